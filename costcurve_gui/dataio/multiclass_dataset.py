"""Load cases of several classes; any of the classes can be set against all others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.checks import check_classes
from costcurve_gui.dataio.dataset import Dataset, load_with_classes
from costcurve_gui.dataio.errors import plural
from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.dataio.row_columns import sealed
from costcurve_gui.engine.multiclass.sample import complete_rows
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.roles.column_roles import ClassScores, MulticlassRoles
    from costcurve_gui.dataio.source import Source


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class MulticlassDataset:
    """Cases of several classes in one file.

    Parameters
    ----------
    cases : Dataset
        With the scores of all models for all classes. Where a model lacks the score of one
        class, its scores of all classes are NaN.
    classes : tuple of str
        In the order of the first model's columns.
    codes : ndarray of uint8, shape (n,)
        Position of every case's class in `classes`; read-only.
    models : tuple of ClassScores
    """

    cases: Dataset
    classes: tuple[str, ...]
    codes: NDArray[np.uint8]
    models: tuple[ClassScores, ...]

    def scores(self, model: ClassScores) -> Mapping[str, NDArray[np.float64]]:
        """Return a model's score of every class, in the order of `classes`."""
        return {name: self.cases.scores[model.columns[name]] for name in self.classes}

    def against_all(self, reference: str) -> Dataset:
        """Return the cases with one class as positive and all others as negative.

        Every model is represented by its score of that class. Only the labels are regenerated.
        """
        columns = [model.columns[reference] for model in self.models]
        return replace(
            self.cases,
            y_true=sealed(self.codes == self.classes.index(reference)),
            scores={column: self.cases.scores[column] for column in columns},
            missing={column: self.cases.missing[column] for column in columns},
            positive_label=reference,
            negative_label=f"not {class_name(reference)}",
        )

    def by_model(self, reference: str) -> Dataset:
        """Return a copy with every model's score under the name of the model."""
        data = self.against_all(reference)
        columns = {model.name: model.columns[reference] for model in self.models}
        return replace(
            data,
            scores={name: data.scores[column] for name, column in columns.items()},
            missing={name: data.missing[column] for name, column in columns.items()},
        )

    @property
    def class_sizes(self) -> Mapping[str, float]:
        """Cases of every class, by weight where there are weights."""
        sizes = np.bincount(self.codes, self.cases.weight, minlength=len(self.classes))
        return dict(zip(self.classes, map(float, sizes), strict=True))


def load_multiclass(
    source: Source, chosen: MulticlassRoles, progress: Progress = NO_PROGRESS
) -> MulticlassDataset:
    """Read the label and the scores of every class, in one pass over the file.

    Raises
    ------
    DataError
        Where the rows do not make a scored sample of every class; column and rows are named.
    Cancelled
        Where `progress` was cancelled; nothing stays behind.
    """
    cases, codes = load_with_classes(source, chosen.roles, progress)
    classes = chosen.roles.classes
    for position, name in enumerate(classes):
        check_classes(source, chosen.against_all(name), codes == position)
    scores, missing, warnings = dict(cases.scores), dict(cases.missing), list(cases.warnings)
    for model in chosen.models:
        gaps = _without_incomplete(scores, model)
        missing |= dict.fromkeys(model.columns.values(), gaps)
        if gaps:
            warnings.append(
                f"{model.name} lacks the score of a class in {plural(gaps, 'row')}; "
                f"they are left out for {model.name} alone."
            )
    cases = replace(cases, scores=scores, missing=missing, warnings=tuple(warnings))
    return MulticlassDataset(cases, classes, codes, chosen.models)


def _without_incomplete(scores: dict[str, NDArray[np.float64]], model: ClassScores) -> int:
    """Blank the rows in which a model scored some classes only; return how many it lacks."""
    columns = list(model.columns.values())
    complete = complete_rows(scores[column] for column in columns)
    if complete is None:
        return 0
    for column in columns:
        scores[column] = sealed(np.where(complete, scores[column], np.nan))
    return int(np.count_nonzero(~complete))
