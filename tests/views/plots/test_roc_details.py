import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from costcurve_gui.models.state import PartialAxis, ViewChoices
from costcurve_gui.views.panels.model_rows import AUC, ModelRows
from costcurve_gui.views.plots.roc import RocView
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.handles import grip_place
from costcurve_gui.views.plotting.marks import Label, Line, Shade
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.plot_frames import NAIVE_BAYES, german_frame

ROC, ROCIV = RocView(), RocView(shares=True)
TREE = "decision_tree"
ENDS = ("partial_low", "partial_high")


def frame_with(selected=None, **choices):
    return german_frame(views=ViewChoices(**choices), selected=selected)


def of_type(marks, kind):
    return [mark for mark in marks if isinstance(mark, kind)]


def ends(view, frame):
    return [handle for handle in view.handles(frame) if handle.name in ENDS]


def canvas(frame):
    return Canvas(QRectF(0, 0, 300, 300), ROC.bounds(frame), LIGHT, TextFonts(QFont(), QFont()))


def test_that_nothing_of_it_is_there_at_first():
    frame = german_frame()
    assert ends(ROC, frame) == []
    assert of_type(ROC.moving(frame, LIGHT), Shade | Label) == []
    keys = {line.key for line in of_type(ROC.still(frame, LIGHT), Line)}
    assert not keys & {"optimistic", "pessimistic"}


@pytest.mark.parametrize(
    ("axis", "low", "high", "upright"),
    [(PartialAxis.FPR, 0.1, 0.3, True), (PartialAxis.TPR, 0.6, 0.9, False)],
)
def test_that_the_range_is_shaded_between_two_handles(axis, low, high, upright):
    frame = frame_with(partial_axis=axis, **{f"partial_{axis}": (low, high)})
    (shade,) = of_type(ROC.moving(frame, LIGHT), Shade)
    across, up = (shade.x_low, shade.x_high), (shade.y_low, shade.y_high)
    assert (across, up) == (((low, high), (0, 1)) if upright else ((0, 1), (low, high)))
    first, last = ends(ROC, frame)
    assert (first.text, last.text) == (f"{axis} {low:.3f}", f"{axis} {high:.3f}")
    for handle, at in ((first, low), (last, high)):
        assert handle.upright is upright
        assert handle.level is not upright
        assert (handle.x if upright else handle.y) == at
        where = canvas(frame).point(0.45, 0.55)
        expected = 0.45 if upright else 0.55
        assert ROC.dragged(frame, handle, canvas(frame), where) == pytest.approx(expected)


@pytest.mark.parametrize("axis", [PartialAxis.FPR, PartialAxis.TPR])
def test_that_grips_stay_apart_where_the_ends_meet(axis):
    frame = frame_with(partial_axis=axis, **{f"partial_{axis}": (0.5, 0.501)})
    one, other = (grip_place(handle, canvas(frame)) for handle in ends(ROC, frame))
    assert abs(one.x() - other.x()) + abs(one.y() - other.y()) > 20


def test_that_raw_and_standardised_area_are_said():
    frame = frame_with(partial_axis=PartialAxis.FPR)
    found = frame.details.partial_auc(NAIVE_BAYES, frame.settings.views)
    (label,) = of_type(ROC.moving(frame, LIGHT), Label)
    assert label.text == (f"partial AUC {found.area:.3f}, standardised {found.standardized:.3f}")
    assert ROC.spoken(frame, frame.models[NAIVE_BAYES]).endswith(label.text)


def test_that_corners_of_the_selected_model_stand_round_its_curve():
    frame = frame_with(TREE, tie_corners=True)
    drawn = {line.key: line for line in of_type(ROC.still(frame, LIGHT), Line)}
    tied = frame.details.ties(TREE)
    assert drawn["optimistic"].x is tied.optimistic.x
    assert drawn["pessimistic"].y is tied.pessimistic.y
    for name in ("optimistic", "pessimistic"):
        assert drawn[name].color == drawn[TREE].color
        assert drawn[name].width == 1.0
        assert drawn[name].dash
    (label,) = of_type(ROC.moving(frame, LIGHT), Label)
    assert label.text == f"equal scores: AUC {tied.lowest_auc:.3f} to {tied.highest_auc:.3f}"


def test_that_shares_of_money_have_neither():
    frame = frame_with(TREE, tie_corners=True, partial_axis=PartialAxis.FPR)
    assert ends(ROCIV, frame) == []
    assert of_type(ROCIV.moving(frame, LIGHT), Shade | Label) == []
    assert "optimistic" not in {line.key for line in of_type(ROCIV.still(frame, LIGHT), Line)}


def test_that_the_list_of_models_tells_the_partial_area_of_each():
    frame = frame_with(partial_axis=PartialAxis.TPR)
    rows = ModelRows()
    rows.show_scene(frame.scene)
    rows.show_frame(frame)
    for position, key in enumerate(frame.models):
        found = frame.details.partial_auc(key, frame.settings.views)
        said = rows._tooltip(rows.rows[position], AUC).splitlines()[-1]
        assert said == (
            f"Partial AUC {found.area:.3f}, standardised {found.standardized:.3f}, "
            "for tpr 0.800 to 1.000"
        )
    rows.show_frame(german_frame())
    assert "Partial" not in rows._tooltip(rows.rows[0], AUC)
