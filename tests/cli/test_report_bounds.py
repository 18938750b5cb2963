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
