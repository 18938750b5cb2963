"""Puts the whole program to the test, in processes that may die.

python -m tests.stress monkey [--minutes M] [--seed S]   play for M minutes; --hasty: no waiting
python -m tests.stress flows [--runs N]                  what died once, N times in a row
"""

from __future__ import annotations

import argparse
import sys

from tests.stress.parent import play, run_flows


def main() -> int:
    """Run what is asked for; 1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="tests.stress", description=__doc__)
    parser.add_argument("what", choices=("monkey", "flows"))
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--hasty", action="store_true", help="play without waiting for effects")
    parser.add_argument("--go-on", action="store_true", help="play on after a fault")
    given = parser.parse_args()
    if given.what == "flows":
        faults = run_flows(given.runs, print, go_on=given.go_on)
    else:
        faults = play(given.minutes * 60, given.seed, print, go_on=given.go_on, hasty=given.hasty)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
