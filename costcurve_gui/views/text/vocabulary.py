"""What sentences about a snapshot are made of, in the words of the file and of the user."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.snapshot import Reading, Snapshot
    from costcurve_gui.engine.selection.policy import Policy


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one file: its classes, the two decisions, a case, the unit of money."""

    act: str
    leave: str
    positive_label: str
    negative_label: str
    noun: str
    unit: str

    @classmethod
    def of(cls, dataset: DatasetInfo, payoff: PayoffSpec) -> Vocabulary:
        """Collect the words from a file and its payoff matrix."""
        return cls(
            act=payoff.positive_action,
            leave=payoff.negative_action,
            positive_label=dataset.positive_called,
            negative_label=dataset.negative_called,
            noun=payoff.case_noun,
            unit=payoff.unit,
        )

    @property
    def nouns(self) -> str:
        """Several cases."""
        return inflection.plural(self.noun)

    @property
    def positive(self) -> str:
        """The positive class: bad, class 1."""
        return class_name(self.positive_label)

    @property
    def negative(self) -> str:
        """The negative class: good, class 0."""
        return class_name(self.negative_label)

    @property
    def positives(self) -> str:
        """Cases of the positive class: positives (bad), positives (class 1)."""
        return tr("positives ({positive})", positive=self.positive)

    def all_of(self, trivial: str) -> str:
        """Name a trivial classifier: "all" is refuse all, "none" is grant all."""
        return tr(
            "{act} all", act=inflection.transitive(self.act if trivial == "all" else self.leave)
        )

    def doing_all(self, trivial: str) -> str:
        """Name what a trivial classifier does: refusing all."""
        return tr("{act} all", act=inflection.gerund(self.act if trivial == "all" else self.leave))

    def money(self, value: float, *, signed: bool = True) -> str:
        """Write money per case."""
        return numbers.money(value, self.unit, signed=signed)

    def amount(self, value: float) -> str:
        """Write money per case without its unit, which stands beside."""
        return numbers.money(value, self.unit, signed=False).removesuffix(f" {self.unit}")


def vocabulary_of(snapshot: Snapshot) -> Vocabulary:
    """Return the vocabulary of a snapshot."""
    return Vocabulary.of(snapshot.curve_set.dataset, snapshot.settings.payoff)


def in_measure(template: str, value: float) -> str:
    """Fill the words of a criterion's `Measure` in: " has 0.071 more"."""
    return template.format(rate=numbers.rate(value), percent=numbers.percent(value))


def model_curves_of(curve_set: CurveSet, key: str) -> ModelCurves:
    """Return one model's curves."""
    return next(model for model in curve_set.models if model.info.key == key)


def threshold_text(model: ModelCurves, index: int, value: float, other: float | None = None) -> str:
    """Write a threshold as in the file, with the digits that tell it from its neighbours.

    The end of an interval needs no more than part it from its `other` end.
    """
    family = family_of(model)
    if family is not None:
        return classifier_text(family.names[index])
    if math.isnan(value):
        return tr("by case")
    derived = model.info.derived
    if derived is not None and derived.kind.uses_thresholds:
        return numbers.count(value)  # so many of the joined decisions
    if model.info.grades and math.isfinite(value):
        return model.info.grades[round(abs(value)) - 1]
    thresholds = model.evaluation.table.thresholds
    sign = score_sign(model)
    rows = (i for i in (index - 1, index + 1) if 0 <= i < len(thresholds))
    near = [float(thresholds[i]) for i in rows] if other is None else [other]
    beside = [sign * one for one in near]
    return numbers.threshold(sign * value, beside, probability=_are_probabilities(model))


def classifier_text(name: str) -> str:
    """Name a classifier of a family; "classifier 5" where it is known by its row in the file."""
    return tr("classifier {name}", name=name) if name.isdigit() else name


def policy_text(model: ModelCurves, policy: Policy) -> str:
    """Write the threshold that a policy decides by, or name the classifiers."""
    if policy.classifiers:
        return " \u2013 ".join(map(classifier_text, policy.classifiers))
    return threshold_text(model, policy.index, policy.threshold)


def score_sign(model: ModelCurves) -> int:
    """Return what turns a threshold into one of the file: -1 where low scores are positive."""
    return -1 if model.info.lower_is_positive else 1


def _are_probabilities(model: ModelCurves) -> bool:
    thresholds = model.evaluation.table.thresholds
    if len(thresholds) < 2:
        return True
    ends = [score_sign(model) * thresholds[1], score_sign(model) * thresholds[-1]]
    return bool(min(ends) >= 0 and max(ends) <= 1)


def listed_names(names: Sequence[str], most: int = 3) -> str:
    """Write names as a list: a, b and c, or a, b, c and 4 more."""
    if len(names) > most:
        return tr("{names} and {more} more", names=", ".join(names[:most]), more=len(names) - most)
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def on_lines(text: str, most: int) -> str:
    """Break a text after "_" or at a space into at most `most` lines, as short as they can be."""
    pieces = re.split(r"(?<=[_ ])", text)
    for width in range(max(map(len, pieces)), len(text) + 1):
        lines = [""]
        for piece in pieces:
            if lines[-1] and len(f"{lines[-1]}{piece}".rstrip()) > width:
                lines.append("")
            lines[-1] += piece
        if len(lines) <= most:
            return "\n".join(line.rstrip() for line in lines)
    return text


@lru_cache(maxsize=256)
def versions_on_lines(text: str, most: int = 3) -> tuple[str, ...]:
    """Return a text on one line, and on two and more where there is less room across."""
    return tuple(dict.fromkeys(on_lines(text, count) for count in range(1, most + 1)))


def prior_name(vocabulary: Vocabulary) -> str:
    """Name the prior: p(bad)."""
    return f"p({vocabulary.positive_label})"


def scaled_note(snapshot: Snapshot) -> str:
    """Say by what misses are scaled to reach the cost ratio wanted; nothing where they are not."""
    return (
        ""
        if snapshot.miss_factor == 1
        else tr("misses {factor}", factor=numbers.factor(snapshot.miss_factor))
    )


def with_scale(text: str, snapshot: Snapshot) -> str:
    """Say first that misses are scaled, if they are: it bears on every figure of a subtitle."""
    return inflection.listed(scaled_note(snapshot), text)


def prior_in_short(snapshot: Snapshot) -> str:
    """Say the prior in a caption: 5 % bad; p(1) 40 %."""
    said = vocabulary_of(snapshot)
    if said.positive != said.positive_label:
        return prior_text(snapshot)
    return f"{numbers.prior_percent(snapshot.condition.prior)} {said.positive_label}"


def prior_text(snapshot: Snapshot) -> str:
    """Say the prior: p(bad) 5 %."""
    prior = numbers.prior_percent(snapshot.condition.prior)
    return f"{prior_name(vocabulary_of(snapshot))} {prior}"


def trivial_answer(snapshot: Snapshot, trivial: str) -> str:
    """Say that no model is worth using at this condition."""
    vocabulary = vocabulary_of(snapshot)
    prior = numbers.prior_percent(snapshot.condition.prior)
    action = inflection.sentence_case(vocabulary.all_of(trivial))
    return tr(
        "{action}. At {prior_name} = {prior} no model is cheaper.",
        action=action,
        prior_name=prior_name(vocabulary),
        prior=prior,
    )


# --- under the cursor -------------------------------------------------------------------------


def read_in(snapshot: Snapshot, reading: Reading) -> tuple[str, ...]:
    """Say what stands under the cursor in a snapshot."""
    population = snapshot.settings.selection.population
    return tuple(reading_parts(reading, snapshot.curve_set, vocabulary_of(snapshot), population))


def reading_parts(
    reading: Reading, curve_set: CurveSet, vocabulary: Vocabulary, population: float
) -> list[str]:
    """Say what stands under the cursor: model, threshold, fpr, tpr, cases, profit."""
    model = model_curves_of(curve_set, reading.model.key)
    at = threshold_text(model, reading.index, reading.threshold)
    cases = numbers.count(reading.fraction_targeted * population)
    share = numbers.percent(reading.fraction_targeted)
    acts = inflection.third_person(vocabulary.act)
    return [
        reading.model.name,
        at if family_of(model) is not None else tr("threshold {at}", at=at),
        tr("fpr {fpr}", fpr=numbers.rate(reading.fpr)),
        tr("tpr {tpr}", tpr=numbers.rate(reading.tpr)),
        tr(
            "{acts} {share}, {cases} of {population}",
            acts=acts,
            share=share,
            cases=cases,
            population=numbers.count(population),
        ),
        tr(
            "profit {expected_profit} on this sample",
            expected_profit=vocabulary.money(reading.expected_profit),
        ),
    ]


def family_of(model: ModelCurves) -> FamilyTable | None:
    """Return the classifiers of a model that is a family."""
    table = model.evaluation.table
    return table if isinstance(table, FamilyTable) else None
