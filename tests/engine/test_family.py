"""Discrete classifiers given as confusion matrices, alone and as families."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

from costcurve_gui.engine.cost.duality import cost_line
from costcurve_gui.engine.counts.family import (
    ConfusionMatrix,
    FamilyTable,
    family_table,
    matrix_at,
)
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import ConstraintError, CountError, SingleClassError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate_scores, evaluate_table
from costcurve_gui.engine.resampling.auc_interval import auc_interval
from costcurve_gui.engine.selection.criteria import (
    manual,
    min_cost,
    neyman_pearson_single,
    workforce_single,
    youden,
)
from tests.helpers.oracles import hull_by_definition

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "sample_data"
POSITIVES, NEGATIVES = 8, 12
POINTS = st.lists(
    st.tuples(st.integers(0, NEGATIVES), st.integers(0, POSITIVES)), min_size=1, max_size=10
)


def classifiers_at(points: list[tuple[int, int]]) -> list[ConfusionMatrix]:
    """Return a classifier for each (fp, tp)."""
    return [
        ConfusionMatrix(str(at), tp=tp, fn=POSITIVES - tp, fp=fp, tn=NEGATIVES - fp)
        for at, (fp, tp) in enumerate(points, start=1)
    ]


def family_at(points: list[tuple[int, int]]) -> ModelEvaluation:
    return evaluate_table("family", family_table(classifiers_at(points)))


def rates(points: list[tuple[int, int]]) -> list[tuple[float, float]]:
    """Return every classifier there is to choose from, the trivial ones first."""
    return [(0.0, 0.0), (1.0, 1.0), *((fp / NEGATIVES, tp / POSITIVES) for fp, tp in points)]


@given(POINTS)
def test_that_the_hull_is_that_of_all_points(points: list[tuple[int, int]]) -> None:
    hull = family_at(points).roc_hull
    found = list(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True))
    exact = hull_by_definition([(0, 0), (NEGATIVES, POSITIVES), *points])
    assert found == [(fp / NEGATIVES, tp / POSITIVES) for fp, tp in exact]


@given(POINTS, st.floats(0, 1))
def test_that_the_envelope_is_the_lowest_of_all_cost_lines(
    points: list[tuple[int, int]], pc: float
) -> None:
    lines = [cost_line(fpr, tpr) for fpr, tpr in rates(points)]
    lowest = min(line.slope * pc + line.intercept for line in lines)
    assert family_at(points).envelope.value_at(pc) == pytest.approx(lowest, abs=1e-12)


@given(POINTS)
def test_that_every_segment_of_the_envelope_knows_its_classifier(
    points: list[tuple[int, int]],
) -> None:
    family = family_at(points)
    assert isinstance(family.table, FamilyTable)
    by_name = {classifier.name: classifier for classifier in family.table.classifiers}
    for row, fpr, tpr in zip(
        family.envelope.indices, family.envelope.fpr, family.envelope.tpr, strict=True
    ):
        name = family.table.names[row]
        if name in by_name:
            assert (by_name[name].fpr, by_name[name].tpr) == (fpr, tpr)
        else:
            assert fpr == tpr == (name == "all")


@given(POINTS, st.floats(0, 0.999), st.floats(0, 1))
def test_that_no_classifier_does_better_than_a_criterion(
    points: list[tuple[int, int]], bound: float, prior: float
) -> None:
    family = family_at(points)
    condition = family.condition(prior)
    every = rates(points)
    allowed = [tpr for fpr, tpr in every if fpr <= bound]
    assert neyman_pearson_single(family, condition, bound).tpr == max(allowed)
    assert youden(family, condition).tpr - youden(family, condition).fpr == pytest.approx(
        max(tpr - fpr for fpr, tpr in every)
    )
    uses = [(prior * t + (1 - prior) * f, t) for f, t in every]
    fits = [(t, -used) for used, t in uses if used <= bound * (1 + 1e-12)]
    chosen = workforce_single(family, condition, bound, 1.0)
    assert (chosen.tpr, -chosen.fraction_targeted) == max(fits)
    cheapest = min(condition.expected_cost(fpr, tpr) for fpr, tpr in every)
    assert min_cost(family, condition).expected_cost == pytest.approx(cheapest, abs=1e-12)


def test_that_every_classifier_has_a_place() -> None:
    table = family_table(
        [
            ConfusionMatrix("deep", tp=8, fn=2, fp=5, tn=5),
            ConfusionMatrix("flat", tp=5, fn=5, fp=1, tn=9),
            ConfusionMatrix("odd", tp=4, fn=6, fp=2, tn=8),
        ]
    )
    assert [table.place_of(name) for name in ("flat", "deep", "odd")] == [1, 2, 5]
    assert table.place_of("other") is None
    assert [table.name_at(place) for place in (0, 1, 2, 3, 5)] == [*table.names, "odd"]
    assert table.member_at(5) is table.classifiers[1]
    assert table.member_at(1) is None


@given(POINTS)
def test_that_a_classifier_without_a_row_is_dominated_by_the_row_named(
    points: list[tuple[int, int]],
) -> None:
    table = family_table(classifiers_at(points))
    assert np.all(np.diff(table.fpr) >= 0)
    assert np.all(np.diff(table.tpr) >= 0)
    at = zip(table.classifiers, table.classifier_rows, table.dominated, strict=True)
    for classifier, row, dominated in at:
        if dominated:
            assert table.fpr[row] <= classifier.fpr
            assert table.tpr[row] > classifier.tpr
        else:
            assert table.names[row] == classifier.name


def test_that_one_classifier_is_a_score_of_two_values() -> None:
    (matrix,) = classifiers_at([(3, 6)])
    single = evaluate_table("one", family_table([matrix]))
    y_true = [True] * POSITIVES + [False] * NEGATIVES
    scored = evaluate_scores("one", y_true, [1] * 6 + [0] * 2 + [1] * 3 + [0] * 9)
    assert single.auc == scored.auc == pytest.approx((1 + 6 / 8 - 3 / 12) / 2)
    assert auc_interval(single.table) == auc_interval(scored.table)
    assert single.envelope.operating_range == scored.envelope.operating_range
    assert single.condition().prior == POSITIVES / (POSITIVES + NEGATIVES)


def test_that_a_ranking_could_give_points_that_rise_and_no_others() -> None:
    assert family_at([(3, 6), (1, 2)]).auc == pytest.approx(
        np.trapezoid([0, 2 / 8, 6 / 8, 1], [0, 1 / 12, 3 / 12, 1])
    )
    assert family_at([(3, 6), (3, 2)]).auc == pytest.approx(0.25 * 0.125 + 0.75 * 0.875)
    assert math.isnan(family_at([(3, 6), (4, 5)]).auc)


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ([(3, 6), (1, 2)], "no ranking"),
        ([(0, 0)], "called alike"),
        ([(12, 8)], "called alike"),
        ([(0, 8)], "separated perfectly"),
    ],
)
def test_that_the_area_has_no_interval_where_it_would_be_invented(
    points: list[tuple[int, int]], reason: str
) -> None:
    interval = auc_interval(family_table(classifiers_at(points)))
    assert interval.low is None
    assert reason in interval.reason


def test_that_classifiers_of_other_test_sets_are_compared_by_their_rates() -> None:
    table = family_table(
        [
            ConfusionMatrix("a", tp=3, fn=1, fp=1, tn=9),
            ConfusionMatrix("b", tp=10, fn=0, fp=10, tn=20),
        ]
    )
    assert not table.same_cases
    assert table.fpr.tolist() == pytest.approx([0, 0.1, 1 / 3, 1])
    assert table.tpr.tolist() == [0, 0.75, 1, 1]
    assert (table.positives, table.negatives) == (7, 20)


def test_that_counts_of_one_test_set_stay_whole() -> None:
    table = family_table(classifiers_at([(3, 6), (1, 2)]))
    assert table.same_cases
    assert table.fps.tolist() == [0, 1, 3, 12]
    assert not table.weighted


def test_that_a_family_is_trained_where_every_classifier_says_for_what() -> None:
    def family(*train_pc: float | None) -> FamilyTable:
        return family_table([ConfusionMatrix(str(pc), 1, 1, 1, 1, pc) for pc in train_pc])

    assert family(0.2, 0.5).trained
    assert not family(0.2, None).trained
    assert not family(0.2, 0.2).trained


def test_that_a_family_has_no_threshold_to_set_by_hand() -> None:
    family = family_at([(3, 6)])
    with pytest.raises(ConstraintError, match="no threshold"):
        manual(family, family.condition(), 0.5)


@pytest.mark.parametrize(
    ("cells", "error", "named"),
    [
        ((-1, 1, 1, 1), CountError, "tp .*-1"),
        ((1, 1, math.nan, 1), CountError, "fp .*nan"),
        ((0, 0, 1, 1), SingleClassError, "positive"),
        ((1, 1, 0, 0), SingleClassError, "negative"),
        ((1, 1, 1, 1, 1.5), ConstraintError, "train_pc .*1.5"),
    ],
)
def test_that_an_impossible_matrix_is_refused(
    cells: tuple[float, ...], error: type[Exception], named: str
) -> None:
    with pytest.raises(error, match=named):
        ConfusionMatrix("a", *cells)


def test_that_a_family_needs_a_classifier() -> None:
    with pytest.raises(CountError, match="at least one"):
        family_table([])


def test_that_scores_at_one_half_become_a_family() -> None:
    # The nine trees of the Sonar file, each trained on another class ratio.
    with (SAMPLES / "sonar_cv10.csv").open(encoding="utf-8") as file:
        cases = list(csv.DictReader(file))
    y_true = np.array([case["label"] == "M" for case in cases])
    trees = [column for column in cases[0] if column.startswith("score_tree_")]
    scores = {tree: np.array([float(case[tree]) for case in cases]) for tree in trees}
    family = family_table(
        [matrix_at(tree, threshold_table(y_true, score), 0.5) for tree, score in scores.items()]
    )
    assert len(family.classifiers) == 9
    assert family.same_cases
    for classifier in family.classifiers:
        called = scores[classifier.name] >= 0.5
        tn, fp, fn, tp = confusion_matrix(y_true, called).ravel()
        assert (classifier.tp, classifier.fn, classifier.fp, classifier.tn) == (tp, fn, fp, tn)
