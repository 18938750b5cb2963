"""What a plot says about itself in words: captions of a picture, hints, and for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.settings import DragChanges
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.text import numbers, optimism, vocabulary

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.handles import HandleName
    from costcurve_gui.views.plotting.plot_view import PlotView


_WITH_DECISION = frozenset(
    {"roc", "rociv", "cost", "profit", "pr", "det", "gain", "net_benefit", "regret"}
)
"""Views that show the operating point, which some cases chose."""


def title(snapshot: Snapshot, description: PlotView) -> str:
    """Say what is shown, and of which data."""
    data, nouns = snapshot.curve_set.dataset, vocabulary.vocabulary_of(snapshot).nouns
    return f"{VIEWS[description.name].title}: {data.name}, {numbers.count(data.rows)} {nouns}"


def condition(snapshot: Snapshot, description: PlotView) -> str:
    """Say how many models are shown, and the condition in words."""
    many = (
        tr("1 model")
        if len(snapshot.shown) == 1
        else tr("{shown} models", shown=len(snapshot.shown))
    )
    prior = vocabulary.prior_text(snapshot)
    pc_plus = numbers.rate(snapshot.condition.probability_cost)
    subject = description.subject(snapshot) or tr(
        "{subject} of {many}", subject=VIEWS[description.name].subject, many=many
    )
    parts = (prior, f"PC(+) {pc_plus}", vocabulary.scaled_note(snapshot))
    text = f"{subject}; {', '.join(filter(None, parts))}"
    uncertainty_note = description.uncertainty_note(snapshot)
    return f"{text}; {uncertainty_note}" if uncertainty_note else text


def mark(snapshot: Snapshot, description: PlotView) -> str:
    """Say what the decision was estimated on, where the view shows one."""
    if description.name not in _WITH_DECISION or snapshot.selected is None:
        return ""
    return optimism.mark(snapshot).text


def source(snapshot: Snapshot, date: str, mark: str = "") -> str:
    """Say which file it was, by name and hash, and the date; what is not known is left out.

    A `mark` comes last, where a line that is too long keeps its end.
    """
    data = snapshot.curve_set.dataset
    digest = f"sha-256 {data.sha256[:4]}\u2026{data.sha256[-4:]}" if data.sha256 else ""
    parts = [data.name, digest, date, mark]
    return " \u00b7 ".join(part for part in parts if part)


def accessible_text(snapshot: Snapshot, description: PlotView) -> str:
    """Say what the plot shows, for those who do not see it: every operating point in words."""
    points = (
        f"{model.info.name}{', selected' if key == snapshot.selected else ''}: "
        f"{description.accessible_text(snapshot, model).rstrip('.')}"
        for key, model in snapshot.shown.items()
    )
    said = condition(snapshot, description), mark(snapshot, description), *points
    return ". ".join(filter(None, said))


_HANDLE_HINTS = {
    "threshold": tr("Drag to choose the threshold by hand. Arrow keys: one score"),
    "capacity": tr("Drag to change how many cases can be handled"),
    "max_fpr": tr("Drag to change the highest false positive rate"),
    "cost_ratio": tr("Drag to change the cost ratio; the prior stays"),
    "belief_lo": tr("Drag to change the lowest PC(+) held possible"),
    "belief_mode": tr("Drag to change the PC(+) held most likely"),
    "belief_hi": tr("Drag to change the highest PC(+) held possible"),
    "partial_low": tr("Drag to change where the partial AUC begins"),
    "partial_high": tr("Drag to change where the partial AUC ends"),
}
_CONDITION_HINTS = {
    DragChanges.PRIOR: tr("Drag to change the prior; costs stay. Arrow keys: 0.01"),
    DragChanges.COST_RATIO: tr("Drag to change the cost ratio; the prior stays. Arrow keys: 0.01"),
}


def handle_hint(snapshot: Snapshot, name: HandleName) -> str:
    """Say what dragging a handle does."""
    if name == "condition":
        return numbers.in_sentence(_CONDITION_HINTS[snapshot.settings.condition.drag])
    return _HANDLE_HINTS[name]
