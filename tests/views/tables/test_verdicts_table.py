from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from costcurve_gui.analysis.intervals.requests import verdicts_request
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.interval_table import IntervalRow
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure, no_figure
from costcurve_gui.engine.resampling.stretch_outlook import StretchOutlook
from costcurve_gui.views.tables.table_view import table_view
from costcurve_gui.views.tables.verdicts_table import verdicts_content
from tests.helpers.band_snapshots import knowing, resampled
from tests.helpers.snapshots import german_credit_snapshot

FRAME = german_credit_snapshot()  # naive_bayes is selected
MLP, FOREST = 2, 4
THRESHOLD = float(FRAME.curve_set.models[MLP].evaluation.table.thresholds[3])
SPEC = BootstrapSpec(400)
NEW = StretchOutlook(
    NewCasesFigure(0.15, 0.163, 0.141, 0.185),
    NewCasesFigure(0.011, 0.013, 0.002, 0.024),
    *("out of bag", "", "", SPEC),
)
FEW = "few positives: this interval is known to be too short"
UNSURE = NEW._replace(lead=NewCasesFigure(0.004, -0.003, -0.02, 0.014), caution=FEW)
ROWS = (
    IntervalRow(
        *(0.0, 0.1, None),
        (np.inf, np.inf),
        (0.0, 0.1),
        None,
        (0.0, 0.0),
        "equal",
        of_reference="equal",
    ),
    IntervalRow(
        *(0.1, 0.5, MLP),
        (np.inf, THRESHOLD),
        (0.1, 0.2),
        FOREST,
        (0.0, 0.02),
        "better",
        "worse",
        new_cases=NEW,
    ),
    IntervalRow(
        *(0.5, 1.0, FOREST),
        (0.5, 0.5),
        (0.0, 0.2),
        MLP,
        (0.0, 0.01),
        "not significant",
        "not significant",
        new_cases=UNSURE,
    ),
)


def content():
    return verdicts_content(knowing(FRAME, {verdicts_request(FRAME): (ROWS,) * 6}))


def cells(row):
    titles = [column.title for column in content().columns]
    return dict(zip(titles, content().rows[row].cells, strict=True))


def test_that_a_row_says_who_is_best_by_how_much_and_whether_that_is_shown():
    assert [row.title for row in content().rows] == [
        *("0.000 to 0.100", "0.100 to 0.500", "0.500 to 1.000")
    ]
    assert [cells(row)["lowest cost"] for row in range(3)] == ["\u2013", "mlp", "random_forest"]
    found = [cells(row)["verdict"] for row in range(3)]
    assert found == ["all equal", "better", "this sample only"]  # its lead is below 0 on new cases
    assert cells(1)["runner-up"] == "random_forest"
    assert [cells(row)["lead"] for row in (1, 2)] == ["+0.013", "\u22120.003"]
    assert cells(1)["cost"] == "0.163"


def test_that_the_selected_model_has_a_verdict_too():
    found = [cells(row)["naive_bayes"] for row in range(3)]
    assert found == ["all equal", "worse", "not significant"]
    assert "naive_bayes is significantly costlier than mlp." in content().rows[1].hint
    assert (
        "The difference between naive_bayes and random_forest is not significant."
        in content().rows[2].hint
    )
    said = verdicts_content(resampled("verdicts"))
    here = next(row for row in said.rows if row.chosen)
    assert here.cells[:4] == ("naive_bayes", "not significant", here.cells[2], "lowest cost")


def test_that_what_is_asked_first_needs_no_scrolling(qtbot):
    view = table_view("verdicts")
    qtbot.addWidget(view)
    view.resize(366, 330)  # what a dock has at 1440 x 900
    view.show()
    view.show_snapshot(resampled("verdicts"))
    titles = [column.title for column in view.rows.content.columns]
    assert titles[:3] == ["lowest cost", "verdict", "lead"]
    assert sum(view.columnWidth(at) for at in range(3)) <= view.viewport().width()


def test_that_thresholds_are_written_as_everywhere():
    assert cells(0)["threshold"] == cells(0)["lead"] == "\u2013"
    assert cells(1)["threshold"] == f"\u221e to {THRESHOLD:.4f}"
    assert " to " not in cells(2)["threshold"]


def test_that_the_row_of_the_condition_stands_out():
    assert FRAME.condition.probability_cost == pytest.approx(0.576, abs=1e-3)
    assert [row.chosen for row in content().rows] == [False, False, True]


def test_that_a_hint_is_a_sentence_with_the_prior_and_the_method():
    said, lead, cost, selected, priors, method = content().rows[1].hint.split("\n")
    assert said == "mlp is significantly cheaper than every other model (90 %, simultaneous)."
    assert lead == (
        "random_forest costs 0.013 more on new cases (90 %: 0.002 to 0.024); "
        "0.000 to 0.020 more on this sample."
    )
    assert cost == (
        "Its normalized cost is 0.163 on new cases (90 %: 0.141 to 0.185); "
        "0.100 to 0.200 on this sample."
    )
    assert selected.startswith("naive_bayes ")
    # Costs 3 828.71 and 148.21: PC(+) 0.5 is p = 148.21 / (148.21 + 3 828.71).
    assert priors == "p(bad) from 0.428 % to 3.73 % at these costs"
    assert method == "Bootstrap, simultaneous, paired, 2\u202f000 replicates, seed 0"
    assert "is expected to cost more on new ones" in content().rows[2].hint
    assert "mlp costs 0.003 less on new cases (90 %: \u22120.020 to 0.014); " in (
        content().rows[2].hint
    )
    assert f"F{FEW[1:]}." in content().rows[2].hint.split("\n")
    assert "treating all cases alike" in content().rows[0].hint
    assert "new cases" not in content().rows[0].hint


def test_that_without_an_estimate_the_figures_are_those_of_this_sample():
    reason = "classifiers without cases leave none out"
    none = NEW._replace(cost=no_figure(0.15), lead=no_figure(0.011), reason=reason)
    row = ROWS[1]._replace(new_cases=none)
    (shown,) = verdicts_content(knowing(FRAME, {verdicts_request(FRAME): ((row,),) * 6})).rows
    assert (shown.cells[2], shown.cells[5]) == ("\u2264 0.020", "0.100 to 0.200")
    assert "random_forest costs 0.000 to 0.020 more on this sample." in shown.hint


def test_that_there_is_no_row_before_it_is_known():
    assert verdicts_content(FRAME).rows == ()


def test_that_stretches_follow_each_other_and_name_the_cheapest():
    snapshot = resampled("verdicts")
    found = verdicts_content(snapshot).rows
    ends = [row.title.split(" to ") for row in found]
    assert (ends[0][0], ends[-1][1]) == ("0.000", "1.000")
    assert [low for low, _ in ends[1:]] == [high for _, high in ends[:-1]]
    here = next(row for row in found if row.chosen)
    assert here.cells[0] == "naive_bayes"


def test_that_the_chosen_row_is_bold_and_fits(qtbot):
    view = table_view("verdicts")
    qtbot.addWidget(view)
    view.resize(340, 300)
    view.show()
    view.show_snapshot(knowing(FRAME, {verdicts_request(FRAME): (ROWS,) * 6}))
    fonts = [view.rows.index(row, 1).data(Qt.ItemDataRole.FontRole) for row in range(3)]
    assert [font.bold() or font.weight() > 500 for font in fonts] == [False, False, True]
    title = view.rows.headerData(2, Qt.Orientation.Vertical, Qt.ItemDataRole.FontRole)
    assert title == fonts[2]
    assert view.sizeHintForColumn(1) <= view.columnWidth(1)


def test_that_a_tie_is_said_with_its_models():
    tie = IntervalRow(
        *(0.0, 1.0, None),
        (0.5, 0.5),
        (0.0, 0.2),
        None,
        (0.0, 0.0),
        *("tied", "worse"),
        tied=(MLP, FOREST),
    )
    whole = tie._replace(tied=tuple(range(6)), of_reference="tied")
    for row, best, selected in (
        (tie, "mlp and random_forest", "worse"),
        (
            whole,
            "logistic_regression, naive_bayes, mlp and 3 more",
            "tied",
        ),
    ):
        (shown,) = verdicts_content(knowing(FRAME, {verdicts_request(FRAME): ((row,),) * 6})).rows
        assert shown.cells[:4] == (best, "tied", "\u2013", selected)
        assert f"{best} cost the same; no model is cheaper." in shown.hint
        assert "alike" not in shown.hint
        said = "naive_bayes is significantly costlier than the models that tie" in shown.hint
        assert said == (selected == "worse")
