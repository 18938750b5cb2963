"""A rule of each of two models at each PC(+): what they cost differently, and how that varies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.crossovers import SAME_COST
from costcurve_gui.engine.resampling.band import policy_rows
from costcurve_gui.engine.resampling.difference_moments import difference_moments
from costcurve_gui.engine.resampling.error_rates import error_shares, hidden_share, trivial_rows
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples
from costcurve_gui.engine.resampling.simultaneous import LEAST_FREEDOM, student_deviate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.difference_moments import DifferenceMoments
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

_SAME_SHARE = 1e-12
"""Shares of a class this near differ by rounding alone."""


@dataclass(frozen=True, eq=False)
class RulePairs:
    """A rule of each of two models at k PC(+).

    Attributes
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        The instances of the models: common ones, or each its own.
    models : tuple of two RankedModel
        The models.
    rows : tuple of two ndarray of int64, shape (k,)
        The rules, by rows of the threshold tables.
    pc_plus : ndarray of float64, shape (k,)
        Within 0-1.
    """

    resampler: JointResampler
    models: tuple[RankedModel, RankedModel]
    rows: tuple[Indices, Indices]
    pc_plus: Floats

    @classmethod
    def cheapest(
        cls, resampler: JointResampler, models: tuple[RankedModel, RankedModel], pc_plus: Floats
    ) -> RulePairs:
        """Return those that are cheapest on the sample."""
        a, b = models
        rows = policy_rows(a.evaluation, pc_plus), policy_rows(b.evaluation, pc_plus)
        return cls(resampler, models, rows, pc_plus)

    def matched(self) -> tuple[RulePairs, RulePairs]:
        """Return the pairs in which the first model's rule is matched, and the second's.

        A matched rule calls as large shares of both classes positive, added up, as the other
        model's rule does: as many as if both classes had as many instances. Shares are of the
        instances that each model scored.
        """
        (a, b), (of_a, of_b) = self.models, self.rows
        pairs = (_calling_as_much(a, b, of_b), of_b), (of_a, _calling_as_much(b, a, of_a))
        first, second = (
            RulePairs(self.resampler, self.models, rows, self.pc_plus) for rows in pairs
        )
        return first, second

    @cached_property
    def estimate(self) -> Floats:
        """Cost of the first less that of the second, on the sample, shape (k,)."""
        value: Floats = (self._on_sample() * self.stakes).sum(axis=0)
        value[np.abs(value) <= SAME_COST] = 0.0
        return value

    @cached_property
    def stakes(self) -> Floats:
        """What the error rates of positives and of negatives count, shape (2, k)."""
        return np.stack([self.pc_plus, 1 - self.pc_plus])

    @cached_property
    def moments(self) -> DifferenceMoments:
        """Of the difference."""
        return difference_moments(self.resampler, self.models, self.rows, self.pc_plus)

    @cached_property
    def alike(self) -> Bools:
        """Where both decide alike on whatever instance comes, shape (k,)."""
        (a, b), (of_a, of_b) = self.models, self.rows
        never = (of_a == 0) & (of_b == 0)
        always = (of_a == len(a.table) - 1) & (of_b == len(b.table) - 1)
        alike: Bools = never | always | same_ranking(a, b)
        return alike

    @cached_property
    def certain(self) -> Bools:
        """Where nothing about the difference is uncertain, shape (k,)."""
        if not self._are_apart:
            return self.alike
        pairs = zip(self.models, self.rows, strict=True)
        of_a, of_b = (trivial_rows(model.table, rows) for model, rows in pairs)
        both: Bools = of_a & of_b
        return both

    @cached_property
    def spread(self) -> Floats:
        """Standard error of the difference, half cases included, shape (k,)."""
        spread: Floats = np.sqrt(self.moments.variance) * ~self.certain
        return spread

    def student(self, deviate: float) -> Floats:
        """Return Student's deviate of as many cases as differ, for a normal one, shape (k,)."""
        return student_deviate(deviate, np.maximum(self.moments.freedom, LEAST_FREEDOM))

    def reach(self, deviate: float) -> Floats:
        """Return how far Student's interval of the difference reaches either way, shape (k,)."""
        return self.student(deviate) * self.spread

    def hidden(self, replicates: Floats, level: float) -> Floats:
        """Return the share of each class up to which others may be hidden, shape (2, k).

        Parameters
        ----------
        replicates : ndarray of float64, shape (b, 2, k)
            Differences of both classes; where all are the same, cases may be hidden.
        level : float
            Confidence level.
        """
        if self._are_apart:
            pairs = zip(self.models, self.rows, strict=True)
            shares = (error_shares(self._sample_of(model), model, rows) for model, rows in pairs)
            return np.hypot(*(one.hidden(level) for one in shares))
        units = np.array(self._sample_of(self.models[0]).units, np.float64)[:, None]
        still = np.ptp(replicates, axis=0) <= _SAME_SHARE
        unseen: Floats = hidden_share(units, (1 - level) / 2) * still
        return unseen * ~self.alike

    def _on_sample(self) -> Floats:
        (a, b), (of_a, of_b) = self.models, self.rows
        if (a.table.missing or b.table.missing) and not self._are_apart:
            of_scored: Floats = differences(self.resampler.estimate(self.models, self.rows))[0]
            return of_scored
        first, second = a.evaluation.rates, b.evaluation.rates
        return _class_differences(
            first.fpr_at(of_a), first.tpr_at(of_a), second.fpr_at(of_b), second.tpr_at(of_b)
        )

    @property
    def _are_apart(self) -> bool:
        return are_independent_samples(self.resampler, self.models)

    def _sample_of(self, model: RankedModel) -> Sample:
        return self.resampler.part(model).sample


def differences(pair: Sequence[ResampledRates]) -> Floats:
    """Return what the first costs more of each class, positives first, shape (b, 2, k)."""
    a, b = pair
    return _class_differences(a.fp_cost_rate, a.tp_benefit_rate, b.fp_cost_rate, b.tp_benefit_rate)


def _class_differences(fpr_a: Floats, tpr_a: Floats, fpr_b: Floats, tpr_b: Floats) -> Floats:
    """Return what the first misses more of the positives, and accepts more of the negatives."""
    found: Floats = np.stack([tpr_b - tpr_a, fpr_a - fpr_b], axis=-2)
    return found


def same_ranking(a: RankedModel, b: RankedModel) -> bool:
    """Tell whether two models put every instance in the same place."""
    if a.order is None or b.order is None:
        return False
    return all(
        np.array_equal(a.rows(of_positives=of), b.rows(of_positives=of))
        and np.array_equal(a.stops(of_positives=of)[:], b.stops(of_positives=of)[:])
        for of in (True, False)
    )


def _calling_as_much(model: RankedModel, other: RankedModel, rows: Indices) -> Indices:
    """Return the rules of a model whose fpr and tpr add up to as much as those of another's."""
    called = model.table.fpr + model.table.tpr
    wanted = other.table.fpr_at(rows) + other.table.tpr_at(rows)
    above = np.searchsorted(called, wanted).clip(1, called.size - 1)
    nearer_below = wanted - called[above - 1] <= called[above] - wanted
    return np.where(nearer_below, above - 1, above)
