"""Which texts show which step of a drag."""

from __future__ import annotations

from typing import cast

import pytest

from costcurve_gui.views.plotting.haste import Haste
from costcurve_gui.views.shell.pacing import TextPace

pytestmark = pytest.mark.usefixtures("qapp")


class Texts:
    """Three groups of texts, and the snapshots that each was shown."""

    def __init__(self) -> None:
        self.first: list[int] = []
        self.second: list[int] = []
        self.third: list[int] = []
        groups = self.first.append, self.second.append, self.third.append
        self.pace = TextPace(groups, named=lambda _: None)  # type: ignore[arg-type]  # numbers stand for snapshots

    def show(self, *steps: int, moving: bool) -> None:
        for step in steps:
            self.pace.show_snapshot(cast("object", step), moving=moving)  # type: ignore[arg-type]  # as above

    @property
    def on_show(self) -> tuple[int, int]:
        return self.first[-1], self.second[-1]


def test_that_every_text_shows_a_snapshot_outside_of_a_drag() -> None:
    texts = Texts()
    texts.show(1, 2, moving=False)
    assert (texts.first, texts.second) == ([1, 2], [1, 2])


def test_that_a_drag_reaches_all_at_first_and_then_one_group_a_step() -> None:
    texts = Texts()
    texts.show(1, 2, 3, 4, 5, moving=True)
    assert texts.first == [1, 3, 5]
    assert texts.second == [1, 2, 4]


def test_that_the_groups_after_the_first_share_every_second_step() -> None:
    texts = Texts()
    texts.show(*range(1, 9), moving=True)
    assert texts.first == [1, 3, 5, 7]
    assert texts.second == texts.third == [1, 2, 4, 6, 8]


def test_that_the_first_group_has_every_step_in_which_the_models_named_change() -> None:
    first: list[int] = []
    second: list[int] = []
    pace = TextPace((first.append, second.append), named=lambda step: cast("int", step) // 4)  # type: ignore[arg-type]  # as above
    for step in range(1, 10):
        pace.show_snapshot(cast("object", step), moving=True)  # type: ignore[arg-type]  # as above
    assert first == [1, 3, 4, 5, 7, 8, 9]
    assert second == [1, 2, 4, 6, 8]


@pytest.mark.parametrize("steps", range(1, 6))
def test_that_no_text_is_behind_after_a_drag(steps: int) -> None:
    texts = Texts()
    texts.show(*range(1, steps + 1), moving=True)
    texts.pace.settle()
    assert texts.on_show == (steps, steps)
    shown = [*texts.first], [*texts.second]
    texts.pace.settle()
    assert (texts.first, texts.second) == shown


def test_that_no_text_is_behind_while_the_mouse_rests(qtbot) -> None:
    texts = Texts()
    texts.show(1, 2, 3, 4, moving=True)
    assert texts.on_show == (3, 4)
    qtbot.waitUntil(lambda: texts.on_show == (4, 4))


@pytest.mark.parametrize("steps", [1, 2])
def test_that_a_drag_settles_while_the_mouse_rests_after_any_step(qtbot, steps) -> None:
    texts = Texts()
    texts.show(*range(steps), moving=True)
    with qtbot.waitSignal(texts.pace.settled):
        pass


def test_that_no_plot_looks_for_places_in_a_step_of_the_first_group(qtbot) -> None:
    texts, plots = Texts(), [Haste() for _ in range(4)]
    texts.pace.settled.connect(lambda: [plot.begin_frame(moving=False) for plot in plots])
    for rest in (True, False):
        searches = [_searches_in_a_step(texts, plots) for _ in range(17)]
        # The first step of a drag reaches all texts; one after a rest reaches the first group.
        assert [number for _, number in searches[1:]] == [
            0 if first else 1 for first, _ in searches[1:]
        ]
        if rest:
            with qtbot.waitSignal(texts.pace.settled):
                pass


def _searches_in_a_step(texts: Texts, plots: list[Haste]) -> tuple[bool, int]:
    """Return whether a step reached the first group, and how many plots looked for places."""
    seen = len(texts.first)
    texts.show(0, moving=True)
    for plot in plots:
        plot.begin_frame(moving=True)
        plot.keep("words", 0)
    return len(texts.first) > seen, [plot.recall("words") for plot in plots].count(None)


def test_that_a_closed_file_is_not_shown_later() -> None:
    texts = Texts()
    texts.show(1, 2, moving=True)
    texts.pace.forget()
    assert texts.on_show == (1, 2)
