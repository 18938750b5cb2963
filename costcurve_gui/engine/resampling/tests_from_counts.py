"""Differences of areas and expected costs of models of which only the counts are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.error_rates import HiddenErrors, error_shares, trivial_rows
from costcurve_gui.engine.resampling.resampler import ClassifierResampler

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample


class FigureFromCounts(NamedTuple):
    """A figure that follows from the rates of several rules of a model together."""

    estimate: float
    rows: Indices
    of_rates: Callable[[ResampledRates], Floats]


def expected_cost_of_counts(belief: Belief, model: RankedModel) -> FigureFromCounts:
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
    return FigureFromCounts(
        estimate, rows, lambda rates: cost(rates.fp_cost_rate, rates.tp_benefit_rate)
    )


def area_of_counts(model: RankedModel) -> FigureFromCounts:
    """Return the area under the curve through all rules of a model."""
    return FigureFromCounts(model.evaluation.auciv, np.arange(len(model.table)), _area)


def _area(rates: ResampledRates) -> Floats:
    return np.asarray(np.trapezoid(rates.tp_benefit_rate, rates.fp_cost_rate, axis=1))


def difference_of_counts(
    resampler: JointResampler,
    models: tuple[RankedModel, RankedModel],
    figure: Callable[[RankedModel], FigureFromCounts],
    progress: Progress,
) -> tuple[float, Floats | None]:
    """Return the figure of the first model less that of the second, and its replicates.

    There are none of a family whose figure takes several classifiers: on which cases they err alike
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
            progress.part(turn, len(models)),
        )
        for turn, (model, one) in enumerate(zip(models, (a, b), strict=True))
    )
    return difference, of_a - of_b


def hidden_in_counts(
    sample: Sample, model: RankedModel, rows: Indices, stakes: tuple[float, float]
) -> Iterator[HiddenErrors]:
    """Yield the classes of which all rules of a model decide every instance alike.

    `stakes` are by how much the figure changes where all instances of a class are decided
    otherwise.
    """
    shares = error_shares(sample, model, rows)
    looks = ~shares.trivial
    classes = (shares.fnr, shares.positives), (shares.fpr, shares.negatives)
    for (errors, cases), stake in zip(classes, stakes, strict=True):
        if looks.any() and np.isin(errors[looks], (0.0, 1.0)).all():
            yield HiddenErrors(float(cases[looks].min()), stake)


def lone_count(sample: Sample) -> str:
    """Return which class has one case only, to be read after "no interval:"; else nothing."""
    sizes = {"positive": sample.positives.size, "negative": sample.negatives.size}
    return next((f"there is only one {name}" for name, size in sizes.items() if size == 1), "")


def _together(resampler: JointResampler, model: RankedModel, figure: FigureFromCounts) -> bool:
    if not isinstance(resampler.part(model), ClassifierResampler):
        return True
    return int(np.count_nonzero(~trivial_rows(model.table, figure.rows))) <= 1
