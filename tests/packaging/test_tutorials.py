"""The tutorials say what the program finds, with pictures of it, and their files are as made."""

import csv
import os
import re
import subprocess
import sys

import draw_tutorials
import make_tutorial_samples as samples
import pytest
from PySide6.QtGui import QImage
from sklearn.metrics import roc_auc_score
from tutorials import TUTORIALS, page
from tutorials.tutorial import APPLY, figures

from costcurve_gui.resources import resources_root
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.dialogs.help_pages import PAGES

HELP = resources_root() / "help"
MOST_BYTES = 900_000
STEPS = [(one, number) for one in TUTORIALS for number in range(len(one.steps))]
KEYS = [one.key for one in TUTORIALS]


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=KEYS)
def test_that_a_page_says_what_the_program_finds(tutorial):
    written = (HELP / f"{tutorial.key}.html").read_text(encoding="utf-8")
    assert written == page(tutorial, draw_tutorials.widths(draw_tutorials.FOLDER))
    assert (tutorial.key, tutorial.title) in PAGES


def test_that_the_screen_of_who_imports_the_script_stays_as_it_is():
    """Qt reads both when the application is made: that of the tests was scaled once."""
    code = "import os; before = {**os.environ}; import draw_tutorials; print(before == os.environ)"
    folder = resources_root().parent
    plain = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**plain, "PYTHONPATH": os.pathsep.join([str(folder), str(folder / "packaging")])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == "True"


def test_that_the_pictures_are_those_of_the_pages_and_small():
    named = {
        name
        for key in KEYS
        for name in re.findall(r'src="tutorials/(\w+)\.png"', (HELP / f"{key}.html").read_text())
    }
    files = {path.stem: path for path in draw_tutorials.FOLDER.glob("*.png")}
    assert files.keys() == named == {one.steps[number].picture.stem for one, number in STEPS}
    assert sum(path.stat().st_size for path in files.values()) < MOST_BYTES
    for path in files.values():
        image = QImage(str(path))
        assert 450 <= image.width() <= 900, path
        assert path.stat().st_size > 10_000, path  # no empty picture


@pytest.mark.parametrize(("tutorial", "number"), STEPS, ids=[f"{a.key}-{b}" for a, b in STEPS])
def test_that_the_figures_of_a_step_are_those_of_its_cases(tutorial, number):
    """Count the confusion matrix anew from the file, at the threshold that the answer names."""
    snapshot = tutorial.snapshot(number)
    key = snapshot.selected or snapshot.best
    model = snapshot.models[key]
    policy = model.policy
    path = resources_root() / "sample_data" / f"{tutorial.example}.csv"
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    positive = {"bad", "bought", "malignant", "donated"}
    scores = [float(row[f"score_{model.info.name}"]) for row in rows]
    is_positive = [row["label"] in positive for row in rows]
    acted = [share_acted_on(policy, *one) for one in zip(scores, is_positive, strict=True)]
    found = sum(a * b for a, b in zip(acted, is_positive, strict=True))
    alarms = sum(acted) - found
    tpr = found / sum(is_positive)
    fpr = alarms / (len(rows) - sum(is_positive))
    prior, population = policy.prior, snapshot.settings.selection.population
    said = figures(snapshot)
    assert said["tpr"] == f"{100 * tpr:.1f}\u202f%".replace("\u202f", said["tpr"][-2])
    assert whole(said["found"]) == round(prior * tpr * population)
    assert whole(said["false_alarms"]) == round((1 - prior) * fpr * population)
    assert said["model"] in said["answer"]


def share_acted_on(policy, score, is_positive):
    """Return how often a case is acted on: of those that are referred as often as persons do."""
    review = policy.review
    if score >= policy.threshold or review is None or score < review.threshold:
        return float(score >= policy.threshold)
    return review.tpr if is_positive else review.fpr


def whole(text):
    return int(re.sub(r"\D", "", text))


@pytest.mark.parametrize(("tutorial", "number"), STEPS, ids=[f"{a.key}-{b}" for a, b in STEPS])
def test_that_a_step_shows_a_panel_or_a_view(tutorial, number):
    assert tutorial.steps[number].picture.dock in {*VIEWS, "payoffs", "decision", "data", APPLY}


@pytest.mark.parametrize(
    ("path", "make"),
    [(samples.MAILING, samples.mailing), (samples.SCREENING, samples.screening)],
    ids=["mailing", "screening"],
)
def test_that_the_script_writes_the_shipped_file(path, make):
    with path.open(encoding="utf-8", newline="") as file:
        shipped = list(csv.DictReader(file))
    made = make()
    assert list(shipped[0]) == list(made)
    for name, column in made.items():
        found = [row[name] for row in shipped]
        if name.startswith("score"):  # the last decimal is the processor's
            assert [float(one) for one in found] == pytest.approx(column, abs=2e-6)
        else:
            assert found == [str(one) for one in column]


def test_that_the_simulated_customers_are_as_hard_to_tell_as_real_ones():
    made = samples.mailing()
    bought = [one == "bought" for one in made["label"]]
    assert 200 < sum(bought) < 280  # 238 in the CoIL Challenge
    for name, scores in made.items():
        if name.startswith("score"):
            assert 0.67 < roc_auc_score(bought, scores) < 0.74
