"""The segments of a report: their column, what differs in some, and a bound on a gap."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.payoffs import PayoffCellError
from costcurve_gui.analysis.segment_results import GapBound
from costcurve_gui.analysis.segments import SegmentChoices
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.option_values import column, path, share
from costcurve_gui.dataio.segments import (
    read_segment_terms,
    read_segments,
    require_segments,
    terms_to_json,
)
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.segments.curves import RATES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.dataio.segments import SegmentColumn, SegmentTerms
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress

SEGMENT = """\
column of segments, such as regions, products or groups (2 to 50 values): one common threshold
against own ones that share --capacity, --budget or --max-share: segments.csv ..."""
TERMS = """\
... with a prior, payoffs or bounds of their own in some: a JSON file such as
{"North": {"prior": 0.04, "tp": "gift-2", "max_fpr": 0.1, "min_tpr": 0.5, "max_share": 0.2}}"""
GAP = """\
... and own thresholds within a largest difference of a rate between two segments, of the share
acted on, the tpr or the fpr: tpr=0.05"""


def add_segment_options(group: argparse._ArgumentGroup) -> None:
    """Add the options about segments."""
    group.add_argument("--segment", metavar="COL", type=column, help=SEGMENT)
    group.add_argument("--segment-terms", metavar="FILE", type=path, help=TERMS)
    group.add_argument("--segment-gap", metavar="RATE=G", type=gap, help=GAP)


def gap(text: str) -> GapBound:
    """Read a rate and its largest difference between two segments."""
    rate, sign, value = text.partition("=")
    if rate not in RATES or not sign:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not RATE=G with a rate of {', '.join(RATES)}, such as tpr=0.05"
        )
    return GapBound(rate, share(value))


@dataclass(frozen=True, slots=True)
class SegmentOptions:
    """What was asked of segments: their column, own terms or a file of them, a bound on a gap."""

    column: str
    terms: Path | Mapping[str, SegmentTerms] | None
    bound: GapBound | None

    @property
    def file(self) -> Path | None:
        """The file of own terms, if there is one."""
        return self.terms if isinstance(self.terms, Path) else None

    @property
    def manifest(self) -> dict[str, Any]:
        """The values of the options; own terms of a project as a file would have them."""
        terms, bound = self.terms, self.bound
        own = None if terms is None or isinstance(terms, Path) else terms_to_json(terms)
        return {
            "segment": self.column,
            "segment_terms": own if self.file is None else self.file.name,
            "segment_gap": None if bound is None else f"{bound.rate}={bound.gap:g}",
        }


NO_SEGMENTS = dict.fromkeys(("segment", "segment_terms", "segment_gap"))
"""What the manifest says where there are none."""


def segment_options(chosen: argparse.Namespace) -> SegmentOptions | None:
    """Return the segments that were asked for; None without a column.

    Raises
    ------
    OptionError
        For options about segments without their column.
    """
    for option, given in (
        ("--segment-terms", chosen.segment_terms),
        ("--segment-gap", chosen.segment_gap),
    ):
        if given is not None and chosen.segment is None:
            raise OptionError(f"{option} needs --segment COL beside it")
    if chosen.segment is None:
        return None
    return SegmentOptions(chosen.segment, chosen.segment_terms, chosen.segment_gap)


def with_segments(
    wanted: SegmentOptions | None,
    given: TableOptions,
    source: Source,
    snapshot: Snapshot,
    progress: Progress,
) -> TableOptions:
    """Add the segments of the cases, if they are asked for.

    Raises
    ------
    DataError, OptionError
        Where the column makes no segments, or what differs in some cannot be used.
    """
    cases = snapshot.curve_set.cases
    if wanted is None or cases is None:
        return given
    found = read_segments(source, cases.dataset, wanted.column, progress)
    if wanted.terms is None:
        return replace(given, segments=SegmentChoices(found, bound=wanted.bound))
    choices = SegmentChoices(found, _terms(wanted.terms, found), wanted.bound)
    try:
        choices.check(snapshot, cases.dataset)
    except (EngineError, PayoffCellError) as error:
        place = f"--segment-terms {wanted.file}" if wanted.file else "the project's segment_terms"
        raise OptionError(f"{place}: {error}") from error
    return replace(given, segments=choices)


def _terms(
    given: Path | Mapping[str, SegmentTerms], found: SegmentColumn
) -> Mapping[str, SegmentTerms]:
    """Return terms of the segments found; those of a project may be of another column too."""
    if not isinstance(given, Path):
        return {name: one for name, one in given.items() if name in found.values}
    terms = read_segment_terms(given)
    require_segments(terms, found, given.name)
    return terms
