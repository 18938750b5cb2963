"""Load scored cases: labels, scores, weights and cost columns as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import ABSENT, OTHER
from costcurve_gui.dataio.checks import (
    changed_numbers,
    check_classes,
    check_scores,
    check_weights,
    text_in_scores,
)
from costcurve_gui.dataio.errors import DataError, listed, plural
from costcurve_gui.dataio.missing_values import doubts_of_scores
from costcurve_gui.dataio.roles.choice import unknown_column, with_positive
from costcurve_gui.dataio.roles.column_roles import Roles, class_name, model_name, model_names
from costcurve_gui.dataio.roles.confidences import Confidence, confidences_in, converted
from costcurve_gui.dataio.roles.grades import graded_table, span
from costcurve_gui.dataio.roles.labels import LabelClass, LabelReading, LabelValue
from costcurve_gui.dataio.roles.row_numbers import leads, row_doubt
from costcurve_gui.dataio.row_columns import (
    fold_positions,
    fold_request,
    fulfilled,
    group_numbers,
    kept,
    row_filter,
    sealed,
    weight_request,
    weights_of,
)
from costcurve_gui.dataio.table import Answer, Marks, Numbers, Request
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Fingerprint, Source

__all__ = ["Dataset", "load_dataset", "model_name", "model_names"]


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Scored cases of one file. Arrays have one value per kept row and are read-only.

    Parameters
    ----------
    info_name : str
        The file's name.
    y_true : ndarray of bool
        True where the case is positive.
    scores : mapping of column to float64
        Higher means positive, NaN is missing; the columns in `lower_is_positive` are negated.
    numeric : mapping of column to float64
        What expressions can use, scores (as in the file) among them.
    fold : ndarray of int16 or None
        Positions in `fold_names`.
    group : ndarray of int64 or None
        Number of the group of every case, such as its customer: from 0 in the order of the file.
    group_column : str or None
        The column that has the groups.
    row_numbers : ndarray of int64 or None
        The row in the file, from 1, of every case; None where every row was kept.
    file_rows : int
        Rows of the file, the ones left out among them.
    labels : tuple of LabelValue
        Every value of the class column in the rows that the filter keeps, and its class.
    class_names : tuple of str
        What the positive and the negative class are called; empty where by their labels.
    orders : mapping of column to tuple of str
        Grades of the scores that are text, whose numbers are their places from 1.
    confidences : mapping of column to Confidence
        Scores that are the probability of a class decided, and the decisions that they are read by.
    """

    info_name: str
    path: Path | None
    fingerprint: Fingerprint
    y_true: NDArray[np.bool_]
    scores: Mapping[str, NDArray[np.float64]]
    numeric: Mapping[str, NDArray[np.float64]]
    weight: NDArray[np.float64] | None
    fold: NDArray[np.int16] | None
    fold_names: tuple[str, ...]
    group: NDArray[np.int64] | None
    row_numbers: NDArray[np.int64] | None
    positive_label: str
    negative_label: str
    lower_is_positive: frozenset[str]
    missing: Mapping[str, int]
    file_rows: int
    warnings: tuple[str, ...]
    labels: tuple[LabelValue, ...] = ()
    group_column: str | None = None
    class_names: tuple[str, str] = ("", "")
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    confidences: Mapping[str, Confidence] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """Number of cases."""
        return int(self.y_true.size)

    @property
    def sha256(self) -> str:
        """Hash of the file's bytes: computed when first asked for, about 2 s per GB."""
        return self.fingerprint.sha256

    def with_scores(self, column: str, scores: NDArray[np.float64]) -> Dataset:
        """Return the same cases with one more score column, higher means positive."""
        return replace(self, scores={**self.scores, column: sealed(scores)})

    def row_number(self, position: int) -> int:
        """Return the row in the file, from 1, of a case."""
        return position + 1 if self.row_numbers is None else int(self.row_numbers[position])


def load_dataset(source: Source, roles: Roles, progress: Progress = NO_PROGRESS) -> Dataset:
    """Read the columns that the roles name, in one pass over the file.

    Raises
    ------
    DataError
        Where the rows do not make a scored sample; column and rows are named.
    Cancelled
        Where `progress` was cancelled; nothing stays behind.
    """
    return _load(source, roles, progress)[0]


def load_with_classes(
    source: Source, roles: Roles, progress: Progress = NO_PROGRESS
) -> tuple[Dataset, NDArray[np.uint8]]:
    """Read as `load_dataset`; return also the position of each case's class in `roles.classes`."""
    dataset, codes = _load(source, roles, progress)
    return dataset, sealed(codes - np.uint8(1))


def _load(source: Source, roles: Roles, progress: Progress) -> tuple[Dataset, NDArray[np.uint8]]:
    try:
        return _Loading(source, roles).load(progress)
    except DataError as fault:
        fault.file = fault.file or source.name
        raise


class _Loading:
    """What one load needs: requests first, then the kept rows of the answer."""

    def __init__(self, source: Source, roles: Roles) -> None:
        self._source = source
        self._check_names(roles)
        self._roles = roles = with_positive(source, roles)
        self._table = graded_table(source, roles.orders)
        self._condition = row_filter(source, roles.where)
        self._label = LabelReading.of(source, roles)
        self._confidences = {} if roles.classes else confidences_in(source, roles)
        self._numbers = {name: self._number(name) for name in self._numeric_columns()}
        self._weight = weight_request(source, self._number(roles.weight)) if roles.weight else None
        self._fold = fold_request(source, roles.fold) if roles.fold else None
        self._group = Marks(roles.group) if roles.group else None
        self._warnings: list[str] = []

    def _check_names(self, roles: Roles) -> None:
        known = [column.name for column in self._source.columns]
        parts = (roles.label, roles.weight, roles.fold, roles.group)
        named = [*parts, *roles.scores, *(roles.costs or ())]
        for name in named:
            if name and name not in known:
                raise unknown_column(name, known, self._source.name)
        if not roles.scores:
            raise DataError(tr("No column holds scores. A model needs a column of numbers."))

    def _number(self, column: str) -> Numbers:
        filtered = () if self._condition is None else self._condition.columns
        exact = column in self._roles.scores or column in filtered
        return Numbers(column, column in self._roles.text_as_missing, exact)

    def _numeric_columns(self) -> list[str]:
        wanted = {*self._roles.scores, *(self._roles.costs or ())}
        every = self._roles.costs is None
        return [
            column.name
            for column in self._source.columns
            if column.name in wanted
            or (every and column.kind.is_numeric and column.name != self._roles.label)
        ]

    def load(self, progress: Progress) -> tuple[Dataset, NDArray[np.uint8]]:
        """Return the cases, and for each 1 + the position of its label in what was asked for."""
        answer = self._table.read(self._requests(), progress)
        progress.advance(100, 100, "Checking")
        keep = self._fulfilled(answer)
        self._warn_of_comments()
        self._warnings += [f"{one.described(name)}." for name, one in self._confidences.items()]
        texts = self._label_texts(answer, keep, progress)
        labels = self._label.values(texts, keep)
        keep = self._with_label(texts, keep)
        self._drop_texts(answer, keep)
        codes = kept(self._label.codes(texts), keep)
        y_true = codes == self._label.code_of(self._roles.positive)
        check_classes(self._source, self._roles, y_true)
        numeric = {name: kept(answer.arrays[r], keep) for name, r in self._numbers.items()}
        row_numbers = None if keep is None else np.flatnonzero(keep) + 1
        weight = None
        if self._weight is not None:
            weight = weights_of(self._weight, kept(answer.arrays[self._weight], keep))
            check_weights(self._roles.weight or "", weight, y_true, row_numbers)
        scores = {name: self._score(name, answer, keep) for name in self._roles.scores}
        missing = check_scores(scores)
        if not self._roles.classes:
            self._warn_of_missing(missing)
            self._warn_of_row_numbers(y_true, numeric)
        for name in self._roles.scores:
            if name not in self._roles.orders:
                self._warnings += doubts_of_scores(name, numeric[name])
        dataset = Dataset(
            info_name=self._source.name,
            path=self._source.path,
            fingerprint=self._source.fingerprint,
            y_true=sealed(y_true),
            scores=scores,
            numeric={name: sealed(values) for name, values in numeric.items()},
            weight=None if weight is None else sealed(weight),
            fold=self._folds(answer, keep, row_numbers),
            fold_names=self._fold.values if self._fold else (),
            group=self._groups(answer, keep, row_numbers),
            group_column=self._roles.group,
            row_numbers=None if row_numbers is None else sealed(row_numbers),
            positive_label=_positive_label(labels, self._roles),
            negative_label=_negative_label(labels, self._roles),
            lower_is_positive=self._roles.lower_is_positive,
            missing=missing,
            file_rows=answer.rows,
            warnings=tuple(self._warnings),
            labels=labels,
            orders=self._roles.orders,
            confidences=self._confidences,
            class_names=(self._roles.positive_name, self._roles.negative_name),
        )
        return dataset, codes

    def _requests(self) -> list[Request]:
        needed: list[Request] = [self._label.request, *self._numbers.values()]
        needed += [one.request for one in self._confidences.values()]
        parts = (self._weight, self._fold, self._group)
        needed += [request for request in parts if request is not None]
        if self._condition is not None:
            needed += [self._number(name) for name in self._condition.columns]
            needed += self._condition.tests
        return list(dict.fromkeys(needed))

    def _label_texts(
        self, answer: Answer, keep: NDArray[np.bool_] | None, progress: Progress
    ) -> NDArray[np.uint8]:
        """Return which text the label of every row is; of a sampled file some are met only now."""
        texts: NDArray[np.uint8] = answer.arrays[self._label.request]
        unknown = texts == OTHER if keep is None else (texts == OTHER) & keep
        if self._source.complete or not unknown.any():
            return texts
        counts = self._source.table.counts(self._roles.label, progress)
        self._label = LabelReading(self._source, self._roles, counts)
        again = self._source.table.read([self._label.request], progress)
        return again.arrays[self._label.request]

    def _with_label(
        self, texts: NDArray[np.uint8], keep: NDArray[np.bool_] | None
    ) -> NDArray[np.bool_] | None:
        """Return the rows to keep that have a label, of those kept by the filter."""
        absent = self._label.codes(texts) == ABSENT
        missing = texts == ABSENT
        missing_rows = np.flatnonzero(missing if keep is None else missing & keep)
        if missing_rows.size:
            rows = listed(int(row) + 1 for row in missing_rows)
            self._warnings.append(
                f"{plural(missing_rows.size, 'row')} without a value in {self._roles.label} "
                f"left out: {rows}."
            )
        if not absent.any():
            return keep
        present: NDArray[np.bool_] = ~absent
        return present if keep is None else keep & present

    def _fulfilled(self, answer: Answer) -> NDArray[np.bool_] | None:
        if self._condition is None:
            return None
        keep = fulfilled(self._condition, answer, self._number)
        if not keep.any():
            raise DataError(
                tr(
                    "The filter {where} keeps none of {rows} rows.",
                    where=self._roles.where,
                    rows=answer.rows,
                )
            )
        return keep

    def _drop_texts(self, answer: Answer, keep: NDArray[np.bool_] | None) -> None:
        """Refuse text in a column that was chosen; leave out one that was merely there."""
        for request, cells in answer.inexact.items():
            changed = changed_numbers(request.column, cells, keep)
            if changed is not None:
                raise changed
        chosen = {*self._roles.scores, *(self._roles.costs or ()), self._roles.weight}
        for request, bad in answer.bad.items():
            reason = self._source.column(request.column).written.reason
            fault = text_in_scores(request.column, bad, keep, answer.rows, reason)
            if fault is None:
                continue
            if request.column in chosen:
                raise fault
            self._numbers.pop(request.column, None)
            if request.column not in (self._roles.fold, self._roles.group):  # these are names
                self._warnings.append(f"{fault.message.split('. ')[0]}; the column is left out.")

    def _warn_of_comments(self) -> None:
        count = self._source.table.comments
        if count:
            self._warnings.append(f"{plural(count, 'comment line')} (# or %) skipped.")

    def _warn_of_missing(self, missing: Mapping[str, int]) -> None:
        for column, count in missing.items():
            if count:
                self._warnings.append(
                    f"{column} has no value in {plural(count, 'row')}; "
                    f"they are left out for {model_name(column)} alone."
                )

    def _warn_of_row_numbers(
        self, y_true: NDArray[np.bool_], numeric: Mapping[str, NDArray[np.float64]]
    ) -> None:
        for column in self._roles.scores:
            leading = leads(self._source, column, self._roles.scores)
            doubt, _ = row_doubt(y_true, numeric[column], leading=leading)
            if doubt:
                self._warnings.append(
                    f"{column} {doubt}: if it numbers the rows, choose the scores without it "
                    "(--scores)."
                )

    def _score(
        self, column: str, answer: Answer, keep: NDArray[np.bool_] | None
    ) -> NDArray[np.float64]:
        """Return the scores of a column, higher means positive."""
        read = answer.arrays[self._numbers[column]]
        values = kept(converted(self._confidences, column, read, answer.arrays), keep)
        return sealed(-values if column in self._roles.lower_is_positive else values)

    def _folds(
        self,
        answer: Answer,
        keep: NDArray[np.bool_] | None,
        row_numbers: NDArray[np.int64] | None,
    ) -> NDArray[np.int16] | None:
        if self._fold is None:
            return None
        return fold_positions(self._fold, kept(answer.arrays[self._fold], keep), row_numbers)

    def _groups(
        self,
        answer: Answer,
        keep: NDArray[np.bool_] | None,
        row_numbers: NDArray[np.int64] | None,
    ) -> NDArray[np.int64] | None:
        if self._group is None:
            return None
        marks = kept(answer.arrays[self._group], keep)
        return group_numbers(self._group.column, marks, row_numbers)


def _positive_label(labels: Sequence[LabelValue], roles: Roles) -> str:
    if roles.also_positive:
        return f"{roles.label} {span(roles.all_positive, roles.negatives)}"
    met = (value.text for value in labels if value.given == LabelClass.POSITIVE)
    return next(met, roles.positive)


def _negative_label(labels: Sequence[LabelValue], roles: Roles) -> str:
    negatives = [value.text for value in labels if value.given == LabelClass.NEGATIVE]
    if roles.also_positive and roles.negatives:
        return f"{roles.label} {span(roles.negatives, roles.all_positive)}"
    if roles.also_positive:
        return f"other {roles.label}"
    return negatives[0] if len(negatives) == 1 else f"not {class_name(roles.positive)}"
