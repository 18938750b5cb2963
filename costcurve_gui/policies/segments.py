"""Policies with a threshold for each segment, as they are saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.segments import OWN, computed_segments, thresholds_of
from costcurve_gui.engine.selection.policy_evaluation import row_policy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.engine.segments.curves import SegmentCurve
    from costcurve_gui.engine.selection.policy import Policy

CRITERION = "segments"
"""The criterion of own thresholds, whose best model is the one that earns most by them."""


@dataclass(frozen=True, slots=True, eq=False)
class OwnThresholds:
    """The own thresholds of a model, high scores meaning positive; inf acts on nobody.

    `next_scores` are the next lower scores of each segment, None where there is none.
    `common` is the policy of the common threshold, `figures` are those of the own ones, with the
    interval of the profit where it is known.
    """

    model: TableModel
    common: Policy
    column: str
    thresholds: dict[str, float]
    next_scores: dict[str, float | None]
    figures: dict[str, float]
    profit: tuple[float, float] | None
    best: bool


def own_thresholds(snapshot: Snapshot, options: TableOptions) -> Iterator[OwnThresholds]:
    """Yield the own thresholds of every model; nothing without segments."""
    found = list(computed_segments(snapshot, options))
    most = max((one.rules.own.gain + one.left for one in found), default=0.0)
    models = {model.name: model for model in models_of(snapshot, options)}
    for one in found:
        model = models[one.info.name]
        places = np.searchsorted(-model.table.thresholds, -one.rules.threshold, side="right") - 1
        nobody = not any(one.rules.common.rows)
        row = 0 if nobody else int(places)
        known = None if one.uncertainty is None else one.uncertainty.own.total
        names = [curve.name for curve in one.curves]
        thresholds = thresholds_of(one, OWN, one.rules.own)
        after = map(_next_score, one.curves, thresholds)
        yield OwnThresholds(
            model,
            row_policy(CRITERION, model.evaluation, model.condition, row),
            one.column,
            dict(zip(names, thresholds, strict=True)),
            dict(zip(names, after, strict=True)),
            _figures(one, model),
            None if known is None else (known.low, known.high),
            one.rules.own.gain + one.left >= most,
        )


def _next_score(curve: SegmentCurve, threshold: float) -> float | None:
    after = curve.row_at(threshold) + 1
    return float(curve.thresholds[after]) if after < curve.thresholds.size else None


def _figures(found: ModelSegments, model: TableModel) -> dict[str, float]:
    pairs = list(zip(found.curves, found.rules.own.rows, strict=True))
    tp, fp = (sum(float(getattr(one, name)[row]) for one, row in pairs) for name in ("tp", "fp"))
    positives = sum(curve.positives for curve, _ in pairs)
    negatives = sum(curve.negatives for curve, _ in pairs)
    profit = found.rules.own.gain + found.left
    perfect = model.condition.expected_profit(0.0, 1.0)
    return {
        "fpr": fp / negatives,
        "tpr": tp / positives,
        "precision": tp / (tp + fp) if tp + fp else np.nan,
        "fraction_targeted": tp + fp,
        "expected_cost": perfect - profit,
        "expected_profit": profit,
    }
