"""What the user chose, as one frozen snapshot. Nothing in here is computed from data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.cost.belief import TriangularBelief
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.models.band_choices import DEFAULT_BANDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.dataio.roles.payoff_columns import PayoffColumn
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.models.band_choices import BandChoices
    from costcurve_gui.models.derived import DerivedModel
    from costcurve_gui.models.mixing import MixSpec

CELLS = ("tp", "fp", "fn", "tn")
WIDE_BELIEF = TriangularBelief(0.0, 0.5, 1.0)
"""What is believed of PC(+) until the user says more."""


class Rule(StrEnum):
    """How the operating point is found: `THRESHOLD` by the objective, within the bounds."""

    THRESHOLD = "threshold"
    MANUAL = "manual"
    TARGET_RECALL = "target_recall"
    TARGET_PRECISION = "target_precision"
    PERFORMANCE_INDEPENDENT = "performance_independent"
    YOUDEN = "youden"
    CLOSEST_TO_CORNER = "closest_to_corner"


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
        return "Neyman-Pearson" if self is Start.NEYMAN_PEARSON else "Workforce"


class DragChanges(StrEnum):
    """What dragging the condition moves; the other stays."""

    PRIOR = "prior"
    COST_RATIO = "cost_ratio"


class PriorUnit(StrEnum):
    """How the prior is typed and shown."""

    PERCENT = "percent"
    ODDS = "odds"
    ONE_IN = "one_in"


class Theme(StrEnum):
    """Colours of the window."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class DetAxes(StrEnum):
    """What the axes of a DET plot are even in."""

    PROBIT = "probit"
    LOG = "log"


class GainMeasure(StrEnum):
    """What the gain view shows of those targeted."""

    GAIN = "gain"
    LIFT = "lift"


class CostAxis(StrEnum):
    """How far up the axis of cost space reaches."""

    HALF = "half"
    ONE = "one"
    FITTED = "fitted"


class RegretReading(StrEnum):
    """What the regret view shows, and over what."""

    MONEY = "money"
    ERROR_RATE = "error_rate"
    COST_RATIO = "cost_ratio"
    LOSS_DIFFERENCE = "loss_difference"


class CostConstruction(StrEnum):
    """How a cost is read off a ROC plot."""

    NONE = "none"
    PERPENDICULAR = "perpendicular"
    HORIZONTAL = "horizontal"


class FoldAverage(StrEnum):
    """What stands for the curves of all folds."""

    POOLED = "pooled"
    VERTICAL = "vertical"
    HORIZONTAL = "horizontal"
    THRESHOLD = "threshold"
    COST_SPACE = "cost_space"
    COMPARED = "compared"


class FoldBars(StrEnum):
    """What the bars on an average of folds measure."""

    STD = "std"
    INTERVAL = "interval"
    NONE = "none"


class PartialAxis(StrEnum):
    """The rate whose range bounds a partial AUC."""

    OFF = "off"
    FPR = "fpr"
    TPR = "tpr"


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One scored model of a dataset. `key` is unique in the session; `slot` is its colour, dash.

    Where `lower_is_positive`, scores are computed with their sign turned and shown as in the file.
    `derived` says what it was made from; None for a model of the file.
    """

    key: str
    name: str
    column: str
    slot: int
    missing: int = 0
    distinct_scores: int | None = None
    lower_is_positive: bool = False
    derived: DerivedModel | None = None


@dataclass(frozen=True, slots=True)
class DatasetInfo:
    """What is known of an open file, without its arrays.

    `models` are the file's own; in a scene those derived from them follow. `classes` has every
    class of a file of several, with its cases; two classes need no list. `sha256` is blank but in
    pictures: a file is hashed after it is shown, as nobody waits for that.
    """

    id: str
    name: str
    path: str
    rows: int
    positives: float
    negatives: float
    positive_label: str
    negative_label: str
    models: tuple[ModelInfo, ...]
    numeric_columns: tuple[str, ...]
    weighted: bool = False
    grouped: bool = False
    completions: tuple[tuple[str, str, str], ...] = ()  # for payoff cells: text, kind, hint
    payoff_columns: tuple[PayoffColumn, ...] = ()  # that look like payoffs, for cells
    kind: TableKind = TableKind.SCORES
    classes: tuple[tuple[str, float], ...] = ()
    sha256: str = ""

    @property
    def prevalence(self) -> float:
        """Share of positives in the sample, by weight where there are weights."""
        return self.positives / (self.positives + self.negatives)

    def against_all(self, reference: str) -> DatasetInfo:
        """Return the same file with one of its classes positive and all others negative."""
        if reference in ("", self.positive_label):
            return self
        positives = dict(self.classes)[reference]
        return replace(
            self,
            positives=positives,
            negatives=self.positives + self.negatives - positives,
            positive_label=reference,
            negative_label=f"not {class_name(reference)}",
        )


@dataclass(frozen=True, slots=True)
class PayoffSpec:
    """The payoff matrix as typed: gain positive, loss negative; numbers or expressions.

    `positive_action` and `negative_action` are the user's words for the decisions Y and N
    ("refuse", "grant"), `case_noun` is the word for a case ("applicant").
    """

    tp: str = "0"
    fp: str = "-1"
    fn: str = "-1"
    tn: str = "0"
    preset: str = ""
    unit: str = ""
    case_noun: str = "case"
    positive_action: str = "act"
    negative_action: str = "leave"
    typed_as_costs: bool = False

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The four cells in the order of `CELLS`: all that curves depend on."""
        return self.tp, self.fp, self.fn, self.tn

    def with_cells(self, cells: Mapping[str, str]) -> PayoffSpec:
        """Return a copy with other texts in the cells named."""
        return replace(self, **cells)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class ConditionSpec:
    """Where the models will work.

    `prior` None means the sample's own share of positives. `cost_ratio` is what a miss costs
    against a false alarm, where it was typed or dragged; None takes the ratio of the cells.
    """

    prior: float | None = None
    cost_ratio: float | None = None
    drag: DragChanges = DragChanges.PRIOR
    prior_unit: PriorUnit = PriorUnit.PERCENT


@dataclass(frozen=True, slots=True)
class BoundsSpec:
    """The limits in force, None where there is none: rates, a precision, and a number of cases."""

    fpr: float | None = None
    tpr: float | None = None
    precision: float | None = None
    cases: float | None = None

    @property
    def limits(self) -> dict[BoundKind, float]:
        """The limits in force."""
        limits = {kind: getattr(self, kind.value) for kind in BoundKind}
        return {kind: limit for kind, limit in limits.items() if limit is not None}

    def with_limit(self, kind: BoundKind, limit: float | None) -> BoundsSpec:
        """Return a copy with another limit; None takes the bound away."""
        return replace(self, **{kind.value: limit})

    def of(self, population: float) -> tuple[Bound, ...]:
        """Return the bounds of the engine, that on cases as a share of a population."""
        return tuple(
            Bound.on_cases(limit, population) if kind is BoundKind.CASES else Bound(kind, limit)
            for kind, limit in self.limits.items()
        )


@dataclass(frozen=True, slots=True)
class SelectionSpec:
    """How the operating point is chosen, and for how many cases it is counted.

    Rule, objective and bounds are independent: a change of one leaves the others. `objective`
    None is that of `DatasetSettings.objective`. Where `mixed`, two thresholds are mixed at random
    if that gains something within the bound.
    """

    rule: Rule = Rule.THRESHOLD
    objective: Objective | None = None
    bounds: BoundsSpec = BoundsSpec()
    mixed: bool = False
    target_recall: float = 0.8
    target_precision: float = 0.5
    population: int = 10_000
    thresholds: Mapping[str, float] = field(default_factory=dict)  # model key -> manual threshold

    @property
    def engine_bounds(self) -> tuple[Bound, ...]:
        """The bounds that the rule keeps."""
        return self.bounds.of(self.population) if self.rule is Rule.THRESHOLD else ()


@dataclass(frozen=True, slots=True)
class ViewChoices:
    """What was chosen in the menus of single views. `rival` None follows the runner-up."""

    det_axes: DetAxes = DetAxes.PROBIT
    gain: GainMeasure = GainMeasure.GAIN
    absolute_point: bool = True
    roc_regions: bool = False
    rival: str | None = None
    cost_axis: CostAxis = CostAxis.HALF
    regret: RegretReading = RegretReading.MONEY
    construction: CostConstruction = CostConstruction.NONE
    common_tangents: bool = False
    fold_average: FoldAverage = FoldAverage.VERTICAL
    fold_bars: FoldBars = FoldBars.INTERVAL
    fold_curves: bool = True
    tie_corners: bool = False
    partial_axis: PartialAxis = PartialAxis.OFF
    partial_fpr: tuple[float, float] = (0.0, 0.2)
    partial_tpr: tuple[float, float] = (0.8, 1.0)
    joint_hull: bool = False
    concavities: bool = False

    @property
    def partial_range(self) -> tuple[float, float]:
        """The range of the rate in force."""
        return self.partial_tpr if self.partial_axis is PartialAxis.TPR else self.partial_fpr


@dataclass(frozen=True, slots=True)
class DatasetSettings:
    """Everything the user chose for one dataset. `selected` None follows the best model.

    The curves of `hidden` models are not drawn; these models decide all the same.
    `hidden_at_first` are those that the program hid when it opened a file of many models.
    `belief` is what the user believes about PC(+), where it is not the present one alone.
    `reference` is the class set against all others, in a file of several; empty is the first.
    `mix` are two operating points mixed at random.
    """

    payoff: PayoffSpec = PayoffSpec()
    condition: ConditionSpec = ConditionSpec()
    selection: SelectionSpec = SelectionSpec()
    hidden: frozenset[str] = frozenset()
    hidden_at_first: frozenset[str] = frozenset()
    selected: str | None = None
    belief: Belief = WIDE_BELIEF
    derived: tuple[DerivedModel, ...] = ()
    views: ViewChoices = ViewChoices()
    reference: str = ""
    bands: BandChoices = DEFAULT_BANDS
    mix: MixSpec | None = None

    @property
    def objective(self) -> Objective:
        """What is made best: the user's choice, else the profit once payoffs are typed."""
        if self.selection.objective is not None:
            return self.selection.objective
        typed = self.payoff.cells != PayoffSpec().cells
        return Objective.PROFIT if typed else Objective.COST

    @property
    def chooses_least_cost(self) -> bool:
        """Whether nothing but the condition chooses the threshold: the envelope's classifier."""
        selection = self.selection
        free = selection.rule is Rule.THRESHOLD and not selection.engine_bounds
        return free and self.objective is not Objective.TPR


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How it is shown; kept between sessions, not part of undo."""

    theme: Theme = Theme.SYSTEM
    grid: bool = True


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The whole snapshot. `settings` holds one entry for every open dataset."""

    datasets: tuple[DatasetInfo, ...] = ()
    active: str | None = None
    settings: Mapping[str, DatasetSettings] = field(default_factory=dict)

    @property
    def dataset(self) -> DatasetInfo | None:
        """The dataset on screen, with the class that is positive now."""
        found = next((info for info in self.datasets if info.id == self.active), None)
        return None if found is None else found.against_all(self.current.reference)

    @property
    def current(self) -> DatasetSettings:
        """Settings of the dataset on screen; the defaults where none is open."""
        return self.settings.get(self.active or "", DatasetSettings())

    def with_current(self, **changes: object) -> AnalysisState:
        """Return a copy in which the settings of the dataset on screen have `changes`."""
        if self.active is None:
            raise LookupError("no dataset is open")
        changed = replace(self.current, **changes)  # type: ignore[arg-type]
        return replace(self, settings={**self.settings, self.active: changed})
