"""The areas and the ROC curves of the models of a file of several classes, measured once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.multiclass.areas import multiclass_areas
from costcurve_gui.engine.multiclass.sample import multiclass_sample
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.roc.curve import decimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.dataio.roles.column_roles import ClassScores
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas


_AREAS: WeakKeyDictionary[MulticlassDataset, Mapping[str, MulticlassAreas]] = WeakKeyDictionary()


def scores_of_models(
    curve_set: CurveSet, data: MulticlassDataset
) -> Iterator[tuple[ModelInfo, ClassScores]]:
    """Yield the listed models of the file, with their scores; no derived ones."""
    by_column = {column: one for one in data.models for column in one.columns.values()}
    by_column |= {one.name: one for one in data.models}  # stands for all columns in the window
    for model in curve_set.models:
        if model.info.derived is None:
            yield model.info, by_column[model.info.column]


def areas_of_models(
    data: MulticlassDataset, progress: Progress = NO_PROGRESS
) -> Mapping[str, MulticlassAreas]:
    """Return the areas of every model by its name, in file order.

    Raises
    ------
    EngineError
        Where the rows that a model scored lack a class.
    """
    if data not in _AREAS:
        _AREAS[data] = {model.name: _measured(data, model, progress) for model in data.models}
    return _AREAS[data]


def _measured(data: MulticlassDataset, model: ClassScores, progress: Progress) -> MulticlassAreas:
    try:
        sample = multiclass_sample(data.codes, data.scores(model), data.cases.weight)
    except EngineError as error:
        raise EngineError(f"{model.name}: {error}") from error
    return multiclass_areas(sample, progress)


@dataclass(frozen=True, slots=True, eq=False)
class ClassCurve:
    """One class against all others: its curve as it is drawn, and its AUC."""

    name: str
    drawn: DrawnCurve
    auc: float


@dataclass(frozen=True, slots=True, eq=False)
class ClassCurves:
    """The curves of all classes of one model, in the order of the file."""

    model: str
    classes: tuple[ClassCurve, ...]


_CURVES: WeakKeyDictionary[MulticlassDataset, Mapping[str, ClassCurves]] = WeakKeyDictionary()


def curves_of_classes(
    data: MulticlassDataset, progress: Progress = NO_PROGRESS
) -> Mapping[str, ClassCurves]:
    """Return the curves of every model by its name, in file order."""
    if data not in _CURVES:
        parts = {
            model.name: progress.part(turn, len(data.models))
            for turn, model in enumerate(data.models)
        }
        _CURVES[data] = {
            model.name: ClassCurves(
                model.name,
                tuple(
                    ClassCurve(name, _drawn(table), auc(table))
                    for name, table in class_tables(data, model, parts[model.name])
                ),
            )
            for model in data.models
        }
    return _CURVES[data]


def class_tables(
    data: MulticlassDataset, model: ClassScores, progress: Progress = NO_PROGRESS
) -> Iterator[tuple[str, ThresholdTable]]:
    """Yield each class with the thresholds of a model for it against all others."""
    for position, (name, scores) in enumerate(data.scores(model).items()):
        progress.advance(position, len(data.classes), f"{model.name}, {name}")
        is_class = data.codes == position
        yield name, threshold_table(is_class, scores, sample_weight=data.cases.weight)


def _drawn(table: ThresholdTable) -> DrawnCurve:
    rows = decimate(table).indices
    return DrawnCurve(table.fpr_at(rows), table.tpr_at(rows), rows)
