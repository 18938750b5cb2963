"""How often equal models are told apart, over every cell of the grid of samples.

Two models draw their scores from the same distribution, with half of the noise in common. *Noise
among ties* compares a score of two values with the same and noise within each: there is nothing in
the noise, but many more thresholds to choose from.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.resampling.area_tests import compare_expected_cost
from costcurve_gui.engine.resampling.auc_comparison import compare_auc
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.difference_band import difference_band
from costcurve_gui.engine.resampling.resampler import resampler
from tests.coverage.cells import COSTS, GROUPS, SCORES, SIZES, Cell
from tests.coverage.held import tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.coverage.cells import Drawn
    from tests.coverage.held import Held

VERDICT, POINTWISE = "verdict somewhere", "pointwise verdict somewhere"
AREA, AUC = "test of area", "test of AUC"
NOISE = "noise among ties"
_CUT = 0.6
_FEWER = 5
"""One of so many of the samples of other simulations: the cells are many."""


def equal_models(samples: int, replicates: int = 400, seed: int = 5) -> list[Held]:
    """Simulate each cell: shares in which equal models were told apart at 10 %."""

    def simulated(positives: int, negatives: int, number: int) -> Iterator[tuple[str, float]]:
        spec = BootstrapSpec(replicates, seed=number)
        size = Cell(positives, negatives)
        cells = [replace(size, scores=scores, costs=costs) for scores in SCORES for costs in COSTS]
        for cell in (*cells, replace(size, groups=GROUPS)):
            drawn = cell.draw(np.random.default_rng((seed, number)), models=2)
            yield from _told_apart(drawn, drawn.scores, cell.name, spec)
        drawn = size.draw(np.random.default_rng((seed, number)))
        yield from _told_apart(drawn, _noise_among_ties(drawn, number), NOISE, spec)

    return tally(simulated, SIZES, max(samples // _FEWER, 1))


def _noise_among_ties(drawn: Drawn, number: int) -> tuple[np.ndarray, ...]:
    plain = (drawn.scores[0] >= _CUT).astype(np.float64)
    return 2 * plain + np.random.default_rng(number).random(plain.size), plain


def _told_apart(
    drawn: Drawn, scores: tuple[np.ndarray, ...], kind: str, spec: BootstrapSpec
) -> Iterator[tuple[str, float]]:
    data = drawn.evaluated(*scores)
    source = resampler(data.sample, spec)
    found = difference_band(source, *data.models)
    assert found.simultaneous is not None
    yield f"{VERDICT}, {kind}", float(found.simultaneous.significant.any())
    yield f"{POINTWISE}, {kind}", float(found.significant.any())
    area = compare_expected_cost(source, *data.models).p_value
    yield f"{AREA}, {kind}", float(area is not None and area <= 0.1)
    if drawn.groups is None and kind != NOISE:
        auc = compare_auc(drawn.y_true, *scores).of_student.p_value
        yield f"{AUC}, {kind}", float(auc is not None and auc <= 0.1)
