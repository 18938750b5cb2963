"""The sizes that pictures are made for: slide, paper, screen, and what is on each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.picture_options import (
    MM_PER_INCH,
    POINTS_PER_INCH,
    ExportOptions,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

SCREEN_DPI = 96
_SCREEN_PT = POINTS_PER_INCH / SCREEN_DPI  # of a pixel
SCREEN, CUSTOM = "screen", "custom"


@dataclass(frozen=True, slots=True)
class Preset:
    """A size, with what is drawn at it; `changes` are fields of `ExportOptions`.

    Whether the axes of ROC are equal stays as it was chosen.
    """

    key: str
    title: str
    changes: Mapping[str, Any]

    def applied(self, options: ExportOptions) -> ExportOptions:
        """Return options of this size; format, ground and font stay as they were chosen."""
        return replace(options, **self.changes)

    def is_that_of(self, options: ExportOptions) -> bool:
        """Whether options have this size."""
        own = self.applied(options)
        return (own.width_mm, own.height_mm) == (options.width_mm, options.height_mm)


# A slide is 13.33 inches wide: 18 pt on it are as large as in a program for slides.
_SLIDE_MM = (1920 / 144 * MM_PER_INCH, 1080 / 144 * MM_PER_INCH)
_ON_SLIDE = {"title": True, "condition": True, "names": True, "legend": False}
_ON_PAPER = {"title": False, "condition": False, "names": True, "legend": False}
_PAPER = {"unit": "mm", "dpi": 300, "text_pt": 8.0, "line_pt": 0.75}

PRESETS = tuple(
    Preset(key, title, MappingProxyType(changes))
    for key, title, changes in (
        (
            "slide",
            tr("Slide 16 : 9"),
            {
                "width_mm": _SLIDE_MM[0],
                "height_mm": _SLIDE_MM[1],
                "unit": "px",
                "dpi": 144,
                "text_pt": 18.0,
                "line_pt": 1.7,
                "source_line": True,
                **_ON_SLIDE,
            },
        ),
        (
            "single",
            tr("Paper, single column"),
            {"width_mm": 85.0, "height_mm": 64.0, "source_line": False, **_PAPER, **_ON_PAPER},
        ),
        (
            "double",
            tr("Paper, double column"),
            {"width_mm": 175.0, "height_mm": 98.0, "source_line": False, **_PAPER, **_ON_PAPER},
        ),
        (
            "document",
            tr("Document 4 : 3"),
            {
                "width_mm": 160.0,
                "height_mm": 120.0,
                "unit": "mm",
                "dpi": 300,
                "text_pt": 9.5,
                "line_pt": 0.75,
                "title": True,
                "condition": True,
                "names": False,
                "legend": True,
                "source_line": True,
            },
        ),
    )
)


def as_on_screen(width: int, height: int, text: float) -> Preset:
    """Return the size of a view in the window, in pixels, with text of as many pixels."""
    changes = {
        "width_mm": width / SCREEN_DPI * MM_PER_INCH,
        "height_mm": height / SCREEN_DPI * MM_PER_INCH,
        "unit": "px",
        "dpi": SCREEN_DPI,
        "text_pt": text * _SCREEN_PT,
        "line_pt": _SCREEN_PT,
        "title": False,
        "condition": False,
        "names": False,
        "legend": True,
        "source_line": False,
    }
    return Preset(SCREEN, tr("As on screen"), MappingProxyType(changes))


_OF_CUSTOM = ("width_mm", "height_mm", "unit", "dpi", "text_pt", "line_pt")
FIRST_CUSTOM = ExportOptions(width_mm=200.0, height_mm=150.0, unit="cm")


def custom(options: ExportOptions) -> Preset:
    """Return the size that was typed last; what is drawn at it stays as it is."""
    sized = replace(options, text_pt=options.text_size, line_pt=options.line_width)
    changes = {name: getattr(sized, name) for name in _OF_CUSTOM}
    return Preset(CUSTOM, "Custom", MappingProxyType(changes))


def custom_to_json(preset: Preset) -> dict[str, Any]:
    """Return a custom size as it is remembered."""
    return dict(preset.changes)


def custom_from_json(stored: object) -> Preset:
    """Return the custom size that was remembered; what is missing or cannot be is as at first."""
    known = stored if isinstance(stored, dict) else {}
    return custom(ExportOptions.from_json(known, FIRST_CUSTOM))
