"""validation.csv: what each policy comes to on cases that did not choose it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.results import Figure
from costcurve_gui.analysis.snapshot import validation_in_force
from costcurve_gui.analysis.tables.decisions import decisions, rechosen_in
from costcurve_gui.analysis.tables.methods import cautioned, figure_words
from costcurve_gui.analysis.tables.new_cases import (
    decision_request,
    ends_of,
    estimate_request,
)
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.validation import (
    FIGURES,
    is_consistent,
    on_new_cases,
    validated,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.intervals.results import Validated
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.decisions import Decision
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.analysis.validated_decision import ValidatedDecision
    from costcurve_gui.analysis.validation import ValidationSample

VALIDATION_HEADER = (
    *("criterion", "model", "best", "threshold", "threshold_2", "mixing", "quantity"),
    *ends_of("chosen", "validated", "gap"),
    *("consistent", *ends_of("new_cases")),
    *("rows", "validated_rows", "sample", "level", "method"),
)
DECISION_HEADER = (
    *("model", "quantity", *ends_of("chosen", "validated", "gap", "new_cases"), "consistent"),
    *("rows", "validated_rows", "sample", "sha256", "level"),
)
_NO_SCORES = "the model is derived from others, and is not derived again on these cases"


def has_validation(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether there are cases that chose nothing."""
    del snapshot
    return options.validation is not None


def validation_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per criterion, model and figure: as chosen, on the other cases, and the gap."""
    sample = options.validation
    rows = () if sample is None else _rows(snapshot, options, sample)
    return Table.of_rows(VALIDATION_HEADER, rows)


def decision_validation_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per figure of the decision on screen; none where it is not validated."""
    del options
    found, rows = validation_in_force(snapshot), []
    model = "" if snapshot.selected is None else snapshot.models[snapshot.selected].info.name
    for name, one in ({} if found is None else found.figures).items():
        figures = (one.chosen, one.observed, one.gap, one.expected or Figure(math.nan))
        cells = [cell for figure in figures for cell in _cells(figure)]
        rows.append((model, name, *cells, one.consistent, *_of_validation(found)))
    return Table.of_rows(DECISION_HEADER, rows)


def _of_validation(found: ValidatedDecision | None) -> tuple[Any, ...]:
    if found is None:
        return ()
    return (*found.sizes, found.label, found.sha256, found.level)


def _rows(
    snapshot: Snapshot, options: TableOptions, sample: ValidationSample
) -> Iterator[tuple[Any, ...]]:
    for decision in decisions(snapshot, options):
        criterion, model, policy, is_best = decision
        if policy.is_per_case:  # it is estimated out of fold, and has no threshold
            continue
        intervals = known(snapshot, decision_request(model, policy))
        found = validated(
            *(policy, model.curves, intervals, sample),
            snapshot.curve_set.dataset.rows,
            snapshot.miss_factor,
        )
        named = (criterion.key, policy.model, is_best)
        rule = (policy.threshold, policy.threshold_2, policy.mixing)
        if found is None:
            nothing = dict.fromkeys(VALIDATION_HEADER, None) | {"quantity": ""}
            nothing |= {"sample": sample.label, "method": f"not validated ({_NO_SCORES})"}
            yield (*named, *rule, *(nothing[name] for name in VALIDATION_HEADER[6:]))
            continue
        expected = _on_new_cases(snapshot, options, decision)
        level = None if sample.estimator is None else sample.estimator.choices.spec.level
        for name in FIGURES:
            figures = found.chosen[name], found.observed[name], found.gaps[name]
            yield (
                *(*named, *rule, name, *(cell for one in figures for cell in _cells(one))),
                is_consistent(found, name, expected.get(name)),
                *_cells(expected.get(name, Figure(math.nan))),
                *(*found.rows, sample.label, level, _method(found)),
            )


def _method(found: Validated) -> str:
    if found.intervals is None:
        return ""
    figures, spec = found.intervals.policy, found.intervals.spec
    cost = figures.expected_cost
    return cautioned(figure_words(cost, spec), cost.caution)


def _on_new_cases(
    snapshot: Snapshot, options: TableOptions, decision: Decision
) -> dict[str, Figure]:
    """Return what was expected of a policy on new cases; nothing of one that was given."""
    chosen = rechosen_in(snapshot, options, decision)
    return on_new_cases(known(snapshot, estimate_request(decision[1], chosen)))


def _cells(figure: Figure) -> tuple[float, float, float]:
    return figure.value, *(figure.interval or (math.nan, math.nan))
