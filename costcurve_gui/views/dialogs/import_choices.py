"""What the user chose in the import dialog, and what is still missing. Knows no widget."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import all_of
from costcurve_gui.dataio.roles.class_names import proposed_names
from costcurve_gui.dataio.roles.column_roles import (
    MulticlassRoles,
    Role,
    Roles,
    columns_with,
    several_classes,
)
from costcurve_gui.dataio.roles.complements import of_positive
from costcurve_gui.dataio.roles.findings import Inquiry
from costcurve_gui.dataio.roles.grades import grade_order, span
from costcurve_gui.dataio.roles.labels import LabelClass, merged_counts
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.roles.column_roles import (
        ClassScores,
        Proposal,
    )

ONE_COLUMN_ONLY = frozenset({Role.LABEL, Role.WEIGHT, Role.FOLD, Role.GROUP})
NUMERIC_ONLY = frozenset({Role.SCORE, Role.COST, Role.WEIGHT})

_MOST_NAMED = 3
MOST_ASKED = 6  # values of the true class
REST = "\N{HORIZONTAL ELLIPSIS}"  # stands for all values that are not asked for one by one


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """Roles by column in file order, and what goes with them. Every change is a new value."""

    by_column: Mapping[str, Role]
    positives: Mapping[str, str] = field(default_factory=dict)  # by column of the true class
    given: Mapping[tuple[str, str], LabelClass] = field(default_factory=dict)  # by column and value
    names: Mapping[tuple[str, str], str] = field(default_factory=dict)  # typed, by column and value
    suggested: Mapping[tuple[str, str], str] = field(default_factory=dict)  # where none is typed
    lower_is_positive: frozenset[str] = field(default_factory=frozenset)
    directed: frozenset[str] = field(default_factory=frozenset)  # by the user
    text_as_missing: frozenset[str] = field(default_factory=frozenset)
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of scores that are text
    where: str = ""
    displaced: Mapping[str, str] = field(default_factory=dict)  # who lost the role to a column
    class_scores: tuple[ClassScores, ...] = ()
    class_label: str = ""  # the column whose values they are for
    several: bool = False  # whether the classes are told apart
    complements: tuple[tuple[str, str], ...] = ()  # columns with p and 1 - p
    row_numbers: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def proposed(cls, proposal: Proposal, columns: Iterable[ColumnInfo] = ()) -> ImportChoices:
        """Start with what was found; of the columns come names for their values."""
        roles, found = proposal.roles, proposal.class_scores
        positive = next(iter(found[0].columns)) if found else roles.positive
        return cls(
            by_column=dict(proposal.by_column),
            positives={roles.label: positive} if positive else {},
            lower_is_positive=roles.lower_is_positive,
            text_as_missing=roles.text_as_missing,
            where=roles.where,
            class_scores=found,
            class_label=roles.label,
            several=bool(found),
            complements=proposal.complements,
            row_numbers=proposal.row_numbers,
            suggested=proposed_names(columns),
        )

    @classmethod
    def chosen_before(
        cls, proposal: Proposal, chosen: Roles | MulticlassRoles, columns: Iterable[ColumnInfo]
    ) -> ImportChoices:
        """Start with what the columns of an open file are used as."""
        several = chosen if isinstance(chosen, MulticlassRoles) else None
        roles = chosen.roles if isinstance(chosen, MulticlassRoles) else chosen
        given = dict.fromkeys(roles.also_positive, LabelClass.POSITIVE)
        given |= dict.fromkeys(roles.negatives, LabelClass.NEGATIVE)
        given |= dict.fromkeys(roles.left_out, LabelClass.LEFT_OUT)
        given |= {REST: LabelClass.NEGATIVE} if roles.others_negative else {}
        columns = tuple(columns)
        return replace(
            cls.proposed(proposal, columns),
            by_column={column.name: _role_in(column, roles, proposal) for column in columns},
            positives={roles.label: roles.positive},
            given={(roles.label, value): one for value, one in given.items()},
            names=_names_in(columns, roles),
            lower_is_positive=roles.lower_is_positive,
            directed=frozenset(roles.scores),
            text_as_missing=roles.text_as_missing,
            orders=dict(roles.graded),
            where=roles.where,
            class_scores=several.models if several else proposal.class_scores,
            class_label=roles.label if several else proposal.roles.label,
            several=several is not None,
        )

    @property
    def label(self) -> str:
        """The column of the true class; empty where none is chosen."""
        return self.first(Role.LABEL) or ""

    @property
    def positive(self) -> str:
        """The positive class; empty where none is chosen."""
        return self.positives.get(self.label, "")

    @property
    def scores(self) -> tuple[str, ...]:
        """The columns that become models."""
        return columns_with(self.by_column, Role.SCORE)

    @property
    def class_models(self) -> tuple[ClassScores, ...]:
        """The models with a score for each class, where the classes are told apart."""
        if not self.several or self.label != self.class_label:
            return ()
        used = set(self.scores)
        return tuple(
            model for model in self.class_scores if used.issuperset(model.columns.values())
        )

    @property
    def models_made(self) -> int:
        """How many models there will be."""
        return len(self.class_models) or len(self.scores)

    def first(self, role: Role) -> str | None:
        """Return the first column of a role."""
        return next((name for name, used in self.by_column.items() if used is role), None)

    def with_role(self, column: str, role: Role) -> ImportChoices:
        """Use a column for something else.

        A role for one column leaves the column that had it, and goes back to that one when the
        new holder moves on: so arrow keys can pass by it without harm.
        """
        if self.by_column[column] is role:
            return self
        changed, displaced = dict(self.by_column), dict(self.displaced)
        loser = displaced.pop(column, None)
        if loser is not None and changed[loser] is Role.IGNORE:
            changed[loser] = changed[column]
        holder = self.first(role) if role in ONE_COLUMN_ONLY else None
        if holder is not None and holder != column:
            changed[holder] = Role.IGNORE
            displaced[column] = holder
        changed[column] = role
        new = replace(self, by_column=changed, displaced=displaced)
        return new if new.label == self.label else new._with_own_directions()

    def with_label(self, column: str) -> ImportChoices:
        """Take the true class from another column."""
        return self if column == self.label else self.with_role(column, Role.LABEL)

    def _with_own_directions(self) -> ImportChoices:
        """Turn no score but those that the user turned: another class is positive."""
        return replace(self, lower_is_positive=self.lower_is_positive & self.directed)

    def with_positive(self, value: str) -> ImportChoices:
        """Look for another class; of columns with p and 1 - p its own is the score."""
        changed = dict(self.by_column)
        for pair in self.complements:
            if {changed[name] for name in pair} == {Role.SCORE, Role.COST}:
                score = of_positive(pair, value)
                changed |= {name: Role.SCORE if name == score else Role.COST for name in pair}
        known = self if value == self.positive else self._with_own_directions()
        positives = {**self.positives, self.label: value}
        return replace(known, by_column=changed, positives=positives)

    def with_class(self, value: str, chosen: LabelClass) -> ImportChoices:
        """Give a value of the true class another class.

        The positive one is one value, unless several grades are positive already.
        """
        given, further = dict(self.given), self.also_positive
        if chosen is LabelClass.POSITIVE and further:
            if value != self.positive:
                given[self.label, value] = chosen
            return replace(self, given=given)
        if chosen is LabelClass.POSITIVE:
            if self.positive:
                given[self.label, self.positive] = LabelClass.NEGATIVE
            given.pop((self.label, value), None)
            return replace(self.with_positive(value), given=given)
        given[self.label, value] = chosen
        if value != self.positive:
            return replace(self, given=given)
        next_one = further[0] if further else ""
        given.pop((self.label, next_one), None)
        return replace(self.with_positive(next_one), given=given)

    def with_grades(self, order: Sequence[str], positive: Sequence[str]) -> ImportChoices:
        """Take grades for positive, and all others of an order for negative.

        A class keeps the name that was typed where it keeps one of its grades.
        """
        given = {key: one for key, one in self.given.items() if key[0] != self.label}
        for value in order:
            is_positive = value in positive
            given[self.label, value] = LabelClass.POSITIVE if is_positive else LabelClass.NEGATIVE
        del given[self.label, positive[0]]
        names = {key: text for key, text in self.names.items() if key[0] != self.label}
        negative = [value for value in order if value not in positive]
        before = (self.all_positive, self._values_given(LabelClass.NEGATIVE))
        for old, new in zip(before, (positive, negative), strict=True):
            typed = (self.names.get((self.label, value), "") for value in old)
            if text := next(filter(None, typed), "") if set(old) & set(new) else "":
                names[self.label, new[0]] = text
        return replace(self.with_positive(positive[0]), given=given, names=names)

    def with_name(self, value: str, text: str) -> ImportChoices:
        """Call the class of a value otherwise; by the value itself where nothing is typed."""
        return replace(self, names={**self.names, (self.label, value): " ".join(text.split())})

    def name_of(self, value: str) -> str:
        """Return what was typed for the class of a value, else what is suggested."""
        key = self.label, value
        return self.names.get(key, self.suggested.get(key, ""))

    @property
    def positive_called(self) -> str:
        """What the positive class is called: as typed, else by its value or grades."""
        grades = self.grades_called(self.all_positive) if self.also_positive else ""
        return self.name_of(self.positive) or grades or self.positive

    def grades_called(self, grades: Sequence[str]) -> str:
        """Name some grades of the true class: grade D to G."""
        named = (*self.all_positive, *self._values_given(LabelClass.NEGATIVE))
        return f"{self.label} {span(grades, [one for one in named if one not in grades])}"

    @property
    def all_positive(self) -> tuple[str, ...]:
        """Every positive value; none where none is chosen."""
        return (self.positive, *self.also_positive) if self.positive else ()

    @property
    def also_positive(self) -> tuple[str, ...]:
        """Further positive values; none where every class is told apart."""
        return () if self.class_models else self._values_given(LabelClass.POSITIVE)

    @property
    def negative_name(self) -> str:
        """What the negative class is called; mostly it is one value."""
        others = {self.positive, *self.also_positive, *self._values_given(LabelClass.LEFT_OUT)}
        named = {**self.suggested, **self.names}
        known = (
            text
            for (column, value), text in named.items()
            if column == self.label and value not in others
        )
        return next(filter(None, known), "")

    def class_of(self, value: str, counts: Mapping[str, int]) -> LabelClass | None:
        """Return the class of a value; None where it is still to be decided."""
        if value == self.positive:
            return LabelClass.POSITIVE
        chosen = self.given.get((self.label, value))
        if chosen is None and self.positive and len({*counts, self.positive}) == 2:
            return LabelClass.NEGATIVE
        return chosen

    def _values_given(self, chosen: LabelClass) -> tuple[str, ...]:
        return tuple(
            value
            for (column, value), given in self.given.items()
            if column == self.label and given is chosen and value not in (REST, self.positive)
        )

    def with_where(self, text: str) -> ImportChoices:
        """Keep other rows."""
        return replace(self, where=text)

    def with_low_positive(self, column: str, low: bool) -> ImportChoices:
        """Say whether low scores of a column mean positive."""
        lower = self.lower_is_positive
        lower = lower | {column} if low else lower - {column}
        return replace(self, lower_is_positive=lower, directed=self.directed | {column})

    def turned(self, columns: Iterable[str]) -> ImportChoices:
        """Take low scores of columns for positive of which the user said nothing."""
        turned = frozenset(columns) - self.directed
        return replace(self, lower_is_positive=self.lower_is_positive | turned)

    def inquiry(self, undecided: Iterable[str] = ()) -> Inquiry:
        """Return what the file is to be looked at for, meanwhile without undecided values."""
        chosen, ids = self.roles(), columns_with(self.by_column, Role.IDENTIFIER)
        if isinstance(chosen, Roles):
            chosen = replace(chosen, left_out=(*chosen.left_out, *undecided))
        return Inquiry(chosen, ids, self.directed)

    def with_text_missing(self, column: str) -> ImportChoices:
        """Count the text of a column as missing."""
        return replace(self, text_as_missing=self.text_as_missing | {column})

    def with_order(self, column: str, order: tuple[str, ...]) -> ImportChoices:
        """Take the text of a column for grades, the first one for 1."""
        return replace(self, orders={**self.orders, column: order})

    def with_several(self, several: bool) -> ImportChoices:
        """Tell all classes apart, or the positive one from the rest."""
        return replace(self, several=several)

    def roles(self) -> Roles | MulticlassRoles:
        """Return what the reader needs."""
        roles = self._roles()
        models = self.class_models
        return several_classes(roles, models, self.positive) if models else roles

    def _roles(self) -> Roles:
        return Roles(
            label=self.label,
            positive=self.positive,
            scores=self.scores,
            lower_is_positive=self.lower_is_positive & frozenset(self.scores),
            weight=self.first(Role.WEIGHT),
            fold=self.first(Role.FOLD),
            group=self.first(Role.GROUP),
            where=self.where,
            costs=tuple(name for name, used in self.by_column.items() if used is Role.COST),
            text_as_missing=self.text_as_missing,
            also_positive=self.also_positive,
            negatives=self._values_given(LabelClass.NEGATIVE),
            left_out=self._values_given(LabelClass.LEFT_OUT),
            others_negative=self.given.get((self.label, REST)) is LabelClass.NEGATIVE,
            graded=tuple(one for one in self.orders.items() if one[0] in self.scores),
            positive_name="" if self.class_models else self.name_of(self.positive),
            negative_name="" if self.class_models else self.negative_name,
        )


def _names_in(columns: Iterable[ColumnInfo], roles: Roles) -> dict[tuple[str, str], str]:
    """Return what the classes of an open file are called, by the values that they have."""
    label = next((column for column in columns if column.name == roles.label), None)
    values = () if label is None else merged_counts(label.counts)
    named = {roles.positive: roles.positive_name}
    for value in values:
        if value not in (*roles.all_positive, *roles.left_out):
            named.setdefault(value, roles.negative_name)
    return {(roles.label, value): text for value, text in named.items()}


def _role_in(column: ColumnInfo, roles: Roles, proposal: Proposal) -> Role:
    """Return what a column of an open file is used as."""
    single: dict[str | None, Role] = {
        roles.label: Role.LABEL,
        roles.weight: Role.WEIGHT,
        roles.fold: Role.FOLD,
        roles.group: Role.GROUP,
        **dict.fromkeys(roles.scores, Role.SCORE),
    }
    if column.name in single:
        return single[column.name]
    proposed = proposal.by_column.get(column.name, Role.IGNORE)
    if proposed is Role.IDENTIFIER:
        return proposed
    kept = column.kind.is_numeric if roles.costs is None else column.name in roles.costs
    return Role.COST if kept else Role.IGNORE


def values_asked(choices: ImportChoices, counts: Mapping[str, int]) -> list[str]:
    """Return the values that are asked for one by one, then `REST`.

    Grades stand in their order, all of them; other values with frequent ones first.
    """
    grades = grade_order(counts)
    if grades:
        return [*grades, *([] if choices.positive in ("", *grades) else [choices.positive])]
    first = [choices.positive] if choices.positive else []
    values = list(dict.fromkeys([*list(counts)[:MOST_ASKED], *first]))
    if len(values) > MOST_ASKED:
        values = [*values[: MOST_ASKED - 1], choices.positive]
    return values if len(counts) <= len(values) else [*values, REST]


def undecided_values(choices: ImportChoices, counts: Mapping[str, int]) -> list[str]:
    """Return the values that have no class yet."""
    values = values_asked(choices, counts)
    return [value for value in values if choices.class_of(value, counts) is None]


def named_values(values: Sequence[str]) -> str:
    """Name values in a sentence."""
    named = [tr("the other values") if value == REST else value for value in values]
    return all_of(named) if len(named) <= _MOST_NAMED else tr("these values")
