"""The areas of the models of a file of several classes, measured once."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.multiclass.areas import multiclass_areas
from costcurve_gui.engine.multiclass.sample import multiclass_sample
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.dataio.roles.column_roles import ClassScores
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas

_AREAS: WeakKeyDictionary[MulticlassDataset, Mapping[str, MulticlassAreas]] = WeakKeyDictionary()


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
