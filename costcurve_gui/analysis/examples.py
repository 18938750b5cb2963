"""The files that ship with the program, and the settings that they open with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.presets import named_like_a_preset
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.dataio.json_files import Example, read_examples
from costcurve_gui.dataio.roles.column_roles import several_classes
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
    from costcurve_gui.dataio.source import Source


def examples() -> tuple[Example, ...]:
    """Return the shipped examples in the order in which they are offered."""
    return read_examples(resource_path("sample_data"))


def example_keys() -> tuple[str, ...]:
    """Return the names by which examples are asked for."""
    return tuple(example.path.stem for example in examples())


def example_of(name: str) -> Example | None:
    """Return the first example whose file name begins with `name`, if one does."""
    return next((one for one in examples() if name and one.path.stem.startswith(name)), None)


def example_roles(example: Example, source: Source) -> Roles | MulticlassRoles:
    """Return what the columns of an example are for."""
    from costcurve_gui.dataio.roles.proposal import propose_roles

    proposal = propose_roles(source)
    if proposal.class_scores:
        return several_classes(proposal.roles, proposal.class_scores, example.positive)
    return replace(proposal.roles, label=example.label, positive=example.positive)


def example_settings(example: Example, info: DatasetInfo) -> DatasetSettings:
    """Return the payoffs and the condition that an example opens with."""
    payoff = PayoffSpec(
        unit=example.unit,
        case_noun=example.case_noun,
        positive_action=example.positive_action,
        negative_action=example.negative_action,
    ).with_cells(example.payoff)
    return DatasetSettings(
        payoff=named_like_a_preset(payoff, info.numeric_columns),
        condition=ConditionSpec(prior=example.prior),
    )
