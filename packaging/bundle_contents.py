"""What PyInstaller would bundle and the program never uses, each with the reason it stays out."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import PurePosixPath

# Modules that something imports on a path the program does not take.
EXCLUDED_MODULES = {
    "pandas": "for notebooks alone; the window and the report do without",
    "pyarrow": "as pandas",
    "pyreadstat": "the stats extra, 17 MB with narwhals; where it is missing the program says so",
    "narwhals": "as pyreadstat",
    "scipy": "tests compare with it; engine/distributions has the functions that are needed",
    "matplotlib": "pyqtgraph and numpy offer to work with it",
    "IPython": "pyqtgraph offers a console in it",
    "OpenGL": "pyqtgraph's 3D",
    "pyqtgraph.opengl": "3D",
    "pyqtgraph.examples": "examples",
    "pyqtgraph.flowchart": "an editor of flow charts",
    "pyqtgraph.console": "a Python console",
    "pyqtgraph.jupyter": "drawing in notebooks",
    "pyqtgraph.exporters": "pyqtgraph's own export, which the program's replaces",
    "pyqtgraph.GraphicsScene.exportDialog": "as pyqtgraph.exporters",
    "pyqtgraph.multiprocess": "other processes; see without_processes.py",
    "pyqtgraph.widgets.RemoteGraphicsView": "as pyqtgraph.multiprocess",
    "PySide6.QtDBus": "pyqtgraph asks for every binding; Qt itself links the library it needs",
    "PySide6.QtNetwork": "the program talks to nobody",
    "PySide6.QtOpenGL": "curves are painted without a graphics card; see without_opengl.py",
    "PySide6.QtOpenGLWidgets": "as QtOpenGL",
    "PySide6.QtQml": "no QML",
    "PySide6.QtQuick": "no QML",
    "PySide6.QtTest": "pyqtgraph offers it to tests",
    "duckdb.experimental": "a stand-in for Spark",
    "lxml.ElementInclude": "as lxml.html",
    "lxml.builder": "as lxml.html",
    "lxml.cssselect": "as lxml.html",
    "lxml.doctestcompare": "as lxml.html",
    "lxml.html": "documents are written by lxml.etree alone",
    "lxml.isoschematron": "as lxml.html",
    "lxml.objectify": "as lxml.html",
    "lxml.pyclasslookup": "as lxml.html",
    "lxml.sax": "as lxml.html",
    "lxml.usedoctest": "as lxml.html",
    "asyncio": "the program works with threads",
    "numpy.distutils": "building extensions",
    "numpy.f2py": "building extensions",
    "numpy.fft": "filters and spectra of pyqtgraph's plots, whose menu is not built",
    "numpy.polynomial": "numpy imports it when it is asked for, and nothing asks",
    "numpy.testing": "tests; it brings unittest and asyncio along",
    "numpy._core._multiarray_tests": "as numpy.testing",
    "setuptools": "building extensions",
    "pkg_resources": "as setuptools",
    "tkinter": "another toolkit",
    "curses": "terminals",
    "readline": "terminals",
    "pdb": "debugging",
    "doctest": "tests",
    "lib2to3": "Python 2",
    "sqlite3": "another database",
    "ssl": "the program talks to nobody",
    "http": "the program talks to nobody",
    "smtplib": "as http; a log can be sent by mail",
    "urllib.request": "as http; numpy can read a table from an address",
    "webbrowser": "Qt opens pages; pydoc and DuckDB can do so too",
    "xmlrpc": "as http",
    "multiprocessing": "the program works with threads; see without_processes.py",
    "pydoc_data": "what Python's help() says",
    "_pydecimal": "what stands in for the decimal numbers of C where those are missing",
    "tarfile": "an archive format that is not read",
    "bz2": "an archive format that is not read; its library has another name on Fedora",
    "lzma": "an archive format that is not read",
}

# They put empty modules where pyqtgraph cannot do without left out ones.
STAND_INS = ("without_opengl.py", "without_processes.py")
# What the built program runs before anything else, the hooks of PyInstaller included.
RUN_FIRST = ("without_early_qt.py", *STAND_INS)

# Files by their place in the bundle, where * also crosses folders.
UNWANTED_FILES = {
    "*translations/*.qm": "Qt's own texts in other languages; the program speaks English",
    "*plugins/egldeviceintegrations/*": "screens without a window system",
    "*libQt6EglF*": "as egldeviceintegrations",
    "*plugins/generic/*": "mice and keyboards without a window system",
    "*plugins/iconengines/*": "icons are drawn through QtSvg directly",
    "*plugins/imageformats/*qgif.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/imageformats/*qicns.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/imageformats/*qico.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/imageformats/*qjpeg.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/imageformats/*qpdf.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/imageformats/*qtga.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/imageformats/*qtiff.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/imageformats/*qwbmp.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/imageformats/*qwebp.*": "pictures are PNG, which QtGui reads itself, and SVG",
    "*plugins/networkinformation/*": "the program talks to nobody",
    "*plugins/tls/*": "the program talks to nobody",
    "*libQt6Network*": "as networkinformation",
    "*Qt6Network.dll": "as networkinformation",
    "*plugins/platforms/libqeglfs*": "screens without a window system",
    "*plugins/platforms/libqlinuxfb*": "screens without a window system",
    "*plugins/platforms/libqvkkhrdisplay*": "screens without a window system",
    "*plugins/platforms/libqvnc*": "a server for remote screens",
    "*plugins/platforms/*minimal*": "offscreen does the same and draws text",
    "*plugins/platforms/qdirect2d*": "Windows is drawn to by qwindows",
    "*plugins/platformthemes/libqgtk3*": "brings GTK; the portal theme has the desktop's dialogs",
    "*plugins/wayland-graphics-integration-client/*": "drawing on a graphics card",
    "*plugins/wayland-shell-integration/libfullscreen*": "kiosks and cars",
    "*plugins/wayland-shell-integration/libivi*": "kiosks and cars",
    "*plugins/wayland-shell-integration/libqt-shell*": "Qt's own compositor",
    "*plugins/wayland-shell-integration/libwl-shell*": "replaced by xdg-shell long ago",
    "*libQt6WlShellIntegration*": "as libwl-shell",
    "*plugins/xcbglintegrations/*": "drawing on a graphics card",
    "*libQt6OpenGL*": "drawing on a graphics card",
    "*Qt6OpenGL*.dll": "drawing on a graphics card",
    "*opengl32sw.dll": "drawing on a graphics card",
    "*libQt6Test*": "tests",
    "docx/templates/default-docx-template/*": "default.docx, which is read, as single files",
    "pyqtgraph/icons/peegee/*": "pyqtgraph's logo",
    "pyqtgraph/colors/*": "colour maps; images are not drawn",
    "*lib-dynload/_uuid.*": "numbers of network cards; its library is not part of every system",
    "*lib-dynload/_codecs_*": "encodings of East Asia: files are read as UTF-8, UTF-16 or Latin-1",
    "*.pyi": "for type checkers",
}

_SYSTEM_FOLDERS = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
_OF_PYTHON = ("libpython*", "*/lib-dynload/*", "*/site-packages/*", "*/dist-packages/*")


def is_of_the_program(module: str) -> bool:
    """Tell whether a module of ours is in the build: notebooks import the package, not a build."""
    return not f"{module}.".startswith("costcurve_gui.notebook.")


def is_unwanted(place: str) -> bool:
    """Tell whether the file at a place in the bundle stays out of it."""
    posix = place.replace("\\", "/")
    return any(fnmatch(posix, pattern) for pattern in UNWANTED_FILES)


def is_of_the_system(source: str) -> bool:
    """Tell whether a library comes from the Linux system it is built on, not from Python's side.

    Such libraries are installed and kept up to date by the system; the package depends on them.
    """
    path = PurePosixPath(source)
    in_system = any(path.is_relative_to(folder) for folder in _SYSTEM_FOLDERS)
    of_python = any(fnmatch(source, p) or fnmatch(path.name, p) for p in _OF_PYTHON)
    return in_system and not of_python
