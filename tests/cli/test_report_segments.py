"""segments.csv and its neighbours: one common threshold against own ones."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from costcurve_gui import compare
from costcurve_gui.cli.report import run

PAYOFFS = ("--tp", "gift - 2", "--fp", "-2", "--fn", "0", "--tn", "0")
BOUND = ("--capacity", "60", "--population", "600")


def donors() -> pd.DataFrame:
    """Return 600 donors of three regions, of which one answers more often; two have no region."""
    rng = np.random.default_rng(3)
    region = rng.choice(["North", "South", "Islands"], 600)
    donated = rng.random(600) < np.where(region == "North", 0.35, 0.15)
    score = rng.normal(size=600) + 1.2 * donated + 0.8 * (region == "South")
    return pd.DataFrame(
        {
            "id": np.arange(600),
            "donated": np.where(donated, "yes", "no"),
            "region": region,
            "gift": np.round(2 + rng.gamma(2, 12, 600), 2),
            "score_a": score,
        }
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("segments")
    donors().to_csv(found / "donors.csv", index=False)
    return found


def report(folder, out, *words, file="donors.csv"):
    given = ("--label", "donated", "--positive", "yes", "--scores", "score_a", "--format", "csv")
    return run([str(folder / file), *given, *PAYOFFS, *words, "--out", str(out)])


@pytest.fixture(scope="module")
def written(folder):
    words = ("--segment", "region", "--segment-gap", "share=0.02", "--bootstrap", "200", *BOUND)
    assert report(folder, folder / "out", *words) == 0
    names = ("segments", "segment_gaps", "segment_leads")
    return {name: pd.read_csv(folder / "out" / f"{name}.csv") for name in names}


def test_that_rules_of_segments_are_counted_as_the_cases_are(written):
    cases, table = donors(), written["segments"]
    for rule in ("common", "own", "own_bounded"):
        rows = table[(table["rule"] == rule) & (table["kind"] == "segment")]
        assert [*rows["segment"]] == ["Islands", "North", "South"]
        profit = 0.0
        for _, row in rows.iterrows():
            own = cases[cases["region"] == row["segment"]]
            acts = own["score_a"] >= row["threshold"]
            good = own["donated"] == "yes"
            assert row["cases"] == pytest.approx(acts.sum())
            assert row["share"] == pytest.approx(acts.mean())
            assert row["tpr"] == pytest.approx(acts[good].mean())
            assert row["fpr"] == pytest.approx(acts[~good].mean())
            paid = np.where(good, own["gift"] - 2, -2.0)[acts].sum()
            assert row["profit"] == pytest.approx(paid)
            profit += paid
        (whole,) = table[(table["rule"] == rule) & (table["kind"] == "all")].to_dict("records")
        assert whole["profit"] == pytest.approx(profit)
        assert whole["cases"] <= 60 + 1e-9


def test_that_the_common_rule_is_that_of_the_selection(written, folder):
    selection = pd.read_csv(folder / "out" / "selection.csv")
    (single,) = selection[selection["criterion"] == "workforce_profit_single"].to_dict("records")
    common = written["segments"][written["segments"]["rule"] == "common"]
    assert set(common["threshold"][:3]) == {single["threshold"]}
    assert common["profit"].iloc[-1] == pytest.approx(600 * single["expected_profit"])


def test_that_own_thresholds_lead_and_gaps_are_bounded(written):
    (lead,) = written["segment_leads"].to_dict("records")
    assert lead["common_profit"] <= lead["own_profit"] <= lead["mixed_profit"] + 1e-9
    assert lead["bounded_profit"] <= lead["own_profit"]
    assert lead["lead"] == pytest.approx(lead["own_profit"] - lead["common_profit"])
    assert lead["new_cases_lead_low"] < lead["new_cases_lead"] < lead["lead"]
    assert (lead["max_share"], lead["population"]) == (0.1, 600)
    bounded = written["segments"][written["segments"]["rule"] == "own_bounded"]
    shares = bounded["share"][bounded["kind"] == "segment"]
    assert shares.max() - shares.min() <= 0.02 + 1e-9
    gaps = written["segment_gaps"]
    assert len(gaps) == 2 * 3 * 4
    largest = gaps[gaps["kind"] == "largest"]
    assert (largest["gap_low"] <= largest["gap"]).all()
    assert (largest["gap"] <= largest["gap_high"]).all()
    own = largest[(largest["rule"] == "own") & (largest["rate"] == "share")]
    assert 0 <= own["one_point_less_costs"].item() <= own["two_points_less_cost"].item()


def test_that_intervals_of_segments_name_their_method(written):
    drawn = {"replicates": 200, "level": 0.9, "seed": 0}
    for name, table in written.items():
        assert (table[[*drawn]] == pd.Series(drawn)).all(axis=None), name
    rules = written["segments"].query("rule != 'own_mixed'")
    assert rules["profit_low"].notna().all()
    assert set(rules["method"]) == {"percentile, thresholds held fixed"}
    assert (rules["rates_method"].notna() == rules["share_low"].notna()).all()
    assert rules["rates_method"].dropna().str.startswith("wider of Wilson and percentile").all()
    mixed = written["segments"].query("rule == 'own_mixed'")
    assert set(mixed["method"]) == {"no interval (mixtures are not resampled)"}
    methods = written["segment_gaps"].groupby("kind")["method"].unique()
    assert [*methods["largest"]] == ["sup-t over pairs of segments, thresholds held fixed"]
    assert [*methods["pair"]] == ["Newcombe, of Wilson intervals, thresholds held fixed"]
    (lead,) = written["segment_leads"].to_dict("records")
    assert lead["method"] == "percentile, thresholds held fixed"
    assert lead["new_cases_method"] == "both rules chosen anew, judged on cases left out"


def test_that_segments_that_are_not_resampled_have_no_method(folder):
    assert report(folder, folder / "none", "--segment", "region", "--bootstrap", "0", *BOUND) == 0
    for name in ("segments", "segment_gaps", "segment_leads"):
        table = pd.read_csv(folder / "none" / f"{name}.csv")
        assert table[["method", "replicates", "level", "seed"]].isna().all(axis=None)


def test_that_terms_of_a_segment_count_there_alone(folder):
    terms = {"South": {"tp": "gift / 4", "prior": 0.2}}
    (folder / "terms.json").write_text(json.dumps(terms), "utf-8")
    words = ("--segment", "region", "--segment-terms", str(folder / "terms.json"))
    assert report(folder, folder / "terms", *words, "--bootstrap", "0", "--tp", "gift") == 0
    plain = ("--segment", "region", "--bootstrap", "0", "--tp", "gift")
    assert report(folder, folder / "plain", *plain) == 0
    one, other = (
        pd.read_csv(folder / name / "segments.csv").query("rule == 'own' and kind == 'segment'")
        for name in ("terms", "plain")
    )
    assert one["threshold"].iloc[2] > other["threshold"].iloc[2]
    assert one["threshold"].iloc[:2].tolist() == other["threshold"].iloc[:2].tolist()
    assert one["size"].tolist() == pytest.approx(other["size"].tolist())


def test_that_rows_without_a_value_are_a_segment_and_one_class_keeps_the_common_threshold(folder):
    cases = donors()
    cases.loc[cases["region"] == "Islands", "region"] = ""
    cases.loc[(cases["region"] == "South") & (cases["donated"] == "yes"), "region"] = "North"
    cases.to_csv(folder / "gaps.csv", index=False)
    words = ("--segment", "region", "--bootstrap", "100", *BOUND)
    assert report(folder, folder / "gaps", *words, file="gaps.csv") == 0
    table = pd.read_csv(folder / "gaps" / "segments.csv")
    own = table[(table["rule"] == "own") & (table["kind"] == "segment")]
    assert [*own["segment"]] == ["North", "South", "(none)"]
    assert "only one class" in own["note"].iloc[1]
    assert own["threshold"].iloc[1] == table["threshold"].iloc[0]
    assert own["tpr"].isna().tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--segment", "regoin"), "region"),
        (("--segment", "id"), "id has 600 values. A column of segments has 2 to 50"),
        (("--segment", "region", "--where", "region == 'North'"), "the same value in every row"),
        (("--segment-gap", "tpr=0.1"), "needs --segment COL"),
        (("--segment", "region", "--segment-gap", "auc=0.1"), "a rate of share, tpr, fpr"),
        (("--segment", "region", "--segment-gap", "tpr=2"), "between 0 and 1"),
        (("--segment", "region", "--segment-terms", "{folder}/east.json"), "names East"),
        (("--segment", "region", "--segment-terms", "{folder}/word.json"), '"price" of North'),
        (("--segment", "region", "--segment-terms", "{folder}/cell.json"), "nothing"),
        (("--segment", "region", "--segment-terms", "{folder}/prior.json"), "above 0 and below 1"),
        (("--segment", "region", "--segment-terms", "{folder}/list.json"), "must name segments"),
        (("--segment", "region", "--segment-terms", "{folder}/true.json"), "must be a number"),
        (("--segment", "region", "--segment-terms", "{folder}/loss.json"), "negative in"),
    ],
)
def test_that_what_makes_no_segments_is_refused(folder, tmp_path, capsys, words, message):
    files = {
        "east": {"East": {"prior": 0.1}},
        "word": {"North": {"price": 1}},
        "cell": {"North": {"tp": "nothing"}},
        "prior": {"North": {"prior": 1}},
        "list": ["North"],
        "true": {"North": {"tp": True}},
        "loss": {"North": {"tp": -50}},
    }
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), "utf-8")
    given = [word.format(folder=folder) for word in words]
    assert report(folder, tmp_path / "out", *given) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_that_a_notebook_takes_segments_as_a_column_or_its_name(written):
    cases = donors()
    given = {"tp": "gift - 2", "fp": -2, "fn": 0, "tn": 0, "capacity": 60, "population": 600}
    by_name, by_values = (
        compare(
            cases["donated"],
            {"a": cases["score_a"]},
            pos_label="yes",
            data=cases[["gift", "region"]],
            segments=segments,
            bootstrap=0,
            **given,
        ).tables["segments"]
        for segments in ("region", cases["region"].to_numpy())
    )
    pd.testing.assert_frame_equal(by_name, by_values)
    own = written["segments"].query("rule == 'own'")["profit"]
    assert by_name.query("rule == 'own'")["profit"].tolist() == pytest.approx(own.tolist())
