"""The files of an installation, below a prefix such as /usr or ~/.local."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from pathlib import Path

from dev_environment import ROOT

from linux.product import APP_ID, NAME, day, version

FILES = Path(__file__).with_name("files")
HERE = Path(__file__).parent
ICON = ROOT / "resources" / "app_icon.svg"


def add_program(prefix: Path, bundle: Path) -> None:
    """Copy the built program to lib, and link to it from bin."""
    shutil.copytree(bundle, prefix / "lib" / NAME, symlinks=True)
    link = prefix / "bin" / NAME
    link.parent.mkdir(parents=True)
    link.symlink_to(Path("..", "lib", NAME, NAME))


def add_shared(share: Path, python: str, time: int) -> None:
    """Write what desktops and `man` look for, with the interpreter of the build's environment."""
    texts = {"@VERSION@": version(), "@DATE@": day(time)}
    _add(share / "applications" / f"{APP_ID}.desktop", FILES / f"{APP_ID}.desktop")
    _add(share / "mime" / "packages" / f"{NAME}.xml", FILES / f"{NAME}-mime.xml")
    metainfo = FILES / f"{APP_ID}.metainfo.xml"
    _add(share / "metainfo" / metainfo.name, metainfo, texts)
    _add(share / "icons/hicolor/scalable/apps" / f"{APP_ID}.svg", ICON)
    _draw_icons(share / "icons" / "hicolor", python)
    write_packed(share / "man" / "man1" / f"{NAME}.1.gz", _man_page(python, time))


def add_documents(documents: Path) -> None:
    """Write the licence and the changes, where Debian has them."""
    _add(documents / "copyright", FILES / "copyright", {"@LICENSE@": _licence()})
    write_packed(documents / "CHANGELOG.md.gz", (ROOT / "CHANGELOG.md").read_bytes())


def _licence() -> str:
    """Return the program's licence as a field of a Debian copyright file."""
    lines = (ROOT / "LICENSE").read_text(encoding="utf-8").strip().splitlines()
    terms = lines[lines.index("Copyright (c) 2026, The CostCurve authors") + 2 :]
    return "\n".join(f" {line}" if line else " ." for line in terms)


def _add(path: Path, source: Path, texts: dict[str, str] | None = None) -> None:
    content = source.read_text(encoding="utf-8")
    for mark, text in (texts or {}).items():
        content = content.replace(mark, text)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def _draw_icons(folder: Path, python: str) -> None:
    words = [python, str(HERE / "draw_icons.py"), str(ICON), str(folder), APP_ID]
    subprocess.run(words, check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def _man_page(python: str, time: int) -> bytes:
    words = [python, str(HERE / "man_page.py"), version(), day(time)]
    return subprocess.run(words, check=True, capture_output=True).stdout


def write_packed(path: Path, content: bytes) -> None:
    """Write a file packed by gzip, the same each time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content, mtime=0))


def settle(root: Path, time: int) -> None:
    """Give all files below `root` a fixed time and folders and files the modes of a package."""
    for path in sorted(root.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        os.utime(path, (time, time), follow_symlinks=False)
    root.chmod(0o755)
    os.utime(root, (time, time))
