"""One question with its ways out: a sentence, what hangs on it, and buttons that say what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from costcurve_gui.dataio.project_contents import ScoreRange
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import FittedDialog, fit_size, wanted_size
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.item_views import figure_row, figure_table
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QTreeWidget

    from costcurve_gui.analysis.data_changes import DataChange, Value

_WIDTH = 480
DISCARD = "discard"
_SHOW, _HIDE = tr("Show what changed"), tr("Hide what changed")
_COLUMNS = (
    ("", ""),
    (tr("Saved"), tr("When the project was saved")),
    (tr("Now"), tr("In the file as it is now")),
)
_ROW, _HEADER, _MOST_ROWS = 28, 30, 9


class QuestionDialog(FittedDialog):
    """Emits `answered(key)` once; Esc and Cancel answer with an empty key.

    The first of the ways out is the main button, at the right: Enter presses it. Others stand
    beside it; one that discards is a link at the left, which Alt+D presses too. A button at the
    left shows `changes`, if there are any, and hides them.
    """

    answered = Signal(str)

    def __init__(
        self,
        name: str,
        title: str,
        text: str,
        ways: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
        *,
        warns: bool = False,
        changes: Sequence[DataChange] = (),
    ) -> None:
        super().__init__(parent)
        name_widget(self, f"{name}_dialog", title)
        self.setAccessibleDescription(text)
        self.setWindowTitle("CostCurve")
        self.setMinimumWidth(_WIDTH)
        self._name = name
        self._answer = ""
        self.finished.connect(lambda _: self.answered.emit(self._answer))
        heading = fonts.body(fonts.SEMIBOLD)
        heading.setPixelSize(fonts.body_size() + 2)
        head = QHBoxLayout()
        head.setSpacing(8)
        if warns:
            head.addWidget(ThemedIcon("warning", "warning"))
        head.addWidget(text_label(title, font=heading, wrap=True, name=f"{name}_title"), 1)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(text_label(text, tone="muted", wrap=True, name=f"{name}_text"))
        self._changes = changed_data_table(changes) if changes else None
        if self._changes is not None:
            self._changes.hide()
            layout.addWidget(self._changes, 1)
        layout.addSpacing(10)
        layout.addStretch()
        layout.addLayout(self._foot(ways))

    def sizeHint(self) -> QSize:
        """Return a size that is as wide as the text may be: its height follows from that."""
        return super().sizeHint().expandedTo(QSize(_WIDTH, 0))

    def _foot(self, ways: Sequence[tuple[str, str]]) -> QHBoxLayout:
        (main, main_text), *others = ways
        foot = QHBoxLayout()
        foot.setSpacing(8)
        for key, text in others:
            if key == DISCARD:
                link = self._button(LinkButton(text), key)
                link.setShortcut("Alt+D")
                foot.addWidget(link)
        if self._changes is not None:
            self._show_changes = plain_button(_SHOW, f"{self._name}_changes")
            self._show_changes.clicked.connect(self._toggle_changes)
            foot.addWidget(self._show_changes)
        foot.addStretch()
        cancel = plain_button(tr("Cancel"), f"{self._name}_cancel")
        cancel.clicked.connect(self.reject)
        foot.addWidget(cancel)
        for key, text in others:
            if key != DISCARD:
                foot.addWidget(self._button(plain_button(text, ""), key))
        button = self._button(main_button(main_text, ""), main)
        foot.addWidget(button)
        button.setFocus()
        return foot

    def _toggle_changes(self) -> None:
        """Show what changed, or hide it, and take the height that the dialog then needs."""
        if self._changes is None:
            return
        shown = self._changes.isHidden()
        self._changes.setVisible(shown)
        self._show_changes.setText(_HIDE if shown else _SHOW)
        self._show_changes.setAccessibleName(self._show_changes.text())
        self._layout.activate()
        self.resize(self.width(), wanted_size(self).height())
        fit_size(self)

    def _button(self, button: QPushButton, key: str) -> QPushButton:
        name_widget(button, f"{self._name}_{key}", button.text())
        button.clicked.connect(lambda: self._take(key))
        return button

    def _take(self, key: str) -> None:
        self._answer = key
        self.accept()


def changed_data_table(changes: Sequence[DataChange]) -> QTreeWidget:
    """Return a table with a row for each thing that is compared; what differs is bold."""
    table = figure_table(_COLUMNS, "changed_data_table", tr("What changed about the data"))
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setFixedHeight(_HEADER + _ROW * min(len(changes), _MOST_ROWS))
    for change in changes:
        cells = (change.name, value_text(change.before), value_text(change.now))
        row = figure_row(cells, bold=change.differs)
        for column, text in enumerate(cells):
            row.setToolTip(column, text)
        table.addTopLevelItem(row)
    return table


def value_text(value: Value) -> str:
    """Return a count, a range of scores or a word; a dash for what is not there or not known.

    >>> value_text(ScoreRange(0.03125, 0.5, missing=2))
    '0.03125 to 0.5, 2 missing'
    """
    if value is None:
        return numbers.MISSING
    if isinstance(value, str):
        return value
    if isinstance(value, ScoreRange):
        scores = numbers.interval(value.low, value.high, numbers.plain)
        return (
            tr("{scores}, {missing} missing", scores=scores, missing=numbers.count(value.missing))
            if value.missing
            else scores
        )
    return numbers.count(value)
