"""A validation as a project keeps it."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.results import Figure
from costcurve_gui.analysis.project_values import number_to_json, threshold_from_json
from costcurve_gui.analysis.validated_decision import (
    ColumnValue,
    OtherFile,
    Split,
    ValidatedDecision,
    ValidatedFigure,
    label_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.validated_decision import Holdout
    from costcurve_gui.engine.cost.cost_stability import CostStability

    Json = dict[str, Any]

_KINDS = ("fn_costs", "fp_costs")


def validation_to_json(found: ValidatedDecision) -> Json:
    """Return a validation as a project has it."""
    lower = found.threshold_review
    return {
        "decision": list(found.decision),
        "cases": _holdout_to_json(found),
        "threshold": number_to_json(found.threshold),
        "threshold_2": None if found.threshold_2 is None else number_to_json(found.threshold_2),
        **({} if lower is None else {"threshold_review": number_to_json(lower)}),
        "mixing": found.mixing,
        "figure": found.figure,
        "figures": {
            name: {
                "chosen": _figure_to_json(one.chosen),
                "validated": _figure_to_json(one.observed),
                "gap": _figure_to_json(one.gap),
                "expected": None if one.expected is None else _figure_to_json(one.expected),
                "consistent": one.consistent,
            }
            for name, one in found.figures.items()
        },
        "sizes": list(found.sizes),
        "level": found.level,
        **({} if found.costs is None else {"costs": _costs_to_json(found.costs)}),
    }


def validation_from_json(given: Mapping[str, Any]) -> ValidatedDecision:
    """Return a validation of a project, which has passed the schema."""
    cases, second, lower = given["cases"], given["threshold_2"], given.get("threshold_review")
    holdout = _holdout_from_json(cases)
    return ValidatedDecision(
        decision=tuple(given["decision"]),
        holdout=holdout,
        label=label_of(holdout),
        sha256=cases.get("sha256", ""),
        threshold=threshold_from_json(given["threshold"]),
        threshold_2=None if second is None else threshold_from_json(second),
        threshold_review=None if lower is None else threshold_from_json(lower),
        mixing=given["mixing"],
        figure=given["figure"],
        figures={
            name: ValidatedFigure(
                chosen=_figure_from_json(one["chosen"]),
                observed=_figure_from_json(one["validated"]),
                gap=_figure_from_json(one["gap"]),
                expected=None if one["expected"] is None else _figure_from_json(one["expected"]),
                consistent=one["consistent"],
            )
            for name, one in given["figures"].items()
        },
        sizes=(int(given["sizes"][0]), int(given["sizes"][1])),
        level=given["level"],
        costs=_costs_from_json(given["costs"]) if "costs" in given else None,
    )


def _costs_to_json(found: CostStability) -> Json:
    return {
        kind: {
            name: None if math.isnan(value) else float(value)
            for name, value in asdict(getattr(found, kind)).items()
        }
        for kind in _KINDS
    }


def _costs_from_json(given: Mapping[str, Mapping[str, float | None]]) -> CostStability:
    from costcurve_gui.engine.cost.cost_stability import CostChange, CostStability

    def change(values: Mapping[str, float | None]) -> CostChange:
        known: Json = {name: math.nan if one is None else one for name, one in values.items()}
        rows = {name: int(known[name]) for name in ("first_rows", "second_rows")}
        return CostChange(**{**known, **rows})

    return CostStability(*(change(given[kind]) for kind in _KINDS))


def _holdout_to_json(found: ValidatedDecision) -> Json:
    match found.holdout:
        case Split(share, seed):
            return {"share": share, "seed": seed}
        case ColumnValue(column, value):
            return {"column": column, "value": value}
        case OtherFile(path):
            return {"file": path.name, "sha256": found.sha256}
    raise ValueError("only what the window has validated is kept")


def _holdout_from_json(given: Mapping[str, Any]) -> Holdout:
    if "file" in given:
        return OtherFile(Path(given["file"]))
    if "column" in given:
        return ColumnValue(given["column"], given["value"])
    return Split(given["share"], int(given["seed"]))


def _figure_to_json(figure: Figure) -> list[float | None]:
    """Return the value and its interval; nothing in place of what does not exist."""
    ends = figure.interval or ()
    return [None if math.isnan(one) else float(one) for one in (figure.value, *ends)]


def _figure_from_json(given: Sequence[float | None]) -> Figure:
    value, *ends = (math.nan if one is None else one for one in given)
    return Figure(value, (ends[0], ends[1]) if ends else None)
