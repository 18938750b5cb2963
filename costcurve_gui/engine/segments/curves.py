"""What a model does in each segment of a sample, threshold by threshold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.errors import ConstraintError, SingleClassError
from costcurve_gui.engine.validation import require_length

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices, Rows
    from costcurve_gui.engine.cost.payoff import Cell

RATES = ("share", "tpr", "fpr")
"""The rates that are compared between segments: of cases acted on, positives, and negatives."""


@dataclass(frozen=True, slots=True)
class OwnLimits:
    """What a rule may do in a segment, 0-1 each.

    Attributes
    ----------
    max_share : float
        Largest share of the segment's cases that is acted on.
    min_tpr : float
        Smallest share of its positives.
    max_fpr : float
        Largest share of its negatives.
    """

    max_share: float = 1.0
    min_tpr: float = 0.0
    max_fpr: float = 1.0


NO_LIMITS = OwnLimits()


@dataclass(frozen=True, slots=True, eq=False)
class SegmentCases:
    """The cases that a model scored, by descending score, with their weights at the prior.

    Attributes
    ----------
    y_true : ndarray of bool, shape (n,)
        True for positives.
    scores : ndarray of float64, shape (n,)
        Descending; high ones mean positive, no NaN.
    codes : ndarray of int64, shape (n,)
        Position of each case's segment in `names`.
    names : tuple of str
        The segments.
    share : ndarray of float64, shape (n,)
        What each case stands for, as a share of all cases to decide about; they sum to 1.
    gain : ndarray of float64, shape (n,)
        What acting on the case pays more than leaving it.
    left : ndarray of float64, shape (n,)
        What leaving it pays.
    groups : ndarray of int64, shape (n,), or None
        Number of the group of each case, where whole groups are resampled.
    limits : mapping of str to OwnLimits
        Bounds of segments that have their own.
    """

    y_true: Bools
    scores: Floats
    codes: Indices
    names: tuple[str, ...]
    share: Floats
    gain: Floats
    left: Floats
    groups: Indices | None = None
    limits: Mapping[str, OwnLimits] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentCurve:
    """What acting from each threshold on does in a segment; row 0 acts on nobody.

    Attributes
    ----------
    name : str
        The segment.
    thresholds : ndarray of float64, shape (m,)
        +inf, then each distinct score in it, descending.
    share : ndarray of float64, shape (m,)
        Cases acted on, as a share of the cases of all segments.
    gain : ndarray of float64, shape (m,)
        Profit above that of acting on nobody, per case of all segments.
    tp, fp : ndarray of float64, shape (m,)
        Positives and negatives acted on, as shares of the cases of all segments.
    left : float
        Profit of acting on nobody, per case of all segments.
    positives, negatives : float
        The classes of the segment, as shares of the cases of all segments.
    rows : int
        Cases in the sample.
    limits : OwnLimits
        Its own bounds.
    """

    name: str
    thresholds: Floats
    share: Floats
    gain: Floats
    tp: Floats
    fp: Floats
    left: float
    positives: float
    negatives: float
    rows: int
    limits: OwnLimits = NO_LIMITS

    @property
    def size(self) -> float:
        """The segment's share of all cases."""
        return self.positives + self.negatives

    @property
    def has_both_classes(self) -> bool:
        """Whether both of its rates are known."""
        return self.positives > 0 and self.negatives > 0

    def row_at(self, threshold: float) -> int:
        """Return the row that decides like ``score >= threshold``."""
        found = np.searchsorted(-self.thresholds, -threshold, side="right") - 1
        return int(found)

    def rate(self, name: str, rows: Indices | slice | int = slice(None)) -> Floats:
        """Return one of `RATES` at some rows, within the segment; NaN where it has no such case."""
        counts, total = {
            "share": (self.share, self.size),
            "tpr": (self.tp, self.positives),
            "fpr": (self.fp, self.negatives),
        }[name]
        found: Floats = counts[rows] / total if total > 0 else np.full_like(counts[rows], np.nan)
        return found


def segment_cases(
    y_true: Bools,
    y_score: Floats,
    codes: Indices,
    names: Sequence[str],
    payoffs: Mapping[str, Cell],
    prior: float,
    *,
    sample_weight: Floats | None = None,
    priors: Mapping[str, float] | None = None,
    limits: Mapping[str, OwnLimits] | None = None,
    groups: Indices | None = None,
) -> SegmentCases:
    """Sort the scored cases and find their weights at the prior, and what acting on each gains.

    Parameters
    ----------
    y_true : ndarray of bool, shape (n,)
        True for positives.
    y_score : ndarray of float64, shape (n,)
        High means positive; NaN is missing and left out.
    codes : ndarray of int64, shape (n,)
        Position of each case's segment in `names`.
    names : sequence of str
        The segments.
    payoffs : mapping
        "tp", "fp", "fn" and "tn": a number, or a value for every case.
    prior : float
        p(+) of all segments together, 0-1.
    sample_weight : ndarray of float64, shape (n,), optional
        Finite and at least 0.
    priors : mapping of str to float, optional
        Priors of segments that have their own, 0-1; their sizes stay as they are at `prior`.
    limits : mapping of str to OwnLimits, optional
        Bounds of segments that have their own.
    groups : ndarray of int64, shape (n,), optional
        Groups that are resampled whole.

    Returns
    -------
    SegmentCases

    Raises
    ------
    LengthMismatchError, SingleClassError, ConstraintError
        Where columns do not fit, a class has no scored case, or a segment with a prior of its own
        lacks a class.
    """
    require_length("codes", codes, y_true.size)
    known = y_score.size - int(np.count_nonzero(np.isnan(y_score)))
    scored = np.argsort(-y_score, kind="stable")[:known]  # NaN comes last
    labels = y_true[scored]
    weight = np.ones(labels.size) if sample_weight is None else sample_weight[scored]
    share = np.empty(labels.size)
    for present, of_class, name in (
        (labels, prior, "positive"),
        (~labels, 1 - prior, "negative"),
    ):
        total = float(weight[present].sum())
        if not total > 0:
            raise SingleClassError(name)
        share[present] = weight[present] * (of_class / total)
    kept = codes[scored].astype(np.int64)
    for name, own in (priors or {}).items():
        _set_prior(share, labels, kept == list(names).index(name), own, name)
    cells = {cell: _of_rows(one, scored) for cell, one in payoffs.items()}
    return SegmentCases(
        labels,
        y_score[scored],
        kept,
        tuple(names),
        read_only(share),
        read_only(np.where(labels, cells["tp"] - cells["fn"], cells["fp"] - cells["tn"])),
        read_only(np.where(labels, cells["fn"], cells["tn"])),
        None if groups is None else groups[scored],
        limits or {},
    )


def _of_rows(cell: Cell, rows: Indices) -> Floats:
    """Return a cell of some rows; a number stays one."""
    values = np.asarray(cell, np.float64)
    return values[rows] if values.ndim else values


def _set_prior(share: Floats, labels: Bools, inside: Bools, prior: float, name: str) -> None:
    size = float(share[inside].sum())
    for members, of_class in ((inside & labels, prior), (inside & ~labels, 1 - prior)):
        total = float(share[members].sum())
        if not total > 0:
            raise ConstraintError(f"{name} lacks cases of a class, so it can have no own prior.")
        share[members] *= size * of_class / total


def segment_curves(cases: SegmentCases) -> tuple[SegmentCurve, ...]:
    """Return the curve of every segment, in the order of `SegmentCases.names`.

    Examples
    --------
    >>> import numpy as np
    >>> cases = segment_cases(
    ...     np.array([True, False, True, False]), np.array([4.0, 3.0, 2.0, 1.0]),
    ...     np.array([0, 0, 1, 1]), ("north", "south"),
    ...     {"tp": 8.0, "fp": -4.0, "fn": 0.0, "tn": 0.0}, prior=0.5,
    ... )
    >>> north, south = segment_curves(cases)
    >>> south.thresholds.tolist(), south.gain.tolist(), south.rate("share").tolist()
    ([inf, 2.0, 1.0], [0.0, 2.0, 1.0], [0.0, 0.5, 1.0])
    """
    # Small integers are sorted by radix; the cases of a segment keep their order.
    codes = cases.codes.astype(np.uint16)
    order = np.argsort(codes, kind="stable")
    ends = np.searchsorted(codes[order], np.arange(len(cases.names) + 1, dtype=np.uint16))
    return tuple(
        _curve(cases, order[start:stop], name)
        for name, start, stop in zip(cases.names, ends[:-1], ends[1:], strict=True)
    )


def whole_curve(cases: SegmentCases) -> SegmentCurve:
    """Return the curve of all segments under one threshold."""
    return _curve(cases, slice(None), "")


def _curve(cases: SegmentCases, members: Rows, name: str) -> SegmentCurve:
    scores = cases.scores[members]
    last = np.flatnonzero(np.append(scores[1:] != scores[:-1], np.ones(min(scores.size, 1), bool)))
    share, labels = cases.share[members], cases.y_true[members]

    def summed(values: Floats) -> Floats:
        return read_only(np.append(0.0, np.cumsum(values)[last]))

    tp, fp = summed(np.where(labels, share, 0.0)), summed(np.where(labels, 0.0, share))
    return SegmentCurve(
        name,
        read_only(np.append(np.inf, scores[last])),
        read_only(tp + fp),
        summed(share * cases.gain[members]),
        tp,
        fp,
        float((share * cases.left[members]).sum()),
        float(tp[-1]),
        float(fp[-1]),
        int(scores.size),
        cases.limits.get(name, NO_LIMITS),
    )
