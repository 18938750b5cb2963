"""Comparisons of models with gaps, in the window, over the cases that both or all scored."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.common_case_requests import (
    common_case_requests,
    common_in,
    common_policies,
    missing_common_cases,
    with_all_common_cases,
)
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.intervals import requests as uncertainty
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.cli.report import run
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.cli.conftest import Report
from tests.helpers.choices import Choice, selected_by
from tests.helpers.gaps import (
    DATA,
    GRID,
    MIDDLE,
    NAMES,
    PAIRS,
    PAYOFF,
    PRIOR,
    common,
    costs,
    gap_snapshot,
    key,
    profit,
    scores,
)
from tests.helpers.samples import costlier, dataset, loaded

BELIEF = TriangularBelief(0.1, 0.4, 0.9)


WORDS = (
    "--fn",
    "-amount",
    "--fp",
    "-150",
    "--prior",
    str(PRIOR),
    "--scores",
    ",".join(DATA.scores),
)
WORDS += ("--belief", "triangular:0.1,0.4,0.9")


@pytest.fixture(scope="module")
def gaps_csv(tmp_path_factory):
    """Return the file."""
    path = tmp_path_factory.mktemp("gaps") / "gaps.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["label", "amount", *DATA.scores])
        columns = [DATA.y_true.astype(int), DATA.numeric["amount"], *DATA.scores.values()]
        for row in zip(*(column.tolist() for column in columns), strict=True):
            writer.writerow(["" if np.isnan(cell) else cell for cell in row])
    return path


@pytest.fixture(scope="module")
def report_and_drawn(gaps_csv):
    """Return the report on the file, and the snapshots that its pictures would show."""
    out, drawn = gaps_csv.parent / "out", []
    words_ = [*WORDS, "--bootstrap", "300", "--format", "csv,svg", "--out", str(out)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "costcurve_gui.cli.pictures.write_picture",
            lambda _path, snapshot, _options: drawn.append(snapshot),
        )
        assert run([str(gaps_csv), *words_]) == 0
    return Report(out), drawn


@pytest.fixture(scope="module")
def report(report_and_drawn):
    return report_and_drawn[0]


def pair_snapshot(a, b, **changes):
    return gap_snapshot(a, belief=BELIEF, views=ViewChoices(competitor=key(b)), **changes)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_that_window_and_report_agree_on_two_models(report, a, b) -> None:
    snapshot = pair_snapshot(a, b)
    found = cost_comparisons(snapshot).comparison
    row = report.row("lc_index.csv", model_a=a, model_b=b)
    assert found.lc_index == float(row["lc_index"])
    assert cost_comparisons(snapshot).figures[key(b)].lc_index == found.lc_index
    rows = report.rows("crossovers.csv", model_a=a, model_b=b)
    names = {"a": a, "b": b, "equal": ""}
    assert [(low, high, names[better]) for low, high, better in found.stretches] == [
        (float(row["pc_low"]), float(row["pc_high"]), row["better"]) for row in rows
    ]
    written = report.column("difference.csv", "difference", model_a=a, model_b=b)
    shown = found.difference.value_at(np.arange(101) / 100)
    np.testing.assert_allclose(shown, written, atol=1e-9)


def test_that_the_lc_table_of_the_window_is_that_of_the_report(report) -> None:
    table = view_table("lc_index", gap_snapshot("a", known=False, belief=BELIEF))
    assert table.columns[-2].tolist() == report.column("lc_index.csv", "lc_index")


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_that_two_models_are_compared_on_the_rows_that_both_scored(a, b) -> None:
    rows = common(a, b)
    found = cost_comparisons(pair_snapshot(a, b)).comparison
    mine, other = costs(a, rows), costs(b, rows)
    assert found.cases == np.count_nonzero(rows)
    np.testing.assert_allclose(found.difference.value_at(MIDDLE), mine - other, atol=1e-12)
    better = np.where(np.abs(mine - other) < 1e-12, 0.0, np.sign(other - mine))
    assert found.lc_index == pytest.approx(np.diff(BELIEF.cdf(GRID)) @ better, abs=2e-3)
    amount, bad = DATA.numeric["amount"][rows], DATA.y_true[rows]
    worst = PRIOR * amount[bad].mean() + (1 - PRIOR) * 150
    pc_plus = np.array([PRIOR * amount[bad].mean() / worst])
    at_prior = (costs(a, rows, pc_plus) - costs(b, rows, pc_plus))[0] * worst
    assert found.loss.value_at(PRIOR) == pytest.approx(at_prior, abs=1e-9)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_that_a_comparison_over_own_rows_would_be_another(a, b) -> None:
    own = costs(a, common(a)) - costs(b, common(b))
    same = costs(a, common(a, b)) - costs(b, common(a, b))
    assert np.abs(own - same).max() > 0.005


def lowest_stretches(names, rows, at=MIDDLE):
    curves = np.stack([costs(name, rows, at) for name in names])
    useful = curves.min(axis=0) < np.minimum(at, 1 - at) - 1e-9
    return (curves <= curves.min(axis=0) + 1e-9) & useful


def test_that_who_is_cheapest_is_found_on_the_rows_that_all_scored() -> None:
    snapshot = gap_snapshot("a")
    lowest = lowest_stretches(NAMES, common(*NAMES))
    for at, name in enumerate(NAMES):
        stretches = cost_comparisons(snapshot).cheapest[key(name)]
        inside = np.any([(low < MIDDLE) & (high > MIDDLE) for low, high in stretches], axis=0)
        assert np.sum(inside != lowest[at]) <= 2 * len(stretches) + 2
    for low, high, (best, *_) in cost_comparisons(snapshot).winners:
        if best in {"none", "all"}:
            continue
        at = [key(name) for name in NAMES].index(best)
        inside = (low + 1e-4 < MIDDLE) & (high - 1e-4 > MIDDLE)
        assert lowest[at][inside].all()


@pytest.mark.parametrize("factor", [1.0, 1.5])
@pytest.mark.parametrize("selected", NAMES)
def test_that_the_lead_is_that_on_the_rows_that_both_scored(selected, factor) -> None:
    curve_set = loaded(DATA, PAYOFF).curve_set
    snapshot = gap_snapshot(selected, condition=costlier(curve_set, factor, prior=PRIOR))
    for other in NAMES:
        if other == selected or common_in(snapshot, (key(selected), key(other))).evaluations == {}:
            continue
        rows = common(selected, other)
        ends = [
            _profit(name, rows, snapshot.models[key(name)].policy.threshold, factor)
            for name in (selected, other)
        ]
        found = model_ranking.lead(snapshot, key(selected), key(other))
        assert found == pytest.approx(ends[0] - ends[1], abs=1e-9)
        own = [snapshot.models[key(name)].policy.expected_profit for name in (selected, other)]
        assert abs(found - (own[0] - own[1])) > 0.01


def _profit(name, rows, threshold, factor):
    """Return the profit with misses so much costlier."""
    once, twice = profit(name, rows, threshold), _misses(name, rows, threshold)
    return once + (factor - 1) * twice


def _misses(name, rows, threshold):
    missed = scores(name)[rows] < threshold
    amount = np.where(missed, -DATA.numeric["amount"][rows], 0.0)
    return PRIOR * amount[DATA.y_true[rows]].mean()


def test_that_the_lead_lies_within_its_interval() -> None:
    snapshot = gap_snapshot("a")
    opened = loaded(DATA, PAYOFF)
    source = resampling_input(opened.curve_set, opened.source, PAYOFF)
    wanted = uncertainty.decision_request(snapshot)
    found = resample(source, [wanted], snapshot.settings.bands, BootstrapSpec(replicates=400))
    interval = found[wanted].lead
    assert interval.low < model_ranking.lead(snapshot, *wanted.models) < interval.high


def test_that_deciding_all_alike_is_compared_on_the_rows_of_the_model() -> None:
    snapshot, rows = gap_snapshot("a"), common("a")
    nothing = model_ranking.trivial_on(snapshot, key("a"))["none"].expected_profit
    assert nothing == pytest.approx(profit("a", rows, np.inf), abs=1e-9)
    assert model_ranking.trivial_on(snapshot, key("c")) is snapshot.trivial


def test_that_a_mixed_policy_is_compared_on_the_rows_that_both_scored() -> None:
    selection = selected_by(Choice.NEYMAN_PEARSON, max_fpr=0.13)
    snapshot = gap_snapshot("a", selection=selection, views=ViewChoices(competitor=key("b")))
    rows, pair = common("a", "b"), (key("a"), key("b"))
    for name, found in zip("ab", common_policies(snapshot, pair), strict=True):
        policy = snapshot.models[key(name)].policy
        assert policy.threshold_2 is not None
        bad = DATA.y_true[rows]
        rates = [
            np.mean(scores(name)[rows][bad] >= threshold)
            for threshold in (policy.threshold, policy.threshold_2)
        ]
        expected = (1 - policy.mixing) * rates[0] + policy.mixing * rates[1]
        assert found.tpr == pytest.approx(expected)
        assert (found.threshold, found.threshold_2) == (policy.threshold, policy.threshold_2)


def resampled(wanted_of):
    snapshot, opened = gap_snapshot("a"), loaded(DATA, PAYOFF)
    source, wanted = resampling_input(opened.curve_set, opened.source, PAYOFF), wanted_of(snapshot)
    return resample(source, [wanted], snapshot.settings.bands, BootstrapSpec(replicates=300))[
        wanted
    ]


def test_that_verdicts_are_about_the_rows_that_all_scored(report) -> None:
    rows = common(*NAMES)
    written = report.rows("verdicts.csv")
    found = resampled(uncertainty.verdicts_request)[NAMES.index(written[0]["reference"])]
    assert [row.pc_low for row in found] == [float(row["pc_low"]) for row in written]
    for row, there in zip(found, written, strict=True):
        middle = np.array([(row.pc_low + row.pc_high) / 2])
        curves = np.array([costs(name, rows, middle)[0] for name in NAMES])
        if row.best is None:
            assert np.ptp(curves) < 1e-9
            continue
        assert there["best"] == NAMES[row.best]
        assert curves[row.best] == pytest.approx(curves.min(), abs=1e-12)
        assert row.costs[0] - 1e-9 <= curves[row.best] <= row.costs[1] + 1e-9
        lead = curves[row.runner_up] - curves[row.best]
        assert row.margin[0] - 1e-9 <= lead <= row.margin[1] + 1e-9
        assert row.margin == (float(there["margin_low"]), float(there["margin_high"]))


def test_that_shares_of_wins_are_those_of_the_report(report) -> None:
    found = resampled(uncertainty.winners_request)
    shares = np.column_stack([found.shares, found.trivial])
    written = np.array(report.column("winners.csv", "share")).reshape(shares.shape)
    np.testing.assert_allclose(shares, written, atol=1e-12)


def test_that_tests_of_areas_are_about_the_rows_that_both_scored(report) -> None:
    (*_, area) = resampled(uncertainty.tests_request)
    for pair, (a, b) in zip(area.pairs, PAIRS, strict=True):
        rows = common(a, b)
        expected = costs(a, rows).mean() - costs(b, rows).mean()
        assert pair.test.difference == pytest.approx(expected, abs=1e-6)
        row = report.row("comparisons.csv", model_a=a, model_b=b, measure=area.figure.value)
        assert pair.test.difference == pytest.approx(float(row["difference"]), abs=1e-12)


def test_that_tangents_touch_the_hulls_of_the_rows_that_both_scored() -> None:
    seen = 0
    for a, b in PAIRS:
        found = cost_comparisons(pair_snapshot(a, b)).comparison
        for tangent in found.tangents:
            for hull in found.hulls:
                heights = tangent.line.tpr_intercept + tangent.line.slope * hull.fpr
                assert np.min(heights - hull.tpr) == pytest.approx(0, abs=1e-9)
                seen += 1
    assert seen > 0


def test_that_pictures_of_a_report_show_its_numbers(report_and_drawn) -> None:
    report, drawn = report_and_drawn
    found = cost_comparisons(drawn[0]).comparison
    a, b = (drawn[0].models[one].info.name for one in (found.model, found.competitor))
    assert found.cases == np.count_nonzero(common(a, b))
    sign = 1 if (a, b) in PAIRS else -1
    a, b = sorted((a, b))
    row = report.row("lc_index.csv", model_a=a, model_b=b)
    assert found.lc_index == sign * float(row["lc_index"])


def test_that_a_file_without_gaps_costs_nothing() -> None:
    opened = loaded(dataset(), PAYOFF)
    cache = CountsCache(dataset())
    together = cache.common_rows(["score_a", "score_b", "score_c"])
    assert cache.table("score_a", together) is cache.table("score_a")
    assert opened.curve_set.common_cases is None
    snapshot = build_snapshot(opened.curve_set, DatasetSettings(payoff=PAYOFF))
    assert common_case_requests(snapshot) == ()
    assert with_all_common_cases(snapshot) is snapshot
    found, curves = cost_comparisons(snapshot).comparison, opened.curve_set.models
    assert found.cases is None
    envelopes = {one.info.key: one.evaluation.envelope for one in curves}
    assert found.stretches == crossovers(envelopes[found.model], envelopes[found.competitor])


def test_that_models_with_the_same_gaps_are_not_evaluated_again() -> None:
    gone = np.isnan(scores("a"))
    same = {
        name: np.where(gone, np.nan, column) for name, column in dataset(240, seed=5).scores.items()
    }
    data = replace(DATA, scores=same)
    snapshot = gap_snapshot("a", data=data)
    found = cost_comparisons(snapshot).comparison
    assert found.cases == np.count_nonzero(~gone)
    tables = {one.info.key: one.evaluation.envelope for one in snapshot.curve_set.models}
    assert found.stretches == crossovers(tables[found.model], tables[found.competitor])


def test_that_what_a_column_was_sorted_into_is_kept_where_its_rows_stay() -> None:
    cache = CountsCache(DATA)
    a, c = (cache.table(f"score_{name}") for name in "ac")
    both = cache.common_rows(["score_a", "score_c"])
    assert cache.table("score_a", both) is a
    assert cache.table("score_c", both) is not c
    assert cache.table("score_c", both).missing == a.missing
    assert cache.table("score_c") is c


def test_that_nothing_is_claimed_before_it_is_known() -> None:
    snapshot = gap_snapshot("a", known=False)
    assert cost_comparisons(snapshot).comparison is None
    assert cost_comparisons(snapshot).cheapest == {}
    assert cost_comparisons(snapshot).winners == ()
    assert np.isnan(model_ranking.lead(snapshot, key("a"), key("b")))
    assert len(missing_common_cases(snapshot)) == 3
    assert missing_common_cases(with_all_common_cases(snapshot)) == ()


def test_that_what_is_known_is_kept_while_the_condition_moves() -> None:
    snapshot = gap_snapshot("a", views=ViewChoices(competitor=key("b")))
    condition = replace(snapshot.settings.condition, prior=0.25)
    moved = build_snapshot(
        snapshot.curve_set, replace(snapshot.settings, condition=condition), snapshot
    )
    assert moved.common is snapshot.common
    one, other = cost_comparisons(snapshot).comparison, cost_comparisons(moved).comparison
    assert one.difference is other.difference
    assert cost_comparisons(snapshot).comparison is one
