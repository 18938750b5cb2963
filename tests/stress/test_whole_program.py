"""The program survives a monkey, and what it died of once.

In full: `packaging/dev.py stress monkey --minutes 30`, `packaging/dev.py stress flows --runs 200`.
"""

from __future__ import annotations

import pytest

from tests.stress import parent

PATIENCE = 300.0  # seconds
IMPORTS = "import logging, warnings; from PySide6.QtCore import qWarning"
FAULTS = (
    "qWarning('one'); logging.getLogger('costcurve_gui').error('two'); warnings.warn('three'); "
    "raise ValueError('four')"
)


def test_that_the_flows_that_died_run_to_their_end() -> None:
    outcome = parent.run_child(("flows",), PATIENCE)
    assert outcome.status == 0, outcome.report
    assert len(outcome.moves) == 4


@pytest.mark.parametrize("more", [(), ("--hasty",)])
def test_that_a_monkey_finds_nothing(more: tuple[str, ...]) -> None:
    words = ("monkey", "--seed", "1", "--steps", "150", "--seconds", "60", *more)
    outcome = parent.run_child(words, PATIENCE)
    assert outcome.status == 0, outcome.report
    assert outcome.moves[-1] == "close the window"


def test_that_a_seed_plays_the_same_game_again() -> None:
    words = ("monkey", "--seed", "7", "--steps", "20", "--seconds", "250")
    first, second = (parent.run_child(words, PATIENCE) for _ in range(2))
    assert first.moves == second.moves
    assert len(first.moves) > 10


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("import faulthandler; faulthandler._sigsegv()", ["Segmentation fault"]),
        (
            f"{IMPORTS}; {FAULTS}",
            ["Qt says: one\n", "logged: two", "Warning: three", "Error: four"],
        ),
    ],
)
def test_that_a_fault_is_reported_with_what_came_before(end: str, said: list[str]) -> None:
    flow = f"from PySide6.QtCore import QTimer\nQTimer.singleShot(0, lambda: exec({end!r}))"
    outcome = parent.run_child(("flows", "--fault", flow), PATIENCE)
    assert outcome.status != 0
    assert outcome.moves == ("fault on purpose",)
    assert [words for words in said if words not in outcome.report] == []


@pytest.mark.slow
def test_that_the_flows_that_died_run_two_hundred_times(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        assert parent.run_flows(200, print) == 0


@pytest.mark.slow
def test_that_monkeys_find_nothing_in_half_an_hour(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        assert parent.play(1_800, 1_000, print) == 0
