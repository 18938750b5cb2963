"""The decision record, and the same report again from it."""

from __future__ import annotations

import json
import shutil
from random import Random
from zipfile import ZipFile

import pytest

from costcurve_gui.cli.report import run
from costcurve_gui.dataio.json_schema import check
from costcurve_gui.resources import resource_path
from tests.cli.conftest import SAMPLES
from tests.helpers.damaged_json import damaged
from tests.helpers.examples import examples

FILE = SAMPLES / "german_credit_half.csv"
WORDS = ["--positive", "bad", "--fn", "-amount", "--scores", "score_mlp,score_naive_bayes"]
WORDS += ["--validate-split", "0.4", "--bootstrap", "20", "--format", "csv,record,docx,pdf"]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A report of a file of its own, with its record."""
    folder = tmp_path_factory.mktemp("recorded")
    file = shutil.copy(FILE, folder / "cases.csv")
    assert run([str(file), *WORDS, "--out", str(folder / "out")]) == 0
    return folder


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_that_a_record_is_replayed_to_the_same_bytes(recorded, tmp_path):
    out = tmp_path / "again"
    assert run(["--replay", str(recorded / "out" / "record.json"), "--out", str(out)]) == 0
    assert contents(out) == contents(recorded / "out")


def test_that_inputs_are_found_beside_a_record_that_was_moved(recorded, tmp_path, monkeypatch):
    moved = tmp_path / "moved"
    moved.mkdir()
    content = json.loads((recorded / "out" / "record.json").read_text(encoding="utf-8"))
    old = content["inputs"][0]["path"]
    text = json.dumps(content).replace(old, "gone/cases.csv")
    (moved / "record.json").write_text(text, encoding="utf-8")
    shutil.copy(FILE, moved / "cases.csv")
    out = tmp_path / "out"
    assert run(["--replay", str(moved / "record.json"), "--out", str(out)]) == 0
    known = contents(recorded / "out")
    assert contents(out)["selection.csv"] == known["selection.csv"]


def test_that_the_record_says_what_was_decided_and_why(recorded):
    content = json.loads((recorded / "out" / "record.json").read_text(encoding="utf-8"))
    policies = json.loads((recorded / "out" / "policy.json").read_text(encoding="utf-8"))
    best = next(one for one in policies["policies"] if one["best"])
    assert content["decision"] == best
    rejected, *trivial = content["rejected"]
    assert [one["model"] for one in trivial] == ["act on all", "act on none"]
    for one in trivial:
        less = best["expected"]["expected_profit"] - one["expected_profit"]
        assert one["reason"] == f"expected profit per case lower by {less:.6g} on this sample"
    text = resource_path("schemas", "record.schema.json").read_text(encoding="utf-8")
    check(content, json.loads(text))
    less = best["expected"]["expected_profit"] - rejected["expected_profit"]
    assert rejected["reason"].startswith(f"expected profit per case lower by {less:.6g}")
    assert {row["quantity"] for row in content["validation"]} >= {"expected_profit", "tpr"}
    ends = [(row["pc_low"], row["pc_high"]) for row in content["cheapest_by_condition"]]
    assert min(low for low, _ in ends) == 0
    assert max(high for _, high in ends) == 1
    page = (recorded / "out" / "record.html").read_text(encoding="utf-8")
    assert "Decision record" in page
    assert "<script" not in page
    assert "<h2>Expected on new cases, with 90 % intervals</h2>" in page
    estimate, low, high = best["expected"]["new_cases"]["expected_profit"]
    row = f"<th>expected profit</th><td>{estimate:.6g} ({low:.6g} to {high:.6g})</td>"
    here = f"<th>expected profit</th><td>{best['expected']['expected_profit']:.6g}</td>"
    assert page.index(row) < page.index("<h2>On this sample</h2>") < page.index(here)
    manifest = json.loads((recorded / "out" / "manifest.json").read_text(encoding="utf-8"))
    names = {"record.json", "record.html", "record.docx", "record.pdf"}
    assert names <= manifest["files"].keys()
    with ZipFile(recorded / "out" / "record.docx") as package:
        written = package.read("word/document.xml").decode()
    for words in ("Decision record", "Rejected, and why", "What would change the answer"):
        assert words in written
        assert words in page
    assert (recorded / "out" / "record.pdf").read_bytes().startswith(b"%PDF-")


def test_that_the_record_says_which_conditions_would_change_the_answer(recorded):
    content = json.loads((recorded / "out" / "record.json").read_text(encoding="utf-8"))
    found = content["would_change"]
    prior, here = content["condition"]["prior"], found["pc_plus"]
    ratio = here * (1 - prior) / (prior * (1 - here))

    def pc_plus(share, cost):
        return share * cost / (share * cost + 1 - share)

    for end in ("low", "high"):
        if found[f"cost_ratio_{end}"] is not None:
            assert pc_plus(found[f"prior_{end}"], ratio) == pytest.approx(found[f"pc_{end}"])
            assert pc_plus(prior, found[f"cost_ratio_{end}"]) == pytest.approx(found[f"pc_{end}"])
    assert found["pc_low"] <= here <= found["pc_high"]
    rows = {
        row["pc_high"]: row["model"]
        for row in content["cheapest_by_condition"]
        if row["pc_low"] < row["pc_high"]
    }
    assert found["below"] == rows.get(found["pc_low"])
    inside = {
        row["model"]
        for row in content["cheapest_by_condition"]
        if row["pc_low"] <= here <= row["pc_high"]
    }
    assert found["cheapest"] in inside


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seed", "1"], "--replay repeats a report as it was; leave --seed=1 out"),
        (["cases.csv"], "leave cases.csv out"),
    ],
)
def test_that_a_record_takes_no_other_words(recorded, tmp_path, capsys, words, message):
    record = str(recorded / "out" / "record.json")
    assert run(["--replay", record, *words, "--out", str(tmp_path / "out")]) == 2
    assert message in capsys.readouterr().err


def test_that_a_changed_input_is_refused(recorded, tmp_path, capsys):
    text = (recorded / "out" / "record.json").read_text(encoding="utf-8")
    sha256 = json.loads(text)["inputs"][0]["sha256"]
    (tmp_path / "record.json").write_text(text.replace(sha256, "0" * 64), encoding="utf-8")
    words = ["--replay", str(tmp_path / "record.json"), "--out", str(tmp_path / "out")]
    assert run(words) == 2
    assert "has changed since" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text", ["{}", '{"format": "costcurve-record", "version": 2}', "[1]"])
def test_that_what_is_no_record_is_refused(tmp_path, capsys, text):
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    assert run(["--replay", str(tmp_path / "r.json"), "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.startswith("error: --replay")


@pytest.fixture
def changed(recorded, tmp_path):
    """Return a function that writes the record with some of it changed, and its path."""

    def write(**changes):
        content = json.loads((recorded / "out" / "record.json").read_text(encoding="utf-8"))
        path = tmp_path / "record.json"
        path.write_text(json.dumps({**content, **changes}), encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("smuggled", [["--out=victim"], ["--out", "victim"], ["--overwrite"]])
@pytest.mark.parametrize("typed", [[], ["--out", "out"]])
def test_that_a_record_has_no_say_in_where_its_replay_goes(
    recorded, changed, tmp_path, monkeypatch, smuggled, typed
):
    monkeypatch.chdir(tmp_path)
    for folder in ("victim", "out"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "selection.csv").write_text("mine", encoding="utf-8")
    words = json.loads((recorded / "out" / "record.json").read_text(encoding="utf-8"))["words"]
    record = changed(words=[*words, *smuggled])
    assert run(["--replay", record, *typed]) == 2  # no folder, or one with a file of another
    for folder in ("victim", "out"):
        assert [path.name for path in (tmp_path / folder).iterdir()] == ["selection.csv"]
        assert (tmp_path / folder / "selection.csv").read_text(encoding="utf-8") == "mine"


def test_that_a_replay_keeps_to_the_words_that_are_its_own(recorded, changed, tmp_path):
    words = json.loads((recorded / "out" / "record.json").read_text(encoding="utf-8"))["words"]
    record = changed(words=[*words, "--out", "victim", "--overwrite", "--replay=other"])
    assert run(["--replay", record, "--out", str(tmp_path / "again")]) == 0
    assert contents(tmp_path / "again") == contents(recorded / "out")


@pytest.mark.parametrize(
    "inputs",
    [
        [],
        None,
        ["cases.csv"],
        [{}],
        [{"path": "cases.csv"}],
        [{"path": 3, "file": "cases.csv", "sha256": "0" * 64}],
        [{"path": "cases.csv", "file": "cases.csv", "sha256": None}],
        [{"path": "cases.csv", "file": "cases.csv", "sha256": ""}],
    ],
)
def test_that_damaged_inputs_are_refused(changed, tmp_path, capsys, inputs):
    assert run(["--replay", changed(inputs=inputs), "--out", str(tmp_path / "out")]) == 2
    assert "it is damaged: inputs" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_that_no_file_is_read_that_the_record_has_no_hash_of(recorded, changed, tmp_path, capsys):
    content = json.loads((recorded / "out" / "record.json").read_text(encoding="utf-8"))
    for other in ("cases", "payoff"):
        (tmp_path / other).write_bytes(FILE.read_bytes() + b"\n")
    first, *words = content["words"]
    for changes in ([str(tmp_path / "cases"), *words], [first, *words, f"--join={tmp_path}/cases"]):
        record = changed(words=changes)
        assert run(["--replay", record, "--out", str(tmp_path / "out")]) == 2
        assert "among its inputs" in capsys.readouterr().err
        assert not (tmp_path / "out").exists()


def test_that_a_damaged_record_is_no_fault_of_the_program(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = "".join(f"{row % 3 % 2},{row * 7 % 11}\n" for row in range(30))
    (tmp_path / "few.csv").write_text(f"label,score\n{lines}", encoding="utf-8")
    words = ["--positive", "1", "--bootstrap", "0", "--format", "csv,record", "--table", "models"]
    assert run(["few.csv", *words, "--out", "first"]) == 0
    content = json.loads((tmp_path / "first" / "record.json").read_text(encoding="utf-8"))
    random = Random(4)  # noqa: S311 (it is to repeat)
    found = set()
    for number in range(examples(60)):
        text = json.dumps(damaged(content, random))
        (tmp_path / "record.json").write_text(text, encoding="utf-8")
        found.add(run(["--replay", "record.json", "--out", f"out{number}"]))
        assert found <= {0, 2}, text
    assert found == {0, 2}
    outs = {f"out{number}" for number in range(examples(60))}
    assert {path.name for path in tmp_path.iterdir()} <= {"few.csv", "first", "record.json"} | outs
