"""Weka's ARFF files, dense and sparse, as rows of text.

The cells of a row are told apart as Weka does: by commas or space, with quotes of either kind.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.errors import DataError, all_of, plural
from costcurve_gui.dataio.formats.budget import Budget
from costcurve_gui.dataio.formats.dialect import find_encoding
from costcurve_gui.dataio.formats.registry import look_at_rows
from costcurve_gui.dataio.formats.rows import broken_gzip, wrong_encoding
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from gzip import GzipFile
    from io import BufferedReader
    from pathlib import Path

    from costcurve_gui.dataio.formats.registry import Looked
    from costcurve_gui.engine.progress import Progress

_GZIP: Final = b"\x1f\x8b"
_STEP: Final = 5_000
_HEAD: Final = 1 << 20
_LONGEST_LINE: Final = 50_000_000
_NUMERIC: Final = frozenset({"numeric", "real", "integer"})
_MISSING: Final = "?"
_QUOTED: Final = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_TOKEN: Final = re.compile(rf"{_QUOTED}|[^\s,{{}}'\"%]+|[{{}}]")
_GAP: Final = re.compile(r"[\s,]*(?:%.*)?")
_NOT_PLAIN: Final = re.compile(r"[\"'{}%]|[^\s,][^\S\n]+[^\s,]")
_ATTRIBUTE: Final = re.compile(rf"@attribute\s+({_QUOTED}|[^\s'\"{{]+)([\s{{].*|)", re.IGNORECASE)
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
_TAKEN_WEIGHT: Final = "instance_weight"


@dataclass(frozen=True, slots=True)
class _Attribute:
    """A column: of type numeric, string, date or nominal, which has `values` in their order."""

    name: str
    kind: str
    values: Mapping[str, None] = field(default_factory=dict)

    @property
    def zero(self) -> str:
        """What a sparse row leaves out: the number 0, or the first value that is declared."""
        return next(iter(self.values), "0")


def look_at_arff(path: Path, options: ReadOptions, progress: Progress) -> Looked:
    """Look into an ARFF file, packed or not."""
    del options  # all is declared in the file
    budget = Budget(path)
    total = _count_lines(path, budget)
    lines = enumerate(_lines(path), start=1)
    try:
        attributes = list(_header(lines))
        budget.text(total - len(attributes), len(attributes))
        names = [attribute.name for attribute in attributes]
        cells, weights = _rows(lines, attributes, budget, progress)
    except _LineError as fault:
        raise DataError(
            tr("Cannot read {name}: {fault}.", name=path.name, fault=fault), file=path.name
        ) from None
    column = ""
    if any(weight != "1" for weight in weights):
        column = "weight" if "weight" not in names else _TAKEN_WEIGHT
        names.append(column)
        cells = [[*row, weight] for row, weight in zip(cells, weights, strict=True)]
    looked = look_at_rows([names, *cells], ReadOptions(header=True), path.name, "ARFF", 0)
    return replace(looked, weights=column)


class _LineError(ValueError):
    """What is wrong in a line."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(f"line {line}: {words}")


def _count_lines(path: Path, budget: Budget) -> int:
    """Count the lines of a file, which is quick, so that too many are not taken apart first."""
    unpacked = lines = 0
    with _unpacked(path) as stream:
        while part := stream.read(_HEAD):
            unpacked += len(part)
            budget.unpacked(unpacked)
            lines += part.count(b"\n")
    return lines


@contextmanager
def _unpacked(path: Path) -> Iterator[GzipFile | BufferedReader]:
    with path.open("rb") as stream:
        packed = stream.read(len(_GZIP)) == _GZIP
    try:
        with gzip.open(path) if packed else path.open("rb") as stream:
            yield stream
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise broken_gzip(path.name) from None


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file, unpacked and decoded."""
    try:
        with _unpacked(path) as stream:
            head = stream.read(_HEAD)
            encoding = find_encoding(head, complete=len(head) < _HEAD, file=path.name)
            stream.seek(0)
            text = io.TextIOWrapper(stream, encoding)
            while line := text.readline(_LONGEST_LINE):
                yield line.removesuffix("\n")
    except UnicodeError:
        raise wrong_encoding(path.name, encoding) from None


def _header(lines: Iterator[tuple[int, str]]) -> Iterator[_Attribute]:
    """Yield the declared columns, up to the line that begins the rows."""
    number, found = 0, 0
    for number, line in lines:
        word = line.strip().partition(" ")[0].partition("\t")[0].lower()
        if not word or word.startswith("%") or word == "@relation":
            continue
        if word == "@attribute":
            yield _declared(line.strip(), number)
            found += 1
        elif word == "@data" and found:
            return
        elif word == "@data":
            raise _LineError(number, tr("no @attribute stands before @data"))
        else:
            raise _LineError(
                number,
                tr('"{line}" is none of @relation, @attribute, @data', line=line.strip()[:40]),
            )
    raise _LineError(max(number, 1), tr("the file ends without @data and rows below it"))


def _declared(line: str, number: int) -> _Attribute:
    match = _ATTRIBUTE.match(line)
    if match is None:
        raise _LineError(number, tr("@attribute needs a name and a type"))
    name, kind = _unquoted(match[1]), match[2].strip()
    if kind.startswith("{"):
        values = [token for token in _tokens(kind, number) if token not in ("{", "}")]
        if "}" not in kind or not values:
            raise _LineError(
                number,
                tr("the values of {name} are not a list in braces, as {{bad, good}}", name=name),
            )
        return _Attribute(name, "nominal", dict.fromkeys(map(_unquoted, values)))
    word = kind.split()[0].lower() if kind else ""
    if word in _NUMERIC:
        return _Attribute(name, "numeric")
    if word in ("string", "date"):
        return _Attribute(name, word)
    raise _LineError(
        number,
        tr(
            '{name} is of type "{word}", which is not read; numeric, string, date and '
            "lists of values are",
            name=name,
            word=word,
        ),
    )


def _rows(
    lines: Iterator[tuple[int, str]],
    attributes: Sequence[_Attribute],
    budget: Budget,
    progress: Progress,
) -> tuple[list[list[str]], list[str]]:
    """Return the cells and the weight of every row."""
    rows: list[list[str]] = []
    weights: list[str] = []
    for number, line in lines:
        row, weight = _row(line, number, attributes)
        if not row:
            continue
        _check(row, attributes, number)
        budget.cells(row)
        rows.append(row)
        weights.append(weight)
        if len(rows) % _STEP == 0:
            progress.advance(len(rows), len(rows) + _STEP, "Reading the rows")
    return rows, weights


def _row(line: str, number: int, attributes: Sequence[_Attribute]) -> tuple[list[str], str]:
    if not _NOT_PLAIN.search(line):
        cells = [cell.strip() for cell in line.split(",")] if line.strip() else []
        if "" not in cells:
            return _whole(cells, number, attributes), "1"
    tokens = _tokens(line, number)
    if not tokens:
        return [], "1"
    tokens, weight = _weighed(tokens, number)
    if tokens and tokens[0] == "{":
        return _sparse(tokens, number, attributes), weight
    return _whole([_unquoted(token) for token in tokens], number, attributes), weight


def _whole(cells: list[str], number: int, attributes: Sequence[_Attribute]) -> list[str]:
    if cells and len(cells) != len(attributes):
        raise _LineError(
            number,
            tr(
                "{cells}, and {attributes} attributes are declared",
                cells=plural(len(cells), "value"),
                attributes=len(attributes),
            ),
        )
    return cells


def _weighed(tokens: list[str], number: int) -> tuple[list[str], str]:
    """Split off the weight of a row, which stands in braces of its own behind it."""
    start = len(tokens) - 3
    if start < 1 or tokens[start] != "{" or tokens[-1] != "}":
        return tokens, "1"
    if tokens[0] == "{" and tokens[start - 1] != "}":
        return tokens, "1"
    weight = tokens[-2]
    if not _is_number(weight):
        raise _LineError(number, tr('the weight "{weight}" is not a number', weight=weight))
    return tokens[:start], weight


def _sparse(tokens: list[str], number: int, attributes: Sequence[_Attribute]) -> list[str]:
    pairs = tokens[1:-1]
    if tokens[-1] != "}" or len(pairs) % 2 or "{" in pairs or "}" in pairs:
        raise _LineError(number, tr("a sparse row is pairs in braces, as {0 2.5, 3 bad}"))
    row = [attribute.zero for attribute in attributes]
    seen = set()
    for place, value in zip(pairs[::2], pairs[1::2], strict=True):
        if not (place.isascii() and place.isdigit() and int(place) < len(row)):
            raise _LineError(
                number,
                tr(
                    '"{place}" is not an attribute index; these are 0 to {row}',
                    place=place,
                    row=len(row) - 1,
                ),
            )
        if place in seen:
            raise _LineError(number, tr("attribute {place} has two values", place=place))
        seen.add(place)
        row[int(place)] = _unquoted(value)
    return row


def _check(row: Sequence[str], attributes: Sequence[_Attribute], number: int) -> None:
    """Refuse a value that its attribute does not have."""
    for cell, attribute in zip(row, attributes, strict=True):
        if cell == _MISSING:
            continue
        if attribute.kind == "numeric" and not _is_number(cell):
            raise _LineError(
                number, tr('{name} is numeric and has "{cell}"', name=attribute.name, cell=cell)
            )
        if attribute.values and cell not in attribute.values:
            known = all_of(tuple(attribute.values))
            raise _LineError(
                number,
                tr(
                    '{name} has "{cell}", and its values are {known}',
                    name=attribute.name,
                    cell=cell,
                    known=known,
                ),
            )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and "_" not in text


def _tokens(line: str, number: int) -> list[str]:
    """Return the parts of a line, quoted ones with their quotes."""
    found: list[str] = []
    place = _end_of_gap(line, 0)
    while place < len(line):
        match = _TOKEN.match(line, place)
        if match is None:
            raise _LineError(number, tr("a quotation mark that opens there is never closed"))
        found.append(match[0])
        place = _end_of_gap(line, match.end())
    return found


def _end_of_gap(line: str, place: int) -> int:
    match = _GAP.match(line, place)
    return place if match is None else match.end()


def _unquoted(token: str) -> str:
    if token[:1] not in ("'", '"'):
        return token
    return _ESCAPE.sub(_unescaped, token[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, code)
