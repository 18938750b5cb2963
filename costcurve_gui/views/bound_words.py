"""Bounds in words: what is limited, what it costs, what mixing would add. Plain text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.views import numbers, verbs
from costcurve_gui.views.words import (
    caught_of,
    model_scene,
    precision,
    threshold_text,
    vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame

_CASES_AT_ONCE = 10  # one more positive decision seldom catches a whole positive
_RATE_STEP = 0.01
_UPPER = (BoundKind.FPR, BoundKind.CASES)


def bound_name(frame: Frame, kind: BoundKind) -> str:
    """Name what is bounded: Cases refused."""
    if kind is BoundKind.CASES:
        return f"Cases {verbs.participle(vocabulary(frame).act)}"
    return _NAMES[kind]


def sign(kind: BoundKind) -> str:
    """Return how a quantity relates to its limit."""
    return "\u2264" if kind in _UPPER else "\u2265"


def limit_text(kind: BoundKind, limit: float) -> str:
    """Write a limit as its field shows it."""
    if kind is BoundKind.CASES:
        return numbers.count(limit)
    return numbers.percent(limit) if kind is BoundKind.PRECISION else numbers.rate(limit)


def phrase(frame: Frame, kind: BoundKind, limit: float) -> str:
    """Say a bound in a sentence: at most 1 500 cases refused."""
    text = limit_text(kind, limit)
    if kind is BoundKind.CASES:
        said = vocabulary(frame)
        return f"at most {text} {said.nouns} {verbs.participle(said.act)}"
    least = "at most" if kind in _UPPER else "at least"
    return f"a {_NAMES[kind].lower()} of {least} {text}"


def phrases(frame: Frame) -> str:
    """Say all bounds in force."""
    return _enumerated(frame, frame.settings.selection.bounds.limits)


def _enumerated(frame: Frame, limits: Mapping[BoundKind, float]) -> str:
    *first, last = (phrase(frame, kind, limit) for kind, limit in limits.items())
    return f"{', '.join(first)} and {last}" if first else last


def kept_bounds(frame: Frame) -> str:
    """Say how many bounds there are to be kept: the bound, both bounds, all three bounds."""
    number = len(frame.settings.selection.bounds.limits)
    if number <= 2:
        return "the bound" if number == 1 else "both bounds"
    return f"all {numbers.in_words(number)} bounds"


def conflict(frame: Frame, key: str) -> str:
    """Say that no threshold of a model keeps the bounds, and why."""
    name = frame.models[key].info.name
    limits = frame.settings.selection.bounds.limits
    if limits.keys() == {BoundKind.PRECISION}:
        wanted = numbers.percent(limits[BoundKind.PRECISION])
        most = numbers.percent(precision(frame.models[key].policy, frame.condition.prior))
        return f"No threshold of {name} has a precision of {wanted}; the highest is {most}."
    return f"No threshold of {name} keeps {kept_bounds(frame)}."


def empty_set(frame: Frame) -> tuple[str, str]:
    """Return a headline and a sentence where no threshold of any model keeps the bounds."""
    headline = f"No threshold keeps {kept_bounds(frame)}"
    limits = frame.settings.selection.bounds.limits
    if len(limits) > 1:
        each = "each other" if len(limits) == 2 else "one another"
        who = (
            f"all {numbers.in_words(len(frame.models))} models"
            if len(frame.models) > 1
            else ("the model")
        )
        text = f"{verbs.sentence_case(phrases(frame))} exclude {each} for {who}."
        return headline, " ".join(filter(None, (text, _reachable(frame))))
    ((kind, limit),) = limits.items()
    reached = {
        one.info.name: precision(one.policy, frame.condition.prior) for one in frame.models.values()
    }
    name = max(reached, key=lambda each: (not math.isnan(reached[each]), reached[each]))
    highest = f"{numbers.percent(reached[name])} ({name})"
    return headline, (
        f"No model reaches {phrase(frame, kind, limit).replace(' at least', '')}; "
        f"the highest is {highest}."
    )


def _reachable(frame: Frame) -> str:
    """Say what could be asked for: the highest true positive rate within the other bounds."""
    if frame.reachable is None:
        return ""
    limits = frame.settings.selection.bounds.limits
    others: dict[BoundKind, float] = dict(limits)
    others.pop(BoundKind.TPR)
    highest = numbers.rate(rounded_down(frame.reachable.tpr, 3))
    within = _enumerated(frame, others)
    return f"With {within}, the highest true positive rate is {highest} ({frame.reachable.model})."


def rounded_down(value: float, decimals: int) -> float:
    """Round down; a value that rounding put a hair below a round one is that one."""
    scale = 10**decimals
    return math.floor(value * scale + 1e-11) / scale


def price(frame: Frame) -> str:
    """Say what one more unit of the binding bound would bring; nothing where that is 0."""
    effect, limits = frame.bounded, frame.settings.selection.bounds.limits
    if effect is None or not effect.binding or len(limits) > 1 or effect.price <= 0:
        return ""
    (kind,) = limits
    if frame.settings.objective is Objective.TPR:
        return _price_in_positives(frame, kind, effect.price)
    return _price_in_money(frame, kind, effect.price)


def _price_in_money(frame: Frame, kind: BoundKind, value: float) -> str:
    said = vocabulary(frame)
    if kind is BoundKind.CASES:
        earned = said.money(value, signed=False)
        return f"One more {said.noun} {verbs.participle(said.act)} earns {earned}."
    if kind is BoundKind.PRECISION:
        return ""
    earned = said.money(value * _RATE_STEP, signed=False)
    more = "higher" if kind is BoundKind.FPR else "lower"
    return f"A rate {_RATE_STEP} {more} earns {earned} per {said.noun}."


def _price_in_positives(frame: Frame, kind: BoundKind, value: float) -> str:
    said = vocabulary(frame)
    if kind is BoundKind.CASES:
        caught = numbers.significant(_CASES_AT_ONCE * value * frame.condition.prior, 1)
        acted = f"{said.nouns} {verbs.participle(said.act)}"
        return f"{_CASES_AT_ONCE} more {acted} catch {caught} more {said.positives}."
    if kind is BoundKind.FPR:
        return f"A rate {_RATE_STEP} higher catches {numbers.percent(value * _RATE_STEP)} more."
    return ""


def cost_of_bounds(frame: Frame) -> float | None:
    """Return how much less per case is earned than without bounds; None where none binds."""
    effect = frame.bounded
    if effect is None or not effect.binding or frame.settings.objective is Objective.TPR:
        return None
    return effect.single.expected_profit - effect.free.expected_profit


def price_of_counting(frame: Frame) -> str:
    """Say what counts instead of money cost: 3 more than at highest profit, 1.55 DM less."""
    effect, said = frame.bounded, vocabulary(frame)
    if effect is None or effect.at_profit is None:
        return ""
    more = caught_of(frame, effect.single)[0] - caught_of(frame, effect.at_profit)[0]
    less = effect.at_profit.expected_profit - effect.single.expected_profit
    if not less > 0:
        return ""
    lost = said.money(less, signed=False)
    return f"{numbers.count(more)} more than at highest profit, {lost} less per {said.noun}."


def mixture(frame: Frame, key: str) -> str:
    """Say what mixing two thresholds would do, or one alone where two are mixed; else nothing."""
    effect = frame.bounded
    if effect is None or effect.mixture is None:
        return ""
    if frame.settings.selection.mixed:
        return f"One threshold: {_one_alone(frame, key, effect.single, effect.mixture)}"
    return f"{_two_mixed(frame, key, effect.mixture)} {_gain(frame, effect.single, effect.mixture)}"


def _one_alone(frame: Frame, key: str, single: Policy, mixed: Policy) -> str:
    from costcurve_gui.views.rules import rule

    said = vocabulary(frame)
    text = verbs.decapitalised(rule(frame, key, single))
    if frame.settings.objective is Objective.TPR:
        return f"{text}. Catches {numbers.count(caught_of(frame, single)[0])}."
    less = said.money(mixed.expected_profit - single.expected_profit, signed=False)
    return f"{text}. Earns {less} less per {said.noun}."


def _two_mixed(frame: Frame, key: str, mixed: Policy) -> str:
    said, model = vocabulary(frame), model_scene(frame.scene, key)
    share, act = numbers.percent(mixed.mixing), verbs.transitive(said.act)
    if mixed.members:
        from costcurve_gui.views.rules import follow

        first, second = (follow(said, name) for name in mixed.members)
        return f"{first}; for {share} at random {second}."
    index, value = mixed.index_2 or 0, mixed.threshold_2 or 0.0
    second = threshold_text(model, index, value)
    if math.isinf(mixed.threshold):
        return f"from {second} on {act} {share} at random."
    first = threshold_text(model, mixed.index, mixed.threshold)
    return f"{act} from {first}; from {second} to there {act} {share} at random."


def _gain(frame: Frame, single: Policy, mixed: Policy) -> str:
    said = vocabulary(frame)
    used = _used_up(frame)
    if frame.settings.objective is Objective.TPR:
        caught = numbers.count(caught_of(frame, mixed)[0])
        return f"Catches {caught}{f', {used}' if used else ''}."
    more = said.money(mixed.expected_profit - single.expected_profit, signed=False)
    return f"Adds {more} per {said.noun}{f'; {used}' if used else ''}."


def _used_up(frame: Frame) -> str:
    cases = frame.settings.selection.bounds.cases
    return "" if cases is None else f"all {numbers.count(cases)} used"


_NAMES = {
    BoundKind.FPR: "False positive rate",
    BoundKind.TPR: "True positive rate",
    BoundKind.PRECISION: "Precision",
    BoundKind.CASES: "Cases acted on",
}
