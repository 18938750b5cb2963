"""Curves of models that come as counts, in the shape in which the views draw all models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.controllers.counts_cache import LEVEL
from costcurve_gui.controllers.scenes import cell_means, drawn_model
from costcurve_gui.engine.evaluation import evaluate
from costcurve_gui.engine.resampling.delong import auc_interval
from costcurve_gui.models.results import Scene
from costcurve_gui.models.state import DatasetInfo, ModelInfo

if TYPE_CHECKING:
    from costcurve_gui.dataio.counted import CountedDataset
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMeans


def describe_counted(dataset_id: str, counted: CountedDataset) -> DatasetInfo:
    """Return what is known of a file of counts, without its tables."""
    models = tuple(
        ModelInfo(f"{dataset_id}/{name}", name, name, slot, distinct_scores=len(table) - 1)
        for slot, (name, table) in enumerate(counted.tables.items(), start=1)
    )
    return DatasetInfo(
        id=dataset_id,
        name=counted.info_name,
        path=str(counted.path or ""),
        sha256=counted.sha256,
        rows=round(counted.positives + counted.negatives),
        positives=counted.positives,
        negatives=counted.negatives,
        positive_label=counted.positive_label,
        negative_label=counted.negative_label,
        models=models,
        numeric_columns=(),
    )


def build_counted_scene(
    info: DatasetInfo, counted: CountedDataset, costs: ErrorCosts, means: PayoffMeans
) -> Scene:
    """Compute the curves of every model under constant payoffs: see `constant_costs`."""
    models = []
    for model in info.models:
        table = counted.tables[model.column]
        evaluation = evaluate(model.name, table, None, costs, means)
        models.append(drawn_model(model, evaluation, auc_interval(table, LEVEL)))
    return Scene(info, tuple(models), cell_means(means))
