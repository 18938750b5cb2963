"""Texts that change at every step of a drag leave everything round them where it is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.figures import FigureRow, FigureRows
from costcurve_gui.views.widgets.labels import SubtitleLabel, text_label


class LayoutWatch(QObject):
    """Counts the layouts that a widget is asked for."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.watched = watched  # which nobody else keeps
        self.layouts = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        del watched
        self.layouts += event.type() == QEvent.Type.LayoutRequest
        return False


def around(widget: QWidget, qtbot) -> LayoutWatch:
    """Show a widget in another one; return what counts the layouts from now on."""
    window = QWidget()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(widget)
    window.resize(400, 300)
    window.show()
    for _ in range(3):
        QApplication.processEvents()
    return LayoutWatch(window)


def test_that_another_subtitle_asks_for_no_layout(qtbot) -> None:
    label = SubtitleLabel()
    label.set_full_text("90 % bands")
    watch = around(label, qtbot)
    label.set_full_text("80 % bands, lower envelopes")
    QApplication.processEvents()
    assert label.text() == "80 % bands, lower envelopes"
    assert watch.layouts == 0


def test_that_another_number_of_the_same_width_asks_for_no_layout(qtbot) -> None:
    rows = FigureRows("figures", 2)
    rows.show_rows([FigureRow("Profit", "+12.30 DM"), FigureRow("Cost", "0.412")])
    watch = around(rows, qtbot)
    rows.show_rows([FigureRow("Profit", "+12.80 DM"), FigureRow("Cost", "0.418")])
    QApplication.processEvents()
    assert rows.rows[0] == ("Profit", "+12.80 DM", "")
    assert watch.layouts == 0


def test_that_a_subtitle_looks_like_any_other_label(qtbot) -> None:
    text = "90 % bands, lower envelopes"
    subtitle, label = SubtitleLabel(font=fonts.small()), text_label(text, font=fonts.small())
    subtitle.set_full_text(text)
    for one in (subtitle, label):
        qtbot.addWidget(one)
        one.resize(300, 18)
        one.show()
    assert subtitle.grab().toImage() == label.grab().toImage()
    assert subtitle.sizeHint().height() == label.sizeHint().height()
