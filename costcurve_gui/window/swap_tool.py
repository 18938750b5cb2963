"""Two policies on the same cases: the dialog that asks for them, and the jobs that compare."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr
from costcurve_gui.window.case_tool import named_cases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.case_lists import SwapSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.swap import OfferedPolicy
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.views.dialogs.swap_dialog import SwapDialog
    from costcurve_gui.window.components import Components

COMPARE = JobKey("cases", "swap")
_TITLE = tr("No swap set")


def open_swap(components: Components, snapshot: Snapshot, source: Source | None) -> None:
    """Ask which policies are compared, to begin with the decision and the model compared."""
    chosen, prompts = snapshot.selected or next(iter(snapshot.models)), components.prompts

    def show(offered: Sequence[OfferedPolicy]) -> None:
        from costcurve_gui.views.dialogs.swap_dialog import SwapDialog

        first = competitor_of(snapshot) or chosen
        dialog = SwapDialog(offered, first, chosen, components.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        _connect(components, dialog, snapshot, source)
        dialog.start()
        dialog.show()

    components.runner.start(
        COMPARE,
        tr("Choosing by every rule"),
        partial(_offered, snapshot),
        on_result=show,
        on_error=lambda error: prompts.show_error(_TITLE, text_of(error)),
    )


def _connect(
    components: Components, dialog: SwapDialog, snapshot: Snapshot, source: Source | None
) -> None:
    def compare(first: OfferedPolicy, second: OfferedPolicy) -> None:
        components.runner.start(
            COMPARE,
            tr("Comparing two rules"),
            partial(_swap, snapshot, source, first, second),
            on_result=partial(dialog.show_swap, snapshot),
            on_error=lambda error: dialog.show_fault(text_of(error)),
        )

    def export() -> None:
        table, stem = dialog.rows.table, Path(snapshot.curve_set.dataset.name).stem
        columns = [column.tolist() for column in table.columns]
        components.exports.save_table(f"{stem}_swap_cases.csv", table.header, columns)

    dialog.pair_chosen.connect(compare)
    dialog.export_requested.connect(export)
    dialog.finished.connect(lambda _: components.runner.cancel(COMPARE))


def _offered(snapshot: Snapshot, *, progress: Progress) -> tuple[OfferedPolicy, ...]:
    from costcurve_gui.analysis.tables.swap import policies_offered

    progress.advance(0, 1)
    return policies_offered(snapshot)


def _swap(
    snapshot: Snapshot,
    source: Source | None,
    first: OfferedPolicy,
    second: OfferedPolicy,
    *,
    progress: Progress,
) -> SwapSet:
    """Return what the second policy changes."""
    from costcurve_gui.analysis.case_lists import swap_set

    sides = (second.model, second.policy), (first.model, first.policy)
    found = swap_set(snapshot, *sides, progress=progress)
    return replace(found, table=named_cases(found.table, source, progress))
