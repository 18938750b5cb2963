from dataclasses import replace

import pytest

from costcurve_gui.controllers.curve_tables import curve_table
from costcurve_gui.controllers.view_extras import ViewInput, build_extra
from costcurve_gui.views.tables.measures_table import measures_content
from tests.helpers.plot_frames import NAIVE_BAYES, german_frame


@pytest.fixture(scope="module")
def frame():
    frame = german_frame()
    given = ViewInput(frame.scene, None, frame.settings.payoff, None)
    return replace(frame, extras={"measures": build_extra("measures", given)})


def row(content, title):
    return next(row.cells for row in content.rows if row.title == title)


def test_that_the_selected_model_comes_first(frame):
    content = measures_content(frame)
    assert content.columns[0].model.key == NAIVE_BAYES
    assert content.columns[0].chosen
    assert len(content.columns) == 6


def test_that_the_measures_are_those_of_the_design(frame):
    content = measures_content(frame)
    assert row(content, "AUC")[0] == "0.772"
    assert row(content, "AUC, 90 %")[0] == "0.736 to 0.809"
    assert row(content, "beats both trivial")[0] == "0.184 to 1.000"


def test_that_the_interval_names_its_level(frame):
    wider = replace(frame, scene=frame.scene.at(0.975))
    low, high = (float(end) for end in row(measures_content(wider), "AUC, 97.5 %")[0].split(" to "))
    assert low < 0.736
    assert high > 0.809


def test_that_the_parts_of_the_brier_score_stand_below_it(frame):
    content = measures_content(frame)
    parts = frame.extras["measures"][NAIVE_BAYES].brier_parts
    assert row(content, "its resolution")[0] == f"{parts.resolution:.3f}"
    assert row(content, "its uncertainty")[0] == "0.210"


def test_that_there_are_no_rows_before_they_are_computed(frame):
    content = measures_content(replace(frame, extras={}))
    assert (content.columns, content.rows) == ((), ())


def test_that_a_model_switched_off_has_no_column(frame):
    rest = {key: model for key, model in frame.models.items() if key == NAIVE_BAYES}
    assert [one.title for one in measures_content(replace(frame, models=rest)).columns] == [
        NAIVE_BAYES
    ]


def test_that_the_export_has_a_row_a_model_with_the_figures_on_screen(frame):
    table = curve_table("measures", frame)
    columns = dict(zip(table.header, table.columns, strict=True))
    at = columns["model"].tolist().index(NAIVE_BAYES)
    assert columns["n"][at] == 500
    assert f"{columns['auc'][at]:.3f}" == "0.772"
    assert columns["auciv"][at] == frame.extras["measures"][NAIVE_BAYES].auciv
