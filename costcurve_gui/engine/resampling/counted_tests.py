"""Differences of areas and expected costs of models of which only the counts are known."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.progress import Progress
from costcurve_gui.engine.resampling.classifier_resampling import ClassifierResampler
from costcurve_gui.engine.resampling.collecting import collected
from costcurve_gui.engine.resampling.error_shares import trivial_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel


class CountedFigure(NamedTuple):
    """A figure that follows from the rates of several rules of a model together."""

    estimate: float
    rows: Indices
    of_rates: Callable[[ResampledRates], Floats]


def expected_cost_of_counts(belief: Belief, model: RankedModel) -> CountedFigure:
    """Return what a model costs where PC(+) is uncertain, as `expected_losses` does of cases."""
    envelope = model.evaluation.envelope
    moment = belief.moment_below(envelope.pc_plus)
    rest = belief.cdf(envelope.pc_plus) - moment
    missed, accepted = np.diff(moment), np.diff(rest)

    def cost(fpr: Floats, tpr: Floats) -> Floats:
        found: Floats = (1 - tpr) @ missed + fpr @ accepted
        return found

    rows, table = envelope.indices[:-1], model.evaluation.rates
    estimate = float(cost(table.fpr_at(rows), table.tpr_at(rows)))
    return CountedFigure(
        estimate, rows, lambda rates: cost(rates.fp_cost_rate, rates.tp_benefit_rate)
    )


def area_of_counts(model: RankedModel) -> CountedFigure:
    """Return the area under the curve through all rules of a model."""
    return CountedFigure(model.evaluation.auciv, np.arange(len(model.table)), _area)


def _area(rates: ResampledRates) -> Floats:
    return np.asarray(np.trapezoid(rates.tp_benefit_rate, rates.fp_cost_rate, axis=1))


def difference_of_counts(
    resampler: JointResampler,
    models: tuple[RankedModel, RankedModel],
    figure: Callable[[RankedModel], CountedFigure],
    progress: Progress,
) -> tuple[float, Floats | None]:
    """Return the figure of the first model less that of the second, and its replicates.

    There are none of a family whose figure takes several members: on which cases they err alike
    is not known.
    """
    a, b = (figure(model) for model in models)
    difference = a.estimate - b.estimate
    if not all(_together(resampler, *pair) for pair in zip(models, (a, b), strict=True)):
        return difference, None
    of_a, of_b = (
        collected(
            resampler.part(model).rates(model, one.rows),
            one.of_rates,
            resampler.spec,
            half(progress, second=second),
        )
        for model, one, second in zip(models, (a, b), (False, True), strict=True)
    )
    return difference, of_a - of_b


def half(whole: Progress, *, second: bool) -> Progress:
    """Return the progress of one of two parts."""
    return Progress(partial(_advance, whole, second))


def _advance(whole: Progress, second: bool, done: int, total: int, message: str) -> None:
    whole.advance(done + second * total, 2 * total, message)


def _together(resampler: JointResampler, model: RankedModel, figure: CountedFigure) -> bool:
    if not isinstance(resampler.part(model), ClassifierResampler):
        return True
    return int(np.count_nonzero(~trivial_rows(model.table, figure.rows))) <= 1
