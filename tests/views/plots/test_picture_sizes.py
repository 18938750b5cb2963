"""Every picture can be read, whatever its page, its resolution, its text and its view.

A share of all combinations in a usual run, all of them with `pytest -m slow`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from costcurve_gui import compare
from costcurve_gui.cli.picture_snapshots import complete, drawn_views, with_best_curves
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting.picture import picture_bytes
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.plotting.picture_presets import PRESETS, as_on_screen
from costcurve_gui.views.plotting.sheet import LEAST_SHARE, SLIDE_SHARE, Sheet
from costcurve_gui.views.text.empty_states import lacks_picture
from tests.helpers.page_text import drawn_texts, overlapping
from tests.helpers.plot_frames import FILE, german_columns

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
PAGES = {one.key: one for one in (*PRESETS, as_on_screen(560, 470, 11))}
DPI = (72, 144, 300, 600)
TEXT = (0.75, 1.0, 1.33, 1.5)  # times that of the page
HUGE = (2.0, 2.67, 4.0)  # 36 to 72 pt on a slide
MODELS = (2, 6, 9, 16)
VIEWS = tuple(view.key for view in drawn_views() if view.key not in ("days", "units", "classes"))
ALL = tuple(product(PAGES, DPI, TEXT, VIEWS, MODELS))
_ONE_IN = 29  # in a usual run; a prime, so that every page, view and size has its turn


@cache
def snapshot_of(many: int) -> Snapshot:
    """Return the credit file with so many models, some of them blends of two, and all bands."""
    bad, scores = german_columns()
    names, rng = list(scores), np.random.default_rng(0)
    for place in range(many - len(names)):
        one, other = names[place % 6], names[(place + 1 + place // 6) % 6]
        blend = (scores[one] + scores[other]) / 2 + rng.normal(0, 0.05, len(bad))
        scores[f"blend_{place + 1}_of_{one}"] = blend.clip(0.001, 0.999)
    kept = {name: scores[name] for name in list(scores)[-many if many == 2 else 0 :]}
    amount = np.genfromtxt(FILE, delimiter=",", names=True, usecols=("amount",))["amount"]
    given = {"data": {"amount": amount}, "fn": "-amount", "fp": 0, "tp": 0, "tn": "0.05*amount"}
    found = compare(bad, kept, prior=0.05, bootstrap=200, **given)
    part = found._part
    return complete(with_best_curves(part.snapshot), part.estimator, VIEWS, part.table_options)


def sheet_of(page: str, dpi: int, text: float, view: str, many: int) -> Sheet | None:
    snapshot = snapshot_of(many)
    if lacks_picture(view, snapshot) is not None:
        return None
    options = replace(PAGES[page].applied(ExportOptions(view=view)), dpi=dpi)
    options = replace(options, text_pt=options.text_pt * text)
    drawn = plot_view(view)
    return Sheet(snapshot, drawn, options, drawn.bounds(snapshot), "28 November 2026")


def check(page: str, dpi: int, text: float, view: str, many: int) -> None:
    """Check that a picture keeps its shares, or says why not, and that no words overlap."""
    sheet = sheet_of(page, dpi, text, view, many)
    if sheet is None:
        return
    options, size, layout = sheet.options, sheet.size, sheet.layout
    assert options.pixel_size == tuple(
        round(length / 25.4 * dpi) for length in (options.width_mm, options.height_mm)
    )
    square = options.equal_axes and sheet.description.square
    if square:
        assert layout.ground.width() == pytest.approx(layout.ground.height())
    if sheet.fault:
        assert text > 1.33 or (page, text) == ("single", 1.33)
        return
    high, wide = layout.plot.height() / size.height(), layout.plot.width() / size.width()
    share = max(high, wide) if square else high
    assert share >= (SLIDE_SHARE if page == "slide" else LEAST_SHARE)
    texts = drawn_texts(picture_bytes(sheet.snapshot, replace(options, format="svg")).decode())
    assert overlapping(texts) == []
    whole = QRectF(0, 0, size.width(), size.height())
    assert [one.text for one in texts if not whole.contains(one.box)] == []


@pytest.mark.parametrize("page", PAGES)
def test_that_words_keep_apart_and_the_plot_has_its_share_of_the_page(page):
    for combination in (one for one in ALL[::_ONE_IN] if one[0] == page):
        check(*combination)


@pytest.mark.slow
@pytest.mark.parametrize("many", MODELS)
@pytest.mark.parametrize("page", PAGES)
def test_that_they_do_in_all_combinations(page, many):
    for combination in (one for one in ALL if (one[0], one[-1]) == (page, many)):
        check(*combination)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("text", HUGE)
def test_that_huge_text_leaves_the_plot_its_share_or_is_refused_in_words(page, text):
    for view in VIEWS[:6]:
        sheet = sheet_of(page, 300, text, view, 6)
        assert sheet is not None
        ground, size = sheet.layout.ground, sheet.size
        assert min(ground.width(), ground.height()) > 0
        if not sheet.fault:
            assert min(ground.width(), ground.height()) >= 0.3 * min(size.width(), size.height())
        else:
            assert "smaller text" in sheet.fault


def test_that_the_resolution_moves_nothing_on_the_page():
    for page, view in product(PAGES, ("roc", "cost", "profit")):
        layouts = [sheet_of(page, dpi, 1.0, view, 6).layout for dpi in DPI]
        assert len({layout.ground.getRect() for layout in layouts}) == 1
