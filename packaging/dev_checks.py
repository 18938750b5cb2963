"""The checks and tests, each under a name, timed, all run whatever fails.

Test folders are processes of their own, as many at once as there are processors: no test shares a
screen, a clipboard or a settings file with another. Benchmarks run alone, after everything else.
"""

from __future__ import annotations

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dev_environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    Execute: TypeAlias = Callable[[Sequence[str]], tuple[int, str]]

PYTEST = ("-m", "pytest", "-q")
NOTHING_COLLECTED = 5  # pytest's status where all tests of a folder are slow, or were deselected
STATIC: Mapping[str, tuple[str, ...]] = {
    "lint": ("-m", "ruff", "check", "."),
    "format": ("-m", "ruff", "format", "--check", "."),
    "types": ("-m", "mypy"),
    "imports": ("-c", "from importlinter.cli import lint_imports_command as run; run()"),
}
# Tested without Qt, hence without pytest-qt: it loads Qt, which then looks into every import.
WITHOUT_QT = ("engine", "dataio", "analysis", "acceptance")
# What needs no window, and is quick: run it on every save. On fewer random examples, and without
# the watch over tests that hang, a thread a test.
FAST = (*WITHOUT_QT, "session")
FAST_WORDS = ("--hypothesis-profile=fast", "-o", "faulthandler_timeout=0")
DOCTESTS = {"engine": "costcurve_gui/engine", "dataio": "costcurve_gui/dataio"}
# A part of a folder that takes as long as the rest of it: a process of its own.
PARTS = {"engine": "engine/resampling"}
# The longest first, so that no processor waits for the last of them; unlisted folders follow.
LONGEST = (
    *("flows", "cli", "views", "packaging", "dataio", "analysis"),
    *("engine", "engine/resampling", "stress"),
)
BRANCHES = {"engine": 95, "analysis": 95}  # percent of lines and branches that the fast tests take
# What stands after the interpreter of the environment, for `check NAME`. Benchmarks run on small
# data here; `measure` runs them in full.
CHECKS: Mapping[str, tuple[str, ...]] = {
    **STATIC,
    "fast": (*PYTEST, *(f"tests/{name}" for name in FAST), *DOCTESTS.values()),
    "tests": (*PYTEST, "--ignore=tests/benchmarks"),
    "benchmarks": (*PYTEST, "tests/benchmarks"),
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
        return f"{self.name:<20}{self.seconds:7.1f} s  {verdict}"


def command(python: str, name: str, extra: Sequence[str] = ()) -> list[str]:
    """Return the command line of the check `name`."""
    return [python, *CHECKS[name], *extra]


def environment(base: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for the tools: Qt draws into memory, on any machine alike.

    Bytecode is kept: each of many processes would compile the program and the tests again. BLAS has
    one thread, as in the program: there is a process for each processor already.
    """
    always = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "", "OPENBLAS_NUM_THREADS": "1"}
    return {"QT_QPA_PLATFORM": "offscreen", **base, **always}


def call(command_line: Sequence[str]) -> int:
    """Run one tool in the project's folder, its words on this terminal."""
    return subprocess.call(command_line, cwd=ROOT, env=environment(os.environ))


def captured(command_line: Sequence[str]) -> tuple[int, str]:
    """Run one tool in the project's folder; return its status and its words."""
    ended = subprocess.run(
        command_line,
        cwd=ROOT,
        env=environment(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return ended.returncode, ended.stdout


def run_one(python: str, name: str, extra: Sequence[str]) -> int:
    """Run the check `name` with extra arguments for its tool."""
    if name == "fast":
        return run_fast(python, extra)
    return call(command(python, name, extra))


def folders_of_tests() -> tuple[str, ...]:
    """Return the folders of tests, but for the benchmarks, those that take longest first."""
    found = {path.parent.relative_to(ROOT / "tests") for path in ROOT.glob("tests/**/test_*.py")}
    names = {path.parts[0] for path in found} - {"benchmarks"}
    order = {name: at for at, name in enumerate(LONGEST)}
    return tuple(
        sorted({*names, *PARTS.values()}, key=lambda name: (order.get(name, len(order)), name))
    )


def folder_command(folder: str, extra: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the words that run the tests and the examples of a folder."""
    plugins = ("cacheprovider", "pytest-qt") if needs_no_qt(folder) else ("cacheprovider",)
    pytest = [*PYTEST, *(f"-pno:{name}" for name in plugins), f"tests/{folder}", *extra]
    if folder in PARTS:
        pytest.append(f"--ignore=tests/{PARTS[folder]}")
    if folder in DOCTESTS:
        pytest.append(DOCTESTS[folder])
    return tuple(pytest)


def needs_no_qt(folder: str) -> bool:
    """Tell whether a folder of tests, or the one it is a part of, is tested without Qt."""
    return folder.partition("/")[0] in WITHOUT_QT


def is_fast(folder: str) -> bool:
    """Tell whether a folder of tests, or the one it is a part of, needs no window."""
    return folder.partition("/")[0] in FAST


def counting_branches(folder: str) -> tuple[str, ...]:
    """Return the words that run a folder, and count branches where its tests are fast ones."""
    words = folder_command(folder)
    return ("-m", "coverage", "run", *words) if is_fast(folder) else words


def branches_of(package: str) -> tuple[str, ...]:
    """Return the words that print the branch coverage of a package and fail below its floor."""
    report = ("-m", "coverage", "report", f"--include=costcurve_gui/{package}/*")
    return (*report, f"--fail-under={BRANCHES[package]}")


def lanes() -> int:
    """Return how many processes run side by side."""
    return os.cpu_count() or 1


def timed(
    name: str,
    command_line: Sequence[str],
    execute: Execute,
) -> Outcome:
    """Run one check and show what it said, in one piece."""
    begin = time.perf_counter()
    status, said = execute(command_line)
    status = 0 if status == NOTHING_COLLECTED else status
    outcome = Outcome(name, status, time.perf_counter() - begin)
    print(f"\n== {name}\n{said.rstrip()}\n{outcome}", flush=True)
    return outcome


def side_by_side(
    python: str,
    checks: Mapping[str, Sequence[str]],
    execute: Execute,
) -> list[Outcome]:
    """Run checks at the same time, as many as there are processors, in the order given."""
    pool = ThreadPoolExecutor(lanes())
    try:
        begun = [
            pool.submit(timed, name, [python, *words], execute) for name, words in checks.items()
        ]
        return [one.result() for one in begun]
    finally:
        pool.shutdown(cancel_futures=True)


def count_branches(python: str, execute: Execute) -> list[Outcome]:
    """Print which branches the fast tests took; a package below its floor has failed."""
    execute([python, "-m", "coverage", "combine", "--quiet"])
    return [
        timed(f"branches of {package}", [python, *branches_of(package)], execute)
        for package in BRANCHES
    ]


def run_fast(python: str, extra: Sequence[str], execute: Execute = captured) -> int:
    """Run the tests of what needs no window, on fewer random examples; 1 if any failed."""
    words = [*FAST_WORDS, *extra]
    folders = [folder for folder in folders_of_tests() if is_fast(folder)]
    checks = {folder: folder_command(folder, words) for folder in folders}
    return summary(side_by_side(python, checks, execute))


def run_all(python: str, execute: Execute = captured) -> int:
    """Run every check and print the table; 1 if any of them failed, else 0."""
    execute([python, "-m", "coverage", "erase"])
    tests = {f"tests/{folder}": counting_branches(folder) for folder in folders_of_tests()}
    # On small data benchmarks assert no speed, so that nothing has to rest beside them.
    small = {"benchmarks": CHECKS["benchmarks"]}
    # The types take long in a new clone; what is short comes last and fills the gaps.
    outcomes = side_by_side(python, {**STATIC, **small, **tests}, execute)
    outcomes += count_branches(python, execute)
    return summary(outcomes)


def summary(outcomes: Sequence[Outcome]) -> int:
    """Print the table of the checks; return 1 if any of them failed, else 0."""
    print("\n== summary")
    for outcome in outcomes:
        print(outcome)
    failed = [outcome.name for outcome in outcomes if outcome.status != 0]
    print(f"FAILED: {', '.join(failed)}" if failed else "every check passed", flush=True)
    return 1 if failed else 0
