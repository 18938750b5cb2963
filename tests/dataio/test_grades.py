"""Grades: which values have an order, and labels of which several grades are positive."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.dataio.columns import describe_column
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_text
from costcurve_gui.dataio.json_schema import check
from costcurve_gui.dataio.project_columns import columns_from_json, columns_to_json
from costcurve_gui.dataio.project_file import schema
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.grades import grade_order, score_order
from costcurve_gui.dataio.table_kind import TableKind

ORDERS = (
    "A B C D E F G",
    "1 2 3 4 5",
    "9 10 11",
    "A+ A A- B+ B B-",
    "AAA AA+ AA AA- A BBB BB B CCC D",
    "none mild moderate severe",
    "Low Medium High",
    "I II III IV",
    "stage_1 stage_2 stage_10",
)


@pytest.mark.parametrize("order", ORDERS)
def test_that_grades_are_found_in_whichever_order_they_stand(order):
    grades = order.split()
    for seed in range(5):
        mixed = np.random.default_rng(seed).permutation(grades).tolist()
        assert list(grade_order(mixed)) == grades


DISORDERED = ("red green blue", "1 2", "0 1 9", "0.5 1 1.5", "A 1 B", "X1 Y2 Z3")


@pytest.mark.parametrize("values", DISORDERED)
def test_that_other_values_have_no_order(values):
    assert grade_order(values.split()) == ()


def graded(rows=400):
    drawn = np.random.default_rng(0).integers(0, 7, rows)
    letters = ["ABCDEFG"[one] for one in drawn]
    lines = (f"{grade},{one / 7:.3f}" for grade, one in zip(letters, drawn, strict=True))
    return open_text("grade,score_a\n" + "\n".join(lines) + "\n"), np.array(letters)


def test_that_grades_from_one_on_are_positive():
    source, letters = graded()
    roles = choose_roles(source, label="grade", positive_from="e")
    assert (roles.positive, roles.also_positive) == ("E", ("F", "G"))
    data = load_dataset(source, roles)
    assert np.array_equal(data.y_true, letters >= "E")
    assert (data.positive_label, data.negative_label) == ("grade E to G", "grade A to D")
    given = {value.text: str(value.given) for value in data.labels}
    assert given == {one: "positive" if one >= "E" else "negative" for one in "ABCDEFG"}
    assert columns_from_json(columns_to_json(TableKind.SCORES, roles)) == roles


def test_that_left_out_grades_are_of_no_class():
    source, letters = graded()
    roles = choose_roles(source, label="grade", positive="F", others_negative=True)
    data = load_dataset(source, roles)
    assert np.array_equal(data.y_true, letters == "F")
    assert "also_positive" not in columns_to_json(TableKind.SCORES, roles)


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("A", "from A on has no negative class"),
        ("Q", "no grade Q. Accepted: B, C, D, E, F and G"),
    ],
)
def test_that_a_grade_must_leave_some_negative(first, said):
    source, _ = graded()
    with pytest.raises(DataError, match=said):
        choose_roles(source, label="grade", positive_from=first)


def test_that_values_without_an_order_say_what_has_one():
    source = open_text("colour,score_a\nred,1\ngreen,2\nblue,3\n")
    with pytest.raises(DataError, match="no order that is known: blue, green and red"):
        choose_roles(source, label="colour", positive_from="red")


def test_that_a_rating_is_a_score_by_the_places_of_its_grades():
    cells = ["A", "c", "B", "", "D", " C", "C", "NA"]
    rows = "".join(f"{at % 2},{cell}\n" for at, cell in enumerate(cells))
    source = open_text(f"label,rating\n{rows}")
    roles = choose_roles(source, label="label", positive="1", scores=["rating"])
    assert roles.orders == {"rating": ("A", "B", "C", "D")}
    data = load_dataset(source, roles)
    expected = [1, 3, 2, np.nan, 4, 3, 3, np.nan]
    assert np.array_equal(data.scores["rating"], expected, equal_nan=True)
    assert data.missing == {"rating": 2}
    turned = replace(roles, graded=(("rating", ("D", "C", "B", "A")),))
    places = load_dataset(source, turned).scores["rating"]
    assert np.array_equal(places, 5 - np.array(expected), equal_nan=True)
    assert columns_from_json(columns_to_json(TableKind.SCORES, turned)) == turned


def test_that_a_text_that_is_no_grade_is_named_with_its_row():
    source = open_text("label,rating\n1,A\n0,B\n1,C\n0,Z\n")
    roles = choose_roles(source, label="label", positive="1", scores=["rating"])
    short = replace(roles, graded=(("rating", ("A", "B", "C")),))
    with pytest.raises(DataError, match='rating has text in 1 row: 4 "Z"'):
        load_dataset(source, short)
    missing = replace(short, text_as_missing=frozenset({"rating"}))
    assert load_dataset(source, missing).missing == {"rating": 1}


@pytest.mark.parametrize(
    ("name", "cells", "order"),
    [
        ("x", "low high medium", ("low", "medium", "high")),
        ("rating", "gold silver bronze", ("bronze", "gold", "silver")),
        ("region", "north south east", ()),
        ("rating", "1 2 3", ()),
        ("rating", "A B 1 2", ()),
    ],
)
def test_that_text_is_a_score_where_it_has_an_order_or_is_called_a_rating(name, cells, order):
    column = describe_column(name, cells.split() * 2)
    assert score_order(column, guessed=True) == order
    assert score_order(column) == (order if name == "x" else ())


def test_that_text_is_a_score_only_where_it_is_asked_for():
    source = open_text("label,score_a\n1,A\n0,B\n1,C\n0,A\n")
    with pytest.raises(DataError, match="not numbers"):
        load_dataset(source, choose_roles(source, label="label", positive="1"))
    asked = choose_roles(source, label="label", positive="1", scores=["score_a"])
    assert load_dataset(source, asked).scores["score_a"].tolist() == [1, 2, 3, 1]


def test_that_a_project_may_hold_grades_of_labels_and_scores():
    source = open_text("grade,rating,score_a\nA,x,1\nB,y,2\nC,z,3\n")
    roles = choose_roles(source, label="grade", positive_from="B", scores=["score_a"])
    roles = replace(roles, scores=("rating",), graded=(("rating", ("z", "y", "x")),))
    found = columns_to_json(TableKind.SCORES, roles)
    check(found, {**schema()["$defs"]["columns"], "$defs": schema()["$defs"]})
    assert columns_from_json(json.loads(json.dumps(found))) == roles
