"""Resampling done plainly: the rows of each replicate written out and evaluated anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.api import (
    BootstrapSpec,
    PayoffMatrix,
    RankedModel,
    error_costs,
    evaluate,
    payoff_means,
    rank_order,
    resampled_sample,
    threshold_table,
)
from costcurve_gui.engine.resampling.row_resampling import RowResampler

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.api import ModelEvaluation, Sample

FIXED = PayoffMatrix(tp=0.5, fp=-1.0, fn=-3.0, tn=0.0)


def varying(rows: int, seed: int = 5) -> PayoffMatrix:
    """Payoffs that differ from row to row."""
    amount = np.random.default_rng(seed).lognormal(0.0, 1.0, rows)
    return PayoffMatrix(tp=0.2 * amount, fp=-0.1 * amount, fn=-amount, tn=0.05)


def ranked(
    y_true: np.ndarray, y_score: np.ndarray, payoff: PayoffMatrix = FIXED
) -> tuple[Sample, RankedModel]:
    """What is resampled, and a model of it."""
    table, costs = threshold_table(y_true, y_score), error_costs(payoff, y_true)
    order = rank_order(y_true, y_score, table=table)
    model = evaluate("m", table, order, costs, payoff_means(payoff, y_true))
    return resampled_sample(y_true, payoff, costs), RankedModel(model, order)


def written_out(
    y_true: np.ndarray, y_score: np.ndarray, spec: BootstrapSpec, payoff: PayoffMatrix = FIXED
) -> Iterator[ModelEvaluation]:
    """Evaluate the rows of each replicate that instances are drawn for."""
    sample, _ = ranked(y_true, y_score, payoff)
    places = np.flatnonzero(y_true), np.flatnonzero(~y_true)
    for of_positives, of_negatives in RowResampler(sample, spec).times():
        for times in zip(of_positives, of_negatives, strict=True):
            rows = np.concatenate([np.repeat(*drawn) for drawn in zip(places, times, strict=True)])
            labels, cells = y_true[rows], _cells(payoff, rows)
            table, order = (make(labels, y_score[rows]) for make in (threshold_table, rank_order))
            costs, means = error_costs(cells, labels), payoff_means(cells, labels)
            yield evaluate("m", table, order, costs, means)


def _cells(payoff: PayoffMatrix, rows: np.ndarray) -> PayoffMatrix:
    cells = (payoff.tp, payoff.fp, payoff.fn, payoff.tn)
    return PayoffMatrix(*(cell[rows] if isinstance(cell, np.ndarray) else cell for cell in cells))
