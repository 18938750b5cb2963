"""ROC from the leaves of a decision tree: Fawcett (2004), Algorithm 7."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score, roc_curve
from sklearn.tree import DecisionTreeClassifier

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.counts.tree_leaves import tree_table
from costcurve_gui.engine.errors import CountError, LengthMismatchError, SingleClassError
from costcurve_gui.engine.roc.area import auc

LEAVES = st.lists(
    st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12
)


def counts_by_sorting(leaves: list[tuple[bool, int, int]]) -> list[tuple[int, int]]:
    """Walk the leaves by falling class ratio, those of equal ratio together."""
    held = [(right, wrong) if is_p else (wrong, right) for is_p, right, wrong in leaves]
    held = [(p, n) for p, n in held if p + n]
    held.sort(key=lambda leaf: leaf[0] / (leaf[0] + leaf[1]), reverse=True)
    points, fp, tp = [(0, 0)], 0, 0
    for at, (p, n) in enumerate(held):
        fp, tp = fp + n, tp + p
        if at + 1 == len(held) or held[at + 1][0] * n != held[at + 1][1] * p:
            points.append((fp, tp))
    return points


def columns(leaves: list[tuple[bool, int, int]]) -> tuple[list[bool], list[int], list[int]]:
    """Return what each leaf concludes, its instances and its errors."""
    concluded = [is_p for is_p, _, _ in leaves]
    return concluded, [a + b for _, a, b in leaves], [wrong for _, _, wrong in leaves]


def has_both(leaves: list[tuple[bool, int, int]]) -> bool:
    positives = sum(right if is_p else wrong for is_p, right, wrong in leaves)
    return 0 < positives < sum(right + wrong for _, right, wrong in leaves)


@given(LEAVES.filter(has_both))
def test_that_leaves_accumulate_by_class_ratio(leaves: list[tuple[bool, int, int]]) -> None:
    table = tree_table(*columns(leaves))
    found = list(zip(table.fps.tolist(), table.tps.tolist(), strict=True))
    assert found == counts_by_sorting(leaves)


@given(LEAVES.filter(has_both))
def test_that_it_is_the_table_of_the_instances_scored_by_their_leaf(
    leaves: list[tuple[bool, int, int]],
) -> None:
    y_true: list[bool] = []
    y_score: list[float] = []
    for is_p, right, wrong in leaves:
        p, n = (right, wrong) if is_p else (wrong, right)
        y_true += [True] * p + [False] * n
        y_score += [p / (p + n) if p + n else 0.0] * (p + n)
    table, scored = tree_table(*columns(leaves)), threshold_table(y_true, y_score)
    assert table.thresholds.tolist() == scored.thresholds.tolist()
    assert table.fps.tolist() == scored.fps.tolist()
    assert table.tps.tolist() == scored.tps.tolist()
    assert (table.rows, table.missing) == (scored.rows, 0)


def test_that_a_real_tree_gives_the_curve_of_its_probabilities() -> None:
    data = load_breast_cancer()
    y_true = data.target == 0
    tree = DecisionTreeClassifier(min_samples_leaf=12, random_state=0).fit(data.data, y_true)
    node = tree.apply(data.data)
    leaves = np.unique(node)
    matched = np.array([np.sum(node == leaf) for leaf in leaves])
    positives = np.array([np.sum(y_true[node == leaf]) for leaf in leaves])
    concluded = 2 * positives >= matched
    assert concluded.any()
    assert not concluded.all()
    table = tree_table(concluded, matched, np.where(concluded, matched - positives, positives))
    y_score = tree.predict_proba(data.data)[:, 1]
    fpr, tpr, _ = roc_curve(y_true, y_score, drop_intermediate=False)
    assert table.fpr == pytest.approx(fpr)
    assert table.tpr == pytest.approx(tpr)
    assert auc(table) == pytest.approx(roc_auc_score(y_true, y_score))


def test_that_a_leaf_may_weigh_parts_of_instances() -> None:
    table = tree_table([True, False], matched=[2.5, 1.0], errors=[0.5, 0.0])
    assert table.tps.tolist() == [0.0, 2.0, 2.0]
    assert table.fps.tolist() == [0.0, 0.5, 1.5]
    assert table.weighted


@pytest.mark.parametrize(
    ("columns", "named"),
    [
        (([True, False], [3, -1], [0, 0]), "matched .*entry 2 is -1"),
        (([True, False], [3, 1], [0, np.nan]), "errors .*entry 2 is nan"),
        (([True, False], [3, 1], [0, 2]), "leaf 2 they are 2 of 1"),
    ],
)
def test_that_impossible_counts_are_named(columns: tuple[list[int], ...], named: str) -> None:
    with pytest.raises(CountError, match=named):
        tree_table(*columns)


def test_that_a_class_without_instances_is_refused() -> None:
    with pytest.raises(SingleClassError, match="negative class"):
        tree_table([True, False], matched=[3, 2], errors=[0, 2])


def test_that_columns_of_other_lengths_are_refused() -> None:
    with pytest.raises(LengthMismatchError, match="errors"):
        tree_table([True, False], matched=[3, 2], errors=[0])
