"""Say which cases a policy picks, which bounds limit it, and what they cost."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.analysis.criteria import PER_CASE
from costcurve_gui.analysis.found_thresholds import known_thresholds
from costcurve_gui.analysis.model_ranking import caught_of
from costcurve_gui.engine.counts.family import ALL, NONE
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.views.text import inflection, numbers, per_case_text
from costcurve_gui.views.text.vocabulary import (
    Vocabulary,
    classifier_text,
    model_curves_of,
    threshold_text,
    vocabulary_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.selection_settings import Criterion
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy

    Strong = Callable[[str], str]


_CASES_AT_ONCE = 10  # one more positive decision seldom catches a whole positive
_RATE_STEP = 0.01
_HERE = " on this sample"
_LOWER = (BoundKind.TPR, BoundKind.PRECISION)


def bound_name(snapshot: Snapshot, kind: BoundKind) -> str:
    """Name what is bounded: Cases refused."""
    if kind in (BoundKind.CASES, BoundKind.SHARE):
        return f"{_NAMES[kind]} {inflection.participle(vocabulary_of(snapshot).act)}"
    return _NAMES[kind]


def sign(kind: BoundKind) -> str:
    """Return how a quantity relates to its limit."""
    return "\u2265" if kind in _LOWER else "\u2264"


def limit_text(kind: BoundKind, limit: float) -> str:
    """Write a limit as its field shows it."""
    if kind in (BoundKind.CASES, BoundKind.BUDGET):
        return numbers.count(limit)
    in_percent = kind in (BoundKind.PRECISION, BoundKind.SHARE)
    return numbers.percent(limit) if in_percent else numbers.rate(limit)


def phrase(snapshot: Snapshot, kind: BoundKind, limit: float) -> str:
    """Say a bound in a sentence: at most 1 500 cases refused."""
    text, said = limit_text(kind, limit), vocabulary_of(snapshot)
    if kind is BoundKind.BUDGET:
        each = said.money(snapshot.settings.selection.bounds.price, signed=False)
        return f"a budget of {said.money(limit, signed=False)} at {each} per {said.noun}"
    if kind in (BoundKind.CASES, BoundKind.SHARE):
        of = "of the " if kind is BoundKind.SHARE else ""
        return f"at most {text} {of}{said.nouns} {inflection.participle(said.act)}"
    least = "at least" if kind in _LOWER else "at most"
    return f"a {_NAMES[kind].lower()} of {least} {text}"


def phrases(snapshot: Snapshot) -> str:
    """Say all bounds in force."""
    return _enumerated(snapshot, snapshot.settings.selection.bounds.limits)


def _enumerated(snapshot: Snapshot, limits: Mapping[BoundKind, float]) -> str:
    *first, last = (phrase(snapshot, kind, limit) for kind, limit in limits.items())
    return f"{', '.join(first)} and {last}" if first else last


def kept_bounds(snapshot: Snapshot) -> str:
    """Say how many bounds there are to be kept: the bound, both bounds, all three bounds."""
    number = len(snapshot.settings.selection.bounds.limits)
    if number <= 2:
        return "the bound" if number == 1 else "both bounds"
    return f"all {numbers.in_words(number)} bounds"


def conflict(snapshot: Snapshot, key: str) -> str:
    """Say that no threshold of a model keeps the bounds, and why."""
    name = snapshot.models[key].info.name
    limits = snapshot.settings.selection.bounds.limits
    if limits.keys() == {BoundKind.PRECISION}:
        wanted = numbers.percent(limits[BoundKind.PRECISION])
        most = numbers.percent(snapshot.models[key].policy.precision)
        return f"No threshold of {name} has a precision of {wanted}; the highest is {most}."
    return f"No threshold of {name} keeps {kept_bounds(snapshot)}."


def rounded_down(value: float, decimals: int) -> float:
    """Round down; a value that rounding put just below a round one is that one."""
    scale = 10**decimals
    return math.floor(value * scale + 1e-11) / scale


def price(snapshot: Snapshot, kind: BoundKind | None = None) -> str:
    """Say what one more unit of a binding bound would bring; nothing where that is 0.

    Without a kind it is said of the first one that has a price.
    """
    effect = snapshot.bounded
    if effect is None or not effect.prices:
        return ""
    kinds = [one for one in effect.prices if one in effect.binding and kind in (None, one)]
    if not kinds:
        return ""
    said = _PRICES[snapshot.settings.objective is Objective.TPR]
    return said(snapshot, kinds[0], effect.prices[kinds[0]])


def price_in_short(snapshot: Snapshot) -> str:
    """Write what one more case earns where the bound on them binds: 78.26 DM; else nothing."""
    effect = snapshot.bounded
    if effect is None or snapshot.settings.objective is Objective.TPR:
        return ""
    value = effect.prices.get(BoundKind.CASES) if BoundKind.CASES in effect.binding else None
    return vocabulary_of(snapshot).money(value, signed=False) if value else ""


def _price_in_money(snapshot: Snapshot, kind: BoundKind, value: float) -> str:
    said = vocabulary_of(snapshot)
    if kind is BoundKind.CASES:
        earned = said.money(value, signed=False)
        return f"One more {said.noun} {inflection.participle(said.act)} earns {earned}{_HERE}."
    if kind is BoundKind.BUDGET:
        price = snapshot.settings.selection.bounds.price
        one = said.money(1.0, signed=False)
        earned = said.money(value / price, signed=False)
        return f"{one} more of budget earns {earned}{_HERE}."
    if kind is BoundKind.PRECISION:
        return ""
    earned = said.money(value * _RATE_STEP, signed=False)
    more = "lower" if kind is BoundKind.TPR else "higher"
    what = "A share" if kind is BoundKind.SHARE else "A rate"
    return f"{what} {_RATE_STEP} {more} earns {earned} per {said.noun}{_HERE}."


def _price_in_positives(snapshot: Snapshot, kind: BoundKind, value: float) -> str:
    said = vocabulary_of(snapshot)
    if kind is BoundKind.CASES:
        caught = numbers.significant(_CASES_AT_ONCE * value * snapshot.condition.prior, 1)
        acted = f"{said.nouns} {inflection.participle(said.act)}"
        return f"{_CASES_AT_ONCE} more {acted} catch {caught} more {said.positives}."
    if kind in (BoundKind.FPR, BoundKind.SHARE):
        what = "A share" if kind is BoundKind.SHARE else "A rate"
        return f"{what} {_RATE_STEP} higher catches {numbers.percent(value * _RATE_STEP)} more."
    return ""


_PRICES = {False: _price_in_money, True: _price_in_positives}


def price_of_counting(snapshot: Snapshot) -> str:
    """Say what counts instead of money cost: 3 more than at highest profit, 1.55 DM less."""
    effect, said = snapshot.bounded, vocabulary_of(snapshot)
    if effect is None or effect.at_profit is None:
        return ""
    more = caught_of(snapshot, effect.single)[0] - caught_of(snapshot, effect.at_profit)[0]
    less = effect.at_profit.expected_profit - effect.single.expected_profit
    if not less > 0:
        return ""
    lost = f"{said.money(less, signed=False)} less per {said.noun} on this sample"
    return f"{numbers.count(more)} more than at highest profit, {lost}."


def mixture(snapshot: Snapshot, key: str) -> str:
    """Say what mixing two thresholds would do, or one alone where two are mixed; else nothing."""
    effect = snapshot.bounded
    if effect is None or effect.mixture is None:
        return ""
    if snapshot.settings.selection.mixed:
        return f"One threshold: {_one_alone(snapshot, key, effect.single, effect.mixture)}"
    gain = _gain(snapshot, effect.single, effect.mixture)
    return f"{_two_mixed(snapshot, key, effect.mixture)} {gain}"


def _one_alone(snapshot: Snapshot, key: str, single: Policy, mixed: Policy) -> str:

    said = vocabulary_of(snapshot)
    text = inflection.decapitalised(rule(snapshot, key, single))
    if snapshot.settings.objective is Objective.TPR:
        return f"{text}. Catches {numbers.count(caught_of(snapshot, single)[0])}."
    less = said.money(mixed.expected_profit - single.expected_profit, signed=False)
    return f"{text}. Earns {less} less per {said.noun} on this sample."


def _two_mixed(snapshot: Snapshot, key: str, mixed: Policy) -> str:
    said, model = vocabulary_of(snapshot), model_curves_of(snapshot.curve_set, key)
    share, act = numbers.percent(mixed.mixing), inflection.transitive(said.act)
    if mixed.classifiers:
        first, second = (follow(said, name) for name in mixed.classifiers)
        return f"{first}; for {share} at random {second}."
    index, value = mixed.index_2 or 0, mixed.threshold_2 or 0.0
    second = threshold_text(model, index, value)
    if math.isinf(mixed.threshold):
        return f"from {second} on {act} {share} at random."
    first = threshold_text(model, mixed.index, mixed.threshold)
    return f"{act} from {first}; from {second} to there {act} {share} at random."


def _gain(snapshot: Snapshot, single: Policy, mixed: Policy) -> str:
    said = vocabulary_of(snapshot)
    used = _used_up(snapshot)
    if snapshot.settings.objective is Objective.TPR:
        caught = numbers.count(caught_of(snapshot, mixed)[0])
        return f"Catches {caught}{f', {used}' if used else ''}."
    more = said.money(mixed.expected_profit - single.expected_profit, signed=False)
    return f"Adds {more} per {said.noun} on this sample{f'; {used}' if used else ''}."


def _used_up(snapshot: Snapshot) -> str:
    cases = snapshot.settings.selection.bounds.cases
    return "" if cases is None else f"all {numbers.count(cases)} used"


_NAMES = {
    BoundKind.FPR: "False positive rate",
    BoundKind.TPR: "True positive rate",
    BoundKind.PRECISION: "Precision",
    BoundKind.CASES: "Cases",
    BoundKind.SHARE: "Share",
    BoundKind.BUDGET: "Budget",
}


def rule(snapshot: Snapshot, key: str, policy: Policy | None = None) -> str:
    """Say which cases the policy of a model picks, or another policy of it."""
    return _rule(snapshot, key, policy or snapshot.models[key].policy, bold=False)


def rule_html(snapshot: Snapshot, key: str) -> str:
    """Return `rule` for a rich-text label, figures bold; first why it is not as wanted."""
    why = shortfall(snapshot, key)
    text = _rule(snapshot, key, snapshot.models[key].policy, bold=True)
    return f"{escape(why)} {text}" if why else text


def policy_html(snapshot: Snapshot, key: str, policy: Policy) -> str:
    """Return which cases another policy of a model picks, for a rich-text label."""
    return _rule(snapshot, key, policy, bold=True)


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
    share = f"{inflection.transitive(vocabulary.act)} {numbers.chance(policy.mixing)} at random"
    if model.info.lower_is_positive:
        return f"{act} up to {first}; between {first} and {second} {share}."
    return f"{act} from {first}; between {second} and {first} {share}."


def shortfall(snapshot: Snapshot, key: str) -> str:
    """Say why a model cannot do what is asked for and what stands in its place, or nothing."""
    model = snapshot.models[key]
    if model.met:
        return ""
    criterion = snapshot.settings.selection.criterion
    if criterion.keeps_bounds:
        return conflict(snapshot, key)
    if criterion.target is not None:
        wanted = target_text(criterion, snapshot.settings.selection.target(criterion))
        most = target_text(criterion, criterion.target.figure(model.policy))
        return criterion.target.unmet.format(wanted=wanted, most=most)
    if criterion is PER_CASE:
        why = per_case_text.reason(snapshot, key)
        return f"Cannot decide case by case: {why}. Shown is the least cost."
    if criterion.found:
        return f"{not_found(snapshot)} Shown is the least cost."
    if model.policy.classifiers:
        lack = "Not every classifier says what PC(+) it was trained for"
    else:
        lack = "Scores outside 0 to 1"
    return f"{lack}: the condition alone cannot choose. Shown is the least cost."


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
        return "where that is expected to pay"
    if math.isinf(rule.least_gain):
        return "on none: there is no room for a case"
    gain = vocabulary_of(snapshot).money(rule.least_gain, signed=False)
    cases = numbers.count(snapshot.settings.selection.bounds.cases or 0)
    return f"the {cases} of highest expected gain, {gain} or more"


def _thresholds(snapshot: Snapshot, key: str, policy: Policy, strong: Strong, word: Strong) -> str:
    vocabulary = vocabulary_of(snapshot)
    model = model_curves_of(snapshot.curve_set, key)
    beyond = "\u2264" if model.info.lower_is_positive else "\u2265"
    first = strong(threshold_text(model, policy.index, policy.threshold))
    if not is_mixed(policy):
        text = f"{word(vocabulary.act)} where score {beyond} {first}"
        if policy.review is None:
            return text
        lower = threshold_text(model, policy.review.index, policy.review.threshold)
        return f"{text}; refer from {strong(lower)} to there"
    act = word(inflection.transitive(vocabulary.act))
    index_2, value_2 = _second(policy)
    second = strong(threshold_text(model, index_2, value_2))
    share = strong(numbers.chance(policy.mixing))
    if math.isinf(policy.threshold):
        return f"{act} {share} at random where score {beyond} {second}"
    text = f"{word(vocabulary.act)} where score {beyond} {first}; from {second} to there, "
    return text + f"{act} {share} at random"


def follow(vocabulary: Vocabulary, name: str, strong: Strong = str, word: Strong = str) -> str:
    """Say what following a classifier of a family, or a trivial classifier, means."""
    if name in (NONE, ALL):
        return word(vocabulary.all_of(name))
    return f"follow {strong(classifier_text(name))}"


def _classifiers(policy: Policy, vocabulary: Vocabulary, strong: Strong, word: Strong) -> str:
    """Say whose decisions a policy of a family takes."""
    first, *second = (follow(vocabulary, name, strong, word) for name in policy.classifiers)
    if not second:
        return first
    return f"{first}; for {strong(numbers.chance(policy.mixing))} at random {second[0]}"


def _second(policy: Policy) -> tuple[int, float]:
    index, value = policy.index_2, policy.threshold_2
    return (index, value) if index is not None and value is not None else (0, math.inf)
