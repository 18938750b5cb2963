"""The head of the decision: the model, its rule, what it earns, how sure that is.

It is of one height whatever it says, so that nothing below it moves when a result changes.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.decision_headline import Headline
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text.decision_head import head_figure, sample_line, verdict
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.views.widgets.figures import FigureLabel
from costcurve_gui.views.widgets.labels import SentenceLabel, name_widget, set_hint, set_tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QResizeEvent

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.text.decision_head import HeadFigure, Verdict

_RULE, _FIGURE, _VERDICT, _SAMPLE = 18, 22, 24, 20
_MARK = 38  # of the verdict: margins, icon, gap
_GAP, _MARGIN = 8, 12
_TAG = re.compile("<[^>]*>")
_CLAUSE = re.compile("[;,] ")


class OneLine(QLabel):
    """Rich text in one line; where there is no room it ends after a clause, whole in the tooltip.

    A rule of two clauses loses the second one; no number is cut.
    """

    def __init__(self, name: str, font: QFont, height: int) -> None:
        super().__init__()
        self._html = ""
        self.setObjectName(name)
        self.setFont(font)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setFixedHeight(fonts.scaled(height))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hint = ""

    @property
    def is_whole(self) -> bool:
        """Whether all of it is seen."""
        return self.text() == self._html

    @property
    def full_text(self) -> str:
        """All of it as plain text."""
        return unescape(_TAG.sub("", self._html))

    def show_html(self, html: str, hint: str = "") -> None:
        """Show another text; the hint goes below the whole of it in the tooltip."""
        if (html, hint) != (self._html, self.hint):
            self._html, self.hint = html, hint
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text again."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        fits = width_of(self._html, self.font()) <= self.width()
        self.setText(self._html if fits else self._shortened())
        whole = "" if fits else self.full_text
        set_hint(self, "\n".join(filter(None, (whole, self.hint))))
        self.setAccessibleName(self.full_text)

    def _shortened(self) -> str:
        """Return the first clause, or as many words as there is room for."""
        clause = f"{_CLAUSE.split(self._html, maxsplit=1)[0]} \u2026"
        if width_of(clause, self.font()) <= self.width():
            return clause
        end = Qt.TextElideMode.ElideRight
        return escape(self.fontMetrics().elidedText(self.full_text, end, self.width()))


def width_of(html: str, font: QFont) -> int:
    """Return how wide a text is, of which some is bold."""
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(font)
    document.setHtml(html)
    return int(document.idealWidth()) + 1


class DecisionHead(QWidget):
    """Emits `validation_requested()`."""

    validation_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.headline = Headline()
        self.rule = OneLine("decision_rule", fonts.lead(), _RULE)
        self.figure = OneLine("head_figure", fonts.body(), _FIGURE)
        self.interval = FigureLabel(fonts.body(), tone="muted", name="head_interval", most=150)
        self.verdict = Badge("verdict", weight=fonts.SEMIBOLD)
        self.sample = SentenceLabel(font=fonts.small(), tone="muted")
        self.validate = LinkButton(tr("Validate"), small=True)
        self._figure: HeadFigure | None = None
        self._verdict: Verdict | None = None
        self._build()

    def expect(self, names: Sequence[str]) -> None:
        """Reserve the room of the longest name."""
        self.headline.expect(names)

    def show_decision(self, snapshot: Snapshot, key: str, *, decided: bool) -> Verdict:
        """Show figure, verdict and sample of another decision, and return the verdict."""
        self._figure = head_figure(snapshot, key) if decided else None
        self._verdict = found = verdict(snapshot, key)
        said = sample_line(snapshot, key)
        if said.text != self.sample.full_text:
            self.sample.set_full_text(said.text)
        set_tone(self.sample, said.tone)
        set_hint(self.sample, said.hint)
        has_cases = decided and snapshot.curve_set.dataset.kind is TableKind.SCORES
        if self.validate.isHidden() is has_cases:
            self.validate.setVisible(has_cases)
        self._fit()
        return found

    def show_nothing(self) -> None:
        """Show no figure."""
        self._figure = self._verdict = None
        self.sample.set_full_text("")
        self.validate.hide()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the words for the room there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the longest words that there is room for: nothing wraps, no number is cut."""
        found = self._figure
        interval = "" if found is None else found.interval
        self.interval.show_figure(interval)
        across = self.width() - 2 * _MARGIN
        if found is not None:
            room = across - self.interval.width() - _GAP
            lines = [_line(found, words) for words in found.words]
            fits = (one for one in lines if width_of(one, self.figure.font()) <= room)
            self.figure.show_html(next(fits, lines[-1]), found.hint)
        else:
            self.figure.show_html("")
        self._show_verdict(across - _MARK)

    def _show_verdict(self, room: int) -> None:
        said = self._verdict
        if said is None:
            self.verdict.show_remark("")
            return
        bold = QFontMetrics(fonts.small(fonts.SEMIBOLD))
        fits = (words for words in said.words if bold.horizontalAdvance(words) <= room)
        text = next(fits, said.words[-1])
        self.verdict.show_remark(text, said.tone)
        whole = said.words[0] if text != said.words[0] else ""
        set_hint(self.verdict, "\n".join(filter(None, (whole, said.hint))))

    def _build(self) -> None:
        name_widget(self, "decision_head", tr("Decision"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 4, _MARGIN, 8)
        layout.setSpacing(0)
        figure = QHBoxLayout()
        figure.setSpacing(_GAP)
        figure.addWidget(self.figure, 1)
        figure.addWidget(self.interval)
        self.verdict.setFixedHeight(fonts.scaled(_VERDICT))
        self.verdict.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        keep = self.verdict.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.verdict.setSizePolicy(keep)
        self.sample.setObjectName("sample_line")
        self.sample.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.validate.setFixedHeight(fonts.scaled(_SAMPLE))
        name_widget(self.validate, "head_validate", tr("Validate the decision"))
        self.validate.clicked.connect(self.validation_requested)
        sample = QHBoxLayout()
        sample.setSpacing(_GAP)
        sample.addWidget(self.sample, 1)
        sample.addWidget(self.validate)
        holder = QWidget()
        holder.setFixedHeight(fonts.scaled(_SAMPLE))
        holder.setLayout(sample)
        sample.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.headline)
        layout.addWidget(self.rule)
        row = QWidget()
        row.setFixedHeight(fonts.scaled(_FIGURE))
        row.setLayout(figure)
        figure.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(row)
        layout.addSpacing(2)
        layout.addWidget(self.verdict)
        layout.addSpacing(4)
        layout.addWidget(holder)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)


def _line(found: HeadFigure, words: str) -> str:
    value = escape(found.value).replace("\u202f", "\u00a0")
    return f"<b>{value}</b> {escape(words)}"
