"""Policies with a threshold for each segment, as they are saved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.segments import OWN, computed_segments, thresholds_of
from costcurve_gui.engine.selection.policy_evaluation import row_policy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.dataio.segments import SegmentTerms
    from costcurve_gui.engine.segments.curves import SegmentCurve
    from costcurve_gui.engine.segments.rates import Interval
    from costcurve_gui.engine.segments.rules import SegmentRule
    from costcurve_gui.engine.selection.policy import Policy

CRITERION, COMMON_CRITERION = "segments", "segments_common"
"""The criterion of own thresholds, whose best model is the one that earns most by them; and that of
the common threshold beside them."""


@dataclass(frozen=True, slots=True, eq=False)
class OwnThresholds:
    """The own thresholds of a model, high scores meaning positive; inf acts on nobody.

    `next_scores` are the next lower scores of each segment, None where there is none.
    `common` is the policy of the common threshold, `figures` are those of the own ones, with the
    interval of the profit where it is known; `new_cases` is what to expect of these, with both
    ends.
    """

    model: TableModel
    common: Policy
    column: str
    thresholds: dict[str, float]
    next_scores: dict[str, float | None]
    figures: dict[str, float]
    profit: tuple[float, float] | None
    new_cases: dict[str, list[float]]
    terms: Mapping[str, SegmentTerms]
    best: bool


def own_thresholds(snapshot: Snapshot, options: TableOptions) -> Iterator[OwnThresholds]:
    """Yield the own thresholds of every model; nothing without segments."""
    found = list(computed_segments(snapshot, options))
    most = max((one.rules.own.gain + one.left for one in found), default=0.0)
    models = {model.name: model for model in models_of(snapshot, options)}
    for one in found:
        best = one.rules.own.gain + one.left >= most
        plain = replace(one, bounded=None)  # as in segments.csv, where the bounded ones are beside
        yield own_thresholds_of(plain, models[one.info.name], best=best)


def own_thresholds_of(found: ModelSegments, model: TableModel, *, best: bool) -> OwnThresholds:
    """Return the own thresholds of a model, within the bound on a gap where there is one."""
    known, total = found.uncertainty, found.own_intervals
    thresholds = thresholds_of(found, OWN, found.own)
    names = [curve.name for curve in found.curves]
    after = map(_next_score, found.curves, thresholds)
    chosen_again = known is not None and found.bounded is None
    return OwnThresholds(
        model,
        common_policy(found, model),
        found.column,
        dict(zip(names, thresholds, strict=True)),
        dict(zip(names, after, strict=True)),
        rule_figures_of(found, found.own),
        None if total is None else (total.total.low, total.total.high),
        _new_cases(known.new_profit, found.perfect) if known and chosen_again else {},
        found.terms,
        best,
    )


def common_policy(found: ModelSegments, model: TableModel, criterion: str = CRITERION) -> Policy:
    """Return the policy of the common threshold."""
    places = np.searchsorted(-model.table.thresholds, -found.rules.threshold, side="right") - 1
    row = int(places) if any(found.rules.common.rows) else 0
    return row_policy(criterion, model.evaluation, model.condition, row)


def _next_score(curve: SegmentCurve, threshold: float) -> float | None:
    after = curve.row_at(threshold) + 1
    return float(curve.thresholds[after]) if after < curve.thresholds.size else None


def _new_cases(profit: Interval, perfect: float) -> dict[str, list[float]]:
    """Return what to expect of new cases, with both ends; nothing where it is not known."""
    value, low, high = profit
    if isnan(low):
        return {}
    costs = [perfect - value, perfect - high, perfect - low]
    return {"expected_cost": costs, "expected_profit": [value, low, high]}


def rule_figures_of(found: ModelSegments, rule: SegmentRule) -> dict[str, float]:
    """Return what a rule comes to in all segments together, per case."""
    pairs = list(zip(found.curves, rule.rows, strict=True))
    tp, fp = (sum(float(getattr(one, name)[row]) for one, row in pairs) for name in ("tp", "fp"))
    positives = sum(curve.positives for curve, _ in pairs)
    negatives = sum(curve.negatives for curve, _ in pairs)
    profit = rule.gain + found.left
    return {
        "fpr": fp / negatives,
        "tpr": tp / positives,
        "precision": tp / (tp + fp) if tp + fp else np.nan,
        "fraction_targeted": tp + fp,
        "expected_cost": found.perfect - profit,
        "expected_profit": profit,
    }
