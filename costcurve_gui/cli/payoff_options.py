"""The options of payoffs: the four cells, their named parameters, and the prior."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from costcurve_gui.analysis.parameters import (
    check_parameters,
    check_prior_belief,
    check_ratio_belief,
    parse_parameter,
    unused_parameters,
)
from costcurve_gui.analysis.payoffs import CELLS, Parameter
from costcurve_gui.analysis.settings import ConditionSpec
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.option_values import path, share, size
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.json_files import read_payoff_file
from costcurve_gui.engine.distributions.uncertain_numbers import parse_uncertain_number
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from costcurve_gui.analysis.payoffs import PayoffSpec

DEFAULT_PAYOFFS: Mapping[str, str] = {"tp": "0", "fp": "-1", "fn": "-1", "tn": "0"}
PRIOR_BELIEF = """\
what is believed of the prior: beta:A,B, uniform:A,B, triangular:LO,MODE,HI or a range:A,B within
0-1; its mean is in force unless --prior is given"""
COST_RATIO = """\
what a miss costs against a false alarm: misses are scaled to it (default: the ratio of the
payoffs)"""
RATIO_BELIEF = """\
what is believed of the cost ratio, or its range, above 0, such as range:3,8; its mean is in force
unless --cost-ratio is given"""
PARAM = """\
a named number of these expressions, such as lgd=0.45, or what is believed of it:
fee=uniform:25,60, =triangular:LO,MODE,HI, =beta:A,B or =normal:M,S, or its range without
probabilities, =range:A,B; the mean is in force, and belief_costs.csv and information.csv tell what
the belief comes to. Repeatable"""


def add_payoffs(parser: argparse.ArgumentParser) -> None:
    """Add the options of payoffs and condition to the parser of `report`."""
    group = parser.add_argument_group(
        "payoffs and condition", "gain positive, loss negative; numbers or expressions over columns"
    )
    add = group.add_argument
    add("--tp", metavar="E", help="a positive that is found (default: 0)")
    add("--fp", metavar="E", help="a false alarm (default: -1)")
    add("--fn", metavar="E", help="a positive that is missed (default: -1)")
    add("--tn", metavar="E", help="a negative that is left alone (default: 0)")
    add("--payoff", metavar="FILE", type=path, help="the same four from a JSON file")
    add("--param", metavar="NAME=X", action="append", type=parameter, default=[], help=PARAM)
    add("--prior", metavar="P", type=share, help="p(+) of deployment (default: the sample's)")
    add("--prior-belief", metavar="B", type=prior_belief, help=PRIOR_BELIEF)
    add("--cost-ratio", metavar="R", type=size, help=COST_RATIO)
    add("--cost-ratio-belief", metavar="B", type=ratio_belief, help=RATIO_BELIEF)


def parameter(text: str) -> Parameter:
    """Read a named parameter."""
    try:
        return parse_parameter(text)
    except ConstraintError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from error


def prior_belief(text: str) -> str:
    """Check a belief over the prior, which lies within 0-1, and return its text."""
    return _checked(text, check_prior_belief)


def ratio_belief(text: str) -> str:
    """Check a range of the cost ratio or a belief over it, and return its text."""
    return _checked(text, check_ratio_belief)


def _checked(text: str, check: Callable[[str], str]) -> str:
    try:
        return check(text)
    except ConstraintError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from error


def condition_of(chosen: argparse.Namespace) -> ConditionSpec:
    """Return the condition: in force is what was typed, else the mean of what is believed."""
    return ConditionSpec(
        _in_force(chosen.prior, chosen.prior_belief),
        _in_force(chosen.cost_ratio, chosen.cost_ratio_belief),
        prior_belief=chosen.prior_belief or "",
        ratio_belief=chosen.cost_ratio_belief or "",
    )


def _in_force(typed: float | None, belief: str | None) -> float | None:
    return parse_uncertain_number(belief).mean if typed is None and belief else typed


def cells_given(chosen: argparse.Namespace) -> list[str]:
    """Return the cells that have an option of their own."""
    return [cell for cell in CELLS if getattr(chosen, cell) is not None]


def payoffs_of(chosen: argparse.Namespace) -> dict[str, str]:
    """Return the four cells as typed.

    Raises
    ------
    OptionError
        Where options and a file both set them, or the file cannot be used.
    """
    given = cells_given(chosen)
    if chosen.payoff is None:
        return {
            cell: getattr(chosen, cell) if cell in given else DEFAULT_PAYOFFS[cell]
            for cell in CELLS
        }
    if given:
        raise OptionError(f"--{given[0]} and --payoff both set the payoffs; use one of them")
    try:
        return read_payoff_file(chosen.payoff)
    except DataError as error:
        raise OptionError(f"--payoff {chosen.payoff}: {error}") from error


def parameters_of(
    chosen: argparse.Namespace, saved: tuple[Parameter, ...]
) -> tuple[Parameter, ...]:
    """Return the parameters that were typed, and those saved in a project that were not.

    Raises
    ------
    OptionError
        Where a name is typed twice.
    """
    names = {one.name for one in chosen.param}
    found = (*(one for one in saved if one.name not in names), *chosen.param)
    _refuse_clashes(found, ())
    return found


def require_parameters(
    payoff: PayoffSpec, saved: tuple[Parameter, ...], columns: Collection[str]
) -> None:
    """Refuse a parameter that has the name of a column, or that was typed and no payoff has.

    Raises
    ------
    OptionError
        With its name.
    """
    _refuse_clashes(payoff.parameters, columns)
    kept = {one.name for one in saved}
    for name in unused_parameters(payoff):
        if name not in kept:
            raise OptionError(
                f"--param {name}: no payoff has {name}; use it in --tp, --fp, --fn, --tn or the "
                "file of --payoff, or leave it out"
            )


def _refuse_clashes(parameters: tuple[Parameter, ...], columns: Collection[str]) -> None:
    try:
        check_parameters(parameters, columns)
    except ConstraintError as error:
        raise OptionError(f"--param {str(error).rstrip('.')}") from error
