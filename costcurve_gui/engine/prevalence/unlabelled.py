"""The prior of a population from a file of scores without labels, with intervals and a check.

Two estimators are computed. Neither is offered where the unlabelled scores do not look like a
mixture of the labelled classes, or where the two contradict each other: then something else than
the share of positives has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.normal import normal_quantile
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.prevalence.estimators import (
    confusion_prior,
    em_prior,
    mixture_fit,
    rates_above,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import (
    BootstrapSpec,
    generators,
    percentile_interval,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices

    Counts = tuple[Floats, Floats, Floats]
    Draws = Callable[[int, np.random.Generator], Counts]

MOST_CELLS = 1000
BINS = 10
"""Of the calibration map; few cases would fill more of them unevenly."""
LEAST_CASES = 100
"""Of each class, that bins are known well enough: of 1,000 unlabelled cases the
interval of expectation maximisation held in 26 to 52 of 60 samples of 20 or 30 positives."""
FEW_CASES = f"fewer than {LEAST_CASES} labelled cases of a class: the interval is too short"
LEAST_OVERLAP = 20
"""Labelled cases on the wrong side of the best threshold: with 10 of 100 and 100 the interval of
expectation maximisation held in 80 of 100 samples, with 100 of 1,000 and 1,000 in 88."""
FEW_OVERLAP = (
    f"classes overlap in fewer than {LEAST_OVERLAP} labelled cases: the interval is too short"
)
LEAST_P_VALUE = 0.01
"""Below it the unlabelled scores are not taken for a mixture of the two classes."""
METHODS = {"em": "expectation maximisation", "confusion": "confusion matrix"}
_STREAM, _FIT_STREAM = 41, 42
_FIT_REPLICATES = 500


@dataclass(frozen=True, slots=True)
class PriorEstimate:
    """A prior with its percentile interval; 0-1 each. `caution` says why not to trust it."""

    prior: float
    low: float
    high: float
    caution: str = ""

    def belief(self, level: float) -> BetaBelief | None:
        """Return the Beta belief with this mean and the standard deviation of the interval.

        None where there is none: at 0 and at 1, and where the interval has no width.

        Examples
        --------
        >>> str(PriorEstimate(0.05, 0.03, 0.07).belief(0.9))
        'beta:16,304'
        """
        deviate = float(normal_quantile(np.array([(1 + level) / 2]))[0])
        variance = ((self.high - self.low) / (2 * deviate)) ** 2
        spread = self.prior * (1 - self.prior)
        if not 0 < variance < spread:
            return None
        cases = spread / variance - 1
        shapes = (float(f"{share * cases:.3g}") for share in (self.prior, 1 - self.prior))
        return BetaBelief(*shapes)


@dataclass(frozen=True, slots=True)
class UnlabelledPrior:
    """What unlabelled scores say about the prior.

    Attributes
    ----------
    estimates : mapping of str to PriorEstimate
        By method, "em" and "confusion".
    distance, p_value : float
        Of the nearest mixture of the two classes (Kolmogorov-Smirnov), and how often a true
        mixture lies that far away.
    refusal : str
        Why none of the estimates ought to be used; "" where they may be.
    """

    estimates: Mapping[str, PriorEstimate]
    distance: float
    p_value: float
    refusal: str


@dataclass(frozen=True, slots=True, eq=False)
class SampleGroups:
    """Which cases belong together.

    Attributes
    ----------
    labelled : tuple of two ndarrays of int64
        The group of each positive and of each negative; one group may have both.
    unlabelled : ndarray of int64 or None
        Of each unlabelled case; None where each stands alone.
    """

    labelled: tuple[Indices, Indices]
    unlabelled: Indices | None = None


def unlabelled_prior(
    positives: Floats,
    negatives: Floats,
    unlabelled: Floats,
    spec: BootstrapSpec,
    progress: Progress = NO_PROGRESS,
    *,
    groups: SampleGroups | None = None,
) -> UnlabelledPrior:
    """Estimate the share of positives among unlabelled cases by their scores.

    Parameters
    ----------
    positives, negatives : ndarray of float64
        Scores of the labelled cases of each class, no NaN; high ones mean positive.
    unlabelled : ndarray of float64
        Scores of the cases whose share of positives is wanted, no NaN.
    spec : BootstrapSpec
        Replicates, level and seed. Cases are resampled, of both files.
    progress : Progress, optional
        Told of batches.
    groups : SampleGroups, optional
        Which cases belong together: whole groups are resampled. Whether the scores are a mixture
        is judged by unlabelled samples drawn alike and moved to the nearest one.

    Returns
    -------
    UnlabelledPrior

    Raises
    ------
    ConstraintError
        Where one of the samples is empty.

    References
    ----------
    .. [1] Saerens, Latinne & Decaestecker (2002).
    .. [2] Forman (2008).
    """
    samples = (positives, negatives, unlabelled)
    if not all(sample.size for sample in samples):
        raise ConstraintError("Positives, negatives and unlabelled cases are needed; one is empty.")
    cells = _cells(samples)
    counts = _counted(cells)
    draws = partial(_drawn, counts) if groups is None else _GroupDraws(cells, groups)
    bins = _calibration_bins(counts[0][0], counts[1][0])
    found = _estimates(counts, bins)
    drawn: dict[str, list[Floats]] = {name: [] for name in METHODS}
    for number, (size, generator) in enumerate(generators(spec, _STREAM)):
        progress.advance(number * size, spec.replicates)
        for name, values in _estimates(draws(size, generator), bins).items():
            drawn[name].append(values)
    estimates = {
        name: estimate(float(found[name][0]), np.concatenate(drawn[name]), spec.level)
        for name, estimate in (("em", _em), ("confusion", _confusion))
    }
    labelled = (positives, negatives) if groups is None else map(np.unique, groups.labelled)
    few = FEW_OVERLAP if _overlap(counts[0][0], counts[1][0]) < LEAST_OVERLAP else ""
    few = FEW_CASES if min(one.size for one in labelled) < LEAST_CASES else few
    estimates["em"] = replace(estimates["em"], caution=few)
    distance, p_value = _fit(counts, spec, None if groups is None else draws)
    return UnlabelledPrior(estimates, distance, p_value, _refusal(estimates, p_value))


def _overlap(positives: Floats, negatives: Floats) -> float:
    """Return how many cases the best threshold has on the wrong side, from counts in cells."""
    above = np.cumsum(positives), np.cumsum(negatives)
    errors = positives.sum() - above[0] + above[1]
    return float(min(errors.min(), positives.sum()))


def _em(found: float, drawn: Floats, level: float) -> PriorEstimate:
    """Return an estimate without its bias, and its percentile interval, moved to where it is.

    Shares of the classes in bins are known from a sample alone. That draws an estimate to the
    middle, and that of each replicate as far again.
    """
    bias = drawn.mean() - found
    low, high = percentile_interval(drawn, level)
    moved = np.array([found - bias, low - 2 * bias, high - 2 * bias])
    return PriorEstimate(*np.clip(moved, 0.0, 1.0).tolist())


def _confusion(found: float, drawn: Floats, level: float) -> PriorEstimate:
    low, high = percentile_interval(drawn, level)
    return PriorEstimate(found, float(low), float(high))


def _cells(samples: Sequence[Floats]) -> tuple[tuple[Indices, Indices, Indices], int]:
    """Return the cell of each score, by descending scores, and how many cells there are."""
    edges = np.unique(np.concatenate(samples))
    if edges.size > MOST_CELLS:
        labelled = np.concatenate(samples[:2])
        steps = np.linspace(0.0, 1.0, MOST_CELLS)
        edges = np.unique(np.quantile(labelled, steps, method="inverted_cdf"))
    places = (edges.size - np.searchsorted(edges, one, side="right") for one in samples)
    first, second, third = places
    return (first, second, third), edges.size + 1


def _counted(cells: tuple[tuple[Indices, Indices, Indices], int]) -> Counts:
    places, size = cells
    counted = (np.bincount(one, minlength=size)[None] for one in places)
    first, second, third = (row.astype(np.float64) for row in counted)
    return first, second, third


class _GroupDraws:
    """Draws samples of whole groups: those of the labelled cases of both classes together."""

    def __init__(
        self, cells: tuple[tuple[Indices, Indices, Indices], int], groups: SampleGroups
    ) -> None:
        self._places, self._size = cells
        both = np.concatenate(groups.labelled)
        names, found = np.unique(both, return_inverse=True)
        self._labelled = np.split(found, [self._places[0].size])
        self._number = names.size
        unlabelled = groups.unlabelled
        if unlabelled is None:
            unlabelled = np.arange(self._places[2].size)
        self._unlabelled = np.unique(unlabelled, return_inverse=True)[1]

    def __call__(self, size: int, generator: np.random.Generator) -> Counts:
        """Return so many samples as counts in cells."""
        drawn = [self._one(generator) for _ in range(size)]
        first, second, third = (np.stack(rows) for rows in zip(*drawn, strict=True))
        return first, second, third

    def _one(self, generator: np.random.Generator) -> tuple[Floats, Floats, Floats]:
        weights = _times_drawn(self._number, generator)
        others = _times_drawn(int(self._unlabelled.max()) + 1, generator)
        members = (*self._labelled, self._unlabelled)
        first, second, third = (
            np.asarray(np.bincount(place, times[member], self._size), np.float64)
            for place, member, times in zip(
                self._places, members, (weights, weights, others), strict=True
            )
        )
        return first, second, third


def _times_drawn(number: int, generator: np.random.Generator) -> Floats:
    drawn = generator.integers(number, size=number)
    return np.bincount(drawn, minlength=number).astype(np.float64)


def _calibration_bins(positives: Floats, negatives: Floats) -> Indices:
    """Return the first cell of each of the bins that hold about as many labelled cases.

    A bin's posterior is its share of positives: a calibration map whose bins do not depend on the
    labels. Those of pooled violators do, which makes scores overconfident on other cases.
    """
    labelled = positives + negatives
    before = np.cumsum(labelled) - labelled
    return np.flatnonzero(np.diff(before * BINS // labelled.sum(), prepend=-1.0) > 0)


def _estimates(counts: Counts, bins: Indices) -> dict[str, Floats]:
    pooled = (np.add.reduceat(row, bins, axis=1) for row in counts)
    return {"em": em_prior(*pooled), "confusion": confusion_prior(*counts)}


def _drawn(counts: Counts, size: int, generator: np.random.Generator) -> Counts:
    first, second, third = (_multinomial(row[0], size, generator) for row in counts)
    return first, second, third


def _multinomial(row: Floats, size: int, generator: np.random.Generator) -> Floats:
    total = row.sum()
    return generator.multinomial(int(total), row / total, size=size).astype(np.float64)


def _fit(counts: Counts, spec: BootstrapSpec, draws: Draws | None = None) -> tuple[float, float]:
    """Return the distance to the nearest mixture, and its p-value among true mixtures.

    `draws` resample groups; no mixture has groups, so the unlabelled samples drawn are moved by
    what the sample is away from the nearest mixture.
    """
    share, distance = mixture_fit(*counts)
    positives, negatives, unlabelled = counts
    mixed = share[0] * _shares(positives) + (1 - share[0]) * _shares(negatives)
    true = (positives, negatives, mixed / mixed.sum() * unlabelled.sum())
    as_far = 0
    replicates = BootstrapSpec(_FIT_REPLICATES, spec.level, spec.seed)
    for size, generator in generators(replicates, _FIT_STREAM):
        if draws is None:
            drawn = _drawn(true, size, generator)
        else:
            first, second, third = draws(size, generator)
            moved = third / third.sum(axis=1, keepdims=True)
            moved += mixed / mixed.sum() - unlabelled / unlabelled.sum()
            drawn = first, second, moved
        _, distances = mixture_fit(*drawn)
        as_far += int((distances >= distance[0]).sum())
    return float(distance[0]), (1 + as_far) / (1 + _FIT_REPLICATES)


def _shares(counts: Floats) -> Floats:
    return np.diff(rates_above(counts), prepend=0.0)


def _refusal(estimates: Mapping[str, PriorEstimate], p_value: float) -> str:
    if p_value < LEAST_P_VALUE:
        return "the scores do not look like a mixture of the two classes"
    em, confusion = estimates["em"], estimates["confusion"]
    if np.isnan(confusion.low):
        return "the scores do not separate the classes"
    if em.high < confusion.low or confusion.high < em.low:
        return "the two estimates contradict each other"
    return ""
