"""Classifiers consulted one after the other until one is positive: their disjunction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.duality import RocPoint
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.combinations import logical_bounds
from costcurve_gui.engine.selection.measured_rates import (
    MeasuredRates,
    ThresholdedModel,
    measured_rates,
    scored_by_all,
)
from costcurve_gui.engine.validation import clean_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools
    from costcurve_gui.engine.cost.payoff import ErrorCosts


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A classifier of a chain and what the chain achieves up to it.

    Attributes
    ----------
    model : str
        The model.
    threshold : float
        Its threshold.
    alone : MeasuredRates
        What it achieves when it is asked for every case.
    added : int
        Cases that it calls positive after all stricter ones called them negative.
    measured : MeasuredRates
        What the chain that ends here achieves.
    expected : RocPoint
        Where that chain would lie if its classifiers decided independently within each class.
    """

    model: str
    threshold: float
    alone: MeasuredRates
    added: int
    measured: MeasuredRates
    expected: RocPoint


@dataclass(frozen=True, slots=True)
class ClassifierChain:
    """The disjunction of several classifiers, link by link.

    Attributes
    ----------
    links : tuple of ChainLink
        The most conservative first; the last one is the whole chain.
    rows : int
        Rows that all models scored; no others count.
    """

    links: tuple[ChainLink, ...]
    rows: int


def chain(
    models: Sequence[ThresholdedModel],
    y_true: ArrayLike,
    sample_weight: ArrayLike | None = None,
    costs: ErrorCosts | None = None,
) -> ClassifierChain:
    """Ask classifiers one after the other, the most conservative first, until one is positive.

    How a classifier does after others have taken their cases cannot be read off the curves, so
    every link is measured.

    Parameters
    ----------
    models : sequence of ThresholdedModel
        At least one, in any order; they are asked by ascending fpr, then tpr. The usual choice
        are the vertices of a joint hull up to the one that the iso-performance line touches.
    y_true : array_like of bool, shape (n,)
        True for positives.
    sample_weight : array_like of float, shape (n,), optional
        Finite and at least 0.
    costs : ErrorCosts, optional
        Costs of errors, for the cost rates.

    Returns
    -------
    ClassifierChain

    Raises
    ------
    ConstraintError
        Where there is no model.
    EngineError
        As `measured_rates`, over the rows that all models scored.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.4.

    Examples
    --------
    >>> import numpy as np
    >>> strict = ThresholdedModel("strict", np.array([0.9, 0.2, 0.3, 0.1]), 0.5)
    >>> lenient = ThresholdedModel("lenient", np.array([0.4, 0.6, 0.7, 0.2]), 0.5)
    >>> found = chain([lenient, strict], [True, True, False, False])
    >>> [(link.model, link.added, link.measured.tpr) for link in found.links]
    [('strict', 1, 0.5), ('lenient', 2, 1.0)]
    >>> found.links[-1].expected
    RocPoint(fpr=0.5, tpr=0.75)
    """
    if not models:
        raise ConstraintError("A chain needs at least one classifier.")
    labels = clean_labels(y_true)
    rows = scored_by_all(tuple(models), labels.size)

    def measure(positive: Bools) -> MeasuredRates:
        return measured_rates(labels, positive, rows, sample_weight, costs)

    alone = [(model, measure(model.positive)) for model in models]
    alone.sort(key=lambda pair: (pair[1].fpr, pair[1].tpr))

    links: list[ChainLink] = []
    taken, expected = np.zeros(labels.size, dtype=np.bool_), RocPoint(0.0, 0.0)
    for model, rates in alone:
        fresh = model.positive & rows & ~taken
        taken |= fresh
        expected = logical_bounds("or", expected, RocPoint(rates.fpr, rates.tpr)).expected
        added = int(np.count_nonzero(fresh))
        links.append(ChainLink(model.name, model.threshold, rates, added, measure(taken), expected))
    return ClassifierChain(tuple(links), int(np.count_nonzero(rows)))
