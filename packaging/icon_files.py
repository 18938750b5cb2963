"""The icon of the program in the containers of Windows and macOS: icon_files.py SVG OUT.

OUT ends with .ico or .icns. Both hold PNG pictures, each drawn from the SVG in its own size.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
# Kinds of entries and their pixels: https://en.wikipedia.org/wiki/Apple_Icon_Image_format
ICNS_KINDS = {
    "icp4": 16,
    "icp5": 32,
    "ic11": 32,
    "ic12": 64,
    "ic07": 128,
    "ic08": 256,
    "ic13": 256,
    "ic09": 512,
    "ic14": 512,
    "ic10": 1024,
}


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return an .ico file of PNG pictures by their pixels."""
    header = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(header) + 16 * len(pictures)
    entries, contents = b"", b""
    for size, picture in sorted(pictures.items()):
        side = size % 256  # 256 is written as 0
        at = offset + len(contents)
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), at)
        contents += picture
    return header + entries + contents


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """Return an .icns file of PNG pictures by their pixels."""
    blocks = b""
    for kind, size in ICNS_KINDS.items():
        picture = pictures[size]
        blocks += kind.encode() + struct.pack(">I", 8 + len(picture)) + picture
    return b"icns" + struct.pack(">I", 8 + len(blocks)) + blocks


def pictures_of(svg: Path, sizes: Sequence[int]) -> dict[int, bytes]:
    """Draw an SVG as PNG pictures, by their pixels."""
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    renderer, found = QSvgRenderer(str(svg)), {}
    for size in sorted(set(sizes)):
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")
        found[size] = bytes(buffer.data().data())
    del application
    return found


def draw_in(python: str, svg: Path, target: Path) -> Path:
    """Write the icon file with the Qt that another interpreter has, and return it."""
    subprocess.check_call([python, __file__, str(svg), str(target)])
    return target


def write_icon(svg: Path, target: Path) -> Path:
    """Write the icon file that the ending of `target` names, and return it."""
    if target.suffix == ".ico":
        content = ico(pictures_of(svg, ICO_SIZES))
    else:
        content = icns(pictures_of(svg, tuple(ICNS_KINDS.values())))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return target


def main(arguments: Sequence[str]) -> int:
    """Write one icon file."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    write_icon(*map(Path, arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
