"""`rule`: print a saved policy as code of another language."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from costcurve_gui.cli.deciding import guarded, policy_parser
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.option_values import column, names
from costcurve_gui.cli.options import join_values
from costcurve_gui.policies.code import (
    LANGUAGES,
    as_python,
    as_sklearn,
    as_sql,
)
from costcurve_gui.policies.excel import SEPARATORS, as_excel
from costcurve_gui.policies.saved import read_policies
from costcurve_gui.policies.sql import DIALECTS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from costcurve_gui.cli.parser import Parser
    from costcurve_gui.policies.saved import SavedPolicy

_CELL = re.compile(
    r"(?:'[^']+'!|\w+!)?\$?[A-Za-z]{1,3}\$?[1-9][0-9]*|\[[^\[\]]+\]|\w+\[[^\[\]]+\]+"
)


def run(argv: Sequence[str]) -> int:
    """Carry out `rule` with the words after it; return the exit status."""
    return guarded(lambda: _print_rule(_parser().parse_args(join_values(argv))))


def _parser() -> Parser:
    parser = policy_parser(
        "rule",
        "Print a saved policy as code that decides as `decide` does: 1 act, 0 leave, 2 refer.",
    )
    add = parser.add_argument
    add("--language", choices=LANGUAGES, required=True, help="of the code")
    add(
        "--names",
        metavar="ACT,LEAVE[,REFER]",
        type=names,
        help="what the code gives in place of 1, 0 and 2",
    )
    add("--dialect", choices=DIALECTS, help="SQL of a mixture: the database that draws")
    add(
        "--id",
        metavar="COL",
        type=column,
        help="SQL of a mixture: the column that identifies a row",
    )
    add("--cell", metavar="A2", default="A2", help="Excel: the cell of the score (default: A2)")
    add(
        "--segment-cell",
        metavar="B2",
        default="B2",
        help="Excel: the cell of the segment, where each has a threshold (default: B2)",
    )
    add(
        "--separator",
        choices=tuple(SEPARATORS),
        default="comma",
        help="Excel: what parts arguments; semicolon where decimals have a comma (default: comma)",
    )
    return parser


def _print_rule(chosen: argparse.Namespace) -> None:
    file = read_policies(chosen.policy)
    policy = file.choose(chosen.criterion, chosen.model)
    words = _checked_names(chosen, policy)
    if chosen.language == "sql":
        text = as_sql(policy, words, chosen.dialect, chosen.id)
    elif chosen.language == "excel":
        for option, cell in (("--cell", chosen.cell), ("--segment-cell", chosen.segment_cell)):
            if not _CELL.fullmatch(cell):
                raise OptionError(f"{option} {cell} is not a spreadsheet cell such as A2")
        text = as_excel(policy, words, chosen.cell, chosen.separator, chosen.segment_cell)
    elif chosen.language == "python":
        text = as_python(policy, words)
    else:
        text = as_sklearn(policy, policy.positive or file.content["input"]["positive"] or "1")
    sys.stdout.write(text)


def _checked_names(chosen: argparse.Namespace, policy: SavedPolicy) -> Sequence[str]:
    found: Sequence[str] = chosen.names or ()
    needed = 3 if policy.has_review else 2
    if found and chosen.language == "sklearn":
        raise OptionError("--names is of no use to sklearn, which predicts the labels of classes")
    if found and not needed <= len(found) <= 3:
        raise OptionError(f"--names takes {needed} names here, ACT,LEAVE{',REFER' * (needed - 2)}")
    return found
