"""Build CostCurve.app and its disk image on macOS: python packaging/macos/make_disk_image.py.

Signed with the identity in COSTCURVE_SIGN_IDENTITY, or for this machine alone where there is none.
With COSTCURVE_NOTARY_PROFILE, a profile of `xcrun notarytool store-credentials`, Apple's notary
checks the image and its ticket is stapled to it.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

PACKAGING = Path(__file__).resolve().parents[1]
ROOT = PACKAGING.parent
sys.path[:0] = [str(ROOT), str(PACKAGING)]

from icon_files import draw_in  # noqa: E402

from costcurve_gui import __version__  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Mapping

BUILD, DIST = ROOT / "build", ROOT / "dist"
ICON = ROOT / "resources" / "app_icon.svg"
APP = DIST / "CostCurve.app"
PROGRAM = APP / "Contents" / "MacOS" / "costcurve"
ENTITLEMENTS = PACKAGING / "macos" / "entitlements.plist"
FOR_THIS_MACHINE = "-"
PACK = ("hdiutil", "create", "-ov", "-format", "UDZO", "-volname", "CostCurve")


def image_path(machine: str) -> Path:
    """Return the disk image's path; a build runs on processors of its own kind only."""
    return DIST / f"costcurve-{__version__}-macos-{machine}.dmg"


def commands(environment: Mapping[str, str], machine: str) -> list[list[str]]:
    """Return what follows the build: test, sign, pack, and where asked for, notarise."""
    identity = environment.get("COSTCURVE_SIGN_IDENTITY", FOR_THIS_MACHINE)
    image = str(image_path(machine))
    sign = ["codesign", "--force", "--sign", identity]
    if identity != FOR_THIS_MACHINE:
        sign += ["--timestamp", "--options", "runtime"]
    steps = [
        [str(PROGRAM), "--self-test"],
        [*sign, "--deep", "--entitlements", str(ENTITLEMENTS), str(APP)],
        ["codesign", "--verify", "--deep", "--strict", str(APP)],
        [*PACK, "-srcfolder", str(BUILD / "image"), image],
        [*sign, image],
    ]
    profile = environment.get("COSTCURVE_NOTARY_PROFILE")
    if profile:
        steps += [
            ["xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait"],
            ["xcrun", "stapler", "staple", image],
        ]
    return steps


def lay_out(folder: Path) -> None:
    """Put into a folder what the window of the disk image shows: the program and where it goes."""
    subprocess.check_call(["rm", "-rf", str(folder)])
    folder.mkdir(parents=True)
    subprocess.check_call(["ditto", str(APP), str(folder / APP.name)])
    (folder / "Applications").symlink_to("/Applications")


def main() -> int:
    """Build everything; return the exit status of the first step that fails, or 0."""
    import build

    icon = draw_in(build.clean_environment(), ICON, BUILD / "icons" / "costcurve.icns")
    os.environ["COSTCURVE_ICON"] = str(icon)
    build.bundle()
    for step in commands(os.environ, platform.machine()):
        if step[0] == "hdiutil":  # after the program was signed
            lay_out(BUILD / "image")
        status = subprocess.call(step)
        if status != 0:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
