"""What a combination of models could have achieved, and what it was expected to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.plots.description import model_color, selected_scene
from costcurve_gui.views.plots.marks import HoverPoint, Label, Line
from costcurve_gui.views.theme import TRIVIAL_DASH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.selection.combinations import LogicalBounds
    from costcurve_gui.engine.selection.measured_rates import MeasuredRates
    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens


def expected_points(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return where the selected combination would lie if its models decided independently."""
    model = selected_scene(frame)
    if model is None or model.combination is None:
        return []
    color = model_color(model.info, frame, tokens)
    return [HoverPoint(*point, color) for point in model.combination.expected]


def combination_marks(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the box of what was possible, and the names of the expected and measured point."""
    model = selected_scene(frame)
    if model is None or model.combination is None:
        return []
    found = model.combination
    boxes = () if found.bounds is None else _boxes(found.bounds, tokens)
    return [*boxes, *_names(found.expected[-1], found.measured)]


def _boxes(bounds: LogicalBounds, tokens: Tokens) -> Iterator[Mark]:
    yield from _box("possible", bounds.low, bounds.high, tokens.trivial)
    if bounds.reachable != bounds.low:
        yield from _box("reachable", bounds.reachable, bounds.high, tokens.muted)


def _box(key: str, low: RocPoint, high: RocPoint, color: str) -> Iterator[Mark]:
    """Return a rectangle as the two ways from its one corner to the other."""
    across, up = (low.fpr, low.fpr, high.fpr), (low.tpr, high.tpr, high.tpr)
    yield Line(f"{key} left", across, up, color, dash=TRIVIAL_DASH)
    across, up = (low.fpr, high.fpr, high.fpr), (low.tpr, low.tpr, high.tpr)
    yield Line(f"{key} right", across, up, color, dash=TRIVIAL_DASH)


def _names(expected: RocPoint, measured: MeasuredRates) -> Iterator[Mark]:
    """Name both points, the upper one above it and the lower one below."""
    above = expected.tpr >= measured.tpr
    yield _named(expected.fpr, expected.tpr, "expected if independent", above=above)
    yield _named(measured.fpr, measured.tpr, "measured", above=not above)


def _named(fpr: float, tpr: float, text: str, *, above: bool) -> Label:
    if above:
        return Label(fpr, tpr, text, "right", (-6.0, -18.0))
    return Label(fpr, tpr, text, "left", (6.0, 18.0))
