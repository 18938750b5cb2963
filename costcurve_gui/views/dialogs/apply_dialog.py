"""Apply the decision to the rows of a file: who is acted on, and what differs from the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.policies.applying import highest, reaching
from costcurve_gui.policies.grades import score_text
from costcurve_gui.policies.previews import rows_at_cut
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import FittedDialog, dialog_title
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.text import inflection, numbers
from costcurve_gui.views.widgets.buttons import (
    LinkButton,
    SegmentedControl,
    main_button,
    plain_button,
)
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, text_label
from costcurve_gui.views.widgets.score_shares import ScoreShares

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.policies.applying import Cut, Rows
    from costcurve_gui.policies.previews import Preview
    from costcurve_gui.policies.saved import SavedPolicy
    from costcurve_gui.views.text.vocabulary import Vocabulary

    Expect = Callable[[Rows, Cut], str]

_SIZE = (900, 690)
_MOST_FINDINGS = 5
_NO_ID = tr("(row number)")
IDS, ALL = "ids", "all"


class ApplyDialog(FittedDialog):
    """Asks for a file, its columns and how many are acted on; previews, and writes.

    Emits `file_wanted()`, `read_requested(score column, id column or None)` and
    `write_requested(ids or all, Rows, Cut, whether the rule itself decides)`. `expect` says what
    to expect of rows and a cut.
    """

    help_page = "decision"
    file_wanted = Signal()
    read_requested = Signal(str, object)
    write_requested = Signal(str, object, object, bool)

    def __init__(
        self,
        policy: SavedPolicy,
        terms: Vocabulary,
        slot: int,
        rule: str,
        expect: Expect,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._policy, self._terms, self._slot, self._expect = policy, terms, slot, expect
        self._by_case = policy.calibration is not None
        self._preview: Preview | None = None
        self._all_tied = False
        self._of_rule: Cut | None = None
        self._wanted = 300
        self.cut: Cut | None = None
        self.file_name = ElidedLabel()
        self.browse = plain_button(tr("Browse\u2026"), "apply_browse")
        self.score, self.identifier = ChoiceBox(), ChoiceBox()
        self.top, self.by_rule = QRadioButton("the"), QRadioButton(rule)
        self.count = NumberField(
            "apply_count", tr("How many"), read=numbers.parse_count, check=_check_count
        )
        self.note = text_label(font=fonts.small(), tone="muted", wrap=True)
        self.findings = [Badge(f"apply_finding_{at}", wraps=True) for at in range(_MOST_FINDINGS)]
        self.ties = LinkButton(tr("Take all"), small=True)
        self.shares = ScoreShares("apply_shares")
        self.expected = text_label(wrap=True)
        self.counts = text_label(tone="muted")
        self.table = TableView("apply", tr("Preview"), lambda _snapshot: NOTHING)
        ways = ((IDS, tr("The ids")), (ALL, tr("All rows with decision")))
        self.what = SegmentedControl(ways, "apply_what", tr("Write"))
        self.write = main_button(tr("Write"), "apply_write")
        self._build()
        self._connect()
        self._show()

    def show_columns(
        self, name: str, columns: Sequence[str], score: str | None, identifier: str | None
    ) -> None:
        """Offer the columns of a file, those proposed chosen, and ask for its rows."""
        self.file_name.set_full_text(name)
        for box, entries, chosen in (
            (self.score, list(columns), score),
            (self.identifier, [_NO_ID, *columns], identifier),
        ):
            box.blockSignals(True)
            box.clear()
            box.addItems(entries)
            box.setCurrentIndex(entries.index(chosen) if chosen in entries else 0)
            box.blockSignals(False)
            box.setEnabled(True)
        self._ask()

    def show_preview(self, preview: Preview) -> None:
        """Show the rows of a file, unless other columns were chosen meanwhile."""
        if (preview.rows.column, preview.rows.id) != self._columns():
            return
        self._preview = preview
        self._of_rule = reaching(self._policy, preview.rows)
        if preview.shares is not None:
            found = preview.shares
            axis, grades = tr("Score of {model}", model=self._policy.model), self._policy.grades
            self.shares.show_shares(found.edges, found.plan, found.file, self._slot, axis, grades)
        self._say(preview.findings)
        self._show()

    def show_fault(self, reason: str) -> None:
        """Say why the file cannot be used."""
        self._preview = None
        self._say([("danger", reason)])
        self._show()

    def _columns(self) -> tuple[str, str | None]:
        identifier = self.identifier.currentText()
        return self.score.currentText(), None if identifier == _NO_ID else identifier

    def _ask(self, _index: int = 0) -> None:
        self._preview = None
        self._say([("accent", tr("Reading\u2026"))])
        self._show()
        self.read_requested.emit(*self._columns())

    def _say(self, findings: Sequence[tuple[str, str]]) -> None:
        shown = list(findings)
        if len(shown) > _MOST_FINDINGS:  # what was read comes last, and stays
            shown = [*shown[: _MOST_FINDINGS - 1], shown[-1]]
        for at, badge in enumerate(self.findings):
            tone, text = shown[at] if at < len(shown) else ("warning", "")
            badge.show_remark(text, tone)

    def _take_count(self, count: float) -> None:
        self._wanted = int(count)
        self.count.show_text(numbers.count(count))
        self._all_tied = False
        self.top.setChecked(True)
        self._show()

    def _take_ties(self) -> None:
        self._all_tied = True
        self._show()

    def _choose(self, _checked: object = None) -> None:
        self._all_tied = False
        self._show()

    def _show(self, _value: object = None) -> None:
        """Show who is acted on."""
        preview, of_rule = self._preview, self._of_rule
        self.ties.hide()
        self.note.setText("")
        self.cut = None
        if preview is None or of_rule is None:
            self.table.show_content(NOTHING)
            self.expected.setText("")
            self.counts.setText("")
            self.write.setText(tr("Write"))
            self.write.setEnabled(False)
            return
        self.cut = of_rule
        if self.top.isChecked():
            self.cut = highest(self._policy, preview.rows, self._wanted, all_tied=self._all_tied)
            self._show_note(self.cut, of_rule)
        self._show_cut(preview, self.cut)

    def _show_note(self, cut: Cut, of_rule: Cut) -> None:
        what, merit = (tr("rule"), tr("gain")) if self._by_case else (tr("threshold"), tr("score"))
        said = tr(
            "By the {what} of the plan it would be {acted}.",
            what=what,
            acted=numbers.count(of_rule.acted),
        )
        if cut.acted < min(self._wanted, cut.order.size):
            said += tr(" Acting on more cases is expected to lose money.")
        if cut.taken < cut.tied:
            verb = "is" if cut.taken == 1 else "are"
            said += tr(
                " {tied} have the {merit} of the last one; {taken} of them {verb} taken, by "
                "the order of the file.",
                tied=cut.tied,
                merit=merit,
                taken=cut.taken,
                verb=verb,
            )
            self.ties.setText(tr("Take all {tied}", tied=cut.tied))
            self.ties.show()
        self.note.setText(said)

    def _show_cut(self, preview: Preview, cut: Cut) -> None:
        terms, rows, acted = self._terms, preview.rows, cut.acted
        one_cut = acted and not self._by_case and rows.decided is None
        last = float(rows.scores[cut.rows[-1]]) if one_cut else None
        seen = self._policy.score
        highest_seen = (
            None
            if seen is None
            else (seen.maximum, tr("seen to {seen}", seen=self._seen(seen.maximum)))
        )
        self.shares.show_cut(last, tr("the {ordinal}", ordinal=_ordinal(acted)), highest_seen)
        left = numbers.count(cut.order.size - acted - cut.reviewed)
        refer = (
            tr("{reviewed} refer, ", reviewed=numbers.count(cut.reviewed))
            if cut.referred is not None
            else ""
        )
        self.counts.setText(f"{numbers.count(acted)} {terms.act}, {refer}{left} {terms.leave}")
        expected = self._expect(rows, cut) if acted else ""
        doubt = tr(" The shifted scores make it less certain.") if preview.has_moved else ""
        self.expected.setText(f"{expected}{doubt}" if expected else "")
        self.table.show_content(self._content(rows, cut))
        ids = self.what.value == IDS
        many = acted if ids else rows.scores.size
        noun = tr("ids") if ids and rows.id is not None else tr("rows")
        self.write.setText(tr("Write {many} {noun}", many=numbers.count(many), noun=noun))
        self.write.setEnabled(many > 0)

    def _seen(self, score: float) -> str:
        return score_text(self._policy, score) if self._policy.grades else f"{score:.4g}"

    def _content(self, rows: Rows, cut: Cut) -> TableContent:
        figures = ["score"]
        if self._by_case:
            figures += [f"p({self._terms.positive})", tr("expected gain")]
        columns = (
            TableColumn(rows.id or "row", words=True),
            *map(TableColumn, figures),
            TableColumn("decision", words=True),
            TableColumn("", words=True),
        )
        found = []
        for one in rows_at_cut(self._policy, rows, cut):
            if not one.rank:
                found.append(TableRow("\u2026", ("",) * len(columns)))
                continue
            decision = self._terms.act if one.acts else self._terms.leave
            decision = tr("refer") if one.referred else decision
            of_case = (numbers.percent(one.probability), self._terms.money(one.gain))
            score = numbers.significant(one.score, 4)
            if self._policy.grades:
                score = score_text(self._policy, one.score)
            shown = (score, *of_case)[: len(figures)]
            cells = (one.name, *shown, decision, one.note)
            found.append(TableRow(numbers.count(one.rank), cells, chosen=one.acts))
        return TableContent("rank", columns, tuple(found))

    def _write(self) -> None:
        if self._preview is not None and self.cut is not None:
            what, by_rule = str(self.what.value), self.by_rule.isChecked()
            self.write_requested.emit(what, self._preview.rows, self.cut, by_rule)

    def _connect(self) -> None:
        self.browse.clicked.connect(self.file_wanted)
        self.score.currentIndexChanged.connect(self._ask)
        self.identifier.currentIndexChanged.connect(self._ask)
        self.count.committed.connect(self._take_count)
        self.top.toggled.connect(self._choose)
        self.ties.clicked.connect(self._take_ties)
        self.what.chosen.connect(self._show)
        self.write.clicked.connect(self._write)

    def _build(self) -> None:
        name_widget(self, "apply_dialog", tr("Apply to file"))
        self.setWindowTitle(tr("Apply to file"))
        self.resize(*_SIZE)
        for widget, name, words in (
            (self.score, "apply_score", tr("Score")),
            (self.identifier, "apply_id", tr("Identifier")),
            (self.top, "apply_top", tr("The highest")),
            (self.by_rule, "apply_by_rule", tr("By the rule")),
            (self.ties, "apply_ties", tr("Take all with the score of the last one")),
        ):
            name_widget(widget, name, words)
        for box in (self.score, self.identifier):
            box.setEnabled(False)
        self.count.setFixedWidth(fonts.scaled(72))
        self.count.show_text(numbers.count(self._wanted))
        group = QButtonGroup(self)
        group.addButton(self.top)
        group.addButton(self.by_rule)
        self.by_rule.setChecked(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(dialog_title(tr("Apply to file")))
        said = f"{self._policy.model}: {inflection.decapitalised(self.by_rule.text())}"
        layout.addWidget(text_label(said, tone="muted", wrap=True))
        upper = QHBoxLayout()
        upper.setSpacing(20)
        upper.addLayout(self._left(), 1)
        upper.addLayout(self._right(), 1)
        layout.addLayout(upper)
        self.browse.setFocus()  # all else comes after it
        head = QHBoxLayout()
        head.addWidget(text_label(tr("Preview"), font=fonts.body(fonts.SEMIBOLD)))
        head.addStretch(1)
        head.addWidget(self.counts)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)
        layout.addLayout(self._foot())

    def _left(self) -> QVBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addLayout(self._form())
        left.addWidget(self.ties, 0, Qt.AlignmentFlag.AlignLeft)
        for badge in self.findings:
            badge.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            badge.hide()
            left.addWidget(badge)
        left.addStretch(1)
        return left

    def _form(self) -> QGridLayout:
        self.file_name.set_full_text(tr("No file yet"))
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setColumnStretch(1, 1)
        action = inflection.sentence_case(inflection.transitive(self._terms.act))
        for at, (words, widget) in enumerate(
            (
                (tr("File"), self.file_name),
                (tr("Score"), self.score),
                (tr("Identifier"), self.identifier),
                (action, self.by_rule),
            )
        ):
            form.addWidget(text_label(words, tone="muted"), at, 0)
            form.addWidget(widget, at, 1)
        form.addWidget(self.browse, 0, 2)
        row = QHBoxLayout()
        row.setSpacing(6)
        highest = tr("of highest expected gain") if self._by_case else tr("highest")
        for one in (self.top, self.count, text_label(highest)):
            one.setEnabled(self._policy.segments is None)  # its thresholds are a rule of their own
            row.addWidget(one)
        row.addStretch(1)
        form.addLayout(row, 4, 1, 1, 2)
        form.addWidget(self.note, 5, 1, 1, 2)
        return form

    def _right(self) -> QVBoxLayout:
        right = QVBoxLayout()
        title = tr("Scores: this file (line) against the plan (shaded)")
        right.addWidget(text_label(title, font=fonts.body(fonts.SEMIBOLD)))
        right.addWidget(self.shares, 1)
        right.addWidget(self.expected)
        return right

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(10)
        cancel = plain_button(tr("Cancel"), "apply_cancel")
        cancel.clicked.connect(self.reject)
        foot.addWidget(text_label(tr("Write"), tone="muted"))
        foot.addWidget(self.what)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.write)
        return foot


def _ordinal(number: int) -> str:
    """Write a place: 1st, 22nd, 300th."""
    last, teens = number % 10, number % 100 in (11, 12, 13)
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
    return f"{numbers.count(number)}{ending}"


def _check_count(count: float) -> str:
    return "" if count >= 1 and count == int(count) else tr("A whole number of 1 or more.")
