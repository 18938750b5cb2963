"""The file formats that are read, a row each: how a file is recognised, its reader and its result.

Readers are named, not imported: what reads one format is loaded for that format alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from costcurve_gui.dataio.columns import column_names
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.headers import find_header, header_question
from costcurve_gui.dataio.formats.rows import check_width
from costcurve_gui.dataio.source import ReadOptions, Sheet
from costcurve_gui.dataio.table import MemoryTable
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costcurve_gui.dataio.number_formats import NumberMarks
    from costcurve_gui.dataio.source import Question
    from costcurve_gui.dataio.table import Table
    from costcurve_gui.engine.progress import Progress


SAMPLE_ROWS = 2_000


class Reader(Protocol):
    """Looks into a file of one format."""

    def __call__(self, path: Path, options: ReadOptions, progress: Progress) -> Looked:
        """Return its table and its first rows."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    Parameters
    ----------
    name : str
        What it is called in sentences.
    endings : tuple of str
        Endings of its files, in lower case.
    reader : str
        Module and function, as in `package.module:function`; see `Reader`.
    magic : bytes
        The first bytes of every such file; empty where endings alone tell it.
    gzipped : bool
        Whether its files may be packed, with a further `.gz`.
    extra : str
        The optional extra that brings what the reader needs; empty where nothing more is needed.
    """

    name: str
    endings: tuple[str, ...]
    reader: str
    magic: bytes = b""
    gzipped: bool = False
    extra: str = ""

    def look(self, path: Path, options: ReadOptions, progress: Progress) -> Looked:
        """Look into a file of this format."""
        module, _, function = self.reader.partition(":")
        read = cast("Reader", getattr(import_module(module), function))
        try:
            return read(path, options, progress)
        except ModuleNotFoundError as fault:
            if not self.extra:
                raise
            raise DataError(
                tr(
                    "{name} is a file of {kind}. Reading it needs the {extra} extra, which "
                    'brings {package}: pip install "costcurve[{extra}]". Or save it as CSV.',
                    name=path.name,
                    kind=self.name,
                    extra=self.extra,
                    package=fault.name,
                ),
                file=path.name,
            ) from None


_HERE = "costcurve_gui.dataio.formats"
_STATISTICS = f"{_HERE}.statistics_files:look_at_statistics"
TEXT = Format("CSV, TSV", (".csv", ".tsv", ".txt"), f"{_HERE}.text_reader:look_at_file", b"", True)
"""What a file is that nothing tells to be of another format."""
FORMATS = (
    TEXT,
    Format("Excel", (".xlsx",), f"{_HERE}.excel:look_at_workbook", b"PK\x03\x04"),
    Format("Parquet", (".parquet",), f"{_HERE}.parquet_json:look_at_parquet", b"PAR1"),
    Format(
        "JSON", (".json", ".jsonl", ".ndjson"), f"{_HERE}.parquet_json:look_at_json", gzipped=True
    ),
    Format("ARFF", (".arff",), f"{_HERE}.arff:look_at_arff", gzipped=True),
    Format("SPSS", (".sav", ".zsav"), _STATISTICS, b"$FL", extra="stats"),
    Format("SAS", (".sas7bdat", ".xpt"), _STATISTICS, extra="stats"),
    Format("Stata", (".dta",), _STATISTICS, extra="stats"),
)
MAGIC_BYTES = 200  # a web page may begin with blank lines


@dataclass(frozen=True, slots=True)
class Refusal:
    """A kind of file that is not read, and what to do instead.

    Parameters
    ----------
    words : str
        What follows the file's name in the message.
    endings : tuple of str
        Endings of its files, in lower case, a further `.gz` left aside.
    magic : tuple of bytes
        What its files begin with, in any case, after blanks.
    """

    words: str
    endings: tuple[str, ...] = ()
    magic: tuple[bytes, ...] = ()


_COMPARE = "from costcurve_gui import compare; compare(y_true, {name: scores})"
REFUSED = (
    Refusal("is an old Excel file (.xls). Save it as .xlsx or CSV.", magic=(b"\xd0\xcf\x11\xe0",)),
    Refusal(
        "is a Python pickle (pickle, joblib), and opening one can run any program in it; none is "
        f"read. In Python, {_COMPARE} takes scores from memory. Or save the scores as CSV.",
        (".pkl", ".pickle", ".joblib"),
        (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"),
    ),
    Refusal(
        "is a file of NumPy, which has no names of columns and may hold a pickle; none is read. In "
        f"Python, {_COMPARE} takes arrays. Or save the scores as CSV.",
        (".npy", ".npz"),
        (b"\x93NUM",),
    ),
    Refusal(
        "is a data file of R (.rds, .RData), which is not read. In R, "
        'write.csv(cases, "cases.csv", row.names = FALSE) writes one that is; in Python, '
        "compare(y_true, {name: scores}) of costcurve_gui takes scores from memory.",
        (".rds", ".rda", ".rdata"),
        (b"RDX2", b"RDX3"),
    ),
    Refusal(
        "is a web page (HTML), not a table: what was saved is the page about the file, or one that "
        "asks to log in. Download the file itself.",
        magic=(b"<!doctype html", b"<html", b"<head", b"<body", b"<script"),
    ),
    Refusal(
        "is XML, not a table. Save it as CSV or .xlsx.",
        magic=(b"<?xml",),
    ),
    Refusal(
        "is a pointer of Git LFS to a file that was not downloaded. Run git lfs pull, which "
        "fetches it.",
        magic=(b"version https://git-lfs",),
    ),
    Refusal(
        "is a pointer of git-annex to a file that was not downloaded. Run git annex get.",
        magic=(b"/annex/objects/",),
    ),
    Refusal("is a PDF. Save the table in it as CSV.", magic=(b"%pdf-",)),
    Refusal("is an SQLite database. Export the table as CSV.", magic=(b"sqlite format 3",)),
    Refusal(
        "is an HDF5 file, which is not read. Save the scores as CSV or Parquet.",
        magic=(b"\x89hdf",),
    ),
    Refusal(
        "is a Feather or Arrow file, which is not read. Save it as Parquet or CSV.",
        magic=(b"arrow1", b"fea1"),
    ),
)


def format_of(path: Path, magic: bytes) -> Format:
    """Return the format of a file by its first bytes, else by its ending.

    Raises
    ------
    DataError
        Where the file is of a format that is not read, or not of the one that it is named after.
    """
    for refusal in REFUSED:
        begins = tuple(map(bytes.lower, refusal.magic))
        if _plain(magic).startswith(begins) or _ending(path) in refusal.endings:
            raise DataError(f"{path.name} {refusal.words}", file=path.name)
    by_bytes = next((one for one in FORMATS if one.magic and magic.startswith(one.magic)), None)
    if by_bytes is not None:
        return by_bytes
    named = _named_after(path)
    if named.magic:
        ending = path.suffix.lower()
        raise DataError(
            tr("{name} is named {ending} but is not such a file.", name=path.name, ending=ending),
            file=path.name,
        )
    return named


def _plain(magic: bytes) -> bytes:
    """Return first bytes without a byte-order mark and blanks, in lower case."""
    return magic.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n").lower()


def _named_after(path: Path) -> Format:
    packed = path.suffix.lower() == ".gz"
    found = (one for one in FORMATS if _ending(path) in one.endings and one.gzipped >= packed)
    return next(found, TEXT)


def _ending(path: Path) -> str:
    """Return the ending of a file in lower case, that of a packed one before its `.gz`."""
    packed = path.suffix.lower() == ".gz"
    return (path.with_suffix("") if packed else path).suffix.lower()


def format_names() -> str:
    """Return what can be read without any extra, in words: CSV, TSV, ... or JSON."""
    *others, last = (one.name for one in FORMATS if not one.extra)
    return f"{', '.join(others)} or {last}"


def name_patterns() -> str:
    """Return the patterns of file names that can be read, for a file dialog."""
    endings = [ending for one in FORMATS for ending in one.endings]
    return " ".join(f"*{ending}" for ending in (*endings, ".gz"))


@dataclass(frozen=True, slots=True)
class Looked:
    """A table and the rows that were looked at.

    Parameters
    ----------
    table : Table
        What reads the columns that are chosen later.
    names : sequence of str
        Columns.
    sample : sequence of sequence of str
        First rows, or rows from all over a large file, as text.
    rows : int
        Of the whole file; an estimate where `rows_exact` is false.
    complete : bool
        Whether the sample is all rows.
    described : str
        The format in words for the import dialog.
    options : ReadOptions
        How the file is read, with what was found out.
    sheets : tuple of Sheet
        Of a workbook every sheet.
    index, weights
        As of `Source`.
    marks : NumberMarks or None
        Those of the numbers of delimited text; None where options alone tell.
    typed : frozenset of str
        Columns whose numbers are no text in the file.
    questions, said
        As in `Source`.
    """

    table: Table
    names: Sequence[str]
    sample: Sequence[Sequence[str]]
    rows: int
    complete: bool
    described: str
    options: ReadOptions = field(default_factory=ReadOptions)
    rows_exact: bool = True
    sheets: tuple[Sheet, ...] = ()
    index: tuple[str, ...] = ()
    weights: str = ""
    marks: NumberMarks | None = None
    typed: frozenset[str] = frozenset()
    questions: tuple[Question, ...] = ()
    said: tuple[str, ...] = ()


def look_at_rows(
    rows: Sequence[Sequence[str]], options: ReadOptions, file: str, described: str, comments: int
) -> Looked:
    """Return a table of rows that are in memory."""
    first, header = rows[0] if rows else [], options.header
    asked: tuple[Question, ...] = ()
    if header is None:
        found = find_header(rows)
        header = found.present
        asked = () if header and not found.is_open else (header_question(first, found),)
        options = replace(options, header=header)
    if options.names and first:
        check_width(options.names, list(first), file)
    names = column_names(first, has_header=header, file=file, names=options.names)
    rows = rows[1:] if header else rows
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    table = MemoryTable(names, columns, options.decimal or ".", comments)
    return Looked(table, names, rows, len(rows), True, described, options, questions=asked)
