"""Apply the decision on screen to a file: the dialog, and the jobs that read and write."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt

from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.window.decision_files import decision_content, name_on_screen
from costcurve_gui.window.rule_tool import sample_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.applying import Cut, Rows
    from costcurve_gui.policies.previews import PlanScores
    from costcurve_gui.policies.saved import PolicyFile, SavedPolicy
    from costcurve_gui.views.dialogs.apply_dialog import ApplyDialog
    from costcurve_gui.views.text.new_cases_text import Written
    from costcurve_gui.window.components import Components

OPEN, READ = JobKey("apply", "open"), JobKey("apply", "read")


class ApplyTool:
    """Applies the decision of one snapshot: later ones do not change the dialog that is open."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._source: Source | None = None

    def open(self) -> None:
        """Open the dialog, or say why the decision cannot be applied to rows."""
        from costcurve_gui.policies.saved import policies_of
        from costcurve_gui.views.text import policy_text

        snapshot = self._components.results.snapshot
        if snapshot is None or not snapshot.models:
            return
        try:
            file = policies_of(decision_content(snapshot, None, hashed=False))
            policy = file.choose(model=name_on_screen(snapshot))
        except DataError as error:
            self._components.prompts.show_error(tr("Nothing to apply"), error.message)
            return
        key = snapshot.selected or next(iter(snapshot.models))
        rule = policy_text.rule(snapshot, key)
        self.open_policy(snapshot, key, (file, policy), rule, partial(_expected, snapshot, key))

    def open_policy(
        self,
        snapshot: Snapshot,
        key: str,
        chosen: tuple[PolicyFile, SavedPolicy],
        rule: str,
        expect: Callable[[Rows, Cut], str],
    ) -> None:
        """Open the dialog for a policy of a file and model; `rule` says it in words."""
        from costcurve_gui.views.dialogs.apply_dialog import ApplyDialog

        file, policy = chosen
        dialog = ApplyDialog(
            policy,
            vocabulary_of(snapshot),
            snapshot.models[key].info.slot,
            rule,
            expect,
            self._components.window,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._connect(dialog, file, policy, _plan_scores(snapshot, key))
        dialog.open()

    def _connect(
        self, dialog: ApplyDialog, file: PolicyFile, policy: SavedPolicy, plan: PlanScores
    ) -> None:
        components, runner = self._components, self._components.runner
        folder = components.settings.data_folder

        def fail(error: Exception) -> None:
            dialog.show_fault(text_of(error))

        def found(source: Source) -> None:
            self._source = source
            columns = [column.name for column in source.columns]
            score = next((one for one in (policy.column, policy.model) if one in columns), None)
            dialog.show_columns(source.name, columns, score, identifier_of(columns, score))

        def take(paths: Sequence[Path]) -> None:
            words = tr("Opening {name}", name=paths[0].name)
            runner.start(OPEN, words, opened_rows, paths[0], on_result=found, on_error=fail)

        def read(score: str, identifier: str | None) -> None:
            from costcurve_gui.policies.previews import read_preview

            if self._source is not None:
                runner.start(
                    READ,
                    tr("Reading {name}", name=self._source.name),
                    read_preview,
                    *(self._source, file, policy, (score, identifier), plan),
                    on_result=dialog.show_preview,
                    on_error=fail,
                )

        def write(what: str, rows: Rows, cut: Cut, by_rule: bool) -> None:
            stem = Path(rows.source.name).stem
            name = f"{stem}_{cut.acted if what == 'ids' else 'decided'}.csv"
            writer = _writer(what, policy, rows, cut, by_rule=by_rule)
            components.exports.save_page(name, writer)

        def leave(_result: int) -> None:
            runner.cancel(OPEN)
            runner.cancel(READ)

        dialog.file_wanted.connect(lambda: components.prompts.choose_data_files(folder, take))
        dialog.read_requested.connect(read)
        dialog.write_requested.connect(write)
        dialog.finished.connect(leave)


def opened_rows(path: Path, *, progress: Progress) -> Source:
    """Return a file that is to be decided about."""
    from costcurve_gui.dataio.formats.opening import open_source

    return open_source(path, progress=progress)


def _writer(
    what: str, policy: SavedPolicy, rows: Rows, cut: Cut, *, by_rule: bool
) -> Callable[[Path], Callable[..., str]]:
    from costcurve_gui.policies.applying import write_all, write_ids

    def of(path: Path) -> Callable[..., str]:
        if what == "ids":
            return partial(write_ids, rows, cut, path)
        return partial(write_all, policy, rows, None if by_rule else cut, path)

    return of


def identifier_of(columns: Sequence[str], score: str | None) -> str | None:
    """Return the first column that is named as identifiers are."""
    named = (one for one in columns if one.lower().endswith("id") and one != score)
    return next(named, None)


def _plan_scores(snapshot: Snapshot, key: str) -> PlanScores:
    from costcurve_gui.policies.previews import PlanScores

    cases, prior = snapshot.curve_set.cases, snapshot.models[key].policy.prior
    y_true = np.empty(0, np.bool_) if cases is None else cases.dataset.y_true
    return PlanScores(sample_scores(snapshot, key), y_true, prior)


def _expected(snapshot: Snapshot, key: str, rows: Rows, cut: Cut) -> str:
    """Say what to expect of those acted on: by the plan, or case by case by the rows themselves."""
    from costcurve_gui.views.text import numbers

    if rows.cases is not None:
        known = rows.cases.known
        caught = float(rows.cases.probability[cut.chosen].sum())
        profit = float(rows.cases.expected(cut.chosen)[known].sum())
        prior = f"p({vocabulary_of(snapshot).positive}) {numbers.percent(snapshot.condition.prior)}"
        source = tr("By the calibrated probabilities of these rows, at {prior}.", prior=prior)
        return _in_words(snapshot, caught, profit, source)
    said, policy = tr("By the figures of the plan, on its own sample."), snapshot.models[key].policy
    if cut.referred is not None:  # persons and their price are counted
        many = rows.scores.size
        found = many * policy.prior * policy.tpr, many * policy.expected_profit
        return _in_words(snapshot, *found, said, _on_new_cases(snapshot, key, rows))
    last = float(rows.scores[cut.rows[-1]])
    new = _on_new_cases(snapshot, key, rows) if _is_planned(snapshot, key, rows, cut) else None
    return _in_words(snapshot, *_by_the_plan(snapshot, key, last, cut.acted, rows), said, new)


def _is_planned(snapshot: Snapshot, key: str, rows: Rows, cut: Cut) -> bool:
    """Whether those acted on are those that the threshold of the plan reaches."""
    from costcurve_gui.views.text.vocabulary import model_curves_of

    low = model_curves_of(snapshot.curve_set, key).info.lower_is_positive
    scores = -rows.scores if low else rows.scores
    reached = scores >= snapshot.models[key].policy.threshold
    return bool(np.array_equal(cut.chosen, reached))


def _on_new_cases(snapshot: Snapshot, key: str, rows: Rows) -> Written | None:
    """Return what the plan is expected to earn with these rows, which did not choose it."""
    from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
    from costcurve_gui.views.text import new_cases_text

    found = decision_on_new_cases(snapshot) if key == snapshot.selected else None
    if found is None or not new_cases_text.is_estimated(snapshot):
        return None
    return new_cases_text.of_all(found.profit, rows.scores.size, vocabulary_of(snapshot).unit)


def expected_by_plan(snapshot: Snapshot, policy: SavedPolicy, rows: Rows, _cut: Cut) -> str:
    """Say what to expect of a rule of segments: as many and as much per case as planned."""
    many, prior = rows.scores.size, snapshot.condition.prior
    caught = many * prior * (policy.expected["tpr"] or 0.0)
    profit = many * (policy.expected["expected_profit"] or 0.0)
    said = tr("By the figures of the plan, on its own sample.")
    return _in_words(snapshot, caught, profit, said)


def _in_words(
    snapshot: Snapshot, caught: float, profit: float, source: str, new: Written | None = None
) -> str:
    from costcurve_gui.views.text import inflection, numbers

    terms = vocabulary_of(snapshot)
    money = numbers.money_total(profit, terms.unit)
    positives = inflection.sentence_case(terms.positives)
    if new is not None:
        money = tr(
            "about {value} on new cases ({interval}), {money} on the sample of the plan",
            value=new.value,
            interval=new.interval,
            money=money,
        )
    return tr(
        "{positives} expected: {caught}; profit {money}. {source}",
        positives=positives,
        caught=numbers.count(caught),
        money=money,
        source=source,
    )


def _by_the_plan(
    snapshot: Snapshot, key: str, last: float, acted: int, rows: Rows
) -> tuple[float, float]:
    """Return how many positives and how much to expect where all from a score on are acted on."""
    from costcurve_gui.analysis.snapshot import condition_of
    from costcurve_gui.engine.selection.policy_evaluation import row_policy
    from costcurve_gui.views.text.vocabulary import model_curves_of

    curves = model_curves_of(snapshot.curve_set, key)
    threshold = -last if curves.info.lower_is_positive else last
    row = int(curves.evaluation.table.rows_at_thresholds(np.array([threshold]))[0])
    policy = row_policy("", curves.evaluation, condition_of(snapshot, key), row)
    caught = acted * policy.precision if policy.fraction_targeted else 0.0
    return caught, policy.expected_profit * rows.scores.size
