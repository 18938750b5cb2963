"""How the models of a snapshot, and the trivial classifiers, compare under its criterion."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import common_policies
from costcurve_gui.analysis.criteria import merit
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.recommended import passed_over
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.engine.selection.bounds import Objective

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.selection_settings import SelectionSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.bounds import Bound, BoundKind
    from costcurve_gui.engine.selection.policy import Policy

_ROUNDING = 1e-12
"""Relative profit by which a model must beat a trivial classifier."""


def ranks_by(snapshot: Snapshot) -> Objective | None:
    """Return the objective that models are compared by; None where the criterion has a measure."""
    by_objective = snapshot.settings.selection.criterion.measure is None
    return snapshot.settings.objective if by_objective else None


def compares_money(snapshot: Snapshot) -> bool:
    """Whether the models are compared by what they earn or cost."""
    return ranks_by(snapshot) in (Objective.PROFIT, Objective.COST)


def compared_figure(snapshot: Snapshot, policy: Policy) -> float:
    """Return the figure of a policy that models are compared by, with its own sign."""
    measure = snapshot.settings.selection.criterion.measure
    if measure is not None:
        return measure.value(policy)
    if snapshot.settings.objective is Objective.COST:
        return policy.normalized_expected_cost
    by_tpr = snapshot.settings.objective is Objective.TPR
    return policy.tpr if by_tpr else policy.expected_profit


def figure_of(snapshot: Snapshot, key: str) -> float | None:
    """Return the figure of a model, or of "all" and "none"; None where it fails what is asked."""
    if key in snapshot.trivial:
        policy = snapshot.trivial[key]
        return compared_figure(snapshot, policy) if _admitted(snapshot, policy) else None
    if key not in snapshot.models or not snapshot.compares(key):
        return None
    return compared_figure(snapshot, snapshot.models[key].policy)


def gain(snapshot: Snapshot, policy: Policy, other: Policy) -> float:
    """Return by how much a policy is better than another one; costs are compared as profit."""
    measure = snapshot.settings.selection.criterion.measure
    if measure is not None:
        return measure.merit(policy) - measure.merit(other)
    if compares_money(snapshot):
        return policy.expected_profit - other.expected_profit
    return policy.tpr - other.tpr


def as_good(snapshot: Snapshot, key: str, other: str) -> bool:
    """Whether two models do not differ in what counts: profit may have settled a tie."""
    one, competitor = snapshot.models[key], snapshot.models[other]
    if one.met != competitor.met:
        return False
    reached, most = (
        merit(each.policy, snapshot.settings.objective)[0] for each in (one, competitor)
    )
    return math.isclose(reached, most, rel_tol=1e-9, abs_tol=1e-12)


def lead(snapshot: Snapshot, key: str, other: str) -> float:
    """Return how much more per case one model earns than another, on the cases that both scored.

    NaN where there are no such cases, or it is not known yet.
    """
    found = common_policies(snapshot, (key, other))
    return math.nan if found is None else found[0].expected_profit - found[1].expected_profit


def trivial_on(snapshot: Snapshot, key: str) -> Mapping[str, Policy]:
    """Return the trivial classifiers on the cases that a model scored."""
    if not snapshot.models[key].info.missing:
        return snapshot.trivial
    from costcurve_gui.engine.selection.criteria import trivial

    return trivial(condition_of(snapshot, key))


def better_trivial(snapshot: Snapshot, key: str) -> str:
    """Return the cheaper of "all" and "none" that keeps the bounds, as in the files; else nothing.

    It is what the decision is compared with.
    """
    from costcurve_gui.engine.resampling.new_cases import better_trivial as better

    return better(condition_of(snapshot, key), kept_bounds(snapshot.settings.selection))


def kept_bounds(selection: SelectionSpec) -> tuple[Bound, ...]:
    """Return the bounds within which the criterion in force chooses, or which it keeps anyway."""
    bounds = selection.bounds.of(selection.population)
    return tuple(bound for bound in bounds if selection.criterion.keeps(bound.kind))


def broken_bounds(snapshot: Snapshot, policy: Policy) -> list[BoundKind]:
    """Return the bounds in force that a policy breaks."""
    kept, prior = kept_bounds(snapshot.settings.selection), snapshot.condition.prior
    return [one.kind for one in kept if not one.at(prior).holds(policy.fpr, policy.tpr)]


def allowed_trivials(snapshot: Snapshot, key: str) -> dict[str, Policy]:
    """Return the trivial classifiers that keep the bounds, on the cases that a model scored."""
    found = trivial_on(snapshot, key).items()
    return {name: policy for name, policy in found if not broken_bounds(snapshot, policy)}


@once
def winning_trivial(snapshot: Snapshot) -> str | None:
    """Return the trivial classifier that no model beats at this condition, if there is one."""
    free = snapshot.settings.selection.criterion.keeps_bounds
    if snapshot.best is None or not (free and compares_money(snapshot) and snapshot.met):
        return None
    trivials = allowed_trivials(snapshot, snapshot.best)
    if not trivials:
        return None
    trivial = max(trivials, key=lambda name: trivials[name].expected_profit)
    bar = trivials[trivial].expected_profit
    before = passed_over(snapshot, snapshot.best)
    first = snapshot.best if before is None else before[0]
    best = snapshot.models[first].policy.expected_profit
    return trivial if best <= bar + _ROUNDING * max(1.0, abs(bar)) else None


def named_models(snapshot: Snapshot) -> tuple[str | None, ...]:
    """Return the models, or the trivial classifier, that decision and list name as theirs."""
    return snapshot.selected, snapshot.best, winning_trivial(snapshot)


def cost_of_bounds(snapshot: Snapshot) -> float | None:
    """Return how much less per case is earned than without bounds; None where none binds."""
    effect = snapshot.bounded
    if effect is None or not effect.binding or snapshot.settings.objective is Objective.TPR:
        return None
    return effect.single.expected_profit - effect.free.expected_profit


def caught_of(snapshot: Snapshot, policy: Policy) -> tuple[float, float]:
    """Return the expected positives caught, and all of them, in the population."""
    total = snapshot.settings.selection.population * snapshot.condition.prior
    return policy.tpr * total, total


def _admitted(snapshot: Snapshot, policy: Policy) -> bool:
    """Whether a policy keeps the bounds, and reaches the target of the criterion."""
    selection = snapshot.settings.selection
    return not broken_bounds(snapshot, policy) and selection.criterion.admits(policy, selection)
