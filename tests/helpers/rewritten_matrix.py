"""A snapshot under another cost ratio, and under the matrix that has this ratio by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.conditions import miss_factor
from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_results import build_view_result
from costcurve_gui.dataio.expressions.rewriting import missed_cell
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.dataset import Dataset

CONSTANT = PayoffSpec(tp="10", fp="-3", fn="-20", tn="1")
BOTH_VARY = PayoffSpec(tp="0.1*amount", fp="-5", fn="-amount", tn="0.05*amount")
TP_VARIES = PayoffSpec(tp="0.1*amount", fp="-5", fn="-40", tn="0.05*amount")
PAYOFFS = (BY_AMOUNT, CONSTANT, BOTH_VARY, TP_VARIES)
RATIO, PRIOR = 5.0, 0.2


def framed(data: Dataset, payoff: PayoffSpec, ratio: float | None, **changes: object) -> Snapshot:
    """Return a snapshot with what the views of money need."""
    opened = loaded(data, payoff)
    settings = DatasetSettings(payoff=payoff, condition=ConditionSpec(PRIOR, ratio))
    snapshot = with_all_common_cases(build_snapshot(opened.curve_set, replace(settings, **changes)))
    given = view_input(opened.curve_set, opened.source, payoff)
    results = build_view_result("build_up", given)
    return replace(snapshot, results=results.with_more(build_view_result("instance_costs", given)))


def rewritten(data: Dataset, payoff: PayoffSpec) -> PayoffSpec:
    """Return the matrix whose cells give the ratio by themselves."""
    means = loaded(data, payoff).curve_set.payoff_means
    factor = miss_factor(means, ConditionSpec(cost_ratio=RATIO))
    return replace(payoff, fn=missed_cell(payoff.tp, payoff.fn, factor, tuple(data.numeric)))


def both(payoff: PayoffSpec, **changes: object) -> tuple[Dataset, Snapshot, Snapshot]:
    data = dataset(weighted=True, missing=20)
    scaled = framed(data, payoff, RATIO, **changes)
    return data, scaled, framed(data, rewritten(data, payoff), None, **changes)
