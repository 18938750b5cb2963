"""`report --swap A,B`: two policies whose decisions are compared case by case."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.tables.options import SwapChoice
from costcurve_gui.analysis.tables.swap import swap_sides
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.option_values import names
from costcurve_gui.dataio.held_out import texts_of
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress

SWAP = """\
compare two policies case by case: a criterion's best (youden), a model's by the first criterion, or
CRITERION:MODEL; who is swapped in and out, with the money: swap_set.csv and swap_cases.csv, which
has the text of the column --id"""


def add_swap_option(group: argparse._ArgumentGroup) -> None:
    """Add the option."""
    group.add_argument("--swap", metavar="A,B", type=pair, help=SWAP)


def pair(text: str) -> tuple[str, str]:
    """Read the names of two policies."""
    found = names(text)
    if len(found) != 2:
        raise argparse.ArgumentTypeError(f"{text!r} is not A,B: name two policies")
    return found[0], found[1]


def with_swap(
    asked: tuple[tuple[str, str] | None, str | None],
    given: TableOptions,
    source: Source,
    snapshot: Snapshot,
    progress: Progress,
) -> TableOptions:
    """Add the two policies that are compared, if any are; asked for are these and the ids.

    Raises
    ------
    OptionError, DataError
        Where there is no such policy, they are the same, or a model is derived.
    """
    wanted, column = asked
    if wanted is None:
        return given
    cases, ids = snapshot.curve_set.cases, None
    if cases is not None and column is not None and not source.joined:
        ids = column, texts_of(source, column, progress)
    given = replace(given, swap=SwapChoice(wanted, ids))
    try:
        a, b = swap_sides(snapshot, given)
    except ConstraintError as error:
        raise OptionError(f"--swap {','.join(wanted)}: {error}") from error
    for one in (a, b):
        if one[1].info.derived is not None:
            raise OptionError(
                f"--swap: {one[1].name} is derived from others; name a model of the file"
            )
    if (a[0], a[1].key) == (b[0], b[1].key):
        raise OptionError(f"--swap {','.join(wanted)}: both are the same policy")
    return given
