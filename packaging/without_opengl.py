"""Run by the built program before its own modules: stand-ins for Qt's OpenGL modules.

pyqtgraph derives classes from theirs when it is imported, and makes an object of one only where
drawing on a graphics card is switched on. The modules themselves are 10 MB.
"""

import sys
from types import ModuleType


class QOpenGLWidget:
    """What pyqtgraph derives from."""


for name in ("QtOpenGL", "QtOpenGLWidgets"):
    sys.modules[f"PySide6.{name}"] = ModuleType(f"PySide6.{name}")
sys.modules["PySide6.QtOpenGLWidgets"].QOpenGLWidget = QOpenGLWidget  # type: ignore[attr-defined]
