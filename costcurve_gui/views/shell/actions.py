"""Every command of the window, declared once with its words, shortcut and icon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from costcurve_gui.analysis.criteria import OFFERED
from costcurve_gui.analysis.questions import OF_DECISION, OF_EXPERIMENT, QUESTIONS
from costcurve_gui.analysis.selection_settings import Start
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.session.preferences import Theme
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.shell.command_search import KEYWORDS
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.icons import token_icon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.views.shell.theme import Tokens

ROC_OVERLAYS = ("joint_hull", "concavities")  # fields of ViewChoices that their commands switch
SEPARATOR = "-"

# A digit for those in everyday use, Ctrl+T (threshold by) and a letter for the others.
_OBJECTIVES = {
    Objective.COST: (tr("lowest cost"), "Ctrl+1"),
    Objective.PROFIT: (tr("highest profit"), "Ctrl+2"),
    Objective.TPR: (tr("most positives caught"), "Ctrl+T, M"),
}


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `needs_file` commands are disabled while no file is open.

    `keywords` are more words by which it is found.
    """

    key: str
    text: str
    shortcut: str = ""
    icon: str = ""
    checkable: bool = False
    needs_file: bool = True
    keywords: str = ""


COMMANDS = (
    Command("open", tr("Open\u2026"), "Ctrl+O", "open", needs_file=False),
    Command("save", tr("Save"), "Ctrl+S", "save"),
    Command("save_as", tr("Save as\u2026"), "Ctrl+Shift+S"),
    Command("embed", tr("Keep a copy of the data in the project"), checkable=True),
    Command("columns", tr("Choose columns again\u2026"), "Ctrl+Shift+O"),
    Command("join", tr("Add models from a file\u2026"), "Ctrl+Alt+O"),
    Command("paste", tr("Paste a table"), "Ctrl+Shift+V", needs_file=False),
    Command("close_file", tr("Close file"), "Ctrl+W"),
    Command("export_all", tr("All views\u2026"), keywords="export pictures folder"),
    *(
        Command(
            f"export_{view.key}",
            tr("Export {title}\u2026", title=view.title),
            f"Ctrl+E, {view.letter}",
        )
        for view in VIEWS.values()
    ),
    Command("save_page", tr("Save a report on one page\u2026"), "Ctrl+Shift+R"),
    Command("save_record", tr("Save decision record\u2026"), "Ctrl+Alt+D"),
    Command("make_family", tr("Make a family of all models at \u00bd"), "Ctrl+Shift+F"),
    Command("quit", tr("Quit"), "Ctrl+Q", needs_file=False),
    Command("undo", tr("Undo"), "Ctrl+Z", "undo", needs_file=False),
    Command("redo", tr("Redo"), "Ctrl+Shift+Z", "redo", needs_file=False),
    Command("preferences", tr("Preferences\u2026"), "Ctrl+,", needs_file=False),
    Command("copy_answer", tr("Copy the answer"), "Ctrl+Shift+C", "copy"),
    Command("copy_decisions", tr("Copy the decision table"), "Ctrl+Alt+C"),
    Command("save_decisions", tr("Save the decision table\u2026"), "Ctrl+Alt+S"),
    Command("apply_to_file", tr("Apply to file\u2026"), "Ctrl+Alt+A"),
    Command("save_policy", tr("Save policy\u2026"), "Ctrl+Alt+P"),
    Command("copy_rule", tr("Copy rule as\u2026"), "Ctrl+Alt+R"),
    Command("copy_rule_sql", tr("Copy the rule as SQL"), "Ctrl+Alt+Q"),
    Command("copy_rule_excel", tr("Copy the rule as an Excel formula"), "Ctrl+Alt+X"),
    Command("copy_rule_python", tr("Copy the rule as Python"), "Ctrl+Alt+Y"),
    *(
        Command(f"show_{view.key}", tr("Show {title}", title=view.title), f"Ctrl+K, {view.letter}")
        for view in VIEWS.values()
    ),
    Command("zoom_back", tr("Zoom back"), "Ctrl+Backspace", "zoom_back"),
    Command("fit_all", tr("Fit all views"), "Ctrl+0", "fit"),
    Command("values", tr("Values as a table\u2026"), "Ctrl+Shift+T", "table"),
    Command("grid", tr("Grid"), "Ctrl+G", checkable=True, needs_file=False),
    Command("joint_hull", tr("Joint hull of the models"), "Ctrl+J", checkable=True),
    Command("concavities", tr("Concavities"), "Ctrl+Shift+J", checkable=True),
    Command("bands", tr("Uncertainty bands"), "Ctrl+U", checkable=True),
    Command("fill_window", tr("Fill the window with this view"), "F11", checkable=True),
    Command("float_view", tr("Show this view in a window of its own"), "Shift+F11"),
    Command("reset_layout", tr("Reset layout"), "Ctrl+Shift+0"),
    *(
        Command(f"theme_{theme}", text, checkable=True, needs_file=False)
        for theme, text in (
            (Theme.SYSTEM, tr("System theme")),
            (Theme.LIGHT, tr("Light theme")),
            (Theme.DARK, tr("Dark theme")),
        )
    ),
    *(
        Command(f"objective_{objective}", tr("Objective: {text}", text=text), keys, checkable=True)
        for objective, (text, keys) in _OBJECTIVES.items()
    ),
    *(
        Command(f"start_{start}", tr("Start from {text}", text=start.text), keys)
        for start, keys in ((Start.NEYMAN_PEARSON, "Ctrl+3"), (Start.WORKFORCE, "Ctrl+4"))
    ),
    *(
        Command(
            f"rule_{one.key}", tr("Rule: {label}", label=one.label), one.shortcut, checkable=True
        )
        for one in OFFERED
    ),
    Command("threshold_higher", tr("Next higher threshold"), "Alt+Right"),
    Command("threshold_lower", tr("Next lower threshold"), "Alt+Left"),
    Command("threshold_ten_higher", tr("Ten thresholds higher"), "Alt+Shift+Right"),
    Command("threshold_ten_lower", tr("Ten thresholds lower"), "Alt+Shift+Left"),
    Command("next_model", tr("Next model"), "Alt+Down"),
    Command("previous_model", tr("Previous model"), "Alt+Up"),
    Command("follow_best", tr("Follow the best model"), "Ctrl+B"),
    Command("show_all_models", tr("Show all models"), "Ctrl+Shift+L"),
    Command("show_joint_hull_models", tr("Show only models on the joint hull"), "Ctrl+Shift+H"),
    Command("filter_models", tr("Filter models"), "Ctrl+F"),
    Command("rename_model", tr("Rename the model\u2026"), "F2"),
    Command("move_model_up", tr("Move the model up in the list")),
    Command("move_model_down", tr("Move the model down in the list")),
    Command("leave_out_model", tr("Leave the model out of the decision"), "Ctrl+D", checkable=True),
    Command("let_models_in", tr("Let all models into the decision")),
    Command("remove_model", tr("Remove the model from the list")),
    Command("bring_models_back", tr("Bring removed models back")),
    Command("partial_range", tr("Range of the partial AUC\u2026"), "Ctrl+Shift+A"),
    Command("reset_prior", tr("Prior as in the file"), "Ctrl+R"),
    Command("unlabelled_prior", tr("Prior from unlabelled cases\u2026")),
    Command("list_missed", tr("List the missed cases\u2026")),
    Command("list_alarms", tr("List the false alarms\u2026")),
    Command("swap_set", tr("Swap set\u2026")),
    Command("scenarios", tr("Scenarios\u2026"), "Ctrl+Alt+N"),
    Command("validate", tr("Validate the decision\u2026"), "Ctrl+Alt+V"),
    Command("cost_stability", tr("Cost stability\u2026")),
    Command("uncertainty", tr("Uncertainty\u2026"), "Ctrl+Shift+U"),
    Command("belief", tr("Belief and expected costs\u2026"), "Ctrl+Shift+B"),
    Command("add_model", tr("Add model\u2026"), "Ctrl+M"),
    Command("repair", tr("Repair concavities\u2026"), "Ctrl+Shift+M"),
    Command("mix_points", tr("Mix two operating points\u2026"), "Ctrl+Shift+X"),
    *(
        Command(f"ask_{one.key}", one.text, f"Ctrl+I, {one.letter}", keywords=one.keywords)
        for one in QUESTIONS.values()
    ),
    Command("copy_answers", tr("Copy all answers"), "Ctrl+Shift+I"),
    Command("remove_answers", tr("Remove all answers")),
    Command("commands", tr("Search commands"), "Ctrl+Shift+P", "search", needs_file=False),
    Command("help", tr("Help"), "F1", "help", needs_file=False),
    Command("shortcuts", tr("Keyboard shortcuts"), "Ctrl+F1", needs_file=False),
    Command("licences", tr("Licences"), needs_file=False),
    Command("updates", tr("Check for updates\u2026"), needs_file=False),
    Command("about", tr("About CostCurve"), needs_file=False),
)

MENUS: dict[str, tuple[str, ...]] = {
    "File": (
        *("open", "recent", "examples", "paste", "columns", "close_file", SEPARATOR),
        *("save", "save_as", "embed", SEPARATOR),
        *("export", "save_record", SEPARATOR, "quit"),
    ),
    "Edit": (
        "undo",
        "redo",
        SEPARATOR,
        "copy_answer",
        "copy_decisions",
        "save_decisions",
        *(
            "apply_to_file",
            "save_policy",
            "copy_rule",
            "copy_rule_sql",
            "copy_rule_excel",
            "copy_rule_python",
        ),
        *(SEPARATOR, "preferences"),
    ),
    "View": (
        *(
            "zoom_back",
            "fit_all",
            "values",
            "grid",
            SEPARATOR,
            "bands",
            "joint_hull",
            "concavities",
        ),
        SEPARATOR,
        *("options", "theme", "views", "panels", "Layout"),
    ),
    "Analysis": (
        *(
            "Objective",
            "Rule",
            "Threshold",
            "Models",
            "Model list",
            "Check",
            SEPARATOR,
        ),
        *("reset_prior", "unlabelled_prior", "uncertainty", "scenarios", "belief", "partial_range"),
    ),
    "Questions": (
        *(f"ask_{one.key}" for one in OF_DECISION),
        *(SEPARATOR, "Drummond and Holte", SEPARATOR, "copy_answers", "remove_answers"),
    ),
    "Help": ("help", "shortcuts", "commands", SEPARATOR, "licences", "updates", "about"),
}

SUBMENUS: dict[str, tuple[str, ...]] = {
    "Objective": (
        *(f"objective_{objective}" for objective in Objective),
        SEPARATOR,
        *(f"start_{start}" for start in Start),
    ),
    "Rule": tuple(f"rule_{criterion.key}" for criterion in OFFERED),
    "Threshold": (
        *("threshold_higher", "threshold_lower", "threshold_ten_higher", "threshold_ten_lower"),
    ),
    "Models": (
        *("next_model", "previous_model", "follow_best", SEPARATOR),
        *("join", "add_model", "repair", "mix_points", "make_family"),
    ),
    "Check": (
        *("validate", "cost_stability", SEPARATOR),
        *("list_missed", "list_alarms", "swap_set"),
    ),
    "Layout": ("fill_window", "float_view", "reset_layout"),
    "Model list": (
        *("rename_model", "move_model_up", "move_model_down", "remove_model"),
        *("bring_models_back", SEPARATOR),
        *("leave_out_model", "let_models_in", SEPARATOR),
        *("show_all_models", "show_joint_hull_models", "filter_models"),
    ),
    "Drummond and Holte": tuple(f"ask_{one.key}" for one in OF_EXPERIMENT),
}
"""The commands of the submenus that `MENUS` names."""

TITLES = {
    "File": tr("File"),
    "Edit": tr("Edit"),
    "View": tr("View"),
    "Analysis": tr("Analysis"),
    "Questions": tr("Questions"),
    "Help": tr("Help"),
    "Objective": tr("Objective"),
    "Rule": tr("Rule"),
    "Threshold": tr("Threshold"),
    "Models": tr("Models"),
    "Check": tr("Check"),
    "Layout": tr("Layout"),
    "Model list": tr("Model list"),
    "Drummond and Holte": tr("Drummond and Holte"),
}
"""What the menus and submenus are called on the screen."""

_NEEDS_SCORES = (
    "join",
    "make_family",
    "cost_stability",
    "repair",
    "validate",
    "apply_to_file",
    "copy_rule",
    "list_missed",
    "list_alarms",
    "swap_set",
    "unlabelled_prior",
)
_ALSO = {
    "redo": ("Ctrl+Y",),  # customary on Windows
    "paste": ("Ctrl+V",),  # fields take it for themselves
    "help": ("?",),  # fields take what is typed into them
}


class Actions(QObject):
    """The commands as Qt actions, by key; iterating gives them in order of `COMMANDS`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = {command.key: self._make(command) for command in COMMANDS}
        self._group([f"theme_{theme}" for theme in Theme])
        self._group([f"objective_{objective}" for objective in Objective])
        self._group([f"rule_{criterion.key}" for criterion in OFFERED])
        self._worn: Tokens | None = None
        self.set_icons()
        self.show_file(None)

    def __getitem__(self, key: str) -> QAction:
        return self._actions[key]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def show_file(self, info: DatasetInfo | None) -> None:
        """Enable the commands for which the open file has what they need."""
        for command in COMMANDS:
            if command.needs_file:
                self._actions[command.key].setEnabled(info is not None)
        for key in _NEEDS_SCORES:
            self[key].setEnabled(info is not None and info.kind is TableKind.SCORES)
        self["columns"].setEnabled(info is not None and (bool(info.path) or info.joined))

    def show_asked(self, asked: bool) -> None:
        """Enable the commands for which there have to be answers."""
        for key in ("copy_answers", "remove_answers"):
            self[key].setEnabled(asked)

    def set_icons(self) -> None:
        """Give the actions icons in the colours of the theme, unless they have them."""
        if tokens_in_use() is self._worn:
            return
        self._worn = tokens_in_use()
        for command in COMMANDS:
            if command.icon:
                self._actions[command.key].setIcon(token_icon(command.icon, "text", 20))

    def show_history(self, undo: str | None, redo: str | None) -> None:
        """Name the steps that undo and redo would take."""
        for key, words, label in (("undo", tr("Undo"), undo), ("redo", tr("Redo"), redo)):
            action = self._actions[key]
            text = f"{words}: {label}" if label else words
            shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setText(text.replace("&", "&&"))  # a model may be called R&D
            action.setEnabled(label is not None)
            action.setToolTip(f"{text} ({shortcut})")

    def _make(self, command: Command) -> QAction:
        action = QAction(command.text, self, checkable=command.checkable)
        action.setObjectName(command.key)
        action.setProperty(KEYWORDS, command.keywords)
        action.setIconVisibleInMenu(False)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        if command.shortcut:
            keys = (command.shortcut, *_ALSO.get(command.key, ()))
            action.setShortcuts([QKeySequence(key) for key in keys])
            shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{command.text} ({shown})")
        return action

    def _group(self, keys: list[str]) -> None:
        group = QActionGroup(self)
        group.setExclusive(True)
        for key in keys:
            group.addAction(self._actions[key])
