"""The interval table against the curves and the differences that it sums up."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from costcurve_gui.engine.distributions.uncertain_numbers import UniformBelief
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.curve_outlook import CurveOutlook
from costcurve_gui.engine.resampling.difference_band import difference_band
from costcurve_gui.engine.resampling.interval_table import (
    IntervalRow,
    interval_table,
    interval_tables,
)
from costcurve_gui.engine.resampling.new_cases_curve import new_cases_curve, new_cases_curve_lead
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.paired import Paired, noisy_models, paired

FEW = BootstrapSpec(replicates=100, seed=3)
FINE = np.linspace(0.0005, 0.9995, 1000)


def three_models() -> Paired:
    y_true, good, other, bad = noisy_models(900, 1.6, 1.2, 0.3)
    # The second knows the top for sure, so that it leads where false alarms are dear.
    other[y_true & (np.arange(900) % 3 == 0)] += 6
    return paired(y_true, good, other, bad)


def costs_of(data: Paired, pcs: np.ndarray) -> np.ndarray:
    return np.stack([model.evaluation.envelope.value_at(pcs) for model in data.models])


def inside(row: IntervalRow, pcs: np.ndarray) -> np.ndarray:
    return pcs[(row.pc_low < pcs) & (pcs < row.pc_high)]


def said(row: IntervalRow) -> tuple[object, ...]:
    return row.best, row.verdict, row.of_reference


@pytest.mark.parametrize("reference", [None, 1])
def test_that_rows_split_the_whole_range(reference) -> None:
    data = three_models()
    rows = interval_table(RowResampler(data.sample, FEW), data.models, reference=reference)
    assert (rows[0].pc_low, rows[-1].pc_high) == (0.0, 1.0)
    for row, following in pairwise(rows):
        assert row.pc_low < row.pc_high == following.pc_low
        assert said(row) != said(following)


def test_that_each_row_tells_of_its_best_model_and_the_next() -> None:
    data = three_models()
    rows = interval_table(RowResampler(data.sample, FEW), data.models)
    assert {row.best for row in rows} >= {0, 1}
    for row in rows:
        pcs = np.array([row.pc_low, *inside(row, FINE), row.pc_high])
        costs = costs_of(data, pcs)
        envelope = data.models[row.best or 0].evaluation.envelope
        own = envelope.value_at(pcs)
        assert (own <= costs.min(axis=0) + 1e-9).all()
        assert row.costs == pytest.approx((own.min(), own.max()), abs=2e-3)
        used = envelope.thresholds[envelope.segment_at(pcs[1:-1])]
        if used.size:
            assert row.thresholds[0] >= used[0]
            assert row.thresholds[1] == used[-1]
        if row.best is not None:
            lead = costs[row.runner_up] - own
            assert row.margin == pytest.approx((lead.min(), lead.max()), abs=2e-3)


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_better_is_shown_against_every_other_model(kind) -> None:
    data = three_models()
    source = kind(data.sample, FEW)
    for row in interval_table(source, data.models):
        places = inside(row, PC_GRID)
        if row.best is None or row.verdict != "better" or not places.size:
            continue
        for other in {0, 1, 2} - {row.best}:
            pair = data.models[row.best], data.models[other]
            found = difference_band(RowResampler(data.sample, FEW), *pair, pc_plus=places)
            assert (found.band.estimate < 0).all()
            assert (found.band.upper < 0).all() or kind is CountResampler


def test_that_what_is_shown_of_all_places_is_shown_of_each_by_itself() -> None:
    data = paired(*noisy_models(500, 1.6, 1.2))
    source = RowResampler(data.sample, FEW)
    of_all, of_each = (
        [
            PC_GRID[(row.pc_low < PC_GRID) & (row.pc_high > PC_GRID)]
            for row in interval_table(source, data.models, simultaneous=simultaneous)
            if row.verdict == "better"
        ]
        for simultaneous in (True, False)
    )
    assert 0 < sum(map(len, of_all)) < sum(map(len, of_each))
    assert set(np.concatenate(of_all)) < set(np.concatenate(of_each))


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_costs_and_leads_of_new_cases_are_means_of_their_curves(kind) -> None:
    data = three_models()
    source = kind(data.sample, FEW)
    rows = [row for row in interval_table(source, data.models) if row.best is not None]
    assert len(rows) > 2
    curve_of = cache(lambda at: new_cases_curve(source, data.models[at]))
    lead_of = cache(lambda a, b: new_cases_curve_lead(source, data.models[a], data.models[b]))
    for row in rows:
        pcs = np.linspace(row.pc_low, row.pc_high, 20_001)
        costs = costs_of(data, pcs)
        lead, sign = lead_of(*sorted((row.best, row.runner_up))), np.sign(row.best - row.runner_up)
        for figure, curve, here, way in (
            (row.new_cases.cost, curve_of(row.best), costs[row.best], 1),
            (row.new_cases.lead, lead, costs[row.runner_up] - costs[row.best], sign),
        ):
            more = way * np.interp(pcs, PC_GRID, curve.band.estimate - curve.apparent)
            assert figure.apparent == pytest.approx(here.mean(), abs=1e-5)
            assert figure.estimate == pytest.approx((here + more).mean(), abs=1e-5)
            assert figure.low < figure.estimate < figure.high


@pytest.mark.parametrize("seed", range(4))
def test_that_no_lead_is_called_better_that_new_cases_do_not_show(seed) -> None:
    data = paired(*noisy_models(200, 1.5, 1.1, 0.9, seed=seed))
    source = RowResampler(data.sample, FEW)
    for simultaneous in (True, False):
        for row in interval_table(source, data.models, reference=1, simultaneous=simultaneous):
            density = UniformBelief(row.pc_low, row.pc_high)
            others = {0, 1, 2} - {row.best} if row.verdict == "better" else set()
            others |= {1} if row.of_reference == "worse" else set()
            for other in others:
                pair = data.models[other], data.models[row.best]
                assert CurveOutlook(source, pair).mean(density).low > 0


def test_that_what_the_sample_alone_shows_is_not_significant() -> None:
    data = three_models()
    source = RowResampler(data.sample, FEW)
    last = interval_table(source, data.models, reference=0, simultaneous=False)[-1]
    pair = data.models[last.best], data.models[last.runner_up]
    assert difference_band(source, *pair, pc_plus=inside(last, PC_GRID)).significant.sum() > 1
    assert last.new_cases.lead.low < 0
    assert last.verdict == "not significant"


def test_that_a_reference_has_verdicts_of_its_own() -> None:
    data = three_models()
    source = RowResampler(data.sample, FEW)
    rows = interval_table(source, data.models, reference=2, simultaneous=False)
    told = [row for row in rows if row.best is not None]
    assert {row.of_reference for row in told} == {"worse", "not significant"}
    for row in told:
        places = inside(row, PC_GRID)
        if row.best == 2 or not places.size:
            continue
        pair = data.models[row.best], data.models[2]
        shown = difference_band(source, *pair, pc_plus=places).band.upper < 0
        assert shown.all() == (row.of_reference == "worse") or not shown[1:-1].any()


def test_that_where_the_reference_is_the_best_both_verdicts_are_one() -> None:
    data = three_models()
    source = RowResampler(data.sample, FEW)
    rows = interval_table(source, data.models, reference=1, simultaneous=False)
    own = [row for row in rows if row.best == 1]
    assert {row.of_reference for row in own} == {"better", "not significant"}
    assert all(row.of_reference == row.verdict for row in own)


def test_that_a_reference_only_splits_the_stretches_of_the_best() -> None:
    data = three_models()
    source = RowResampler(data.sample, FEW)
    plain = interval_table(source, data.models)
    assert {row.of_reference for row in plain} == {None}
    tables = interval_tables(source, data.models)
    for reference, table in enumerate(tables):
        assert table == interval_table(source, data.models, reference=reference)
        assert {row.pc_high for row in plain} <= {row.pc_high for row in table}
        for row in plain:
            parts = [one for one in table if row.pc_low <= one.pc_low < row.pc_high]
            assert {(one.best, one.verdict) for one in parts} == {(row.best, row.verdict)}


@pytest.mark.parametrize("seed", range(8))
def test_that_what_is_shown_begins_and_ends_where_it_is(seed) -> None:
    data = paired(*noisy_models(500, 1.6, 1.35, seed=seed))
    source = RowResampler(data.sample, FEW)
    rows = interval_table(source, data.models, simultaneous=False)
    assert all(row.pc_low < row.pc_high for row in rows)
    for before, after in pairwise(rows):
        if before.best == after.best and None not in (before.best, after.best):
            pair = data.models[before.best], data.models[1 - before.best]
            end = difference_band(source, *pair, pc_plus=np.array([after.pc_low]))
            assert end.significant[0]
    shown = [row for row in rows if row.verdict == "better"]
    outlook = CurveOutlook(source, data.models)
    for low, high, better in difference_band(source, *data.models).stretches:
        if low < high:
            lead = outlook.mean(UniformBelief(low, high))
            seen = lead.high < 0 if better == "a" else lead.low > 0
            covered = any(row.pc_low <= low < high <= row.pc_high for row in shown)
            assert covered or not seen


def test_that_models_of_constant_scores_are_equal_everywhere() -> None:
    y_true = np.arange(40) % 2 == 0
    data = paired(y_true, np.zeros(40), np.ones(40))
    (row,) = interval_table(RowResampler(data.sample, FEW), data.models)
    assert (
        row[:-1]
        == IntervalRow(*(0, 1, None, (np.inf, 0.0), (0.0, 0.5), None, (0.0, 0.0), "equal"))[:-1]
    )
    # Min(PC(+), 1 - PC(+)) is what deciding all alike costs, on any cases.
    assert astuple(row.new_cases.cost) == pytest.approx((0.25,) * 4)
    assert row.new_cases.method == "the rule decides without looking"
    assert row.new_cases.lead.estimate is None


def test_that_where_no_model_beats_the_trivial_ones_the_cost_is_certain() -> None:
    y_true, *scores = noisy_models(200, 0.9, 0.8)
    data = paired(y_true, *((score > 0.5).astype(float) for score in scores))
    rows = interval_table(RowResampler(data.sample, FEW), data.models)
    equal = [row for row in rows if row.verdict == "equal"]
    assert len(equal) > 1
    for row in equal:
        pcs = np.linspace(row.pc_low, row.pc_high, 10_001)
        mean = np.minimum(pcs, 1 - pcs).mean()
        assert astuple(row.new_cases.cost) == pytest.approx((mean,) * 4, abs=1e-5)


def test_that_models_of_the_same_costs_tie_and_none_of_them_is_the_best() -> None:
    y_true, good, bad = noisy_models(300, 1.6, 0.3)
    data = paired(y_true, bad, good, 2 * good)
    rows = interval_table(RowResampler(data.sample, FEW), data.models, reference=2)
    ties = [row for row in rows if row.verdict == "tied"]
    assert {row.tied for row in ties} == {(1, 2)}
    assert {(row.best, row.runner_up, row.of_reference) for row in ties} == {(None, 0, "tied")}
    lead = costs_of(data, FINE)[0] - costs_of(data, FINE)[1]
    assert max(row.margin[1] for row in ties) == pytest.approx(lead.max(), abs=2e-3)
    beside = interval_table(RowResampler(data.sample, FEW), data.models, reference=0)
    assert "worse" in {row.of_reference for row in beside}


def test_that_models_that_all_tie_below_the_trivial_classifiers_are_not_alike() -> None:
    y_true, good = noisy_models(300, 1.6)
    data = paired(y_true, good, 2 * good)
    rows = interval_table(RowResampler(data.sample, FEW), data.models)
    useful = costs_of(data, FINE)[0] < np.minimum(FINE, 1 - FINE) - 1e-9
    for row in rows:
        shown = useful[(row.pc_low < FINE) & (row.pc_high > FINE)]
        assert row.verdict == ("tied" if shown.any() else "equal")
        assert (row.best, row.runner_up, row.margin) == (None, None, (0.0, 0.0))
        assert row.tied == ((0, 1) if shown.any() else ())
    assert "tied" in {row.verdict for row in rows}
