"""The warnings of drift, from plan to sentence: how often without any, and how surely with one."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.policies.decide_request import Decided
from costcurve_gui.policies.file_scores import bin_counts, bin_edges
from costcurve_gui.policies.plan_checks import moved
from costcurve_gui.policies.saved import policies_of
from tests.policies.test_deciding import policy

PLANNED, NEW, PRIOR = 400, 1000, 0.2


def sample(random, rows, share, shift=0.0):
    positive = random.random(rows) < share
    return positive, random.normal(1.2 * positive) + shift


def told(random, shift):
    """Return whether share acted on and scores of new rows are told to differ from a plan.

    The plan has twice as many positives as the rows, and its threshold is the best of its sample.
    """
    y_true, scores = sample(random, PLANNED, 2 * PRIOR)
    at = np.sort(scores)
    reached = [
        1 - np.searchsorted(np.sort(scores[one]), at) / one.sum() for one in (y_true, ~y_true)
    ]
    best = int(np.argmax(reached[0] - reached[1]))
    tpr, fpr = (float(one[best]) for one in reached)
    edges = bin_edges(scores)
    bins = {
        "edges": edges.tolist(),
        "positives": bin_counts(scores[y_true], edges).tolist(),
        "negatives": bin_counts(scores[~y_true], edges).tolist(),
    }
    content = policy(
        threshold=float(at[best]),
        prior=PRIOR,
        score={"min": float(at[0]), "max": float(at[-1]), "n": PLANNED, "bins": bins},
        expected={
            "fpr": fpr,
            "tpr": tpr,
            "fraction_targeted": PRIOR * tpr + (1 - PRIOR) * fpr,
        },
    )
    content["condition"]["prior"] = PRIOR
    file = policies_of(content)
    _, new = sample(random, NEW, PRIOR, shift)
    acted = int(np.count_nonzero(new >= at[best]))
    ends = float(new.min()), float(new.max())
    found = Decided(NEW, 0, acted, 0, *ends, tuple(bin_counts(new, edges).tolist()))
    said = list(moved(file, file.policies[0], found))
    return [any(words in one for one in said) for words in ("are acted on", "distributed")]


@pytest.mark.parametrize(
    ("shift", "rounds", "low", "high"), [(0, 150, 0, 0.035), (0.4, 30, 0.9, 1)]
)
def test_that_drift_is_told_and_chance_is_not(shift, rounds, low, high):
    random = np.random.default_rng(3)
    shares = np.mean([told(random, shift) for _ in range(rounds)], axis=0)
    # In 1,000 rounds without drift 1.2 to 2.1 in 100 are told, at a p-value of 0.01.
    assert (shares >= low).all()
    assert (shares <= high).all()
