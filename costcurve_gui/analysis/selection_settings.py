"""What the user chose about the operating point, and what a criterion for it declares.

The two name each other's types. Here is the criterion that a session begins with; the others are in
`criteria`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.selection import constrained, criteria, rate_criteria
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective, covers_all
from costcurve_gui.engine.selection.criteria import min_cost
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from costcurve_gui.engine.selection.several_bounds import constrained_mixture
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule
    from costcurve_gui.engine.selection.policy import Policy, Reviewer
    from costcurve_gui.engine.selection.several_bounds import Bounded

    Choose = Callable[["ChoiceInput"], Policy | None]
    Rechoose = Callable[["ChoiceInput"], ReplicateRule | None]


class Start(StrEnum):
    """A criterion of the sources, which sets an objective and a bound together."""

    NEYMAN_PEARSON = "neyman_pearson"
    WORKFORCE = "workforce"

    @property
    def kind(self) -> BoundKind:
        """What it bounds."""
        return BoundKind.FPR if self is Start.NEYMAN_PEARSON else BoundKind.CASES

    def limit_for(self, population: float) -> float:
        """Return the limit that it begins with: a rate, or a number of cases."""
        return 0.1 if self is Start.NEYMAN_PEARSON else population / 10

    @property
    def text(self) -> str:
        """What it is called."""
        return "Neyman-Pearson" if self is Start.NEYMAN_PEARSON else tr("Workforce")


_FIELDS = tuple((kind, kind.value) for kind in BoundKind)


@dataclass(frozen=True, slots=True)
class BoundsSpec:
    """The limits in force, None where there is none.

    Rates, a precision, a number and a share of cases, and a budget; `price` is what each case that
    is acted on takes of it.
    """

    fpr: float | None = None
    tpr: float | None = None
    precision: float | None = None
    cases: float | None = None
    share: float | None = None
    budget: float | None = None
    price: float = 1.0

    @property
    def limits(self) -> dict[BoundKind, float]:
        """The limits in force."""
        return {kind: limit for kind, name in _FIELDS if (limit := getattr(self, name)) is not None}

    @property
    def beyond_sources(self) -> bool:
        """Whether there is another bound than those of the criteria of the sources."""
        return not self.limits.keys() <= {start.kind for start in Start}

    def with_limit(self, kind: BoundKind, limit: float | None) -> BoundsSpec:
        """Return a copy with another limit; None takes the bound away."""
        return replace(self, **{kind.value: limit})  # type: ignore[arg-type]

    def of(self, population: float) -> tuple[Bound, ...]:
        """Return the bounds of the engine: of cases and a budget the share of a population."""
        made = {
            BoundKind.CASES: lambda limit: Bound.on_cases(limit, population),
            BoundKind.BUDGET: lambda limit: Bound.on_budget(limit, self.price, population),
        }
        return tuple(
            made[kind](limit) if kind in made else Bound(kind, limit)
            for kind, limit in self.limits.items()
        )


class Kind(IntEnum):
    """What decides under a criterion, in the order in which the window lists them."""

    OBJECTIVE = 1  # objective and bounds of the user
    PROFIT = 2  # money, by more than one threshold or the curve of one model
    MANUAL = 3
    TARGET = 4
    CONDITION = 5  # costs and prior alone, whatever the scores do in the sample
    RATES = 6  # a figure of the ROC point
    FIXED = 7  # objective and bounds that belong to the criterion; not in the window's list


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """The figure that policies of a criterion are compared by, and its words.

    `symbol` heads a narrow column that `meaning` explains. In `reaches` stands the figure of a
    model, in `exceeds` how much better it is than another one; `{rate}` and `{percent}`
    are filled in.
    """

    value: Callable[[Policy], float]
    name: str = ""
    symbol: str = ""
    meaning: str = ""
    lower_is_better: bool = False
    attains: str = ""
    reaches: str = tr("reaches {rate}")
    exceeds: str = tr(" has {rate} more")

    def merit(self, policy: Policy) -> float:
        """Return the figure of a policy with the sign that makes more better."""
        value = self.value(policy)
        return -value if self.lower_is_better else value


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """The figure that policies of a criterion have to reach, a share, and its field in the window.

    `unmet` says that no policy reaches it, `nearer` what is better about one that comes nearer;
    `{wanted}` and `{most}`, the highest share, are filled in.
    """

    figure: Callable[[Policy], float]
    default: float
    noun: str
    hint: str
    as_percent: bool = False
    unmet: str = ""
    nearer: str = ""

    @property
    def name(self) -> str:
        """What its field is called."""
        return tr("Target {noun}", noun=self.noun)


def cheapest(given: ChoiceInput) -> Policy:
    """Return the policy of least expected cost."""
    return min_cost(given.evaluation, given.condition)


def most_precise(given: ChoiceInput) -> Policy:
    """Return the policy of highest precision."""
    return rate_criteria.highest_precision(given.evaluation, given.condition)


class Asked(NamedTuple):
    """What else tables are asked for: payoffs, what is uncertain, units, a threshold by hand."""

    payoffs: bool
    uncertain: bool = False
    units: bool = False
    by_hand: bool = False


def _always(_selection: SelectionSpec, _asked: Asked) -> bool:
    return True


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
    target : Target or None
        What the user asks a policy to reach: `SelectionSpec.target`.
    stand_in : callable
        Returns the policy to show where `choose` returns None.
    applies : callable
        Whether the tables list it for a selection, and for what else is asked.
    in_tables, in_report : bool
        Whether it has rows in the decision table, and in selection.csv too.
    reselected : bool
        Whether the engine can apply it to each replicate: see `chosen_thresholds`.
    follows_objective : bool
        Whether it makes the objective in force best in a report too, where others have their own.
    rechoose : callable or None
        Returns how all replicates choose; None where the threshold is not chosen on the cases
        that judge it, so that these flatter nothing.
    found : bool
        Whether its thresholds take more than a model's curve: see `threshold_finders`.
    kept_bounds : tuple of BoundKind
        The bounds that it keeps where it does not choose by objective and bounds of the user.
    """

    key: str
    kind: Kind
    choose: Choose
    label: str = ""
    hint: str = ""
    shortcut: str = ""
    measure: Measure | None = None
    target: Target | None = None
    stand_in: Callable[[ChoiceInput], Policy] = cheapest
    applies: Callable[[SelectionSpec, Asked], bool] = _always
    in_tables: bool = True
    in_report: bool = True
    reselected: bool = False
    follows_objective: bool = False
    rechoose: Rechoose | None = None
    kept_bounds: tuple[BoundKind, ...] = ()
    found: bool = False

    def __repr__(self) -> str:
        return f"Criterion({self.key!r})"

    @property
    def uses_objective(self) -> bool:
        """Whether the objective in force ranks the models."""
        return bool(self.label) and self.measure is None and self.kind is not Kind.PROFIT

    def admits(self, policy: Policy, selection: SelectionSpec) -> bool:
        """Whether a policy reaches the target, if there is one."""
        return self.target is None or self.target.figure(policy) >= selection.target(self)

    @property
    def keeps_bounds(self) -> bool:
        """Whether it chooses within the bounds of the user."""
        return self.kind is Kind.OBJECTIVE

    def keeps(self, kind: BoundKind) -> bool:
        """Whether it chooses within a bound of some kind."""
        return self.keeps_bounds or kind in self.kept_bounds


def _within_bounds(given: ChoiceInput) -> Policy | None:
    return best_threshold(
        given.evaluation, given.condition, given.selection.engine_bounds, given.objective
    )


def _nearest_to_bounds(given: ChoiceInput) -> Policy:
    if [bound.kind for bound in given.selection.engine_bounds] == [BoundKind.PRECISION]:
        return most_precise(given)
    return cheapest(given)


def rechosen_within(
    bounds: tuple[Bound, ...], objective: Objective, *, mixed: bool
) -> ReplicateRule:
    """Return how replicates choose the best threshold, or mixture, within bounds."""
    from costcurve_gui.engine.resampling import replicate_rules

    if mixed and len(bounds) > 1:
        return replicate_rules.BestMixtureOfSeveral(objective.compared, bounds)
    if mixed and bounds:
        return replicate_rules.BestMixture(objective.compared, bounds[0])
    return replicate_rules.BestThreshold(objective.compared, bounds)


THRESHOLD = Criterion(
    "threshold",
    Kind.OBJECTIVE,
    _within_bounds,
    label=tr("One threshold"),
    hint=tr("The best threshold by the objective, within the bounds"),
    shortcut="Ctrl+T, T",
    stand_in=_nearest_to_bounds,
    in_tables=False,  # its parts have rows: least cost, and each bound
    rechoose=lambda given: rechosen_within(
        given.selection.engine_bounds, given.objective, mixed=given.selection.mixed
    ),
)


@dataclass(frozen=True, slots=True)
class ReviewSpec:
    """The persons who decide about referred cases.

    All of them together see `capacity` of the population, None for all; `reviewers` is how many
    they are.
    """

    reviewer: Reviewer
    capacity: float | None = None
    reviewers: float = 1.0

    def share(self, population: float) -> float:
        """Return the largest share of the cases that can be referred."""
        return math.inf if self.capacity is None else self.capacity / population


@dataclass(frozen=True, slots=True)
class SelectionSpec:
    """How the operating point is chosen, and for how many cases it is counted.

    Criterion, objective and bounds are independent: a change of one leaves the others. `objective`
    None is `unless_chosen`, or that of `DatasetSettings.objective`. Where `mixed`, two thresholds
    are mixed at random if that gains something within the bound. With a `review` there is a band
    of referred cases. Of the columns of the payoffs those in `known_when_deciding` are; no other
    is taken for it.
    """

    criterion: Criterion = THRESHOLD
    objective: Objective | None = None
    bounds: BoundsSpec = BoundsSpec()
    mixed: bool = False
    population: float = 10_000
    targets: Mapping[str, float] = field(default_factory=dict)  # criterion key -> share typed
    thresholds: Mapping[str, float] = field(default_factory=dict)  # model key -> manual threshold
    review: ReviewSpec | None = None
    known_when_deciding: tuple[str, ...] = ()
    unless_chosen: Objective | None = None

    @property
    def engine_bounds(self) -> tuple[Bound, ...]:
        """The bounds that the criterion keeps."""
        return self.bounds.of(self.population) if self.criterion.keeps_bounds else ()

    def target(self, criterion: Criterion) -> float:
        """Return what was typed for the target of a criterion, or what it begins with."""
        default = 0.0 if criterion.target is None else criterion.target.default
        return self.targets.get(criterion.key, default)


class FoundThreshold(NamedTuple):
    """A row, its merit, and how replicates choose again where they can by the same criterion."""

    row: int
    merit: float
    rule: ReplicateRule | None = None


class ChoiceInput(NamedTuple):
    """What a criterion chooses by. `threshold` is that set by hand: in a family a row.

    `per_case` returns the policy that decides case by case, and acts on a share of the cases at
    most; None where there can be none. `found` returns by a key what takes more than the curve.
    """

    evaluation: ModelEvaluation
    condition: OperatingCondition
    selection: SelectionSpec
    objective: Objective = Objective.PROFIT
    threshold: float | None = None
    per_case: Callable[[float], Policy | None] | None = None
    found: Callable[[str], FoundThreshold | None] | None = None


def best_threshold(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
) -> Policy | None:
    """Return the one threshold that is best by the objective; None where none keeps the bounds."""
    if not bounds and objective is not Objective.TPR:
        return replace(criteria.min_cost(ev, condition), criterion="constrained_single")
    if covers_all(bounds, objective):
        return row_policy("constrained_single", ev, condition, len(ev.table) - 1)
    return constrained.constrained_single(ev, condition, bounds, objective)


def best_mixture(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
) -> Bounded | None:
    """Return the best mixture of two thresholds within bounds; None of none."""
    if not bounds or covers_all(bounds, objective):
        return None
    return constrained_mixture(ev, condition, bounds, objective)
