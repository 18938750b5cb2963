"""What is special to a view beside its figures: where it is empty, its choices and commands."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot


TRY_AGAIN, CANCEL = "try_again", "cancel"
"""What a view asks for that is no command of the window: about the jobs it waits for."""


@dataclass(frozen=True, slots=True)
class EmptyState:
    """A sentence, the way out, and the words of its button, if it has one.

    The button runs the command of the window that mends what is missing, or starts the job anew
    where the command is `TRY_AGAIN`. While a job is `awaited` the view says how far it is.
    """

    headline: str
    sentence: str
    action: str = ""
    command: str = "show_all_models"
    awaited: bool = False


class Entry(NamedTuple):
    """One value to choose, in words; `keywords` find it in the command palette as well."""

    value: object
    text: str
    keywords: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Entries of which one is ticked, in a submenu.

    `field` is the field of `ViewChoices` that they set. They are disabled where there is a
    `disabled_reason`.
    """

    field: str
    title: str
    entries: tuple[Entry, ...]
    disabled_reason: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """An entry that is ticked or not; `field` and `disabled_reason` as in `ChoiceGroup`."""

    field: str
    text: str
    keywords: str = ""
    disabled_reason: str = ""


class View:
    """One view without its widget; `name` is its key in the catalogue.

    `commands` are the keys of commands in its menu, `submenu_commands` of those in the submenu of a
    choice; those of "show" stand among the switches.
    """

    name: str
    commands: tuple[str, ...] = ()
    submenu_commands: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown; the end is elided where there is no room."""
        del snapshot
        return ""

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Return why there is nothing to show although the file suits; None where there is."""
        del snapshot
        return None

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
        """Return what can be chosen in its menu."""
        del snapshot
        return ()


def competitor_choice(snapshot: Snapshot) -> ChoiceGroup:
    """Return the models that the selected one can be compared with."""
    others = (
        Entry(key, one.info.name)
        for key, one in snapshot.models.items()
        if key != snapshot.selected
    )
    return ChoiceGroup(
        "competitor", tr("Compare with"), (Entry(None, tr("The runner-up")), *others)
    )
