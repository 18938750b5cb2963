"""Which column plays which part."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


NO_VALUES: Mapping[str, Sequence[str]] = MappingProxyType({})
VALUE_LISTS = ("also_positive", "negatives", "left_out")
"""Fields of `Roles` that say what becomes of values beside the positive one."""
FEWEST_CLASSES, MOST_CLASSES = 3, 250
NONE = "none"
"""What is given for a column where none is to be used, not even one that suggests itself."""


class Role(StrEnum):
    """The part of a column."""

    IGNORE = "ignore"
    LABEL = "label"
    SCORE = "score"
    COST = "cost"
    WEIGHT = "weight"
    FOLD = "fold"
    GROUP = "group"
    IDENTIFIER = "identifier"


@dataclass(frozen=True, slots=True)
class Roles:
    """How a table becomes scored cases.

    Parameters
    ----------
    label, positive : str
        The class column and its positive value. One other value is negative.
    also_positive : tuple of str
        Further positive values, where these are grades: in their order, without `positive`.
    negatives, left_out : tuple of str
        Where there are more values: those that are negative, and those whose rows are not used.
    others_negative : bool
        Whether every value that is not named is negative.
    positive_name, negative_name : str
        What the two classes are called in the window; empty where by their values.
    classes : tuple of str
        Values of the class column that shall be told apart beyond positive and negative, the
        positive one among them; empty where two classes will do.
    scores : tuple of str
        Score columns, one model each.
    graded : tuple of (str, tuple of str)
        Score columns of text, such as A to G, and the order of their grades: numbers from 1.
    lower_is_positive : frozenset of str
        Score columns whose low values mean positive.
    group : str or None
        Column that says which rows belong together, such as those of one customer.
    costs : tuple of str or None
        Further numeric columns to keep for expressions; None keeps every one.
    where : str
        Keeps the rows that fulfil this condition; empty keeps all.
    text_as_missing : frozenset of str
        Columns in which text counts as missing.
    """

    label: str
    positive: str
    scores: tuple[str, ...]
    lower_is_positive: frozenset[str] = frozenset()
    weight: str | None = None
    fold: str | None = None
    where: str = ""
    costs: tuple[str, ...] | None = None
    text_as_missing: frozenset[str] = frozenset()
    classes: tuple[str, ...] = ()
    group: str | None = None
    negatives: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    others_negative: bool = False
    also_positive: tuple[str, ...] = ()
    graded: tuple[tuple[str, tuple[str, ...]], ...] = ()
    positive_name: str = ""
    negative_name: str = ""

    @property
    def orders(self) -> dict[str, tuple[str, ...]]:
        """The order of the grades of each score column that has some."""
        return {column: order for column, order in self.graded if column in self.scores}

    @property
    def all_positive(self) -> tuple[str, ...]:
        """Every positive value, in order."""
        return (self.positive, *self.also_positive)

    @property
    def values_named(self) -> dict[str, list[str]]:
        """The lists of values that are not empty, by the names of their fields."""
        lists = {name: list(getattr(self, name)) for name in VALUE_LISTS}
        return {name: values for name, values in lists.items() if values}

    @property
    def used(self) -> frozenset[str]:
        """Columns that are more than something for expressions."""
        parts = (self.label, *self.scores, self.weight, self.fold, self.group)
        return frozenset(part for part in parts if part is not None)


@dataclass(frozen=True, slots=True)
class ClassScores:
    """One model of several classes.

    Parameters
    ----------
    name : str
        What its columns have in common, without underscores at the end.
    columns : mapping of class to column
        The score of every class.
    """

    name: str
    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MulticlassRoles:
    """How a table becomes cases of several classes.

    Parameters
    ----------
    roles : Roles
        The label, all classes, and the columns of all models; the positive value is the
        reference class chosen, else the first one.
    models : tuple of ClassScores
        All of the same classes.
    """

    roles: Roles
    models: tuple[ClassScores, ...]

    def against_all(self, reference: str) -> Roles:
        """Return the roles of two classes: the reference and all others."""
        columns = tuple(model.columns[reference] for model in self.models)
        return replace(self.roles, positive=reference, scores=columns)

    @property
    def class_of(self) -> Mapping[str, str]:
        """The class that each column scores."""
        return {column: name for model in self.models for name, column in model.columns.items()}


def of_classes(start: str) -> str:
    """Return what a model of several classes is called by what its columns have in common.

    >>> of_classes("proba_forest_"), of_classes("P (class="), of_classes("")
    ('proba_forest', 'P', 'proba')
    """
    return start.partition("(")[0].strip().rstrip("_") or "proba"


def several_classes(
    roles: Roles, models: tuple[ClassScores, ...], reference: str
) -> MulticlassRoles:
    """Return the reading of a table in which every model has a score for each class."""
    columns = tuple(column for model in models for column in model.columns.values())
    classes = tuple(models[0].columns)
    whole = replace(roles, positive=reference, scores=columns, classes=classes)
    return MulticlassRoles(whole, models)


@dataclass(frozen=True, slots=True)
class Problem:
    """What has to be chosen before the table can be used.

    `part` is label, positive, scores, marks of numbers or, where it is unclear what the rows are,
    cases; `advice` names the options that settle it.
    """

    part: str
    message: str
    candidates: tuple[str, ...] = ()
    advice: str = ""

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the columns look like. Where there are problems, `roles` has gaps (empty parts).

    `class_scores` are the models with a score for each of several classes, where there are any.
    Each of `complements` is two columns with p and 1 - p, of which one is a score. `guessed` says
    that no name tells the scores: they are all the numbers that nothing else is known of.
    `row_numbers` are columns that number the rows.
    """

    roles: Roles
    by_column: Mapping[str, Role]
    problems: tuple[Problem, ...] = ()
    label_counts: Mapping[str, int] = field(default_factory=dict)
    class_scores: tuple[ClassScores, ...] = ()
    complements: tuple[tuple[str, str], ...] = ()
    guessed: bool = False
    row_numbers: frozenset[str] = frozenset()

    @property
    def all_scores(self) -> tuple[str, ...]:
        """The scores, and the columns of 1 - p that are none because of them."""
        pairs = (name for pair in self.complements for name in pair)
        return tuple(dict.fromkeys((*self.roles.scores, *pairs)))

    @property
    def reading(self) -> Roles | MulticlassRoles:
        """What to begin with: all classes where they have scores, the first one the reference."""
        models = self.class_scores
        if not models:
            return self.roles
        return several_classes(self.roles, models, next(iter(models[0].columns)))


def model_name(column: str) -> str:
    """Return the model's name: the column without a leading `score_`.

    >>> model_name("score_naive_bayes")
    'naive_bayes'
    """
    return column.removeprefix("score_") or column


def reads_as_number(label: str) -> bool:
    """Whether the name of a class would be taken for a count: 1, -1, 0.5, 1,0 or 3 %.

    >>> [reads_as_number(label) for label in ("1", "bad", "type 2", "nan")]
    [True, False, False, False]
    """
    try:
        value = float(label.strip().rstrip("%").replace(",", "."))
    except ValueError:
        return False
    return math.isfinite(value)


def class_name(label: str) -> str:
    """Return what a class is called in a sentence: bad, but class 1.

    >>> class_name("bad"), class_name("1")
    ('bad', 'class 1')
    """
    return f"class {label}" if reads_as_number(label) else label


def cases_of(count: str, label: str) -> str:
    """Return a count with the class that is counted.

    >>> cases_of("853", "bad"), cases_of("853", "1")
    ('853 bad', '853 of class 1')
    """
    return f"{count} of class {label}" if reads_as_number(label) else f"{count} {label}"


def model_names(columns: tuple[str, ...]) -> dict[str, str]:
    """Return the model's name for every column; a column keeps its whole name in a clash."""
    short = [model_name(column) for column in columns]
    return {
        column: name if short.count(name) == 1 else column
        for column, name in zip(columns, short, strict=True)
    }


def columns_with(by_column: Mapping[str, Role], role: Role) -> tuple[str, ...]:
    """Return the columns that have a role."""
    return tuple(name for name, part in by_column.items() if part is role)
