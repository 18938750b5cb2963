from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_curve

from costcurve_gui.analysis.tables.folds import folds_table
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.analysis.view_results import NO_RESULTS
from costcurve_gui.analysis.view_settings import FoldAverage, FoldBars
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.progress import Cancelled, Progress
from tests.helpers.fold_snapshots import (
    FOREST,
    fold_results,
    fold_snapshot,
    folds_of,
    loaded_folds,
    view_input,
)

DATA = view_input(loaded_folds()).dataset
SCORES = DATA.scores["score_random_forest"]
PARTS = [DATA.fold == fold for fold in range(10)]
ROC = (FoldAverage.VERTICAL, FoldAverage.HORIZONTAL, FoldAverage.THRESHOLD)


def of_forest():
    return fold_results().curves[FOREST]


def points_of(part):
    fpr, tpr, _ = roc_curve(DATA.y_true[part], SCORES[part], drop_intermediate=False)
    return fpr, tpr


def heights(part, at):
    fpr, tpr = points_of(part)
    return np.array(
        [tpr[fpr == x].max() if (fpr == x).any() else np.interp(x, fpr, tpr) for x in at]
    )


def test_that_the_fold_column_of_the_example_is_read() -> None:
    assert DATA.fold_names == tuple(str(fold) for fold in range(1, 11))
    assert fold_results().folds == 10
    assert list(fold_results().curves) == [model.key for model in loaded_folds().info.models]


def test_that_every_fold_has_its_own_curve() -> None:
    for curve, part in zip(of_forest().roc, PARTS, strict=True):
        fpr, tpr = points_of(part)
        np.testing.assert_array_equal(curve.x, fpr)
        np.testing.assert_array_equal(curve.y, tpr)


def test_that_the_vertical_average_has_bars_of_its_scatter() -> None:
    mean = of_forest().means[FoldAverage.VERTICAL]
    at = np.arange(101) / 100
    values = np.array([heights(part, at) for part in PARTS])
    assert (mean.curve.x[0], mean.curve.y[0]) == (0, 0)
    np.testing.assert_allclose(mean.curve.y[1:], values.mean(axis=0))
    std = values.std(axis=0, ddof=1)
    margin = stats.t.ppf(0.95, 9) * std / np.sqrt(10)
    for kind, half in ((FoldBars.STD, std), (FoldBars.INTERVAL, margin)):
        bars = mean.bars[kind]
        assert [bar.x for bar in bars] == [k / 10 for k in range(1, 10)]
        found = [(bar.low, bar.y, bar.high) for bar in bars]
        middle = values.mean(axis=0)
        expected = np.column_stack((middle - half, middle, middle + half))[10:100:10]
        np.testing.assert_allclose(found, expected)
        assert all(bar.upright for bar in bars)


def test_that_threshold_bars_stand_on_the_curve_in_both_directions() -> None:
    mean = of_forest().means[FoldAverage.THRESHOLD]
    points = set(zip(mean.curve.x.tolist(), mean.curve.y.tolist(), strict=True))
    bars = mean.bars[FoldBars.STD]
    assert len(bars) == 18
    assert {(bar.x, bar.y) for bar in bars} <= points
    assert {bar.upright for bar in bars} == {True, False}
    upright = next(bar for bar in bars if bar.upright)
    assert (upright.low + upright.high) / 2 == pytest.approx(upright.y)


def test_that_the_threshold_average_is_drawn_in_few_points_and_exactly() -> None:
    curve = of_forest().means[FoldAverage.THRESHOLD].curve
    thresholds = np.unique(SCORES)[::-1]
    negatives, positives = ~DATA.y_true, DATA.y_true
    expected = [
        [np.mean([(SCORES[part & kind] >= t).mean() for part in PARTS]) for t in thresholds]
        for kind in (negatives, positives)
    ]
    np.testing.assert_allclose(curve.x[1:], expected[0], atol=1e-12)
    np.testing.assert_allclose(curve.y[1:], expected[1], atol=1e-12)


def test_that_the_cost_of_the_image_is_the_mean_cost_of_the_folds() -> None:
    image, mean = of_forest().image, of_forest().means[FoldAverage.COST_SPACE].curve
    x = mean.x[:, None]
    cost = ((1 - image.y) * x + image.x * (1 - x)).min(axis=1)
    np.testing.assert_allclose(cost, mean.y, atol=1e-12)
    lowest = np.mean([np.interp(mean.x, c.x, c.y) for c in of_forest().cost], axis=0)
    np.testing.assert_allclose(mean.y, lowest, atol=1e-12)


@pytest.mark.parametrize("average", ROC)
def test_that_averages_in_roc_space_run_from_corner_to_corner(average: FoldAverage) -> None:
    curve = of_forest().means[average].curve
    assert (curve.x[0], curve.y[0], curve.x[-1], curve.y[-1]) == (0, 0, 1, 1)
    assert (np.diff(curve.x) >= 0).all()
    assert (np.diff(curve.y) >= 0).all()


def test_that_the_image_is_that_of_cases_where_costs_vary() -> None:
    loaded = loaded_folds()
    payoff = replace(loaded.settings.payoff, fn="-amount")
    given = replace(view_input(loaded), payoff=payoff)
    varied = folds_of(given).curves[FOREST]
    np.testing.assert_array_equal(varied.image.y, of_forest().image.y)
    before, after = (one.means[FoldAverage.COST_SPACE].curve.y for one in (of_forest(), varied))
    assert not np.array_equal(before, after)


def test_that_a_file_without_folds_has_nothing_to_average() -> None:
    loaded = loaded_folds()
    given = view_input(loaded)
    given = replace(given, dataset=replace(given.dataset, fold=None))
    assert folds_of(given).folds == 0


def test_that_a_fold_of_one_class_is_named_and_spares_the_other_models() -> None:
    loaded = loaded_folds()
    column = "score_random_forest"
    scores = DATA.scores[column].copy()
    scores[(DATA.fold == 2) & DATA.y_true] = np.nan
    dataset = replace(DATA, scores={**DATA.scores, column: scores})
    found = folds_of(replace(view_input(loaded), dataset=dataset))
    assert set(found.faults) == {FOREST}
    assert found.faults[FOREST].startswith("Fold 3: ")
    assert len(found.curves) == 5


def test_that_the_work_ends_where_it_is_cancelled() -> None:
    def stop(*_: object) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        folds_of(view_input(loaded_folds()), Progress(stop))


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_that_bars_and_file_have_the_level_of_the_curve_set(level: float) -> None:
    given = view_input(loaded_folds())
    curve_set = given.curve_set.at(level)
    found = folds_of(replace(given, curve_set=curve_set))
    assert found.level == level
    heights_there = np.array([heights(part, [0.3])[0] for part in PARTS])
    margin = stats.t.ppf((1 + level) / 2, 9) * heights_there.std(ddof=1) / np.sqrt(10)
    bars = found.curves[FOREST].means[FoldAverage.VERTICAL].bars[FoldBars.INTERVAL]
    (bar,) = (bar for bar in bars if bar.x == pytest.approx(0.3))
    assert (bar.high - bar.low) / 2 == pytest.approx(margin)
    snapshot = fold_snapshot()
    table = folds_table(
        replace(snapshot, curve_set=curve_set), TableOptions(models=frozenset({FOREST}))
    )
    columns = dict(zip(table.header, table.columns, strict=True))
    vertical = (columns["method"] == "vertical") & (columns["x"] == 0.3)
    assert columns["upper"][vertical][0] == pytest.approx(bar.high)
    assert set(columns["interval"][columns["method"] != "pooled"]) == {"Student's t"}
    assert set(columns["level"][columns["method"] != "pooled"]) == {level}
    pooled = columns["method"] == "pooled"
    assert np.isnan(columns["level"][pooled]).all()
    assert set(columns["interval"][pooled]) == {None}


def test_that_the_file_has_all_averages_of_the_models_on_show() -> None:
    snapshot = fold_snapshot()
    table = view_table("folds", snapshot)
    columns = dict(zip(table.header, table.columns, strict=True))
    assert list(dict.fromkeys(columns["model"])) == [m.info.name for m in snapshot.models.values()]
    mine = columns["model"] == "random_forest"
    vertical = mine & (columns["method"] == "vertical")
    np.testing.assert_array_equal(
        columns["y"][vertical], of_forest().means[FoldAverage.VERTICAL].curve.y[1:]
    )
    assert (mine & (columns["method"] == "threshold")).sum() == np.unique(SCORES).size
    with pytest.raises(DataError, match="Show the view"):
        view_table("folds", replace(snapshot, results=NO_RESULTS))
