from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.engine.api import holm
from costcurve_gui.engine.cost.belief import TriangularBelief
from costcurve_gui.engine.resampling.area_tests import PairedTest
from costcurve_gui.engine.resampling.multiple_tests import PairComparison
from costcurve_gui.models import uncertainty
from costcurve_gui.models.pair_tests import ComparedFigure, FigureTests
from costcurve_gui.views.tables import tests_table
from tests.helpers.band_frames import SPEC, knowing, resampled
from tests.helpers.frames import german_credit_frame

FRAME = resampled("tests")
KEYS = tuple(FRAME.models)
BAYES = KEYS.index(FRAME.selected)


def shown(frame):
    content = tests_table.tests_content(frame)
    titles = [column.title for column in content.columns]
    return content.rows, titles


def section(frame, start):
    """Return the rows below the heading that starts so, by title."""
    rows, titles = shown(frame)
    first = next(at for at, row in enumerate(rows) if row.title.startswith(start)) + 1
    end = next((at for at in range(first, len(rows)) if not rows[at].cells), len(rows))
    return {row.title: dict(zip(titles, row.cells, strict=True)) for row in rows[first:end]}


def made_up(figure, *tests, models=KEYS):
    """Return a frame that knows these tests of (a, b) with a difference, ends and a p-value."""
    pairs = []
    for a, b, difference, low, high, p_value in tests:
        test = PairedTest(difference, low, high, p_value, "percentile", SPEC, "no reason")
        test = replace(test, reason="" if low is not None else "rows have weights")
        pairs.append(PairComparison(a, b, test, p_value))
    found = FigureTests(figure, models, tuple(pairs))
    return knowing(FRAME, {uncertainty.tests_wanted(FRAME): (found,)})


def test_that_four_figures_of_fifteen_pairs_are_headed_by_their_method():
    rows, titles = shown(FRAME)
    assert titles == ["difference", "p, Holm", "90 %", "p"]
    assert [row.title for row in rows if not row.cells] == [
        "AUC: DeLong",
        "AUCIV: bootstrap, percentile",
        "Cost curve area: bootstrap, fixed policy, percentile",
        "Expected cost, triangular 0.000 to 1.000: bootstrap, fixed policy, percentile",
    ]
    assert sum(bool(row.cells) for row in rows) == 4 * 15


def test_that_a_test_of_groups_is_headed_as_the_file_has_it():
    spec = replace(SPEC, grouped=True)
    test = PairedTest(0.1, 0.0, 0.2, 0.05, "percentile", spec)
    widened = replace(test, method="percentile, rule of three")
    pairs = (PairComparison(0, 1, widened, 0.05), PairComparison(0, 2, test, 0.05))
    found = FigureTests(ComparedFigure.AUC, KEYS, pairs)
    frame = knowing(FRAME, {uncertainty.tests_wanted(FRAME): (found,)})
    assert shown(frame)[0][0].title == "AUC: bootstrap, percentile, groups resampled"


def test_that_the_pairs_of_the_selected_model_come_first_and_start_with_it():
    titles = list(section(FRAME, "AUC:"))
    assert [title.startswith("naive_bayes \u2212 ") for title in titles] == [True] * 5 + [
        False
    ] * 10


def test_that_a_difference_is_that_of_the_measures():
    areas = {one.info.name: one.evaluation.envelope.area for one in FRAME.scene.models}
    row = section(FRAME, "Cost curve area")["naive_bayes \u2212 mlp"]
    assert float(row["difference"].replace("\u2212", "-")) == pytest.approx(
        areas["naive_bayes"] - areas["mlp"], abs=5.1e-4
    )


def test_that_p_values_are_corrected_over_the_pairs_of_a_figure():
    rows = section(FRAME, "AUC:").values()
    raw = [0.0 if row["p"] == "<0.001" else float(row["p"]) for row in rows]
    holms = [0.0 if row["p, Holm"] == "<0.001" else float(row["p, Holm"]) for row in rows]
    assert holms == pytest.approx(holm(np.array(raw)), abs=0.011)
    assert all(corrected >= p for corrected, p in zip(holms, raw, strict=True))


def test_that_a_pair_that_is_turned_has_its_ends_turned():
    other = 0 if BAYES else 1
    pair = (min(BAYES, other), max(BAYES, other), -0.04, -0.06, -0.01, 0.004)
    ((title, row),) = section(made_up(ComparedFigure.AUC, pair), "AUC").items()
    assert title.startswith("naive_bayes")
    assert (row["difference"], row["90 %"]) == ("+0.040", "0.010 to 0.060")
    assert row["p, Holm"] == "0.004"


@pytest.mark.parametrize(
    ("figure", "difference", "better"),
    [
        (ComparedFigure.AUC, 0.04, "naive_bayes"),
        (ComparedFigure.AUC, -0.04, "random_forest"),
        (ComparedFigure.AREA, 0.04, "random_forest"),
        (ComparedFigure.AREA, -0.04, "naive_bayes"),
    ],
)
def test_that_what_is_shown_is_bold_and_names_the_better_model(figure, difference, better):
    pair = (BAYES, KEYS.index("g/score_random_forest"), difference, -1.0, 1.0, 0.099)
    row = shown(made_up(figure, pair))[0][1]
    assert row.chosen
    assert row.hint.split("\n")[0] == "naive_bayes less random_forest"
    assert f"{better} is shown to be better than" in row.hint


def test_that_what_is_not_shown_is_plain():
    row = shown(made_up(ComparedFigure.AUC, (BAYES, 2, 0.01, -0.1, 0.1, 0.101)))[0][1]
    assert not row.chosen
    assert row.hint.endswith("That they differ is not shown, all pairs considered.")


def test_that_no_interval_has_its_reason():
    row = shown(made_up(ComparedFigure.AUC, (BAYES, 2, 0.01, None, None, None)))[0][1]
    assert row.cells == ("+0.010", "\u2013", "no interval", "\u2013")
    assert row.hint == "naive_bayes less mlp: no interval (rows have weights)"


def test_that_small_p_values_stay_narrow():
    row = shown(made_up(ComparedFigure.AUC, (BAYES, 2, 0.3, 0.2, 0.4, 1e-9)))[0][1]
    assert row.cells[1::2] == ("<0.001", "<0.001")


def test_that_tests_under_another_belief_are_left_out():
    moved = replace(FRAME.settings, belief=TriangularBelief(0.1, 0.2, 0.3))
    rows, _ = shown(replace(FRAME, settings=moved))
    *titles, last = [row.title for row in rows if not row.cells]
    assert [title.partition(":")[0] for title in titles] == ["AUC", "AUCIV", "Cost curve area"]
    assert last == "Expected cost, triangular 0.100 to 0.300: computing\u2026"
    assert tests_table.tests_content(german_credit_frame()).rows == ()
