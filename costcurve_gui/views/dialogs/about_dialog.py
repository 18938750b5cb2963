"""What this program is, and what it is built from."""

from __future__ import annotations

import platform

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from costcurve_gui import __version__
from costcurve_gui.about.licences import components
from costcurve_gui.about.releases import build
from costcurve_gui.views import fonts
from costcurve_gui.views.dialogs.plain_dialog import PlainDialog
from costcurve_gui.views.widgets.card import card_round
from costcurve_gui.views.widgets.row_height import set_row_height
from costcurve_gui.views.widgets.text import name_widget, text_label
from costcurve_gui.views.widgets.themed_icon import IconButton

_PURPOSE = "Which classifier, at which threshold, under which costs."
_OWN_LICENCE = "BSD 3-Clause licence. Help > Licences has the terms of every part."


class AboutDialog(PlainDialog):
    """Name, version, licence and components; the versions can be copied for a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("about", "CostCurve", parent)
        self.resize(540, 450)
        self._components = components()[1:]  # after the program itself
        self._build()

    @property
    def versions(self) -> str:
        """All versions as plain text."""
        system = f"{platform.system()} {platform.release()}, Qt {qVersion()}"
        lines = [f"{part.name} {part.version}" for part in self._components]
        return "\n".join([f"CostCurve {__version__}, {build()}", system, *lines])

    def _build(self) -> None:
        self.contents.addWidget(text_label(_PURPOSE, font=fonts.lead()))
        version = text_label(f"Version {__version__}, {build()}", name="about_version")
        version.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.contents.addWidget(version)
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
        table.setProperty("padded", True)
        set_row_height(table)
        table.setHeaderLabels(["Component", "Version", "Licence"])
        table.header().setFont(fonts.small())
        table.header().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.header().setStretchLastSection(False)
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        name_widget(table, "about_components", "Components and their licences")
        for part in self._components:
            item = QTreeWidgetItem([part.name, part.version, part.licence])
            table.addTopLevelItem(item)
        return table
