"""The files that ship with the program, and the settings that they open with."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import DERIVATIONS
from costcurve_gui.analysis.interval_settings import DEFAULT_BANDS, BandChoices, BandsOf, Verdicts
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.presets import named_like_a_preset
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.settings import (
    ConditionSpec,
    DatasetSettings,
    MixBy,
    MixSpec,
    PointSpec,
)
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.dataio.json_files import Example, read_examples
from costcurve_gui.dataio.roles.column_roles import several_classes
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
    from costcurve_gui.dataio.source import Source

    Choices = Mapping[str, Any]


def examples() -> tuple[Example, ...]:
    """Return the shipped examples in the order in which they are offered."""
    return read_examples(resource_path("sample_data"))


def paper_examples() -> tuple[Example, ...]:
    """Return the figures of the help page on the papers, each with its file and its choices."""
    return read_examples(resource_path("sample_data"), "papers.json")


def example_keys() -> tuple[str, ...]:
    """Return the names by which examples are asked for."""
    return tuple(example.key for example in (*examples(), *paper_examples()))


def example_of(name: str) -> Example | None:
    """Return the example of a key, or else the first one whose key begins with `name`."""
    if not name:
        return None
    known = (*examples(), *paper_examples())
    named = [one for one in known if one.key == name]
    return next(iter(named or (one for one in known if one.key.startswith(name))), None)


def example_roles(example: Example, source: Source) -> Roles | MulticlassRoles:
    """Return what the columns of an example are for."""
    from costcurve_gui.dataio.roles.proposal import propose_roles

    proposal = propose_roles(source)
    if proposal.class_scores:
        return several_classes(proposal.roles, proposal.class_scores, example.positive)
    roles = proposal.roles
    if example.label:
        roles = replace(roles, label=example.label, positive=example.positive)
    if example.scores:
        roles = replace(roles, scores=example.scores)
    if example.lower_is_positive:
        roles = replace(roles, lower_is_positive=frozenset(roles.scores))
    return replace(roles, weight=example.weight or roles.weight)


def example_settings(example: Example, info: DatasetInfo) -> DatasetSettings:
    """Return the settings that an example opens with."""
    payoff = PayoffSpec(
        unit=example.unit,
        case_noun=example.case_noun,
        positive_action=example.positive_action,
        negative_action=example.negative_action,
    ).with_cells(example.payoff)
    choices, keys = example.choices, {model.name: model.key for model in info.models}
    return DatasetSettings(
        payoff=named_like_a_preset(payoff, info.numeric_columns),
        condition=ConditionSpec(prior=example.prior),
        selection=_selection(choices, keys),
        selected=keys.get(choices.get("selected", "")),
        views=replace(
            _view_choices(choices.get("views", {})),
            competitor=keys.get(choices.get("competitor", "")),
        ),
        bands=_bands(choices.get("bands", {})),
        derived=tuple(_derived(choices.get("derive", ()), info)),
        mix=_mix(choices["mix"], keys) if "mix" in choices else None,
    )


def _selection(choices: Choices, keys: Mapping[str, str]) -> SelectionSpec:
    """Return rule, objective and bounds; a model has a threshold of its own where one is given."""
    from costcurve_gui.analysis.criteria import MANUAL

    plain = SelectionSpec()
    objective, thresholds = choices.get("objective"), choices.get("thresholds", {})
    return replace(
        plain,
        criterion=MANUAL if thresholds else plain.criterion,
        objective=None if objective is None else Objective(objective),
        bounds=BoundsSpec(**choices.get("bounds", {})),
        mixed=choices.get("mixed", plain.mixed),
        population=choices.get("population", plain.population),
        thresholds={keys[name]: at for name, at in thresholds.items()},
    )


def _view_choices(given: Choices) -> ViewChoices:
    """Return choices in the menus of views, texts as the choices that they name."""
    plain = ViewChoices()
    kinds = {one.name: type(getattr(plain, one.name)) for one in fields(plain)}
    return replace(plain, **{name: kinds[name](value) for name, value in given.items()})


def _bands(given: Choices) -> BandChoices:
    plain = DEFAULT_BANDS
    return replace(
        plain,
        of=BandsOf(given.get("of", plain.of)),
        shown=given.get("shown", plain.shown),
        verdicts=Verdicts(given.get("verdicts", plain.verdicts)),
    )


def _derived(given: Sequence[Choices], info: DatasetInfo) -> list[DerivedModel]:
    """Return models to derive; `at` are the rows or thresholds at which their sources decide."""
    columns = {model.name: model.column for model in info.models}
    return [
        DerivedModel(
            one["name"],
            slot,
            DERIVATIONS[one["kind"]],
            tuple(columns[name] for name in one["sources"]),
            tuple(one.get("at", ())),
        )
        for slot, one in enumerate(given, start=1 + len(info.models))
    ]


def _mix(given: Choices, keys: Mapping[str, str]) -> MixSpec:
    first, second = (PointSpec(keys[name], at) for name, at in given["points"])
    return MixSpec(first, second, MixBy(given["by"]), given["wanted"])
