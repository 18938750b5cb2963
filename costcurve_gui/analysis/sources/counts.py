"""Confusion matrices and leaves of trees as a source of curves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.counts_cache import LEVEL
from costcurve_gui.analysis.curves import CurveSet, cell_means, drawn_model
from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
from costcurve_gui.analysis.payoffs import PayoffCellError, compile_cell
from costcurve_gui.analysis.settings import CELLS
from costcurve_gui.dataio.expressions.expression import ExpressionError
from costcurve_gui.engine.cost.payoff import PayoffMatrix, constant_costs
from costcurve_gui.engine.evaluation import evaluate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.auc_interval import auc_interval

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.derived_models import DerivedModel
    from costcurve_gui.analysis.settings import PayoffSpec
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset
    from costcurve_gui.dataio.source import Fingerprint


def dataset_info_from_counts(dataset_id: str, counted: CountedDataset) -> DatasetInfo:
    """Return what is known of a file of counts, without its tables."""
    models = tuple(
        ModelInfo(f"{dataset_id}/{name}", name, name, slot, distinct_scores=len(table) - 1)
        for slot, (name, table) in enumerate(counted.tables.items(), start=1)
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


def curve_set_from_counts(
    info: DatasetInfo,
    counted: CountedDataset,
    payoff: PayoffSpec,
    progress: Progress = NO_PROGRESS,
) -> CurveSet:
    """Compute the curves of every model under payoffs that are the same for all cases.

    Raises
    ------
    PayoffCellError, EngineError
        Where a cell is no number, or an error cost is negative.
    """
    matrix = PayoffMatrix(**{cell: _constant(cell, payoff) for cell in CELLS})
    costs, means = constant_costs(matrix)
    models = []
    for done, model in enumerate(info.models):
        progress.advance(done, len(info.models), model.name)
        table = counted.tables[model.column]
        evaluation = evaluate(model.name, table, None, costs, means)
        drawn = drawn_model(model, evaluation, auc_interval(table, LEVEL))
        models.append(replace(drawn, warning=_warning(model, counted, drawn.warning)))
    return CurveSet(info, tuple(models), cell_means(means))


def _warning(model: ModelInfo, counted: CountedDataset, found: str) -> str:
    """Return what is said of a model; what is said of the whole file stands at its first model."""
    said = [
        text
        for text in counted.warnings
        if text.startswith(f"{model.name}: ") or (model.slot == 1 and ": " not in text)
    ]
    return ". ".join([*said, found] if found else said)


def _constant(cell: str, payoff: PayoffSpec) -> float:
    try:
        return float(compile_cell(getattr(payoff, cell), ()).evaluate({}))
    except ExpressionError as error:
        raise PayoffCellError(cell, error) from error


class CountSource:
    """Confusion matrices or leaves of trees."""

    multiclass = None

    def __init__(self, counted: CountedDataset) -> None:
        self._counted = counted

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes."""
        return self._counted.fingerprint

    def cases(self, info: DatasetInfo) -> None:
        """Return nothing: counts have no cases."""
        del info

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

        Counts have no scores to derive a model from.
        """
        del derived, known
        return curve_set_from_counts(info, self._counted, payoff, progress)
