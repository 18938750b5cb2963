from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.curves import CaseInput
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.analysis.tables.view_values import view_values
from costcurve_gui.analysis.view_results import build_view_result
from costcurve_gui.cli.report import run
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.distributions.normal import wilson_interval
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.auc_interval import auc_interval
from tests.helpers.samples import BY_AMOUNT, costlier, dataset, loaded

if TYPE_CHECKING:
    from pathlib import Path

DATA = dataset()
SCENE = loaded(DATA).curve_set
PROBABLE = replace(
    DATA, scores={name: 1 / (1 + np.exp(-scores)) for name, scores in DATA.scores.items()}
)
HIDDEN = SCENE.models[1].info.key
SETTINGS = DatasetSettings(
    payoff=BY_AMOUNT, condition=ConditionSpec(prior=0.1), hidden=frozenset({HIDDEN})
)
BARE = build_snapshot(SCENE, SETTINGS)
PROBABLE_FRAME = build_snapshot(loaded(PROBABLE).curve_set, SETTINGS)
GIVEN = CaseInput(SCENE, DATA, BY_AMOUNT, CountsCache(DATA))
RESULTS = build_view_result("instance_costs", GIVEN).with_more(build_view_result("build_up", GIVEN))
FRAME = replace(BARE, results=RESULTS)
CURVES = ("roc", "rociv", "cost", "profit", "pr", "det", "gain", "calibration", "net_benefit")
TABLES = ("measures", "rates", "build_up", "instance_costs")


@pytest.mark.parametrize("view", CURVES + TABLES)
def test_that_columns_are_as_long_as_each_other_and_only_of_models_on_show(view: str) -> None:
    table = view_table(view, replace(PROBABLE_FRAME, results=RESULTS))
    assert len(table.header) == len(table.columns)
    assert len({len(column) for column in table.columns}) == 1
    trivial = {"all", "none"} if view == "net_benefit" else set()
    hidden = {"b"} if view in TABLES else set()
    assert set(table.columns[0]) == {"a", "c"} | trivial | hidden


def test_that_every_interval_names_its_method_and_the_level_in_force() -> None:
    snapshot = build_snapshot(loaded(PROBABLE).curve_set.at(0.95), SETTINGS)
    for view, name, method in (
        ("calibration", "method", "Wilson"),
        ("measures", "auc_method", "DeLong"),
    ):
        table = view_table(view, snapshot)
        columns = dict(zip(table.header, table.columns, strict=True))
        assert {said.split(" (few")[0] for said in columns[name]} == {method}
        assert set(columns["level"]) == {0.95}
    measured = view_table("measures", snapshot)
    low = measured.columns[measured.header.index("auc_low")][0]
    assert low == auc_interval(snapshot.curve_set.models[0].evaluation.table, level=0.95).low


def test_that_calibration_has_the_interval_of_the_level_in_force() -> None:
    columns = {}
    for level in (0.8, 0.95):
        snapshot = build_snapshot(loaded(PROBABLE).curve_set.at(level), SETTINGS)
        table = view_table("calibration", snapshot)
        columns[level] = dict(zip(table.header, table.columns, strict=True))
    counts, shares = (columns[0.95][name] for name in ("count", "fraction_positive"))
    for level, found in columns.items():
        lower, upper = wilson_interval(shares, counts, level)
        np.testing.assert_allclose(found["lower"], lower)
        np.testing.assert_allclose(found["upper"], upper)


def test_that_roc_has_every_threshold_from_nobody_to_everybody() -> None:
    table = view_table("roc", FRAME)
    columns = dict(zip(table.header, table.columns, strict=True))
    mine = columns["model"] == "a"
    thresholds = columns["threshold"][mine]
    assert thresholds[0] == np.inf
    assert thresholds[1:].tolist() == np.unique(DATA.scores["score_a"])[::-1].tolist()
    for threshold, fpr, tp in zip(
        thresholds, columns["fpr"][mine], columns["tp"][mine], strict=True
    ):
        picked = DATA.scores["score_a"] >= threshold
        assert fpr == picked[~DATA.y_true].mean()
        assert tp == picked[DATA.y_true].sum()


def test_that_profit_is_at_the_prior_in_force() -> None:
    table = view_table("profit", FRAME)
    columns = dict(zip(table.header, table.columns, strict=True))
    last = columns["expected_profit"][columns["model"] == "a"][-1]
    assert last == pytest.approx(FRAME.trivial["all"].expected_profit)


def test_that_the_envelope_runs_from_0_to_1() -> None:
    table = view_table("cost", FRAME)
    pc_plus = table.columns[1][table.columns[0] == "c"]
    assert (pc_plus[0], pc_plus[-1]) == (0, 1)
    assert (np.diff(pc_plus) > 0).all()


def test_that_a_view_with_all_curves_hidden_has_the_chosen_model() -> None:
    everything = frozenset(model.info.key for model in SCENE.models)
    snapshot = build_snapshot(SCENE, DatasetSettings(payoff=BY_AMOUNT, hidden=everything))
    table = view_table("roc", snapshot)
    assert set(table.columns[0]) == {snapshot.models[snapshot.selected].info.name}


@pytest.mark.parametrize("view", ["calibration", "net_benefit"])
def test_that_scores_outside_0_to_1_are_left_out_where_probabilities_are_needed(view: str) -> None:
    table = view_table(view, FRAME)
    assert set(table.columns[0]) <= {"all", "none"}


def test_that_the_rates_of_a_model_are_those_of_its_confusion_matrix() -> None:
    table = view_table("rates", FRAME)
    row = dict(zip(table.header, (column[0] for column in table.columns), strict=True))
    policy = FRAME.models[SCENE.models[0].info.key].policy
    counts = policy.confusion(1.0, prior=0.1)
    assert row["model"] == "a"
    assert (row["threshold"], row["prior"]) == (policy.threshold, 0.1)
    assert np.isnan(row["threshold_2"])
    assert row["precision"] == pytest.approx(counts.tp / (counts.tp + counts.fp))
    assert row["accuracy"] == pytest.approx(counts.tp + counts.tn)
    assert row["f1"] == pytest.approx(2 * counts.tp / (2 * counts.tp + counts.fp + counts.fn))


def test_that_instance_costs_are_the_costliest_of_their_ranks() -> None:
    table = view_table("instance_costs", FRAME)
    columns = dict(zip(table.header, table.columns, strict=True))
    mine = columns["model"] == "c"
    amount = DATA.numeric["amount"]
    assert columns["start"][mine].tolist() == list(range(1, DATA.rows + 1))
    benefit, cost = columns["benefit"][mine], columns["cost"][mine]
    assert np.nansum(benefit) == pytest.approx(amount[DATA.y_true].sum())
    assert np.nansum(cost) == pytest.approx(-0.05 * amount[~DATA.y_true].sum())
    order = np.lexsort((~DATA.y_true, -DATA.scores["score_c"]))
    assert np.array_equal(columns["positives"][mine] == 1, DATA.y_true[order])


def test_that_a_dragged_cost_ratio_counts_in_the_file_too() -> None:
    doubled = replace(FRAME.settings, condition=costlier(SCENE, 2.0, prior=0.1))
    snapshot = replace(build_snapshot(SCENE, doubled), results=FRAME.results)
    before, after = (view_table("instance_costs", one).columns[2] for one in (FRAME, snapshot))
    np.testing.assert_allclose(after, 2 * before)


def test_that_a_view_that_was_not_computed_is_not_written() -> None:
    with pytest.raises(DataError, match="Show the view"):
        view_table("instance_costs", BARE)


def test_that_the_cells_of_a_model_add_up_to_its_profit() -> None:
    table = view_table("build_up", FRAME)
    columns = dict(zip(table.header, table.columns, strict=True))
    for model in FRAME.models.values():
        mine = columns["model"] == model.info.name
        assert columns["cell"][mine].tolist() == ["tp", "fp", "fn", "tn"]
        assert columns["profit"][mine].sum() == pytest.approx(model.policy.expected_profit)


def test_that_measures_have_the_columns_of_the_report(tmp_path: Path) -> None:
    lines = ["label,score_a", *(f"{'yn'[case % 2]},{case * 7 % 11}" for case in range(20))]
    (tmp_path / "cases.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    out = tmp_path / "report"
    words = ["--positive", "y", "--bootstrap", "20", "--format", "csv", "--out", str(out)]
    assert run([str(tmp_path / "cases.csv"), *words]) == 0
    first, *_ = (out / "models.csv").read_text(encoding="utf-8").splitlines()
    assert view_table("measures", FRAME).header == tuple(first.split(","))


@pytest.mark.parametrize("view", ["roc", "pr", "gain"])
def test_that_values_to_read_are_the_table_of_the_models_on_show(view):
    read, table = view_values(view, BARE, progress=NO_PROGRESS), view_table(view, BARE)
    assert read.header == table.header
    for found, expected in zip(read.columns, table.columns, strict=True):
        assert found.tolist() == pytest.approx(expected.tolist(), nan_ok=True)
    hidden = BARE.curve_set.model(HIDDEN).info.name
    assert hidden not in read.columns[0].tolist()
