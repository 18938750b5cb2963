"""ROC curves of all classes of the selected model, each class against all others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import ThresholdView
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.legend import CURVE_ALPHA, Legend, LegendEntry
from costcurve_gui.views.plotting.marks import Line, Mark, Ring
from costcurve_gui.views.plotting.painting import paint
from costcurve_gui.views.plotting.plot_view import (
    PADDING,
    SNAP_REACH,
    Axis,
    model_color,
    nearest_of,
    selected_model,
)
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import numbers
from costcurve_gui.views.view import EmptyState

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPainter

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.multiclass import ClassCurve, ClassCurves
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.shell.theme import Tokens


class ClassCurvesView(ThresholdView):
    """One curve a class (Fawcett 2004, 7.3.1); that of the reference class is heavy."""

    name = "class_curves"
    square = True

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        return "" if _found(snapshot) is None else tr("one against all")

    def subject(self, snapshot: Snapshot) -> str:
        """Name the model whose classes are drawn."""
        found = _found(snapshot)
        return (
            ""
            if found is None
            else tr("Each class of {model} against all others", model=found.model)
        )

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that a file has two classes only, or a model one score."""
        if _has_two_classes(snapshot):
            return EmptyState(
                tr("Two classes"),
                tr("This view needs three or more."),
                tr("Open another file\u2026"),
                "open",
            )
        model = selected_model(snapshot)
        if model is not None and model.info.derived is not None:
            return EmptyState(
                tr("One class"),
                tr("{name} has scores for this class alone.", name=model.info.name),
                tr("Select the next model"),
                "next_model",
            )
        return None

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""
        del snapshot
        return (
            Axis(tr("False positive rate (all other classes)"), short="fpr"),
            Axis(tr("True positive rate (the class)"), short="tpr"),
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return the unit square and a rim."""
        del snapshot
        return Bounds(-PADDING, 1 + PADDING, -PADDING, 1 + PADDING)

    def listed(self, snapshot: Snapshot) -> Collection[str]:
        """Return nothing: the lines are classes, which the key in the plot names."""
        del snapshot
        return ()

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the chance line, the curves, the reference class on top, and their key."""
        chance = Line("chance", (0.0, 1.0), (0.0, 1.0), tokens.trivial, dash=TRIVIAL_DASH)
        found = _found(snapshot)
        if found is None:
            return [chance]
        reference = _reference(snapshot)
        entries = [
            _entry(one, tokens, _slot(snapshot, at), heavy=at == reference)
            for at, one in enumerate(found.classes)
        ]
        drawn = sorted(zip(found.classes, entries, strict=True), key=lambda one: one[1].is_selected)
        lines = [
            Line(one.name, one.drawn.x, one.drawn.y, it.color, it.alpha, it.width, it.dash)
            for one, it in drawn
        ]
        return [chance, *lines, ClassKey(tuple(entries))]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the operating point, which is one of the reference class."""
        model = selected_model(snapshot)
        if model is None or _reference(snapshot) is None:
            return []
        tone = model_color(model.info, snapshot, tokens)
        return [Ring(model.info.key, model.policy.fpr, model.policy.tpr, tone)]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the operating point."""
        model = selected_model(snapshot)
        if model is None or _reference(snapshot) is None:
            return []
        return [Handle("threshold", model.policy.fpr, model.policy.tpr, None)]

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curve of the reference class, to which readings and thresholds belong."""
        model, found, position = selected_model(snapshot), _found(snapshot), _reference(snapshot)
        if model is None or found is None or position is None:
            return {}
        return {model.info.key: found.classes[position].drawn}

    def hint(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
        """Name the class whose curve is under the mouse."""
        found = _found(snapshot)
        if found is None:
            return ""
        classes = {one.name: one for one in found.classes}
        drawn = {name: one.drawn for name, one in classes.items()}
        near = nearest_of(drawn, canvas, place, SNAP_REACH, None)
        if near is None:
            return ""
        return tr(
            "{class_name} against all others: {auc}",
            class_name=class_name(near[0]),
            auc=_auc(classes[near[0]]),
        )

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return the rates of a reading of the selected model."""
        is_drawn = reading.model.key in self.curves(snapshot)
        return (reading.fpr, reading.tpr) if is_drawn else (math.nan, math.nan)

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say the AUC of each class."""
        found = (snapshot.results.class_curves or {}).get(model.info.key)
        if found is None:
            return tr("not computed yet")
        return ", ".join(f"{class_name(one.name)} {_auc(one)}" for one in found.classes)


def _has_two_classes(snapshot: Snapshot) -> bool:
    source = snapshot.curve_set.source
    known = snapshot.results.class_curves
    return not known and (source is None or source.multiclass is None)


def _found(snapshot: Snapshot) -> ClassCurves | None:
    model = selected_model(snapshot)
    return None if model is None else (snapshot.results.class_curves or {}).get(model.info.key)


def _reference(snapshot: Snapshot) -> int | None:
    """Return the position of the class that is set against all others everywhere else."""
    found, reference = _found(snapshot), snapshot.curve_set.dataset.positive_label
    names = () if found is None else (one.name for one in found.classes)
    return next((at for at, name in enumerate(names) if name == reference), None)


def _slot(snapshot: Snapshot, position: int) -> int:
    """Return the colour of a class: the reference class has the model's, as in other views."""
    model = selected_model(snapshot)
    own = 0 if model is None else model.info.slot
    if position == _reference(snapshot):
        return own
    return position + 1 if position + 1 < own or own == 0 else position + 2


def _entry(curve: ClassCurve, tokens: Tokens, slot: int, *, heavy: bool) -> LegendEntry:
    """Return the line of a class and its name."""
    text, tone = f"{class_name(curve.name)}  {_auc(curve)}", tokens.model_color(slot)
    if heavy:
        return LegendEntry(text, tone, width=2.0, is_selected=True)
    return LegendEntry(text, tone, CURVE_ALPHA, dash=tokens.model_dash(slot))


def _auc(curve: ClassCurve) -> str:
    return tr("AUC {auc}", auc=numbers.rate(curve.auc))


_KEY_SHARE = 0.55  # of the height: what lies below the diagonal at the right
_RIM = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class ClassKey(Mark):
    """What the lines stand for, in the lower right corner, below every curve of use."""

    entries: tuple[LegendEntry, ...]


@paint.register(ClassKey)
def _key(mark: ClassKey, painter: QPainter, canvas: Canvas) -> None:
    """Paint as many classes as have room, and how many there are beside these."""
    whole = Legend(mark.entries, canvas)
    rows = max(int(_KEY_SHARE * canvas.rect.height() / whole.height(0.0) * len(mark.entries)), 2)
    legend, rim = whole.shortened(rows), _RIM * canvas.unit
    width, height = legend.item_width, legend.height(0.0)
    room = QRectF(canvas.rect.right() - width, canvas.rect.bottom() - height - rim, width, height)
    legend.paint(painter, room, on_plot=True)
