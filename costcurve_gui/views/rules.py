"""Which cases a policy picks, as a sentence in the words of the file. Plain text unless said."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.engine.counts.family import ALL, NONE
from costcurve_gui.models.state import Rule
from costcurve_gui.views import bound_words, numbers, verbs
from costcurve_gui.views.words import (
    Vocabulary,
    member_text,
    model_scene,
    precision,
    threshold_text,
    vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame

    Strong = Callable[[str], str]


def rule(frame: Frame, key: str, policy: Policy | None = None) -> str:
    """Say which cases the policy of a model picks, or another policy of it."""
    return _rule(frame, key, policy or frame.models[key].policy, bold=False)


def rule_html(frame: Frame, key: str) -> str:
    """Say the same with the figures bold, for a rich-text label; first why it is not as wanted."""
    why = shortfall(frame, key)
    text = _rule(frame, key, frame.models[key].policy, bold=True)
    return f"{escape(why)} {text}" if why else text


def rule_sentence(frame: Frame, key: str) -> str:
    """Say it as a sentence of an answer, the random part by its two ends."""
    words, policy = vocabulary(frame), frame.models[key].policy
    if not is_mixed(policy) or policy.members or math.isinf(policy.threshold):
        return f"{rule(frame, key)}."
    model = model_scene(frame.scene, key)
    index_2, value_2 = _second(policy)
    first = threshold_text(model, policy.index, policy.threshold)
    second = threshold_text(model, index_2, value_2)
    act = verbs.sentence_case(words.act)
    share = f"{verbs.transitive(words.act)} {numbers.chance(policy.mixing)} at random"
    if model.info.lower_is_positive:
        return f"{act} up to {first}; between {first} and {second} {share}."
    return f"{act} from {first}; between {second} and {first} {share}."


def shortfall(frame: Frame, key: str) -> str:
    """Say why a model cannot do what is asked for and what stands in its place, or nothing."""
    model = frame.models[key]
    if model.met:
        return ""
    if frame.settings.selection.rule is Rule.THRESHOLD:
        return bound_words.conflict(frame, key)
    if frame.settings.selection.rule is Rule.TARGET_PRECISION:
        wanted = numbers.percent(frame.settings.selection.target_precision)
        most = numbers.percent(precision(model.policy, frame.condition.prior))
        return f"No threshold has a precision of {wanted}; the highest is {most}."
    if model.policy.members:
        lack = "Not every member says what PC(+) it was trained for"
    else:
        lack = "Scores outside 0 to 1"
    return f"{lack}: the condition alone cannot choose. Shown is the least cost."


def is_mixed(policy: Policy) -> bool:
    """Whether the policy draws lots between two thresholds."""
    return policy.threshold_2 is not None and policy.mixing > 0


def _rule(frame: Frame, key: str, policy: Policy, *, bold: bool) -> str:
    words = vocabulary(frame)

    def strong(text: str) -> str:
        return f"<b>{escape(text)}</b>" if bold else text

    def word(text: str) -> str:
        return escape(text) if bold else text

    if policy.fpr >= 1 and policy.tpr >= 1:
        text = word(words.all_of("all"))
    elif math.isinf(policy.threshold) and not is_mixed(policy):
        text = word(words.all_of("none"))
    elif policy.members:
        text = _members(policy, words, strong, word)
    else:
        text = _thresholds(frame, key, policy, strong, word)
    return verbs.sentence_case(text)


def _thresholds(frame: Frame, key: str, policy: Policy, strong: Strong, word: Strong) -> str:
    words = vocabulary(frame)
    model = model_scene(frame.scene, key)
    beyond = "\u2264" if model.info.lower_is_positive else "\u2265"
    first = strong(threshold_text(model, policy.index, policy.threshold))
    if not is_mixed(policy):
        return f"{word(words.act)} where score {beyond} {first}"
    act = word(verbs.transitive(words.act))
    index_2, value_2 = _second(policy)
    second = strong(threshold_text(model, index_2, value_2))
    share = strong(numbers.chance(policy.mixing))
    if math.isinf(policy.threshold):
        return f"{act} {share} at random where score {beyond} {second}"
    text = f"{word(words.act)} where score {beyond} {first}; from {second} to there, "
    return text + f"{act} {share} at random"


def follow(words: Vocabulary, name: str, strong: Strong = str, word: Strong = str) -> str:
    """Say what following a member of a family, or a trivial classifier, means."""
    if name in (NONE, ALL):
        return word(words.all_of(name))
    return f"follow {strong(member_text(name))}"


def _members(policy: Policy, words: Vocabulary, strong: Strong, word: Strong) -> str:
    """Say whose decisions a policy of a family takes."""
    first, *second = (follow(words, name, strong, word) for name in policy.members)
    if not second:
        return first
    return f"{first}; for {strong(numbers.chance(policy.mixing))} at random {second[0]}"


def _second(policy: Policy) -> tuple[int, float]:
    index, value = policy.index_2, policy.threshold_2
    return (index, value) if index is not None and value is not None else (0, math.inf)
