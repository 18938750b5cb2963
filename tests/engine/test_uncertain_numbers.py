"""Numbers that are not known exactly, against scipy's distributions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.engine.distributions.uncertain_numbers import NumberRange, parse_uncertain_number
from costcurve_gui.engine.errors import ConstraintError

SAME = {
    "uniform:25,60": stats.uniform(25, 35),
    "triangular:0.35,0.45,0.6": stats.triang(0.4, 0.35, 0.25),
    "triangular:0,0,3": stats.triang(0, 0, 3),
    "beta:2,38": stats.beta(2, 38),
    "normal:-4,2.5": stats.norm(-4, 2.5),
}


@pytest.mark.parametrize("text", SAME)
def test_that_a_belief_is_the_distribution_of_its_name(text):
    belief, known = parse_uncertain_number(text), SAME[text]
    assert str(belief) == text
    assert belief.mean == pytest.approx(known.mean())
    low, high = belief.ends
    inside = np.linspace(low, high, 41)[1:-1]
    assert belief.density(inside) == pytest.approx(known.pdf(inside), abs=1e-12)
    drawn = belief.sample(np.random.default_rng(7), 4000)
    assert drawn.shape == (4000,)
    assert stats.kstest(drawn, known.cdf).pvalue > 0.001


@pytest.mark.parametrize("text", ["uniform:1,3", "triangular:1,2,3", "beta:2,3"])
def test_that_nothing_lies_beyond_the_ends(text):
    belief = parse_uncertain_number(text)
    low, high = belief.ends
    assert belief.density(np.array([low - 0.1, high + 0.1])).tolist() == [0, 0]


BAD = """uniform:2,1 uniform:1,inf triangular:1,0,2 triangular:1,1,1 beta:0,1 beta:1
normal:0,0 normal:nan,1 gamma:1,2 5 uniform: range range:1 range:2,2 range:0,inf"""


@pytest.mark.parametrize("text", BAD.split())
def test_that_what_is_no_distribution_is_refused(text):
    with pytest.raises(ConstraintError):
        parse_uncertain_number(text)


def test_that_a_range_has_ends_and_no_distribution():
    found = parse_uncertain_number("range:3,5")
    assert found == NumberRange(3, 5) != parse_uncertain_number("uniform:3,5")
    assert (str(found), found.ends, found.mean) == ("range:3,5", (3, 5), 4)
    assert not hasattr(found, "sample")


def test_that_the_word_uniform_alone_is_the_uniform_belief_over_shares():
    assert parse_uncertain_number("uniform") == parse_uncertain_number("beta:1,1")
    assert parse_uncertain_number(str(parse_uncertain_number("beta:1,1"))).ends == (0, 1)
