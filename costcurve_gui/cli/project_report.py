"""A report of a project: columns, models and settings as saved, but for options that were typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.model_edits import edited, left_out_notes
from costcurve_gui.analysis.operations import day_column
from costcurve_gui.analysis.project_choices import choices_from_json
from costcurve_gui.analysis.project_data import differences_of
from costcurve_gui.analysis.segments import segment_column
from costcurve_gui.analysis.sources.further_columns import with_further_columns
from costcurve_gui.analysis.units import unit_column
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.project_options import CELLS, COLUMNS, SELECTION
from costcurve_gui.dataio.project_columns import require_columns
from costcurve_gui.dataio.roles.choice import with_positive
from costcurve_gui.dataio.roles.column_roles import Roles

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.selection_settings import ReviewSpec
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.operations import OperationOptions
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.project_options import ProjectInput
    from costcurve_gui.dataio.source import Source


def project_roles(given: ProjectInput, source: Source, choose: Callable[[Source], Roles]) -> Roles:
    """Return what columns are for: as in the project, but for options that were typed.

    `choose` finds what they are for without a project.

    Raises
    ------
    DataError
        Where the file lacks columns or values.
    """
    roles = given.chosen
    if isinstance(roles, Roles) and not given.typed & COLUMNS:
        require_columns(roles, [column.name for column in source.columns], source.name)
        return with_positive(source, roles)
    found = choose(source)
    if not isinstance(roles, Roles) or found.label != roles.label:
        return found
    kept = {name: getattr(roles, name) for name in ("costs", "text_as_missing")}
    if found.positive == roles.positive:
        more = ("also_positive", "negatives", "left_out", "positive_name", "negative_name")
        kept |= {name: getattr(roles, name) for name in more}
    return replace(found, **kept)


def in_project(
    options: ReportOptions,
    info: DatasetInfo,
    settings: DatasetSettings,
    column_aliases: Mapping[str, str],
) -> tuple[DatasetInfo, DatasetSettings]:
    """Return models and settings as a project has them, with what the options say of both.

    `column_aliases` has the columns of models of several classes, which a project knows by name.
    """
    if options.project is None:
        return info, settings
    choices, typed = options.project.project.choices, options.project.typed
    saved = choices_from_json(_with_columns(choices, column_aliases), info).settings
    selection = saved.selection
    if typed & SELECTION:
        selection = replace(
            selection,
            objective=options.objective,
            bounds=options.bounds,
            population=options.population or selection.population,
        )
    selection = replace(
        selection,
        review=_reviewed(options.review, selection.review),
        known_when_deciding=options.known_when_deciding or selection.known_when_deciding,
    )
    own = saved.condition
    condition = replace(options.condition, drag=own.drag, prior_unit=own.prior_unit)
    if typed & {*CELLS, "payoff"} and not typed & {"cost_ratio", "cost_ratio_belief"}:
        condition = replace(condition, cost_ratio=None)
    bands = replace(
        saved.bands,
        shown=options.bands.shown and (saved.bands.shown or "bootstrap" in typed),
        policy=options.bands.policy,
        spec=options.bands.spec,
        samples=options.bands.samples,
        verdicts=options.bands.verdicts,
    )
    return edited(info, saved.edits), replace(
        saved,
        payoff=replace(saved.payoff.with_cells(options.payoffs), parameters=options.params),
        condition=condition,
        selection=selection,
        belief=settings.belief,
        bands=bands,
        views=replace(saved.views, **_typed_columns(options.operations, typed)),
        reference="",  # the part is of one class already
    )


def _reviewed(asked: ReviewSpec | None, saved: ReviewSpec | None) -> ReviewSpec | None:
    """Return the persons asked for; a project also says how many they are."""
    return asked if asked is None or saved is None else replace(asked, reviewers=saved.reviewers)


def _typed_columns(asked: OperationOptions, typed: frozenset[str]) -> dict[str, Any]:
    """Return the columns and the horizon that were typed, as the choices of views have them."""
    said = {"unit": asked.unit, "unit_horizon": asked.horizon, "day": asked.day}
    options = {"unit": "unit", "unit_horizon": "horizon", "day": "day"}
    return {name: value for name, value in said.items() if options[name] in typed}


def _with_columns(choices: Mapping[str, Any], column_aliases: Mapping[str, str]) -> dict[str, Any]:
    """Return choices in which models of several classes have the columns of one class."""
    models = [
        {**one, "column": column_aliases.get(one["column"], one["column"])}
        for one in choices["models"]
    ]
    return {**choices, "models": models}


def reference_of(given: ProjectInput, classes: Sequence[str], first: str) -> str:
    """Return the class that the window of a project sets against all others."""
    reference: str = given.project.choices["reference"]
    return reference if reference in classes else first


def project_notes(options: ReportOptions, source: Source, rows: int) -> tuple[str, ...]:
    """Say what differs from the saved data, and which models are left out of the decision."""
    given = options.project
    if given is None:
        return ()
    data, path = given.project.data, given.found.path
    notes = [f"{data.name} was found as {path}"] if given.found.moved else []
    if given.found.changed:
        columns = [column.name for column in source.columns]
        said = differences_of(data, rows, columns)
        notes.append(f"{source.name} has changed since {given.path.name} was saved: {said}")
    notes.extend(left_out_notes(given.project.choices["shown"].get("left_out", ())))
    return tuple(notes)


def with_known_columns(
    options: ReportOptions, snapshot: Snapshot, source: Source, roles: Roles
) -> ReportOptions:
    """Return options with the columns in force for those that a project leaves to the program.

    Raises
    ------
    OptionError
        Where an option was typed that needs a column, and the file has none for it.
    """
    project, data = options.project, snapshot.curve_set
    if project is None:
        return options
    info = with_further_columns(data.dataset, source, roles)
    shown = replace(snapshot, curve_set=replace(data, dataset=info))
    places = {"segment": segment_column, "day": day_column, "unit": unit_column}
    known = {
        name: find(shown) or None for name, find in places.items() if name not in project.typed
    }
    segments, operations = options.segments, options.operations
    if segments is not None and "segment" in known:
        _require(project.typed, {"segment_gap", "segment_terms"}, "segment", known)
        column = known["segment"]
        segments = None if column is None else replace(segments, column=column)
    if operations.unit is not None and "unit" in known:
        _require(project.typed, {"horizon"}, "unit", known)
        operations = replace(operations, unit=known["unit"])
    if operations.day is not None and "day" in known:
        _require(project.typed, {"capacity_per_day", "delay_cost"}, "day", known)
        operations = replace(operations, day=known["day"])
    return replace(options, segments=segments, operations=operations)


def _require(
    typed: frozenset[str], options: set[str], column: str, known: Mapping[str, str | None]
) -> None:
    """Refuse options about a column that neither they nor the project name."""
    lacking = sorted(typed & options)
    if lacking and known[column] is None:
        option = lacking[0].replace("_", "-")
        raise OptionError(f"--{option} needs --{column} COL beside it")
