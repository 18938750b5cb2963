"""What the user made of the list of models: names, colours, order, and which were removed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import all_of
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo


@dataclass(frozen=True, slots=True)
class ModelEdits:
    """Edits of the list of models, by score column; what is not in here is as in the file.

    `names` and `slots` are of models of the file: a derived model has its own. `order` are the
    columns of all models as listed, derived ones too; models that it lacks follow. The models of
    `removed` columns are in no list, table, picture or decision.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    slots: Mapping[str, int] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    removed: frozenset[str] = frozenset()

    def with_name(self, model: ModelInfo, name: str) -> ModelEdits:
        """Return the edits with another name for a model, which is `model` in the file."""
        names = {column: one for column, one in self.names.items() if column != model.column}
        return replace(self, names=names if name == model.name else {**names, model.column: name})

    def with_slot(self, model: ModelInfo, slot: int) -> ModelEdits:
        """Return the edits with another colour and dash for a model, which is `model` there."""
        slots = {column: one for column, one in self.slots.items() if column != model.column}
        return replace(self, slots=slots if slot == model.slot else {**slots, model.column: slot})

    def translated(self, columns: Mapping[str, str]) -> ModelEdits:
        """Return the edits for a file whose columns have other names; those without stay."""

        def new(column: str) -> str:
            return columns.get(column, column)

        return ModelEdits(
            {new(column): name for column, name in self.names.items()},
            {new(column): slot for column, slot in self.slots.items()},
            tuple(map(new, self.order)),
            frozenset(map(new, self.removed)),
        )


NO_EDITS = ModelEdits()


def edited(info: DatasetInfo, edits: ModelEdits) -> DatasetInfo:
    """Return the description of a file with its models as the user wants them."""
    if edits == NO_EDITS:
        return info
    models = [
        replace(
            model,
            name=edits.names.get(model.column, model.name),
            slot=edits.slots.get(model.column, model.slot),
        )
        for model in info.models
        if model.column not in edits.removed
    ]
    return replace(info, models=in_order(models, edits.order), order=edits.order)


def in_order(models: Iterable[ModelInfo], order: Sequence[str]) -> tuple[ModelInfo, ...]:
    """Return models by the order of their columns; those that it lacks follow as they are."""
    places = {column: place for place, column in enumerate(order)}
    return tuple(sorted(models, key=lambda model: places.get(model.column, len(places))))


def left_out_notes(names: Sequence[str]) -> tuple[str, ...]:
    """Say which models are no candidates of the decision; nothing where all are."""
    return (tr("Left out of the decision: {names}", names=all_of(names)),) if names else ()


def usable_name(typed: str, others: Iterable[str]) -> str:
    """Return a typed name without needless space.

    Raises
    ------
    ConstraintError
        Where it is empty, or another model has it.
    """
    name = " ".join(typed.split())
    if not name:
        raise ConstraintError(tr("The model needs a name."))
    if name in others:
        raise ConstraintError(tr("Another model is called {name}. Choose another name.", name=name))
    return name
