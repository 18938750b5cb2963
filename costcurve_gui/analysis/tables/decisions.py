"""selection.csv: what each criterion chooses, and how sure its figures are."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.bound_effects import price_of_bounds, price_of_unit
from costcurve_gui.analysis.criteria import (
    CRITERIA,
    PER_CASE,
    PER_CASE_CAPACITY,
    best,
    rechosen,
    tabled,
)
from costcurve_gui.analysis.found_criteria import BEST_UNIT_PROFIT
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.selection_settings import Asked, ChoiceInput
from costcurve_gui.analysis.tables.curves import CLASSIFIER, is_family
from costcurve_gui.analysis.tables.decision_intervals import (
    POLICY_INTERVALS,
    interval_cells,
    reselected_request,
)
from costcurve_gui.analysis.tables.new_cases import (
    GIVEN,
    NEW_CASES,
    decision_request,
    estimate_request,
    new_cases_cells,
)
from costcurve_gui.analysis.tables.operations import (
    UNIT_COLUMNS,
    unit_cells,
    unit_threshold,
)
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.per_case import (
    OUT_OF_FOLD,
    PAIRED,
    paired_cells,
    per_case_choice,
    per_case_intervals,
    per_case_of,
    per_case_on_new_cases,
)
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.threshold_finders import find_thresholds
from costcurve_gui.analysis.uncertain_conditions import is_uncertain
from costcurve_gui.analysis.validation import SAME_SAMPLE
from costcurve_gui.engine.selection.bounds import Objective

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.selection_settings import (
        Criterion,
        FoundThreshold,
        SelectionSpec,
    )
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.engine.resampling.chosen_thresholds import ChosenThresholds
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy
    from costcurve_gui.engine.selection.policy import Policy

    Decision = tuple[Criterion, TableModel, Policy, bool]
    Reselected = OptimismEstimate | ChosenThresholds


POLICY_HEADER = (
    *("criterion", "model", "threshold", "threshold_2", "mixing", "fpr", "tpr"),
    *("fraction_targeted", "normalized_expected_cost", "expected_cost", "expected_profit", "best"),
)
ESTIMATED_ON = "estimated_on"
COPIED = (*POLICY_HEADER, *NEW_CASES, ESTIMATED_ON)
"""Columns of the clipboard; what else selection.csv has is how the figures were found."""
REVIEW = ("threshold_review", "fraction_referred", "one_more_referral")
BOUND = ("binding_bound", "unit_of_bound", "one_more_unit_gains")
"""A bound that stands in the way, its unit, and what one more of it gains by the mixture."""


def selection_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per criterion and model, with intervals of its figures.

    Of families it names the classifiers that decide; the second one where two are mixed.
    """
    rows = (_row(snapshot, options, decision) for decision in decisions(snapshot, options))
    return Table.of_rows(header(snapshot, options), rows)


def header(snapshot: Snapshot, options: TableOptions) -> tuple[str, ...]:
    """Return the columns of the table."""
    classifiers = (CLASSIFIER, "member_2") if is_family(snapshot) else ()
    units = () if options.units is None else UNIT_COLUMNS
    more = (
        *classifiers,
        *POLICY_INTERVALS,
        *NEW_CASES,
        ESTIMATED_ON,
        *REVIEW,
        *units,
        *PAIRED,
        *BOUND,
    )
    return (*POLICY_HEADER, *more)


def _row(snapshot: Snapshot, options: TableOptions, decision: Decision) -> tuple[Any, ...]:
    criterion, model, policy, is_best = decision
    chosen = rechosen_in(snapshot, options, decision)
    named = (criterion.key, *_policy_cells(policy), is_best)
    if policy.is_per_case:
        return *named, *_cells_of_per_case(snapshot, options, decision)
    return (
        *named,
        *(_deciding(policy) if is_family(snapshot) else ()),
        *interval_cells(snapshot, *decision[:3], held_fixed=chosen is not None),
        *new_cases_cells(snapshot, model, policy, chosen),
        _estimated_on(snapshot, options, decision),
        *_review_cells(snapshot, decision),
        *unit_cells(snapshot, options, model, policy),
        *paired_cells(None),
        *_bound_cells(snapshot, model, chosen),
    )


def _cells_of_per_case(
    snapshot: Snapshot, options: TableOptions, decision: Decision
) -> tuple[Any, ...]:
    """Return the cells behind the policy of a rule that decides case by case."""
    _, model, policy, _ = decision
    rule = per_case_of(snapshot, model, policy.criterion)
    level = snapshot.settings.bands.spec.level
    intervals = per_case_intervals(rule, level)
    return (
        *(intervals.get(name) for name in POLICY_INTERVALS),
        *per_case_on_new_cases(rule, model.condition, level),
        *(_estimated_on(snapshot, options, decision), *(None,) * len(REVIEW)),
        *(() if options.units is None else (None,) * len(UNIT_COLUMNS)),
        *paired_cells(rule),
        *(None,) * len(BOUND),
    )


def _bound_cells(
    snapshot: Snapshot, model: TableModel, chosen: ChosenPolicy | None
) -> tuple[Any, ...]:
    """Return the cells under `BOUND`, by the rule that a row was chosen by."""
    rule, selection = getattr(chosen, "rule", None), snapshot.settings.selection
    bounds, objective = getattr(rule, "bounds", ()), getattr(rule, "objective", Objective.PROFIT)
    found = price_of_bounds(model.evaluation, model.condition, bounds, objective)
    if found is None:
        return (None,) * len(BOUND)
    kind, price = found
    if price is None:
        return kind.value, None, None
    return kind.value, *price_of_unit(kind, price, selection, model.condition.prior, objective)


def _review_cells(snapshot: Snapshot, decision: Decision) -> tuple[Any, ...]:
    """Return the cells under `REVIEW`: the last is what one more case that can be seen earns."""
    _, model, policy, _ = decision
    review, selection = policy.review, snapshot.settings.selection
    if review is None:
        return (None,) * len(REVIEW)
    spec = selection.review
    if spec is None or spec.capacity is None:
        return review.threshold, review.referred, None
    more = replace(selection, review=replace(spec, capacity=spec.capacity + 1))
    found = decision[0].choose(_given(snapshot, TableOptions(), model, more, Objective.PROFIT))
    earned = None if found is None else found.expected_profit - policy.expected_profit
    gain = None if earned is None else earned * selection.population
    return review.threshold, review.referred, gain


def _estimated_on(snapshot: Snapshot, options: TableOptions, decision: Decision) -> str:
    """Say whether the cases that estimate a policy chose it, or where it is validated."""
    sample = options.validation
    if sample is not None and sample.model(decision[1].key) is not None:
        return f"validated on {sample.label}"
    if decision[2].is_per_case:
        return OUT_OF_FOLD
    return GIVEN if rechosen_in(snapshot, options, decision) is None else SAME_SAMPLE


def selection_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the intervals of every policy, and of thresholds that each replicate chooses again."""
    for decision in decisions(snapshot, options):
        criterion, model, policy, _ = decision
        if policy.is_per_case:  # no threshold to resample; its intervals are in closed form
            continue
        yield decision_request(model, policy)
        chosen = rechosen_in(snapshot, options, decision)
        of_new_cases = estimate_request(model, chosen)
        for request in (reselected_request(criterion, model), of_new_cases):
            if request is not None:
                yield request


def decision_text(snapshot: Snapshot) -> str:
    """Return the decisions for the clipboard: columns separated by tabs.

    Of intervals it has those of new cases, and their method.
    """
    options = TableOptions()
    columns = header(snapshot, options)
    places = [columns.index(name) for name in COPIED]
    rows = (_row(snapshot, options, decision) for decision in decisions(snapshot, options))
    copied = ([_text(row[place]) for place in places] for row in rows)
    return "\n".join("\t".join(row) for row in (COPIED, *copied))


def decisions(snapshot: Snapshot, options: TableOptions) -> Iterator[Decision]:
    """Yield the policy of every criterion and model, and whether it is the criterion's best.

    The best is one of the candidates of the decision.
    """
    models = models_of(snapshot, options)
    candidates = snapshot.candidates
    for criterion in _criteria(snapshot, options):
        objective = _objective(snapshot, options, criterion)
        found = (
            (
                model,
                criterion.choose(_chosen_from(snapshot, options, criterion, model)),
            )
            for model in models
        )
        policies = [(model, policy) for model, policy in found if policy is not None]
        able = {one.key: policy for one, policy in policies if one.key in candidates}
        winner = best(able, objective) if able else None
        for model, policy in policies:
            yield criterion, model, policy, model.key == winner


def _objective(snapshot: Snapshot, options: TableOptions, criterion: Criterion) -> Objective:
    own = options.payoffs_given is not None and not criterion.follows_objective
    if own and not _decides(snapshot, criterion):
        return Objective.PROFIT
    return snapshot.settings.objective


def rechosen_in(
    snapshot: Snapshot, options: TableOptions, decision: Decision
) -> ChosenPolicy | None:
    """Return how replicates choose the policy of a row; None where it was given."""
    criterion, _, policy, _ = decision
    return rechosen(criterion, policy, _chosen_from(snapshot, options, *decision[:2]))


def _chosen_from(
    snapshot: Snapshot, options: TableOptions, criterion: Criterion, model: TableModel
) -> ChoiceInput:
    objective = _objective(snapshot, options, criterion)
    return _given(snapshot, options, model, snapshot.settings.selection, objective)


def _criteria(snapshot: Snapshot, options: TableOptions) -> tuple[Criterion, ...]:
    settings = snapshot.settings
    if options.payoffs_given is not None:
        asked = Asked(
            options.payoffs_given,
            is_uncertain(settings),
            units=options.units is not None,
            by_hand=options.by_hand,
        )
        found = tabled(settings.selection, asked, in_report=True)
        together = options.bounds_together or settings.selection.bounds.beyond_sources
        listed = {one for one in found if together or not one.follows_objective}
    else:
        typed = settings.payoff.cells != PayoffSpec().cells
        # What takes long is left out where nobody asked for it.
        own = settings.selection.criterion
        found = tabled(settings.selection, Asked(typed, uncertain=own.found, units=own.found))
        listed = {
            one
            for one in found
            if (own is PER_CASE or one not in (PER_CASE, PER_CASE_CAPACITY))
            and (one is own or not one.found)
        }
    return tuple(one for one in CRITERIA.values() if one in listed or _decides(snapshot, one))


def _decides(snapshot: Snapshot, criterion: Criterion) -> bool:
    """Whether models of the snapshot decide by a criterion: it is that of the recommended rule."""
    return any(
        one.met and one.policy.criterion == criterion.key for one in snapshot.models.values()
    )


def _given(
    snapshot: Snapshot,
    options: TableOptions,
    model: TableModel,
    selection: SelectionSpec,
    objective: Objective,
) -> ChoiceInput:
    return ChoiceInput(
        *(model.evaluation, model.condition, selection, objective),
        selection.thresholds.get(model.key),
        per_case_choice(snapshot, model),
        partial(_found, snapshot, options, model),
    )


def _found(
    snapshot: Snapshot, options: TableOptions, model: TableModel, criterion: str
) -> FoundThreshold | None:
    if criterion == BEST_UNIT_PROFIT.key:
        return unit_threshold(snapshot, options, model)
    return find_thresholds(snapshot, criterion).of.get(model.key)


def _policy_cells(policy: Policy) -> tuple[Any, ...]:
    """Return the columns from `model` to `expected_profit`."""
    return (
        policy.model,
        policy.threshold,
        policy.threshold_2,
        policy.mixing,
        policy.fpr,
        policy.tpr,
        policy.fraction_targeted,
        policy.normalized_expected_cost,
        policy.expected_cost,
        policy.expected_profit,
    )


def _deciding(policy: Policy) -> tuple[Any, Any]:
    first, *second = policy.classifiers
    return first, second[0] if second else None


def _text(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
