"""`report X.ccproj` writes what the window of that project shows; options come before it."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import DERIVATIONS
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import Loaded, load_example
from costcurve_gui.analysis.model_edits import ModelEdits
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.projects import save_project
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.settings import WIDE_BELIEF, ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.cli.report import run
from costcurve_gui.dataio.csv_writer import write_csv
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from pathlib import Path

QUICK = ("--bootstrap", "0", "--format", "csv")


def loaded_example(key: str) -> Loaded:
    example = example_of(key)
    assert example is not None
    return load_example("dataset1", example)


def saved(folder: Path, key: str, **changes: Any) -> tuple[Path, DatasetSettings]:
    loaded = loaded_example(key)
    settings = replace(loaded.settings, **changes)
    save_project(folder / "a.ccproj", loaded.file, settings, None)
    return folder / "a.ccproj", settings


def report(file: Path, out: Path, *words: str) -> Path:
    assert run([str(file), "--out", str(out), *QUICK, *words]) == 0
    return out


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def tables_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.csv")}


@pytest.mark.parametrize("belief", [None, BetaBelief(2.0, 5.0), WIDE_BELIEF])
def test_that_a_project_and_the_same_options_write_the_same_tables(
    belief: BetaBelief | TriangularBelief | None, tmp_path: Path
) -> None:
    selection = SelectionSpec(
        objective=Objective.PROFIT, bounds=BoundsSpec(fpr=0.2, cases=1000.0), population=10_000.0
    )
    changes = {"selection": selection, "belief": belief}
    project, settings = saved(tmp_path, "german_credit_half", **changes)
    words = {
        **({} if belief is None else {"belief": belief}),
        **dict(zip(("tp", "fp", "fn", "tn"), settings.payoff.cells, strict=True)),
        "positive": "bad",
        "prior": settings.condition.prior,
        "max-fpr": 0.2,
        "capacity": 1000,
        "population": 10_000,
    }
    data = resource_path("sample_data", "german_credit_half.csv")
    by_options = report(data, tmp_path / "2", *(f"--{key}={text}" for key, text in words.items()))
    by_project = report(project, tmp_path / "1")
    assert len(tables_in(by_options)) > 10
    assert tables_in(by_project) == tables_in(by_options)


@pytest.mark.parametrize(
    "key", ["german_credit_half", "sonar_cv10", "breast_cancer_family", "breast_cancer_leaves"]
)
def test_that_the_report_decides_as_the_window(key: str, tmp_path: Path) -> None:
    loaded = loaded_example(key)
    by_hand = replace(
        loaded.settings,
        condition=ConditionSpec(prior=0.2, cost_ratio=3.0),
        selection=SelectionSpec(bounds=BoundsSpec(fpr=0.3, tpr=0.1), population=500.0, mixed=True),
    )
    save_project(tmp_path / "a.ccproj", loaded.file, by_hand, None)
    table = next(one for one in TABLES if one.name == "selection")
    curve_set = loaded.source.build_curves(loaded.info, by_hand.payoff, by_hand.derived)
    payoffs_given = by_hand.payoff.cells != PayoffSpec().cells
    options = TableOptions(payoffs_given=payoffs_given, population=500.0)
    shown = table.make(build_snapshot(curve_set, by_hand), options)
    write_csv(tmp_path / "window.csv", shown.header, shown.columns)
    written = report(tmp_path / "a.ccproj", tmp_path / "out") / "selection.csv"
    assert rows_of(written) == rows_of(tmp_path / "window.csv")
    assert rows_of(written)


def test_that_options_come_before_the_project(tmp_path: Path) -> None:
    project, _ = saved(tmp_path, "german_credit_half")
    out = report(
        project, tmp_path / "out", "--prior", "0.5", "--scores", "score_naive_bayes", "--fn=-7"
    )
    options = json.loads((out / "manifest.json").read_text(encoding="utf-8"))["options"]
    assert (options["prior"], options["fn"]) == (0.5, "-7")
    assert options["scores"] == ["score_naive_bayes"]
    assert options["project"] == "a.ccproj"
    assert {row["model"] for row in rows_of(out / "models.csv")} == {"naive_bayes"}


def test_that_derived_models_are_in_the_report(tmp_path: Path) -> None:
    loaded = loaded_example("german_credit_half")
    first = loaded.info.models[0]
    turned = DerivedModel("turned", 7, DERIVATIONS["reversed"], (first.column,))
    project, _ = saved(tmp_path, "german_credit_half", derived=(turned,))
    out = report(project, tmp_path / "out", "--derive", f"reversed:{loaded.info.models[1].name}")
    names = [row["model"] for row in rows_of(out / "models.csv")]
    assert "turned" in names
    assert len(names) == len(loaded.info.models) + 2


def test_that_the_report_has_the_models_as_the_user_wants_them(tmp_path: Path) -> None:
    columns = [one.column for one in loaded_example("german_credit_half").info.models]
    first, second, third, *others = columns
    turned = DerivedModel("Turned = other way", 9, DERIVATIONS["reversed"], (second,))
    edits = ModelEdits(
        names={first: "=Scorecard <b>2026</b>", second: "Nachbarn, \u00fc"},
        slots={first: 12},
        order=(turned.column, second, first),
        removed=frozenset(others),
    )
    project, _ = saved(tmp_path, "german_credit_half", derived=(turned,), edits=edits)
    out = report(project, tmp_path / "out", "--derive", "reversed:=Scorecard <b>2026</b>")
    names = ["Turned = other way", "Nachbarn, \u00fc", "=Scorecard <b>2026</b>"]
    names.append(third.removeprefix("score_"))
    written = [row["model"] for row in rows_of(out / "models.csv")]
    assert written[2] == "'=Scorecard <b>2026</b>"  # a spreadsheet would compute it
    assert [name.lstrip("'") for name in written] == [*names, "=Scorecard <b>2026</b> reversed"]
    for table in out.glob("*.csv"):
        for row in rows_of(table):
            assert row.get("model", written[0]) in {*written, "all", "none"}, table.name
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["models"] == [
        {"name": name, "column": column}
        for name, column in zip(names[1:], (second, first, third), strict=True)
    ]
    assert manifest["options"]["scores"] == columns


def test_that_several_classes_have_the_names_of_the_project_too(tmp_path: Path) -> None:
    loaded = loaded_example("wine_cv10")
    first, second, *others = (one.column for one in loaded.info.models)
    edits = ModelEdits({first: "Renamed"}, order=(second, first), removed=frozenset(others[:1]))
    project, _ = saved(tmp_path, "wine_cv10", edits=edits)
    out = report(project, tmp_path / "out")
    kept = {"Renamed", second, *others[1:]}
    for name in ("models.csv", "multiclass.csv"):
        assert {row["model"] for row in rows_of(out / name)} == kept
    assert rows_of(out / "multiclass.csv")[0]["model"] == second


def test_that_the_class_on_screen_is_reported(tmp_path: Path) -> None:
    loaded = loaded_example("wine_cv10")
    second = loaded.info.classes[1][0]
    project, _ = saved(tmp_path, "wine_cv10", reference=second)
    out = report(project, tmp_path / "out")
    found = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert found["input"]["positive_label"] == second


def test_that_changed_data_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "march.csv"
    shutil.copy(resource_path("sample_data", "german_credit_half.csv"), data)
    loaded = loaded_example("german_credit_half")
    assert loaded.read is not None
    source = replace(loaded.read.source, path=data)
    save_project(
        tmp_path / "a.ccproj",
        replace(loaded, read=replace(loaded.read, source=source)).file,
        loaded.settings,
        None,
    )
    lines = data.read_text(encoding="utf-8").splitlines(keepends=True)
    data.write_text("".join(lines[:-2]), encoding="utf-8")
    report(tmp_path / "a.ccproj", tmp_path / "out")
    assert "has changed since a.ccproj was saved: 2 rows fewer" in capsys.readouterr().err
    data.unlink()
    assert run([str(tmp_path / "a.ccproj"), "--out", str(tmp_path / "b"), *QUICK]) == 2
    assert "no file near a.ccproj has its contents" in capsys.readouterr().err


def test_that_a_project_is_never_overwritten(tmp_path: Path) -> None:
    project, _ = saved(tmp_path, "german_credit_half")
    before = project.read_bytes()
    run([str(project), "--out", str(project), *QUICK])
    assert project.read_bytes() == before


def test_that_a_model_left_out_of_the_decision_has_its_rows_and_is_best_in_none(
    tmp_path: Path,
) -> None:
    project, settings = saved(tmp_path, "german_credit_half")
    out = report(project, tmp_path / "all")
    (best, *_) = {row["model"] for row in rows_of(out / "selection.csv") if row["best"] == "true"}
    loaded = loaded_example("german_credit_half")
    key = next(one.key for one in loaded.info.models if one.name == best)
    project, _ = saved(tmp_path, "german_credit_half", left_out=frozenset({key}))
    without = report(project, tmp_path / "without", "--format", "html,csv")
    assert (without / "models.csv").read_bytes() == (out / "models.csv").read_bytes()
    rows = rows_of(without / "selection.csv")
    assert {row["model"] for row in rows} == {one.name for one in loaded.info.models}
    assert not [row for row in rows if row["model"] == best and row["best"] == "true"]
    assert [row["criterion"] for row in rows if row["best"] == "true"] == list(
        dict.fromkeys(row["criterion"] for row in rows)
    )
    manifest = json.loads((without / "manifest.json").read_text(encoding="utf-8"))
    assert f"Left out of the decision: {best}" in json.dumps(manifest)
    page = (without / "report.html").read_text(encoding="utf-8")
    assert f"Left out of the decision: {best}" in page
    assert f'"name":"{best}"' not in page.replace('": "', '":"')
    assert settings.left_out == frozenset()
