"""The prior of cases without labels, from their scores: two estimates, their fit, and Use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy

from costcurve_gui.engine.prevalence.unlabelled import METHODS
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import inflection, numbers, uncertainty_text
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.interval_rows import IntervalRow, IntervalRows
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton, QWidget

    from costcurve_gui.analysis.tables.unlabelled import PriorOfCases

_SIZE = (620, 400)
_BELIEVED = tr("The interval becomes the belief on the prior")
_HOW = {
    "em": tr("scores as probabilities, moved"),
    "confusion": tr("share acted on, corrected"),
}


class PriorDialog(PlainDialog):
    """Asks for a file of cases and shows what their scores say about the share of positives.

    Emits `file_wanted()` and `prior_chosen(share, belief)`, whose belief has the width of the
    interval, or is empty. `positive` is the label of a positive, `model`
    the one whose scores are read, `slot` its colour and `present` the prior in force.
    """

    help_page = "payoffs"
    file_wanted = Signal()
    prior_chosen = Signal(float, str)

    def __init__(
        self, model: str, slot: int, positive: str, present: float, parent: QWidget | None = None
    ) -> None:
        super().__init__("prior", tr("Prior from unlabelled cases"), parent)
        self._slot, self._present = slot, present
        self._file = ElidedLabel()
        self.picture = IntervalRows("prior_picture")
        self.fit = ParagraphLabel("prior_fit", fonts.small())
        self.badge = Badge("prior_badge", tone="accent", wraps=True)
        self.believed = QCheckBox(_BELIEVED)
        self.buttons: dict[str, QPushButton] = {}
        self._build(model, positive)

    def show_reading(self, name: str) -> None:
        """Say which file is being read."""
        self._file.set_full_text(name)
        self.picture.hide()
        self.fit.hide()
        self._offer(None)
        self.badge.show_remark(tr("Estimating the prior\u2026"), "accent")

    def show_fault(self, reason: str) -> None:
        """Say why there is no estimate."""
        self.badge.show_remark(reason, "danger")

    def show_prior(self, cases: PriorOfCases) -> None:
        """Show both estimates, how well the scores fit, and whether they may be used."""
        found, level = cases.found, uncertainty_text.share(cases.level)
        rows = []
        for key, method in METHODS.items():
            one = found.estimates[key]
            low, high = (100 * end for end in (one.low, one.high))
            ends = tr(
                "{low} to {high}", low=numbers.percent(one.low), high=numbers.percent(one.high)
            )
            rows.append(
                IntervalRow(
                    *(inflection.sentence_case(method), _HOW[key], 100 * one.prior, (low, high)),
                    *(numbers.percent(one.prior), ends, self._slot, key == "confusion"),
                    tick=100 * self._present,
                )
            )
        axis = tr("Share of positives, % ({level}; thin line: prior in force)", level=level)
        self.picture.show_rows(rows, axis, signed=False)
        self.picture.show()
        cases_read, apart = numbers.count(cases.rows), numbers.rate(found.distance)
        missing = (
            tr(", {missing} without a score", missing=numbers.count(cases.missing))
            if cases.missing
            else ""
        )
        self.fit.show_sentence(
            tr(
                "{cases_read} cases{missing}. The scores differ from the nearest mixture of "
                "the two classes by {apart} at most (p = {p_value}). A test does not detect small "
                "drifts: compare the two.",
                cases_read=cases_read,
                missing=missing,
                apart=apart,
                p_value=numbers.rate(found.p_value),
            )
        )
        self.fit.setToolTip(tr("Resampled: {resampled}", resampled=cases.resampled))
        self.fit.show()
        self._offer(cases)

    def _offer(self, cases: PriorOfCases | None) -> None:
        for key, button in self.buttons.items():
            usable = cases is not None and not cases.found.refusal
            usable = usable and cases is not None and not cases.found.estimates[key].caution
            button.setEnabled(usable)
            button.setVisible(cases is not None)
            share = "" if cases is None else numbers.percent(cases.found.estimates[key].prior)
            button.setText(tr("Use {share}", share=share) if usable else tr("Use"))
            one = None if cases is None else cases.found.estimates[key]
            button.setProperty("share", None if one is None else one.prior)
            belief = None if one is None or cases is None else one.belief(cases.level)
            button.setProperty("belief", "" if belief is None else str(belief))
        if cases is None:
            return
        found = cases.found
        cautions = [one.caution for one in found.estimates.values() if one.caution]
        if found.refusal:
            self.badge.show_remark(tr("Not offered: {refusal}.", refusal=found.refusal), "warning")
        elif cautions:
            self.badge.show_remark(f"{inflection.sentence_case(cautions[0])}.", "warning")
        else:
            self.badge.show_remark(tr("The two agree within their intervals."), "success")

    def _build(self, model: str, positive: str) -> None:
        self.resize(*_SIZE)
        said = tr(
            "The share of {positive} among cases whose class is not known yet, from their "
            "scores of {model}: a column of the same name, no label.",
            positive=positive,
            model=model,
        )
        self.contents.addWidget(text_label(said, tone="muted", wrap=True))
        browse = plain_button(tr("Browse\u2026"), "prior_browse")
        browse.clicked.connect(self.file_wanted)
        self._file.set_full_text(tr("No file yet"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(browse)
        row.addWidget(self._file, 1)
        self.contents.addLayout(row)
        browse.setFocus()  # all else comes after it
        self.picture.hide()
        self.fit.hide()
        self.badge.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.badge.hide()
        self.believed.setChecked(True)
        name_widget(self.believed, "prior_believed", _BELIEVED)
        for widget in (self.picture, self.fit, self.badge, self.believed):
            self.contents.addWidget(widget)
        self.contents.addStretch(1)
        for at, (key, method) in enumerate(METHODS.items()):
            button = plain_button(
                tr("Use"), f"prior_use_{key}", tr("Use the prior by {method}", method=method)
            )
            button.hide()
            button.clicked.connect(lambda _=False, one=button: self._use(one))
            self.foot.insertWidget(at, button)
            self.buttons[key] = button

    def _use(self, button: QPushButton) -> None:
        belief = button.property("belief") if self.believed.isChecked() else ""
        self.prior_chosen.emit(float(button.property("share")), belief)
        self.accept()
