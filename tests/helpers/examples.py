"""How much chance a test asks for: all of it in the full run, a share in the fast ring."""

from __future__ import annotations

from math import sqrt

from hypothesis import settings

USUAL = 50  # in the full run, of a test that asks for no number of its own
FEWER = 4  # replicates in the full run for each one in the fast ring


def examples(full: int) -> int:
    """Return how many examples a test takes that takes `full` of them in the full run."""
    return max(full * settings.default.max_examples // USUAL, 1)


def replicates(full: int) -> int:
    """Return how many replicates a test draws that draws `full` of them in the full run."""
    return full if settings.default.max_examples >= USUAL else full // FEWER


def by_chance(full: float) -> float:
    """Return how far `replicates` may be off that are off by `full` at most in the full run."""
    return full if settings.default.max_examples >= USUAL else full * sqrt(FEWER)
