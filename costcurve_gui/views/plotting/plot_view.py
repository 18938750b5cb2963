"""Declare what a plot shows of a snapshot: axes, marks, handles, and what a drag in it means."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.views.plotting.legend import CURVE_ALPHA, LegendEntry, model_entries
from costcurve_gui.views.plotting.marks import Dot, HoverPoint, Line, Ring
from costcurve_gui.views.plotting.ticks import PLAIN, AxisStyle
from costcurve_gui.views.shell.theme import repeats_color
from costcurve_gui.views.text import uncertainty_text, vocabulary
from costcurve_gui.views.text.vocabulary import family_of
from costcurve_gui.views.view import View

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import DrawnCurve, ModelCurves
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds, Canvas
    from costcurve_gui.views.plotting.handles import Handle, HandleName
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens


PADDING = 0.035
HULL_ALPHA = 190
SNAP_REACH = 12.0


@dataclass(frozen=True, slots=True)
class Axis:
    """The words of one axis and how its numbers are written.

    Where `title` is too long for the axis, it loses words, and `short` is what stands last.
    """

    title: str
    style: AxisStyle = PLAIN
    short: str = ""


class PlotView(View, ABC):
    """One kind of plot, without a widget.

    `square` says that both axes count the same and are drawn alike on paper. `sideways` is the
    handle that the left and right arrow keys move; up and down move the other.
    """

    square = False
    sideways: HandleName = "threshold"

    @abstractmethod
    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""

    @abstractmethod
    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return the stretch of the axes that shows everything."""

    @abstractmethod
    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the marks that stay while the condition is dragged, if any do."""

    @abstractmethod
    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the marks of condition and operating points, without handles."""

    @abstractmethod
    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return what can be dragged."""

    @abstractmethod
    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curves that are drawn."""

    @abstractmethod
    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return where a reading lies in this view."""

    @abstractmethod
    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return the marks that light one classifier of a model."""

    @abstractmethod
    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return what a handle becomes when the mouse holds it at a place."""

    @abstractmethod
    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say where a model's operating point lies."""

    def subject(self, snapshot: Snapshot) -> str:
        """Say what a picture shows where it is not a curve of every model."""
        del snapshot
        return ""

    def added(self, snapshot: Snapshot) -> str:
        """Name what a picture shows beside the curves of the models, where that was asked for."""
        del snapshot
        return ""

    def uncertainty_note(self, snapshot: Snapshot) -> str:
        """Name level and method of what is uncertain in it; nothing where nothing is."""
        return uncertainty_text.uncertainty_of_models(snapshot, self.name)

    def band_note(self, snapshot: Snapshot) -> str:
        """Name what is uncertain in it in few words: 90 % band of naive_bayes."""
        return uncertainty_text.bands_of_models(snapshot, self.name)

    def listed(self, snapshot: Snapshot) -> Collection[str]:
        """Return the keys of the models whose lines are drawn."""
        return snapshot.shown.keys()

    def legend(self, snapshot: Snapshot, tokens: Tokens) -> list[LegendEntry]:
        """Return what a legend says: nothing that is not drawn, nor what is named in place."""
        return model_entries(snapshot, tokens, self.listed(snapshot))

    def scale(self, snapshot: Snapshot) -> object:
        """Return what the axes hang on beside the data: where it changes, all is shown again."""
        del snapshot
        return None

    def hint(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
        """Name what the mouse is over, where no point and no handle does."""
        del snapshot, canvas, place
        return ""

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return model and row of the nearest real point within reach."""
        return nearest_of(self.curves(snapshot), canvas, place, SNAP_REACH, snapshot.selected)

    def reading_marks(
        self, snapshot: Snapshot, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return the ring of a reading, with its tag in the view under the mouse."""
        if reading.model.key not in snapshot.shown:
            return []
        x, y = self.reading_point(reading, snapshot)
        if not (math.isfinite(x) and math.isfinite(y)):
            return []  # precision is undefined where no case is acted on
        text = reading_tag(reading, snapshot) if tagged else ""
        return [HoverPoint(x, y, tokens.model_color(reading.model.slot), text)]


def reading_tag(reading: Reading, snapshot: Snapshot) -> str:
    """Name a point: random_forest  t 0.3966."""
    model = model_curves(snapshot)[reading.model.key]
    threshold = vocabulary.threshold_text(model, reading.index, reading.threshold)
    mark = "" if family_of(model) is not None else "t "
    return f"{reading.model.name}  {mark}{threshold}"


def model_curves(snapshot: Snapshot) -> dict[str, ModelCurves]:
    """Return the curves of all models by key."""
    return {model.info.key: model for model in snapshot.curve_set.models}


def shown_curves(snapshot: Snapshot) -> list[ModelCurves]:
    """Return the models whose curves are drawn."""
    return [model for model in snapshot.curve_set.models if model.info.key not in snapshot.hidden]


def selected_curves(snapshot: Snapshot) -> ModelCurves | None:
    """Return the curves of the selected model, if they are drawn."""
    if snapshot.selected is None or snapshot.selected not in snapshot.shown:
        return None
    return model_curves(snapshot)[snapshot.selected]


def selected_model(snapshot: Snapshot) -> ModelSnapshot | None:
    """Return the selected model at the present condition, if its curve is drawn."""
    return snapshot.shown.get(snapshot.selected) if snapshot.selected is not None else None


def model_color(info: ModelInfo, snapshot: Snapshot, tokens: Tokens) -> str:
    """Return the colour of a model."""
    return tokens.model_color(info.slot, highlighted=info.key == snapshot.selected)


def strip_colors(info: ModelInfo, tokens: Tokens) -> tuple[str, ...]:
    """Return the stripes of a model's strip: with gaps where it has an earlier one's colour."""
    color = tokens.model_color(info.slot)
    return (color, tokens.plot) if repeats_color(info.slot) else (color,)


def curve_lines(
    curves: Mapping[str, DrawnCurve],
    snapshot: Snapshot,
    tokens: Tokens,
    between: Sequence[Mark] = (),
) -> list[Mark]:
    """Return thin dashed lines, then `between`, then the selected model's heavy line."""
    thin: list[Mark] = []
    heavy: list[Mark] = []
    for key, curve in curves.items():
        info = snapshot.models[key].info
        color = model_color(info, snapshot, tokens)
        if key == snapshot.selected:
            heavy.append(Line(key, curve.x, curve.y, color, width=2.0))
        else:
            dash = tokens.model_dash(info.slot)
            thin.append(Line(key, curve.x, curve.y, color, CURVE_ALPHA, dash=dash))
    return [*thin, *between, *heavy]


def operating_points(
    snapshot: Snapshot, tokens: Tokens, points: Iterator[tuple[str, float, float]]
) -> list[Mark]:
    """Return the dots of all models and, on top, the ring of the selected."""
    dots: list[Mark] = []
    rings: list[Mark] = []
    candidates = snapshot.candidates
    for key, x, y in points:
        if not snapshot.compares(key) and key != snapshot.selected:
            continue  # a point that was not asked for
        info = snapshot.models[key].info
        color, square = model_color(info, snapshot, tokens), repeats_color(info.slot)
        if not snapshot.compares(key):
            color = tokens.trivial
        if key == snapshot.selected:
            rings.append(Ring(key, x, y, color, square))
        else:
            dots.append(Dot(key, x, y, color, square, key not in candidates))
    return dots + rings


_PREFERENCE = 3.0  # pixels by which the selected model's point may be farther and still win


def nearest_point(
    curve: DrawnCurve, canvas: Canvas, place: QPointF, reach: float
) -> tuple[float, int] | None:
    """Return distance and position of the nearest point, within `reach` pixels across."""
    low, _ = canvas.value(place - _aside(place, reach))
    high, _ = canvas.value(place + _aside(place, reach))
    first = int(np.searchsorted(curve.x, low, side="left"))
    last = int(np.searchsorted(curve.x, high, side="right"))
    if first == last:
        return None
    across = canvas.x(curve.x[first:last]) - place.x()
    up = canvas.y(curve.y[first:last]) - place.y()
    distances = np.hypot(across, up)
    position = int(distances.argmin())
    return float(distances[position]), first + position


def _aside(place: QPointF, reach: float) -> QPointF:
    return type(place)(reach, 0.0)


def nearest_of(
    curves: Mapping[str, DrawnCurve],
    canvas: Canvas,
    place: QPointF,
    reach: float,
    favourite: str | None,
) -> tuple[str, int] | None:
    """Return key and table row of the nearest point of all curves; ties favour one model."""
    best: tuple[float, str, int] | None = None
    for key, curve in curves.items():
        found = nearest_point(curve, canvas, place, reach)
        if found is None or found[0] > reach:
            continue
        away = found[0] - (_PREFERENCE if key == favourite else 0.0)
        if best is None or away < best[0]:
            best = away, key, int(curve.indices[found[1]])
    return None if best is None else best[1:]
