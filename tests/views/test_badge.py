import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QWidget

from costcurve_gui.views.widgets.cards import Badge

LONG = "Which value is positive: " + ", ".join(f"value {i} ({i})" for i in range(40)) + "?"


@pytest.fixture
def row(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    layout = QHBoxLayout(widget)
    layout.addWidget(Badge("doubt", link="Validate"))
    layout.addStretch()
    widget.resize(400, 60)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def test_that_a_remark_takes_the_room_it_needs(row):
    badge = row.findChild(Badge)
    badge.show_remark("Selected on the same sample")
    row.layout().activate()
    label = row.findChild(QLabel, "doubt_text")
    assert label.text() == "Selected on the same sample"
    assert badge.width() < row.width()


def test_that_a_long_remark_does_not_widen_the_window(row):
    badge = row.findChild(Badge)
    badge.show_remark(LONG, "danger")
    row.layout().activate()
    label = row.findChild(QLabel, "doubt_text")
    assert row.width() == 400
    assert label.text().endswith("…")
    assert label.toolTip() == LONG
    assert badge.text == LONG
    assert badge.accessibleName() == LONG


def test_that_an_empty_remark_hides_the_badge(row):
    badge = row.findChild(Badge)
    badge.show_remark("")
    assert not badge.isVisible()


def test_that_the_link_is_reported(qtbot, row):
    badge = row.findChild(Badge)
    badge.show_remark("Selected on the same sample")
    with qtbot.waitSignal(badge.link_clicked):
        link = row.findChild(QAbstractButton, "doubt_link")
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
