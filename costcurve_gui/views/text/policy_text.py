"""Say which cases a policy picks, which bounds limit it, and what they cost."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.analysis.criteria import MIN_COST, PER_CASE
from costcurve_gui.analysis.found_thresholds import known_thresholds
from costcurve_gui.analysis.model_ranking import caught_of
from costcurve_gui.analysis.target_criteria import HIGHEST_PRECISION
from costcurve_gui.engine.counts.family import ALL, NONE
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.translation import tr
from costcurve_gui.views.text import bounds_text, inflection, numbers, per_case_text
from costcurve_gui.views.text.vocabulary import (
    Vocabulary,
    classifier_text,
    model_curves_of,
    threshold_text,
    vocabulary_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.selection_settings import Criterion
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy

    Strong = Callable[[str], str]


def mixture(snapshot: Snapshot, key: str) -> str:
    """Say what mixing two thresholds would do, or one alone where two are mixed; else nothing."""
    effect = snapshot.bounded
    if effect is None or effect.mixture is None:
        return ""
    if snapshot.settings.selection.mixed:
        return tr(
            "One threshold: {one_alone}",
            one_alone=_one_alone(snapshot, key, effect.single, effect.mixture),
        )
    gain = _gain(snapshot, effect.single, effect.mixture)
    return f"{_two_mixed(snapshot, key, effect.mixture)} {gain}"


def mixture_in_short(snapshot: Snapshot, key: str) -> str:
    """Say the same for a card, whose hint has the whole: what it adds, and no more."""
    effect = snapshot.bounded
    if effect is None or effect.mixture is None or snapshot.settings.selection.mixed:
        return mixture(snapshot, key)
    two = _two_mixed(snapshot, key, effect.mixture)
    if snapshot.settings.objective is Objective.TPR:
        caught = numbers.count(caught_of(snapshot, effect.mixture)[0])
        return tr("{two} Catches {caught}.", two=two, caught=caught)
    more = effect.mixture.expected_profit - effect.single.expected_profit
    money = vocabulary_of(snapshot).money(more, signed=False)
    return tr("{two} Adds {money}.", two=two, money=money)


def _one_alone(snapshot: Snapshot, key: str, single: Policy, mixed: Policy) -> str:

    said = vocabulary_of(snapshot)
    text = inflection.decapitalised(rule(snapshot, key, single))
    if snapshot.settings.objective is Objective.TPR:
        return tr(
            "{text}. Catches {caught_of} on this sample.",
            text=text,
            caught_of=numbers.count(caught_of(snapshot, single)[0]),
        )
    less = said.money(mixed.expected_profit - single.expected_profit, signed=False)
    return tr(
        "{text}. Earns {less} less per {noun} on this sample.", text=text, less=less, noun=said.noun
    )


def _two_mixed(snapshot: Snapshot, key: str, mixed: Policy) -> str:
    said, model = vocabulary_of(snapshot), model_curves_of(snapshot.curve_set, key)
    share, act = numbers.percent(mixed.mixing), inflection.transitive(said.act)
    if mixed.classifiers:
        first, second = (follow(said, name) for name in mixed.classifiers)
        return tr(
            "{first}; for {share} at random {second}.", first=first, share=share, second=second
        )
    index, value = mixed.index_2 or 0, mixed.threshold_2 or 0.0
    second = threshold_text(model, index, value)
    if math.isinf(mixed.threshold):
        return tr("from {second} on {act} {share} at random.", second=second, act=act, share=share)
    first = threshold_text(model, mixed.index, mixed.threshold)
    return tr(
        "{act} from {first}, and from {second} to there {share} at random.",
        act=act,
        first=first,
        second=second,
        share=share,
    )


def _gain(snapshot: Snapshot, single: Policy, mixed: Policy) -> str:
    said = vocabulary_of(snapshot)
    used = _used_up(snapshot)
    if snapshot.settings.objective is Objective.TPR:
        caught = numbers.count(caught_of(snapshot, mixed)[0])
        return tr(
            "Catches {caught} on this sample{used}.",
            caught=caught,
            used=f", {used}" if used else "",
        )
    more = said.money(mixed.expected_profit - single.expected_profit, signed=False)
    return tr(
        "Adds {more} per {noun} on this sample{used}.",
        more=more,
        noun=said.noun,
        used=f"; {used}" if used else "",
    )


def _used_up(snapshot: Snapshot) -> str:
    cases = snapshot.settings.selection.bounds.cases
    return "" if cases is None else tr("all {cases} used", cases=numbers.count(cases))


def rule(snapshot: Snapshot, key: str, policy: Policy | None = None) -> str:
    """Say which cases the policy of a model picks, or another policy of it."""
    return _rule(snapshot, key, policy or snapshot.models[key].policy, bold=False)


def rule_html(snapshot: Snapshot, key: str) -> str:
    """Return `rule` for a rich-text label, figures bold; first why it is not as wanted."""
    text = _rule(snapshot, key, snapshot.models[key].policy, bold=True)
    if not snapshot.models[key].met:
        return _instead(escape(shortfall(snapshot, key)), text)
    return text


def policy_html(snapshot: Snapshot, key: str, policy: Policy) -> str:
    """Return which cases another policy of a model picks, for a rich-text label."""
    return _rule(snapshot, key, policy, bold=True)


def stand_in(snapshot: Snapshot, key: str) -> str:
    """Say why a model cannot do what is asked for, what stands in its place, and its rule.

    No threshold of a keeps both bounds. Shown is the least cost: refuse where score ≥ 0.1854.
    """
    return _instead(shortfall(snapshot, key), rule_sentence(snapshot, key))


def _instead(why: str, rule: str) -> str:
    return f"{why.rstrip('.')}: {inflection.decapitalised(rule)}"


def rule_sentence(snapshot: Snapshot, key: str) -> str:
    """Say which cases a policy picks as a sentence, the random part by its two ends."""
    vocabulary, policy = vocabulary_of(snapshot), snapshot.models[key].policy
    if not is_mixed(policy) or policy.classifiers or math.isinf(policy.threshold):
        return f"{rule(snapshot, key)}."
    model = model_curves_of(snapshot.curve_set, key)
    index_2, value_2 = _second(policy)
    first = threshold_text(model, policy.index, policy.threshold)
    second = threshold_text(model, index_2, value_2)
    act = inflection.sentence_case(vocabulary.act)
    share = tr(
        "{act} {chance} at random",
        act=inflection.transitive(vocabulary.act),
        chance=numbers.chance(policy.mixing),
    )
    if model.info.lower_is_positive:
        return tr(
            "{act} up to {first}; between {first} and {second} {share}.",
            act=act,
            first=first,
            second=second,
            share=share,
        )
    return tr(
        "{act} from {first}; between {second} and {first} {share}.",
        act=act,
        first=first,
        second=second,
        share=share,
    )


def shortfall(snapshot: Snapshot, key: str) -> str:
    """Say why a model cannot do what is asked for and what stands in its place, or nothing."""
    model = snapshot.models[key]
    if model.met:
        return ""
    criterion = snapshot.settings.selection.criterion
    if criterion.keeps_bounds:
        why, shown = bounds_text.conflict(snapshot, key), _shown(model.policy)
        return tr("{why} Shown is the {shown}.", why=why, shown=shown)
    if criterion.target is not None:
        wanted = target_text(criterion, snapshot.settings.selection.target(criterion))
        most = target_text(criterion, criterion.target.figure(model.policy))
        why, shown = criterion.target.unmet.format(wanted=wanted, most=most), _shown(model.policy)
        return tr("{why} Shown is the {shown}.", why=why, shown=shown)
    if criterion is PER_CASE:
        why = per_case_text.reason(snapshot, key)
        return tr("Cannot decide case by case: {why}. Shown is the least cost.", why=why)
    if criterion.found:
        return tr("{not_found} Shown is the least cost.", not_found=not_found(snapshot))
    if model.policy.classifiers:
        lack = tr("Not every classifier says what PC(+) it was trained for")
    else:
        lack = tr("Scores outside 0 to 1")
    return tr("{lack}: the condition alone cannot choose. Shown is the least cost.", lack=lack)


def _shown(policy: Policy) -> str:
    """Name what stands in place of what was asked for; in the window it can be the last rule."""
    if policy.criterion == MIN_COST.key:
        return tr("least cost")
    if policy.criterion == HIGHEST_PRECISION.key:
        return tr("highest precision")
    return tr("last threshold")


def not_found(snapshot: Snapshot) -> str:
    """Say why beliefs or units give no threshold; nothing where they do, or other rules decide."""
    criterion = snapshot.settings.selection.criterion
    known = known_thresholds(snapshot, criterion.key) if criterion.found else None
    return "" if known is None else known.fault


def target_text(criterion: Criterion, share: float) -> str:
    """Write what policies of a criterion have to reach as it is typed: a rate, or in percent."""
    in_percent = criterion.target is not None and criterion.target.as_percent
    return numbers.percent(share) if in_percent else numbers.rate(share)


def is_mixed(policy: Policy) -> bool:
    """Whether the policy is a randomised mixture of two thresholds."""
    return policy.threshold_2 is not None and policy.mixing > 0


def _rule(snapshot: Snapshot, key: str, policy: Policy, *, bold: bool) -> str:
    vocabulary = vocabulary_of(snapshot)

    def strong(text: str) -> str:
        return f"<b>{escape(text)}</b>" if bold else text

    def word(text: str) -> str:
        return escape(text) if bold else text

    if policy.fpr >= 1 and policy.tpr >= 1:
        text = word(vocabulary.all_of("all"))
    elif policy.is_per_case:
        text = word(f"{vocabulary.act} {_where_it_pays(snapshot, key)}")
    elif math.isinf(policy.threshold) and not is_mixed(policy):
        text = word(vocabulary.all_of("none"))
    elif policy.classifiers:
        text = _classifiers(policy, vocabulary, strong, word)
    else:
        text = _thresholds(snapshot, key, policy, strong, word)
    return inflection.sentence_case(text)


def _where_it_pays(snapshot: Snapshot, key: str) -> str:
    """Say of which cases a rule of each case takes its own, where their number is bound too."""
    rule = per_case_text.rule_of(snapshot, key)
    if rule is None or not rule.least_gain > 0:
        return tr("where that is expected to pay")
    if math.isinf(rule.least_gain):
        return tr("on none: there is no room for a case")
    gain = vocabulary_of(snapshot).money(rule.least_gain, signed=False)
    cases = numbers.count(snapshot.settings.selection.bounds.cases or 0)
    return tr("the {cases} of highest expected gain, {gain} or more", cases=cases, gain=gain)


def _thresholds(snapshot: Snapshot, key: str, policy: Policy, strong: Strong, word: Strong) -> str:
    vocabulary = vocabulary_of(snapshot)
    model = model_curves_of(snapshot.curve_set, key)
    beyond = "\u2264" if model.info.lower_is_positive else "\u2265"
    first = strong(threshold_text(model, policy.index, policy.threshold))
    if not is_mixed(policy):
        text = tr(
            "{word} where score {beyond} {first}",
            word=word(vocabulary.act),
            beyond=beyond,
            first=first,
        )
        if policy.review is None:
            return text
        lower = threshold_text(model, policy.review.index, policy.review.threshold)
        return tr("{text}; refer from {at} to there", text=text, at=strong(lower))
    act = word(inflection.transitive(vocabulary.act))
    index_2, value_2 = _second(policy)
    second = strong(threshold_text(model, index_2, value_2))
    share = strong(numbers.chance(policy.mixing))
    if math.isinf(policy.threshold):
        return tr(
            "{act} {share} at random where score {beyond} {second}",
            act=act,
            share=share,
            beyond=beyond,
            second=second,
        )
    text = tr(
        "{word} where score {beyond} {first}; from {second} to there, ",
        word=word(vocabulary.act),
        beyond=beyond,
        first=first,
        second=second,
    )
    return text + tr("{act} {share} at random", act=act, share=share)


def follow(vocabulary: Vocabulary, name: str, strong: Strong = str, word: Strong = str) -> str:
    """Say what following a classifier of a family, or a trivial classifier, means."""
    if name in (NONE, ALL):
        return word(vocabulary.all_of(name))
    return tr("follow {at}", at=strong(classifier_text(name)))


def _classifiers(policy: Policy, vocabulary: Vocabulary, strong: Strong, word: Strong) -> str:
    """Say whose decisions a policy of a family takes."""
    first, *second = (follow(vocabulary, name, strong, word) for name in policy.classifiers)
    if not second:
        return first
    return tr(
        "{first}; for {at} at random {second}",
        first=first,
        at=strong(numbers.chance(policy.mixing)),
        second=second[0],
    )


def _second(policy: Policy) -> tuple[int, float]:
    index, value = policy.index_2, policy.threshold_2
    return (index, value) if index is not None and value is not None else (0, math.inf)
