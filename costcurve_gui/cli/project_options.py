"""A project as FILE of `report`: its choices are the defaults of the options."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.day_results import DelayCost
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.project_choices import payoffs_from_json
from costcurve_gui.analysis.project_data import FoundData, find_data
from costcurve_gui.analysis.project_values import belief_text, views_from_json
from costcurve_gui.analysis.projects import data_source
from costcurve_gui.analysis.segment_results import GapBound
from costcurve_gui.analysis.view_settings import PartialAxis
from costcurve_gui.cli.operations import AVERAGE
from costcurve_gui.cli.parser import BAND_POLICIES
from costcurve_gui.dataio.project_columns import columns_from_json
from costcurve_gui.dataio.project_file import SUFFIX, Project, read_project
from costcurve_gui.dataio.roles.column_roles import NONE, MulticlassRoles, Roles
from costcurve_gui.dataio.source import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.analysis.payoffs import Parameter
    from costcurve_gui.analysis.view_settings import ViewChoices
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

    def source(self, typed: ReadOptions) -> Source:
        """Open the data as the project says, but for what was typed."""
        project = self.project
        if typed != ReadOptions():
            project = replace(project, reading=typed.over(project.reading))
        return data_source(project, self.found)


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


def parsed_beside(
    given: ProjectInput, parser: argparse.ArgumentParser, words: Sequence[str]
) -> argparse.Namespace:
    """Return the options that were typed, and those of a project for the others."""
    parser.set_defaults(**_defaults_of(given))
    found = argparse.Namespace(**_further_columns(given))  # defaults are read as if typed
    return parser.parse_args(words, found)


def _defaults_of(given: ProjectInput) -> dict[str, Any]:
    """Return the values of options that follow from a project, by their names in the parser."""
    choices = given.project.choices
    selection, intervals = choices["selection"], choices["intervals"]
    bounds = selection["bounds"]
    policies = {policy.value: name for name, policy in BAND_POLICIES.items()}
    return {
        **dict(_column_defaults(given)),
        **_payoff_defaults(given),
        **_condition_defaults(given),
        **{option: bounds.get(name) for option, name in LIMITS.items()},
        "price": None if bounds.get("budget") is None else bounds["price"],
        "objective": selection["objective"],
        "population": selection["population"],
        **{f"review_{name}": value for name, value in _review(selection).items()},
        "known_when_deciding": tuple(selection.get("known_when_deciding", ())),
        **_partial_defaults(given),
        "belief": belief_text(choices) or None,
        "bootstrap": int(intervals["replicates"]),
        "band_policy": policies[intervals["policy"]],
        "samples": intervals["samples"],
        "verdicts": intervals.get("verdicts", "simultaneous"),
        "confidence": intervals["level"],
        "seed": int(intervals["seed"]),
    }


def _condition_defaults(given: ProjectInput) -> dict[str, Any]:
    """Return prior and cost ratio; a typed belief of one puts its mean in the place of that."""
    condition, typed = given.project.choices["condition"], given.typed
    return {
        "prior": None if "prior_belief" in typed else condition["prior"],
        "prior_belief": condition.get("prior_belief") or None,
        "cost_ratio": None if "cost_ratio_belief" in typed else condition["cost_ratio"],
        "cost_ratio_belief": condition.get("ratio_belief") or None,
    }


def _review(selection: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the options of reviewers have; how many they are is none of these."""
    review = selection.get("review") or {}
    return {name: value for name, value in review.items() if name != "reviewers"}


def _partial_defaults(given: ProjectInput) -> dict[str, Any]:
    """Return the range of a partial AUC on show."""
    views = given.project.choices["views"]
    axis = views["partial_axis"]
    if axis == PartialAxis.OFF or "partial_axis" in given.typed:
        return {}
    return {"partial_auc": tuple(views[f"partial_{axis}"]), "partial_axis": axis}


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
    for name in ("label", "weight", "fold", "where"):
        yield name, getattr(roles, name)
    yield "group", roles.group or NONE
    if isinstance(chosen, Roles):
        yield "positive", roles.positive
        yield "scores", roles.scores
        yield "lower_is_positive", tuple(sorted(roles.lower_is_positive))
        yield "others", "negative" if roles.others_negative else None


def _further_columns(given: ProjectInput) -> dict[str, Any]:
    """Return what a project says of segments, days and units.

    What was left as it is in the window of any file is no choice, and writes nothing.
    """
    chosen, typed = given.chosen, given.typed
    if not isinstance(chosen, Roles) or "proba" in typed:
        return {}
    views = views_from_json(given.project.choices["views"])
    found = _segments(views, typed)
    if "weight" in typed or chosen.weight:
        return found  # days and units count cases that are one each
    return {**found, **_days_and_units(views, typed)}


def _segments(views: ViewChoices, typed: frozenset[str]) -> dict[str, Any]:
    gap = views.segment_gap
    bound = None if gap is None else GapBound(views.segment_gap_rate, gap)
    said = views.segment or views.own_thresholds or bound or views.segment_terms
    if not said and not typed & {"segment_gap", "segment_terms"}:
        return {}
    return {
        "segment": views.segment,
        "segment_gap": bound,
        "segment_terms": views.segment_terms or None,
    }


def _days_and_units(views: ViewChoices, typed: frozenset[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if views.unit or views.unit_horizon or "horizon" in typed:
        found |= {"unit": views.unit, "horizon": views.unit_horizon or None}
    days = views.day or views.day_places or views.day_delay
    if found or days or typed & {"capacity_per_day", "delay_cost"}:
        delay = DelayCost(share=views.day_delay) if views.day_delay else None
        found |= {
            "day": views.day,
            "capacity_per_day": views.day_places or AVERAGE,
            "delay_cost": delay,
        }
    return found
