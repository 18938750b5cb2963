"""What an exported picture looks like, as one value that dialog, renderer and writer share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Format = Literal["png", "svg", "pdf", "csv"]

MM_PER_INCH = 25.4


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """One picture or table to be written.

    `view` is the key of a view ("roc", "rociv", "cost", "profit"). Lengths are millimetres on
    paper and `text_pt` is the size of the text there, whatever the resolution. `format` "csv"
    writes the curves of the view alone; `also_csv` writes them beside the picture.
    """

    view: str = "roc"
    format: Format = "png"
    width_mm: float = 160.0
    height_mm: float = 120.0
    dpi: int = 300
    transparent: bool = False
    text_pt: float = 11.0
    title: bool = True
    condition: bool = True
    legend: bool = True
    handles: bool = False
    source_line: bool = True
    also_csv: bool = False

    @property
    def pixel_size(self) -> tuple[int, int]:
        """Width and height of the raster picture."""
        return self._pixels(self.width_mm), self._pixels(self.height_mm)

    def at_dpi(self, dpi: int) -> ExportOptions:
        """Return the same picture at another resolution, as a preview needs it."""
        return replace(self, dpi=dpi)

    def _pixels(self, millimetres: float) -> int:
        return max(1, round(millimetres / MM_PER_INCH * self.dpi))
