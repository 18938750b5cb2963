"""A Debian system of nothing but what every one has, in a folder, to install a package into."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUITE = "bookworm"
USER = "guest"
# Nothing of the tests' own settings, such as the screen of Qt that a file of theirs describes.
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
_TO_THE_MIRROR = ("http_proxy", "https_proxy", "no_proxy")


class BareRoot:
    """The system in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str) -> str:
        """Run a command in it as root and return what it prints."""
        proxies = {name: os.environ[name] for name in _TO_THE_MIRROR if name in os.environ}
        command = ["chroot", str(self.folder), *_alone(HOME="/root", **proxies), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def start(self, words: list[str], **environment: str) -> subprocess.Popen[bytes]:
        """Start a program in it as an ordinary user."""
        alone = _alone(HOME=f"/home/{USER}", **environment)
        return subprocess.Popen(["chroot", f"--userspec={USER}", str(self.folder), *alone, *words])

    def packages(self) -> set[str]:
        """Return the names of what is installed."""
        return set(self.run("dpkg-query", "-W", "-f", "${Package}\n").split())

    def files(self) -> set[str]:
        """Return what is there, but for what apt and dpkg note for themselves."""
        found = self.run("find", "/usr", "/etc", "/opt", "/srv", "/home")
        return set(found.splitlines())


def _alone(**environment: str) -> list[str]:
    """Return the words that start a program with nothing in its environment but this."""
    return ["env", "-i", *(f"{key}={value}" for key, value in (ENVIRONMENT | environment).items())]


def mirror() -> str:
    """Return where this machine has its Debian packages from."""
    words = ["apt-get", "indextargets", "--format", "$(REPO_URI)", f"Codename: {SUITE}"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return done.stdout.split()[0]


def make(folder: Path) -> BareRoot:
    """Fetch a minimal system into a folder; takes about a minute."""
    command = ["debootstrap", "--variant=minbase", SUITE, str(folder), mirror()]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.copy("/etc/resolv.conf", folder / "etc" / "resolv.conf")
    root = BareRoot(folder)
    root.run("useradd", "--create-home", USER)
    return root
