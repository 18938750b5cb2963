"""Which model is the cheapest over which PC(+), and whether the difference is significant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

import numpy as np

from costcurve_gui.analysis.intervals.known_results import known, spec_in_force
from costcurve_gui.analysis.intervals.requests import selected_position, verdicts_request
from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import inflection, numbers, uncertainty_text, vocabulary
from costcurve_gui.views.text.empty_states import not_resampled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.interval_table import IntervalRow
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
    from costcurve_gui.views.view import EmptyState

_ALIKE = tr("all equal")
_SAMPLE_ONLY = tr("this sample only")
_REASONS = {
    "better": tr("{best} is significantly cheaper than every other model ({level}, {judged})."),
    "not significant": (
        tr(
            "{best} is the cheapest on these cases, but not significantly cheaper than "
            "every other model ({level}, {judged})."
        )
    ),
    "tied": tr("{best} cost the same; no model is cheaper."),
    "equal": tr("Every model does best by treating all cases alike, so all cost the same."),
}
_LOST_LEAD = tr("{best} costs least on these cases, but is expected to cost more on new ones.")
_OF_SELECTED = {
    "worse": tr("{selected} is significantly costlier than {best}."),
    "not significant": tr("The difference between {selected} and {best} is not significant."),
}


class VerdictsTable(TableSource):
    """At each PC(+), which models are significantly costlier than the best."""

    name = "verdicts"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say what the figures are of."""
        return tr("leads on new cases") if len(snapshot.compared) > 1 else ""

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        return verdicts_content(snapshot)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is one model only, or that there are no replicates yet."""
        return not_resampled(snapshot, self.name)


def verdicts_content(snapshot: Snapshot) -> TableContent:
    """Return a row for each stretch of PC(+) with one cheapest model and the same verdicts."""
    found = cast(
        "tuple[tuple[IntervalRow, ...], ...] | None", known(snapshot, verdicts_request(snapshot))
    )
    if found is None:
        return TableContent("PC(+)", (), ())
    rows = found[selected_position(snapshot)]
    return TableContent("PC(+)", _columns(snapshot), tuple(_row(snapshot, row) for row in rows))


def _columns(snapshot: Snapshot) -> tuple[TableColumn, ...]:
    """Return what is asked first at the left: a narrow dock scrolls to the rest."""
    return (
        TableColumn(tr("lowest cost"), words=True),
        TableColumn("verdict", words=True),
        TableColumn("lead"),
        TableColumn(_selected(snapshot), words=True),
        TableColumn("threshold"),
        TableColumn("cost"),
        TableColumn("runner-up", words=True),
    )


def _row(snapshot: Snapshot, row: IntervalRow) -> TableRow:
    at = snapshot.condition.probability_cost
    return TableRow(
        numbers.interval(row.pc_low, row.pc_high),
        (
            _best(snapshot, row),
            _verdict(row),
            _lead(row),
            _verdict_of_selected(snapshot, row),
            _thresholds(snapshot, row),
            _cost(row),
            _name(snapshot, row.runner_up),
        ),
        _hint(snapshot, row),
        chosen=row.pc_low <= at < row.pc_high or at == row.pc_high == 1,
    )


def _lead(row: IntervalRow) -> str:
    """Write the mean lead on new cases; where that is not known the largest one on this sample."""
    if row.runner_up is None:
        return numbers.MISSING
    told = _estimate(row, "lead")
    return f"\u2264 {numbers.rate(row.margin[1])}" if told is None else numbers.difference(told)


def _cost(row: IntervalRow) -> str:
    """Write the mean cost on new cases, or what is known of this sample."""
    told = _estimate(row, "cost")
    return numbers.interval(*row.costs) if told is None else numbers.rate(told)


def _estimate(row: IntervalRow, figure: Literal["cost", "lead"]) -> float | None:
    found: NewCasesFigure | None = getattr(row.new_cases, figure, None)
    return None if found is None else found.estimate


def _verdict(row: IntervalRow) -> str:
    if row.verdict == "equal":
        return _ALIKE
    return _SAMPLE_ONLY if _loses_lead(row) else row.verdict


def _loses_lead(row: IntervalRow) -> bool:
    """Whether the runner-up of the sample is expected to cost less on new cases."""
    lead = _estimate(row, "lead")
    return lead is not None and lead < 0


def _verdict_of_selected(snapshot: Snapshot, row: IntervalRow) -> str:
    if row.verdict == "equal" or row.best == selected_position(snapshot):
        return _verdict(row) if row.verdict == "equal" or _loses_lead(row) else tr("lowest cost")
    return row.of_reference or ""


def _selected(snapshot: Snapshot) -> str:
    return snapshot.models[snapshot.selected or ""].info.name


def _best(snapshot: Snapshot, row: IntervalRow) -> str:
    """Name the cheapest model, or those that tie: all of them, or as many as fit."""
    if row.tied:
        return vocabulary.listed_names([_name(snapshot, position) for position in row.tied])
    return _name(snapshot, row.best)


def _name(snapshot: Snapshot, position: int | None) -> str:
    if position is None:
        return numbers.MISSING
    return snapshot.models[list(snapshot.compared)[position]].info.name


def _thresholds(snapshot: Snapshot, row: IntervalRow) -> str:
    """Write the thresholds of one best model at both ends, or the one that is best at both."""
    if row.best is None:
        return numbers.MISSING
    curves = vocabulary.model_curves_of(snapshot.curve_set, list(snapshot.compared)[row.best])
    table = curves.evaluation.table.thresholds
    ends = dict.fromkeys(row.thresholds)
    above = (np.searchsorted(table[::-1], end, side="right") for end in ends)
    indices = (table.size - int(more) for more in above)
    texts = (vocabulary.threshold_text(curves, *at) for at in zip(indices, ends, strict=True))
    return " to ".join(texts)


def _hint(snapshot: Snapshot, row: IntervalRow) -> str:
    spec, means = spec_in_force(snapshot, compared=True), snapshot.condition.means
    low, high = (
        numbers.prior_percent(float(prior_at(end, means.fn_cost, means.fp_cost)))
        for end in (row.pc_low, row.pc_high)
    )
    prior = vocabulary.prior_name(vocabulary.vocabulary_of(snapshot))
    judged = snapshot.settings.bands.verdicts.value
    method = f"{judged}{uncertainty_text.paired(spec)}, {uncertainty_text.drawn(spec)}"
    priors = tr("{prior} from {low} to {high} at these costs", prior=prior, low=low, high=high)
    return "\n".join((*_reasons(snapshot, row), priors, tr("Bootstrap, {method}", method=method)))


def _reasons(snapshot: Snapshot, row: IntervalRow) -> Iterator[str]:
    """Yield how the best model compares with all, its lead, and how the selected one compares."""
    best, level = _best(snapshot, row), uncertainty_text.level(snapshot.settings.bands.spec)
    judged = snapshot.settings.bands.verdicts.value
    reason = _LOST_LEAD if _loses_lead(row) else _REASONS[row.verdict]
    yield reason.format(best=best, level=level, judged=judged)
    yield from _figures(snapshot, row, level)
    said = _OF_SELECTED.get(row.of_reference or "")
    if said is not None and row.best != selected_position(snapshot):
        best = tr("the models that tie, {best}", best=best) if row.tied else best
        yield said.format(selected=_selected(snapshot), best=best)


def _figures(snapshot: Snapshot, row: IntervalRow, level: str) -> Iterator[str]:
    """Yield the lead and the cost, on new cases and on this sample, and what to be careful about.

    mlp costs 0.012 more on new cases (90 %: 0.004 to 0.020); 0.000 to 0.031 more on this sample.
    """
    found = row.new_cases
    if row.runner_up is not None:
        here = tr("{interval} more on this sample.", interval=numbers.interval(*row.margin))
        lead = "" if found is None else _told(found.lead, level, more=True)
        yield tr(
            "{name} costs {lead}{here}", name=_name(snapshot, row.runner_up), lead=lead, here=here
        )
    if row.verdict != "equal":
        cost = "" if found is None else _told(found.cost, level, more=False)
        costs = tr(
            "{cost}{interval} on this sample.", cost=cost, interval=numbers.interval(*row.costs)
        )
        yield tr(
            "{word} normalized cost is {costs}",
            word=tr("Their") if row.tied else tr("Its"),
            costs=costs,
        )
    if found is not None and found.caution:
        yield f"{inflection.sentence_case(found.caution)}."


def _told(figure: NewCasesFigure, level: str, *, more: bool) -> str:
    """Write the mean of new cases and its interval, to go on with those of this sample."""
    if figure.estimate is None or figure.low is None or figure.high is None:
        return ""
    sign = ("less " if figure.estimate < 0 else "more ") if more else ""
    told = numbers.rate(abs(figure.estimate) if more else figure.estimate)
    sure = numbers.interval(figure.low, figure.high)
    return f"{told} {sign}on new cases ({level}: {sure}); "
