"""Named parameters of the payoff expressions: in reports, policies, records, projects, errors."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

from costcurve_gui import compare
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.payoffs import Parameter, PayoffSpec
from costcurve_gui.analysis.projects import save_project
from costcurve_gui.cli.report import run
from costcurve_gui.cli.verifying import run as verify
from costcurve_gui.dataio.json_schema import check
from costcurve_gui.resources import resource_path
from tests.cli.conftest import SAMPLES

CREDIT = "german_credit_half.csv"
COLUMNS = ("--positive", "bad", "--scores", "score_mlp,score_naive_bayes", "--prior", "0.05")
CELLS = ("--fp", "0", "--fn", "-lgd*amount - fee", "--tn", "rate*amount")
PARAMS = ("--param", "lgd=0.5", "--param", "fee=uniform:20,30", "--param", "rate=0.05")
WORDS = (*COLUMNS, *CELLS, *PARAMS)
NUMBERS = (*COLUMNS, "--fp", "0", "--fn", "-0.5*amount - 25", "--tn", "0.05*amount")


def refused(capsys, tmp_path, *words):
    assert (
        run([str(SAMPLES / CREDIT), "--out", str(tmp_path / "out"), "--format", "csv", *words]) == 2
    )
    assert not (tmp_path / "out").exists()
    return capsys.readouterr().err.strip().splitlines()[-1]


BY_BELIEF = ("least_expected_cost", "least_worst_regret")


def lines_of(path):
    """Return the lines of a table, without those of rules that only beliefs have."""
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith(BY_BELIEF)]


def test_that_parameters_give_the_tables_of_their_values_and_means(report):
    named, numbers = report(CREDIT, *WORDS), report(CREDIT, *NUMBERS)
    same = {path.name for path in numbers.folder.glob("*.csv")}
    assert same <= {path.name for path in named.folder.glob("*.csv")}
    for name in sorted(same):
        assert lines_of(named.folder / name) == lines_of(numbers.folder / name)
    assert {row["criterion"] for row in named.rows("selection.csv")} > {*BY_BELIEF}
    options = named.manifest["options"]
    assert options["param"] == ["lgd=0.5", "fee=uniform:20,30", "rate=0.05"]
    assert options["fn"] == "-lgd*amount - fee"


def test_that_a_policy_holds_numbers_and_names_and_is_verified_as_it_was_planned(report, tmp_path):
    named = report(CREDIT, *WORDS)
    content = json.loads((named.folder / "policy.json").read_text(encoding="utf-8"))
    check(content, json.loads(resource_path("schemas", "policy.schema.json").read_text("utf-8")))
    assert content["payoff"]["fn"] == "-0.5*amount - 25"
    assert content["payoff"]["typed"]["fn"] == "-lgd*amount - fee"
    assert content["payoff"]["parameters"]["fee"] == {"value": 25.0, "belief": "uniform:20,30"}
    out, policy = tmp_path / "v.csv", named.folder / "policy.json"
    words = ["--policy", str(policy), "--out", str(out), "--bootstrap", "0"]
    assert verify([str(SAMPLES / CREDIT), *words]) == 0
    with out.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows
    same = [row for row in rows if row["criterion"] != "per_case"]  # that one is out of fold
    assert same
    for row in same:
        assert row["planned"] == row["observed"]


def test_that_a_record_with_parameters_is_replayed_to_the_same_bytes(tmp_path):
    file = shutil.copy(SAMPLES / CREDIT, tmp_path / "cases.csv")
    first, again = tmp_path / "first", tmp_path / "again"
    made = ["--bootstrap", "0", "--format", "csv,record"]
    made += ["--prior-belief", "beta:2,38", "--cost-ratio-belief", "range:3,8"]
    assert run([str(file), *WORDS, *made, "--out", str(first)]) == 0
    policy = json.loads((first / "policy.json").read_text(encoding="utf-8"))["condition"]
    assert (policy["prior_belief"], policy["cost_ratio_belief"]) == ("beta:2,38", "range:3,8")
    assert policy["cost_ratio"] == 5.5
    assert run(["--replay", str(first / "record.json"), "--out", str(again)]) == 0
    for path in first.iterdir():
        assert (again / path.name).read_bytes() == path.read_bytes()
    assert "uniform:20,30" in (first / "record.html").read_text(encoding="utf-8")


def test_that_a_project_keeps_parameters_and_an_option_replaces_one(tmp_path):
    loaded = load_example("dataset1", example_of("german_credit"))
    parameters = (Parameter("lgd", 0.5, "triangular:0.3,0.5,0.7"), Parameter("spare", 3.0))
    cells = {"fn": "-lgd*amount", "fp": "0", "tn": "0.05*amount"}
    payoff = replace(PayoffSpec().with_cells(cells), parameters=parameters)
    save_project(tmp_path / "a.ccproj", loaded.file, replace(loaded.settings, payoff=payoff), None)
    quick = ["--bootstrap", "0", "--format", "csv"]
    assert run([str(tmp_path / "a.ccproj"), *quick, "--out", str(tmp_path / "out")]) == 0
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    kept = ["lgd=triangular:0.3,0.5,0.7", "spare=3"]
    assert manifest["options"]["param"] == kept
    words = ["--param", "lgd=0.4", *quick]
    assert run([str(tmp_path / "a.ccproj"), *words, "--out", str(tmp_path / "two")]) == 0
    policy = json.loads((tmp_path / "two" / "policy.json").read_text(encoding="utf-8"))
    assert policy["payoff"]["fn"] == "-0.4*amount"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--param", "fee=12"), "--param fee: no payoff has fee"),
        (("--fn", "-lgd*amount", "--param", "lgd=0.5", "--param", "lgd=0.6"), "lgd is given twice"),
        (("--fn", "-amount", "--param", "amount=3"), "amount is a column of the file too"),
        (("--fn", "-lgdd*amount", "--param", "lgd=0.5"), 'parameter "lgdd". Did you mean lgd?'),
        (("--fn", "-zzz", "--param", "lgd=0.5", "--fp", "-lgd"), "There are lgd, amount"),
        (("--fn", "-lgd", "--param", "lgd=beta:0,1"), "beta:A,B needs two numbers above 0"),
        (("--fn", "-lgd", "--param", "lgd=gamma:1,2"), "uniform:A,B, triangular:LO,MODE,HI"),
        (("--fn", "-lgd", "--param", "lgd=many"), "neither a number nor a belief"),
        (("--fn", "-lgd", "--param", "lgd"), "is not NAME=VALUE"),
        (("--fn", "-lgd", "--param", "max=3"), "max has a meaning in expressions"),
        (("--fn", "-lgd", "--param", "my name=3"), "is not a valid name"),
        (("--fn", "-lgd", "--param", "lgd=uniform:3,1"), "uniform:A,B needs A below B"),
        (("--fn", "lgd", "--param", "lgd=0.5"), "--fn"),
    ],
)
def test_that_parameters_that_cannot_be_used_are_refused(capsys, tmp_path, words, said):
    last = refused(capsys, tmp_path, "--positive", "bad", *words)
    assert last.startswith("error:")
    assert said in last


def test_that_a_belief_about_the_prior_has_its_mean_in_force(report, capsys, tmp_path):
    words = [word for word in WORDS if word not in ("--prior", "0.05")]
    written = report(CREDIT, *words, "--prior-belief", "beta:5,95")
    assert written.manifest["options"]["prior"] == 0.05
    assert written.manifest["options"]["prior_belief"] == "beta:5,95"
    rows = written.rows("belief_costs.csv", policy="threshold fixed")
    assert [row["model"] for row in rows] == ["naive_bayes", "mlp"]
    assert sum(float(row["probability_best"]) for row in rows) == pytest.approx(1)
    names = [row["parameter"] for row in written.rows("information.csv")]
    assert names == ["lgd", "fee", "rate", "prior", "all parameters", "endless test cases"]
    for belief in ("normal:0.1,0.01", "uniform:0,2"):
        last = refused(capsys, tmp_path, *words, "--prior-belief", belief)
        assert "a prior is a share" in last


def test_that_the_front_door_takes_parameters_as_a_mapping():
    rng = np.random.default_rng(3)
    y = rng.random(200) < 0.4
    data = {"amount": rng.integers(10, 90, 200)}
    words = {"tp": 0, "fp": "-fee", "fn": "-lgd*amount", "tn": 0, "bootstrap": 0, "data": data}
    score = {"a": rng.normal(y)}
    found = compare(y, score, params={"lgd": 0.45, "fee": "uniform:2,6"}, **words)
    known = {"lgd": 0.45, "fee": 4}
    believed = compare(y, score, params=known, cost_ratio_belief="range:3,5", **words)
    assert set(believed.tables["belief_costs"].picked_by) == {"least worst regret"}
    numbers = compare(y, score, **{**words, "fp": "-4", "fn": "-0.45*amount"})
    for name in ("profit", "models"):
        assert found.tables[name].equals(numbers.tables[name])
    chosen = found.tables["selection"]
    others = chosen[~chosen.criterion.isin(BY_BELIEF)].reset_index(drop=True)
    plain = numbers.tables["selection"]
    assert_frame_equal(others, plain, check_dtype=False)
    assert len(chosen) == len(plain) + 2
    with pytest.raises(ValueError, match="params amount is a column"):
        compare(y, score, params={"amount": 3}, **{**words, "fp": "-1", "fn": "-amount"})
    with pytest.raises(TypeError, match="params: give a mapping"):
        compare(y, score, params=[("lgd", 1)], **words)


def test_that_ranges_and_a_believed_ratio_reach_the_tables_and_are_refused_where_they_cannot(
    report, capsys, tmp_path
):
    cells = (*COLUMNS, "--fp", "-fee", "--fn", "-9", "--param", "fee=range:1,3")
    written = report(CREDIT, *cells, "--cost-ratio-belief", "range:3,5")
    options = written.manifest["options"]
    assert (options["cost_ratio"], options["cost_ratio_belief"]) == (4, "range:3,5")
    assert options["param"] == ["fee=range:1,3"]
    rows = written.rows("belief_costs.csv", policy="threshold fixed")
    assert {row["expected_cost"] for row in rows} == {""}
    assert {row["probability_best"] for row in rows} == {""}
    assert {row["picked_by"] for row in rows} == {"", "least worst regret"}
    assert all(float(row["worst_cost"]) > 0 for row in rows)
    names = [row["parameter"] for row in written.rows("information.csv")]
    assert names == ["fee", "cost ratio", "endless test cases"]
    typed = report(CREDIT, *cells, "--cost-ratio", "4")
    assert lines_of(typed.folder / "selection.csv") == lines_of(written.folder / "selection.csv")
    for words, said in (
        (("--cost-ratio-belief", "uniform:-1,5"), "a cost ratio is above 0"),
        (("--cost-ratio", "0"), "0 is not above 0"),
        (("--prior-belief", "range:0,2"), "a prior is a share"),
        (("--param", "fee=range:3,1"), "range:A,B needs A below B"),
    ):
        assert said in refused(capsys, tmp_path, *COLUMNS, "--fp", "-fee", *words)
