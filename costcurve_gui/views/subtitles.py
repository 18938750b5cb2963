"""What the title bars of the views say they plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.models.state import DetAxes
from costcurve_gui.views import numbers, words

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame


def subtitles(frame: Frame) -> dict[str, str]:
    """Return the subtitle of every view, by its key."""
    vocabulary = words.vocabulary(frame)
    on_deviates = frame.settings.views.det_axes is DetAxes.PROBIT
    prior = numbers.prior_percent(frame.condition.prior)
    selected = "" if frame.selected is None else frame.models[frame.selected].info.name
    return {
        "roc": "rates of cases",
        "cost": "lower envelopes",
        "rociv": "shares of money",
        "pr": f"{words.prior_name(vocabulary)} {prior}",
        "det": "normal deviates" if on_deviates else "logarithms",
        "gain": f"{frame.settings.views.gain}, {words.prior_name(vocabulary)} {prior}",
        "net_benefit": f"{words.prior_name(vocabulary)} {prior}",
        "rates": "at the operating points",
        "instance_costs": selected,
        "build_up": f"{selected}, {vocabulary.unit} per {vocabulary.noun}".replace("  ", " "),
        "profit": f"per {vocabulary.noun}, {words.prior_name(vocabulary)} {prior}",
    }
