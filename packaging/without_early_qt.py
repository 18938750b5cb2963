"""Run by the built program before anything else: Qt is loaded when the program asks for it.

A hook of PyInstaller imports QtCore at every start, for a setting that the wheels of PySide make
themselves. That is before the program can say how Qt orders what it draws, before it can keep
Python's own import, and also where a command does without Qt.
"""

from _pyi_rth_utils import qt  # type: ignore[import-not-found]  # of PyInstaller


def _leave_to_pyside(_bindings: str, _prefix: str) -> None:
    """Stand in for the function that imports QtCore."""


qt.create_embedded_qt_conf = _leave_to_pyside
