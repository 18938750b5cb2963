"""What a review band does: a bar of act, refer and leave, the limits in words, who waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.analysis.review_effect import review_effect
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.review_text import band_limits, one_more_reviewer
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.labels import name_widget, set_hint, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from costcurve_gui.analysis.snapshot import Snapshot

_BAR, _SQUARE = 14, 11


class BandBar(QWidget):
    """Paints shares side by side: left white, referred hatched, acted on in ink."""

    def __init__(self, height: int = _BAR) -> None:
        super().__init__()
        self._shares = (1.0, 0.0, 0.0)
        self.setFixedHeight(height)

    def show_shares(self, left: float, referred: float, acted: float) -> None:
        """Show other shares, from the low scores to the high ones."""
        if (left, referred, acted) != self._shares:
            self._shares = (left, referred, acted)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint in the colours of the theme in use."""
        del event
        tokens, painter, start = tokens_in_use(), QPainter(self), 0.0
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        ink = QColor(tokens.ink)
        brushes = QBrush(), QBrush(ink, Qt.BrushStyle.BDiagPattern), QBrush(ink)
        painter.setPen(QPen(QColor(tokens.control)))
        for share, brush in zip(self._shares, brushes, strict=True):
            width = share * frame.width()
            painter.setBrush(brush)
            if share > 0:
                painter.drawRect(QRectF(frame.left() + start, frame.top(), width, frame.height()))
            start += width
        painter.end()


class ReviewResult(QWidget):
    """Hidden where nothing is referred."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = BandBar()
        self.limits = [ParagraphLabel(f"band_limit_{at}", fonts.body()) for at in range(3)]
        self._shares = [
            text_label(font=fonts.small(), tone="muted", name=f"band_share_{at}") for at in range(3)
        ]
        self._squares = [BandBar(_SQUARE) for _ in range(3)]
        self.one_more = ParagraphLabel("one_more_reviewer", fonts.small(fonts.SEMIBOLD))
        self._build()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the band of another snapshot's selected model."""
        effect, key = review_effect(snapshot), snapshot.selected
        if self.isHidden() is (effect is not None):
            self.setVisible(effect is not None)
        if effect is None or key is None:
            return
        found = band_limits(snapshot, key)
        acted, referred, left = (one.share for one in found)
        self.bar.show_shares(left, referred, acted)
        for label, share, one in zip(self.limits, self._shares, found, strict=True):
            label.show_sentence(one.html)
            text = numbers.percent(one.share)
            if share.text() != text:
                share.setText(text)
        said = one_more_reviewer(snapshot)
        self.one_more.show_sentence(said.text)
        set_hint(self.one_more, said.hint)
        if self.one_more.isHidden() is bool(said.text):
            self.one_more.setVisible(bool(said.text))
        self.setAccessibleName("; ".join(one.text for one in found))

    def _build(self) -> None:
        name_widget(self, "review_result", tr("Review band"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.bar)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for at, square in enumerate(self._squares):
            square.setFixedWidth(_SQUARE)
            square.show_shares(*(float(at == kind) for kind in (2, 1, 0)))
            grid.addWidget(square, at, 0)
            grid.addWidget(self.limits[at], at, 1)
            grid.addWidget(self._shares[at], at, 2, Qt.AlignmentFlag.AlignRight)
        layout.addLayout(grid)
        layout.addWidget(self.one_more)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()
