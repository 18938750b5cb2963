"""Grades: which values have an order, and labels of which several grades are positive."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_text
from costcurve_gui.dataio.project_columns import columns_from_json, columns_to_json
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.grades import grade_order
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
