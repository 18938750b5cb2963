"""Say why a view, or a model in it, is not drawn, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import common_in
from costcurve_gui.analysis.intervals.requests import whole_view_failures
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.engine.validation import are_probabilities
from costcurve_gui.views.catalogue import VIEWS, view_of
from costcurve_gui.views.text import numbers
from costcurve_gui.views.view import EmptyState

if TYPE_CHECKING:
    from collections.abc import Collection

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.widgets.frames import ViewFrame


def one_model_only(snapshot: Snapshot) -> EmptyState | None:
    """Say that there is no other model to compare one with."""
    if len(snapshot.models) > 1:
        return None
    return EmptyState("One model only", "A comparison needs two.", "Add model\u2026", "add_model")


def not_compared(snapshot: Snapshot, keys: Collection[str]) -> EmptyState | None:
    """Say why models cannot be compared over the cases that all of them scored."""
    found = common_in(snapshot, keys)
    if found.curves:
        return None
    if found.reason:
        return EmptyState("Cannot be computed", found.reason, "Uncertainty\u2026", "uncertainty")
    sentence = "The models are being compared over the cases that all of them scored."
    return EmptyState("Computing", sentence)


def no_difference(snapshot: Snapshot) -> EmptyState | None:
    """Say why the selected model and its competitor are not compared."""
    alone, competitor = one_model_only(snapshot), competitor_of(snapshot)
    if alone is not None or snapshot.selected is None or competitor is None:
        return alone
    return not_compared(snapshot, (snapshot.selected, competitor))


def not_resampled(snapshot: Snapshot, view: str) -> EmptyState | None:
    """Say why a view that is resampled as a whole has nothing to show."""
    alone, failures = one_model_only(snapshot), whole_view_failures(snapshot, VIEWS[view].intervals)
    if alone is not None or failures is None:
        return alone
    if failures:
        return EmptyState(
            "Cannot be computed", " ".join(failures), "Uncertainty\u2026", "uncertainty"
        )
    return EmptyState("Computing", "The replicates of all models are being compared.")


def suits(view: str, snapshot: Snapshot) -> bool:
    """Whether the file has what a view is drawn from."""
    return VIEWS[view].suits(snapshot.curve_set.dataset.kind)


def empty_state(view: str, snapshot: Snapshot) -> EmptyState | None:
    """Return why a view has nothing to draw; None where it has."""
    if not suits(view, snapshot):
        return EmptyState(
            "Counts only", "This view needs scored cases.", "Open another file\u2026", "open"
        )
    found = view_of(view)
    if not snapshot.shown and found.needs_curves:
        total = numbers.in_words(len(snapshot.curve_set.models))
        sentence = f"Tick one in Data and models, or show all {total}. All models still decide."
        return EmptyState("Every curve is hidden", sentence, "Show all models")
    return found.empty_state(snapshot)


def show_empty_state(holder: ViewFrame, view: str, snapshot: Snapshot) -> None:
    """Show in the frame of a view why it is empty, or the view."""
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
