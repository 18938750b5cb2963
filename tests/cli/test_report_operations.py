"""units.csv, days.csv and day_capacity.csv against loops over the rows."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pandas as pd
import pytest

from costcurve_gui import compare
from costcurve_gui.cli.report import run
from costcurve_gui.resources import resource_path

CARDS, DAYS = (
    resource_path("sample_data", name) for name in ("cards_june.csv", "cases_by_day.csv")
)
CARD_WORDS = ("--positive", "fraud", "--tp", "0", "--fp", "-25", "--fn", "-amount", "--tn", "0")
FEW, DAY_TABLES = ("--bootstrap", "100"), ("--table", "days,day_capacity")
DAY_WORDS = ("--positive", "fault", "--tp", "amount-30", "--fp", "-30", "--fn", "0", "--tn", "0")


def report(out, file, *words):
    return run([str(file), *words, "--format", "csv", "--out", str(out)])


@pytest.fixture(scope="module")
def units(tmp_path_factory):
    out = tmp_path_factory.mktemp("units") / "out"
    words = ("--unit", "card", "--day", "time", "--horizon", "7", "--bootstrap", "0")
    assert report(out, CARDS, *CARD_WORDS, *words) == 0
    return out


@pytest.fixture(scope="module")
def days(tmp_path_factory):
    out = tmp_path_factory.mktemp("days") / "out"
    words = ("--day", "received", "--capacity-per-day", "12", "--delay-cost", "3%")
    assert report(out, DAYS, *DAY_WORDS, *words, *FEW, *DAY_TABLES) == 0
    return out


@cache
def stretches():
    """Return the rows of the stretches of seven days of each card."""
    cards, parts = pd.read_csv(CARDS, parse_dates=["time"]), []
    for _, of_card in cards.groupby("card"):
        rows = of_card.sort_values("time", kind="stable")
        stretch = (rows["time"] - rows["time"].iloc[0]) // pd.Timedelta(days=7)
        parts += [list(part.itertuples()) for _, part in rows.groupby(stretch)]
    return parts


def per_unit(threshold, model):
    """Return alarms and money of the stretches of seven days of each card."""
    alarms, positives, found, money, count = 0, 0, 0, 0.0, len(stretches())
    for part in stretches():
        is_positive = any(row.label == "fraud" for row in part)
        positives += is_positive
        for row in part:
            fraud = row.label == "fraud"
            if getattr(row, f"score_{model}") >= threshold:
                alarms += 1
                found += is_positive
                money -= 0 if fraud else 25
                break
            money -= row.amount if fraud else 0
    return (alarms - found) / (count - positives), found / positives, found / alarms, money / count


def test_that_figures_per_unit_are_those_of_a_loop_over_cards(units):
    table = pd.read_csv(units / "units.csv")
    header = ["model", "threshold", "unit_fpr", "unit_tpr", "unit_precision", "unit_profit"]
    assert [*table.columns[:6]] == header
    for model in ("network", "rules"):
        rows = table[table["model"] == model]
        for row in (rows.iloc[40], rows[rows["best"]].iloc[0], rows.iloc[-1]):
            assert [*row[header[2:]]] == pytest.approx(per_unit(row["threshold"], model))
        assert rows[rows["best"]]["unit_profit"].item() == rows["unit_profit"].max()
        assert rows["unit_alarms"].is_monotonic_increasing


def test_that_a_row_of_units_has_the_figures_per_row_too(units):
    table = pd.read_csv(units / "units.csv")
    roc, profit = (pd.read_csv(units / f"{name}.csv") for name in ("roc", "profit"))
    assert np.array_equal(table[["threshold", "fpr", "tpr"]], roc[["threshold", "fpr", "tpr"]])
    assert np.array_equal(table["expected_profit"], profit["expected_profit"])


def test_that_a_selection_says_what_its_policies_are_per_unit(units):
    selection = pd.read_csv(units / "selection.csv")
    row = selection.query("criterion == 'min_cost' and model == 'rules'").iloc[0]
    figures = ["unit_fpr", "unit_tpr", "unit_precision", "unit_profit"]
    assert [*row[figures]] == pytest.approx(per_unit(row["threshold"], "rules"))
    assert row["unit_threshold"] != row["threshold"]
    best = per_unit(row["unit_threshold"], "rules")
    assert row["unit_threshold_profit"] == pytest.approx(best[-1])
    assert row["unit_threshold_profit"] > row["unit_profit"]
    by_units = selection[selection["criterion"] == "unit_profit"]
    assert [*by_units["threshold"]] == [*by_units["unit_threshold"]]
    assert [*by_units["unit_profit"]] == [*by_units["unit_threshold_profit"]]
    assert [*by_units["best"]] == [*(by_units["unit_profit"] == by_units["unit_profit"].max())]
    assert set(by_units["estimated_on"]) == set(
        selection.query("criterion == 'min_cost'")["estimated_on"]
    )
    assert by_units["new_cases_method"].isna().all()  # nothing is resampled here
    saved = json.loads((units / "policy.json").read_text(encoding="utf-8"))["policies"]
    kept = {one["model"]: one["threshold"] for one in saved if one["criterion"] == "unit_profit"}
    assert kept == dict(zip(by_units["model"], by_units["threshold"], strict=True))


def walk(threshold, capacity):
    """Walk through the days with a queue that loses 3 % of what acting gains each day."""
    cases = pd.read_csv(DAYS)
    cases["gain"] = np.where(cases["label"] == "fault", cases["amount"] - 30, -30.0)
    queue, seen, waiting, lost = [], [], [], 0.0
    for _, rows in cases.groupby("received"):
        over = rows[rows["score_gradient_boosting"] >= threshold]
        over = over.sort_values("score_gradient_boosting", ascending=False, kind="stable")
        queue += [*over.itertuples()]
        seen += queue[:capacity]
        queue = queue[capacity:]
        waiting.append(len(queue))
        lost += sum(0.03 * max(one.gain, 0) for one in queue)
    recall = sum(one.label == "fault" for one in seen) / (cases["label"] == "fault").sum()
    profit = (sum(one.gain for one in seen) - lost) / cases["received"].nunique()
    return len(seen), waiting, lost, recall, profit


def test_that_the_queue_is_that_of_a_walk_through_the_days(days):
    table, capacity = (pd.read_csv(days / f"{name}.csv") for name in ("days", "day_capacity"))
    row = capacity[(capacity["model"] == "gradient_boosting") & (capacity["way"] == "threshold")]
    row = row.iloc[0]
    seen, waiting, lost, recall, profit = walk(row["threshold"], 12)
    assert (row["cases_seen"], row["longest_queue"]) == (seen, max(waiting))
    figures = row[["lost_to_waiting", "recall", "profit_per_day"]]
    assert [*figures] == pytest.approx([lost, recall, profit])
    assert row["overflow_since"] == "2026-07-15"
    days_of_model = table[table["model"] == "gradient_boosting"]
    assert [*days_of_model["waiting"]] == waiting
    assert days_of_model["seen"].sum() == seen
    assert days_of_model["profit"].mean() == pytest.approx(profit)
    late = pd.read_csv(DAYS).query("received >= '2026-07-15'")["score_gradient_boosting"]
    assert (late >= row["fitting_threshold"]).sum() == 12 * 17


def test_that_the_highest_of_each_day_leave_no_queue(days):
    capacity = pd.read_csv(days / "day_capacity.csv").set_index(["model", "way"])
    ways = capacity.loc["gradient_boosting"]
    cases = pd.read_csv(DAYS)
    cases["gain"] = np.where(cases["label"] == "fault", cases["amount"] - 30, -30.0)
    ordered = cases.sort_values("score_gradient_boosting", ascending=False, kind="stable")
    top = ordered.groupby("received").head(12)
    over = ordered[ordered["score_gradient_boosting"] >= ways["threshold"]["threshold"]]
    for way, seen in (("daily_top_any", top), ("daily_top", over.groupby("received").head(12))):
        row = ways.loc[way]
        assert row["cases_seen"] == len(seen)
        assert row["longest_queue"] == row["lost_to_waiting"] == 0
        assert row["profit_per_day"] == pytest.approx(seen["gain"].sum() / 61)
        lead = row["profit_per_day"] - ways.loc["threshold"]["profit_per_day"]
        assert row["difference"] == pytest.approx(lead)
        assert row["difference_low"] < lead < row["difference_high"]
        assert row["significant"] == (not row["difference_low"] <= 0 <= row["difference_high"])


def test_that_intervals_of_days_name_their_method(days):
    capacity = pd.read_csv(days / "day_capacity.csv")
    has = capacity["difference_low"].notna()
    assert has.any()
    assert (capacity["method"].notna() == has).all()
    assert set(capacity["method"][has]) == {"percentile, days drawn with replacement"}
    found = capacity.loc[has, ["replicates", "level", "seed"]].drop_duplicates().to_dict("records")
    assert found == [{"replicates": 100, "level": 0.9, "seed": 0}]


def test_that_days_without_places_are_counted_alone(tmp_path, days):
    words = ("--positive", "fault", "--day", "received", "--bootstrap", "0")
    assert report(tmp_path / "out", DAYS, *words) == 0
    table = pd.read_csv(tmp_path / "out" / "days.csv")
    assert not (tmp_path / "out" / "day_capacity.csv").exists()
    assert table["seen"].isna().all()
    assert table.groupby("model")["cases"].sum().unique().tolist() == [2720]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--horizon", "7"), "--horizon needs --unit"),
        (("--capacity-per-day", "7"), "--capacity-per-day needs --day"),
        (("--day", "received", "--delay-cost", "1"), "--delay-cost needs --capacity-per-day"),
        (("--day", "received", "--capacity-per-day", "1.5"), "whole number of at least 1"),
        (("--day", "received", "--capacity-per-day", "2", "--delay-cost=-3%"), "not 0 or more"),
        (("--unit", "received", "--weight", "amount"), "leave --weight out"),
        (("--day", "nothing"), "nothing"),
        (("--day", "label"), 'no day in 2720 rows: 1 "none"'),
        (("--unit", "received"), "All 61 units have a positive row"),
    ],
)
def test_that_what_cannot_be_is_refused_in_words(tmp_path, capsys, words, said):
    assert report(tmp_path / "out", DAYS, "--positive", "fault", *words) == 2
    assert said in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "out").exists()


def test_that_counts_and_several_classes_have_no_days(tmp_path, capsys):
    family = resource_path("sample_data", "breast_cancer_family.csv")
    assert report(tmp_path / "out", family, "--day", "model") == 2
    assert "--day is of no use here" in capsys.readouterr().err
    assert report(tmp_path / "out", DAYS, "--proba", "p_*", "--unit", "id") == 2
    assert "--unit is for two classes" in capsys.readouterr().err


def test_that_a_notebook_takes_days_and_units_as_columns(units, days):
    cards, cases = pd.read_csv(CARDS, parse_dates=["time"]), pd.read_csv(DAYS)
    scores = {"network": cards["score_network"], "rules": cards["score_rules"]}
    found = compare(
        *(cards["label"], scores), pos_label="fraud", data=cards[["amount"]], bootstrap=0,
        tp=0, fp=-25, fn="-amount", tn=0, unit=cards["card"], day=cards["time"], horizon=7,
    )  # fmt: skip
    pd.testing.assert_frame_equal(
        found.tables["units"], pd.read_csv(units / "units.csv"), check_dtype=False
    )
    decided = found.decision("unit_profit")
    assert (
        decided.threshold
        == found.tables["units"].query("best and model == 'network'")["threshold"].item()
    )
    assert "by hand" in decided.sentence or "network" in decided.sentence
    found = compare(
        *(cases["label"], {"gradient_boosting": cases["score_gradient_boosting"]}),
        pos_label="fault", data=cases[["amount", "received"]], bootstrap=100, tp="amount-30",
        fp=-30, fn=0, tn=0, day="received", capacity_per_day=12, delay_cost="3%",
    )  # fmt: skip
    written = pd.read_csv(days / "day_capacity.csv").query("model == 'gradient_boosting'")
    assert [*found.tables["day_capacity"]["profit_per_day"]] == [*written["profit_per_day"]]


def test_that_the_manifest_has_what_was_typed(days):
    given = json.loads((days / "manifest.json").read_text())["options"]
    assert (given["day"], given["capacity_per_day"], given["delay_cost"]) == ("received", 12, "3%")


def test_that_days_have_a_picture_with_and_without_places(tmp_path):
    words = (*DAY_WORDS, "--day", "received", "--bootstrap", "0", "--view", "days")
    for name, more in (("bare", ()), ("places", ("--capacity-per-day", "12"))):
        out = tmp_path / name
        given = [str(DAYS), *words, *more, "--format", "svg", "--table", "days"]
        assert run([*given, "--out", str(out)]) == 0
        text = (out / "days.svg").read_text(encoding="utf-8")
        assert "Cases over the threshold" in text
        assert ("12 a day can be seen" in text) == ("Backlog" in text) == bool(more)


def test_that_units_have_a_picture_of_all_models(tmp_path):
    words = (*CARD_WORDS, "--unit", "card", "--day", "time", "--horizon", "7", "--bootstrap", "0")
    given = (str(CARDS), *words, "--view", "units,days", "--format", "svg", "--table", "units")
    assert run([*given, "--out", str(tmp_path / "out")]) == 0
    text = (tmp_path / "out" / "units.svg").read_text(encoding="utf-8")
    said = ("Profit per card", "one alarm per card in 7 days", "stretches of 7 days", "rules")
    assert [words for words in said if words not in text] == []
    assert (tmp_path / "out" / "days.svg").exists()
