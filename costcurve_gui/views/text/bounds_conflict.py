"""Say that bounds exclude each other, and which nearest ones would do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.compromises import nearest_bounds
from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.translation import tr
from costcurve_gui.views.text import bounds_text, inflection, numbers
from costcurve_gui.views.text.vocabulary import (
    classifier_text,
    model_curves_of,
    threshold_text,
    vocabulary_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy

NEAREST = tr("Nearest that would do, with the profit on this sample")


class Nearest(NamedTuple):
    """What would do in words, the rule and what it earns, and the limits to be set."""

    text: str
    rule: str
    limits: Mapping[BoundKind, float]


def nearest(snapshot: Snapshot) -> list[Nearest]:
    """Return the nearest bounds that some threshold keeps: Refuse up to 2 336 applicants."""
    return [
        Nearest(_wanted(snapshot, one.limits), _rule(snapshot, one.policy), one.limits)
        for one in nearest_bounds(snapshot)
    ]


def nearest_sentence(snapshot: Snapshot) -> str:
    """Say all of them in one sentence; nothing where there are none."""
    said = "; ".join(
        f"{inflection.decapitalised(one.text)} ({one.rule})" for one in nearest(snapshot)
    )
    return f"{NEAREST}: {said}." if said else ""


def _wanted(snapshot: Snapshot, limits: Mapping[BoundKind, float]) -> str:
    words = vocabulary_of(snapshot)
    if len(limits) > 1:
        return tr(
            "Halfway: {listed}", listed=", ".join(_short(snapshot, *one) for one in limits.items())
        )
    ((kind, limit),) = limits.items()
    text = bounds_text.limit_text(kind, limit)
    if kind in (BoundKind.CASES, BoundKind.SHARE):
        of = tr("of the ") if kind is BoundKind.SHARE else ""
        act = inflection.transitive(words.act)
        return inflection.sentence_case(
            tr("{act} up to {text} {of}{nouns}", act=act, text=text, of=of, nouns=words.nouns)
        )
    if kind is BoundKind.BUDGET:
        return tr("Allow a budget of {limit}", limit=words.money(limit, signed=False))
    ask = tr("Allow") if kind is BoundKind.FPR else tr("Ask for")
    name = inflection.decapitalised(bounds_text.bound_name(snapshot, kind))
    return tr("{ask} a {name} of {text}", ask=ask, name=name, text=text)


def _short(snapshot: Snapshot, kind: BoundKind, limit: float) -> str:
    text = bounds_text.limit_text(kind, limit)
    if kind is BoundKind.CASES:
        return f"{text} {vocabulary_of(snapshot).nouns}"
    return f"{inflection.decapitalised(bounds_text.bound_name(snapshot, kind))} {text}"


def _rule(snapshot: Snapshot, policy: Policy) -> str:
    """Say whose rule it would be and what it earns: naive_bayes from 0.0643, +50.21 DM."""
    models = snapshot.curve_set.models
    key = next(one.info.key for one in models if one.info.name == policy.model)
    curves = model_curves_of(snapshot.curve_set, key)
    at = tr(
        "from {threshold_text}",
        threshold_text=threshold_text(curves, policy.index, policy.threshold),
    )
    if policy.classifiers:
        at = classifier_text(policy.classifiers[0])
    return f"{policy.model} {at}, {vocabulary_of(snapshot).money(policy.expected_profit)}"


def said(snapshot: Snapshot) -> str:
    """Say all of it in sentences that stand alone."""
    parts = "{}. {}".format(*empty_set(snapshot)), nearest_sentence(snapshot)
    return " ".join(filter(None, parts))


def empty_set(snapshot: Snapshot) -> tuple[str, str]:
    """Return a headline and a sentence where no threshold of any model keeps the bounds."""
    headline = tr("No threshold keeps {kept_bounds}", kept_bounds=bounds_text.kept_bounds(snapshot))
    limits = snapshot.settings.selection.bounds.limits
    if len(limits) > 1:
        each = tr("each other") if len(limits) == 2 else tr("one another")
        who = (
            tr("all {number} models", number=numbers.in_words(len(snapshot.candidates)))
            if len(snapshot.candidates) > 1
            else (tr("the model"))
        )
        text = tr(
            "{bounds} exclude {each} for {who}.",
            bounds=inflection.sentence_case(bounds_text.phrases(snapshot)),
            each=each,
            who=who,
        )
        return headline, text
    ((kind, limit),) = limits.items()
    reached = {one.info.name: one.policy.precision for one in snapshot.candidates.values()}
    name = max(reached, key=lambda each: (not math.isnan(reached[each]), reached[each]))
    highest = f"{numbers.percent(reached[name])} ({name})"
    return headline, (
        tr(
            "No model reaches {phrase}; the highest is {highest}.",
            phrase=bounds_text.phrase(snapshot, kind, limit).replace(" at least", ""),
            highest=highest,
        )
    )
