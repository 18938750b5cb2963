"""Models that were tested on different cases, against plain resampling and sums of variances."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binom, norm, t

from costcurve_gui.engine import (
    BootstrapSpec,
    ClassifierResampler,
    ConfusionMatrix,
    IndependentResampler,
    Progress,
    RankedModel,
    cheapest_probability,
    compare_auciv,
    compare_expected_cost,
    compare_independent_aucs,
    difference_band,
    evaluate_table,
    family_table,
    interval_table,
    lead_interval,
    manual,
    sample_from_counts,
    scored_sample,
)
from costcurve_gui.engine.resampling import difference_band as difference_bands
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.difference_band import THREE_WHERE_UNSEEN
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.examples import by_chance, replicates
from tests.helpers.paired import (
    EVERY_ERROR_1,
    Paired,
    by_amount,
    cost_by_definition,
    noisy_models,
    paired,
)

FEW = BootstrapSpec(replicates=60, seed=3)
MANY = BootstrapSpec(replicates(3000))
PCS = np.array([0.35, 0.5, 0.6])


@dataclass(frozen=True)
class Apart:
    """Two files of cases, a model on each, and how they are drawn."""

    files: tuple[Paired, Paired]
    spec: BootstrapSpec

    @property
    def models(self):
        return [file.models[0] for file in self.files]

    def drawn(self, kind=RowResampler):
        return IndependentResampler(self.models, [kind(f.sample, self.spec) for f in self.files])

    def replicates(self, figure):
        """Return a figure of each model on each of its resampled sets, by writing them out."""
        return [
            np.array([figure(file, rows) for rows in own_draws(file, self.spec, 1 + at)])
            for at, file in enumerate(self.files)
        ]


def own_draws(file, spec, stream):
    """Yield rows drawn by another seed sequence than that of the first model."""
    places = np.flatnonzero(file.y_true), np.flatnonzero(~file.y_true)
    for of_positives, of_negatives in RowResampler(file.sample, spec, stream).times():
        for times in zip(of_positives, of_negatives, strict=True):
            yield np.concatenate([np.repeat(*drawn) for drawn in zip(places, times, strict=True)])


def apart(sizes=(60, 90), payoff=None, spec=FEW, seed=0):
    files = []
    for at, (size, shift) in enumerate(zip(sizes, (1.5, 0.8), strict=True)):
        matrix = EVERY_ERROR_1 if payoff is None else payoff(size)
        files.append(paired(*noisy_models(size, shift, seed=seed + at), payoff=matrix))
    return Apart(tuple(files), spec)


@pytest.mark.parametrize("payoff", [None, by_amount], ids=["constant", "by amount"])
def test_that_each_replicate_draws_both_files_apart(payoff, monkeypatch) -> None:
    monkeypatch.setattr(difference_bands, "_FEW", 0)  # percentiles alone
    data = apart((150, 190), payoff)
    band = difference_band(data.drawn(), *data.models, pc_plus=PCS).band
    assert band.method == "fixed policy"  # no rate of 0 or 1, which would widen it
    a, b = data.replicates(lambda f, rows: [cost_by_definition(f, 0, rows, pc) for pc in PCS])
    np.testing.assert_allclose(band.lower, np.quantile(a - b, 0.05, axis=0), atol=1e-12)
    np.testing.assert_allclose(band.upper, np.quantile(a - b, 0.95, axis=0), atol=1e-12)
    whole = [
        [cost_by_definition(file, 0, np.arange(file.y_true.size), pc) for pc in PCS]
        for file in data.files
    ]
    np.testing.assert_allclose(band.estimate, np.subtract(*whole), atol=1e-12)
    assert band.spec == replace(FEW, independent=True)


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_the_variances_of_two_models_add_up(kind) -> None:
    y_true, score = noisy_models(2000, 1.5)
    data = paired(y_true, score, score)  # on the same cases they would never differ
    drawn = IndependentResampler(data.models, [kind(data.sample, MANY)] * 2)
    band = difference_band(drawn, *data.models, pc_plus=PCS).band
    envelope = data.models[0].evaluation.envelope
    chosen = envelope.segment_at(PCS)
    fpr, tpr = envelope.fpr[chosen], envelope.tpr[chosen]
    variance = 2 * (
        tpr * (1 - tpr) / y_true.sum() * PCS**2 + fpr * (1 - fpr) / (~y_true).sum() * (1 - PCS) ** 2
    )
    np.testing.assert_allclose(
        band.upper - band.lower, 2 * 1.6449 * np.sqrt(variance), rtol=by_chance(0.06)
    )
    assert not band.estimate.any()


def test_that_counts_give_the_interval_that_instances_give() -> None:
    data = apart((3000, 2000), by_amount, MANY)
    rows, counts = (
        difference_band(data.drawn(kind), *data.models).band
        for kind in (RowResampler, CountResampler)
    )
    width = (rows.upper - rows.lower).max()
    np.testing.assert_allclose(counts.estimate, rows.estimate, atol=1e-12)
    np.testing.assert_allclose(counts.lower, rows.lower, atol=by_chance(0.06) * width)
    np.testing.assert_allclose(counts.upper, rows.upper, atol=by_chance(0.06) * width)


def test_that_a_model_is_drawn_alike_whatever_it_is_compared_with() -> None:
    y_true, *scores = noisy_models(80, 1.5, 0.8, 0.4)
    data = paired(y_true, *scores)
    a, _, c = data.models
    one = RowResampler(data.sample, FEW)
    of_three = IndependentResampler(data.models, [one] * 3)
    of_two = IndependentResampler([c, a], [one] * 2, streams=[2, 0])
    first, turned = difference_band(of_three, a, c).band, difference_band(of_two, c, a).band
    np.testing.assert_allclose(first.lower, -turned.upper, atol=1e-15)
    np.testing.assert_allclose(first.upper, -turned.lower, atol=1e-15)
    again = difference_band(IndependentResampler(data.models, [one] * 3), a, c).band
    assert again.lower.tobytes() == first.lower.tobytes()


def test_that_a_model_draws_only_the_cases_that_it_scored() -> None:
    y_true, a, b = noisy_models(200, 1.5, 0.8)
    a[::2], b[1::2] = np.nan, np.nan  # none in common
    data = paired(y_true, a, b)
    own = [RowResampler(scored_sample(data.sample, model), FEW) for model in data.models]
    together = difference_band(IndependentResampler(data.models, own), *data.models).band
    files = (paired(y_true[1::2], a[1::2]), paired(y_true[::2], b[::2]))
    alone = Apart(files, FEW)
    expected = difference_band(alone.drawn(), *alone.models).band
    np.testing.assert_allclose(together.estimate, expected.estimate, atol=1e-12)
    np.testing.assert_allclose(together.lower, expected.lower, atol=1e-12)
    np.testing.assert_allclose(together.upper, expected.upper, atol=1e-12)


def classifier(name, fn, positives, fp, negatives):
    matrix = ConfusionMatrix(name, tp=positives - fn, fn=fn, fp=fp, tn=negatives - fp)
    return RankedModel(evaluate_table(name, family_table([matrix])))


def of_counts(*models):
    spec = BootstrapSpec(replicates=20_000)
    samples = (sample_from_counts(model.table, model.evaluation.means) for model in models)
    return IndependentResampler(models, [ClassifierResampler(sample, spec) for sample in samples])


def exact_difference(a, b, pc, share):
    """Return a quantile of the difference of two costs by listing all four numbers of errors."""
    costs, chances = [], []
    for fn, positives, fp, negatives in (a, b):
        missed, alarms = np.arange(positives + 1), np.arange(negatives + 1)
        cost = np.add.outer(missed / positives * pc, alarms / negatives * (1 - pc)).ravel()
        chance = np.outer(
            binom.pmf(missed, positives, fn / positives),
            binom.pmf(alarms, negatives, fp / negatives),
        ).ravel()
        possible = chance > 1e-12
        costs.append(cost[possible])
        chances.append(chance[possible])
    value = np.subtract.outer(*costs).ravel()
    order = np.argsort(value)
    cumulated = np.cumsum(np.multiply.outer(*chances).ravel()[order])
    return value[order][np.searchsorted(cumulated, share)]


def test_that_two_fixed_classifiers_have_the_convolution_of_their_binomials() -> None:
    counts = (6, 30, 8, 40), (9, 25, 6, 45)
    models = classifier("a", *counts[0]), classifier("b", *counts[1])
    band = difference_band(of_counts(*models), *models, pc_plus=np.array([0.4, 0.55])).band
    for at, pc in enumerate(band.x.tolist()):
        for ends, share in ((band.lower, 0.05), (band.upper, 0.95)):
            assert ends[at] == pytest.approx(exact_difference(*counts, pc, share), abs=0.008)
    assert "rule of three" not in band.method


def test_that_what_either_sample_lacks_may_be_hidden() -> None:
    perfect, other = classifier("a", 0, 50, 0, 50), classifier("b", 10, 50, 10, 50)
    band = difference_band(of_counts(perfect, other), perfect, other, pc_plus=np.array([0.5])).band
    lower, upper = (
        exact_difference((0, 50, 0, 50), (10, 50, 10, 50), 0.5, s) for s in (0.05, 0.95)
    )
    hidden = 0.5 * np.hypot(*[1 - 0.05 ** (1 / 50)] * 2)
    reach = np.hypot(upper + 0.2, hidden)
    assert band.upper[0] == pytest.approx(-0.2 + reach, abs=0.008)
    assert lower - 0.02 < band.lower[0] < lower
    assert band.method == f"fixed policy, {THREE_WHERE_UNSEEN}"


def test_that_who_wins_and_verdicts_follow_from_the_same_draws() -> None:
    data = apart((200, 260))
    a, b = data.replicates(lambda f, rows: [cost_by_definition(f, 0, rows, pc) for pc in PCS])
    found = cheapest_probability(data.drawn(), data.models, pc_plus=PCS)
    alike = np.abs(a - b) <= 1e-12
    wins = np.where(alike, 0.5, a < b).mean(axis=0)
    np.testing.assert_allclose(found.shares[:, 0], wins)
    assert found.spec.independent
    verdicts = interval_table(data.drawn(), data.models)
    band = difference_band(data.drawn(), *data.models).band
    better = [row for row in verdicts if row.verdict == "better"]
    assert better
    for row in better:
        here = (band.x > row.pc_low) & (band.x < row.pc_high)
        assert (np.abs(np.stack([band.lower, band.upper])).min(axis=0)[here] > 0).all()


def test_that_the_lead_of_a_mixed_policy_draws_its_rules_together() -> None:
    data = apart((150, 120))
    condition = data.models[0].evaluation.condition()
    pure = [manual(model.evaluation, condition, 1.0) for model in data.models]
    mixed = replace(pure[0], index_2=pure[0].index + 6, threshold_2=0.4, mixing=0.25)
    ((a, of_a), (b, of_b)) = zip(data.models, (mixed, pure[1]), strict=True)
    lead = lead_interval(data.drawn(), a, of_a, b, of_b, condition)

    def profit(file, rows, threshold):
        called = file.scores[0][rows] >= threshold
        positive = file.y_true[rows]
        fnr, fpr = (positive & ~called).sum() / positive.sum(), called[~positive].mean()
        return -condition.prior * fnr - (1 - condition.prior) * fpr

    thresholds = a.table.thresholds[[mixed.index, mixed.index_2]]
    of_mixture = data.replicates(
        lambda f, rows: (
            0.75 * profit(f, rows, thresholds[0]) + 0.25 * profit(f, rows, thresholds[1])
        )
    )[0]
    other = data.replicates(lambda f, rows: profit(f, rows, b.table.thresholds[pure[1].index]))[1]
    expected = np.quantile(of_mixture - other, [0.05, 0.95])
    assert (lead.low, lead.high) == pytest.approx(tuple(expected), abs=1e-12)


def area_of(file, rows):
    """Return AUC over some rows, by comparing all pairs."""
    score, positive = file.scores[0][rows], file.y_true[rows]
    between = score[positive][:, None] - score[~positive][None, :]
    return ((between > 0) + 0.5 * (between == 0)).mean()


def test_that_auciv_and_the_cost_curve_area_are_compared_over_own_draws() -> None:
    data = apart()
    a, b = data.replicates(area_of)
    test = compare_auciv(data.drawn(), *data.models)
    fewest = min(model.table.positives for model in data.models)
    fewest = min(fewest, *(model.table.negatives for model in data.models))
    factor = t.ppf(0.95, fewest - 1) * np.sqrt(fewest / (fewest - 1))
    assert test.high - test.difference == pytest.approx(factor * np.std(a - b))
    assert test.spec.independent

    def area(file, rows):
        envelope = file.models[0].evaluation.envelope
        fnr, fpr = [], []
        for threshold in envelope.thresholds[:-1]:
            called, positive = file.scores[0][rows] >= threshold, file.y_true[rows]
            fnr.append((positive & ~called).sum() / positive.sum())
            fpr.append(called[~positive].mean())
        total = 0.0
        for miss, alarm, ends in zip(fnr, fpr, pairwise(envelope.pc_plus), strict=True):
            total += np.trapezoid(miss * np.array(ends) + alarm * (1 - np.array(ends)), ends)
        return total

    a, b = data.replicates(area)
    test = compare_expected_cost(data.drawn(), *data.models)
    assert test.high - test.low >= 2 * factor * np.std(a - b) - 1e-9
    envelopes = [model.evaluation.envelope.area for model in data.models]
    assert test.difference == pytest.approx(envelopes[0] - envelopes[1])


def test_that_areas_of_large_files_are_compared_alike() -> None:
    data = apart((900, 800), by_amount, BootstrapSpec(replicates(2000)))
    for compare in (compare_auciv, compare_expected_cost):
        rows, counts = (
            compare(data.drawn(kind), *data.models) for kind in (RowResampler, CountResampler)
        )
        width = rows.high - rows.low
        assert counts.difference == pytest.approx(rows.difference)
        assert counts.low == pytest.approx(rows.low, abs=by_chance(0.08) * width)
        assert counts.high == pytest.approx(rows.high, abs=by_chance(0.08) * width)


def test_that_progress_of_a_comparison_only_grows() -> None:
    told = []
    progress = Progress(lambda done, total, _: told.append(done / total))
    data = apart()
    compare_expected_cost(data.drawn(), *data.models, progress=progress)
    assert told == sorted(told)
    assert told[-1] == 1


def test_that_pieces_of_a_batch_are_put_together(monkeypatch) -> None:
    """Groups are drawn in pieces that depend on the number of rows."""
    monkeypatch.setattr("costcurve_gui.engine.resampling.row_resampling._AT_ONCE", 4000)
    data = apart((150, 400))
    found = difference_band(data.drawn(), *data.models, pc_plus=PCS).band
    a, b = data.replicates(lambda f, rows: [cost_by_definition(f, 0, rows, pc) for pc in PCS])
    np.testing.assert_allclose(found.upper, np.quantile(a - b, 0.95, axis=0), atol=1e-12)


def structural_variance(score, positive):
    """Return DeLong's variance of an AUC, by comparing all pairs."""
    between = score[positive][:, None] - score[~positive][None, :]
    kernel = (between > 0) + 0.5 * (between == 0)
    of_positives, of_negatives = kernel.mean(axis=1), kernel.mean(axis=0)
    return (
        of_positives.var(ddof=1) / of_positives.size + of_negatives.var(ddof=1) / of_negatives.size
    )


def test_that_aucs_of_different_cases_are_compared_by_the_sum_of_their_variances() -> None:
    files = apart((80, 130)).files
    found = compare_independent_aucs(*(file.models[0].table for file in files), 0.9)
    areas = [area_of(file, np.arange(file.y_true.size)) for file in files]
    error = np.sqrt(sum(structural_variance(file.scores[0], file.y_true) for file in files))
    difference = areas[0] - areas[1]
    assert found.difference == pytest.approx(difference)
    assert found.p_value == pytest.approx(2 * norm.sf(abs(difference) / error))
    ends = norm.interval(0.9, difference, error)
    assert (found.low, found.high) == pytest.approx(tuple(ends))


def test_that_an_auc_without_an_interval_is_not_compared() -> None:
    y_true, score = noisy_models(60, 1.0)
    usual, perfect = (paired(y_true, one).models[0].table for one in (score, y_true * 1.0))
    found = compare_independent_aucs(usual, perfect)
    assert (found.low, found.p_value) == (None, None)
    assert found.reason == "of one model the classes are separated perfectly"
    alike = compare_independent_aucs(perfect, perfect)
    assert alike.reason == "the classes are separated perfectly"
