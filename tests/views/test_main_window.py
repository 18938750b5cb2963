from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDockWidget,
    QLineEdit,
    QMenu,
    QTabBar,
    QToolButton,
    QWidget,
)

from costcurve_gui.analysis.criteria import OFFERED, YOUDEN
from costcurve_gui.analysis.selection_settings import Start
from costcurve_gui.analysis.settings import AnalysisState
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.session.preferences import Theme, ViewOptions
from costcurve_gui.views.catalogue import HEADS, VIEWS, family_of
from costcurve_gui.views.shell.actions import COMMANDS, MENUS, SEPARATOR, SUBMENUS
from costcurve_gui.views.shell.menus import MOST_ENTRIES
from costcurve_gui.views.shell.theme import LIGHT, apply_theme
from costcurve_gui.views.shell.window_commands import connected_window
from tests.helpers import snapshots
from tests.helpers.choices import Choice
from tests.helpers.plot_stand_in import PlotStandIn
from tests.helpers.snapshots import curve_set, settings, snapshot, state

MADE_ELSEWHERE = {"options", "examples", "recent", "export", "theme", "views", "panels"}


@pytest.fixture
def window(qtbot, qapp):
    font = qapp.font()
    font.setPixelSize(12)
    qapp.setFont(font)
    apply_theme(qapp, LIGHT)
    widget = connected_window(lambda _view: PlotStandIn())
    qtbot.addWidget(widget)
    widget.resize(1440, 900)
    widget.show()
    qtbot.waitActive(widget)
    return widget


@pytest.fixture
def filled(window):
    window.show_state(state())
    window.show_curves(curve_set())
    window.show_snapshot(snapshot())
    QApplication.processEvents()
    return window


def dock(window, name):
    return window.findChild(QDockWidget, f"{name}_dock")


def place(window, name):
    return dock(window, name).geometry()


def test_that_the_start_page_stands_in_place_of_the_docks_without_a_file(window):
    assert window.start_page.isVisible()
    assert not any(one.isVisible() for one in window.findChildren(QDockWidget))


def test_that_an_open_file_brings_the_docks(filled):
    assert not filled.start_page.isVisible()
    assert all(one.isVisible() for one in filled.findChildren(QDockWidget))


def test_that_closing_the_last_file_brings_the_start_page_back(filled):
    filled.show_state(AnalysisState())
    assert filled.start_page.isVisible()
    assert not any(one.isVisible() for one in filled.findChildren(QDockWidget))


def test_that_panels_stand_in_columns_and_plots_two_by_two_between(filled):
    data, payoffs, decision = (place(filled, name) for name in ("data", "payoffs", "decision"))
    roc, cost, rociv, profit = (place(filled, name) for name in HEADS)
    assert data.left() == payoffs.left() == 0
    assert data.bottom() < payoffs.top()
    assert data.width() == 328
    assert data.right() < roc.left() < cost.left() < decision.left()
    assert roc.top() == cost.top()
    assert rociv.top() == profit.top() > roc.bottom()
    assert roc.size().width() == cost.size().width() == rociv.size().width()
    assert abs(roc.height() - rociv.height()) <= 1


def test_that_a_wider_window_gives_the_room_to_the_plots(qtbot, filled):
    before = {name: place(filled, name).width() for name in ("data", "roc", "decision")}
    filled.resize(1840, 900)
    QApplication.processEvents()
    assert abs(place(filled, "data").width() - before["data"]) <= 8
    assert abs(place(filled, "decision").width() - before["decision"]) <= 8
    assert place(filled, "roc").width() >= before["roc"] + 190


def test_that_a_long_fault_does_not_push_the_plots(qtbot, filled):
    before = {name: place(filled, name) for name in ("payoffs", "rociv")}
    filled.payoff_panel.show_error("tn", ValueError("A long sentence about the cell. " * 6))
    qtbot.wait(20)
    assert place(filled, "payoffs").width() == before["payoffs"].width()
    assert place(filled, "rociv") == before["rociv"]


def test_that_every_dock_has_a_strip_with_the_tabs_of_its_family_below(filled):
    for head in HEADS:
        tabs = dock(filled, head).findChild(QTabBar, f"{head}_tabs")
        family = [view.tab for view in family_of(head)]
        assert [tabs.tabText(at) for at in range(tabs.count())] == family
        assert tabs.shape() == QTabBar.Shape.RoundedSouth
        assert tabs.mapTo(filled, QPoint()).y() > dock(filled, head).geometry().center().y()


def test_that_a_view_is_made_when_it_is_first_shown(qtbot, filled):
    assert set(filled.plots) == set(HEADS)
    with qtbot.waitSignals([filled.view_left, filled.view_shown], order="strict"):
        filled.commands["show_pr"].trigger()
    assert set(filled.plots) == {*HEADS, "pr"}
    assert filled.frames["pr"].isVisible()
    assert not filled.frames["roc"].isVisible()
    roc = dock(filled, "roc")
    assert (roc.title_bar.title, roc.title_bar.subtitle) == (
        "Precision and recall",
        "5 % bad",
    )
    roc.menu.aboutToShow.emit()
    named = [action.objectName() for action in roc.menu.actions()]
    assert named == ["export_pr", "values_pr", "fill_pr", "float_pr", "grid"]
    filled.commands["show_roc"].trigger()
    assert filled.frames["roc"].isVisible()


@pytest.mark.parametrize("view", ["multiclass", "pr", "measures", "det", "roc"])
def test_that_the_icons_of_a_dock_speak_of_the_view_on_show(filled, view):
    filled.bring_to_front(view)
    bar = dock(filled, "roc").title_bar
    for key, verb in (("zoom_back", "Zoom back in"), ("fit", "Fit"), ("more", "More for")):
        icon = bar.findChild(QToolButton, f"roc_{key}")
        assert icon.accessibleName() == f"{verb} {VIEWS[view].title}"
        no_axes = VIEWS[view].is_table and key != "more"
        assert icon.toolTip() == (
            "A table has no axes to zoom" if no_axes else icon.accessibleName()
        )
        assert icon.isEnabled() != no_axes
    assert bar.findChild(QToolButton, "roc_help").toolTip() == f"Help on {VIEWS[view].title}"


def test_that_views_stand_by_their_docks_in_the_menu(window):
    wanted = [view.key for head in HEADS for view in family_of(head)]
    inner = [action.menu() for action in window.findChild(QMenu, "views_menu").actions()]
    assert all(len(menu.actions()) <= MOST_ENTRIES for menu in inner)
    found = [action.objectName() for menu in inner for action in menu.actions()]
    assert found == [f"show_{key}" for key in wanted]


def test_that_export_opens_picture_all_views_report_and_tables(window):
    picture, every, report, tables = window.findChild(QMenu, "export_menu").actions()
    assert [one.objectName() for one in (every, report)] == ["export_all", "save_page"]
    families = [action.menu() for action in picture.menu().actions()]
    drawn = [action.objectName() for menu in families for action in menu.actions()]
    written = [action.objectName() for action in tables.menu().actions()]
    assert sorted(drawn) == sorted(f"export_{k}" for k, view in VIEWS.items() if view.has_picture)
    assert sorted([*drawn, *written]) == sorted(f"export_{key}" for key in VIEWS)
    assert all(len(menu.actions()) <= MOST_ENTRIES for menu in (*families, tables.menu()))


def test_that_a_long_title_does_not_widen_its_dock(filled):
    bar = dock(filled, "rociv").title_bar
    bar.show_title("ROC")
    narrow = bar.minimumSizeHint().width()
    bar.show_title("Precision and recall of every fold")
    assert bar.minimumSizeHint().width() <= narrow + 24
    assert bar.title == "Precision and recall of every fold"


def test_that_a_closed_dock_comes_back_with_its_view(filled):
    dock(filled, "roc").hide()
    filled.commands["show_pr"].trigger()
    assert filled.frames["pr"].isVisible()


def test_that_titles_say_what_is_plotted(filled):
    subtitles = {key: one.title_bar.subtitle for key, one in filled.view_docks.items()}
    assert subtitles == {
        "roc": "rates of cases",
        "cost": "lower envelopes",
        "rociv": "shares of money",
        "profit": "per applicant, 5 % bad",
    }
    assert filled.panel_docks["payoffs"].title_bar.subtitle == "gain per applicant"


def test_that_the_title_stays_when_a_dock_floats(filled):
    one = dock(filled, "roc")
    one.setFloating(True)
    assert one.titleBarWidget().isVisible()
    one.setFloating(False)


def test_that_rehearsed_docks_stay_hidden(qtbot, window):
    drawn = []
    window.plots["profit"].paintEvent = drawn.append
    window.dock_layout.rehearse()
    qtbot.waitUntil(lambda: bool(drawn))
    assert window.start_page.isVisible()
    assert not any(one.isVisible() for one in window.findChildren(QDockWidget))


def test_that_a_file_closed_at_once_leaves_the_start_page(window):
    window.show_state(state())
    window.show_state(AnalysisState())
    for _ in range(2):
        QApplication.processEvents()
    assert window.start_page.isVisible()


def test_that_the_plots_survive_a_change_of_layout(filled):
    before = {key: id(plot) for key, plot in filled.plots.items()}
    filled.commands["reset_layout"].trigger()
    filled.show_state(AnalysisState())
    filled.show_state(state())
    QApplication.processEvents()
    assert {key: id(plot) for key, plot in filled.plots.items()} == before
    assert all(plot.isVisible() for plot in filled.plots.values())


def test_that_a_layout_is_taken_by_another_window(qtbot, filled):
    dock(filled, "rociv").hide()
    kept = filled.dock_layout.saved()
    other = connected_window(lambda _view: PlotStandIn())
    qtbot.addWidget(other)
    other.show()
    assert other.dock_layout.restore(*kept)
    assert not any(one.isVisible() for one in other.findChildren(QDockWidget))
    other.show_state(state())
    QApplication.processEvents()
    assert dock(other, "rociv").isHidden()
    assert dock(other, "roc").isVisible()


def test_that_a_layout_is_kept_while_the_start_page_is_shown(filled):
    dock(filled, "rociv").hide()
    filled.show_state(AnalysisState())
    kept = filled.dock_layout.saved()
    filled.dock_layout.reset()
    assert filled.dock_layout.restore(*kept)
    filled.show_state(state())
    QApplication.processEvents()
    assert dock(filled, "rociv").isHidden()
    assert dock(filled, "roc").isVisible()


def test_that_a_layout_that_is_none_is_refused_and_nothing_moves(filled):
    before = {name: place(filled, name) for name in ("data", "roc", "decision")}
    assert not filled.dock_layout.restore(b"", b"nonsense")
    assert {name: place(filled, name) for name in before} == before


def test_that_reset_layout_brings_hidden_and_floating_docks_back(filled):
    before = {name: place(filled, name) for name in ("data", "roc", "decision")}
    dock(filled, "roc").setFloating(True)
    dock(filled, "data").hide()
    filled.commands["reset_layout"].trigger()
    QApplication.processEvents()
    assert all(one.isVisible() and not one.isFloating() for one in filled.findChildren(QDockWidget))
    for name, rect in before.items():
        assert abs(place(filled, name).left() - rect.left()) <= 8


def test_that_a_low_window_folds_what_the_pictures_fold(qtbot, filled):
    filled.resize(1366, 768)
    QApplication.processEvents()
    assert not filled.payoff_panel.condition.drag.isVisible()
    assert filled.payoff_panel.drag_action.isVisible()
    choices = filled.decision_panel.objective, filled.decision_panel.rule_choice
    assert choices[0].y() == choices[1].y()
    filled.resize(1440, 900)
    QApplication.processEvents()
    assert filled.payoff_panel.condition.drag.isVisible()
    assert choices[0].y() < choices[1].y()


# --- commands ---------------------------------------------------------------------------------


def test_that_every_command_stands_in_a_menu_and_every_entry_is_a_command(window):
    menus = (*MENUS.values(), *SUBMENUS.values())
    listed = {key for keys in menus for key in keys} - {SEPARATOR, *SUBMENUS} - MADE_ELSEWHERE
    listed |= {f"{verb}_{view}" for verb in ("export", "show") for view in VIEWS}
    listed |= {"export_all", "save_page"}  # in the menu of exports
    listed |= {f"theme_{theme}" for theme in Theme}
    assert listed == {command.key for command in COMMANDS}


def test_that_no_menu_of_the_bar_has_more_entries_than_fit_a_small_screen(window):
    for menu in window.menuBar().findChildren(QMenu):
        entries = [action for action in menu.actions() if not action.isSeparator()]
        assert len(entries) <= MOST_ENTRIES, menu.title()


def test_that_no_two_commands_share_a_shortcut():
    shortcuts = [command.shortcut for command in COMMANDS if command.shortcut]
    assert len(shortcuts) == len(set(shortcuts))


def test_that_there_are_exactly_the_menus_that_do_something(window):
    titles = [action.text().replace("&", "") for action in window.menuBar().actions()]
    assert titles == ["File", "Edit", "View", "Analysis", "Questions", "Help"]


@pytest.mark.parametrize(
    ("key", "signal", "args"),
    [
        ("open", "open_requested", []),
        ("columns", "columns_requested", []),
        ("join", "join_requested", []),
        ("paste", "paste_requested", []),
        ("close_file", "close_file_requested", []),
        ("export_cost", "export_requested", ["cost"]),
        ("undo", "undo_requested", []),
        ("redo", "redo_requested", []),
        ("theme_dark", "theme_chosen", [Theme.DARK]),
        ("start_neyman_pearson", "start_requested", [Start.NEYMAN_PEARSON]),
        ("objective_tpr", "objective_chosen", [Objective.TPR]),
        ("rule_youden", "criterion_chosen", [YOUDEN]),
        ("threshold_higher", "threshold_stepped", [1]),
        ("threshold_ten_lower", "threshold_stepped", [-10]),
        ("next_model", "model_stepped", [1]),
        ("previous_model", "model_stepped", [-1]),
        ("follow_best", "follow_best_requested", []),
        ("reset_prior", "prior_reset_requested", []),
        ("commands", "commands_requested", []),
        ("shortcuts", "shortcuts_requested", []),
        ("help", "help_requested", [""]),
        ("about", "about_requested", ["about"]),
        ("licences", "about_requested", ["licences"]),
        ("updates", "about_requested", ["updates"]),
    ],
)
def test_that_a_command_reports_what_is_wanted(qtbot, filled, key, signal, args):
    filled.show_history("drag prior", "type payoff")
    with qtbot.waitSignal(getattr(filled, signal)) as caught:
        filled.commands[key].trigger()
    assert caught.args == args


def test_that_shortcuts_reach_the_window_from_a_plot(qtbot, filled):
    filled.plots["roc"].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    filled.plots["roc"].setFocus()
    with qtbot.waitSignal(filled.open_requested):
        qtbot.keyClick(filled.plots["roc"], Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)


def test_that_undo_and_redo_name_the_step(filled):
    filled.show_history("change payoff", None)
    undo, redo = filled.commands["undo"], filled.commands["redo"]
    assert undo.text() == "Undo: change payoff"
    assert undo.toolTip() == "Undo: change payoff (Ctrl+Z)"
    assert undo.isEnabled()
    assert not redo.isEnabled()
    assert redo.text() == "Redo"


def test_that_commands_that_need_a_file_rest_on_the_start_page(window):
    resting = {command.key for command in COMMANDS if command.needs_file}
    assert not any(window.commands[key].isEnabled() for key in resting)
    assert window.commands["open"].isEnabled()
    export = window.findChild(QWidget, "export_button")
    assert not export.isEnabled()
    window.show_state(state())
    assert export.isEnabled()
    enabled = {key for key in resting if window.commands[key].isEnabled()}
    assert resting - enabled == {"copy_answers", "remove_answers"}  # nothing was asked


def test_that_objective_and_rule_in_force_are_ticked(filled):
    filled.show_state(state(settings(Choice.WORKFORCE)))
    ticked = [each for each in Objective if filled.commands[f"objective_{each}"].isChecked()]
    assert ticked == [Objective.TPR]
    filled.show_state(state(settings(Choice.YOUDEN)))
    assert [one for one in OFFERED if filled.commands[f"rule_{one.key}"].isChecked()] == [YOUDEN]


def test_that_view_options_tick_theme_and_grid(filled):
    filled.show_view_options(ViewOptions(Theme.DARK, grid=False))
    assert filled.commands["theme_dark"].isChecked()
    assert not filled.commands["grid"].isChecked()


def test_that_the_grid_command_reports_the_new_state(qtbot, filled):
    filled.show_view_options(ViewOptions(grid=True))
    with qtbot.waitSignal(filled.grid_toggled) as caught:
        filled.commands["grid"].trigger()
    assert caught.args == [False]


def test_that_fit_and_zoom_back_reach_the_plots(qtbot, filled):
    filled.commands["fit_all"].trigger()
    assert all(plot.orders == ["fit"] for plot in filled.plots.values())
    button = dock(filled, "cost").findChild(QAbstractButton, "cost_zoom_back")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert filled.plots["cost"].orders == ["fit", "zoom_back"]
    assert filled.plots["roc"].orders == ["fit"]


def test_that_zoom_back_goes_to_the_view_with_the_focus(filled):
    filled.plots["roc"].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    filled.plots["roc"].setFocus()
    filled.commands["zoom_back"].trigger()
    assert {key: plot.orders for key, plot in filled.plots.items()} == {
        "roc": ["zoom_back"],
        "cost": [],
        "rociv": [],
        "profit": [],
    }


def test_that_the_search_field_opens_the_commands(qtbot, window):
    button = window.findChild(QAbstractButton, "search_commands")
    with qtbot.waitSignal(window.commands_requested):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_that_the_copy_icon_puts_the_answer_on_the_clipboard(qtbot, filled):
    button = dock(filled, "decision").findChild(QAbstractButton, "decision_copy")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == filled.decision_panel.answer()
    assert filled.decision_panel.answer().startswith("Use naive_bayes and refuse")
    assert filled.status.reading.text == "Answer copied"


def test_that_the_help_icons_name_their_page(qtbot, filled):
    with qtbot.waitSignal(filled.help_requested) as caught:
        qtbot.mouseClick(
            dock(filled, "payoffs").findChild(QAbstractButton, "payoffs_help"),
            Qt.MouseButton.LeftButton,
        )
    assert caught.args == ["payoffs"]


def test_that_the_add_icon_offers_to_open_a_file_and_to_add_a_model(qtbot, filled):
    menu = filled.findChild(QAbstractButton, "data_add").menu()
    assert menu.actions() == [filled.commands["open"], filled.commands["add_model"]]
    with qtbot.waitSignal(filled.open_requested):
        menu.actions()[0].trigger()
    with qtbot.waitSignal(filled.add_model_requested):
        menu.actions()[1].trigger()


def test_that_recent_files_are_entries_of_the_file_menu(qtbot, window):
    assert not window.recent_menu.menuAction().isEnabled()
    window.show_recent(("/files/a.csv", "/files/b.csv"))
    assert [action.text() for action in window.recent_menu.actions()] == ["a.csv", "b.csv"]
    with qtbot.waitSignal(window.recent_requested) as caught:
        window.recent_menu.actions()[1].trigger()
    assert caught.args == ["/files/b.csv"]


def test_that_panels_can_be_switched_off_in_the_view_menu(filled):
    panels = filled.findChild(QMenu, "panels_menu")
    assert len(panels.actions()) == 8
    panels.actions()[0].trigger()
    assert dock(filled, "data").isHidden()


# --- empty, status, files ---------------------------------------------------------------------


def test_that_the_status_bar_reads_what_is_under_the_cursor(filled):
    filled.show_reading(snapshots.reading())
    assert filled.status.reading.text.startswith("random_forest  threshold 0.3966  fpr 0.197")
    filled.show_reading(None)
    assert filled.status.reading.text == ""


def test_that_work_shows_its_count_and_can_be_cancelled(qtbot, filled):
    filled.status.show_job("Reading", 1340, 2000)
    assert filled.status.job.text == "Reading, 1\u202f340 of 2\u202f000"
    with qtbot.waitSignal(filled.cancel_requested):
        filled.findChild(QAbstractButton, "job_cancel").click()
    filled.status.end_job()
    assert not filled.status.job.isVisible()


def test_that_a_notice_goes_after_a_while_and_gives_way_to_a_reading(qtbot, filled):
    filled.status.notify("Saved")
    filled.show_reading(snapshots.reading())
    assert filled.status.reading.text.startswith("random_forest")
    filled.show_reading(None)
    filled.status.notify("Saved")
    filled.status._notice.setInterval(1)
    filled.status.notify("Saved")
    qtbot.waitUntil(lambda: filled.status.reading.text == "")


def test_that_files_dropped_anywhere_are_reported(qtbot, window):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/files/a.csv"), QUrl("https://example.org/b.csv")])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    copy = Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(5, 5), copy, mime, buttons, keys)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    with qtbot.waitSignal(window.files_dropped) as caught:
        window.dropEvent(QDropEvent(QPointF(5, 5), copy, mime, buttons, keys))
    assert caught.args == [("/files/a.csv",)]


def test_that_a_dragged_text_is_not_taken(window):
    mime = QMimeData()
    mime.setText("words")
    enter = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.ignore()
    window.dragEnterEvent(enter)
    assert not enter.isAccepted()


def test_that_closing_is_announced_once(qtbot, window):
    with qtbot.waitSignal(window.closing):
        window.close()


def test_that_every_control_has_both_names(filled):
    for kind in (QAbstractButton, QLineEdit, QComboBox):
        for widget in filled.findChildren(kind):
            if widget.isVisibleTo(filled) and not isinstance(widget.parent(), QTabBar):
                assert widget.objectName(), (widget, widget.parent())
                assert widget.accessibleName() or getattr(widget, "text", str)(), widget


def test_that_tab_goes_through_the_fields_of_the_payoffs_in_reading_order(qtbot, filled):
    filled.payoff_panel.matrix.cells["tp"].field.setFocus()
    seen = []
    for _ in range(4):
        seen.append(QApplication.focusWidget().objectName())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert seen == ["payoff_tp", "payoff_fp", "payoff_fn", "payoff_tn"]


def test_that_shortcuts_are_read_as_qt_reads_them():
    for command in COMMANDS:
        if command.shortcut:
            assert not QKeySequence(command.shortcut).isEmpty(), command


def test_that_the_profit_title_follows_the_prior(filled):
    filled.show_snapshot(snapshot(prior=0.07))
    assert filled.view_docks["profit"].title_bar.subtitle == "per applicant, 7 % bad"
    other = replace(snapshots.PAYOFF, case_noun="client")
    filled.show_snapshot(snapshot(settings(payoff=other)))
    assert filled.view_docks["profit"].title_bar.subtitle == "per client, 5 % bad"


REFUSED = (
    "The cost of a false alarm is negative in 12 of 350 rows. Rows 31, 58: \u221214.20, \u22123.05."
)


def test_that_refused_rows_are_said_in_cost_space_until_the_cell_is_mended(filled, qtbot):
    view = filled.frames["cost"]
    filled.payoff_panel.show_error("tn", ValueError(REFUSED))
    assert view.error_text == REFUSED
    view.action_requested.emit("tn")
    field = filled.payoff_panel.matrix.cells["tn"].field
    assert filled.focusWidget() is field
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert view.error_text == ""


def test_that_a_typing_error_stays_at_its_cell(filled):
    error = ValueError("Stops.")
    error.position = 3
    filled.payoff_panel.show_error("tn", error)
    assert filled.frames["cost"].error_text == ""


def test_that_redo_answers_to_both_customary_keys(window):
    keys = [key.toString() for key in window.commands["redo"].shortcuts()]
    assert keys == ["Ctrl+Shift+Z", "Ctrl+Y"]


def test_that_an_ampersand_in_a_step_is_no_mnemonic(filled):
    filled.show_history("rename mlp to R&D", None)
    assert filled.commands["undo"].text() == "Undo: rename mlp to R&&D"
    assert filled.commands["undo"].toolTip() == "Undo: rename mlp to R&D (Ctrl+Z)"


def test_that_the_caption_of_the_answers_is_their_number(filled):
    title = filled.panel_docks["answers"].title_bar
    assert title.subtitle == ""
    asked = settings(views=replace(settings().views, questions=("which", "earns")))
    filled.show_snapshot(replace(snapshot(), settings=asked))
    assert title.subtitle == "2"
    filled.show_snapshot(snapshot())
    assert title.subtitle == ""
