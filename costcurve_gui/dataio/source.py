"""An opened file: its columns, how it is read, and the hash of its bytes."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from threading import Lock
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import DataError, UnclearError, one_of
from costcurve_gui.dataio.number_formats import NumberMarks
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.table import Table


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Reading options as chosen; None is found in the file. `sheet` belongs to Excel files.

    `skip` lines stand before all that is read, such as the title of a report. `long` are the
    columns of model, case and score of a file with a row for each; empty where each row is a case.
    `names` are those of the columns, in place of a header. `missing` are values that stand for
    none, beside those that always do.
    """

    separator: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    quote: str | None = None
    sheet: str | None = None
    header: bool | None = None
    skip: int | None = None
    long: tuple[str, ...] | None = None
    thousands: str | None = None
    names: tuple[str, ...] | None = None
    missing: tuple[str, ...] | None = None

    def over(self, others: ReadOptions) -> ReadOptions:
        """Return these options, and those of others where one is left to be found."""
        known = {one.name: getattr(self, one.name) for one in fields(self)}
        return replace(others, **{name: one for name, one in known.items() if one is not None})


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: a button, an option of the command line, and what it changes."""

    words: str
    option: str
    changes: ReadOptions


@dataclass(frozen=True, slots=True)
class Question:
    """What a file does not say itself about how it is to be read.

    Parameters
    ----------
    part : str
        header, marks, sheet or missing.
    text : str
        A sentence: what is unclear, or what was assumed.
    answers : tuple of Answer
        What settles it; the first is what was assumed, where something was.
    column : str
        Where it is about one.
    is_open : bool
        Whether nothing was assumed: the file, or the column, cannot be used before.
    """

    part: str
    text: str
    answers: tuple[Answer, ...]
    column: str = ""
    is_open: bool = False

    @property
    def advice(self) -> str:
        """The options of the command line that settle it, or say otherwise."""
        options = [answer.option for answer in self.answers]
        return f"Say {one_of(options)}." if self.is_open else f"Else say {one_of(options[1:])}."

    def refusal(self, file: str) -> UnclearError:
        """Return the error of a question that nobody can be asked."""
        return UnclearError(
            self.text, self.part, (), file=file, column=self.column, advice=self.advice
        )


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook: its name, size and first line; 0 where it does not say its size.

    `is_table` says that several of its first rows have more than one cell.
    """

    name: str
    rows: int
    columns: int
    first: tuple[str, ...] = ()
    hidden: bool = False
    is_table: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """An opened file, not yet loaded.

    Parameters
    ----------
    name : str
        The file's name, for messages.
    path : Path or None
        None for a pasted table.
    columns : tuple of ColumnInfo
        In file order; from all rows where `complete`, else from a sample.
    preview : tuple of tuple of str
        The first rows, as they are used.
    rows : int
        Number of rows; an estimate where not `rows_exact`.
    options : ReadOptions
        How the file is read, with everything found filled in.
    format_text : str
        The same in words: `comma, decimal point, UTF-8`.
    said : tuple of str
        What was done to the rows.
    dropped : mapping of column to str
        Columns of the file that are none of the table any more, and why.
    rows_are_cases : bool
        Whether it is settled that identifiers which repeat are no sign of long format.
    pasted : str
        The text of a pasted table.
    origins : mapping of column to str
        Of joined files the name of the file that each column is from.
    joined_by : str
        The column of ids that files were joined by; `none` for row by row.
    unpivoted : Source or None
        The file as it stands, where that has a row for every model and case.
    sheets : tuple of Sheet
        Of a workbook every sheet, to choose another one.
    index : tuple of str
        Columns that the file itself calls its row names, as pandas does in Parquet.
    weights : str
        The column of weights that the format itself gives to rows, as ARFF does; mostly empty.
    questions : tuple of Question
        What the file leaves open, and what was assumed of it.
    """

    name: str
    path: Path | None
    columns: tuple[ColumnInfo, ...]
    preview: tuple[tuple[str, ...], ...]
    rows: int
    options: ReadOptions
    format_text: str
    table: Table
    fingerprint: Fingerprint
    complete: bool = True
    rows_exact: bool = True
    said: tuple[str, ...] = ()
    dropped: Mapping[str, str] = field(default_factory=dict)
    rows_are_cases: bool = False
    joined: tuple[Source, ...] = ()
    pasted: str = ""
    origins: Mapping[str, str] = field(default_factory=dict)
    joined_by: str = ""
    unpivoted: Source | None = None
    sheets: tuple[Sheet, ...] = ()
    index: tuple[str, ...] = ()
    weights: str = ""
    questions: tuple[Question, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know of how the cells were read."""
        assumed = (f"{one.text} {one.advice}" for one in self.questions if not one.is_open)
        return (*self.said, *assumed, *(column.note for column in self.columns if column.note))

    def column(self, name: str) -> ColumnInfo:
        """Return what is known of a column; raises KeyError."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def require_answers(self, columns: Iterable[str] = (), expressions: Iterable[str] = ()) -> None:
        """Refuse a table, or columns that are used, of which it is open how they are read.

        Raises
        ------
        UnclearError
            With the options that settle it.
        """
        used, texts = {"", *columns}, list(expressions)
        for question in filter(lambda one: one.is_open, self.questions):
            name = rf"(?<!\w){re.escape(question.column)}(?!\w)"
            if question.column in used or any(re.search(name, text) for text in texts):
                raise question.refusal(self.name)


_STEP = 1 << 20


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes; other threads run while it computes."""
    from hashlib import sha256  # loads OpenSSL

    digest = sha256()
    with path.open("rb") as stream:
        while block := stream.read(_STEP):
            digest.update(block)
    return digest.hexdigest()


class Fingerprint:
    """The SHA-256 of the file as it was when this object was made.

    Hashing takes longer than reading a large file, so it waits until it is needed.

    Parameters
    ----------
    path : Path or None
        The file; None where `sha256` is known.
    """

    def __init__(self, path: Path | None, sha256: str = "") -> None:
        self._path = path
        self._state = _state(path)
        self._sha256 = sha256
        self._lock = Lock()

    @property
    def sha256(self) -> str:
        """The hash; raises DataError where the file has changed meanwhile."""
        with self._lock:
            if not self._sha256 and self._path is not None:
                self.check_unchanged()
                self._sha256 = file_sha256(self._path)
        return self._sha256

    @property
    def known(self) -> str:
        """The hash, or nothing until it was computed: does not wait."""
        return self._sha256

    def check_unchanged(self) -> None:
        """Raise DataError where the file is no longer the one that was opened."""
        if self._path is None or (now := _state(self._path)) == self._state:
            return
        name = self._path.name
        if now is None:
            raise DataError(
                tr("{name} was read, and is not there any more. Put it back.", name=name), file=name
            )
        raise DataError(
            tr("{name} has changed since it was read. Read it again.", name=name), file=name
        )

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Raise DataError, whatever else is wrong, where the file changes before the block ends."""
        self.check_unchanged()
        try:
            yield
        finally:
            self.check_unchanged()


def _state(path: Path | None) -> tuple[int, int] | None:
    try:
        status = path.stat() if path is not None else None
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns) if status is not None else None


_SEPARATOR_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space"}
_ENCODING_NAMES = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32": "UTF-32",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """How delimited text is written. `skip` lines, `comments` among them, precede the header.

    `left_out` of them were to be left out; None where that was not said. `marks` are those of the
    numbers, `names` those of the columns where they are not in the header. `questions` and `said`
    are as in `Source`.
    """

    separator: str = ","
    decimal: str = "."
    encoding: str = "utf-8"
    quote: str = '"'
    header: bool = True
    skip: int = 0
    comments: int = 0
    gzipped: bool = False
    left_out: int | None = None
    marks: NumberMarks = field(default_factory=NumberMarks)
    names: tuple[str, ...] | None = None
    missing: tuple[str, ...] | None = None
    questions: tuple[Question, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def described(self) -> str:
        """The dialect in words: `comma, decimal point, UTF-8`."""
        separator = _SEPARATOR_NAMES.get(self.separator, f'"{self.separator}"')
        decimal = "decimal point" if self.decimal == "." else "decimal comma"
        encoding = _ENCODING_NAMES.get(self.encoding, self.encoding)
        packed = ", gzip" if self.gzipped else ""
        lines = "line" if self.left_out == 1 else "lines"
        skipped = f", {self.left_out} {lines} skipped" if self.left_out else ""
        return f"{separator}, {decimal}, {encoding}{packed}{skipped}"

    @property
    def options(self) -> ReadOptions:
        """The reading options that give this dialect."""
        return ReadOptions(
            separator=self.separator,
            decimal=self.decimal,
            encoding=self.encoding,
            quote=self.quote,
            header=self.header,
            skip=self.left_out,
            thousands=self.marks.thousands or None,
            names=self.names,
            missing=self.missing,
        )
