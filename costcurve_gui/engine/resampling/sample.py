"""What is resampled: labelled instances with their payoffs, and models that order them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, class_columns
from costcurve_gui.engine.validation import clean_labels, clean_weights, require_length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Bools, Indices
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix
    from costcurve_gui.engine.counts.cost_table import RankOrder
    from costcurve_gui.engine.counts.rate_source import CountColumn
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.evaluation import ModelEvaluation

    Positions = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The instances of both classes.

    Attributes
    ----------
    positives, negatives : ClassColumns
        What is added up over each class.
    places : ndarray of int64, shape (n,)
        Position of each instance within its class.
    groups : tuple of two ndarray of int64, or None
        Number of the group of each positive and of each negative; None where every instance
        stands for itself.
    group_name : str
        What the groups are called, such as "customer".
    """

    positives: ClassColumns
    negatives: ClassColumns
    places: Indices
    groups: tuple[Indices, Indices] | None = None
    group_name: str = ""

    @property
    def varies(self) -> bool:
        """Whether instances of a class differ in weight, cost or payoff."""
        return bool(self.positives.varying or self.negatives.varying)

    @property
    def units(self) -> tuple[int, int]:
        """How many instances, or groups, are drawn of the positives and of the negatives."""
        if self.groups is None:
            return self.positives.size, self.negatives.size
        return distinct(self.groups[0]).size, distinct(self.groups[1]).size

    @property
    def by_count(self) -> Sample:
        """The same instances where costs and payoffs do not matter."""
        positives, negatives = (
            replace(columns, costs=1.0, payoffs=1.0) for columns in (self.positives, self.negatives)
        )
        return replace(self, positives=positives, negatives=negatives)


def resampled_sample(
    y_true: ArrayLike,
    payoff: PayoffMatrix,
    costs: ErrorCosts,
    *,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    group_name: str = "",
) -> Sample:
    """Gather what resampling needs of the instances.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    payoff, costs : PayoffMatrix, ErrorCosts
        Payoffs, and the costs of errors that follow from them.
    sample_weight : array_like of float, shape (n,), optional
        Weights.
    groups : array_like of int, shape (n,), optional
        Which instances belong together, such as the number of a customer: whole groups are
        resampled.
    group_name : str, optional
        What they are called, for the names of methods.

    Raises
    ------
    EngineError
        Where the input is not usable.
    """
    labels = clean_labels(y_true)
    weights = None if sample_weight is None else clean_weights(sample_weight, labels.size)
    seen = labels.astype(np.int64)
    np.cumsum(seen, out=seen)  # of booleans it would hold the interpreter's lock
    places = np.where(labels, seen, np.arange(1, labels.size + 1) - seen) - 1
    numbers = None
    if groups is not None:
        codes = np.asarray(groups)
        require_length("groups", codes, labels.size)
        number = np.unique(codes, return_inverse=True)[1]
        numbers = number[labels], number[~labels]
    return Sample(
        class_columns(labels, payoff, costs, weights, of_positives=True),
        class_columns(~labels, payoff, costs, weights, of_positives=False),
        read_only(places),
        numbers,
        group_name,
    )


def scored_sample(sample: Sample, model: RankedModel) -> Sample:
    """Return the instances that a model scored, as a sample of their own for this model.

    Parameters
    ----------
    sample : Sample
        Instances, some of which have no score.
    model : RankedModel
        The model, with its order.

    Raises
    ------
    EngineError
        Where the model has no order.

    Examples
    --------
    >>> from costcurve_gui.engine import (
    ...     PayoffMatrix, error_costs, evaluate_scores, rank_order
    ... )
    >>> y_true, y_score = [True, True, False, False], [0.9, np.nan, 0.2, 0.4]
    >>> payoff = PayoffMatrix(0.0, -1.0, -1.0, 0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> scored_sample(sample, model).units
    (1, 2)
    """
    places = np.full(sample.places.size, -1, np.int64)
    kept = []
    for of_positives in (True, False):
        rows = np.sort(model.rows(of_positives=of_positives))
        kept.append(sample.places[rows])
        places[rows] = np.arange(rows.size)
    numbers = sample.groups
    if numbers is not None:
        numbers = numbers[0][kept[0]], numbers[1][kept[1]]
    columns = sample.positives.of(kept[0]), sample.negatives.of(kept[1])
    return Sample(*columns, read_only(places), numbers, sample.group_name)


@dataclass(frozen=True, slots=True, eq=False)
class RankedModel:
    """One model: where its thresholds cut each class.

    Attributes
    ----------
    evaluation : ModelEvaluation
        Its counts and curves on the whole sample.
    order : RankOrder or None
        Its instances by score; None where there are counts only.
    """

    evaluation: ModelEvaluation
    order: RankOrder | None = None

    @property
    def table(self) -> ThresholdTable:
        """Its counts."""
        return self.evaluation.table

    def stops(self, *, of_positives: bool) -> CountColumn:
        """Return how many instances of a class score at or above each threshold."""
        if self.order is not None:
            return self.order.positive_stops if of_positives else self.order.negative_stops
        if self.table.weighted:
            raise EngineError("Weighted counts cannot be resampled without their instances.")
        return (self.table.positive_sums if of_positives else self.table.negative_sums).stops

    def rows(self, *, of_positives: bool) -> Positions:
        """Return the rows of a class by descending score."""
        if self.order is None:
            raise EngineError("Counts alone do not say which instances score high.")
        return self.order.positive_rows if of_positives else self.order.negative_rows


def share_instances(sample: Sample, models: Sequence[RankedModel]) -> bool:
    """Tell whether some positives and some negatives were scored by all of several models."""
    return all(
        _shared(sample, models, columns.size, of_positives=of).any()
        for columns, of in ((sample.positives, True), (sample.negatives, False))
    )


def lone_class(sample: Sample, models: Sequence[RankedModel]) -> str:
    """Return why a class cannot vary: one instance, or group, of it was scored by all models.

    Parameters
    ----------
    sample : Sample
        What is resampled.
    models : sequence of RankedModel
        At least one.

    Returns
    -------
    str
        To be read after "no interval:"; empty where both classes have more.
    """
    columns = (("positive", sample.positives), ("negative", sample.negatives))
    for at, (name, of_class) in enumerate(columns):
        shared = _shared(sample, models, of_class.size, of_positives=at == 0)
        if np.count_nonzero(shared) == 1:
            return f"there is only one {name}"
        if sample.groups is not None and distinct(sample.groups[at][shared]).size == 1:
            return f"there is only one group of {name}s"
    return ""


def _shared(
    sample: Sample, models: Sequence[RankedModel], size: int, *, of_positives: bool
) -> Bools:
    """Tell which instances of a class all models scored, shape (size,)."""
    if all(int(model.stops(of_positives=of_positives)[-1:][0]) == size for model in models):
        return np.ones(size, np.bool_)
    times = np.zeros(size, np.int64)
    for model in models:
        times[sample.places[model.rows(of_positives=of_positives)]] += 1
    shared: Bools = times == len(models)
    return shared
