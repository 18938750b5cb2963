"""What this program is, and what it is built from."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib import metadata

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from costcurve_gui import __version__
from costcurve_gui.views import fonts
from costcurve_gui.views.dialogs.plain_dialog import PlainDialog
from costcurve_gui.views.widgets.card import card_round
from costcurve_gui.views.widgets.row_height import set_row_height
from costcurve_gui.views.widgets.text import name_widget, text_label
from costcurve_gui.views.widgets.themed_icon import IconButton

_PACKAGES = ("PySide6-Essentials", "pyqtgraph", "numpy", "scipy", "pandas", "duckdb", "openpyxl")
_LONGEST_LICENCE = 60  # some packages put the whole text where its name belongs
_UNKNOWN = "see its project page"
_PURPOSE = "Which classifier, at which threshold, under which costs."
_OWN_LICENCE = "BSD 3-Clause licence. The licence text comes with the program."


@dataclass(frozen=True, slots=True)
class Component:
    """A package the program stands on."""

    name: str
    version: str
    licence: str


def components() -> tuple[Component, ...]:
    """Return the packages found, as their own records describe them."""
    found = [_component(name) for name in _PACKAGES]
    python = Component("Python", platform.python_version(), "PSF-2.0")
    return (python, *(component for component in found if component is not None))


def _component(name: str) -> Component | None:
    try:
        record = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    return Component(name, record["Version"], _licence(record))


def _licence(record: metadata.PackageMetadata) -> str:
    for field in ("License-Expression", "License"):
        for text in record.get_all(field) or ():
            if "\n" not in text and len(text) <= _LONGEST_LICENCE:
                return text
    classifiers = record.get_all("Classifier") or []
    names = [line.split(" :: ")[-1] for line in classifiers if line.startswith("License")]
    return ", ".join(names) or _UNKNOWN


class AboutDialog(PlainDialog):
    """Name, version, licence and components; the versions can be copied for a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("about", f"CostCurve {__version__}", parent)
        self.resize(540, 450)
        self._components = components()
        self._build()

    @property
    def versions(self) -> str:
        """All versions as plain text."""
        system = f"{platform.system()} {platform.release()}, Qt {qVersion()}"
        lines = [f"{part.name} {part.version}" for part in self._components]
        return "\n".join([f"CostCurve {__version__}", system, *lines])

    def _build(self) -> None:
        self.contents.addWidget(text_label(_PURPOSE, font=fonts.lead()))
        self.contents.addWidget(text_label(_OWN_LICENCE, tone="muted", wrap=True))
        self.contents.addSpacing(6)
        self.contents.addWidget(text_label("Built with", font=fonts.body(fonts.SEMIBOLD)))
        self.contents.addWidget(card_round(self._table(), "about_card"), 1)
        copy = IconButton("Copy versions", "copy")
        copy.setAutoDefault(False)
        name_widget(copy, "about_copy", "Copy all versions to the clipboard")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.versions))
        self.foot.insertWidget(0, copy)

    def _table(self) -> QTreeWidget:
        table = QTreeWidget()
        table.setRootIsDecorated(False)
        set_row_height(table)
        table.setHeaderLabels(["Component", "Version", "Licence"])
        table.header().setFont(fonts.small())
        table.header().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        name_widget(table, "about_components", "Components and their licences")
        for part in self._components:
            item = QTreeWidgetItem([part.name, part.version, part.licence])
            item.setToolTip(2, part.licence)
            table.addTopLevelItem(item)
        return table
