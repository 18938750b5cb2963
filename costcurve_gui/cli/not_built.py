"""Options of the contract whose analyses come later: refused by name, never ignored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ANALYSES: Mapping[str, str] = {
    "--min-tpr": "the constrained criterion",
    "--min-precision": "the constrained criterion",
    "--review-cost": "the review band",
    "--validate": "the validation of policies",
    "--validate-file": "the validation of policies",
}


def refuse(argv: Sequence[str]) -> None:
    """Refuse the first option whose analysis is not part of this version."""
    for word in argv:
        name = word.partition("=")[0]
        if word == "--":
            return
        if name in ANALYSES:
            raise not_built(name, ANALYSES[name])


def not_built(option: str, analysis: str) -> OptionError:
    """Return the error for an option, or a value of it, that is not built."""
    return OptionError(
        f"{option} is not built yet: {analysis} is not part of this version; leave the option out"
    )
