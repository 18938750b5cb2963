"""All simulations of coverage, what they should come to, and the table that tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.coverage.cost_bands import CHOSEN, cost_coverage
from tests.coverage.curve_bands import curve_coverage
from tests.coverage.honest import IGNORED, honest_coverage
from tests.coverage.paired_differences import false_alarms, paired_coverage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tests.coverage.held import Held

SAMPLES = 800
"""Of each case in the full suite."""
TOLERANCE = 2.0
"""Standard errors that chance may add."""
FOR_CONTRAST = frozenset({IGNORED})
"""Not held to its level: it shows what happens where groups are not resampled."""

KNOWN_MISSES = frozenset(
    {
        CHOSEN,
        "re-optimised",
        "ROC, simultaneous",
        "precision over recall",
        "ROC, vertical, small counts",
        "ROCIV, vertical, small counts",
        "gain, small counts",
        "precision over recall, small counts",
    }
)
"""Too low or too high, for reasons that docs/coverage.md gives."""


@dataclass(frozen=True, slots=True)
class Part:
    """One simulation and the shares that are wanted of it."""

    simulate: Callable[[int, int], list[Held]]
    least: float = 0.88
    most: float = 0.92

    def bounds(self, held: Held) -> tuple[float, float]:
        """Return the shares between which an interval keeps its level."""
        return self.least, 0.93 if "simultaneous" in held.interval else self.most

    def keeps(self, held: Held) -> bool:
        """Whether an interval keeps its level, but for chance."""
        least, most = self.bounds(held)
        chance = TOLERANCE * held.error
        return least - chance <= held.share <= most + chance


PARTS: Mapping[str, Part] = {
    "Costs and policies": Part(cost_coverage),
    "Curves and areas": Part(curve_coverage),
    "Differences of two models": Part(paired_coverage),
    "False alarms between equal models": Part(false_alarms, least=0.08, most=0.12),
    "The best threshold, and groups": Part(honest_coverage),
}


def table(title: str, part: Part, found: Iterable[Held]) -> str:
    """Return the results of a part in Markdown."""
    return "\n".join([f"### {title}", "", *_lines(part, found), ""])


def _lines(part: Part, found: Iterable[Held]) -> Iterator[str]:
    yield "| interval | positives | negatives | share | wanted | |"
    yield "|---|---:|---:|---:|---|---|"
    for held in found:
        share = f"{100 * held.share:.1f} % \u00b1 {100 * held.error:.1f}"
        least, most = part.bounds(held)
        wanted = f"{100 * least:.0f} \u2013 {100 * most:.0f} %"
        cells = (held.interval, held.positives, held.negatives, share, wanted, _said(part, held))
        yield f"| {' | '.join(map(str, cells))} |"


def _said(part: Part, held: Held) -> str:
    if held.interval in FOR_CONTRAST:
        return "for contrast"
    least, most = part.bounds(held)
    if least <= held.share <= most:
        return "kept"
    if part.keeps(held):
        return "within chance"
    return "too low" if held.share < least else "too high"
