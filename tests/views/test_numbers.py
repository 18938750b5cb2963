import math
import re
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.views.text import numbers

WRITERS = [
    numbers.rate,
    numbers.difference,
    numbers.plain,
    numbers.threshold,
    numbers.money,
    numbers.money_total,
    numbers.percent,
    numbers.count,
    numbers.ratio,
    numbers.odds,
    numbers.one_in,
    numbers.prior_percent,
    numbers.chance,
]


def clients(share):
    return numbers.share_of(share, "clients")


@pytest.mark.parametrize(
    ("write", "value", "text"),
    [
        (numbers.rate, 0.7716, "0.772"),
        (numbers.rate, -0.0001, "0.000"),
        (numbers.difference, -0.071, "−0.071"),
        (numbers.difference, 0.0701, "+0.070"),
        (numbers.difference, 0.0, "0.000"),
        (numbers.money, 60.151, "+60.15"),
        (numbers.money, -3828.713, "−3\u202f828.71"),
        (numbers.money, 0.0, "0"),
        (numbers.money, 0.00123, "+0.0012"),
        (numbers.money_total, 601531.4, "+601\u202f531"),
        (numbers.money_total, -0.3, "0"),
        (numbers.percent, 0.336, "33.6 %"),
        (numbers.percent, 0.0042, "0.42 %"),
        (numbers.percent, 0.9997, "99.97 %"),
        (numbers.percent, 1e-9, "under 0.0001 %"),
        (numbers.percent, 1 - 1e-9, "over 99.9999 %"),
        (numbers.percent, 0.0, "0 %"),
        (numbers.percent, 1.0, "100 %"),
        (numbers.prior_percent, 0.05, "5 %"),
        (numbers.prior_percent, 0.3, "30 %"),
        (numbers.prior_percent, 1e-6, "0.0001 %"),
        (numbers.prior_percent, 0.999999, "99.9999 %"),
        (numbers.odds, 0.05, "1 : 19"),
        (numbers.odds, 0.95, "19 : 1"),
        (numbers.one_in, 0.05, "1 in 20"),
        (numbers.one_in, 1 / 24133, "1 in 24\u202f000"),
        (numbers.ratio, 25.833, "25.8 : 1"),
        (numbers.ratio, 0.0388, "0.0388 : 1"),
        (numbers.ratio, math.inf, "∞ : 1"),
        (numbers.count, 2985.6, "2\u202f986"),
        (numbers.chance, 0.1108, "1 in 9"),
        (numbers.chance, 0.069, "6.9 %"),
        (numbers.chance, 0.5, "1 in 2"),
        (clients, 0.75, "3 in 4 clients"),
        (clients, 0.5, "1 in 2 clients"),
        (clients, 0.432, "43.2 % of the clients"),
        (clients, 0.003, "0.30 % of the clients"),
        (numbers.plain, 0.1 + 0.2, "0.3"),
        (numbers.plain, 18424.0, "18\u202f424"),
    ],
)
def test_that_numbers_are_written_by_the_rules(write, value, text):
    assert write(value) == text


def test_that_money_names_its_unit_after_the_number():
    assert numbers.money(-0.0449) == "\u22120.045"
    assert numbers.money(-0.0449, "DM") == "\u22120.04 DM"
    assert numbers.money(1.5) == "+1.50"
    assert numbers.money(7.02, "DM") == "+7.02 DM"
    assert numbers.money(3828.71, "DM", signed=False) == "3\u202f828.71 DM"


@pytest.mark.parametrize(("number", "word"), [(0, "none"), (6, "six"), (12, "twelve"), (13, "13")])
def test_that_few_things_are_counted_in_words(number, word):
    assert numbers.in_words(number) == word


def test_that_intervals_are_written_with_to():
    assert numbers.interval(0.736, 0.809) == "0.736 to 0.809"


def test_that_a_threshold_has_four_decimals_when_nothing_is_near():
    assert numbers.threshold(0.0325, [0.0331, 0.0319]) == "0.0325"


def test_that_a_threshold_gets_digits_until_its_neighbours_read_differently():
    assert numbers.threshold(0.0325, [0.03254]) == "0.03250"
    near = math.nextafter(1 / 3, 1)
    assert numbers.threshold(1 / 3, [near]) != numbers.threshold(near, [1 / 3])


def test_that_a_threshold_that_is_no_probability_has_four_significant_digits():
    assert numbers.threshold(512.3456, probability=False) == "512.3"
    assert numbers.threshold(-0.0123456, probability=False) == "−0.01235"


def test_that_the_threshold_of_nothing_is_infinite():
    assert numbers.threshold(math.inf, [0.99]) == "∞"


@given(st.floats(min_value=0, max_value=1, exclude_min=True))
def test_that_a_positive_share_never_reads_as_none(share):
    digits = re.sub(r"\D", "", numbers.percent(share))
    assert digits.strip("0"), numbers.percent(share)


@given(st.floats(min_value=1e-6, max_value=1 - 1e-6))
def test_that_a_prior_figure_is_read_back_within_a_percent_of_its_distance_to_the_end(prior):
    read = numbers.parse_number(numbers.prior_figure(prior))
    assert read is not None
    assert abs(read / 100 - prior) <= 0.06 * min(prior, 1 - prior)
    assert abs(read / 100 - prior) <= 0.006 * prior


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False))
def test_that_two_different_thresholds_never_read_the_same(value, other):
    if value != other:
        written = numbers.threshold(value, [other])
        assert written != numbers.threshold(other, [value])


@given(st.floats())
@pytest.mark.parametrize("write", WRITERS)
def test_that_every_float_has_a_short_text_with_true_minus_signs(write, value):
    text = write(value)
    assert 0 < len(text) <= 40
    assert "nan" not in text
    assert "inf" not in text
    assert "-" not in text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5.0),
        (" −3,5 ", -3.5),
        ("1 000", 1000.0),
        ("1\u202f000.5", 1000.5),
        ("1e-3", 0.001),
        ("abc", None),
        ("inf", None),
        ("nan", None),
        ("1_0", None),
        ("1,000.5", None),
        ("- 12 345,5", -12345.5),
        ("3 8", None),
        ("10 0000", None),
        ("", None),
    ],
)
def test_that_typed_numbers_are_read_as_people_type_them(text, value):
    assert numbers.parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,000", 1000.0),
        (" 12.500 ", 12_500.0),
        ("1,000,000", 1e6),
        ("1\u202f500", 1500.0),
        ("2.5", 2.5),
        ("0,100", 0.1),
        ("1,000.000", None),
    ],
)
def test_that_a_mark_before_three_digits_of_a_count_parts_thousands(text, value):
    assert numbers.parse_count(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5", 0.5),
        ("50 %", 0.5),
        ("50", 0.5),
        ("1", 1.0),
        ("1 %", 0.01),
        ("-3", -3.0),
        ("x", None),
    ],
)
def test_that_a_share_is_read_with_and_without_the_sign_of_percent(text, value):
    assert numbers.parse_share(text) == value


@given(st.floats(min_value=-1e9, max_value=1e9))
def test_that_a_plain_number_is_read_back_to_six_digits(value):
    read = numbers.parse_number(numbers.plain(value))
    assert read == pytest.approx(value, rel=1e-3 if 0 < abs(value) < 1e-6 else 1e-5)


def test_that_what_rounding_leaves_of_equal_sums_is_nothing():
    assert numbers.money(-1.1e-16) == numbers.money(0.0) == "0"
    assert numbers.money(2e-17, "DM") == "0 DM"
    assert numbers.money(-0.0004) == "\u22120.00040"


@pytest.mark.parametrize(
    ("text", "place", "selected"),
    [
        ("10\u202f000", 6, "10\u202f000"),
        ("10\u202f000", 0, "10\u202f000"),
        ("\u22123\u202f828.71", 5, "\u22123\u202f828.71"),
        ("1 : 24\u202f000", 8, "24\u202f000"),
        ("0.05*amount", 2, "0.05"),
        ("2*col_12", 7, None),
        ("-amount", 3, None),
        ("max(10,200)", 7, "200"),
        ("", 0, None),
    ],
)
def test_that_a_number_in_a_text_is_found_whole(text, place, selected):
    span = numbers.span_at(text, place)
    assert (None if span is None else text[slice(*span)]) == selected


@pytest.fixture
def comma():
    """Decimal commas for one test."""
    numbers.use_decimal_comma(True)
    yield
    numbers.use_decimal_comma(False)


@pytest.mark.usefixtures("comma")
@pytest.mark.parametrize(
    "write", [*WRITERS, numbers.p_value, numbers.factor], ids=lambda one: one.__name__
)
@given(value=st.floats(-1e18, 1e18) | st.floats(0, 1) | st.floats(0.999, 1))
def test_that_a_decimal_comma_is_all_that_differs(write, value):
    with numbers.decimal_point():
        plain = write(value)
    assert write(value) == plain.replace(".", ",")
    if write in (numbers.plain, numbers.rate):
        assert numbers.parse_number(write(value)) == numbers.parse_number(plain)


@pytest.mark.usefixtures("comma")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("AUC 0.853, reversed 0.147", "AUC 0,853, reversed 0,147"),
        ("(AUC 0.128)", "(AUC 0,128)"),
        ("Row 3: \u22121\u202f234.50 DM.", "Row 3: \u22121\u202f234,50 DM."),
        ("0 to 0.5", "0 to 0,5"),
        ("amount up to 3.5", "amount up to 3,5"),
        ("score_1.5 and v2.0 stay", "score_1.5 and v2.0 stay"),
        ("0.05*amount and 1/0.5 are typed", "0.05*amount and 1/0.5 are typed"),
        ('"0.5" and \u201c0.5\u201d are quoted', '"0.5" and \u201c0.5\u201d are quoted'),
        ("CostCurve 0.1.0", "CostCurve 0.1.0"),
        ("It ends with 5. 7 follow.", "It ends with 5. 7 follow."),
    ],
)
def test_that_a_sentence_has_the_mark_in_its_numbers_alone(text, written):
    assert numbers.in_sentence(text) == written


def test_that_a_sentence_stays_with_decimal_points():
    assert numbers.in_sentence("AUC 0.853") == "AUC 0.853"


@pytest.mark.usefixtures("comma")
def test_that_the_comma_is_the_windows_alone():
    written = []
    worker = threading.Thread(target=lambda: written.append(numbers.rate(0.5)))
    worker.start()
    worker.join()
    assert [numbers.rate(0.5), *written] == ["0,500", "0.500"]
    assert numbers.use_decimal_comma(True) is False
    assert numbers.use_decimal_comma(False) is True
