"""What is said of days: what the highest of each day earn, and since when the queue grows."""

from __future__ import annotations

from datetime import date
from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.analysis.day_results import DAILY_TOP, DAILY_TOP_ANY, QUEUE
from costcurve_gui.translation import tr
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.day_results import ModelDays
    from costcurve_gui.analysis.snapshot import Snapshot

_MONTHS = (
    *(tr("January"), tr("February"), tr("March"), tr("April"), tr("May"), tr("June"), tr("July")),
    *(tr("August"), tr("September"), tr("October"), tr("November"), tr("December")),
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
        return tr("Day")
    ends = (day_name(found, day, year=True) for day in (0, found.choices.size - 1))
    return tr("Day, {ends}", ends=" to ".join(ends))


def subtitle(found: ModelDays) -> str:
    """Say what is plotted."""
    said = tr("cases over the threshold by day")
    return (
        tr("{said}, capacity {places}", said=said, places=numbers.count(places(found)))
        if found.ways
        else said
    )


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
    which = tr("The highest {places} of each day", places=places(found))
    if best == DAILY_TOP:
        which += tr(" over the threshold")
    more = tr("more") if lead >= 0 else tr("less")
    amount = numbers.money(abs(lead), unit, signed=False)
    text = tr(
        "<b>{which} earn {amount} a day {more} than the queue on this sample",
        which=which,
        amount=escape(amount),
        more=more,
    )
    known = found.differences.get(best)
    if known is None:
        return f"{text}.</b>"
    _, low, high = known
    ends = tr("{low} to {high}", low=numbers.money(low), high=numbers.money(high))
    level = numbers.fixed(100 * snapshot.settings.bands.spec.level, 0)
    verdict = tr("; not significant") if low <= 0 <= high else ""
    return f"{text}{verdict}</b> ({level}\u00a0%: {escape(ends)})."


def late_sentence(found: ModelDays) -> str:
    """Say from when on more comes over the threshold than can be seen; empty where none does."""
    if found.since is None:
        return ""
    since = day_name(found, found.since)
    fits = numbers.threshold(found.fitting)
    return tr(
        "From {since} the threshold lets in more than can be seen; {fits} would fit.",
        since=since,
        fits=fits,
    )


def accessible_summary(found: ModelDays) -> str:
    """Say the bars for those who do not see them."""
    queue = found.ways[QUEUE]
    return tr(
        "{size} days, {overflow_days} with more than {places} cases over the "
        "threshold; at most {longest_queue} cases wait",
        size=found.choices.size,
        overflow_days=queue.overflow_days,
        places=places(found),
        longest_queue=queue.longest_queue,
    )
