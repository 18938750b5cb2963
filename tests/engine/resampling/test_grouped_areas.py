"""AUCs of cases in groups: against Obuchowski's sums written out, DeLong, and the jackknife."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from costcurve_gui.engine.resampling.auc_comparison import (
    compare_auc,
    compare_aucs,
    compare_independent_groups,
)
from costcurve_gui.engine.resampling.auc_interval import AucInterval, auc_interval
from costcurve_gui.engine.resampling.grouped_areas import (
    Groups,
    centred_components,
    grouped_auc_interval,
    grouped_variance,
)
from costcurve_gui.engine.resampling.placements import placements
from tests.helpers.examples import examples

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def interval_of(y_true: Floats, y_score: Floats, groups: Floats, level: float = 0.9) -> AucInterval:
    return grouped_auc_interval(y_true, placements(y_true, y_score), groups, level)


def psi(positives: Floats, negatives: Floats) -> Floats:
    """Return the Mann-Whitney kernel of every positive with every negative, shape (P, N)."""
    above = positives[:, None] > negatives
    return above + 0.5 * (positives[:, None] == negatives)


def obuchowski(y: Floats, kernel: Floats, groups: Floats) -> float:
    """Return the variance of the mean of a kernel by the sums of section 2 of the paper."""
    positives, negatives = (y == 1).sum(), (y == 0).sum()
    area, of_positives, of_negatives = kernel.mean(), kernel.mean(axis=1), kernel.mean(axis=0)
    s10 = s01 = s11 = 0.0
    i10 = i01 = 0
    for group in np.unique(groups):
        mine = of_positives[groups[y == 1] == group]
        theirs = of_negatives[groups[y == 0] == group]
        i10, i01 = i10 + (mine.size > 0), i01 + (theirs.size > 0)
        up, down = mine.sum() - mine.size * area, theirs.sum() - theirs.size * area
        s10, s01, s11 = s10 + up**2, s01 + down**2, s11 + up * down
    i = np.unique(groups).size
    s10 *= i10 / ((i10 - 1) * positives)
    s01 *= i01 / ((i01 - 1) * negatives)
    s11 *= i / (i - 1)
    return s10 / positives + s01 / negatives + 2 * s11 / (positives * negatives)


def clustered(
    random: np.random.Generator, groups: int = 30, ties: bool = False
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return labels, two scores and groups of one to six rows that share noise."""
    owner = np.repeat(np.arange(groups), random.integers(1, 7, groups))
    y_true = random.random(owner.size) < 0.4
    shared = random.normal(size=(3, groups))[:, owner]
    own = random.normal(size=(2, owner.size))
    a = y_true + shared[0] + 0.5 * shared[2] + own[0]
    b = 0.7 * y_true + shared[1] + 0.5 * shared[2] + own[1]
    return y_true.astype(float), *(a.round(0) if ties else a, b), owner.astype(float)


@given(st.integers(0, 2**32 - 1), st.booleans())
@settings(max_examples=examples(10), deadline=None)
def test_that_the_variance_is_that_of_the_written_sums(seed: int, ties: bool) -> None:
    y, a, b, owner = clustered(np.random.default_rng(seed), ties=ties)
    kernels = [psi(score[y == 1], score[y == 0]) for score in (a, b)]
    found = interval_of(y, a, owner)
    assert found.auc == pytest.approx(kernels[0].mean())
    assert found.std_error == pytest.approx(np.sqrt(obuchowski(y, kernels[0], owner)))
    differing = compare_auc(y, a, b, groups=owner)
    expected = obuchowski(y, kernels[0] - kernels[1], owner)
    assert differing.difference == pytest.approx((kernels[0] - kernels[1]).mean())
    assert differing.std_error == pytest.approx(np.sqrt(expected))


def test_that_groups_of_one_case_give_delong() -> None:
    y, a, b, _ = clustered(np.random.default_rng(1))
    alone = np.random.default_rng(2).permutation(y.size)
    table = placements(y, a).table
    assert interval_of(y, a, alone).std_error == pytest.approx(auc_interval(table).std_error)
    by_groups = compare_auc(y, a, b, groups=alone)
    delong = compare_auc(y, a, b).of_student
    assert [by_groups.low, by_groups.high, by_groups.p_value, by_groups.freedom] == pytest.approx(
        [delong.low, delong.high, delong.p_value, delong.freedom]
    )


def test_that_the_jackknife_over_groups_finds_the_same_error() -> None:
    """Leave out one group at a time, and no formula of the components is needed."""
    y, a, b, owner = clustered(np.random.default_rng(3), groups=150)

    def areas(rows: NDArray[np.bool_]) -> list[float]:
        return [psi(s[rows & (y == 1)], s[rows & (y == 0)]).mean() for s in (a, b)]

    left = np.array([areas(owner != group) for group in np.unique(owner)])
    spread = np.sqrt((len(left) - 1) * np.stack([left[:, 0], left[:, 0] - left[:, 1]]).var(axis=1))
    assert interval_of(y, a, owner).std_error == pytest.approx(spread[0], rel=0.05)
    assert compare_auc(y, a, b, groups=owner).std_error == pytest.approx(spread[1], rel=0.05)


def test_that_ends_and_p_value_are_students() -> None:
    y, a, b, owner = clustered(np.random.default_rng(4), groups=20)
    found = interval_of(y, a, owner, 0.8)
    reach = stats.t(found.freedom).ppf(0.9) * found.std_error
    assert (found.low, found.high) == pytest.approx((found.auc - reach, found.auc + reach))
    assert found.at(0.9) == interval_of(y, a, owner, 0.9)
    odds, slope = np.log(found.auc / (1 - found.auc)), found.auc * (1 - found.auc)
    logit = 1 / (1 + np.exp(-(odds + np.array([-1, 1]) * reach / slope)))
    assert (found.of_logit.low, found.of_logit.high) == pytest.approx(tuple(logit))
    assert (found.method, found.of_logit.method) == ("DeLong, Student", "logit DeLong, Student")
    compared = compare_auc(y, a, b, groups=owner)
    t = abs(compared.difference) / compared.std_error
    assert compared.p_value == pytest.approx(2 * stats.t(compared.freedom).sf(t))
    assert compared.of_student == compared


def test_that_the_freedom_is_that_of_the_groups() -> None:
    random = np.random.default_rng(5)
    owner, y = np.repeat(np.arange(12), 10), np.tile([1.0, 0.0], 60)
    score = y + random.normal(size=12)[owner] + random.normal(size=120)
    assert interval_of(y, score, owner).freedom == pytest.approx(11)  # all have both classes
    y = (owner < 6).astype(float)  # groups of one class: two samples, as Welch has them
    assert 5 <= interval_of(y, y + random.normal(size=12)[owner], owner).freedom <= 10


def test_that_models_of_groups_of_their_own_add_up() -> None:
    one, other = (
        interval_of(*(sample[at] for at in (0, 1, 3)))
        for sample in (clustered(np.random.default_rng(seed)) for seed in (6, 7))
    )
    found = compare_independent_groups(one, other)
    variances = np.array([one.std_error**2, other.std_error**2])
    assert found.std_error == pytest.approx(np.sqrt(variances.sum()))
    freedom = variances.sum() ** 2 / (variances**2 / [one.freedom, other.freedom]).sum()
    assert found.freedom == pytest.approx(freedom)
    perfect = interval_of(np.array([1.0, 1, 0, 0]), np.array([2.0, 2, 1, 1]), np.arange(4.0))
    assert compare_independent_groups(one, perfect).reason == (
        "of one model the classes are separated perfectly"
    )


def test_that_pairs_with_gaps_keep_the_groups_of_their_rows() -> None:
    y, a, b, owner = clustered(np.random.default_rng(8))
    b[::3] = np.nan
    rows = ~np.isnan(b)
    found = compare_aucs(y, {"a": a, "b": b}, groups=owner)["a", "b"]
    assert found == compare_auc(y[rows], a[rows], b[rows], groups=owner[rows])


def test_that_one_group_of_a_class_has_no_variance() -> None:
    y, score = np.array([1.0, 1, 0, 0, 0]), np.array([3.0, 1, 2, 1, 0])
    found = interval_of(y, score, np.array([0, 0, 0, 1, 2]))
    assert (found.low, found.reason) == (None, "there is only one group of positives")
    found = compare_auc(y, score, -score, groups=[0, 1, 2, 2, 2])
    assert (found.low, found.reason) == (None, "there is only one group of negatives")


@pytest.mark.parametrize("groups", [20, 60])
def test_that_the_interval_keeps_its_level_for_groups(groups: int) -> None:
    """Five rows share half of their noise: by rows the interval would hold too seldom."""
    random, truth = np.random.default_rng(groups), float(stats.norm.cdf(1 / np.sqrt(2)))
    held = rows_held = 0
    for _ in range(400):
        owner = np.repeat(np.arange(groups), 5)
        y = random.random(owner.size) < 0.4
        shared = random.normal(size=(2, groups))[:, owner]  # of positives, and of negatives
        score = y + np.where(y, shared[0], shared[1]) * np.sqrt(0.5)
        score += random.normal(size=y.size) * np.sqrt(0.5)
        placed = placements(y, score)
        parts = centred_components(placed.doubled, y)
        found = grouped_variance(*parts, Groups.of(y, owner))
        away = abs(placed.auc - truth) / np.sqrt(found.variance)
        held += away <= stats.t(found.freedom).ppf(0.95)
        alone = auc_interval(placed.table)
        rows_held += alone.low <= truth <= alone.high
    assert 0.86 <= held / 400 <= 0.94
    assert rows_held / 400 < 0.83
