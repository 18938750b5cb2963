"""The prior of a population from a file of scores without labels, with intervals and a check.

Two estimators are computed. Neither is offered where the unlabelled scores do not look like a
mixture of the labelled classes, or where the two contradict each other: then something else than
the share of positives has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

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
    from collections.abc import Mapping, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices

    Counts = tuple[Floats, Floats, Floats]

MOST_CELLS = 1000
BINS = 10
"""Of the calibration map; few cases would fill more of them unevenly."""
LEAST_CASES = 100
"""Of each class, that bins are known well enough: of 1,000 unlabelled cases the
interval of expectation maximisation held in 26 to 52 of 60 samples of 20 or 30 positives."""
FEW_CASES = f"fewer than {LEAST_CASES} labelled cases of a class: the interval is too short"
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


def unlabelled_prior(
    positives: Floats,
    negatives: Floats,
    unlabelled: Floats,
    spec: BootstrapSpec,
    progress: Progress = NO_PROGRESS,
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
    counts = _counts_in_cells(samples)
    bins = _calibration_bins(counts[0][0], counts[1][0])
    found = _estimates(counts, bins)
    drawn: dict[str, list[Floats]] = {name: [] for name in METHODS}
    for number, (size, generator) in enumerate(generators(spec, _STREAM)):
        progress.advance(number * size, spec.replicates)
        for name, values in _estimates(_drawn(counts, size, generator), bins).items():
            drawn[name].append(values)
    estimates = {
        name: estimate(float(found[name][0]), np.concatenate(drawn[name]), spec.level)
        for name, estimate in (("em", _em), ("confusion", _confusion))
    }
    if min(positives.size, negatives.size) < LEAST_CASES:
        estimates["em"] = replace(estimates["em"], caution=FEW_CASES)
    distance, p_value = _fit(counts, spec)
    return UnlabelledPrior(estimates, distance, p_value, _refusal(estimates, p_value))


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


def _counts_in_cells(samples: Sequence[Floats]) -> Counts:
    """Count the scores of each sample in common cells, of descending scores."""
    edges = np.unique(np.concatenate(samples))
    if edges.size > MOST_CELLS:
        labelled = np.concatenate(samples[:2])
        steps = np.linspace(0.0, 1.0, MOST_CELLS)
        edges = np.unique(np.quantile(labelled, steps, method="inverted_cdf"))
    cells = (np.searchsorted(edges, sample, side="right") for sample in samples)
    counted = (np.bincount(cell, minlength=edges.size + 1)[::-1] for cell in cells)
    first, second, third = (row[None].astype(np.float64) for row in counted)
    return first, second, third


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


def _fit(counts: Counts, spec: BootstrapSpec) -> tuple[float, float]:
    """Return the distance to the nearest mixture, and its p-value among true mixtures."""
    share, distance = mixture_fit(*counts)
    positives, negatives, unlabelled = counts
    mixed = share[0] * _shares(positives) + (1 - share[0]) * _shares(negatives)
    true = (positives, negatives, mixed / mixed.sum() * unlabelled.sum())
    as_far = 0
    replicates = BootstrapSpec(_FIT_REPLICATES, spec.level, spec.seed)
    for size, generator in generators(replicates, _FIT_STREAM):
        _, distances = mixture_fit(*_drawn(true, size, generator))
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
