"""The figures of *From the papers to the screen*: what each shows, and the numbers that agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paper_figures import drummond_holte_2006 as lines
from paper_figures import drummond_holte_2006_averages as averages
from paper_figures import drummond_holte_2006_comparisons as comparisons
from paper_figures import drummond_holte_2006_constraints as constraints
from paper_figures import drummond_holte_2006_significance as significance
from paper_figures import fawcett_2004, fawcett_2006

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paper_figures.figure import Figure


def figures() -> Iterator[Figure]:
    """Return every figure, in the order of the page."""
    for source in (
        fawcett_2004,
        lines,
        comparisons,
        averages,
        significance,
        constraints,
        fawcett_2006,
    ):
        for make in source.FIGURES:
            yield make()
