"""What is asked about projects, in the words of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.controllers.prompts import Question

if TYPE_CHECKING:
    from costcurve_gui.analysis.projects import OpenedProject
    from costcurve_gui.session.documents import Document
    from costcurve_gui.session.remembered import Remembered

_NAMED = 3  # changes in a question


def changed_data(opened: OpenedProject) -> Question:
    """Ask what to do about data that are others than those of the project."""
    ways = [("read", "Read it again")]
    if opened.project.data.embedded is not None:
        ways.append(("copy", "Keep the old copy"))
    return Question(
        "changed_data",
        f"{opened.project.data.name} has changed since the project was saved",
        opened.changes,
        tuple(ways),
        warns=True,
        changes=opened.changed,
    )


def missing_data(name: str, where: str) -> Question:
    """Ask where the data of a project are; `where` says where they are not."""
    return Question(
        "missing_data", f"Where is {name}?", where, (("find", "Find it\u2026"),), warns=True
    )


def changed_project(name: str) -> Question:
    """Ask whether to replace a project that something else has written."""
    return Question(
        "changed_project",
        f"{name} has changed on disk since it was opened",
        "Another window or program has written it. Saving replaces what is there.",
        (("replace", "Save over it"), ("other", "Save as\u2026")),
        warns=True,
    )


def unsaved_changes(document: Document, verb: str) -> Question:
    """Ask whether to save before the file is closed; `verb` is close or quit."""
    number = len(document.changes)
    changes = "1 change" if number == 1 else f"{number} changes"
    where = f"to {document.name}" if document.path else f"of {document.name} as a project"
    labels = document.labels()
    said = "; ".join(labels[:_NAMED])
    more = f"; {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    return Question(
        f"save_and_{verb}",
        f"Save {changes} {where}?",
        f"Since {document.since:%H:%M}: {said}{more}. The data file is not touched.",
        (("save", f"Save and {verb}"), ("discard", f"{verb.capitalize()} without saving")),
    )


def discarded_changes(name: str, number: int) -> Question:
    """Ask before unsaved changes that a crash left are removed."""
    changes = "change" if number == 1 else f"{number} changes"
    return Question(
        "discard_changes",
        f"Discard the {changes} of {name}?",
        "They cannot be restored afterwards. The data file is not touched.",
        (("yes", "Discard"),),
    )


def same_columns(name: str, found: Remembered) -> Question:
    """Ask whether to use what is remembered of files with the columns of this one."""
    again = found.name == name
    return Question(
        "same_columns",
        f"{name} was opened before" if again else f"{name} has the columns of {found.name}",
        "Use its roles, positive class, models, payoffs and prior?",
        (("use", "Use them"), ("fresh", "Start fresh")),
    )
