"""Renames, recolours, moves and removes models, and leaves some out of the decision."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.derived_models import without
from costcurve_gui.analysis.model_edits import usable_name
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.session.results import Results
    from costcurve_gui.session.session import Session


_TRIVIAL = ("all", "none")  # what tables call the trivial classifiers


class ModelListController:
    """Turns edits of the list of models into changes of the settings, each one step of undo."""

    def __init__(self, session: Session, results: Results) -> None:
        self._session = session
        self._results = results

    def rename(self, key: str, typed: str) -> str:
        """Give a model a name; return why it is refused, or nothing.

        A model of the file whose name is deleted is called as in the file again.
        """
        model = self._listed.get(key)
        if model is None:
            return ""
        in_file = self._in_file.get(model.column)
        wanted = typed if typed.strip() or in_file is None else in_file.name
        try:
            name = usable_name(wanted, self._names_beside(model))
        except ConstraintError as refused:
            return str(refused)
        if name != model.name:
            self._change(
                tr("rename {name} to {other}", name=model.name, other=name), model, name=name
            )
        return ""

    def recolour(self, key: str, slot: int | None) -> None:
        """Give a model another colour and dash; None gives it those of its place in the file."""
        model = self._listed.get(key)
        if model is None:
            return
        in_file = self._in_file.get(model.column)
        if slot is None:
            slot = model.slot if in_file is None else in_file.slot
        self._change(tr("change the colour of {name}", name=model.name), model, slot=slot)

    def arrange(self, key: str, keys: Sequence[str]) -> None:
        """List the models in the order of `keys`, since the user has moved one of them."""
        listed = self._listed
        if key in listed:
            order = tuple(listed[one].column for one in keys if one in listed)
            self._apply(tr("move {name}", name=listed[key].name), order=order)

    def remove(self, key: str) -> str:
        """Remove a model from the list, and those made from it; return why it has to stay.

        One of the file can be brought back; a derived one is gone but for undo.
        """
        model, current = self._listed.get(key), self._current
        if model is None:
            return ""
        removed = current.edits.removed
        if model.derived is None:
            removed |= {model.column}
            if removed >= self._in_file.keys():
                return tr(
                    "{name} is the only model of the file, so it stays in the list.",
                    name=model.name,
                )
        kept = without(current.derived, model.column)
        gone = {one.column for one in current.derived if one not in kept} | {model.column}
        keys = {one.key for one in self._listed.values() if one.column in gone}
        self._session.apply(
            tr("remove {name}", name=model.name),
            derived=kept,
            edits=replace(current.edits, removed=removed),
            hidden=current.hidden and current.hidden - keys,
            left_out=current.left_out - keys,
            selected=None if current.selected in keys else current.selected,
        )
        return ""

    def bring_back(self, columns: Iterable[str] | None = None) -> str:
        """List removed models again, all by default; return why one of them cannot come back."""
        edits = self._current.edits
        back = edits.removed if columns is None else edits.removed & set(columns)
        names = [edits.names.get(one, self._in_file[one].name) for one in self._removed(back)]
        taken = {model.name for model in self._listed.values()}
        for name in names:
            if name in taken:
                return tr("Another model is called {name} now. Rename that one first.", name=name)
        label = (
            tr("bring back {names}", names=names[0])
            if len(names) == 1
            else tr("bring back removed models")
        )
        self._apply(label, removed=edits.removed - back)
        return ""

    def leave_out(self, key: str) -> str:
        """Take a model out of the candidates of the decision; return why it has to stay."""
        model, current = self._listed.get(key), self._current
        if model is None or key in current.left_out:
            return ""
        left_out = current.left_out | {key}
        if left_out >= self._listed.keys():
            return tr(
                "{name} is the only model that decides, so it stays in the decision.",
                name=model.name,
            )
        self._session.apply(
            tr("leave {name} out of the decision", name=model.name),
            left_out=left_out,
            selected=None if current.selected == key else current.selected,
        )
        return ""

    def let_in(self, keys: Iterable[str] | None = None) -> None:
        """Make models candidates of the decision again, all by default."""
        current = self._current
        back = current.left_out if keys is None else current.left_out & set(keys)
        names = [model.name for key, model in self._listed.items() if key in back]
        who = names[0] if len(names) == 1 else tr("all models")
        if back:
            self._session.apply(
                tr("let {who} into the decision", who=who), left_out=current.left_out - back
            )

    def _change(
        self, label: str, model: ModelInfo, *, name: str | None = None, slot: int | None = None
    ) -> None:
        """Change name or slot: of a model of the file as an edit, of a derived one in itself."""
        name, slot = name or model.name, slot or model.slot
        if model.derived is not None:
            changed = replace(model.derived, name=name, slot=slot)
            derived = (changed if one == model.derived else one for one in self._current.derived)
            self._session.apply(label, derived=tuple(derived))
            return
        in_file = self._in_file[model.column]
        edits = self._current.edits.with_name(in_file, name).with_slot(in_file, slot)
        self._session.apply(label, edits=edits)

    def _apply(self, label: str, **changes: object) -> None:
        edits = replace(self._current.edits, **changes)  # type: ignore[arg-type]
        self._session.apply(label, edits=edits)

    def _names_beside(self, model: ModelInfo) -> set[str]:
        """Return the names that are taken: by removed models too, which may come back."""
        edits = self._current.edits
        removed = (edits.names.get(one, self._in_file[one].name) for one in edits.removed)
        others = (one.name for one in self._listed.values() if one.key != model.key)
        return {*others, *removed, *_TRIVIAL}

    def _removed(self, columns: Iterable[str]) -> list[str]:
        """Return columns in the order of the file."""
        wanted = set(columns)
        return [column for column in self._in_file if column in wanted]

    @property
    def _current(self) -> DatasetSettings:
        return self._session.state.current

    @property
    def _in_file(self) -> dict[str, ModelInfo]:
        """The models as the file has them, by column."""
        info = self._session.state.file
        return {} if info is None else {model.column: model for model in info.models}

    @property
    def _listed(self) -> dict[str, ModelInfo]:
        """The models on show, by key."""
        snapshot = self._results.snapshot
        models = () if snapshot is None else snapshot.curve_set.models
        return {model.info.key: model.info for model in models}
