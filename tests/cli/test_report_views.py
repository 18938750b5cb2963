"""Ranking and calibration files, computed again with scikit-learn and by counting."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, norm
from sklearn import metrics
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES, Report

GERMAN = "german_credit_half.csv"
SONAR = "sonar_cv10.csv"
PRIOR = 0.05


def cases_of(file, positive):
    table = pd.read_csv(SAMPLES / file)
    scores = {n.removeprefix("score_"): table[n] for n in table if n.startswith("score_")}
    return (table["label"] == positive).to_numpy(), scores


def probabilities(scores):
    return {name: score for name, score in scores.items() if score.between(0, 1).all()}


def numbers(report, name, model):
    rows = pd.read_csv(report.folder / name)
    return rows[rows["model"] == model].reset_index(drop=True)


@pytest.fixture(scope="module", params=[(GERMAN, "bad"), (SONAR, "M")])
def plain(request, report):
    file, positive = request.param
    return report(file, "--label", "label", "--positive", positive), *cases_of(file, positive)


@pytest.fixture(scope="module")
def rare(report):
    return report(GERMAN, "--positive", "bad", "--prior", str(PRIOR)), *cases_of(GERMAN, "bad")


def test_that_precision_and_recall_are_those_of_scikit_learn(plain):
    written, labels, scores = plain
    for name, score in scores.items():
        precision, recall, thresholds = metrics.precision_recall_curve(labels, score)
        rows = numbers(written, "pr.csv", name)
        assert rows["threshold"][1:].tolist() == thresholds[::-1].tolist()
        np.testing.assert_allclose(rows["recall"][1:], recall[-2::-1], atol=1e-12)
        np.testing.assert_allclose(rows["precision"][1:], precision[-2::-1], atol=1e-12)
        area = metrics.average_precision_score(labels, score)
        row = written.row("models.csv", model=name)
        assert float(row["average_precision"]) == pytest.approx(area, abs=1e-12)


def test_that_curves_begin_where_nobody_is_positive_and_precision_is_empty(plain):
    for name in plain[2]:
        first = plain[0].rows("pr.csv", model=name)[0]
        assert (first["threshold"], first["recall"], first["precision"]) == ("inf", "0", "")
        first = plain[0].rows("gain.csv", model=name)[0]
        assert (first["fraction_targeted"], first["gain"], first["lift"]) == ("0", "0", "")
        first = plain[0].rows("det.csv", model=name)[0]
        assert list(first.values()) == [name, "inf", "0", "1", "-inf", "inf", "-inf", "0"]


def test_that_the_prior_moves_precision_and_lift_but_not_roc_and_det(report, rare):
    common = report(GERMAN, "--positive", "bad")
    for file in ("roc.csv", "det.csv", "calibration.csv", "isotonic.csv"):
        assert (common.folder / file).read_bytes() == (rare[0].folder / file).read_bytes()
    for name in rare[2]:
        here, there = (numbers(part, "pr.csv", name) for part in (common, rare[0]))
        assert (there["precision"][1:-1] <= here["precision"][1:-1]).all()
        assert there["precision"].iloc[-1] == pytest.approx(PRIOR)


def test_that_precision_and_gain_weigh_the_classes_by_the_prior(rare):
    written, labels, scores = rare
    weights = np.where(labels, PRIOR / labels.mean(), (1 - PRIOR) / (1 - labels.mean()))
    for name, score in scores.items():
        precision, gain = numbers(written, "pr.csv", name), numbers(written, "gain.csv", name)
        for row in range(1, len(gain), 37):
            called = (score >= gain["threshold"][row]).to_numpy()
            targeted = weights[called].sum() / labels.size
            hits = weights[called & labels].sum() / weights[called].sum()
            assert gain["fraction_targeted"][row] == pytest.approx(targeted)
            assert gain["gain"][row] == pytest.approx(called[labels].mean())
            assert gain["lift"][row] == pytest.approx(hits / PRIOR)
            assert precision["precision"][row] == pytest.approx(hits)
        area = metrics.average_precision_score(labels, score, sample_weight=weights)
        row = written.row("models.csv", model=name)
        assert float(row["average_precision"]) == pytest.approx(area)


def test_that_det_is_that_of_scikit_learn_with_its_ends(plain):
    written, labels, scores = plain
    for name, score in scores.items():
        fpr, fnr, thresholds = metrics.det_curve(labels, score)
        rows = numbers(written, "det.csv", name)
        kept = rows[rows["threshold"].isin(thresholds)][::-1]
        np.testing.assert_array_equal(kept["fpr"], fpr)
        np.testing.assert_array_equal(kept["fnr"], fnr)
        np.testing.assert_allclose(rows["probit_fpr"], norm.ppf(rows["fpr"]), atol=1e-9)
        np.testing.assert_allclose(rows["probit_fnr"], norm.ppf(rows["fnr"]), atol=1e-9)
        assert rows[["fpr", "fnr"]].iloc[-1].tolist() == [1, 0]


def test_that_reliability_and_brier_are_those_of_scikit_learn(plain):
    written, labels, scores = plain
    for name, score in probabilities(scores).items():
        for strategy in ("uniform", "quantile"):
            rows = numbers(written, "calibration.csv", name)
            rows = rows[rows["strategy"] == strategy]
            assert rows["bin"].tolist() == list(range(1, 11))
            assert rows["count"].sum() == labels.size
            filled = rows[rows["count"] > 0]
            expected = calibration_curve(labels, score, n_bins=10, strategy=strategy)
            np.testing.assert_allclose(filled["fraction_positive"], expected[0], atol=1e-12)
            np.testing.assert_allclose(filled["mean_score"], expected[1], atol=1e-12)
            for row in filled.rename(columns={"count": "cases"}).itertuples():
                test = binomtest(round(row.fraction_positive * row.cases), int(row.cases))
                bounds = test.proportion_ci(0.9, method="wilson")
                assert row.lower == pytest.approx(bounds.low, abs=1e-9)
                assert row.upper == pytest.approx(bounds.high, abs=1e-9)
        row = written.row("models.csv", model=name)
        assert float(row["brier"]) == pytest.approx(metrics.brier_score_loss(labels, score))


@pytest.mark.parametrize("prior", [None, PRIOR])
def test_that_net_benefit_is_counted_and_ends_with_all_and_none(plain, rare, prior):
    written, labels, scores = plain if prior is None else rare
    share = labels.mean() if prior is None else prior
    rows = pd.read_csv(written.folder / "net_benefit.csv")
    assert list(dict.fromkeys(rows["model"])) == [*probabilities(scores), "all", "none"]
    everybody = pd.Series(np.ones(labels.size))
    curves = {**probabilities(scores), "all": everybody, "none": 0 * everybody}
    for name, score in curves.items():
        mine = rows[rows["model"] == name]
        assert mine["threshold_probability"].tolist() == [k / 100 for k in range(1, 100)]
        for _, stake, found in mine.itertuples(index=False):
            called = (score >= stake).to_numpy()
            tpr, fpr = called[labels].mean(), called[~labels].mean()
            expected = tpr * share - fpr * (1 - share) * stake / (1 - stake)
            assert found == pytest.approx(expected, abs=1e-12)


def test_that_isotonic_scores_are_those_of_scikit_learn(plain):
    written, labels, scores = plain
    for name, score in scores.items():
        rows = numbers(written, "isotonic.csv", name)
        distinct = np.unique(score)
        assert rows["score"].tolist() == distinct.tolist()
        expected = IsotonicRegression().fit(score, labels).predict(distinct)
        np.testing.assert_allclose(rows["calibrated"], expected, atol=1e-12)


@pytest.fixture
def odd(tmp_path, write_cases):
    """Report on scores of which some are no probabilities."""

    def write(*words, cases="label,score_a,score_b\n1,0.9,1.5\n0,0.4,0.2\n1,0.3,inf\n0,0,-1\n"):
        out = tmp_path / "report"
        assert run([write_cases(cases), "--format", "csv", "--out", str(out), *words]) == 0
        return Report(out)

    return write


def models_in(report, file):
    return list(dict.fromkeys(row["model"] for row in report.rows(file)))


def test_that_scores_beyond_0_and_1_are_ranked_but_not_read_as_probabilities(odd):
    report = odd()
    assert report.row("models.csv", model="b")["brier"] == ""
    assert report.row("models.csv", model="a")["brier"] != ""
    assert models_in(report, "calibration.csv") == ["a"]
    assert models_in(report, "net_benefit.csv") == ["a", "all", "none"]
    for file in ("pr.csv", "det.csv", "gain.csv", "isotonic.csv"):
        assert models_in(report, file) == ["a", "b"]
    assert report.rows("isotonic.csv", model="b")[-1]["score"] == "inf"


def test_that_scores_of_which_the_low_ones_mean_positive_are_no_probabilities(odd):
    cases = "label,score_a,score_b\n1,0,0.9\n0,0,0.2\n1,0,0.7\n0,0,0.1\n"
    report = odd("--lower-is-positive", "a", cases=cases)
    assert report.row("models.csv", model="a")["brier"] == ""
    assert models_in(report, "calibration.csv") == ["b"]
    assert models_in(report, "net_benefit.csv") == ["b", "all", "none"]


def test_that_files_without_a_model_still_have_a_header(odd):
    report = odd("--scores", "score_b")
    assert report.rows("calibration.csv") == []
    assert report.header("calibration.csv")[:3] == ["model", "strategy", "bin"]
    assert models_in(report, "net_benefit.csv") == ["all", "none"]


def test_that_weights_count_and_leave_intervals_empty(odd):
    cases = "label,weight,score\n1,3,0.9\n0,2,0.85\n1,1,0.3\n0,4,0.1\n"
    report = odd("--weight", "weight", cases=cases)
    row = report.row("calibration.csv", strategy="uniform", bin="9")
    assert (row["count"], row["fraction_positive"]) == ("5", "0.6")
    assert (row["lower"], row["upper"]) == ("", "")
    expected = metrics.brier_score_loss(
        [1, 0, 1, 0], [0.9, 0.85, 0.3, 0.1], sample_weight=[3, 2, 1, 4]
    )
    assert float(report.row("models.csv")["brier"]) == pytest.approx(expected)


def test_that_the_level_of_intervals_is_the_one_asked_for(odd):
    row = odd("--confidence", "0.5").row("calibration.csv", strategy="quantile", bin="10")
    bounds = binomtest(1, 1).proportion_ci(0.5, method="wilson")
    assert float(row["lower"]) == pytest.approx(bounds.low)
