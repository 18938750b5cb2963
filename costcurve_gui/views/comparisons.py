"""Sentences about two models over all of PC(+): which is cheaper where, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views import numbers, words

if TYPE_CHECKING:
    from costcurve_gui.models.results import Comparison, Frame

_MOST_STRETCHES = 2
_SHORT = 20  # letters of a name in a plot


def names(frame: Frame, found: Comparison) -> tuple[str, str]:
    """Return the names of the model and of its rival."""
    return frame.models[found.model].info.name, frame.models[found.rival].info.name


def subject(frame: Frame, found: Comparison) -> str:
    """Say what a difference of the two is."""
    return "Cost of {} less that of {}".format(*names(frame, found))


def sentence(frame: Frame, found: Comparison) -> str:
    """Say which of the two is cheaper where, whether one dominates included."""
    a, b = names(frame, found)
    if found.dominant == "equal":
        return f"{a} and {b} cost the same at every PC(+)."
    if found.dominant is not None:
        better, other = (a, b) if found.dominant == "a" else (b, a)
        return f"{better} dominates {other}: never dearer, cheaper {_where(found, found.dominant)}."
    return f"{a} is cheaper {_where(found, 'a')}; {b} {_where(found, 'b')}."


def short_sentence(found: Comparison) -> str:
    """Say the same of the selected model in the few words that fit into a plot."""
    if found.dominant == "equal":
        return "the same cost everywhere"
    cheaper, dearer = (numbers.percent(_share(found, which)) for which in ("a", "b"))
    if found.dominant is None:
        return f"cheaper over {cheaper}, dearer over {dearer}"
    return f"cheaper over {cheaper}, never dearer" if found.dominant == "a" else "never cheaper"


def _where(found: Comparison, which: str) -> str:
    """Say over which stretches of PC(+) one is cheaper; many are only counted."""
    stretches = [one for one in found.stretches if one.better == which]
    if len(stretches) > _MOST_STRETCHES:
        share = numbers.percent(_share(found, which))
        many = numbers.in_words(len(stretches))
        return f"in {many} stretches, {share} of PC(+)"
    parts = (f"from {numbers.interval(one.low, one.high)}" for one in stretches)
    return f"for PC(+) {' and '.join(parts)}"


def _share(found: Comparison, which: str) -> float:
    return sum(one.high - one.low for one in found.stretches if one.better == which)


def lc_sentence(frame: Frame, found: Comparison) -> str:
    """Say what the LC index of the two is, and in whose favour."""
    a, b = names(frame, found)
    index = numbers.difference(found.lc_index)
    if found.lc_index == 0:
        return f"LC index {index}: the belief favours neither {a} nor {b}"
    better, other = (a, b) if found.lc_index > 0 else (b, a)
    return f"LC index {index}: {better} rather than {other}"


def short_lc_sentence(frame: Frame, found: Comparison) -> str:
    """Say the same in the few words that fit into a plot."""
    favoured = names(frame, found)[found.lc_index < 0]
    index = numbers.difference(found.lc_index)
    if found.lc_index == 0:
        return f"LC index {index} favours neither"
    return f"LC index {index} favours {words.short_name(favoured, _SHORT)}"
