"""How many cases the thresholds that resampled sets choose act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis.intervals.requests import known_optimism

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Floats

BARS = 40


class Spread(NamedTuple):
    """A histogram: the share of the replicates between edges, which are shares of the cases."""

    edges: Floats
    shares: Floats


def chosen_spread(snapshot: Snapshot) -> Spread | None:
    """Return where the replicates' thresholds lie on the axis of shares; None until known."""
    found, key = known_optimism(snapshot), snapshot.selected
    model = snapshot.shown.get(key) if key is not None else None
    if found is None or model is None or not found.optimum.chosen.size or not model.profit.x.size:
        return None
    curves = next(one for one in snapshot.curve_set.models if one.info.key == model.info.key)
    rows = curves.evaluation.table.rows_at_thresholds(found.optimum.chosen)
    acted_on = np.interp(rows, model.profit.indices, model.profit.x)
    counts, edges = np.histogram(acted_on, BARS, (0.0, 1.0))
    return Spread(edges, counts / acted_on.size)
