"""Look at every byte of a large delimited file, to know which reader gives the right answer.

Reading row by row defines what a file holds. DuckDB is many times faster and reads regular files
alike; in others it takes quotes, line ends or numbers differently, and it checks no packed file.
"""

from __future__ import annotations

import codecs
import gzip
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.formats.budget import Budget
from costcurve_gui.dataio.formats.rows import broken_gzip, open_text_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Dialect
    from costcurve_gui.engine.progress import Progress

_BLOCK: Final = 1 << 20
_LONGEST_LINE: Final = 1 << 21
_DIGITS: Final = 17  # that a float64 is written with at most
_MOST_ZEROS: Final = 4  # behind the point, before such digits


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What was found in a whole file.

    Parameters
    ----------
    regular : bool
        Whether rows and cells are told apart by the strict rules that DuckDB follows.
    odd_numbers : bool
        Whether there is text that DuckDB alone takes for a number, such as 1_000.
    """

    regular: bool = True
    odd_numbers: bool = False


def check_file(path: Path, dialect: Dialect, progress: Progress) -> FileFacts:
    """Read a file from its first byte to its last.

    Raises
    ------
    DataError
        Where a packed file is damaged.
    UnicodeError
        Where the bytes are not in the encoding of the dialect.
    Cancelled
        Where `progress` was cancelled.
    """
    check = _Check(dialect)
    size = path.stat().st_size
    done = 0
    budget = Budget(path)
    for block in _utf8_blocks(path, dialect):
        check.take(block)
        done += len(block)
        if dialect.gzipped:
            budget.unpacked(done)
        progress.advance(min(done, size), size, "Checking the file")
    return FileFacts(check.regular, check.odd_numbers)


def check_packed(path: Path, progress: Progress) -> None:
    """Unpack a gzip file to its end; raises DataError where it is damaged."""
    try:
        budget, done = Budget(path), 0
        with gzip.open(path) as stream:
            while block := stream.read(_BLOCK):
                done += len(block)
                budget.unpacked(done)
                progress.advance(0, 1, "Checking the file")
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise broken_gzip(path.name) from None


def _utf8_blocks(path: Path, dialect: Dialect) -> Iterator[bytes]:
    """Yield the text as UTF-8, in blocks that end with a line where lines are not too long."""
    try:
        if dialect.encoding not in ("utf-8", "utf-8-sig"):
            yield from _encoded_blocks(path, dialect)
        elif dialect.gzipped:
            with gzip.open(path) as stream:
                yield from _byte_blocks(stream)  # type: ignore[arg-type]  # reads like a file
        else:
            with path.open("rb") as stream:
                yield from _byte_blocks(stream)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise broken_gzip(path.name) from None


def _byte_blocks(stream: BinaryIO) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    first = True
    while block := stream.read(_BLOCK):
        block += stream.readline(_LONGEST_LINE)
        if not block.isascii() or decoder.getstate()[0]:
            decoder.decode(block)
        yield block.removeprefix(codecs.BOM_UTF8) if first else block
        first = False
    decoder.decode(b"", final=True)


def _encoded_blocks(path: Path, dialect: Dialect) -> Iterator[bytes]:
    with open_text_file(path, dialect) as stream:
        while block := stream.read(_BLOCK):
            yield (block + stream.readline(_LONGEST_LINE)).encode("utf-8")


class _Check:
    """Takes the blocks of a file one after the other."""

    def __init__(self, dialect: Dialect) -> None:
        marks = dialect.separator + dialect.quote
        self.regular = marks.isascii()
        self.odd_numbers = False
        self._quote, self._separator = dialect.quote.encode(), dialect.separator.encode()
        self._skip, self._header = dialect.skip, dialect.header
        self._quotes = 0
        self._is_first = True
        self._carriage_returns = False

    def take(self, block: bytes) -> None:
        """Look at the next block."""
        if not self.regular:
            return
        start = _after_lines(block, self._skip) if self._is_first else 0
        body = _after_lines(block, self._skip + self._header) if self._is_first else 0
        whole_lines = block.endswith(b"\n") or len(block) < _BLOCK + _LONGEST_LINE
        self.regular = (
            whole_lines
            and b"\0" not in block
            and self._line_ends_agree(block)
            and not _has_comment(block, body)
            and self._quotes_are_strict(block[start:] if start else block)
        )
        self.odd_numbers = self.odd_numbers or _has_odd_number(block[body:] if body else block)
        self._is_first = False

    def _line_ends_agree(self, block: bytes) -> bool:
        returns = block.count(b"\r") if b"\r" in block else 0
        if self._is_first:
            self._carriage_returns = returns > 0
        if not returns:
            return not self._carriage_returns or b"\n" not in block
        pairs = block.count(b"\r\n")
        return self._carriage_returns and pairs == returns == block.count(b"\n")

    def _quotes_are_strict(self, block: bytes) -> bool:
        """Tell whether quotes open and close cells, and stand doubled inside them (RFC 4180)."""
        if self._quote not in block:
            return True
        codes = np.frombuffer(b"\n" + block + b"\n", dtype=np.uint8)
        places = np.flatnonzero(codes == self._quote[0])
        opening = places[self._quotes % 2 :: 2]
        closing = places[1 - self._quotes % 2 :: 2]
        self._quotes += places.size
        before = (*b"\n", *self._separator, *self._quote)
        after = (*b"\r\n", *self._separator, *self._quote)
        return _all_in(codes[opening - 1], before) and _all_in(codes[closing + 1], after)


def _all_in(codes: NDArray[np.uint8], allowed: tuple[int, ...]) -> bool:
    return bool(np.isin(codes, allowed).all())


def _after_lines(block: bytes, count: int) -> int:
    """Return where the line after the first `count` lines begins."""
    place = 0
    for _ in range(count):
        end = block.find(b"\n", place)
        place = len(block) if end < 0 else end + 1
    return place


def _has_comment(block: bytes, body: int) -> bool:
    if b"#" not in block and b"%" not in block:
        return False
    begins = block.startswith((b"#", b"%"), body)
    return begins or block.find(b"\n#", body) >= 0 or block.find(b"\n%", body) >= 0


def _has_odd_number(block: bytes) -> bool:
    if (b"+" in block and b"+-" in block) or (b"(" in block and b"nan(" in block.lower()):
        return True
    if _has_fine_number(block):
        return True
    if b"_" not in block:
        return False
    codes = np.frombuffer(block + b"\n", dtype=np.uint8)
    places = np.flatnonzero(codes == ord("_"))
    return bool((_is_digit(codes[places - 1]) & _is_digit(codes[places + 1])).any())


def _has_fine_number(block: bytes) -> bool:
    """Tell whether a number has more digits, or a longer exponent, than a float64 writes."""
    codes = np.frombuffer(block + b"\n0000", dtype=np.uint8)
    powers = np.flatnonzero((codes[:-5] | 32) == ord("e"))
    starts = powers + 1 + np.isin(codes[powers + 1], (ord("+"), ord("-")))
    if powers.size and bool(
        np.all([_is_digit(codes[starts + at]) for at in range(3)], axis=0).any()
    ):
        return True
    ends = np.flatnonzero(~_is_digit(codes))
    lengths = np.diff(ends) - 1
    long = np.flatnonzero(lengths > _DIGITS)
    zeros = np.zeros(long.size, np.int64)
    leading = np.ones(long.size, np.bool_)
    for place in range(_MOST_ZEROS):
        leading &= codes[ends[long] + 1 + place] == ord("0")
        zeros += leading
    return bool((lengths[long] - zeros > _DIGITS).any())


def _is_digit(codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return (codes >= ord("0")) & (codes <= ord("9"))
