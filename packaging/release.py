"""Do every step of a release up to signing, and say what is left: release.py [--dry-run].

First what must hold is checked: nothing uncommitted, a version whose day and changes are in
CHANGELOG.md, a real page of releases. Then everything is checked and built, the built program
tests itself, and the bill of materials and the checksums are written beside what is to be
published. --dry-run checks the same and only names the commands. Both put the tools that write the
bill into .venv. Nothing is uploaded, tagged or signed.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import dev_environment  # noqa: E402
from changelog import UNRELEASED, ChangelogError, releases, version_key  # noqa: E402
from checksums import SUMS, write_sums  # noqa: E402
from dev_system import SetupError  # noqa: E402

from costcurve_gui import __version__  # noqa: E402
from costcurve_gui.about.program import RELEASES_PAGE  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DIST = ROOT / "dist"
PROGRAM = DIST / "costcurve" / "costcurve"
TOOLS = ("packaging/requirements-release.txt",)
LICENCES = DIST / "costcurve" / "_internal" / "resources" / "licences.json"
LEFT = """\
left to do, by hand or on other machines:
  1. git tag -s v{version} -m "CostCurve {version}" and push the tag: the workflow "release"
     builds for Windows, macOS and Linux, and runs --self-test on each.
  2. Download what it built, the artifact "everything": it is what gets published. Its hashes
     are not those of dist/{sums}, where another Python than the one here was built in.
  3. Sign: the Windows installer with signtool, the macOS disk image with codesign and notarytool,
     {sums} with gpg --detach-sign --armor. packaging/README.md has the commands.
  4. Make {sums} again over the signed files, publish them all on {page},
     with the entry of CHANGELOG.md as the text.
  5. Install each on a clean machine and go through "What could not be run here" of
     packaging/README.md."""


class ReleaseError(Exception):
    """Something does not hold; the message says what would."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold before anything is built. `check` raises a ReleaseError."""

    name: str
    check: Callable[[], None]


def git(*words: str) -> str:
    """Return what git says about the project."""
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.rstrip()


def check_tree() -> None:
    """Refuse what is not committed: nobody could build it again."""
    changed = git("status", "--porcelain")
    if changed:
        raise ReleaseError(f"not committed:\n{changed}")


def check_tag() -> None:
    """Refuse a version that was released before."""
    if git("tag", "--list", f"v{__version__}"):
        raise ReleaseError(f"v{__version__} is tagged already; raise costcurve_gui.__version__")


def check_changelog() -> None:
    """Hold the change log of the project against its version."""
    check_entries((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__)


def check_entries(text: str, version: str) -> None:
    """Hold a change log against the version about to be released."""
    try:
        version_key(version)
        coming, *released = releases(text)
    except ChangelogError as error:
        raise ReleaseError(f"CHANGELOG.md: {error}") from error
    if not released or released[0].name != version:
        raise ReleaseError(f"CHANGELOG.md: the newest entry is not [{version}] - with its day")
    if not released[0].text:
        raise ReleaseError(f"CHANGELOG.md: the entry [{version}] is empty")
    if coming.text:
        raise ReleaseError(f"CHANGELOG.md: move what is under [{UNRELEASED}] to [{version}]")


def check_page() -> None:
    """Refuse the stand-in for the page that the program opens for updates."""
    if (urlsplit(RELEASES_PAGE).hostname or "").endswith(".example"):
        raise ReleaseError(
            "costcurve_gui/about/program.py: put in the address of the releases page"
        )


def lister() -> str:
    """Return the interpreter that has the tools of requirements-release.txt."""
    return str(dev_environment.python_in(dev_environment.VENV))


def check_tools() -> None:
    """Install what the last step needs, and see that the step starts."""
    try:
        python = dev_environment.provide(TOOLS)
    except SetupError as error:
        raise ReleaseError(str(error)) from error
    command = [python, "-c", "import sbom"]
    done = subprocess.run(
        command, cwd=ROOT / "packaging", capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ReleaseError(f"packaging/sbom.py does not start: {done.stderr.strip()}")


CONDITIONS = (
    Condition("everything is committed", check_tree),
    Condition("the change log tells of this version", check_changelog),
    Condition("the version is new", check_tag),
    Condition("the page of releases is known", check_page),
    Condition("the tools that list a build are there", check_tools),
)


def commands() -> list[list[str]]:
    """Return the commands that test, build, and list what was built."""
    dev = [sys.executable, "packaging/dev.py"]
    system = f"{platform.system().lower()}-{platform.machine()}"
    bill = DIST / f"costcurve-{__version__}-{system}.cdx.json"
    return [
        [*dev, "test"],
        [*dev, "package"],
        [str(PROGRAM), "--self-test"],
        [lister(), "packaging/sbom.py", str(LICENCES), str(bill)],
    ]


def of_this_version(name: str) -> bool:
    """Tell whether a file of `dist` is of the version about to be released."""
    return re.match(rf"costcurve[-_]{re.escape(__version__)}[-_]", name) is not None


def unmet() -> list[str]:
    """Check every condition, say how each one stands, and return the names of those unmet."""
    names = []
    for condition in CONDITIONS:
        try:
            condition.check()
        except ReleaseError as error:
            names.append(condition.name)
            print(f"NOT SO  {condition.name}: {error}")
        else:
            print(f"ok      {condition.name}")
    return names


def run(command: Sequence[str]) -> int:
    """Run one command in the project's folder, its words on this terminal."""
    return subprocess.call(command, cwd=ROOT, env=commands_environment(os.environ))


def commands_environment(base: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for every command: what is made carries the time of the commit."""
    return {**base, "SOURCE_DATE_EPOCH": git("log", "-1", "--format=%ct")}


def main(arguments: Sequence[str], execute: Callable[[Sequence[str]], int] = run) -> int:
    """Carry out the release, or name its steps; return 1 where something does not hold."""
    if any(word != "--dry-run" for word in arguments):
        print(__doc__)
        return 2
    dry = bool(arguments)
    print(f"CostCurve {__version__}")
    missing = unmet()
    if missing and not dry:
        return 1
    for command in commands():
        print(f"{'would run' if dry else 'running'}: {' '.join(command)}", flush=True)
        if not dry and execute(command) != 0:
            print("FAILED; nothing was published")
            return 1
    if not dry:
        print(f"wrote {write_sums(DIST, of_this_version)}")
    print(LEFT.format(version=__version__, sums=SUMS, page=RELEASES_PAGE))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
