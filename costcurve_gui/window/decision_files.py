"""What is taken away of the decision: its table, the policy as a file, the rule as code."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QGuiApplication

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.roles.column_roles import Roles
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.loading import ReadChoices
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.saved import SavedPolicy
    from costcurve_gui.policies.selected import PolicyPart
    from costcurve_gui.window.components import Components

_LANGUAGES = {"sql": "SQL", "excel": tr("an Excel formula"), "python": "Python"}


class DecisionFiles:
    """Copies and saves what was decided, as the snapshot on screen has it."""

    def __init__(self, components: Components) -> None:
        self._components = components

    def hand_on(self, what: str) -> None:
        """Carry out a command: copy or save the table, save the policy, or copy the rule."""
        snapshot = self._components.results.snapshot
        if snapshot is None:
            return
        carry_out: dict[str, Callable[[Snapshot], None]] = {
            "copy_table": _copy_table,
            "save_table": self._save_table,
            "save_policy": self._save_policy,
            "save_record": self._save_record,
        }
        carry_out.get(what, partial(self._copy_rule, what))(snapshot)

    def _save_table(self, snapshot: Snapshot) -> None:
        """Write the decision of every criterion for every model as CSV."""
        from costcurve_gui.analysis.tables.decisions import selection_table
        from costcurve_gui.analysis.tables.options import TableOptions

        table = selection_table(snapshot, TableOptions())
        self._components.exports.save_table(
            f"{file_stem(snapshot)}_decisions.csv",
            table.header,
            [column.tolist() for column in table.columns],
        )

    def _save_policy(self, snapshot: Snapshot) -> None:
        """Write the decision, and those of all criteria, as `report` writes policy.json."""
        read = self._components.projects.documents[snapshot.curve_set.dataset.id].file.read
        name = f"{file_stem(snapshot)}_policy.json"
        self._components.exports.save_page(name, lambda path: partial(_write, snapshot, read, path))

    def _save_record(self, snapshot: Snapshot) -> None:
        """Write the record that `report --format record` writes of what is on screen."""
        from costcurve_gui.analysis.projects import save_project

        components = self._components
        document = components.projects.documents[snapshot.curve_set.dataset.id]
        save = partial(
            save_project,
            file=document.file,
            settings=snapshot.settings,
            layout=None,
            before=document.reference,
        )
        write = components.write_record
        if write is not None:
            name = f"{file_stem(snapshot)}_record.json"
            components.exports.save_page(name, lambda path: partial(write, path, save))

    def _copy_rule(self, language: str, snapshot: Snapshot) -> None:
        content = decision_content(snapshot, None, hashed=False)
        copy_rule(self._components, content, language, name_on_screen(snapshot))


def copy_rule(
    components: Components, content: dict[str, Any], language: str, model: str | None = None
) -> None:
    """Put the rule of a model on the clipboard as code, or say why the language cannot have it."""
    from costcurve_gui.policies.code import as_python, as_sql
    from costcurve_gui.policies.excel import as_excel
    from costcurve_gui.policies.saved import policies_of

    texts: dict[str, Callable[[SavedPolicy], str]] = {
        "sql": as_sql,
        "excel": as_excel,
        "python": as_python,
    }
    try:
        text = texts[language](policies_of(content).choose(model=model))
    except DataError as error:
        components.prompts.show_error(tr("Nothing was copied"), error.message)
        return
    QGuiApplication.clipboard().setText(text)
    components.window.status.notify(
        tr("Copied the rule as {languages}", languages=_LANGUAGES[language])
    )


def _copy_table(snapshot: Snapshot) -> None:
    from costcurve_gui.analysis.tables.decisions import decision_text

    QGuiApplication.clipboard().setText(decision_text(snapshot))


def file_stem(snapshot: Snapshot) -> str:
    """Return the name of the file without its ending, for what is written beside it."""
    return Path(snapshot.curve_set.dataset.name).stem


def _write(snapshot: Snapshot, read: ReadChoices | None, path: Path, *, progress: Progress) -> str:
    """Write the policies in a job: the file may have to be hashed for them."""
    from costcurve_gui.dataio.writers import write_json

    progress.advance(0, 1, path.name)
    write_json(path, decision_content(snapshot, read, hashed=True))
    return path.name


def _values(info: DatasetInfo, roles: object) -> dict[str, Any]:
    """Return the positive value of the class column, and what becomes of further ones."""
    if info.classes or not isinstance(roles, Roles) or not roles.values_named:
        return {"positive": info.positive_label}
    return {"positive": roles.positive, **roles.values_named}


def decision_content(
    snapshot: Snapshot, read: ReadChoices | None, *, hashed: bool
) -> dict[str, Any]:
    """Return what policy.json holds."""
    from costcurve_gui.policies.selected import policy_content

    settings = snapshot.settings
    content = input_content(snapshot, read, hashed=hashed)
    part = policy_part(snapshot)
    return policy_content([part], content, settings.payoff, settings.bands.spec.seed)


def name_on_screen(snapshot: Snapshot) -> str | None:
    """Return the model of the decision on screen: the recommended one, or what was selected."""
    return None if snapshot.selected is None else snapshot.models[snapshot.selected].info.name


def policy_part(snapshot: Snapshot) -> PolicyPart:
    """Return the snapshot as policies are selected on it."""
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.policies.selected import PolicyPart

    cases = snapshot.curve_set.cases
    return PolicyPart(snapshot, TableOptions(), None if cases is None else cases.dataset)


def input_content(snapshot: Snapshot, read: ReadChoices | None, *, hashed: bool) -> dict[str, Any]:
    """Return what policy.json says of the cases that a policy was chosen on."""
    info = snapshot.curve_set.dataset
    cases = snapshot.curve_set.cases
    dataset = None if cases is None else cases.dataset
    source = snapshot.curve_set.source
    roles = None if read is None else getattr(read.chosen, "roles", read.chosen)
    several = bool(info.classes)
    return {
        "file": info.name,
        "sha256": source.fingerprint.sha256 if hashed and source is not None else "",
        "rows": info.rows if dataset is None else dataset.file_rows,
        "label": getattr(roles, "label", None),
        **_values(info, roles),
        "others": "negative" if several or getattr(roles, "others_negative", False) else None,
        "weight": getattr(roles, "weight", None),
        "where": getattr(roles, "where", ""),
        "group": getattr(roles, "group", None),
    }
