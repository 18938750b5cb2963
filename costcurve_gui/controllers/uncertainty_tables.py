"""The tables behind the views of what was resampled, in the columns of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.controllers.band_columns import (
    HEADERS,
    difference_rows,
    test_rows,
    verdict_rows,
    winner_rows,
)
from costcurve_gui.controllers.curve_columns import CurveTable
from costcurve_gui.controllers.extra_tables import NOT_COMPUTED
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.averaging.spread import GRID
from costcurve_gui.models.catalogue import VIEWS
from costcurve_gui.models.uncertainty import (
    belief_tests_wanted,
    difference_wanted,
    known,
    tests_wanted,
    verdicts_wanted,
    winners_wanted,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.uncertainty import Wanted

    Rows = Iterable[Sequence[Any]]


def uncertainty_table(view: str, frame: Frame) -> CurveTable:
    """Return what a view shows of the models switched on, with method, level and seed.

    Raises
    ------
    DataError
        Where it is not resampled yet.
    """
    columns = tuple(zip(*_ROWS[view](frame), strict=True)) or tuple(() for _ in HEADERS[view])
    return CurveTable(HEADERS[view], tuple(_column(cells) for cells in columns))


def _column(cells: Sequence[Any]) -> np.ndarray[Any, Any]:
    column = np.empty(len(cells), dtype=object)
    column[:] = cells
    return column


def _difference(frame: Frame) -> Rows:
    """Return the difference on the grid of the report, with its band once that is known."""
    found = frame.cost_answers.comparison()
    if found is None:
        return ()
    names = frame.models[found.model].info.name, frame.models[found.rival].info.name
    band = known(frame, difference_wanted(frame))
    return difference_rows(names, GRID, found.difference.value_at(GRID), band)


def _winners(frame: Frame) -> Rows:
    return winner_rows(_found(frame, "winners", winners_wanted(frame)), _in_order(frame))


def _verdicts(frame: Frame) -> Rows:
    found = _found(frame, "verdicts", verdicts_wanted(frame))
    return verdict_rows(found, _in_order(frame), frame.settings.bands.spec)


def _tests(frame: Frame) -> Rows:
    belief = _found(frame, "tests", belief_tests_wanted(frame))
    for tests in (*_found(frame, "tests", tests_wanted(frame)), belief):
        yield from test_rows(tests, _names(frame))


def _found(frame: Frame, view: str, wanted: Wanted | None) -> Any:
    found = known(frame, wanted)
    if found is None:
        raise DataError(NOT_COMPUTED.format(VIEWS[view].title))
    return found


def _names(frame: Frame) -> dict[str, str]:
    return {key: model.info.name for key, model in frame.models.items()}


def _in_order(frame: Frame) -> list[str]:
    return list(_names(frame).values())


_ROWS: Mapping[str, Callable[[Frame], Rows]] = {
    "difference": _difference,
    "winners": _winners,
    "verdicts": _verdicts,
    "tests": _tests,
}
UNCERTAINTY_TABLES = frozenset(_ROWS)
