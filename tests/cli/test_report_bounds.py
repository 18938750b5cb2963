"""Bounds in selection.csv: what the sources maximise, and the money."""

import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import Report
from tests.helpers.mailing import LETTERS, mailing

PROFIT_CRITERIA = (
    "workforce_profit",
    "workforce_profit_single",
    "neyman_pearson_profit",
    "neyman_pearson_profit_single",
)
BOUNDS = ("--max-fpr", "0.2", "--capacity", "100", "--population", "1000")


@pytest.fixture(scope="module")
def letters(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mailing")
    file = mailing().write(folder / "mailing.csv")
    words = ("--positive", "1", "--tp", "amount-1", "--fp", "-1", "--fn", "0", "--tn", "0")
    bounds = ("--capacity", str(LETTERS), "--population", "2134")
    out = folder / "report"
    options = ("--format", "csv", "--bootstrap", "0", "--out", str(out))
    assert run([str(file), *words, *bounds, *options]) == 0
    return Report(out)


def criteria_in(written):
    return [*dict.fromkeys(row["criterion"] for row in written.rows("selection.csv"))]


def test_that_profit_within_bounds_follows_the_other_criteria(report):
    written = report("german_credit_half.csv", "--positive", "bad", "--fn", "-5", *BOUNDS)
    assert tuple(criteria_in(written)[-4:]) == PROFIT_CRITERIA


def test_that_no_payoff_option_means_no_criterion_of_profit(report):
    written = report("german_credit_half.csv", "--positive", "bad", *BOUNDS)
    assert not {*PROFIT_CRITERIA} & {*criteria_in(written)}


@pytest.mark.parametrize(("words", "kept"), [(BOUNDS[:2], 2), (BOUNDS[2:], 2)])
def test_that_only_the_bounds_that_were_given_are_written(report, words, kept):
    written = report("german_credit_half.csv", "--positive", "bad", "--fn", "-5", *words)
    assert len({*PROFIT_CRITERIA} & {*criteria_in(written)}) == kept


def test_that_300_letters_earn_most_with_the_model_that_knows_the_gifts(letters):
    (best,) = letters.rows("selection.csv", criterion="workforce_profit_single", best="true")
    assert best["model"] == "expected_gift"
    for row in letters.rows("selection.csv", criterion="workforce_profit_single"):
        points = letters.rows("profit.csv", model=row["model"])
        within = [
            float(point["expected_profit"])
            for point in points
            if float(point["fraction_targeted"]) * 2134 <= LETTERS + 1e-9
        ]
        assert float(row["expected_profit"]) == pytest.approx(max(within), rel=1e-12)
        mixed = letters.row("selection.csv", criterion="workforce_profit", model=row["model"])
        assert float(mixed["expected_profit"]) >= float(row["expected_profit"])
        assert float(mixed["fraction_targeted"]) * 2134 <= LETTERS + 1e-9


def test_that_the_workforce_of_the_sources_still_catches_most(letters):
    (best,) = letters.rows("selection.csv", criterion="workforce_single", best="true")
    rows = letters.rows("selection.csv", criterion="workforce_single")
    assert best["model"] == "mlp"
    assert float(best["tpr"]) == max(float(row["tpr"]) for row in rows)


TOGETHER = (
    *("--fn", "-amount", "--fp", "0", "--tn", "0.05*amount", "--prior", "0.05"),
    *("--max-fpr", "0.25", "--min-tpr", "0.6", "--capacity", "2500", "--population", "10000"),
)


def test_that_all_bounds_together_bound_the_constrained_criterion(report):
    written = report("german_credit_half.csv", "--positive", "bad", *TOGETHER)
    profits = {}
    for row in written.rows("selection.csv", criterion="constrained_single"):
        points = written.rows("roc.csv", model=row["model"])
        money = written.rows("profit.csv", model=row["model"])
        kept = [
            float(earned["expected_profit"])
            for point, earned in zip(points, money, strict=True)
            if float(point["fpr"]) <= 0.25
            and float(point["tpr"]) >= 0.6 - 1e-12
            and float(earned["fraction_targeted"]) <= 0.25 + 1e-12
        ]
        profits[row["model"]] = float(row["expected_profit"])
        assert profits[row["model"]] == pytest.approx(max(kept), rel=1e-12)
        mixed = written.row("selection.csv", criterion="constrained", model=row["model"])
        assert float(mixed["expected_profit"]) >= profits[row["model"]] - 1e-9
        assert float(mixed["fraction_targeted"]) <= 0.25 + 1e-9
    (best,) = written.rows("selection.csv", criterion="constrained_single", best="true")
    assert best["model"] == max(profits, key=profits.get) == "naive_bayes"


def test_that_a_budget_and_a_share_bound_what_is_acted_on(report):
    spent = ("--budget", "5000", "--price", "2.5", "--population", "10000")
    words = ("german_credit_half.csv", "--positive", "bad", "--prior", "0.05")
    of_budget, of_share = report(*words, *spent), report(*words, "--max-share", "0.2")
    bound = ("binding_bound", "unit_of_bound", "one_more_unit_gains")
    for criterion in ("constrained", "constrained_single"):
        rows = of_budget.rows("selection.csv", criterion=criterion)
        for row, other in zip(
            rows, of_share.rows("selection.csv", criterion=criterion), strict=True
        ):
            first, second = ([one.pop(name) for name in bound] for one in (row, other))
            assert row == other
            assert (first[:2], second[:2]) == (["budget", "1"], ["share", "0.01"])
            # 2.5 of the budget is a case, which catches so much of one of the 5 % positives
            tpr_per_share = float(first[2]) * 2.5 / 0.05
            assert float(second[2]) == pytest.approx(0.01 * tpr_per_share)
        assert all(float(row["fraction_targeted"]) <= 0.2 + 1e-12 for row in rows)


def test_that_bounds_of_the_sources_are_kept_together_where_there_are_both(report):
    words = ("german_credit_half.csv", "--positive", "bad", *BOUNDS)
    alone = ("german_credit_half.csv", "--positive", "bad", "--max-fpr", "0.2")
    assert "constrained" not in criteria_in(report(*alone))
    assert "constrained" in criteria_in(report(*alone, "--objective", "tpr"))
    together = report(*words)
    assert {"constrained", "constrained_single"} <= {*criteria_in(together)}
    for row in together.rows("selection.csv", criterion="constrained_single"):
        assert float(row["fpr"]) <= 0.2
        assert float(row["fraction_targeted"]) <= 0.1 + 1e-12


def test_that_the_objective_decides_within_the_bounds(report):
    found = {}
    for objective in ("profit", "cost", "tpr"):
        written = report(
            "german_credit_half.csv", "--positive", "bad", *TOGETHER, "--objective", objective
        )
        found[objective] = written.row(
            "selection.csv", criterion="constrained_single", model="naive_bayes"
        )
    assert found["profit"]["threshold"] == found["cost"]["threshold"]
    assert float(found["tpr"]["tpr"]) >= float(found["profit"]["tpr"])


def test_that_bounds_that_exclude_each_other_are_said_with_the_nearest_that_would_do(
    report, capsys
):
    words = ("--min-tpr", "0.6", "--capacity", "1000", "--population", "10000", *TOGETHER[:8])
    written = report("german_credit_half.csv", "--positive", "bad", *words)
    assert "constrained" not in criteria_in(written)
    (said,) = [one for one in written.manifest["warnings"] if "keeps all bounds" in one]
    assert said in capsys.readouterr().err
    assert (
        "--capacity 2336 (naive_bayes from 0.0642539, expected profit 50.21 on this sample)" in said
    )
    assert (
        "--min-tpr 0.366 (logistic_regression from 0.625982, expected profit 20.73 on this sample)"
        in said
    )
    assert "--capacity 1668, --min-tpr 0.486 (logistic_regression" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--budget", "500", "--population", "100"], "--budget needs --price"),
        (["--price", "5"], "--price needs --budget"),
        (["--budget", "500", "--price", "5"], "--budget needs --population"),
        (["--min-tpr", "1.5"], "1.5 is not between 0 and 1"),
    ],
)
def test_that_half_a_bound_is_refused(words, said, tmp_path, capsys):
    assert run([str(tmp_path / "a.csv"), "--out", str(tmp_path / "out"), *words]) == 2
    assert said in capsys.readouterr().err
