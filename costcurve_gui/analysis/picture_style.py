"""How the exported picture of a view departs from what the program would draw."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, Any

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    Range = tuple[float, float]


class LegendPlace(StrEnum):
    """Where the legend of a picture stands."""

    AUTOMATIC = "automatic"
    BELOW = "below"
    RIGHT = "right"
    ABOVE = "above"
    INSIDE = "inside"


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """What the user chose for the picture of one view; None leaves it to the program.

    Attributes
    ----------
    title, x_title, y_title : str or None
        Words above the plot and at its axes; an empty text leaves them out.
    legend : LegendPlace
    text_pt, line_pt : float or None
        Size of the words in the plot and width of a thin line on paper, in points.
    x_range, y_range : (float, float) or None
        Ends of an axis in its own unit, ascending.
    """

    title: str | None = None
    x_title: str | None = None
    y_title: str | None = None
    legend: LegendPlace = LegendPlace.AUTOMATIC
    text_pt: float | None = None
    line_pt: float | None = None
    x_range: Range | None = None
    y_range: Range | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what departs from the program's choice, as JSON can hold it."""
        plain = PictureStyle()
        changed = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if getattr(self, one.name) != getattr(plain, one.name)
        }
        return {name: list(v) if isinstance(v, tuple) else v for name, v in changed.items()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> PictureStyle:
        """Return a style from what `to_json` gave.

        Raises
        ------
        DataError
            Where something in it is not known or cannot be; the message names it.
        """
        known = {one.name for one in fields(cls)}
        for name in stored:
            if name not in known:
                raise DataError(tr("The style of a picture has no {name!r}.", name=name))
        return cls(**{name: _read(name, value) for name, value in stored.items()})


SIZE_LIMITS = {"text_pt": (3.0, 96.0), "line_pt": (0.1, 12.0)}


def _read(name: str, value: object) -> Any:
    if value is None and name != "legend":
        return None
    if name == "legend":
        if value in list(LegendPlace):
            return LegendPlace(str(value))
        raise DataError(
            tr(
                "legend is {value!r}; it is one of {places}.",
                value=value,
                places=", ".join(LegendPlace),
            )
        )
    if name in SIZE_LIMITS:
        low, high = SIZE_LIMITS[name]
        if _is_number(value) and low <= float(str(value)) <= high:
            return float(str(value))
        raise DataError(
            tr(
                "{name} is {value!r}; it is a number from {low:g} to {high:g}.",
                name=name,
                value=value,
                low=low,
                high=high,
            )
        )
    if name.endswith("_range"):
        return _read_range(name, value)
    if isinstance(value, str):
        return value
    raise DataError(tr("{name} is {value!r}; it is a text.", name=name, value=value))


def _read_range(name: str, value: object) -> Range:
    if isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_number, value)):
        low, high = float(value[0]), float(value[1])
        if low < high:
            return low, high
    raise DataError(
        tr("{name} is {value!r}; it is two numbers, the lower one first.", name=name, value=value)
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
