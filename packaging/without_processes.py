"""Run by the built program before its own modules: a stand-in for a view drawn by another process.

pyqtgraph imports it, and with it all that Python has for several processes, when it is imported
itself. The program works with threads. PyInstaller would load the same at every start.
"""

import sys
from types import ModuleType

_NAME = "pyqtgraph.widgets.RemoteGraphicsView"


class RemoteGraphicsView:
    """What pyqtgraph offers to its users."""


sys.modules[_NAME] = ModuleType(_NAME)
sys.modules[_NAME].RemoteGraphicsView = RemoteGraphicsView  # type: ignore[attr-defined]
