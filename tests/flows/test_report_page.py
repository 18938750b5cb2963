"""The report on one page from the menu: written in a job, with the figures of the window."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from tests.flows.driver import snapshot_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


def test_that_the_page_is_saved_with_what_the_window_shows(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, suggested = tmp_path / "page.html", []

    def choose(suggestion: Path, take: Callable[[Path], None]) -> None:
        suggested.append(suggestion.name)
        take(path)

    monkeypatch.setattr(german_credit.prompts, "choose_save_path", choose)
    german_credit.window.commands["save_page"].trigger()
    qtbot.waitUntil(path.exists)
    assert suggested == ["german_credit_half_report.html"]
    page = path.read_text(encoding="utf-8")
    (advice,) = re.findall(r'<p class="advice[^>]*>(.*?)</p>', page)
    advice = re.sub("<[^>]*>", "", advice)
    assert advice.startswith(
        "Use naive_bayes and refuse applicants whose score is 0.0325 or more. For 10\u202f000 "
        "applicants this earns about +"
    )
    assert "it refuses 3\u202f359 (33.6\u00a0%) and catches 373 of 500 bad ones." in advice
    assert "(+601\u202f531 DM on this sample)" in advice
    assert 'id="scene"' in page
    best = snapshot_of(german_credit).best
    assert best is not None
    assert best.endswith("score_naive_bayes")


def test_that_documents_are_saved_with_pictures_of_the_window(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, start in (("page.docx", b"PK"), ("page.pdf", b"%PDF-")):
        path = tmp_path / name
        choose = partial(_take, path)
        monkeypatch.setattr(german_credit.prompts, "choose_save_path", choose)
        german_credit.window.commands["save_page"].trigger()
        qtbot.waitUntil(path.exists)
        assert path.read_bytes().startswith(start)
        assert len(path.read_bytes()) > 50_000  # its pictures


def _take(path: Path, _suggestion: Path, take: Callable[[Path], None]) -> None:
    take(path)


def test_that_without_a_file_the_command_waits(program: Program) -> None:
    assert not program.window.commands["save_page"].isEnabled()
