"""What Qt needs from a Linux system: asked of Qt itself, named, installed where allowed."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

# Shared library -> Debian package that has it: what the packages for Linux need, and names that the
# rule of `package_of` does not give.
DRAWING = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libz.so.1": "zlib1g",
}
X11_WINDOW = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
WAYLAND_WINDOW = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
FONT_PACKAGE = "fonts-dejavu-core"
FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".fonts",
    Path.home() / ".local/share/fonts",
)
QT_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg")
_NOT_FOUND = re.compile(r"^\s*(\S+) => not found$", re.MULTILINE)
FONT_KINDS = frozenset({".ttf", ".ttc", ".otf", ".pfb"})


class SetupError(Exception):
    """The machine misses something; the message says what, and how to get it."""


def loads(library: str) -> bool:
    """Tell whether the dynamic loader finds `library` and all that it needs."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def platforms(*, on_screen: bool, environment: Mapping[str, str]) -> list[str]:
    """Return the platform plugins of Qt of which one has to load, the likeliest first."""
    if not on_screen:
        return ["offscreen"]
    chosen = [name.partition(":")[0] for name in environment.get("QT_QPA_PLATFORM", "").split(";")]
    if any(chosen):
        return [name for name in chosen if name]
    wayland = ["wayland"] if environment.get("WAYLAND_DISPLAY") else []
    return [*wayland, "xcb"] if environment.get("DISPLAY") or not wayland else wayland


def qt_files(qt: Path, platform: str) -> list[Path]:
    """Return what Python and Qt load for a platform: modules of PySide6 and a plugin."""
    modules = [qt / f"{name}.abi3.so" for name in QT_MODULES]
    return [*modules, qt / "Qt/plugins/platforms" / f"libq{platform}.so"]


def libraries_not_found(files: Iterable[Path]) -> list[str]:
    """Return the libraries that ldd does not find for any of the files, each once."""
    command = ["ldd", *(str(file) for file in files if file.exists())]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return list(dict.fromkeys(_NOT_FOUND.findall(listed)))


def missing_for_qt(qt: Path, names: Sequence[str]) -> list[str]:
    """Return the libraries that the first platform misses; nothing where any of them has all."""
    found = [libraries_not_found(qt_files(qt, name)) for name in names]
    return [] if [] in found else found[0]


def package_of(library: str, known: Callable[[str], bool] | None = None) -> str:
    """Return the Debian package of a library, by the rule that Debian names them by.

    `known` tells whether a package exists; by default apt is asked. Where time is 64 bits since
    2024 the name may end in t64.
    """
    listed = {**DRAWING, **X11_WINDOW, **WAYLAND_WINDOW}.get(library)
    name, exists = listed or package_by_rule(library), known or _known_to_apt
    return f"{name}t64" if not exists(name) and exists(f"{name}t64") else name


def package_by_rule(library: str) -> str:
    """Return what Debian's policy calls the package of a library.

    >>> package_by_rule("libxcb-icccm.so.4"), package_by_rule("libX11.so.6")
    ('libxcb-icccm4', 'libx11-6')
    """
    stem, _, version = library.partition(".so.")
    hyphen = "-" if stem[-1:].isdigit() else ""
    return f"{stem}{hyphen}{version}".lower().replace("_", "-")


def _known_to_apt(package: str) -> bool:
    if shutil.which("apt-cache") is None:
        return False
    command = ["apt-cache", "show", "--no-all-versions", package]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def missing(
    needed: Mapping[str, str], can_load: Callable[[str], bool] = loads
) -> tuple[list[str], list[str]]:
    """Return the libraries that do not load, and the packages that have them, each once."""
    libraries = [library for library in needed if not can_load(library)]
    return libraries, list(dict.fromkeys(needed[library] for library in libraries))


def has_font(folders: Iterable[Path] = FONT_FOLDERS) -> bool:
    """Tell whether fontconfig would find any font file."""
    return any(
        file.suffix.lower() in FONT_KINDS
        for folder in folders
        if folder.is_dir()
        for file in folder.rglob("*")
    )


def may_install() -> bool:
    """Tell whether Debian packages can be installed without asking anybody."""
    on_debian = Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None
    return on_debian and hasattr(os, "geteuid") and os.geteuid() == 0


def advice(what: Sequence[str], packages: Sequence[str]) -> str:
    """Say what is missing and how to install it on Debian and its relatives."""
    return (
        f"this system misses {', '.join(what)}. On Debian or Ubuntu: "
        f"sudo apt-get update && sudo apt-get install -y --no-install-recommends "
        f"{' '.join(packages)}. Elsewhere: the packages that hold the same files."
    )


def install(packages: Sequence[str]) -> None:
    """Install Debian packages with apt-get."""
    print(f"installing system packages: {' '.join(packages)}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.call(["apt-get", "update", "-qq"], env=environment)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    if subprocess.call(command, env=environment, stdout=sys.stderr) != 0:
        raise SetupError(f"apt-get could not install {' '.join(packages)}; see its words above")


def provide_libraries(qt: Path, *, on_screen: bool) -> None:
    """Make sure that Qt finds its libraries and that there is a font to write with.

    Parameters
    ----------
    qt : Path
        The folder of PySide6.

    Raises
    ------
    SetupError
        Something is missing and may not, or could not, be installed from here.
    """
    if sys.platform != "linux" or shutil.which("ldd") is None:
        return
    names = platforms(on_screen=on_screen, environment=os.environ)
    libraries = missing_for_qt(qt, names)
    packages = list(dict.fromkeys(map(package_of, libraries)))
    if not has_font():
        libraries, packages = [*libraries, "a font"], [*packages, FONT_PACKAGE]
    if not packages:
        return
    if not may_install():
        raise SetupError(advice(libraries, packages))
    install(packages)
    still_missing = missing_for_qt(qt, names)
    if still_missing:
        raise SetupError(f"Qt does not find {', '.join(still_missing)} even after the installation")


def provide_venv_module() -> None:
    """Install what Debian splits off from Python: the part that fills a virtual environment.

    Raises
    ------
    SetupError
        It may not, or could not, be installed from here.
    """
    packages = [f"python{sys.version_info.major}.{sys.version_info.minor}-venv"]
    if not may_install():
        raise SetupError(advice(["Python's venv module"], packages))
    install(packages)
