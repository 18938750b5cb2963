"""Whether a built program keeps what the command line promises: the same input, the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import compare_builds
from dev_environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNS = 5
FILE = ROOT / "resources" / "sample_data" / "german_credit_half.csv"
WORDS = ("--label", "label", "--positive", "bad", "--bootstrap", "0")


def check(program: Path) -> int:
    """Let a program write the same report several times; return 1 where the files differ.

    Qt orders by chance where it is loaded before the program has said how, and rarely otherwise
    than the time before: so that is looked at too.
    """
    with tempfile.TemporaryDirectory() as folder:
        reports = [Path(folder, str(run)) for run in range(RUNS)]
        for report in reports:
            _write(program, report, "csv,pdf")
        first, *others = map(compare_builds.hashes, reports)
        early = sys.platform == "linux" and loads_qt_for_tables(program, Path(folder))
    differing = {name for other in others for name in compare_builds.differing(first, other)}
    return _say(len(first), sorted(differing), early=early)


def loads_qt_for_tables(program: Path, folder: Path) -> bool:
    """Tell, on Linux, whether a program loads Qt to write what can be written without."""
    _write(program, folder / "tables", "csv", LD_DEBUG="files", LD_DEBUG_OUTPUT=f"{folder}/loaded")
    loaded = [path.read_text(errors="replace") for path in folder.glob("loaded*")]
    return any("libQt6Core" in names for names in loaded)


def _write(program: Path, report: Path, formats: str, **environment: str) -> None:
    command: Sequence[str | Path] = (
        *(program, "report", FILE, *WORDS),
        *("--format", formats, "--out", report),
    )
    # A seed from outside would hide that the program does not set its own.
    base = {key: value for key, value in os.environ.items() if key != "QT_HASH_SEED"}
    subprocess.run(command, check=True, env=base | environment, stdout=subprocess.DEVNULL)


def _say(files: int, differing: Sequence[str], *, early: bool) -> int:
    if differing:
        names = ", ".join(differing)
        print(f"error: {RUNS} reports of the same file differ in {names}", file=sys.stderr)
    if early:
        print("error: Qt is loaded where only tables are written", file=sys.stderr)
    if differing or early:
        return 1
    print(f"{RUNS} reports of the same file are the same, {files} files each")
    return 0
