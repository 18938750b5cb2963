"""Say why a view, or a model in it, is not drawn, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import common_in
from costcurve_gui.analysis.intervals.requests import (
    SHOWN_INTERVALS,
    failed_job,
    whole_view_failures,
)
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.analysis.view_results import has_view_result, lacks_view_result
from costcurve_gui.engine.validation import are_probabilities
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS, plot_view, view_of
from costcurve_gui.views.view import TRY_AGAIN, EmptyState

if TYPE_CHECKING:
    from collections.abc import Collection

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.widgets.frames import ViewFrame

NO_NEW_CURVES = tr("The curves could not be computed.")


def one_model_only(snapshot: Snapshot) -> EmptyState | None:
    """Say that there is no other model to compare one with."""
    if len(snapshot.compared) > 1:
        return None
    if len(snapshot.models) > 1:
        sentence = tr("A comparison needs two. The others are left out of the decision.")
        return EmptyState(tr("One model decides"), sentence, tr("Let all in"), "let_models_in")
    return EmptyState(
        tr("One model only"), tr("A comparison needs two."), tr("Add model\u2026"), "add_model"
    )


def not_compared(snapshot: Snapshot, keys: Collection[str]) -> EmptyState | None:
    """Say why models cannot be compared over the cases that all of them scored."""
    found = common_in(snapshot, keys)
    if found.curves:
        return None
    if found.reason and found.reason == snapshot.common.fault:
        return job_failed(found.reason)
    if found.reason:
        return EmptyState(
            tr("Cannot be computed"), found.reason, tr("Uncertainty\u2026"), "uncertainty"
        )
    sentence = tr("Comparing the models on the cases that all of them scored …")
    return EmptyState(tr("Computing"), sentence, awaited=True)


def job_failed(reason: str) -> EmptyState:
    """Say why the job that a view waited for ended early, and offer to start it anew."""
    if reason == CANCELLED:
        return EmptyState(tr("Cancelled"), tr("This was not computed."), tr("Try again"), TRY_AGAIN)
    return EmptyState(tr("Could not be computed"), reason, tr("Try again"), TRY_AGAIN)


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
    reason = failed_job(snapshot, VIEWS[view].intervals)
    if reason:
        return job_failed(reason)
    if failures:
        return EmptyState(
            tr("Cannot be computed"), " ".join(failures), tr("Uncertainty\u2026"), "uncertainty"
        )
    sentence = tr("Comparing the replicates of all models …")
    return EmptyState(tr("Computing"), sentence, awaited=True)


def suits(view: str, snapshot: Snapshot) -> bool:
    """Whether the file has what a view is drawn from."""
    return VIEWS[view].suits(snapshot.curve_set.dataset.kind)


def empty_state(view: str, snapshot: Snapshot) -> EmptyState | None:
    """Return why a view has nothing to draw; None where it has."""
    if not suits(view, snapshot):
        return EmptyState(
            tr("Counts only"),
            tr("This view needs scored cases."),
            tr("Open another file\u2026"),
            "open",
        )
    found = view_of(view)
    fault = snapshot.results.faults.get(view, "")
    if fault and lacks_view_result(view, snapshot.results):
        return job_failed(fault)
    return found.empty_state(snapshot)


def lacks_picture(view: str, snapshot: Snapshot) -> EmptyState | None:
    """Return why a view has nothing to draw on paper; None where it has."""
    found = empty_state(view, snapshot)
    if found is not None or not VIEWS[view].picture:
        return found
    return plot_view(view).empty_state(snapshot)


def show_state(holder: ViewFrame, view: str, snapshot: Snapshot) -> None:
    """Show in the frame of a view the view, or why it is empty, and what failed of it."""
    found, file = empty_state(view, snapshot), snapshot.curve_set.dataset.id
    if found is not None:
        said = found.headline, found.sentence, found.action
        holder.show_empty(*said, awaited=found.awaited, subject=file)
    else:
        holder.show_view(awaited=_awaits_result(view, snapshot), subject=file)
    holder.show_note(_missing_intervals(view, snapshot) if found is None else "", TRY_AGAIN)
    if snapshot.fault:
        reason = tr("The work was cancelled.") if snapshot.fault == CANCELLED else snapshot.fault
        holder.show_error(NO_NEW_CURVES, reason, [(TRY_AGAIN, tr("Try again"))])
    elif holder.error_text.startswith(NO_NEW_CURVES):
        holder.clear_error()


def _awaits_result(view: str, snapshot: Snapshot) -> bool:
    """Whether a view has axes or headings alone until its job is done."""
    kind = snapshot.curve_set.dataset.kind
    return lacks_view_result(view, snapshot.results) and has_view_result(view, kind)


def _missing_intervals(view: str, snapshot: Snapshot) -> str:
    """Say below a view whose job for bands or intervals ended early why it has none."""
    key = VIEWS[view].intervals
    reason = failed_job(snapshot, key)
    if not reason:
        return ""
    missing = tr("Bands") if SHOWN_INTERVALS[key].banded else tr("Intervals")
    if reason == CANCELLED:
        return tr("{missing}: cancelled", missing=missing)
    return tr("{missing} could not be computed. {reason}", missing=missing, reason=reason)


def models_without_probabilities(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the keys of the models on show whose scores are no probabilities."""
    return tuple(
        model.info.key
        for model in snapshot.curve_set.models
        if model.info.key in snapshot.shown and not are_probabilities(model.evaluation.table)
    )


def not_drawn_in_short(snapshot: Snapshot) -> str:
    """Say in a caption how many models have no curve; nothing where every model has one."""
    keys = models_without_probabilities(snapshot)
    if len(keys) == 1:
        return tr("{name} not drawn", name=snapshot.models[keys[0]].info.name)
    return tr("{keys} models not drawn", keys=len(keys)) if keys else ""


def selected_not_drawn(snapshot: Snapshot) -> str:
    """Say that the selected model has no curve, for a view in which it is missed."""
    if snapshot.selected is None or snapshot.selected not in models_without_probabilities(snapshot):
        return ""
    return tr("{name} gives no probabilities", name=snapshot.models[snapshot.selected].info.name)
