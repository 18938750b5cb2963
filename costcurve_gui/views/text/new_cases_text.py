"""Say what the decision is worth on new cases, and beside it what it is worth on this sample.

A threshold that was chosen on the rows that judge it looks better on them than it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.intervals.known_results import failure, known
from costcurve_gui.analysis.intervals.new_cases import (
    caution_about,
    decision_lead_on_new_cases,
    decision_lead_request,
    decision_on_new_cases,
    decision_on_new_cases_request,
    new_cases_request,
)
from costcurve_gui.analysis.intervals.requests import decision_intervals
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.model_ranking import better_trivial, trivial_on, winning_trivial
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, known_digits, numbers, uncertainty_text
from costcurve_gui.views.text.per_case_text import rule_of
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.new_cases import NewCasesEstimate
    from costcurve_gui.engine.resampling.new_cases_curve import NewCasesCurve
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
    from costcurve_gui.engine.resampling.new_cases_lead import NewCasesLead


class Written(NamedTuple):
    """A figure for new cases and its interval, as precise as the interval allows."""

    value: str
    interval: str


def written(figure: NewCasesFigure, unit: str = "", *, signed: bool = True) -> Written | None:
    """Write a figure: +54 DM, 39 to 68; None where it has no estimate."""
    if figure.estimate is None:
        return None
    estimate, low, high = figure.estimate, figure.low, figure.high
    if low is None or high is None:
        return Written(numbers.money(estimate, unit, signed=signed), "")
    decimals = known_digits.decimals_of(estimate, low, high, unit)
    value = numbers.fixed(estimate, decimals, signed=signed)
    between = numbers.interval(low, high, lambda end: numbers.fixed(end, decimals))
    return Written(f"{value} {unit}".rstrip(), between)


@once
def is_estimated(snapshot: Snapshot) -> bool:
    """Whether the figures of the decision for new cases are there, or on their way."""
    wanted = _wanted(snapshot)
    found = decision_on_new_cases(snapshot)
    reason = failure(snapshot, wanted) if found is None else found.reason
    return snapshot.settings.bands.shown and wanted is not None and not reason


def is_flattered(snapshot: Snapshot) -> bool:
    """Whether plain figures of the decision are those of a sample that chose it, bands or not."""
    return _wanted(snapshot) is not None


def no_estimate(snapshot: Snapshot) -> str:
    """Say why there is no estimate for new cases; nothing where there is, or it is on its way."""
    wanted = _wanted(snapshot)
    found = decision_on_new_cases(snapshot)
    reason = failure(snapshot, wanted) if found is None else found.reason
    return tr("No estimate for new cases: {reason}", reason=reason) if reason else ""


def _wanted(snapshot: Snapshot) -> IntervalRequest | None:
    if winning_trivial(snapshot) is not None:
        return None  # what decides without looking at scores was not flattered
    return decision_on_new_cases_request(snapshot)


def figure(snapshot: Snapshot) -> Written | None:
    """Write what the objective makes best of the decision on new cases: +54 DM, 39 to 68.

    None until it is known, and where no sample flatters the decision.
    """
    found = decision_on_new_cases(snapshot) if is_estimated(snapshot) else None
    if found is None:
        return None
    if snapshot.settings.objective is Objective.COST:
        return written(found.normalized_cost, signed=False)
    return written(found.profit, vocabulary_of(snapshot).unit)


def compared_trivial(snapshot: Snapshot, key: str) -> str:
    """Return the trivial classifier that the decision is compared with."""
    found = decision_on_new_cases(snapshot) if is_estimated(snapshot) else None
    return better_trivial(snapshot, key) if found is None else found.trivial


def net_benefit(snapshot: Snapshot, key: str) -> str:
    """Say the net benefit of a model's rule: 0.0243 on new cases (0.0207 to 0.0280).

    Nothing until it is known, and where no sample flatters the rule.
    """
    shown = snapshot.settings.bands.shown
    found = known(snapshot, new_cases_request(snapshot, key)) if shown else None
    told = None if found is None else written(found.net_benefit, signed=False)
    return (
        tr("{value} on new cases ({interval})", value=told.value, interval=told.interval)
        if told is not None
        else ""
    )


def expected_profit(snapshot: Snapshot) -> str:
    """Say in a sentence what the decision earns, with the level of the interval."""
    figure = _profit(snapshot)
    if figure.told is None:
        return tr("{here}{per} on this sample", here=figure.here, per=figure.per)
    told = tr("about {value}{per} on new cases", value=figure.told.value, per=figure.per)
    level = uncertainty_text.level(snapshot.settings.bands.spec)
    return tr(
        "{told} ({level}: {interval}), {bare} on this sample",
        told=told,
        level=level,
        interval=figure.told.interval,
        bare=figure.bare,
    )


def compared(snapshot: Snapshot, other: str) -> str:
    """Go on with how the decision compares on new cases; nothing until that is known."""
    figure, found = lead_over_runner_up(snapshot)
    terms = vocabulary_of(snapshot)
    told = None if figure is None else written(figure, terms.unit)
    if figure is None or found is None or told is None:
        return ""
    sure = f"({uncertainty_text.level(found.spec)}: {told.interval})"
    if not is_significant(figure):
        return tr("; the difference to {other} is not significant {sure}", other=other, sure=sure)
    more = tr("more") if (figure.estimate or 0.0) > 0 else tr("less")
    return tr(
        "; {amount} {more} than {other} {sure}",
        amount=told.value.lstrip("+" + numbers.MINUS),
        more=more,
        other=other,
        sure=sure,
    )


def more_than_selected(snapshot: Snapshot, more: float) -> str:
    """Say how much more the best model earns than the selected one, and whether on new cases."""
    terms = vocabulary_of(snapshot)
    here = tr("{more} more", more=terms.money(more, signed=False))
    figure, _ = lead_over_runner_up(snapshot) if has_lead(snapshot) else (None, None)
    told = None if figure is None else written(figure, terms.unit)
    if figure is None or told is None:
        if is_not_significant_here(snapshot):
            return tr("{here} on this sample, not significantly", here=here)
        return tr("{here} on this sample", here=here)
    if (figure.estimate or 0.0) >= 0:
        return tr("{here} on this sample, not on new cases", here=here)
    if not is_significant(figure):
        return tr("{here} on this sample, on new cases not significantly", here=here)
    return tr("{amount} more on new cases", amount=told.value.lstrip(numbers.MINUS))


def is_not_significant_here(snapshot: Snapshot) -> bool:
    """Whether the lead of a rule that was given is known, and its interval holds 0."""
    found = decision_intervals(snapshot)
    if found is None or found.lead is None or has_lead(snapshot):
        return False
    low, high = found.lead.low, found.lead.high
    return low is not None and high is not None and not known_digits.leaves_out_0(low, high)


class _Figure(NamedTuple):
    """A figure of the decision on this sample, with and without its unit, and on new cases."""

    here: str
    bare: str
    per: str
    told: Written | None


def _profit(snapshot: Snapshot) -> _Figure:
    terms, found = vocabulary_of(snapshot), decision_on_new_cases(snapshot)
    here = terms.money(snapshot.models[snapshot.selected or ""].policy.expected_profit)
    told = None if found is None else written(found.profit, terms.unit)
    return _Figure(
        here, here.removesuffix(f" {terms.unit}"), tr(" per {noun}", noun=terms.noun), told
    )


def expectation_hint(snapshot: Snapshot) -> str:
    """Say how the estimate for new cases was found, of what the objective is."""
    found, by_cost = decision_on_new_cases(snapshot), snapshot.settings.objective is Objective.COST
    if found is None or found.reason:
        return ""
    return how_figure(found, found.normalized_cost if by_cost else found.profit)


def how_figure(found: NewCasesEstimate | NewCasesLead, figure: NewCasesFigure) -> str:
    """Say how one figure was estimated for new cases, and what to be careful about in that one."""
    return how(replace(found, caution=caution_about(found, figure)))


def how(found: NewCasesEstimate | NewCasesLead | NewCasesCurve) -> str:
    """Say how something was estimated for new cases, and what to be careful about."""
    drawn = uncertainty_text.drawn(found.spec)
    method = tr("Estimate for new cases, {method}, {drawn}", method=found.method, drawn=drawn)
    return "\n".join(filter(None, (method, inflection.sentence_case(found.caution))))


def total(snapshot: Snapshot) -> tuple[str, str] | None:
    """Write the profit of all cases, no finer than it is known, and how it was found.

    None where it is not estimated for new cases.
    """
    found, sums = decision_on_new_cases(snapshot), total_interval(snapshot)
    if found is None or sums is None:
        return None
    how_sums = how_figure(found, found.profit)
    return sums.value, tr("On new cases, {interval}\n{how}", interval=sums.interval, how=how_sums)


def total_interval(snapshot: Snapshot) -> Written | None:
    """Write the profit of all cases on new ones with its interval, no finer than it is known."""
    found = decision_on_new_cases(snapshot) if is_estimated(snapshot) else None
    if found is None:
        return None
    cases, unit = snapshot.settings.selection.population, vocabulary_of(snapshot).unit
    return of_all(found.profit, cases, unit)


def of_all(
    figure: NewCasesFigure, cases: float, unit: str, *, signed: bool = True
) -> Written | None:
    """Write what a figure per case comes to for all, no finer than it is known."""
    estimate, low, high = figure.estimate, figure.low, figure.high
    if estimate is None or low is None or high is None:
        return None
    step = known_digits.step_of(cases * low, cases * high)

    def rounded(per_case: float) -> str:
        return numbers.money_total(
            known_digits.to_step(cases * per_case, step), unit, signed=signed
        )

    return Written(
        rounded(estimate),
        tr("{low} to {high}", low=rounded(low), high=rounded(high)),
    )


def warning(snapshot: Snapshot) -> str:
    """Say what would mislead: a rule as good as one that looks at no score, or few cases."""
    few = few_cases(snapshot)
    said = doubt(snapshot)
    return f"{said}; {inflection.decapitalised(few)}" if said and few else said or few


def few_cases(snapshot: Snapshot) -> str:
    """Say that few cases make the interval for new cases too short.

    That of a threshold which was given is the plain one.
    """
    if is_estimated(snapshot):
        found = decision_on_new_cases(snapshot)
        said = "" if found is None else found.caution
    else:
        given = decision_intervals(snapshot)
        said = "" if given is None else given.policy.expected_profit.caution
    if not said:
        return ""
    from costcurve_gui.engine.resampling.few_cases import TOO_SHORT  # not at the start

    return inflection.sentence_case(said) if said.endswith(TOO_SHORT) else ""


def doubt(snapshot: Snapshot) -> str:
    """Say that the decision is not shown to do better than what looks at no score.

    Not significantly better than granting all on new cases (+1 DM, -7 to 10). Nothing where it is
    shown to be, and until it is known.
    """
    if _wanted(snapshot) is None:
        return _doubt_of_given(snapshot)
    found = decision_on_new_cases(snapshot) if is_estimated(snapshot) else None
    return (
        "" if found is None else _doubted(snapshot, found.lead, found.trivial, tr(" on new cases"))
    )


def _doubt_of_given(snapshot: Snapshot) -> str:
    """Say the same of a threshold that was given, whose lead has the interval of this sample."""
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure  # for intervals

    found, key = decision_intervals(snapshot), snapshot.selected
    if key is None or winning_trivial(snapshot) is not None:
        return ""
    better, by_case = better_trivial(snapshot, key), rule_of(snapshot, key)
    if by_case is not None and snapshot.settings.bands.shown:
        gain = by_case.lead_over_trivial
        return _doubted(snapshot, NewCasesFigure(None, gain.gain, gain.low, gain.high), better, "")
    if found is None or not better:
        return ""
    trivial = trivial_on(snapshot, key)[better]
    lead = snapshot.models[key].policy.expected_profit - trivial.expected_profit
    interval: FigureInterval = getattr(found.policy, f"lead_over_{better}")
    figure = NewCasesFigure(lead, lead, interval.low, interval.high)
    return _doubted(snapshot, figure, better, "")


def _doubted(snapshot: Snapshot, lead: NewCasesFigure, trivial: str, where: str) -> str:
    terms, told = vocabulary_of(snapshot), written(lead, vocabulary_of(snapshot).unit)
    if lead.estimate is None or told is None:
        return ""
    doing = f"{terms.doing_all(trivial)}{where}"
    if lead.estimate <= 0:
        return tr("No better than {doing}", doing=doing)
    if not told.interval or is_significant(lead):
        return ""
    return tr(
        "Not significantly better than {doing} ({value}, {interval})",
        doing=doing,
        value=told.value,
        interval=told.interval,
    )


class RowOfNewCases(NamedTuple):
    """Value, note and hint of a line of the decision."""

    value: str
    note: str
    hint: str


def row(
    figure: NewCasesFigure | None,
    found: NewCasesEstimate | NewCasesLead | None,
    here: str,
    unit: str = "",
    *,
    signed: bool = True,
) -> RowOfNewCases:
    """Return the texts of a figure for new cases; until it is known, those of the sample's."""
    told = None if figure is None else written(figure, unit, signed=signed)
    if found is None or figure is None or told is None:
        bare = here.removesuffix(f" {unit}")  # as short as what comes: no name wraps meanwhile
        return RowOfNewCases(bare, tr("this sample"), tr("On this sample"))
    sure = f"{uncertainty_text.level(found.spec)}: {told.interval}"
    method = how_figure(found, figure)
    return RowOfNewCases(
        told.value,
        told.interval,
        tr("{sure}\n{here} on this sample\n{how}", sure=sure, here=here, how=method),
    )


def lead_over_runner_up(snapshot: Snapshot) -> tuple[NewCasesFigure | None, NewCasesLead | None]:
    """Return the lead of the decision over the next best model, and what it comes from."""
    found = decision_lead_on_new_cases(snapshot)
    return (None, None) if found is None else (found.profit, found)


def has_lead(snapshot: Snapshot) -> bool:
    """Whether the lead over the next best model is estimated for new cases, or will be."""
    wanted, found = decision_lead_request(snapshot), decision_lead_on_new_cases(snapshot)
    reason = failure(snapshot, wanted) if found is None else found.reason
    return is_estimated(snapshot) and wanted is not None and not reason


def is_significant(figure: NewCasesFigure) -> bool:
    """Whether the interval of a lead leaves out 0."""
    if figure.low is None or figure.high is None:
        return False
    return known_digits.leaves_out_0(figure.low, figure.high)
