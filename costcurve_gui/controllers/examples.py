"""The files that ship with the program: what they are called and how they are read."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.controllers.presets import preset_payoff
from costcurve_gui.models.state import ConditionSpec, DatasetSettings, PayoffSpec
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costcurve_gui.dataio.roles import Roles

FOLDER = "sample_data"


@dataclass(frozen=True, slots=True)
class Example:
    """A shipped file, the words of its card, and what is known of it beforehand."""

    key: str
    title: str
    counts: str
    note: str
    file: str
    label: str
    positive: str
    fold: str | None
    preset: str | None
    unit: str
    prior: float | None

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return resource_path(FOLDER, self.file)

    def roles(self, columns: Sequence[str]) -> Roles:
        """Return what its columns are for."""
        from costcurve_gui.dataio.roles import Roles

        scores = tuple(name for name in columns if name.startswith("score_"))
        return Roles(self.label, self.positive, scores, frozenset(), None, self.fold)

    def settings(self, numeric_columns: tuple[str, ...]) -> DatasetSettings:
        """Return the payoffs and the condition it opens with."""
        payoff = PayoffSpec(unit=self.unit)
        if self.preset is not None:
            payoff = preset_payoff(self.preset, numeric_columns, unit=self.unit)
        return replace(DatasetSettings(), payoff=payoff, condition=ConditionSpec(prior=self.prior))


def examples() -> tuple[Example, ...]:
    """Return the shipped examples in the order in which they are offered."""
    text = resource_path(FOLDER, "examples.json").read_text(encoding="utf-8")
    entries: list[dict[str, Any]] = json.loads(text)
    return tuple(Example(**entry) for entry in entries)


def example_keys() -> tuple[str, ...]:
    """Return the names by which examples are asked for."""
    return tuple(example.key for example in examples())


def example_of(key: str) -> Example:
    """Return one example by its name."""
    return next(example for example in examples() if example.key == key)
