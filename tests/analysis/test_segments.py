"""Segments of a snapshot: the tables of a report, and what the window computes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.segment_results import GapBound, SegmentsResult
from costcurve_gui.analysis.segments import (
    SegmentChoices,
    find_segments,
    known_segments,
    segment_column,
    segments_key,
)
from costcurve_gui.analysis.selection_settings import BoundsSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.segments import gaps_table, leads_table, segments_table
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.segments import (
    SegmentColumn,
    SegmentTerms,
    segment_terms,
    terms_to_json,
)
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.segments.curves import OwnLimits

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.table import Table


@pytest.fixture(scope="module")
def donors() -> Snapshot:
    """Return the donors, of whom 300 of 2,000 may be written to."""
    example = example_of("donors_2000")
    assert example is not None
    loaded = load_example("d", example)
    settings = loaded.settings
    bands = replace(settings.bands, spec=BootstrapSpec(100))
    selection = replace(settings.selection, bounds=BoundsSpec(cases=300), population=2000)
    return build_snapshot(loaded.curve_set, replace(settings, bands=bands, selection=selection))


def column_of(snapshot: Snapshot) -> SegmentColumn:
    source: Any = snapshot.curve_set.source
    return source.segments("region")


def rows_of(table: Table) -> list[dict[str, Any]]:
    columns = [np.asarray(column, object).tolist() for column in table.columns]
    return [dict(zip(table.header, row, strict=True)) for row in zip(*columns, strict=True)]


def test_that_a_report_has_both_rules_of_every_model_and_region(donors: Snapshot) -> None:
    bound = GapBound("share", 0.02)
    choices = SegmentChoices(column_of(donors), bound=bound)
    options = TableOptions(segments=choices, population=2000)
    rows = rows_of(segments_table(donors, options))
    assert {row["segment"] for row in rows} == {"", "Centre", "Islands", "North", "South"}
    for model in ("response", "expected_gift"):
        sums = {row["rule"]: row for row in rows if row["kind"] == "all" and row["model"] == model}
        common, own, bounded = (sums[name]["profit"] for name in ("common", "own", "own_bounded"))
        assert common <= own
        assert bounded <= own
        assert all(row["cases"] <= 300 + 1e-6 for row in sums.values())
        if "own_mixed" in sums:
            assert own <= sums["own_mixed"]["profit"] + 1e-9
            assert sums["own_mixed"]["cases"] == pytest.approx(300)
    leads = rows_of(leads_table(donors, options))
    assert [row["model"] for row in leads] == ["response", "expected_gift"]
    assert all(row["new_cases_lead_low"] <= row["new_cases_lead_high"] for row in leads)
    gaps = rows_of(gaps_table(donors, options))
    assert len(gaps) == 2 * 2 * 3 * (1 + 6)


def test_that_without_replicates_there_are_figures_and_no_intervals(donors: Snapshot) -> None:
    bands = replace(donors.settings.bands, shown=False)
    plain = replace(donors, settings=replace(donors.settings, bands=bands))
    options = TableOptions(segments=SegmentChoices(column_of(donors)))
    (lead, *_) = rows_of(leads_table(plain, options))
    assert lead["population"] == 2000
    assert np.isnan(lead["new_cases_lead"])
    assert np.isnan(rows_of(segments_table(plain, options))[0]["share_low"])
    assert np.isnan(rows_of(gaps_table(plain, options))[0]["gap_low"])
    assert rows_of(segments_table(plain, TableOptions())) == []


def test_that_terms_of_a_segment_change_its_threshold_alone(donors: Snapshot) -> None:
    assert donors.curve_set.cases is not None
    dataset = donors.curve_set.cases.dataset
    column = column_of(donors)
    free = replace(donors.settings.selection, bounds=BoundsSpec())
    bands = replace(donors.settings.bands, shown=False)
    settings = replace(donors.settings, selection=free, bands=bands)
    snapshot = replace(donors, settings=settings)
    dear = SegmentChoices(column, {"South": SegmentTerms(0.05, {"tp": "gift/8"})})
    dear.check(snapshot, dataset)
    one, other = (
        rows_of(segments_table(snapshot, TableOptions(segments=choices)))
        for choices in (dear, SegmentChoices(column))
    )
    own, plain = (
        {row["segment"]: row["threshold"] for row in rows if row["rule"] == "own"}
        for rows in (one, other)
    )
    assert own["South"] > plain["South"]
    assert {name: own[name] for name in ("Centre", "North")} == {
        name: plain[name] for name in ("Centre", "North")
    }
    codes = np.where(dataset.y_true, 0, 1)
    split = SegmentColumn("label", ("yes", "no"), codes)
    for terms in (SegmentTerms(0.5), SegmentTerms(limits=OwnLimits(max_fpr=0.1))):
        with pytest.raises(ConstraintError, match="one class only"):
            SegmentChoices(split, {"yes": terms}).check(snapshot, dataset)


def test_that_bounds_of_a_segment_are_read_kept_and_named(donors: Snapshot) -> None:
    content = {"North": {"max_fpr": 0.01}, "South": {"min_tpr": 0.45, "prior": 0.1}}
    terms = segment_terms(content, "terms.json")
    assert terms_to_json(terms) == content
    choices = SegmentChoices(column_of(donors), terms)
    rows = rows_of(segments_table(donors, TableOptions(segments=choices)))
    kept = {(row["rule"], row["segment"]): row for row in rows if row["model"] == "response"}
    assert kept["own", "North"]["fpr"] <= 0.01
    assert kept["own", "North"]["note"] == "max_fpr of its own binds: 0.01"
    assert kept["own", "South"]["tpr"] >= 0.45
    assert kept["common", "South"]["note"].startswith("breaks the bounds of its own")
    for wrong in ({"max_fpr": 2}, {"min_tpr": "much"}, {"max_share": True}):
        with pytest.raises(DataError, match="must be a number from 0 to 1"):
            segment_terms({"North": wrong}, "terms.json")


def test_that_what_the_window_found_belongs_to_its_settings(donors: Snapshot) -> None:
    assert segment_column(donors) == "region"
    key = segments_key(donors)
    assert key is not None
    found = find_segments(donors, key)
    results = replace(donors.results, segments=found)
    with_found = replace(donors, results=results)
    assert known_segments(with_found) is found
    assert rows_of(segments_table(with_found, TableOptions()))[0]["rule"] == "common"
    more = replace(donors.settings.selection, bounds=BoundsSpec(cases=400))
    later = replace(with_found, settings=replace(donors.settings, selection=more))
    assert known_segments(later) is None
    hidden = replace(donors, selected=None)
    assert segments_key(hidden) is None
    nowhere = replace(donors.curve_set, source=None)
    lost = find_segments(replace(donors, curve_set=nowhere), key)
    assert isinstance(lost, SegmentsResult)
    assert lost.fault
