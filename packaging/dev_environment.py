"""The virtual environment: made once, refreshed when the pins change."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import TYPE_CHECKING

import dev_system
from dev_system import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = "installed.json"
OLDEST, NEWEST = (3, 11), (3, 14)


def require_supported_python(version: tuple[int, ...]) -> None:
    """Refuse a Python that is too old; say that one is newer than what was tried, and try it.

    Raises
    ------
    SetupError
        `version` is older than what the pinned packages run on.
    """
    found = ".".join(map(str, version))
    if version < OLDEST:
        raise SetupError(
            f"Python {found} is too old; start this with Python 3.11 or later, "
            "for example: python3.12 packaging/dev.py run"
        )
    if version > NEWEST:
        newest = ".".join(map(str, NEWEST))
        print(
            f"warning: Python {found} is newer than {newest}, the newest that this was tried with; "
            "if a package cannot be installed, start this with that one",
            file=sys.stderr,
        )


def python_in(folder: Path, os_name: str = os.name) -> Path:
    """Return where a virtual environment keeps its interpreter."""
    return folder / ("Scripts/python.exe" if os_name == "nt" else "bin/python")


def packages_in(folder: Path, os_name: str = os.name) -> Path:
    """Return where a virtual environment keeps its packages."""
    if os_name == "nt":
        return folder / "Lib/site-packages"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return folder / "lib" / version / "site-packages"


def fingerprint(files: Iterable[Path]) -> dict[str, str]:
    """Return the content hash of each file, by name; line endings do not count."""
    return {
        file.name: hashlib.sha256(file.read_text(encoding="utf-8").encode()).hexdigest()
        for file in files
    }


def is_current(recorded: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    """Tell whether everything wanted was installed as it is now."""
    return all(recorded.get(name) == value for name, value in wanted.items())


def read_stamp(folder: Path) -> dict[str, str]:
    """Return what was installed into `folder`; nothing where that is not known."""
    try:
        recorded: dict[str, str] = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return recorded


def write_stamp(folder: Path, recorded: Mapping[str, str]) -> None:
    """Record what is installed in `folder`."""
    (folder / STAMP).write_text(json.dumps(recorded, indent=1, sort_keys=True), encoding="utf-8")


def provide(requirement_names: Sequence[str], folder: Path = VENV) -> str:
    """Return the interpreter of an environment in which the named requirements are installed."""
    files = [ROOT / name for name in requirement_names]
    interpreter = {"python": sys.version, "place": str(folder)}
    recorded = read_stamp(folder)
    if not is_current(recorded, interpreter) or not python_in(folder).exists():
        _create(folder)
        recorded = interpreter
    wanted = fingerprint(files)
    if not is_current(recorded, wanted):
        _install(folder, files)
        write_stamp(folder, {**recorded, **wanted})
    return str(python_in(folder))


def _create(folder: Path) -> None:
    if importlib.util.find_spec("ensurepip") is None:
        dev_system.provide_venv_module()
    print(f"making {folder}", flush=True)
    venv.EnvBuilder(clear=True, with_pip=True, symlinks=os.name != "nt").create(folder)


def _install(folder: Path, files: Sequence[Path]) -> None:
    names = ", ".join(file.name for file in files)
    print(f"installing {names} (the first time takes a few minutes)", flush=True)
    command = [str(python_in(folder)), "-m", "pip", "install", "--quiet"]
    command += ["--disable-pip-version-check", "--no-input", "--require-hashes"]
    for file in files:
        command += ["-r", str(file)]
    if subprocess.call(command) != 0:
        raise SetupError(f"the packages of {names} could not be installed; see pip's words above")
