"""What an exported picture looks like, as one value that dialog, renderer and writer share."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from costcurve_gui.analysis.picture_style import PictureStyle

if TYPE_CHECKING:
    from collections.abc import Mapping

Format = Literal["png", "svg", "pdf", "csv"]
Unit = Literal["px", "mm", "cm"]

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
LONGEST_MM = 2000.0
_SLIDE, _ROUNDING = 16 / 9, 0.004  # width over height; a page in whole pixels is not quite that
MM_PER_UNIT: dict[str, float] = {"mm": 1.0, "cm": 10.0}


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """One picture or table to be written.

    `view` is the key of a view ("roc", "rociv", "cost", "profit"). Lengths are millimetres on
    paper, shown in `unit`. `text_pt` is the size of the words in the plot there, and `line_pt` the
    width of a thin line, whatever the resolution; the title is larger. `font` is a family of
    fonts, empty for the program's. Without `equal_axes` every plot fills its page. What follows
    says what is on the picture. `format` "csv" writes the curves of the view alone; `table` is
    the ending of the file of them beside the picture, if there is to be one. `style` is what was
    chosen for this view alone, and `hidden` the models that are left out, where these are others
    than in the window.
    """

    view: str = "roc"
    format: Format = "png"
    width_mm: float = 160.0
    height_mm: float = 120.0
    unit: Unit = "mm"
    dpi: int = 300
    transparent: bool = False
    text_pt: float = 9.5
    line_pt: float = 0.75
    font: str = ""
    equal_axes: bool = True
    title: bool = True
    condition: bool = True
    axis_titles: bool = True
    axis_numbers: bool = True
    grid: bool = True
    legend: bool = True
    names: bool = False
    words: bool = True
    points: bool = True
    lines: bool = True
    values: bool = True
    bands: bool = True
    trivial: bool = True
    cost_lines: bool = True
    strip: bool = True
    handles: bool = False
    source_line: bool = True
    table: str = ""
    style: PictureStyle = field(default_factory=PictureStyle)
    hidden: frozenset[str] | None = None

    @property
    def pixel_size(self) -> tuple[int, int]:
        """Width and height of the raster picture."""
        return self._pixels(self.width_mm), self._pixels(self.height_mm)

    @property
    def is_slide(self) -> bool:
        """Whether the page has the shape of a slide."""
        return abs(self.width_mm / self.height_mm - _SLIDE) < _ROUNDING

    @property
    def text_size(self) -> float:
        """Points of the words in the plot: those of the style, where it has any."""
        return self.style.text_pt or self.text_pt

    @property
    def line_width(self) -> float:
        """Points of a thin line: those of the style, where it has any."""
        return self.style.line_pt or self.line_pt

    def at_dpi(self, dpi: int) -> ExportOptions:
        """Return the same picture at another resolution, as a preview needs it."""
        return replace(self, dpi=dpi)

    def to_json(self) -> dict[str, Any]:
        """Return what is remembered for the next picture: all but view, style and models."""
        return {name: getattr(self, name) for name in _REMEMBERED}

    @classmethod
    def from_json(
        cls, stored: Mapping[str, Any], plain: ExportOptions | None = None
    ) -> ExportOptions:
        """Return what was remembered; what is missing or cannot be is as in `plain`."""
        plain = plain or cls()
        known = {
            name: stored[name]
            for name in _REMEMBERED
            if name in stored and _can_be(name, stored[name], getattr(plain, name))
        }
        return replace(plain, **known)

    def _pixels(self, millimetres: float) -> int:
        return max(1, round(millimetres / MM_PER_INCH * self.dpi))


_OWN = ("view", "style", "hidden")  # of one file, or of one view of it
_REMEMBERED = tuple(one.name for one in fields(ExportOptions) if one.name not in _OWN)
_CHOICES = {
    "format": get_args(Format),
    "unit": get_args(Unit),
    "table": ("", "csv", "tsv", "xlsx", "parquet"),
}
_LIMITS = {
    "width_mm": (1.0, LONGEST_MM),
    "height_mm": (1.0, LONGEST_MM),
    "dpi": (36, 1200),
    "text_pt": (3.0, 96.0),
    "line_pt": (0.1, 12.0),
}


def _can_be(name: str, value: object, plain: object) -> bool:
    if name in _CHOICES:
        return value in _CHOICES[name]
    if name in _LIMITS:
        low, high = _LIMITS[name]
        if isinstance(value, bool) or not isinstance(value, type(plain) | int):
            return False
        return low <= float(str(value)) <= high
    return type(value) is type(plain)
