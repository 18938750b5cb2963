"""What a plot says about itself in words: captions of a picture, hints, and for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.settings import DragChanges
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.text import inflection, numbers, optimism, uncertainty_text, vocabulary

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.handles import HandleName
    from costcurve_gui.views.plotting.plot_view import PlotView


_WITH_DECISION = frozenset(
    {"roc", "rociv", "cost", "profit", "pr", "det", "gain", "net_benefit", "regret"}
)
"""Views that show the operating point, which some cases chose."""


def titles(snapshot: Snapshot, description: PlotView) -> tuple[str, ...]:
    """Say what is shown, and of which data; shorter where that is too long."""
    data, nouns = snapshot.curve_set.dataset, vocabulary.vocabulary_of(snapshot).nouns
    shown = _subject(snapshot, description)
    cases = f"{numbers.count(data.rows)} {nouns}"
    return f"{shown}: {data.name}, {cases}", f"{shown}, {cases}", shown


def _subject(snapshot: Snapshot, description: PlotView) -> str:
    many = len(snapshot.shown)
    models = tr("1 model") if many == 1 else tr("{shown} models", shown=many)
    if snapshot.settings.hidden is None and many < len(snapshot.models):
        models = tr("the {shown} best of {models} models", shown=many, models=len(snapshot.models))
    subject = VIEWS[description.name].subject
    curves = description.subject(snapshot) or tr(
        "{subject} of {many}", subject=subject, many=models
    )
    added = description.added(snapshot)
    return tr("{curves}, with {added}", curves=curves, added=added) if added else curves


def subtitles(snapshot: Snapshot, description: PlotView) -> tuple[str, ...]:
    """Say at which condition, and what is uncertain; fewer words where that is too long."""
    at, band = _condition(snapshot), description.band_note(snapshot)
    remark = inflection.decapitalised(mark(snapshot, description))
    versions = (at, band, remark), (at, remark), (at, band), (vocabulary.prior_text(snapshot),)
    return tuple("; ".join(filter(None, parts)) for parts in versions)


def _condition(snapshot: Snapshot) -> str:
    prior, scaled = vocabulary.prior_text(snapshot), vocabulary.scaled_note(snapshot)
    pc_plus = numbers.rate(snapshot.condition.probability_cost)
    return ", ".join(filter(None, (prior, f"PC(+) {pc_plus}", scaled)))


def condition(snapshot: Snapshot, description: PlotView) -> str:
    """Say how many models are shown, the condition, and how what is uncertain was found."""
    said = _subject(snapshot, description), _condition(snapshot)
    return "; ".join(filter(None, (*said, description.uncertainty_note(snapshot))))


def mark(snapshot: Snapshot, description: PlotView) -> str:
    """Say what the decision was estimated on, where the view shows one."""
    if description.name not in _WITH_DECISION or snapshot.selected is None:
        return ""
    return optimism.mark(snapshot).text


def sources(
    snapshot: Snapshot, description: PlotView, date: str, remark: str = ""
) -> tuple[str, ...]:
    """Say which file it was, how bands were found, with a remark, and the date.

    What is not known is left out. A line that is too long loses details first, then the hash.
    """
    data = snapshot.curve_set.dataset
    digest = f"sha-256 {data.sha256[:4]}\u2026{data.sha256[-4:]}" if data.sha256 else ""
    method = description.uncertainty_note(snapshot)
    brief = uncertainty_text.bands_summary(snapshot, description.name) or method
    versions = (
        (data.name, digest, method, remark, date),
        (data.name, digest, brief, remark, date),
        (data.name, brief, remark, date),
        (data.name, brief, date),
    )
    return tuple(" \u00b7 ".join(filter(None, parts)) for parts in versions)


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
