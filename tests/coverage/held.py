"""How often an interval held the truth of simulated samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Simulation = Callable[[int, int, int], Iterable[tuple[str, float]]]

HEAVY = ", costs with a heavy tail"
"""Lognormal: one case in a hundred costs six times as much as the average."""


@dataclass(frozen=True, slots=True)
class Held:
    """How often an interval of 90 % held the truth, or a test at 10 % gave a false alarm."""

    interval: str
    positives: int
    negatives: int
    samples: int
    share: float

    @property
    def error(self) -> float:
        """Standard error of the share, of places that hold or fail together."""
        return float(np.sqrt(self.share * (1 - self.share) / self.samples))


def tally(simulation: Simulation, cases: Sequence[tuple[int, int]], samples: int) -> list[Held]:
    """Simulate each case `samples` times.

    `simulation` takes positives, negatives and the number of a sample, and yields the name of
    each interval with the share of its places at which it held the truth. An interval may have
    fewer samples, where others count apart.
    """
    found = []
    for positives, negatives in cases:
        shares: dict[str, list[float]] = {}
        for number in range(samples):
            for name, held in simulation(positives, negatives, number):
                shares.setdefault(name, []).append(float(held))
        found += [
            Held(name, positives, negatives, len(held_by), float(np.mean(held_by)))
            for name, held_by in shares.items()
        ]
    return found
