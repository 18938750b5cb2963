"""Confusion matrices and leaves of trees as a source of curves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.counts_cache import LEVEL
from costcurve_gui.analysis.curves import CurveSet, cell_means, drawn_model
from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
from costcurve_gui.analysis.derived_models import EXPECTED, combination_of, with_derived_counts
from costcurve_gui.analysis.model_remarks import NAME
from costcurve_gui.analysis.payoffs import CELLS, PayoffCellError, check_cells, compile_cell
from costcurve_gui.dataio.expressions.expression import ExpressionError
from costcurve_gui.engine.cost.payoff import PayoffMatrix, constant_costs
from costcurve_gui.engine.evaluation import evaluate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.auc_interval import AucInterval, auc_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.derivation import DerivedCounts, DerivedModel
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset
    from costcurve_gui.dataio.source import Fingerprint
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMeans
    from costcurve_gui.engine.evaluation import ModelEvaluation


def dataset_info_from_counts(dataset_id: str, counted: CountedDataset) -> DatasetInfo:
    """Return what is known of a file of counts, without its tables."""
    models = tuple(
        ModelInfo(f"{dataset_id}/{name}", name, name, slot)
        for slot, name in enumerate(counted.tables, start=1)
    )
    return DatasetInfo(
        id=dataset_id,
        name=counted.info_name,
        path=str(counted.path or ""),
        rows=round(counted.positives + counted.negatives),
        positives=counted.positives,
        negatives=counted.negatives,
        positive_label=counted.positive_label,
        negative_label=counted.negative_label,
        models=models,
        numeric_columns=(),
        kind=counted.kind,
    )


def _remark(model: ModelInfo, counted: CountedDataset, found: str) -> str:
    """Return what is said of a model; what is said of the whole file stands at its first model."""
    first, start = model.column == next(iter(counted.tables)), f"{model.column}: "
    said = [
        f"{NAME}: {text.removeprefix(start)}" if text.startswith(start) else text
        for text in counted.warnings
        if text.startswith(start) or (first and ": " not in text)
    ]
    return ". ".join([*said, found] if found else said)


class CountSource:
    """Confusion matrices or leaves of trees, and what they were evaluated to last."""

    multiclass = None

    def __init__(self, counted: CountedDataset) -> None:
        self.counted = counted
        self._newest: tuple[PayoffSpec, Evaluations] | None = None

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes."""
        return self.counted.fingerprint

    def cases(self, info: DatasetInfo) -> None:
        """Return nothing: counts have no cases."""
        del info

    def evaluations(self, payoff: PayoffSpec, progress: Progress = NO_PROGRESS) -> Evaluations:
        """Return what each model can do, by name, under payoffs that are the same for all cases.

        Raises
        ------
        PayoffCellError, EngineError
            Where a cell is not a number, or an error cost is negative.
        """
        newest = self._newest
        if newest is not None and newest[0].cells == payoff.cells:
            return newest[1]
        costs, means = constant_costs(constant_matrix(payoff))
        tables, found = self.counted.tables, {}
        for done, (name, table) in enumerate(tables.items()):
            progress.advance(done, len(tables), name)
            found[name] = evaluate(name, table, None, costs, means)
        self._newest = payoff, Evaluations(found, means)
        return self._newest[1]

    def build_curves(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        derived: tuple[DerivedModel, ...] = (),
        known: tuple[ModelCurves, ...] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> CurveSet:
        """Compute the curves of every model under payoffs that are the same for all cases.

        Raises
        ------
        EngineError
            Where a derived model is made from more than counts.
        """
        del known
        found = self.evaluations(payoff, progress)
        whole, made = with_derived_counts(info, derived, self.counted.tables)
        costs, means = constant_costs(constant_matrix(payoff))
        models = tuple(
            self._drawn(model, found.models[model.column])
            if model.derived is None
            else _derived(model, made[model.column], costs, means)
            for model in whole.models
        )
        return CurveSet(whole, models, cell_means(found.means), source=self)

    def _drawn(self, model: ModelInfo, evaluation: ModelEvaluation) -> ModelCurves:
        evaluation = replace(evaluation, name=model.name)
        drawn = drawn_model(model, evaluation, auc_interval(evaluation.table, LEVEL))
        return replace(drawn, remark=_remark(model, self.counted, drawn.remark))


def _derived(
    model: ModelInfo, made: DerivedCounts, costs: ErrorCosts, means: PayoffMeans
) -> ModelCurves:
    """Return the curves of a derived model; a combination is expected, so it has no interval."""
    evaluation = evaluate(model.name, made.table, None, costs, means)
    drawn = drawn_model(model, evaluation, auc_interval(made.table, LEVEL))
    if not made.steps:
        return drawn
    return replace(
        drawn,
        auc=AucInterval(drawn.auc.auc, None, None, LEVEL, EXPECTED),
        remark=f"{NAME}: {EXPECTED}",
        absolute=None,
        combination=combination_of(made.steps),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Evaluations:
    """What the models of a file of counts can do, by name, and the payoffs that all share."""

    models: Mapping[str, ModelEvaluation]
    means: PayoffMeans


def constant_matrix(payoff: PayoffSpec) -> PayoffMatrix:
    """Return payoffs that are numbers; raises `PayoffCellError` where one needs a column."""
    if payoff.parameters:
        check_cells(payoff, ())
    texts = zip(CELLS, payoff.cells, strict=True)
    return PayoffMatrix(**{cell: _constant(cell, text) for cell, text in texts})


def _constant(cell: str, text: str) -> float:
    try:
        return float(compile_cell(text, ()).evaluate({}))
    except ExpressionError as error:
        raise PayoffCellError(cell, error) from error
