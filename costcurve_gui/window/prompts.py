"""Opens the dialogs that controllers ask for. Nothing here waits: every dialog is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from costcurve_gui.dataio.errors import all_of, plural
from costcurve_gui.dataio.formats.registry import name_patterns
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QDialog, QFileDialog

    from costcurve_gui.analysis.loading import CountsDraft, ImportDraft
    from costcurve_gui.controllers.prompts import ImportAnswers, Question
    from costcurve_gui.views.dialogs.import_dialog import ImportDialog
    from costcurve_gui.views.shell.main_window import MainWindow


DATA_FILTER = tr(
    "Data files and projects ({name_patterns} *.ccproj);;Projects (*.ccproj);;All files (*)",
    name_patterns=name_patterns(),
)
_KINDS = {"ccproj": tr("CostCurve project")}


class WindowPrompts:
    """The prompts of the program, as dialogs over its window."""

    def __init__(self) -> None:
        self._attached: MainWindow | None = None

    def attach(self, window: MainWindow) -> None:
        """Open dialogs over this window from now on."""
        self._attached = window

    @property
    def _window(self) -> MainWindow:
        if self._attached is None:
            raise RuntimeError("there is no window yet to open a dialog over")
        return self._attached

    def choose_data_files(self, folder: Path, on_chosen: Callable[[Sequence[Path]], None]) -> None:
        """Open a file dialog for data files."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._window, "Open", str(folder), DATA_FILTER)
        dialog.setObjectName("open_dialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: on_chosen([Path(name) for name in names]))
        self._open(dialog)

    def choose_save_path(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        """Open a file dialog for one file to write; it asks before it replaces one.

        A table, or a report, can be written in any of its formats, whichever is suggested.
        """
        from PySide6.QtWidgets import QFileDialog

        from costcurve_gui.dataio.table_files import TABLE_FORMATS  # not needed at the start

        kind = suggestion.suffix.removeprefix(".")
        known = {kind: _KINDS.get(kind, kind.upper())}
        if kind == "html":  # a report, which can be a document as well
            from costcurve_gui.page.saving import FORMATS

            known = FORMATS
        elif kind in TABLE_FORMATS:
            known = dict(TABLE_FORMATS)
        filters = {ending: f"{name} (*.{ending})" for ending, name in known.items()}
        dialog = QFileDialog(self._window, "Save", str(suggestion.parent))
        dialog.setObjectName("save_dialog")
        dialog.setNameFilters(list(filters.values()))
        dialog.selectNameFilter(filters[kind])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.selectFile(suggestion.name)
        endings = {text: ending for ending, text in filters.items()}
        dialog.filterSelected.connect(lambda text: _rename(dialog, endings[text]))
        dialog.fileSelected.connect(lambda name: on_chosen(Path(name)))
        self._open(dialog)

    def choose_project_path(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        """Open a file dialog for a project, which has the ending of one."""

        def take(path: Path) -> None:
            on_chosen(path if path.suffix == ".ccproj" else path.with_name(f"{path.name}.ccproj"))

        self.choose_save_path(suggestion, take)

    def ask(self, question: Question, on_answer: Callable[[str], None]) -> None:
        """Open a dialog with a question."""
        from costcurve_gui.views.dialogs.question_dialog import QuestionDialog

        dialog = QuestionDialog(
            question.name,
            question.title,
            question.text,
            question.ways,
            self._window,
            warns=question.warns,
            changes=question.changes,
        )
        dialog.answered.connect(on_answer)
        self._open(dialog)

    def choose_folder(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        """Open a file dialog for a folder to write into."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._window, tr("Save all views into a folder"), str(suggestion))
        dialog.setObjectName("folder_dialog")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: on_chosen(Path(name)))
        self._open(dialog)

    def open_import(self, draft: ImportDraft, answers: ImportAnswers) -> ImportDialog:
        """Open the import dialog."""
        from costcurve_gui.views.dialogs.import_dialog import ImportDialog

        dialog = ImportDialog(draft.source, draft.proposal, self._window, draft.chosen)
        dialog.import_requested.connect(answers.accepted)
        dialog.cancelled.connect(answers.rejected)
        dialog.options_changed.connect(answers.options_changed)
        dialog.roles_changed.connect(answers.roles_changed)
        dialog.preview_requested.connect(answers.preview_requested)
        dialog.help_requested.connect(self._window.help_requested)
        self._open(dialog)
        return dialog

    def choose_positive(
        self, draft: CountsDraft, on_chosen: Callable[[str], None], on_rejected: Callable[[], None]
    ) -> None:
        """Open the dialog that asks for the positive class alone."""
        from costcurve_gui.views.dialogs.import_questions import PositiveDialog

        dialog = PositiveDialog(draft.source.name, draft.classes, self._window)
        dialog.positive_chosen.connect(on_chosen)
        dialog.cancelled.connect(on_rejected)
        dialog.help_requested.connect(self._window.help_requested)
        self._open(dialog)

    def ask_to_replace(
        self, names: Sequence[str], folder: Path, on_agreed: Callable[[], None]
    ) -> None:
        """Open a message box with the files; Cancel is what Enter and Escape press."""
        from PySide6.QtWidgets import QMessageBox

        box = QMessageBox(self._window)
        box.setObjectName("replace_dialog")
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(tr("Replace files"))
        box.setText(tr("Replace {names}?", names=plural(len(names), "file")))
        are = "is" if len(names) == 1 else "are"
        box.setInformativeText(
            tr("{names} {are} in {folder} already.", names=all_of(names), are=are, folder=folder)
        )
        replace = box.addButton("Replace", QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.buttonClicked.connect(lambda button: on_agreed() if button is replace else None)
        self._open(box)

    def show_error(self, title: str, message: str) -> None:
        """Open a message box."""
        from PySide6.QtWidgets import QMessageBox

        box = QMessageBox(self._window)
        box.setObjectName("error_dialog")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(title)
        box.setText(title)
        box.setInformativeText(message)
        self._open(box)

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _rename(dialog: QFileDialog, ending: str) -> None:
    """Give the file that is about to be written the ending of another format."""
    dialog.setDefaultSuffix(ending)
    chosen = dialog.selectedFiles()
    if chosen and Path(chosen[0]).suffix:
        dialog.selectFile(Path(chosen[0]).with_suffix(f".{ending}").name)
