"""How much rows of groups are worth in bands."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from costcurve_gui.engine import (
    BootstrapSpec,
    gain_band,
    net_benefit_band,
    precision_recall_band,
    resampler,
    roc_band,
)
from costcurve_gui.engine.progress import Cancelled, Progress
from costcurve_gui.engine.resampling.design_effect import effective_sizes
from costcurve_gui.engine.resampling.replicates import curve_rows
from costcurve_gui.engine.resampling.small_counts import class_sizes
from tests.helpers.paired import Paired, paired

_SPEC = BootstrapSpec(1000, seed=3)
_GROUPS, _EACH = 40, 25


def _sample(alike: float, *, grouped: bool = True, seed: int = 1) -> Paired:
    """Rows of which a share of the variance is that of their group; each has one class."""
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(2 * _GROUPS), _EACH)
    y_true = groups % 2 == 0
    shared = rng.normal(size=2 * _GROUPS)[groups]
    noise = np.sqrt(alike) * shared + np.sqrt(1 - alike) * rng.normal(size=groups.size)
    return paired(y_true, y_true + noise, groups=groups if grouped else None)


def _rates(data: Paired) -> tuple[float, float]:
    """Return what the classes are worth for fpr and tpr."""
    model, drawing = data.models[0], resampler(data.sample, _SPEC)
    rows = curve_rows(model)

    def sides(rates: object) -> np.ndarray:
        return np.stack((rates.fpr, rates.tpr), axis=1)

    drawn = np.concatenate([sides(rates) for rates in drawing.rates(model, rows)])
    found = effective_sizes(drawing, model, rows, sides, drawn)
    return found.negatives, found.positives


def _by_analysis_of_variance(data: Paired) -> tuple[float, float]:
    """Return the same by Kish's design effect with the intraclass correlation of decisions.

    Made smaller by Student's t, as Korn and Graubard do.
    """
    found = []
    for of_positives in (False, True):
        scores = data.scores[0][data.y_true == of_positives]
        between = within = 0.0
        for threshold in scores:
            acted = (scores >= threshold).reshape(_GROUPS, _EACH).astype(float)
            means = acted.mean(axis=1)
            between += _EACH * means.var(ddof=1)
            within += acted.var(axis=1, ddof=1).mean()
        correlation = (between - within) / (between + (_EACH - 1) * within)
        effect = 1 + (_EACH - 1) * correlation
        students = (t.ppf(0.95, 10**6) / t.ppf(0.95, _GROUPS - 1)) ** 2
        found.append(_GROUPS * _EACH / effect * students)
    return found[0], found[1]


@pytest.mark.parametrize("alike", [0.1, 0.5])
def test_that_groups_are_worth_what_the_intraclass_correlation_says(alike: float) -> None:
    data = _sample(alike)
    assert _rates(data) == pytest.approx(_by_analysis_of_variance(data), rel=0.2)


def test_that_rows_of_a_group_that_are_the_same_are_worth_one() -> None:
    students = (t.ppf(0.95, 10**6) / t.ppf(0.95, _GROUPS - 1)) ** 2
    assert _rates(_sample(1.0)) == pytest.approx((_GROUPS * students,) * 2, rel=0.2)


def test_that_without_groups_every_row_counts() -> None:
    data = _sample(0.5, grouped=False)
    sizes = class_sizes(data.sample, data.models[0])
    assert _rates(data) == (sizes.negatives, sizes.positives) == (_GROUPS * _EACH,) * 2


def test_that_where_nothing_varies_one_row_of_each_group_counts() -> None:
    separated = _sample(0.5)
    y_true = separated.y_true
    data = paired(y_true, y_true.astype(float), groups=separated.sample.places % _GROUPS)
    assert _rates(data) == (_GROUPS, _GROUPS)


@pytest.mark.parametrize(
    "band",
    [
        roc_band,
        lambda drawing, model: gain_band(drawing, model, 0.5),
        lambda drawing, model: precision_recall_band(drawing, model, 0.5),
        lambda drawing, model: net_benefit_band(drawing, model, 0.5, [0.2, 0.5, 0.7]),
    ],
    ids=["roc", "gain", "precision", "net benefit"],
)
def test_that_groups_of_rows_that_are_not_alike_widen_a_band_little(band: object) -> None:
    """Twenty groups of fifty rows are nearly as good as a thousand rows, not as twenty."""
    rng = np.random.default_rng(5)
    y_true = np.arange(1000) % 2 == 0
    y_score = 1 / (1 + np.exp(-1.0 * y_true - rng.normal(size=1000)))
    alone, dealt = (
        paired(y_true, y_score, groups=groups) for groups in (None, np.arange(1000) // 2 % 20)
    )
    plain, grouped = (
        band(resampler(data.sample, _SPEC), data.models[0]) for data in (alone, dealt)
    )
    widths = [(found.upper - found.lower).mean() for found in (plain, grouped)]
    assert widths[1] == pytest.approx(widths[0], rel=0.25)


def test_that_it_stops_where_it_is_cancelled() -> None:
    data = _sample(0.5)
    model, drawing = data.models[0], resampler(data.sample, _SPEC)
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        effective_sizes(
            drawing,
            model,
            curve_rows(model),
            lambda rates: rates.fpr,
            np.zeros((1, 1)),
            progress=progress,
        )
