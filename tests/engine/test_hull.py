from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine import convex_hull, cost_table, rank_order, threshold_table
from costcurve_gui.engine.roc.hull import Chain, upper_hull
from tests.helpers.oracles import hull_by_definition, noisy_sample, scored_labels


def points_of(curve) -> list[tuple[float, float]]:
    return list(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))


def counts_of(table, rows) -> list[tuple[int, int]]:
    return list(zip(table.fps[rows].tolist(), table.tps[rows].tolist(), strict=True))


@given(scored_labels(max_size=16))
def test_that_vertices_follow_the_definition(sample) -> None:
    table = threshold_table(*sample)
    everywhere = counts_of(table, slice(None))
    assert counts_of(table, convex_hull(table).indices) == hull_by_definition(everywhere)


@given(scored_labels(max_size=200))
def test_that_the_hull_is_strictly_convex_and_above_every_point(sample) -> None:
    table = threshold_table(*sample)
    rows = convex_hull(table).indices
    x, y = (column[rows].astype(np.int64) for column in (table.fps, table.tps))
    turns = np.diff(x)[1:] * np.diff(y)[:-1] - np.diff(x)[:-1] * np.diff(y)[1:]
    assert (turns > 0).all()
    fps, tps = table.fps[:, None].astype(np.int64), table.tps[:, None].astype(np.int64)
    above_an_edge = (tps - y[:-1]) * np.diff(x) > (fps - x[:-1]) * np.diff(y)
    assert not above_an_edge.any()


@pytest.mark.parametrize("rows", [4_096, 4_097, 60_000, 400_000])
@pytest.mark.parametrize("levels", [None, 3_000])
def test_that_looking_at_few_blocks_finds_the_vertices_of_all(
    rows: int, levels: int | None
) -> None:
    y_true, y_score = noisy_sample(rows, levels=levels)
    table = threshold_table(y_true, y_score)
    everything = Chain(
        np.arange(len(table)), table.fps.astype(np.int64), table.tps.astype(np.int64)
    )
    expected = upper_hull(everything).rows
    np.testing.assert_array_equal(convex_hull(table).indices, expected)


def shapes() -> dict[str, np.ndarray]:
    half = 20_000
    odd = np.arange(2 * half) % 2 == 0
    return {
        "perfect": np.arange(2 * half) < half,
        "reversed": np.arange(2 * half) >= half,
        "alternating": odd,
        "bursts": (np.arange(2 * half) // 4_096) % 2 == 0,
        "steps": np.sin(np.arange(2 * half) ** 1.5) > np.linspace(-1, 1, 2 * half),
    }


@pytest.mark.parametrize("shape", shapes())
def test_that_regular_orders_have_the_hull_of_a_plain_scan(shape: str) -> None:
    y_true = shapes()[shape]
    table = threshold_table(y_true, -np.arange(y_true.size))
    kept: list[tuple[int, int]] = []
    for x, y in counts_of(table, slice(None)):
        while len(kept) > 1 and (kept[-1][1] - kept[-2][1]) * (x - kept[-2][0]) <= (
            kept[-1][0] - kept[-2][0]
        ) * (y - kept[-2][1]):
            kept.pop()
        kept.append((x, y))
    assert counts_of(table, convex_hull(table).indices) == kept


def test_that_a_curve_of_vertices_keeps_them_all() -> None:
    size = 30_000
    y_true = np.arange(2 * size) % 2 == 0
    y_score = -np.arange(2 * size, dtype=np.float64)
    costs = np.linspace(2, 1, 2 * size)  # ever less benefit at ever the same cost
    table = threshold_table(y_true, y_score)
    rates = cost_table(table, rank_order(y_true, y_score), costs, 1.0)
    hull = convex_hull(rates)
    assert hull.indices.tolist() == [0, *range(1, 2 * size, 2), 2 * size]


@given(scored_labels(), st.data())
def test_that_the_hull_of_weighted_points_is_above_them(sample, data: st.DataObject) -> None:
    labels, scores = sample
    weight = st.sampled_from([0.0, 0.1, 0.3, 1.0, 7.7])
    weights = np.array(data.draw(st.lists(weight, min_size=len(labels), max_size=len(labels))))
    weights[[labels.argmax(), labels.argmin()]] = 1.0
    table = threshold_table(labels, scores, sample_weight=weights)
    hull = convex_hull(table)
    assert (hull.indices[0], hull.indices[-1]) == (0, len(table) - 1)
    heights = np.interp(table.fpr, hull.fpr, hull.tpr)
    assert (heights >= table.tpr - 1e-12).all()


def test_that_equal_points_leave_one_vertex_and_the_last_row() -> None:
    # Rows of weight 0 repeat the point before them.
    weights = [1.0, 0, 1, 1, 0]
    table = threshold_table(
        [True, True, False, True, False], [5, 4, 3, 2, 1], sample_weight=weights
    )
    hull = convex_hull(table)
    assert points_of(hull) == [(0, 0), (0, 0.5), (1, 1)]
    assert hull.indices.tolist() == [0, 1, 5]


def test_that_points_on_a_straight_line_are_not_vertices() -> None:
    hull = convex_hull(threshold_table([True, True, False, False], [4, 3, 2, 1]))
    assert points_of(hull) == [(0, 0), (0, 1), (1, 1)]


@given(scored_labels(), st.floats(0, 1))
def test_that_the_touching_vertex_is_the_cheapest_row(sample, pc: float) -> None:
    table = threshold_table(*sample)
    hull = convex_hull(table)
    cost = (1 - table.tpr) * pc + table.fpr * (1 - pc)
    touching = hull.indices[hull.touching(pc)]
    assert cost[touching] == pytest.approx(cost.min(), abs=1e-12)


@pytest.mark.parametrize(
    ("pc", "point"),
    [(0, (0, 1 / 3)), (0.25, (0, 1 / 3)), (0.5, (0, 1 / 3)), (0.51, (2 / 3, 1)), (1, (2 / 3, 1))],
)
def test_that_ties_go_to_the_smaller_fpr(pc: float, point: tuple[float, float]) -> None:
    # Vertices (0, 0), (0, 1/3), (2/3, 1), (1, 1); the middle edge has the slope 1, so PC(+) = 1/2.
    table = threshold_table([True, False, False, True, True, False], [6, 4, 4, 4, 4, 1])
    hull = convex_hull(table)
    assert points_of(hull)[hull.touching(pc)] == point


def test_that_the_mask_marks_the_vertices() -> None:
    table = threshold_table([True, False, True, False], [4, 3, 2, 1])
    assert convex_hull(table).are_vertices(np.arange(5)).tolist() == [True, True, False, True, True]
