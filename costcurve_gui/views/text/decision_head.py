"""Say in the head of the decision what it earns, how sure that is, and what it was chosen on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
from costcurve_gui.analysis.intervals.requests import decision_failure, decision_intervals
from costcurve_gui.analysis.snapshot import runner_up, validation_in_force
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    known_digits,
    new_cases_text,
    numbers,
    optimism,
    policy_text,
    vocabulary,
)
from costcurve_gui.views.text.decision_summary import bounds_exclude_all
from costcurve_gui.views.text.decision_uncertainty import COST, uncertainty_note
from costcurve_gui.views.text.per_case_text import profit_interval, rule_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot

_ESTIMATING = tr("Estimating the profit on new cases \u2026")


class HeadFigure(NamedTuple):
    """The one figure of the head, its words from the longest to the shortest, its interval."""

    value: str = ""
    words: tuple[str, ...] = ("",)
    interval: str = ""
    hint: str = ""


class Verdict(NamedTuple):
    """What is shown of the decision, in words from the longest to the shortest.

    `trivial` names the trivial classifier that it is not shown to beat.
    """

    words: tuple[str, ...]
    tone: str
    hint: str = ""
    trivial: str = ""


class SampleLine(NamedTuple):
    """What the decision was chosen or validated on."""

    text: str
    tone: str = "muted"
    hint: str = ""


def head_figure(snapshot: Snapshot, key: str) -> HeadFigure:
    """Return what the decision earns on new cases; of this sample where it has no such estimate."""
    by_cost = snapshot.settings.objective is Objective.COST
    estimated = new_cases_text.figure(snapshot)
    if estimated is not None:
        where = tr("new cases")
        return HeadFigure(
            estimated.value,
            _words(snapshot, where),
            estimated.interval,
            _with_cost(snapshot, key, new_cases_text.expectation_hint(snapshot)),
        )
    value, where, interval, hint = _of_this_sample(snapshot, key, by_cost=by_cost)
    return HeadFigure(value, _words(snapshot, where), interval, _with_cost(snapshot, key, hint))


def _of_this_sample(snapshot: Snapshot, key: str, *, by_cost: bool) -> tuple[str, str, str, str]:
    """Return figure, sample, interval and hint where there is no estimate for new cases."""
    terms, trivial = vocabulary.vocabulary_of(snapshot), model_ranking.winning_trivial(snapshot)
    policy = snapshot.models[key].policy if trivial is None else snapshot.trivial[trivial]
    value = terms.money(policy.expected_profit)
    if by_cost:
        value = numbers.rate(policy.normalized_expected_cost)
    if trivial is not None:
        return value, "", "", ""
    if rule_of(snapshot, key) is not None:
        ends = profit_interval(snapshot, key).rpartition(": ")[2]
        return value, tr("out of fold"), ends, ""
    if new_cases_text.is_flattered(snapshot):
        return value, tr("this sample"), "", ""
    known = uncertainty_note(
        snapshot,
        COST if by_cost else "expected_profit",
        numbers.rate if by_cost else terms.amount,
    )
    return value, "", known.note, known.hint


def _words(snapshot: Snapshot, where: str) -> tuple[str, ...]:
    """Return what follows the figure, and the same without its unit."""
    noun = vocabulary.vocabulary_of(snapshot).noun
    per = tr("per {noun}", noun=noun)
    if snapshot.settings.objective is Objective.COST:
        per = tr("normalized cost")
    return ", ".join(filter(None, (per, where))), where


def _with_cost(snapshot: Snapshot, key: str, hint: str) -> str:
    """Go on with the normalized expected cost, where it is not the figure itself."""
    if snapshot.settings.objective is Objective.COST:
        return hint
    return "\n".join(filter(None, (hint, normalized_cost(snapshot, key))))


def normalized_cost(snapshot: Snapshot, key: str) -> str:
    """Say the normalized expected cost, on new cases where that is estimated."""
    trivial = model_ranking.winning_trivial(snapshot)
    policy = snapshot.models[key].policy if trivial is None else snapshot.trivial[trivial]
    here = numbers.rate(policy.normalized_expected_cost)
    found = decision_on_new_cases(snapshot) if new_cases_text.is_estimated(snapshot) else None
    told = None
    if found is not None:
        told = new_cases_text.written(found.normalized_cost, signed=False)
    if told is None:
        return tr("Normalized expected cost {here} on this sample", here=here)
    return tr(
        "Normalized expected cost {value} on new cases ({interval}), {here} on this sample",
        value=told.value,
        interval=told.interval,
        here=here,
    )


def sample_line(snapshot: Snapshot, key: str) -> SampleLine:
    """Say where the decision was validated, or what its sample had of it."""
    if validation_in_force(snapshot) is not None:
        said = optimism.mark(snapshot)
        tone = "success" if optimism.holds(snapshot) else "warning"
        return SampleLine(said.text, tone, said.hint)
    if model_ranking.winning_trivial(snapshot) is not None:
        return SampleLine(tr("Looks at no score"))
    if bounds_exclude_all(snapshot):
        return SampleLine("")
    if not new_cases_text.is_flattered(snapshot):
        return SampleLine(*_two(optimism.chosen_on(snapshot)))
    reason = new_cases_text.no_estimate(snapshot)
    if reason:
        return SampleLine(tr("No estimate for new cases"), "warning", reason)
    value = _of_this_sample(snapshot, key, by_cost=snapshot.settings.objective is Objective.COST)[
        0
    ].removesuffix(f" {vocabulary.vocabulary_of(snapshot).unit}")
    return SampleLine(tr("On the sample that chose it: {value}", value=value))


def _two(said: optimism.OptimismText) -> tuple[str, str, str]:
    return said.text, "muted", said.hint


def verdict(snapshot: Snapshot, key: str) -> Verdict:
    """Say whether the decision is shown to beat what it is compared with."""
    if bounds_exclude_all(snapshot):
        many = len(snapshot.settings.selection.bounds.limits) > 1
        said = tr("The bounds exclude each other") if many else tr("The bound is out of reach")
        return Verdict((said,), "danger")
    if model_ranking.winning_trivial(snapshot) is not None:
        return Verdict((tr("No model is better on this sample"),), "warning")
    if not snapshot.models[key].met:
        said = tr("Not what was asked for")
        return Verdict((said,), "danger", policy_text.shortfall(snapshot, key))
    doubt = new_cases_text.doubt(snapshot)
    trivial = new_cases_text.compared_trivial(snapshot, key)
    if doubt and trivial:
        doing = vocabulary.vocabulary_of(snapshot).doing_all(trivial)
        return Verdict((tr("No better than {doing}", doing=doing),), "warning", doubt, trivial)
    return _unknown(snapshot) or _against_next(snapshot, key)


def _unknown(snapshot: Snapshot) -> Verdict | None:
    """Say that intervals are off, on their way, or missing; None where they are known."""
    if not snapshot.settings.bands.shown:
        return Verdict((tr("Intervals are switched off"),), "muted")
    if new_cases_text.is_estimated(snapshot):
        due = decision_on_new_cases(snapshot) is None
        if new_cases_text.has_lead(snapshot):
            due = due or new_cases_text.lead_over_runner_up(snapshot)[0] is None
        return Verdict((_ESTIMATING,), "muted") if due else None
    if decision_intervals(snapshot) is not None:
        return None
    by_case = rule_of(snapshot, snapshot.selected or "") is not None
    reason = decision_failure(snapshot)
    if by_case:
        return None
    return (
        Verdict((tr("No interval"),), "muted", reason)
        if reason
        else Verdict((tr("Estimating the intervals \u2026"),), "muted")
    )


def _against_next(snapshot: Snapshot, key: str) -> Verdict:
    """Say how the decision compares with the next model, or with the trivial classifier."""
    other, ends = runner_up(snapshot, key), _ends_of_lead(snapshot)
    if other is None or ends is None or not model_ranking.compares_money(snapshot):
        trivial = new_cases_text.compared_trivial(snapshot, key)
        if not trivial:
            return Verdict((tr("No other rule keeps the bounds"),), "muted")
        doing = vocabulary.vocabulary_of(snapshot).doing_all(trivial)
        return Verdict((tr("Shown to beat {doing}", doing=doing),), "success")
    name = snapshot.models[other].info.name
    if not known_digits.leaves_out_0(*ends):
        said = tr("{name} may be as good", name=name), tr("The next model may be as good")
        return Verdict(said, "warning")
    if ends[1] < 0:
        said = tr("{name} is better", name=name), tr("Another model is better")
        return Verdict(said, "warning")
    return Verdict((tr("Shown to beat the next model"),), "success")


def _ends_of_lead(snapshot: Snapshot) -> tuple[float, float] | None:
    """Return the interval of the lead over the next model; None where there is none."""
    if new_cases_text.has_lead(snapshot):
        figure, _ = new_cases_text.lead_over_runner_up(snapshot)
        low, high = (None, None) if figure is None else (figure.low, figure.high)
    else:
        found = decision_intervals(snapshot)
        lead = None if found is None else found.lead
        low, high = (None, None) if lead is None else (lead.low, lead.high)
    return None if low is None or high is None else (low, high)


def trivial_offer(snapshot: Snapshot, trivial: str) -> str:
    """Say what the trivial classifier earns that a model is not shown to beat."""
    terms, policy = vocabulary.vocabulary_of(snapshot), snapshot.trivial[trivial]
    money = terms.money(policy.expected_profit, signed=policy.expected_profit < 0)
    money = money.replace(" ", numbers.NO_BREAK)
    payoff = snapshot.settings.payoff
    cells = (payoff.tp, payoff.fp) if trivial == "all" else (payoff.fn, payoff.tn)
    if all(numbers.parse_number(cell) is not None for cell in cells):
        return tr("needs no model and earns {money}, for certain.", money=money)
    return tr("needs no model and earns {money} on this sample.", money=money)
