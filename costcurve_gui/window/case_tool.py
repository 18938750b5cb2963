"""The lists of cases behind the decision, each made in a job and shown as a table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from costcurve_gui.analysis.model_ranking import winning_trivial
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.table import Table
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.views.plotting.stretches import Stretch
    from costcurve_gui.window.components import Components

LIST = JobKey("cases", "list")
_NO_CASES = tr("The file has counts, and no cases that could be listed.")


class CaseTool:
    """Lists cases of the snapshot on screen."""

    def __init__(self, components: Components) -> None:
        self._components = components

    def list_cell(self, cell: str) -> None:
        """List the cases of a cell of the confusion matrix."""
        snapshot = self.snapshot()
        if snapshot is None:
            return
        key = snapshot.selected or next(iter(snapshot.models))
        trivial = winning_trivial(snapshot)
        policy = snapshot.trivial[trivial] if trivial else snapshot.models[key].policy

        def show(table: Table) -> None:
            from costcurve_gui.views.text.validation_text import about_cell, title_of_cell

            title, said = title_of_cell(snapshot, cell), about_cell(snapshot, cell, table)
            self._show(snapshot, title, said, table, f"cases_{cell}")

        self._start(partial(_cell, snapshot, self.source(snapshot), key, policy, cell), show)

    def list_stretch(self, chosen: Stretch) -> None:
        """List the cases with a score of a model between two."""
        snapshot = self.snapshot()
        if snapshot is None:
            return
        info = snapshot.models[chosen.key].info
        if info.derived is not None:
            reason = tr(
                "{name} is derived from other models. Select a model of the file.", name=info.name
            )
            self._components.prompts.show_error(tr("No cases"), reason)
            return

        def show(table: Table) -> None:
            from costcurve_gui.views.text.validation_text import about_stretch, title_of_stretch

            title, said = title_of_stretch(snapshot, *chosen), about_stretch(snapshot, table)
            self._show(snapshot, title, said, table, f"cases_{info.name}")

        self._start(partial(_stretch, snapshot, self.source(snapshot), chosen), show)

    def snapshot(self) -> Snapshot | None:
        """Return the snapshot on screen where it has cases; else say why there is no list."""
        snapshot = self._components.results.snapshot
        if snapshot is None or not snapshot.models:
            return None
        if snapshot.curve_set.cases is None:
            self._components.prompts.show_error(tr("No cases"), _NO_CASES)
            return None
        return snapshot

    def source(self, snapshot: Snapshot) -> Source | None:
        """Return the file, whose column of identifiers names the cases; None where it is pasted."""
        documents = self._components.projects.documents
        read = documents[snapshot.curve_set.dataset.id].file.read
        return None if read is None else read.source

    def _start(self, make: Callable[..., Any], show: Callable[[Any], None]) -> None:
        prompts = self._components.prompts
        self._components.runner.start(
            LIST,
            tr("Listing cases"),
            make,
            on_result=show,
            on_error=lambda error: prompts.show_error(tr("No list"), text_of(error)),
        )

    def _show(self, snapshot: Snapshot, title: str, said: str, table: Table, stem: str) -> None:
        from costcurve_gui.views.dialogs.values_dialog import ValuesDialog

        dialog = ValuesDialog(title, table, "decision", self._components.window, said=said)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        name = f"{Path(snapshot.curve_set.dataset.name).stem}_{stem}.csv"
        columns = [column.tolist() for column in table.columns]
        dialog.export_requested.connect(
            lambda: self._components.exports.save_table(name, table.header, columns)
        )
        dialog.show()


def _cell(
    snapshot: Snapshot,
    source: Source | None,
    key: str,
    policy: Policy,
    cell: str,
    *,
    progress: Progress,
) -> Table:
    from costcurve_gui.analysis.case_lists import cases_of_cell

    progress.advance(0, 1)
    return named_cases(cases_of_cell(snapshot, key, policy, cell), source, progress)


def _stretch(
    snapshot: Snapshot, source: Source | None, chosen: Stretch, *, progress: Progress
) -> Table:
    from costcurve_gui.analysis.case_lists import cases_between

    progress.advance(0, 1)
    return named_cases(cases_between(snapshot, *chosen), source, progress)


def named_cases(table: Table, source: Source | None, progress: Progress) -> Table:
    """Add the text by which the file names its cases, if it does."""
    from costcurve_gui.analysis.case_lists import with_ids
    from costcurve_gui.dataio.held_out import text_identifier, texts_of

    column = None if source is None or source.joined else text_identifier(source)
    if source is None or column is None:
        return table
    return with_ids(table, column, texts_of(source, column, progress))
