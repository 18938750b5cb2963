"""Bands round the curves of one model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from costcurve_gui.engine import (
    cost_band,
    gain_band,
    net_benefit_band,
    policy_band,
    precision_recall_band,
    profit_band,
    resampler,
    roc_band,
    rociv_band,
    threshold_band,
)
from costcurve_gui.engine.resampling.band import PC_GRID, policy_rows
from costcurve_gui.engine.resampling.cost_bands import CORRECTED, RE_OPTIMISED
from costcurve_gui.engine.resampling.few_cases import TOO_LONG
from tests.coverage.cells import PRIOR
from tests.coverage.check import Check, places, within
from tests.coverage.figures import HELD_FIXED, own_costs, true_costs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine import Band, ThresholdBand
    from tests.coverage.check import Case

PLACES = np.array([1, 2, 3, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95]) / 100
"""Of the axis that a curve is read along."""
FEWEST = 2
"""Cases that are expected on either side of the true threshold; places with fewer count apart."""
HARDLY_ANY = ", where under 2 cases are expected"
_FINE = np.concatenate(([0.0], np.geomspace(1e-5, 0.01, 40), np.linspace(0.011, 1.0, 220)))
"""The simultaneous band has to hold the true curve at all of these."""
_COST_PLACES = np.arange(20, 81, 5)
"""Of the hundredths of PC(+)."""
_STAKES = np.array([0.1, 0.2, 0.3, 0.5, 0.7])
_WORTH = np.exp(-1.0)
"""How many alike errors a lognormal one is worth: the squared mean over the mean square."""


def by_count(case: Case) -> Iterator[Check]:
    """Check the bands of curves that costs do not change."""
    if case.varies:
        return
    source, a, cell = case.source, case.a, case.cell
    fpr, tpr = cell.roc()
    at = np.interp(PLACES, fpr, tpr)
    yield from _read("ROC, vertical", case, roc_band(source, a), (PLACES, at), at)
    yield from _whole("ROC, simultaneous", case, roc_band(source, a, "simultaneous"))
    acted = PRIOR * tpr + (1 - PRIOR) * fpr
    found = np.interp(PLACES, acted, tpr)
    rates = (PLACES - PRIOR * found) / (1 - PRIOR), found
    yield from _read("gain", case, gain_band(source, a, PRIOR), rates, found)
    alarms = np.interp(PLACES, tpr, fpr)
    precision = PRIOR * PLACES / (PRIOR * PLACES + (1 - PRIOR) * alarms)
    band = precision_recall_band(source, a, PRIOR)
    yield from _read("precision over recall", case, band, (alarms, PLACES), precision)
    yield from _rates(case, threshold_band(source, a), "ROC", by_cost=False)
    yield from _net_benefit(case)


def by_cost(case: Case) -> Iterator[Check]:
    """Check the bands of ROCIV and of profit."""
    source, a = case.source, case.a
    if case.varies:
        fpr, tpr = case.cell.roc(by_cost=True)
        at = np.interp(PLACES, fpr, tpr)
        yield from _read("ROCIV, vertical", case, rociv_band(source, a), (PLACES, at), at)
        yield from _whole("ROCIV, simultaneous", case, rociv_band(source, a, "simultaneous"))
        band = threshold_band(source, a, by_cost=True)
        yield from _rates(case, band, "ROCIV", by_cost=True)
    band = profit_band(source, a, case.condition)
    thresholds = _thresholds(case)
    wanted = a.table.rows_at_thresholds(thresholds)
    rows = np.searchsorted(band.rows, wanted)
    # The band of a large table has fewer thresholds, and its own are what it is of.
    thresholds = np.where(band.rows[rows] == wanted, thresholds, band.thresholds[rows])
    truth = -case.cell.cost(thresholds) * case.cell.mean_cost
    held, cautioned = within(band.lower[rows], band.upper[rows], truth), _is_cautioned(band)
    yield from places("profit at a threshold", held, cautioned=cautioned)


def of_cost(case: Case) -> Iterator[Check]:
    """Check the bands of the cost curve: what thresholds given, and those chosen here, cost."""
    source, a, cell = case.source, case.a, case.cell
    bands = {
        f"cost curve, {HELD_FIXED}": cost_band(source, a),
        "cost curve, re-optimised, of thresholds chosen here": cost_band(
            source, a, policy=RE_OPTIMISED
        ),
        "cost curve, corrected, of thresholds chosen here": cost_band(source, a, policy=CORRECTED),
    }
    chosen = own_costs(cell, a.evaluation, PC_GRID)
    for name, band in bands.items():
        yield from _costs(name, band, chosen)
    elsewhere = cell.draw(case.rng(1)).evaluated().models[0]
    rows = policy_rows(elsewhere.evaluation)
    given = a.table.rows_at_thresholds(elsewhere.table.thresholds[rows])
    given = np.where(rows == len(elsewhere.table) - 1, len(a.table) - 1, given)
    truth = true_costs(cell, elsewhere.evaluation, rows, PC_GRID)
    yield from _costs("cost curve, thresholds given", policy_band(source, a, given), truth)


def _costs(name: str, band: Band, truth: np.ndarray) -> Iterator[Check]:
    """Yield where the band has an interval: a rule that does not look has a known cost."""
    lower, upper = band.lower[_COST_PLACES], band.upper[_COST_PLACES]
    unsure = upper > lower + 1e-12
    yield from places(name, within(lower, upper, truth[_COST_PLACES])[unsure])


def _thresholds(case: Case) -> np.ndarray:
    if case.cell.scores == "tree":
        return np.arange(2, 7) / 7
    return np.round(norm.isf([0.05, 0.1, 0.2, 0.3, 0.5]), 1)


def _read(
    name: str, case: Case, band: Band, rates: tuple[np.ndarray, np.ndarray], truth: np.ndarray
) -> Iterator[Check]:
    """Yield how often a band holds the truth at places whose true fpr and tpr are given."""
    at = np.searchsorted(band.x, PLACES - 1e-9)
    held = within(band.lower[at], band.upper[at], truth)
    few = np.minimum(*_expected(case, *rates)) < FEWEST - 1e-9
    yield from places(name, held[~few])
    yield from places(name + HARDLY_ANY, held[few])


def _expected(case: Case, fpr: np.ndarray, tpr: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how many cases of either class are expected on the side where they are fewer."""
    worth = _WORTH if case.varies else 1.0
    cell = case.cell
    negatives = worth * cell.negatives * np.minimum(fpr, 1 - fpr)
    return negatives, worth * cell.positives * np.minimum(tpr, 1 - tpr)


def _whole(name: str, case: Case, band: Band) -> Iterator[Check]:
    truth = np.interp(_FINE, *case.cell.roc(by_cost=case.varies))
    lower, upper = np.interp(_FINE, band.x, band.lower), np.interp(_FINE, band.x, band.upper)
    yield Check(name, float(within(lower, upper, truth).all()), _is_cautioned(band))


def _is_cautioned(band: Band) -> bool:
    return band.method.endswith(TOO_LONG)


def _rates(case: Case, band: ThresholdBand, curve: str, *, by_cost: bool) -> Iterator[Check]:
    """Yield how often the intervals at thresholds hold the true rates there."""
    thresholds = _thresholds(case)
    rows = case.a.table.rows_at_thresholds(thresholds)
    at = np.searchsorted(band.rows, rows).clip(0, band.rows.size - 1)
    there = band.rows[at] == rows  # a band has fewer points than the table
    true = case.cell.rates(thresholds, by_cost=by_cost)
    held, few = [], []
    for axis, truth, expected in zip(("fpr", "tpr"), true, _expected(case, *true), strict=True):
        lower, upper = (getattr(band, f"{axis}_{end}")[at] for end in ("lower", "upper"))
        held.append(within(lower, upper, truth)[there])
        few.append((expected < FEWEST)[there])
    is_held, is_few = np.concatenate(held), np.concatenate(few)
    yield from places(f"{curve}, rates at a threshold", is_held[~is_few])
    yield from places(f"{curve}, rates at a threshold{HARDLY_ANY}", is_held[is_few])


def _net_benefit(case: Case) -> Iterator[Check]:
    """Check the decision curve; scores become probabilities that rank alike."""
    cell, (y_score, _) = case.cell, case.drawn.scores
    is_tree = cell.scores == "tree"
    data = case.drawn.evaluated(y_score if is_tree else norm.cdf(y_score))
    band = net_benefit_band(resampler(data.sample, case.spec), data.models[0], PRIOR, _STAKES)
    fpr, tpr = cell.rates(_STAKES if is_tree else norm.ppf(_STAKES), by_cost=False)
    truth = PRIOR * tpr - (1 - PRIOR) * fpr * _STAKES / (1 - _STAKES)
    yield from places("net benefit", within(band.lower, band.upper, truth))
