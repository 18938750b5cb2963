"""Policies with a threshold for each segment: saved from a report, and applied to rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.segments import OWN, computed_segments, thresholds_of
from costcurve_gui.dataio.cells import ABSENT, OTHER
from costcurve_gui.dataio.errors import DataError, listed, one_of, plural
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.segments import NO_VALUE
from costcurve_gui.dataio.table import Matches
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from costcurve_gui.policies.rule import decide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.policies.saved import SavedPolicy

CRITERION = "segments"
"""The criterion of own thresholds, whose best model is the one that earns most by them."""
_SHOWN = 4


@dataclass(frozen=True, slots=True, eq=False)
class OwnThresholds:
    """The own thresholds of a model, high scores meaning positive; inf acts on nobody.

    `common` is the policy of the common threshold, `figures` are those of the own ones, with the
    interval of the profit where it is known.
    """

    model: TableModel
    common: Policy
    column: str
    thresholds: dict[str, float]
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
        yield OwnThresholds(
            model,
            row_policy(CRITERION, model.evaluation, model.condition, row),
            one.column,
            dict(zip(names, thresholds_of(one, OWN, one.rules.own), strict=True)),
            _figures(one, model),
            None if known is None else (known.low, known.high),
            one.rules.own.gain + one.left >= most,
        )


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


def decide_in_segments(
    policy: SavedPolicy, scores: NDArray[np.float64], source: Source, progress: Progress
) -> NDArray[np.int8]:
    """Return what a policy with segments decides about the rows of a file; as `rule.decide`.

    Raises
    ------
    DataError
        Where the column is missing, or a row has a value that the policy has no threshold for.
    """
    rules = policy.segments
    if rules is None:
        raise TypeError(f"{policy.criterion} has one threshold for all rows")
    known = [column.name for column in source.columns]
    if rules.column not in known:
        raise unknown_column(rules.column, known, source.name)
    names = tuple(name for name in rules.thresholds if name != NO_VALUE)
    request = Matches(rules.column, names)
    codes = source.table.read([request], progress).arrays[request].astype(np.int64)
    absent = codes == ABSENT
    unknown = codes == OTHER
    if NO_VALUE not in rules.thresholds:
        unknown |= absent
    if unknown.any():
        raise _unknown_segments(policy, np.flatnonzero(unknown), source.name)
    decided = np.zeros(scores.size, np.int8)
    for code, name in ((ABSENT, NO_VALUE), *enumerate(names, start=1)):
        rows = codes == code
        if rows.any():
            one = replace(policy, threshold=rules.thresholds[name], segments=None)
            decided[rows] = decide(one, scores[rows])
    return decided


def _unknown_segments(policy: SavedPolicy, rows: NDArray[np.int64], file: str) -> DataError:
    rules: Any = policy.segments
    first = (rows[:_SHOWN] + 1).tolist()
    return DataError(
        f"{plural(rows.size, 'row')} of {rules.column} "
        f"{'has' if rows.size == 1 else 'have'} a value without a threshold (row "
        f"{listed(first)}); the policy has one for {one_of([*rules.thresholds], shown=50)}. "
        "Leave such rows out, or plan again with them.",
        file=file,
        column=rules.column,
        rows=first,
    )
