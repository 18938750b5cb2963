"""How unsure a loss on new cases is, of one model's own rules or of two models' difference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.resampling.class_cells import class_cells
from costcurve_gui.engine.resampling.class_errors import students_deviate
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

    Losses: TypeAlias = tuple[Floats, Floats]
    """Of positives and of negatives: see `ClassCells.spread`."""

_ADDED_FREEDOM = 5.0
"""Few cases that count differently would make Student's t too wide: the added ones count too."""


@dataclass(frozen=True, slots=True)
class LossSpread:
    """Variances of a loss in both classes, positives first.

    Attributes
    ----------
    of_mean : tuple of float
        Of the mean loss per instance, in units of payoff.
    of_share : tuple of float
        Of the loss as a share of what all errors of the class cost.
    number : float
        How many equal cases the losses of both classes are worth.
    units : float
        How many groups are drawn; infinite where none are.
    """

    of_mean: tuple[float, float]
    of_share: tuple[float, float]
    number: float
    units: float = np.inf

    def __add__(self, other: LossSpread) -> LossSpread:
        """Return the spread of the difference of two losses on cases of their own."""
        return LossSpread(
            (self.of_mean[0] + other.of_mean[0], self.of_mean[1] + other.of_mean[1]),
            (self.of_share[0] + other.of_share[0], self.of_share[1] + other.of_share[1]),
            self.number + other.number,
            min(self.units, other.units),
        )

    def money(self, stakes: tuple[float, float]) -> float:
        """Return the variance of the expected cost per instance, each class with its stake."""
        return stakes[0] ** 2 * self.of_mean[0] + stakes[1] ** 2 * self.of_mean[1]

    def normalized(self, pc_plus: float) -> float:
        """Return the variance of the normalized expected cost."""
        return pc_plus**2 * self.of_share[0] + (1 - pc_plus) ** 2 * self.of_share[1]

    def margin(self, variance: float, level: float) -> float:
        """Return how far the interval of such a variance reaches."""
        freedom = min(self.number - 1 + _ADDED_FREEDOM, self.units - 1)
        return students_deviate(freedom, level) * sqrt(variance)

    def times(self, factor: float, units: int) -> LossSpread:
        """Return so many times the variances, where whole groups are drawn."""
        return replace(
            self,
            of_mean=(factor * self.of_mean[0], factor * self.of_mean[1]),
            of_share=(factor * self.of_share[0], factor * self.of_share[1]),
            units=float(units),
        )


def loss_spread(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    rows: Sequence[Indices],
    losses: Sequence[Losses],
) -> LossSpread:
    """Return how unsure a mean loss is, averaged over what replicates lose.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        The instances.
    models : sequence of RankedModel
        One, or two whose difference it is.
    rows : sequence of ndarray of int64
        Rows of each that are chosen from.
    losses : sequence of two ndarray of float64
        Of each model.
    """
    if len(models) > 1 and are_independent_samples(resampler, models):
        first, second = (
            _of_sample(resampler.part(model).sample, [model], [at], [lost])
            for model, at, lost in zip(models, rows, losses, strict=True)
        )
        return first + second
    return _of_sample(resampler.part(models[0]).sample, models, rows, losses)


def _of_sample(
    sample: Sample,
    models: Sequence[RankedModel],
    rows: Sequence[Indices],
    losses: Sequence[Losses],
) -> LossSpread:
    positives, negatives = (
        class_cells(sample, models, rows, of_positives=of).spread([lost[at] for lost in losses])
        for at, of in enumerate((True, False))
    )
    return LossSpread(
        (positives.of_mean, negatives.of_mean),
        (positives.of_share, negatives.of_share),
        positives.number + negatives.number,
    )


def group_factor(replicates: Floats, variance: float, units: int) -> float:
    """Return how much more than that of independent cases the variance of whole groups is.

    Parameters
    ----------
    replicates : ndarray of float64, shape (b,)
        A loss under fixed rules, groups resampled.
    variance : float
        Of the same loss, of independent cases.
    units : int
        Groups.
    """
    if not (variance > 0 and units > 1):
        return 1.0
    return max(float(replicates.var()) * units / (units - 1) / variance, 1.0)
