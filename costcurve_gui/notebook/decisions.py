"""A criterion's decision: its row of selection.csv, interval, sentence and policy file."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.criteria import CRITERIA, MANUAL, MIN_COST
from costcurve_gui.analysis.found_criteria import BEST_UNIT_PROFIT
from costcurve_gui.analysis.intervals.requests import interval_requests
from costcurve_gui.analysis.recommended import recommended
from costcurve_gui.analysis.selection_settings import THRESHOLD, BoundsSpec, SelectionSpec
from costcurve_gui.analysis.tables.decisions import (
    decisions,
    selection_needs,
    selection_table,
)
from costcurve_gui.analysis.tables.new_cases import ends_of
from costcurve_gui.analysis.threshold_finders import settled_snapshot
from costcurve_gui.cli.report import policies_of_report
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.notebook.policy import Policy as SavedRule
from costcurve_gui.notebook.tables import frame_of
from costcurve_gui.views.text.decision_summary import answer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.report_input import ReportInput, ReportPart
    from costcurve_gui.engine.selection.policy import Policy


_BOUNDED = {"neyman_pearson": BoundKind.FPR, "workforce": BoundKind.CASES}
"""Criteria that the window has as a bound, by the start of their keys."""
_RESAMPLED = ("expected_cost_low", "expected_cost_high", *ends_of("new_cases_profit"))


@dataclass(frozen=True, slots=True)
class Decision:
    """What a criterion decides for its best model.

    Attributes
    ----------
    criterion, model : str
        As in selection.csv.
    threshold : float
        Act where the score is at least this; inf acts on nobody. Of a model whose low scores mean
        positive it is that of the negated score.
    threshold_2 : float or None
        The lower threshold that is mixed in with probability `mixing`.
    mixing : float
    expected_cost, expected_profit : float
        Per case, at the prior of deployment, on this sample: which chose most thresholds.
    interval : tuple of two floats, or None
        Of the expected cost with the threshold held fixed; None where nothing was resampled.
    new_cases_profit : tuple of three floats, or None
        Profit per case to expect on new cases, and its interval; None where there is no estimate.
    sentence : str
        What the window says.
    """

    criterion: str
    model: str
    threshold: float
    threshold_2: float | None
    mixing: float
    expected_cost: float
    expected_profit: float
    interval: tuple[float, float] | None
    new_cases_profit: tuple[float, float, float] | None
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def best_rows(part: ReportPart) -> pd.DataFrame:
    """Return the row of each criterion's best model in selection.csv, with intervals if known."""
    selection = _selection(part)
    best = selection[selection["best"].astype(bool)]
    return best.set_index("criterion", drop=False).rename_axis(None)


def recommended_row(part: ReportPart) -> dict[str, Any]:
    """Return the row of the recommended rule in selection.csv.

    Raises
    ------
    ValueError
        Where no rule keeps the bounds.
    """
    found = recommended(part.snapshot)
    if found is None:
        raise ValueError(
            f"no rule is recommended: {answer(part.snapshot)} A criterion can be named"
        )
    rows = _selection(part)
    named = (rows["criterion"] == found.criterion) & (rows["model"] == found.model)
    return dict(rows[named].iloc[0])


def sentence_of(part: ReportPart) -> str:
    """Say what is recommended, or that no rule keeps the bounds."""
    found = recommended(part.snapshot)
    if found is None:
        return answer(part.snapshot)
    return _sentence(found.criterion, found.key, part)


def _selection(part: ReportPart) -> pd.DataFrame:
    return frame_of(selection_table(part.snapshot, part.table_options))


def rows_shown(part: ReportPart) -> pd.DataFrame:
    """Return the same rows with what each is worth on new cases, as a notebook shows them."""
    rows = [dict(row) for _, row in best_rows(part).iterrows()]
    needs = [
        one
        for one in selection_needs(part.snapshot, part.table_options)
        if any(_same(policy, row) for policy in one.policies[:1] for row in rows)
    ]
    return best_rows(replace(part, snapshot=_knowing(part, needs)))


def _knowing(part: ReportPart, needs: Sequence[IntervalRequest]) -> Snapshot:
    if part.estimator is None:
        return part.snapshot
    return replace(part.snapshot, intervals=part.estimator.estimate(needs))


def decision_of(row: Mapping[str, Any], part: ReportPart) -> Decision:
    """Return the decision of a row of `best_rows`."""
    criterion, model = row["criterion"], row["model"]
    low, high, *of_new_cases = _resampled(row, _key(model, part), part)
    estimate, least, most = of_new_cases
    return Decision(
        criterion=criterion,
        model=model,
        threshold=float(row["threshold"]),
        threshold_2=_known(row["threshold_2"]),
        mixing=float(row["mixing"]),
        expected_cost=float(row["expected_cost"]),
        expected_profit=float(row["expected_profit"]),
        interval=None if math.isnan(low) else (low, high),
        new_cases_profit=None if math.isnan(least) else (estimate, least, most),
        sentence=_sentence(criterion, _key(model, part), part),
    )


def _key(model: str, part: ReportPart) -> str:
    models = part.snapshot.curve_set.models
    return next(one.info.key for one in models if one.info.name == model)


def _resampled(row: Mapping[str, Any], key: str, part: ReportPart) -> tuple[float, ...]:
    """Return the cells under `_RESAMPLED`; nothing but the one policy is resampled for them."""
    if part.estimator is None:
        return (math.nan,) * len(_RESAMPLED)
    options = replace(part.table_options, models=frozenset({key}))
    needs = [
        one
        for one in selection_needs(part.snapshot, options)
        if any(_same(policy, row) for policy in one.policies)
    ]
    snapshot = _knowing(part, needs)
    found = frame_of(selection_table(snapshot, options)).set_index("criterion")
    return tuple(map(float, found.loc[row["criterion"], list(_RESAMPLED)]))


def _same(policy: Policy, row: Mapping[str, Any]) -> bool:
    """Whether a request is about the policy of a row; requests do not say the criterion."""
    figures = ("fpr", "tpr", "expected_cost", "expected_profit")
    return all(getattr(policy, name) == row[name] for name in figures)


def _known(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else float(value)


def _sentence(criterion: str, key: str, part: ReportPart) -> str:
    """Say what the window would say, were this criterion in force and this model selected."""
    curve_set, settings = part.snapshot.curve_set, part.snapshot.settings
    named = recommended(part.snapshot)
    if named is not None and named[:2] == (criterion, key):
        selection = settings.selection
    elif criterion == BEST_UNIT_PROFIT.key:
        selection = _by_units(part)
    else:
        selection = _in_window(criterion, settings.selection)
    snapshot = settled_snapshot(curve_set, replace(settings, selection=selection, selected=key))
    if part.estimator is not None:
        found = part.estimator.estimate(interval_requests(snapshot, ()))
        snapshot = replace(snapshot, intervals=found)
    return answer(snapshot)


def _by_units(part: ReportPart) -> SelectionSpec:
    """Return a selection by hand, with the thresholds of highest profit per unit."""
    found = decisions(part.snapshot, part.table_options)
    thresholds = {
        model.key: policy.threshold
        for criterion, model, policy, _ in found
        if criterion is BEST_UNIT_PROFIT
    }
    return replace(part.snapshot.settings.selection, criterion=MANUAL, thresholds=thresholds)


def _in_window(criterion: str, selection: SelectionSpec) -> SelectionSpec:
    """Return how the window is set to decide by a criterion."""
    for start, bound in _BOUNDED.items():
        if criterion.startswith(start):
            return replace(
                selection,
                criterion=THRESHOLD,
                objective=Objective.PROFIT if "_profit" in criterion else Objective.TPR,
                bounds=BoundsSpec().with_limit(bound, selection.bounds.limits[bound]),
                mixed=not criterion.endswith("_single"),
            )
    if criterion in ("constrained", "constrained_single"):
        return replace(selection, criterion=THRESHOLD, mixed=criterion == "constrained")
    if criterion == MIN_COST.key:
        return replace(selection, criterion=THRESHOLD, bounds=BoundsSpec(), mixed=False)
    return replace(selection, criterion=CRITERIA[criterion])


def policy_of(row: Mapping[str, Any], study: ReportInput, part: ReportPart) -> SavedRule:
    """Return the policy that a row of `best_rows` is about, as policy.json of a report has it."""
    key = _key(row["model"], part)
    content = policies_of_report(study, models=frozenset({key}))
    found = next(one for one in content["policies"] if one["criterion"] == row["criterion"])
    return SavedRule.of_one(content, found)
