"""What the columns of a report's file are for: by the options, by a project, by what they hold."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.project_report import project_roles
from costcurve_gui.dataio.roles.choice import choose_class_scores, choose_roles
from costcurve_gui.dataio.roles.column_roles import NONE

if TYPE_CHECKING:
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
    from costcurve_gui.dataio.source import Source


def chosen_roles(options: ReportOptions, source: Source) -> Roles:
    """Return what the columns are for, models in file order.

    Raises
    ------
    DataError
        Where a column or value does not exist, or something is unclear.
    """
    if options.project is not None:
        return project_roles(options.project, source, partial(_typed_roles, options))
    roles = _typed_roles(options, source)
    _refuse_weights_of_format(options, roles)
    if options.group is None and options.segments and options.segments.column == roles.group:
        roles = replace(roles, group=None)
    in_file = (column.name for column in source.columns)
    return replace(roles, scores=tuple(name for name in in_file if name in roles.scores))


def class_scores(options: ReportOptions, source: Source) -> MulticlassRoles:
    """Return what the columns of several classes are for by `--proba`."""
    return choose_class_scores(
        source,
        options.proba or (),
        label=options.label,
        reference=options.positive,
        weight=options.weight,
        fold=options.fold,
        group=options.group,
        where=options.where,
    )


def _typed_roles(options: ReportOptions, source: Source) -> Roles:
    """Return what the columns are for by the options and by what they hold."""
    return choose_roles(
        source,
        label=options.label,
        positive=options.positive,
        positive_from=options.positive_from,
        values=options.values,
        orders=options.grades,
        scores=options.scores or (),
        lower_is_positive=options.lower_is_positive,
        weight=options.weight,
        fold=options.fold,
        group=options.group,
        where=options.where,
        others_negative=options.others_negative,
    )


def _refuse_weights_of_format(options: ReportOptions, roles: Roles) -> None:
    """Raise `OptionError` where cases have to count alike, and the file weighs them unasked."""
    if not roles.weight or options.weight:
        return
    operations = options.operations
    for option, given in (
        ("--unlabelled", options.unlabelled),
        ("--unit", operations.unit),
        ("--day", operations.day),
    ):
        if given is not None:
            raise OptionError(
                f"{option} counts cases that are one each, and {options.file.name} weighs them; "
                f"say --weight {NONE} to count them alike"
            )
