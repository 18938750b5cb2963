"""Where the program starts: arguments, logging, and the choice between window and command.

Nothing heavy is imported before it is known what is wanted.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from costcurve_gui import __version__
from costcurve_gui.startup.console import COMMAND, PROGRAM, provide_streams
from costcurve_gui.startup.display import has_display
from costcurve_gui.startup.gui_extra import NEEDS_GUI, has_gui
from costcurve_gui.startup.library_path import restore_library_path
from costcurve_gui.startup.logs import start_logging, stop_logging, where_to_read
from costcurve_gui.translation import LANGUAGE, use_language

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping, Sequence
    from pathlib import Path

    from costcurve_gui.engine.progress import Progress

EXIT_FAULT = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130

DESCRIPTION = "Which classifier, at which threshold, under which costs?"
COMMANDS = """commands:
  report FILE --out DIR   write every curve, table and picture without a window
  decide FILE --policy P.json --out DECISIONS.csv
                          apply a saved policy to new rows
  rule --policy P.json --language sql|excel|python|sklearn
                          print the policy as code
  verify FILE --policy P.json --out VERIFIED.csv
                          estimate a saved policy anew on labelled rows
(COMMAND --help lists the options of each)
"""
_COMMANDS = {  # where they are carried out, imported when one is given
    "report": "costcurve_gui.cli.report",
    "decide": "costcurve_gui.cli.deciding",
    "rule": "costcurve_gui.cli.rule_code",
    "verify": "costcurve_gui.cli.verifying",
}
NO_DISPLAY = (
    "there is no display for the window. Without one, "
    f"`{COMMAND} report FILE --out DIR` writes every curve, table and picture."
)

_log = logging.getLogger(__name__)


class UsageError(Exception):
    """The command line cannot be followed; the message says what would be."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line that begins with `error:`."""

    def error(self, message: str) -> NoReturn:
        """Leave the sentence to `main`."""
        raise UsageError(f"{message}; `{self.prog} --help` lists the options")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    restore_library_path(os.environ)
    keep_to_own_threads(os.environ)
    provide_streams()
    start_logging()
    try:
        return _guarded(_run, words)
    finally:
        stop_logging()


def keep_to_own_threads(environment: MutableMapping[str, str]) -> None:
    """Let the BLAS of numpy start no threads of its own.

    It would start one a processor, each of which spins for a tenth of a second before it sleeps.
    What is large here is computed in threads of the program, and what BLAS sums up in one thread
    has the same last digit on every machine.
    """
    environment.setdefault("OPENBLAS_NUM_THREADS", "1")


def _guarded(run: Callable[[list[str]], int], words: list[str]) -> int:
    try:
        return run(words)
    except SystemExit as leaving:  # argparse leaves after --help and --version
        return leaving.code if isinstance(leaving.code, int) else 0
    except UsageError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as fault:  # noqa: BLE001 - the last line of defence: logged, told, exit status 1
        _log.exception("fault of the program")
        _say(f"a fault of the program, {type(fault).__name__}: {fault}; {where_to_read()}")
        return EXIT_FAULT


def _run(words: list[str]) -> int:
    command = words[0] if words else ""
    if command in _COMMANDS:
        from importlib import import_module

        run: Callable[[list[str]], int] = import_module(_COMMANDS[command]).run
        return run(words[1:])
    options = _parser().parse_args(words)
    if options.self_test:
        from costcurve_gui.selftest.run import run as run_self_test

        return run_self_test()
    return _open_window(options)


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM,
        description=DESCRIPTION,
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="data files to open")
    parser.add_argument("--example", metavar="NAME", help="open a file that ships with the program")
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="check that this installation is complete and computes correctly",
    )
    parser.add_argument("--version", action="version", version=f"CostCurve {__version__}")
    return parser


def _open_window(options: argparse.Namespace) -> int:
    if not has_gui():
        raise UsageError(f"the window {NEEDS_GUI}; `{COMMAND} report FILE --out DIR` does without")
    if not has_display(os.environ, sys.platform):
        raise UsageError(NO_DISPLAY)
    import costcurve_gui.startup.lazy_dataclasses  # before any dataclass is made

    example = _known_example(options.example)
    # Collecting while everything is being built finds nothing and takes a tenth of the start.
    # `run_window` lets it work again.
    gc.disable()
    import costcurve_gui.startup.load_qt  # noqa: F401 - must load Qt first, says why itself

    _use_language()  # before the modules of the window, whose tables hold texts
    from costcurve_gui.window.program import run_window

    return run_window(files=options.files, example=example, write_record=_write_record)


def _write_record(path: Path, save_project: Callable[[Path], object], *, progress: Progress) -> str:
    """Write the record of a decision in a job of the window, which knows no report."""
    from costcurve_gui.cli.record_of_project import save_record

    return save_record(path, save_project, progress=progress)


def _use_language() -> None:
    """Use the language that the environment names, else the first of the system's."""
    from PySide6.QtCore import QLocale

    named = os.environ.get(LANGUAGE)
    use_language([named] if named else QLocale.system().uiLanguages())


def _known_example(key: str | None) -> str | None:
    if key is None:
        return None
    from costcurve_gui.analysis.examples import example_keys, example_of

    if example_of(key) is None:
        raise UsageError(f"no example {key!r} ships with the program: {', '.join(example_keys())}")
    return key


def _refuse(message: str) -> int:
    _say(message)
    return EXIT_BAD_INPUT


def _say(message: str) -> None:
    from costcurve_gui.dataio.errors import readable

    sys.stderr.write(f"error: {readable(message)}\n")
