"""Pictures of a report show the rule that its tables list."""

import csv

import pytest

import costcurve_gui.cli.pictures as drawing
from costcurve_gui.cli.report import run
from costcurve_gui.views.catalogue import VIEWS
from tests.cli.conftest import SAMPLES

CREDIT = ("--positive", "bad", "--fn=-amount", "--fp=-0.05*amount", "--prior", "0.05")
RATES = ("--positive", "bad")
CAPACITY = ("--capacity", "150", "--population", "1000")
FIGURES = ("threshold", "fpr", "tpr", "expected_profit")


@pytest.fixture
def report_of(qapp, monkeypatch, tmp_path):
    """Write tables and pictures; return the snapshot that is drawn, and the rows of a table."""

    def write(*words, file="german_credit_half.csv"):
        drawn = []
        monkeypatch.setattr(
            drawing, "write_picture", lambda path, snapshot, _: drawn.append((path, snapshot))
        )
        monkeypatch.setattr(drawing, "drawn_views", lambda: (VIEWS["roc"],))
        out = tmp_path / "out"
        bare = ("--format", "csv,png", "--bootstrap", "0", "--out", str(out))
        assert run([str(SAMPLES / file), *words, *bare]) == 0
        (_, snapshot), *_ = drawn
        return snapshot, lambda name: _rows(out / name)

    return write


def _rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("words", "criterion"),
    [
        (RATES, "min_cost"),
        ((*RATES, "--max-fpr", "0.1"), "neyman_pearson_single"),
        ((*RATES, *CAPACITY), "workforce_single"),
        ((*CREDIT, "--max-fpr", "0.1"), "neyman_pearson_profit_single"),
        ((*CREDIT, *CAPACITY), "workforce_profit_single"),
        ((*CREDIT, "--threshold", "0.4"), "min_cost"),
        ((*CREDIT, *CAPACITY, "--threshold", "0.4"), "workforce_profit_single"),
        ((*CREDIT, *CAPACITY, "--max-fpr", "0.1"), "constrained_single"),
        ((*CREDIT, *CAPACITY, "--objective", "profit"), "constrained_single"),
        ((*RATES, "--min-tpr", "0.9"), "constrained_single"),
        ((*RATES, "--objective", "tpr"), "min_cost"),
    ],
)
def test_that_pictures_show_the_rule_of_the_tables(report_of, words, criterion):
    snapshot, rows = report_of(*words)
    listed = {row["model"]: row for row in rows("selection.csv") if row["criterion"] == criterion}
    assert len(listed) == len(snapshot.models)
    for model in snapshot.models.values():
        row = listed[model.info.name]
        shown = [getattr(model.policy, figure) for figure in FIGURES]
        assert shown == pytest.approx([float(row[figure]) for figure in FIGURES])
    best = snapshot.models[snapshot.best].info.name
    assert listed[best]["best"] == "true"
    assert snapshot.selected == snapshot.best


def test_that_a_threshold_of_leaves_is_reported_beside_the_rule(report_of):
    words = ("--positive", "malignant", "--threshold", "0.5")
    snapshot, rows = report_of(*words, file="breast_cancer_leaves.csv")
    manual = {row["model"]: row for row in rows("selection.csv") if row["criterion"] == "manual"}
    shown = {model.info.name: model.policy for model in snapshot.models.values()}
    assert manual.keys() == shown.keys()
    assert {policy.criterion for policy in shown.values()} == {"min_cost"}


def test_that_pictures_show_the_first_mixture_of_the_tables(report_of):
    snapshot, rows = report_of(*CREDIT, *CAPACITY, "--mix", "mlp@0.5,random_forest@0.5")
    (row,) = rows("mixtures.csv")
    point = snapshot.mix.found.point
    assert (point.fpr, point.tpr) == (float(row["fpr"]), float(row["tpr"]))


def test_that_documents_draw_the_curves_of_the_pictures(qapp, monkeypatch, tmp_path):
    pictures, documents = [], []
    monkeypatch.setattr(drawing, "write_picture", lambda _path, shown, _: pictures.append(shown))
    monkeypatch.setattr(drawing, "document_pictures", lambda shown: documents.append(shown) or {})
    monkeypatch.setattr(drawing, "drawn_views", lambda: (VIEWS["roc"],))
    bare = ("--format", "docx,png", "--bootstrap", "0", "--out", str(tmp_path / "out"))
    assert run([str(SAMPLES / "german_credit_half.csv"), *RATES, *bare]) == 0
    assert pictures
    assert documents
    assert {shown.settings.hidden for shown in (*documents, *pictures)} == {None}
