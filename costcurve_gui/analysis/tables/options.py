"""What a table is asked for beside the settings of its snapshot."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.snapshot import condition_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.day_results import DayChoices
    from costcurve_gui.analysis.operations import UnitChoices
    from costcurve_gui.analysis.segments import SegmentChoices
    from costcurve_gui.analysis.settings import MixSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.validation import ValidationSample
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.roc.area import Axis


@dataclass(frozen=True, slots=True)
class PartialRange:
    """The range of a rate that bounds a partial AUC."""

    low: float
    high: float
    axis: Axis


@dataclass(frozen=True, slots=True, eq=False)
class UnlabelledScores:
    """The scores of a second file by column, as they stand there; NaN where one is missing.

    `groups` tells which of its cases belong together; None where each stands alone.
    """

    name: str
    scores: Mapping[str, Floats]
    groups: Indices | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SwapChoice:
    """Two policies by name; a column that names the cases, and its text on all rows of the file."""

    names: tuple[str, str]
    ids: tuple[str, NDArray[Any]] | None = None


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What a file asks for beside the settings of the snapshot.

    `models` and `pair` are keys; None stands for all models, and for every pair in file order.
    `payoffs_given` is whether a report was asked for with payoffs; None outside of a report.
    `bounds_together` asks a report for what keeps all bounds where each has its own criterion,
    `by_hand` for the thresholds that were set.
    `belief` is its text where it was typed. Each of `mixes` is a row of mixtures.csv among
    `population` cases. `subsets` has the rows of the threshold table that stand for a model, by
    key; a model without has all of them. `stability` is how the cases are split into samples whose
    costs are compared, and `stability_sample` another file to compare them with. With a
    `family_threshold` the models are a family of classifiers as well. `validation` are cases on
    which policies are estimated again, `unlabelled` scores of cases whose prior is looked for,
    `swap` two policies whose decisions are compared,
    `segments`, `days` and `units` what further columns say of the cases.
    """

    models: frozenset[str] | None = None
    pair: tuple[str, str] | None = None
    payoffs_given: bool | None = None
    bounds_together: bool = False
    by_hand: bool = False
    belief: str = ""
    partial_auc: PartialRange | None = None
    mixes: tuple[MixSpec, ...] = ()
    population: float = 1.0
    subsets: Mapping[str, Indices] = field(default_factory=dict, compare=False)
    stability: str = ""
    family_threshold: float | None = None
    stability_sample: Dataset | None = field(default=None, compare=False)
    validation: ValidationSample | None = field(default=None, compare=False)
    unlabelled: UnlabelledScores | None = field(default=None, compare=False)
    swap: SwapChoice | None = field(default=None, compare=False)
    segments: SegmentChoices | None = field(default=None, compare=False)
    days: DayChoices | None = field(default=None, compare=False)
    units: UnitChoices | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class TableModel:
    """A model of a table: its curves, and its condition over the rows that it scored.

    `subset` has the rows of its threshold table that stand for it, None where all do.
    """

    curves: ModelCurves
    condition: OperatingCondition
    subset: Indices | None = None

    @property
    def info(self) -> ModelInfo:
        """What is known of it."""
        return self.curves.info

    @property
    def key(self) -> str:
        """Its key in interval requests."""
        return self.info.key

    @property
    def name(self) -> str:
        """What the files call it."""
        return self.info.name

    @property
    def place(self) -> str:
        """What a refusal calls it: the column of the file, if it has one."""
        return self.info.column if self.info.derived is None else self.info.name

    @property
    def evaluation(self) -> ModelEvaluation:
        """Its curves, every point of them."""
        return self.curves.evaluation

    @property
    def table(self) -> ThresholdTable:
        """Its counts."""
        return self.evaluation.table

    @property
    def rows(self) -> Indices:
        """The rows of its threshold table that tables list, ascending."""
        return self.rows_between(0, self.listed)

    @property
    def listed(self) -> int:
        """How many rows tables list."""
        return len(self.table) if self.subset is None else self.subset.size

    def rows_between(self, start: int, stop: int) -> Indices:
        """Return some of the rows that tables list."""
        return np.arange(start, stop) if self.subset is None else self.subset[start:stop]


Pair = tuple[TableModel, TableModel]


def models_of(snapshot: Snapshot, options: TableOptions) -> tuple[TableModel, ...]:
    """Return the models of a table in file order."""
    keys = snapshot.models if options.models is None else options.models
    return tuple(
        TableModel(
            model, condition_of(snapshot, model.info.key), options.subsets.get(model.info.key)
        )
        for model in snapshot.curve_set.models
        if model.info.key in keys
    )


def pairs_of(snapshot: Snapshot, options: TableOptions) -> tuple[Pair, ...]:
    """Return the pairs of a table."""
    models = {model.key: model for model in models_of(snapshot, options)}
    if options.pair is None:
        return tuple(combinations(models.values(), 2))
    a, b = options.pair
    return ((models[a], models[b]),)
