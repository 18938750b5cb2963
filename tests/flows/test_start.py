from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from costcurve_gui.resources import resource_path
from costcurve_gui.window.program import Program, _collect_again
from tests.flows.driver import dialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences


def test_that_the_window_with_an_example_is_shown_once_the_example_is_in_it(
    qtbot: QtBot, settings: Preferences
) -> None:
    program = Program(settings, example="german_credit")
    program.show()
    assert not program.window.isVisible()
    qtbot.waitUntil(program.window.isVisible)
    assert program.results.snapshot is not None
    assert program.window.start_page.isHidden()
    assert program.session.undo_label is None
    program.window.close()


def test_that_resampling_waits_until_the_first_picture_is_painted(
    qtbot: QtBot, settings: Preferences
) -> None:
    program = Program(settings, example="german_credit")
    program.show()
    assert not program.runner._background_turn.is_set()
    qtbot.waitUntil(program.window.isVisible)
    assert not program.runner._background_turn.is_set()
    qtbot.waitUntil(program.runner._background_turn.is_set)
    qtbot.waitUntil(lambda: not program.runner.busy, timeout=60_000)
    program.window.close()


def test_that_the_start_page_is_ready_when_the_example_is_closed(
    qtbot: QtBot, settings: Preferences
) -> None:
    program = Program(settings, example="sonar")
    program.show()
    qtbot.waitUntil(program.window.isVisible)  # on a busy machine after the page is filled
    qtbot.waitUntil(lambda: program.window.findChild(object, "example_sonar_cv10") is not None)
    program.datasets.close_active()
    assert program.window.start_page.isVisible()
    program.window.close()


def test_that_a_file_named_on_the_command_line_is_asked_about(
    qtbot: QtBot, settings: Preferences
) -> None:
    program = Program(settings)
    program.show([str(resource_path("sample_data", "german_credit_half.csv"))])
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.waitUntil(lambda: not program.runner.busy)
    asked.close()
    program.window.close()


def test_that_a_file_that_does_not_exist_is_told_in_a_dialog(
    qtbot: QtBot, settings: Preferences
) -> None:
    program = Program(settings)
    program.show(["gone.csv"])
    told = dialog(qtbot, program, "error_dialog")
    assert program.window.start_page.isVisible()
    told.close()
    program.window.close()


def test_that_garbage_is_collected_again_after_the_start() -> None:
    gc.disable()
    try:
        _collect_again()
        assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()
