"""The hull over several models against a hull by definition and against the cheapest model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.hull import RocHull, convex_hull
from costcurve_gui.engine.roc.joint_hull import HullVertex, JointHull, joint_hull
from tests.helpers.oracles import hull_by_definition, noisy_sample

ROWS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(0, 6), st.integers(0, 6)),
    min_size=2,
    max_size=16,
).filter(lambda rows: len({row[0] for row in rows}) == 2)


def tables_of(rows) -> dict:
    y_true = [row[0] for row in rows]
    return {name: threshold_table(y_true, [row[at] for row in rows]) for at, name in NAMES.items()}


NAMES = {1: "first", 2: "second", 3: "third"}


def joint_of(tables) -> JointHull:
    return joint_hull({name: convex_hull(table) for name, table in tables.items()})


@given(ROWS)
def test_that_vertices_are_those_of_all_points_together(rows) -> None:
    tables = tables_of(rows)
    joint = joint_of(tables)
    counts = {
        point
        for table in tables.values()
        for point in zip(table.fps.tolist(), table.tps.tolist(), strict=True)
    }
    negatives, positives = max(counts)
    expected = [(x / negatives, y / positives) for x, y in hull_by_definition(sorted(counts))]
    assert list(zip(joint.hull.fpr, joint.hull.tpr, strict=True)) == expected


@given(ROWS)
def test_that_every_vertex_is_the_point_of_its_models_threshold(rows) -> None:
    tables = tables_of(rows)
    joint = joint_of(tables)
    assert joint.vertex(0) == HullVertex("none", np.inf, 0, 0.0, 0.0)
    assert joint.vertex(len(joint) - 1) == HullVertex("all", -np.inf, -1, 1.0, 1.0)
    for position in range(1, len(joint) - 1):
        vertex = joint.vertex(position)
        table = tables[vertex.model]
        row = vertex.index
        assert table.thresholds[row] == vertex.threshold
        assert (table.fpr[row], table.tpr[row]) == (vertex.fpr, vertex.tpr)


@given(ROWS, st.floats(0, 1))
def test_that_the_touching_vertex_costs_least_of_all_models(rows, pc: float) -> None:
    tables = tables_of(rows)
    touching = joint_of(tables).touching(pc)
    costs = [(1 - table.tpr) * pc + table.fpr * (1 - pc) for table in tables.values()]
    cheapest = min(cost.min() for cost in costs)
    assert (1 - touching.tpr) * pc + touching.fpr * (1 - pc) == pytest.approx(cheapest, abs=1e-12)


def test_that_the_envelope_of_the_joint_hull_is_the_lowest_of_the_envelopes() -> None:
    hulls = {f"m{seed}": convex_hull(threshold_table(*noisy_sample(3000, seed))) for seed in (1, 2)}
    joint = lower_envelope(joint_hull(hulls).hull)
    pc = np.linspace(0, 1, 101)
    lowest = np.minimum(*(lower_envelope(hull).value_at(pc) for hull in hulls.values()))
    np.testing.assert_allclose(joint.value_at(pc), lowest, atol=1e-15)


def hull_of(*points: tuple[float, float]) -> RocHull:
    fpr, tpr = np.array([(0.0, 0.0), *points, (1.0, 1.0)]).T
    rows = np.arange(fpr.size)
    return RocHull(rows, 10.0 - rows, fpr, tpr)


def test_that_the_first_of_models_with_one_vertex_owns_it() -> None:
    joint = joint_hull({"a": hull_of((0.1, 0.8)), "b": hull_of((0.1, 0.8))})
    assert joint.used == ("a",)
    assert len(joint) == 3


def test_that_a_model_below_the_others_is_named_nowhere() -> None:
    joint = joint_hull({"low": hull_of((0.2, 0.3)), "left": hull_of((0.1, 0.5)), "up": hull_of()})
    assert joint.used == ("left",)
    assert [joint.edge(k).left.model for k in range(2)] == ["none", "left"]


def test_that_edges_between_models_are_told_from_edges_within_one() -> None:
    joint = joint_hull({"a": hull_of((0.05, 0.4), (0.15, 0.6)), "b": hull_of((0.4, 0.9))})
    assert [joint.edge(k).between_models for k in range(4)] == [True, False, True, True]
    edge = joint.edge(2)
    assert (edge.left.model, edge.left.threshold) == ("a", 8.0)
    assert (edge.right.model, edge.right.threshold) == ("b", 9.0)
    assert edge.slope == pytest.approx(0.3 / 0.25)


def test_that_an_upright_edge_has_an_infinite_slope() -> None:
    assert joint_hull({"a": hull_of((0.0, 0.5))}).edge(0).slope == np.inf


@pytest.mark.parametrize("denominator", [3, 7, 11, 49, 1001])
def test_that_points_on_one_line_in_different_models_are_no_vertices(denominator: int) -> None:
    # Thirds, sevenths ... are rounded, so that the middle seems to lie off the line by a hair.
    third = 1 / denominator
    outer = hull_of((0.0, 1 - 2 * third), (2 * third, 1.0))
    joint = joint_hull({"outer": outer, "between": hull_of((third, 1 - third))})
    assert joint.used == ("outer",)


def test_that_no_model_is_no_hull() -> None:
    with pytest.raises(ConstraintError, match="at least one model"):
        joint_hull({})
