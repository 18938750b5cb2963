"""What answers are made of: their form, and by how much one model does better than another."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.common_case_requests import number_in_common
from costcurve_gui.analysis.intervals.known_results import (
    failure,
    known,
    known_or_failed,
    spec_in_force,
)
from costcurve_gui.analysis.intervals.new_cases import lead_request
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.model_ranking import lead
from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    bounds_text,
    inflection,
    known_digits,
    new_cases_text,
    numbers,
    uncertainty_text,
)
from costcurve_gui.views.text.comparison_text import that_both_scored
from costcurve_gui.views.text.decision_uncertainty import (
    LEAD,
    interval_of,
    method,
)
from costcurve_gui.views.text.vocabulary import prior_name, vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.new_cases_lead import NewCasesLead


class Said(NamedTuple):
    """Sentences with numbers and intervals, how these were found, and the name that matters."""

    text: str
    method: str = ""
    strong: str = ""


class Answer(NamedTuple):
    """The answer to one question, by its key, under its words."""

    key: str
    title: str
    text: str
    method: str = ""
    strong: str = ""

    @property
    def sentences(self) -> str:
        """All of it on one line, as it is copied."""
        return f"{self.text} {self.method}".strip()


def subject_of(snapshot: Snapshot) -> str | None:
    """Return the key of the model that answers are about; None without a model."""
    return snapshot.selected or snapshot.best


def name_of(snapshot: Snapshot, key: str) -> str:
    """Return what a model is called."""
    return snapshot.models[key].info.name


def how(*methods: str) -> str:
    """Return methods as one sentence: Estimate for new cases, out of bag, 400 replicates, seed 0.

    Those that are empty, or said before, are left out.
    """
    lines = (line.rstrip(".") for method in methods for line in method.splitlines())
    return " ".join(f"{line}." for line in dict.fromkeys(lines) if line)


def how_leads(snapshot: Snapshot, key: str, other: str) -> str:
    """Say how the lead of one model over another was estimated; nothing until it is known."""
    found = lead_on_new_cases(snapshot, key, other)
    return "" if found is None else how(new_cases_text.how(found))


def held_fixed(snapshot: Snapshot, figure: str) -> str:
    """Say how the interval of a figure of the decision was found, its threshold held fixed."""
    found = interval_of(snapshot, figure)
    if found is None or found.low is None:
        return ""
    return how(tr("Threshold held fixed, {method}", method=method(found, spec_in_force(snapshot))))


def no_interval(reason: str) -> str:
    """Say why there is no interval; nothing without a reason."""
    return tr("No interval: {reason}.", reason=reason.rstrip(".")) if reason else ""


def why_not_sure(snapshot: Snapshot, key: str, other: str) -> str:
    """Say why it is not known how sure a lead is; nothing where it is, or until it is known."""
    here = interval_of(snapshot, LEAD)
    reasons = failure(snapshot, _request(snapshot, key, other)), "" if here is None else here.reason
    return no_interval(next(filter(None, reasons), ""))


def at_condition(snapshot: Snapshot) -> str:
    """Write the condition: at PC(+) 0.576."""
    return tr(
        "at PC(+) {probability_cost}",
        probability_cost=numbers.rate(snapshot.condition.probability_cost),
    )


def over_conditions(snapshot: Snapshot, low: float, high: float) -> str:
    """Write between which conditions: for PC(+) from 0.267 to 0.663, that is p(bad) from ..."""
    means = snapshot.condition.means
    first, last = (prior_at(end, means.fn_cost, means.fp_cost) for end in (low, high))
    priors = numbers.interval(first, last, numbers.percent)
    prior = prior_name(vocabulary_of(snapshot))
    return tr(
        "for PC(+) from {low}, that is {prior} from {priors}",
        low=numbers.interval(low, high),
        prior=prior,
        priors=priors,
    )


def lead_on_new_cases(snapshot: Snapshot, key: str, other: str) -> NewCasesLead | None:
    """Return the lead of one model over another on new cases, once it is known of either order."""
    if not snapshot.settings.bands.shown:
        return None
    found: NewCasesLead | None = known(snapshot, _request(snapshot, key, other))
    if found is None:
        found = known(snapshot, _request(snapshot, other, key))
        found = None if found is None else found.reversed
    return None if found is None or found.reason else found


def is_pending(snapshot: Snapshot, key: str, other: str) -> bool:
    """Whether the lead on new cases is on its way."""
    wanted = _request(snapshot, key, other), _request(snapshot, other, key)
    if not snapshot.settings.bands.shown or None in wanted:
        return False
    return all(known_or_failed(snapshot, one) is None for one in wanted)


def _request(snapshot: Snapshot, key: str, other: str) -> IntervalRequest | None:
    """Return `lead_request`; several answers of a drag's step are about the same two models."""
    made = _lead_requests(snapshot)
    if (key, other) not in made:
        made[key, other] = lead_request(snapshot, key, other)
    return made[key, other]


@once
def _lead_requests(snapshot: Snapshot) -> dict[tuple[str, str], IntervalRequest | None]:
    del snapshot
    return {}


def lead_sentence(snapshot: Snapshot, key: str, other: str, who: str = "") -> str:
    """Say what a model earns more than another: on new cases, else on this sample.

    It is called "it" unless `who` names it. The bounds that both rules keep are said.
    """
    who, within = who or tr("it"), bounds_text.within(snapshot)
    found = lead_on_new_cases(snapshot, key, other)
    name = f"{snapshot.models[other].info.name}{_common_cases(snapshot, key, other)}"
    if found is not None:
        return tr(
            "On new cases{within} {who} earns {amount_against}.",
            within=within,
            who=who,
            amount_against=amount_against(snapshot, found, name),
        )
    if is_pending(snapshot, key, other):
        return tr("Estimating the lead over {name} on new cases \u2026", name=name)
    return _on_this_sample(snapshot, key, other, (who, name))


def amount_against(snapshot: Snapshot, found: NewCasesLead, other: str) -> str:
    """Write a lead on new cases: 8 DM per applicant more than b (90 %: -7 to 23), ..."""
    terms, figure = vocabulary_of(snapshot), found.profit
    told = new_cases_text.written(figure, terms.unit)
    if told is None or figure.estimate == 0:
        return tr("the same as {other}", other=other)
    more = tr("more") if (figure.estimate or 0.0) > 0 else tr("less")
    value = told.value.lstrip("+" + numbers.MINUS)
    level = uncertainty_text.level(found.spec)
    doubt = verdict(new_cases_text.is_significant(figure))
    return tr(
        "{value} per {noun} {more} than {other} ({level}: {interval}), {doubt}",
        value=value,
        noun=terms.noun,
        more=more,
        other=other,
        level=level,
        interval=told.interval,
        doubt=doubt,
    )


def verdict(significant: bool) -> str:
    """Write whether a difference is significant."""
    return tr("significant") if significant else tr("not significant")


def _common_cases(snapshot: Snapshot, key: str, other: str) -> str:
    both = that_both_scored(number_in_common(snapshot, (key, other)))
    return tr(" on the {both}", both=both) if both else ""


def _on_this_sample(snapshot: Snapshot, key: str, other: str, names: tuple[str, str]) -> str:
    more, terms, (who, name) = lead(snapshot, key, other), vocabulary_of(snapshot), names
    within = bounds_text.within(snapshot)
    if math.isnan(more):
        return tr(
            "{who} is not compared with {name}: no case was scored by both.",
            who=inflection.sentence_case(who) if who == tr("it") else who,
            name=name,
        )
    if more == 0:
        return tr(
            "On this sample{within} {who} earns the same as {name}.",
            within=within,
            who=who,
            name=name,
        )
    amount = tr("{more} per {noun}", more=terms.money(abs(more), signed=False), noun=terms.noun)
    sure = ""
    if snapshot.selected is not None and {key, other} == {
        snapshot.selected,
        runner_up(snapshot, snapshot.selected),
    }:
        sure = _interval_here(snapshot, turned=key != snapshot.selected)
    return tr(
        "On this sample{within} {who} earns {amount} {word} than {name}{sure}.",
        within=within,
        who=who,
        amount=amount,
        word=tr("more") if more > 0 else tr("less"),
        name=name,
        sure=sure,
    )


def _interval_here(snapshot: Snapshot, *, turned: bool) -> str:
    """Go on with the interval of the decision's lead, its threshold held fixed; or with nothing.

    `turned` is the lead of the runner-up over the decision.
    """
    terms, found = vocabulary_of(snapshot), interval_of(snapshot, LEAD)
    if found is None or found.low is None or found.high is None:
        return ""
    low, high = (-found.high, -found.low) if turned else (found.low, found.high)
    level = uncertainty_text.level(snapshot.settings.bands.spec)
    between = numbers.interval(low, high, terms.amount)
    return f" ({level}: {between}), {verdict(known_digits.leaves_out_0(low, high))}"
