"""Tables of constructions, ties, the payoff matrix and averages of folds against brute force."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.registry import TABLES
from tests.helpers.other_inputs import example, snapshot_of

SPECS = {spec.name: spec for spec in TABLES}
OPTIONS = TableOptions()
W, M = 100.0, 1000.0


@pytest.fixture(scope="module")
def credit():
    bounds = SelectionSpec(bounds=BoundsSpec(fpr=0.2, cases=W), population=M)
    return snapshot_of("german_credit_half", selection=bounds)


def frame(name, snapshot):
    table = SPECS[name].make(snapshot, OPTIONS)
    return pd.DataFrame(dict(zip(table.header, table.columns, strict=True)))


def cases_of(name):
    loaded = example(name)
    return loaded.source.cases(loaded.info).dataset


def test_that_the_length_of_a_construction_tells_the_cost(credit) -> None:
    found = frame("constructions", credit)
    assert set(found["construction"]) == {"perpendicular", "horizontal"}
    for row in found.itertuples():
        pc = row.pc_plus
        wanted = (1 - row.tpr) * pc + row.fpr * (1 - pc)
        assert row.normalized_expected_cost == pytest.approx(wanted)
        length = np.hypot(row.end_fpr - row.start_fpr, row.end_tpr - row.start_tpr)
        scale = np.hypot(pc, 1 - pc) if row.construction == "perpendicular" else 1.0
        assert row.length * scale == pytest.approx(wanted)
        assert length == pytest.approx(row.length)
        for fpr, tpr in (
            (row.end_fpr, row.end_tpr),
            (row.iso_low_fpr, row.iso_low_tpr),
            (row.iso_high_fpr, row.iso_high_tpr),
        ):
            assert (1 - tpr) * pc + fpr * (1 - pc) == pytest.approx(wanted)


def test_that_a_workforce_is_the_point_that_drummond_and_holte_give(credit) -> None:
    found = frame("bound_points", credit)
    prior = credit.condition.prior
    positives, negatives = prior * M, (1 - prior) * M
    x = positives / (positives - negatives)
    for row in found[found["bound"] == "capacity"].itertuples():
        assert row.point_pc_plus == pytest.approx(x)
        assert row.point_cost == pytest.approx((1 - W / positives) * x)
        assert row.tpr * positives + row.fpr * negatives == pytest.approx(W)
    neyman_pearson = found[found["bound"] == "max_fpr"]
    assert set(neyman_pearson["point_pc_plus"]) == {0.0}
    np.testing.assert_allclose(neyman_pearson["point_cost"].to_numpy(float), 0.2)
    np.testing.assert_allclose(neyman_pearson["fpr"].to_numpy(float), 0.2)


def test_that_no_mixture_of_two_thresholds_within_a_bound_finds_more(credit) -> None:
    found, prior = frame("bound_points", credit), credit.condition.prior
    uses = {"max_fpr": ((1.0, 0.0), 0.2), "capacity": ((1 - prior, prior), W / M)}
    for model in models_of(credit, OPTIONS):
        fpr, tpr = model.table.fpr, model.table.tpr
        for name, ((per_fpr, per_tpr), most) in uses.items():
            used = per_fpr * fpr + per_tpr * tpr
            within, beyond = np.flatnonzero(used <= most), np.flatnonzero(used > most)
            share = (most - used[within][:, None]) / (used[beyond] - used[within][:, None])
            reached = tpr[within][:, None] + share * (tpr[beyond] - tpr[within][:, None])
            (row,) = found[(found["model"] == model.name) & (found["bound"] == name)].itertuples()
            assert row.tpr == pytest.approx(max(reached.max(), tpr[within].max()))
            left, right = (row.left_fpr, row.left_tpr), (row.right_fpr, row.right_tpr)
            mixed = (1 - row.mixing) * np.array(left) + row.mixing * np.array(right)
            np.testing.assert_allclose(mixed, (row.fpr, row.tpr), atol=1e-12)


def test_that_the_orders_of_ties_give_the_areas_of_their_corners() -> None:
    sonar, cases = snapshot_of("sonar_cv10"), cases_of("sonar_cv10")
    found = frame("ties", sonar)
    assert len(found)
    for model in models_of(sonar, OPTIONS):
        scores = cases.scores[model.info.column]
        above, below = scores[cases.y_true][:, None], scores[~cases.y_true]
        part = found[found["model"] == model.name]
        tied = np.intersect1d(above, below)[::-1]
        assert part["threshold"].tolist() == tied.tolist()
        for row in part.itertuples():
            positives, negatives = scores[cases.y_true], scores[~cases.y_true]
            assert row.optimistic_fpr == (negatives > row.threshold).mean()
            assert row.optimistic_tpr == (positives >= row.threshold).mean()
            assert row.pessimistic_fpr == (negatives >= row.threshold).mean()
            assert row.pessimistic_tpr == (positives > row.threshold).mean()
        if len(part):
            assert part["auc_low"].iloc[0] == pytest.approx((above > below).mean())
            assert part["auc_high"].iloc[0] == pytest.approx((above >= below).mean())


def test_that_payoffs_relative_to_a_baseline_keep_what_errors_cost(credit) -> None:
    found = frame("payoff_matrix", credit).set_index(["baseline", "cell"])["mean"]
    given = found[found.index.get_level_values(0).isna()].droplevel(0)
    for baseline, zero in (("none", ("fn", "tn")), ("all", ("tp", "fp"))):
        relative = found[baseline]
        assert [relative[cell] for cell in zero] == [0, 0]
        for right, wrong in (("tp", "fn"), ("tn", "fp")):
            error = given[right] - given[wrong]
            assert relative[right] - relative[wrong] == pytest.approx(error)


def test_that_det_has_the_decimal_logarithms_of_both_error_rates(credit) -> None:
    found = frame("det", credit)
    for rate in ("fpr", "fnr"):
        inside = found[found[rate] > 0]
        np.testing.assert_allclose(10 ** inside[f"log_{rate}"], inside[rate])
        assert np.isneginf(found.loc[found[rate] == 0, f"log_{rate}"]).all()


@pytest.fixture(scope="module")
def folded():
    return snapshot_of("sonar_cv10"), cases_of("sonar_cv10")


def test_that_the_horizontal_average_is_the_mean_fpr_of_the_folds_at_each_tpr(folded) -> None:
    snapshot, cases = folded
    found = frame("folds_roc", snapshot)
    assert set(found["method"]) == {"horizontal", "cost_space"}
    for model in models_of(snapshot, OPTIONS):
        part = found[(found["model"] == model.name) & (found["method"] == "horizontal")]
        wanted = np.array(
            [_fpr_at(cases, model, fold, part["tpr"]) for fold in np.unique(cases.fold)]
        )
        np.testing.assert_allclose(part["fpr"].to_numpy(float), wanted.mean(axis=0), atol=1e-12)
        std = part["fpr_std"].to_numpy(float)
        np.testing.assert_allclose(std, wanted.std(axis=0, ddof=1), atol=1e-12)


def test_that_the_image_of_the_cost_space_average_costs_as_much_as_it(folded) -> None:
    snapshot, _ = folded
    image, average = frame("folds_roc", snapshot), frame("folds", snapshot)
    for model in models_of(snapshot, OPTIONS):
        points = image[(image["model"] == model.name) & (image["method"] == "cost_space")]
        wanted = average[(average["model"] == model.name) & (average["method"] == "cost_space")]
        fpr, tpr = points["fpr"].to_numpy(float), points["tpr"].to_numpy(float)
        lowest = [((1 - tpr) * pc + fpr * (1 - pc)).min() for pc in wanted["x"]]
        np.testing.assert_allclose(lowest, wanted["y"].to_numpy(float), atol=1e-12)


def _fpr_at(cases, model, fold, tpr):
    """Return the smallest fpr of one fold's curve at each tpr, straight between points."""
    mine = cases.fold == fold
    scores, labels = cases.scores[model.info.column][mine], cases.y_true[mine]
    thresholds = [np.inf, *np.unique(scores)[::-1]]
    x = np.array([(scores[~labels] >= one).mean() for one in thresholds])
    y = np.array([(scores[labels] >= one).mean() for one in thresholds])
    first = np.append(True, np.diff(y) > 0)  # the leftmost point of each level stretch
    last = np.append(np.diff(y) > 0, True)
    fpr = []
    for wanted in tpr:
        level = np.abs(y[first] - wanted) < 1e-9
        if level.any():
            fpr.append(x[first][level][0])
            continue
        after = int(np.searchsorted(y[first], wanted))
        low, high = (x[last][after - 1], y[last][after - 1]), (x[first][after], y[first][after])
        fpr.append(low[0] + (wanted - low[1]) / (high[1] - low[1]) * (high[0] - low[0]))
    return fpr
