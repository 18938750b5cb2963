"""The Debian packages whose libraries the program loads, as dpkg-shlibdeps finds them."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import dev_system
from dev_system import SetupError

from linux.slimming import elf_files

TOOLS = {"dpkg-shlibdeps": "dpkg-dev", "dpkg-deb": "dpkg", "objdump": "binutils"}
_CONTROL = "Source: costcurve\n\nPackage: costcurve\nArchitecture: any\n"


def provide_libraries() -> None:
    """Make sure that every library Qt loads is installed: its package tells the version needed."""
    needed = {**dev_system.DRAWING, **dev_system.X11_WINDOW, **dev_system.WAYLAND_WINDOW}
    libraries, packages = dev_system.missing(needed)
    if packages and not dev_system.may_install():
        raise SetupError(dev_system.advice(libraries, packages))
    if packages:
        dev_system.install(packages)


def library_folders(bundle: Path) -> list[Path]:
    """Return the folders of the bundle in which its libraries find each other."""
    return sorted({path.parent for path in elf_files(bundle)})


def shlibdeps_command(bundle: Path) -> list[str]:
    """Return the command that prints what the libraries of the bundle need from outside of it."""
    own = [f"-l{folder}" for folder in library_folders(bundle)]
    # Libraries of the bundle belong to no package, which is what the second option is about.
    options = ["-O", "--ignore-missing-info", "--warnings=0"]
    return ["dpkg-shlibdeps", *options, *own, *map(str, elf_files(bundle))]


def depends(bundle: Path) -> list[str]:
    """Return the packages needed, with versions, in order of name.

    Raises
    ------
    SetupError
        A library is neither in the bundle nor installed here.
    """
    provide_libraries()
    with tempfile.TemporaryDirectory() as folder:
        debian = Path(folder, "debian")
        debian.mkdir()
        (debian / "control").write_text(_CONTROL, encoding="utf-8")
        found = subprocess.run(
            shlibdeps_command(bundle.resolve()),
            check=False,
            cwd=folder,
            capture_output=True,
            text=True,
        )
    if found.returncode != 0:
        raise SetupError(f"dpkg-shlibdeps: {found.stderr.strip()}")
    return packages_in(found.stdout)


def packages_in(substitutions: str) -> list[str]:
    """Return the packages in what dpkg-shlibdeps prints."""
    found = set()
    for line in substitutions.splitlines():
        key, _, value = line.partition("=")
        if key == "shlibs:Depends":
            found |= {package.strip() for package in value.split(",") if package.strip()}
    return sorted(found)
