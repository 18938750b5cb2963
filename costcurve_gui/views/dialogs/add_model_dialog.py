"""Asks how a model is to be derived from others."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.analysis.derivations import DERIVATIONS, REVERSED
from costcurve_gui.analysis.derived_models import EXPECTED, ModelDraft, proposed_name
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import FittedDialog, dialog_title
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.item_views import ROW_HEIGHT, set_row_height
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtGui import QStandardItemModel

    from costcurve_gui.analysis.derivation import Derivation

_WIDTH = 420
_ROWS_SHOWN = 6


class AddModelDialog(FittedDialog):
    """Emits `model_requested(ModelDraft)`; whoever makes the model closes the dialog.

    `names` are the models to choose from by key, `selected` the one that is offered first. Kinds
    that need more than the `rows` of the file have are listed, and cannot be chosen.
    """

    help_page = "models"
    model_requested = Signal(object)
    help_requested = Signal(str)

    def __init__(
        self,
        names: Mapping[str, str],
        selected: str | None,
        kind: Derivation = REVERSED,
        parent: QWidget | None = None,
        *,
        rows: TableKind = TableKind.SCORES,
    ) -> None:
        super().__init__(parent)
        self._names, self._rows_are = names, rows
        self._kind, self._first, self._second = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self._chain = QListWidget()
        self._name = QLineEdit()
        self._meaning = text_label(tone="muted", wrap=True, name="add_model_meaning")
        self._error = text_label(tone="danger", wrap=True, name="add_model_error")
        name_widget(self, "add_model_dialog", tr("Add model"))
        self.setWindowTitle(tr("Add model"))
        self.setFixedWidth(_WIDTH)
        self._fill(selected, kind if kind.needs.met_by(rows) else REVERSED)
        self._build()
        self._connect()
        self._show_kind()

    @property
    def draft(self) -> ModelDraft:
        """What the widgets say."""
        return ModelDraft(self._chosen_kind(), self._sources(), self._name.text())

    def show_error(self, message: str) -> None:
        """Say why the model cannot be made; the dialog stays open."""
        self._error.setText(message)
        self._error.setVisible(bool(message))
        self._add.setEnabled(True)
        self._fit()

    def _chosen_kind(self) -> Derivation:
        return DERIVATIONS[self._kind.currentData()]

    def _sources(self) -> tuple[str, ...]:
        kind = self._chosen_kind()
        if kind.takes_more:
            items = [self._chain.item(row) for row in range(self._chain.count())]
            return tuple(
                item.data(Qt.ItemDataRole.UserRole)
                for item in items
                if item.checkState() == Qt.CheckState.Checked
            )
        boxes = (self._first, self._second)[: kind.fewest]
        return tuple(box.currentData() for box in boxes)

    def _fill(self, selected: str | None, kind: Derivation) -> None:
        for one in DERIVATIONS.values():
            self._kind.addItem(one.label, one.key)
            if not one.needs.met_by(self._rows_are):
                self._refuse(self._kind.count() - 1)
        self._kind.setCurrentIndex(self._kind.findData(kind.key))
        for key, name in self._names.items():
            for box in (self._first, self._second):
                box.addItem(name, key)
            item = QListWidgetItem(name, self._chain)
            item.setData(Qt.ItemDataRole.UserRole, key)
            item.setCheckState(Qt.CheckState.Unchecked)
        at = max(0, self._first.findData(selected))
        self._first.setCurrentIndex(at)
        self._second.setCurrentIndex(0 if at else min(1, self._second.count() - 1))
        if self._chain.count():
            self._chain.item(at).setCheckState(Qt.CheckState.Checked)

    def _refuse(self, position: int) -> None:
        """Show a kind, greyed, that the file has too little for."""
        items = cast("QStandardItemModel", self._kind.model())
        item = items.item(position)
        item.setEnabled(False)
        item.setToolTip(
            tr(
                "Needs scored cases; the rows of this file are {rows_are}",
                rows_are=self._rows_are.rows_are,
            )
        )

    def _build(self) -> None:
        for widget, name, words in (
            (self._kind, "add_model_kind", tr("Kind")),
            (self._first, "add_model_first", tr("Model")),
            (self._second, "add_model_second", tr("Second model")),
            (self._chain, "add_model_chain", tr("Models of the chain")),
            (self._name, "add_model_name", tr("Name of the new model")),
        ):
            name_widget(widget, name, words)
        set_row_height(self._chain)
        self._chain.setFixedHeight(2 + ROW_HEIGHT * min(self._chain.count(), _ROWS_SHOWN))
        self._error.hide()
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(dialog_title(tr("Add model")))
        layout.addLayout(self._fields())
        layout.addWidget(self._meaning)
        layout.addWidget(self._error)
        layout.addLayout(self._foot())

    def _fields(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        self._joint = text_label()
        self._rows = (
            (text_label(tr("Kind")), self._kind),
            (text_label(tr("Model")), self._first),
            (self._joint, self._second),
            (text_label(tr("Models")), self._chain),
            (text_label(tr("Name")), self._name),
        )
        top = Qt.AlignmentFlag.AlignTop
        for row, (label, field) in enumerate(self._rows):
            grid.addWidget(label, row, 0, top if field is self._chain else Qt.AlignmentFlag(0))
            grid.addWidget(field, row, 1)
            label.setBuddy(field)
        return grid

    def _foot(self) -> QHBoxLayout:
        about = LinkButton(tr("About derived models"), quiet=True)
        name_widget(about, "add_model_help", tr("Help on derived models"))
        about.clicked.connect(lambda: self.help_requested.emit("models"))
        cancel = plain_button(tr("Cancel"), "add_model_cancel")
        cancel.clicked.connect(self.reject)
        self._add = main_button(tr("Add"), "add_model_add", tr("Add the model"))
        self._add.clicked.connect(self._request)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(about)
        row.addStretch()
        row.addWidget(cancel)
        row.addWidget(self._add)
        return row

    def _connect(self) -> None:
        self._kind.currentIndexChanged.connect(self._show_kind)
        self._first.currentIndexChanged.connect(self._propose)
        self._second.currentIndexChanged.connect(self._propose)
        self._chain.itemChanged.connect(self._propose)

    def _show_kind(self) -> None:
        kind = self._chosen_kind()
        for label, field in self._rows[1:4]:
            shown = kind.takes_more is (field is self._chain)
            if field is self._second:
                shown = shown and kind.fewest > 1
            label.setVisible(shown)
            field.setVisible(shown)
        self._joint.setText(kind.word if kind.uses_thresholds else "and")
        self._meaning.setText(" ".join((kind.meaning, *self._limits(kind))))
        self._propose()

    def _limits(self, kind: Derivation) -> Iterator[str]:
        """Yield what a file without cases cannot tell."""
        if self._rows_are is TableKind.SCORES:
            return
        if kind.uses_thresholds:
            yield tr("Without scored cases it is {expected}.", expected=EXPECTED)
        greyed = [one.label for one in DERIVATIONS.values() if not one.needs.met_by(self._rows_are)]
        yield (
            tr(
                "{greyed}: these need scored cases, and the rows of this file are {rows_are}.",
                greyed=", ".join(greyed),
                rows_are=self._rows_are.rows_are,
            )
        )

    def _propose(self) -> None:
        """Propose a name, unless the user typed one."""
        self.show_error("")
        if self._name.isModified() and self._name.text().strip():
            return
        sources = [self._names[key] for key in self._sources()]
        taken = set(self._names.values())
        self._name.setText(proposed_name(self._chosen_kind(), sources, taken))

    def _fit(self) -> None:
        """Take the height of what is shown: its wrapped words have none of their own."""
        self._layout.activate()
        self.resize(_WIDTH, self._layout.totalHeightForWidth(_WIDTH))

    def _request(self) -> None:
        self.show_error("")
        self._add.setEnabled(False)
        self.model_requested.emit(self.draft)
