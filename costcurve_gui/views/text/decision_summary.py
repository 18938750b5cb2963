"""The answer that is copied: sentences that stand alone, as plain text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.models.common_cases import number_in_common
from costcurve_gui.models.rivals import runner_up
from costcurve_gui.models.state import Rule
from costcurve_gui.views.text import inflection, numbers, policy_text
from costcurve_gui.views.text.comparison_text import that_both_scored
from costcurve_gui.views.text.decision_uncertainty import LEAD, sureness
from costcurve_gui.views.text.vocabulary import (
    caught_of,
    corner_distance,
    lead,
    model_scene,
    precision,
    scaled_note,
    threshold_text,
    trivial_answer,
    vocabulary,
    winning_trivial,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.engine.roc.joint_hull import HullVertex
    from costcurve_gui.models.results import Frame


def answer(frame: Frame) -> str:
    """Answer the question the window is about, and say where another cost ratio was typed."""
    note = scaled_note(frame)
    if not note or not frame.models:
        return _answer(frame)
    ratio, factor = numbers.ratio(frame.condition.cost_ratio), numbers.factor(frame.miss_factor)
    return f"{_answer(frame)} Misses count {factor}, to reach a cost ratio of {ratio}."


def _answer(frame: Frame) -> str:
    key = frame.selected or frame.best
    if key is None:
        return "There is no model."
    trivial = winning_trivial(frame)
    if trivial is not None:
        return trivial_answer(frame, trivial)
    if bounds_exclude_all(frame):
        return "{}. {}".format(*policy_text.empty_set(frame))
    if not frame.models[key].met:
        return _stand_in(frame, key)
    return f"{_answer_of(frame)(frame, key)} {_acted_on(frame, key)}"


def _answer_of(frame: Frame) -> Callable[[Frame, str], str]:
    rule = frame.settings.selection.rule
    if rule is Rule.THRESHOLD and frame.settings.objective is Objective.TPR:
        return _most_caught
    return _ANSWERS.get(rule, _money)


def bounds_exclude_all(frame: Frame) -> bool:
    """Whether no threshold of any model keeps the bounds."""
    return bool(frame.settings.selection.engine_bounds) and not frame.met


def _acted_on(frame: Frame, key: str) -> str:
    """Say how many cases the rule acts on: That refuses 1 397 of 10 000 applicants (14.0 %)."""
    said, population = vocabulary(frame), frame.settings.selection.population
    share = frame.models[key].policy.fraction_targeted
    acts = inflection.third_person(said.act)
    cases = f"{numbers.count(share * population)} of {numbers.count(population)} {said.nouns}"
    return f"That {acts} {cases} ({numbers.percent(share)})."


def _stand_in(frame: Frame, key: str) -> str:
    name, profit = frame.models[key].info.name, _profit_per_case(frame, key)
    why, rule = policy_text.shortfall(frame, key), policy_text.rule(frame, key)
    return f"{name}: {why} {rule}, {profit}."


def _money(frame: Frame, key: str) -> str:
    """Say what to use, what it earns and its lead; with bounds what they cost."""
    bounds = frame.settings.selection.engine_bounds
    within = f"With {policy_text.phrases(frame)}: " if bounds else ""
    text = f"{within}{_use(frame, key)}"
    less = policy_text.cost_of_bounds(frame)
    if less is not None:
        said = vocabulary(frame)
        many = "The bounds cost" if len(bounds) > 1 else "The bound costs"
        text += f" {many} {said.money(abs(less), signed=False)} per {said.noun}."
        text = " ".join(filter(None, (text, policy_text.price(frame))))
    return f"{text}{_or_mix(frame, key)}"


def _or_mix(frame: Frame, key: str) -> str:
    if frame.settings.selection.mixed:
        return ""
    mixture = policy_text.mixture(frame, key)
    return f" Or mix: {mixture}" if mixture else ""


def _use(frame: Frame, key: str) -> str:
    words, policy = vocabulary(frame), frame.models[key].policy
    name = frame.models[key].info.name
    if policy_text.is_mixed(policy):
        use = f"Use {name} and {inflection.decapitalised(policy_text.rule(frame, key))}"
    elif policy.members:
        use = f"With {name}, {policy_text.follow(words, policy.members[0])}"
    elif math.isinf(policy.threshold):
        use = f"Use {name}, which would {words.all_of('none')}"
    else:
        use = f"Use {name} and {words.act} where its score is {_from(frame, key)}"
    return f"{use}: {_profit_per_case(frame, key)}{_interval(frame, key)}{_compared(frame, key)}."


def _interval(frame: Frame, key: str) -> str:
    """Say how sure the profit is, once that is known: (90 %: 47.16 to 73.66)."""
    found = sureness(frame, "expected_profit", vocabulary(frame).amount)
    return f" ({found.brief})" if key == frame.selected and found.brief else ""


def _from(frame: Frame, key: str) -> str:
    """Say from what score on: 0.0325 or more."""
    policy, model = frame.models[key].policy, model_scene(frame.scene, key)
    beyond = "or less" if model.info.lower_is_positive else "or more"
    return f"{threshold_text(model, policy.index, policy.threshold)} {beyond}"


def _profit_per_case(frame: Frame, key: str) -> str:
    words = vocabulary(frame)
    return f"{words.money(frame.models[key].policy.expected_profit)} per {words.noun}"


def _compared(frame: Frame, key: str) -> str:
    other = runner_up(frame, key)
    if other is None:
        return ""
    words, more = vocabulary(frame), lead(frame, key, other)
    if math.isnan(more):
        return ""
    amount = words.money(abs(more), signed=False)
    name = frame.models[other].info.name
    both = that_both_scored(number_in_common(frame, (key, other)))
    cases = f" on the {both}" if both else ""
    if more == 0:
        return f", the same as {name}{cases}"
    sure = sureness(frame, LEAD, words.amount).brief if key == frame.selected else ""
    interval = f" ({sure})" if sure else ""
    return f", {amount} {'more' if more > 0 else 'less'} than {name}{cases}{interval}"


def _most_caught(frame: Frame, key: str) -> str:
    """Say how many positives are caught within the bounds, and by what rule."""
    words, model = vocabulary(frame), frame.models[key]
    caught, total = caught_of(frame, model.policy)
    bounds = frame.settings.selection.engine_bounds
    within = f"With {policy_text.phrases(frame)}, " if bounds else ""
    text = f"{within}{model.info.name} catches {numbers.count(caught)} of {numbers.count(total)} "
    text += f"{words.positives} ({numbers.percent(model.policy.tpr)}). "
    text += f"{policy_text.rule_sentence(frame, key)} {_profit_per_case(frame, key)}."
    text = " ".join(filter(None, (text, policy_text.price(frame))))
    return f"{text}{_or_mix(frame, key)}{_mixture(frame)}"


def _mixture(frame: Frame) -> str:
    """Say how two models share the cases, where that catches more than any one of them."""
    if frame.mixture is None or frame.best is None:
        return ""
    edge, found = frame.mixture.edge, frame.mixture.found
    best, effect = frame.models[frame.best].policy, frame.bounded
    one_mixed = None if effect is None or frame.selected != frame.best else effect.mixture
    alone, _ = caught_of(frame, one_mixed or best)
    if numbers.count(found.found) == numbers.count(alone):
        return ""
    share = numbers.share_of(1 - found.mixing, vocabulary(frame).nouns)
    first, second = (_at_threshold(frame, vertex) for vertex in (edge.left, edge.right))
    return (
        f" Two models together catch {numbers.count(found.found)}: for {share}, drawn at random, "
        f"use {first}, for the others {second}."
    )


def _at_threshold(frame: Frame, vertex: HullVertex) -> str:
    model = model_scene(frame.scene, vertex.model)
    return f"{model.info.name} at {threshold_text(model, vertex.index, vertex.threshold)}"


def _target_recall(frame: Frame, key: str) -> str:
    words, model, selection = vocabulary(frame), frame.models[key], frame.settings.selection
    wanted, fpr = numbers.percent(selection.target_recall), numbers.rate(model.policy.fpr)
    lowest = "the lowest" if key == frame.best else "a"
    text = f"To find {wanted} of the {words.most}, {model.info.name} has {lowest} false "
    text += f"positive rate: {fpr}. {policy_text.rule_sentence(frame, key)}"
    return f"{text} {_profit_per_case(frame, key)}."


def _target_precision(frame: Frame, key: str) -> str:
    words, model = vocabulary(frame), frame.models[key]
    wanted = numbers.percent(frame.settings.selection.target_precision)
    has = numbers.percent(precision(model.policy, frame.condition.prior))
    verb = "finds the most" if key == frame.best else "finds"
    text = f"At a precision of {wanted} or more {model.info.name} {verb} {words.most}: "
    text += f"{numbers.percent(model.policy.tpr)}, at a precision of {has}."
    return f"{text} {policy_text.rule_sentence(frame, key)}"


def _by_condition(frame: Frame, key: str) -> str:
    words, model = vocabulary(frame), frame.models[key]
    if model.policy.members:
        use = f"with {model.info.name}, {policy_text.follow(words, model.policy.members[0])}"
    elif math.isinf(model.policy.threshold):
        use = f"{words.all_of('none')} with {model.info.name}"
    else:
        use = f"use {model.info.name} and {words.act} where its score is {_from(frame, key)}"
    text = f"By the condition alone, {use}: {_profit_per_case(frame, key)}."
    if model.cheapest is None:
        return text
    cheapest, chosen = model.cheapest.expected_profit, model.policy.expected_profit
    what = "member" if model.policy.members else "threshold"
    if math.isclose(cheapest, chosen, rel_tol=1e-9, abs_tol=1e-12):
        return f"{text} No {what} is cheaper."
    more = cheapest - chosen
    return f"{text} The cheapest {what} earns {words.money(more, signed=False)} more."


def _youden(frame: Frame, key: str) -> str:
    policy = frame.models[key].policy
    lead_of = numbers.rate(policy.tpr - policy.fpr)
    text = f"{frame.models[key].info.name} has tpr \u2212 fpr of {lead_of} at most"
    return f"{text}{_rates_and_rule(frame, key)}"


def _closest(frame: Frame, key: str) -> str:
    away = numbers.rate(corner_distance(frame.models[key].policy))
    text = f"{frame.models[key].info.name} comes as near to (0, 1) of ROC space as {away}"
    return f"{text}{_rates_and_rule(frame, key)}"


def _rates_and_rule(frame: Frame, key: str) -> str:
    policy = frame.models[key].policy
    rates = f"tpr {numbers.rate(policy.tpr)}, fpr {numbers.rate(policy.fpr)}"
    profit = _profit_per_case(frame, key)
    return f": {rates}. {policy_text.rule_sentence(frame, key)} {profit}."


_ANSWERS: Mapping[Rule, Callable[[Frame, str], str]] = {
    Rule.TARGET_RECALL: _target_recall,
    Rule.TARGET_PRECISION: _target_precision,
    Rule.PERFORMANCE_INDEPENDENT: _by_condition,
    Rule.YOUDEN: _youden,
    Rule.CLOSEST_TO_CORNER: _closest,
}
