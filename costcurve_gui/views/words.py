"""Sentences about a frame, in the words of the file and of the user. Plain text unless said."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.models.state import Criterion
from costcurve_gui.views import numbers, verbs

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame, ModelScene, Reading, Scene
    from costcurve_gui.models.state import DatasetInfo, PayoffSpec

PROFIT_CRITERIA = frozenset({Criterion.MIN_COST, Criterion.MAX_PROFIT, Criterion.MANUAL})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one file: its classes, the two decisions, a case, the unit of money."""

    act: str
    leave: str
    positive: str
    negative: str
    noun: str
    unit: str

    @classmethod
    def of(cls, dataset: DatasetInfo, payoff: PayoffSpec) -> Vocabulary:
        """Collect the words from a file and its payoff matrix."""
        return cls(
            act=payoff.positive_action,
            leave=payoff.negative_action,
            positive=dataset.positive_label,
            negative=dataset.negative_label,
            noun=payoff.case_noun,
            unit=payoff.unit,
        )

    @property
    def nouns(self) -> str:
        """Several cases."""
        return verbs.plural(self.noun)

    def all_of(self, trivial: str) -> str:
        """Name a trivial classifier: "all" is refuse all, "none" is grant all."""
        return f"{verbs.transitive(self.act if trivial == 'all' else self.leave)} all"

    def doing_all(self, trivial: str) -> str:
        """Name what a trivial classifier does: refusing all."""
        return f"{verbs.gerund(self.act if trivial == 'all' else self.leave)} all"

    def money(self, value: float, *, signed: bool = True) -> str:
        """Write money per case."""
        return numbers.money(value, self.unit, signed=signed)


def vocabulary(frame: Frame) -> Vocabulary:
    """Return the words of a frame."""
    return Vocabulary.of(frame.scene.dataset, frame.settings.payoff)


def model_scene(scene: Scene, key: str) -> ModelScene:
    """Return one model's curves."""
    return next(model for model in scene.models if model.info.key == key)


def threshold_text(model: ModelScene, index: int, value: float) -> str:
    """Write a threshold as in the file, with the digits that part it from the scores beside it."""
    thresholds = model.evaluation.table.thresholds
    sign = score_sign(model)
    beside = [
        sign * float(thresholds[i]) for i in (index - 1, index + 1) if 0 <= i < len(thresholds)
    ]
    return numbers.threshold(sign * value, beside, probability=_are_probabilities(model))


def score_sign(model: ModelScene) -> int:
    """Return what turns a threshold into one of the file: -1 where low scores are positive."""
    return -1 if model.info.lower_is_positive else 1


def _are_probabilities(model: ModelScene) -> bool:
    thresholds = model.evaluation.table.thresholds
    if len(thresholds) < 2:
        return True
    ends = [score_sign(model) * thresholds[1], score_sign(model) * thresholds[-1]]
    return bool(min(ends) >= 0 and max(ends) <= 1)


def winning_trivial(frame: Frame) -> str | None:
    """Return the trivial classifier that no model beats at this condition, if there is one."""
    criterion = frame.settings.selection.criterion
    if frame.best is None or criterion not in (Criterion.MIN_COST, Criterion.MAX_PROFIT):
        return None
    trivial = max(frame.trivial, key=lambda name: frame.trivial[name].expected_profit)
    bar = frame.trivial[trivial].expected_profit
    best = frame.models[frame.best].policy.expected_profit
    return trivial if best <= bar + 1e-12 * max(1.0, abs(bar)) else None


def runner_up(frame: Frame, key: str) -> str | None:
    """Return the best of the other models by the criterion."""
    others = [name for name in frame.models if name != key]
    return max(others, key=lambda name: _merit(frame, name), default=None)


def _merit(frame: Frame, key: str) -> float:
    policy = frame.models[key].policy
    criterion = frame.settings.selection.criterion
    if criterion in PROFIT_CRITERIA:
        return policy.expected_profit
    return policy.tpr


def lead(frame: Frame, key: str, other: str) -> float:
    """Return how much more per case one model earns than another."""
    return frame.models[key].policy.expected_profit - frame.models[other].policy.expected_profit


def short_name(name: str, most: int) -> str:
    """Cut a name in its middle to `most` letters, for a sentence that has one line."""
    if len(name) <= most:
        return name
    tail = (most - 1) // 2
    return f"{name[: most - 1 - tail]}\u2026{name[len(name) - tail :]}"


def prior_name(words: Vocabulary) -> str:
    """Name the prior: p(bad)."""
    return f"p({words.positive})"


# --- the rule ---------------------------------------------------------------------------------


def rule(frame: Frame, key: str) -> str:
    """Say which cases the policy picks."""
    return _rule(frame, key, bold=False)


def rule_html(frame: Frame, key: str) -> str:
    """Say the same with the figures bold, for a rich-text label."""
    return _rule(frame, key, bold=True)


def _rule(frame: Frame, key: str, *, bold: bool) -> str:
    words, policy = vocabulary(frame), frame.models[key].policy
    model = model_scene(frame.scene, key)

    def strong(text: str) -> str:
        return f"<b>{escape(text)}</b>" if bold else text

    def word(text: str) -> str:
        return escape(text) if bold else text

    beyond = "\u2264" if model.info.lower_is_positive else "\u2265"
    act = word(verbs.transitive(words.act))
    first = strong(threshold_text(model, policy.index, policy.threshold))
    if not is_mixed(policy):
        if math.isinf(policy.threshold):
            return verbs.sentence_case(f"{word(words.all_of('none'))}")
        if policy.fpr >= 1 and policy.tpr >= 1:
            return verbs.sentence_case(f"{word(words.all_of('all'))}")
        return verbs.sentence_case(f"{word(words.act)} where score {beyond} {first}")
    index_2, value_2 = _second(policy)
    second = strong(threshold_text(model, index_2, value_2))
    share = strong(numbers.chance(policy.mixing))
    if math.isinf(policy.threshold):
        text = f"{act} {share} at random where score {beyond} {second}"
    else:
        text = f"{word(words.act)} where score {beyond} {first}; from {second} to there, "
        text += f"{act} {share} at random"
    return verbs.sentence_case(text)


def is_mixed(policy: Policy) -> bool:
    """Whether the policy draws lots between two thresholds."""
    return policy.threshold_2 is not None and policy.mixing > 0


def _second(policy: Policy) -> tuple[int, float]:
    index, value = policy.index_2, policy.threshold_2
    return (index, value) if index is not None and value is not None else (0, math.inf)


# --- the answer that is copied ----------------------------------------------------------------


def answer(frame: Frame) -> str:
    """Answer the question the window is about, as sentences that stand alone."""
    key = frame.selected or frame.best
    if key is None:
        return "No model is switched on."
    trivial = winning_trivial(frame)
    if trivial is not None:
        return trivial_answer(frame, trivial)
    criterion = frame.settings.selection.criterion
    if criterion is Criterion.NEYMAN_PEARSON:
        return _neyman_pearson_answer(frame, key)
    if criterion is Criterion.WORKFORCE:
        return _workforce_answer(frame, key)
    return _profit_answer(frame, key)


def trivial_answer(frame: Frame, trivial: str) -> str:
    """Say that no model is worth using at this condition."""
    words = vocabulary(frame)
    prior = numbers.prior_percent(frame.condition.prior)
    action = verbs.sentence_case(words.all_of(trivial))
    return f"{action}. At {prior_name(words)} = {prior} no model is cheaper."


def _profit_answer(frame: Frame, key: str) -> str:
    words, policy = vocabulary(frame), frame.models[key].policy
    name = frame.models[key].info.name
    profit = f"{words.money(policy.expected_profit)} per {words.noun}"
    if math.isinf(policy.threshold):
        use = f"Use {name}, which would {words.all_of('none')}"
    else:
        model = model_scene(frame.scene, key)
        at = threshold_text(model, policy.index, policy.threshold)
        beyond = "or less" if model.info.lower_is_positive else "or more"
        use = f"Use {name} and {words.act} where its score is {at} {beyond}"
    return f"{use}: {profit}{_compared(frame, key)}."


def _compared(frame: Frame, key: str) -> str:
    other = runner_up(frame, key)
    if other is None:
        return ""
    words, more = vocabulary(frame), lead(frame, key, other)
    amount = words.money(abs(more), signed=False)
    name = frame.models[other].info.name
    if more == 0:
        return f", the same as {name}"
    return f", {amount} {'more' if more > 0 else 'less'} than {name}"


def _neyman_pearson_answer(frame: Frame, key: str) -> str:
    words, model = vocabulary(frame), frame.models[key]
    bound = numbers.rate(frame.settings.selection.max_fpr)
    found = numbers.percent(model.policy.tpr)
    verb = "finds the most" if key == frame.best else "finds"
    text = f"{model.info.name} {verb} {words.positive} at a false positive rate of {bound}: "
    text += f"{found}. {_rule_sentence(frame, key)}"
    if model.single is not None:
        text += f" One threshold alone finds {numbers.percent(model.single.tpr)}."
    return text


def _rule_sentence(frame: Frame, key: str) -> str:
    words, policy = vocabulary(frame), frame.models[key].policy
    if not is_mixed(policy) or math.isinf(policy.threshold):
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


def _workforce_answer(frame: Frame, key: str) -> str:
    words, model, selection = vocabulary(frame), frame.models[key], frame.settings.selection
    caught, total = caught_of(frame, model.policy)
    capacity, population = numbers.count(selection.capacity), numbers.count(selection.population)
    text = f"With {capacity} of {population} {words.nouns} {model.info.name} catches "
    text += f"{numbers.count(caught)} of {numbers.count(total)} {words.positive} ones."
    return f"{text} {_rule_sentence(frame, key)}"


def caught_of(frame: Frame, policy: Policy) -> tuple[float, float]:
    """Return the expected positives caught, and all of them, in the population."""
    total = frame.settings.selection.population * frame.condition.prior
    return policy.tpr * total, total


# --- under the cursor -------------------------------------------------------------------------


def reading_parts(reading: Reading, scene: Scene, words: Vocabulary, population: int) -> list[str]:
    """Say what stands under the cursor: model, threshold, fpr, tpr, cases, profit."""
    model = model_scene(scene, reading.model.key)
    at = threshold_text(model, reading.index, reading.threshold)
    cases = numbers.count(reading.fraction_targeted * population)
    share = numbers.percent(reading.fraction_targeted)
    acts = verbs.third_person(words.act)
    return [
        reading.model.name,
        f"threshold {at}",
        f"fpr {numbers.rate(reading.fpr)}",
        f"tpr {numbers.rate(reading.tpr)}",
        f"{acts} {share}, {cases} of {numbers.count(population)}",
        f"profit {words.money(reading.expected_profit)}",
    ]
