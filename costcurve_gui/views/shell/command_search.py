"""The commands of a window, read from its menus: for the palette and the list of shortcuts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PySide6.QtGui import QAction

KEYWORDS = "keywords"
"""Property of an action: more words by which it is found."""
_STEP = " \u203a "
_NATIVE = QKeySequence.SequenceFormat.NativeText


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """An action and the menus it hangs in, outermost first."""

    action: QAction
    menus: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words of the action without mnemonics and dots."""
        return plain_text(self.action.text())

    @property
    def path(self) -> str:
        """The menus, as one walks through them."""
        return _STEP.join(self.menus)

    @property
    def keywords(self) -> str:
        """More words by which it is found."""
        return str(self.action.property(KEYWORDS) or "")

    @property
    def shortcut(self) -> str:
        """The keys that run it, as this system writes them."""
        return ", ".join(keys.toString(_NATIVE) for keys in self.action.shortcuts())


def plain_text(text: str) -> str:
    """Return the words of a menu entry: no mnemonic, no dots at the end.

    >>> plain_text("&Open…")
    'Open'
    """
    marker = "\0"
    return text.replace("&&", marker).replace("&", "").replace(marker, "&").rstrip(".…")


def commands_of(actions: Iterable[QAction], menus: tuple[str, ...] = ()) -> tuple[MenuCommand, ...]:
    """Return every command below `actions`, once, in menu order."""
    found: dict[int, MenuCommand] = {}
    for command in _walk(actions, menus):
        found.setdefault(id(command.action), command)
    return tuple(found.values())


def _walk(actions: Iterable[QAction], menus: tuple[str, ...]) -> Iterator[MenuCommand]:
    for action in actions:
        if action.isSeparator() or not action.isVisible() or not action.text():
            continue
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield from _walk(menu.actions(), (*menus, plain_text(action.text())))
        else:
            yield MenuCommand(action, menus)


def matching(commands: Sequence[MenuCommand], words: str) -> list[MenuCommand]:
    """Return the commands that contain every word, best first.

    A command whose own text begins with the words comes before one that only holds them, and one
    that can run before one that cannot. A view is looked for by its name.
    """
    wanted = words.casefold().split()
    hits = [command for command in commands if _holds(command, wanted)]
    return sorted(hits, key=lambda command: _rank(command, wanted))


def _holds(command: MenuCommand, wanted: Sequence[str]) -> bool:
    searched = f"{command.text} {command.path} {command.keywords}".casefold()
    return all(word in searched for word in wanted)


def _rank(command: MenuCommand, wanted: Sequence[str]) -> tuple[bool, int]:
    text = command.text.casefold().removeprefix("show ")
    if not wanted or text.startswith(" ".join(wanted)):
        place = 0
    elif any(part.startswith(wanted[0]) for part in text.split()):
        place = 1
    else:
        place = 2 if all(word in text for word in wanted) else 3
    return not command.action.isEnabled(), place
