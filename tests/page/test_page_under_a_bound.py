"""Under a bound page, answers, leads, list and record compare with what keeps it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.model_ranking import better_trivial, broken_bounds
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.questions import QUESTIONS
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.settings import ConditionSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.cli.report import run
from costcurve_gui.engine import BootstrapSpec, new_cases_estimate, resampler
from costcurve_gui.engine.resampling.replicate_rules import BestMixture, BestThreshold, ChosenPolicy
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.engine.selection.constrained import constrained_single
from costcurve_gui.engine.selection.criteria import trivial
from costcurve_gui.page.content import Facts, content, content_requests
from costcurve_gui.page.recommendation import recommendation
from costcurve_gui.page.scene import scene
from costcurve_gui.views.panels.decision_figures import figure_rows
from costcurve_gui.views.panels.model_list import ModelList
from costcurve_gui.views.panels.model_row import FIGURE
from costcurve_gui.views.text.answers import answer_to
from tests.helpers.mailing import LETTERS, mailing
from tests.helpers.resampled import ranked
from tests.helpers.samples import dataset, loaded

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.loading import Loaded
    from costcurve_gui.analysis.snapshot import Snapshot
    from tests.page.conftest import Script

PAYS = PayoffSpec(tp="10", fp="-1", fn="0", tn="0", positive_action="mail", negative_action="skip")
"""Acting on all pays, were it allowed."""
SELECTION = SelectionSpec(bounds=BoundsSpec(cases=100.0), population=1000.0)


def sample() -> Loaded:
    return loaded(dataset(600, 2, seed=8), PAYS)


def bounded(selection: SelectionSpec = SELECTION, *, resampled: bool = True) -> Snapshot:
    """Return a decision within a bound, with all that its page says."""
    given = sample()
    bands = replace(given.settings.bands, shown=resampled, spec=BootstrapSpec(100, 0.9, 0))
    settings = replace(given.settings, selection=selection, bands=bands)
    settings = replace(settings, condition=ConditionSpec(prior=0.3))
    snapshot = build_snapshot(given.curve_set, settings)
    if not resampled:
        return snapshot
    asked = replace(settings.views, questions=tuple(QUESTIONS))
    snapshot = build_snapshot(given.curve_set, replace(settings, views=asked))
    source = resampling_input(given.curve_set, given.source, settings.payoff)
    known = Estimator(source, bands).estimate(content_requests(snapshot))
    return replace(snapshot, intervals=known)


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return bounded()


def test_that_the_lead_of_a_bounded_rule_is_over_what_keeps_the_bound() -> None:
    rng = np.random.default_rng(5)
    y_true = np.arange(300) % 2 == 0
    drawn, model = ranked(y_true, rng.normal(size=300) + y_true)
    condition = model.evaluation.condition(0.8)  # acting on all is the better trivial rule
    bound = Bound(BoundKind.SHARE, 0.3)
    policy = constrained_single(model.evaluation, condition, [bound])
    both = (bound, Bound(BoundKind.TPR, 0.1))
    found = {
        rule: new_cases_estimate(
            resampler(drawn, BootstrapSpec(50)), model, condition, choose=ChosenPolicy(policy, rule)
        )
        for rule in (
            BestThreshold(),
            BestThreshold(Objective.PROFIT, (bound,)),
            BestMixture(Objective.PROFIT, bound),
            BestThreshold(Objective.PROFIT, both),
        )
    }
    free, within, mixed, neither = found.values()
    assert [one.trivial for one in (free, within, mixed, neither)] == ["all", "none", "none", ""]
    worth = trivial(condition)["none"].expected_profit
    assert within.lead.estimate == pytest.approx(within.profit.estimate - worth)
    assert within.lead.estimate > 0 > free.lead.estimate
    assert neither.lead.estimate is None
    assert neither.profit == within.profit


def test_that_the_other_trivial_rule_breaks_the_bound(snapshot: Snapshot) -> None:
    key = snapshot.selected or ""
    assert snapshot.trivial["all"].expected_profit > snapshot.models[key].policy.expected_profit
    assert better_trivial(snapshot, key) == "none"
    assert broken_bounds(snapshot, snapshot.trivial["all"]) == [BoundKind.CASES]
    free = bounded(replace(SELECTION, bounds=BoundsSpec()), resampled=False)
    assert better_trivial(free, key) == "all"
    neither = replace(SELECTION, bounds=BoundsSpec(cases=100.0, tpr=0.1))
    assert better_trivial(bounded(neither, resampled=False), key) == ""


def test_that_the_page_names_what_breaks_the_bound_and_its_price(
    snapshot: Snapshot, script: Script
) -> None:
    said = ["".join(piece.text for piece in sentence) for sentence in recommendation(snapshot)]
    assert "What binds is at most 100 cases mailed. One more case mailed earns " in said[0]
    assert "skipping all would earn 0 and mailing all breaks the bound of 100." in said[1]
    assert not any("No better" in one or "ot significantly better" in one for one in said)
    page = content(snapshot, Facts())
    rows = {row.name: row.figures.profit for row in page.rows}
    assert rows["mail all"] == "breaks the bound of 100"
    assert page.sums[1][0] == "against skipping all"
    script.set("scene", scene(snapshot))
    for state in ("recommendedState(scene)", "{prior: 0.9, ratio: 50, model: 0, row: null}"):
        texts = script.value(
            f"CostCurve.texts(scene, CostCurve.{state})"
            if "(" in state
            else f"CostCurve.texts(scene, {state})"
        )
        assert texts["against"] == "against skipping all"
        assert texts["rows"][-2]["profit"] == "breaks the bound of 100"


def test_that_a_page_without_a_trivial_rule_within_bounds_compares_with_none(
    script: Script,
) -> None:
    neither = replace(SELECTION, bounds=BoundsSpec(cases=100.0, tpr=0.1))
    found = bounded(neither, resampled=False)
    name, amount = content(found, Facts()).sums[1]
    script.set("scene", scene(found))
    texts = script.value("CostCurve.texts(scene, CostCurve.recommendedState(scene))")
    assert (
        (texts["against"], texts["sums"][1])
        == (name, amount)
        == (
            "against a rule without scores",
            "\u2013",
        )
    )


def test_that_answers_say_what_a_comparison_is_of(snapshot: Snapshot) -> None:
    said = {key: answer_to(QUESTIONS[key], snapshot).text for key in QUESTIONS}
    within = "On new cases, with at most 100 cases mailed, "
    assert f"{within}it earns " in said["which"]
    assert "Mailing all breaks the bound of 100, skipping all would earn 0." in said["earns"]
    for key in ("difference", "significant"):
        *_, lead = [one for one in said[key].split(". ") if one.startswith(within)]
        assert " per case " in lead
    for key in ("better", "difference", "significant", "worth_using", "sure"):
        assert "Without a bound: " in said[key]
    free = bounded(replace(SELECTION, bounds=BoundsSpec()))
    for key in QUESTIONS:
        text = answer_to(QUESTIONS[key], free).text
        assert "bound" not in text


def test_that_leads_and_list_name_what_breaks_the_bound(snapshot: Snapshot, qtbot: QtBot) -> None:
    rows = {row.name: row for row in figure_rows(snapshot, snapshot.selected or "")}
    assert rows["mailing all"][1:3] == ("", "breaks the bound of 100")
    assert any(name.endswith("over skipping all") for name in rows)
    models = ModelList()
    qtbot.addWidget(models)
    models.show_curves(snapshot.curve_set)
    models.show_snapshot(snapshot)
    place = models.rows.row_of("all")
    assert models.rows.index(place, FIGURE).data() == "breaks the bound"


def test_that_the_record_says_what_was_rejected_for_its_bound(tmp_path: Path) -> None:
    file, out = mailing().write(tmp_path / "charity.csv"), tmp_path / "out"
    words = ("--tp=amount-1", "--fp=-1", "--fn", "0", "--tn", "0", "--bootstrap", "0")
    bound = ("--capacity", str(LETTERS), "--population", "2134", "--format", "record")
    assert run([str(file), *words, *bound, "--out", str(out)]) == 0
    record = json.loads((out / "record.json").read_text(encoding="utf-8"))
    reasons = {one["model"]: one["reason"] for one in record["rejected"]}
    assert reasons["act on all"] == "breaks the bound of 300"
    assert reasons["act on none"].startswith("expected profit per case lower by ")
    (bound_in_force,) = record["bounds"]
    assert bound_in_force["binds"]
    assert bound_in_force["unit"] == "case"
    assert bound_in_force["one_more_unit_gains"] > 0
    page = (out / "record.html").read_text(encoding="utf-8")
    assert "300, binds; one more case gains " in page
    assert "Cheapest model by PC(+) on this sample, without bounds" in page
