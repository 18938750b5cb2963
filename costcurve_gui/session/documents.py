"""Every open file with its project: what is saved, what changed since, what would be lost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from costcurve_gui.analysis.loading import OpenFile
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.dataio.project_file import DataReference


@dataclass(frozen=True, slots=True)
class Change:
    """One step since the last save: its name, the settings after it, and when it was made."""

    label: str
    settings: DatasetSettings
    at: datetime
    embeds: bool = False


@dataclass(slots=True)
class Document:
    """An open file and its project, if it has one.

    Parameters
    ----------
    opened : OpenFile
        What was read.
    saved : DatasetSettings
        As in the project; without one as when the file was opened.
    since : datetime
        When it was saved or opened, in local time.
    path : Path or None
        The project file.
    reference : DataReference or None
        The data, as the project has them.
    seal : str
        SHA-256 of the project file as it was read or written, to notice that another program wrote
        it since.
    read_only : bool
        Whether the project file cannot be written.
    outdated : bool
        Whether the project file has the data at another place, or as they were before: then saving
        is worth while though no choice was changed.
    again : list of OpenFile
        What was read each time that the columns were chosen again.
    """

    opened: OpenFile
    saved: DatasetSettings
    since: datetime
    path: Path | None = None
    reference: DataReference | None = None
    seal: str = ""
    read_only: bool = False
    outdated: bool = False
    embeds: bool = False
    saved_embeds: bool = False
    changes: list[Change] = field(default_factory=list)
    again: list[OpenFile] = field(default_factory=list)

    @property
    def file(self) -> OpenFile:
        """What was read by the columns that are chosen now."""
        reading = self.current.reading
        return self.again[reading - 1] if reading else self.opened

    @property
    def name(self) -> str:
        """The name of the project file, else of the data file."""
        return self.opened.info.name if self.path is None else self.path.name

    @property
    def current(self) -> DatasetSettings:
        """The settings after the newest change."""
        return self.changes[-1].settings if self.changes else self.saved

    @property
    def savable(self) -> bool:
        """Whether there is a file that a project could lead to."""
        read = self.file.read
        if read is None:
            return False
        source = read.source
        return bool(source.pasted) or all(one.path is not None for one in source.joined)

    @property
    def restorable(self) -> bool:
        """Whether a journal is enough to open it: a pasted table is in a saved project alone."""
        read = self.file.read
        pasted = read is not None and read.source.path is None and not read.source.joined
        return self.savable and not (pasted and self.path is None)

    @property
    def modified(self) -> bool:
        """Whether something was changed since the project was saved, or the file opened."""
        return bool(self.changes)

    @property
    def would_be_lost(self) -> bool:
        """Whether closing loses a choice: without a project, more than what is only looked at."""
        if not self.savable or not self.modified:
            return False
        if self.path is not None or self.embeds != self.saved_embeds:
            return True
        return _chosen(self.current) != _chosen(self.saved)

    def note(self, settings: DatasetSettings, label: str, *, prolongs: bool, at: datetime) -> None:
        """Take the settings after a step; those of an earlier moment take its changes back.

        `prolongs` says that the step went on with the one before, as a walk by arrow keys does.
        """
        if settings == self.current:
            return
        if settings == self.saved and self.embeds == self.saved_embeds:
            self.changes.clear()
            return
        for number, change in enumerate(self.changes):
            if change.settings == settings and change.embeds == self.embeds:
                del self.changes[number + 1 :]
                return
        if prolongs and self.changes and self.changes[-1].label == label:
            self.changes.pop()
        self.changes.append(Change(label, settings, at, self.embeds))

    def embed(self, embeds: bool, at: datetime) -> None:
        """Choose whether the project has a copy of the data."""
        if embeds == self.embeds:
            return
        current, self.embeds = self.current, embeds
        if embeds == self.saved_embeds and current == self.saved:
            self.changes.clear()
        else:
            label = "keep a copy of the data" if embeds else "keep no copy of the data"
            self.changes.append(Change(label, current, at, embeds))

    def take_saved(self, path: Path, settings: DatasetSettings, seal: str, at: datetime) -> None:
        """Take note that these settings were written; later changes stay changes."""
        later = [change for change in self.changes if change.at > at]
        self.path, self.saved, self.seal, self.since = path, settings, seal, at
        self.saved_embeds, self.read_only, self.outdated = self.embeds, False, False
        self.changes = [] if self.current == settings else later or self.changes[-1:]

    def labels(self) -> list[str]:
        """Return the names of the changes, each once, in order."""
        return list(dict.fromkeys(change.label for change in self.changes))


def _chosen(settings: DatasetSettings) -> DatasetSettings:
    """Return settings without what is only looked at."""
    plain = type(settings)()
    return replace(
        settings,
        condition=replace(
            settings.condition, drag=plain.condition.drag, prior_unit=plain.condition.prior_unit
        ),
        hidden=plain.hidden,
        selected=None,
        views=plain.views,
        bands=replace(settings.bands, shown=True, of=plain.bands.of),
        reference="",
    )
