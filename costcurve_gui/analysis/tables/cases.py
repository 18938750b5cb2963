"""Tables of payoffs that only the window has: instance costs and the build-up of the profit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.profit_build_up import build_up_of
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.analysis.tables.table import Columns

_FIGURES = ("rate", "prior", "payoff", "profit")
BUILD_UP_HEADER = ("model", "cell", *_FIGURES)
INSTANCE_COSTS_HEADER = ("model", "start", "benefit", "cost", "positives", "negatives")


def instance_costs_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return what errors cost by descending score; `start` is the rank of a first case, from 1."""
    parts = ((model.name, _ranked(snapshot, model)) for model in models_of(snapshot, options))
    return Table.of_parts(INSTANCE_COSTS_HEADER, parts)


def build_up_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the four cells of the confusion matrix of each model with the product of each."""
    parts = ((model.name, _build_up(snapshot, model)) for model in models_of(snapshot, options))
    return Table.of_parts(BUILD_UP_HEADER, parts)


def _ranked(snapshot: Snapshot, model: TableModel) -> Columns:
    ranked, factor = snapshot.results.instance_costs or {}, snapshot.miss_factor
    costs = ranked[model.key].columns
    starts, benefit = costs.starts[:-1] + 1, costs.benefit * factor
    return starts, benefit, costs.cost, costs.positives, costs.negatives


def _build_up(snapshot: Snapshot, model: TableModel) -> Columns:
    found = build_up_of(snapshot, snapshot.models[model.key])
    cells = [getattr(found, cell) for cell in CELLS]
    figures = ([getattr(cell, name) for cell in cells] for name in _FIGURES)
    return np.array(CELLS, dtype=object), *(np.array(figure) for figure in figures)
