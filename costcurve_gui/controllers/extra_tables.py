"""Tables of the views that are drawn from extras, as `curve_tables` has those of the curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.models.catalogue import VIEWS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.models.ranked_costs import RankedCosts
    from costcurve_gui.models.results import Frame

EXTRA_HEADERS: Mapping[str, tuple[str, ...]] = {
    "instance_costs": ("model", "start", "benefit", "cost", "positives", "negatives"),
}


def extra_parts(view: str, frame: Frame) -> Iterator[tuple[str, Columns]]:
    """Return name and columns of each model switched on.

    Raises
    ------
    DataError
        Where the job of the view is not done.
    """
    if view not in frame.extras:
        raise DataError(f"{VIEWS[view].title}: not computed yet. Show the view, then export it.")
    extra: Any = frame.extras[view]
    for key, model in frame.models.items():
        yield model.info.name, _instance_costs(extra[key], frame)


def _instance_costs(ranked: RankedCosts, frame: Frame) -> Columns:
    """Return what errors cost by descending score; `start` is the rank of a first case, from 1."""
    costs, factor = ranked.columns, frame.settings.condition.miss_factor
    starts, benefit = costs.starts[:-1] + 1, costs.benefit * factor
    return starts, benefit, costs.cost, costs.positives, costs.negatives
