"""The files of a report on families: as those of scored models, with the member named.

Members have no threshold: that cell is empty, and the last column says which member it is by
its position among the rows of its model. Every member has its points; a dominated one is on no
hull.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.cli.tables.selection import HEADER, chosen_policies, policy_row
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.curve_columns import HEADERS, cost_columns
from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.counts.family import ALL, NONE, FamilyTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.counted import CountedAnalysis
    from costcurve_gui.engine.selection.policy import Policy

    Family = tuple[AnalysedModel, FamilyTable]
    Point = tuple[str, float, float, float, float, float, bool]

MEMBER = "member"


def family_roc_table(analysis: CountedAnalysis) -> Table:
    """Return the ROC point of every member, by ascending fpr, between the trivial ones."""
    rows = (
        (model.name, threshold, fpr, tpr, fp, tp, on_hull, name)
        for model, table in _families(analysis)
        for name, threshold, fpr, tpr, fp, tp, on_hull in _points(model, table)
    )
    return Table.of_rows((*HEADERS["roc"], MEMBER), rows)


def family_rociv_table(analysis: CountedAnalysis) -> Table:
    """Return the same points: costs are the same within each class."""
    rows = (
        (model.name, threshold, fpr, tpr, on_hull, name)
        for model, table in _families(analysis)
        for name, threshold, fpr, tpr, _, _, on_hull in _points(model, table)
    )
    return Table.of_rows((*HEADERS["rociv"], MEMBER), rows)


def family_profit_table(analysis: CountedAnalysis) -> Table:
    """Return the share called positive and the profit of every member, in the same order."""
    rows = (
        (model.name, threshold, *_targeted_and_profit(model, fpr, tpr), name)
        for model, table in _families(analysis)
        for name, threshold, fpr, tpr, _, _, _ in _points(model, table)
    )
    return Table.of_rows((*HEADERS["profit"], MEMBER), rows)


def family_cost_curve_table(analysis: CountedAnalysis) -> Table:
    """Return the vertices of every lower envelope, each with the member on its right."""
    parts = (
        (model.name, (*cost_columns(model.evaluation), _members_of_segments(model, table)))
        for model, table in _families(analysis)
    )
    return Table.of_parts((*HEADERS["cost"], MEMBER), parts)


def family_selection_table(analysis: Evaluated) -> Table:
    """Return the policies with the members that decide; the second one where two are mixed."""
    rows = (
        (criterion, *policy_row(policy), is_best, *_deciding(policy))
        for criterion, policy, is_best in chosen_policies(analysis)
    )
    return Table.of_rows((*HEADER, MEMBER, "member_2"), rows)


def _families(analysis: CountedAnalysis) -> Iterator[Family]:
    for model in analysis.models:
        table = analysis.counted.tables[model.name]
        if isinstance(table, FamilyTable):
            yield model, table


def _points(model: AnalysedModel, table: FamilyTable) -> Iterator[Point]:
    """Yield name, threshold, rates, counts and whether it is on the hull, of every classifier."""
    on_hull = model.evaluation.roc_hull.on_hull(len(table))
    yield NONE, np.inf, 0.0, 0.0, 0.0, 0.0, True
    for member, row, dominated in zip(
        table.members, table.member_rows, table.dominated, strict=True
    ):
        vertex = bool(on_hull[row]) and not dominated
        yield member.name, np.nan, member.fpr, member.tpr, member.fp, member.tp, vertex
    yield ALL, -np.inf, 1.0, 1.0, table.negatives, table.positives, True


def _targeted_and_profit(model: AnalysedModel, fpr: float, tpr: float) -> tuple[float, float]:
    condition = model.condition
    targeted = fraction_targeted(condition.prior, fpr, tpr)
    return targeted, condition.expected_profit(fpr, tpr)


def _members_of_segments(model: AnalysedModel, table: FamilyTable) -> np.ndarray:
    names = np.array(table.names, dtype=object)
    return names[model.evaluation.envelope.indices]


def _deciding(policy: Policy) -> tuple[Any, Any]:
    first, *second = policy.members
    return first, second[0] if second else None
