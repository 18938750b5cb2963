"""Remembers what was chosen of a file, and offers it for the next one with the same columns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.analysis.model_edits import NO_EDITS
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.controllers.project_questions import same_columns
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
from costcurve_gui.resources import resources_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.loading import ImportDraft
    from costcurve_gui.controllers.dataset_controller import DatasetController, Use
    from costcurve_gui.controllers.project_controller import ProjectController
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.session.documents import Document
    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.session.remembered import Remembered

_FILE = "choices.json"


class RememberedController:
    """Keeps choices in a file of the folder of the settings. Examples are not remembered."""

    def __init__(
        self,
        datasets: DatasetController,
        projects: ProjectController,
        prompts: Prompts,
        settings: Preferences,
    ) -> None:
        self._settings = settings
        self._file = settings.folder / _FILE
        self._projects = projects
        self._prompts = prompts
        datasets.on_draft = self._offer
        projects.closed.connect(self._remember)

    def remember_all(self) -> None:
        """Remember what is chosen of every open file: the program ends."""
        for document in self._projects.documents.values():
            self._remember(document)

    def _offer(
        self,
        draft: ImportDraft,
        use: Use,
        start_fresh: Callable[[], None],
        give_up: Callable[[], None],
    ) -> bool:
        """Ask whether to use what is known of such files; False where nothing is."""
        if not self._file.exists():
            return False
        from costcurve_gui.session.remembered import RememberedChoices

        name = draft.source.name
        columns = [column.name for column in draft.source.columns]
        found = RememberedChoices(self._file).find(columns)
        if found is None:
            return False

        def take(answer: str) -> None:
            if answer == "use":
                _use(found, use)
            elif answer == "fresh":
                start_fresh()
            else:
                give_up()

        self._prompts.ask(same_columns(name, found), take)
        return True

    def _remember(self, document: Document) -> None:
        read, info = document.file.read, document.file.info
        if read is None or not isinstance(read.chosen, Roles | MulticlassRoles):
            return
        if not info.path or Path(info.path).is_relative_to(resources_root()):
            return
        from costcurve_gui.analysis.project_choices import choices_to_json
        from costcurve_gui.dataio.project_columns import columns_to_json, in_groups
        from costcurve_gui.session.remembered import MODEL_ENTRIES, Remembered, RememberedChoices

        choices = choices_to_json(document.current, info)
        models = {name: choices[name] for name in MODEL_ENTRIES}
        columns = [column.name for column in read.source.columns]
        roles = columns_to_json(info.kind, in_groups(read.chosen, document.current.group))
        prior = choices["condition"]["prior"]
        independent = choices["rows_independent"]
        try:
            RememberedChoices(self._file).remember(
                columns,
                Remembered(info.name, roles, choices["payoffs"], prior, models, independent),
            )
        except (DataError, OSError):
            return  # no room: the file is asked about again
        self._settings.keep_choices(info.path)


def _use(found: Remembered, use: Use) -> None:
    from costcurve_gui.analysis.project_choices import edits_from_json, payoffs_from_json
    from costcurve_gui.dataio.project_columns import columns_from_json

    chosen = columns_from_json(found.columns)

    def settings_for(info: DatasetInfo) -> DatasetSettings:
        return DatasetSettings(
            payoff=payoffs_from_json(found.payoffs),
            condition=ConditionSpec(prior=found.prior),
            edits=edits_from_json(found.models, info) if found.models else NO_EDITS,
            group="" if found.rows_independent else None,
        )

    if isinstance(chosen, Roles | MulticlassRoles):
        use(chosen, settings_for)
