"""The checks and tests, each under a name, timed, all run whatever fails."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dev_environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# What stands after the interpreter of the environment. Benchmarks run on small data here; the
# README says how to run them in full. The tests come last: their words are the ones looked for.
CHECKS: Mapping[str, tuple[str, ...]] = {
    "lint": ("-m", "ruff", "check", "."),
    "format": ("-m", "ruff", "format", "--check", "."),
    "types": ("-m", "mypy"),
    "imports": ("-c", "from importlinter.cli import lint_imports_command as run; run()"),
    "benchmarks": ("-m", "pytest", "-q", "tests/benchmarks"),
    "tests": ("-m", "pytest", "-q", "--ignore=tests/benchmarks"),
}


@dataclass(frozen=True)
class Outcome:
    """How one check ended."""

    name: str
    status: int
    seconds: float

    def __str__(self) -> str:
        """Return one line of the closing table."""
        verdict = "ok" if self.status == 0 else f"FAILED ({self.status})"
        return f"{self.name:<12}{self.seconds:7.1f} s  {verdict}"


def command(python: str, name: str, extra: Sequence[str] = ()) -> list[str]:
    """Return the command line of the check `name`."""
    return [python, *CHECKS[name], *extra]


def environment(base: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for the tools: Qt draws into memory, on any machine alike."""
    return {"QT_QPA_PLATFORM": "offscreen", **base, "PYTHONUTF8": "1"}


def call(command_line: Sequence[str]) -> int:
    """Run one tool in the project's folder, its words on this terminal."""
    return subprocess.call(command_line, cwd=ROOT, env=environment(os.environ))


def run_one(python: str, name: str, extra: Sequence[str]) -> int:
    """Run the check `name` with extra arguments for its tool."""
    return call(command(python, name, extra))


def timed(
    name: str, command_line: Sequence[str], execute: Callable[[Sequence[str]], int]
) -> Outcome:
    """Run one check under a heading and take its time."""
    print(f"\n== {name}", flush=True)
    begin = time.perf_counter()
    status = execute(command_line)
    return Outcome(name, status, time.perf_counter() - begin)


def run_all(python: str, execute: Callable[[Sequence[str]], int] = call) -> int:
    """Run every check in turn and print the table; 1 if any of them failed, else 0."""
    outcomes = [timed(name, command(python, name), execute) for name in CHECKS]
    print("\n== summary")
    for outcome in outcomes:
        print(outcome)
    failed = [outcome.name for outcome in outcomes if outcome.status != 0]
    print(f"FAILED: {', '.join(failed)}" if failed else "every check passed", flush=True)
    return 1 if failed else 0
