"""Make the window with its commands, dock titles and views connected to what it reports."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from costcurve_gui.analysis.criteria import OFFERED
from costcurve_gui.analysis.derivations import CALIBRATED, REPAIRED
from costcurve_gui.analysis.questions import QUESTIONS
from costcurve_gui.analysis.selection_settings import Start
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.session.preferences import Theme
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import HEADS, VIEWS, view_of
from costcurve_gui.views.shell.actions import ROC_OVERLAYS
from costcurve_gui.views.shell.docks import ViewWindow
from costcurve_gui.views.shell.keyboard_focus import ChordKeys
from costcurve_gui.views.shell.main_window import MainWindow
from costcurve_gui.views.shell.menus import clear_menu

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.views.shell.docks import DockTitle, ViewDock

_DECISION_FILES = {  # commands, and what each copies or saves
    "copy_decisions": "copy_table",
    "save_decisions": "save_table",
    "save_policy": "save_policy",
    "save_record": "save_record",
    "copy_rule_sql": "sql",
    "copy_rule_excel": "excel",
    "copy_rule_python": "python",
}
_ABOUT = ("about", "licences", "updates")  # on the program itself
_THRESHOLD_STEPS = {
    "threshold_higher": 1,
    "threshold_lower": -1,
    "threshold_ten_higher": 10,
    "threshold_ten_lower": -10,
}


def connected_window(make: Callable[[str], QWidget]) -> MainWindow:
    """Return the window with every command connected; `make` makes views by the keys of `VIEWS`."""
    window = MainWindow(make)
    _connect_commands(window)
    _connect_choices(window)
    _connect_analysis(window)
    _connect_views(window)
    _connect_titles(window)
    ChordKeys(window, window.commands)
    window.texts_settled.connect(window.dock_layout.follow_decision)
    window.options_menu.aboutToShow.connect(partial(fill_options, window))
    window.snapshot_cleared.connect(partial(_fill_view_menus, window))
    return window


def _fill_view_menus(window: MainWindow) -> None:
    for dock in window.view_docks.values():
        fill_view_menu(window, dock)


def _connect_commands(window: MainWindow) -> None:
    reactions: dict[str, Callable[[], object]] = {
        "open": window.open_requested.emit,
        "columns": window.columns_requested.emit,
        "join": window.join_requested.emit,
        "paste": window.paste_requested.emit,
        "close_file": window.close_file_requested.emit,
        "make_family": window.family_requested.emit,
        "quit": window.close,
        "undo": window.undo_requested.emit,
        "redo": window.redo_requested.emit,
        "copy_answer": lambda: _copy_decision(window),
        "copy_answers": lambda: _copy_answers(window),
        "remove_answers": window.answers_panel.clear_requested.emit,
        **{
            key: partial(window.decisions_requested.emit, what)
            for key, what in _DECISION_FILES.items()
        },
        "save_page": window.page_requested.emit,
        "zoom_back": lambda: _zoom_back(window),
        "fit_all": lambda: _fit_all(window),
        "float_view": lambda: _float_or_put_back(window),
        "reset_layout": partial(_reset_layout, window),
        "follow_best": window.follow_best_requested.emit,
        "show_joint_hull_models": window.dataset_panel.models.commands.show_only_on_joint_hull,
        "filter_models": window.dataset_panel.models.filter.begin,
        "show_all_models": window.show_all_requested.emit,
        **_model_edits(window),
        "fill_window": lambda: window.dock_layout.fill(_name_in_front(window)),
        "belief": window.belief_requested.emit,
        "uncertainty": window.uncertainty_requested.emit,
        "reset_prior": window.prior_reset_requested.emit,
        "cost_stability": window.cost_stability_requested.emit,
        "partial_range": window.partial_range_requested.emit,
        "add_model": partial(window.add_model_requested.emit, CALIBRATED),
        "repair": partial(window.add_model_requested.emit, REPAIRED),
        "mix_points": window.mix_points_requested.emit,
        "commands": window.commands_requested.emit,
        "shortcuts": window.shortcuts_requested.emit,
        "values": lambda: _show_values(
            window, (_dock_in_front(window) or window.view_docks[HEADS[0]]).current
        ),
        "help": lambda: window.help_requested.emit(_page_in_front(window)),
        **{key: partial(window.about_requested.emit, key) for key in _ABOUT},
    }
    for key, reaction in reactions.items():
        _on(window, key, reaction)


def _model_edits(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Return what is done with the model selected in the list."""
    models = window.dataset_panel.models

    def on_selected(act: Callable[[str], object]) -> Callable[[], object]:
        def react() -> None:
            if models.selected is not None:
                window.panel_docks["data"].show()
                window.panel_docks["data"].raise_()
                act(models.selected)

        return react

    return {
        "rename_model": on_selected(models.commands.begin_naming),
        "move_model_up": on_selected(partial(models.commands.step, by=-1)),
        "move_model_down": on_selected(partial(models.commands.step, by=1)),
        "remove_model": on_selected(models.remove_requested.emit),
        "leave_out_model": on_selected(models.commands.toggle_left_out),
        "let_models_in": partial(models.commands.let_in.emit, None),
        "bring_models_back": partial(models.back_requested.emit, None),
    }


def _name_in_front(window: MainWindow) -> str:
    """Return the name of the dock that has the focus, else of the first one on show."""
    docks = {**window.view_docks, **window.panel_docks}
    if window.dock_layout.filling:
        return window.dock_layout.filling
    front = (name for name, dock in docks.items() if _holds_focus(dock))
    return next(front, next((name for name, dock in docks.items() if dock.isVisible()), HEADS[0]))


def _copy_decision(window: MainWindow) -> None:
    _copy(window, window.decision_panel.answer(), tr("Answer copied"))


def _copy_answers(window: MainWindow) -> None:
    """Copy all answers as they are now, also where their panel is closed."""
    if window.snapshot is not None:
        from costcurve_gui.views.text.answers import answers, copied  # no start asks anything

        _copy(window, copied(answers(window.snapshot)), tr("Answers copied"))


def _copy(window: MainWindow, text: str, notice: str) -> None:
    """Put plain text on the clipboard, and say so."""
    QGuiApplication.clipboard().setText(text)
    window.status.notify(notice)


def _page_in_front(window: MainWindow) -> str:
    """Return the help page of the dock that has the focus; nothing where none has."""
    dock = _dock_in_front(window)
    if dock is not None:
        return dock.current
    panels = (name for name, dock in window.panel_docks.items() if _holds_focus(dock))
    return next(panels, "")


def _dock_in_front(window: MainWindow) -> ViewDock | None:
    homes = window.view_docks.values()
    docks = (dock for home in homes for dock in (home, *home.windows.values()))
    return next((dock for dock in docks if _holds_focus(dock)), None)


def _show_values(window: MainWindow, key: str) -> None:
    window.view_docks[VIEWS[key].family].values_requested.emit(key)


def _go_to(window: MainWindow, key: str) -> None:
    """Bring a view to the front and give it the focus: F11 and the arrow keys are for it."""
    window.bring_to_front(key)
    window.frames[key].setFocus()


def _connect_choices(window: MainWindow) -> None:
    window.commands["grid"].triggered.connect(window.grid_toggled)
    window.commands["bands"].triggered.connect(window.bands_toggled)
    for overlay in ROC_OVERLAYS:
        window.commands[overlay].triggered.connect(
            lambda shown, overlay=overlay: window.view_choice_made.emit(overlay, shown)
        )
    for theme in Theme:
        _on(window, f"theme_{theme}", partial(window.theme_chosen.emit, theme))
    for view in VIEWS:
        _on(window, f"export_{view}", partial(window.export_requested.emit, view))
        _on(window, f"show_{view}", partial(_go_to, window, view))


def _connect_analysis(window: MainWindow) -> None:
    for objective in Objective:
        _on(window, f"objective_{objective}", partial(window.objective_chosen.emit, objective))
    for start in Start:
        _on(window, f"start_{start}", partial(window.start_requested.emit, start))
    for criterion in OFFERED:
        _on(window, f"rule_{criterion.key}", partial(window.criterion_chosen.emit, criterion))
    for key, steps in _THRESHOLD_STEPS.items():
        _on(window, key, partial(window.threshold_stepped.emit, steps))
    for question in QUESTIONS.values():
        _on(window, f"ask_{question.key}", partial(window.question_asked.emit, question))
    panel = window.answers_panel
    panel.copy_requested.connect(lambda one: _copy(window, one.sentences, tr("Answer copied")))
    panel.first_requested.connect(window.commands["ask_which"].trigger)
    window.decision_panel.copy_requested.connect(partial(_copy_decision, window))
    _on(window, "next_model", partial(window.model_stepped.emit, 1))
    _on(window, "previous_model", partial(window.model_stepped.emit, -1))


def _connect_views(window: MainWindow) -> None:
    for dock in window.view_docks.values():
        _connect_view_dock(window, dock)
        dock.window_opened.connect(partial(_connect_view_window, window))
    for panel in window.panel_docks.values():
        panel.framed.connect(lambda panel=panel: panel.addActions(list(window.commands)))
    window.closing.connect(partial(_put_all_back, window))
    window.snapshot_cleared.connect(partial(_put_all_back, window))


def _connect_view_dock(window: MainWindow, dock: ViewDock) -> None:
    dock.zoom_back_requested.connect(lambda view: _tell(window, view, "zoom_back"))
    dock.fit_requested.connect(lambda view: _tell(window, view, "fit"))
    dock.help_requested.connect(window.help_requested)
    dock.view_left.connect(window.view_left)
    dock.view_shown.connect(window.view_shown)
    dock.view_shown.connect(lambda _: window.show_subtitles())
    for sign in (dock.view_shown, dock.toggleViewAction().triggered):
        sign.connect(lambda *_: window.show_method())
    for change in (dock.view_shown, dock.menu.aboutToShow):
        change.connect(lambda *_, dock=dock: fill_view_menu(window, dock))
    fill_view_menu(window, dock)


def _connect_view_window(window: MainWindow, shown: ViewWindow) -> None:
    _connect_view_dock(window, shown)
    shown.addActions(list(window.commands))  # shortcuts are those of one window
    window.show_subtitles()


def _put_all_back(window: MainWindow) -> None:
    for dock in window.view_docks.values():
        for key in list(dock.windows):
            dock.put_back(key)


def _reset_layout(window: MainWindow) -> None:
    _put_all_back(window)
    window.dock_layout.reset()


def _float_or_put_back(window: MainWindow) -> None:
    """Give the view in front a window of its own; from there, bring it back."""
    shown = QApplication.activeWindow()
    if isinstance(shown, ViewWindow):
        shown.close()
    else:
        (_dock_in_front(window) or window.view_docks[HEADS[0]]).detach()


def _connect_titles(window: MainWindow) -> None:
    window.dock_layout.on_filled = window.commands["fill_window"].setChecked
    for name, dock in {**window.view_docks, **window.panel_docks}.items():
        dock.title_bar.fill_requested.connect(partial(window.dock_layout.fill, name))
    data, payoffs, decision, answers = (
        window.panel_docks[name].title_bar for name in ("data", "payoffs", "decision", "answers")
    )
    window.answers_panel.counted.connect(answers.show_subtitle)
    add_menu = data.add_menu(tr("Open a file or add a model"), icon="add")
    for key in ("open", "add_model"):
        add_menu.addAction(window.commands[key])
    data_menu = data.add_menu(tr("More for data and models"))
    for key in ("add_model", "show_all_models", "make_family", "columns", "close_file"):
        data_menu.addAction(window.commands[key])
    _add_help(window, "data", data)
    payoffs_menu = payoffs.add_menu(tr("More for payoffs"))
    window.payoff_panel.fill_menu(payoffs_menu)
    payoffs_menu.addAction(window.commands["unlabelled_prior"])
    _add_help(window, "payoffs", payoffs)
    copy = decision.add_icon("copy", "copy", tr("Copy the answer"))
    copy.clicked.connect(window.decision_panel.copy_requested)
    decision_menu = decision.add_menu(tr("More for the decision"))
    for key in ("copy_answer", *_DECISION_FILES, "follow_best"):
        decision_menu.addAction(window.commands[key])
    _add_help(window, "decision", decision)
    ask = answers.add_menu(tr("Ask a question"), icon="add")
    for question in QUESTIONS.values():
        ask.addAction(window.commands[f"ask_{question.key}"])
    copy_all = answers.add_icon("copy", "copy", tr("Copy all answers"))
    copy_all.clicked.connect(window.commands["copy_answers"].trigger)
    answers_menu = answers.add_menu(tr("More for the answers"))
    for key in ("copy_answers", "remove_answers"):
        answers_menu.addAction(window.commands[key])
    _add_help(window, "answers", answers)


def _add_help(window: MainWindow, page: str, bar: DockTitle) -> None:
    about = bar.add_icon("help", "help", tr("Help on {title}", title=bar.title))
    about.clicked.connect(partial(window.help_requested.emit, page))


def _on(window: MainWindow, key: str, reaction: Callable[[], object]) -> None:
    window.commands[key].triggered.connect(lambda _=False: reaction())


def fill_view_menu(window: MainWindow, dock: ViewDock) -> None:
    """Fill the menu of the view on show: what can be chosen follows the snapshot."""
    key, menu, view = dock.current, dock.menu, view_of(dock.current)
    clear_menu(menu)
    menu.addAction(window.commands[f"export_{key}"])
    if window.snapshot is not None:
        values = menu.addAction(tr("Values as a table\u2026"))
        values.setObjectName(f"values_{key}")
        values.triggered.connect(lambda _=False: _show_values(window, key))
    for name, words, act in _ways_to_stand(window, dock):
        entry = menu.addAction(words)
        entry.setObjectName(f"{name}_{key}")
        entry.triggered.connect(lambda _=False, act=act: act())
    menu.addActions(window.frames[key].view.actions())
    if not VIEWS[key].is_table:
        menu.addAction(window.commands["grid"])
    menu.addActions([window.commands[name] for name in view.commands])
    if window.snapshot is not None:
        from costcurve_gui.views.shell.menus import add_choices

        more = {
            field: [window.commands[name] for name in names]
            for field, names in view.submenu_commands.items()
        }
        add_choices(menu, key, window.snapshot, window.view_choice_made.emit, more)


def _ways_to_stand(
    window: MainWindow, dock: ViewDock
) -> list[tuple[str, str, Callable[[], object]]]:
    """Return what else can be done with the place of a view: name, words and act."""
    if isinstance(dock, ViewWindow):
        return [("float", tr("Back to the main window"), dock.close)]
    filled = window.dock_layout.filling == dock.head
    words = tr("Back to all views") if filled else tr("Fill the window")
    fill = ("fill", words, partial(window.dock_layout.fill, dock.head))
    return [fill, ("float", tr("Show in a window of its own"), dock.detach)]


def fill_options(window: MainWindow) -> None:
    """Fill the menu with the choices of all views, which the command palette searches too."""
    menu = window.options_menu
    clear_menu(menu)
    if window.snapshot is None:
        return
    from costcurve_gui.views.shell.menus import add_choices

    for view, spec in VIEWS.items():
        if view_of(view).choices(window.snapshot):
            inner = menu.addMenu(spec.title)
            inner.setObjectName(f"{view}_options_menu")
            add_choices(inner, view, window.snapshot, partial(_choose_in, window, view))


def _choose_in(window: MainWindow, view: str, field: str, value: object) -> None:
    """Show the view that a choice is for, and make the choice."""
    window.bring_to_front(view)
    window.view_choice_made.emit(field, value)


def _tell(window: MainWindow, key: str, order: str) -> None:
    getattr(window.plots[key], order)()


def _fit_all(window: MainWindow) -> None:
    for key in window.plots:
        _tell(window, key, "fit")


def _zoom_back(window: MainWindow) -> None:
    """Zoom back in the plot that has the focus; in all of them where none has."""
    focused = [key for key in window.plots if _holds_focus(window.frames[key])]
    for key in focused or window.plots:
        _tell(window, key, "zoom_back")


def _holds_focus(widget: QWidget) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))
