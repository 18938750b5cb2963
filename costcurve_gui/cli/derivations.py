"""`--derive` and `--mix` as typed. The models that they name are looked up later."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.analysis.derivations import DERIVATIONS
from costcurve_gui.analysis.score_family import THRESHOLD
from costcurve_gui.dataio.errors import all_of, plural
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.derivation import Derivation

FAMILY = "family"
_BY_WORD: Mapping[str, Derivation] = {one.word: one for one in DERIVATIONS.values()}


@dataclass(frozen=True, slots=True)
class Part:
    """A model that another one is made from; without a threshold it takes its cheapest one."""

    name: str
    threshold: float | None = None

    @property
    def text(self) -> str:
        """How it is named beside another threshold, or classifier, of the same model."""
        return self.name if self.threshold is None else f"{self.name} {self.threshold:g}"


@dataclass(frozen=True, slots=True)
class Derive:
    """One `--derive`: the words of the user, and what they ask for."""

    text: str
    kind: Derivation
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """`--derive family` or `family@T`: every model thresholded, a file of confusion matrices."""

    text: str
    threshold: float


def derivation(text: str) -> Derive | Family:
    """Read KIND:MODEL, KIND:MODEL@T,MODEL@T or family@T.

    >>> derivation("or:a@0.3,b").parts
    (Part(name='a', threshold=0.3), Part(name='b', threshold=None))
    """
    family = _part(text)
    if family.name == FAMILY:
        return Family(text, _family_threshold(family))
    word, colon, rest = text.partition(":")
    kind = _BY_WORD.get(word.strip())
    if kind is None or not colon:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not KIND:MODEL with KIND one of {', '.join(_BY_WORD)}, nor {FAMILY}@T"
        )
    parts = tuple(_part(part) for part in rest.split(","))
    _check(text, kind, parts)
    return Derive(text, kind, parts)


def _family_threshold(part: Part) -> float:
    threshold = THRESHOLD if part.threshold is None else part.threshold
    if not 0 <= threshold <= 1:
        raise argparse.ArgumentTypeError(f"{FAMILY}@{threshold:g} is not a threshold from 0 to 1")
    return threshold


def usage(*, joins: bool) -> str:
    """Return the kinds that join decisions, or those that change scores, as they are given."""
    texts = (kind.usage for kind in DERIVATIONS.values() if kind.uses_thresholds is joins)
    return (" " if joins else ", ").join(texts)


@dataclass(frozen=True, slots=True)
class Mix:
    """One `--mix`: the words of the user, and the two points."""

    text: str
    parts: tuple[Part, ...]


def mix(text: str) -> Mix:
    """Read MODEL@T,MODEL@T.

    >>> mix("a@0.3,b").parts
    (Part(name='a', threshold=0.3), Part(name='b', threshold=None))
    """
    parts = tuple(_part(part) for part in text.split(","))
    if len(parts) != 2 or not all(part.name for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not MODEL@T,MODEL@T")
    return Mix(text, parts)


def no_model(name: str, names: Sequence[str]) -> ConstraintError:
    """Return the error for the name of a model that there is not."""
    return ConstraintError(f'No model "{name}". There are {all_of(names)}.')


def _part(text: str) -> Part:
    """Read a model and its threshold; what follows an @ and is not a number belongs to the name."""
    name, at, end = text.rpartition("@")
    try:
        return Part(name.strip(), float(end)) if at else Part(text.strip())
    except ValueError:
        return Part(text.strip())


def _check(text: str, kind: Derivation, parts: tuple[Part, ...]) -> None:
    if not all(part.name for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} lacks the name of a model")
    if not kind.takes(len(parts)):
        raise argparse.ArgumentTypeError(
            f"{text!r} names {plural(len(parts), 'model')}; it takes {_number(kind)}"
        )
    given = [part.threshold for part in parts if part.threshold is not None]
    if given and not kind.uses_thresholds:
        raise argparse.ArgumentTypeError(
            f"{text!r} has a threshold, but changes scores; leave @ and the number out"
        )
    if not all(-math.inf <= threshold < math.inf for threshold in given):
        raise argparse.ArgumentTypeError(
            f"{text!r} has a threshold at which no case is positive; give a lower number"
        )


def _number(kind: Derivation) -> str:
    number = "one model" if kind.fewest == 1 else "two models"
    return f"{number} or more" if kind.takes_more else number
