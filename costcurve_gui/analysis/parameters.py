"""Named parameters of the payoffs: read from text, checked against columns and cells."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from costcurve_gui.analysis.payoffs import CELLS, Parameter, PayoffSpec
from costcurve_gui.dataio.expressions.expression import ExpressionError, read_expression
from costcurve_gui.dataio.expressions.nodes import FUNCTIONS
from costcurve_gui.dataio.expressions.rewriting import renamed
from costcurve_gui.engine.distributions.uncertain_numbers import (
    FORMS,
    NormalBelief,
    parse_uncertain_number,
)
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_WORDS = frozenset({"and", "or", "not"})
PRIOR: Final = "prior"
"""What the prior is called among the numbers that are not known exactly."""


def parse_parameter(text: str) -> Parameter:
    """Read `NAME=VALUE` or `NAME=BELIEF`; of a belief the mean is the value in force.

    Raises
    ------
    ConstraintError
        Where the name cannot stand in an expression, or what follows is not a number and no belief.

    Examples
    --------
    >>> parse_parameter("fee=uniform:25,60")
    Parameter(name='fee', value=42.5, belief='uniform:25,60')
    """
    name, sign, given = (part.strip() for part in text.partition("="))
    if not sign or not given:
        raise ConstraintError(tr("{text!r} is not NAME=VALUE, such as lgd=0.45.", text=text))
    check_name(name)
    if ":" not in given and given != "uniform":
        return Parameter(name, _number(name, given))
    try:
        belief = parse_uncertain_number(given)
    except ConstraintError as error:
        raise ConstraintError(f"{name}: {error}") from error
    return Parameter(name, belief.mean, str(belief))


def check_name(name: str) -> None:
    """Raise ConstraintError for a name that cannot stand in an expression for a number."""
    if not name.isidentifier() or name.startswith("_"):
        raise ConstraintError(
            tr(
                "{name!r} is not a valid name: a name begins with a letter and has only letters, "
                "digits and _.",
                name=name,
            )
        )
    if name == PRIOR:
        raise ConstraintError(tr("{name} is the share of positives; take another name.", name=name))
    if name in FUNCTIONS or name in _WORDS:
        raise ConstraintError(
            tr("{name} has a meaning in expressions; take another name.", name=name)
        )


def check_prior_belief(text: str) -> str:
    """Return a belief over the prior as it reads back.

    Raises
    ------
    ConstraintError
        Where it is none, or reaches beyond 0-1.
    """
    found = parse_uncertain_number(text)
    low, high = found.ends
    if not 0 <= low < high <= 1 or isinstance(found, NormalBelief):
        raise ConstraintError(
            tr("{text} reaches beyond 0-1; a prior is a share, such as beta:2,38.", text=text)
        )
    return str(found)


def check_ratio_belief(text: str) -> str:
    """Return a belief over the cost ratio as it reads back.

    Raises
    ------
    ConstraintError
        Where it is none, or not above 0. Of a normal one draws below 0 are left out.
    """
    found = parse_uncertain_number(text)
    reaches_below = found.ends[0] < 0 and not isinstance(found, NormalBelief)
    if reaches_below or not found.mean > 0:
        raise ConstraintError(
            tr("{text} reaches below 0; a cost ratio is above 0, as in range:3,8.", text=text)
        )
    return str(found)


def _number(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ConstraintError(
            tr(
                "{name}: {text!r} is neither a number nor a belief such as {forms}.",
                name=name,
                text=text,
                forms=FORMS,
            )
        )
    return value


def check_parameters(parameters: Sequence[Parameter], columns: Collection[str]) -> None:
    """Refuse a name that two parameters have, or a parameter and a column.

    Raises
    ------
    ConstraintError
        With the name, and what would be accepted.
    """
    names = [one.name for one in parameters]
    for name in names:
        if names.count(name) > 1:
            raise ConstraintError(
                tr("{name} is given twice; a parameter has one value.", name=name)
            )
        if name in columns:
            raise ConstraintError(
                tr(
                    "{name} is a column of the file too; give the parameter another name.",
                    name=name,
                )
            )


def unused_parameters(payoff: PayoffSpec) -> tuple[str, ...]:
    """Return the parameters that no cell has; a cell that cannot be read counts as using all."""
    used: set[str] = set()
    for text in payoff.typed_cells:
        used |= set(names_in(text, payoff.parameter_names))
    return tuple(name for name in payoff.parameter_names if name not in used)


def names_in(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the names that an expression has."""
    try:
        needed = set(read_expression(text).needs())
    except ExpressionError:
        return names
    return tuple(name for name in names if name in needed)


def with_name(payoff: PayoffSpec, old: str, new: str) -> PayoffSpec:
    """Return the matrix with another name of a parameter, in its cells too.

    Raises
    ------
    ConstraintError
        Where the new name cannot stand in an expression.
    """
    check_name(new)
    parameters = tuple(
        replace(one, name=new) if one.name == old else one for one in payoff.parameters
    )
    cells = {
        cell: renamed(text, old, new) for cell, text in zip(CELLS, payoff.typed_cells, strict=True)
    }
    return replace(payoff.with_cells(cells), parameters=parameters)
