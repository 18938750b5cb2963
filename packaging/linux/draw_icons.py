"""Draw the icon in every size, in the build's environment: draw_icons.py SVG FOLDER APP_ID."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)


def drawn(renderer: QSvgRenderer, size: int) -> QImage:
    """Return the picture as a square of `size` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def main(picture: str, folder: str, name: str) -> None:
    """Write FOLDER/SIZExSIZE/apps/NAME.png for every size."""
    renderer = QSvgRenderer(picture)
    for size in SIZES:
        path = Path(folder, f"{size}x{size}", "apps", f"{name}.png")
        path.parent.mkdir(parents=True, exist_ok=True)
        drawn(renderer, size).save(str(path))


if __name__ == "__main__":
    main(*sys.argv[1:])
