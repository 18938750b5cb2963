"""Build the program and both packages of it for Linux."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import build

from linux import deb, tarball

if TYPE_CHECKING:
    from pathlib import Path


def packages(dist: Path = build.DIST, work: Path = build.BUILD) -> list[Path]:
    """Build everything into `dist` and return the paths of the .deb and the .tar.gz."""
    bundle = build.bundle(dist, work / "pyinstaller")
    python = build.clean_environment()
    time = build.source_time(os.environ)
    return [made.build(bundle, python, time, dist, work) for made in (deb, tarball)]
