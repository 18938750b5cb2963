"""What to type in a terminal to start this copy of the program."""

from __future__ import annotations

import sys

BUILT = hasattr(sys, "_MEIPASS")  # set by PyInstaller
PROGRAM = "costcurve" if BUILT else "main.py"
COMMAND = PROGRAM if BUILT else f"python {PROGRAM}"
