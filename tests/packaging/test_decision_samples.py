"""The simulated files of decisions are what their script writes, and hold what it says."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict

import make_decision_samples as samples
import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

TRUTH = samples.TRUTH


@pytest.fixture(scope="module")
def shipped():
    found = {}
    for path in samples.FILES:
        with path.open(encoding="utf-8", newline="") as file:
            found[path] = list(csv.DictReader(file))
    return found


@pytest.mark.parametrize("path", samples.FILES, ids=lambda path: path.stem)
def test_that_the_script_writes_the_shipped_file(shipped, path):
    rows, made = shipped[path], samples.FILES[path]()
    assert list(rows[0]) == list(made)
    for name, column in made.items():
        found = [row[name] for row in rows]
        if isinstance(column[0], float):  # the last decimal is the processor's
            assert [float(one) for one in found] == pytest.approx(column, abs=0.02)
        else:
            assert found == [str(one) for one in column]


@pytest.mark.parametrize(
    ("path", "positive", "separation"),
    [
        (samples.DONORS, "donated", {"response": TRUTH.donors_separation}),
        (samples.DAYS, "fault", TRUTH.cases_separation),
        (samples.CARDS, "fraud", TRUTH.cards_separation),
    ],
    ids=["donors", "cases", "cards"],
)
def test_that_the_models_are_as_good_as_their_separation(shipped, path, positive, separation):
    rows = shipped[path]
    is_positive = [row["label"] == positive for row in rows]
    for name, apart in separation.items():
        scores = [float(row[f"score_{name}"]) for row in rows]
        assert roc_auc_score(is_positive, scores) == pytest.approx(
            norm.cdf(apart / np.sqrt(2)), abs=0.03
        )


def test_that_regions_give_as_often_as_the_truth_says(shipped):
    gave = defaultdict(list)
    for row in shipped[samples.DONORS]:
        gave[row["region"]].append(row["label"] == "donated")
    for name, region in TRUTH.regions.items():
        assert len(gave[name]) == region.donors
        error = np.sqrt(region.share * (1 - region.share) / region.donors)
        assert np.mean(gave[name]) == pytest.approx(region.share, abs=3 * error)


def test_that_more_cases_come_from_the_middle_of_july(shipped):
    a_day = Counter(row["received"] for row in shipped[samples.DAYS])
    assert len(a_day) == TRUTH.days
    for late, mean in zip((False, True), TRUTH.cases_a_day, strict=True):
        counts = [n for day, n in a_day.items() if (day >= TRUTH.more_from.isoformat()) is late]
        assert np.mean(counts) == pytest.approx(mean, abs=3 * np.sqrt(mean / len(counts)))


def test_that_a_stolen_card_stays_stolen(shipped):
    seen = defaultdict(list)
    for row in shipped[samples.CARDS]:
        seen[row["card"]].append((row["time"], row["label"] == "fraud"))
    assert len(seen) == TRUTH.cards
    assert all(one == sorted(one) for one in seen.values())
    assert all([fraud for _, fraud in one] == sorted(f for _, f in one) for one in seen.values())


def test_that_the_scores_of_august_say_more_than_its_share(shipped):
    rows = shipped[samples.AUGUST]
    assert "label" not in rows[0]
    mean = np.mean([float(row["score_gradient_boosting"]) for row in rows])
    assert TRUTH.august_share < mean < TRUTH.cases_share
