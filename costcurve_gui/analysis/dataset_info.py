"""What is known of an open file and its models, without their arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.dataio.table_kind import TableKind

if TYPE_CHECKING:
    from costcurve_gui.analysis.derivation import DerivedModel
    from costcurve_gui.dataio.roles.column_names import PayoffColumn
    from costcurve_gui.dataio.roles.groups import RowGroups


_NOT = "not "  # before the positive class, where several values are negative


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One scored model of a dataset. `key` is unique in the session; `slot` is its colour, dash.

    Where `lower_is_positive`, scores are computed with their sign turned and shown as in the file.
    `derived` says what it was made from; None for a model of the file. `file` is the one it is from
    where several were joined.
    """

    key: str
    name: str
    column: str
    slot: int
    missing: int = 0
    lower_is_positive: bool = False
    derived: DerivedModel | None = None
    file: str = ""
    grades: tuple[str, ...] = ()  # of a score that is text: 1 is the first


@dataclass(frozen=True, slots=True)
class DatasetInfo:
    """What is known of an open file, without its arrays.

    `models` are the file's own; in a curve set those derived from them follow. `classes` has every
    class of a file of several, with its cases; two classes need no list. `sha256` is blank but in
    pictures: a file is hashed after it is shown. `joined` says that it is several files in one.
    `order` are columns of models as the user lists them, derived ones too; others follow.
    `reading` counts how often the columns of the file were chosen again, and `readings` are the
    descriptions that came of it, from the second one on. `class_names` are the user's words for the
    positive and the negative class, empty where they are called by their labels.
    """

    id: str
    name: str
    path: str
    rows: int
    positives: float
    negatives: float
    positive_label: str
    negative_label: str
    models: tuple[ModelInfo, ...]
    numeric_columns: tuple[str, ...]
    weighted: bool = False
    group: str | None = None  # the column that says which rows belong together
    completions: tuple[tuple[str, str, str], ...] = ()  # for payoff cells: text, kind, hint
    payoff_columns: tuple[PayoffColumn, ...] = ()  # that look like payoffs, for cells
    kind: TableKind = TableKind.SCORES
    classes: tuple[tuple[str, float], ...] = ()
    sha256: str = ""
    joined: bool = False
    order: tuple[str, ...] = ()
    segment_columns: tuple[str, ...] = ()  # of few values: regions, products, groups
    day_columns: tuple[str, ...] = ()  # of dates, or of numbers named after days
    unit_columns: tuple[str, ...] = ()  # that name a card, a customer or a machine in several rows
    suspected: RowGroups | None = None  # groups of rows that nobody has named
    reading: int = 0
    readings: tuple[DatasetInfo, ...] = ()
    class_names: tuple[str, str] = ("", "")
    equal_weight: float = 0.0  # of every row that has one; 0 where these differ

    @property
    def positive_called(self) -> str:
        """What the positive class is called on the screen."""
        return self.class_names[0] or self.positive_label

    @property
    def negative_called(self) -> str:
        """What the negative class is called on the screen; not bad, where bad is a user's word."""
        positive, negative = self.class_names
        if positive and not negative and self.negative_label.startswith(_NOT):
            return f"{_NOT}{class_name(positive)}"
        return negative or self.negative_label

    @property
    def prevalence(self) -> float:
        """Share of positives in the sample, by weight where there are weights."""
        counts = self.positives, self.negatives
        if self.equal_weight:  # ten weights of 0.1 are in the same ratios as ten rows
            counts = round(counts[0] / self.equal_weight), round(counts[1] / self.equal_weight)
        return counts[0] / (counts[0] + counts[1])

    def as_read(self, reading: int) -> DatasetInfo:
        """Return the same file with its columns as they were chosen at some time."""
        return self if reading == self.reading else self.readings[reading - 1]

    def in_groups(self, column: str | None) -> DatasetInfo:
        """Return the same file with its rows in the groups of a column; None or "" names none."""
        return replace(self, group=column) if column and self.group is None else self

    def against_all(self, reference: str) -> DatasetInfo:
        """Return the same file with one of its classes positive and all others negative."""
        if reference in ("", self.positive_label):
            return self
        positives = dict(self.classes)[reference]
        return replace(
            self,
            positives=positives,
            negatives=self.positives + self.negatives - positives,
            positive_label=reference,
            negative_label=f"not {class_name(reference)}",
        )
