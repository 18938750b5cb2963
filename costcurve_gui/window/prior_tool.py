"""The prior of a file without labels: its dialog, and the job that reads and estimates."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.unlabelled import PriorOfCases
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.window.components import Components

ESTIMATE = JobKey("prior", "estimate")
_TITLE = tr("No prior from unlabelled cases")


def open_prior(components: Components) -> None:
    """Open the estimate by the selected model, or say why it has none."""
    from costcurve_gui.views.dialogs.prior_dialog import PriorDialog

    snapshot, runner, prompts = components.results.snapshot, components.runner, components.prompts
    if snapshot is None or not snapshot.models:
        return
    info = snapshot.models[snapshot.selected or next(iter(snapshot.models))].info
    reason = _why_not(snapshot, info.key)
    if reason:
        prompts.show_error(_TITLE, reason)
        return
    positive = snapshot.curve_set.dataset.positive_label
    prior = snapshot.condition.prior
    dialog = PriorDialog(info.name, info.slot, positive, prior, components.window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def take(paths: Sequence[Path]) -> None:
        dialog.show_reading(paths[0].name)
        runner.start(
            ESTIMATE,
            tr("Estimating the prior"),
            partial(estimated, snapshot, info.key, paths[0]),
            on_result=dialog.show_prior,
            on_error=lambda error: dialog.show_fault(text_of(error)),
        )

    folder = components.settings.data_folder
    dialog.file_wanted.connect(lambda: prompts.choose_data_files(folder, take))
    dialog.prior_chosen.connect(components.condition.believe_prior)
    dialog.finished.connect(lambda _: runner.cancel(ESTIMATE))
    dialog.open()


def _why_not(snapshot: Snapshot, key: str) -> str:
    """Return why a prior cannot be estimated by a model; nothing where it can."""
    info, cases = snapshot.models[key].info, snapshot.curve_set.cases
    if cases is None:
        return tr("The file has counts, and no scores of cases to compare with.")
    if info.derived is not None:
        return tr(
            "{name} is derived from other models. Select a model of the file.", name=info.name
        )
    if cases.dataset.weight is not None:
        return tr("Weighted cases cannot be resampled for this estimate.")
    return ""


def estimated(snapshot: Snapshot, key: str, path: Path, *, progress: Progress) -> PriorOfCases:
    """Read the scores of a model from another file and estimate the prior there.

    Raises
    ------
    DataError, ConstraintError
        Where the file has no such column, or no score.
    """
    from costcurve_gui.analysis.tables.options import UnlabelledScores
    from costcurve_gui.analysis.tables.unlabelled import prior_of_cases
    from costcurve_gui.dataio.formats.opening import open_source
    from costcurve_gui.dataio.roles.choice import unknown_column
    from costcurve_gui.dataio.roles.confidences import by_decision
    from costcurve_gui.policies.deciding import read_scores

    info, cases = snapshot.models[key].info, snapshot.curve_set.cases
    if cases is None:
        raise LookupError(f"{snapshot.curve_set.dataset.name} has no cases")
    progress.advance(0, 1, path.name)
    source = open_source(path, progress=progress)
    names = [column.name for column in source.columns]
    if info.column not in names:
        raise unknown_column(info.column, names, source.name)
    source = by_decision(source, cases.dataset.confidences)
    scores, _ = read_scores(source, info.column, None, progress)
    second = UnlabelledScores(source.name, {info.column: scores})
    return prior_of_cases(snapshot, cases.dataset, info, second, progress)
