"""Tables of payoffs: instance costs, the build-up of the profit, the matrix and its baselines."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from costcurve_gui.analysis.conditions import means_in_force
from costcurve_gui.analysis.curves import CaseInput, view_input
from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.ranked_costs import model_ranked_costs
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.subsets import ALL_UP_TO
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.view_results import model_payoff_sums
from costcurve_gui.dataio.expressions.rewriting import missed_cell, relative_cells
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.curves.profit_build_up import (
    CellProfit,
    ProfitBuildUp,
    profit_build_up,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.analysis.tables.table import Columns

    Baseline = Literal["N", "Y"]


_FIGURES = ("rate", "prior", "payoff", "profit")
BUILD_UP_HEADER = ("model", "cell", *_FIGURES)
PAYOFF_MATRIX_HEADER = ("positive", "baseline", "cell", "payoff", "mean")
INSTANCE_COSTS_HEADER = ("model", "start", "benefit", "cost", "positives", "negatives")
_BASELINE_ROW = {"N": ("fn", "tn"), "Y": ("tp", "fp")}
_PARTNER = {"tp": "fn", "fn": "tp", "fp": "tn", "tn": "fp"}


def instance_costs_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return what errors cost by descending score; `start` is the rank of a first case, from 1."""
    parts = ((model.name, _ranked(snapshot, model)) for model in models_of(snapshot, options))
    return Table.of_parts(INSTANCE_COSTS_HEADER, parts)


def build_up_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the four cells of the confusion matrix of each model with the product of each."""
    parts = ((model.name, _build_up(snapshot, model)) for model in models_of(snapshot, options))
    return Table.of_parts(BUILD_UP_HEADER, parts)


def payoff_matrix_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the payoff matrix in force, and what is left of it relative to none and to all.

    A baseline's own row is 0; the other has what deciding otherwise brings (Fawcett 2006,
    section 4).
    """
    del options
    matrices = {
        None: matrix_in_force(snapshot),
        "none": relative_to(snapshot, "N"),
        "all": relative_to(snapshot, "Y"),
    }
    positive = snapshot.curve_set.dataset.positive_label
    rows = (
        (positive, baseline, cell, matrix.texts[cell], matrix.means[cell])
        for baseline, matrix in matrices.items()
        for cell in CELLS
    )
    return Table.of_rows(PAYOFF_MATRIX_HEADER, rows)


def has_instance_costs(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether the report lists them: in a large file whose errors cost the same they say little."""
    del options
    return snapshot.curve_set.costs_vary or snapshot.curve_set.dataset.rows <= ALL_UP_TO


def _ranked(snapshot: Snapshot, model: TableModel) -> Columns:
    known, factor = snapshot.results.instance_costs, snapshot.miss_factor
    if known is None:
        costs = model_ranked_costs(_cases(snapshot), model.curves).columns
    else:
        costs = known[model.key].columns
    starts, benefit = costs.starts[:-1] + 1, costs.benefit * factor
    return starts, benefit, costs.cost, costs.positives, costs.negatives


def _build_up(snapshot: Snapshot, model: TableModel) -> Columns:
    known = snapshot.results
    if known.build_up is None and _has_cases(snapshot):
        sums = model_payoff_sums(_cases(snapshot), model.curves)
        snapshot = replace(snapshot, results=replace(known, build_up={model.key: sums}))
    found = build_up_of(snapshot, snapshot.models[model.key])
    cells = [getattr(found, cell) for cell in CELLS]
    figures = ([getattr(cell, name) for cell in cells] for name in _FIGURES)
    return np.array(CELLS, dtype=object), *(np.array(figure) for figure in figures)


def build_up_of(snapshot: Snapshot, model: ModelSnapshot) -> ProfitBuildUp | None:
    """Return the four products whose sum is the profit of a model; None until its job is done."""
    if not _has_cases(snapshot):
        return _of_counts(snapshot, model)
    sums = (snapshot.results.build_up or {}).get(model.info.key)
    if sums is None:
        return None
    prior, factor = snapshot.condition.prior, snapshot.miss_factor
    found = profit_build_up(model.policy, prior, sums)
    if factor == 1:
        return found
    # A miss that costs k times as much pays b(Y, p) - k (b(Y, p) - b(N, p)).
    as_if_found = profit_build_up(model.policy, prior, replace(sums, fn=sums.tp))
    return replace(found, fn=_between(as_if_found.fn, found.fn, factor))


def _has_cases(snapshot: Snapshot) -> bool:
    return snapshot.curve_set.dataset.kind is TableKind.SCORES


def _cases(snapshot: Snapshot) -> CaseInput:
    source = snapshot.curve_set.source
    given = (
        None if source is None else view_input(snapshot.curve_set, source, snapshot.settings.payoff)
    )
    if not isinstance(given, CaseInput):
        raise TypeError(f"{snapshot.curve_set.dataset.name} has no cases.")
    return given


def _of_counts(snapshot: Snapshot, model: ModelSnapshot) -> ProfitBuildUp:
    """Return the products where every case of a cell pays the same."""
    policy, prior = model.policy, snapshot.condition.prior
    means = means_in_force(snapshot.curve_set.payoff_means, snapshot.miss_factor)
    return ProfitBuildUp(
        tp=_cell(policy.tpr, prior, means["tp"]),
        fp=_cell(policy.fpr, 1 - prior, means["fp"]),
        fn=_cell(1 - policy.tpr, prior, means["fn"]),
        tn=_cell(1 - policy.fpr, 1 - prior, means["tn"]),
    )


def _cell(rate: float, prior: float, payoff: float) -> CellProfit:
    return CellProfit(rate, prior, payoff if rate > 0 else math.nan, rate * prior * payoff)


def _between(first: CellProfit, second: CellProfit, share: float) -> CellProfit:
    payoff = (1 - share) * first.payoff + share * second.payoff
    profit = (1 - share) * first.profit + share * second.profit
    return replace(second, payoff=payoff, profit=profit)


@dataclass(frozen=True, slots=True)
class MatrixCells:
    """Expression and mean of each cell: gain positive."""

    texts: Mapping[str, str]
    means: Mapping[str, float]


def matrix_in_force(snapshot: Snapshot) -> MatrixCells:
    """Return the payoff matrix, its misses scaled to the cost ratio in force."""
    tp, fp, fn, tn = snapshot.settings.payoff.cells
    if snapshot.miss_factor != 1:
        columns = snapshot.curve_set.dataset.numeric_columns
        fn = missed_cell(tp, fn, snapshot.miss_factor, columns)
    means = means_in_force(snapshot.curve_set.payoff_means, snapshot.miss_factor)
    return MatrixCells(dict(zip(CELLS, (tp, fp, fn, tn), strict=True)), means)


def relative_to(snapshot: Snapshot, baseline: Baseline) -> MatrixCells:
    """Return the matrix in force with the row of the baseline subtracted: that row is 0."""
    known = matrix_in_force(snapshot)
    tp, fp, fn, tn = (known.texts[cell] for cell in CELLS)
    columns = snapshot.curve_set.dataset.numeric_columns
    texts = relative_cells((tp, fp, fn, tn), columns, baseline)
    zero = _BASELINE_ROW[baseline]
    means = {
        cell: 0.0 if cell in zero else known.means[cell] - known.means[_PARTNER[cell]]
        for cell in CELLS
    }
    return MatrixCells(dict(zip(CELLS, texts, strict=True)), means)
