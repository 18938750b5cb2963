"""How often differences of models that were tested on different cases hold the truth.

Scores of each model are normal on a sample of its own, the second one larger; of positives with a
mean of their own. The truths are those of `paired_differences`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from costcurve_gui.engine.resampling.area_tests import compare_auciv, compare_expected_cost
from costcurve_gui.engine.resampling.auc_comparison import compare_independent_aucs
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.difference_band import difference_band
from costcurve_gui.engine.resampling.independent_samples import IndependentResampler
from costcurve_gui.engine.resampling.resampler import resampler
from tests.coverage.held import Held, tally
from tests.coverage.paired_differences import (
    EQUAL,
    MIDPOINTS,
    NARROW,
    PLACES,
    UNLIKE,
    true_cost,
)
from tests.helpers.paired import EVERY_ERROR_1, paired

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from costcurve_gui.engine.resampling.sample import RankedModel

    Checks = Callable[[IndependentResampler, Sequence[RankedModel]], Iterator[tuple[str, float]]]

CASES = ((150, 250),)
LARGER = 2
"""Times as many cases for the second model."""


def independent_coverage(samples: int, replicates: int = 400, seed: int = 5) -> list[Held]:
    """Simulate `samples` times: shares in which the truth was held, wanted 0.9."""
    return _tallied(samples, replicates, seed, UNLIKE, _held)


def independent_alarms(samples: int, replicates: int = 400, seed: int = 6) -> list[Held]:
    """Simulate equal models: shares in which they were told apart at 10 %, wanted 0.1."""
    return _tallied(samples, replicates, seed, EQUAL, _alarms)


def _tallied(
    samples: int, replicates: int, seed: int, shifts: tuple[float, float], checks: Checks
) -> list[Held]:
    def simulated(positives: int, negatives: int, number: int) -> Iterator[tuple[str, float]]:
        rng, spec = np.random.default_rng((seed, number)), BootstrapSpec(replicates, seed=number)
        drawn = [
            paired(*_drawn(rng, size * positives, size * negatives, shift), payoff=EVERY_ERROR_1)
            for size, shift in zip((1, LARGER), shifts, strict=True)
        ]
        models = [data.models[0] for data in drawn]
        parts = [resampler(data.sample, spec) for data in drawn]
        for name, share in checks(IndependentResampler(models, parts), models):
            yield f"{name}, independent samples", share

    return tally(simulated, CASES, samples)


def _drawn(
    rng: np.random.Generator, positives: int, negatives: int, shift: float
) -> tuple[np.ndarray, np.ndarray]:
    y_true = np.repeat([True, False], [positives, negatives])
    return y_true, shift * y_true + rng.normal(size=y_true.size)


def _held(
    drawing: IndependentResampler, models: Sequence[RankedModel]
) -> Iterator[tuple[str, float]]:
    band = difference_band(drawing, *models, pc_plus=PLACES).band
    truth = np.subtract(*(true_cost(shift, PLACES) for shift in UNLIKE))
    yield "difference of costs", np.mean((band.lower <= truth) & (truth <= band.upper))
    costs, density = (true_cost(shift, MIDPOINTS) for shift in UNLIKE), NARROW.density(MIDPOINTS)
    expected = (np.subtract(*costs) * density).sum() / density.sum()
    area = np.subtract(*(norm.cdf(shift / np.sqrt(2)) for shift in UNLIKE))
    for name, test, true in (
        ("expected cost", compare_expected_cost(drawing, *models, belief=NARROW), expected),
        ("AUCIV", compare_auciv(drawing, *models), area),
        ("AUC, DeLong", _delong(models), area),
    ):
        yield f"difference of {name}", test.low <= true <= test.high


def _alarms(
    drawing: IndependentResampler, models: Sequence[RankedModel]
) -> Iterator[tuple[str, float]]:
    found = difference_band(drawing, *models, pc_plus=PLACES)
    yield "difference of costs", np.mean(found.significant)
    for name, test in (
        ("expected cost", compare_expected_cost(drawing, *models, belief=NARROW)),
        ("AUCIV", compare_auciv(drawing, *models)),
        ("AUC, DeLong", _delong(models)),
    ):
        yield f"difference of {name}", test.p_value <= 0.1


def _delong(models: Sequence[RankedModel]) -> object:
    return compare_independent_aucs(*(model.table for model in models), 0.9)
