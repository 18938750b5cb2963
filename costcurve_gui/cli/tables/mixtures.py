"""mixtures.csv: two operating points mixed at random for a bound on cases or on the fpr."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.two_points import mixture_of
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.criteria import manual, min_cost
from costcurve_gui.models.mixing import MixBy, MixedPoints, MixSpec, PointSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.analysis import AnalysedModel, Analysis
    from costcurve_gui.cli.derivations import Mix, Part
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.selection.policy import Policy

_MEANS = (
    *("fpr", "tpr", "fraction_targeted"),
    *("normalized_expected_cost", "expected_cost", "expected_profit"),
)
HEADER = (
    *("bound", "model_a", "threshold_a", "model_b", "threshold_b", "probability_a"),
    *_MEANS,
    "rule",
)


def mixtures_table(analysis: Analysis) -> Table:
    """Return a row for each mixture and each bound."""
    return Table.of_rows(HEADER, _rows(analysis))


def _rows(analysis: Analysis) -> Iterator[tuple[Any, ...]]:
    for mix in analysis.options.mix:
        for bound, by, wanted in _bounds(analysis.options):
            try:
                yield (bound, *_row(analysis, mix, by, wanted))
            except ConstraintError as error:
                raise OptionError(f"--mix {mix.text}: {error}") from error


def _bounds(options: ReportOptions) -> Iterator[tuple[str, MixBy, float]]:
    if options.capacity is not None:
        yield "capacity", MixBy.CASES, options.capacity
    if options.max_fpr is not None:
        yield "max_fpr", MixBy.FPR, options.max_fpr


def _row(analysis: Analysis, mix: Mix, by: MixBy, wanted: float) -> tuple[Any, ...]:
    first, second = (_policy(analysis.named(part.name), part) for part in mix.parts)
    population = analysis.options.population or 1.0
    found = mixture_of((first, second), by, wanted, analysis.prior, population)
    one, other = (PointSpec(policy.model, policy.threshold) for policy in (first, second))
    mixed = MixedPoints(MixSpec(one, other, by, wanted), first, second, found)
    share = mixed.wanted[MixBy.SHARE]
    named = (first.model, first.threshold, second.model, second.threshold)
    return *named, share, *map(mixed.mean, _MEANS), _rule(first, second, share)


def _policy(model: AnalysedModel, part: Part) -> Policy:
    if part.threshold is None:
        return min_cost(model.evaluation, model.condition)
    return manual(model.evaluation, model.condition, part.threshold)


def _rule(first: Policy, second: Policy, share: float) -> str:
    one, other = (f"{policy.model} at {policy.threshold:g}" for policy in (first, second))
    return f"For each case, follow {one} with probability {share:.4g}, else {other}."
