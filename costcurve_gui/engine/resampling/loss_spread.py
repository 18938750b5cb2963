"""How unsure a loss on new cases is, of one model's own rules or of two models' difference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from costcurve_gui.engine.distributions.beta import student_t_beyond
from costcurve_gui.engine.distributions.normal import students_deviate
from costcurve_gui.engine.resampling.class_cells import class_cells
from costcurve_gui.engine.resampling.class_errors import caution_of
from costcurve_gui.engine.resampling.few_cases import FEW_A_GROUP
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.class_cells import ClassCells, Spread
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

    Losses: TypeAlias = tuple[Floats, Floats]
    """Of positives and of negatives: see `ClassCells.spread`."""
    Stakes: TypeAlias = tuple[float, float]

_CASES_A_GROUP, _FEW_GROUPS = 6.0, 100
"""Of a class; with fewer the costs of curves of 20 groups were held in 95 to 99 of 100 samples. Of
400 groups and more intervals are as long as those of cases without groups."""
_ADDED_FREEDOM = 5.0
"""To each class: few cases that count differently would make Student's t too wide, and the added
ones count too."""


class LossVariance(NamedTuple):
    """Variance of a mean loss, and of how many cases it is known.

    Attributes
    ----------
    value : float
        The variance.
    freedom : float
        Degrees of freedom of Student's t, after Welch and Satterthwaite.
    """

    value: float
    freedom: float

    def times(self, factor: float) -> LossVariance:
        """Return it so many times as large."""
        return self._replace(value=self.value * factor)

    def margin(self, level: float) -> float:
        """Return how far the interval of such a variance reaches."""
        return students_deviate(self.freedom, level) * sqrt(self.value)

    def confidence(self, value: float) -> float:
        """Return how sure it is that a value of such a variance lies above 0.

        That is the confidence of the one-sided interval of Student's t that begins at 0.
        """
        if self.value <= 0:
            return 0.5 + 0.5 * float(np.sign(value))
        beyond = student_t_beyond(max(self.freedom, 1.0), value / sqrt(self.value)) / 2
        return beyond if value < 0 else 1 - beyond


@dataclass(frozen=True, slots=True)
class LossSpread:
    """Variances of a loss in both classes.

    Attributes
    ----------
    positives, negatives : Spread
        Each class.
    factor : float
        How much larger they are where whole groups are drawn.
    units : float
        How many groups are drawn; infinite where none are.
    counted : bool
        Whether all errors of a class cost the same, so that only their number is unsure.
    """

    positives: Spread
    negatives: Spread
    factor: float = 1.0
    units: float = np.inf
    counted: bool = False

    def money(self, stakes: Stakes) -> LossVariance:
        """Return the variance of the expected cost per instance.

        Parameters
        ----------
        stakes : tuple of float
            How much the mean loss of positives and of negatives counts.
        """
        return self._variance(
            *(
                stake**2 * (of_class.of_mean + of_class.added_to_mean)
                for stake, of_class in zip(stakes, (self.positives, self.negatives), strict=True)
            )
        )

    def normalized(self, stakes: Stakes = (1.0, 1.0), added: Stakes | None = None) -> LossVariance:
        """Return the variance of the normalized expected cost.

        Parameters
        ----------
        stakes : tuple of float, default (1, 1)
            How much the loss of each class counts.
        added : tuple of float, optional
            How much an added case of each class counts; as `stakes` by default.
        """
        classes = zip(stakes, added or stakes, (self.positives, self.negatives), strict=True)
        return self._variance(
            *(
                stake**2 * of_class.of_share + more**2 * of_class.added_to_share
                for stake, more, of_class in classes
            )
        )

    def _variance(self, positives: float, negatives: float) -> LossVariance:
        """Return the variance of both classes together (Satterthwaite 1946)."""
        whole = positives + negatives
        of_squares = sum(
            variance**2 / (of_class.number - 1 + _ADDED_FREEDOM)
            for variance, of_class in (
                (positives, self.positives),
                (negatives, self.negatives),
            )
        )
        freedom = whole**2 / of_squares if of_squares and not self.counted else np.inf
        return LossVariance(self.factor * whole, min(freedom, self.units - 1))

    def of_counts(self) -> LossSpread:
        """Return the spread of a difference where all errors of a class cost the same.

        A share has no large amounts that a sample may lack: the normal deviate does, and half a
        case more.
        """
        return replace(
            self, positives=self.positives.halved, negatives=self.negatives.halved, counted=True
        )

    def of_groups(self, factor: float, units: int) -> LossSpread:
        """Return the spread where whole groups are drawn."""
        return replace(self, factor=factor, units=float(units))


class LossCells:
    """Instances cut at the rules of one model, or of two whose difference it is about.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What has the instances.
    models : sequence of RankedModel
        One or two.
    rows : sequence of ndarray of int64
        Rows of each that are chosen from.
    """

    def __init__(
        self,
        resampler: JointResampler,
        models: Sequence[RankedModel],
        rows: Sequence[Indices],
    ) -> None:
        apart = len(models) > 1 and are_independent_samples(resampler, models)
        together = [slice(at, at + 1) for at in range(2)] if apart else [slice(None)]
        units = [resampler.part(model).sample.units for model in models]
        self._units = float(np.min(units)) if resampler.spec.grouped else np.inf
        self._parts = [
            (part, _cells(resampler.part(models[part][0]).sample, models[part], rows[part]))
            for part in together
        ]

    @property
    def moved(self) -> float:
        """How much the movement of chosen rules adds to the variance of a difference, as a factor.

        The truth moves with the rules that two models choose, and against the estimate: a share
        of the order n^(-1/3), n the cases of the smaller class (Kim & Pollard 1990).
        """
        factor: float = 1 + min(self.cases) ** (-1 / 3)
        return factor

    @property
    def cases(self) -> tuple[float, float]:
        """How many independent cases each class is worth; of two models on their own the fewer."""
        positives, negatives = zip(
            *([cells.cases for cells in classes] for _, classes in self._parts), strict=True
        )
        return min(positives), min(negatives)

    @property
    def worths(self) -> tuple[float, float]:
        """How many equal cases each class is worth; of two models on their own the fewer."""
        positives, negatives = zip(
            *([cells.worth for cells in classes] for _, classes in self._parts), strict=True
        )
        return min(positives), min(negatives)

    def caution(self, *, of_curve: bool = False) -> str:
        """Return why intervals are known to be too short, as `caution_of`."""
        positives, negatives = self.worths
        units = (self._units, self._units)
        short = caution_of(positives, negatives, units, of_curve=of_curve)
        fewest = min(positives, negatives)
        few = fewest < _CASES_A_GROUP * self._units if of_curve else fewest <= self._units
        return short or (FEW_A_GROUP if few and self._units < _FEW_GROUPS else "")

    def spread(self, losses: Sequence[Losses]) -> LossSpread:
        """Return how unsure a mean loss is, averaged over what replicates lose.

        Parameters
        ----------
        losses : sequence of two ndarray of float64
            Of each model.
        """
        found = [
            [cells.spread([lost[at] for lost in losses[part]]) for at, cells in enumerate(classes)]
            for part, classes in self._parts
        ]
        first, *others = found
        for other in others:
            first = [one.plus(its) for one, its in zip(first, other, strict=True)]
        return LossSpread(first[0], first[1])


def _cells(
    sample: Sample, models: Sequence[RankedModel], rows: Sequence[Indices]
) -> tuple[ClassCells, ClassCells]:
    return (
        class_cells(sample, models, rows, of_positives=True),
        class_cells(sample, models, rows, of_positives=False),
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
