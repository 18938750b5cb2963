"""The decision on screen as code: the dialog, and the job that runs what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt

from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.window.decision_files import decision_content, name_on_screen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.policies.saved import SavedPolicy
    from costcurve_gui.window.components import Components

RUN = JobKey("rule", "run")


def open_rule(components: Components) -> None:
    """Open the rule of the decision as code, or say why it cannot be applied to rows.

    What is shown is run in a job after each change, on the scores of the sample and awkward ones.
    """
    from costcurve_gui.policies.saved import policies_of
    from costcurve_gui.views.dialogs.rule_dialog import RuleDialog
    from costcurve_gui.views.text import policy_text

    snapshot, runner = components.results.snapshot, components.runner
    if snapshot is None or not snapshot.models:
        return
    try:
        file = policies_of(decision_content(snapshot, None, hashed=False))
        policy = file.choose(model=name_on_screen(snapshot))
    except DataError as error:
        components.prompts.show_error(tr("Nothing to copy"), error.message)
        return
    key = snapshot.selected or next(iter(snapshot.models))
    terms, name = vocabulary_of(snapshot), snapshot.models[key].info.name
    rule = f"{name}: {policy_text.rule(snapshot, key)}"
    positive = snapshot.curve_set.dataset.positive_label
    dialog = RuleDialog(policy, rule, (terms.act, terms.leave), positive, components.window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    scores = sample_scores(snapshot, key)

    def run(shown: SavedPolicy, texts: Mapping[str, str], names: Sequence[str]) -> None:
        from costcurve_gui.policies.code_check import run_code

        def fail(error: Exception) -> None:
            dialog.show_fault(text_of(error))

        runner.start(
            RUN,
            tr("Running the code of the rule"),
            run_code,
            *(shown, texts, names, scores),
            on_result=dialog.show_check,
            on_error=fail,
        )

    dialog.check_requested.connect(run)
    dialog.copied.connect(
        lambda said: components.window.status.notify(tr("Copied as {said}", said=said))
    )
    dialog.finished.connect(lambda _: runner.cancel(RUN))
    dialog.start()
    dialog.open()


def sample_scores(snapshot: Snapshot, key: str) -> NDArray[np.float64]:
    """Return the scores of a model as they are in the file; none of a file of counts."""
    cases, info = snapshot.curve_set.cases, snapshot.models[key].info
    if cases is None:
        return np.empty(0)
    scores: NDArray[np.float64] = cases.dataset.scores[info.column]
    turned: NDArray[Any] = 0.0 - scores if info.lower_is_positive else scores
    return turned
