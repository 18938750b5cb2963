"""Pictures are drawn, and the window shown, by processes of their own."""

import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from costcurve_gui import compare
from costcurve_gui.cli.report import run
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.notebook import comparison, plot, processes
from costcurve_gui.page.content import Facts, content
from costcurve_gui.window import from_notebook

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample_data" / "german_credit_half.csv"
OPTIONS = {"fn": "-amount", "fp": "-0.2*amount", "prior": 0.05, "max_fpr": 0.2, "bootstrap": 20}


@pytest.fixture(scope="module")
def credit():
    data = pd.read_csv(SAMPLE)
    scores = {"mlp": data["score_mlp"], "nb": data["score_naive_bayes"]}
    return compare(data["label"], scores, pos_label="bad", data=data, **OPTIONS)


def test_that_a_plot_is_an_svg_and_can_be_saved(credit, tmp_path):
    drawn = credit.plot("cost_space")
    root = ElementTree.fromstring(drawn._repr_svg_())  # noqa: S314 - drawn a moment ago
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    drawn.save(tmp_path / "cost.png", dpi=50)
    drawn.save(tmp_path / "cost.pdf")
    assert (tmp_path / "cost.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "cost.pdf").read_bytes().startswith(b"%PDF")


def test_that_a_view_goes_by_its_key_and_by_the_name_of_its_file():
    assert plot.view_named("cost") is plot.view_named("cost_space")


@pytest.mark.parametrize(("view", "said"), [("cots", "there is no picture"), ("folds", "Folds")])
def test_that_what_cannot_be_drawn_is_refused(credit, view, said):
    with pytest.raises(ValueError, match="view: ") as refused:
        credit.plot(view)
    assert said in str(refused.value)


def test_that_a_plot_is_saved_in_known_formats_alone(credit, tmp_path):
    drawn = credit.plot("roc")
    with pytest.raises(ValueError, match=r"path: 'roc\.jpg'"):
        drawn.save(tmp_path / "roc.jpg")
    with pytest.raises(ValueError, match="dpi: 0"):
        drawn.save(tmp_path / "roc.png", dpi=0)
    with pytest.raises(ValueError, match="dpi: 100000 is not above 0 and at most 2400"):
        drawn.save(tmp_path / "roc.png", dpi=100_000)
    with pytest.raises(TypeError, match="dpi: 'fine' is not a number"):
        drawn.save(tmp_path / "roc.png", dpi="fine")
    assert not list(tmp_path.iterdir())


def test_that_the_folder_of_a_report_is_a_path(credit):
    with pytest.raises(TypeError, match="out must be a folder, not NoneType"):
        credit.report(None, format="csv")


def test_that_html_has_the_sentence_a_row_a_criterion_and_four_pictures(credit):
    html = credit._repr_html_()
    assert credit.decision().sentence.split(":")[0] in html
    assert html.count("<img ") == 4
    assert html.count("<tr>") == len(credit.tables["selection"]["criterion"].unique())


def test_that_html_tells_new_cases_and_this_sample_apart(credit):
    html = credit._repr_html_()
    rows = credit.tables["selection"].set_index(["criterion", "model"])
    decision = credit.decision()
    profit = rows.loc[("min_cost", decision.model), "new_cases_profit"]
    assert decision.new_cases_profit[0] == profit
    assert f"<td>{profit:.4g}</td>" in html
    assert "expected_profit are those of this sample, which chose the thresholds" in html
    unknown = credit._best_rows.assign(new_cases_profit=np.nan)
    plain = plot.html([], unknown, None)
    assert "new_cases" not in plain
    assert "expected_profit are those of this sample, which chose the thresholds" in plain


def test_that_without_qt_there_is_a_table_and_a_word_for_the_rest(credit, monkeypatch):
    monkeypatch.setattr("costcurve_gui.startup.gui_extra.find_spec", lambda _: None)
    assert "<table" in credit._repr_html_()
    assert "<img" not in credit._repr_html_()
    for refused in (credit.plot, credit.show, lambda: credit.report("out", format="png")):
        with pytest.raises(ImportError, match=r"costcurve\[gui\]"):
            refused()


def test_that_a_report_of_arrays_has_the_pictures_of_the_command_line(tmp_path):
    words = ["--label", "label", "--positive", "bad", "--bootstrap", "0", "--format", "svg,csv"]
    assert run([str(SAMPLE), *words, "--out", str(tmp_path / "typed")]) == 0
    found = compare(SAMPLE, label="label", pos_label="bad", bootstrap=0)
    assert found.report(tmp_path / "called", format=["svg", "csv"]) == tmp_path / "called"
    typed = {path.name: path.read_bytes() for path in (tmp_path / "typed").iterdir()}
    called = {path.name: path.read_bytes() for path in (tmp_path / "called").iterdir()}
    assert typed == called


def test_that_a_folder_with_other_files_is_left_alone(credit, tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match=r"out .* give overwrite"):
        credit.report(tmp_path, format="csv")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_that_an_unknown_format_is_refused(credit, tmp_path):
    with pytest.raises(ValueError, match="format: 'gif'"):
        credit.report(tmp_path / "out", format="gif")


def handed_over(found, monkeypatch):
    """Return what a comparison hands over to the window, as it arrives there."""
    sent = []
    monkeypatch.setattr(comparison, "show", lambda given: sent.append(pickle.dumps(given)))
    found.show()
    return pickle.loads(sent[0])  # noqa: S301 - written one line above


def test_that_the_window_opens_on_the_same_cases_and_settings(credit, monkeypatch):
    given = handed_over(credit, monkeypatch)
    loaded = from_notebook._loaded(given, "d1", NO_PROGRESS)
    assert [model.name for model in loaded.info.models] == credit.models
    assert loaded.settings.payoff.fn == "-amount"
    assert loaded.settings.condition.prior == 0.05
    assert loaded.settings.selection.bounds.fpr == 0.2
    shown = {one.info.name: one.evaluation.auc for one in loaded.curve_set.models}
    assert shown == dict(credit.tables["models"][["model", "auc"]].to_numpy().tolist())


@pytest.mark.parametrize("columns", [1, 3], ids=["two classes", "three classes"])
def test_that_the_window_opens_on_derived_models_and_on_several_classes(columns, monkeypatch):
    rng = np.random.default_rng(1)
    if columns == 1:
        y_true, more = rng.random(60) < 0.4, {"derive": "calibrated:m", "threshold": 0.4}
        scores = {"m": y_true * 0.3 + rng.random(60)}
    else:
        y_true, more = rng.choice(["a", "b", "c"], 60), {}
        scores = {"m": rng.dirichlet([1, 1, 1], 60)}
    found = compare(y_true, scores, bootstrap=0, **more)
    loaded = from_notebook._loaded(handed_over(found, monkeypatch), "d7", NO_PROGRESS)
    names = [model.info.name for model in loaded.curve_set.models]
    assert names == found.models
    assert len(loaded.info.classes) == (0 if columns == 1 else 3)
    assert all(key.startswith("d7/") for key in loaded.settings.selection.thresholds)


def test_that_the_window_opens_on_a_file_and_on_counts(monkeypatch):
    for name, models in (("german_credit_half", 6), ("breast_cancer_family", 2)):
        path = SAMPLE.with_name(f"{name}.csv")
        words = {"label": "label", "pos_label": "bad"} if models == 6 else {}
        found = compare(path, bootstrap=0, **words)
        loaded = from_notebook._loaded(handed_over(found, monkeypatch), "d1", NO_PROGRESS)
        assert len(loaded.curve_set.models) == models
        assert loaded.info.path == str(path)


def test_that_the_window_opens_on_a_file_in_long_format_from_another_folder(tmp_path, monkeypatch):
    data = pd.read_csv(SAMPLE)[["id", "label", "score_mlp", "score_naive_bayes"]]
    long = data.melt(id_vars=["id", "label"], var_name="model", value_name="score")
    long.to_csv(tmp_path / "long.csv", index=False)
    monkeypatch.chdir(tmp_path)
    options = {"label": "label", "pos_label": "bad", "long": ("model", "id", "score")}
    found = compare("long.csv", bootstrap=0, **options)
    monkeypatch.chdir(ROOT)
    loaded = from_notebook._loaded(handed_over(found, monkeypatch), "d1", NO_PROGRESS)
    assert [model.info.name for model in loaded.curve_set.models] == found.models
    assert loaded.info.rows == len(data)


def test_that_the_window_lives_in_a_process_of_its_own(credit, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    credit.show()
    window = processes.windows[-1]
    time.sleep(2)
    assert window.poll() is None
    window.terminate()
    assert window.wait(30) in (143, -signal.SIGTERM)  # before its handlers are there


def test_that_a_window_without_a_display_is_refused(credit, monkeypatch):
    monkeypatch.setattr(processes, "has_display", lambda *_: False)
    with pytest.raises(RuntimeError, match="no display"):
        credit.show()


USE = f"""
import sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph"):
            import importlib.machinery
            return importlib.machinery.ModuleSpec(name, self)
    def create_module(self, spec):
        raise AssertionError(f"{{spec.name}} is imported by the notebook")
    def exec_module(self, module):
        pass

sys.meta_path.insert(0, NoQt())
from costcurve_gui import compare
found = compare({str(SAMPLE)!r}, label="label", pos_label="bad", bootstrap=0)
found.decision(), found.policy(), found.tables["selection"], found._repr_html_()
assert found.plot("cost_space")._repr_svg_().startswith("<?xml")
found.report(sys.argv[1], format=("csv", "png"))
"""


def test_that_no_qt_enters_the_process_of_the_notebook(tmp_path):
    command = [sys.executable, "-c", USE, tmp_path / "out"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "cost_space.png").is_file()


def test_that_a_report_for_the_person_who_decides_is_written(credit, tmp_path):
    folder = credit.report(tmp_path / "out", format=["html", "docx"])
    names = {file.name for file in folder.iterdir()}
    assert names == {"manifest.json", "policy.json", "report.html", "report.docx"}
    assert b"word/media/image3.png" in (folder / "report.docx").read_bytes()
    assert (folder / "report.html").read_bytes().startswith(b"<!DOCTYPE html>")


def test_that_the_paper_of_a_report_is_printed_in_a_child_process(credit):
    found = content(credit._part.snapshot, Facts())
    printed, again = (plot.press().paper(found, {}) for _ in range(2))
    assert printed.startswith(b"%PDF-")
    assert printed == again
