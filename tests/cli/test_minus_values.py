import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.cli.options import join_values, parse_options


def test_that_a_value_that_begins_with_a_minus_is_the_value_of_its_option():
    assert join_values(["--fn", "-amount"]) == ["--fn=-amount"]
    assert join_values(["--threshold", "-0.5"]) == ["--threshold=-0.5"]


def test_that_an_option_is_never_taken_for_a_value():
    assert join_values(["--fn", "--fp", "1"]) == ["--fn", "--fp=1"]


def test_that_words_with_their_value_and_words_after_two_dashes_stay():
    assert join_values(["--fn=-x", "a", "--", "--fn", "-x"]) == ["--fn=-x", "a", "--", "--fn", "-x"]


def test_that_help_takes_no_value():
    assert join_values(["--help", "a.csv"]) == ["--help", "a.csv"]


@pytest.mark.parametrize("value", ["-amount", "-0.5*amount", "-1", "-(2 + amount)"])
def test_that_a_cost_is_read_as_written(value):
    options = parse_options(["a.csv", "--fn", value, "--out", "o"])
    assert options.payoffs["fn"] == value


@given(st.text(min_size=1).filter(lambda text: not text.startswith("-")))
def test_that_any_value_after_a_minus_survives(text):
    assert parse_options(["a.csv", "--out", "o", "--tp", f"-{text}"]).payoffs["tp"] == f"-{text}"
