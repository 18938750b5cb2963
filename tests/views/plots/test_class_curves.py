"""All classes of a model in one ROC plot, against scikit-learn and the file's own table."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont
from sklearn.metrics import roc_auc_score, roc_curve

from costcurve_gui.analysis.multiclass import areas_of_models
from costcurve_gui.analysis.snapshot_builder import build_reading
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.views.plots.class_curves import ClassCurvesView, ClassKey
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import HoverPoint, Line, Ring
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.other_inputs import snapshot_of, with_result

WINE, CLASSES = "wine_cv10", ("class_0", "class_1", "class_2")
VIEW = ClassCurvesView()


@pytest.fixture(scope="module")
def snapshot():
    found = with_result(WINE, "class_curves")
    return replace(found, selected=next(iter(found.models)))


@pytest.fixture
def paper(snapshot):
    return Canvas(QRectF(0, 0, 300, 300), VIEW.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont()))


def of_class(snapshot, name):
    """Return labels and scores of a class, of the first model."""
    data = snapshot.curve_set.source.multiclass
    return data.codes == data.classes.index(name), data.scores(data.models[0])[name]


def lines(snapshot):
    return {mark.key: mark for mark in VIEW.static_items(snapshot, LIGHT) if isinstance(mark, Line)}


@pytest.mark.parametrize("name", CLASSES)
def test_that_every_class_is_drawn_against_all_others(snapshot, name):
    fpr, tpr, _ = roc_curve(*of_class(snapshot, name))
    line = lines(snapshot)[name]
    assert np.interp(fpr, line.x, line.y).max() == 1
    drawn = set(zip(np.round(line.x, 12), np.round(line.y, 12), strict=True))
    assert set(zip(np.round(fpr, 12), np.round(tpr, 12), strict=True)) <= drawn


def test_that_the_key_names_the_areas_of_the_table_of_classes(snapshot):
    (key,) = (mark for mark in VIEW.static_items(snapshot, LIGHT) if isinstance(mark, ClassKey))
    data = snapshot.curve_set.source.multiclass
    areas = areas_of_models(data)[data.models[0].name].class_auc
    found = snapshot.results.class_curves[snapshot.selected].classes
    assert [one.auc for one in found] == pytest.approx(list(areas), abs=1e-13)
    expected = [f"{name}  AUC {area:.3f}" for name, area in zip(CLASSES, areas, strict=True)]
    assert [entry.text for entry in key.entries] == expected
    assert [one.auc for one in found] == pytest.approx(
        [roc_auc_score(*of_class(snapshot, name)) for name in CLASSES], abs=1e-13
    )


def test_that_the_reference_class_is_heavy_in_the_colour_of_the_model(snapshot):
    drawn = lines(snapshot)
    info = snapshot.models[snapshot.selected].info
    reference = snapshot.curve_set.dataset.positive_label
    assert drawn[reference].width > drawn["class_2"].width
    assert drawn[reference].color == LIGHT.model_color(info.slot)
    assert len({drawn[name].color for name in CLASSES}) == len(CLASSES)
    (ring,) = VIEW.dynamic_items(snapshot, LIGHT)
    policy = snapshot.models[snapshot.selected].policy
    assert isinstance(ring, Ring)
    assert (ring.x, ring.y, ring.color) == (policy.fpr, policy.tpr, drawn[reference].color)


def test_that_the_curve_of_the_reference_class_is_the_models_own(snapshot):
    (curve,) = VIEW.curves(snapshot).values()
    own = snapshot.curve_set.models[0].roc
    np.testing.assert_array_equal(curve.x, own.x)
    np.testing.assert_array_equal(curve.indices, own.indices)


def test_that_the_mouse_names_a_class_and_reads_the_reference_class(snapshot, paper):
    line = lines(snapshot)["class_2"]
    at = int(np.argmax(line.x > 0.08))
    place = paper.point(float(line.x[at]), float(line.y[at]))
    assert VIEW.hint(snapshot, paper, place).startswith("class_2 against all others: AUC 0.9")
    (curve,) = VIEW.curves(snapshot).values()
    place = paper.point(float(curve.x[1]), float(curve.y[1]))
    key, row = VIEW.snap(snapshot, paper, place)
    (ring,) = VIEW.reading_marks(snapshot, build_reading(snapshot, key, row), LIGHT, tagged=True)
    assert isinstance(ring, HoverPoint)
    assert (ring.x, ring.y) == (curve.x[1], curve.y[1])
    (handle,) = VIEW.handles(snapshot)
    dragged = VIEW.dragged(snapshot, handle, paper, place)
    assert dragged == (key, snapshot.curve_set.models[0].evaluation.table.thresholds[row])


def test_that_what_is_exported_has_the_cells_of_the_report(report_of_wine, snapshot):
    shown = replace(
        snapshot, settings=replace(snapshot.settings, hidden=frozenset({[*snapshot.models][1]}))
    )
    table = view_table("class_curves", shown)
    rows = [dict(zip(table.header, row, strict=True)) for row in zip(*table.columns, strict=True)]
    expected = [row for row in report_of_wine if "naive_bayes" in row["model"]]
    assert len(rows) == len(expected)
    for row, one in zip(rows, expected, strict=True):
        assert f"{row['model']}_{row['class']}" == one["model"]
        for column in ("threshold", "fpr", "tpr", "fp", "tp"):
            assert row[column] == float(one[column])
        assert row["on_hull"] == (one["on_hull"] == "true")


@pytest.fixture(scope="module")
def report_of_wine(tmp_path_factory):
    from costcurve_gui.cli.report import run
    from tests.cli.conftest import SAMPLES

    out = tmp_path_factory.mktemp("wine") / "out"
    words = ["--proba", "proba_naive_bayes_*,proba_random_forest_*", "--bootstrap", "0"]
    file = str(SAMPLES / "wine_cv10.csv")
    assert run([file, *words, "--format", "csv", "--out", str(out)]) == 0
    with (out / "roc.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_that_a_file_of_two_classes_has_nothing_to_show():
    assert VIEW.empty_state(snapshot_of("sonar_cv10")).headline == "Two classes"


def test_that_nothing_is_drawn_before_it_is_computed():
    snapshot = snapshot_of(WINE)
    assert VIEW.empty_state(snapshot) is None
    assert [mark.key for mark in VIEW.static_items(snapshot, LIGHT)] == ["chance"]
    assert VIEW.handles(snapshot) == []
    assert VIEW.accessible_text(snapshot, next(iter(snapshot.models.values()))) == (
        "not computed yet"
    )
