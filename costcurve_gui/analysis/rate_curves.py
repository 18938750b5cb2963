"""Curves over the thresholds of a model that the catalogue of views names by an engine function.

Such a function takes (table, prior, rows, all of them where None) and returns a frozen dataclass
of columns of one length, the thresholds first.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.view_curves import thinned_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.condition import OperatingCondition

_KNOWN: WeakKeyDictionary[Snapshot, dict[str, Mapping[str, DrawnCurve]]] = WeakKeyDictionary()


def rate_curves(snapshot: Snapshot, path: str, x: str, y: str) -> Mapping[str, DrawnCurve]:
    """Return the curve of each model switched on; `x` and `y` are the columns that are drawn."""
    known = _KNOWN.setdefault(snapshot, {})
    if path not in known:
        known[path] = {
            model.info.key: rate_curve(model, condition_of(snapshot, model.info.key), path, x, y)
            for model in _shown(snapshot)
        }
    return known[path]


def rate_curve(
    model: ModelCurves, condition: OperatingCondition, path: str, x: str, y: str
) -> DrawnCurve:
    """Return the curve of one model, without the rows where it is undefined."""
    rows = thinned_rows(model)
    curve = rate_function(path)(model.evaluation.table, condition.prior, rows)
    across, up = getattr(curve, x), getattr(curve, y)
    known = ~(np.isnan(across) | np.isnan(up))
    return DrawnCurve(across[known], up[known], rows[known])


def _shown(snapshot: Snapshot) -> Iterator[ModelCurves]:
    return (model for model in snapshot.curve_set.models if model.info.key in snapshot.shown)


def rate_function(path: str) -> Callable[..., Any]:
    """Import the function of the engine that a row of the catalogue names."""
    module, _, name = path.partition(":")
    return cast("Callable[..., Any]", getattr(import_module(module), name))
