"""How often intervals for new cases hold what the rules chosen on a sample cost in the population.

The truth differs from sample to sample: it is the true cost of the very threshold that the sample
chose. Samples in which the rule chosen decides without looking are counted apart, as its rates are
known, and so are those that the program cautions of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine import (
    BootstrapSpec,
    min_cost,
    new_cases_curve,
    new_cases_curve_lead,
    new_cases_estimate,
    new_cases_lead,
    resampler,
)
from costcurve_gui.engine.resampling.figure_interval import CERTAIN
from tests.coverage.cells import CELLS, EQUAL, PRIOR, SIZES
from tests.coverage.held import Held, tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.engine import (
        ModelEvaluation,
        NewCasesFigure,
        OperatingCondition,
        RankedModel,
        Resampler,
    )
    from tests.coverage.cells import Cell
    from tests.coverage.held import Simulation
    from tests.helpers.paired import Paired

    Check = Callable[[Cell, np.random.Generator, BootstrapSpec], Iterator[tuple[str, float]]]

UNLOOKING = "rule that does not look"
CAUTIONED = "cautioned"
REPLICATES = 100
"""No interval for new cases is one of quantiles: so many are enough for a mean."""
_PC = np.linspace(0.0, 1.0, 401)
_ROUNDING = 1e-9


def new_cases_coverage(samples: int, replicates: int = REPLICATES, seed: int = 1) -> list[Held]:
    """Simulate every cell: shares in which the truth was held, wanted 0.9."""
    return _tallied(samples, min(replicates, REPLICATES), seed, _held)


def new_cases_alarms(samples: int, replicates: int = REPLICATES, seed: int = 2) -> list[Held]:
    """Simulate every cell: shares in which a model was called better that is not, at 10 %."""
    return _tallied(samples, min(replicates, REPLICATES), seed, _alarms)


def _tallied(samples: int, replicates: int, seed: int, check: Check) -> list[Held]:
    def simulated(positives: int, negatives: int, number: int) -> Iterator[tuple[str, float]]:
        for cell in CELLS:
            if (cell.positives, cell.negatives) != (positives, negatives):
                continue
            rng = np.random.default_rng((seed, number, CELLS.index(cell)))
            yield from check(cell, rng, BootstrapSpec(replicates, seed=number))

    simulation: Simulation = simulated
    return tally(simulation, SIZES, samples)


def _held(cell: Cell, rng: np.random.Generator, spec: BootstrapSpec) -> Iterator[tuple[str, float]]:
    data = cell.draw(rng).evaluated()
    drawn, (model,) = resampler(data.sample, spec), data.models
    condition = model.evaluation.condition(PRIOR)
    found = new_cases_estimate(drawn, model, condition)
    cost = _cost(cell, chosen(model, condition))
    share = float(cell.cost(chosen(model, condition), condition.probability_cost)[0])
    trivial = cell.mean_cost * (PRIOR if found.trivial == "none" else 1 - PRIOR)
    beside = f", {UNLOOKING}" if found.method == CERTAIN else ""
    said = beside or (f", {CAUTIONED}" if found.caution else "")
    yield f"cost, {cell.name}{said}", _holds(found.cost, cost)
    yield f"normalized cost, {cell.name}{said}", _holds(found.normalized_cost, share)
    yield f"lead over trivial, {cell.name}{said}", _holds(found.lead, trivial - cost)
    curve = new_cases_curve(drawn, model)
    said = f", {CAUTIONED}" if curve.caution else ""
    area = true_area(cell, model.evaluation)
    yield f"area of own thresholds, {cell.name}{said}", _holds(curve.expected_cost, area)


def _alarms(
    cell: Cell, rng: np.random.Generator, spec: BootstrapSpec
) -> Iterator[tuple[str, float]]:
    drawn = cell.draw(rng, models=2)
    at_once = (drawn.scores[0] >= best_threshold(cell)).astype(np.float64)
    data: Paired = drawn.evaluated(*drawn.scores, at_once)
    draws, (a, b, step) = resampler(data.sample, spec), data.models
    condition = a.evaluation.condition(PRIOR)
    if cell.scores == "useless":
        lead = new_cases_estimate(draws, a, condition).lead
        yield f"useless better than trivial, {cell.name}", float((lead.low or 0.0) > _ROUNDING)
    yield f"lead of an equal model, {cell.name}", _differ(draws, a, b, condition)
    lead = new_cases_lead(draws, a, step, condition).profit
    name = f"a score better than its own one threshold, {cell.name}"
    yield name, float((lead.low or 0.0) > _ROUNDING)
    if cell.costs == EQUAL:
        found = new_cases_curve_lead(draws, a, b).expected_cost
        yield f"area of an equal model, {cell.name}", float(not _holds(found, 0.0))


def _differ(
    drawn: Resampler, a: RankedModel, b: RankedModel, condition: OperatingCondition
) -> float:
    return float(not _holds(new_cases_lead(drawn, a, b, condition).profit, 0.0))


def _holds(figure: NewCasesFigure, truth: float) -> bool:
    if figure.low is None or figure.high is None:
        return False
    return figure.low - _ROUNDING <= truth <= figure.high + _ROUNDING


def chosen(model: RankedModel, condition: OperatingCondition) -> np.ndarray:
    """Return the threshold that a sample chooses, shape (1,)."""
    return np.array([min_cost(model.evaluation, condition).threshold])


def _cost(cell: Cell, threshold: np.ndarray) -> float:
    return float(cell.cost(threshold)[0]) * cell.mean_cost


def true_area(cell: Cell, evaluation: ModelEvaluation) -> float:
    """Return what the thresholds of a cost curve cost in truth, every PC(+) equally likely."""
    envelope = evaluation.envelope
    rows = envelope.indices[envelope.segment_at(_PC)]
    costs = cell.cost(evaluation.table.thresholds[rows], _PC)
    costs = np.where(rows == len(evaluation.table) - 1, 1 - _PC, costs)
    return float(np.trapezoid(costs, _PC))


def best_threshold(cell: Cell) -> float:
    """Return the threshold of least true cost."""
    thresholds = np.arange(1, 8) / 7 if cell.scores == "tree" else np.linspace(-6.0, 9.0, 3001)
    return float(thresholds[cell.cost(thresholds).argmin()])
