"""Takes back what the starter of a packaged build did to the environment.

On Linux it points the search for libraries at its own folder. That was done for this process,
whose loader has read it by now; the browser and other programs started from here would load the
wrong libraries.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableMapping

VARIABLE = "LD_LIBRARY_PATH"
_BEFORE = f"{VARIABLE}_ORIG"  # where PyInstaller keeps what the user had


def restore_library_path(environment: MutableMapping[str, str]) -> None:
    """Give programs started from here the library path that this one was started with."""
    if not hasattr(sys, "_MEIPASS"):  # set by PyInstaller
        return
    environment.pop(VARIABLE, None)
    before = environment.pop(_BEFORE, None)
    if before is not None:
        environment[VARIABLE] = before
