"""What can be done with the models of the list: by the menu of a line, by keys, by the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QTableView

from costcurve_gui.views.panels.model_delegate import NAME_FIELD, NAMED_MODEL, toggle
from costcurve_gui.views.panels.model_filter import joint_hull_models
from costcurve_gui.views.panels.model_moving import moved_order
from costcurve_gui.views.panels.model_row import AUC, FIGURE, MODEL

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from costcurve_gui.views.panels.model_row import ModelRow
    from costcurve_gui.views.panels.model_rows import ModelRows

_PLAIN, _ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier


class ModelCommands(QObject):
    """Commands on models by key.

    Emits `colour_chosen(key, slot or None)`, `order_chosen(key moved, keys)`,
    `hidden_chosen(frozenset)`, `remove_requested(key)`, `reverse_requested(key)`,
    `band_requested(key)`, `left_out(key)` and `let_in(keys, or None for all)`.
    """

    colour_chosen = Signal(object, object)
    order_chosen = Signal(object, object)
    hidden_chosen = Signal(object)
    remove_requested = Signal(object)
    reverse_requested = Signal(object)
    band_requested = Signal(object)
    left_out = Signal(object)
    let_in = Signal(object)

    def __init__(self, models: QTableView, rows: ModelRows, list_all: Callable[[], object]) -> None:
        """Serve a list; `list_all` ends what keeps some models out of it."""
        super().__init__(models)
        self._models, self._rows, self._list_all = models, rows, list_all
        self._hidden_before: frozenset[str] = frozenset()  # when one curve alone was asked for
        self._keys: dict[tuple[int, Qt.KeyboardModifier], Callable[[str], None]] = {
            (Qt.Key.Key_F2, _PLAIN): self.begin_naming,
            (Qt.Key.Key_Delete, _PLAIN): self.remove_requested.emit,
            (Qt.Key.Key_Space, _ALT): self.show_only_or_back,
            (Qt.Key.Key_Up, _ALT): partial(self.step, by=-1),
            (Qt.Key.Key_Down, _ALT): partial(self.step, by=1),
            (Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier): self.copy_figures,
        }

    def has_key(self, event: QKeyEvent) -> bool:
        """Whether a key is one of a command; some of them mean something else in the window."""
        return self._pressed(event) in self._keys

    def takes_key(self, event: QKeyEvent, row: ModelRow) -> bool:
        """Carry out what a key means for a line; False where it means nothing."""
        if self._pressed(event) == (Qt.Key.Key_Space, _PLAIN):
            self.toggle_shown(row.key)
            return True
        if not row.slot or not self.has_key(event):
            return False
        self._keys[self._pressed(event)](row.key)
        return True

    def begin_naming(self, key: str) -> None:
        """Let a name be typed in place; Enter keeps it, Esc goes back."""
        row = self._rows.row_of(key)
        if row < 0:
            return
        if self._models.isRowHidden(row):
            self._list_all()
        index = self._rows.index(row, MODEL)
        named = self._rows.flags(index) & Qt.ItemFlag.ItemIsEditable
        if not named or self._goes_on_naming(key):
            return
        self._models.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._models.scrollTo(index)
        self._models.edit(index)

    def _goes_on_naming(self, key: str) -> bool:
        """Go on with the name that is being typed in a line; one typed in another is kept.

        A window without the focus leaves its field open: Qt refuses to open a second one.
        """
        field = self._models.findChild(QLineEdit, NAME_FIELD)
        if field is None or self._models.state() is not QTableView.State.EditingState:
            return False
        if field.property(NAMED_MODEL) == key:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
        self._models.commitData(field)
        self._models.closeEditor(field, QStyledItemDelegate.EndEditHint.NoHint)
        return False

    def toggle_left_out(self, key: str) -> None:
        """Ask to leave a model out of the decision, or to let it in again."""
        if self._rows.rows[self._rows.row_of(key)].left_out:
            self.let_in.emit([key])
        else:
            self.left_out.emit(key)

    def ask_for_band(self, row: ModelRow) -> None:
        """Ask for the band of a model beside that of the selected one, or for that one alone."""
        snapshot = self._rows.snapshot
        if row.slot and snapshot is not None and row.key != snapshot.selected:
            self.band_requested.emit(row.key)

    def toggle_shown(self, key: str) -> None:
        """Ask for the curve of a model, or hide it."""
        toggle(self._rows, self._rows.index(self._rows.row_of(key), MODEL))

    def copy_figures(self, key: str) -> None:
        """Put name and figures of a line on the clipboard, to be pasted as a row."""
        row = self._rows.row_of(key)
        cells = (self._rows.index(row, column).data() for column in (MODEL, AUC, FIGURE))
        QGuiApplication.clipboard().setText("\t".join(cells))

    def show_only(self, key: str | None) -> None:
        """Ask for one curve alone, or for all of them with None."""
        models = (row.key for row in self._model_rows)
        hidden = frozenset(model for model in models if key is not None and model != key)
        self.hidden_chosen.emit(hidden)

    def show_only_or_back(self, key: str) -> None:
        """Ask for one curve alone; where it is alone already, for those shown before."""
        snapshot = self._rows.snapshot
        always = set() if snapshot is None else {snapshot.selected}
        if {row.key for row in self._model_rows if row.shown} - always == {key} - always:
            self.hidden_chosen.emit(self._hidden_before - {key})
            return
        self._hidden_before = frozenset(row.key for row in self._model_rows if not row.shown)
        self.show_only(key)

    def show_only_on_joint_hull(self) -> None:
        """Ask for the curves of the models that are the best under some condition."""
        models = joint_hull_models(self._rows.snapshot)
        if models:
            self.hidden_chosen.emit(frozenset(row.key for row in self._model_rows) - models)

    def step(self, key: str, by: int) -> None:
        """Ask for a place further up or down, past one line that is seen."""
        seen, row = self.movable(), self._rows.row_of(key)
        if row in seen:
            self.move(row, seen.index(row) + (by if by < 0 else 1 + by))

    def move(self, row: int, place: int) -> None:
        """Ask for another place among the lines that are seen."""
        rows = self._rows.rows
        keys = [rows[one].key for one in self._in_order()]
        seen = [rows[one].key for one in self.movable()]
        if self._rows.headings:
            place = self._within_group(row, place)
        order = moved_order(keys, seen, rows[row].key, place)
        if order is not None:
            self.order_chosen.emit(rows[row].key, order)

    def _within_group(self, row: int, place: int) -> int:
        """Return the nearest place among the models of the same file."""
        rows = self._rows.rows
        group = [at for at, one in enumerate(self.movable()) if rows[one].file == rows[row].file]
        return min(max(place, group[0]), group[-1] + 1)

    def movable(self) -> list[int]:
        """Return the rows of models that are seen, in the order of the list."""
        return [row for row in self._in_order() if not self._models.isRowHidden(row)]

    def users_of_slots(self) -> dict[int, list[str]]:
        """Return the names of the models that have each colour and dash."""
        users: dict[int, list[str]] = {}
        for row in self._model_rows:
            users.setdefault(row.slot, []).append(row.name)
        return users

    def _in_order(self) -> list[int]:
        header, rows = self._models.verticalHeader(), self._rows.rows
        order = map(header.logicalIndex, range(len(rows)))
        return [row for row in order if rows[row].slot]

    @property
    def _model_rows(self) -> list[ModelRow]:
        return [row for row in self._rows.rows if row.slot]

    @staticmethod
    def _pressed(event: QKeyEvent) -> tuple[int, Qt.KeyboardModifier]:
        return event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
