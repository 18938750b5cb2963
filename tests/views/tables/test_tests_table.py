from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.intervals import requests as uncertainty
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.results import ComparedFigure, FigureTests
from costcurve_gui.engine import holm
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.engine.resampling.paired_tests import PairComparison, PairedTest
from costcurve_gui.views.tables import pair_tests_table
from costcurve_gui.views.tables.table_view import table_view
from costcurve_gui.views.text import numbers
from tests.helpers.band_snapshots import SPEC, knowing, resampled
from tests.helpers.snapshots import german_credit_snapshot

FRAME = resampled("tests")
KEYS = tuple(FRAME.models)
BAYES = KEYS.index(FRAME.selected)
BELIEF = "uniform belief"


BAYES_MLP = "naive_bayes", "mlp"


def shown(snapshot):
    content = pair_tests_table.tests_content(snapshot)
    titles = [column.title for column in content.columns]
    return content.rows, titles


FIGURES = ("AUC:", "AUCIV:", "Cost curve area:", "Expected cost, ")


def section(snapshot, start):
    """Return the rows of a figure, by the heading that they stand under and their title."""
    rows, titles = shown(snapshot)
    found, heading, figure = {}, "", ""
    for row in rows:
        if row.cells and figure.startswith(start):
            found[heading, row.title] = dict(zip(titles, row.cells, strict=True))
        elif not row.cells:
            figure = row.title if row.title.startswith(FIGURES) else figure
            heading = row.title
    return found


def made_up(figure, *tests, models=KEYS):
    """Return a snapshot that knows these tests of (a, b) with a difference, ends and a p-value."""
    pairs = []
    for a, b, difference, low, high, p_value in tests:
        test = PairedTest(difference, low, high, p_value, "percentile", SPEC, "no reason")
        test = replace(test, reason="" if low is not None else "rows have weights")
        pairs.append(PairComparison(a, b, test, p_value))
    found = FigureTests(figure, models, tuple(pairs))
    return knowing(FRAME, {uncertainty.tests_request(FRAME): (found,)})


def test_that_four_figures_of_fifteen_pairs_are_headed_by_their_method():
    rows, titles = shown(FRAME)
    assert titles == ["diff.", "p, Holm", "p"]
    assert [row.title for row in rows if row.title.startswith(FIGURES)] == [
        "AUC: DeLong, Student",
        "AUCIV: bootstrap, spread of replicates, Student",
        "Cost curve area: bootstrap, in and out of bag, spread of replicates, Student",
        f"Expected cost, {BELIEF}: bootstrap, in and out of bag, spread of replicates, Student",
    ]
    assert sum(bool(row.cells) for row in rows) == 4 * 15


def test_that_a_test_of_groups_is_headed_as_the_file_has_it():
    spec = replace(SPEC, groups="customer")
    test = PairedTest(0.1, 0.0, 0.2, 0.05, "percentile", spec)
    widened = replace(test, method="percentile, rule of three")
    pairs = (PairComparison(0, 1, widened, 0.05), PairComparison(0, 2, test, 0.05))
    found = FigureTests(ComparedFigure.AUC, KEYS, pairs)
    snapshot = knowing(FRAME, {uncertainty.tests_request(FRAME): (found,)})
    assert shown(snapshot)[0][0].title == "AUC: bootstrap, percentile, by groups of customer"


def test_that_the_pairs_of_the_selected_model_come_first_under_what_is_shown_of_it():
    headings = [heading for heading, _ in section(FRAME, "AUC:")]
    assert "better" in headings[0]
    assert len(set(headings[1:5])) == 1
    assert [one.startswith("naive_bayes") for one in headings] == [True] * 5 + [False] * 10
    assert ("naive_bayes is better than", "decision_tree") in section(FRAME, "AUC:")


def test_that_no_interval_of_one_pair_stands_beside_a_verdict_on_all():
    auc = made_up(ComparedFigure.AUC, (0, 1, 0.1, 0.01, 0.19, 0.04), (0, 2, 0.1, 0.0, 0.2, 0.06))
    rows, titles = shown(auc)
    assert "90 %" not in titles
    assert any("90 %, this pair alone: " in row.hint for row in rows)
    rows, titles = shown(made_up(ComparedFigure.AUC, (0, 1, 0.1, 0.01, 0.19, 0.04)))
    assert titles == ["diff.", "90 %", "p, Holm", "p"]  # one pair: its interval is the verdict's


def test_that_pair_difference_and_p_need_no_scrolling(qtbot):
    view = table_view("tests")
    qtbot.addWidget(view)
    view.resize(366, 340)  # its dock in a window of 1440 pixels
    with qtbot.waitExposed(view):
        view.show()
    view.show_snapshot(FRAME)
    QApplication.processEvents()
    assert shown(FRAME)[1][:3] == ["diff.", "p, Holm", "p"]
    assert sum(view.columnWidth(at) for at in range(3)) <= view.viewport().width()


def test_that_a_difference_of_areas_is_that_on_new_cases_and_this_sample_stands_beside_it():
    areas = {one.info.name: one.evaluation.envelope.area for one in FRAME.curve_set.models}
    tests = known(FRAME, uncertainty.tests_request(FRAME))
    pairs = next(one.pairs for one in tests if one.figure is ComparedFigure.AREA)
    mlp = KEYS.index("g/score_mlp")
    (test,) = (one.test for one in pairs if {one.a, one.b} == {BAYES, mlp})
    on_new_cases = test.new_cases if mlp > BAYES else -test.new_cases
    found = section(FRAME, "Cost curve area")
    (row,) = (row for (heading, name), row in found.items() if (heading[:11], name) == BAYES_MLP)
    assert row["diff."] == numbers.difference(on_new_cases)
    here = numbers.difference(areas["naive_bayes"] - areas["mlp"])
    assert here != row["diff."]
    hints = [one.hint for one in shown(FRAME)[0] if one.title == "mlp"]
    assert any(hint.endswith(f"\nOn new cases; {here} on this sample") for hint in hints)


def test_that_a_difference_without_thresholds_is_that_of_the_measures():
    areas = {one.info.name: one.auc.auc for one in FRAME.curve_set.models}
    found = section(FRAME, "AUC:")
    (row,) = (row for (heading, name), row in found.items() if (heading[:11], name) == BAYES_MLP)
    assert float(row["diff."]) == pytest.approx(areas["naive_bayes"] - areas["mlp"], abs=5.1e-4)


def test_that_p_values_are_corrected_over_the_pairs_of_a_figure():
    rows = section(FRAME, "AUC:").values()
    raw = [0.0 if row["p"] == "<0.001" else float(row["p"]) for row in rows]
    holms = [0.0 if row["p, Holm"] == "<0.001" else float(row["p, Holm"]) for row in rows]
    assert holms == pytest.approx(holm(np.array(raw)), abs=0.011)
    assert all(corrected >= p for corrected, p in zip(holms, raw, strict=True))


def test_that_a_pair_that_is_turned_has_its_ends_turned():
    other = 0 if BAYES else 1
    pair = (min(BAYES, other), max(BAYES, other), -0.04, -0.06, -0.01, 0.004)
    (((heading, _), row),) = section(made_up(ComparedFigure.AUC, pair), "AUC").items()
    assert "better" in heading
    assert (row["diff."], row["90 %"]) == ("+0.040", "0.010 to 0.060")
    assert row["p, Holm"] == "0.004"


@pytest.mark.parametrize(
    ("figure", "difference", "verdict"),
    [
        (ComparedFigure.AUC, 0.04, "better"),
        (ComparedFigure.AUC, -0.04, "worse"),
        (ComparedFigure.AREA, 0.04, "worse"),
        (ComparedFigure.AREA, -0.04, "better"),
    ],
)
def test_that_what_is_shown_is_said_in_words(figure, difference, verdict):
    pair = (BAYES, KEYS.index("g/score_random_forest"), difference, -1.0, 1.0, 0.099)
    _, heading, row = shown(made_up(figure, pair))[0][:3]
    assert heading.title == f"naive_bayes is {verdict} than"
    assert row.hint.split("\n") == [
        "naive_bayes less random_forest",
        f"naive_bayes is significantly {verdict} than random_forest, all pairs considered.",
    ]


def test_that_what_is_not_shown_is_said_too():
    _, heading, row = shown(made_up(ComparedFigure.AUC, (BAYES, 2, 0.01, -0.1, 0.1, 0.101)))[0][:3]
    assert heading.title == "naive_bayes, not significantly different from"
    assert row.hint.endswith("The difference is not significant, all pairs considered.")


def test_that_no_interval_has_its_reason():
    _, heading, row = shown(made_up(ComparedFigure.AUC, (BAYES, 2, 0.01, None, None, None)))[0][:3]
    assert heading.title == "naive_bayes, not tested against"
    assert row.cells == ("+0.010", "no interval", "\u2013", "\u2013")
    assert row.hint == "naive_bayes less mlp: no interval (rows have weights)"


def test_that_small_p_values_stay_narrow():
    row = shown(made_up(ComparedFigure.AUC, (BAYES, 2, 0.3, 0.2, 0.4, 1e-9)))[0][2]
    assert row.cells[2:] == ("<0.001", "<0.001")


def test_that_tests_under_another_belief_are_left_out():
    moved = replace(FRAME.settings, belief=TriangularBelief(0.1, 0.2, 0.3))
    rows, _ = shown(replace(FRAME, settings=moved))
    *titles, last = [row.title for row in rows if row.title.startswith(FIGURES)]
    assert [title.partition(":")[0] for title in titles] == ["AUC", "AUCIV", "Cost curve area"]
    assert last == "Expected cost, triangular 0.100 to 0.300, mode 0.200: computing\u2026"
    assert pair_tests_table.tests_content(german_credit_snapshot()).rows == ()


def test_that_the_least_p_value_has_the_mark_in_use(monkeypatch):
    assert pair_tests_table._p_value(1e-9) == "<0.001"
    monkeypatch.setattr(numbers._STYLE, "mark", ",")
    assert pair_tests_table._p_value(1e-9) == "<0,001"
