"""Which texts show which step of a drag."""

from __future__ import annotations

from typing import cast

import pytest

from costcurve_gui.views.shell.pacing import TextPace

pytestmark = pytest.mark.usefixtures("qapp")


class Texts:
    """Two groups of texts, and the snapshots that each was shown."""

    def __init__(self) -> None:
        self.first: list[int] = []
        self.second: list[int] = []
        self.pace = TextPace((self.first.append, self.second.append))  # type: ignore[arg-type]  # numbers stand for snapshots

    def show(self, *steps: int, moving: bool, turns: int = 2) -> None:
        for step in steps:
            self.pace.show_snapshot(cast("object", step), moving=moving, turns=turns)  # type: ignore[arg-type]  # as above

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
    assert texts.first == [1, 2, 4]
    assert texts.second == [1, 3, 5]


def test_that_groups_without_a_turn_go_with_the_last_that_has_one() -> None:
    texts = Texts()
    texts.show(1, 2, 3, moving=True, turns=1)
    assert (texts.first, texts.second) == ([1, 2, 3], [1, 2, 3])


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
    assert texts.on_show == (4, 3)
    qtbot.waitUntil(lambda: texts.on_show == (4, 4))


def test_that_a_closed_file_is_not_shown_later() -> None:
    texts = Texts()
    texts.show(1, 2, moving=True)
    texts.pace.forget()
    assert texts.on_show == (2, 1)
