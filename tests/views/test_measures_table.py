from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.curves import CaseInput
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.new_cases import curve_request
from costcurve_gui.analysis.intervals.requests import areas_request, interval_requests
from costcurve_gui.analysis.intervals.results import Failed
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.analysis.view_results import NO_RESULTS, ViewResults, build_view_result
from costcurve_gui.engine.resampling.new_cases_interval import no_figure
from costcurve_gui.views.tables.measures_table import measures_content
from tests.helpers.band_snapshots import SPEC, knowing, resampled
from tests.helpers.plot_frames import NAIVE_BAYES, german_snapshot
from tests.helpers.snapshots import german_credit_snapshot


@pytest.fixture(scope="module")
def snapshot():
    snapshot = german_snapshot()
    given = CaseInput(snapshot.curve_set, None, snapshot.settings.payoff, None)
    return replace(snapshot, results=build_view_result("measures", given))


def row(content, title):
    return next(row.cells for row in content.rows if row.title == title)


def test_that_the_selected_model_comes_first(snapshot):
    content = measures_content(snapshot)
    assert content.columns[0].model.key == NAIVE_BAYES
    assert content.columns[0].chosen
    assert len(content.columns) == 6


def test_that_the_measures_are_those_of_the_design(snapshot):
    content = measures_content(snapshot)
    assert row(content, "AUC")[0] == "0.772"
    assert row(content, "AUC, 90 %")[0] == "0.733 to 0.806"
    assert row(content, "beats both trivial")[0] == "0.184 to 1.000"


def test_that_the_interval_names_its_level(snapshot):
    wider = replace(snapshot, curve_set=snapshot.curve_set.at(0.975))
    low, high = (float(end) for end in row(measures_content(wider), "AUC, 97.5 %")[0].split(" to "))
    assert low < 0.736
    assert high > 0.809


def test_that_the_parts_of_the_brier_score_stand_below_it(snapshot):
    content = measures_content(snapshot)
    parts = snapshot.results.measures[NAIVE_BAYES].brier_parts
    assert row(content, "its resolution")[0] == f"{parts.resolution:.3f}"
    assert row(content, "its uncertainty")[0] == "0.210"


def test_that_there_are_no_rows_before_they_are_computed(snapshot):
    content = measures_content(replace(snapshot, results=NO_RESULTS))
    assert (content.columns, content.rows) == ((), ())


def test_that_a_model_switched_off_has_no_column(snapshot):
    rest = {key: model for key, model in snapshot.models.items() if key == NAIVE_BAYES}
    assert [one.title for one in measures_content(replace(snapshot, models=rest)).columns] == [
        NAIVE_BAYES
    ]


def test_that_the_export_has_a_row_a_model_with_the_figures_on_screen(snapshot):
    table = view_table("measures", snapshot)
    columns = dict(zip(table.header, table.columns, strict=True))
    at = columns["model"].tolist().index(NAIVE_BAYES)
    assert columns["n"][at] == 500
    assert f"{columns['auc'][at]:.3f}" == "0.772"
    assert columns["auciv"][at] == snapshot.results.measures[NAIVE_BAYES].auciv


LOGIT, AUCIV, AREA = "AUC (logit), 90 %", "AUCIV, 90 %", "cost curve area, 90 %"
HERE = "on this sample, 90 %"


@pytest.fixture(scope="module")
def sure(snapshot):
    """Return the snapshot once the job of the window has found the intervals of the areas."""
    measures = {f"g/score_{key}": found for key, found in snapshot.results.measures.items()}
    return resampled(
        "areas",
        snapshot=replace(german_credit_snapshot(), results=ViewResults(measures=measures)),
    )


def test_that_areas_have_intervals_of_the_level_chosen(sure):
    content = measures_content(sure)
    for title, value in ((LOGIT, "AUC"), (AUCIV, "AUCIV"), (AREA, "cost curve area")):
        low, high = row(content, title)[0].split(" to ")
        assert float(low) < float(row(content, value)[0]) < float(high)
    assert len({row(content, AREA)[at] for at in range(6)}) == 6
    low, high = row(content, HERE)[0].split(" to ")
    assert float(low) < float(row(content, "on this sample")[0]) < float(high)
    narrower = replace(sure.settings.bands, spec=replace(SPEC, level=0.8))
    settings = replace(sure.settings, bands=narrower)
    assert row(measures_content(replace(sure, settings=settings)), "AUCIV, 80 %")[0] == "\u2026"


def test_that_the_method_of_an_interval_is_in_the_hint(sure):
    hints = {one.title: one.hint for one in measures_content(sure).rows}
    assert hints[LOGIT].startswith("DeLong's interval of the logit")
    assert hints[AUCIV] == ("Bootstrap, score, spread of replicates, 400 replicates, seed 0")
    assert hints[HERE] == (
        "Bootstrap, fixed policy, percentile, 400 replicates, seed 0\nThresholds held fixed"
    )
    assert hints[AREA].endswith("thresholds lose, 400 replicates, seed 0")


def test_that_the_area_is_what_to_expect_on_new_cases(sure):
    content, key = measures_content(sure), sure.selected
    figure = known(sure, curve_request(key)).expected_cost
    assert row(content, "cost curve area")[0] == f"{figure.estimate:.3f}"
    assert row(content, AREA)[0] == f"{figure.low:.3f} to {figure.high:.3f}"
    area = sure.results.measures[key].cost_curve_area
    assert row(content, "on this sample")[0] == f"{area:.3f}"
    assert area < figure.estimate
    without = {areas_request(key): known(sure, areas_request(key))}
    assert row(measures_content(knowing(sure, without)), "cost curve area")[0] == "\u2026"


def test_that_an_area_without_an_estimate_comes_with_the_reason(sure):
    reason = "most replicates leave out no case of a class"
    curve = known(sure, curve_request(sure.selected))
    none = replace(curve, expected_cost=no_figure(0.2), reason=reason)
    content = measures_content(knowing(sure, {curve_request(sure.selected): none}))
    assert (row(content, "cost curve area")[0], row(content, AREA)[0]) == ("\u2013", "no estimate")
    hint = next(one.hint for one in content.rows if one.title == AREA)
    assert f"naive_bayes: no estimate ({reason})" in hint


def test_that_intervals_of_areas_are_wanted_by_their_table_alone():
    snapshot = german_credit_snapshot()
    wanted = {request(key) for key in snapshot.models for request in (areas_request, curve_request)}
    assert not wanted & set(interval_requests(snapshot, ("roc", "cost")))
    assert wanted <= set(interval_requests(snapshot, ("areas",)))


def test_that_no_interval_comes_with_its_reason(sure):
    key = sure.selected
    found = known(sure, areas_request(key))
    none = replace(found.auciv, low=None, high=None, reason="every score is equal")
    lacking = {areas_request(key): replace(found, auciv=none)}
    failed = {areas_request(one): Failed("cancelled") for one in sure.models if one != key}
    content = measures_content(knowing(sure, {**failed, **lacking}))
    assert row(content, AUCIV) == ("no interval",) * 6
    hint = next(one.hint for one in content.rows if one.title == AUCIV)
    assert f"naive_bayes: no interval ({none.reason})" in hint
    assert "mlp: no interval (cancelled)" in hint
    assert " to " in row(content, HERE)[0]


def test_that_the_export_has_the_intervals_of_the_areas(sure):
    table = view_table("measures", sure)
    columns = dict(zip(table.header, table.columns, strict=True))
    at = columns["model"].tolist().index("naive_bayes")
    shown = row(measures_content(sure), AUCIV)[0]
    assert shown == f"{columns['auciv_low'][at]:.3f} to {columns['auciv_high'][at]:.3f}"
    assert columns["auc_logit_low"][at] < 0.772 < columns["auc_logit_high"][at]
    assert columns["cost_curve_area_low"][at] < columns["cost_curve_area_high"][at]
    assert (columns["replicates"][at], columns["level"][at]) == (400, 0.9)
    bare = view_table("measures", german_credit_snapshot())
    assert bare.header == table.header
    assert np.isnan(bare.columns[bare.header.index("auciv_low")]).all()


def test_that_intervals_of_the_auc_say_that_they_are_by_groups(sure):
    curve_set = sure.curve_set
    grouped = replace(curve_set, dataset=replace(curve_set.dataset, group="customer"))
    rows = {one.title: one.hint for one in measures_content(replace(sure, curve_set=grouped)).rows}
    for title in ("AUC, 90 %", LOGIT):
        assert rows[title].endswith(", by groups of customer")
    assert not any("group" in one.hint for one in measures_content(sure).rows)
