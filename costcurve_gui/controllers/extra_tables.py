"""Tables of the views that are drawn from extras, as `curve_tables` has those of the curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from costcurve_gui.controllers import multiclass_columns
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.models.catalogue import VIEWS
from costcurve_gui.models.profit_parts import build_up_of
from costcurve_gui.models.state import CELLS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas
    from costcurve_gui.models.fold_curves import FoldResults
    from costcurve_gui.models.ranked_costs import RankedCosts
    from costcurve_gui.models.results import Frame, ModelFrame

NOT_COMPUTED = "{}: not computed yet. Show the view, then export it."
_FIGURES = ("rate", "prior", "payoff", "profit")
EXTRA_HEADERS: Mapping[str, tuple[str, ...]] = {
    "instance_costs": ("model", "start", "benefit", "cost", "positives", "negatives"),
    "build_up": ("model", "cell", *_FIGURES),
    "folds": (
        *("model", "method", "threshold", "x", "y", "std", "lower", "upper"),
        *("x_std", "x_lower", "x_upper", "interval", "level"),
    ),
    "multiclass": multiclass_columns.HEADER,
}


def extra_parts(view: str, frame: Frame) -> Iterator[tuple[str, Columns]]:
    """Return name and columns of each model switched on.

    Raises
    ------
    DataError
        Where the job of the view is not done.
    """
    if view not in frame.extras:
        raise DataError(NOT_COMPUTED.format(VIEWS[view].title))
    columns = _COLUMNS[view]
    for model in frame.models.values():
        found = columns(frame, model)
        if found is not None:
            yield model.info.name, found


def _instance_costs(frame: Frame, model: ModelFrame) -> Columns:
    """Return what errors cost by descending score; `start` is the rank of a first case, from 1."""
    extra = cast("Mapping[str, RankedCosts]", frame.extras["instance_costs"])
    costs, factor = extra[model.info.key].columns, frame.miss_factor
    starts, benefit = costs.starts[:-1] + 1, costs.benefit * factor
    return starts, benefit, costs.cost, costs.positives, costs.negatives


def _build_up(frame: Frame, model: ModelFrame) -> Columns:
    """Return the four cells of the confusion matrix with the product of each."""
    found = build_up_of(frame, model)
    cells = [getattr(found, cell) for cell in CELLS]
    figures = ([getattr(cell, name) for cell in cells] for name in _FIGURES)
    return np.array(CELLS, dtype=object), *(np.array(figure) for figure in figures)


def _folds(frame: Frame, model: ModelFrame) -> Columns | None:
    """Return the averages of a model; None where its folds have none."""
    results = cast("FoldResults", frame.extras["folds"])
    if results.columns is None or model.info.key not in results.curves:
        return None
    return results.columns(model.info.key)


def _multiclass(frame: Frame, model: ModelFrame) -> Columns:
    """Return the areas of every class; no row where there are two classes only."""
    areas = cast("Mapping[str, MulticlassAreas]", frame.extras["multiclass"])
    if model.info.key not in areas:
        return tuple(np.empty(0) for _ in multiclass_columns.HEADER[1:])
    rows = zip(*multiclass_columns.class_rows(areas[model.info.key]), strict=True)
    return tuple(np.array(column) for column in rows)


_COLUMNS: Mapping[str, Callable[[Frame, ModelFrame], Columns | None]] = {
    "instance_costs": _instance_costs,
    "build_up": _build_up,
    "folds": _folds,
    "multiclass": _multiclass,
}
