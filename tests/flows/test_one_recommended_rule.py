"""One rule is recommended: page, record, notebook, decide, rule, verify, picture and window agree.

Each report is written once; what the doors say of it is compared with its policy.json.
"""

from __future__ import annotations

import csv
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QLabel

import costcurve_gui.cli.pictures as drawing
from costcurve_gui.analysis import criteria
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.projects import save_project
from costcurve_gui.analysis.recommended import recommended
from costcurve_gui.cli.deciding import run as decide
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.report import run as report
from costcurve_gui.cli.report import write_with_pictures
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.cli.rule_code import run as rule
from costcurve_gui.cli.verifying import run as verify
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.notebook.comparison import Comparison
from costcurve_gui.policies.saved import policies_of
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.figures import FigureLabel
from costcurve_gui.window.decision_files import decision_content
from tests.helpers.mailing import mailing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.report_input import ReportPart

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "sample_data"
GERMAN = ("german_credit_half.csv", "--positive", "bad")
MONEY = ("--fn=-amount", "--fp=-0.05*amount", "--prior", "0.05")
DONORS = ("donors_2000.csv", "--positive", "donated")
GIFTS = ("--tp", "gift-1", "--fp=-1", "--fn", "0", "--tn", "0")
CHARITY = ("charity.csv", "--tp=amount-1", "--fp=-1", "--fn", "0", "--tn", "0")
CAPACITY = ("--capacity", "300", "--population", "2134")
REPORTS = {
    "no_bound": (*GERMAN,),
    "money": (*GERMAN, *MONEY),
    "false_alarms": (*GERMAN, "--max-fpr", "0.1"),
    "false_alarms_money": (*GERMAN, *MONEY, "--max-fpr", "0.1"),
    "cases": (*GERMAN, *CAPACITY),
    "charity": (*CHARITY, *CAPACITY),
    "charity_unbound": (*CHARITY,),
    "both_bounds": (*GERMAN, *MONEY, "--max-fpr", "0.1", *CAPACITY),
    "least_rate": (*GERMAN, *MONEY, "--min-tpr", "0.9"),
    "precision": (*GERMAN, "--min-precision", "0.5"),
    "budget": (*GERMAN, *MONEY, "--budget", "500", "--price", "2", "--population", "1000"),
    "share": (*GERMAN, "--max-share", "0.2", "--objective", "profit"),
    "objective": (*GERMAN, *MONEY, "--max-fpr", "0.2", "--objective", "tpr"),
    "objective_alone": (*GERMAN, "--objective", "tpr"),
    "threshold": (*GERMAN, *MONEY, "--threshold", "0.4"),
    "derived": (
        *GERMAN,
        *MONEY,
        *CAPACITY,
        "--derive",
        "weighted:mlp",
        "--derive",
        "and:mlp@0.3,naive_bayes@0.1",
    ),
    "derived_first": (*CHARITY, *CAPACITY, "--derive", "weighted:expected_gift"),
    "reversed": (*GERMAN, *MONEY, "--lower-is-positive", "score_mlp", "--max-fpr", "0.3"),
    "belief": (*GERMAN, *MONEY, "--prior-belief", "range:0.02,0.1", "--belief", "beta:2,5"),
    "segments": (*DONORS, *GIFTS, *CAPACITY, "--segment", "region"),
    "band": (*DONORS, *GIFTS, "--review-cost", "0.5", *CAPACITY),
    "cost_ratio": ("breast_cancer_cv10.csv", "--positive", "malignant", "--cost-ratio", "8"),
    "ratio_in_bounds": ("sonar_cv10.csv", "--positive", "M", "--fn=-3", "--max-fpr", "0.05"),
}
EXPECTED = {
    "false_alarms": "neyman_pearson_single",
    "false_alarms_money": "neyman_pearson_profit_single",
    "reversed": "neyman_pearson_profit_single",
    "ratio_in_bounds": "neyman_pearson_profit_single",
    "cases": "workforce_single",
    **dict.fromkeys(
        ("charity", "derived", "derived_first", "segments", "band"), "workforce_profit_single"
    ),
    **dict.fromkeys(
        ("both_bounds", "least_rate", "precision", "budget", "share", "objective"),
        "constrained_single",
    ),
}
"""The criteria that are not min_cost."""


@dataclass
class Written:
    """A report, and what was read and drawn for it."""

    file: Path
    folder: Path
    part: ReportPart
    comparison: Comparison
    drawn: Snapshot

    @property
    def policy_file(self) -> Path:
        return self.folder / "policy.json"

    @property
    def content(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.policy_file.read_text(encoding="utf-8"))
        return found

    @property
    def entry(self) -> dict[str, Any]:
        """The recommended entry of policy.json."""
        named = self.content["recommended"]
        (found,) = (
            one
            for one in self.content["policies"]
            if (one["criterion"], one["model"]) == (named["criterion"], named["model"])
        )
        return found


@pytest.fixture(scope="module")
def patched() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


def write(words: tuple[str, ...], folder: Path, patch: pytest.MonkeyPatch) -> Written:
    """Write a report with its page, record and one picture, of which the snapshot is kept."""
    folder.mkdir()
    file = SAMPLES / words[0]
    if words[0] == "charity.csv":
        file = mailing().write(folder.parent / "charity.csv")
    drawn: list[Snapshot] = []
    patch.setattr(drawing, "write_picture", lambda _path, snapshot, _: drawn.append(snapshot))
    patch.setattr(drawing, "drawn_views", lambda: (VIEWS["roc"],))
    bare = ("--bootstrap", "0", "--format", "csv,html,record,png", "--table", "selection")
    options = parse_options([str(file), *words[1:], *bare, "--out", str(folder)])
    study = read_report_input(options)
    write_with_pictures(study, folder)
    return Written(file, folder, study.parts[0], Comparison(study, {}), drawn[0])


@pytest.fixture(scope="module")
def written(
    request: pytest.FixtureRequest,
    qapp: object,
    tmp_path_factory: pytest.TempPathFactory,
    patched: pytest.MonkeyPatch,
) -> Written:
    folder = tmp_path_factory.mktemp("one_rule") / "out"
    return write(REPORTS[request.param], folder, patched)


every_report = pytest.mark.parametrize("written", REPORTS, indirect=True, scope="module")


@every_report
def test_that_every_door_has_the_recommended_rule(
    written: Written, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    entry, name = written.entry, request.node.callspec.params["written"]
    assert entry["criterion"] == EXPECTED.get(name, "min_cost")
    assert entry["applicable"]
    assert (name == "derived_first") is ("comes first" in written.content["recommended"]["why"])
    assert written.content["recommended"]["why"]
    table_agrees(written, entry)
    record_agrees(written, entry)
    page_agrees(written, entry)
    for snapshot in (written.drawn, written.part.snapshot):
        snapshot_agrees(snapshot, entry)
    notebook_agrees(written, entry)
    window_agrees(written.part.snapshot, entry)
    commands_agree(written, entry, capsys)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def table_agrees(written: Written, entry: dict[str, Any]) -> None:
    """Look the entry up in selection.csv: it is the winner, unless that cannot be applied."""
    rows = [
        row
        for row in rows_of(written.folder / "selection.csv")
        if row["criterion"] == entry["criterion"]
    ]
    (own,) = (row for row in rows if row["model"] == entry["model"])
    for figure in ("fpr", "tpr", "fraction_targeted", "expected_profit"):
        assert float(own[figure]) == entry["expected"][figure]
    (winner,) = (row["model"] for row in rows if row["best"] == "true")
    by_model = {
        one["model"]: one
        for one in written.content["policies"]
        if one["criterion"] == entry["criterion"]
    }
    assert winner == entry["model"] or not by_model[winner]["applicable"]
    if winner != entry["model"]:  # as in derived_first
        assert winner in written.content["recommended"]["why"]


def record_agrees(written: Written, entry: dict[str, Any]) -> None:
    record = json.loads((written.folder / "record.json").read_text(encoding="utf-8"))
    assert record["decision"] == entry
    assert {one["model"] for one in record["rejected"]} == {
        *(model for model in written.comparison.models if model != entry["model"]),
        *("act on all", "act on none"),
    }


def page_agrees(written: Written, entry: dict[str, Any]) -> None:
    page = (written.folder / "report.html").read_text(encoding="utf-8")
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    scene = json.loads(found[1])
    model = scene["models"][scene["selected"]]
    assert model["name"] == entry["model"]
    rates = {name: model["policy"][name] for name in ("fpr", "tpr")}
    assert rates == {name: entry["expected"][name] for name in rates}
    for cell, cases in counts_of(written.part.snapshot, entry).items():
        (text,) = re.findall(rf'id="matrix-{cell}"[^>]*>([^<]*)<', page)
        assert text == numbers.count(cases)


def counts_of(snapshot: Snapshot, entry: dict[str, Any]) -> dict[str, float]:
    """Return the expected counts by the rates of a policy."""
    population = snapshot.settings.selection.population
    positives = population * snapshot.condition.prior
    fpr, tpr = (entry["expected"][name] for name in ("fpr", "tpr"))
    return {
        "tp": positives * tpr,
        "fn": positives * (1 - tpr),
        "fp": (population - positives) * fpr,
        "tn": (population - positives) * (1 - fpr),
    }


def snapshot_agrees(snapshot: Snapshot, entry: dict[str, Any]) -> None:
    found = recommended(snapshot)
    assert found is not None
    assert snapshot.selected == found.key
    assert (found.criterion, found.model) == (entry["criterion"], entry["model"])
    policy = snapshot.models[found.key].policy
    assert (policy.fpr, policy.tpr) == (entry["expected"]["fpr"], entry["expected"]["tpr"])
    if entry["threshold"] != "none":
        assert abs(policy.threshold) == abs(float(entry["threshold"]))


def notebook_agrees(written: Written, entry: dict[str, Any]) -> None:
    decision = written.comparison.decision()
    assert (decision.criterion, decision.model) == (entry["criterion"], entry["model"])
    assert decision.expected_profit == entry["expected"]["expected_profit"]
    assert json.loads(json.dumps(written.comparison.policy()["policies"])) == [
        {**entry, "best": True}  # of the models that it lists
    ]
    assert decision.model in decision.sentence or "no model is cheaper" in decision.sentence


def window_agrees(snapshot: Snapshot, entry: dict[str, Any]) -> None:
    """Look at the Decision of the window, and at what *Save policy* writes there."""
    panel = DecisionPanel()
    panel.show_snapshot(snapshot)
    for cell, cases in counts_of(snapshot, entry).items():
        label = panel.findChild(FigureLabel, f"confusion_{cell}_count")
        assert label is not None
        assert label.full_text == numbers.count(cases)
    name = panel.findChild(QLabel, "decision_model")
    assert name is not None
    assert name.text().replace("\u200b", "") == entry["model"] or "all" in name.text()
    content = decision_content(snapshot, None, hashed=False)
    named = content["recommended"]
    assert (named["criterion"], named["model"]) == (entry["criterion"], entry["model"])
    panel.deleteLater()


def commands_agree(
    written: Written, entry: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    policy, out = ("--policy", str(written.policy_file)), written.folder / "decided.csv"
    assert decide([str(written.file), *policy, "--missing", "leave", "--out", str(out)]) == 0
    decided = rows_of(out)
    assert {row["model"] for row in decided} == {entry["model"]}
    data, acted = (
        written.part.snapshot.curve_set.dataset,
        sum(r["decision"] == "1" for r in decided),
    )
    rates = [entry["expected"][name] for name in ("fpr", "tpr")]
    sizes = data.rows - data.positives, data.positives
    assert acted == pytest.approx(sum(r * size for r, size in zip(rates, sizes, strict=True)))
    capsys.readouterr()
    assert rule([*policy, "--language", "python"]) == 0
    code: dict[str, Any] = {}
    exec(capsys.readouterr().out, code)  # noqa: S102 - what the program itself printed
    (column,) = {entry["score_column"]}
    for row, case in zip(decided[:200], rows_of(written.file), strict=False):
        assert str(code["decide"](float(case[column]))) == row["decision"]
    checked = written.folder / "verified.csv"
    words = ("--criterion", "recommended", "--bootstrap", "0", "--out", str(checked))
    assert verify([str(written.file), *policy, *words]) == 0
    for row in rows_of(checked):
        assert (row["criterion"], row["model"]) == (entry["criterion"], entry["model"])
        assert float(row["planned"]) == entry["expected"][row["quantity"]]
        assert float(row["observed"]) == pytest.approx(float(row["planned"]), rel=1e-9)


def test_that_counts_have_a_rule_that_decide_refuses_with_the_reason(
    qapp: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("breast_cancer_family.csv", "--fn=-5", "--max-fpr", "0.1")
    written = write(words, tmp_path / "out", monkeypatch)
    entry = written.entry
    assert (entry["criterion"], entry["applicable"]) == ("neyman_pearson_profit_single", False)
    record_agrees(written, entry)
    page_agrees(written, entry)
    window_agrees(written.part.snapshot, entry)
    decided = written.comparison.decision()
    assert (decided.criterion, decided.model) == (entry["criterion"], entry["model"])
    policy = ("--policy", str(written.policy_file))
    assert decide([str(written.file), *policy, "--out", str(tmp_path / "d.csv")]) == 2
    assert "cannot be applied to rows: the file has counts" in capsys.readouterr().err


def test_that_several_classes_have_the_rule_of_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = str(SAMPLES / "wine_cv10.csv"), tmp_path / "out"
    words = ("--label", "label", "--proba", "proba_naive_bayes_*", "--bootstrap", "0")
    assert report([file, *words, "--format", "record", "--out", str(out)]) == 0
    content = json.loads((out / "policy.json").read_text(encoding="utf-8"))
    named = content["recommended"]
    assert (named["criterion"], named["positive"]) == ("min_cost", "class_0")
    record = json.loads((out / "record.json").read_text(encoding="utf-8"))
    assert record["decision"]["positive"] == "class_0"
    policy = ("--policy", str(out / "policy.json"), "--out", str(tmp_path / "d.csv"))
    assert decide([file, *policy]) == 0
    assert record["decision"]["score_column"] == "proba_naive_bayes_class_0"
    said = f"policy: min_cost of {named['model']}; 178 rows, "
    assert said in capsys.readouterr().err


def test_that_nothing_is_recommended_where_no_threshold_keeps_the_bounds(
    qapp: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = (*GERMAN, "--min-precision", "0.99", "--min-tpr", "0.9")
    written = write(words, tmp_path / "out", monkeypatch)
    named = written.content["recommended"]
    assert (named["criterion"], named["model"]) == (None, None)
    record = json.loads((written.folder / "record.json").read_text(encoding="utf-8"))
    assert (record["decision"], record["rejected"]) == (None, [])
    page = (written.folder / "report.html").read_text(encoding="utf-8")
    assert "No threshold keeps both bounds" in page
    policy = ("--policy", str(written.policy_file))
    assert decide([str(written.file), *policy, "--out", str(tmp_path / "d.csv")]) == 2
    said = capsys.readouterr().err
    assert "recommends no rule: no threshold keeps the bounds" in said
    assert "min_cost" in said
    with pytest.raises(ValueError, match="no rule is recommended"):
        written.comparison.decision()
    assert "No threshold keeps both bounds" in written.comparison._repr_html_()


def test_that_a_project_recommends_the_rule_and_the_model_that_were_chosen(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = example_of("german_credit_half")
    assert example is not None
    loaded = load_example("dataset1", example)
    chosen = loaded.settings.selection
    settings = replace(
        loaded.settings,
        selection=replace(chosen, criterion=criteria.CLOSEST_TO_CORNER),
        selected=loaded.info.models[2].key,
    )
    save_project(tmp_path / "a.ccproj", loaded.file, settings, None)
    written = write((str(tmp_path / "a.ccproj"),), tmp_path / "out", monkeypatch)
    entry = written.entry
    assert (entry["criterion"], entry["model"]) == ("closest_to_corner", loaded.info.models[2].name)
    assert "the rule that was chosen" in written.content["recommended"]["why"]
    record_agrees(written, entry)
    page_agrees(written, entry)
    snapshot_agrees(written.drawn, entry)
    notebook_agrees(written, entry)
    window_agrees(written.part.snapshot, entry)


def test_that_a_file_of_before_is_read_by_its_first_criterion(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("--max-fpr", "0.1", "--bootstrap", "0", "--format", "csv", "--table", "selection")
    assert report([str(SAMPLES / GERMAN[0]), *GERMAN[1:], *words, "--out", str(out)]) == 0
    content = json.loads((out / "policy.json").read_text(encoding="utf-8"))
    assert policies_of(content).choose().criterion == "neyman_pearson_single"
    named = content.pop("recommended")
    assert policies_of(content).choose() == policies_of(content).choose("min_cost")
    for wrong in ({**named, "model": "nobody"}, {**named, "criterion": "luck"}):
        with pytest.raises(DataError, match=r"nobody|luck"):
            policies_of({**content, "recommended": wrong}).choose()
    with pytest.raises(DataError, match=r"recommended\.why is missing"):
        policies_of({**content, "recommended": {"criterion": "youden", "model": "mlp"}})


def test_that_all_doors_follow_where_another_rule_is_recommended(
    qapp: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(criteria, "recommended_rule", lambda *_: criteria.YOUDEN)
    written = write((*GERMAN, *MONEY, "--max-fpr", "0.1"), tmp_path / "out", monkeypatch)
    entry = written.entry
    assert entry["criterion"] == "youden"
    record_agrees(written, entry)
    page_agrees(written, entry)
    snapshot_agrees(written.drawn, entry)
    notebook_agrees(written, entry)
    window_agrees(written.part.snapshot, entry)
    commands_agree(written, entry, capsys)
