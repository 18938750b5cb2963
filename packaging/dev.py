"""Set up, start and check CostCurve with nothing but a Python on the machine.

python3 packaging/dev.py run [args]          start the program (its command line: run report ...)
python3 packaging/dev.py test                every check and every test; what the CI runs
python3 packaging/dev.py check NAME [args]   lint format types imports fast tests benchmarks
python3 packaging/dev.py measure [args]      the benchmarks on full-size data; takes minutes
python3 packaging/dev.py stress NAME [args]  monkey --minutes 30 --seed 1, or flows --runs 200
python3 packaging/dev.py golden [CASE ...]   compare with the archive of outputs; --renew makes it
python3 packaging/dev.py screenshots         draw the pictures of the README again
python3 packaging/dev.py papers              draw the help page of the papers' figures again
python3 packaging/dev.py tutorials           draw the tutorials of the help again
python3 packaging/dev.py messages [de ...]   gather the texts of the window for translators
python3 packaging/dev.py bootstrap-speed     draw how long a bootstrap takes as rows grow
python3 packaging/dev.py coverage [FOLDER]   simulate how often intervals hold the truth; hours
python3 packaging/dev.py build               build the program into dist/costcurve
python3 packaging/dev.py package             the same, and on Linux a .deb and a .tar.gz of it
python3 packaging/dev.py compare-builds      build twice and compare every byte; minutes
python3 packaging/dev.py test-package        try the .deb on a bare Debian; root, minutes
python3 packaging/dev.py setup               make .venv and install everything, start nothing

The first call makes .venv beside this folder and installs the pinned packages; later calls find
that nothing has changed and start at once. Works on Linux, macOS and Windows with Python 3.11
to 3.14. On Linux it names the system packages that Qt misses, and installs them when it may.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import dev_checks
import dev_environment
import dev_system
import size_limits
from dev_system import SetupError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

WORDS_WITHOUT_WINDOW = frozenset(
    {"report", "decide", "rule", "verify", "--self-test", "--version", "--help", "-h"}
)
NO_DISPLAY = """\
error: no display found (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can be shown.
Without a display, write curves, tables and pictures with the command line:
    python3 packaging/dev.py run report FILE --out DIR"""


def needs_window(arguments: Sequence[str]) -> bool:
    """Tell whether the program, started with `arguments`, opens its window."""
    return not WORDS_WITHOUT_WINDOW.intersection(arguments[:1])


def display_is_missing(platform: str, environment: Mapping[str, str]) -> bool:
    """Tell whether Qt could not open a window here; a chosen Qt platform is taken at its word."""
    chosen = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return platform == "linux" and not any(environment.get(name) for name in chosen)


def run(arguments: Sequence[str]) -> int:
    """Start the program and hand on its exit status."""
    window = needs_window(arguments)
    if window and display_is_missing(sys.platform, os.environ):
        print(NO_DISPLAY, file=sys.stderr)
        return 2
    python = dev_environment.provide(("requirements.txt",))
    on_screen = window and os.environ.get("QT_QPA_PLATFORM") != "offscreen"
    dev_system.provide_libraries(_qt(), on_screen=on_screen)
    return subprocess.call([python, dev_environment.ROOT / "main.py", *arguments])


def _set_up_for_checks() -> str:
    python = dev_environment.provide(("requirements.txt", "requirements-dev.txt"))
    dev_system.provide_libraries(_qt(), on_screen=False)
    return python


def _qt() -> Path:
    return dev_environment.packages_in(dev_environment.VENV) / "PySide6"


def setup(_arguments: Sequence[str]) -> int:
    """Install everything that any other command needs."""
    print(f"ready: {_set_up_for_checks()}")
    return 0


def test(_arguments: Sequence[str]) -> int:
    """Run every check and test, whatever fails on the way."""
    return dev_checks.run_all(_set_up_for_checks())


def check(arguments: Sequence[str]) -> int:
    """Run one check by its name; what follows the name goes to the tool."""
    if not arguments or arguments[0] not in dev_checks.CHECKS:
        raise SetupError(f"name one of these checks: {', '.join(dev_checks.CHECKS)}")
    return dev_checks.run_one(_set_up_for_checks(), arguments[0], arguments[1:])


def measure(arguments: Sequence[str]) -> int:
    """Run the benchmarks on data of the size that docs/performance.md has figures of."""
    os.environ["COSTCURVE_BENCH"] = "full"
    # Some take longer than a test may before its stacks are printed.
    words = ["-s", "-o", "faulthandler_timeout=0", *arguments]
    return dev_checks.run_one(_set_up_for_checks(), "benchmarks", words)


def stress(arguments: Sequence[str]) -> int:
    """Let a monkey play with the program, or repeat what it died of; 1 where anything is wrong."""
    return dev_checks.call([_set_up_for_checks(), "-m", "tests.stress", *arguments])


def golden(arguments: Sequence[str]) -> int:
    """Compare what the program writes, says and draws with the archive; 1 where it differs."""
    return dev_checks.call([_set_up_for_checks(), "-m", "tests.acceptance.archive", *arguments])


def screenshots(_arguments: Sequence[str]) -> int:
    """Draw the README's screenshots with the program as it is."""
    return dev_checks.call([_set_up_for_checks(), "packaging/screenshots.py"])


def papers(_arguments: Sequence[str]) -> int:
    """Draw the figures of the papers and their help page with the program as it is."""
    return dev_checks.call([_set_up_for_checks(), "packaging/papers.py"])


def tutorials(_arguments: Sequence[str]) -> int:
    """Draw the tutorials and write their help pages with the program as it is."""
    return dev_checks.call([_set_up_for_checks(), "packaging/draw_tutorials.py"])


def messages(languages: Sequence[str]) -> int:
    """Gather the texts of the window, and bring the languages named up to date with them."""
    return dev_checks.call([_set_up_for_checks(), "packaging/messages.py", *languages])


def bootstrap_speed(_arguments: Sequence[str]) -> int:
    """Measure a bootstrap and draw how its time grows with the rows."""
    return dev_checks.call([_set_up_for_checks(), "packaging/bootstrap_speed.py"])


def coverage(arguments: Sequence[str]) -> int:
    """Simulate how often intervals hold the truth, and write docs/coverage.md again."""
    return dev_checks.call([_set_up_for_checks(), "packaging/coverage_table.py", *arguments])


def build(_arguments: Sequence[str]) -> int:
    """Build the program for this system, in an environment of its own; 1 where a check fails."""
    import build as builder

    return _checked(builder.bundle())


def _checked(program: Path) -> int:
    """Return 1 where a build is too large, or does not repeat what it writes."""
    import same_bytes

    size = size_limits.report([program], size_limits.MOST_UNPACKED)
    return max(size, same_bytes.check(program / program.name))


def package(_arguments: Sequence[str]) -> int:
    """Build the program and the packages for Linux; 1 where a check fails."""
    import build as builder
    from linux.package import packages

    made, program = packages(), builder.DIST / builder.NAME
    packed = size_limits.report(made, size_limits.MOST_PACKED)
    return max(packed, _checked(program))


def compare_builds(_arguments: Sequence[str]) -> int:
    """Build twice; 1 where the builds differ."""
    import compare_builds as comparison

    return comparison.main()


def test_package(arguments: Sequence[str]) -> int:
    """Install the built .deb in a bare root and use it there."""
    from linux import bare_test

    return bare_test.run(_set_up_for_checks(), arguments)


COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "run": run,
    "test": test,
    "check": check,
    "measure": measure,
    "stress": stress,
    "golden": golden,
    "screenshots": screenshots,
    "papers": papers,
    "tutorials": tutorials,
    "messages": messages,
    "bootstrap-speed": bootstrap_speed,
    "coverage": coverage,
    "build": build,
    "package": package,
    "compare-builds": compare_builds,
    "test-package": test_package,
    "setup": setup,
}


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; return the exit status."""
    if not arguments or arguments[0] in {"--help", "-h", "help"}:
        print(__doc__)
        return 0 if arguments else 2
    command = COMMANDS.get(arguments[0])
    if command is None:
        print(f"error: unknown command {arguments[0]!r}\n\n{__doc__}", file=sys.stderr)
        return 2
    try:
        dev_environment.require_supported_python(sys.version_info[:2])
        return command(arguments[1:])
    except SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
