"""Beliefs over PC(+) against scipy's distributions and numerical integration."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from scipy.integrate import quad

from costcurve_gui.engine.cost.belief import UNIFORM, Belief, ConditionBelief, parse_belief
from costcurve_gui.engine.distributions.uncertain_numbers import (
    BetaBelief,
    TriangularBelief,
    UniformBelief,
)
from costcurve_gui.engine.errors import ConstraintError

GRID = np.linspace(0, 1, 41)
SHAPE = st.floats(0.2, 50)
SHARE = st.floats(0, 1)
TRIANGLES = [(0, 0.5, 1), (0.1, 0.2, 0.7), (0.2, 0.2, 0.6), (0.3, 0.9, 0.9), (0, 1, 1), (0, 0, 1)]


@st.composite
def beliefs(draw: st.DrawFn) -> Belief:
    if draw(st.booleans()):
        return BetaBelief(draw(SHAPE), draw(SHAPE))
    lo, mode, hi = sorted(draw(st.tuples(SHARE, SHARE, SHARE)))
    assume(hi - lo > 1e-3)
    return TriangularBelief(lo, mode, hi)


@given(SHAPE, SHAPE)
def test_that_a_beta_belief_is_the_beta_distribution_of_scipy(a: float, b: float) -> None:
    belief, peer = BetaBelief(a, b), stats.beta(a, b)
    inside = GRID[1:-1]
    np.testing.assert_allclose(belief.density(inside), peer.pdf(inside), rtol=1e-9, atol=1e-300)
    np.testing.assert_allclose(belief.cdf(GRID), peer.cdf(GRID), atol=1e-14)
    assert belief.mean == pytest.approx(peer.mean())


@pytest.mark.parametrize("corners", TRIANGLES)
def test_that_a_triangular_belief_is_the_triangular_distribution_of_scipy(
    corners: tuple[float, float, float],
) -> None:
    lo, mode, hi = corners
    belief, width = TriangularBelief(*corners), hi - lo
    peer = stats.triang((mode - lo) / width, lo, width)
    np.testing.assert_allclose(belief.density(GRID), peer.pdf(GRID), atol=1e-9)
    np.testing.assert_allclose(belief.cdf(GRID), peer.cdf(GRID), atol=1e-14)
    assert belief.mean == pytest.approx(peer.mean())


@pytest.mark.parametrize("corners", TRIANGLES)
def test_that_the_moment_of_a_triangle_is_the_integral_of_x_times_its_density(
    corners: tuple[float, float, float],
) -> None:
    belief = TriangularBelief(*corners)
    for end in GRID[1:]:
        corner = [c for c in corners if 0 < c < end]
        moment, _ = quad(lambda x: x * float(belief.density(np.array(x))), 0, end, points=corner)
        assert belief.moment_below(np.array(end)) == pytest.approx(moment, abs=1e-10)


@pytest.mark.parametrize("shape", [(1, 1), (2, 5), (0.5, 0.5), (30, 4)])
def test_that_the_moment_of_a_beta_is_the_integral_of_x_times_its_density(
    shape: tuple[float, float],
) -> None:
    belief = BetaBelief(*shape)
    for end in GRID[1:-1]:
        moment, _ = quad(lambda x: x * float(belief.density(np.array(x))), 0, end)
        assert belief.moment_below(np.array(end)) == pytest.approx(moment, abs=1e-8)


@given(beliefs())
def test_that_all_probability_and_the_whole_mean_lie_below_1(belief: Belief) -> None:
    ends = np.array([0.0, 1.0])
    assert belief.cdf(ends).tolist() == pytest.approx([0, 1], abs=1e-15)
    assert belief.moment_below(ends).tolist() == pytest.approx([0, belief.mean], abs=1e-15)
    assert (np.diff(belief.cdf(GRID)) >= -1e-15).all()
    assert (belief.density(GRID) >= 0).all()


@given(beliefs())
def test_that_a_belief_comes_back_from_its_text(belief: Belief) -> None:
    assert parse_belief(str(belief)) == belief


def test_that_the_uniform_belief_is_flat() -> None:
    assert parse_belief("uniform") == parse_belief("beta:1,1") == UNIFORM
    assert UNIFORM.density(GRID).tolist() == [1.0] * GRID.size
    assert UNIFORM.cdf(GRID).tolist() == GRID.tolist()
    np.testing.assert_allclose(UNIFORM.moment_below(GRID), GRID**2 / 2, atol=1e-16)


def test_that_a_density_without_bound_is_infinite_at_its_end() -> None:
    assert BetaBelief(0.5, 2).density(np.array([0.0]))[0] == np.inf
    assert BetaBelief(2, 0.5).density(np.array([1.0]))[0] == np.inf


@pytest.mark.parametrize(
    "text",
    [
        *("", "even", "uniform:", "uniform:1", "Uniform"),
        *("beta", "beta:2", "beta:2,x", "beta:1,2,3"),
        *("triangular:0.1,0.2", "triangular:0.1;0.2;0.3", "triangular:,,"),
    ],
)
def test_that_another_form_is_refused_with_the_forms_there_are(text: str) -> None:
    with pytest.raises(ConstraintError, match="uniform, beta:A,B or triangular:LO,MODE,HI"):
        parse_belief(text)


@pytest.mark.parametrize("text", ["beta:0,1", "beta:1,-2", "beta:nan,1", "beta:inf,1"])
def test_that_numbers_that_make_no_beta_are_refused(text: str) -> None:
    with pytest.raises(ConstraintError, match="two numbers above 0"):
        parse_belief(text)


@pytest.mark.parametrize("corners", ["0.3,0.2,0.5", "0.1,0.6,0.5"])
def test_that_corners_out_of_order_are_refused(corners: str) -> None:
    with pytest.raises(ConstraintError, match="LO <= MODE <= HI"):
        parse_belief(f"triangular:{corners}")


@pytest.mark.parametrize("corners", ["-0.1,0.2,0.5", "0.1,0.2,1.5"])
def test_that_a_belief_beyond_every_pc_is_refused(corners: str) -> None:
    with pytest.raises(ConstraintError, match=r"PC\(\+\) lies within 0-1"):
        parse_belief(f"triangular:{corners}")


@pytest.mark.parametrize("corners", ["0.3,0.3,0.3", "0,nan,1"])
def test_that_a_triangle_without_width_is_refused(corners: str) -> None:
    with pytest.raises(ConstraintError, match=r"LO below HI|not a finite number"):
        parse_belief(f"triangular:{corners}")


def test_that_the_belief_of_a_condition_is_that_of_its_draws() -> None:
    rng = np.random.default_rng(2)
    belief = ConditionBelief(BetaBelief(2, 38), UniformBelief(3, 9))
    prior, ratio = rng.beta(2, 38, 1_000_000), rng.uniform(3, 9, 1_000_000)
    pc = prior * ratio / (prior * ratio + 1 - prior)
    at = np.array([0.0, 0.05, 0.2, 0.4, 0.7, 1.0])
    assert belief.cdf(at) == pytest.approx(np.mean(pc[:, None] <= at, axis=0), abs=2e-3)
    below = np.mean(np.where(pc[:, None] <= at, pc[:, None], 0.0), axis=0)
    assert belief.moment_below(at) == pytest.approx(below, abs=1e-3)
    assert belief.ends == pytest.approx(np.quantile(pc, [0.05, 0.95]), abs=3e-3)
    fine = np.linspace(0.001, 0.999, 20_001)
    assert np.trapezoid(belief.density(fine), fine) == pytest.approx(1, abs=2e-3)


def test_that_a_known_prior_with_an_uncertain_ratio_is_a_belief() -> None:
    belief = ConditionBelief(0.2, UniformBelief(2, 8))
    pc = 0.2 * np.array([2.0, 5.0, 8.0]) / (0.2 * np.array([2.0, 5.0, 8.0]) + 0.8)
    assert belief.cdf(pc) == pytest.approx([0, 0.5, 1], abs=5e-3)
    assert str(belief) == "cost ratio uniform:2,8"
