"""Choosing by the condition alone, without a look at how well the choice performs there.

Drummond & Holte (2006), section 5.1.1. For scores that are probabilities at the test prior the
threshold follows the condition; of a family the classifier is used that was trained for the nearest
condition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar, overload

import numpy as np

from costcurve_gui.engine.arrays import GATHER_CHUNK, chunks, read_only
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.counts.rate_source import ClassRates
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.policy_evaluation import classifier_policy, row_policy
from costcurve_gui.engine.validation import are_probabilities, require_probabilities

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.counts.rate_source import RateColumn
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

    Share = TypeVar("Share", float, Floats)


NAME = "performance_independent"
_TIE = 1e-12
"""A score that equals the threshold but for rounding reaches it."""


def is_condition_aware(table: ThresholdTable) -> bool:
    """Tell whether a condition alone can choose: scores within 0-1, or trained classifiers.

    Of a family every classifier must say what PC(+) it was trained for, no two the same.
    """
    if isinstance(table, FamilyTable):
        return table.trained
    return are_probabilities(table)


def performance_independent(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return what the condition prescribes, whatever comes of it.

    A case is positive where the odds of its score are at least (1 - PC(+)) / PC(+) times the
    odds of the test prior; a family uses the classifier whose `train_pc` is nearest to PC(+), the
    higher one of two that are equally near.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.

    Raises
    ------
    ConstraintError, NotProbabilityError
        Where `is_condition_aware` is False.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1.1.

    Examples
    --------
    Half of the cases are positive; where a miss costs three times a false alarm, a probability
    of a quarter is enough.

    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-3.0, tn=0.0)
    >>> model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.3, 0.1], payoff)
    >>> policy = performance_independent(model, model.condition())
    >>> policy.threshold, policy.tpr, policy.fpr
    (0.25, 1.0, 0.5)
    """
    _require(ev.table)
    if isinstance(ev.table, FamilyTable):
        curve = performance_independent_curve(ev)
        nearest = curve.classifier_at(condition.probability_cost)
        return classifier_policy(NAME, ev, ev.table, condition, nearest)
    wanted = _exchanged(condition.probability_cost, ev.table.positive_share)
    row = ev.table.rows_at_thresholds(np.array([wanted * (1 - _TIE)]))[0]
    policy = row_policy(NAME, ev, condition, int(row))
    return replace(policy, threshold=min(wanted, policy.threshold))


def performance_independent_curve(ev: ModelEvaluation) -> HybridCurve:
    """Return the cost over PC(+) of choosing by the condition alone.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.

    Returns
    -------
    HybridCurve
        For scores a piece per row of the table, from PC(+) = 0, where nothing is positive; for
        a family a piece per classifier, switching midway between the conditions trained for.

    Raises
    ------
    ConstraintError, NotProbabilityError
        Where `is_condition_aware` is False.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1.1 and figures 21 and 22, with the threshold
       moved from the test prior.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("m", [True, False, True, False], [0.75, 0.5, 0.5, 0.25])
    >>> performance_independent_curve(model).switches.tolist()
    [0.25, 0.5, 0.75]
    """
    _require(ev.table)
    if isinstance(ev.table, FamilyTable):
        return _family_curve(ev.table)
    fpr, tpr = ClassRates(ev.rates.negative_sums), ClassRates(ev.rates.positive_sums)
    return HybridCurve(read_only(_switches(ev.table)), fpr, tpr)


def _switches(table: ThresholdTable) -> Floats:
    switches, prior = np.empty(len(table) - 1), table.positive_share
    for start, stop in chunks(0, switches.size):
        switches[start:stop] = _exchanged(table.thresholds[start + 1 : stop + 1], prior)
    # On stretches of nearly equal scores rounding could turn the order of neighbours.
    return np.maximum.accumulate(switches, out=switches)


def _family_curve(table: FamilyTable) -> HybridCurve:
    trained = np.array([classifier.train_pc for classifier in table.classifiers], dtype=np.float64)
    order = np.argsort(trained)
    classifiers = [table.classifiers[position] for position in order]
    return HybridCurve(
        read_only((trained[order][1:] + trained[order][:-1]) / 2),
        read_only(np.array([classifier.fpr for classifier in classifiers])),
        read_only(np.array([classifier.tpr for classifier in classifiers])),
        read_only(order),
    )


def _exchanged(share: Share, test_prior: float) -> Share:
    """Return the probability that is just enough at a PC(+), or the PC(+) for a probability.

    With odds(s) = (1 - PC) / PC * odds(prior) each follows from the other in the same way.
    """
    rest = (1 - share) * test_prior
    return rest / (rest + share * (1 - test_prior))


def _require(table: ThresholdTable) -> None:
    if isinstance(table, FamilyTable) and not table.trained:
        raise ConstraintError("Every classifier of the family needs a train_pc of its own.")
    if not isinstance(table, FamilyTable):
        require_probabilities(table)


@dataclass(frozen=True, slots=True, eq=False)
class HybridCurve:
    """Pieces of cost lines side by side; the curve may step where one gives way to the next.

    Attributes
    ----------
    switches : ndarray of float64, shape (k - 1,)
        PC(+) from which on the next piece is used, ascending within 0-1.
    fpr, tpr : RateColumn, k pieces
        Rates of the classifier of each piece, those of ROCIV where costs vary.
    classifiers : ndarray of int64, shape (k,), or None
        Position of each piece's classifier in its family; None where piece k is row k of the
        threshold table.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1 and figures 21 and 22.

    Examples
    --------
    Two classifiers, the second one from PC(+) = 0.5 on:

    >>> curve = HybridCurve(np.array([0.5]), np.array([0.0, 0.5]), np.array([0.5, 1.0]))
    >>> curve.value_at(np.array([0.0, 0.5, 1.0])).tolist(), curve.area
    ([0.0, 0.25, 0.0], 0.125)
    """

    switches: Floats
    fpr: RateColumn
    tpr: RateColumn
    classifiers: Indices | None = None

    def __len__(self) -> int:
        return int(self.switches.size) + 1

    @property
    def starts(self) -> Floats:
        """PC(+) at the left end of each piece."""
        return np.append(0.0, self.switches)

    @property
    def ends(self) -> Floats:
        """PC(+) at the right end of each piece."""
        return np.append(self.switches, 1.0)

    def classifier_at(self, pc: float) -> int:
        """Return the row or position of the classifier at a PC(+); at a switch the right one."""
        piece = int(np.searchsorted(self.switches, pc, side="right"))
        return piece if self.classifiers is None else int(self.classifiers[piece])

    @overload
    def value_at(self, pc: float) -> float: ...
    @overload
    def value_at(self, pc: Floats) -> Floats: ...
    def value_at(self, pc: float | Floats) -> float | Floats:
        """Return the normalized expected cost at PC(+) values within 0-1."""
        value = self._costs(np.searchsorted(self.switches, pc, side="right"), pc)
        return value if isinstance(pc, np.ndarray) else float(value)

    def polyline(self) -> tuple[Floats, Floats]:
        """Return PC(+) and cost of the line to draw: both ends of each piece, shape (2k,)."""
        pieces = np.arange(len(self))
        pc_plus, cost = np.empty((len(self), 2)), np.empty((len(self), 2))
        for end, places in enumerate((self.starts, self.ends)):
            pc_plus[:, end], cost[:, end] = places, self._costs(pieces, places)
        return pc_plus.ravel(), cost.ravel()

    def roc_slopes(self) -> tuple[Floats, Floats]:
        """Return the slopes (1 - PC(+)) / PC(+) at both ends of each piece, shape (k,) each.

        In ROC space a piece is a point with two short lines of these slopes: the conditions for
        which it is chosen. They join to the hull where every choice is the cheapest one.
        """
        with np.errstate(divide="ignore"):
            return (1 - self.starts) / self.starts, (1 - self.ends) / self.ends

    @property
    def area(self) -> float:
        """Mean normalized expected cost where every PC(+) is equally likely, 0-1."""
        # In parts, as there is a piece for each of millions of thresholds.
        return sum(self._area_of(*pieces) for pieces in chunks(0, len(self), GATHER_CHUNK))

    def _area_of(self, first: int, stop: int) -> float:
        ends = np.append(self.switches[first:stop], 1.0)[: stop - first]
        starts = np.append(self.switches[first - 1] if first else 0.0, ends[:-1])
        costs = self._costs(slice(first, stop), (starts + ends) / 2)
        return float(costs @ (ends - starts))

    def _costs(self, pieces: Indices | slice, pc: float | Floats) -> Floats:
        costs: Floats = (1 - self.tpr[pieces]) * pc + self.fpr[pieces] * (1 - pc)
        return costs


def excess_area(hybrid: HybridCurve, envelope: CostCurve) -> float:
    """Return the area between a rule's curve and the lower envelope of the same classifiers.

    The envelope is nowhere above the curve, so this is the cost that the rule adds over the
    cheapest choice, on the average of all PC(+).

    Examples
    --------
    >>> from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
    >>> from costcurve_gui.engine.evaluation import evaluate_table
    >>> family = evaluate_table("a", family_table([ConfusionMatrix("1", 3, 1, 1, 3)]))
    >>> always = HybridCurve(np.empty(0), np.array([0.25]), np.array([0.75]))
    >>> excess_area(always, family.envelope)
    0.0625
    """
    return max(hybrid.area - envelope.area, 0.0)
