"""Build the program for this system into dist/costcurve, in an environment of its own.

The same sources give the same bytes: hashes are not seeded, times are those of the commit, and
nothing depends on where the folder lies.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import dev_environment
import dev_system
from dev_environment import ROOT
from dev_system import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME = "costcurve"
BUILD = ROOT / "build"
DIST = ROOT / "dist"
REQUIREMENTS = ("packaging/requirements-build.txt",)
OLDEST_TIME = 315_532_800  # 1980, before which archives have no dates


def _git(*words: str) -> str:
    try:
        found = subprocess.run(
            ["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""  # unpacked from an archive
    return found.stdout.strip()


def commit() -> str:
    """Return the commit of the sources; nothing where that is not known or not the whole truth."""
    return "" if _git("status", "--porcelain") else _git("rev-parse", "HEAD")


def source_time(environment: Mapping[str, str]) -> int:
    """Return the time that every built file gets: the one asked for, or that of the commit."""
    given = environment.get("SOURCE_DATE_EPOCH") or _git("log", "-1", "--format=%ct")
    return int(given or OLDEST_TIME)


def build_environment(base: Mapping[str, str]) -> dict[str, str]:
    """Return the variables under which two builds come out alike."""
    cleared = {key: value for key, value in base.items() if not key.startswith("PYTHON")}
    return {
        **cleared,
        "PYTHONHASHSEED": "0",
        "PYTHONNOUSERSITE": "1",
        "PYTHONUTF8": "1",
        "SOURCE_DATE_EPOCH": str(source_time(base)),
        "COSTCURVE_COMMIT": commit(),
        "QT_QPA_PLATFORM": "offscreen",
    }


def clean_environment() -> str:
    """Return the interpreter of an environment that holds the pinned packages and nothing else."""
    folder = BUILD / "environment"
    wanted = dev_environment.fingerprint([ROOT / name for name in REQUIREMENTS])
    if folder.exists() and not dev_environment.is_current(
        dev_environment.read_stamp(folder), wanted
    ):
        shutil.rmtree(folder)
    return dev_environment.provide(REQUIREMENTS, folder)


def pyinstaller_command(python: str, dist: Path, work: Path) -> list[str]:
    """Return the command that makes the folder `dist`/costcurve."""
    spec = ROOT / "packaging" / "costcurve.spec"
    words = ["--noconfirm", "--clean", "--log-level", "WARN"]
    places = ["--distpath", str(dist), "--workpath", str(work)]
    return [python, "-m", "PyInstaller", *words, *places, str(spec)]


def set_modes(folder: Path) -> None:
    """Give every file the mode that it is installed with, whatever this user's mask says."""
    for path in sorted(folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent == folder else 0o644)
    folder.chmod(0o755)


def bundle(dist: Path = DIST, work: Path = BUILD / "pyinstaller") -> Path:
    """Build the folder with the program and return it.

    Raises
    ------
    SetupError
        PyInstaller ends with an error; its words are on the terminal.
    """
    python = clean_environment()
    qt = dev_environment.packages_in(BUILD / "environment") / "PySide6"
    dev_system.provide_libraries(qt, on_screen=False)
    environment = build_environment(os.environ)
    if subprocess.call(pyinstaller_command(python, dist, work), cwd=ROOT, env=environment) != 0:
        raise SetupError("PyInstaller could not build the program; see its words above")
    folder = dist / NAME
    if sys.platform == "linux":
        from linux import slimming

        slimming.slim(folder)
    if os.name == "posix":
        set_modes(folder)
    return folder
