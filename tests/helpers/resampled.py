"""One model whose replicates are evaluated again, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine import (
    BootstrapSpec,
    PayoffMatrix,
    RankedModel,
    error_costs,
    evaluate,
    payoff_means,
    rank_order,
    threshold_table,
)
from tests.helpers import paired

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine import ModelEvaluation, Sample, ThresholdTable

FIXED = PayoffMatrix(tp=0.5, fp=-1.0, fn=-3.0, tn=0.0)


def ranked(
    y_true: np.ndarray, y_score: np.ndarray, payoff: PayoffMatrix = FIXED
) -> tuple[Sample, RankedModel]:
    """What is resampled, and a model of it."""
    data = paired.paired(y_true, y_score, payoff=payoff)
    return data.sample, data.models[0]


def written_out(
    y_true: np.ndarray, y_score: np.ndarray, spec: BootstrapSpec, payoff: PayoffMatrix = FIXED
) -> Iterator[ModelEvaluation]:
    """Evaluate the rows of each replicate that instances are drawn for."""
    for rows in rows_written_out(y_true, y_score, spec, payoff):
        labels, cells = y_true[rows], _cells(payoff, rows)
        table, order = (make(labels, y_score[rows]) for make in (threshold_table, rank_order))
        costs, means = error_costs(cells, labels), payoff_means(cells, labels)
        yield evaluate("m", table, order, costs, means)


def tables_written_out(
    y_true: np.ndarray, y_score: np.ndarray, spec: BootstrapSpec
) -> Iterator[ThresholdTable]:
    """Count the rows of each replicate, without evaluating them."""
    for rows in rows_written_out(y_true, y_score, spec):
        yield threshold_table(y_true[rows], y_score[rows])


def rows_written_out(
    y_true: np.ndarray, y_score: np.ndarray, spec: BootstrapSpec, payoff: PayoffMatrix = FIXED
) -> Iterator[np.ndarray]:
    """Yield the rows of each replicate."""
    return paired.written_out(paired.paired(y_true, y_score, payoff=payoff), spec)


def _cells(payoff: PayoffMatrix, rows: np.ndarray) -> PayoffMatrix:
    cells = (payoff.tp, payoff.fp, payoff.fn, payoff.tn)
    return PayoffMatrix(*(cell[rows] if isinstance(cell, np.ndarray) else cell for cell in cells))
