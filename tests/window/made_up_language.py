"""Print what a window shows that did not pass through `tr`, as JSON; run by a test as a process.

Every text is put in brackets before the modules of the window are imported. What is outside of
brackets was either written past `tr` or is not the window's to say: names that a file brought.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

from costcurve_gui import translation

if TYPE_CHECKING:
    from collections.abc import Iterator

OPEN, CLOSE = "\u27e6", "\u27e7"
SAID_BY = ("text", "title", "toolTip", "accessibleName", "placeholderText", "windowTitle")
WORD = re.compile(r"[^\W\d_]{3,}")


def outside(text: str) -> str:
    """Return what is outside of brackets, without markup."""
    depth, kept = 0, ""
    for letter in re.sub(r"<style.*?</style>|<[^>]*>|&[a-z]+;", "", text, flags=re.DOTALL):
        depth += (letter == OPEN) - (letter == CLOSE)
        kept += letter if depth == 0 and letter != CLOSE else ""
    return kept.strip()


def texts(window: object) -> Iterator[str]:
    """Yield every text of a window: labels, buttons, tips, names for readers, menus, tables."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLineEdit, QTextEdit, QWidget

    for widget in window.findChildren(QWidget):  # type: ignore[attr-defined]
        is_typed = isinstance(widget, QLineEdit | QTextEdit)
        for name in SAID_BY:
            said = getattr(widget, name, None)
            if callable(said) and not (is_typed and name == "text"):
                yield said()
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(at) for at in range(widget.count()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            columns = range(widget.model().columnCount())
            across = Qt.Orientation.Horizontal
            yield from (str(widget.model().headerData(at, across) or "") for at in columns)
        yield from (action.text() for action in widget.actions())


def main() -> None:
    """Open an example, look at the views of every dock, and print what is not translated."""
    translation.use(lambda text: f"{OPEN}{text}{CLOSE}" if text.strip() else text)
    from PySide6.QtCore import QEventLoop, QSettings, QTimer
    from PySide6.QtWidgets import QApplication

    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.views.catalogue import VIEWS
    from costcurve_gui.window.program import Program

    application = QApplication(["costcurve"])
    program = Program(Preferences(QSettings(sys.argv[1], QSettings.Format.IniFormat)))
    program.show()
    program.datasets.open_example("german_credit_half")

    def wait(milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    while program.results.snapshot is None or program.runner.busy:
        wait(20)
    for key in VIEWS:
        program.window.bring_to_front(key)
        wait(1)
    said = {text for text in texts(program.window) if text}
    print(  # noqa: T201 - read by the test
        json.dumps(
            {
                "translated": sum(OPEN in text for text in said),
                "not": sorted({outside(text) for text in said if WORD.search(outside(text))}),
            }
        )
    )
    application.quit()


if __name__ == "__main__":
    main()
