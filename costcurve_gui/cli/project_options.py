"""A project as FILE of `report`: its choices are the defaults of the options."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.project_choices import payoffs_from_json
from costcurve_gui.analysis.project_data import FoundData, find_data
from costcurve_gui.analysis.projects import data_source
from costcurve_gui.cli.parser import BAND_POLICIES
from costcurve_gui.dataio.project_columns import columns_from_json
from costcurve_gui.dataio.project_file import SUFFIX, Project, read_project
from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.analysis.payoffs import Parameter
    from costcurve_gui.dataio.source import Source

COLUMNS = frozenset(
    {"label", "positive", "positive_from", "others", "scores", "proba", "lower_is_positive", "long"}
    | {"weight", "fold", "group", "where"}
)
LIMITS = {
    "max_fpr": "fpr",
    "min_tpr": "tpr",
    "min_precision": "precision",
    "capacity": "cases",
    "max_share": "share",
    "budget": "budget",
}
"""Options of bounds, and what a project calls them."""
SELECTION = frozenset((*LIMITS, "price", "population", "objective", "threshold"))
CELLS = ("tp", "fp", "fn", "tn")


@dataclass(frozen=True, slots=True)
class ProjectInput:
    """A project, where its data were found, and the options that were typed beside it."""

    path: Path
    project: Project
    found: FoundData
    typed: frozenset[str]

    @property
    def file(self) -> Path:
        """The data file; of a pasted table its name alone."""
        return self.found.path or Path(self.project.data.name)

    @property
    def rows_independent(self) -> bool:
        """Whether the user said so of rows that a column seems to group."""
        return bool(self.project.choices.get("rows_independent"))

    @property
    def chosen(self) -> Roles | MulticlassRoles | None:
        """What the columns of scored cases are for; None of counts, whose names tell it."""
        found = columns_from_json(self.project.columns)
        return found if isinstance(found, Roles | MulticlassRoles) else None

    @property
    def classes(self) -> MulticlassRoles | None:
        """The models of several classes, unless options name other columns."""
        chosen = self.chosen
        several = isinstance(chosen, MulticlassRoles) and not self.typed & COLUMNS
        return chosen if several and isinstance(chosen, MulticlassRoles) else None

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The named parameters of its payoffs."""
        return payoffs_from_json(self.project.choices["payoffs"]).parameters

    def source(self) -> Source:
        """Open the data as the project says."""
        return data_source(self.project, self.found)


def project_input(
    file: Path, parser: argparse.ArgumentParser, words: Sequence[str]
) -> ProjectInput | None:
    """Return the project that a report is made of; None where FILE is none.

    Raises
    ------
    DataError
        Where the project cannot be used, or its data are not found.
    """
    if file.suffix.lower() != SUFFIX:
        return None
    project = read_project(file)
    return ProjectInput(file, project, find_data(file, project), _typed(parser, words))


def _typed(parser: argparse.ArgumentParser, words: Sequence[str]) -> frozenset[str]:
    """Return which options were typed: those that are known where none has a default."""
    none = {action.dest: argparse.SUPPRESS for action in parser._actions}
    before = {action.dest: action.default for action in parser._actions}
    for action in parser._actions:
        action.default = none[action.dest]
    try:
        return frozenset(vars(parser.parse_args(words)))
    finally:
        for action in parser._actions:
            action.default = before[action.dest]


def defaults_of(given: ProjectInput) -> dict[str, Any]:
    """Return the values of options that follow from a project, by their names in the parser."""
    choices = given.project.choices
    bounds, intervals = choices["selection"]["bounds"], choices["intervals"]
    policies = {policy.value: name for name, policy in BAND_POLICIES.items()}
    return {
        **dict(_column_defaults(given)),
        **_payoff_defaults(given),
        "prior": choices["condition"]["prior"],
        "prior_belief": choices["condition"].get("prior_belief") or None,
        "cost_ratio": choices["condition"]["cost_ratio"],
        "cost_ratio_belief": choices["condition"].get("ratio_belief") or None,
        **{option: bounds.get(name) for option, name in LIMITS.items()},
        "price": None if bounds.get("budget") is None else bounds["price"],
        "objective": choices["selection"]["objective"],
        "population": choices["selection"]["population"],
        "belief": choices["belief"],
        "bootstrap": int(intervals["replicates"]),
        "band_policy": policies[intervals["policy"]],
        "samples": intervals["samples"],
        "confidence": intervals["level"],
        "seed": int(intervals["seed"]),
    }


def _payoff_defaults(given: ProjectInput) -> dict[str, str]:
    payoffs = given.project.choices["payoffs"]
    cells = {cell: payoffs[cell] for cell in CELLS}
    untouched = tuple(cells.values()) == PayoffSpec().cells
    return {} if untouched or "payoff" in given.typed else cells


def _column_defaults(given: ProjectInput) -> Iterator[tuple[str, Any]]:
    chosen = given.chosen
    if chosen is None:
        yield "positive", columns_from_json(given.project.columns)
        return
    roles = chosen.roles if isinstance(chosen, MulticlassRoles) else chosen
    for name in ("label", "weight", "fold", "group", "where"):
        yield name, getattr(roles, name)
    if isinstance(chosen, Roles):
        yield "positive", roles.positive
        yield "scores", roles.scores
        yield "lower_is_positive", tuple(sorted(roles.lower_is_positive))
        yield "others", "negative" if roles.others_negative else None
