from __future__ import annotations

import time
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QImage

from costcurve_gui.analysis.intervals.results import Figure
from costcurve_gui.analysis.snapshot import decision_of
from costcurve_gui.analysis.validated_decision import (
    Split,
    ValidatedDecision,
    ValidatedFigure,
    label_of,
)
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.picture import picture_bytes, render_image, write_picture
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.shell.theme import DARK, LIGHT, apply_theme
from tests.helpers.choices import Choice
from tests.helpers.plot_frames import german_snapshot

pytestmark = pytest.mark.usefixtures("qapp")
VIEWS = ("roc", "rociv", "cost", "profit")
SMALL = ExportOptions(width_mm=100, height_mm=75, dpi=100)


def texts(view: str, snapshot=None, **options) -> list[str]:
    chosen = ExportOptions(view=view, format="svg", **options)
    root = ElementTree.fromstring(picture_bytes(snapshot or german_snapshot(), chosen))  # noqa: S314 (our own text)
    return ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("file_format", ["png", "svg"])
def test_that_the_same_snapshot_gives_the_same_bytes(view, file_format):
    options = replace(SMALL, view=view, format=file_format)
    first, second = (picture_bytes(german_snapshot(), options) for _ in range(2))
    assert first == second


def test_that_a_pdf_written_a_second_later_has_the_same_bytes():
    options = replace(SMALL, view="cost", format="pdf")
    first = picture_bytes(german_snapshot(), options)
    time.sleep(1.1)
    assert picture_bytes(german_snapshot(), options) == first
    assert first.startswith(b"%PDF-")
    assert first.rstrip().endswith(b"%%EOF")


def test_that_the_picture_has_the_size_and_resolution_asked_for(tmp_path):
    path = tmp_path / "cost.png"
    write_picture(path, german_snapshot(), ExportOptions(view="cost", dpi=300))
    image = QImage(str(path))
    assert (image.width(), image.height()) == (1890, 1417)
    assert image.dotsPerMeterX() == round(300 / 0.0254)
    assert not image.hasAlphaChannel()


def test_that_a_transparent_picture_has_no_ground():
    options = replace(SMALL, view="cost", transparent=True)
    image = QImage.fromData(picture_bytes(german_snapshot(), options))
    assert image.pixelColor(1, 1).alpha() == 0
    assert QImage.fromData(
        picture_bytes(german_snapshot(), replace(options, transparent=False))
    ).pixelColor(1, 1) == QImage.fromData(picture_bytes(german_snapshot(), SMALL)).pixelColor(1, 1)


@pytest.mark.parametrize("view", VIEWS)
def test_that_words_stay_words_in_svg(view):
    found = texts(view)
    snapshot = german_snapshot()
    assert any("of 6 models" in text and text.endswith(" applicants") for text in found)
    assert any(text.startswith("p(bad) 5 %, PC(+) 0.576") for text in found)
    source = "german_credit_half.csv \u00b7 sha-256 bc2e\u202608fe"
    assert any(text.startswith(source) for text in found)
    assert {model.info.name for model in snapshot.models.values()} <= set(found)


def test_that_axis_words_and_labels_are_those_of_the_view():
    found = texts("cost")
    assert {axis.title for axis in plot_view("cost").axes(german_snapshot())} <= set(found)
    assert {"refuse all", "grant all", "cheapest model", "PC(+) 0.576"} <= set(found)
    assert {"0", "0.2", "1", "0.0", "0.5"} <= set(found)
    assert {"perfect order", "random order", "grant all", "refuse all", "33.6 % refused"} <= set(
        texts("profit")
    )
    assert "fpr \u2264 0.200" in texts("roc", german_snapshot(criterion=Choice.NEYMAN_PEARSON))


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("title", "Lower envelopes of 6 models, 500 applicants"),
        ("condition", "p(bad) 5 %, PC(+) 0.576"),
        ("legend", "mlp"),
        ("source_line", "german_credit_half.csv \u00b7 sha-256 bc2e\u202608fe"),
    ],
)
def test_that_what_is_switched_off_and_nothing_else_is_missing(part, words):
    assert any(words in text for text in set(texts("cost")) - set(texts("cost", **{part: False})))
    others = {"title", "condition", "legend", "source_line"} - {part}
    assert any(words in text for text in texts("cost", **dict.fromkeys(others, False)))


def test_that_a_date_stands_in_the_source_line_only_where_it_is_given():
    chosen = replace(SMALL, view="cost", format="svg")
    dated = picture_bytes(german_snapshot(), chosen, date="21 November 2026").decode()
    assert "08fe \u00b7 21 November 2026" in dated
    assert "November" not in picture_bytes(german_snapshot(), chosen).decode()


def test_that_a_file_whose_hash_is_not_known_yet_is_named_without_it():
    snapshot = german_snapshot()
    data = replace(snapshot.curve_set.dataset, sha256="")
    found = texts("cost", replace(snapshot, curve_set=replace(snapshot.curve_set, dataset=data)))
    assert "german_credit_half.csv" in found
    assert not any("sha-256" in text for text in found)


def test_that_the_stretch_on_the_screen_is_the_stretch_in_the_picture():
    zoomed = Bounds(0.4, 0.6, 0.2, 0.3)
    chosen = replace(SMALL, view="cost", format="svg")
    found = picture_bytes(german_snapshot(), chosen, zoomed).decode()
    assert ">0.55<" in found
    assert ">0.8<" not in found


def test_that_the_theme_of_the_window_does_not_reach_the_paper(qapp):
    before = picture_bytes(german_snapshot(), SMALL)
    try:
        apply_theme(qapp, DARK)
        after = picture_bytes(german_snapshot(), SMALL)
    finally:
        apply_theme(qapp, LIGHT)
    assert np.array_equal(QImage.fromData(before).pixelColor(1, 1).getRgb(), (255, 255, 255, 255))
    assert QImage.fromData(after).pixelColor(1, 1).getRgb() == (255, 255, 255, 255)


def test_that_grips_are_drawn_only_where_asked_for():
    plain = render_image(german_snapshot(), replace(SMALL, view="cost"))
    with_grips = render_image(german_snapshot(), replace(SMALL, view="cost", handles=True))
    assert plain != with_grips


@pytest.mark.parametrize("view", VIEWS)
def test_that_the_selected_curve_is_on_the_paper(view):
    image = render_image(german_snapshot(), replace(SMALL, view=view, legend=False))
    wanted = int(LIGHT.models[1][1:], 16)
    pixels = np.array(image.constBits()).reshape(image.height(), -1, 4)[..., 2::-1].astype(int)
    colors = pixels[..., 0] * 65536 + pixels[..., 1] * 256 + pixels[..., 2]
    assert np.count_nonzero(colors == wanted) > 40


def test_that_the_legend_names_what_is_drawn():
    assert "mlp" in texts("roc")
    said = texts("instance_costs")
    assert "naive_bayes" in said
    assert "mlp" not in said


def test_that_a_picture_bears_the_mark_of_a_decision_until_it_is_validated():
    mark, snapshot = "elected and estimated on the same sample", german_snapshot()
    for one in (texts("roc"), texts("roc", condition=False)):
        assert sum(mark in text for text in one) == 1
    figure = ValidatedFigure(Figure(61.0), Figure(59.0), Figure(-2.0), None, True)
    found = ValidatedDecision(
        *(decision_of(snapshot), Split(), label_of(Split()), "", 0.5, None, 0.0),
        *("expected_profit", {"expected_profit": figure}, (250, 250), 0.9),
    )
    text = " ".join(texts("roc", replace(snapshot, validation=found)))
    assert mark not in text
    assert "alidated on a random split, seed 0: +59.00 DM per applicant" in text
    assert mark not in " ".join(texts("superiority"))
