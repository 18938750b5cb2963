"""Build the program and its installer on Windows: python packaging/windows/make_installer.py.

Needs Inno Setup 6.3 or later; a certificate is used where COSTCURVE_SIGN holds the sign command.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

PACKAGING = Path(__file__).resolve().parents[1]
ROOT = PACKAGING.parent
sys.path[:0] = [str(ROOT), str(PACKAGING)]

from icon_files import draw_in  # noqa: E402

from costcurve_gui import __version__  # noqa: E402
from windows.version_resource import version_resource  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Mapping

BUILD, DIST = ROOT / "build", ROOT / "dist"
ICON = ROOT / "resources" / "app_icon.svg"
SCRIPT = PACKAGING / "windows" / "costcurve.iss"
COMPILER = "Inno Setup 6/ISCC.exe"


def prepare(python: str, commit: str, folder: Path) -> dict[str, str]:
    """Write icon and version resource; return the variables that tell the spec where they are."""
    icon = draw_in(python, ICON, folder / "icons" / "costcurve.ico")
    resource = folder / "version_resource.txt"
    resource.write_text(version_resource(__version__, commit), encoding="utf-8")
    return {"COSTCURVE_ICON": str(icon), "COSTCURVE_VERSION_FILE": str(resource)}


def compiler(environment: Mapping[str, str]) -> Path:
    """Return where Inno Setup has its compiler."""
    base = environment.get("ProgramFiles(x86)", "C:/Program Files (x86)")
    return Path(environment.get("ISCC", Path(base, COMPILER)))


def compile_command(source: Path, environment: Mapping[str, str]) -> list[str]:
    """Return the command that packs the folder of the program into the installer."""
    values = {"Version": __version__, "Source": source, "Output": DIST}
    words = [f"/D{name}={value}" for name, value in values.items()]
    sign = environment.get("COSTCURVE_SIGN")
    if sign:
        words += ["/DSign", f"/Ssigner={sign}"]
    return [str(compiler(environment)), *words, str(SCRIPT)]


def main() -> int:
    """Build, let the program test itself, and pack it; return the exit status."""
    import build

    os.environ.update(prepare(build.clean_environment(), build.commit(), BUILD))
    folder = build.bundle()
    steps = [
        [str(folder / "costcurve.exe"), "--self-test"],
        compile_command(folder, os.environ),
    ]
    for step in steps:
        status = subprocess.call(step)
        if status != 0:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
