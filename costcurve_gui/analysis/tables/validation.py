"""validation.csv: what each policy comes to on cases that did not choose it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.results import Figure
from costcurve_gui.analysis.per_case_rules import PerCaseError
from costcurve_gui.analysis.snapshot import validation_in_force
from costcurve_gui.analysis.tables.decisions import decisions, rechosen_in
from costcurve_gui.analysis.tables.methods import cautioned, figure_words
from costcurve_gui.analysis.tables.new_cases import (
    decision_request,
    ends_of,
    estimate_request,
)
from costcurve_gui.analysis.tables.per_case import per_case_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.validation import (
    FIGURES,
    is_consistent,
    on_new_cases,
    validated,
    validated_by_case,
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
_BY_CASE = "normal, by class, its map held fixed"
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
        criterion, _, policy, is_best = decision
        try:
            found, reason = _validated(snapshot, decision, sample), _NO_SCORES
        except PerCaseError as error:
            found, reason = None, str(error)
        named = (criterion.key, policy.model, is_best)
        rule = (policy.threshold, policy.threshold_2, policy.mixing)
        if found is None:
            nothing = dict.fromkeys(VALIDATION_HEADER, None) | {"quantity": ""}
            nothing |= {"sample": sample.label, "method": f"not validated ({reason})"}
            yield (*named, *rule, *(nothing[name] for name in VALIDATION_HEADER[6:]))
            continue
        expected = _on_new_cases(snapshot, options, decision)
        has_ends = sample.estimator is not None or policy.is_per_case
        level = snapshot.settings.bands.spec.level if has_ends else None
        for name in FIGURES:
            figures = found.chosen[name], found.observed[name], found.gaps[name]
            yield (
                *(*named, *rule, name, *(cell for one in figures for cell in _cells(one))),
                is_consistent(found, name, expected.get(name)),
                *_cells(expected.get(name, Figure(math.nan))),
                *(*found.rows, sample.label, level, _method(found)),
            )


def _validated(
    snapshot: Snapshot, decision: Decision, sample: ValidationSample
) -> Validated | None:
    """Return what a policy comes to on the other cases; None where it has no scores there.

    Raises
    ------
    PerCaseError
        Where a rule that decides case by case lacks a payoff.
    """
    _, model, policy, _ = decision
    if policy.is_per_case:
        rule = per_case_of(snapshot, model, policy.criterion)
        return validated_by_case(rule, model.curves, sample, snapshot.settings)
    intervals = known(snapshot, decision_request(model, policy))
    rows = snapshot.curve_set.dataset.rows
    return validated(policy, model.curves, intervals, sample, rows, snapshot.miss_factor)


def _method(found: Validated) -> str:
    if found.policy.is_per_case:
        return _BY_CASE
    if found.intervals is None:
        return ""
    figures, spec = found.intervals.policy, found.intervals.spec
    cost = figures.expected_cost
    return cautioned(figure_words(cost, spec), cost.caution)


def _on_new_cases(
    snapshot: Snapshot, options: TableOptions, decision: Decision
) -> dict[str, Figure]:
    """Return what was expected of a policy on new cases; nothing of one that was given.

    A rule that decides case by case is estimated out of fold: its figures are those expected.
    """
    if decision[2].is_per_case:
        return {}
    chosen = rechosen_in(snapshot, options, decision)
    return on_new_cases(known(snapshot, estimate_request(decision[1], chosen)))


def _cells(figure: Figure) -> tuple[float, float, float]:
    return figure.value, *(figure.interval or (math.nan, math.nan))
