"""The decision as code: SQL, an Excel formula and Python, each to be copied."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.policies.code import as_python, as_sklearn, as_sql
from costcurve_gui.policies.excel import as_excel
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.views.widgets.code_box import CodeBox
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.policies.code_check import CodeCheck
    from costcurve_gui.policies.excel import Separator
    from costcurve_gui.policies.saved import SavedPolicy

_SIZE = (680, 680)
_OPTIONS = re.compile(r" ?(?:say|name) --[^.]*\.")
_SQL_NOTE = tr("DuckDB, PostgreSQL, SQLite. NULL where there is no score.")
_DRAWN_NOTE = tr("DuckDB, which draws by the column id: put your own in its place.")
_EXCEL_NOTES = {
    "comma": tr(
        "English names, comma. A2 is the first score. Excel compares 15 digits; not run here."
    ),
    "semicolon": (
        tr(
            "English names, semicolon, where decimals have a comma. A2 is the first score. "
            "Excel compares 15 digits; not run here."
        )
    ),
}
_PYTHON_NOTE = tr("No dependency. None where there is no score.")


class RuleDialog(PlainDialog):
    """Shows the rule in each language.

    Emits `check_requested(SavedPolicy, texts by language, names)` after every change: the code on
    show is run. `positive` is the label of a positive, `names` what acting and leaving are called.
    """

    help_page = "decision"
    check_requested = Signal(object, object, object)
    copied = Signal(str)

    def __init__(
        self,
        policy: SavedPolicy,
        rule: str,
        names: tuple[str, str],
        positive: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("rule", tr("Copy rule as"), parent)
        self._policy, self._words, self._positive = policy, names, positive
        self.column = QLineEdit(policy.column)
        self.names = ChoiceBox()
        self.sql, self.excel, self.python = (
            CodeBox(language) for language in ("SQL", "Excel", "Python")
        )
        self.sklearn = LinkButton(tr("As scikit-learn estimator"), small=True)
        self._as_sklearn = False
        self.separator = LinkButton(tr("Semicolon"), small=True)
        self._with_semicolons = False
        self.check = Badge("rule_check", tone="accent", wraps=True)
        self._build(rule)
        self._connect()

    def start(self) -> None:
        """Show the code and ask for it to be run."""
        self._show()

    def show_check(self, found: CodeCheck) -> None:
        """Say what was run and whether it decides as the rule."""
        run = " and ".join(found.languages)
        rows = numbers.count(found.rows)
        rows = (
            tr("all {rows} rows", rows=rows)
            if found.rows == found.of
            else tr("the first {rows} rows", rows=rows)
        )
        if not found.languages:
            self.check.show_remark(tr("Nothing was run."), "accent")
        elif found.differing:
            told = ", ".join(
                tr("{name} at {score!r}", name=name, score=score)
                for name, score in found.differing.items()
            )
            self.check.show_remark(tr("Decides otherwise than here: {told}.", told=told), "danger")
        else:
            said = tr(
                "{run} run on {rows} and {awkward} awkward ones",
                run=run,
                rows=rows,
                awkward=found.awkward,
            )
            self.check.show_remark(tr("{said}: the same decisions as here.", said=said), "success")

    def show_fault(self, reason: str) -> None:
        """Say why the code could not be run."""
        self.check.show_remark(tr("Not run: {reason}", reason=reason), "danger")

    @property
    def policy(self) -> SavedPolicy:
        """The policy with the column that was typed."""
        typed = self.column.text().strip()
        return replace(self._policy, score_column=typed or self._policy.column)

    @property
    def chosen_names(self) -> tuple[str, ...]:
        """What stands for acting and leaving; nothing for 1 and 0."""
        return self._words if self.names.currentIndex() == 0 else ()

    def _show(self, _value: object = None) -> None:
        policy, names = self.policy, self.chosen_names
        texts = {
            "sql": self._show_code(self.sql, *_sql(policy, names)),
            "python": self._show_python(policy, names),
        }
        separator: Separator = "semicolon" if self._with_semicolons else "comma"
        self.separator.setText(tr("Comma") if self._with_semicolons else tr("Semicolon"))
        excel = partial(as_excel, policy, names, separator=separator)
        self._show_code(self.excel, excel, _EXCEL_NOTES[separator])
        run = {language: text for language, text in texts.items() if text}
        self.check.show_remark(tr("Running the code\u2026"), "accent")
        self.check_requested.emit(policy, run, names)

    def _show_python(self, policy: SavedPolicy, names: tuple[str, ...]) -> str:
        if not self._as_sklearn:
            self.sklearn.setText(tr("As scikit-learn estimator"))
            return self._show_code(self.python, lambda: as_python(policy, names), _PYTHON_NOTE)
        self.sklearn.setText(tr("As a function"))
        note = tr("scikit-learn 1.6 or later; predicts the labels of the classes. Not run here.")
        self._show_code(self.python, lambda: as_sklearn(policy, self._positive), note)
        return ""

    def _show_code(self, box: CodeBox, make: Callable[[], str], note: str) -> str:
        """Show code, or why the language cannot have it; return it."""
        try:
            text = make().rstrip("\n")
        except DataError as error:
            box.show_code("", _OPTIONS.sub("", error.message))
            return ""
        box.show_code(text, note)
        return text

    def _switch_python(self) -> None:
        self._as_sklearn = not self._as_sklearn
        self._show()

    def _switch_separator(self) -> None:
        self._with_semicolons = not self._with_semicolons
        self._show()

    def _connect(self) -> None:
        self.separator.clicked.connect(self._switch_separator)
        self.column.editingFinished.connect(self._show)
        self.names.currentIndexChanged.connect(self._show)
        self.sklearn.clicked.connect(self._switch_python)
        for box in (self.sql, self.excel, self.python):
            box.copied.connect(self.copied)

    def _build(self, rule: str) -> None:
        self.resize(*_SIZE)
        name_widget(self.column, "rule_column", tr("Column of the score"))
        name_widget(self.names, "rule_names", tr("Decisions"))
        name_widget(self.sklearn, "rule_sklearn", tr("As scikit-learn estimator, or as a function"))
        self.names.addItems([", ".join(self._words), "1, 0"])
        self.contents.addWidget(text_label(rule, tone="muted", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(text_label(tr("Column"), tone="muted"))
        row.addWidget(self.column, 1)
        row.addWidget(text_label(tr("Decisions"), tone="muted"))
        row.addWidget(self.names)
        self.contents.addLayout(row)
        name_widget(self.separator, "rule_separator", tr("Separator of the formula"))
        codes = QWidget()
        column = QVBoxLayout(codes)
        column.setContentsMargins(0, 0, 8, 0)  # the scroll bar keeps off the boxes
        column.setSpacing(8)
        for widget in (self.sql, self.excel, self.separator, self.python, self.sklearn):
            column.addWidget(widget)
        column.addStretch(1)
        self.check.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.contents.addWidget(scrolling(codes, "rule_codes"), 1)
        self.contents.addWidget(self.check)


def _sql(policy: SavedPolicy, names: tuple[str, ...]) -> tuple[Callable[[], str], str]:
    """Return what makes the SQL of a policy, and the line below it; only DuckDB draws lots here."""
    if policy.is_mixture:
        return lambda: _in_lines(as_sql(policy, names, "duckdb", "id")), _DRAWN_NOTE
    return lambda: _in_lines(as_sql(policy, names)), _SQL_NOTE


def _in_lines(text: str) -> str:
    """Break a CASE expression into lines, unless its words may stand in a name."""
    if text.count("CASE") != 1:
        return text
    quoted = re.findall(r"'[^']*'|\"[^\"]*\"", text)
    if any(re.search(r"\b(?:WHEN|ELSE|END)\b", one) for one in quoted):
        return text
    return re.sub(r" (WHEN|ELSE) ", r"\n  \1 ", text).replace(" END\n", "\nEND\n")
