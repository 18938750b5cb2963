"""Curves and areas of a file of several classes, against scikit-learn."""

from __future__ import annotations

import pandas as pd
import pytest
from sklearn.metrics import auc, roc_auc_score

from costcurve_gui.analysis.loading import Origin, draft_import, load
from costcurve_gui.analysis.multiclass import areas_of_models, curves_of_classes
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.multiclass import (
    class_curves_table,
    has_classes,
    multiclass_table,
    pairwise_table,
)
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.dataio.roles.column_roles import several_classes
from costcurve_gui.resources import resource_path

WINE = resource_path("sample_data", "wine_cv10.csv")
OPTIONS = TableOptions()


@pytest.fixture(scope="module")
def snapshot():
    found = draft_import(Origin.of(WINE), None)
    chosen = several_classes(found.proposal.roles, found.proposal.class_scores, "class_1")
    opened = load("d", found.source, chosen, lambda _info: DatasetSettings())
    return build_snapshot(opened.curve_set, DatasetSettings())


@pytest.fixture(scope="module")
def peer():
    """Return the AUC of a class against all others, by model and class."""
    cases = pd.read_csv(WINE)
    return {
        (model, name): roc_auc_score(cases["label"] == name, cases[f"{model}_{name}"])
        for model in ("proba_naive_bayes", "proba_random_forest")
        for name in cases["label"].unique()
    }


def test_that_areas_and_curves_are_those_of_each_class_against_all_others(snapshot, peer) -> None:
    data = snapshot.curve_set.source.multiclass
    areas, curves = areas_of_models(data), curves_of_classes(data)
    assert areas is areas_of_models(data)
    assert curves is curves_of_classes(data)
    for (model, name), expected in peer.items():
        at = areas[model].classes.index(name)
        assert areas[model].class_auc[at] == pytest.approx(expected)
        curve = curves[model].classes[at]
        assert (curve.name, curve.auc) == (name, pytest.approx(expected))
        assert auc(curve.drawn.x, curve.drawn.y) == pytest.approx(expected, abs=1e-3)


def test_that_tables_have_every_class_and_pair(snapshot, peer) -> None:
    assert has_classes(snapshot, OPTIONS)
    models = len(snapshot.models)
    for table, rows in ((multiclass_table, 3), (pairwise_table, 3)):
        found = table(snapshot, OPTIONS)
        assert len(found.columns[0]) == rows * models
    points = class_curves_table(snapshot, OPTIONS)
    cells = pd.DataFrame(dict(zip(points.header, points.columns, strict=True)))
    for (model, name), expected in peer.items():
        one = cells[(cells["model"] == model) & (cells["class"] == name)]
        assert auc(one["fpr"], one["tpr"]) == pytest.approx(expected)
