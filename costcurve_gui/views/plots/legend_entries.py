"""What a legend says: a sample of what is drawn, and its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.views.theme import repeats_color

if TYPE_CHECKING:
    from collections.abc import Collection

    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.theme import Tokens

CURVE_ALPHA = 215


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One thing that a picture shows: a line, or an area where `is_area`."""

    text: str
    color: str
    alpha: int = 255
    width: float = 1.0
    dash: tuple[float, ...] = ()
    is_area: bool = False
    is_selected: bool = False
    hatched: bool = False


def model_entries(frame: Frame, tokens: Tokens, keys: Collection[str]) -> list[LegendEntry]:
    """Return the lines of some models, in the order of the file."""
    return [
        _selected(frame, tokens, key) if key == frame.selected else _other(frame, tokens, key)
        for key in frame.models
        if key in keys
    ]


def _selected(frame: Frame, tokens: Tokens, key: str) -> LegendEntry:
    info = frame.models[key].info
    color = tokens.model_color(info.slot, highlighted=True)
    return LegendEntry(info.name, color, width=2.0, is_selected=True)


def _other(frame: Frame, tokens: Tokens, key: str) -> LegendEntry:
    info = frame.models[key].info
    color, dash = tokens.model_color(info.slot, highlighted=False), tokens.model_dash(info.slot)
    return LegendEntry(info.name, color, CURVE_ALPHA, dash=dash)


def area_entry(frame: Frame, tokens: Tokens, key: str, alpha: int) -> LegendEntry:
    """Return the area of a model."""
    info, chosen = frame.models[key].info, key == frame.selected
    color = tokens.model_color(info.slot)
    hatched = repeats_color(info.slot)
    return LegendEntry(info.name, color, alpha, is_area=True, is_selected=chosen, hatched=hatched)
