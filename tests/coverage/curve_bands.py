"""How often the intervals of curves hold the truth of binormal samples.

Scores are normal, of positives with the mean `SHIFT`. Costs, where they vary, do not depend on
scores, so that the true ROCIV is the true ROC.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from costcurve_gui.engine import (
    BootstrapSpec,
    PayoffMatrix,
    auc_interval,
    auciv_interval,
    gain_band,
    logit_auc_interval,
    net_benefit_band,
    precision_recall_band,
    profit_band,
    resampler,
    roc_band,
    rociv_band,
    threshold_average,
    threshold_band,
    threshold_table,
)
from costcurve_gui.engine.distributions.normal import wilson_interval
from tests.coverage.held import HEAVY, Held, tally
from tests.helpers.resampled import FIXED, ranked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine import Band, RankedModel
    from costcurve_gui.engine.resampling.resampler import Resampler

SHIFT = 1.2
PRIOR = 0.3
THRESHOLDS = np.array([2.0, 1.5, 1.0, 0.5, 0.0, -0.5])
PLACES = np.array([1, 2, 3, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95]) / 100
"""Of the axis that a curve is read along."""
FEW, HARDLY_ANY = ", 2 to 10 cases", ", under 2 cases"
KINDS = (("", 10.0, np.inf), (FEW, 2.0, 10.0), (HARDLY_ANY, 0.0, 2.0))
"""How many cases are expected on the side of the true threshold where they are fewest."""
ALONE = "one rate, Wilson"
FINE = np.concatenate(([0.0], np.geomspace(1e-5, 0.01, 40), np.linspace(0.011, 1.0, 220)))
"""The simultaneous band has to hold the true curve at all of these."""
CASES = ((100, 200), (300, 600))
AMOUNT = {"": 1.0, HEAVY: np.exp(0.5)}
"""Mean cost of a missed positive: uniform from 0.5 to 1.5, or lognormal."""
WORTH = {"": 12 / 13, HEAVY: np.exp(-1.0)}
"""How many alike errors one of these is worth: the squared mean over the mean square."""
FOLDS = 10


def tpr_at(fpr: np.ndarray) -> np.ndarray:
    return norm.cdf(SHIFT + norm.ppf(fpr))


def curve_coverage(samples: int, replicates: int = 400, seed: int = 1) -> list[Held]:
    """Simulate each case `samples` times."""

    def simulated(positives: int, negatives: int, number: int) -> Iterator[tuple[str, float]]:
        return one_sample(positives, negatives, replicates, (seed, number))

    return tally(simulated, CASES, samples)


def one_sample(
    positives: int, negatives: int, replicates: int, seed: tuple[int, int]
) -> Iterator[tuple[str, float]]:
    """Yield the share of the places of each interval at which it holds the truth."""
    rng = np.random.default_rng(seed)
    y_true = np.repeat([True, False], [positives, negatives])
    y_score = rng.normal(size=y_true.size) + SHIFT * y_true
    spec = BootstrapSpec(replicates, seed=seed[1])
    sample, model = ranked(y_true, y_score, FIXED)
    for check in (_rates, _values, _areas):
        yield from check(resampler(sample, spec), model)
    for kind, amount in (("", rng.uniform(0.5, 1.5, y_true.size)), (HEAVY, _heavy(rng, y_true))):
        varying = PayoffMatrix(tp=0.0, fp=-0.1 * amount, fn=-amount, tn=0.0)
        sample, model = ranked(y_true, y_score, varying)
        for name, held in _costs(resampler(sample, spec), model, kind):
            yield name + kind, held
    yield from _means_of_folds(y_true, y_score)
    y_prob = norm.cdf(y_score)
    sample, model = ranked(y_true, y_prob)
    yield from _probabilities(resampler(sample, spec), model)


def _rates(rs: Resampler, model: RankedModel) -> Iterator[tuple[str, float]]:
    cases = np.array([model.table.positives, model.table.negatives])
    yield from _at_places("ROC, vertical", roc_band(rs, model), PLACES, tpr_at(PLACES), cases)
    yield from _alone(model, cases)
    band = roc_band(rs, model, "simultaneous")
    lower, upper = np.interp(FINE, band.x, band.lower), np.interp(FINE, band.x, band.upper)
    truth = tpr_at(FINE)
    yield "ROC, simultaneous", ((lower <= truth + 1e-9) & (truth <= upper + 1e-9)).all()
    gain = _true_gain(PLACES)
    targeted = (PLACES - PRIOR * gain) / (1 - PRIOR)
    yield from _at_places("gain", gain_band(rs, model, PRIOR), targeted, gain, cases)
    fpr, precision = _fpr_at(PLACES), precision_recall_band(rs, model, PRIOR)
    truth = PRIOR * PLACES / (PRIOR * PLACES + (1 - PRIOR) * fpr)
    yield from _at_places("precision over recall", precision, fpr, PLACES, cases, truth)
    at = model.table.rows_at_thresholds(THRESHOLDS)
    points = threshold_band(rs, model, at)
    for axis, mean in (("fpr", 0.0), ("tpr", SHIFT)):
        ends = (getattr(points, f"{axis}_{end}") for end in ("lower", "upper"))
        yield f"ROC, threshold-wise, {axis}", _held(*ends, norm.sf(THRESHOLDS - mean))


def _values(rs: Resampler, model: RankedModel) -> Iterator[tuple[str, float]]:
    means = model.evaluation.means
    found = means.tp_payoff - means.fn_cost * norm.cdf(THRESHOLDS - SHIFT)
    left = means.tn_payoff - means.fp_cost * norm.sf(THRESHOLDS)
    yield "profit", _profit(rs, model, PRIOR * found + (1 - PRIOR) * left)


def _heavy(rng: np.random.Generator, y_true: np.ndarray) -> np.ndarray:
    return rng.lognormal(0.0, 1.0, y_true.size)


def _costs(rs: Resampler, model: RankedModel, kind: str) -> Iterator[tuple[str, float]]:
    worth = np.array([model.table.positives, model.table.negatives]) * WORTH[kind]
    yield from _at_places("ROCIV, vertical", rociv_band(rs, model), PLACES, tpr_at(PLACES), worth)
    band = rociv_band(rs, model, "simultaneous")
    lower, upper = np.interp(FINE, band.x, band.lower), np.interp(FINE, band.x, band.upper)
    truth = tpr_at(FINE)
    yield "ROCIV, simultaneous", ((lower <= truth + 1e-9) & (truth <= upper + 1e-9)).all()
    interval = auciv_interval(rs, model)
    yield "AUCIV", interval.low <= norm.cdf(SHIFT / np.sqrt(2)) <= interval.high
    missed = AMOUNT[kind] * norm.cdf(THRESHOLDS - SHIFT)
    alarms = 0.1 * AMOUNT[kind] * norm.sf(THRESHOLDS)
    yield "profit of varying costs", _profit(rs, model, -PRIOR * missed - (1 - PRIOR) * alarms)


def _areas(rs: Resampler, model: RankedModel) -> Iterator[tuple[str, float]]:
    truth = norm.cdf(SHIFT / np.sqrt(2))
    for name, interval in (
        ("AUC, DeLong", auc_interval(model.table)),
        ("AUC, logit DeLong", logit_auc_interval(model.table)),
        ("AUC, score", auc_interval(model.table).of_score),
        ("AUC, bootstrap", auciv_interval(rs, model)),
    ):
        yield name, interval.low <= truth <= interval.high


def _probabilities(rs: Resampler, model: RankedModel) -> Iterator[tuple[str, float]]:
    stakes = np.array([0.1, 0.2, 0.3, 0.5, 0.7, 0.9])
    band = net_benefit_band(rs, model, PRIOR, stakes)
    at = norm.ppf(stakes)
    truth = PRIOR * norm.sf(at - SHIFT) - (1 - PRIOR) * norm.sf(at) * stakes / (1 - stakes)
    yield "net benefit", _held(band.lower, band.upper, truth)


def _profit(rs: Resampler, model: RankedModel, truth: np.ndarray) -> float:
    band = profit_band(rs, model, model.evaluation.condition(PRIOR))
    at = np.searchsorted(band.rows, model.table.rows_at_thresholds(THRESHOLDS))
    return _held(band.lower[at], band.upper[at], truth)


def _at_places(
    name: str,
    band: Band,
    fpr: np.ndarray,
    tpr: np.ndarray,
    cases: np.ndarray,
    truth: np.ndarray | None = None,
) -> Iterator[tuple[str, float]]:
    """Yield how often a band holds the truth, tpr if it is not given, by expected counts."""
    at, true = np.searchsorted(band.x, PLACES - 1e-9), tpr if truth is None else truth
    for kind, of in _kinds(fpr, tpr, cases):
        yield name + kind, _held(band.lower[at][of], band.upper[at][of], true[of])


def _kinds(fpr: np.ndarray, tpr: np.ndarray, cases: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    fewest = (cases * np.minimum([tpr, fpr], [1 - tpr, 1 - fpr]).T).min(axis=1) + 1e-9
    for kind, least, below in KINDS:
        of = (least <= fewest) & (fewest < below)
        if of.any():
            yield kind, of


def _alone(model: RankedModel, cases: np.ndarray) -> Iterator[tuple[str, float]]:
    """Yield how often Wilson's interval of tpr alone holds the truth at the same places."""
    for kind, of in _kinds(PLACES, tpr_at(PLACES), cases):
        places = PLACES[of & (PLACES > 0.5)]
        if kind and places.size:
            found = model.table.tpr_at(model.table.rows_at_thresholds(norm.isf(places)))
            ends = wilson_interval(found, np.full(found.size, cases[0]), 0.9)
            yield ALONE + kind, _held(*ends, tpr_at(places))


def _means_of_folds(y_true: np.ndarray, y_score: np.ndarray) -> Iterator[tuple[str, float]]:
    """Yield how often the mean over folds of tests, of a model that none of them trained, holds."""
    folds = (np.arange(y_true.size) % FOLDS == fold for fold in range(FOLDS))
    thresholds = np.array([1.0, 0.5, 0.0])
    tables = [threshold_table(y_true[fold], y_score[fold]) for fold in folds]
    average = threshold_average(tables, thresholds)
    for name, rate, mean in (("fpr", average.fpr, 0.0), ("tpr", average.tpr, SHIFT)):
        held = _held(rate.lower, rate.upper, norm.sf(thresholds - mean))
        yield f"mean {name} of {FOLDS} folds, Student", held


def _held(lower: np.ndarray, upper: np.ndarray, truth: np.ndarray) -> float:
    return float(np.mean((lower <= truth + 1e-9) & (truth <= upper + 1e-9)))


def _true_gain(fractions: np.ndarray) -> np.ndarray:
    def targeted(threshold: float, wanted: float) -> float:
        return PRIOR * norm.sf(threshold - SHIFT) + (1 - PRIOR) * norm.sf(threshold) - wanted

    return np.array([norm.sf(brentq(targeted, -9, 9, (f,)) - SHIFT) for f in fractions])


def _fpr_at(recall: np.ndarray) -> np.ndarray:
    return norm.cdf(norm.ppf(recall) - SHIFT)
