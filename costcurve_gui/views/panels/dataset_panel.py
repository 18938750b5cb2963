"""The panel of data and models."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.analysis.derivations import REVERSED
from costcurve_gui.analysis.model_edits import edited
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.file_header import FileHeader
from costcurve_gui.views.panels.group_hint import GroupHint
from costcurve_gui.views.panels.model_filter import SubsetSwitches
from costcurve_gui.views.panels.model_list import ModelList
from costcurve_gui.views.panels.model_row import hidden_note, left_out_note, ranks_backwards
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.figures import LinkedLine
from costcurve_gui.views.widgets.frames import own_viewport
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import (
    name_widget,
    rule,
    text_label,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.settings import AnalysisState
    from costcurve_gui.analysis.snapshot import Snapshot


_FEW = 6  # models that need no counts of them
_MOST_LINES = 7  # of warnings; more of them scroll


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
        self._link = LinkButton(tr("Details"), small=True)
        self._reverse = LinkButton(tr("Reverse"), small=True)
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
            self._reverse.setToolTip(tr("Add {name} reversed to the list", name=backwards.name))
            self._reverse.setAccessibleName(tr("Reverse {name}", name=backwards.name))
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
        self._link.setText(tr("Less") if self._open else tr("Details"))
        self._link.setVisible(self._open or self._warnings[1:] != () or first != self._joined())
        self.setVisible(bool(self._warnings))

    def _joined(self) -> str:
        return "\n".join(self._warnings)

    def _build(self) -> None:
        name_widget(self, "model_warnings", tr("Warnings on the models"))
        self._text.setObjectName("model_warnings_text")
        name_widget(self._link, "model_warnings_details", tr("Details of the warnings"))
        name_widget(self._reverse, "model_warnings_reverse", tr("Reverse"))
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
    `remove_requested(id)`, `reference_chosen(class)`, `resample_requested(column)` and
    `rows_kept_apart()`.
    """

    model_selected = Signal(object)
    model_shown = Signal(object, bool)
    hidden_chosen = Signal(object)
    reverse_requested = Signal(object)
    model_removed = Signal(object)
    dataset_activated = Signal(object)
    remove_requested = Signal(object)
    reference_chosen = Signal(str)
    resample_requested = Signal(str)
    rows_kept_apart = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.header = FileHeader()
        self.groups = GroupHint()
        self.models = ModelList()
        self._note = text_label(font=fonts.small(), tone="muted", wrap=True, name="curves_hidden")
        self._show_all = LinkButton(tr("Show all"), small=True)
        self._hidden_row = QWidget()
        self._left_out = LinkedLine(
            "models_left_out",
            tr("Let all in"),
            tr("Let all models into the decision"),
            font=fonts.small(),
            tone="warning",
        )
        self._fault = text_label(font=fonts.small(), tone="danger", wrap=True, name="model_fault")
        self._removed_note = text_label(font=fonts.small(), tone="muted", wrap=True)
        self._bring_back = LinkButton(tr("Bring back"), small=True)
        self._removed_row = QWidget()
        self.warnings = WarningLine()
        self._build()
        self._connect()

    def show_state(self, state: AnalysisState) -> None:
        """Show the files of another state, and how many models were removed."""
        self.header.show_state(state)
        self.groups.show_state(state)
        removed = _removed_models(state)
        self.models.show_removed(removed)
        self._removed_note.setText(_removed_note(list(removed.values())))
        self._removed_note.setToolTip(escape("\n".join(removed.values())))
        self._removed_row.setVisible(bool(removed))
        self.show_fault("")

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """List the models of another curve set."""
        self.models.show_curves(curve_set)
        backwards = () if curve_set is None else _backwards(curve_set)
        others = (
            () if curve_set is None else tuple(m for m in curve_set.models if m not in backwards)
        )
        models = (*backwards, *others)
        found = tuple(numbers.in_sentence(model.warning) for model in models if model.warning)
        self.warnings.show_warnings(found, backwards[0].info if backwards else None)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the figures of another snapshot."""
        self.models.show_snapshot(snapshot)
        self._show_subsets(len(snapshot.models) > _FEW)
        note = hidden_note(snapshot)
        self._note.setText(note)
        self._hidden_row.setVisible(bool(note))
        self._left_out.show_text(left_out_note(snapshot))

    @cached_property
    def _subsets(self) -> SubsetSwitches:
        """The counts above the list, made where there are many models."""
        switches = SubsetSwitches()
        switches.chosen.connect(self.models.keep)
        self.models.all_listed.connect(switches.reset)
        layout = cast("QVBoxLayout", self.layout())
        layout.insertWidget(layout.indexOf(self.models), switches)
        return switches

    def _show_subsets(self, many: bool) -> None:
        self.models.filter.stay(many)
        if many:
            self._subsets.show_counts(self.models.subset.counts())
        elif "_subsets" in self.__dict__ and not self._subsets.isHidden():
            self.models.list_all()
        if many or "_subsets" in self.__dict__:
            self._subsets.setVisible(many)

    def show_fault(self, fault: str) -> None:
        """Say why a model was not edited; it is said until something else is done."""
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))

    def _build(self) -> None:
        name_widget(self, "dataset_panel", tr("Data and models"))
        name_widget(self._show_all, "show_all_curves", tr("Show all curves"))
        name_widget(self._bring_back, "bring_models_back", tr("Bring removed models back"))
        self._removed_note.setObjectName("models_removed")
        self._fault.setContentsMargins(12, 4, 12, 2)
        self._fault.hide()
        _lay(self._hidden_row, self._note, self._show_all)
        _lay(self._removed_row, self._removed_note, self._bring_back)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(0)
        self._left_out.setContentsMargins(12, 4, 12, 2)
        notes = self._fault, self._hidden_row, self._left_out, self._removed_row, self.warnings
        search = QHBoxLayout()
        search.setContentsMargins(12, 0, 12, 0)
        search.addWidget(self.models.filter)
        for widget in (self.header, self.groups, rule(), self.models, rule(), *notes):
            layout.addWidget(widget)
        layout.insertLayout(layout.indexOf(self.models), search)
        layout.addStretch(1)

    def _connect(self) -> None:
        self._left_out.link_clicked.connect(lambda: self.models.commands.let_in.emit(None))
        self._show_all.clicked.connect(lambda: self.models.commands.show_only(None))
        self.models.model_selected.connect(self.model_selected)
        self.models.model_shown.connect(self.model_shown)
        self.models.hidden_chosen.connect(self.hidden_chosen)
        self.models.reverse_requested.connect(self.reverse_requested)
        self.models.remove_requested.connect(self.model_removed)
        self.models.selectionModel().currentRowChanged.connect(lambda *_: self.show_fault(""))
        self._bring_back.clicked.connect(lambda: self.models.back_requested.emit(None))
        self.warnings.reverse_requested.connect(self.reverse_requested)
        self.header.dataset_activated.connect(self.dataset_activated)
        self.header.remove_requested.connect(self.remove_requested)
        self.header.reference_chosen.connect(self.reference_chosen)
        self.groups.resample_requested.connect(self.resample_requested)
        self.groups.dismissed.connect(self.rows_kept_apart)


def _lay(row: QWidget, note: QLabel, link: LinkButton) -> None:
    """Lay out a note below the list with its link, hidden until there is something to say."""
    layout = QHBoxLayout(row)
    layout.setContentsMargins(12, 4, 12, 2)
    layout.setSpacing(8)
    layout.addWidget(note, 1)
    layout.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
    row.hide()


def _removed_models(state: AnalysisState) -> dict[str, str]:
    """Return the names of the models that were removed from the list, by column."""
    edits, info = state.current.edits, state.file
    if info is None or not edits.removed:
        return {}
    models = edited(info, replace(edits, removed=frozenset())).models
    return {model.column: model.name for model in models if model.column in edits.removed}


def _removed_note(names: list[str]) -> str:
    """Say what was removed: its name alone, or how many models."""
    if len(names) == 1:
        return tr("{names} was removed from the list.", names=names[0])
    return tr("{names} models were removed from the list.", names=len(names)) if names else ""


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
