"""Replicates of a sample in segments: what was drawn, and what was left out, at many thresholds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.resampling.bootstrap import generators

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.segments.curves import SegmentCases

_STREAM = 43
_AT_ONCE = 4_000_000
_MOST_DRAWS = 4_000_000
"""Rows times replicates up to which rows are drawn one by one; beyond them, cells of rows."""
_MOST_CUTS, _LEAST_CUTS = 1600, 40
"""Thresholds times segments of a grid that rules are chosen from, and thresholds at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """b replicates: segments, and rules from "nobody" on along shared thresholds.

    Attributes
    ----------
    tp, fp : ndarray of float64, shape (b, g, k)
        Positives and negatives acted on, as shares of all cases; the last rule acts on all.
    gain : ndarray of float64, shape (b, g, k)
        Profit above that of acting on nobody.
    left : ndarray of float64, shape (b, g)
        Profit of acting on nobody.
    """

    tp: Floats
    fp: Floats
    gain: Floats
    left: Floats

    @property
    def share(self) -> Floats:
        """Cases acted on, as shares of all cases."""
        return self.tp + self.fp

    @property
    def together(self) -> Grid:
        """All segments as one."""
        columns = (self.tp, self.fp, self.gain, self.left)
        return Grid(*(one.sum(axis=1, keepdims=True) for one in columns))

    def repeated(self, replicates: int) -> Grid:
        """Return the one replicate that this is so often."""
        columns = (self.tp, self.fp, self.gain, self.left)
        return Grid(*(np.broadcast_to(one, (replicates, *one.shape[1:])) for one in columns))

    def rates(self, rows: Indices) -> dict[str, Floats]:
        """Return each rate within each segment at a row of it, (b, g)."""
        at = np.arange(self.tp.shape[1])
        positives, negatives = self.tp[:, :, -1], self.fp[:, :, -1]
        found, false = self.tp[:, at, rows], self.fp[:, at, rows]
        with np.errstate(divide="ignore", invalid="ignore"):
            return {
                "share": (found + false) / (positives + negatives),
                "tpr": found / positives,
                "fpr": false / negatives,
            }


@dataclass(frozen=True, slots=True, eq=False)
class _Atoms:
    """Rows, or cells of rows that are drawn alike, in the order of `cell`.

    `count` rows each; `share` the mean of theirs, and `gain` and `left` the means weighted by it,
    of which `spread` is the standard deviation between rows of the gain.
    """

    cell: Indices
    count: Indices
    share: Floats
    gain: Floats
    left: Floats
    spread: Floats
    groups: Indices | None


@dataclass(frozen=True, slots=True, eq=False)
class SegmentResampler:
    """Draws the cases of each class with replacement; whole groups where there are any.

    Attributes
    ----------
    cuts : ndarray of float64, shape (k - 1,)
        Thresholds of the grid after "nobody", descending; the last is -inf.
    whole : Grid
        The sample itself, as one replicate.
    """

    cuts: Floats
    whole: Grid
    _atoms: _Atoms
    _spec: BootstrapSpec
    _segments: int

    @classmethod
    def of(
        cls,
        cases: SegmentCases,
        spec: BootstrapSpec,
        thresholds: Sequence[float] = (),
        *,
        others: bool = False,
    ) -> SegmentResampler:
        """Return a resampler whose grid has some thresholds in it.

        Parameters
        ----------
        cases : SegmentCases
            The sample.
        spec : BootstrapSpec
            Replicates and seed.
        thresholds : sequence of float
            Thresholds to be in the grid.
        others : bool, default False
            Whether to add others to choose from: all of a small sample.
        """
        segments = len(cases.names)
        most = max(_MOST_CUTS // segments, _LEAST_CUTS) if others else 0
        cuts = np.append(_cuts(cases.scores, most, thresholds), -np.inf)
        # Rule j acts on the cells before j, so that cell 0 begins above the first cut.
        ends = np.searchsorted(-cases.scores, -cuts, side="right")  # the scores descend
        place = np.repeat(np.arange(cuts.size), np.diff(ends, prepend=0))
        cell = (cases.codes * 2 + cases.y_true) * cuts.size + place
        by_row = cases.groups is not None or cell.size * spec.replicates <= _MOST_DRAWS
        atoms = _rows(cases, cell) if by_row else _cells(cases, cell)
        once = atoms.count[None].astype(np.float64)
        whole = _grid(atoms, once, once * atoms.gain, segments, cuts.size)
        return cls(cuts, whole, atoms, spec, segments)

    def place(self, threshold: float) -> int:
        """Return the rule of the grid that acts from a threshold in it on."""
        return int(np.searchsorted(-self.cuts, -threshold, side="left")) + 1

    def grids(self) -> Iterator[Grid]:
        """Yield what batches of replicates drew."""
        for rng, drawn in self._batches():
            yield self._summed(rng, drawn)

    def pairs(self) -> Iterator[tuple[Grid, Grid]]:
        """Yield what batches of replicates drew, and what they left out."""
        for rng, drawn in self._batches():
            left_out = _left_out(rng, self._atoms.count, drawn)
            yield self._summed(rng, drawn), self._summed(rng, left_out)

    def _batches(self) -> Iterator[tuple[np.random.Generator, Floats]]:
        most = max(1, _AT_ONCE // self._atoms.cell.size)
        for batch, rng in generators(self._spec, _STREAM):
            for start in range(0, batch, most):
                yield rng, self._drawn(rng, min(most, batch - start))

    def _drawn(self, rng: np.random.Generator, size: int) -> Floats:
        """Return how often each atom was drawn, (size, atoms)."""
        atoms = self._atoms
        if atoms.groups is not None:
            groups = int(atoms.groups.max()) + 1
            return _times(rng, size, groups)[:, atoms.groups].astype(np.float64)
        positive = (atoms.cell // self.cuts.size) % 2 == 1
        found = np.empty((size, atoms.cell.size))
        for members in (positive, ~positive):
            counts = atoms.count[members]
            total = int(counts.sum())
            if total == counts.size:
                found[:, members] = _times(rng, size, total)
            else:
                found[:, members] = rng.multinomial(total, counts / total, size)
        return found

    def _summed(self, rng: np.random.Generator, times: Floats) -> Grid:
        atoms = self._atoms
        gain = times * atoms.gain
        varied = np.flatnonzero(atoms.spread > 0)
        if varied.size:
            noise = rng.standard_normal((len(times), varied.size))
            gain[:, varied] += np.sqrt(times[:, varied]) * atoms.spread[varied] * noise
        return _grid(atoms, times, gain, self._segments, self.cuts.size)


def _cuts(scores: Floats, most: int, thresholds: Sequence[float]) -> Floats:
    """Return distinct ones of descending scores; of many those at equal steps of rank."""
    chosen = np.array([one for one in thresholds if one < np.inf], np.float64)
    if not most:
        return distinct(chosen)[::-1] if chosen.size else chosen
    found = scores[np.append(True, scores[1:] != scores[:-1])]
    if found.size > most:
        steps = np.linspace(0, scores.size - 1, most).astype(np.int64)
        found = scores[steps]
    cuts: Floats = distinct(found, chosen)[::-1]
    return cuts


def _rows(cases: SegmentCases, cell: Indices) -> _Atoms:
    order = np.argsort(cell, kind="stable")
    return _Atoms(
        cell[order],
        np.ones(cell.size, np.int64),
        cases.share[order],
        cases.gain[order],
        cases.left[order],
        np.zeros(cell.size),
        None if cases.groups is None else np.unique(cases.groups[order], return_inverse=True)[1],
    )


def _cells(cases: SegmentCases, cell: Indices) -> _Atoms:
    counts = np.bincount(cell)
    used = np.flatnonzero(counts)

    def summed(values: Floats) -> Floats:
        return np.bincount(cell, values)[used].astype(np.float64)

    count, share = counts[used], summed(cases.share)
    gain = summed(cases.share * cases.gain) / np.maximum(share, 1e-300)
    squares = summed(cases.share * cases.gain**2) / np.maximum(share, 1e-300)
    spread = np.sqrt(np.clip(squares - gain**2, 0.0, None))
    spread[spread < 1e-7 * np.abs(gain)] = 0.0  # what rounding leaves of equal gains
    left = summed(cases.share * cases.left) / np.maximum(share, 1e-300)
    return _Atoms(used, count, share / count, gain, left, spread, None)


def _times(rng: np.random.Generator, size: int, total: int) -> NDArray[np.signedinteger[Any]]:
    drawn = rng.integers(0, total, (size, total))
    drawn += np.arange(size)[:, None] * total
    return np.bincount(drawn.ravel(), minlength=size * total).reshape(size, total)


def _left_out(rng: np.random.Generator, count: Indices, times: Floats) -> Floats:
    """Return how many rows of each atom were never drawn: of a single row exactly.

    Of a cell by mean and variance of the number of empty boxes.

    References
    ----------
    .. [1] Johnson & Kotz (1977), Urn models and their application, section 3.1.
    """
    if (count == 1).all():
        return np.where(times == 0, 1.0, 0.0)
    rows = count.astype(np.float64)
    none = rows * (1 - 1 / rows) ** times
    two: Floats = rows * (rows - 1) * np.clip(1 - 2 / rows, 0.0, 1.0) ** times
    spread = np.sqrt(np.clip(two + none - none**2, 0.0, None))
    drawn = np.rint(none + spread * rng.standard_normal(times.shape))
    return np.where(times == 0, rows, np.clip(drawn, 0.0, rows - 1))


def _grid(atoms: _Atoms, times: Floats, gain: Floats, segments: int, cuts: int) -> Grid:
    """Sum atoms along the thresholds, so that each class has the weight of the sample."""
    share = times * atoms.share
    positive = (atoms.cell // cuts) % 2 == 1
    scale = np.empty_like(share)
    for members in (positive, ~positive):
        total = float((atoms.count * atoms.share)[members].sum())
        drawn = share[:, members].sum(axis=1, keepdims=True)
        # NaN where a replicate has no case of the class: none of its figures is known.
        scale[:, members] = np.divide(
            total, drawn, out=np.full_like(drawn, np.nan), where=drawn > 0
        )
    starts = np.flatnonzero(np.append(True, atoms.cell[1:] != atoms.cell[:-1]))
    used = atoms.cell[starts]

    def cells(values: Floats) -> Floats:
        found = np.zeros((len(times), segments * 2 * cuts))
        found[:, used] = np.add.reduceat(values * scale, starts, axis=1)
        return found.reshape(len(times), segments, 2, cuts)

    def along(values: Floats) -> Floats:
        nobody = np.zeros((*values.shape[:-1], 1))
        return np.concatenate((nobody, np.cumsum(values, axis=-1)), axis=-1)

    counts = cells(share)
    worth = cells(gain * atoms.share).sum(axis=2)
    left = cells(share * atoms.left).sum(axis=(2, 3))
    return Grid(along(counts[:, :, 1]), along(counts[:, :, 0]), along(worth), left)
