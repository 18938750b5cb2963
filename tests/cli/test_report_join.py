"""`report FILE --join FILE`: the same numbers as of one file that has all columns."""

from __future__ import annotations

import hashlib

import pandas as pd
import pytest

from costcurve_gui import compare
from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES, Report

GERMAN = SAMPLES / "german_credit_half.csv"
LOAN = ("--positive", "bad", "--fn", "-amount", "--fp", "-0.2*amount", "--bootstrap", "50")
MODELS = ("logistic_regression", "naive_bayes")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The models of a file in a file each, the second in another order; labels apart too."""
    folder = tmp_path_factory.mktemp("join")
    table = pd.read_csv(GERMAN, dtype=str)
    for model in MODELS:
        part = table[["id", "label", "amount", f"score_{model}"]]
        part = part.sample(frac=1, random_state=1) if model == MODELS[1] else part
        part.to_csv(folder / f"{model}.csv", index=False)
    table[["id", "label", "amount"]].to_csv(folder / "labels.csv", index=False)
    table[["id", *(f"score_{model}" for model in MODELS)]][::-1].to_csv(
        folder / "scores.csv", index=False
    )
    table[["id", "label", "amount", *(f"score_{model}" for model in MODELS)]].to_csv(
        folder / "whole.csv", index=False
    )
    return folder


def written(folder, out, file, *words):
    words = [str(folder / file), *words, *LOAN, "--format", "csv", "--out", str(out)]
    assert run(words) == 0
    return Report(out)


@pytest.mark.parametrize(
    "pair", [[f"{model}.csv" for model in MODELS], ["labels.csv", "scores.csv"]]
)
def test_that_joined_files_give_the_report_of_one(files, tmp_path, pair):
    whole = written(files, tmp_path / "whole", "whole.csv")
    joined = written(files, tmp_path / "joined", pair[0], "--join", str(files / pair[1]))
    tables = sorted(path.name for path in whole.folder.glob("*.csv"))
    assert tables == sorted(path.name for path in joined.folder.glob("*.csv"))
    for name in tables:
        assert (joined.folder / name).read_bytes() == (whole.folder / name).read_bytes(), name


def test_that_the_manifest_names_every_file(files, tmp_path):
    report = written(
        files, tmp_path / "out", "labels.csv", "--join", str(files / "scores.csv"), "--id", "id"
    )
    hashes = {
        name: hashlib.sha256((files / name).read_bytes()).hexdigest()
        for name in ("labels.csv", "scores.csv")
    }
    assert report.manifest["input"]["joined"] == [
        {"file": name, "sha256": sha256} for name, sha256 in hashes.items()
    ]
    assert report.manifest["input"]["sha256"] == hashes["labels.csv"]
    assert report.manifest["options"]["join"] == ["scores.csv"]
    assert report.manifest["options"]["id"] == "id"
    assert report.manifest["notes"][0] == (
        "labels.csv and scores.csv, joined by id: 500 cases in common"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("whole.csv",), "whole.csv; --join FILE adds the models of another file"),
        (("--id", "id"), "--join FILE or --swap A,B beside it"),
        (("--join", "other.csv"), "share 0 of 500 values of id: they are about different cases"),
        (("--join", "whole.csv", "--id", "nr"), 'No column "nr"'),
    ],
)
def test_that_what_cannot_be_joined_is_refused(files, tmp_path, capsys, words, said):
    table = pd.read_csv(files / "whole.csv", dtype=str)
    table.assign(id=[f"x{number}" for number in range(len(table))]).to_csv(
        files / "other.csv", index=False
    )
    words = [str(files / word) if word.endswith(".csv") else word for word in words]
    out = tmp_path / "out"
    assert run([str(files / "whole.csv"), *words, *LOAN, "--format", "csv", "--out", str(out)]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("error:")
    assert said in last
    assert not out.exists()


def test_that_no_joined_file_is_written_over(files, tmp_path, capsys):
    table = (files / "scores.csv").read_bytes()
    (tmp_path / "models.csv").write_bytes(table)
    words = [str(files / "labels.csv"), "--join", str(tmp_path / "models.csv"), *LOAN]
    assert run([*words, "--format", "csv", "--out", str(tmp_path), "--overwrite"]) == 2
    assert (tmp_path / "models.csv").read_bytes() == table


def test_that_long_format_is_pivoted_before_it_is_joined(files, tmp_path):
    whole = written(files, tmp_path / "whole", "whole.csv")
    table = pd.read_csv(files / "scores.csv", dtype=str)
    long = table.melt("id", var_name="clf", value_name="p")
    long.assign(clf=long["clf"].str.removeprefix("score_")).to_csv(files / "long.csv", index=False)
    joined = written(
        files,
        tmp_path / "out",
        "labels.csv",
        "--join",
        str(files / "long.csv"),
        "--long",
        "clf,id,p",
    )
    assert joined.rows("models.csv") == whole.rows("models.csv")


def test_that_a_notebook_joins_files_alike(files):
    found = compare(files / "labels.csv", join=[files / "scores.csv"], pos_label="bad", bootstrap=0)
    whole = compare(files / "whole.csv", pos_label="bad", bootstrap=0)
    pd.testing.assert_frame_equal(found.tables["models"], whole.tables["models"])
    with pytest.raises(TypeError, match="join goes with a file, not with labels"):
        compare([0, 1, 1], [0.1, 0.2, 0.3], join=["b.csv"])
