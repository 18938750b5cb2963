"""Scores and labels as one integer each, so that sorting values replaces sorting indices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.engine.arrays import chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Bools, Floats, Indices

Keys = np.uint64
_MAGNITUDE: Final = np.int64(2**63 - 1)
_KEY_RANGE: Final = 2**63
"""One of the 64 bits of a key is the label's."""


@dataclass(frozen=True, slots=True)
class ScoreKeys:
    """An order-reversing image of float64 scores in 63 bits, with the label in a 64th.

    The bits of a non-negative float64 ascend with its value, so ``image = bits`` for those and
    ``image = -bits(abs(score))`` for the negative ones (-0.0 and 0.0 are one score). Scores of
    both signs leave the images of all smaller magnitudes unused; `gap` of them are cut out on
    either side of 0, without which not even scores from -3 to 3 would fit.

    Attributes
    ----------
    top : int
        Image of the largest score.
    gap : int
        Images left out between 0 and the smallest magnitude.
    signed : bool
        Whether there are negative scores.
    """

    top: int
    gap: int
    signed: bool

    def encode(self, labels: Bools, scores: Floats) -> NDArray[Keys]:
        """Return keys that ascend as scores descend, the label in the lowest bit."""
        keys = _images(scores, signed=self.signed)
        if self.gap:
            keys -= keys.clip(-self.gap, self.gap)
        np.subtract(self.top, keys, out=keys)
        keys <<= 1
        keys |= labels
        return keys.view(Keys)

    def decode(self, keys: NDArray[Keys]) -> Floats:
        """Return the scores of `keys`, exact to the bit but for the sign of 0."""
        images = (keys >> Keys(1)).view(np.int64)
        np.subtract(self.top, images, out=images)
        if self.gap:
            images += np.sign(images) * self.gap
        if self.signed:
            _flip_negatives(images)
        return images.view(np.float64)


def score_keys(scores: Floats) -> ScoreKeys | None:
    """Return the keys that fit `scores` (finite or infinite, no NaN), or None where none do."""
    low, high = scores.min() + 0.0, scores.max() + 0.0
    bottom, top = _image(low), _image(high)
    gap = 0
    if top - bottom >= _KEY_RANGE:
        gap = _unused_magnitudes(scores)
        bottom, top = bottom + gap, top - gap
    if top - bottom >= _KEY_RANGE:
        return None
    return ScoreKeys(top, gap, signed=bool(low < 0))


def _image(score: float) -> int:
    return int(_images(np.array([score]), signed=True)[0])


def _images(scores: Floats, *, signed: bool) -> Indices:
    # Adding 0.0 copies and turns -0.0 into 0.0.
    bits: Indices = (scores + 0.0).view(np.int64)
    if signed:
        _flip_negatives(bits)
    return bits


def _flip_negatives(bits: Indices) -> None:
    """Turn bits into images or back, in place: the two are one involution."""
    sign = bits >> 63
    bits ^= sign & _MAGNITUDE
    bits -= sign


def _unused_magnitudes(scores: Floats) -> int:
    """Return how many images above 0 precede that of the smallest magnitude but 0."""
    smallest = 2**63
    for start, stop in chunks(0, scores.size):
        magnitudes = (scores[start:stop].view(np.int64) & _MAGNITUDE).view(Keys)
        magnitudes -= Keys(1)  # 0 wraps around to the largest and so never is the minimum
        smallest = min(smallest, int(magnitudes.min()))
    return smallest
