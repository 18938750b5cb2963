"""Delimited files as odd as users' files are, and odder: from a seed, the same every time."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

NUMBERS = ("1", "0", "0.5", "-2.25", "1e-3", "+3", ".5", "7.", "12345.678", "0.1", "2,5", "0,25")
ODD_CELLS = (
    "", " ", "NA", "na", "nA", "NaN", "nan", "-nan", "+nan", "NULL", "null", "?", "n/a", "-",
    "None", "1_000", "1__0", "_1", "+-1", "-+1", "++1", "NaN(1)", "nan()", "inf", "-Infinity",
    "iNf", "1e400", "1e-400", "1e5_0", "0x1", "1d5", "\u00a01", "1\u00a0", "\u202f2", " 1", "1 ",
    "\t7", "\v1", "\x1c1", "\u0661", "1 000", "1.000,5", "1,000.5", "9007199254740993",
    "9007199254740992", "1e308", "1e-320", "170141183460469231731687303715884105729",
    "99999999999999999999999999999999999999999999", "true", "False", "x y", " x y ", "größe",
    "\u20ac", "日本", "\x81", "#1", "# c", "%", "it's", "'q'", 'a"b', '"', '""', "a;b", "a,b",
    "a\tb", "a|b", "a\nb", "a\r\nb", "sep=;", "50%", "$5", "\ufeff", "\0",
)  # fmt: skip
LABELS = ("good", "bad", "Good", "1", "0", "1.0", "true", "unknown", "?", "")
JUNK_LINES = (
    "", "", " ", "\t", "# a comment", "% another, with a mark", "#x;y", '# an open "quote', "#",
    "# one,two,three", "sep=,", "sep=;", "#,,,", ",,,", ";;",
)  # fmt: skip
LINE_ENDS = ("\n", "\n", "\n", "\r\n", "\r\n", "\r")
ENCODINGS = (
    "utf-8", "utf-8", "utf-8", "utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16", "utf-16-le",
    "utf-16-be", "utf-32",
)  # fmt: skip
BYTES = b'\0"\n\r,;\t#\xff\xa0\x81\xc3_+ 1'


def odd_file(random: Random) -> tuple[str, bytes]:
    """Return the name and the content of a file."""
    data = _text(random).encode(random.choice(ENCODINGS), errors="replace")
    if random.random() < 0.1:
        data = _damaged(random, data)
    if random.random() < 0.75:
        return "t.csv", data
    return "t.csv.gz", _packed(random, data)


def _text(random: Random) -> str:
    separator = random.choice(",,,;;\t|")
    oddness = random.choice((0.0, 0.0, 0.02, 0.2, 0.7))
    end = random.choice(LINE_ENDS)
    width = random.choice((1, 2, 3, 3, 4))
    names = ["label", "score_a", "score_b", "größe x"][:width]
    if random.random() < oddness:
        names[0] = random.choice(("#label", "%label", " label ", '"label"', "label_1"))
    lines = [separator.join(names)]
    quoting = random.choice((0.0, 0.0, 0.3, 1.0))
    for _ in range(random.choice((0, 1, 2, 5, 30))):
        cells = [_cell(random, place, oddness) for place in range(width)]
        lines.append(_line(random, cells, separator, quoting, oddness))
    text = ""
    if random.random() < 0.15:
        text += f"sep={separator if random.random() < 0.8 else random.choice(',;')}{end}"
    while random.random() < oddness * 0.6:
        text += random.choice(JUNK_LINES) + end
    for line in lines:
        text += line + (random.choice(LINE_ENDS) if random.random() < oddness * 0.05 else end)
        if random.random() < oddness * 0.2:
            text += random.choice(JUNK_LINES) + end
    return text if random.random() < 0.8 else text.removesuffix(end)


def _cell(random: Random, place: int, oddness: float) -> str:
    if random.random() < oddness:
        return random.choice(ODD_CELLS)
    return random.choice(NUMBERS[:10] if place else LABELS)


def _line(random: Random, cells: list[str], separator: str, quoting: float, oddness: float) -> str:
    written = [_quoted(random, cell, quoting) for cell in cells]
    if random.random() < oddness * 0.1:
        written = random.choice(
            ([*written, ""], [*written, "", ""], [*written, "x"], written[:-1], [""] * len(written))
        )
    space = " " if random.random() < oddness * 0.1 else ""
    return (separator + space).join(written)


def _quoted(random: Random, cell: str, quoting: float) -> str:
    special = any(mark in cell for mark in ',;\t|"\r\n')
    if (special and random.random() < 0.9) or random.random() < quoting:
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _damaged(random: Random, data: bytes) -> bytes:
    content = bytearray(data)
    for _ in range(random.choice((1, 1, 3))):
        place = random.randrange(len(content) + 1)
        if random.random() < 0.5:
            content.insert(place, random.choice(BYTES))
        elif content:
            content[place % len(content)] = random.choice(BYTES)
    return bytes(content)


def _packed(random: Random, data: bytes) -> bytes:
    half = len(data) // 2
    whole = gzip.compress(data, mtime=0)
    flipped = bytearray(whole)
    flipped[random.randrange(len(whole))] ^= 1 << random.randrange(8)
    return random.choice(
        (
            whole,
            gzip.compress(data[:half], mtime=0) + gzip.compress(data[half:], mtime=0),
            whole + b"\0" * random.choice((1, 7, 600)),
            whole[: random.randrange(2, len(whole))],
            bytes(flipped),
            whole[:-8] + b"\1\2\3\4" + whole[-4:],
            whole + b"junk",
        )
    )
