"""In another language nothing of the window stays English but what files, papers and Qt say."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from costcurve_gui.analysis.examples import examples as files_with_the_program
from costcurve_gui.analysis.examples import paper_examples

OF_QT = {"Close", "Float", "Scroll Left", "Scroll Right"}
SYMBOLS = {"AUC", "ROC", "ROCIV", "DET", "P(cheapest)", "SQL", "Python", "Excel", "Wilson"}
OF_THE_FILE = {
    *("german_credit_half", "csv", "bad", "good", "refuse", "refused", "grant", "granted"),
    *("applicant", "applicants", "amount", "Today", "models", "echoes", "Neyman", "Pearson"),
    *("logistic_regression", "naive_bayes", "mlp", "decision_tree", "random_forest"),
    *("gradient_boosting", "naive_", "bayes", "Ctrl", "Shift", "Alt"),
}
WORDS = re.compile(r"[^\W\d]{3,}")


def examples() -> set[str]:
    """Return what the files that ship with the program say of themselves."""
    found = (*files_with_the_program(), *paper_examples())
    return {text for one in found for text in (one.title, *one.lines)}


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    settings = tmp_path_factory.mktemp("settings") / "settings.ini"
    command = [sys.executable, "-m", "tests.window.made_up_language", str(settings)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_that_every_text_of_the_window_can_be_translated(shown):
    said = {text for text in shown["not"] if text not in examples() | OF_QT and "/" not in text}
    words = {word for text in said for word in WORDS.findall(text)}
    assert words - OF_THE_FILE - {one for text in SYMBOLS for one in WORDS.findall(text)} == set()


def test_that_the_window_is_in_the_other_language(shown):
    assert shown["translated"] > 500
