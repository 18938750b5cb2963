"""The options that say how a file is read, of every command that reads one."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from costcurve_gui.cli.option_values import names, whole
from costcurve_gui.dataio.number_formats import THOUSANDS
from costcurve_gui.dataio.source import ReadOptions

FLAGS = ("header", "no_header")
"""Options without a value."""
_OF_ONE_FILE = {"header": None, "names": None, "skip": None, "sheet": None}
MISSING = """\
values that stand for none, such as -999,n.v.; empty cells, NA, NaN, NULL, ? and, among numbers,
N/A, #N/A, <NA> and None always do"""
COLUMNS = "names of the columns, in their order; with --no-header, or in place of the header"


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add the options to a parser."""
    group = parser.add_argument_group("reading", "How FILE is read where it does not say it itself")
    either = group.add_mutually_exclusive_group()
    either.add_argument("--no-header", action="store_true", help="the first row is a case ...")
    either.add_argument("--header", action="store_true", help="... or names columns (found)")
    add = group.add_argument
    add("--columns", metavar="A,B", type=names, help=COLUMNS)
    add("--skip", metavar="N", type=whole, help="lines above the table (default: found)")
    add("--sheet", metavar="NAME", help="of a workbook (default: the first one with a table)")
    add("--decimal", choices=[".", ","], help="decimal mark (default: found)")
    add("--thousands", metavar="CHAR", type=_thousands, help="mark between thousands")
    add("--missing-values", metavar="A,B", type=_missing, help=MISSING)


def reading_options(chosen: argparse.Namespace) -> ReadOptions:
    """Return how a file is to be read by the options that were typed."""
    return ReadOptions(
        header=False if chosen.no_header else True if chosen.header else None,
        names=chosen.columns,
        skip=chosen.skip,
        sheet=chosen.sheet,
        decimal=chosen.decimal,
        thousands=chosen.thousands,
        missing=chosen.missing_values,
    )


def of_further_file(options: ReadOptions) -> ReadOptions:
    """Return what also holds of a file that is joined to the first."""
    return replace(options, **_OF_ONE_FILE)


def manifest_of(options: ReadOptions) -> dict[str, Any]:
    """Return how a file was read, found options included, by the names of the options."""
    return {
        "no_header": options.header is False,
        "columns": None if options.names is None else list(options.names),
        "skip": options.skip,
        "sheet": options.sheet,
        "decimal": options.decimal,
        "thousands": options.thousands,
        "missing_values": None if options.missing is None else list(options.missing),
    }


def _thousands(text: str) -> str:
    if text not in THOUSANDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is none of the marks between thousands: , . ' and a blank"
        )
    return text


def _missing(text: str) -> tuple[str, ...]:
    found = tuple(filter(None, (value.strip() for value in text.split(","))))
    if not found:
        raise argparse.ArgumentTypeError("it names no value")
    return found
