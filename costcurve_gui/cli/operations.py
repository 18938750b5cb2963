"""The days and units of a report: their columns, places a day, what waiting costs, a horizon."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.day_results import DelayCost
from costcurve_gui.analysis.operations import day_choices, unit_choices, with_average_places
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.option_values import amount, column, size
from costcurve_gui.cli.segments import with_segments
from costcurve_gui.dataio.case_times import read_times, read_units
from costcurve_gui.dataio.roles.column_roles import NONE
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.analysis.day_results import DayChoices
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.cli.segments import SegmentOptions
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress

UNIT = """\
column of units, such as cards, customers or machines: one alarm a unit, at its first row over the
threshold: units.csv, and columns of selection.csv"""
HORIZON = """\
... of stretches of H after a unit's first row, each of which counts as a unit: days of --day, of
numbers there in their own unit; rows of the unit without --day"""
DAY = """\
column of the day of each case: dates, date-times, or numbers whose whole part counts: days.csv"""
PLACES = """\
... of which W a day can be seen: the threshold with its queue against the W highest of each day:
day_capacity.csv"""
DELAY = """\
... and what a case loses with each day that it waits: money, or such as 3%% of what acting on it
gains (0)"""


def add_operation_options(group: argparse._ArgumentGroup) -> None:
    """Add the options about days and units."""
    group.add_argument("--unit", metavar="COL", type=column, help=UNIT)
    group.add_argument("--horizon", metavar="H", type=size, help=HORIZON)
    group.add_argument("--day", metavar="COL", type=column, help=DAY)
    group.add_argument("--capacity-per-day", metavar="W", type=places, help=PLACES)
    group.add_argument("--delay-cost", metavar="C", type=delay_cost, help=DELAY)


AVERAGE = 0
"""Of places: as many as come over the threshold on an average day, as the window takes it."""


def places(text: str) -> int:
    """Read how many cases a day can be seen."""
    value = amount(text)
    if value < 1 or value != int(value):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least 1")
    return int(value)


def delay_cost(text: str) -> DelayCost:
    """Read money, or a percentage of what acting gains."""
    if text.strip().endswith("%"):
        return DelayCost(share=amount(text.strip()[:-1]) / 100)
    return DelayCost(money=amount(text))


@dataclass(frozen=True, slots=True)
class OperationOptions:
    """What was asked of days and units."""

    unit: str | None
    horizon: float | None
    day: str | None
    places: int | None
    delay: DelayCost | None

    def manifest(self, days: DayChoices | None) -> dict[str, str | float | None]:
        """Return the values of the options; `days` are those found of the file."""
        return {
            "unit": self.unit,
            "horizon": self.horizon,
            "day": self.day,
            "capacity_per_day": None if days is None else days.capacity,
            "delay_cost": None if self.delay is None else self.delay.text,
        }


def operation_options(chosen: argparse.Namespace) -> OperationOptions:
    """Return the days and units that were asked for.

    Raises
    ------
    OptionError
        For options without the one that they go with.
    """
    for option, given, needed, there in (
        ("--horizon", chosen.horizon, "--unit COL", chosen.unit),
        ("--capacity-per-day", chosen.capacity_per_day, "--day COL", chosen.day),
        ("--delay-cost", chosen.delay_cost, "--capacity-per-day W", chosen.capacity_per_day),
    ):
        if given is not None and there is None:
            raise OptionError(f"{option} needs {needed} beside it")
    for option, given in (("--unit", chosen.unit), ("--day", chosen.day)):
        if given is not None and chosen.weight not in (None, NONE):
            raise OptionError(f"{option} counts cases that are one each; leave --weight out")
        if given is not None and chosen.proba:
            raise OptionError(f"{option} is for two classes and --proba for more; use one of them")
    return OperationOptions(
        chosen.unit, chosen.horizon, chosen.day, chosen.capacity_per_day, chosen.delay_cost
    )


def with_columns(
    segments: SegmentOptions | None,
    operations: OperationOptions,
    given: TableOptions,
    source: Source,
    snapshot: Snapshot,
    progress: Progress,
) -> TableOptions:
    """Add what further columns of the file are for: segments, days and units.

    Raises
    ------
    DataError, OptionError
        Where a column cannot be used for that.
    """
    given = with_segments(segments, given, source, snapshot, progress)
    return _with_operations(operations, given, source, snapshot, progress)


def _with_operations(
    wanted: OperationOptions,
    given: TableOptions,
    source: Source,
    snapshot: Snapshot,
    progress: Progress,
) -> TableOptions:
    cases = snapshot.curve_set.cases
    if cases is None or (wanted.unit is None and wanted.day is None):
        return given
    dataset = cases.dataset
    times = None if wanted.day is None else read_times(source, dataset, wanted.day, progress)
    if times is not None:
        days = day_choices(times, wanted.places or None, wanted.delay or DelayCost())
        if wanted.places == AVERAGE:
            days = with_average_places(snapshot, days)
        given = replace(given, days=days)
    if wanted.unit is None:
        return given
    units = read_units(source, dataset, wanted.unit, progress)
    try:
        found = unit_choices(wanted.unit, units, dataset.y_true, times, wanted.horizon)
    except ConstraintError as error:
        raise OptionError(f"--unit {wanted.unit}: {error}") from error
    return replace(given, units=found)
