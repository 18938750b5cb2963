import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis.view_curves import partial_auc_of, tied_curves
from costcurve_gui.analysis.view_settings import PartialAxis, ViewChoices
from costcurve_gui.views.panels.model_rows import AUC, ModelRows
from costcurve_gui.views.plots.roc import RocView
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.handles import grip_place
from costcurve_gui.views.plotting.marks import Label, Line, Shade
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.plot_frames import NAIVE_BAYES, german_snapshot

pytestmark = pytest.mark.usefixtures("qapp")  # fonts are measured

ROC, ROCIV = RocView(), RocView(shares=True)
TREE = "decision_tree"
ENDS = ("partial_low", "partial_high")


def snapshot_with(selected=None, **choices):
    return german_snapshot(views=ViewChoices(**choices), selected=selected)


def of_type(marks, kind):
    return [mark for mark in marks if isinstance(mark, kind)]


def ends(view, snapshot):
    return [handle for handle in view.handles(snapshot) if handle.name in ENDS]


def canvas(snapshot):
    return Canvas(QRectF(0, 0, 300, 300), ROC.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont()))


def test_that_nothing_of_it_is_there_at_first():
    snapshot = german_snapshot()
    assert ends(ROC, snapshot) == []
    assert of_type(ROC.dynamic_items(snapshot, LIGHT), Shade | Label) == []
    keys = {line.key for line in of_type(ROC.static_items(snapshot, LIGHT), Line)}
    assert not keys & {"optimistic", "pessimistic"}


@pytest.mark.parametrize(
    ("axis", "low", "high", "upright"),
    [(PartialAxis.FPR, 0.1, 0.3, True), (PartialAxis.TPR, 0.6, 0.9, False)],
)
def test_that_the_range_is_shaded_between_two_handles(axis, low, high, upright):
    snapshot = snapshot_with(partial_axis=axis, **{f"partial_{axis}": (low, high)})
    (shade,) = of_type(ROC.dynamic_items(snapshot, LIGHT), Shade)
    across, up = (shade.x_low, shade.x_high), (shade.y_low, shade.y_high)
    assert (across, up) == (((low, high), (0, 1)) if upright else ((0, 1), (low, high)))
    first, last = ends(ROC, snapshot)
    assert (first.text, last.text) == (f"{axis} {low:.3f}", f"{axis} {high:.3f}")
    for handle, at in ((first, low), (last, high)):
        assert handle.upright is upright
        assert handle.level is not upright
        assert (handle.x if upright else handle.y) == at
        where = canvas(snapshot).point(0.45, 0.55)
        expected = 0.45 if upright else 0.55
        assert ROC.dragged(snapshot, handle, canvas(snapshot), where) == pytest.approx(expected)


@pytest.mark.parametrize("axis", [PartialAxis.FPR, PartialAxis.TPR])
def test_that_grips_stay_apart_where_the_ends_meet(axis):
    snapshot = snapshot_with(partial_axis=axis, **{f"partial_{axis}": (0.5, 0.501)})
    one, other = (grip_place(handle, canvas(snapshot)) for handle in ends(ROC, snapshot))
    assert abs(one.x() - other.x()) + abs(one.y() - other.y()) > 20


def test_that_raw_and_standardised_area_are_said():
    snapshot = snapshot_with(partial_axis=PartialAxis.FPR)
    found = partial_auc_of(snapshot.curve_set.model(NAIVE_BAYES), snapshot.settings.views)
    (label,) = of_type(ROC.dynamic_items(snapshot, LIGHT), Label)
    assert label.text == (f"partial AUC {found.area:.3f}, standardised {found.standardized:.3f}")
    assert ROC.accessible_text(snapshot, snapshot.models[NAIVE_BAYES]).endswith(label.text)


def test_that_corners_of_the_selected_model_stand_round_its_curve():
    snapshot = snapshot_with(TREE, tie_corners=True)
    drawn = {line.key: line for line in of_type(ROC.static_items(snapshot, LIGHT), Line)}
    tied = tied_curves(snapshot.curve_set.model(TREE))
    assert drawn["optimistic"].x is tied.optimistic.x
    assert drawn["pessimistic"].y is tied.pessimistic.y
    for name in ("optimistic", "pessimistic"):
        assert drawn[name].color == drawn[TREE].color
        assert drawn[name].width == 1.0
        assert drawn[name].dash
    (label,) = of_type(ROC.dynamic_items(snapshot, LIGHT), Label)
    assert label.text == f"equal scores: AUC {tied.lowest_auc:.3f} to {tied.highest_auc:.3f}"


def test_that_shares_of_money_have_neither():
    snapshot = snapshot_with(TREE, tie_corners=True, partial_axis=PartialAxis.FPR)
    assert ends(ROCIV, snapshot) == []
    assert of_type(ROCIV.dynamic_items(snapshot, LIGHT), Shade | Label) == []
    assert "optimistic" not in {
        line.key for line in of_type(ROCIV.static_items(snapshot, LIGHT), Line)
    }


def test_that_the_list_of_models_tells_the_partial_area_of_each():
    snapshot = snapshot_with(partial_axis=PartialAxis.TPR)
    rows = ModelRows()
    rows.show_curves(snapshot.curve_set)
    rows.show_snapshot(snapshot)
    for position, key in enumerate(snapshot.models):
        found = partial_auc_of(snapshot.curve_set.model(key), snapshot.settings.views)
        said = rows._tooltip(rows.rows[position], AUC).splitlines()[-1]
        assert said == (
            f"Partial AUC {found.area:.3f}, standardised {found.standardized:.3f}, "
            "for tpr 0.800 to 1.000"
        )
    rows.show_snapshot(german_snapshot())
    assert "Partial" not in rows._tooltip(rows.rows[0], AUC)
