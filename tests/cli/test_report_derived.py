"""What `--derive` and `--mix` write, against scikit-learn and decisions taken row by row."""

import numpy as np
import pandas as pd
import pytest
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import roc_auc_score

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

FILE = "german_credit_half.csv"
COSTS = ("--positive", "bad", "--fn", "-amount", "--fp", "-0.2*amount")
SCORES = ("--scores", "score_mlp,score_naive_bayes,score_random_forest")
ASKED = {
    "naive_bayes reversed": "reversed:naive_bayes",
    "random_forest calibrated": "calibrated:score_random_forest",
    "random_forest by cost": "weighted:random_forest",
    "mlp repaired": "repaired:mlp",
    "mlp and random_forest": "and:mlp@0.4,random_forest@0.3",
    "mlp or random_forest": "or: mlp@0.4 , random_forest@0.3",
    "chain of 3": "chain:mlp@0.4,naive_bayes@0.1,random_forest@0.3",
    "mlp and naive_bayes": "and:mlp,naive_bayes",
    "naive_bayes reversed calibrated": "calibrated:naive_bayes reversed",
}
DERIVE = tuple(word for text in ASKED.values() for word in ("--derive", text))


@pytest.fixture(scope="module")
def derived(report):
    return report(FILE, *COSTS, *SCORES, *DERIVE)


@pytest.fixture(scope="module")
def cases():
    return pd.read_csv(SAMPLES / FILE)


@pytest.fixture(scope="module")
def bad(cases):
    return (cases["label"] == "bad").to_numpy()


def auc_of(report, model):
    return float(report.row("models.csv", model=model)["auc"])


def rates(decisions, bad):
    return [decisions[~bad].mean(), decisions[bad].mean()]


def pair(row, name):
    return [float(row[f"{name}_fpr"]), float(row[f"{name}_tpr"])]


def test_that_derived_models_follow_those_of_the_file_named_as_in_the_window(derived):
    names = [row["model"] for row in derived.rows("models.csv")]
    assert names == ["naive_bayes", "mlp", "random_forest", *ASKED]


def test_that_every_file_that_has_models_has_the_derived_ones(derived):
    of_every_model = {"models.csv", "roc.csv", "rociv.csv", "cost_curve.csv", "profit.csv"}
    of_every_model |= {"selection.csv", "pr.csv", "det.csv", "gain.csv", "isotonic.csv"}
    of_every_model |= {"expected_cost.csv"}
    for name in of_every_model:
        assert set(ASKED) < {row["model"] for row in derived.rows(name)}, name
    pairs = derived.rows("auc_comparison.csv")
    assert len(pairs) == 12 * 11 / 2
    assert all(row["p_value"] for row in pairs)


def test_that_changed_scores_rank_as_computed_elsewhere(derived, cases, bad):
    forest, bayes = cases["score_random_forest"], cases["score_naive_bayes"]
    by_cost = roc_auc_score(bad, forest * cases["amount"])
    assert auc_of(derived, "random_forest by cost") == pytest.approx(by_cost)
    peer = IsotonicRegression().fit(forest, bad).predict(forest)
    assert auc_of(derived, "random_forest calibrated") == pytest.approx(roc_auc_score(bad, peer))
    brier = float(derived.row("models.csv", model="random_forest calibrated")["brier"])
    assert brier == pytest.approx(((peer - bad) ** 2).mean())
    turned = roc_auc_score(bad, -bayes)
    assert auc_of(derived, "naive_bayes reversed") == pytest.approx(turned)
    assert auc_of(derived, "mlp repaired") > roc_auc_score(bad, cases["score_mlp"])


def test_that_a_model_can_be_made_from_one_made_before(derived, cases, bad):
    score = -cases["score_naive_bayes"]
    peer = roc_auc_score(bad, IsotonicRegression().fit(score, bad).predict(score))
    assert auc_of(derived, "naive_bayes reversed calibrated") == pytest.approx(peer)


@pytest.mark.parametrize(
    ("name", "join"), [("mlp and random_forest", np.all), ("mlp or random_forest", np.any)]
)
def test_that_a_combination_is_measured_case_by_case(derived, cases, bad, name, join):
    votes = np.array([cases["score_mlp"] >= 0.4, cases["score_random_forest"] >= 0.3])
    first, last = derived.rows("combinations.csv", model=name)
    assert (first["source"], first["threshold"]) == ("mlp", "0.4")
    assert pair(first, "measured") == pytest.approx(rates(votes[0], bad))
    assert [float(last["fpr"]), float(last["tpr"])] == pytest.approx(rates(votes[1], bad))
    measured = rates(join(votes, axis=0), bad)
    assert pair(last, "measured") == pytest.approx(measured)
    operating = derived.rows("roc.csv", model=name)[1]
    assert [float(operating["fpr"]), float(operating["tpr"])] == pytest.approx(measured)
    corners = zip(pair(last, "reachable"), measured, pair(last, "high"), strict=True)
    assert all(low <= rate <= high for low, rate, high in corners)


def test_that_independent_votes_multiply(derived, cases, bad):
    votes = [cases["score_mlp"] >= 0.4, cases["score_random_forest"] >= 0.3]
    alone = np.array([rates(vote, bad) for vote in votes])
    both, either = (
        derived.row("combinations.csv", model=f"mlp {word} random_forest", step="2")
        for word in ("and", "or")
    )
    assert pair(both, "expected") == pytest.approx(alone.prod(axis=0))
    assert pair(either, "expected") == pytest.approx(1 - (1 - alone).prod(axis=0))
    assert pair(both, "low") == [0, 0]
    assert pair(both, "high") == pytest.approx(alone.min(axis=0))
    assert pair(either, "low") == pytest.approx(alone.max(axis=0))


def test_that_a_chain_asks_the_strictest_first(derived, cases, bad):
    votes = {
        "mlp": cases["score_mlp"] >= 0.4,
        "naive_bayes": cases["score_naive_bayes"] >= 0.1,
        "random_forest": cases["score_random_forest"] >= 0.3,
    }
    order = sorted(votes, key=lambda name: votes[name][~bad].mean())
    rows = derived.rows("combinations.csv", model="chain of 3")
    assert [row["source"] for row in rows] == order
    said = np.zeros(bad.size, dtype=bool)
    for row, name in zip(rows, order, strict=True):
        said |= votes[name].to_numpy()
        assert pair(row, "measured") == pytest.approx(rates(said, bad))
        assert row["high_fpr"] == ""


def test_that_without_a_threshold_the_cheapest_is_taken(derived):
    rows = derived.rows("combinations.csv", model="mlp and naive_bayes")
    for row in rows:
        cheapest = derived.row("selection.csv", criterion="min_cost", model=row["source"])
        assert row["threshold"] == cheapest["threshold"]


def test_that_the_manifest_repeats_what_was_asked_for(derived):
    options = derived.manifest["options"]
    assert options["derive"] == list(ASKED.values())
    assert options["scores"] == ["score_naive_bayes", "score_mlp", "score_random_forest"]
    assert any("naive_bayes reversed: low scores" in one for one in derived.manifest["warnings"])


def test_that_concavities_are_what_the_hull_has_above_the_curve(derived):
    for row in derived.rows("models.csv"):
        model = row["model"]
        area = sum(derived.column("concavities.csv", "area", model=model))
        assert area == pytest.approx(float(row["hull_auc"]) - float(row["auc"]))
    assert derived.rows("concavities.csv", model="random_forest calibrated") == []


def test_that_a_concavity_lies_between_thresholds_of_the_hull(derived):
    for row in derived.rows("concavities.csv", model="mlp"):
        points = derived.rows("roc.csv", model="mlp")
        at = {point["threshold"]: point for point in points}
        ends = [at[row[f"{end}_threshold"]] for end in ("first", "last")]
        assert [end["on_hull"] for end in ends] == ["true", "true"]
        assert [end["fpr"] for end in ends] == [row["fpr_low"], row["fpr_high"]]
        between = points[points.index(ends[0]) : points.index(ends[1]) + 1]
        x, y = (np.array([float(point[rate]) for point in between]) for rate in ("fpr", "tpr"))
        drop = max(
            y[0] + (y[-1] - y[0]) * (one - x[0]) / (x[-1] - x[0]) - other
            for one, other in zip(x, y, strict=True)
            if x[-1] > x[0]
        )
        assert float(row["depth"]) == pytest.approx(drop)
        deepest = at[row["deepest_threshold"]]
        assert (deepest["fpr"], deepest["tpr"]) == (row["deepest_fpr"], row["deepest_tpr"])
        chord = (y[0] + y[-1]) / 2 * (x[-1] - x[0])
        assert float(row["repair_gain"]) == pytest.approx(2 * (chord - np.trapezoid(y, x)))


def test_that_combinations_are_written_only_where_models_are_joined(report):
    plain = report(FILE, *COSTS, *SCORES, "--derive", "calibrated:mlp")
    assert not (plain.folder / "combinations.csv").exists()
    assert (plain.folder / "concavities.csv").exists()


def test_that_the_same_models_at_other_thresholds_get_another_name(report):
    twice = report(FILE, *COSTS, *SCORES, "--derive", "or:mlp,naive_bayes", "--derive",
                   "or:mlp@0.7,naive_bayes@0.7")  # fmt: skip
    names = [row["model"] for row in twice.rows("models.csv")]
    assert names[-2:] == ["mlp or naive_bayes", "mlp or naive_bayes 2"]


def test_that_reversing_low_scores_gives_the_scores_of_the_file(report, cases):
    words = ("--lower-is-positive", "mlp", "--derive", "reversed:mlp")
    turned = report(FILE, *COSTS, *SCORES, *words)
    thresholds = turned.column("roc.csv", "threshold", model="mlp reversed")[1:]
    assert thresholds == sorted(set(cases["score_mlp"]), reverse=True)
    assert [row["bin"] for row in turned.rows("calibration.csv", model="mlp reversed")]


def test_that_folds_have_derived_models_too(report):
    words = ("--fold", "fold", "--derive", "or:mlp,naive_bayes")
    folded = report("german_credit_cv10.csv", *COSTS, *SCORES, *words)
    rows = folded.rows("folds.csv", model="mlp or naive_bayes")
    methods = {row["method"] for row in rows}
    assert methods == {"pooled", "vertical", "threshold", "cost_space"}


def test_that_a_model_of_several_classes_stands_for_each_of_its_columns(report):
    proba = "proba_naive_bayes,proba_random_forest"
    patterns = ",".join(f"{name}_*" for name in proba.split(","))
    wine = report("wine_cv10.csv", "--proba", patterns, "--derive", f"and:{proba}")
    names = [row["model"] for row in wine.rows("models.csv")]
    assert names[2::3] == [
        f"proba_naive_bayes_class_{k} and proba_random_forest_class_{k}" for k in range(3)
    ]
    assert len(wine.rows("combinations.csv")) == 6


def test_that_pictures_show_derived_models(tmp_path):
    words = [str(SAMPLES / FILE), *COSTS, *SCORES, "--derive", "reversed:mlp"]
    assert run([*words, "--format", "svg", "--out", str(tmp_path / "out")]) == 0
    assert "mlp reversed" in (tmp_path / "out" / "roc.svg").read_text(encoding="utf-8")


def test_that_a_threshold_above_all_scores_joins_nobody(report):
    row = report(FILE, *COSTS, *SCORES, "--derive", "and:mlp@9,naive_bayes@0.1").row(
        "combinations.csv", step="2"
    )
    assert pair(row, "measured") == [0, 0]


MIX = ("--mix", "naive_bayes@0.2,mlp@0.05")
BOUNDS = ("--capacity", "800", "--population", "4000", "--max-fpr", "0.1", "--prior", "0.06")


def test_that_two_points_are_mixed_for_800_of_4000(report, cases, bad):
    written = report(FILE, *COSTS, *SCORES, *BOUNDS, *MIX)
    by_capacity, by_fpr = written.rows("mixtures.csv")
    votes = cases["score_naive_bayes"] >= 0.2, cases["score_mlp"] >= 0.05
    one, other = (np.array(rates(vote, bad)) for vote in votes)
    share = float(by_capacity["probability_a"])
    point = share * one + (1 - share) * other
    assert [float(by_capacity[rate]) for rate in ("fpr", "tpr")] == pytest.approx(list(point))
    assert 4000 * (0.06 * point[1] + 0.94 * point[0]) == pytest.approx(800)
    assert float(by_fpr["fpr"]) == pytest.approx(0.1)
    assert by_capacity["rule"] == (
        f"For each case, follow naive_bayes at 0.2 with probability {share:.4g}, else mlp at 0.05."
    )


def test_that_a_mixture_costs_what_both_cost_in_proportion(report, cases, bad):
    written = report(FILE, *COSTS, *SCORES, *BOUNDS, *MIX)
    row = written.rows("mixtures.csv")[0]
    amount = cases["amount"].to_numpy()
    lost = []
    for name, threshold in (("naive_bayes", 0.2), ("mlp", 0.05)):
        acted_on = (cases[f"score_{name}"] >= threshold).to_numpy()
        missed = np.where(acted_on, 0, -amount)[bad].mean()
        alarmed = np.where(acted_on, -0.2 * amount, 0)[~bad].mean()
        lost.append(0.06 * missed + 0.94 * alarmed)
    share = float(row["probability_a"])
    expected = share * lost[0] + (1 - share) * lost[1]
    assert float(row["expected_profit"]) == pytest.approx(expected)


def test_that_derived_models_and_cheapest_thresholds_are_mixed_too(report):
    derive = ("--derive", "calibrated:mlp")
    mix = ("--mix", "mlp calibrated@1,naive_bayes", "--max-fpr", "0.05")
    row = report(FILE, *COSTS, *SCORES, *derive, *mix).row("mixtures.csv")
    assert row["model_a"] == "mlp calibrated"
    assert row["bound"] == "max_fpr"
