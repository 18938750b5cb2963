"""Declare what a plot shows of a frame: axes, marks, handles, and what a drag in it means."""

from __future__ import annotations

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

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from PySide6.QtCore import QPointF

    from costcurve_gui.models.results import DrawnCurve, Frame, ModelFrame, ModelScene, Reading
    from costcurve_gui.models.state import ModelInfo
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


class PlotView(ABC):
    """One kind of plot, without a widget.

    `square` says that both axes count the same and are drawn alike on paper. `sideways` is the
    handle that the left and right arrow keys move; up and down move the other.
    """

    name: str
    title: str
    square = False
    sideways: HandleName = "threshold"

    @abstractmethod
    def axes(self, frame: Frame) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""

    @abstractmethod
    def bounds(self, frame: Frame) -> Bounds:
        """Return the stretch of the axes that shows everything."""

    @abstractmethod
    def still(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the marks that stay while the condition is dragged, if any do."""

    @abstractmethod
    def moving(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the marks of condition and operating points, without handles."""

    @abstractmethod
    def handles(self, frame: Frame) -> list[Handle]:
        """Return what can be dragged."""

    @abstractmethod
    def curves(self, frame: Frame) -> dict[str, DrawnCurve]:
        """Return the curves that are drawn."""

    @abstractmethod
    def reading_point(self, reading: Reading, frame: Frame) -> tuple[float, float]:
        """Return where a reading lies in this view."""

    @abstractmethod
    def lit(self, frame: Frame, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return the marks that light one classifier of a model."""

    @abstractmethod
    def dragged(self, frame: Frame, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return what a handle becomes when the mouse holds it at a place."""

    @abstractmethod
    def spoken(self, frame: Frame, model: ModelFrame) -> str:
        """Say where a model's operating point lies."""

    def subject(self, frame: Frame) -> str:
        """Say what a picture shows where it is not a curve of every model."""
        del frame
        return ""

    def sureness(self, frame: Frame) -> str:
        """Say how sure the picture is, and by what method; nothing where it shows no doubt."""
        return uncertainty_text.sureness_of_models(frame, self.name)

    def listed(self, frame: Frame) -> Collection[str]:
        """Return the keys of the models whose lines are drawn."""
        return frame.shown.keys()

    def legend(self, frame: Frame, tokens: Tokens) -> list[LegendEntry]:
        """Return what a legend says: nothing that is not drawn, nor what is named in place."""
        return model_entries(frame, tokens, self.listed(frame))

    def scale(self, frame: Frame) -> object:
        """Return what the axes hang on beside the data: where it changes, all is shown anew."""
        del frame
        return None

    def hint(self, frame: Frame, canvas: Canvas, place: QPointF) -> str:
        """Name what the mouse is over, where no point and no handle does."""
        del frame, canvas, place
        return ""

    def snap(self, frame: Frame, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return model and row of the nearest real point within reach."""
        return nearest_of(self.curves(frame), canvas, place, SNAP_REACH, frame.selected)

    def reading_marks(
        self, frame: Frame, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return the ring of a reading, with its tag in the view under the mouse."""
        if reading.model.key not in frame.shown:
            return []
        x, y = self.reading_point(reading, frame)
        text = reading_tag(reading, frame) if tagged else ""
        return [HoverPoint(x, y, tokens.model_color(reading.model.slot), text)]


def reading_tag(reading: Reading, frame: Frame) -> str:
    """Name a point: random_forest  t 0.3966."""
    model = model_scenes(frame)[reading.model.key]
    threshold = vocabulary.threshold_text(model, reading.index, reading.threshold)
    mark = "" if family_of(model) is not None else "t "
    return f"{reading.model.name}  {mark}{threshold}"


def model_scenes(frame: Frame) -> dict[str, ModelScene]:
    """Return the curves of all models by key."""
    return {model.info.key: model for model in frame.scene.models}


def shown_scenes(frame: Frame) -> list[ModelScene]:
    """Return the models whose curves are drawn."""
    return [model for model in frame.scene.models if model.info.key not in frame.settings.hidden]


def selected_scene(frame: Frame) -> ModelScene | None:
    """Return the curves of the selected model, if they are drawn."""
    if frame.selected is None or frame.selected not in frame.shown:
        return None
    return model_scenes(frame)[frame.selected]


def selected_model(frame: Frame) -> ModelFrame | None:
    """Return the selected model at the present condition, if its curve is drawn."""
    return frame.shown.get(frame.selected) if frame.selected is not None else None


def model_color(info: ModelInfo, frame: Frame, tokens: Tokens) -> str:
    """Return the colour of a model."""
    return tokens.model_color(info.slot, highlighted=info.key == frame.selected)


def strip_colors(info: ModelInfo, tokens: Tokens) -> tuple[str, ...]:
    """Return the stripes of a model's strip: with gaps where it has an earlier one's colour."""
    color = tokens.model_color(info.slot)
    return (color, tokens.plot) if repeats_color(info.slot) else (color,)


def curve_lines(
    curves: Mapping[str, DrawnCurve], frame: Frame, tokens: Tokens, between: Sequence[Mark] = ()
) -> list[Mark]:
    """Return thin dashed lines, then `between`, then the selected model's heavy line."""
    thin: list[Mark] = []
    heavy: list[Mark] = []
    for key, curve in curves.items():
        info = frame.models[key].info
        color = model_color(info, frame, tokens)
        if key == frame.selected:
            heavy.append(Line(key, curve.x, curve.y, color, width=2.0))
        else:
            dash = tokens.model_dash(info.slot)
            thin.append(Line(key, curve.x, curve.y, color, CURVE_ALPHA, dash=dash))
    return [*thin, *between, *heavy]


def operating_points(
    frame: Frame, tokens: Tokens, points: Iterator[tuple[str, float, float]]
) -> list[Mark]:
    """Return the dots of all models and, on top, the ring of the selected."""
    dots: list[Mark] = []
    rings: list[Mark] = []
    for key, x, y in points:
        if not frame.models[key].met and key != frame.selected:
            continue  # a point that was not asked for
        info = frame.models[key].info
        color, square = model_color(info, frame, tokens), repeats_color(info.slot)
        if not frame.models[key].met:
            color = tokens.trivial
        if key == frame.selected:
            rings.append(Ring(key, x, y, color, square))
        else:
            dots.append(Dot(key, x, y, color, square))
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
