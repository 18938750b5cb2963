"""Figures for so many cases as the page writes them; `resources/page/arithmetic.js` has the same.

One rounding rule holds in both: a number is rounded from its exact binary value, and a value that
lies exactly between two decimals goes to the even one. That is Python's `format`; the `toFixed` of
a browser takes the larger one instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.translation import tr
from costcurve_gui.views.text import known_digits, numbers, policy_text
from costcurve_gui.views.text.vocabulary import model_curves_of, threshold_text
from costcurve_gui.views.text.vocabulary import policy_text as threshold_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.selection.policy import Policy

_IN_WHOLE_UNITS = 100
NOBODY = "none"


def total(value: float, unit: str = "", *, signed: bool = True) -> str:
    """Write a sum of money: in whole units from 100 on, else like money per case."""
    write = numbers.money_total if abs(value) >= _IN_WHOLE_UNITS else numbers.money
    return write(value, unit, signed=signed)


def no_finer(value: float, step: float) -> float:
    """Round a sum of money to a step; sums of few units stay.

    >>> no_finer(531499.2, 10_000)
    530000
    """
    return known_digits.to_step(value, step) if step > 1 else value


def interval_total(low: float, high: float) -> str:
    """Write an interval of a sum of money without its unit, which stands beside."""
    whole = max(abs(low), abs(high)) >= _IN_WHOLE_UNITS
    write = numbers.money_total if whole else numbers.money
    return numbers.interval(low, high, lambda value: write(value, signed=False))


def cases(value: float, minimum: float = 0) -> str:
    """Write an expected number of cases; one under the minimum is not told."""
    if 0 < value < minimum:
        return tr("under {minimum}", minimum=numbers.count(minimum))
    return numbers.count(value)


@dataclass(frozen=True, slots=True)
class Row:
    """What the table says of a model, or of a trivial classifier."""

    threshold: str
    acted: str
    caught: str
    profit: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """What the confusion matrix says: expected cases, and each decision's sum with its share."""

    tp: str
    fp: str
    fn: str
    tn: str
    acted: str
    acted_share: str
    left: str
    left_share: str


@dataclass(frozen=True, slots=True)
class Amounts:
    """Writes figures of policies for a number of cases at a prior."""

    population: float
    prior: float
    minimum: float = 0

    @classmethod
    def of(cls, snapshot: Snapshot, minimum: float = 0) -> Amounts:
        """Return what writes the figures of a snapshot."""
        return cls(snapshot.settings.selection.population, snapshot.condition.prior, minimum)

    def row(self, policy: Policy, threshold: str) -> Row:
        """Return what the table says of a policy."""
        positives = self.population * self.prior
        caught = cases(positives * policy.tpr, self.minimum)
        return Row(
            threshold=threshold,
            acted=cases(self.population * policy.fraction_targeted, self.minimum),
            caught=tr("{caught} of {cases}", caught=caught, cases=cases(positives, self.minimum)),
            profit=total(self.population * policy.expected_profit),
        )

    def matrix(self, policy: Policy) -> Matrix:
        """Return the confusion matrix of a policy."""
        found, share = policy.confusion(self.population, self.prior), policy.fraction_targeted
        return Matrix(
            tp=cases(found.tp, self.minimum),
            fp=cases(found.fp, self.minimum),
            fn=cases(found.fn, self.minimum),
            tn=cases(found.tn, self.minimum),
            acted=cases(self.population * share, self.minimum),
            acted_share=numbers.percent(share),
            left=cases(self.population * (1 - share), self.minimum),
            left_share=numbers.percent(1 - share),
        )


def threshold_at(model: ModelCurves, row: int) -> str:
    """Write the threshold of a row; "none" where nobody is acted on."""
    return NOBODY if row == 0 else threshold_text(model, row, float(_thresholds(model)[row]))


def policy_threshold(snapshot: Snapshot, key: str) -> str:
    """Write what the policy of a model decides by: 0.0325, or 0.51; from 0.35 1 in 9."""
    policy, model = snapshot.models[key].policy, model_curves_of(snapshot.curve_set, key)
    if policy.classifiers:
        return threshold_of(model, policy)
    row, second = policy.index % len(_thresholds(model)), policy.index_2
    if not policy_text.is_mixed(policy) or second is None:
        return _written(model, row, policy)
    chance = numbers.chance(policy.mixing)
    return tr(
        "{first}; from {second} {chance}",
        first=threshold_at(model, row),
        second=threshold_at(model, second),
        chance=chance,
    )


def _written(model: ModelCurves, row: int, policy: Policy) -> str:
    """Write a threshold as it was set, which need not be one of the scores."""
    return NOBODY if row == 0 else threshold_text(model, row, policy.threshold)


def _thresholds(model: ModelCurves) -> Floats:
    return model.evaluation.table.thresholds
