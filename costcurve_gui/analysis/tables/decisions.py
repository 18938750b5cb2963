"""The decision of every criterion for every model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.criteria import best, tabled
from costcurve_gui.analysis.criterion import ChoiceInput
from costcurve_gui.analysis.settings import PayoffSpec
from costcurve_gui.analysis.snapshot import condition_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from costcurve_gui.analysis.criterion import Criterion
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.bounds import Objective
    from costcurve_gui.engine.selection.policy import Policy

POLICY_HEADER = (
    *("criterion", "model", "threshold", "threshold_2", "mixing", "fpr", "tpr"),
    *("fraction_targeted", "normalized_expected_cost", "expected_cost", "expected_profit", "best"),
)


def policy_cells(policy: Policy) -> tuple[Any, ...]:
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


def decision_rows(snapshot: Snapshot) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each criterion and model, under `POLICY_HEADER`."""
    settings = snapshot.settings
    typed = settings.payoff.cells != PayoffSpec().cells
    for criterion in tabled(settings.selection, payoffs_given=typed):
        given = (
            ChoiceInput(
                model.evaluation,
                condition_of(snapshot, model.info.key),
                settings.selection,
                settings.objective,
                settings.selection.thresholds.get(model.info.key),
            )
            for model in snapshot.curve_set.models
        )
        for policy, is_best in chosen_by(criterion, given, settings.objective):
            yield criterion.key, *policy_cells(policy), is_best


def chosen_by(
    criterion: Criterion, given: Iterable[ChoiceInput], objective: Objective
) -> Iterator[tuple[Policy, bool]]:
    """Yield the policy of each model that the criterion is of use for, and whether it is best."""
    found = (criterion.choose(one) for one in given)
    policies = {policy.model: policy for policy in found if policy is not None}
    winner = best(policies, objective) if policies else None
    for model, policy in policies.items():
        yield policy, model == winner


def decision_text(snapshot: Snapshot) -> str:
    """Return the table for the clipboard: columns parted by tabs."""
    rows = (POLICY_HEADER, *decision_rows(snapshot))
    return "\n".join("\t".join(map(_text, row)) for row in rows)


def _text(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
