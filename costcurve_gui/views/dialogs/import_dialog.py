"""Shows what a file holds and what it will be used as, before it is read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.findings import LOW_POSITIVE, MISSING_VALUES, TEXT_MISSING, Findings
from costcurve_gui.dataio.roles.grades import grade_order, score_order
from costcurve_gui.dataio.roles.labels import merged_counts
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.base_dialog import FittedDialog, dialog_title, heading_row
from costcurve_gui.views.dialogs.import_choices import ImportChoices, undecided_values
from costcurve_gui.views.dialogs.import_classes import ImportHead
from costcurve_gui.views.dialogs.import_columns import ColumnsTable
from costcurve_gui.views.dialogs.import_doubts import ImportDoubts, open_question
from costcurve_gui.views.dialogs.import_long import LongFormatBar
from costcurve_gui.views.dialogs.import_obstacles import obstacle, undecided, where_fault
from costcurve_gui.views.dialogs.import_questions import ReadingOptionsDialog
from costcurve_gui.views.dialogs.import_remarks import (
    GO_THERE,
    ORDER,
    SHOW_ROWS,
    USE_GROUP,
    USE_WEIGHT,
    remarks_of,
    unsettled,
)
from costcurve_gui.views.dialogs.import_rows import ImportRows
from costcurve_gui.views.dialogs.import_values import LabelValues
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.cards import Badge, card_round
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.dataio.formats.opening import FirstRows
    from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Proposal, Roles
    from costcurve_gui.dataio.roles.labels import LabelClass
    from costcurve_gui.dataio.source import Source


class ImportDialog(FittedDialog):
    """A view over one file as found.

    Emits `roles_changed(Inquiry)` when the choices are complete and others than before,
    `options_changed(ReadOptions)` when the file is to be read another way and
    `preview_requested(ReadOptions)` while that is chosen,
    `import_requested(Roles)`, `cancelled()` and `help_requested(str)`.
    """

    help_page = "import"
    roles_changed = Signal(object)
    options_changed = Signal(object)
    preview_requested = Signal(object)
    import_requested = Signal(object)
    cancelled = Signal()
    help_requested = Signal(str)

    def __init__(
        self,
        source: Source,
        proposal: Proposal,
        parent: QWidget | None = None,
        chosen: Roles | MulticlassRoles | None = None,
    ) -> None:
        super().__init__(parent)
        self._source, self._proposal = source, proposal
        self._choices = ImportChoices.proposed(proposal, source.columns)
        self._options = ReadOptions()
        self._findings = Findings({})
        self._quiet = self._reading_again = False
        self._reading_options: ReadingOptionsDialog | None = None
        self._head = ImportHead()
        self._values = LabelValues()
        self._long = LongFormatBar()
        self._doubts = ImportDoubts()
        self._columns = ColumnsTable()
        self._rows = ImportRows()
        name_widget(self, "import_dialog", tr("Import a file"))
        self.setWindowTitle(tr("Import a file"))
        self._build()
        self._connect()
        self.show_source(source, proposal, chosen)

    @property
    def source(self) -> Source:
        """The file on show."""
        return self._source

    @property
    def choices(self) -> ImportChoices:
        """What the user chose so far."""
        return self._choices

    def show_source(
        self, source: Source, proposal: Proposal, chosen: Roles | MulticlassRoles | None = None
    ) -> None:
        """Show a file, or the same file read another way; `chosen` is what to begin with."""
        self._source, self._proposal, self._findings = source, proposal, Findings({})
        self._reading_again = False
        self._choices = (
            ImportChoices.proposed(proposal, source.columns)
            if chosen is None
            else ImportChoices.chosen_before(proposal, chosen, source.columns)
        )
        self._title.setText(source.name)
        self._facts.set_full_text(import_words.facts(source))
        said = import_words.said(source)
        self._said.setText(said)
        self._said.setToolTip("\n".join(source.said))
        self._said.setVisible(bool(said))
        self._head.show_source(source, self._choices)
        self._columns.show_columns(source.columns, self._choices)
        readable = replace(source.options, long=None) != ReadOptions()
        self._reading.setEnabled(readable)
        self._long.show_source(source)
        self._doubts.show_questions(source.questions)
        self._reading.setToolTip("" if readable else tr("This format says itself how it is read"))
        self._rows.show_source(source)
        self._show_state()
        self._focus_first()

    def show_findings(self, findings: Findings) -> None:
        """Show what was found since; scores that surely rank backwards are turned."""
        self._findings = findings
        turned = [name for name, found in findings.columns.items() if found.turned]
        self._choices = self._choices.turned(turned)
        self._columns.show_choices(self._choices)
        self._head.show_kept(findings.kept, self._source)
        if findings.copies is not None:
            self._rows.show_copies(self._source, findings.copies)
        self._show_state()

    def show_first_rows(self, found: FirstRows) -> None:
        """Show the first rows as the options on screen would have them read."""
        if self._reading_options is not None:
            self._reading_options.show_first_rows(found)

    def show_reading_fault(self, message: str) -> None:
        """Say why the file cannot be read with the options on screen."""
        if self._reading_options is not None:
            self._reading_options.show_fault(message)

    def show_error(self, message: str) -> None:
        """Say why the file cannot be taken like this; one read otherwise is not on show."""
        if self._reading_again:
            self._obstacle = message
            self._import.setEnabled(False)
        self._badge.show_remark(message, "danger")

    def close_quietly(self) -> None:
        """Go away without reporting anything."""
        self._quiet = True
        self.reject()

    def reject(self) -> None:
        """Close, and tell that nothing is wanted."""
        super().reject()
        if not self._quiet:
            self.cancelled.emit()

    # --- layout -------------------------------------------------------------------------------

    def _build(self) -> None:
        self.resize(1200, 720)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addLayout(self._title_row())
        self._said = text_label(tone="muted", name="import_said")
        self._said.setWordWrap(True)
        layout.addWidget(self._said)
        layout.addWidget(self._doubts)
        layout.addWidget(self._long)
        self._values_card = card_round(self._values, "import_values_card", margin=1)
        head = QHBoxLayout()
        head.setSpacing(18)
        head.addWidget(self._head, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._values_card, 1)
        layout.addLayout(head)
        self._count = text_label(tone="muted", name="import_count")
        layout.addLayout(heading_row(tr("Columns"), self._count))
        layout.addWidget(card_round(self._columns, "import_columns_card", margin=1), 1)
        layout.addWidget(self._rows)
        layout.addSpacing(6)
        layout.addLayout(self._foot())

    def _title_row(self) -> QHBoxLayout:
        self._title = dialog_title("")
        self._facts = ElidedLabel(tone="muted")
        self._facts.setObjectName("import_facts")
        self._reading = plain_button(
            tr("Reading options…"), "import_reading", tr("Reading options")
        )
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(self._title)
        row.addWidget(self._facts, 1)
        row.addWidget(self._long.switch)
        row.addWidget(self._reading)
        return row

    def _foot(self) -> QHBoxLayout:
        self._badge = Badge("import_badge", wraps=True)
        self._badge.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._help = LinkButton(tr("Help"))
        name_widget(self._help, "import_help", tr("Help on reading a file"))
        self._cancel = plain_button(tr("Cancel"), "import_cancel")
        self._import = main_button("", "import_accept")
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addWidget(self._badge, 1)
        foot.addStretch()
        for widget in (self._help, self._cancel, self._import):
            foot.addWidget(widget)
        return foot

    def _connect(self) -> None:
        self._head.label_chosen.connect(lambda name: self._choose(self._choices.with_label(name)))
        self._head.positive_chosen.connect(self._choose_positive)
        self._head.grades_chosen.connect(self._choose_grades)
        self._head.where_edited.connect(self._choose_where)
        self._head.several_chosen.connect(
            lambda several: self._choose(self._choices.with_several(several))
        )
        self._values.class_chosen.connect(self._choose_class)
        self._values.name_typed.connect(self._choose_name)
        self._columns.role_chosen.connect(self._choose_role)
        self._columns.repair_requested.connect(self._repair)
        self._columns.direction_chosen.connect(
            lambda column, low: self._choose(self._choices.with_low_positive(column, low))
        )
        self._long.long_chosen.connect(
            lambda long: self._read_again(replace(self._source.options, long=long))
        )
        self._doubts.answered.connect(self._answer)
        self._reading.clicked.connect(self._open_reading_options)
        self._help.clicked.connect(lambda: self.help_requested.emit("import"))
        self._cancel.clicked.connect(self.reject)
        self._import.clicked.connect(self._request_import)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            anywhere = QShortcut(QKeySequence(Qt.Modifier.CTRL | key), self)
            anywhere.activated.connect(self._request_import)

    # --- what the user does -------------------------------------------------------------------

    def _choose(self, choices: ImportChoices) -> None:
        if choices == self._choices:
            return
        self._choices = choices
        self._columns.show_choices(choices)
        self._show_state()
        if not self._obstacle or self._waits:
            open_values = undecided_values(choices, self._label_counts())
            self.roles_changed.emit(choices.inquiry(open_values if self._waits else ()))

    def _choose_role(self, column: str, role: Role) -> None:
        choices = self._choices.with_role(column, role)
        order = score_order(self._source.column(column), guessed=True) if role is Role.SCORE else ()
        if order and column not in choices.orders:
            choices = choices.with_order(column, order)
        self._choose(choices)

    def _choose_positive(self, value: str) -> None:
        self._choose(self._choices.with_positive(value))

    def _choose_grades(self, positive: tuple[str, ...]) -> None:
        order = grade_order(self._label_counts())
        self._choose(self._choices.with_grades(order, positive))

    def _choose_class(self, value: str, chosen: LabelClass) -> None:
        self._choose(self._choices.with_class(value, chosen))

    def _choose_name(self, value: str, text: str) -> None:
        """Call a class otherwise: nothing of the file has to be looked at for that."""
        self._choices = self._choices.with_name(value, text)
        self._columns.show_choices(self._choices)
        self._show_state()

    def _choose_where(self, text: str) -> None:
        self._head.show_where_fault(where_fault(text, self._source))
        self._choose(self._choices.with_where(text))

    def _repair(self, column: str, key: str) -> None:
        if key == SHOW_ROWS:
            self._rows.show_finding(self._source, column, self._findings.columns[column].rows)
        elif key == GO_THERE:
            self._focus_undecided()
        elif key in (USE_GROUP, USE_WEIGHT):
            self._choose_role(column, Role.GROUP if key == USE_GROUP else Role.WEIGHT)
        elif key == ORDER:
            self._open_order(column)
        elif key == MISSING_VALUES:
            further = self._findings.columns[column].values
            self._answer(ReadOptions(missing=(*(self._options.missing or ()), *further)))
        elif key == TEXT_MISSING:
            self._choose(self._choices.with_text_missing(column))
        else:
            self._choose(self._choices.with_low_positive(column, key == LOW_POSITIVE))

    def _open_order(self, column: str) -> None:
        from costcurve_gui.views.dialogs.order_dialog import OrderDialog  # few files have grades

        dialog = OrderDialog(column, self._choices.orders[column], self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.order_chosen.connect(
            lambda order: self._choose(self._choices.with_order(column, order))
        )
        dialog.open()

    def _open_reading_options(self) -> None:
        dialog = ReadingOptionsDialog(
            self._source.options, self._options, self, sheets=self._source.sheets
        )
        dialog.options_chosen.connect(self._read_again)
        dialog.preview_requested.connect(self.preview_requested)
        dialog.finished.connect(self._close_reading_options)
        self._reading_options = dialog
        dialog.open()
        dialog.request_preview()

    def _close_reading_options(self) -> None:
        if self._reading_options is not None:
            self._reading_options.deleteLater()
            self._reading_options = None

    def _answer(self, changes: ReadOptions) -> None:
        """Read the file again as an answer says, and as was said before."""
        self._read_again(changes.over(self._options))

    def _read_again(self, options: ReadOptions) -> None:
        self._options, self._reading_again = options, True
        self.options_changed.emit(options)

    def _request_import(self) -> None:
        self._head.finish_typing()
        if self._obstacle:
            return
        self.accept()
        self.import_requested.emit(self._choices.roles())

    # --- what is shown ------------------------------------------------------------------------

    def _show_state(self) -> None:
        counts = self._label_counts()
        self._head.show_choices(self._source, self._choices, counts)
        label = self._choices.label
        missing = self._source.column(label).missing if label else 0
        sampled = not self._source.complete and sum(counts.values()) < self._source.rows
        self._values.show_values(self._choices, counts, missing, sampled=sampled)
        called = {value: self._choices.name_of(value) for value in counts}
        self._rows.show_called({label: called, **import_words.places(self._choices)})
        self._values_card.setVisible(bool(counts) and not self._choices.class_models)
        self._obstacle = self._find_obstacle(counts)
        self._waits = self._obstacle == undecided(self._choices, counts) != ""
        models = self._choices.models_made
        self._count.setText(import_words.models_made(models))
        remarks = remarks_of(self._source, self._choices, counts, self._findings.columns)
        self._columns.show_remarks(remarks)
        self._import.setText(import_words.import_words(models))
        self._import.setAccessibleName(self._import.text())
        self._import.setEnabled(not self._obstacle)
        self._import.setToolTip(self._obstacle)
        if self._obstacle:
            self._badge.show_remark(self._obstacle, "warning" if self._waits else "danger")
        else:
            self._badge.show_remark(unsettled(remarks), "warning")

    def _focus_first(self) -> None:
        """Begin where an answer is missing, else at the button."""
        if self._obstacle and self._choices.positive:
            self._focus_undecided()
        elif self._obstacle:
            self._head.focus_unanswered(self._choices)
        else:
            self._import.setFocus()

    def _focus_undecided(self) -> None:
        self._values.focus_undecided(self._choices, self._label_counts())

    def _find_obstacle(self, counts: Mapping[str, int]) -> str:
        unanswered = open_question(self._source.questions)
        return unanswered or obstacle(self._choices, self._source, counts, self._proposal.problems)

    def _label_counts(self) -> Mapping[str, int]:
        label = self._choices.label
        if label == self._proposal.roles.label and self._proposal.label_counts:
            return self._proposal.label_counts
        return merged_counts(self._source.column(label).counts) if label else {}
