"""How often paired differences hold the truth, and how often equal models are told apart.

Scores of two models are normal with half of the noise in common, of positives with a mean of
their own. The true cost curve is that of the best threshold at each PC(+).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit
from scipy.stats import norm

from costcurve_gui.engine.cost.belief import UNIFORM, TriangularBelief
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.resampling.area_tests import compare_auciv, compare_expected_cost
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec, collected, percentile_interval
from costcurve_gui.engine.resampling.difference_band import difference_band
from costcurve_gui.engine.resampling.resampler import resampler
from tests.coverage.held import HEAVY, Held, tally
from tests.helpers.paired import EVERY_ERROR_1, by_amount, paired

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.engine.resampling.paired_tests import PairedTest
    from costcurve_gui.engine.resampling.resampler import Resampler
    from tests.helpers.paired import Paired

EQUAL = (1.5, 1.5)
UNLIKE = (1.8, 1.2)
CASES = ((150, 250), (300, 600))
PLACES = np.array([0.3, 0.4, 0.5, 0.6])
"""PC(+) at which the band is held to its level: both kinds of errors are made there."""
MIDPOINTS = (np.arange(2000) + 0.5) / 2000
NARROW = TriangularBelief(0.3, 0.5, 0.7)
GIVEN = "difference of area, given thresholds"

Check = tuple[str, float]


def paired_coverage(samples: int, replicates: int = 400, seed: int = 1) -> list[Held]:
    """Simulate each case `samples` times: shares in which the truth was held, wanted 0.9."""
    return _tallied(samples, replicates, seed, UNLIKE, _held)


def false_alarms(samples: int, replicates: int = 400, seed: int = 2) -> list[Held]:
    """Simulate equal models: shares in which they were told apart at 10 %, wanted 0.1."""
    return _tallied(samples, replicates, seed, EQUAL, _alarms)


def true_cost(shift: float, pc_plus: np.ndarray) -> np.ndarray:
    threshold = np.log((1 - pc_plus) / pc_plus) / shift + shift / 2
    return pc_plus * norm.cdf(threshold - shift) + (1 - pc_plus) * norm.sf(threshold)


def _tallied(
    samples: int,
    replicates: int,
    seed: int,
    shifts: tuple[float, float],
    checks: Callable[[Paired, BootstrapSpec], Iterator[Check]],
) -> list[Held]:
    def simulated(positives: int, negatives: int, number: int) -> Iterator[Check]:
        spec = BootstrapSpec(replicates, seed=number)
        drawn = _drawn(np.random.default_rng((seed, number)), positives, negatives, shifts)
        for kind, data in drawn:
            for name, share in checks(data, spec):
                yield name + kind, share

    return tally(simulated, CASES, samples)


def _drawn(
    rng: np.random.Generator, positives: int, negatives: int, shifts: tuple[float, float]
) -> Iterator[tuple[str, Paired]]:
    y_true = np.repeat([True, False], [positives, negatives])
    common, *own = rng.normal(scale=np.sqrt(0.5), size=(3, y_true.size))
    scores = [shift * y_true + common + noise for shift, noise in zip(shifts, own, strict=True)]
    amount = rng.uniform(0.5, 1.5, y_true.size)
    varying = PayoffMatrix(tp=0.2 * amount, fp=-0.1 * amount, fn=-amount, tn=0.05)
    heavy = by_amount(y_true.size, int(rng.integers(1 << 30)))
    for kind, payoff in (("", EVERY_ERROR_1), (", costs vary", varying), (HEAVY, heavy)):
        yield kind, paired(y_true, *scores, payoff=payoff)


def _held(data: Paired, spec: BootstrapSpec) -> Iterator[Check]:
    source, models = resampler(data.sample, spec), data.models
    band = difference_band(source, *models, pc_plus=PLACES).band
    truth = np.subtract(*(true_cost(shift, PLACES) for shift in UNLIKE))
    yield "difference of costs", np.mean((band.lower <= truth) & (truth <= band.upper))
    costs = np.subtract(*(true_cost(shift, MIDPOINTS) for shift in UNLIKE))
    for name, belief in (("area", UNIFORM), ("expected cost", NARROW)):
        density = belief.density(MIDPOINTS)
        test = compare_expected_cost(source, *models, belief=belief)
        yield f"difference of {name}", _holds(test, (costs * density).sum() / density.sum())
    yield GIVEN, _holds_given(data, source, UNLIKE, costs.mean())
    areas = [norm.cdf(shift / np.sqrt(2)) for shift in UNLIKE]
    yield "difference of AUCIV", _holds(compare_auciv(source, *models), areas[0] - areas[1])


def _holds(test: PairedTest, truth: float) -> bool:
    return test.low <= truth <= test.high


def _holds_given(
    data: Paired, source: Resampler, shifts: tuple[float, float], truth: float
) -> bool:
    """Whether the interval of two areas holds the truth where no threshold is chosen."""
    a, b = (_losses(data, *of) for of in zip(data.scores, shifts, strict=True))
    batches = source.class_means((a - b)[data.y_true], (a - b)[~data.y_true])
    areas = collected(batches, lambda means: means.sum(axis=1), source.spec)
    low, high = percentile_interval(areas, source.spec.level)
    return bool(low <= truth <= high)


def _losses(data: Paired, y_score: np.ndarray, shift: float) -> np.ndarray:
    """Return what a case adds to the area with the thresholds that are best in truth.

    It is called positive from one PC(+) on: missed below it, and accepted above it.
    """
    called_from = expit(shift * (shift / 2 - y_score))
    return np.where(data.y_true, called_from**2, (1 - called_from) ** 2) / 2


def _alarms(data: Paired, spec: BootstrapSpec) -> Iterator[Check]:
    source, models = resampler(data.sample, spec), data.models
    found = difference_band(source, *models, pc_plus=PLACES)
    yield "difference of costs", np.mean(found.significant)
    for name, belief in (("area", UNIFORM), ("expected cost", NARROW)):
        test = compare_expected_cost(source, *models, belief=belief)
        yield f"difference of {name}", test.p_value <= 0.1
    yield GIVEN, not _holds_given(data, source, EQUAL, 0.0)
    yield "difference of AUCIV", compare_auciv(source, *models).p_value <= 0.1
