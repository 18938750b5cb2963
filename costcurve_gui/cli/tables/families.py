"""The files of a report on families: as those of scored models, with the member named."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.policy_intervals import INTERVALS, interval_row
from costcurve_gui.cli.tables.selection import chosen_policies
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.decision_table import POLICY_HEADER, policy_cells
from costcurve_gui.controllers.family_columns import HEADERS, MEMBER, family_columns

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import Evaluated
    from costcurve_gui.engine.selection.policy import Policy


def family_table(view: str, analysis: Evaluated) -> Table:
    """Return the members in the columns of a view, as `family_columns` has them."""
    parts = (
        (model.name, family_columns(view, model.evaluation, model.condition))
        for model in analysis.models
    )
    return Table.of_parts(HEADERS[view], parts)


family_roc_table = partial(family_table, "roc")
family_rociv_table = partial(family_table, "rociv")
family_cost_curve_table = partial(family_table, "cost")
family_profit_table = partial(family_table, "profit")


def family_selection_table(analysis: Evaluated) -> Table:
    """Return the policies with the members that decide; the second one where two are mixed."""
    rows = (
        (
            *(criterion, *policy_cells(policy), is_best, *_deciding(policy)),
            *interval_row(analysis, criterion, policy),
        )
        for criterion, policy, is_best in chosen_policies(analysis)
    )
    return Table.of_rows((*POLICY_HEADER, MEMBER, "member_2", *INTERVALS), rows)


def _deciding(policy: Policy) -> tuple[Any, Any]:
    first, *second = policy.members
    return first, second[0] if second else None
