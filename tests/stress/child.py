"""The process that is put to the test: plays until its time is over or something is wrong.

It writes each move to standard output before it makes it, so that its parent can tell what came
before a crash. Exit status 0: nothing was wrong; 1: what was, on standard error.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import sys
import time
from pathlib import Path

import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
from tests.stress.watch import Watch

_HANGS = 120  # seconds


def main() -> int:
    """Do what the words say."""
    faulthandler.enable()
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("monkey", "flows"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--steps", type=int, default=sys.maxsize)
    parser.add_argument("--hasty", action="store_true")
    parser.add_argument("--fault", default="", help="code to run instead of flows")
    given = parser.parse_args()
    watch = Watch()
    watch.install()
    try:
        if given.what == "flows":
            _run_flows(given.folder, watch, given.fault)
        else:
            _play(given, watch)
    except Exception as error:  # noqa: BLE001 - what an override raises comes out of QTest
        watch.hear_exception(type(error), error, error.__traceback__)
        _report(watch)
        os._exit(1)  # what the error has cut short cannot be taken down
    _report(watch)
    return 1 if watch.faults else 0


def _report(watch: Watch) -> None:
    for fault in watch.faults:
        sys.stderr.write(f"{fault}\n")
    sys.stderr.flush()


def _play(given: argparse.Namespace, watch: Watch) -> None:
    from tests.stress.monkey import Monkey

    monkey = Monkey(given.seed, given.folder, _tell, hasty=given.hasty)
    monkey.start()
    end = time.monotonic() + given.seconds
    for _ in range(given.steps):
        faulthandler.dump_traceback_later(_HANGS, exit=True)
        monkey.step()
        if watch.faults or time.monotonic() > end or not monkey.window.isVisible():
            break
    monkey.leave()
    faulthandler.cancel_dump_traceback_later()


def _run_flows(folder: Path, watch: Watch, fault: str) -> None:
    from tests.stress.flows import FLOWS
    from tests.stress.stage import Stage

    stage = Stage(folder)
    stage.program.show()
    if fault:
        _tell("fault on purpose")
        exec(fault)  # noqa: S102 - of a test
        stage.turn(50)
    for flow in () if fault else FLOWS:
        faulthandler.dump_traceback_later(_HANGS, exit=True)
        _tell(flow.__name__)
        flow(stage)
        if watch.faults:
            break
    stage.program.window.close()
    stage.turn(20)
    faulthandler.cancel_dump_traceback_later()


def _tell(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
