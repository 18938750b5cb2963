"""What columns are for, in the words of a project file and of remembered choices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from costcurve_gui.dataio.errors import DataError, listed, plural
from costcurve_gui.dataio.roles.column_roles import (
    FEWEST_CLASSES,
    ClassScores,
    MulticlassRoles,
    Roles,
)
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Chosen: TypeAlias = Roles | MulticlassRoles | str | None
"""What was chosen of a file: roles of columns; of counts the positive class where it was asked."""

_LISTS = ("negatives", "left_out", "scores", "classes")
_SETS = ("lower_is_positive", "text_as_missing")
_LATER_LISTS = ("also_positive",)  # written where there are any, as older ones have none
_NAMES = ("positive_name", "negative_name")  # written where there are any: older ones have none
_PLAIN = ("label", "positive", "others_negative", "weight", "fold", "group", "where")


def columns_to_json(kind: TableKind, chosen: Chosen) -> dict[str, Any]:
    """Return what was chosen as a project file has it."""
    if isinstance(chosen, MulticlassRoles):
        models = [{"name": one.name, "columns": dict(one.columns)} for one in chosen.models]
        return {**columns_to_json(kind, chosen.roles), "class_scores": models}
    counts = not isinstance(chosen, Roles)
    roles = chosen if isinstance(chosen, Roles) else Roles("", "", ())
    return {
        "kind": kind.value,
        **{name: getattr(roles, name) for name in _PLAIN},
        **{name: list(getattr(roles, name)) for name in _LISTS},
        **{name: sorted(getattr(roles, name)) for name in _SETS},
        **{name: list(found) for name in _LATER_LISTS if (found := getattr(roles, name))},
        **({"graded": {name: list(order) for name, order in roles.graded}} if roles.graded else {}),
        **{name: text for name in _NAMES if (text := getattr(roles, name))},
        **({"positive": chosen} if counts else {}),
        "kept": None if roles.costs is None else list(roles.costs),
        "class_scores": [],
    }


def in_groups(chosen: Chosen, group: str | None) -> Chosen:
    """Return what was chosen with a column of groups that was chosen after the file was read."""
    return replace(chosen, group=group) if isinstance(chosen, Roles) and group else chosen


def columns_from_json(given: Mapping[str, Any]) -> Chosen:
    """Return what was chosen; what is given has passed the schema.

    Raises
    ------
    DataError
        Where its models of several classes do not have a column for each class.
    """
    if given["kind"] != TableKind.SCORES:
        positive: str | None = given["positive"]
        return positive
    values: dict[str, Any] = {name: given[name] for name in _PLAIN}
    values |= {name: tuple(given[name]) for name in _LISTS}
    values |= {name: tuple(given.get(name, ())) for name in _LATER_LISTS}
    values |= {name: frozenset(given[name]) for name in _SETS}
    values |= {name: given.get(name, "") for name in _NAMES}
    graded = given.get("graded", {}).items()
    values["graded"] = tuple((name, tuple(order)) for name, order in graded)
    values["positive"] = given["positive"] or ""
    roles = Roles(**values, costs=None if given["kept"] is None else tuple(given["kept"]))
    models = tuple(ClassScores(one["name"], dict(one["columns"])) for one in given["class_scores"])
    if not models:
        return roles
    classes = models[0].columns.keys()
    whole = len(classes) >= FEWEST_CLASSES and roles.positive in classes
    if not whole or any(one.columns.keys() != classes for one in models):
        raise DataError(
            tr(
                "columns.class_scores: every model needs a column for each of the same "
                "classes, three or more, and columns.positive must be one of these."
            )
        )
    return MulticlassRoles(roles, models)


def without_gone_scores(chosen: Chosen, columns: Sequence[str]) -> tuple[Chosen, tuple[str, ...]]:
    """Return what was chosen without the models whose scores a file lacks, and what these are.

    A model of two classes is named by its column; one of several goes with any of its columns.
    Where no model would be left, nothing is taken away.
    """
    if isinstance(chosen, MulticlassRoles):
        gone = [one for one in chosen.models if not set(one.columns.values()) <= set(columns)]
        kept = tuple(one for one in chosen.models if one not in gone)
        if not (gone and kept):
            return chosen, ()
        lost = {column for one in gone for column in one.columns.values()}
        fewer = MulticlassRoles(_without_scores(chosen.roles, lost), kept)
        return fewer, tuple(one.name for one in gone)
    if not isinstance(chosen, Roles):
        return chosen, ()
    lost = set(chosen.scores).difference(columns)
    if not lost or lost == set(chosen.scores):
        return chosen, ()
    return _without_scores(chosen, lost), tuple(one for one in chosen.scores if one in lost)


def _without_scores(roles: Roles, lost: set[str]) -> Roles:
    return replace(
        roles,
        scores=tuple(column for column in roles.scores if column not in lost),
        lower_is_positive=roles.lower_is_positive - lost,
        text_as_missing=roles.text_as_missing - lost,
        graded=tuple(one for one in roles.graded if one[0] not in lost),
    )


def require_columns(chosen: Chosen, columns: Sequence[str], file: str) -> None:
    """Raise DataError where a file lacks columns that were chosen."""
    gone = [name or '""' for name in dict.fromkeys(_named(chosen)) if name not in columns]
    if gone:
        raise DataError(
            tr(
                "{file} lacks {gone} that the choices need: {listed}.",
                file=file,
                gone=plural(len(gone), "column"),
                listed=listed(gone, 8),
            ),
            file=file,
        )


def _named(chosen: Chosen) -> Iterator[str]:
    roles = chosen.roles if isinstance(chosen, MulticlassRoles) else chosen
    if isinstance(roles, Roles):
        yield roles.label
        yield from roles.scores
        yield from (name for name in (roles.weight, roles.fold, roles.group) if name is not None)
