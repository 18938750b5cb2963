"""selection.csv: the policy of each criterion with its intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.criteria import CRITERIA, MANUAL, MIN_COST, THRESHOLD, tabled
from costcurve_gui.analysis.criterion import ChoiceInput
from costcurve_gui.analysis.intervals.estimators import failure
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.tables.curves import MEMBER
from costcurve_gui.analysis.tables.decisions import (
    POLICY_HEADER,
    chosen_by,
    policy_cells,
)
from costcurve_gui.analysis.tables.intervals import (
    METHOD,
    figure_method,
    figure_words,
    method_cells,
    no_interval,
    threshold_words,
)
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection.bounds import Objective

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.conditions import AnalysedModel
    from costcurve_gui.analysis.intervals.estimators import Estimator
    from costcurve_gui.analysis.intervals.results import DecisionIntervals
    from costcurve_gui.cli.analysis import Evaluated
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.resampling.chosen_thresholds import ChosenThresholds
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.selection.policy import Policy

    Chosen = OptimismEstimate | ChosenThresholds


def selection_table(analysis: Evaluated) -> Table:
    """Return a row per criterion asked for and model, with intervals of its figures."""
    rows = (
        (
            criterion,
            *policy_cells(policy),
            is_best,
            *policy_interval_row(analysis, criterion, policy),
        )
        for criterion, policy, is_best in chosen_policies(analysis)
    )
    return Table.of_rows(POLICY_HEADER + POLICY_INTERVALS, rows)


def chosen_policies(analysis: Evaluated) -> Iterator[tuple[str, Policy, bool]]:
    """Yield the policy of every criterion asked for and model, and whether it is the best."""
    options, selection = analysis.options, selection_of(analysis.options)
    for criterion in tabled(selection, payoffs_given=options.payoffs_given, in_report=True):
        given = (
            ChoiceInput(model.evaluation, model.condition, selection, threshold=options.threshold)
            for model in analysis.models
        )
        for policy, is_best in chosen_by(criterion, given, Objective.PROFIT):
            yield criterion.key, policy, is_best


def selection_of(options: ReportOptions) -> SelectionSpec:
    """Return what the options say of the operating point."""
    return SelectionSpec(
        THRESHOLD if options.threshold is None else MANUAL,
        bounds=BoundsSpec(fpr=options.max_fpr, cases=options.capacity),
        population=options.population or SelectionSpec().population,
    )


def family_selection_table(analysis: Evaluated) -> Table:
    """Return the policies with the members that decide; the second one where two are mixed."""
    rows = (
        (
            *(criterion, *policy_cells(policy), is_best, *_deciding(policy)),
            *policy_interval_row(analysis, criterion, policy),
        )
        for criterion, policy, is_best in chosen_policies(analysis)
    )
    return Table.of_rows((*POLICY_HEADER, MEMBER, "member_2", *POLICY_INTERVALS), rows)


def _deciding(policy: Policy) -> tuple[Any, Any]:
    first, *second = policy.members
    return first, second[0] if second else None


_FIGURES = (
    *("normalized_expected_cost", "expected_cost", "expected_profit"),
    *("fpr", "tpr", "fraction_targeted", "precision"),
)
POLICY_INTERVALS = (
    *(f"{figure}_{end}" for figure in _FIGURES for end in ("low", "high")),
    *("threshold_low", "threshold_high", *METHOD, "rates_method"),
    *("exact_cost_low", "exact_cost_high", "exact_cost_method", "threshold_method"),
)
_NO_THRESHOLDS = "members of a family have no threshold"
_NOT_RESELECTED = "replicates keep the threshold"


def policy_interval_row(analysis: Evaluated, criterion: str, policy: Policy) -> tuple[Any, ...]:
    """Return the cells under `INTERVALS`, empty where nobody asked for a bootstrap."""
    drawn = analysis.finding
    (model,) = (one for one in analysis.models if one.name == policy.model)
    if drawn is None:
        return (None,) * len(POLICY_INTERVALS)
    wanted = {"condition": model.condition, "policies": (policy,)}
    found: DecisionIntervals | None = drawn.find("decision", [model], **wanted)
    chosen = _reselected(drawn, model, criterion)
    if found is None:
        cells = _reasons(failure(drawn, "decision", [model], **wanted), drawn)
    else:
        cells = _cells(found, resampled=chosen is not None)
    if chosen is not None:
        cells |= {"threshold_low": chosen.low, "threshold_high": chosen.high}
    if found is not None or isinstance(model.evaluation.table, FamilyTable):
        cells["threshold_method"] = _threshold_method(model, chosen)
    return tuple(cells.get(name) for name in POLICY_INTERVALS)


def _reasons(reason: str, drawn: Estimator) -> dict[str, Any]:
    """Return the cells of a policy whose figures have no interval."""
    methods = ("method", "rates_method", "exact_cost_method", "threshold_method")
    return dict.fromkeys(methods, no_interval(reason)) | {"level": drawn.spec.level}


def _cells(found: DecisionIntervals, *, resampled: bool) -> dict[str, Any]:
    figures, spec = found.policy, found.spec
    named = {name: getattr(figures, name) for name in (*_FIGURES, "exact_cost")}
    lows = {f"{name}_low": figure.low for name, figure in named.items()}
    highs = {f"{name}_high": figure.high for name, figure in named.items()}
    cost = figures.expected_cost
    method = method_cells(figure_method(cost), spec, resampled=resampled or cost.resampled)
    return {
        **lows,
        **highs,
        **dict(zip(METHOD, method, strict=True)),
        "rates_method": figure_words(figures.fpr, spec),
        "exact_cost_method": figure_method(figures.exact_cost),
    }


def _reselected(drawn: Estimator, model: AnalysedModel, criterion: str) -> Chosen | None:
    """Return the thresholds of the criteria that are applied to each replicate."""
    if isinstance(model.evaluation.table, FamilyTable):
        return None
    if criterion == MIN_COST.key:
        found_optimism = drawn.find("optimism", [model], condition=model.condition)
        return None if found_optimism is None else found_optimism.optimum
    return drawn.find(criterion, [model]) if CRITERIA[criterion].reselected else None


def _threshold_method(model: AnalysedModel, chosen: Chosen | None) -> str:
    if isinstance(model.evaluation.table, FamilyTable):
        return no_interval(_NO_THRESHOLDS)
    return no_interval(_NOT_RESELECTED) if chosen is None else threshold_words(chosen)
