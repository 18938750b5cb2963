"""The numbers of the files, computed again in another way."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score, roc_curve

from tests.cli.conftest import SAMPLES

GERMAN = "german_credit_half.csv"
SONAR = "sonar_cv10.csv"
# Granting a bad loan loses the amount, refusing a good one a fifth of it.
LOAN = ("--positive", "bad", "--fn", "-amount", "--fp", "-0.2*amount")
PRIOR = 0.05


@pytest.fixture(scope="module")
def loans(report):
    bounds = ("--max-fpr", "0.2", "--capacity", "100", "--population", "1000")
    return report(GERMAN, *LOAN, "--prior", str(PRIOR), *bounds, "--threshold", "0.4")


@pytest.fixture(scope="module")
def cases():
    table = pd.read_csv(SAMPLES / GERMAN)
    table["bad"] = table["label"] == "bad"
    return table


def scores_of(table):
    return {name.removeprefix("score_"): table[name] for name in table if name.startswith("score_")}


def rates_at(table, score, threshold, weight=None):
    """Count the plain way: rates of the rule score >= threshold."""
    weight = np.ones(len(table)) if weight is None else weight
    hit = (score >= threshold).to_numpy()
    bad = table["bad"].to_numpy()
    return (
        weight[hit & ~bad].sum() / weight[~bad].sum(),
        weight[hit & bad].sum() / weight[bad].sum(),
    )


@pytest.mark.parametrize(("file", "positive", "models"), [(GERMAN, "bad", 6), (SONAR, "M", 16)])
def test_that_roc_points_and_areas_are_those_of_scikit_learn(report, file, positive, models):
    written = report(file, "--label", "label", "--positive", positive)
    table = pd.read_csv(SAMPLES / file)
    labels = table["label"] == positive
    scores = scores_of(table)
    assert len(scores) == models
    for name, score in scores.items():
        fpr, tpr, thresholds = roc_curve(labels, score, drop_intermediate=False)
        assert written.column("roc.csv", "threshold", model=name) == thresholds.tolist()
        np.testing.assert_array_equal(written.column("roc.csv", "fpr", model=name), fpr)
        np.testing.assert_array_equal(written.column("roc.csv", "tpr", model=name), tpr)
        row = written.row("models.csv", model=name)
        assert float(row["auc"]) == pytest.approx(roc_auc_score(labels, score), abs=1e-12)
        assert float(row["gini"]) == pytest.approx(2 * float(row["auc"]) - 1, abs=1e-12)
        assert row["n"] == str(len(table))


def test_that_the_hull_is_above_every_point_and_its_area_is_written(loans):
    for row in loans.rows("models.csv"):
        points = loans.rows("roc.csv", model=row["model"])
        hull = [point for point in points if point["on_hull"] == "true"]
        x, y = (np.array([float(p[key]) for p in hull]) for key in ("fpr", "tpr"))
        assert np.trapezoid(y, x) == pytest.approx(float(row["hull_auc"]), abs=1e-12)
        for point in points:
            on_edge = max(y[x == float(point["fpr"])], default=np.interp(float(point["fpr"]), x, y))
            assert float(point["tpr"]) <= on_edge + 1e-12


def test_that_equal_costs_make_rociv_the_roc_curve(report):
    written = report(SONAR, "--label", "label", "--positive", "M")
    assert written.column("roc.csv", "fpr") == written.column("rociv.csv", "fp_cost_rate")
    assert written.column("roc.csv", "tpr") == written.column("rociv.csv", "tp_benefit_rate")
    for row in written.rows("models.csv"):
        assert row["auciv"] == row["auc"]


def test_that_rociv_shares_are_sums_of_amounts(loans, cases):
    amount = cases["amount"].to_numpy(dtype=float)
    for name, score in scores_of(cases).items():
        for row in loans.rows("rociv.csv", model=name)[::25]:
            found = float(row["fp_cost_rate"]), float(row["tp_benefit_rate"])
            expected = rates_at(cases, score, float(row["threshold"]), amount)
            assert found == pytest.approx(expected, abs=1e-12)


def test_that_auciv_is_the_chance_of_the_right_order_drawn_by_cost(loans, cases):
    amount, bad = cases["amount"].to_numpy(dtype=float), cases["bad"].to_numpy()
    pairs = np.outer(amount[bad], amount[~bad])
    for name, score in scores_of(cases).items():
        values = score.to_numpy()
        apart = values[bad][:, None] - values[~bad][None, :]
        won = (apart > 0) + 0.5 * (apart == 0)
        expected = (pairs * won).sum() / pairs.sum()
        row = loans.row("models.csv", model=name)
        assert float(row["auciv"]) == pytest.approx(expected, abs=1e-12)


def test_that_the_cost_curve_is_the_lowest_of_all_cost_lines(loans):
    grid = np.linspace(0, 1, 101)
    for row in loans.rows("models.csv"):
        name = row["model"]
        fpr = np.array(loans.column("rociv.csv", "fp_cost_rate", model=name))
        tpr = np.array(loans.column("rociv.csv", "tp_benefit_rate", model=name))
        lines = (1 - tpr)[:, None] * grid + fpr[:, None] * (1 - grid)
        pc = loans.column("cost_curve.csv", "pc_plus", model=name)
        cost = loans.column("cost_curve.csv", "normalized_expected_cost", model=name)
        assert (pc[0], pc[-1]) == (0, 1)
        np.testing.assert_allclose(np.interp(grid, pc, cost), lines.min(axis=0), atol=1e-12)
        assert float(row["cost_curve_area"]) == pytest.approx(np.trapezoid(cost, pc), abs=1e-12)


def test_that_the_operating_range_is_where_the_model_beats_the_trivial_ones(loans):
    grid = np.linspace(0, 1, 2001)[1:-1]
    for row in loans.rows("models.csv"):
        pc = loans.column("cost_curve.csv", "pc_plus", model=row["model"])
        cost = loans.column("cost_curve.csv", "normalized_expected_cost", model=row["model"])
        useful = grid[np.interp(grid, pc, cost) < np.minimum(grid, 1 - grid) - 1e-12]
        assert float(row["operating_range_low"]) == pytest.approx(useful[0], abs=1e-3)
        assert float(row["operating_range_high"]) == pytest.approx(useful[-1], abs=1e-3)


def test_that_the_cheaper_model_of_an_interval_is_the_lower_curve_in_its_middle(loans):
    def height(model, at):
        pc = loans.column("cost_curve.csv", "pc_plus", model=model)
        return np.interp(
            at, pc, loans.column("cost_curve.csv", "normalized_expected_cost", model=model)
        )

    for row in loans.rows("crossovers.csv"):
        middle = (float(row["pc_low"]) + float(row["pc_high"])) / 2
        difference = height(row["model_a"], middle) - height(row["model_b"], middle)
        better = {-1: row["model_a"], 0: "", 1: row["model_b"]}
        sign = 0 if abs(difference) < 1e-12 else int(np.sign(difference))
        assert row["better"] == better[sign]


def profit_by_hand(cases, score, threshold):
    """Average the payoffs of each class and weigh the classes by the prior."""
    hit, bad = (score >= threshold).to_numpy(), cases["bad"].to_numpy()
    amount = cases["amount"].to_numpy(dtype=float)
    payoff = np.where(bad, np.where(hit, 0, -amount), np.where(hit, -0.2 * amount, 0))
    return PRIOR * payoff[bad].mean() + (1 - PRIOR) * payoff[~bad].mean()


def test_that_profit_is_the_mean_payoff_at_the_deployment_prior(loans, cases):
    for name, score in scores_of(cases).items():
        for row in loans.rows("profit.csv", model=name)[::40]:
            threshold = float(row["threshold"])
            profit = profit_by_hand(cases, score, threshold)
            assert float(row["expected_profit"]) == pytest.approx(profit, rel=1e-12)
            fpr, tpr = rates_at(cases, score, threshold)
            targeted = PRIOR * tpr + (1 - PRIOR) * fpr
            assert float(row["fraction_targeted"]) == pytest.approx(targeted, abs=1e-12)


def test_that_the_cheapest_threshold_has_the_highest_profit_of_all(loans, cases):
    for name, score in scores_of(cases).items():
        row = loans.row("selection.csv", criterion="min_cost", model=name)
        profits = loans.column("profit.csv", "expected_profit", model=name)
        assert float(row["expected_profit"]) == pytest.approx(max(profits), rel=1e-12)
        fpr, tpr = rates_at(cases, score, float(row["threshold"]))
        assert (float(row["fpr"]), float(row["tpr"])) == pytest.approx((fpr, tpr), abs=1e-12)


def test_that_expected_cost_is_the_normalized_one_times_the_worst(loans, cases):
    bad, amount = cases["bad"], cases["amount"]
    worst = PRIOR * amount[bad].mean() + (1 - PRIOR) * 0.2 * amount[~bad].mean()
    for row in loans.rows("selection.csv"):
        cost = float(row["expected_cost"])
        assert cost == pytest.approx(worst * float(row["normalized_expected_cost"]), rel=1e-12)
        assert cost == pytest.approx(-float(row["expected_profit"]), rel=1e-12)


def test_that_bounds_hold_and_a_mixture_reaches_them(loans):
    used = {"neyman_pearson": ("fpr", 0.2), "workforce": ("fraction_targeted", 0.1)}
    for criterion, (column, bound) in used.items():
        for row in loans.rows("selection.csv", criterion=criterion):
            single = loans.row("selection.csv", criterion=f"{criterion}_single", model=row["model"])
            assert float(single[column]) <= bound + 1e-12
            assert float(single["tpr"]) <= float(row["tpr"]) + 1e-12
            assert float(row[column]) == pytest.approx(bound, abs=1e-12)
            assert (row["threshold_2"] == "") == (float(row["mixing"]) == 0)


def test_that_the_best_single_threshold_is_the_best_of_all_that_keep_the_bound(loans):
    for row in loans.rows("selection.csv", criterion="neyman_pearson_single"):
        points = loans.rows("roc.csv", model=row["model"])
        allowed = [float(point["tpr"]) for point in points if float(point["fpr"]) <= 0.2]
        assert float(row["tpr"]) == max(allowed)


def test_that_the_winner_is_the_best_by_its_criterion(loans):
    merits = {
        "min_cost": lambda row: float(row["expected_profit"]),
        "neyman_pearson": lambda row: float(row["tpr"]),
        "workforce_single": lambda row: float(row["tpr"]),
        "youden": lambda row: float(row["tpr"]) - float(row["fpr"]),
        "manual": lambda row: float(row["expected_profit"]),
    }
    for criterion, merit in merits.items():
        rows = loans.rows("selection.csv", criterion=criterion)
        (winner,) = [row for row in rows if row["best"] == "true"]
        assert merit(winner) == max(map(merit, rows))


def test_that_a_manual_threshold_is_reported_as_given_for_every_model(loans, cases):
    for name, score in scores_of(cases).items():
        row = loans.row("selection.csv", criterion="manual", model=name)
        assert row["threshold"] == "0.4"
        assert float(row["tpr"]) == pytest.approx(rates_at(cases, score, 0.4)[1], abs=1e-12)


def placements(scores, bad):
    """Return DeLong's structural components by comparing every pair."""
    apart = scores[bad][:, None] - scores[~bad][None, :]
    won = (apart > 0) + 0.5 * (apart == 0)
    return won.mean(axis=1), won.mean(axis=0)


def test_that_intervals_and_comparisons_are_those_of_delong(loans, cases):
    bad = cases["bad"].to_numpy()
    parts = {n: placements(s.to_numpy(), bad) for n, s in scores_of(cases).items()}

    def error(of_bad, of_good):
        return np.sqrt(of_bad.var(ddof=1) / of_bad.size + of_good.var(ddof=1) / of_good.size)

    for row in loans.rows("models.csv"):
        margin = 1.6448536269514722 * error(*parts[row["model"]])
        expected = float(row["auc"]) - margin, float(row["auc"]) + margin
        assert (float(row["auc_low"]), float(row["auc_high"])) == pytest.approx(expected, abs=1e-9)
    for row in loans.rows("auc_comparison.csv"):
        a, b = parts[row["model_a"]], parts[row["model_b"]]
        margin = 1.6448536269514722 * error(a[0] - b[0], a[1] - b[1])
        difference = a[0].mean() - b[0].mean()
        assert float(row["difference"]) == pytest.approx(difference, abs=1e-12)
        assert float(row["upper"]) - difference == pytest.approx(margin, abs=1e-9)
