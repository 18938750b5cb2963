"""Two questions of an import: how the file is read, which class of a tree is positive."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import FittedDialog, dialog_title
from costcurve_gui.views.dialogs.import_rows import PreviewTable
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.cards import Badge, card_round
from costcurve_gui.views.widgets.fields import ChoiceBox, WholeNumberBox
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.dataio.formats.opening import FirstRows
    from costcurve_gui.dataio.source import ReadOptions, Sheet


Choice = tuple[str, str | None]
_SEPARATORS: tuple[Choice, ...] = (
    (tr("Comma ,"), ","),
    ("Semicolon ;", ";"),
    (tr("Tab"), "\t"),
    (tr("Bar |"), "|"),
    (tr("Space"), " "),
)
_DECIMALS: tuple[Choice, ...] = ((tr("Point 0.5"), "."), (tr("Comma 0,5"), ","))
_THOUSANDS: tuple[Choice, ...] = (
    (tr("Comma 1,000"), ","),
    (tr("Point 1.000"), "."),
    (tr("Apostrophe 1'000"), "'"),
    (tr("Blank 1 000"), " "),
)
_ENCODINGS: tuple[Choice, ...] = (
    ("UTF-8", "utf-8"),
    ("UTF-16", "utf-16"),
    (tr("Windows-1252, Western"), "cp1252"),
    (tr("Windows-1250, Central European"), "cp1250"),
    (tr("Windows-1251, Cyrillic"), "cp1251"),
    ("Latin-1", "latin-1"),
    ("Shift JIS", "shift_jis"),
    (tr("GB 18030"), "gb18030"),
)
_QUOTES: tuple[Choice, ...] = ((tr('Double "'), '"'), (tr("Single '"), "'"))
_TEXT_FIELDS = (
    ("separator", tr("Separator"), _SEPARATORS),
    ("decimal", tr("Decimal sign"), _DECIMALS),
    ("thousands", tr("Thousands mark"), _THOUSANDS),
    ("encoding", tr("Encoding"), _ENCODINGS),
    ("quote", tr("Quotes"), _QUOTES),
)
_SHOWN_CELLS, _LONGEST_FIRST = 6, 60
_SKIP = tr("Lines to skip")
_MOST_SKIPPED, _CHANGES_MS = 10_000, 60
_WHAT = tr("Each row is a leaf of a decision tree. Choose the class that is to be found.")


class ReadingOptionsDialog(FittedDialog):
    """Emits `options_chosen(ReadOptions)`; what is left to be found is None there.

    `found` is how the file was read, `chosen` what the user had set before. A workbook has one of
    its `sheets` in place of the options of text. With each change it emits
    `preview_requested(ReadOptions)`, and shows the first rows that come of it.
    """

    help_page = "import"
    options_chosen = Signal(object)
    preview_requested = Signal(object)

    def __init__(
        self,
        found: ReadOptions,
        chosen: ReadOptions,
        parent: QWidget | None = None,
        sheets: Sequence[Sheet] = (),
    ) -> None:
        super().__init__(parent)
        self._found, self._chosen, self._sheets = found, chosen, sheets
        self._boxes: dict[str, QComboBox] = {}
        self._skip = WholeNumberBox("reading_skip", _SKIP, 0, _MOST_SKIPPED)
        self._skip.setKeyboardTracking(True)  # the preview follows each digit
        self._header = QCheckBox(tr("The first row holds the names of the columns"))
        self._facts = text_label(tone="muted", name="reading_facts")
        self._fault = Badge("reading_fault", tone="danger", wraps=True)
        self._table = PreviewTable("reading_preview")
        name_widget(self, "reading_options_dialog", tr("Reading options"))
        self.setWindowTitle(tr("Reading options"))
        # Several changes in a row, as of an arrow key held down, are one look at the file.
        self._later = QTimer(self, singleShot=True, interval=_CHANGES_MS)
        self._later.timeout.connect(self.request_preview)
        self._build(found)
        self._connect()

    @property
    def options(self) -> ReadOptions:
        """What the widgets say."""
        picked: dict[str, Any] = {name: _picked(box) for name, box in self._boxes.items()}
        typed = self._skip.value()
        skip = typed if typed or self._found.skip else None  # 0 takes back what was found
        checked = self._header.isChecked()
        as_found = self._chosen.header is None and checked is (self._found.header is not False)
        header = None if as_found else checked
        return replace(self._chosen, header=header, skip=skip, **picked)

    def request_preview(self) -> None:
        """Ask for the first rows as they would be read now."""
        self.preview_requested.emit(self.options)

    def show_first_rows(self, found: FirstRows) -> None:
        """Show the first rows, which can be read like this."""
        self._fault.show_remark("", "danger")
        columns = tr(
            "{columns} column{word}",
            columns=len(found.columns),
            word="" if len(found.columns) == 1 else "s",
        )
        self._facts.setText(f"{columns}  \u00b7  {found.described}")
        self._table.show_rows(found.columns, found.rows)
        self._table.setEnabled(True)

    def show_fault(self, message: str) -> None:
        """Say why the file cannot be read like this; the last rows stay, as they were."""
        self._facts.setText("")
        self._fault.show_remark(message, "danger")
        self._table.setEnabled(False)

    def _build(self, found: ReadOptions) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        named = tuple((_sheet_words(one), one.name) for one in self._sheets)
        fields = _TEXT_FIELDS if found.sheet is None else (("sheet", tr("Sheet"), named),)
        row = 0
        for row, (name, words, choices) in enumerate(fields):
            box = _box(choices, getattr(found, name), getattr(self._chosen, name))
            self._boxes[name] = box
            name_widget(box, f"reading_{name}", words)
            grid.addWidget(text_label(words), row, 0)
            grid.addWidget(box, row, 1)
        self._skip.setValue(self._chosen.skip or found.skip or 0)
        grid.addWidget(text_label(_SKIP), row + 1, 0)
        grid.addWidget(self._skip, row + 1, 1)
        name_widget(self._header, "reading_header", self._header.text())
        self._header.setChecked(found.header is not False)
        grid.addWidget(self._header, row + 2, 0, 1, 2)
        grid.setRowStretch(row + 3, 1)
        sides = QHBoxLayout()
        sides.setSpacing(20)
        sides.addLayout(grid)
        sides.addLayout(self._preview(), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(dialog_title(tr("Reading options")))
        layout.addLayout(sides, 1)
        layout.addLayout(self._buttons())
        self.resize(900, 420)

    def _preview(self) -> QVBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(text_label(tr("First rows"), font=fonts.body(fonts.SEMIBOLD)))
        head.addWidget(self._facts, 1)
        side = QVBoxLayout()
        side.setSpacing(8)
        side.addLayout(head)
        side.addWidget(card_round(self._table, "reading_preview_card", margin=1), 1)
        side.addWidget(self._fault)
        self._fault.hide()
        return side

    def _connect(self) -> None:
        for box in self._boxes.values():
            box.currentTextChanged.connect(lambda _: self._later.start())
        self._skip.valueChanged.connect(lambda _: self._later.start())
        self._header.toggled.connect(lambda _: self._later.start())

    def _buttons(self) -> QHBoxLayout:
        cancel = plain_button(tr("Cancel"), "reading_cancel")
        cancel.clicked.connect(self.reject)
        read = main_button(tr("Read again"), "reading_apply", tr("Read the file again"))
        read.clicked.connect(self._apply)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addStretch()
        row.addWidget(cancel)
        row.addWidget(read)
        return row

    def _apply(self) -> None:
        options = self.options
        self.accept()
        self.options_chosen.emit(options)


def _sheet_words(sheet: Sheet) -> str:
    """Say size and first line of a sheet: Scores, 513 by 8: id, label, score_a."""
    size = (
        tr(", {rows} by {columns}", rows=sheet.rows, columns=sheet.columns)
        if sheet.rows and sheet.columns
        else ""
    )
    first = ", ".join(sheet.first[:_SHOWN_CELLS])
    if len(first) > _LONGEST_FIRST or len(sheet.first) > _SHOWN_CELLS:
        first = f"{first[:_LONGEST_FIRST].rstrip(', ')}\u2026"
    return (
        f"{sheet.name}{size}: {first}"
        if first
        else tr("{name}{size}, empty", name=sheet.name, size=size)
    )


def _picked(box: QComboBox) -> str | None:
    text = box.currentText()
    position = box.findText(text)
    return box.itemData(position) if position >= 0 else text.strip() or None


def _box(choices: Sequence[Choice], found: str | None, chosen: str | None) -> QComboBox:
    """Offer the choices below "as found"; a value set by hand that is not listed joins them."""
    box = ChoiceBox()
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    name = next((text for text, value in choices if value == found), found or "nothing")
    box.addItem(tr("As found: {name}", name=name), None)
    for text, value in choices:
        box.addItem(text, value)
    if chosen is not None and box.findData(chosen) < 0:
        box.addItem(chosen, chosen)
    box.setCurrentIndex(max(0, box.findData(chosen, flags=Qt.MatchFlag.MatchExactly)))
    return box


class PositiveDialog(FittedDialog):
    """Emits `positive_chosen(class)`, `cancelled()` and `help_requested(page)`."""

    help_page = "inputs"
    positive_chosen = Signal(str)
    cancelled = Signal()
    help_requested = Signal(str)

    def __init__(self, file: str, classes: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "positive_dialog", tr("Choose the positive class"))
        self.setWindowTitle(tr("Import a file"))
        self._choice = ChoiceBox()
        self._choice.addItems(classes)
        name_widget(self._choice, "positive_choice", tr("Positive class"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(dialog_title(file))
        layout.addWidget(text_label(_WHAT, tone="muted", wrap=True))
        layout.addLayout(self._question())
        layout.addSpacing(6)
        layout.addLayout(self._foot())
        self.setMinimumWidth(fonts.scaled(420))
        self._choice.setFocus()

    def accept(self) -> None:
        """Close, and tell which class was chosen."""
        super().accept()
        self.positive_chosen.emit(self._choice.currentText())

    def reject(self) -> None:
        """Close, and tell that nothing is wanted."""
        super().reject()
        self.cancelled.emit()

    def _question(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(text_label(tr("Positive class"), font=fonts.body(fonts.SEMIBOLD)))
        row.addWidget(self._choice, 1)
        return row

    def _foot(self) -> QHBoxLayout:
        about = LinkButton(tr("Help"))
        name_widget(about, "positive_help", tr("Help on files of counts"))
        cancel = plain_button(tr("Cancel"), "positive_cancel")
        proceed = main_button(tr("Import"), "positive_accept")
        about.clicked.connect(lambda: self.help_requested.emit("inputs"))
        cancel.clicked.connect(self.reject)
        proceed.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addStretch()
        for widget in (about, cancel, proceed):
            foot.addWidget(widget)
        return foot
