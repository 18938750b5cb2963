"""One sample of a cell with its models evaluated, and what it says of an interval."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine import BootstrapSpec, resampler
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from tests.coverage.cells import CELLS, PRIOR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Protocol

    from costcurve_gui.engine import OperatingCondition, RankedModel, Resampler
    from costcurve_gui.engine.cost.belief import Belief
    from tests.coverage.cells import Cell, Drawn
    from tests.helpers.paired import Paired

    class Interval(Protocol):
        low: float | None
        high: float | None


AREA, EXPECTED = "cost curve area", "expected cost under a belief"
BELIEFS: Mapping[str, Belief] = {AREA: UNIFORM, EXPECTED: TriangularBelief(0.3, 0.5, 0.7)}
"""What expected costs are checked under."""
_ROUNDING = 1e-9
PLAIN = "continuous, equal costs"
"""The cell of what no kind of scores changes."""
FEW_REPLICATES = 100
"""Of estimates for new cases: a mean needs no more."""


class Check(NamedTuple):
    """Whether an interval held the truth, or the share of its places at which it did.

    Of a test, whether it told apart what is equal. `cautioned` where the program says that the
    interval is known to be too short, or longer than it need be.
    """

    row: str
    value: float
    cautioned: bool = False


@dataclass(frozen=True, eq=False)
class Case:
    """A sample of a cell, with two equally good models."""

    cell: Cell
    number: int
    replicates: int

    @cached_property
    def drawn(self) -> Drawn:
        """The sample."""
        return self.cell.draw(self.rng(), models=2)

    def rng(self, stream: int = 0) -> np.random.Generator:
        """Return random numbers of this sample."""
        return np.random.default_rng((self.number, CELLS.index(self.cell), stream))

    @cached_property
    def data(self) -> Paired:
        """The sample with its models evaluated."""
        return self.drawn.evaluated()

    @property
    def a(self) -> RankedModel:
        """The first model."""
        return self.data.models[0]

    @property
    def b(self) -> RankedModel:
        """The second model."""
        return self.data.models[1]

    @cached_property
    def source(self) -> Resampler:
        """What is resampled."""
        return resampler(self.data.sample, self.spec)

    @cached_property
    def few(self) -> Resampler:
        """What is resampled for a mean."""
        return resampler(self.data.sample, BootstrapSpec(FEW_REPLICATES, seed=self.number))

    @property
    def spec(self) -> BootstrapSpec:
        """How often it is resampled."""
        return BootstrapSpec(self.replicates, seed=self.number)

    @property
    def condition(self) -> OperatingCondition:
        """Where the models work."""
        return self.a.evaluation.condition(PRIOR)

    @property
    def varies(self) -> bool:
        """Whether costs vary."""
        return self.data.sample.varies

    def cost(self, threshold: float) -> float:
        """Return the true expected cost of a threshold per instance."""
        return float(self.cell.cost(np.array([threshold]))[0]) * self.cell.mean_cost


def shown(row: str, found: Interval, truth: float, caution: str = "") -> Iterator[Check]:
    """Yield whether an interval holds the truth; nothing where none is shown.

    `caution` is what is said beside an interval that does not say it by itself.
    """
    if found.low is not None and found.high is not None:
        held = found.low - _ROUNDING <= truth <= found.high + _ROUNDING
        yield Check(row, float(held), bool(caution or getattr(found, "caution", "")))


def alarm(row: str, p_value: float | None) -> Iterator[Check]:
    """Yield whether a test at 10 % tells apart what is equal; no test tells nothing apart."""
    yield Check(row, float(p_value is not None and p_value <= 0.1))


def within(lower: np.ndarray, upper: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Return at which places an interval holds the truth."""
    return (lower - _ROUNDING <= truth) & (truth <= upper + _ROUNDING)


def places(row: str, held: np.ndarray, *, cautioned: bool = False) -> Iterator[Check]:
    """Yield the share of the places; nothing where there are none."""
    if held.size:
        yield Check(row, float(held.mean()), cautioned)
