"""Run the slow test of the Debian package with the tools that it needs."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import build
import dev_system
from dev_environment import ROOT
from dev_system import SetupError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TOOLS = {"debootstrap": "debootstrap", "Xvfb": "xvfb", "xdotool": "xdotool"}
SCREENSHOT = ROOT / "docs" / "screenshots" / "installed.png"
TESTS = ("tests/packaging/test_deb_in_a_bare_root.py", "tests/benchmarks/test_installed_start.py")


def provide_tools() -> None:
    """Make sure that the tools are there, installing them where that is allowed."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    packages = [TOOLS[tool] for tool in missing]
    if not missing:
        return
    if not dev_system.may_install():
        raise SetupError(dev_system.advice(missing, packages))
    dev_system.install(packages)


def newest_package() -> Path:
    """Return the .deb that was built last.

    Raises
    ------
    SetupError
        There is none.
    """
    found = sorted(build.DIST.glob("*.deb"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise SetupError("there is no .deb in dist; make one: python3 packaging/dev.py package")
    return found[-1]


def run(python: str, arguments: Sequence[str]) -> int:
    """Run the tests and return the exit status of pytest.

    Raises
    ------
    SetupError
        This user is not root, which a bare root needs.
    """
    if os.geteuid() != 0:
        raise SetupError("a bare root needs root: sudo python3 packaging/dev.py test-package")
    package = newest_package()
    provide_tools()
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "COSTCURVE_DEB": str(package),
        "COSTCURVE_BUILD": str(build.DIST / build.NAME / build.NAME),
        "COSTCURVE_SCREENSHOT": str(SCREENSHOT),
    }
    words = ["-m", "pytest", "-q", "-m", "slow", "-o", "faulthandler_timeout=600"]
    return subprocess.call([python, *words, *TESTS, *arguments], cwd=ROOT, env=environment)
