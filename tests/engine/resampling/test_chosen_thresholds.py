"""Thresholds chosen again in replicates, against rows resampled one by one."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.chosen_thresholds import chosen_thresholds
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.selection.criteria import youden
from costcurve_gui.engine.selection.rate_criteria import closest_to_corner
from tests.helpers.examples import by_chance, replicates
from tests.helpers.paired import noisy_models, paired

SPEC = BootstrapSpec(replicates(2000))
CRITERIA = {"youden": youden, "closest_to_corner": closest_to_corner}


def by_brute_force(y_true, y_score, criterion):
    """Resample rows of both classes and choose among all scores of the sample."""
    rng = np.random.default_rng(5)
    ladder = np.unique(y_score)[::-1]
    chosen = []
    for _ in range(SPEC.replicates):
        pos, neg = (rng.choice(y_score[y_true == of], (y_true == of).sum()) for of in (True, False))
        tpr, fpr = ((one[:, None] >= ladder).mean(axis=0) for one in (pos, neg))
        merit = tpr - fpr if criterion == "youden" else -np.hypot(fpr, 1 - tpr)
        chosen.append(ladder[(merit >= merit.max() - 1e-12).argmax()])
    return np.array(chosen)


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_thresholds_scatter_as_those_of_resampled_rows(kind, criterion) -> None:
    y_true, y_score = noisy_models(200, 1.4)
    y_score = np.round(y_score, 1)
    data = paired(y_true, y_score)
    found = chosen_thresholds(kind(data.sample, SPEC), data.models[0], criterion)
    expected = by_brute_force(y_true, y_score, criterion)
    assert found.chosen.mean() == pytest.approx(expected.mean(), abs=by_chance(0.06))
    assert (found.low, found.high) == pytest.approx(np.quantile(expected, [0.05, 0.95]), abs=0.21)
    evaluation = data.models[0].evaluation
    assert found.low <= CRITERIA[criterion](evaluation, evaluation.condition()).threshold
    assert set(found.chosen) <= set(y_score) | {np.inf}


def test_that_there_is_no_interval_where_all_replicates_agree() -> None:
    y_true = np.arange(40) % 2 == 0
    data = paired(y_true, y_true.astype(float))
    found = chosen_thresholds(RowResampler(data.sample, SPEC), data.models[0], "youden")
    assert (found.low, found.high) == (None, None)
    assert set(found.chosen) == {1.0}


def test_that_other_criteria_are_refused() -> None:
    data = paired(*noisy_models(100, 1.0))
    with pytest.raises(ConstraintError, match="manual"):
        chosen_thresholds(RowResampler(data.sample, SPEC), data.models[0], "manual")
