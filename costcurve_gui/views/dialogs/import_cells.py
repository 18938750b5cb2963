"""The controls in the rows of the columns' table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.import_choices import NUMERIC_ONLY
from costcurve_gui.views.widgets.choice_box import ChoiceBox
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.text import name_widget

if TYPE_CHECKING:
    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.roles.column_roles import Role

CELL_MARGIN = 3
_FILL = Qt.AlignmentFlag(0)


@dataclass(frozen=True, slots=True)
class Remark:
    """What was found in a column: words, their tone, and a repair with its key, if there is one."""

    text: str
    tone: str = "success"
    repair: str = ""
    repair_words: str = ""


class RoleBox(ChoiceBox):
    """Offers the roles a column can take; scrolling past it changes nothing."""

    reached = Signal()

    def __init__(self, column: ColumnInfo, role: Role) -> None:
        super().__init__()
        name_widget(self, f"role_{column.name}", f"Use {column.name} as")
        self.setProperty("dense", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for choice, words in import_words.ROLE_WORDS.items():
            self.addItem(words, choice)
        self._why_no_numbers = column.note or "The column holds no numbers"
        if not column.kind.is_numeric:
            self._rest(NUMERIC_ONLY)
        self.show_role(role)

    def show_role(self, role: Role) -> None:
        """Show another role without a signal."""
        self.setCurrentIndex(self.findData(role))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the table."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that the row should be seen."""
        super().focusInEvent(event)
        self.reached.emit()

    def _rest(self, roles: frozenset[Role]) -> None:
        model = self.model()
        if isinstance(model, QStandardItemModel):
            for role in roles:
                item = model.item(self.findData(role))
                item.setEnabled(False)
                item.setToolTip(self._why_no_numbers)


def repair_link(column: str, remark: Remark) -> LinkButton:
    """Return the link that settles a finding."""
    link = LinkButton(remark.repair_words)
    name_widget(link, f"repair_{column}", f"{remark.repair_words}: {column}")
    return link


def held(widget: QWidget, *, to_the_right: bool = False) -> QWidget:
    """Put a widget into a cell without letting it fill the cell."""
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(CELL_MARGIN, 1, CELL_MARGIN, 1)
    layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignRight if to_the_right else _FILL)
    return holder
