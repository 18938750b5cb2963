"""Load Qt, and keep Python's own import.

PySide6 puts an import of its own in the place of Python's. For every module imported from then
on it reads the whole source text, to find out whether the module may write ``from __feature__
import snake_case``. Nothing here does. The reading is a tenth of the start, and it fails on
modules that have no file, such as those of six.
"""

import builtins

_plain_import = builtins.__import__

import PySide6.QtCore  # noqa: E402, F401 - imported for what it does to the import

builtins.__import__ = _plain_import
