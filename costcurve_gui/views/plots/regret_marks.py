"""What stands behind the curves of the regret view, and the loss difference of two models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views import comparisons, words
from costcurve_gui.views.plots.cost_names import ramp_places
from costcurve_gui.views.plots.marks import Label, Line
from costcurve_gui.views.plots.regret_readings import reading_of
from costcurve_gui.views.theme import TRIVIAL_DASH

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.canvas import Bounds
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_STEEP = 4.0  # as a multiple of the view's height: beyond it there is no room beside a line
_BELOW_GRIP = 18.0


def trivial_lines(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the lines of acting on none and on all."""
    reading = reading_of(frame)
    x, costs = reading.grid(frame), reading.costs(frame)
    return [
        Line(
            key,
            x,
            reading.heights(frame, x, rate, rate, costs),
            tokens.trivial,
            dash=TRIVIAL_DASH,
        )
        for key, rate in (("none", 0.0), ("all", 1.0))
        if key not in frame.settings.hidden
    ]


def trivial_names(frame: Frame, bounds: Bounds) -> list[tuple[Label, ...]]:
    """Return where their names may stand, beside their lines where these are straight."""
    reading, said = reading_of(frame), words.vocabulary(frame)
    if reading.over_ratio:
        return []
    costs = reading.costs(frame)
    ramps = {"none": (0.0, costs.fn_cost), "all": (costs.fp_cost, -costs.fp_cost)}
    return [
        tuple(ramp_places(said.all_of(key), *ramp, bounds))
        for key, ramp in ramps.items()
        if key not in frame.settings.hidden and abs(ramp[1]) < _STEEP * bounds.y_high
    ]


def difference_marks(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return zero, the loss difference, and who is cheaper to either side."""
    found = frame.cost_answers.comparison()
    zero = Line("zero", (0.0, 1.0), (0.0, 0.0), tokens.control)
    if found is None:
        return [zero]
    loss = found.loss
    names = comparisons.names(frame, found)
    line = Line("difference", loss.prior, loss.cost, tokens.ink, width=2.0)
    ends = (float(loss.cost.min()), float(loss.cost.max()))
    labels = [
        Label(1.0, end, f"{name} cheaper", "right", (-2.0, aside))
        for name, end, aside in zip(names, ends, (0.0, _BELOW_GRIP), strict=True)
        if end != 0
    ]
    return [zero, line, *labels]
