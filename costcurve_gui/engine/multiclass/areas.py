"""Areas over several classes: Provost & Domingos, Hand & Till, and the table of all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.multiclass.sample import class_reference_table, class_sizes
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.roc.area import auc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.multiclass.sample import MulticlassSample


@dataclass(frozen=True, slots=True, eq=False)
class MulticlassAreas:
    """Areas under the curves of one model of k classes.

    Attributes
    ----------
    classes : tuple of str, k of them
        Names, in the order of the arrays.
    class_auc : ndarray of float64, shape (k,)
        AUC(c): class c against all others, by the score of c.
    prevalence : ndarray of float64, shape (k,)
        p(c): share of the scored cases, by weight where there are weights; adds up to 1.
    pairwise : ndarray of float64, shape (k, k)
        A(i|j) at [i, j]: probability that a random case of class i scores higher for i than a
        random case of class j, plus half the probability that they score the same. NaN on the
        diagonal.
    """

    classes: tuple[str, ...]
    class_auc: Floats
    prevalence: Floats
    pairwise: Floats

    @property
    def auc_total(self) -> float:
        """Sum of AUC(c) p(c) (Provost & Domingos 2001; Fawcett 2004, 7.3.2)."""
        return float(self.class_auc @ self.prevalence)

    @property
    def pair_means(self) -> Floats:
        """A(i,j) = [A(i|j) + A(j|i)] / 2, shape (k, k), the same on both sides of the diagonal."""
        return read_only((self.pairwise + self.pairwise.T) / 2)

    @property
    def hand_till_m(self) -> float:
        """M: the mean of A(i,j) over unordered pairs, whatever the prevalences."""
        return float(np.nanmean(self.pairwise))


def multiclass_areas(sample: MulticlassSample, progress: Progress = NO_PROGRESS) -> MulticlassAreas:
    """Measure one model over all of its classes.

    Every A(i|j) sorts the cases of its two classes alone, so that all of them together take
    k n log n, not the k^2 n log n of sorting all cases for every pair.

    Parameters
    ----------
    sample : MulticlassSample
    progress : Progress, optional
        Asked between classes whether to go on.

    Returns
    -------
    MulticlassAreas

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Fawcett (2004), section 7.3.2.
    .. [2] Provost & Domingos (2001), Well-trained PETs: improving probability estimation trees.
    .. [3] Hand & Till (2001), A simple generalisation of the area under the ROC curve for multiple
       class classification problems, equations 3 and 7.

    Examples
    --------
    >>> from costcurve_gui.engine.multiclass.sample import multiclass_sample
    >>> scores = {
    ...     "a": [0.8, 0.5, 0.3, 0.1],
    ...     "b": [0.1, 0.4, 0.4, 0.3],
    ...     "c": [0.1, 0.1, 0.3, 0.6],
    ... }
    >>> areas = multiclass_areas(multiclass_sample([0, 0, 1, 2], scores))
    >>> areas.class_auc.round(3).tolist(), areas.prevalence.tolist()
    ([1.0, 0.833, 1.0], [0.5, 0.25, 0.25])
    >>> round(areas.auc_total, 3), areas.pairwise[1, 0].item(), round(areas.hand_till_m, 3)
    (0.958, 0.75, 0.958)
    """
    steps = len(sample.classes)
    groups, sizes = _Groups.of(sample), class_sizes(sample)
    class_auc, pairwise_auc = np.empty(steps), np.full((steps, steps), np.nan)
    for position, name in enumerate(sample.classes):
        progress.advance(position, steps, name)
        class_auc[position] = auc(class_reference_table(sample, name))
        for other, area in groups.areas_against(position, sample.scores[position]):
            pairwise_auc[position, other] = area
    return MulticlassAreas(
        sample.classes,
        read_only(class_auc),
        read_only(sizes / sizes.sum()),
        read_only(pairwise_auc),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """Cases, class after class, with their weights."""

    rows: tuple[Indices, ...]
    weights: tuple[Floats, ...] | None

    @classmethod
    def of(cls, sample: MulticlassSample) -> _Groups:
        order = np.argsort(sample.labels, kind="stable")
        sizes = np.bincount(sample.labels, minlength=len(sample.classes)).tolist()
        stops = pairwise(accumulate(sizes, initial=0))
        rows = tuple(order[start:stop] for start, stop in stops)
        weights = sample.weights
        return cls(rows, None if weights is None else tuple(weights[group] for group in rows))

    def areas_against(self, position: int, scores: Floats) -> Iterator[tuple[int, float]]:
        """Yield every other class j and A(i|j), for i at `position` and its scores."""
        groups = [scores[rows] for rows in self.rows]
        for other in range(len(groups)):
            if other != position:
                yield other, self._area(position, other, groups)

    def _area(self, position: int, other: int, groups: Sequence[Floats]) -> float:
        pair = np.concatenate((groups[position], groups[other]))
        weights = self.weights
        weight = None if weights is None else np.concatenate((weights[position], weights[other]))
        is_positive = np.arange(pair.size) < groups[position].size
        return auc(threshold_table(is_positive, pair, sample_weight=weight))
