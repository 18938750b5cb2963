"""`--view`, `--table` and `--list`, and tables as Parquet."""

import csv
import json

import duckdb
import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

GERMAN = (str(SAMPLES / "german_credit_half.csv"), "--positive", "bad", "--bootstrap", "0")


def files_of(folder, *words):
    assert run([*GERMAN, *words, "--out", str(folder)]) == 0
    return {path.name for path in folder.iterdir()} - {"manifest.json", "policy.json"}


def test_that_pictures_and_tables_asked_for_are_written_alone(tmp_path, qapp):
    words = ("--view", "roc,cost,hybrid_roc", "--table", "selection,models", "--format", "csv,svg")
    assert files_of(tmp_path / "out", *words) == {
        *("roc.svg", "cost_space.svg", "hybrid_roc.svg", "models.csv", "selection.csv")
    }
    options = json.loads((tmp_path / "out" / "manifest.json").read_text())["options"]
    assert options["view"] == ["cost_space", "hybrid_roc", "roc"]
    assert options["table"] == ["models", "selection"]


def test_that_the_names_are_listed_without_a_file(capsys):
    with pytest.raises(SystemExit) as ended:
        run(["--list"])
    assert ended.value.code == 0
    listed = {line.strip() for line in capsys.readouterr().out.splitlines()}
    assert {"roc", "cost_space", "class_curves", "hybrid", "models", "days"} <= listed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--view", "rock"), "error: --view rock is unknown; it takes roc, cost_space, "),
        (("--table", "model"), "error: --table model is unknown; it takes "),
        (("--table", "folds"), "error: --table folds: this file and these options have no such"),
    ],
)
def test_that_an_unknown_name_is_refused_with_those_that_are_known(tmp_path, capsys, words, said):
    assert run([*GERMAN, *words, "--format", "csv", "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith(said)
    assert not (tmp_path / "out").exists()


def test_that_tables_are_the_same_as_parquet(tmp_path):
    names = "models,roc,cost_curve,selection,calibration,det"
    words = ("--table", names, "--capacity", "30", "--population", "100")
    files = files_of(tmp_path / "both", *words, "--format", "csv,parquet")
    assert len(files) == 12
    for name in names.split(","):
        read = duckdb.read_parquet(str(tmp_path / "both" / f"{name}.parquet"))
        with (tmp_path / "both" / f"{name}.csv").open(newline="") as file:
            header, *rows = csv.reader(file)
        assert read.columns == header
        found = read.fetchall()
        assert len(found) == len(rows)
        for cells, texts in zip(found, rows, strict=True):
            assert all(is_same(cell, text) for cell, text in zip(cells, texts, strict=True))
    alone = files_of(tmp_path / "alone", *words, "--format", "parquet")
    assert alone == {name for name in files if name.endswith(".parquet")}
    for name in alone:
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "both" / name).read_bytes()


def is_same(cell, text):
    """Whether a cell of Parquet is that of the CSV, where a missing one is empty."""
    if cell is None:
        return text == ""
    if isinstance(cell, bool):
        return text == str(cell).lower()
    return float(text) == cell if isinstance(cell, int | float) else text == cell
