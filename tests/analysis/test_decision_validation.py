"""The validation of the window is that of the report, at the same prior and payoffs."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from scipy.stats import ks_2samp

from costcurve_gui.analysis.decision_validation import (
    DecisionInput,
    splits_that_shrank,
    validate_by_splits,
    validate_decision,
)
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import DERIVATIONS
from costcurve_gui.analysis.intervals.results import Figure
from costcurve_gui.analysis.project_choices import choices_from_json, choices_to_json
from costcurve_gui.analysis.project_validation import validation_from_json, validation_to_json
from costcurve_gui.analysis.snapshot import validation_in_force
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.validation import decision_validation_table
from costcurve_gui.analysis.validated_decision import (
    ColumnValue,
    OtherFile,
    Split,
    ValidatedFigure,
    label_of,
)
from costcurve_gui.cli.report import run
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.json_schema import check
from costcurve_gui.dataio.project_file import schema
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.hold_out import stratified_split
from tests.cli.conftest import SAMPLES
from tests.helpers.band_snapshots import banded
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit, german_credit_snapshot

FILE = SAMPLES / "german_credit_half.csv"
WORDS = ["--positive", "bad", "--fn", "-amount", "--tn", "0.05*amount", "--fp", "0", "--tp", "0"]


def given(**changes) -> DecisionInput:
    snapshot = banded(german_credit_snapshot(**changes), shown=False)
    cases = snapshot.curve_set.cases
    assert cases is not None
    return DecisionInput(snapshot, cases.dataset, german_credit().read)


def reported(tmp_path, *words) -> dict[str, dict[str, str]]:
    """Return the rows of validation.csv about the model of the window, by quantity."""
    command = [str(FILE), *WORDS, "--prior", "0.05", "--bootstrap", "0", "--format", "csv"]
    assert run([*command, *words, "--out", str(tmp_path / "out")]) == 0
    with (tmp_path / "out" / "validation.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["criterion"] == "min_cost"]
    return {row["quantity"]: row for row in rows if row["model"] == "naive_bayes"}


@pytest.mark.parametrize("seed", [0, 1])
def test_that_a_split_gives_the_figures_of_the_report(tmp_path, seed):
    found = validate_decision(given(), Split(0.5, seed), progress=NO_PROGRESS)
    assert found.decided.models[found.given.key].info.name == "naive_bayes"
    rows = reported(tmp_path, "--validate-split", "0.5", "--seed", str(seed))
    assert found.sizes == (250, 250)
    for name, row in rows.items():
        assert float(row["threshold"]) == found.chosen.threshold
        figures = found.found.chosen[name], found.found.observed[name], found.found.gaps[name]
        expected = [float(row[column]) for column in ("chosen", "validated", "gap")]
        assert [one.value for one in figures] == pytest.approx(expected, rel=1e-12)


def test_that_several_splits_are_those_of_their_seeds():
    start = given()
    found = validate_by_splits(start, 0.5, progress=NO_PROGRESS)
    alone = validate_decision(start, Split(0.5, 3), progress=NO_PROGRESS)
    assert found[3].observed == alone.found.observed["expected_profit"].value
    assert found[3].threshold == alone.chosen.threshold
    assert len({one.observed for one in found}) > 10
    assert found[3].costs == alone.costs
    sides = stratified_split(start.dataset.y_true, 0.5, 3, None)
    y, amount = start.dataset.y_true, start.dataset.numeric["amount"]
    peer = ks_2samp(amount[y & ~sides], amount[y & sides])
    assert alone.costs.fn_costs.statistic == pytest.approx(peer.statistic)
    assert alone.costs.fn_costs.second_rows == (y & sides).sum()
    shrank = [one.observed < one.chosen for one in found].count(True)
    assert splits_that_shrank(found, by_cost=False) == shrank
    assert splits_that_shrank(found, by_cost=True) == len(found) - shrank


def test_that_the_file_itself_as_another_one_gives_its_figures():
    start = given()
    found = validate_decision(start, OtherFile(FILE), progress=NO_PROGRESS)
    policy = start.snapshot.models[start.key].policy
    assert found.chosen.threshold == policy.threshold
    for name, figure in found.found.observed.items():
        assert figure.value == pytest.approx(getattr(policy, name))
        assert found.found.gaps[name].value == pytest.approx(0, abs=1e-12)


def test_that_the_mark_is_of_one_decision():
    start = given()
    mark = validate_decision(start, Split(), progress=NO_PROGRESS).mark
    marked = replace(start.snapshot, validation=mark)
    assert validation_in_force(start.snapshot) is None
    assert validation_in_force(marked) is mark
    table = decision_validation_table(marked, TableOptions())
    row = dict(zip(table.header, (column[0] for column in table.columns), strict=True))
    figure = mark.figures[row["quantity"]]
    assert (row["chosen"], row["validated"]) == (figure.chosen.value, figure.observed.value)
    assert not len(decision_validation_table(start.snapshot, TableOptions()).columns[0])
    for other in (german_credit_snapshot(prior=0.06), german_credit_snapshot(Choice.YOUDEN)):
        assert validation_in_force(replace(other, validation=mark)) is None


@pytest.mark.parametrize("holdout", [Split(0.3, 4), ColumnValue("id", "2"), OtherFile(FILE)])
def test_that_a_validation_is_read_as_it_was_kept(holdout):
    start = given()
    mark = validate_decision(start, Split(), progress=NO_PROGRESS).mark
    hashed = sha256(FILE.read_bytes()).hexdigest() if isinstance(holdout, OtherFile) else ""
    mark = replace(mark, holdout=holdout, label=label_of(holdout), sha256=hashed)
    nothing = ValidatedFigure(Figure(math.nan), Figure(1.0, (0.5, 2.0)), Figure(math.nan))
    mark = replace(mark, threshold=math.inf, figures={**mark.figures, "precision": nothing})
    kept = validation_from_json(json.loads(json.dumps(validation_to_json(mark), allow_nan=False)))
    named = OtherFile(Path(FILE.name)) if isinstance(holdout, OtherFile) else holdout
    precision = kept.figures["precision"]
    assert math.isnan(precision.chosen.value)
    assert precision.observed == Figure(1.0, (0.5, 2.0))
    same = {"expected_profit": mark.figures["expected_profit"]}
    assert kept.figures["expected_profit"] == same["expected_profit"]
    assert replace(kept, figures=same) == replace(mark, figures=same, holdout=named)


def test_that_a_project_keeps_the_validation_and_it_is_in_force_when_opened_again():
    start = given()
    mark = validate_decision(start, OtherFile(FILE), progress=NO_PROGRESS).mark
    assert mark.sha256 == sha256(FILE.read_bytes()).hexdigest()
    settings = replace(start.snapshot.settings, validation=mark)
    info = start.snapshot.curve_set.dataset
    kept = choices_to_json(settings, info)
    again = choices_from_json(json.loads(json.dumps(kept)), info).settings
    snapshot = build_snapshot(start.snapshot.curve_set, again)
    found = validation_in_force(snapshot)
    assert found is not None
    assert found.observed == mark.observed
    check(kept["validation"], {**schema()["properties"]["validation"], "$defs": schema()["$defs"]})


def test_that_other_data_of_the_same_choices_are_not_validated():
    start = given()
    mark = validate_decision(start, Split(), progress=NO_PROGRESS).mark
    key, models = start.key, start.snapshot.models
    policy = replace(models[key].policy, expected_profit=models[key].policy.expected_profit * 1.001)
    other = {**models, key: replace(models[key], policy=policy)}
    assert validation_in_force(replace(start.snapshot, models=other, validation=mark)) is None


def test_that_a_column_that_no_case_has_the_value_of_is_named():
    with pytest.raises(DataError, match="label has no row with worse"):
        validate_decision(given(), ColumnValue("label", "worse"), progress=NO_PROGRESS)


def test_that_pasted_cases_are_split_at_random_only():
    start = replace(given(), read=None)
    for holdout in (ColumnValue("label", "bad"), OtherFile(FILE)):
        with pytest.raises(DataError, match=r"split (them at random|these cases)"):
            validate_decision(start, holdout, progress=NO_PROGRESS)


def test_that_a_derived_model_is_not_validated():
    start = given()
    turned = DerivedModel("turned", 7, DERIVATIONS["reversed"], ("score",))
    models = {
        key: replace(one, info=replace(one.info, derived=turned))
        for key, one in start.snapshot.models.items()
    }
    snapshot = replace(start.snapshot, models=models)
    with pytest.raises(DataError, match="is derived from other models"):
        validate_decision(replace(start, snapshot=snapshot), Split(), progress=NO_PROGRESS)
