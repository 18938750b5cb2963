"""What a criterion for an operating point declares; the entries are in `criteria`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.criteria import min_cost

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.selection_settings import SelectionSpec
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

    Choose = Callable[["ChoiceInput"], Policy | None]


class Kind(IntEnum):
    """What decides under a criterion, in the order in which the window lists them."""

    OBJECTIVE = 1  # objective and bounds of the user
    MANUAL = 2
    TARGET = 3
    CONDITION = 4  # costs and prior alone, whatever the scores do in the sample
    RATES = 5  # a figure of the ROC point
    FIXED = 6  # objective and bounds that belong to the criterion; not in the window's list


class ChoiceInput(NamedTuple):
    """What a criterion chooses by. `threshold` is that set by hand: in a family a row."""

    evaluation: ModelEvaluation
    condition: OperatingCondition
    selection: SelectionSpec
    objective: Objective = Objective.PROFIT
    threshold: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """The figure that policies of a criterion are compared by, and its words.

    `symbol` heads a narrow column that `meaning` explains. In `reaches` stands the figure of a
    model, in `exceeds` how much better it is than another one; `{rate}`, `{percent}` and `{most}`,
    the positives in the words of the file, are filled in.
    """

    value: Callable[[Policy], float]
    name: str = ""
    symbol: str = ""
    meaning: str = ""
    lower_is_better: bool = False
    attains: str = ""
    reaches: str = "reaches {rate}"
    exceeds: str = " has {rate} more"

    def merit(self, policy: Policy) -> float:
        """Return the figure of a policy with the sign that makes more better."""
        value = self.value(policy)
        return -value if self.lower_is_better else value


def _always(_selection: SelectionSpec, _payoffs_given: bool) -> bool:
    return True


def _anything(_policy: Policy, _selection: SelectionSpec) -> bool:
    return True


def cheapest(given: ChoiceInput) -> Policy:
    """Return the policy of least expected cost."""
    return min_cost(given.evaluation, given.condition)


@dataclass(frozen=True, slots=True, eq=False)
class Criterion:
    """A way to choose the operating point of a model.

    Attributes
    ----------
    key : str
        Its name in tables, and `Policy.criterion` of what it chooses.
    kind : Kind
        What decides.
    choose : callable
        Returns the policy for a `ChoiceInput`; None where no threshold does what is asked for, or
        the model is of no use for it.
    label, hint, shortcut : str
        Its entry in the window's list of rules; without a label it has none.
    measure : Measure or None
        What policies are compared by; None for the objective in force.
    stand_in : callable
        Returns the policy to show where `choose` returns None.
    admits : callable
        Whether a policy reaches the target of the criterion.
    applies : callable
        Whether the tables list it for a selection, and where payoffs are given or not.
    in_tables, in_report : bool
        Whether it has rows in the decision table, and in selection.csv too.
    reselected : bool
        Whether the engine can apply it to each replicate: see `chosen_thresholds`.
    """

    key: str
    kind: Kind
    choose: Choose
    label: str = ""
    hint: str = ""
    shortcut: str = ""
    measure: Measure | None = None
    stand_in: Callable[[ChoiceInput], Policy] = cheapest
    admits: Callable[[Policy, SelectionSpec], bool] = _anything
    applies: Callable[[SelectionSpec, bool], bool] = _always
    in_tables: bool = True
    in_report: bool = True
    reselected: bool = False

    def __repr__(self) -> str:
        return f"Criterion({self.key!r})"

    @property
    def uses_objective(self) -> bool:
        """Whether the objective in force ranks the models."""
        return bool(self.label) and self.measure is None

    @property
    def keeps_bounds(self) -> bool:
        """Whether it chooses within the bounds of the user."""
        return self.kind is Kind.OBJECTIVE
