from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis import counts_cache
from costcurve_gui.analysis import curves as curve_sets
from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.curves import build_curve_set
from costcurve_gui.analysis.payoffs import PayoffCellError, PayoffSpec
from costcurve_gui.analysis.sources.cases import describe_cases
from costcurve_gui.engine.errors import NegativeErrorCostError
from costcurve_gui.engine.progress import Cancelled, Progress
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

if TYPE_CHECKING:
    from costcurve_gui.dataio.dataset import Dataset

CONSTANT = PayoffSpec(tp="1", fp="-2", fn="-5", tn="0")


def weights_of(data: Dataset) -> np.ndarray:
    return np.ones(data.y_true.size) if data.weight is None else data.weight


@pytest.mark.parametrize("weighted", [False, True])
def test_that_every_drawn_point_is_what_counting_rows_gives(weighted: bool) -> None:
    data = dataset(weighted=weighted)
    weight, y_true, amount = weights_of(data), data.y_true, data.numeric["amount"]
    for model in loaded(data).curve_set.models:
        score = data.scores[model.info.column]
        thresholds = model.evaluation.table.thresholds
        for x, y, cost_x, cost_y, index in zip(
            model.roc.x, model.roc.y, model.rociv.x, model.rociv.y, model.roc.indices, strict=True
        ):
            picked = score >= thresholds[index]
            money = weight * amount
            assert x == pytest.approx(weight[picked & ~y_true].sum() / weight[~y_true].sum())
            assert y == pytest.approx(weight[picked & y_true].sum() / weight[y_true].sum())
            assert cost_x == pytest.approx(money[picked & ~y_true].sum() / money[~y_true].sum())
            assert cost_y == pytest.approx(money[picked & y_true].sum() / money[y_true].sum())


def test_that_equal_costs_draw_rociv_as_roc() -> None:
    for model in loaded(dataset(), CONSTANT).curve_set.models:
        assert model.rociv is model.roc
        assert model.evaluation.auciv == model.evaluation.auc


def test_that_the_means_of_the_cells_are_means_over_their_class() -> None:
    data = dataset(weighted=True)
    weight, amount = weights_of(data), data.numeric["amount"]
    means = loaded(data).curve_set.payoff_means
    positives, negatives = data.y_true, ~data.y_true
    miss = -np.average(amount[positives], weights=weight[positives])
    gain = 0.05 * np.average(amount[negatives], weights=weight[negatives])
    assert means["tp"] == means["fp"] == 0
    assert means["fn"] == pytest.approx(miss)
    assert means["tn"] == pytest.approx(gain)


def test_that_a_model_with_missing_scores_is_evaluated_over_its_own_rows() -> None:
    data = dataset(missing=20)
    _, model, _ = loaded(data).curve_set.models
    scored = ~np.isnan(data.scores["score_b"])
    positives = data.y_true & scored
    assert model.info.missing == 20
    assert model.evaluation.table.positives == positives.sum()
    assert model.evaluation.means.fn_cost == pytest.approx(data.numeric["amount"][positives].mean())


def test_that_warnings_name_what_is_doubtful() -> None:
    data = dataset(rows=400, missing=20)
    data.scores["score_c"] = -data.scores["score_a"]
    first, second, third = (model.warning for model in loaded(data).curve_set.models)
    assert "score" not in first
    assert "20 rows without a score left out for b alone" in second
    assert third.startswith("c ranks backwards")


def test_that_a_model_wholly_below_the_diagonal_is_told_from_one_that_is_not() -> None:
    data = dataset(rows=400)
    below = np.where(data.y_true, 0.2, 0.8)
    partly = below.copy()
    partly[np.flatnonzero(data.y_true)[0]] = 1.0
    data.scores["score_b"], data.scores["score_c"] = below, partly
    _, second, third = (model.warning for model in loaded(data).curve_set.models)
    assert second.startswith(
        "b ranks backwards: no threshold lies above the diagonal (AUC 0.000, reversed 1.000)"
    )
    assert third.startswith("c ranks backwards (AUC 0.")


def test_that_another_payoff_sorts_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dataset()
    cache = CountsCache(data)
    info = describe_cases("d1", data, cache)
    build_curve_set(info, data, BY_AMOUNT, cache)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("sorted again")

    for name in ("threshold_table", "rank_order"):
        monkeypatch.setattr(counts_cache, name, refuse)
    changed = BY_AMOUNT.with_cells({"fn": "-2*amount - 10"})
    curve_set = build_curve_set(info, data, changed, cache)
    assert curve_set.payoff_means["fn"] < -10


def test_that_a_bad_expression_is_reported_with_its_cell() -> None:
    with pytest.raises(PayoffCellError, match="amout") as caught:
        loaded(dataset(), BY_AMOUNT.with_cells({"tn": "0.05*amout"}))
    assert caught.value.cell == "tn"


def test_that_a_negative_error_cost_names_rows_and_values() -> None:
    data = dataset()
    with pytest.raises(NegativeErrorCostError) as caught:
        loaded(data, BY_AMOUNT.with_cells({"tn": "0.05*amount - 60"}))
    costs = 0.05 * data.numeric["amount"] - 60
    wrong = np.flatnonzero((costs < 0) & ~data.y_true)
    assert caught.value.cell == "fp"
    assert caught.value.count == wrong.size
    assert list(caught.value.rows) == (wrong[: len(caught.value.rows)] + 1).tolist()
    assert caught.value.values == pytest.approx(costs[wrong][: len(caught.value.values)])


def test_that_rows_are_named_as_they_stand_in_the_file() -> None:
    data = dataset()
    filtered = replace(data, row_numbers=1000 + 2 * np.arange(data.rows))
    with pytest.raises(NegativeErrorCostError) as kept:
        loaded(data, BY_AMOUNT.with_cells({"tn": "0.05*amount - 60"}))
    with pytest.raises(NegativeErrorCostError) as caught:
        loaded(filtered, BY_AMOUNT.with_cells({"tn": "0.05*amount - 60"}))
    assert caught.value.rows == tuple(1000 + 2 * (row - 1) for row in kept.value.rows)


@pytest.mark.parametrize("limit", [7, 100_000])
def test_that_the_perfect_order_is_an_upper_bound_however_few_rows_it_is_made_of(
    monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(curve_sets, "MOST_RANKED", limit)
    ranking = loaded(dataset(rows=900)).curve_set.perfect
    assert ranking is not None
    assert (ranking.tpr[0], ranking.fpr[0]) == (0, 0)
    assert (ranking.tpr[-1], ranking.fpr[-1]) == (1, 1)
    assert (ranking.fpr[ranking.tpr < 1] == 0).all()
    assert (ranking.tp_benefit_rate >= ranking.tpr - 1e-12).all()
    assert (ranking.fp_cost_rate <= ranking.fpr + 1e-12).all()


def test_that_one_dear_row_among_many_free_ones_breaks_no_reference() -> None:
    data = dataset(rows=500)
    amount = np.zeros(500)
    amount[[np.flatnonzero(data.y_true)[3], np.flatnonzero(~data.y_true)[3]]] = 100.0
    rare = replace(data, numeric={"amount": amount})
    assert loaded(rare).curve_set.perfect is not None


def test_that_progress_counts_models_and_a_cancelled_curve_set_stops() -> None:
    data = dataset()
    cache = CountsCache(data)
    info = describe_cases("d1", data, cache)
    told: list[tuple[int, int]] = []
    build_curve_set(
        info, data, BY_AMOUNT, cache, progress=Progress(lambda *at: told.append(at[:2]))
    )
    assert sorted(set(told)) == [(0, 3), (1, 3), (2, 3)]
    cancelled = Progress()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        build_curve_set(info, data, BY_AMOUNT, cache, progress=cancelled)


def test_that_a_constant_score_is_said_to_have_one_distinct_score() -> None:
    data = dataset()
    name = next(iter(data.scores))
    constant = replace(data, scores={name: np.zeros(data.rows)})
    (model,) = loaded(constant).curve_set.models
    assert model.warning == f"{model.info.name} has 1 distinct score"
