"""The view of segments without a window: what it shows, and when it is grey or empty."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.segment_results import SegmentsResult
from costcurve_gui.analysis.segments import find_segments, segments_key
from costcurve_gui.analysis.selection_settings import BoundsSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.segments.rates import Interval
from costcurve_gui.views.tables.segments_table import SegmentsTable
from costcurve_gui.views.tables.segments_view import SegmentsView
from costcurve_gui.views.text import segments_text
from costcurve_gui.views.text.segments_text import lead_sentence
from costcurve_gui.views.widgets.fields import ChoiceBox

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.snapshot import Snapshot


@pytest.fixture(scope="module")
def donors() -> Snapshot:
    """Return the donors with their segments computed."""
    example = example_of("donors_2000")
    assert example is not None
    loaded = load_example("d", example)
    bands = replace(loaded.settings.bands, spec=BootstrapSpec(50))
    snapshot = build_snapshot(loaded.curve_set, replace(loaded.settings, bands=bands))
    key = segments_key(snapshot)
    assert key is not None
    found = find_segments(snapshot, key)
    return replace(snapshot, results=replace(snapshot.results, segments=found))


def bounded(snapshot: Snapshot) -> Snapshot:
    selection = replace(snapshot.settings.selection, bounds=BoundsSpec(cases=100))
    return replace(snapshot, settings=replace(snapshot.settings, selection=selection))


def with_fault(snapshot: Snapshot, fault: str) -> Snapshot:
    key = segments_key(snapshot)
    assert key is not None
    found = SegmentsResult(key, fault=fault)
    return replace(snapshot, results=replace(snapshot.results, segments=found))


def test_that_the_price_of_a_smaller_gap_is_of_this_sample(donors: Snapshot) -> None:
    result = donors.results.segments
    assert result is not None
    assert result.found is not None
    prices = dict.fromkeys(("share", "tpr", "fpr"), (math.nan, math.nan))
    found = replace(result.found, gap_prices={**prices, "share": (0.001, math.nan)})
    said = segments_text.gap_sentence(donors, found)
    assert said.startswith("Narrowing the gap among all by one point costs ")
    assert said.endswith(" on this sample.")


def test_that_figures_of_other_settings_are_grey(qtbot: QtBot, donors: Snapshot) -> None:
    view = SegmentsView()
    qtbot.addWidget(view)
    view.resize(1200, 600)
    view.show()
    view.show_snapshot(donors)
    assert view.charts.isEnabled()
    assert view.table.rows.rowCount() == 5
    assert "Centre" in view.charts.accessibleDescription()
    assert not view.grab().isNull()
    view.show_snapshot(bounded(donors))
    assert not view.charts.isEnabled()
    assert view.table.rows.rowCount() == 5
    view.show_curves(None)
    assert view.table.rows.rowCount() == 0


def test_that_an_empty_view_says_why(donors: Snapshot) -> None:
    source = SegmentsTable()
    assert source.empty_state(donors) is None
    none = replace(donors.curve_set.dataset, segment_columns=())
    without = replace(donors, curve_set=replace(donors.curve_set, dataset=none))
    assert source.choices(without) == ()
    states = [
        source.empty_state(one)
        for one in (
            without,
            with_fault(donors, CANCELLED),
            with_fault(donors, "too few"),
            replace(donors, results=replace(donors.results, segments=None)),
        )
    ]
    headlines = [state and state.headline for state in states]
    assert headlines == ["No segments", "Cancelled", "Could not be computed", "Computing"]


def test_that_the_lead_is_that_on_new_cases(donors: Snapshot) -> None:
    found = donors.results.segments
    assert found is not None
    assert found.found is not None
    said = lead_sentence(donors, found.found)
    assert said.startswith("<b>On new cases own thresholds earn about ")
    wide = Interval(-9.0573, -10.3883, -7.7987)  # times 2,000 cases: known to hundreds
    known = replace(found.found, uncertainty=replace(found.found.uncertainty, new_cases=wide))
    assert "about 18\u202f100 EUR less</b> (90 %: \u221220\u202f800 to \u221215\u202f600)." in (
        lead_sentence(donors, known)
    )
    plain = replace(found.found, uncertainty=None)
    assert "on this sample</b>, which chose them" in lead_sentence(donors, plain)


def test_that_a_segment_of_one_class_has_no_slope_of_its_own(donors: Snapshot) -> None:
    found = donors.results.segments
    assert found is not None
    assert found.found is not None
    first, *others = found.found.curves
    lacking = replace(found.found, curves=(replace(first, positives=0.0), *others))
    assert segments_text.price_words(lacking, 0) == ("only one class here:", "common threshold")
    assert not segments_text.has_common_slope(lacking, 0)


def test_that_of_very_many_segments_the_largest_are_drawn(qtbot: QtBot, donors: Snapshot) -> None:
    known = donors.results.segments
    assert known is not None
    assert known.found is not None
    found, times = known.found, 5
    curves = tuple(
        replace(curve, name=f"{curve.name} {at}", positives=curve.positives * (at + 1))
        for at in range(times)
        for curve in found.curves
    )
    rules = {
        name: replace(rule, rows=rule.rows * times)
        for name, rule in (("common", found.rules.common), ("own", found.rules.own))
    }
    many = replace(
        found,
        curves=curves,
        rules=replace(found.rules, **rules),
        common_prices=found.common_prices * times,
        uncertainty=None,
    )
    drawn = segments_text.drawn_segments(many)
    left_out = set(range(20)) - {*drawn}
    assert len(drawn) == 12
    smallest_drawn = min(curves[at].size for at in drawn)
    assert smallest_drawn >= max(curves[at].size for at in left_out)
    view = SegmentsView()
    qtbot.addWidget(view)
    view.show_snapshot(
        replace(donors, results=replace(donors.results, segments=replace(known, found=many)))
    )
    pairs = view.findChild(ChoiceBox, "segment_pair")
    assert pairs.count() == 67
    assert view.table.rows.rowCount() == 21
