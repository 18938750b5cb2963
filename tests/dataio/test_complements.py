"""Columns of p and 1 - p are one model, scored by the column of the positive class."""

from __future__ import annotations

import pytest

from costcurve_gui.dataio.formats.opening import open_text
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.column_uses import column_uses
from costcurve_gui.dataio.roles.complements import of_positive
from costcurve_gui.dataio.roles.proposal import propose_roles

SCORES = (0.9, 0.25, 0.6, 0.125, 0.7, 0.3)


def both_classes(first, second, labels=("bad", "good"), others=(), scores=SCORES):
    """Return a file with p and 1 - p of a model, and the same values of another one twice."""
    lines = [",".join(["label", "age", first, second, *others])]
    for row, score in enumerate(scores):
        numbers = [row + 30, score, 1 - score, *(score / 2 for _ in others)]
        lines.append(",".join([labels[row % 2], *map(str, numbers)]))
    return open_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("name", [".pred_bad", ".pred", "p1", "P1", "P (class=1)", "P(label=bad)"])
def test_that_scores_are_found_by_the_names_of_other_programs(name):
    source = open_text(f"label,age,{name},fee\n1,30,0.5,2\n0,31,0.25,3\n0,32,0.75,5\n")
    proposal = propose_roles(source)
    assert proposal.roles.scores == (name,)
    assert proposal.by_column["age"] is proposal.by_column["fee"] is Role.COST


@pytest.mark.parametrize("name", ["p2", "p10", "p", "price (net=1)", "predicted", "pp1"])
def test_that_other_short_names_are_no_scores(name):
    source = open_text(f"label,score,{name}\n1,0.5,3\n0,0.25,5\n0,0.75,8\n")
    assert propose_roles(source).roles.scores == ("score",)


@pytest.mark.parametrize(
    ("pair", "positive", "expected"),
    [
        ((".pred_no", ".pred_yes"), "yes", ".pred_yes"),
        ((".pred_no", ".pred_yes"), "no", ".pred_no"),
        (("P (class=0)", "P (class=1)"), "1.0", "P (class=1)"),
        (("prob_bad", "prob_not_bad"), "bad", "prob_bad"),
        (("prob_matt", "prob_male"), "male", "prob_male"),
        (("p0", "p1"), "fraud", "p1"),
        (("p0", "p1"), "0", "p0"),
        (("score_a", "score_b"), "bad", "score_a"),
    ],
)
def test_that_the_column_of_the_positive_class_is_read(pair, positive, expected):
    assert of_positive(pair, positive) == expected


def test_that_columns_of_both_classes_are_one_model():
    source = both_classes("prob_good", "prob_bad")
    for positive in ("good", "bad"):
        roles = choose_roles(source, positive=positive)
        assert roles.scores == (f"prob_{positive}",)
    uses = {use.column: use for use in column_uses(source, roles)}
    assert uses["prob_good"].described == "prob_good (1 \u2212 prob_bad, the same model)"


def test_that_a_sure_positive_value_proposes_its_column():
    proposal = propose_roles(both_classes("p0", "p1", labels=("0", "1")))
    assert proposal.roles.scores == ("p1",)
    assert proposal.by_column["p0"] is Role.COST
    assert proposal.complements == (("p0", "p1"),)


def test_that_unnamed_numbers_that_add_up_to_1_are_one_model():
    source = open_text(
        "label,good,bad\n"
        + "".join(f"{'bad' if row % 2 else 'good'},{p},{1 - p}\n" for row, p in enumerate(SCORES))
    )
    assert choose_roles(source, label="label", positive="bad").scores == ("bad",)


def test_that_both_columns_are_models_where_they_are_asked_for():
    source = both_classes("prob_good", "prob_bad")
    asked = choose_roles(source, positive="bad", scores=["prob_*"])
    assert asked.scores == ("prob_good", "prob_bad")


def test_that_a_column_is_the_other_class_of_one_model_only():
    source = both_classes("prob_good", "prob_bad", others=("prob_x",))
    assert choose_roles(source, positive="bad").scores == ("prob_bad", "prob_x")


@pytest.mark.parametrize("scores", [SCORES[:4], (0.5,) * 6, (*SCORES[:5], 1.5)])
def test_that_few_constant_or_other_numbers_are_not_taken_for_both_classes(scores):
    source = both_classes("prob_good", "prob_bad", scores=scores)
    assert choose_roles(source, positive="bad").scores == ("prob_good", "prob_bad")
