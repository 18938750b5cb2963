"""Report and notebook are two readers of the same tables."""

import csv
import json
import math
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from costcurve_gui import compare
from costcurve_gui.cli.report import run
from costcurve_gui.notebook.blas import _library, one_blas_thread

ROOT = Path(__file__).resolve().parents[2]


def cases(seed=3, rows=90):
    """Return scored cases with gaps, ties, amounts, weights, folds and groups."""
    rng = np.random.default_rng(seed)
    bad = rng.random(rows) < 0.4
    sharp = np.round(bad * 0.6 + rng.random(rows), 2)
    return pd.DataFrame(
        {
            "outcome": np.where(bad, "bad", "good"),
            "sharp": sharp,
            "gappy": np.where(rng.random(rows) < 0.1, np.nan, bad * 0.2 + rng.random(rows)),
            "flat": np.round(rng.random(rows), 1),
            "amount": np.round(rng.gamma(2, 300, rows), 2),
            "weight": np.round(rng.random(rows) + 0.5, 3),
            "fold": rng.integers(1, 4, rows),
            "customer": rng.integers(0, 40, rows),
        }
    )


DATA = cases()
SCORES = ["sharp", "gappy", "flat"]
COSTS = {"fn": "-amount", "fp": "-0.2*amount"}
CASES = {
    "plain": {},
    "costs": {**COSTS, "prior": 0.05, "max_fpr": 0.2, "capacity": 100, "population": 1000},
    "weights": {"sample_weight": "weight", "threshold": 0.5},
    "groups": {"groups": "customer", "confidence": 0.8, "seed": 7},
    "folds": {"fold": "fold", "partial_auc": (0, 0.3), "belief": "triangular:0,0.3,1"},
    "derived": {
        "derive": ["calibrated:flat", "or:sharp@0.8,flat@0.5"],
        "lower_is_positive": "flat",
    },
    "mixed": {"mix": "sharp@1.1,flat@0.5", "max_fpr": 0.1, "band_policy": "reoptimised"},
    "filtered": {"where": "amount > 200", **COSTS, "samples": "different"},
    "few points": {"points": 20, **COSTS},
    "not resampled": {"bootstrap": 0},
}
OPTION = {"sample_weight": "weight", "groups": "group"}


def words(options):
    for name, value in options.items():
        option = f"--{OPTION.get(name, name).replace('_', '-')}"
        repeated = value if isinstance(value, list) else [value]
        for one in repeated:
            yield option
            yield ",".join(map(str, one)) if isinstance(one, tuple) else str(one)


def written(folder, frame, options):
    """Return the tables that the command line writes of a frame."""
    frame.to_csv(folder / "cases.csv", index=False)
    command = [str(folder / "cases.csv"), "--label", "outcome", "--positive", "bad"]
    command += ["--scores", ",".join(SCORES), "--long", "none", "--format", "csv"]
    assert run([*command, *words(options), "--out", str(folder / "out")]) == 0
    return {path.stem: path for path in (folder / "out").glob("*.csv")}


def differences(path, frame):
    """Yield the cells of a CSV file that a frame has otherwise."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    if header != list(frame.columns) or len(rows) != len(frame):
        yield path.name, header, len(rows)
        return
    for name, *cells in zip(header, *rows, strict=True):
        for row, (cell, value) in enumerate(zip(cells, frame[name].tolist(), strict=True)):
            if not same(cell, value):
                yield path.name, name, row, cell, value


def guarded(text):
    """Return text as a CSV has it, where no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def same(cell, value):
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return cell == ""
    if isinstance(value, bool):
        return cell == str(value).lower()
    return float(cell) == value if isinstance(value, float | int) else cell == guarded(value)


@pytest.mark.parametrize("options", CASES.values(), ids=CASES.keys())
def test_that_every_table_of_arrays_is_the_csv_of_the_command_line(options, tmp_path):
    options = {"bootstrap": 40, **options}
    files = written(tmp_path, DATA, options)
    found = compare(DATA["outcome"], DATA[SCORES], pos_label="bad", data=DATA, **options)
    assert set(found.tables) == files.keys()
    assert [one for name in files for one in differences(files[name], found.tables[name])] == []


def test_that_points_are_those_of_the_report_too(tmp_path):
    options = {"points": 20, "bootstrap": 0, **COSTS}
    files = written(tmp_path, DATA, options)
    found = compare(DATA["outcome"], DATA[SCORES], pos_label="bad", data=DATA, **options)
    every = compare(DATA["outcome"], DATA[SCORES], pos_label="bad", data=DATA, bootstrap=0, **COSTS)
    for name in ("roc", "rates"):
        assert len(found.tables[name]) < len(every.tables[name])
    folder = found.report(tmp_path / "notebook", format="csv")
    for path in files.values():
        assert (folder / path.name).read_bytes() == path.read_bytes()
    manifests = [
        json.loads((one / "manifest.json").read_text()) for one in (folder, tmp_path / "out")
    ]
    assert manifests[0]["points"] == manifests[1]["points"]
    assert manifests[0]["points"]["limit"] == 20


def test_that_a_table_has_the_types_of_its_csv(tmp_path):
    options = {"bootstrap": 20, **CASES["costs"]}
    files = written(tmp_path, DATA, options)
    found = compare(DATA["outcome"], DATA[SCORES], pos_label="bad", data=DATA, **options)
    for name, path in files.items():
        read, frame = pd.read_csv(path), found.tables[name]
        texts = [column for column in frame if isinstance(frame[column].dtype, pd.StringDtype)]
        frame[texts] = frame[texts].map(guarded, na_action="ignore")
        pd.testing.assert_frame_equal(read, frame)


def test_that_every_table_of_a_file_is_the_csv_of_the_command_line(tmp_path):
    options = {"bootstrap": 40, **CASES["costs"]}
    files = written(tmp_path, DATA, options)
    found = compare(
        tmp_path / "cases.csv", SCORES, label="outcome", pos_label="bad", long="none", **options
    )
    assert set(found.tables) == files.keys()
    assert [one for name in files for one in differences(files[name], found.tables[name])] == []


CHILD = """
import pickle, sys
import numpy as np
np.ones((500, 500)) @ np.ones((500, 500))
from costcurve_gui import compare
found = compare(sys.argv[1], label="label", pos_label="bad", **eval(sys.argv[2]))
pickle.dump({name: found.tables[name] for name in found.tables}, open(sys.argv[3], "wb"))
"""


def test_that_a_notebook_with_many_blas_threads_has_the_digits_of_the_command_line(tmp_path):
    options = {"fn": "-amount", "fp": "-0.05*amount", "prior": 0.05, "bootstrap": 40}
    cases = ROOT / "resources" / "sample_data" / "german_credit_half.csv"
    child = [sys.executable, "-c", CHILD, str(cases), repr(options), str(tmp_path / "tables")]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "2", "PYTHONPATH": str(ROOT)}
    subprocess.run(child, check=True, env=environment)
    found = pickle.loads((tmp_path / "tables").read_bytes())  # noqa: S301 - of the child
    out = ["--positive", "bad", "--format", "csv", "--out", str(tmp_path / "out")]
    assert run([str(cases), *words(options), *out]) == 0
    files = {path.stem: path for path in (tmp_path / "out").glob("*.csv")}
    assert set(found) == files.keys()
    assert [one for name in files for one in differences(files[name], found[name])] == []


def test_that_threads_of_blas_are_given_back():
    library = _library()
    if library is None:
        pytest.skip("numpy has another BLAS")
    before = library.get()
    with one_blas_thread(), one_blas_thread():
        assert library.get() == 1
    assert library.get() == before


def test_that_several_classes_have_the_tables_of_the_command_line(tmp_path):
    rng = np.random.default_rng(5)
    y_true = rng.choice(["a", "b", "c"], 80)
    proba = rng.dirichlet([1, 1, 1], 80)
    frame = pd.DataFrame(proba, columns=["m_a", "m_b", "m_c"]).assign(kind=y_true)
    frame.to_csv(tmp_path / "cases.csv", index=False)
    command = [str(tmp_path / "cases.csv"), "--label", "kind", "--proba", "m_*", "--format", "csv"]
    assert run([*command, "--bootstrap", "20", "--out", str(tmp_path / "out")]) == 0
    found = compare(y_true, {"m": proba}, bootstrap=20)
    files = {path.stem: path for path in (tmp_path / "out").glob("*.csv")}
    assert set(found.tables) == files.keys()
    assert [one for name in files for one in differences(files[name], found.tables[name])] == []


@pytest.mark.parametrize("options", [CASES["costs"], CASES["plain"]], ids=["costs", "plain"])
def test_that_a_decision_has_the_digits_of_selection(options):
    found = compare(
        DATA["outcome"], DATA[SCORES], pos_label="bad", data=DATA, bootstrap=40, **options
    )
    decisions = {name: found.decision(name) for name in found.tables["selection"]["criterion"]}
    selection = found.tables["selection"]
    for criterion, decision in decisions.items():
        (row,) = selection[(selection.criterion == criterion) & selection.best].to_dict("records")
        assert decision.model == row["model"]
        assert decision.threshold == pytest.approx(row["threshold"], rel=0, abs=0, nan_ok=True)
        assert same(
            "" if math.isnan(row["threshold_2"]) else str(row["threshold_2"]), decision.threshold_2
        )
        assert decision.mixing == row["mixing"]
        assert decision.expected_cost == row["expected_cost"]
        assert decision.expected_profit == row["expected_profit"]
        assert decision.interval == (row["expected_cost_low"], row["expected_cost_high"])
        profit = [row[f"new_cases_profit{end}"] for end in ("", "_low", "_high")]
        assert decision.new_cases_profit == tuple(profit)


def test_that_nothing_is_resampled_for_a_decision_without_replicates():
    found = compare(DATA["outcome"], DATA[SCORES], pos_label="bad", bootstrap=0)
    decision = found.decision()
    assert decision.interval is decision.new_cases_profit is None
