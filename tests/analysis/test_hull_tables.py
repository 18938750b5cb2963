"""joint_hull.csv, hybrid.csv and tangents.csv against brute force over all classifiers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.spatial import ConvexHull

from costcurve_gui.analysis.tables.hulls import hybrid_table, joint_hull_table, tangents_table
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from tests.helpers.other_inputs import snapshot_of

OPTIONS = TableOptions()
GRID = np.linspace(0.003, 0.997, 301)


def frame(table):
    return pd.DataFrame(dict(zip(table.header, table.columns, strict=True)))


def cost(fpr, tpr, pc_plus):
    return (1 - tpr) * pc_plus + fpr * (1 - pc_plus)


def points(snapshot, space):
    """Return every classifier: its model, threshold and rates, none and all among them."""
    rows = [("none", np.inf, 0.0, 0.0), ("all", -np.inf, 1.0, 1.0)]
    for model in models_of(snapshot, OPTIONS):
        rates = model.table if space == "roc" else model.evaluation.rates
        own = zip(model.table.thresholds, rates.fpr, rates.tpr, strict=True)
        rows += [(model.name, *point) for point in own]
    return pd.DataFrame(rows, columns=["model", "threshold", "fpr", "tpr"])


@pytest.fixture(scope="module")
def credit():
    return snapshot_of("german_credit_half")


@pytest.fixture(scope="module")
def family():
    return snapshot_of("breast_cancer_family")


@pytest.mark.parametrize("space", ["roc", "rociv"])
def test_that_each_vertex_is_the_cheapest_of_all_classifiers_over_its_range(credit, space) -> None:
    found = frame(joint_hull_table(credit, OPTIONS))
    found, every = found[found["space"] == space], points(credit, space)
    assert (found["pc_low"].iloc[0], found["pc_high"].iloc[-1]) == (0, 1)
    assert found["pc_low"].tolist()[1:] == found["pc_high"].tolist()[:-1]
    lowest = np.array([cost(every["fpr"], every["tpr"], pc).min() for pc in GRID])
    at = np.searchsorted(found["pc_high"], GRID)
    mine = cost(found["fpr"].to_numpy()[at], found["tpr"].to_numpy()[at], GRID)
    np.testing.assert_allclose(mine, lowest, atol=1e-12)


@pytest.mark.parametrize("space", ["roc", "rociv"])
def test_that_the_vertices_are_those_of_another_hull_and_of_their_owners(credit, space) -> None:
    found = frame(joint_hull_table(credit, OPTIONS))
    found, every = found[found["space"] == space], points(credit, space)
    corner = [[1.0, 0.0]]
    cloud = np.unique(np.vstack((every[["fpr", "tpr"]].to_numpy(float), corner)), axis=0)
    hull = cloud[ConvexHull(cloud).vertices]
    upper = hull[~((hull == corner[0]).all(axis=1))]
    wanted = upper[np.lexsort((upper[:, 1], upper[:, 0]))]
    np.testing.assert_allclose(found[["fpr", "tpr"]].to_numpy(float), wanted, atol=1e-12)
    own = every.set_index(["model", "threshold"]).sort_index()
    for row in found.itertuples():
        rates = own.loc[(row.model, row.threshold)]
        assert (rates["fpr"] == row.fpr).any()
        assert (rates["tpr"] == row.tpr).any()


def test_that_the_trivial_classifiers_stand_at_both_ends_of_the_hull(credit) -> None:
    found = frame(joint_hull_table(credit, OPTIONS))
    for _, part in found.groupby("space"):
        assert part["model"].tolist()[:: len(part) - 1] == ["none", "all"]
        assert part["threshold"].tolist()[:: len(part) - 1] == [np.inf, -np.inf]


def test_that_the_hull_of_families_names_their_classifiers(family) -> None:
    found = frame(joint_hull_table(family, OPTIONS))
    models = {model.name: model.table for model in models_of(family, OPTIONS)}
    assert set(found["space"]) == {"roc"}
    for row in found.iloc[1:-1].itertuples():
        (one,) = (one for one in models[row.model].classifiers if one.name == row.member)
        assert (row.fpr, row.tpr) == (one.fpr, one.tpr)


def test_that_both_models_cost_the_same_where_their_hulls_have_a_tangent(credit) -> None:
    found = frame(tangents_table(credit, OPTIONS))
    curves = {model.name: model.evaluation.envelope for model in models_of(credit, OPTIONS)}
    assert len(found)
    assert set(found["space"]) == {"rociv"}
    for row in found.itertuples():
        for name, fpr, tpr in (
            (row.model_a, row.fpr_a, row.tpr_a),
            (row.model_b, row.fpr_b, row.tpr_b),
        ):
            lowest = curves[name].value_at(row.pc_plus)
            assert lowest == pytest.approx(row.normalized_expected_cost, abs=1e-12)
            assert cost(fpr, tpr, row.pc_plus) == pytest.approx(lowest, abs=1e-12)
            assert row.slope * fpr + row.tpr_intercept == pytest.approx(tpr, abs=1e-9)


def test_that_the_area_between_is_what_ignoring_performance_costs_on_average(credit) -> None:
    found = frame(hybrid_table(credit, OPTIONS))
    prior = credit.curve_set.dataset.prevalence
    grid = (np.arange(4000) + 0.5) / 4000
    for model in models_of(credit, OPTIONS):
        rates = model.evaluation.rates
        odds = (1 - grid) / grid * prior / (1 - prior)
        rows = model.table.rows_at_thresholds(odds / (1 + odds))
        excess = cost(rates.fpr[rows], rates.tpr[rows], grid) - model.evaluation.envelope.value_at(
            grid
        )
        (area,) = set(found.loc[found["model"] == model.name, "area_between"])
        assert area == pytest.approx(excess.mean(), abs=2e-4)


def test_that_hybrid_curves_of_a_family_use_what_was_trained_nearest(family) -> None:
    found = frame(hybrid_table(family, OPTIONS))
    trained = [model for model in models_of(family, OPTIONS) if model.table.trained]
    assert set(found["model"]) == {model.name for model in trained}
    for model in trained:
        part = found[(found["model"] == model.name) & (found["space"] == "cost")]
        for kind, choose in (("performance_independent", _nearest), ("cost_minimising", _best)):
            line = part[part["kind"] == kind]
            assert (line["x"].iloc[0], line["x"].iloc[-1]) == (0, 1)
            drawn = np.interp(GRID, line["x"].to_numpy(float), line["y"].to_numpy(float))
            wanted = [choose(model.table.classifiers, pc) for pc in GRID]
            np.testing.assert_allclose(drawn, wanted, atol=1e-9)


def test_that_no_condition_chooses_among_scores_that_are_no_probabilities() -> None:
    sonar = snapshot_of("sonar_cv10")
    found = frame(hybrid_table(sonar, OPTIONS))
    assert "naive_bayes" in set(found["model"])
    assert "svm" not in set(found["model"])
    assert set(found["kind"]) == {"performance_independent", "cost_minimising"}


def _nearest(classifiers, pc_plus):
    one = min(classifiers, key=lambda one: abs(one.train_pc - pc_plus))
    return cost(one.fpr, one.tpr, pc_plus)


def _best(classifiers, pc_plus):
    costs = [cost(one.fpr, one.tpr, pc_plus) for one in classifiers]
    return min(*costs, pc_plus, 1 - pc_plus)
