"""Say why a view, or a model in it, is not drawn, and the way out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from costcurve_gui.analysis.common_case_requests import common_in
from costcurve_gui.analysis.intervals.requests import whole_view_failures
from costcurve_gui.analysis.view_catalogue import VIEWS
from costcurve_gui.analysis.view_settings import RegretReading
from costcurve_gui.dataio.errors import plural
from costcurve_gui.engine.validation import are_probabilities
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from costcurve_gui.analysis.fold_results import FoldResults
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.widgets.view_frame import ViewFrame


@dataclass(frozen=True, slots=True)
class EmptyState:
    """A sentence, the way out, and the words of its button, if it has one.

    The button shows all models, or asks for the columns of the file again.
    """

    headline: str
    sentence: str
    action: str = ""
    lacks_column: bool = False


def _no_probabilities(snapshot: Snapshot) -> EmptyState | None:
    found = snapshot.extras.get("calibration")
    if found is None or snapshot.shown.keys() & cast("Mapping[str, object]", found).keys():
        return None
    return EmptyState("Scores outside 0 to 1", "Calibration needs probabilities.")


def _no_decision_curves(snapshot: Snapshot) -> EmptyState | None:
    shown = (model for model in snapshot.curve_set.models if model.info.key in snapshot.shown)
    if any(are_probabilities(model.evaluation.table) for model in shown):
        return None
    return EmptyState("Scores outside 0 to 1", "Net benefit needs probabilities.")


def _no_rival(snapshot: Snapshot) -> EmptyState | None:
    if len(snapshot.models) > 1:
        return None
    return EmptyState("One model only", "A comparison needs two.")


def _not_compared(snapshot: Snapshot, keys: Collection[str]) -> EmptyState | None:
    """Say why models cannot be compared over the cases that all of them scored."""
    found = common_in(snapshot, keys)
    if found.curves:
        return None
    if found.reason:
        return EmptyState("Cannot be computed", found.reason)
    sentence = "The models are being compared over the cases that all of them scored."
    return EmptyState("Computing", sentence)


def _no_difference(snapshot: Snapshot) -> EmptyState | None:
    alone, rival = _no_rival(snapshot), snapshot.cost_answers.rival()
    if alone is not None or snapshot.selected is None or rival is None:
        return alone
    return _not_compared(snapshot, (snapshot.selected, rival))


def _no_lanes(snapshot: Snapshot) -> EmptyState | None:
    return _not_compared(snapshot, snapshot.models)


def _no_replicates(view: str) -> Callable[[Snapshot], EmptyState | None]:
    """Return what says of a view that is resampled as a whole why it has nothing to show."""

    def lack(snapshot: Snapshot) -> EmptyState | None:
        alone, failures = _no_rival(snapshot), whole_view_failures(snapshot, view)
        if alone is not None or failures is None:
            return alone
        if failures:
            return EmptyState("Cannot be computed", " ".join(failures))
        return EmptyState("Computing", "The replicates of all models are being compared.")

    return lack


def _no_loss_difference(snapshot: Snapshot) -> EmptyState | None:
    differs = snapshot.settings.views.regret is RegretReading.LOSS_DIFFERENCE
    return _no_difference(snapshot) if differs else None


def _no_folds(snapshot: Snapshot) -> EmptyState | None:
    found = cast("FoldResults | None", snapshot.extras.get("folds"))
    if found is None:
        return None
    if not found.folds:
        again = "Choose columns\u2026" if snapshot.curve_set.dataset.path else ""
        sentence = "Choose one in Data and models to average folds."
        return EmptyState("No fold column", sentence, again, lacks_column=True)
    fault = found.faults.get(snapshot.selected or "")
    return None if fault is None else EmptyState("Nothing to average", fault)


def _two_classes(snapshot: Snapshot) -> EmptyState | None:
    if snapshot.curve_set.dataset.classes:
        return None
    return EmptyState("Two classes", "This view needs three or more.")


# What single views lack beside curves on show.
_LACKS: Mapping[str, Callable[[Snapshot], EmptyState | None]] = {
    "calibration": _no_probabilities,
    "net_benefit": _no_decision_curves,
    "difference": _no_difference,
    "superiority": _no_lanes,
    "winners": _no_replicates("winners"),
    "verdicts": _no_replicates("verdicts"),
    "tests": _no_replicates("tests"),
    "regret": _no_loss_difference,
    "folds": _no_folds,
    "multiclass": _two_classes,
}
_WITHOUT_CURVES = frozenset(
    {"superiority", "winners", "verdicts", "tests", "multiclass", "measures", "rates", "build_up"}
)
"""Views of all models, whichever curves are hidden."""


def suits(view: str, snapshot: Snapshot) -> bool:
    """Whether the file has what a view is drawn from."""
    return VIEWS[view].suits(snapshot.curve_set.dataset.kind)


def empty_state(view: str, snapshot: Snapshot) -> EmptyState | None:
    """Return why a view has nothing to draw; None where it has."""
    if not suits(view, snapshot):
        return EmptyState("Counts only", "This view needs scored cases.")
    if not snapshot.shown and view not in _WITHOUT_CURVES:
        total = numbers.in_words(len(snapshot.curve_set.models))
        sentence = f"Tick one in Data and models, or show all {total}. All models still decide."
        return EmptyState("Every curve is hidden", sentence, "Show all models")
    lack = _LACKS.get(view)
    return None if lack is None else lack(snapshot)


def show_empty_state(holder: ViewFrame, view: str, snapshot: Snapshot) -> None:
    """Let the snapshot round a view say why it is empty, or show the view."""
    found = empty_state(view, snapshot)
    if found is not None:
        holder.show_empty(found.headline, found.sentence, found.action)
    elif holder.is_empty:
        holder.show_view()


def models_without_probabilities(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the keys of the models on show whose scores are no probabilities."""
    return tuple(
        model.info.key
        for model in snapshot.curve_set.models
        if model.info.key in snapshot.shown and not are_probabilities(model.evaluation.table)
    )


def not_drawn_note(snapshot: Snapshot) -> str:
    """Say how many models have no curve; nothing where every model has one."""
    count = len(models_without_probabilities(snapshot))
    return f"{plural(count, 'model')} not drawn" if count else ""


def not_drawn_reason(snapshot: Snapshot) -> str:
    """Say which models have no curve, and why; nothing where every model has one."""
    keys = models_without_probabilities(snapshot)
    who = snapshot.models[keys[0]].info.name if len(keys) == 1 else f"{len(keys)} models"
    return f"{who} not drawn: scores are not probabilities" if keys else ""


def selected_not_drawn(snapshot: Snapshot) -> str:
    """Say that the selected model has no curve, for a view in which it is missed."""
    if snapshot.selected is None or snapshot.selected not in models_without_probabilities(snapshot):
        return ""
    return f"{snapshot.models[snapshot.selected].info.name} gives no probabilities"
