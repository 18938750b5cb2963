"""The answer that is copied: sentences that stand alone, as plain text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import number_in_common
from costcurve_gui.analysis.criteria import PERFORMANCE_INDEPENDENT
from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
from costcurve_gui.analysis.model_ranking import caught_of, cost_of_bounds, lead, winning_trivial
from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.analysis.target_criteria import TARGET_PRECISION, TARGET_RECALL
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    bounds_conflict,
    bounds_text,
    inflection,
    new_cases_text,
    numbers,
    per_case_text,
    policy_text,
)
from costcurve_gui.views.text.better_model import not_applied
from costcurve_gui.views.text.comparison_text import that_both_scored
from costcurve_gui.views.text.decision_uncertainty import LEAD, NOT_KNOWN, uncertainty_note
from costcurve_gui.views.text.vocabulary import (
    in_measure,
    model_curves_of,
    scaled_note,
    threshold_text,
    trivial_answer,
    vocabulary_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.selection_settings import Criterion
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.roc.joint_hull import HullVertex


def answer(snapshot: Snapshot) -> str:
    """Answer the question the window is about, and say where another cost ratio was typed."""
    note = scaled_note(snapshot)
    if not note or not snapshot.models:
        return _answer(snapshot)
    ratio, factor = (
        numbers.ratio(snapshot.condition.cost_ratio),
        numbers.factor(snapshot.miss_factor),
    )
    return tr(
        "{answer} Misses count {factor}, to reach a cost ratio of {ratio}.",
        answer=_answer(snapshot),
        factor=factor,
        ratio=ratio,
    )


def _answer(snapshot: Snapshot) -> str:
    key = snapshot.selected or snapshot.best
    if key is None:
        return tr("There is no model.")
    trivial = winning_trivial(snapshot)
    if trivial is not None:
        return trivial_answer(snapshot, trivial)
    if bounds_exclude_all(snapshot):
        return bounds_conflict.said(snapshot)
    if not snapshot.models[key].met:
        return _stand_in(snapshot, key)
    warning = new_cases_text.warning(snapshot) if key == snapshot.selected else ""
    parts = _answer_of(snapshot)(snapshot, key), f"{warning}." if warning else ""
    applied = not_applied(snapshot, key)
    return " ".join(filter(None, (*parts, acted_on(snapshot, key), applied)))


def _answer_of(snapshot: Snapshot) -> Callable[[Snapshot, str], str]:
    criterion = snapshot.settings.selection.criterion
    if criterion.keeps_bounds and snapshot.settings.objective is Objective.TPR:
        return _most_caught
    return _ANSWERS.get(criterion, _money if criterion.measure is None else _by_measure)


def bounds_exclude_all(snapshot: Snapshot) -> bool:
    """Whether no threshold of any model keeps the bounds."""
    return bool(snapshot.settings.selection.engine_bounds) and not snapshot.met


def acted_on(snapshot: Snapshot, key: str) -> str:
    """Say how many cases the rule acts on, by the rates of this sample.

    That refuses 1 397 of 10 000 applicants (14.0 %), by the rates of this sample.
    """
    said, population = vocabulary_of(snapshot), snapshot.settings.selection.population
    share = snapshot.models[key].policy.fraction_targeted
    acts = inflection.third_person(said.act)
    cases = tr(
        "{share} of {population} {nouns}",
        share=numbers.count(share * population),
        population=numbers.count(population),
        nouns=said.nouns,
    )
    return tr(
        "That {acts} {cases} ({share}), by the rates of this sample.",
        acts=acts,
        cases=cases,
        share=numbers.percent(share),
    )


def _stand_in(snapshot: Snapshot, key: str) -> str:
    name, profit = snapshot.models[key].info.name, profit_per_case(snapshot, key)
    return f"{name}: {policy_text.stand_in(snapshot, key).rstrip('.')}, {profit}."


def _money(snapshot: Snapshot, key: str) -> str:
    """Say what to use, what it earns and its lead; with bounds what they cost."""
    bounds = snapshot.settings.selection.engine_bounds
    within = tr("With {phrases}: ", phrases=bounds_text.phrases(snapshot)) if bounds else ""
    text = f"{within}{_use(snapshot, key)}"
    less = cost_of_bounds(snapshot)
    if less is not None:
        said = vocabulary_of(snapshot)
        many = tr("The bounds cost") if len(bounds) > 1 else tr("The bound costs")
        lost = said.money(abs(less), signed=False)
        text += tr(
            " {many} {lost} per {noun} on this sample.", many=many, lost=lost, noun=said.noun
        )
        text = " ".join(filter(None, (text, bounds_text.price(snapshot))))
    return f"{text}{_or_mix(snapshot, key)}"


def _or_mix(snapshot: Snapshot, key: str) -> str:
    if snapshot.settings.selection.mixed:
        return ""
    mixture = policy_text.mixture(snapshot, key)
    return tr(" Or mix: {mixture}", mixture=mixture) if mixture else ""


def _use(snapshot: Snapshot, key: str) -> str:
    vocabulary, policy = vocabulary_of(snapshot), snapshot.models[key].policy
    name = snapshot.models[key].info.name
    if policy_text.is_mixed(policy) or policy.review is not None or policy.is_per_case:
        use = tr(
            "Use {name} and {rule}",
            name=name,
            rule=inflection.decapitalised(policy_text.rule(snapshot, key)),
        )
    elif policy.classifiers:
        use = tr(
            "With {name}, {rule}",
            name=name,
            rule=policy_text.follow(vocabulary, policy.classifiers[0]),
        )
    elif math.isinf(policy.threshold):
        use = tr("Use {name}, which would {doing}", name=name, doing=vocabulary.all_of("none"))
    else:
        use = tr(
            "Use {name} and {act} where its score is {score}",
            name=name,
            act=vocabulary.act,
            score=_from(snapshot, key),
        )
    return f"{use}: {profit_per_case(snapshot, key)}{_compared(snapshot, key)}."


def _from(snapshot: Snapshot, key: str) -> str:
    """Say from what score on: 0.0325 or more."""
    policy, model = snapshot.models[key].policy, model_curves_of(snapshot.curve_set, key)
    beyond = tr("or less") if model.info.lower_is_positive else tr("or more")
    return f"{threshold_text(model, policy.index, policy.threshold)} {beyond}"


def profit_per_case(snapshot: Snapshot, key: str) -> str:
    """Say what the rule earns on new cases, and beside it on this sample: +60.15 DM per applicant.

    A threshold that was given has the interval of its figure: (90 %: 47.16 to 73.66).
    """
    if key == snapshot.selected and new_cases_text.is_estimated(snapshot):
        return new_cases_text.expected_profit(snapshot)
    terms = vocabulary_of(snapshot)
    said = tr(
        "{expected_profit} per {noun}",
        expected_profit=terms.money(snapshot.models[key].policy.expected_profit),
        noun=terms.noun,
    )
    if key != snapshot.selected:
        return tr("{said} on this sample", said=said)
    if new_cases_text.is_flattered(snapshot):
        said = tr("{said} on this sample", said=said)
    elif per_case_text.rule_of(snapshot, key) is not None:
        said = tr("{said} out of fold", said=said)
    sure = uncertainty_note(snapshot, "expected_profit", terms.amount).brief
    sure = sure or per_case_text.profit_interval(snapshot, key)
    return f"{said} ({sure})" if sure else said


def _profit_sentence(snapshot: Snapshot, key: str) -> str:
    return f"{inflection.sentence_case(profit_per_case(snapshot, key))}."


def _compared(snapshot: Snapshot, key: str) -> str:
    other = runner_up(snapshot, key)
    if other is None or math.isnan(lead(snapshot, key, other)):
        return ""
    name = snapshot.models[other].info.name
    both = that_both_scored(number_in_common(snapshot, (key, other)))
    cases = tr(" on the {both}", both=both) if both else ""
    told = new_cases_text.compared(snapshot, f"{name}{cases}") if key == snapshot.selected else ""
    return told or _compared_here(snapshot, key, lead(snapshot, key, other), f"{name}{cases}")


def _compared_here(snapshot: Snapshot, key: str, more: float, other: str) -> str:
    """Compare two rules on this sample, which is named where figures for new cases lead."""
    if more == 0:
        return tr(", the same as {other}", other=other)
    terms, selected = vocabulary_of(snapshot), key == snapshot.selected
    amount = terms.money(abs(more), signed=False)
    found = uncertainty_note(snapshot, LEAD, terms.amount) if selected else NOT_KNOWN
    sure = found.brief or found.note  # the note alone says that there is no interval
    interval = f" ({sure})" if sure else ""
    if selected and new_cases_text.is_not_significant_here(snapshot):
        return tr(
            "; the difference to {other} is not significant{interval}",
            other=other,
            interval=interval,
        )
    if selected and decision_on_new_cases(snapshot) is not None:
        other = tr("{other} on this sample", other=other)
    elif per_case_text.rule_of(snapshot, key) is not None:
        other = tr("{other} out of fold", other=other)
    return tr(
        ", {amount} {word} than {other}{interval}",
        amount=amount,
        word=tr("more") if more > 0 else tr("less"),
        other=other,
        interval=interval,
    )


def _most_caught(snapshot: Snapshot, key: str) -> str:
    """Say how many positives are caught within the bounds, and by what rule."""
    vocabulary, model = vocabulary_of(snapshot), snapshot.models[key]
    caught, total = caught_of(snapshot, model.policy)
    bounds = snapshot.settings.selection.engine_bounds
    within = tr("With {phrases}, ", phrases=bounds_text.phrases(snapshot)) if bounds else ""
    text = tr(
        "{within}{name} catches {caught} of {total} ",
        within=within,
        name=model.info.name,
        caught=numbers.count(caught),
        total=numbers.count(total),
    )
    share = numbers.percent(model.policy.tpr)
    text += tr(
        "{positives}, {share}, on this sample. ", positives=vocabulary.positives, share=share
    )
    text += f"{policy_text.rule_sentence(snapshot, key)} {_profit_sentence(snapshot, key)}"
    text = " ".join(filter(None, (text, bounds_text.price(snapshot))))
    return f"{text}{_or_mix(snapshot, key)}{_mixture(snapshot)}"


def _mixture(snapshot: Snapshot) -> str:
    """Say how two models share the cases, where that catches more than any one of them."""
    if snapshot.mixture is None or snapshot.best is None:
        return ""
    edge, found = snapshot.mixture.edge, snapshot.mixture.found
    best, effect = snapshot.models[snapshot.best].policy, snapshot.bounded
    one_mixed = None if effect is None or snapshot.selected != snapshot.best else effect.mixture
    alone, _ = caught_of(snapshot, one_mixed or best)
    if numbers.count(found.found) == numbers.count(alone):
        return ""
    share = numbers.share_of(1 - found.mixing, vocabulary_of(snapshot).nouns)
    first, second = (_at_threshold(snapshot, vertex) for vertex in (edge.left, edge.right))
    return tr(
        " Two models together catch {found} on this sample: for {share}, drawn at random, use "
        "{first}, for the others {second}.",
        found=numbers.count(found.found),
        share=share,
        first=first,
        second=second,
    )


def _at_threshold(snapshot: Snapshot, vertex: HullVertex) -> str:
    model = model_curves_of(snapshot.curve_set, vertex.model)
    return tr(
        "{name} at {threshold_text}",
        name=model.info.name,
        threshold_text=threshold_text(model, vertex.index, vertex.threshold),
    )


def _target_recall(snapshot: Snapshot, key: str) -> str:
    model, selection = snapshot.models[key], snapshot.settings.selection
    wanted, fpr = numbers.percent(selection.target(TARGET_RECALL)), numbers.rate(model.policy.fpr)
    lowest = tr("the lowest") if key == snapshot.best else "a"
    text = tr(
        "To find {wanted} of the positives, {name} has {lowest} false ",
        wanted=wanted,
        name=model.info.name,
        lowest=lowest,
    )
    text += tr(
        "positive rate on this sample: {fpr}. {rule_sentence}",
        fpr=fpr,
        rule_sentence=policy_text.rule_sentence(snapshot, key),
    )
    return f"{text} {_profit_sentence(snapshot, key)}"


def _target_precision(snapshot: Snapshot, key: str) -> str:
    model = snapshot.models[key]
    wanted = numbers.percent(snapshot.settings.selection.target(TARGET_PRECISION))
    has = numbers.percent(model.policy.precision)
    verb = tr("finds the most") if key == snapshot.best else tr("finds")
    text = tr(
        "At a precision of {wanted} or more {name} {verb} positives on this sample: ",
        wanted=wanted,
        name=model.info.name,
        verb=verb,
    )
    text += tr("{tpr}, at a precision of {has}.", tpr=numbers.percent(model.policy.tpr), has=has)
    return f"{text} {policy_text.rule_sentence(snapshot, key)}"


def _by_condition(snapshot: Snapshot, key: str) -> str:
    vocabulary, model = vocabulary_of(snapshot), snapshot.models[key]
    if model.policy.classifiers:
        use = tr(
            "with {name}, {rule}",
            name=model.info.name,
            rule=policy_text.follow(vocabulary, model.policy.classifiers[0]),
        )
    elif math.isinf(model.policy.threshold):
        use = tr("{doing} with {name}", doing=vocabulary.all_of("none"), name=model.info.name)
    else:
        use = tr(
            "use {name} and {act} where its score is {score}",
            name=model.info.name,
            act=vocabulary.act,
            score=_from(snapshot, key),
        )
    text = tr(
        "By the condition alone, {use}: {profit_per_case}.",
        use=use,
        profit_per_case=profit_per_case(snapshot, key),
    )
    if model.cheapest is None:
        return text
    cheapest, chosen = model.cheapest.expected_profit, model.policy.expected_profit
    what = "classifier" if model.policy.classifiers else "threshold"
    if math.isclose(cheapest, chosen, rel_tol=1e-9, abs_tol=1e-12):
        return tr("{text} No {what} is cheaper.", text=text, what=what)
    more = vocabulary.money(cheapest - chosen, signed=False)
    return tr(
        "{text} The cheapest {what} earns {more} more on this sample.",
        text=text,
        what=what,
        more=more,
    )


def _by_measure(snapshot: Snapshot, key: str) -> str:
    """Say what a model attains in the measure of the criterion, its rates, and by what rule."""
    measure, model = snapshot.settings.selection.criterion.measure, snapshot.models[key]
    policy = model.policy
    attains = "" if measure is None else in_measure(measure.attains, measure.value(policy))
    rates = tr("tpr {tpr}, fpr {fpr}", tpr=numbers.rate(policy.tpr), fpr=numbers.rate(policy.fpr))
    profit = _profit_sentence(snapshot, key)
    rule = policy_text.rule_sentence(snapshot, key)
    here = tr(" on this sample")
    return f"{model.info.name} {attains}{here}: {rates}. {rule} {profit}"


_ANSWERS: Mapping[Criterion, Callable[[Snapshot, str], str]] = {
    TARGET_RECALL: _target_recall,
    TARGET_PRECISION: _target_precision,
    PERFORMANCE_INDEPENDENT: _by_condition,
}
