"""What the classifiers of a family do, in words: Fawcett's (2004, 7.4.1) CoIL example."""

import pytest

from costcurve_gui.analysis.selection_settings import SelectionSpec
from costcurve_gui.engine.counts.family import ConfusionMatrix
from costcurve_gui.views.text import decision_summary, policy_text
from tests.helpers.choices import Choice, selected_by
from tests.helpers.family_snapshots import COIL, KEY, family_snapshot

BUDGET = selected_by(Choice.WORKFORCE, capacity=800, population=4000)
BY_CONDITION = selected_by(Choice.PERFORMANCE_INDEPENDENT)


def test_that_the_budget_mixes_b_with_nobody_since_a_lies_below_that_edge():
    snapshot = family_snapshot(BUDGET, prior=0.06)
    policy = snapshot.models[KEY].policy
    assert policy.fraction_targeted * 4000 == pytest.approx(800)
    assert policy.mixing == pytest.approx(800 / (0.25 * 3760 + 0.6 * 240))
    assert policy_text.rule(snapshot, KEY) == "Skip all; for 73.8 % at random follow B"
    # More than the 103 responders that A and B mixed would find.
    assert decision_summary.answer(snapshot).startswith(
        "With at most 800 clients contacted, clients catches 106 of 240 positives (responders), "
        "44.3 %, on this sample. Skip all; for 73.8 % at random follow B."
    )


def test_that_a_and_b_are_mixed_where_both_are_corners_of_the_hull():
    better = (ConfusionMatrix("A", tp=40, fn=60, fp=10, tn=90), COIL[1])
    snapshot = family_snapshot(BUDGET, 0.06, better)
    share = (800 - 0.1 * 3760 - 0.4 * 240) / (0.15 * 3760 + 0.2 * 240)
    assert snapshot.models[KEY].policy.mixing == pytest.approx(share)
    said = f"Follow A; for {share:.1%} at random follow B".replace("%", " %")
    assert policy_text.rule(snapshot, KEY) == said
    assert policy_text.rule_html(snapshot, KEY).count("<b>") == 3


@pytest.mark.parametrize(("prior", "classifier"), [(0.49, "A"), (0.51, "B")])
def test_that_the_condition_alone_switches_midway_between_the_classifiers(prior, classifier):
    snapshot = family_snapshot(BY_CONDITION, prior)
    assert policy_text.rule(snapshot, KEY) == f"Follow {classifier}"
    said = f"By the condition alone, with clients, follow {classifier}: "
    assert decision_summary.answer(snapshot).startswith(said)


def test_that_nothing_is_cheaper_where_the_condition_chooses_the_cheapest():
    said = decision_summary.answer(family_snapshot(BY_CONDITION, 0.51))
    assert " per client. No classifier is cheaper." in said


def test_that_classifiers_that_were_trained_for_nothing_known_are_said_so():
    untrained = tuple(ConfusionMatrix(m.name, m.tp, m.fn, m.fp, m.tn) for m in COIL)
    snapshot = family_snapshot(BY_CONDITION, 0.5, untrained)
    assert not snapshot.models[KEY].met
    assert policy_text.rule_html(snapshot, KEY) == (
        "Not every classifier says what PC(+) it was trained for: "
        "the condition alone cannot choose. Shown is the least cost: follow <b>B</b>"
    )


def test_that_classifiers_known_by_their_row_alone_are_called_so():
    numbered = (ConfusionMatrix("4", tp=60, fn=40, fp=25, tn=75),)
    snapshot = family_snapshot(SelectionSpec(), 0.5, numbered)
    assert policy_text.rule(snapshot, KEY) == "Follow classifier 4"
    assert decision_summary.answer(snapshot).startswith(
        "With clients, follow classifier 4: \u22120.325 per client on this sample. "
    )
