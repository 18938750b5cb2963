"""What the user chose, frozen: nothing in here is computed from data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

from costcurve_gui.analysis.interval_settings import DEFAULT_BANDS
from costcurve_gui.analysis.model_edits import NO_EDITS, edited
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.selection_settings import Kind, SelectionSpec
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.engine.selection.bounds import Objective

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.derivation import DerivedModel
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.model_edits import ModelEdits
    from costcurve_gui.analysis.picture_style import PictureStyle
    from costcurve_gui.analysis.validated_decision import ValidatedDecision
    from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief
    from costcurve_gui.engine.selection.combinations import Interpolation
    from costcurve_gui.engine.selection.policy import Policy


WIDE_BELIEF = TriangularBelief(0.0, 0.5, 1.0)
"""A triangular belief over PC(+) to begin with."""


class DragChanges(StrEnum):
    """What dragging the condition moves; the other stays."""

    PRIOR = "prior"
    COST_RATIO = "cost_ratio"


class PriorUnit(StrEnum):
    """How the prior is typed and shown."""

    PERCENT = "percent"
    ODDS = "odds"
    ONE_IN = "one_in"


@dataclass(frozen=True, slots=True)
class ConditionSpec:
    """Where the models will work.

    `prior` None means the sample's own share of positives. `cost_ratio` is what a miss costs
    against a false alarm, where it was typed or dragged; None takes the ratio of the cells.
    `prior_belief` and `ratio_belief` say in the words of `parse_uncertain_number` what else the
    prior and the cost ratio may be; empty where nothing is said.
    """

    prior: float | None = None
    cost_ratio: float | None = None
    drag: DragChanges = DragChanges.PRIOR
    prior_unit: PriorUnit = PriorUnit.PERCENT
    prior_belief: str = ""
    ratio_belief: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Payoffs, condition, rule and bounds under a name, to be set beside others."""

    name: str
    payoff: PayoffSpec
    condition: ConditionSpec
    selection: SelectionSpec

    @property
    def parts(self) -> dict[str, Any]:
        """The settings that it has, by the names of their fields."""
        return {
            "payoff": self.payoff,
            "condition": self.condition,
            "selection": self.selection,
        }


@dataclass(frozen=True, slots=True)
class DatasetSettings:
    """Everything the user chose for one dataset. `selected` None follows the best model.

    The curves of `hidden` models are not drawn; these models decide all the same. None leaves it
    to the program which curves are drawn of many: see `Snapshot.hidden`.
    Models of `left_out` are drawn as others are, but are no candidates of the decision.
    `belief` is what the user believes of PC(+); None is what prior and cost ratio may be.
    `reference` is the class set against all others, in a file of several; empty is the first.
    `mix` are two operating points mixed at random. `pictures` are the styles of exported pictures,
    by the key of the view. `edits` are names, colours and order of the models, and those removed.
    `group` is the column that says which rows belong together, where it was chosen after the file
    was read; empty where the user said that none do, None where nothing was said.
    `reading` tells which choice of columns the file is read by.
    `scenarios` are payoffs, condition and rule that were saved under names. `validation` is the
    newest one, which stands for as long as the decision is the one that was validated.
    """

    payoff: PayoffSpec = field(default_factory=PayoffSpec)
    condition: ConditionSpec = ConditionSpec()
    selection: SelectionSpec = field(default_factory=SelectionSpec)
    hidden: frozenset[str] | None = None
    left_out: frozenset[str] = frozenset()
    selected: str | None = None
    belief: BetaBelief | TriangularBelief | None = None
    derived: tuple[DerivedModel, ...] = ()
    views: ViewChoices = field(default_factory=ViewChoices)
    reference: str = ""
    bands: BandChoices = DEFAULT_BANDS
    mix: MixSpec | None = None
    pictures: Mapping[str, PictureStyle] = field(default_factory=dict)
    edits: ModelEdits = NO_EDITS
    group: str | None = None
    reading: int = 0
    scenarios: tuple[Scenario, ...] = ()
    validation: ValidatedDecision | None = None

    @property
    def objective(self) -> Objective:
        """What is made best: the user's choice, else the profit once payoffs are typed.

        Rules of more than one threshold have the highest profit of all.
        """
        if self.selection.criterion.kind is Kind.PROFIT:
            return Objective.PROFIT
        chosen = self.selection.objective or self.selection.unless_chosen
        if chosen is not None:
            return chosen
        typed = self.payoff.cells != PayoffSpec().cells
        return Objective.PROFIT if typed else Objective.COST

    @property
    def chooses_least_cost(self) -> bool:
        """Whether nothing but the condition chooses the threshold: the envelope's classifier."""
        selection = self.selection
        free = selection.criterion.keeps_bounds and not selection.engine_bounds
        return free and self.objective is not Objective.TPR


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """All that the user chose and can undo. `settings` holds one entry for every open dataset."""

    datasets: tuple[DatasetInfo, ...] = ()
    active: str | None = None
    settings: Mapping[str, DatasetSettings] = field(default_factory=dict)

    @property
    def dataset(self) -> DatasetInfo | None:
        """The dataset on screen, its models as the user wants them, against the chosen class."""
        found = self.file
        return None if found is None else edited(found, self.current.edits)

    @property
    def file(self) -> DatasetInfo | None:
        """The dataset on screen with all models as in the file, against the chosen class."""
        found = next((info for info in self.datasets if info.id == self.active), None)
        return None if found is None else as_chosen(found, self.current)

    @property
    def current(self) -> DatasetSettings:
        """Settings of the dataset on screen; the defaults where none is open."""
        found = self.settings.get(self.active or "")
        return DatasetSettings() if found is None else found

    def with_current(self, **changes: object) -> AnalysisState:
        """Return a copy in which the settings of the dataset on screen have `changes`."""
        if self.active is None:
            raise LookupError("no dataset is open")
        changed = replace(self.current, **changes)  # type: ignore[arg-type]
        return replace(self, settings={**self.settings, self.active: changed})


End = Literal["first", "second"]


class MixBy(StrEnum):
    """What fixes how often each of the two decides."""

    SHARE = "share"
    FPR = "fpr"
    CASES = "cases"


@dataclass(frozen=True, slots=True)
class PointSpec:
    """One point of a model: its key and what `ModelCurves.manual_position` gives for a row."""

    key: str
    manual_position: float


@dataclass(frozen=True, slots=True)
class MixSpec:
    """Two points and what is wanted: the share of the first, an fpr, or cases acted on."""

    first: PointSpec
    second: PointSpec
    by: MixBy = MixBy.SHARE
    wanted: float = 0.5


@dataclass(frozen=True, slots=True)
class MixedPoints:
    """What two points do, and their mixture; `found` is None where none does what is wanted."""

    spec: MixSpec
    first: Policy
    second: Policy
    found: Interpolation | None

    @property
    def wanted(self) -> dict[MixBy, float]:
        """Whatever can be wanted, as it is now; empty without a mixture."""
        if self.found is None:
            return {}
        return {
            MixBy.SHARE: 1 - self.found.mixing,
            MixBy.FPR: self.found.point.fpr,
            MixBy.CASES: self.found.cases,
        }

    def mean(self, figure: str) -> float | None:
        """Return what to expect of the mixture in a figure of `Policy`, such as its cost."""
        if self.found is None:
            return None
        share = self.found.mixing
        one, other = (float(getattr(policy, figure)) for policy in (self.first, self.second))
        return (1 - share) * one + share * other


def as_chosen(info: DatasetInfo, settings: DatasetSettings) -> DatasetInfo:
    """Return a file by the columns and against the class chosen, in the groups chosen."""
    read = info.as_read(settings.reading)
    return read.against_all(settings.reference).in_groups(settings.group)
