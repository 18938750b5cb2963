"""What is said of days: what the highest of each day earn, and since when the queue grows."""

from __future__ import annotations

from datetime import date
from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.analysis.day_results import DAILY_TOP, DAILY_TOP_ANY, QUEUE
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.day_results import ModelDays
    from costcurve_gui.analysis.snapshot import Snapshot

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
NONE = "none"
_EPOCH = date(1970, 1, 1).toordinal()


def day_name(found: ModelDays, day: int, *, year: bool = False) -> str:
    """Write a day, counted from 0: 15 July."""
    number = found.choices.first + day
    if not found.choices.times.dates:
        return numbers.count(float(number))
    one = date.fromordinal(_EPOCH + number)
    return f"{one.day} {_MONTHS[one.month - 1]}{f' {one.year}' if year else ''}"


def span(found: ModelDays) -> str:
    """Name the axis of the days, with the first and the last of dates."""
    if not found.choices.times.dates:
        return "Day"
    ends = (day_name(found, day, year=True) for day in (0, found.choices.size - 1))
    return f"Day, {' to '.join(ends)}"


def subtitle(found: ModelDays) -> str:
    """Say what is plotted."""
    said = "cases over the threshold by day"
    return f"{said}, capacity {numbers.count(places(found))}" if found.ways else said


def places(found: ModelDays) -> int:
    """Return how many cases a day can be seen."""
    return found.choices.capacity or 0


def share(found: ModelDays) -> float:
    """Return which share of the cases can be seen."""
    return min(places(found) * found.choices.size / int(found.cases.sum()), 1.0)


def better_way(found: ModelDays) -> tuple[str, float]:
    """Return the better way to take the highest of each day, and what it earns more a day."""
    best = max((DAILY_TOP, DAILY_TOP_ANY), key=lambda way: found.ways[way].profit_a_day)
    return best, found.ways[best].profit_a_day - found.ways[QUEUE].profit_a_day


def lead_sentence(snapshot: Snapshot, found: ModelDays) -> str:
    """Say what the highest of each day earn more than the queue; HTML."""
    unit = vocabulary_of(snapshot).unit
    best, lead = better_way(found)
    which = f"The highest {places(found)} of each day"
    if best == DAILY_TOP:
        which += " over the threshold"
    more = "more" if lead >= 0 else "less"
    amount = numbers.money(abs(lead), unit, signed=False)
    text = f"<b>{which} earn {escape(amount)} a day {more} than the queue on this sample"
    known = found.differences.get(best)
    if known is None:
        return f"{text}.</b>"
    _, low, high = known
    ends = f"{numbers.money(low)} to {numbers.money(high)}"
    level = numbers.fixed(100 * snapshot.settings.bands.spec.level, 0)
    verdict = "; not significant" if low <= 0 <= high else ""
    return f"{text}{verdict}</b> ({level}\u00a0%: {escape(ends)})."


def late_sentence(found: ModelDays) -> str:
    """Say from when on more comes over the threshold than can be seen; empty where none does."""
    if found.since is None:
        return ""
    since = day_name(found, found.since)
    fits = numbers.threshold(found.fitting)
    return f"From {since} the threshold lets in more than can be seen; {fits} would fit."


def accessible_summary(found: ModelDays) -> str:
    """Say the bars for those who do not see them."""
    queue = found.ways[QUEUE]
    return (
        f"{found.choices.size} days, {queue.overflow_days} with more than {places(found)} cases "
        f"over the threshold; at most {queue.longest_queue} cases wait"
    )
