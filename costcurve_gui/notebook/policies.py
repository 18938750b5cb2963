"""The rule of a decision as data, in the fields that a policy file has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurve_gui.dataio.table_kind import TableKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.cli.report_input import ReportInput, ReportPart

FORMAT, VERSION = "costcurve-policy", 1
_EXPECTED = ("fpr", "tpr", "fraction_targeted", "expected_cost", "expected_profit")


def policy_of(row: Mapping[str, Any], study: ReportInput, part: ReportPart) -> dict[str, Any]:
    """Return the policy that a row of selection.csv is about, ready for `json.dump`.

    Act where the score is at least the threshold, or at most where `lower_is_positive`; "none" acts
    on nobody. With a second threshold act by that one with probability `mixing`.
    """
    data = part.snapshot.curve_set.dataset
    model = next(
        one.info for one in part.snapshot.curve_set.models if one.info.name == row["model"]
    )
    condition = part.snapshot.condition
    lower, reason = model.lower_is_positive, _not_applicable(model, data.kind)
    return {
        "format": FORMAT,
        "version": VERSION,
        "input": {
            "file": study.options.file.name,
            "sha256": data.sha256,
            "rows": int(data.rows),
            "positive": data.positive_label,
        },
        "condition": {
            "prior": float(condition.prior),
            "pc_plus": float(condition.probability_cost),
        },
        "payoff": dict(study.options.payoffs),
        "policies": [
            {
                "criterion": row["criterion"],
                "model": row["model"],
                "score_column": None if reason else model.column,
                "lower_is_positive": lower,
                "threshold": _threshold(row["threshold"], lower=lower),
                "threshold_2": _threshold(row["threshold_2"], lower=lower),
                "mixing": float(row["mixing"]),
                "seed": study.options.seed,
                "best": True,
                "applicable": not reason,
                "reason": reason,
                "expected": {name: float(row[name]) for name in _EXPECTED},
            }
        ],
    }


def _not_applicable(model: ModelInfo, kind: TableKind) -> str:
    """Say why a rule cannot be applied to rows; nothing where it can."""
    if kind is not TableKind.SCORES:
        return "the file has counts, and no scores to apply a threshold to"
    return "the model is derived from others" if model.derived is not None else ""


def _threshold(value: float | None, *, lower: bool) -> float | str | None:
    """Return a threshold of the scores as they are in the data."""
    if value is None or math.isnan(value):
        return None
    if value == math.inf:
        return "none"
    return -float(value) if lower else float(value)
