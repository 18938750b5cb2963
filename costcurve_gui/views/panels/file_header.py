"""The head of the panel of data and models: the open file, its cases and its classes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.dataio.roles.column_roles import cases_of, class_name
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.file_names import distinct_names
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.labels import NameLabel, WrappedLabel, name_widget, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.settings import AnalysisState

_LONG_CLASSES = 16  # letters after both counts


def counts_text(info: DatasetInfo) -> str:
    """Say how many cases of either class the file has; of several classes the chosen one."""
    if info.classes:
        total = numbers.count(info.positives + info.negatives)
        return tr(
            "{positives} of {total}, {prevalence}",
            positives=numbers.count(info.positives),
            total=total,
            prevalence=numbers.percent(info.prevalence),
        )
    negatives = cases_of(numbers.count(info.negatives), info.negative_called)
    positives = cases_of(numbers.count(info.positives), info.positive_called)
    classes = (info.positive_called, info.negative_called)
    if sum(len(cases_of("", label)) for label in classes) > _LONG_CLASSES:
        # The name of the positive class stands to the left already, and needs the room there.
        positives = numbers.count(info.positives)
    return f"{positives}, {numbers.percent(info.prevalence)}  \u00b7  {negatives}"


class FileHeader(QWidget):
    """Shows the open file, or a choice of several.

    Emits `dataset_activated(id)`, `remove_requested(id)` and `reference_chosen(class)`.
    """

    dataset_activated = Signal(object)
    remove_requested = Signal(object)
    reference_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._info: DatasetInfo | None = None
        self._mark = numbers.decimal_mark()
        self._name = WrappedLabel(font=fonts.body(fonts.SEMIBOLD))
        self._cases = text_label(name="file_cases")
        self._positive = NameLabel(font=fonts.small(), tone="muted")
        self._counts = text_label(font=fonts.small(), tone="muted", name="file_counts")
        self._close = QAction(self)
        self._first, self._second = QHBoxLayout(), QHBoxLayout()
        self._build()
        self._connect()

    @cached_property
    def _choice(self) -> ChoiceBox:
        """The files, made when there are several."""
        box = _choice_in(self._first, "file_choice", tr("File shown"))
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box.activated.connect(lambda at: self.dataset_activated.emit(box.itemData(at)))
        return box

    @cached_property
    def _reference(self) -> ChoiceBox:
        """The classes, made when there are several."""
        box = _choice_in(self._second, "file_reference", tr("Class against all others"))
        box.activated.connect(self._report_reference)
        return box

    def show_state(self, state: AnalysisState) -> None:
        """Show the files of another state."""
        self._show_choice(state)
        mark = numbers.decimal_mark()
        if (state.dataset, mark) == (self._info, self._mark):
            return
        self._mark = mark
        self._info = state.dataset
        if self._info is not None:
            self._show_info(self._info)

    def _show_choice(self, state: AnalysisState) -> None:
        several = len(state.datasets) > 1
        if not several and not self._name.isHidden():
            return
        self._name.setVisible(not several)
        self._choice.setVisible(several)
        shown = [self._choice.itemData(at) for at in range(self._choice.count())]
        with QSignalBlocker(self._choice):
            if shown != [info.id for info in state.datasets]:
                names = distinct_names((one.name, one.path) for one in state.datasets)
                files = zip(names, state.datasets, strict=True)
                self._choice.offer((name, one.id, one.path) for name, one in files)
            self._choice.setCurrentIndex(self._choice.findData(state.active))

    def _show_info(self, info: DatasetInfo) -> None:
        weighted = tr(", weighted") if info.weighted else ""
        self._name.set_full_text(info.name)
        self._name.setToolTip(info.path)
        self._cases.setText(
            tr("{rows} cases{weighted}", rows=numbers.count(info.rows), weighted=weighted)
        )
        self._show_positive(info)
        self._counts.setText(counts_text(info))
        self._close.setText(tr("Close {name}", name=info.name))
        self._close.setEnabled(True)

    def _show_positive(self, info: DatasetInfo) -> None:
        """Name the positive class; of several classes let another one be chosen."""
        several = bool(info.classes)
        self._positive.show_name(tr("positive = "), info.positive_called)
        if not several and not self._positive.isHidden():
            return
        self._positive.setVisible(not several)
        self._reference.setVisible(several)
        entries = []
        for name, cases in info.classes:
            said = class_name(name)
            share = tr("{cases} cases of {said}", cases=numbers.count(cases), said=said)
            entries.append((tr("{said} against all others", said=said), name, share))
        self._reference.offer(entries)
        self._reference.setCurrentIndex(self._reference.findData(info.positive_label))

    def _build(self) -> None:
        name_widget(self, "file_header", tr("Open file"))
        self._name.setObjectName("file_name")
        self._positive.setObjectName("file_positive")
        for row, name, count in (
            (self._first, self._name, self._cases),
            (self._second, self._positive, self._counts),
        ):
            row.setSpacing(8)
            row.addWidget(name, 1)
            row.addWidget(count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 11)
        layout.setSpacing(3)
        layout.addLayout(self._first)
        layout.addLayout(self._second)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _connect(self) -> None:
        self._close.setObjectName("close_file")
        self._close.setEnabled(False)
        self._close.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        self._close.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._close.triggered.connect(self._ask_to_close)
        self.addAction(self._close)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)

    def _report_reference(self, index: int) -> None:
        chosen = self._reference.itemData(index)
        if self._info is not None:  # it changes when the curves are there
            self._reference.setCurrentIndex(self._reference.findData(self._info.positive_label))
        self.reference_chosen.emit(chosen)

    def _ask_to_close(self) -> None:
        if self._info is not None:
            self.remove_requested.emit(self._info.id)

    def _open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._close)
        menu.popup(self.mapToGlobal(position))


def _choice_in(row: QHBoxLayout, name: str, accessible: str) -> ChoiceBox:
    """Return a list of choices, put into a row beside the label that it stands in for."""
    box = ChoiceBox(name, accessible)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    row.insertWidget(1, box, 1)
    return box
