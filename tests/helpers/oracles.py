"""Slow and obvious versions of what the engine computes, and the samples of the sources."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import inf, isnan
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence

Point = tuple[float, float]

# Fawcett (2004), figure 3: twenty instances in descending order of score.
FIGURE_3_LABELS = np.array([label == "p" for label in "ppnpppnnpnpnpnnnpnpn"])
FIGURE_3_SCORES = np.fromstring(
    ".9 .8 .7 .6 .55 .54 .53 .52 .51 .505 .4 .39 .38 .37 .36 .35 .34 .33 .30 .1", sep=" "
)
# Fawcett (2004), figure 4: perfect ranking, badly calibrated.
FIGURE_4_LABELS = np.array([label == "p" for label in "ppppppnnnn"])
FIGURE_4_SCORES = np.fromstring(
    ".99999 .99999 .99993 .99986 .99964 .99955 .68139 .50961 .48880 .44951", sep=" "
)


def counts_by_definition(
    y_true: Sequence[bool], y_score: Sequence[float], weight: Sequence[float] | None = None
) -> list[tuple[float, float, float]]:
    """(threshold, fp, tp) of the rule score >= threshold, for +inf and each distinct score."""
    weights = [1.0] * len(y_true) if weight is None else weight
    scored = [row for row in zip(y_true, y_score, weights, strict=True) if not isnan(row[1])]
    table = [(inf, 0.0, 0.0)]
    for threshold in sorted({score for _, score, _ in scored}, reverse=True):
        called = [(label, w) for label, score, w in scored if score >= threshold]
        fp = sum(w for label, w in called if not label)
        tp = sum(w for label, w in called if label)
        table.append((threshold, fp, tp))
    return table


def area_by_pairs(
    y_true: Sequence[bool], y_score: Sequence[float], cost: Sequence[float] | None = None
) -> float:
    """Double sum over all pairs of a positive and a negative, each by its cost; ties 1/2."""
    costs = [1.0] * len(y_true) if cost is None else cost
    scored = list(zip(y_true, y_score, costs, strict=True))
    positives = [(s, c) for label, s, c in scored if label]
    negatives = [(s, c) for label, s, c in scored if not label]
    pairs = list(product(positives, negatives))
    won = sum(((p > n) + (p == n) / 2) * a * b for (p, a), (n, b) in pairs)
    return won / sum(a * b for (_, a), (_, b) in pairs)


def hull_by_definition(points: Sequence[Point]) -> list[Point]:
    """Both ends, and the points that no segment between two others passes above or through."""
    exact = sorted({(Fraction(x), Fraction(y)) for x, y in points})
    inner = [
        point
        for point in exact[1:-1]
        if not any(_on_or_below(point, a, b) for a in exact for b in exact if point not in (a, b))
    ]
    return [(float(x), float(y)) for x, y in (exact[0], *inner, exact[-1])]


def _on_or_below(
    point: tuple[Fraction, Fraction], a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]
) -> bool:
    (x, y), (ax, ay), (bx, by) = point, a, b
    if not ax <= x <= bx:
        return False
    if ax == bx:
        return max(ay, by) > y > min(ay, by)
    return (y - ay) * (bx - ax) <= (by - ay) * (x - ax)


FINITE_SCORES = st.floats(allow_nan=False, allow_infinity=False)
COMMON_SCORES = st.integers(-5, 5).map(float) | st.floats(-1e6, 1e6)
"""For peers that subtract scores and overflow."""
FEW_SCORES = st.sampled_from([-2.5, -0.0, 0.0, 5e-324, 0.25, 1.0, 1e300, inf, -inf])


@st.composite
def scored_labels(
    draw: st.DrawFn,
    scores: st.SearchStrategy[float] = FEW_SCORES | FINITE_SCORES,
    max_size: int = 40,
) -> tuple[np.ndarray, np.ndarray]:
    """Labels of both classes and as many scores."""
    labels = draw(
        st.lists(st.booleans(), min_size=2, max_size=max_size).filter(
            lambda drawn: any(drawn) and not all(drawn)
        )
    )
    size = len(labels)
    return np.array(labels), np.array(draw(st.lists(scores, min_size=size, max_size=size)))


def noisy_sample(rows: int, seed: int = 1, levels: int | None = None) -> tuple[np.ndarray, ...]:
    """Labels and overlapping normal scores, rounded to about `levels` steps where given."""
    rng = np.random.default_rng(seed)
    y_true = rng.random(rows) < 0.3
    y_true[:2] = True, False
    y_score = rng.normal(size=rows) + 1.2 * y_true
    return y_true, y_score if levels is None else np.round(y_score * levels / 8)


PROBABILITIES = st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.5, 0.7, 0.999, 1.0]) | st.floats(0, 1)


def probability_sample(
    rows: int, seed: int = 1, digits: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Labels and overconfident probabilities, rounded to `digits` where given."""
    rng = np.random.default_rng(seed)
    truth = rng.beta(0.8, 1.6, rows)
    y_true = rng.random(rows) < truth
    y_true[:2] = True, False
    y_score = truth**2 / (truth**2 + (1 - truth) ** 2)
    return y_true, y_score if digits is None else np.round(y_score, digits)
