"""Draw the figures of the help page *From the papers to the screen*: dev.py papers.

Every picture is one of the program's own views of a sample file, with what its source's figure
names written on top. Everything is fixed, so a second run writes the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from costcurve_gui.startup.display import draw_in_memory  # noqa: E402 (the platform is chosen first)

draw_in_memory()

from paper_figures import figures  # noqa: E402
from paper_figures.annotated import Annotated  # noqa: E402
from paper_figures.page import page  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from small_pictures import shrink_all  # noqa: E402

from costcurve_gui.views.plotting.picture import write_picture  # noqa: E402
from costcurve_gui.views.plotting.picture_options import MM_PER_INCH, ExportOptions  # noqa: E402

if TYPE_CHECKING:
    from paper_figures.figure import Picture

HELP = ROOT / "resources" / "help"
FOLDER = HELP / "papers"
DPI = 96  # of a plain screen
SHARPNESS = 1.5  # dots of a picture for each of a plain screen: enough for most dense ones
TEXT_PT = 7.05


def draw(picture: Picture, folder: Path) -> None:
    """Write one picture."""
    path = folder / f"{picture.stem}.png"
    write_picture(
        path, picture.snapshot, options(picture), picture.bounds, drawn=Annotated(picture)
    )


def options(picture: Picture) -> ExportOptions:
    """Return how a picture is drawn: the page has its title and its source."""
    width, height = (length / DPI * MM_PER_INCH for length in picture.size)
    return ExportOptions(
        view=picture.view,
        width_mm=width,
        height_mm=height,
        dpi=round(DPI * SHARPNESS),
        text_pt=TEXT_PT,
        title=False,
        condition=False,
        legend=picture.legend,
        source_line=False,
    )


def main() -> None:
    """Draw them all, in place of what was there, and write the page."""
    application = QApplication(["costcurve"])
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    shown = tuple(figures())
    for figure in shown:
        for picture in figure.pictures:
            draw(picture, FOLDER)
    shrink_all(FOLDER)
    application.processEvents()
    (HELP / "papers.html").write_text(page(shown), encoding="utf-8", newline="\n")
    print(f"pictures in {FOLDER}")


if __name__ == "__main__":
    main()
