"""The Debian package."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import TYPE_CHECKING

from linux import libraries, tree
from linux.product import MAINTAINER, NAME, version

if TYPE_CHECKING:
    from pathlib import Path

DESCRIPTION = """\
choose a classifier and its threshold under costs
 CostCurve reads a file of cases that several models have scored and tells
 which model to use, at which threshold, under given costs, a prior and
 constraints: with ROC curves, also weighted by what each case costs, cost
 curves and profit curves that share one operating condition, and with
 intervals and tests by bootstrap.
 .
 The command line writes the same curves, tables and pictures without a
 display."""


def architecture() -> str:
    """Return what Debian calls this machine's architecture."""
    found = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def control(depends: list[str], machine: str, kibibytes: int) -> str:
    """Return the control file."""
    return f"""\
Package: {NAME}
Version: {version()}
Architecture: {machine}
Maintainer: {MAINTAINER}
Installed-Size: {kibibytes}
Depends: {", ".join(depends)}
Section: science
Priority: optional
Description: {DESCRIPTION}
"""


def changelog(time: int) -> str:
    """Return the one entry that Debian's tools look for; the changes are beside it."""
    return f"""\
{NAME} ({version()}) unstable; urgency=medium

  * The changes are in CHANGELOG.md.gz.

 -- {MAINTAINER}  {format_datetime(datetime.fromtimestamp(time, UTC))}
"""


def installed_size(root: Path) -> int:
    """Return the kibibytes as dpkg counts them: files by blocks of one, one for all else."""
    paths = [path for path in root.rglob("*") if "DEBIAN" not in path.relative_to(root).parts]
    files = [path for path in paths if path.is_file() and not path.is_symlink()]
    return sum(-(-path.stat().st_size // 1024) for path in files) + len(paths) - len(files)


def checksums(root: Path) -> str:
    """Return the lines of md5sums, which tell a changed file from the packaged one."""
    files = [path for path in sorted((root / "usr").rglob("*")) if path.is_file()]
    return "".join(
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}"
        f"  {path.relative_to(root)}\n"
        for path in files
        if not path.is_symlink()
    )


def stage(root: Path, bundle: Path, python: str, time: int) -> None:
    """Lay out the package in a folder."""
    shutil.rmtree(root, ignore_errors=True)
    share = root / "usr" / "share"
    tree.add_program(root / "usr", bundle)
    tree.add_shared(share, python, time)
    tree.add_documents(share / "doc" / NAME)
    tree.write_packed(share / "doc" / NAME / "changelog.gz", changelog(time).encode())
    overrides = share / "lintian" / "overrides" / NAME
    overrides.parent.mkdir(parents=True)
    shutil.copyfile(tree.FILES / "lintian-overrides", overrides)
    debian = root / "DEBIAN"
    debian.mkdir()
    found = control(libraries.depends(bundle), architecture(), installed_size(root))
    (debian / "control").write_text(found, encoding="utf-8")
    (debian / "md5sums").write_text(checksums(root), encoding="utf-8")
    tree.settle(root, time)


def build(bundle: Path, python: str, time: int, dist: Path, work: Path) -> Path:
    """Write the package to `dist` and return its path."""
    root = work / "deb"
    stage(root, bundle, python, time)
    path = dist / f"{NAME}_{version()}_{architecture()}.deb"
    # More threads would cut the archive into other blocks on another machine.
    options = ["--root-owner-group", "-Zxz", "--threads-max=1"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(time)}
    subprocess.run(["dpkg-deb", *options, "--build", root, path], check=True, env=environment)
    return path
