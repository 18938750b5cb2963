"""With a minimum count no threshold of the page tells of fewer cases of a class."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.selection_settings import BoundsSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.cli.report import run
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.page.content import Facts, content, told_snapshot
from tests.cli.conftest import SAMPLES
from tests.helpers.samples import BY_AMOUNT, dataset, loaded
from tests.helpers.snapshots import german_credit_snapshot


def told_content(snapshot, minimum):
    snapshot, facts = told_snapshot(snapshot, Facts(minimum=minimum))
    return content(snapshot, facts)


def made_up(rows=600, payoff=BY_AMOUNT, **others):
    start = loaded(dataset(rows, 3, **others), payoff)
    return build_snapshot(start.curve_set, start.settings)


@pytest.mark.parametrize("minimum", [1, 5, 20])
@pytest.mark.parametrize("make", [german_credit_snapshot, made_up])
def test_that_every_step_and_side_holds_enough_cases_of_each_class(make, minimum):
    for model in told_content(make(), minimum).scene["models"]:
        for rates in (model["fpr"], model["tpr"]):
            counts = np.array(rates["counts"])
            assert rates["total"] > 1
            assert counts[0] == 0
            assert counts[-1] == rates["total"]
            assert np.diff(counts).min() >= minimum


def test_that_a_higher_minimum_leaves_fewer_thresholds():
    found = [
        sum(len(model["thresholds"]) for model in told_content(made_up(), least).scene["models"])
        for least in (1, 5, 20)
    ]
    assert found == sorted(found, reverse=True)
    assert found[0] > 2 * found[2] > 6


def test_that_a_threshold_that_may_be_told_stays_the_recommended_one():
    usual, under = (told_content(german_credit_snapshot(), least) for least in (0, 5))
    assert usual.rows == under.rows
    assert usual.recommendation == under.recommendation
    policy = under.scene["models"][0]["policy"]
    assert under.scene["models"][0]["thresholds"][policy["row"]] == "0.0325"


def test_that_the_best_of_the_others_stands_for_one_that_may_not_be_told():
    costly = PayoffSpec(tp="0", fp="-200", fn="-1", tn="0")
    snapshot = made_up(200, costly)
    told, facts = told_snapshot(snapshot, Facts(minimum=10))
    assert facts.left_out
    for key, model in told.models.items():
        (curves,) = [one for one in snapshot.curve_set.models if one.info.key == key]
        table, row = curves.evaluation.table, model.policy.index
        fp, tp = int(table.fps[row]), int(table.tps[row])
        if row not in (0, len(table) - 1):
            assert min(fp, tp, table.negatives - fp, table.positives - tp) >= 10
        assert model.policy.expected_profit <= snapshot.models[key].policy.expected_profit
    said = [line for detail in content(told, facts).details for line in detail.lines]
    assert any("is among those; the best of the others is shown" in line for line in said)


def test_that_a_bound_whose_threshold_may_not_be_told_is_refused():
    snapshot = german_credit_snapshot()
    selection = replace(snapshot.settings.selection, bounds=BoundsSpec(fpr=0.004))
    bounded = build_snapshot(snapshot.curve_set, replace(snapshot.settings, selection=selection))
    with pytest.raises(DataError, match=r"fewer than 5 cases of a class .* 0, would be accepted"):
        told_snapshot(bounded, Facts(minimum=5))


def test_that_the_script_finds_the_best_of_the_thresholds_that_are_left(script):
    found = told_content(made_up(), 20).scene
    script.set("scene", found)
    for prior in (0.05, 0.2, 0.5, 0.9):
        script.set("state", {"prior": prior, "ratio": found["ratio"], "model": 0, "row": None})
        decided = script.value("CostCurve.decide(scene, state)")["models"]
        for place, model in enumerate(decided):
            size = len(found["models"][place]["thresholds"])
            script.set("rows", list(range(size)))
            profits = script.value(
                "rows.map(row => CostCurve.decide(scene, Object.assign({}, state, "
                f"{{model: {place}, row: row}})).models[{place}].profit)"
            )
            assert model["profit"] == pytest.approx(max(profits), rel=1e-12)


def test_that_the_command_line_takes_the_minimum(tmp_path):
    words = (str(SAMPLES / "german_credit_half.csv"), "--positive", "bad", "--bootstrap", "0")
    out = tmp_path / "out"
    assert run([*words, "--min-count", "7", "--format", "html", "--out", str(out)]) == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    scene = json.loads(re.search(r'id="scene">(.*?)</script>', page)[1])
    assert scene["minimum"] == 7
    assert "Counts above 0 and under 7 are not disclosed." in page
    for model in scene["models"]:
        assert np.diff(model["fpr"]["counts"]).min() >= 7
    assert json.loads((out / "manifest.json").read_text())["options"]["min_count"] == 7


def test_that_small_counts_are_not_told():
    snapshot = made_up(60, missing=3)
    data = next(one for one in told_content(snapshot, 5).details if one.title == "Data")
    assert "b lacks under 5 scores" in data.lines
