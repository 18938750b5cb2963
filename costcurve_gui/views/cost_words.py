"""What a comparison of costs means, in words, and as a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.views import numbers
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.cost_stability import CostChange
    from costcurve_gui.models.cost_checks import CostComparison

SIGNIFICANT = 0.05
"""Below it chance is a poor explanation of the distance between two distributions."""


def stability_content(found: CostComparison) -> TableContent:
    """Return misses and false alarms side by side."""
    changes = (found.stability.fn_costs, found.stability.fp_costs)
    first, second = found.first.label, found.second.label
    unit = found.payoff.unit

    def row(title: str, *texts: str, hint: str = "") -> TableRow:
        return TableRow(title, texts, hint)

    return TableContent(
        "cost",
        (TableColumn("a miss"), TableColumn("a false alarm")),
        (
            row(f"cases, {first}", *(numbers.count(one.first_rows) for one in changes)),
            row(f"cases, {second}", *(numbers.count(one.second_rows) for one in changes)),
            row(f"mean, {first}", *(_money(one.first_mean, unit) for one in changes)),
            row(f"mean, {second}", *(_money(one.second_mean, unit) for one in changes)),
            row("ratio of means", *(_ratio(one) for one in changes), hint="second / first"),
            row(
                "KS distance",
                *(numbers.rate(one.statistic) for one in changes),
                hint="largest distance between the two distribution functions",
            ),
            row("p-value", *(numbers.p_value(one.p_value) for one in changes)),
        ),
    )


def verdict(found: CostComparison) -> str:
    """Say whether errors cost alike in both samples, and what follows."""
    changes = {"A miss": found.stability.fn_costs, "A false alarm": found.stability.fp_costs}
    said = " ".join(_about(name, change, found) for name, change in changes.items())
    if any(_differs(change) for change in changes.values()):
        return f"{said} A ROCIV curve of the one sample need not hold for the other."
    return f"{said} Nothing speaks against using a ROCIV curve of the one for the other."


def _about(name: str, change: CostChange, found: CostComparison) -> str:
    if change.statistic == 0:
        return f"{name} costs the same in both."
    test = f"KS {numbers.rate(change.statistic)}, p {numbers.p_value(change.p_value)}"
    if not _differs(change):
        return f"{name} costs about the same: the difference may well be chance ({test})."
    if math.isnan(change.ratio):
        return f"{name} does not cost alike ({test})."
    times = numbers.ratio_figure(change.ratio)
    return (
        f"{name} costs on average {times} times as much in \u201c{found.second.label}\u201d as in "
        f"\u201c{found.first.label}\u201d, and the distributions differ ({test})."
    )


def _differs(change: CostChange) -> bool:
    return change.p_value < SIGNIFICANT


def _ratio(change: CostChange) -> str:
    return numbers.MISSING if math.isnan(change.ratio) else numbers.significant(change.ratio, 3)


def _money(value: float, unit: str) -> str:
    return numbers.money(value, unit, signed=False)
