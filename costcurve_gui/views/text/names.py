"""Name measures that take a parameter, and the ways to derive a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.derived_models import Derivation
from costcurve_gui.engine.cost.belief import UNIFORM, BetaBelief
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.derived_models import DerivedModel
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.belief import Belief


def partial_auc(snapshot: Snapshot, key: str) -> str:
    """Say the area over the range in force: partial AUC 0.093, standardised 0.712; or nothing."""
    found = (
        None
        if snapshot.details is None
        else snapshot.details.partial_auc(key, snapshot.settings.views)
    )
    if found is None:
        return ""
    area, standardised = numbers.rate(found.area), numbers.rate(found.standardized)
    return f"partial AUC {area}, standardised {standardised}"


def partial_auc_over(snapshot: Snapshot, key: str) -> str:
    """Say it with its range: Partial AUC 0.093, standardised 0.712, for fpr 0.000 to 0.200."""
    said, choices = partial_auc(snapshot, key), snapshot.settings.views
    if not said:
        return ""
    written = numbers.interval(*choices.partial_range)
    return f"{said[0].upper()}{said[1:]}, for {choices.partial_axis} {written}"


def belief_name(belief: Belief) -> str:
    """Name a belief: uniform belief, Beta(2, 5), triangular 0.100 to 0.600, mode 0.200."""
    if belief == UNIFORM:
        return "uniform belief"
    if isinstance(belief, BetaBelief):
        return f"Beta({numbers.plain(belief.a)}, {numbers.plain(belief.b)})"
    stretch, mode = numbers.interval(belief.lo, belief.hi), numbers.rate(belief.mode)
    return f"triangular {stretch}, mode {mode}"


KINDS: Mapping[Derivation, str] = {
    Derivation.REVERSED: "Reversed",
    Derivation.CALIBRATED: "Calibrated",
    Derivation.REPAIRED: "Concavities repaired",
    Derivation.COST_WEIGHTED: "Weighted by cost",
    Derivation.CONJUNCTION: "Both say yes (and)",
    Derivation.DISJUNCTION: "One says yes (or)",
    Derivation.CHAIN: "Chain",
}
MEANINGS: Mapping[Derivation, str] = {
    Derivation.REVERSED: "Ranks the other way round: its AUC is 1 minus that of the model.",
    Derivation.CALIBRATED: (
        "Probabilities read off the convex hull (isotonic regression), at the sample's prior. "
        "Fitted and measured on the same cases."
    ),
    Derivation.REPAIRED: (
        "Where the curve lies below its hull, the ranking is reversed (Flach and Wu 2003). "
        "Chosen and measured on the same cases."
    ),
    Derivation.COST_WEIGHTED: (
        "Score times the cost of missing the case, for costs known at decision time. "
        "It keeps the present payoffs when they change later."
    ),
    Derivation.CONJUNCTION: "Acts where both act at their present thresholds.",
    Derivation.DISJUNCTION: "Acts where either acts at its present threshold.",
    Derivation.CHAIN: (
        "Asks one after the other at their present thresholds, the strictest first, until one "
        "acts. Every shorter chain is a threshold of it."
    ),
}


def origin(info: ModelInfo, curve_set: CurveSet) -> str:
    """Say what a derived model was made from; nothing for a model of the file."""
    model = info.derived
    if model is None:
        return ""
    parts = list(_sources(model, curve_set))
    if model.kind is Derivation.CHAIN:
        return f"Chain of {', '.join(parts)}"
    if model.kind.uses_thresholds:
        return f" {model.kind} ".join(parts)
    if model.kind is Derivation.COST_WEIGHTED:
        tp, fn = model.payoffs
        return f"{parts[0]} times the cost of a miss, ({tp}) \u2212 ({fn})"
    return f"{KINDS[model.kind]}: {parts[0]}"


def _sources(model: DerivedModel, curve_set: CurveSet) -> Iterator[str]:
    infos = {one.column: one for one in curve_set.dataset.models}
    thresholds = model.thresholds or (None,) * len(model.sources)
    for column, threshold in zip(model.sources, thresholds, strict=True):
        info = infos[column]
        if threshold is None:
            yield info.name
        elif info.lower_is_positive:
            yield f"{info.name} \u2264 {numbers.plain(-threshold)}"
        else:
            yield f"{info.name} \u2265 {numbers.plain(threshold)}"
