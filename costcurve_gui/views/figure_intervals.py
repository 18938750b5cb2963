"""How sure the figures of the decision are, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from costcurve_gui.models.common_cases import number_in_common
from costcurve_gui.models.uncertainty import decision_failure, decision_intervals, decision_wanted
from costcurve_gui.views import band_words, numbers
from costcurve_gui.views.common_words import over, that_both_scored

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.uncertainty import DecisionIntervals

    Write = Callable[[float], str]

LEAD = "lead"  # the figure over the runner-up; all others go by their names in a policy
COST = "normalized_expected_cost"  # the figure with an exact interval beside the other one
LEAD_OVER_NONE = "lead_over_none"
_DRAWN_FROM_COUNTS = "Wilson"


class Sureness(NamedTuple):
    """An interval as a note beside its figure, with its level, and with all there is to say."""

    note: str = ""
    brief: str = ""
    hint: str = ""


NOT_KNOWN = Sureness()


def expects_intervals(frame: Frame) -> bool:
    """Whether intervals are there or on their way."""
    return frame.settings.bands.shown


def intervals_note(frame: Frame) -> str:
    """Name the level, once for all intervals of the decision; nothing where there is none."""
    found = decision_intervals(frame)
    return "" if found is None else f"{band_words.level(found.spec)} intervals"


def intervals_notes(frame: Frame) -> tuple[str, ...]:
    """Say the same with how often was drawn, and from which seed, the fullest first."""
    found = decision_intervals(frame)
    if not is_resampled(found):
        return ()
    level, ways = band_words.level(found.spec), band_words.drawn_briefly(found.spec)
    return tuple(f"{sure}, {how}" for how in ways for sure in (f"{level} intervals", level))


def is_resampled(found: DecisionIntervals | None) -> TypeGuard[DecisionIntervals]:
    """Whether there are intervals that were drawn, not found from counts."""
    return found is not None and found.policy.expected_profit.method not in (
        "",
        _DRAWN_FROM_COUNTS,
    )


def sureness(frame: Frame, figure: str, write: Write = numbers.rate) -> Sureness:
    """Say how sure a figure of the selected model's policy is, once it is known."""
    known = decision_intervals(frame)
    found = interval_of(frame, figure)
    if known is None:
        return _none(decision_failure(frame))
    if found is None:
        return NOT_KNOWN
    if found.low is None or found.high is None:
        return _none(found.reason)
    note = numbers.interval(found.low, found.high, write)
    brief = f"{band_words.level(known.spec)}: {note}"
    how = method(found, known.spec)
    if figure == LEAD:
        spec = replace(known.spec, independent=frame.settings.bands.apart)
        how = method(found, spec) + over(lead_cases(frame))
    if figure == COST:
        how = f"{how}\n{_exact(known.policy.exact_cost, write)}"
    return Sureness(note, brief, f"{brief}\n{how}")


def _exact(found: FigureInterval, write: Write) -> str:
    """Say what the interval is without resampling, or why it is not known."""
    if found.low is None or found.high is None:
        return f"No exact interval ({found.reason})"
    return f"{numbers.interval(found.low, found.high, write)}: {found.method}"


def lead_cases(frame: Frame) -> str:
    """Say of which cases a lead is, where the two models did not score all."""
    wanted = decision_wanted(frame)
    keys = () if wanted is None else wanted.models
    return that_both_scored(number_in_common(frame, keys)) if len(keys) == 2 else ""


def _none(reason: str) -> Sureness:
    """Say that there is no interval, and why; nothing where nobody knows yet."""
    return Sureness("no interval", hint=f"no interval ({reason})") if reason else NOT_KNOWN


def interval_of(frame: Frame, figure: str) -> FigureInterval | None:
    """Return the interval of a figure of the selected model's policy, once it is known."""
    known = decision_intervals(frame)
    if known is None:
        return None
    return known.lead if figure == LEAD else getattr(known.policy, figure)


def method(found: FigureInterval, spec: BootstrapSpec) -> str:
    """Say how an interval was found: Bootstrap, percentile, 2 000 replicates, seed 0."""
    if found.method == _DRAWN_FROM_COUNTS:
        return found.method
    return f"Bootstrap, {found.method}, {band_words.drawn(spec)}"
