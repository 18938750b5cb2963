"""The rules of segments taken away, and terms of their own: from the view to files and dialogs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.translation import tr
from costcurve_gui.window.decision_files import copy_rule, file_stem, input_content, policy_part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.loading import ReadChoices
    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.segments import SegmentTerms
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.views.dialogs.segment_terms_dialog import SegmentTermsDialog
    from costcurve_gui.views.tables.segments_view import SegmentsView
    from costcurve_gui.window.components import Components


class SegmentTool:
    """Carries out what the view asks of the rule on show, own thresholds or the common one."""

    def __init__(self, components: Components, view: SegmentsView) -> None:
        self._components = components
        choose = components.choices.choose
        view.column_chosen.connect(lambda column: choose("segment", column))
        view.own_chosen.connect(lambda own: choose("own_thresholds", own))
        view.gap.bounded.connect(lambda gap: choose("segment_gap", gap))
        view.gap.rate_chosen.connect(lambda rate: choose("segment_gap_rate", rate))
        view.links.save_wanted.connect(self._save)
        view.links.copy_wanted.connect(self._copy)
        view.links.apply_wanted.connect(self._apply)
        view.terms_wanted.connect(self._edit_terms)

    def _known(self) -> tuple[Snapshot, ModelSegments] | None:
        """Return what the view shows, unless it belongs to other settings."""
        from costcurve_gui.analysis.segments import known_segments

        snapshot = self._components.results.snapshot
        known = None if snapshot is None else known_segments(snapshot)
        if snapshot is None or known is None or known.found is None:
            return None
        return snapshot, known.found

    def _save(self) -> None:
        shown = self._known()
        if shown is None:
            return
        components, (snapshot, found) = self._components, shown
        read = components.projects.documents[snapshot.curve_set.dataset.id].file.read
        name = f"{file_stem(snapshot)}_{found.column}_policy.json"
        components.exports.save_page(
            name, lambda path: partial(_write, snapshot, found, read, path)
        )

    def _copy(self, language: str) -> None:
        shown = self._known()
        if shown is not None:
            copy_rule(self._components, _content(*shown, None, hashed=False), language)

    def _apply(self) -> None:
        """Decide about a file by the thresholds on show."""
        from costcurve_gui.policies.saved import policies_of
        from costcurve_gui.views.text.inflection import sentence_case
        from costcurve_gui.views.text.vocabulary import vocabulary_of
        from costcurve_gui.window.apply_tool import ApplyTool, expected_by_plan

        shown, components = self._known(), self._components
        if shown is None:
            return
        snapshot, found = shown
        try:
            file = policies_of(_content(snapshot, found, None, hashed=False))
            policy = file.choose()
        except DataError as error:
            components.prompts.show_error(tr("Nothing to apply"), error.message)
            return
        own = policy.segments is not None
        rule = tr(
            "{act} by {word}",
            act=vocabulary_of(snapshot).act,
            word=tr("own thresholds") if own else tr("one threshold"),
        )
        ApplyTool(components).open_policy(
            snapshot,
            found.info.key,
            (file, policy),
            tr(
                "{rule} of {column}",
                rule=sentence_case(rule),
                column=found.column,
            )
            if own
            else sentence_case(rule),
            partial(expected_by_plan, snapshot, policy),
        )

    def _edit_terms(self) -> None:
        from costcurve_gui.analysis.payoffs import CELLS
        from costcurve_gui.analysis.segments import segment_names
        from costcurve_gui.views.dialogs.segment_terms_dialog import SegmentTermsDialog
        from costcurve_gui.views.text.segments_text import cell_titles

        components, snapshot = self._components, self._components.results.snapshot
        names = () if snapshot is None else segment_names(snapshot)
        if snapshot is None or not names:
            return
        settings = snapshot.settings
        common = dict(zip(CELLS, settings.payoff.typed_cells, strict=True))
        dialog = SegmentTermsDialog(names, cell_titles(snapshot), common, components.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_terms(settings.views.segment_terms)
        dialog.terms_typed.connect(partial(self._take_terms, dialog, snapshot))
        dialog.file_wanted.connect(partial(self._load_terms, dialog))
        dialog.open()

    def _load_terms(self, dialog: SegmentTermsDialog) -> None:
        from costcurve_gui.dataio.segments import read_segment_terms

        def take(paths: Sequence[Path]) -> None:
            try:
                dialog.show_terms(read_segment_terms(paths[0]))
            except DataError as error:
                dialog.show_fault(error.message)

        components = self._components
        components.prompts.choose_data_files(components.settings.data_folder, take)

    def _take_terms(
        self, dialog: SegmentTermsDialog, snapshot: Snapshot, terms: Mapping[str, SegmentTerms]
    ) -> None:
        """Use terms that can be computed; say of others why not."""
        from costcurve_gui.analysis.payoffs import PayoffCellError
        from costcurve_gui.analysis.segments import check_terms
        from costcurve_gui.engine.errors import EngineError

        try:
            check_terms(snapshot, terms)
        except (DataError, EngineError, PayoffCellError) as error:
            dialog.show_fault(str(error))
            return
        dialog.accept()
        self._components.choices.choose("segment_terms", terms)


def _content(
    snapshot: Snapshot, found: ModelSegments, read: ReadChoices | None, *, hashed: bool
) -> dict[str, Any]:
    from costcurve_gui.policies.selected import segment_content

    settings = snapshot.settings
    return segment_content(
        policy_part(snapshot),
        input_content(snapshot, read, hashed=hashed),
        found,
        settings.bands.spec.seed,
        own=settings.views.own_thresholds,
    )


def _write(
    snapshot: Snapshot,
    found: ModelSegments,
    read: ReadChoices | None,
    path: Path,
    *,
    progress: Progress,
) -> str:
    """Write the policy in a job: the file may have to be hashed for it."""
    from costcurve_gui.dataio.writers import write_json

    progress.advance(0, 1, path.name)
    write_json(path, _content(snapshot, found, read, hashed=True))
    return path.name
