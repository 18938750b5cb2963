"""Answer the seven questions of an experimenter (Drummond & Holte 2006, introduction)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.known_results import failure
from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
from costcurve_gui.analysis.intervals.requests import (
    decision_failure,
    difference_request,
    known_difference,
)
from costcurve_gui.engine.resampling.bootstrap import by_groups
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    comparison_text,
    decision_uncertainty,
    new_cases_text,
    numbers,
    optimism,
    per_case_text,
    uncertainty_text,
)
from costcurve_gui.views.text.answer_parts import (
    Said,
    at_condition,
    held_fixed,
    how,
    how_leads,
    lead_sentence,
    name_of,
    no_interval,
    over_conditions,
    verdict,
)
from costcurve_gui.views.text.bounds_text import of_curves, within
from costcurve_gui.views.text.empty_states import no_difference, suits
from costcurve_gui.views.text.inflection import listed
from costcurve_gui.views.text.vocabulary import model_curves_of, vocabulary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.intervals.results import JudgedDifference
    from costcurve_gui.analysis.snapshot import Snapshot

_COST = decision_uncertainty.COST


def _costs(snapshot: Snapshot, key: str) -> Said:
    """Say the expected cost at the condition, normalized and in money."""
    name, terms = name_of(snapshot, key), vocabulary_of(snapshot)
    policy, at = snapshot.models[key].policy, at_condition(snapshot)
    here = numbers.rate(policy.normalized_expected_cost)
    found = decision_on_new_cases(snapshot)
    told = None if found is None else new_cases_text.written(found.normalized_cost, signed=False)
    money = None if found is None else new_cases_text.written(found.cost, terms.unit, signed=False)
    if found is None or told is None or money is None:
        return _costs_here(snapshot, key)
    level = uncertainty_text.level(found.spec)
    text = tr(
        "The normalized expected cost of {name} is about {earned} on new cases ({level}: "
        "{interval}), {here} on this sample, {at}. That is {money} per {noun} "
        "({money_interval}) more than if every decision were correct.",
        name=name,
        earned=told.value,
        level=level,
        interval=told.interval,
        here=here,
        at=at,
        money=money.value,
        noun=terms.noun,
        money_interval=money.interval,
    )
    return Said(text, how(new_cases_text.how(found)))


def _costs_here(snapshot: Snapshot, key: str) -> Said:
    """Say what a rule costs on this sample: it was given, or new cases are still estimated."""
    terms, policy = vocabulary_of(snapshot), snapshot.models[key].policy
    cost, at = numbers.rate(policy.normalized_expected_cost), at_condition(snapshot)
    money = tr(
        "{expected_cost} per {noun}",
        expected_cost=terms.money(policy.expected_cost, signed=False),
        noun=terms.noun,
    )
    rest = tr("{at}: {money} more than if every decision were correct.", at=at, money=money)
    text = tr(
        "The normalized expected cost of {name} is {cost} on this sample",
        name=name_of(snapshot, key),
        cost=cost,
    )
    if new_cases_text.is_estimated(snapshot):
        return Said(
            tr(
                "{text}, {rest} Estimating the result on new cases …",
                text=text,
                rest=rest,
            )
        )
    brief = decision_uncertainty.uncertainty_note(snapshot, _COST).brief
    sure = f" ({brief})" if brief else ""
    return Said(f"{text}{sure}, {rest}", held_fixed(snapshot, _COST) if brief else "")


def _worth_using(snapshot: Snapshot, key: str) -> Said:
    """Say where a model beats both trivial classifiers, and by how much at the condition."""
    terms, name = vocabulary_of(snapshot), name_of(snapshot, key)
    trivial = tr(
        "{doing} and {other}",
        doing=terms.doing_all("all"),
        other=terms.doing_all("none"),
    )
    span = model_curves_of(snapshot.curve_set, key).evaluation.envelope.operating_range
    if span is None:
        text = tr("{name} beats {trivial} at no PC(+) on this sample.", name=name, trivial=trivial)
        return Said(of_curves(snapshot, text))
    text = tr(
        "On this sample {name} beats {trivial} {over_conditions}.",
        name=name,
        trivial=trivial,
        over_conditions=over_conditions(snapshot, *span),
    )
    text = of_curves(snapshot, text)
    found = decision_on_new_cases(snapshot)
    if found is not None and not found.reason:
        method = how(new_cases_text.how_figure(found, found.lead))
        return Said(f"{_over_trivial(snapshot, key)} {text}".strip(), method)
    if new_cases_text.is_estimated(snapshot):
        text = tr("{text} Estimating the difference on new cases …", text=text)
    return Said(text)


def _over_trivial(snapshot: Snapshot, key: str) -> str:
    """Say by how much the decision beats the better trivial classifier on new cases."""
    found, terms = decision_on_new_cases(snapshot), vocabulary_of(snapshot)
    told = None if found is None else new_cases_text.written(found.lead, terms.unit)
    if found is None or told is None:
        return ""
    more = tr("more") if (found.lead.estimate or 0.0) > 0 else tr("less")
    value, level = told.value.lstrip("+" + numbers.MINUS), uncertainty_text.level(found.spec)
    doing = terms.doing_all(found.trivial)
    doubt = verdict(new_cases_text.is_significant(found.lead))
    return tr(
        "Here{within} {name} earns {earned} per {noun} {more} than {doing} on new cases "
        "({level}: {interval}), {doubt}.",
        within=within(snapshot),
        name=name_of(snapshot, key),
        earned=value,
        noun=terms.noun,
        more=more,
        doing=doing,
        level=level,
        interval=told.interval,
        doubt=doubt,
    )


def _better(snapshot: Snapshot, key: str) -> Said:
    """Say where the model is cheaper than its competitor, and where that is significant."""
    del key
    found, lack = cost_comparisons(snapshot).comparison, no_difference(snapshot)
    if found is None:
        return Said("" if lack is None else f"{lack.headline}. {lack.sentence}")
    text = comparison_text.sentence(snapshot, found)
    significant, method = _significance(snapshot)
    here = of_curves(snapshot, tr("On this sample {text}", text=text))
    return Said(f"{here} {significant}".rstrip(), method)


def _significance(snapshot: Snapshot) -> tuple[str, str]:
    """Say where the difference is significant, and how that was found; or that it is pending."""
    found = known_difference(snapshot)
    if found is not None:
        text = of_curves(snapshot, comparison_text.significance_sentence(snapshot, found))
        return text, how(uncertainty_text.difference_note(snapshot), _judged_by(found))
    reason = failure(snapshot, difference_request(snapshot))
    if reason or not snapshot.settings.bands.shown:
        return no_interval(reason), ""
    return tr("Computing where that is significant …"), ""


def _judged_by(found: JudgedDifference) -> str:
    """Say what a stretch must hold to be called significant; nothing where there is none."""
    if not found.stretches and not found.only_here:
        return ""
    return tr("Significant where the interval of the mean lead on new cases leaves out 0 too")


def _difference(snapshot: Snapshot, key: str) -> Said:
    """Say how much a model is better at the condition, on new cases and on this sample."""
    found, lack = cost_comparisons(snapshot).comparison, no_difference(snapshot)
    if found is None:
        return Said("" if lack is None else f"{lack.headline}. {lack.sentence}")
    x, (name, other) = snapshot.condition.probability_cost, comparison_text.names(snapshot, found)
    more = found.difference.value_at(x)
    interval = comparison_text.difference_interval(snapshot, x)
    sure = ""
    if interval is not None:
        level = uncertainty_text.level(snapshot.settings.bands.spec)
        sure = f" ({level}: {numbers.interval(*interval, numbers.difference)})"
    text = tr(
        "On this sample the normalized cost of {name} less that of "
        "{other} is {difference}{sure} {at_condition}.",
        name=name,
        other=other,
        difference=numbers.difference(more),
        sure=sure,
        at_condition=at_condition(snapshot),
    )
    text = f"{lead_sentence(snapshot, key, found.competitor, name)} {of_curves(snapshot, text)}"
    here = how(uncertainty_text.difference_note(snapshot)) if sure else ""
    return Said(text, f"{how_leads(snapshot, key, found.competitor)} {here}".strip())


def _folds(snapshot: Snapshot, key: str) -> Said:
    """Say the mean cost over folds at the condition, with its interval."""
    found = snapshot.results.folds
    if not suits("folds", snapshot):
        return Said(tr("This file has counts only: there are no folds to average."))
    if found is None:
        return Said(tr("Averaging the folds …"))
    if not found.folds:
        return Said(tr("No fold column. Choose one in Data and models to average folds."))
    if key not in found.curves:
        return Said(found.faults.get(key, tr("This model has no folds.")))
    cost = found.curves[key].cost_at(snapshot.condition.probability_cost, found.level)
    level = uncertainty_text.share(found.level)
    ends = numbers.interval(float(cost.lower[0]), float(cost.upper[0]))
    has_interval = found.folds > 1 and not found.no_interval
    sure = (
        tr("; {level} interval of the mean: {ends}", level=level, ends=ends) if has_interval else ""
    )
    at, mean = at_condition(snapshot), numbers.rate(float(cost.mean[0]))
    text = tr(
        "Over {folds} folds the normalized expected cost of {name} is {cost} on average {at}, on "
        "the rows used to choose the thresholds (standard deviation {deviation}{sure}).",
        folds=numbers.count(found.folds),
        name=name_of(snapshot, key),
        cost=mean,
        at=at,
        deviation=numbers.rate(float(cost.std[0])),
        sure=sure,
    )
    student = listed("Student's t", by_groups(snapshot.curve_set.dataset.group))
    caution = (
        tr("Average in cost space, optimistic: each fold's thresholds were chosen on its own rows"),
        tr("{student}, too narrow, as training sets overlap", student=student) if sure else "",
        tr("No interval: {no_interval}", no_interval=found.no_interval)
        if found.no_interval
        else "",
    )
    return Said(of_curves(snapshot, text), how(*caution))


def _interval(snapshot: Snapshot, key: str) -> Said:
    """Say the interval of the cost on new cases, and with the threshold held fixed."""
    name, at = name_of(snapshot, key), at_condition(snapshot)
    note = decision_uncertainty.uncertainty_note(snapshot, _COST)
    level = uncertainty_text.level(snapshot.settings.bands.spec)
    found = decision_on_new_cases(snapshot)
    told = None if found is None else new_cases_text.written(found.normalized_cost, signed=False)
    subject = tr("The normalized cost of {name} {at}", name=name, at=at)
    if found is not None and told is not None:
        fixed = (
            tr(", and {note} on this sample with the threshold held fixed", note=note.note)
            if note.brief
            else ""
        )
        text = tr(
            "{subject} lies within {interval} on new cases{fixed} ({level}).",
            subject=subject,
            interval=told.interval,
            fixed=fixed,
            level=level,
        )
        return Said(text, f"{how(new_cases_text.how(found))} {held_fixed(snapshot, _COST)}".strip())
    if new_cases_text.is_estimated(snapshot):
        return Said(
            tr(
                "Computing the {level} interval of the cost of {name} {at} …",
                level=level,
                name=name,
                at=at,
            )
        )
    if note.brief:
        return Said(
            tr(
                "{subject} lies within {note} ({level}).",
                subject=subject,
                note=note.note,
                level=level,
            ),
            held_fixed(snapshot, _COST),
        )
    if not snapshot.settings.bands.shown:
        return Said(tr("Uncertainty bands are off. Show them to have an interval."))
    by_case = per_case_text.cost_interval(snapshot, key)
    if by_case:
        return Said(
            tr("{subject} lies within {by_case}.", subject=subject, by_case=by_case),
            how(optimism.mark(snapshot).text, per_case_text.INTERVAL),
        )
    reason = decision_failure(snapshot)
    lack = f": {reason}" if reason else tr(" yet; it is being computed")
    return Said(tr("The cost of {name} {at} has no interval{lack}.", name=name, at=at, lack=lack))


def _significant(snapshot: Snapshot, key: str) -> Said:
    """Say where the difference is significant, and whether it is so at the condition."""
    found, lack = cost_comparisons(snapshot).comparison, no_difference(snapshot)
    if found is None:
        return Said("" if lack is None else f"{lack.headline}. {lack.sentence}")
    significant, method = _significance(snapshot)
    lead = lead_sentence(snapshot, key, found.competitor, name_of(snapshot, key))
    methods = filter(None, (method, how_leads(snapshot, key, found.competitor)))
    return Said(f"{significant} {lead}".strip(), " ".join(methods))


ANSWERS: Mapping[str, Callable[[Snapshot, str], Said]] = {
    "costs": _costs,
    "worth_using": _worth_using,
    "better": _better,
    "difference": _difference,
    "folds": _folds,
    "interval": _interval,
    "significant": _significant,
}
