"""The prior of unlabelled scores, against other ways to compute it and against known truth."""

import numpy as np
import pytest
from scipy import optimize

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.prevalence.estimators import confusion_prior, em_prior, mixture_fit
from costcurve_gui.engine.prevalence.unlabelled import SampleGroups, unlabelled_prior
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

CELLS = 8


def counts(seed):
    """Counts of positives, negatives and unlabelled cases, each a sample of one row."""
    random = np.random.default_rng(seed)
    shapes = np.linspace(3, 1, CELLS), np.linspace(1, 3, CELLS)
    positives, negatives = (random.poisson(20 * shape) + 1.0 for shape in shapes)
    share = random.uniform(0.05, 0.95)
    mixed = share * positives / positives.sum() + (1 - share) * negatives / negatives.sum()
    unlabelled = random.multinomial(400, mixed).astype(float)
    return [row[None] for row in (positives, negatives, unlabelled)]


def sample(random, positives, negatives, drift=0.0):
    return np.concatenate(
        [random.normal(1.2 + drift, 1.3, positives), random.normal(drift, 1.0, negatives)]
    )


@pytest.mark.parametrize("seed", range(5))
def test_that_expectation_maximisation_finds_the_likeliest_share(seed):
    positives, negatives, unlabelled = counts(seed)
    first, second = (row[0] / row.sum() for row in (positives, negatives))

    def unlikelihood(share):
        return -(unlabelled[0] * np.log(share * first + (1 - share) * second)).sum()

    best = optimize.minimize_scalar(unlikelihood, bounds=(1e-9, 1 - 1e-9), method="bounded")
    assert em_prior(positives, negatives, unlabelled)[0] == pytest.approx(best.x, abs=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_that_the_confusion_estimate_is_the_median_over_thresholds(seed):
    rows = counts(seed)
    tpr, fpr, q = ([row[0, : k + 1].sum() / row.sum() for k in range(CELLS)] for row in rows)
    separation = np.subtract(tpr, fpr)
    implied = [
        min(max((q[k] - fpr[k]) / separation[k], 0.0), 1.0)
        for k in range(CELLS)
        if separation[k] >= max(separation) / 4
    ]
    assert confusion_prior(*rows)[0] == pytest.approx(np.median(implied))


@pytest.mark.parametrize("seed", range(5))
def test_that_the_nearest_mixture_is_that_of_a_linear_programme(seed):
    rows = counts(seed)
    tpr, fpr, q = (row[0].cumsum() / row.sum() for row in rows)
    separation, above = (tpr - fpr)[:, None], q - fpr
    one = np.ones_like(separation)
    found = optimize.linprog(
        [0, 1],
        A_ub=np.block([[-separation, -one], [separation, -one]]),
        b_ub=np.concatenate([-above, above]),
        bounds=[(0, 1), (0, None)],
    )
    share, distance = mixture_fit(*rows)
    assert distance[0] == pytest.approx(found.fun, abs=1e-9)
    assert np.abs(above - share[0] * separation[:, 0]).max() == pytest.approx(found.fun, abs=1e-9)


def test_that_several_samples_at_once_are_each_by_themselves():
    many = [np.concatenate(rows) for rows in zip(*(counts(seed) for seed in range(4)), strict=True)]
    for estimate in (em_prior, confusion_prior, lambda *rows: mixture_fit(*rows)[1]):
        alone = [estimate(*counts(seed))[0] for seed in range(4)]
        np.testing.assert_allclose(estimate(*many), alone, atol=1e-7)


def test_that_both_estimates_hold_the_true_prior_of_most_samples():
    held = {"em": 0, "confusion": 0}
    priors = {"em": [], "confusion": []}
    for seed in range(40):
        random = np.random.default_rng(seed)
        unlabelled = sample(random, 40, 760)
        labelled = sample(random, 150, 0), sample(random, 0, 150)
        found = unlabelled_prior(*labelled, unlabelled, BootstrapSpec(200, 0.9, seed))
        for method, one in found.estimates.items():
            held[method] += one.low <= 0.05 <= one.high
            priors[method].append(one.prior)
    assert min(held.values()) >= 32  # of 40 at 90 %
    assert all(abs(np.mean(found) - 0.05) < 0.015 for found in priors.values())


def test_that_scores_that_drifted_are_refused():
    random = np.random.default_rng(0)
    labelled = sample(random, 500, 0), sample(random, 0, 500)
    found = unlabelled_prior(*labelled, sample(random, 300, 2700, 3.0), BootstrapSpec(100))
    assert found.p_value < 0.01
    assert found.refusal == "the scores do not look like a mixture of the two classes"


def test_that_true_mixtures_are_refused_no_more_often_than_chance():
    p_values = []
    for seed in range(30):
        random = np.random.default_rng(seed)
        labelled = sample(random, 80, 0), sample(random, 0, 120)
        unlabelled = sample(random, 60, 240)
        p_values.append(unlabelled_prior(*labelled, unlabelled, BootstrapSpec(1)).p_value)
    assert sum(p < 0.1 for p in p_values) <= 7  # 3 are expected, more than 7 in 1 run of 100
    assert max(p_values) > 0.5


def test_that_scores_that_tell_nothing_are_refused():
    found = unlabelled_prior(np.ones(20), np.ones(30), np.ones(9), BootstrapSpec(50))
    assert found.refusal == "the scores do not separate the classes"


def test_that_an_empty_sample_is_refused():
    with pytest.raises(ConstraintError, match="one is empty"):
        unlabelled_prior(np.ones(2), np.array([]), np.ones(2), BootstrapSpec(10))


def test_that_groups_of_equal_cases_are_as_sure_as_one_case_of_each():
    random, spec = np.random.default_rng(4), BootstrapSpec(400)
    single = [np.round(sample(random, *sizes), 1) for sizes in ((150, 0), (0, 250), (80, 320))]
    alone = unlabelled_prior(*single, spec)
    repeated = [np.repeat(one, 4) for one in single]
    ids = np.arange(150), np.arange(150, 400), np.arange(400)
    members = [np.repeat(one, 4) for one in ids]
    groups = SampleGroups((members[0], members[1]), members[2])
    grouped = unlabelled_prior(*repeated, spec, groups=groups)
    loose = unlabelled_prior(*repeated, spec)

    def width(found, method):
        return found.estimates[method].high - found.estimates[method].low

    for method in ("em", "confusion"):
        assert grouped.estimates[method].prior == pytest.approx(
            alone.estimates[method].prior, abs=0.02
        )
        assert width(grouped, method) == pytest.approx(width(alone, method), rel=0.2)
        assert width(loose, method) < 0.7 * width(grouped, method)
    assert grouped.distance == pytest.approx(alone.distance)
    assert grouped.refusal == ""
    moved = unlabelled_prior(*repeated[:2], repeated[2] + 4, spec, groups=groups)
    assert moved.p_value < 0.01


@pytest.mark.parametrize(("errors", "said"), [(9, True), (10, False)])
def test_that_classes_that_hardly_overlap_are_cautioned_of(errors: int, said: bool) -> None:
    rng = np.random.default_rng(2)
    wrong = np.arange(150) < errors
    positives = np.where(wrong, rng.uniform(0, 1, 150), rng.uniform(2, 3, 150))
    negatives = np.where(wrong, rng.uniform(2, 3, 150), rng.uniform(0, 1, 150))
    new = np.concatenate([rng.choice(positives, 60), rng.choice(negatives, 240)])
    found = unlabelled_prior(positives, negatives, new, BootstrapSpec(50))
    assert ("overlap in fewer than 20" in found.estimates["em"].caution) == said
    assert found.estimates["confusion"].caution == ""
