"""Give pictures of the help a palette of 256 colours: a third of the bytes, and no eye tells.

Every installation carries them, and no archive packs a PNG any further.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage, qRgb

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Colours = NDArray[np.int64]

MOST_COLOURS = 256


def shrink_all(folder: Path) -> None:
    """Write the pictures in a folder again, each with a palette.

    Raises
    ------
    OSError
        A file is no picture, or cannot be written.
    """
    for path in sorted(folder.glob("*.png")):
        _shrink(path)


def _shrink(path: Path) -> None:
    image = QImage(str(path))
    # Quality 0 packs most.
    if image.isNull() or not with_palette(image).save(str(path), "PNG", 0):
        raise OSError(f"cannot write {path} with a palette")


def with_palette(image: QImage) -> QImage:
    """Return an opaque picture in a palette of its commonest colours, the others by the nearest."""
    width, height = image.width(), image.height()
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(height, -1)
    pixels = rows[:, : 3 * width].reshape(-1, 3).astype(np.int64)
    colours, where, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    palette = _palette(colours, counts)
    nearest = [((palette - colour) ** 2).sum(axis=1).argmin() for colour in colours]
    made = QImage(width, height, QImage.Format.Format_Indexed8)
    made.setColorTable([qRgb(*map(int, colour)) for colour in palette])
    lines = np.frombuffer(made.bits(), np.uint8).reshape(height, -1)
    lines[:, :width] = np.array(nearest)[where].reshape(height, width)
    return made


def _palette(colours: Colours, counts: NDArray[np.int64]) -> Colours:
    """Cut the box of colours that differ most until there are enough; a box has its commonest."""
    boxes = [np.arange(len(colours))]
    spreads = [_spread(colours, counts)]
    while len(boxes) < min(MOST_COLOURS, len(colours)):
        widest = int(np.argmax(spreads))
        del spreads[widest]
        box = boxes.pop(widest)
        for half in _halves(box, colours[box]):
            boxes.append(half)
            spreads.append(_spread(colours[half], counts[half]))
    return np.array([colours[box[counts[box].argmax()]] for box in boxes])


def _spread(colours: Colours, counts: NDArray[np.int64]) -> float:
    """Return how far colours lie from the commonest; ones in few pixels matter too."""
    away = colours - colours[counts.argmax()]
    return float(np.sqrt(counts) @ (away**2).sum(axis=1))


def _halves(box: NDArray[np.intp], colours: Colours) -> list[NDArray[np.intp]]:
    """Cut across the channel that varies most, in the middle between its ends."""
    channel = colours[:, np.ptp(colours, axis=0).argmax()]
    upper = 2 * channel > channel.min() + channel.max()
    return [box[~upper], box[upper]]
