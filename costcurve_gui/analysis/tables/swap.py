"""swap_set.csv and swap_cases.csv: the cases about which two policies decide otherwise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from costcurve_gui.analysis.case_lists import compared_cases, swapped, with_ids
from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import policies_request
from costcurve_gui.analysis.tables.decisions import decisions
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.case_lists import SwapSet
    from costcurve_gui.analysis.intervals.results import DecisionIntervals, IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.decisions import Decision
    from costcurve_gui.engine.selection.policy import Policy

IN_FORCE: Final = "in_force"
"""The criterion of the decision on screen."""
SWAP_HEADER = (
    *("criterion_a", "model_a", "criterion_b", "model_b", "swap", "cases", "positives"),
    *("negatives", "money", "money_low", "money_high", "profit_per_case"),
    *("profit_per_case_low", "profit_per_case_high", "level"),
)


class OfferedPolicy(NamedTuple):
    """A policy that can be compared, and what its criterion and its model are called."""

    criterion: str
    label: str
    model: str
    name: str
    policy: Policy


def has_swap(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether two policies are to be compared."""
    del snapshot
    return options.swap is not None


def swap_sides(snapshot: Snapshot, options: TableOptions) -> tuple[Decision, Decision]:
    """Return the two policies: a criterion's best, or a model's by a criterion or the first one.

    Their difference is resampled, so a rule that decides case by case is none of them.

    Raises
    ------
    ConstraintError
        Where there is no such policy.
    """
    if options.swap is None:
        raise ConstraintError("no two policies are named")
    found = tuple(one for one in decisions(snapshot, options) if not one[2].is_per_case)
    a, b = (_named(name, found) for name in options.swap.names)
    return a, b


def _named(name: str, found: tuple[Decision, ...]) -> Decision:
    first = found[0][0].key
    criterion, _, model = name.partition(":")
    for one in found:
        key, of = one[0].key, one[1].name
        if model and (key, of) == (criterion, model):
            return one
        if not model and ((key == name and one[3]) or (of == name and key == first)):
            return one
    criteria = ", ".join(dict.fromkeys(one[0].key for one in found))
    models = ", ".join(dict.fromkeys(one[1].name for one in found))
    raise ConstraintError(
        f"{name} is no policy here: name a criterion ({criteria}), a model ({models}), or both as "
        "CRITERION:MODEL"
    )


def policies_offered(snapshot: Snapshot) -> tuple[OfferedPolicy, ...]:
    """Return the policies that the window compares: those in force, then of every criterion."""
    in_force = (
        OfferedPolicy(IN_FORCE, "", key, model.info.name, model.policy)
        for key, model in snapshot.models.items()
    )
    return (
        *in_force,
        *(
            OfferedPolicy(criterion.key, criterion.label or criterion.key, one.key, one.name, rule)
            for criterion, one, rule, _ in decisions(snapshot, TableOptions())
        ),
    )


def swap_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the paired intervals, at the prior and as the cases of the sample are."""
    for prior in (snapshot.condition.prior, _compared(snapshot, options)[1]):
        yield _request(snapshot, options, prior)


def _compared(snapshot: Snapshot, options: TableOptions) -> tuple[float, float]:
    a, b = swap_sides(snapshot, options)
    return compared_cases(snapshot, (a[1].key, b[1].key))


def _request(snapshot: Snapshot, options: TableOptions, prior: float) -> IntervalRequest:
    a, b = swap_sides(snapshot, options)
    condition = model_condition(a[1].curves, prior, snapshot.miss_factor)
    return policies_request((b[1].key, a[1].key), condition, b[2], a[2])


def swap_set(snapshot: Snapshot, options: TableOptions) -> SwapSet:
    """Return what b changes: its cases, and its money less that of a."""
    a, b = swap_sides(snapshot, options)
    return swapped(snapshot, (b[1].key, b[2]), (a[1].key, a[2]))


def swap_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return who is swapped in, who out, and the sum: counts by class, and money of b less a."""
    a, b = swap_sides(snapshot, options)
    found = swap_set(snapshot, options)
    named = (a[0].key, a[1].name, b[0].key, b[1].name)
    nothing = (None,) * 6
    total, _ = _compared(snapshot, options)
    lead, mean = (_ends(known(snapshot, one)) for one in swap_needs(snapshot, options))
    money = tuple(total * end for end in mean)
    level = snapshot.settings.bands.spec.level
    changed = sum(found.only_a) + sum(found.only_b)
    both = tuple(map(sum, zip(found.only_a, found.only_b, strict=True)))
    rows = (
        (*named, "in", sum(found.only_a), *found.only_a, found.money[0], *nothing),
        (*named, "out", sum(found.only_b), *found.only_b, found.money[1], *nothing),
        (*named, "sum", changed, *both, sum(found.money), *money, found.lead.value, *lead, level),
    )
    return Table.of_rows(SWAP_HEADER, rows)


def _ends(found: DecisionIntervals | None) -> tuple[float, float]:
    lead = None if found is None else found.lead
    if lead is None or lead.low is None or lead.high is None:
        return math.nan, math.nan
    return float(lead.low), float(lead.high)


def swap_cases_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row a case that is swapped, those of most money first."""
    found = swap_set(snapshot, options).table
    ids = None if options.swap is None else options.swap.ids
    return found if ids is None else with_ids(found, *ids)
