"""The panel of data and models."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.analysis.derivations import REVERSED
from costcurve_gui.dataio.roles.column_roles import cases_of, class_name
from costcurve_gui.views.panels.model_list import ModelList
from costcurve_gui.views.panels.model_rows import hidden_note, ranks_backwards
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.frames import own_viewport
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import (
    NameLabel,
    WrappedLabel,
    name_widget,
    rule,
    text_label,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
    from costcurve_gui.analysis.settings import AnalysisState
    from costcurve_gui.analysis.snapshot import Snapshot


_LONG_CLASSES = 16  # letters after both counts
_MOST_LINES = 7  # of warnings; more of them scroll


def counts_text(info: DatasetInfo) -> str:
    """Say how many cases of either class the file has; of several classes the chosen one."""
    if info.classes:
        total = numbers.count(info.positives + info.negatives)
        return f"{numbers.count(info.positives)} of {total}, {numbers.percent(info.prevalence)}"
    negatives = cases_of(numbers.count(info.negatives), info.negative_label)
    positives = cases_of(numbers.count(info.positives), info.positive_label)
    classes = (info.positive_label, info.negative_label)
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
        box = _choice_in(self._first, "file_choice", "File on show")
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box.activated.connect(lambda at: self.dataset_activated.emit(box.itemData(at)))
        return box

    @cached_property
    def _reference(self) -> ChoiceBox:
        """The classes, made when there are several."""
        box = _choice_in(self._second, "file_reference", "Class against all others")
        box.activated.connect(self._report_reference)
        return box

    def show_state(self, state: AnalysisState) -> None:
        """Show the files of another state."""
        self._show_choice(state)
        if state.dataset == self._info:
            return
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
                self._choice.offer((one.name, one.id, one.path) for one in state.datasets)
            self._choice.setCurrentIndex(self._choice.findData(state.active))

    def _show_info(self, info: DatasetInfo) -> None:
        weighted = ", weighted" if info.weighted else ""
        self._name.set_full_text(info.name)
        self._name.setToolTip(info.path)
        self._cases.setText(f"{numbers.count(info.rows)} cases{weighted}")
        self._show_positive(info)
        self._counts.setText(counts_text(info))
        self._close.setText(f"Close {info.name}")
        self._close.setEnabled(True)

    def _show_positive(self, info: DatasetInfo) -> None:
        """Name the positive class; of several classes let another one be chosen."""
        several = bool(info.classes)
        self._positive.show_name("positive = ", info.positive_label)
        if not several and not self._positive.isHidden():
            return
        self._positive.setVisible(not several)
        self._reference.setVisible(several)
        entries = []
        for name, cases in info.classes:
            said = class_name(name)
            share = f"{numbers.count(cases)} cases of {said}"
            entries.append((f"{said} against all others", name, share))
        self._reference.offer(entries)
        self._reference.setCurrentIndex(self._reference.findData(info.positive_label))

    def _build(self) -> None:
        name_widget(self, "file_header", "Open file")
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


class _LowScroll(QScrollArea):
    """Shows a wrapped label, which scrolls where it has more than a few lines."""

    def __init__(self, label: QLabel) -> None:
        super().__init__()
        self._label = label
        own_viewport(self)
        self.setWidget(label)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the text again."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Take the height of the text, within bounds; Tab stops here only where it scrolls."""
        needed = max(self._label.heightForWidth(self.viewport().width()), 0)  # -1 without words
        most = _MOST_LINES * self._label.fontMetrics().lineSpacing()
        self.setFixedHeight(min(needed, most))
        scrolls = needed > most
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if scrolls else Qt.FocusPolicy.NoFocus)


class WarningLine(QWidget):
    """The first warning of a curve set; "Details" opens the others below it.

    Where it is about a model that ranks backwards, "Reverse" emits `reverse_requested(key)`.
    """

    reverse_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._warnings: tuple[str, ...] = ()
        self._backwards: ModelInfo | None = None
        self._open = False
        self._text = text_label(font=fonts.small(fonts.MEDIUM), tone="warning", wrap=True)
        self._scroll = _LowScroll(self._text)
        self._link = LinkButton("Details", small=True)
        self._reverse = LinkButton("Reverse", small=True)
        self._build()
        self._link.clicked.connect(self._switch)
        self._reverse.clicked.connect(self._ask_to_reverse)
        self.hide()

    @property
    def text(self) -> str:
        """The words on show."""
        return self._text.text()

    def show_warnings(self, warnings: tuple[str, ...], backwards: ModelInfo | None = None) -> None:
        """Show other warnings; none hides the line. `backwards` is a model to be reversed."""
        self._backwards = backwards
        self._reverse.setVisible(backwards is not None)
        if backwards is not None:
            self._reverse.setToolTip(f"Add {backwards.name} reversed to the list")
            self._reverse.setAccessibleName(f"Reverse {backwards.name}")
        if warnings != self._warnings:
            self._warnings, self._open = warnings, False
            self._refresh()

    def _switch(self) -> None:
        self._open = not self._open
        self._refresh()

    def _ask_to_reverse(self) -> None:
        if self._backwards is not None:
            self.reverse_requested.emit(self._backwards.key)

    def _refresh(self) -> None:
        first = self._warnings[0].partition(". ")[0] if self._warnings else ""
        self._text.setText("\n".join(self._warnings) if self._open else first)
        self._scroll.fit()
        self._link.setText("Less" if self._open else "Details")
        self._link.setVisible(self._open or self._warnings[1:] != () or first != self._joined())
        self.setVisible(bool(self._warnings))

    def _joined(self) -> str:
        return "\n".join(self._warnings)

    def _build(self) -> None:
        name_widget(self, "model_warnings", "Warnings on the models")
        self._text.setObjectName("model_warnings_text")
        name_widget(self._link, "model_warnings_details", "Details of the warnings")
        name_widget(self._reverse, "model_warnings_reverse", "Reverse")
        self._reverse.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 5, 12, 5)
        layout.setSpacing(8)
        top = Qt.AlignmentFlag.AlignTop
        self._text.setContentsMargins(0, 3, 0, 3)
        layout.addWidget(ThemedIcon("warning", "warning", 16), 0, top)
        layout.addWidget(self._scroll, 1, top)
        layout.addWidget(self._reverse, 0, top)
        layout.addWidget(self._link, 0, top)


class DatasetPanel(QWidget):
    """Shows the open files and the list of models, which is the legend of every plot.

    Emits `model_selected(key)`, `model_shown(key, bool)`, `hidden_chosen(frozenset)`,
    `reverse_requested(key)`, `model_removed(key)`, `dataset_activated(id)`,
    `remove_requested(id)` and `reference_chosen(class)`.
    """

    model_selected = Signal(object)
    model_shown = Signal(object, bool)
    hidden_chosen = Signal(object)
    reverse_requested = Signal(object)
    model_removed = Signal(object)
    dataset_activated = Signal(object)
    remove_requested = Signal(object)
    reference_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.header = FileHeader()
        self.models = ModelList()
        self._note = text_label(font=fonts.small(), tone="muted", wrap=True, name="curves_hidden")
        self._show_all = LinkButton("Show all", small=True)
        self._hidden_row = QWidget()
        self.warnings = WarningLine()
        self._build()
        self._connect()

    def show_state(self, state: AnalysisState) -> None:
        """Show the files of another state."""
        self.header.show_state(state)

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """List the models of another curve set."""
        self.models.show_curves(curve_set)
        backwards = () if curve_set is None else _backwards(curve_set)
        others = (
            () if curve_set is None else tuple(m for m in curve_set.models if m not in backwards)
        )
        found = tuple(model.warning for model in (*backwards, *others) if model.warning)
        self.warnings.show_warnings(found, backwards[0].info if backwards else None)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the figures of another snapshot."""
        self.models.show_snapshot(snapshot)
        note = hidden_note(snapshot)
        self._note.setText(note)
        self._hidden_row.setVisible(bool(note))

    def _build(self) -> None:
        name_widget(self, "dataset_panel", "Data and models")
        self._build_hidden_row()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(0)
        for widget in (self.header, rule(), self.models, rule(), self._hidden_row, self.warnings):
            layout.addWidget(widget)
        layout.addStretch(1)

    def _build_hidden_row(self) -> None:
        name_widget(self._show_all, "show_all_curves", "Show all curves")
        row = QHBoxLayout(self._hidden_row)
        row.setContentsMargins(12, 4, 12, 2)
        row.setSpacing(8)
        row.addWidget(self._note, 1)
        row.addWidget(self._show_all, 0, Qt.AlignmentFlag.AlignTop)
        self._hidden_row.hide()

    def _connect(self) -> None:
        self._show_all.clicked.connect(lambda: self.models.show_only(None))
        self.models.model_selected.connect(self.model_selected)
        self.models.model_shown.connect(self.model_shown)
        self.models.hidden_chosen.connect(self.hidden_chosen)
        self.models.reverse_requested.connect(self.reverse_requested)
        self.models.remove_requested.connect(self.model_removed)
        self.warnings.reverse_requested.connect(self.reverse_requested)
        self.header.dataset_activated.connect(self.dataset_activated)
        self.header.remove_requested.connect(self.remove_requested)
        self.header.reference_chosen.connect(self.reference_chosen)


def _backwards(curve_set: CurveSet) -> tuple[ModelCurves, ...]:
    """Return the models that rank backwards, but for those of which the list has both ways."""
    reversals = [
        model.info
        for model in curve_set.models
        if model.info.derived is not None and model.info.derived.kind is REVERSED
    ]
    both_ways = {info.column for info in reversals}
    both_ways.update(info.derived.sources[0] for info in reversals if info.derived is not None)
    return tuple(
        model
        for model in curve_set.models
        if ranks_backwards(model, curve_set) and model.info.column not in both_ways
    )
