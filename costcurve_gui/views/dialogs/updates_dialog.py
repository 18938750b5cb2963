"""Asks before the browser is opened at the page of the releases. The program itself never looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from costcurve_gui.views import fonts
from costcurve_gui.views.dialogs.plain_dialog import PlainDialog
from costcurve_gui.views.widgets.main_button import plain_button
from costcurve_gui.views.widgets.text import text_label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_ASK = (
    "The page of all releases opens in your web browser. Compare its newest version with yours. "
    "CostCurve itself connects to nothing, now or at any other time."
)


class UpdatesDialog(PlainDialog):
    """Emits `page_requested()` when the browser is wanted."""

    page_requested = Signal()

    def __init__(self, version: str, page: str, parent: QWidget | None = None) -> None:
        super().__init__("updates", "Check for updates", parent)
        self.setMinimumWidth(fonts.scaled(440))
        yours = text_label(f"You have {version}.", font=fonts.body(fonts.SEMIBOLD))
        address = text_label(page, wrap=True, name="updates_page")
        address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (yours, text_label(_ASK, tone="muted", wrap=True), address):
            self.contents.addWidget(label)
        open_page = plain_button("Open the page in the browser", "updates_open")
        open_page.clicked.connect(self._open)
        self.foot.insertWidget(0, open_page)

    def _open(self) -> None:
        self.accept()
        self.page_requested.emit()
