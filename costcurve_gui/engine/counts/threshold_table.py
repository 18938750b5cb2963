"""The one statistic under every curve: how many of each class score at or above each threshold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only
from costcurve_gui.engine.counts.rate_source import ClassSums, RateSource, RestOfRows
from costcurve_gui.engine.validation import in_units, scored_sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Bools, Counts, Floats, Indices
    from costcurve_gui.engine.counts.rate_source import CountColumn
    from costcurve_gui.engine.validation import ScoredSample


_TRIM_BELOW = 0.75
"""Arrays that ties left emptier than this are copied to their size."""


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdTable(RateSource):
    """Cumulative counts per distinct score.

    Attributes
    ----------
    negative_sums, positive_sums : ClassSums
        False and true positives per row: the smallest unsigned integers that hold them, or sums
        of weights as float64.
    rows : int
        Rows counted.
    missing : int
        Rows left out because their score is missing.
    """

    rows: int
    missing: int

    @property
    def weighted(self) -> bool:
        """Whether the counts are sums of weights."""
        return bool(self.tps_at(slice(1)).dtype.kind == "f")


def threshold_table(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> ThresholdTable:
    """Count true and false positives at each distinct score.

    Equal scores are one step. Sorting happens here; everything else reads the table.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Higher means more positive. NaN is missing and left out; -inf and +inf are scores.
    sample_weight : array_like of float, shape (n,), optional
        Finite and at least 0; None counts every row once.

    Returns
    -------
    ThresholdTable
        Thresholds descend, counts ascend, the first row is (0, 0) and the last (N, P).

    Raises
    ------
    EngineError
        Where the input is not usable; see `scored_sample` for the kinds.

    Notes
    -----
    Without weights the label travels in the lowest bit of an integer image of the score, so
    that 64-bit values are sorted in place of indices. Scores whose magnitudes span nearly the
    whole range of float64 on both sides of 0 have no such image and are sorted by index.

    References
    ----------
    .. [1] Fawcett (2004), ROC graphs: notes and practical considerations for researchers,
       Algorithm 2.

    Examples
    --------
    >>> table = threshold_table([True, False, True, False], [0.9, 0.6, 0.6, 0.1])
    >>> table.thresholds
    array([inf, 0.9, 0.6, 0.1])
    >>> table.fps.tolist(), table.tps.tolist()
    ([0, 0, 1, 2], [0, 1, 2, 2])
    """
    sample = scored_sample(y_true, y_score, sample_weight)
    unit = 1.0
    if sample.weights is not None:
        whole, unit = in_units(sample.weights)
        sample = replace(sample, weights=whole)
    thresholds, fps, tps = _columns(sample)
    return ThresholdTable(
        read_only(thresholds),
        ClassSums(fps, unit=unit),
        ClassSums(read_only(tps), unit=unit),
        sample.labels.size,
        sample.missing,
    )


def _columns(sample: ScoredSample) -> tuple[Floats, CountColumn, Counts]:
    """Return thresholds, false positives and true positives."""
    keys = score_keys(sample.scores) if sample.weights is None else None
    if keys is None:
        return _counts_by_index(sample)
    return _counts_by_key(sample.labels, sample.scores, keys)


def _counts_by_key(
    labels: Bools, scores: Floats, keys: ScoreKeys
) -> tuple[Floats, CountColumn, Counts]:
    size = scores.size
    # The thresholds overwrite the keys from the front, one row behind: row 0 is +inf.
    buffer = np.empty(size + 1, dtype=Keys)
    for start, stop in chunks(0, size):
        buffer[start + 1 : stop + 1] = keys.encode(labels[start:stop], scores[start:stop])
    buffer[1:].sort()
    thresholds = buffer.view(np.float64)
    thresholds[0] = np.inf
    tps, seen = _count_steps(buffer, keys, thresholds)
    if seen is None:
        return thresholds, RestOfRows(tps), tps
    seen -= tps
    return _trimmed(thresholds, tps.size), read_only(seen), tps


def _count_steps(
    sorted_keys: NDArray[Keys], keys: ScoreKeys, thresholds: Floats
) -> tuple[Counts, Counts | None]:
    """Write one threshold per distinct score.

    Returns the positives seen at each and the instances seen, None where no scores are equal.
    """
    used, counted = 1, 0
    tps = np.zeros(sorted_keys.size, np.min_scalar_type(sorted_keys.size))
    seen: Counts | None = None
    for start, stop in chunks(1, sorted_keys.size):
        chunk = sorted_keys[start:stop].copy()
        ends = _ends_of_steps(chunk, sorted_keys[stop : stop + 1])
        cumulative = np.cumsum(chunk.astype(np.uint8) & 1, dtype=tps.dtype)
        cumulative += tps.dtype.type(counted)
        counted = int(cumulative[-1])
        if seen is None and not ends.all():
            seen = np.arange(sorted_keys.size, dtype=tps.dtype)
        if seen is not None:
            chunk, cumulative, positions = chunk[ends], cumulative[ends], np.flatnonzero(ends)
            seen[used : used + chunk.size] = positions + start
        rows = slice(used, used + chunk.size)
        thresholds[rows] = keys.decode(chunk)
        tps[rows] = cumulative
        used = rows.stop
    return _trimmed(tps, used), None if seen is None else _trimmed(seen, used)


def _ends_of_steps(chunk: NDArray[Keys], following: NDArray[Keys]) -> Bools:
    """Tell which keys are the last of their score; `following` is the key after the chunk."""
    ends = np.ones(chunk.size, dtype=np.bool_)
    np.greater(chunk[1:] ^ chunk[:-1], 1, out=ends[:-1])
    if following.size:
        ends[-1] = (chunk[-1] ^ following[0]) > 1
    return ends


def _trimmed(column: NDArray[Any], used: int) -> NDArray[Any]:
    trimmed = column[:used]
    return trimmed.copy() if used < _TRIM_BELOW * column.size else trimmed


def _counts_by_index(sample: ScoredSample) -> tuple[Floats, Counts, Counts]:
    order = np.argsort(sample.scores)[::-1]
    scores, labels = sample.scores[order], sample.labels[order]
    ends = np.append(np.flatnonzero(scores[1:] != scores[:-1]), scores.size - 1)
    weights = None if sample.weights is None else sample.weights[order]
    tps, fps = _cumulative(labels, weights)[ends], _cumulative(~labels, weights)[ends]
    thresholds = scores[ends] + 0.0
    fps = read_only(np.insert(fps, 0, 0))
    return np.insert(thresholds, 0, np.inf), fps, np.insert(tps, 0, 0)


def _cumulative(of_class: Bools, weights: Floats | None) -> Counts:
    """Sum one class on its own, so that rounding can never make it decrease."""
    if weights is None:
        counts = of_class.astype(np.min_scalar_type(of_class.size))
        return np.cumsum(counts, out=counts)  # of booleans it would hold the interpreter's lock
    return np.cumsum(np.where(of_class, weights, 0.0))


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
