"""What is asked about projects, in the words of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.controllers.prompts import Question
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.analysis.projects import OpenedProject
    from costcurve_gui.session.documents import Document
    from costcurve_gui.session.remembered import Remembered

_NAMED = 3  # changes in a question


def changed_data(opened: OpenedProject) -> Question:
    """Ask what to do about data that are others than those of the project."""
    ways = [("read", tr("Read it again"))]
    if opened.project.data.embedded is not None:
        ways.append(("copy", tr("Keep the old copy")))
    return Question(
        "changed_data",
        tr("{name} has changed since the project was saved", name=opened.project.data.name),
        opened.changes,
        tuple(ways),
        warns=True,
        changes=opened.changed,
    )


def missing_data(name: str, where: str) -> Question:
    """Ask where the data of a project are; `where` says where they are not."""
    return Question(
        "missing_data",
        tr("Where is {name}?", name=name),
        where,
        (("find", tr("Find it\u2026")),),
        warns=True,
    )


def changed_project(name: str) -> Question:
    """Ask whether to replace a project that something else has written."""
    return Question(
        "changed_project",
        tr("{name} has changed on disk since it was opened", name=name),
        tr("Another window or program has written it. Saving replaces what is there."),
        (("replace", tr("Save over it")), ("other", tr("Save as\u2026"))),
        warns=True,
    )


def unsaved_changes(document: Document, verb: str) -> Question:
    """Ask whether to save before the file is closed; `verb` is close or quit."""
    number = len(document.changes)
    changes = tr("1 change") if number == 1 else tr("{number} changes", number=number)
    where = (
        tr("to {name}", name=document.name)
        if document.path
        else tr("of {name} as a project", name=document.name)
    )
    labels = document.labels()
    said = "; ".join(labels[:_NAMED])
    more = tr("; {labels} more", labels=len(labels) - _NAMED) if len(labels) > _NAMED else ""
    return Question(
        f"save_and_{verb}",
        tr("Save {changes} {where}?", changes=changes, where=where),
        tr(
            "Since {since:%H:%M}: {said}{more}. The data file is not touched.",
            since=document.since,
            said=said,
            more=more,
        ),
        (
            ("save", tr("Save and {verb}", verb=verb)),
            ("discard", tr("{verb} without saving", verb=verb.capitalize())),
        ),
    )


def discarded_changes(name: str, number: int) -> Question:
    """Ask before unsaved changes that a crash left are removed."""
    changes = tr("change") if number == 1 else tr("{number} changes", number=number)
    return Question(
        "discard_changes",
        tr("Discard the {changes} of {name}?", changes=changes, name=name),
        tr("They cannot be restored afterwards. The data file is not touched."),
        (("yes", tr("Discard")),),
    )


def same_columns(name: str, found: Remembered) -> Question:
    """Ask whether to use what is remembered of files with the columns of this one."""
    again = found.name == name
    return Question(
        "same_columns",
        tr("{name} was opened before", name=name)
        if again
        else tr("{name} has the columns of {other}", name=name, other=found.name),
        tr("Use its roles, positive class, models, payoffs and prior?"),
        (("use", tr("Use them")), ("fresh", tr("Start fresh"))),
    )
