"""Two and more models on the same made-up instances, and resampling done plainly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.evaluation import evaluate
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.resampling.sample import RankedModel, Sample, resampled_sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.cost.payoff import ErrorCosts
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

EVERY_ERROR_1 = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)


@dataclass(frozen=True, eq=False)
class Paired:
    """Labels, the scores of several models, payoffs, and what the engine makes of them."""

    y_true: np.ndarray
    scores: tuple[np.ndarray, ...]
    payoff: PayoffMatrix
    sample: Sample
    models: tuple[RankedModel, ...]

    @cached_property
    def costs(self) -> ErrorCosts:
        """What errors cost in each row."""
        return error_costs(self.payoff, self.y_true)


def paired(
    y_true: np.ndarray,
    *scores: np.ndarray,
    payoff: PayoffMatrix = EVERY_ERROR_1,
    weight: np.ndarray | None = None,
    groups: np.ndarray | None = None,
) -> Paired:
    """Evaluate models on the same instances."""
    costs = error_costs(payoff, y_true, weight)
    models = []
    for number, y_score in enumerate(scores):
        table = threshold_table(y_true, y_score, sample_weight=weight)
        order = rank_order(y_true, y_score, table=table)
        means = payoff_means(payoff, y_true, weight, rows=~np.isnan(y_score))
        evaluation = evaluate(f"m{number}", table, order, costs, means, weight)
        models.append(RankedModel(evaluation, order))
    sample = resampled_sample(y_true, payoff, costs, sample_weight=weight, groups=groups)
    return Paired(y_true, scores, payoff, sample, tuple(models))


def noisy_models(
    rows: int, *separations: float, seed: int = 0, shared: float = 0.5, decimals: int = 1
) -> tuple[np.ndarray, ...]:
    """Labels and scores: binormal, with a share of the noise in common."""
    rng = np.random.default_rng(seed)
    y_true = rng.random(rows) < 0.4
    y_true[:2] = [True, False]
    common = rng.normal(size=rows) * np.sqrt(shared)
    own = rng.normal(size=(len(separations), rows)) * np.sqrt(1 - shared)
    scores = (
        y_true * shift + common + noise for shift, noise in zip(separations, own, strict=True)
    )
    return y_true, *(score.round(decimals) for score in scores)


def by_amount(rows: int, seed: int = 5) -> PayoffMatrix:
    """Payoffs that differ from row to row."""
    amount = np.random.default_rng(seed).lognormal(0.0, 1.0, rows)
    return PayoffMatrix(tp=0.2 * amount, fp=-0.1 * amount, fn=-amount, tn=0.05)


def written_out(data: Paired, spec: BootstrapSpec) -> Iterator[np.ndarray]:
    """Yield the rows of each replicate, each row as often as instances are drawn."""
    places = np.flatnonzero(data.y_true), np.flatnonzero(~data.y_true)
    for of_positives, of_negatives in RowResampler(data.sample, spec).times():
        for times in zip(of_positives, of_negatives, strict=True):
            yield np.concatenate([np.repeat(*drawn) for drawn in zip(places, times, strict=True)])


def cost_by_definition(data: Paired, model: int, rows: np.ndarray, pc: float) -> float:
    """Normalized expected cost over some rows of the threshold that is best on all of them."""
    return float(costs_by_definition(data, model, rows, np.array([pc]))[0])


def costs_by_definition(data: Paired, model: int, rows: np.ndarray, pcs: np.ndarray) -> np.ndarray:
    """`cost_by_definition` at several PC(+), each threshold counted once."""
    envelope = data.models[model].evaluation.envelope
    segments, place = np.unique(envelope.segment_at(pcs), return_inverse=True)
    fn, fp = (
        np.broadcast_to(cost, data.y_true.size)[rows]
        for cost in (data.costs.fn_costs, data.costs.fp_costs)
    )
    positive, shares = data.y_true[rows], []
    for threshold in envelope.thresholds[segments]:
        called = data.scores[model][rows] >= threshold
        missed = fn[positive & ~called].sum() / fn[positive].sum()
        alarmed = fp[~positive & called].sum() / fp[~positive].sum()
        shares.append((missed, alarmed))
    missed, alarmed = np.array(shares)[place].T
    return missed * pcs + alarmed * (1 - pcs)
