"""Joint hull, concavities and combinations on the ROC plot, over German credit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont
from scipy.spatial import ConvexHull

from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import CONJUNCTION, DISJUNCTION
from costcurve_gui.analysis.derived_models import Combination
from costcurve_gui.analysis.loading import Origin, load_counts
from costcurve_gui.analysis.settings import DatasetSettings, MixBy, MixSpec, PointSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_results import ViewResults
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.roc.concavities import concavities
from costcurve_gui.engine.selection.chaining import chain
from costcurve_gui.engine.selection.combinations import combine
from costcurve_gui.engine.selection.measured_rates import ThresholdedModel
from costcurve_gui.resources import resource_path
from costcurve_gui.views.plots.cost import CostView
from costcurve_gui.views.plots.profit import ProfitView
from costcurve_gui.views.plots.roc import RocView
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import HoverPoint, Label, Line
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.plot_frames import NAIVE_BAYES, german_columns, german_curves, german_snapshot

ROC, ROCIV = RocView(), RocView(shares=True)
COST, PROFIT = CostView(), ProfitView()
MLP = "mlp"


def canvas(snapshot) -> Canvas:
    return Canvas(QRectF(0, 0, 400, 400), ROC.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont()))


def line(marks, key) -> Line:
    return next(mark for mark in marks if isinstance(mark, Line) and mark.key == key)


def keys(marks) -> set[str]:
    return {mark.key for mark in marks if isinstance(mark, Line)}


def with_hull(**changes):
    return german_snapshot(views=ViewChoices(joint_hull=True), **changes)


@pytest.mark.parametrize("view", [ROC, ROCIV])
def test_that_the_joint_hull_lies_on_all_curves(view) -> None:
    snapshot = with_hull()
    found = line(view.static_items(snapshot, LIGHT), "joint hull")
    points = np.concatenate(
        [np.column_stack((curve.x, curve.y)) for curve in view.curves(snapshot).values()]
    )
    corners = points[ConvexHull(np.vstack((points, (1.0, 0.0)))).vertices.clip(max=len(points) - 1)]
    upper = corners[corners[:, 1] >= corners[:, 0]]
    heights = np.interp(upper[:, 0], found.x, found.y)
    assert (heights >= upper[:, 1] - 1e-12).all()
    on_the_hull = {(round(x, 9), round(y, 9)) for x, y in upper}
    assert {
        (round(x, 9), round(y, 9)) for x, y in zip(found.x, found.y, strict=True)
    } <= on_the_hull


def test_that_no_overlay_is_drawn_unasked() -> None:
    snapshot = german_snapshot()
    assert keys(ROC.static_items(snapshot, LIGHT)) == {"chance", "hull", *snapshot.models}
    assert ROC.hint(snapshot, canvas(snapshot), canvas(snapshot).point(0.3, 0.75)) == ""


def test_that_a_part_of_the_joint_hull_names_its_owners() -> None:
    snapshot = with_hull()
    found, place = line(ROC.static_items(snapshot, LIGHT), "joint hull"), canvas(snapshot)
    middle = [
        (float(found.x[at : at + 2].mean()), float(found.y[at : at + 2].mean()))
        for at in range(len(found.x) - 1)
    ]
    hints = [ROC.hint(snapshot, place, place.point(*point)) for point in middle]
    assert all(hint.startswith("Joint hull: mix of ") for hint in hints)
    assert hints[0].startswith("Joint hull: mix of grant all and ")
    assert hints[-1].endswith(" and refuse all")
    for hint, x, y in zip(hints[1:], found.x[1:], found.y[1:], strict=False):
        owner, threshold = owner_of(snapshot, x, y)
        assert f"mix of {owner} t {threshold:.4f}" in hint
    assert ROC.hint(snapshot, place, place.point(0.9, 0.2)) == ""


def owner_of(snapshot, x: float, y: float) -> tuple[str, float]:
    """Return whose threshold has these rates, the first of several."""
    for model in snapshot.curve_set.models:
        table = model.evaluation.table
        (rows,) = np.nonzero((table.fpr == x) & (table.tpr == y))
        if rows.size:
            return model.info.name, float(table.thresholds[rows[0]])
    raise AssertionError("no model has this point")


def with_concavities():
    snapshot = german_snapshot(views=ViewChoices(concavities=True), selected=MLP)
    found = {
        model.info.key: concavities(model.evaluation.table, model.evaluation.roc_hull)
        for model in snapshot.curve_set.models
    }
    return replace(snapshot, results=ViewResults(concavities=found)), found[MLP]


def test_that_concavities_are_bridged_and_the_largest_say_their_gain() -> None:
    snapshot, found = with_concavities()
    marks = ROC.static_items(snapshot, LIGHT)
    at = int(found.repair_gain.argmax())
    bridge, drop = line(marks, f"concavity {at}"), line(marks, f"depth {at}")
    assert bridge.x == (found.fpr_low[at], found.fpr_high[at])
    assert drop.y[1] - drop.y[0] == pytest.approx(found.depth[at])
    on_bridge = np.interp(drop.x[0], bridge.x, bridge.y)
    assert drop.y[1] == pytest.approx(on_bridge)
    said = [mark.text for mark in marks if isinstance(mark, Label) and "AUC" in mark.text]
    assert said[0] == f"+{found.repair_gain[at]:.4f} AUC"
    assert len(said) <= 4


def test_that_a_concavity_is_described_under_the_mouse() -> None:
    snapshot, found = with_concavities()
    at, place = int(found.repair_gain.argmax()), canvas(snapshot)
    drop = line(ROC.static_items(snapshot, LIGHT), f"depth {at}")
    hint = ROC.hint(snapshot, place, place.point(drop.x[0], sum(drop.y) / 2))
    assert hint.startswith("Concavity from t ")
    assert f"reversing the ranking in it adds {found.repair_gain[at]:.4f} to the AUC" in hint
    assert ROC.hint(snapshot, place, place.point(0.9, 0.2)) == ""


def test_that_rociv_shows_no_concavities_of_roc() -> None:
    snapshot, _ = with_concavities()
    assert not any("concavity" in key for key in keys(ROCIV.static_items(snapshot, LIGHT)))


def combined(combination):
    """Return a snapshot whose selected model has a combination, as the program's curve sets."""
    curve_set = german_curves()
    models = tuple(
        replace(model, combination=combination) if model.info.key == NAIVE_BAYES else model
        for model in curve_set.models
    )
    return build_snapshot(
        replace(curve_set, models=models), german_snapshot(selected=NAIVE_BAYES).settings
    )


def thresholded(*names: str) -> list[ThresholdedModel]:
    _, scores = german_columns()
    return [ThresholdedModel(name, scores[name], 0.2) for name in names]


def test_that_a_combination_shows_box_expected_and_measured_point() -> None:
    y_true, _ = german_columns()
    found = combine("and", *thresholded("mlp", "random_forest"), y_true)
    snapshot = combined(Combination(found.measured, (found.bounds.expected,), found.bounds))
    marks = ROC.static_items(snapshot, LIGHT)
    assert {"possible left", "possible right", "reachable left"} <= keys(marks)
    assert line(marks, "possible left").x[0] == 0.0
    assert line(marks, "possible left").y[-1] == found.bounds.high.tpr
    labels = {mark.text: (mark.x, mark.y) for mark in marks if isinstance(mark, Label)}
    assert labels["measured"] == (found.measured.fpr, found.measured.tpr)
    assert labels["expected if independent"] == found.bounds.expected
    rings = [mark for mark in ROC.dynamic_items(snapshot, LIGHT) if isinstance(mark, HoverPoint)]
    assert [(ring.x, ring.y) for ring in rings] == [found.bounds.expected]
    assert not any(isinstance(mark, HoverPoint) for mark in ROCIV.dynamic_items(snapshot, LIGHT))


def test_that_a_chain_shows_where_each_of_its_links_was_expected() -> None:
    y_true, _ = german_columns()
    links = chain(thresholded("mlp", "random_forest", "decision_tree"), y_true).links
    expected = tuple(link.expected for link in links[1:])
    snapshot = combined(Combination(links[-1].measured, expected))
    rings = [mark for mark in ROC.dynamic_items(snapshot, LIGHT) if isinstance(mark, HoverPoint)]
    assert tuple((ring.x, ring.y) for ring in rings) == expected
    assert not any("possible" in key for key in keys(ROC.static_items(snapshot, LIGHT)))


def test_that_combinations_without_cases_show_all_their_boxes_and_where_they_are_expected() -> None:
    path = resource_path("sample_data", "papers", "fawcett2004_figure_12.csv")
    source = Origin.of(path).open(None, NO_PROGRESS)
    file = load_counts("paper", source, None, lambda _: DatasetSettings())
    derived = tuple(
        DerivedModel(kind.word, slot, kind, ("c1", "c2"), (1, 1))
        for slot, kind in enumerate((CONJUNCTION, DISJUNCTION), start=3)
    )
    curves = file.source.build_curves(file.info, file.settings.payoff, derived)
    snapshot = build_snapshot(curves, replace(file.settings, derived=derived))
    marks = ROC.static_items(snapshot, LIGHT)
    ups = [mark for mark in marks if getattr(mark, "key", "") == "possible left"]
    assert [(mark.x[0], mark.y[-1]) for mark in ups] == [(0, 0.525), (0.4, 1)]
    (notes,) = (mark for mark in marks if isinstance(mark, Notes))
    assert [places[0].text for places in notes.notes] == ["expected", "expected"]
    rings = [mark for mark in ROC.dynamic_items(snapshot, LIGHT) if isinstance(mark, HoverPoint)]
    expected = [pytest.approx((0.08, 0.42)), pytest.approx((0.52, 0.905))]
    assert [(ring.x, ring.y) for ring in rings] == expected


def test_that_a_mixture_of_two_points_lies_on_the_line_between_them() -> None:
    points = PointSpec(MLP, 0.05), PointSpec(NAIVE_BAYES, 0.2)
    snapshot = german_snapshot(mix=MixSpec(*points, by=MixBy.SHARE, wanted=0.25))
    ends = line(ROC.static_items(snapshot, LIGHT), "mixing")
    alone = sorted((policy.fpr, policy.tpr) for policy in (snapshot.mix.first, snapshot.mix.second))
    assert list(zip(ends.x, ends.y, strict=True)) == alone
    (point,) = (mark for mark in ROC.dynamic_items(snapshot, LIGHT) if isinstance(mark, HoverPoint))
    assert (point.x, point.y) == tuple(snapshot.mix.found.point)
    assert "mixing" not in keys(ROCIV.static_items(snapshot, LIGHT))


def test_that_a_mixture_is_a_classifier_between_both_in_cost_space() -> None:
    points = PointSpec(MLP, 0.05), PointSpec(NAIVE_BAYES, 0.2)
    snapshot = german_snapshot(mix=MixSpec(*points, by=MixBy.SHARE, wanted=0.25))
    marks = COST.dynamic_items(snapshot, LIGHT)
    first, second = snapshot.mix.first, snapshot.mix.second
    mixed = line(marks, "mixing")
    foot, top = (
        0.25 * one + 0.75 * two for one, two in zip(ends(first), ends(second), strict=True)
    )
    assert tuple(mixed.y) == pytest.approx((foot, top))
    (point,) = (mark for mark in marks if isinstance(mark, HoverPoint))
    x = snapshot.condition.probability_cost
    assert point.x == x
    assert point.y == pytest.approx((1 - x) * foot + x * top)


def ends(policy) -> tuple[float, float]:
    return policy.fp_cost_rate, 1 - policy.tp_benefit_rate


def test_that_a_mixture_earns_what_its_share_of_both_earns() -> None:
    points = PointSpec(MLP, 0.05), PointSpec(NAIVE_BAYES, 0.2)
    snapshot = german_snapshot(mix=MixSpec(*points, by=MixBy.SHARE, wanted=0.25))
    marks = PROFIT.dynamic_items(snapshot, LIGHT)
    chord = line(marks, "mixing")
    (point,) = (mark for mark in marks if isinstance(mark, HoverPoint))
    assert point.y == pytest.approx(np.interp(point.x, chord.x, chord.y))
    assert point.x == pytest.approx(
        0.25 * snapshot.mix.first.fraction_targeted + 0.75 * snapshot.mix.second.fraction_targeted
    )


def test_that_a_mixture_that_cannot_be_has_no_cost_line() -> None:
    points = PointSpec(MLP, 0.05), PointSpec(NAIVE_BAYES, 0.2)
    snapshot = german_snapshot(mix=MixSpec(*points, by=MixBy.FPR, wanted=1.0))
    assert "mixing" not in keys(COST.dynamic_items(snapshot, LIGHT))
    assert not [
        mark for mark in PROFIT.dynamic_items(snapshot, LIGHT) if isinstance(mark, HoverPoint)
    ]
    assert "mixing" not in keys(COST.dynamic_items(german_snapshot(), LIGHT))


def test_that_out_of_reach_only_the_line_is_drawn() -> None:
    points = PointSpec(MLP, 0.05), PointSpec(NAIVE_BAYES, 0.2)
    snapshot = german_snapshot(mix=MixSpec(*points, by=MixBy.FPR, wanted=1.0))
    assert "mixing" in keys(ROC.static_items(snapshot, LIGHT))
    assert not [mark for mark in ROC.dynamic_items(snapshot, LIGHT) if isinstance(mark, HoverPoint)]
