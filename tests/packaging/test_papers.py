import re
from dataclasses import fields, is_dataclass

import numpy as np
import papers
import pytest
from paper_figures import figures
from paper_figures.annotated import Annotated
from paper_figures.page import page
from paper_figures.snapshots import PAPERS
from paper_figures.texts import TEXTS
from PySide6.QtGui import QImage

from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import Origin, load_example
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.dataio.table_kind import TableKind, table_kind
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.resources import resources_root
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting.marks import Line
from costcurve_gui.views.plotting.sheet import PRINT

HELP = resources_root() / "help"
MOST_BYTES = 650_000


@pytest.fixture(scope="module")
def shown():
    return tuple(figures())


def test_that_the_program_finds_the_numbers_of_the_sources(shown):
    checks = [(figure.anchor, check) for figure in shown for check in figure.checks]
    assert len(checks) > 80
    for anchor, check in checks:
        assert check.holds is check.agrees, (anchor, check)


def test_that_the_lines_of_figure_3_run_from_one_error_rate_to_the_other(shown):
    (figure,) = (one for one in shown if one.anchor == "dh06-3")
    picture = figure.pictures[0]
    assert picture.view == "regret"
    assert Annotated(picture).axes(picture.snapshot)[1].title == "Error rate"
    marks = Annotated(picture).static_items(picture.snapshot, PRINT)
    lines = [mark for mark in marks if isinstance(mark, Line) and mark.key == "highlight"]
    ends = [(*line.x, *(round(float(y), 3) for y in line.y)) for line in lines]
    assert ends == [(0, 1, 0.111, 0.211), (0, 1, 0.2, 0.1)]  # false positive, then negative rates
    assert not any(getattr(mark, "key", "") in picture.snapshot.models for mark in marks)


def test_that_intervals_overlap_while_the_paired_difference_is_significant(shown):
    checks = {one.what: one.shown for figure in shown for one in figure.checks}
    assert checks["share of PC(+) at which the intervals overlap"] == "1.00"
    high, low = (
        checks[f"share {which} correlation"]
        for which in (
            "of PC(+) with a significant difference, high",
            "with a significant one, low",
        )
    )
    assert (high, low) == ("1.00", "0.00")
    path = PAPERS / "drummond_holte2006_figure_17.csv"
    cases = np.genfromtxt(path, delimiter=",", skip_header=1, usecols=(1, 2, 3, 4))
    positive = np.arange(len(cases)) < 200
    wrong = (cases == 1) != positive[:, None]
    assert wrong[positive].sum(axis=0).tolist() == [16, 9, 9, 9]  # one cost curve for three
    assert wrong[~positive].sum(axis=0).tolist() == [44, 39, 39, 39]
    together = [(wrong[:, 0] & wrong[:, at]).sum() for at in (1, 2, 3)]
    assert together == [48, 3, 8]


def test_that_every_disagreement_is_explained_on_the_page(shown):
    differing = {figure.anchor for figure in shown if not all(one.agrees for one in figure.checks)}
    assert differing == {"f04-10", "dh06-12"}
    assert "the exact k is 94/165" in TEXTS["f04-10"].seen
    assert "a little too early" in TEXTS["dh06-12"].seen


def test_that_the_page_says_what_the_sample_files_give(shown):
    assert (HELP / "papers.html").read_text(encoding="utf-8") == page(shown)


def test_that_every_figure_has_its_words_and_its_numbers(shown):
    assert [figure.anchor for figure in shown] == list(TEXTS)
    assert all(figure.checks for figure in shown)


def test_that_the_sample_files_named_are_there_and_none_is_left_out():
    named = set(re.findall(r"\w+\.csv", (HELP / "papers.html").read_text(encoding="utf-8")))
    folder = resources_root() / "sample_data"
    assert {path.name for path in (folder / "papers").glob("*.csv")} == named - {
        "german_credit_half.csv"
    }
    readme = (folder / "papers" / "README.md").read_text(encoding="utf-8")
    assert all(name in readme for name in named)


@pytest.mark.parametrize("path", sorted(PAPERS.glob("*.csv")), ids=lambda path: path.stem)
def test_that_a_sample_file_opens_without_a_question(path):
    source = Origin.of(path).open(None, NO_PROGRESS)
    assert table_kind(source) is TableKind.CONFUSION or not propose_roles(source).problems


def test_that_the_pictures_are_those_of_the_page_sharp_and_small(shown):
    sizes = {one.stem: one.size for figure in shown for one in figure.pictures}
    files = {path.stem: path for path in (HELP / "papers").glob("*.png")}
    assert files.keys() == sizes.keys()
    for stem, (width, height) in sizes.items():
        image = QImage(str(files[stem]))
        assert image.width() == pytest.approx(width * papers.SHARPNESS, abs=1)
        assert image.height() == pytest.approx(height * papers.SHARPNESS, abs=1)
    assert sum(path.stat().st_size for path in files.values()) < MOST_BYTES


@pytest.mark.parametrize("anchor", ["f04-10", "f04-12"])
def test_that_figures_of_two_classifiers_are_what_the_opened_file_shows(shown, anchor):
    (picture,) = next(one for one in shown if one.anchor == anchor).pictures
    loaded = load_example("papers", example_of(anchor))  # as the window does
    opened = build_snapshot(loaded.curve_set, loaded.settings)
    drawn, view = Annotated(picture), plot_view("roc")
    assert picture.marks == ()
    assert seen(drawn, picture.snapshot) == seen(view, opened)


def seen(view, snapshot):
    """Return all that a view draws and offers to drag, in words."""
    marks = (*view.static_items(snapshot, PRINT), *view.dynamic_items(snapshot, PRINT))
    handles = [(one.name, one.x, one.y, one.text) for one in view.handles(snapshot)]
    return [described(mark) for mark in marks], handles


def described(mark):
    values = (getattr(mark, one.name) for one in fields(mark))
    return type(mark).__name__, *(np.array(value).tolist() for value in plain(values))


def plain(values):
    for value in values:
        yield [described(one) for one in value] if is_marks(value) else repr(value)


def is_marks(value):
    return isinstance(value, tuple) and bool(value) and all(map(is_dataclass, value))


@pytest.mark.parametrize("anchor", TEXTS)
def test_that_a_figure_opens_as_it_is_drawn(shown, anchor):
    figure = next(one for one in shown if one.anchor == anchor)
    loaded = load_example("papers", example_of(anchor))
    drawn = [one.snapshot for one in figure.pictures]
    assert any(one.settings == loaded.settings for one in drawn)
    page_text = (HELP / "papers.html").read_text(encoding="utf-8")
    assert f'href="example:{anchor}">Open this file</a>' in page_text


def test_that_a_second_drawing_has_the_same_bytes(qapp, shown, tmp_path):
    of_each_view = {one.view: one for figure in shown for one in figure.pictures}
    for one in of_each_view.values():
        drawn = []
        for folder in ("first", "second"):
            (tmp_path / folder).mkdir(exist_ok=True)
            papers.draw(one, tmp_path / folder)
            drawn.append((tmp_path / folder / f"{one.stem}.png").read_bytes())
        assert drawn[0] == drawn[1]
        assert len(drawn[0]) > 5_000
