"""Dialogs on the program itself: what it is, under which terms, and where newer ones are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices

from costcurve_gui.jobs.job import JobKey

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDialog

    from costcurve_gui.program import Program

LICENCES = "read licences"


class HelpTools:
    """Opens the dialogs, each when it is first wanted."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._window = program.window

    def open(self, what: str) -> None:
        """Open the dialog that a command of the Help menu names."""
        openers = {
            "about": self.open_about,
            "licences": self.open_licences,
            "updates": self.open_updates,
        }
        openers[what]()

    def open_about(self) -> None:
        """Open the page about the program."""
        from costcurve_gui.views.dialogs.about_dialog import AboutDialog

        self._open(AboutDialog(self._window))

    def open_licences(self) -> None:
        """Open the licences, and read them in a job."""
        from costcurve_gui.controllers.error_texts import text_of
        from costcurve_gui.licences import shipped_notices
        from costcurve_gui.views.dialogs.licences_dialog import LicencesDialog

        dialog, runner = LicencesDialog(self._window), self._program.runner
        dialog.rejected.connect(lambda: runner.cancel(JobKey(LICENCES)))
        self._open(dialog)
        runner.start(
            JobKey(LICENCES),
            "Reading the licences",
            shipped_notices,
            on_result=dialog.show_notices,
            on_error=lambda error: dialog.show_error(text_of(error)),
        )

    def open_updates(self) -> None:
        """Ask whether the page of the releases shall be opened."""
        from costcurve_gui import __version__
        from costcurve_gui.build_info import build
        from costcurve_gui.releases import RELEASES_PAGE
        from costcurve_gui.views.dialogs.updates_dialog import UpdatesDialog

        version = f"CostCurve {__version__}, {build()}"
        dialog = UpdatesDialog(version, RELEASES_PAGE, self._window)
        dialog.page_requested.connect(lambda: self._browse(RELEASES_PAGE))
        self._open(dialog)

    def _browse(self, page: str) -> None:
        if not QDesktopServices.openUrl(QUrl(page)):
            self._program.prompts.show_error(
                "The browser could not be opened", f"Open {page} in it yourself."
            )

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
