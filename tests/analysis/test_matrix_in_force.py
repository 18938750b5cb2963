"""Another cost ratio is another payoff matrix: every figure is that of the matrix in force.

The oracle is the same file under a matrix whose cell of a miss is rewritten; and, for the profit,
the payoffs of the rows added up one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.conditions import means_in_force, ratio_of_cells
from costcurve_gui.analysis.interval_settings import BandChoices
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.requests import interval_requests
from costcurve_gui.analysis.snapshot_builder import build_reading
from costcurve_gui.analysis.tables.cases import build_up_of
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.helpers.choices import Choice, selected_by
from tests.helpers.samples import loaded

if TYPE_CHECKING:
    from costcurve_gui.dataio.dataset import Dataset
from tests.helpers.rewritten_matrix import PAYOFFS, PRIOR, RATIO, both, rewritten

TABLES = ("roc", "rociv", "cost", "profit", "regret", "instance_costs", "build_up")
SPEC = BootstrapSpec(replicates=60)
VIEWS = ("profit", "cost", "roc", "rociv", "difference", "winners", "verdicts", "tests", "areas")
CLOSE = {"rtol": 1e-6, "atol": 1e-6}


def numbers_in(found: object) -> list[float]:
    """Return every number that an object of results holds, in order."""
    if isinstance(found, bool | np.bool_ | int | float | np.number):
        return [float(found)]
    if isinstance(found, np.ndarray):
        return [float(x) for x in found.ravel()] if found.dtype.kind in "fiub" else []
    if isinstance(found, dict):
        return [x for value in found.values() for x in numbers_in(value)]
    if isinstance(found, list | tuple):
        return [x for value in found for x in numbers_in(value)]
    slots = getattr(type(found), "__dataclass_fields__", {})
    return [x for name in slots for x in numbers_in(getattr(found, name))]


@pytest.mark.parametrize("payoff", PAYOFFS)
@pytest.mark.parametrize("criterion", list(Choice))
def test_that_every_figure_is_that_of_the_rewritten_matrix(payoff, criterion) -> None:
    selection = selected_by(criterion, max_fpr=0.13)
    _, scaled, plain = both(payoff, selection=selection)
    assert scaled.condition.cost_ratio == pytest.approx(RATIO)
    assert ratio_of_cells(plain.curve_set.payoff_means) == pytest.approx(RATIO, rel=1e-6)
    assert (scaled.best, scaled.selected) == (plain.best, plain.selected)
    np.testing.assert_allclose(numbers_in(scaled.condition), numbers_in(plain.condition), **CLOSE)
    for key, model in plain.models.items():
        mine = scaled.models[key]
        np.testing.assert_allclose(numbers_in(mine.policy), numbers_in(model.policy), **CLOSE)
        np.testing.assert_allclose(mine.profit.y, model.profit.y, **CLOSE)
        found, expected = build_up_of(scaled, mine), build_up_of(plain, model)
        np.testing.assert_allclose(numbers_in(found), numbers_in(expected), **CLOSE)
        row = len(model.profit.indices) // 2
        reading = build_reading(scaled, key, row).expected_profit
        assert reading == pytest.approx(build_reading(plain, key, row).expected_profit)
        for other in plain.models:
            assert model_ranking.lead(scaled, key, other) == pytest.approx(
                model_ranking.lead(plain, key, other), nan_ok=True, abs=1e-6
            )
    for name in ("perfect_profit", "random_profit", "trivial", "mixture"):
        mine, wanted = (numbers_in(getattr(one, name)) for one in (scaled, plain))
        np.testing.assert_allclose(mine, wanted, **CLOSE)


@pytest.mark.parametrize("payoff", PAYOFFS)
@pytest.mark.parametrize("table", TABLES)
def test_that_every_table_is_that_of_the_rewritten_matrix(payoff, table) -> None:
    _, scaled, plain = both(payoff)
    of_scaled, of_plain = view_table(table, scaled), view_table(table, plain)
    assert of_scaled.header in (of_plain.header, (*of_plain.header, "miss_factor"))
    for mine, wanted in zip(of_scaled.columns, of_plain.columns, strict=False):
        if mine.dtype.kind == "f":
            np.testing.assert_allclose(mine, wanted, **CLOSE)


@pytest.mark.parametrize("payoff", PAYOFFS)
def test_that_every_interval_is_that_of_the_rewritten_matrix(payoff) -> None:
    """The same seed draws the same cases, so that intervals are the same figures too."""
    data, scaled, plain = both(payoff)
    found = []
    for snapshot, matrix in ((scaled, payoff), (plain, rewritten(data, payoff))):
        source = resampling_input(snapshot.curve_set, loaded(data, matrix).source, matrix)
        known = resample(source, interval_requests(snapshot, VIEWS), BandChoices(spec=SPEC), SPEC)
        found.append({(one.kind, one.models): result for one, result in known.items()})
    mine, wanted = found
    assert mine.keys() == wanted.keys()
    assert len(mine) > 10
    for key, result in wanted.items():
        np.testing.assert_allclose(
            numbers_in(mine[key]), numbers_in(result), rtol=1e-5, atol=1e-5, err_msg=str(key)
        )


@pytest.mark.parametrize("payoff", PAYOFFS)
def test_that_the_profit_on_show_is_what_the_rows_add_up_to(payoff) -> None:
    data, scaled, _ = both(payoff)
    names = {cell: np.broadcast_to(_values(data, getattr(payoff, cell)), data.rows)
             for cell in ("tp", "fp", "fn", "tn")}  # fmt: skip
    y, weight = data.y_true, data.weight
    assert weight is not None
    cost = names["tp"] - names["fn"]
    c_fn = np.average(cost[y], weights=weight[y])
    c_fp = np.average((names["tn"] - names["fp"])[~y], weights=weight[~y])
    missed = names["tp"] - RATIO * c_fp / c_fn * cost
    for model in scaled.models.values():
        score = data.scores[model.info.column]
        scored, acted = np.isfinite(score), score >= model.policy.threshold
        pays = np.where(
            y, np.where(acted, names["tp"], missed), np.where(acted, names["fp"], names["tn"])
        )
        of_class = [
            np.average(pays[rows], weights=weight[rows]) for rows in (y & scored, ~y & scored)
        ]
        by_hand = PRIOR * of_class[0] + (1 - PRIOR) * of_class[1]
        assert model.policy.expected_profit == pytest.approx(by_hand, rel=1e-9)
    means = means_in_force(scaled.curve_set.payoff_means, scaled.miss_factor)
    assert means["fn"] == pytest.approx(np.average(missed[y], weights=weight[y]))


def _values(data: Dataset, text: str) -> np.ndarray:
    amount = data.numeric["amount"]
    share = text.removesuffix("amount").removesuffix("*")
    if not text.endswith("amount"):
        return np.float64(text)
    return amount * float({"": "1", "-": "-1"}.get(share, share))
