"""The stretch of a profit curve whose thresholds do nearly as well as the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.models.uncertainty import honest_known
from costcurve_gui.views import band_words
from costcurve_gui.views.plots.description import selected_model
from costcurve_gui.views.plots.marks import FootStrip, Line

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_WIDTH, _ALPHA = 9.0, 90


def plateau_marks(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return a broad line under the curve of the selected model, and a bar at the foot.

    The bar is for a stretch so short that the operating point hides it.
    """
    found, model = honest_known(frame), selected_model(frame)
    if found is None or model is None:
        return []
    curve, flat = model.profit, found.plateau
    inside = (curve.indices >= flat.first) & (curve.indices <= flat.last)
    if not inside.any():
        return []
    x, y, color = curve.x[inside], curve.y[inside], tokens.model_color(model.info.slot)
    words = f"within {band_words.share(flat.share)} of the best"
    return [
        Line("plateau", x, y, color, _ALPHA, _WIDTH),
        FootStrip(((float(x[0]), float(x[-1]), color),), words, ticks=True, aside=True),
    ]
