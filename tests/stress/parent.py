"""Starts processes that play with the program, and reports how they ended."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).parents[2]
_SHOWN_MOVES = 40
_SHOWN_TEXT = 12_000
_SPARE = 240.0  # seconds for the start and the end of a process
_ROUND = 20  # runs between two words on how far it is
_LONGEST = 240.0  # seconds that one window is played with
_FOLDERS = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")


@dataclass(frozen=True)
class Outcome:
    """How a process ended: its status, what it did, what it said of faults."""

    words: tuple[str, ...]
    status: int
    moves: tuple[str, ...]
    said: str
    seconds: float

    @property
    def report(self) -> str:
        """What happened, for somebody who wants to see it happen again."""
        last = "\n  ".join(self.moves[-_SHOWN_MOVES:])
        return (
            f"{' '.join(self.words)}: status {self.status} after {len(self.moves)} moves\n"
            f"last moves:\n  {last}\n{self.said[-_SHOWN_TEXT:]}"
        )


def run_child(words: Sequence[str], patience: float) -> Outcome:
    """Run one process in folders of its own."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(
        prefix="costcurve-stress-", ignore_cleanup_errors=True
    ) as home:
        folders = {name: str(Path(home, name.lower())) for name in _FOLDERS}
        environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, **folders}
        what, *options = words
        command = [
            sys.executable,
            "-X",
            "faulthandler",
            "-m",
            "tests.stress.child",
            what,
            home,
            *options,
        ]
        try:
            done = subprocess.run(
                command,
                check=False,
                cwd=ROOT,
                env=environment,
                capture_output=True,
                timeout=patience,
            )
            status, out, said = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            status, out, said = -1, late.stdout or b"", (late.stderr or b"") + b"\nit never ended"
    moves = tuple(out.decode(errors="replace").splitlines())
    text = said.decode(errors="replace")
    return Outcome(tuple(words), status, moves, text, time.monotonic() - start)


def play(
    seconds: float,
    seed: int,
    say: Callable[[str], None],
    *,
    go_on: bool = False,
    hasty: bool = False,
) -> int:
    """Let monkeys play one after the other, each with a window of its own; return the faults."""
    end, faults, moves, run = time.monotonic() + seconds, 0, 0, 0
    while time.monotonic() < end and (go_on or not faults):
        left = end - time.monotonic()
        left = min(left, _LONGEST)
        words = ("monkey", "--seed", str(seed + run), "--seconds", f"{left:.0f}")
        words = (*words, "--hasty") if hasty else words
        outcome = run_child(words, left + _SPARE)
        run, moves = run + 1, moves + len(outcome.moves)
        if outcome.status:
            faults += 1
            say(outcome.report)
        say(f"seed {seed + run - 1}: {len(outcome.moves)} moves in {outcome.seconds:.0f} s")
    say(f"{run} windows, {moves} moves, {faults} faults")
    return faults


def run_flows(runs: int, say: Callable[[str], None], *, go_on: bool = False) -> int:
    """Run the flows that died, each time in a new process; return the faults."""
    faults, start = 0, time.monotonic()
    for run in range(1, runs + 1):
        outcome = run_child(("flows",), _SPARE)
        if outcome.status:
            faults += 1
            say(f"run {run}: {outcome.report}")
            if not go_on:
                break
        if run % _ROUND == 0 and run < runs:
            say(f"{run} runs in {time.monotonic() - start:.0f} s, {faults} faults so far")
    say(f"{run} runs in {time.monotonic() - start:.0f} s, {faults} faults")
    return faults
