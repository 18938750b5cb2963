import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.duality import RocPoint
from costcurve_gui.engine.counts.derived_counts import classifier_table, reversed_table
from costcurve_gui.engine.counts.family import ConfusionMatrix, FamilyTable, family_table
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.roc.area import auc

CASES = st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=2, max_size=30).filter(
    lambda cases: len({positive for positive, _ in cases}) == 2
)


@given(CASES)
def test_that_counts_reversed_are_those_of_the_negated_score(cases):
    y_true, scores = (np.array(column) for column in zip(*cases, strict=True))
    found = reversed_table(threshold_table(y_true, scores))
    peer = threshold_table(y_true, -scores)
    assert found.thresholds.tolist() == peer.thresholds.tolist()
    assert found.fps.tolist() == peer.fps.tolist()
    assert found.tps.tolist() == peer.tps.tolist()
    assert auc(found) == pytest.approx(1 - auc(threshold_table(y_true, scores)))


def test_that_a_classifier_reversed_says_the_opposite_of_every_case():
    table = reversed_table(
        family_table([ConfusionMatrix("1", tp=3, fn=1, fp=2, tn=8, train_pc=0.3)])
    )
    assert isinstance(table, FamilyTable)
    (member,) = table.classifiers
    assert (member.tp, member.fn, member.fp, member.tn) == (1, 3, 8, 2)
    assert member.train_pc is None


@pytest.mark.parametrize("family", [True, False])
def test_that_a_classifier_lies_where_it_was_put(family):
    table = classifier_table(RocPoint(0.08, 0.42), 50, 200, family=family)
    assert (table.fpr[1], table.tpr[1]) == pytest.approx((0.08, 0.42))
    assert (table.positives, table.negatives, table.rows) == (50, 200, 250)
    assert isinstance(table, FamilyTable) is family


def test_that_a_classifier_that_scores_knows_one_and_nought():
    table = classifier_table(RocPoint(0.1, 0.5), 7, 3, family=False)
    assert table.thresholds.tolist() == [np.inf, 1, 0]
    assert table.weighted  # 3.5 of 7 are no whole cases
