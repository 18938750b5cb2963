"""The window: menus, tool bar, docks and status bar around the panels and plots."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QMainWindow, QMenu, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS, view_of
from costcurve_gui.views.panels.answers_panel import AnswersPanel
from costcurve_gui.views.panels.dataset_panel import DatasetPanel
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.panels.payoff_panel import PayoffPanel
from costcurve_gui.views.shell.actions import ROC_OVERLAYS, Actions
from costcurve_gui.views.shell.bars import StatusBar, ToolBar
from costcurve_gui.views.shell.dock_layout import NARROW, DockLayout, arrangement_for
from costcurve_gui.views.shell.docks import panel_dock, view_docks
from costcurve_gui.views.shell.keyboard_focus import focus_next
from costcurve_gui.views.shell.menus import (
    ExampleMenu,
    RecentMenu,
    command_menus,
    export_menu,
    fill_menu_bar,
    theme_menu,
    views_menu,
)
from costcurve_gui.views.shell.pacing import Reveal, TextPace
from costcurve_gui.views.shell.start_page import StartPage
from costcurve_gui.views.text import vocabulary
from costcurve_gui.views.text.decision_uncertainty import method_summary
from costcurve_gui.views.text.empty_states import empty_state, show_state, suits
from costcurve_gui.views.view import CANCEL, TRY_AGAIN
from costcurve_gui.views.widgets.drop_area import dropped_paths
from costcurve_gui.views.widgets.frames import ViewFrame
from costcurve_gui.views.widgets.icons import is_theme_change

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.settings import AnalysisState
    from costcurve_gui.analysis.snapshot import Reading, Snapshot
    from costcurve_gui.session.preferences import ViewOptions
    from costcurve_gui.views.shell.docks import PanelDock

COMPACT_HEIGHT = 800
TITLE = "CostCurve"


class MainWindow(QMainWindow):
    """Holds start page, panels and views, which the caller makes by the keys of `VIEWS`.

    `connected_window` makes one whose commands, titles and menus do something.

    Commands are reported by the signals below; panels and start page have signals of their own.
    """

    open_requested = Signal()
    files_dropped = Signal(object)  # tuple of paths
    recent_requested = Signal(str)
    example_requested = Signal(str)  # key
    family_requested = Signal()
    close_file_requested = Signal()
    export_requested = Signal(str)  # key of a view
    page_requested = Signal()
    add_model_requested = Signal(object)  # Derivation
    mix_points_requested = Signal()
    view_choice_made = Signal(str, object)  # field of ViewChoices, value
    belief_requested = Signal()
    uncertainty_requested = Signal()
    bands_toggled = Signal(bool)
    undo_requested = Signal()
    redo_requested = Signal()
    theme_chosen = Signal(object)  # Theme
    grid_toggled = Signal(bool)
    objective_chosen = Signal(object)  # Objective
    criterion_chosen = Signal(object)
    start_requested = Signal(object)  # Start
    decisions_requested = Signal(str)  # what to copy or save of the decision
    threshold_stepped = Signal(int)  # distinct scores, up is positive
    model_stepped = Signal(int)
    question_asked = Signal(object)  # Question
    follow_best_requested = Signal()
    cost_stability_requested = Signal()
    prior_reset_requested = Signal()
    show_all_requested = Signal()
    partial_range_requested = Signal()
    commands_requested = Signal()
    shortcuts_requested = Signal()
    help_requested = Signal(str)  # page
    about_requested = Signal(str)  # about, licences or updates
    cancel_requested = Signal()
    work_answered = Signal(str, str)  # view, TRY_AGAIN or CANCEL
    view_made = Signal(object)  # the plot or table of a view that was first shown
    view_left = Signal(str)
    snapshot_cleared = Signal()
    tables_due = Signal(object)  # Snapshot
    texts_settled = Signal()
    view_shown = Signal(str)
    columns_requested = Signal()
    join_requested = Signal()
    paste_requested = Signal()
    closing = Signal()

    def __init__(self, make: Callable[[str], QWidget]) -> None:
        super().__init__()
        self._make = make
        self.may_close: Callable[[], bool] = lambda: True  # set by who would lose something
        self.plots: dict[str, QWidget] = {}  # those that were shown so far, as the snapshots
        self.frames: dict[str, ViewFrame] = {}  # round plots and tables
        self.start_page = StartPage()
        self.dataset_panel = DatasetPanel()
        self.payoff_panel = PayoffPanel()
        self.decision_panel = DecisionPanel()
        self.answers_panel = AnswersPanel()
        self.status = StatusBar()
        self.commands = Actions(self)
        self.recent_menu = RecentMenu(self)
        self.example_menu = ExampleMenu(self)
        self._exports = export_menu(self.commands, self)
        self.options_menu = QMenu(tr("Options of views"), self)
        self.options_menu.setObjectName("options_menu")
        self.tool_bar = ToolBar(self.commands, self._exports)
        self._snapshot: Snapshot | None = None
        self._commands_of: tuple[object, ...] = ()
        self._pace = TextPace((self._show_decision, self._show_figures, self.tables_due.emit), self)
        self.view_docks = view_docks(self._make_view)
        self.panel_docks = self._make_panel_docks()
        self._build()
        self.reveal = Reveal(self, self.dock_layout, self._plots_in_front)
        self._connect()

    @property
    def snapshot(self) -> Snapshot | None:
        """The snapshot on show."""
        return self._snapshot

    def show_state(self, state: AnalysisState, *, moving: bool = False) -> None:
        """Show files and settings of another state; while a handle is `moving`, what it changed."""
        info = state.dataset
        self.payoff_panel.show_state(state)
        before, self._commands_of = self._commands_of, _what_commands_show(state)
        if moving and before == self._commands_of:
            return
        self.dataset_panel.show_state(state)
        self.commands.show_file(info)
        self.tool_bar.set_file_open(info is not None)
        self._offer_docks(info is not None)
        if info is None:
            self.reveal.stop()
            self.dock_layout.show_page(True)
        else:
            self._offer_views(info)
            self.reveal.start()
        self.commands[f"objective_{state.current.objective}"].setChecked(True)
        self.commands[f"rule_{state.current.selection.criterion.key}"].setChecked(True)
        self.commands["bands"].setChecked(state.current.bands.shown)
        self.commands.show_asked(bool(state.current.views.questions))
        for overlay in ROC_OVERLAYS:
            self.commands[overlay].setChecked(getattr(state.current.views, overlay))

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """Show the models of another curve set."""
        self.dataset_panel.show_curves(curve_set)
        if curve_set is not None:
            self.dock_layout.settle()

    def show_snapshot(self, snapshot: Snapshot | None, *, moving: bool = False) -> None:
        """Show every figure of another snapshot; while a handle is `moving`, half of them."""
        self._snapshot = snapshot
        if snapshot is None:
            self._pace.forget()
            self.decision_panel.show_snapshot(None)
            self.answers_panel.show_snapshot(None)
            self.show_method()
            self.snapshot_cleared.emit()
            return
        self._pace.show_snapshot(snapshot, moving=moving)
        for key, view in self.frames.items():
            show_state(view, key, snapshot)

    def settle_texts(self) -> None:
        """Bring every text up to date at the end of a drag."""
        self._pace.settle()

    def _show_figures(self, snapshot: Snapshot) -> None:
        """Show the payoffs, and what stands over the views."""
        self.payoff_panel.show_snapshot(snapshot)
        self.answers_panel.show_snapshot(snapshot)
        self.show_subtitles()

    def _show_decision(self, snapshot: Snapshot) -> None:
        self.dataset_panel.show_snapshot(snapshot)  # its list names the model that decides, too
        self.decision_panel.show_snapshot(snapshot)
        self.show_method()
        per = tr("per {noun}", noun=vocabulary.vocabulary_of(snapshot).noun)
        decision = self.panel_docks["decision"].title_bar
        decision.show_subtitle(vocabulary.with_scale(per, snapshot))

    def show_subtitles(self) -> None:
        """Say in each title bar what the view in front shows, where it suits the file."""
        for home in self.view_docks.values():
            for dock in (home, *home.windows.values()):
                dock.title_bar.show_subtitle(self._subtitle(dock.current))

    def _subtitle(self, view: str) -> str:
        snapshot = self._snapshot
        if snapshot is None or not suits(view, snapshot):
            return ""
        return view_of(view).subtitle(snapshot)

    def show_reading(self, reading: Reading | None) -> None:
        """Show in the status bar what stands under the cursor."""
        snapshot = self._snapshot
        if reading is None or snapshot is None:
            self.status.show_reading(())
        else:
            self.status.show_reading(vocabulary.read_in(snapshot, reading))

    def show_method(self) -> None:
        """Say in the status bar how what is in front was resampled."""
        fronts = {key: one.current for key, one in self.view_docks.items() if not one.isHidden()}
        self.status.show_method(*method_summary(self._snapshot, fronts))

    def show_history(self, undo: str | None, redo: str | None) -> None:
        """Name the steps that undo and redo would take; None where there is none."""
        self.commands.show_history(undo, redo)

    def show_view_options(self, options: ViewOptions) -> None:
        """Tick the theme and the grid in use."""
        self.commands[f"theme_{options.theme}"].setChecked(True)
        self.commands["grid"].setChecked(options.grid)

    def show_recent(self, paths: Sequence[str]) -> None:
        """List the files opened before in the File menu."""
        self.recent_menu.show_recent(paths)

    def bring_to_front(self, view: str) -> None:
        """Show a view in the dock of its family."""
        if self.dock_layout.filling not in ("", VIEWS[view].family):
            self.dock_layout.leave_filled()
        self.view_docks[VIEWS[view].family].bring_to_front(view)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the panels in a low window, and stack them in a narrow one."""
        super().resizeEvent(event)
        self._fit_panels()
        self.dock_layout.follow_window()

    def showEvent(self, event: QShowEvent) -> None:
        """Share the room again: sizes are real only now."""
        super().showEvent(event)
        self.setFocus()  # else the first button of the tool bar would show the focus ring
        self.dock_layout.share_room()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of the icons from the new theme."""
        super().changeEvent(event)
        if is_theme_change(event) and hasattr(self, "commands"):
            self.commands.set_icons()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, N802 (Qt's names)
        """Let Tab go through the docks from the left, and through each as the eye does."""
        return focus_next(self, next) or super().focusNextPrevChild(next)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Report files dropped anywhere on the window."""
        event.acceptProposedAction()
        self.files_dropped.emit(dropped_paths(event.mimeData()))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let the caller end the work and keep the layout, unless something has to be asked."""
        if not self.may_close():
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    def _build(self) -> None:
        self.setObjectName("main_window")
        self.setWindowTitle(TITLE)
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setCentralWidget(self.start_page)
        self.addToolBar(self.tool_bar)
        self.setStatusBar(self.status)
        docks = {**self.view_docks, **self.panel_docks}
        self.dock_layout = DockLayout(self, docks, self.start_page)
        self.dock_layout.show_page(True)
        fill_menu_bar(self.menuBar(), self.commands, self._submenus())
        self.resize(1440, 900)
        self.show_history(None, None)
        self._offer_docks(False)

    def _offer_docks(self, offered: bool) -> None:
        """Let docks be shown and hidden, which have nothing in them while no file is open."""
        for dock in (*self.panel_docks.values(), *self.view_docks.values()):
            dock.toggleViewAction().setEnabled(offered)

    def _offer_views(self, info: DatasetInfo) -> None:
        for key, spec in VIEWS.items():
            self.view_docks[spec.family].offer(key, spec.lack(info))

    def _submenus(self) -> dict[str, QMenu]:
        panels = QMenu(tr("Panels"), self)
        panels.setObjectName("panels_menu")
        for dock in (*self.panel_docks.values(), *self.view_docks.values()):
            panels.addAction(dock.toggleViewAction())
        return {
            "recent": self.recent_menu,
            "examples": self.example_menu,
            "export": self._exports,
            "options": self.options_menu,
            "theme": theme_menu(self.commands, self),
            "views": views_menu(self.commands, self),
            "panels": panels,
            **command_menus(self.commands, self),
        }

    def _make_view(self, key: str) -> ViewFrame:
        view = self._make(key)
        if not VIEWS[key].is_table:
            self.plots[key] = view
        self.view_made.emit(view)
        frame = self.frames[key] = ViewFrame(view, key)
        frame.action_requested.connect(partial(self._answer_view, key))
        if self._snapshot is not None:
            show_state(frame, key, self._snapshot)
        return frame

    def _plots_in_front(self) -> list[QWidget]:
        fronts = [dock.current for dock in self.view_docks.values() if dock.isVisible()]
        plots = (self.plots[key] for key in fronts if key in self.plots)
        return [plot.viewport() for plot in plots if isinstance(plot, QAbstractScrollArea)]

    def _answer_view(self, view: str, action: str) -> None:
        """Follow a link in a view: to the cell at fault, or the way out of its empty state."""
        lack = None if self._snapshot is None else empty_state(view, self._snapshot)
        command = lack.command if lack is not None and action == "empty" else action
        if command in (TRY_AGAIN, CANCEL):
            self.work_answered.emit(view, command)
        elif lack is not None and action == "empty":
            self.commands[command].trigger()
        elif action in self.payoff_panel.matrix.cells:
            self.payoff_panel.matrix.cells[action].field.setFocus()

    def _make_panel_docks(self) -> dict[str, PanelDock]:
        data = panel_dock("data", tr("Data and models"), self.dataset_panel, scrolls=False)
        payoffs = panel_dock("payoffs", tr("Payoffs"), self.payoff_panel, scrolls=False)
        decision = panel_dock("decision", tr("Decision"), self.decision_panel, scrolls=False)
        answers = panel_dock("answers", tr("Answers"), self.answers_panel)
        return {"data": data, "payoffs": payoffs, "decision": decision, "answers": answers}

    def _fit_panels(self) -> None:
        stacked = arrangement_for(self.width()) is NARROW
        compact = stacked or self.height() < COMPACT_HEIGHT
        self.payoff_panel.set_compact(compact)
        self.decision_panel.set_compact(compact)

    def _show_refused_rows(self, cell: str, reason: str) -> None:
        """Say in cost space why it still shows the last good matrix."""
        headline, _, rows = reason.partition(". ")
        if cell:
            self.frames["cost"].show_error(f"{headline}.", rows, [(cell, tr("Go to the cell"))])
        else:
            self.frames["cost"].clear_error()

    def _connect(self) -> None:
        self._pace.settled.connect(self.texts_settled)
        self.payoff_panel.matrix.rows_refused.connect(self._show_refused_rows)
        self.payoff_panel.subtitle_changed.connect(
            self.panel_docks["payoffs"].title_bar.show_subtitle
        )
        self.recent_menu.recent_requested.connect(self.recent_requested)
        self.example_menu.example_requested.connect(self.example_requested)
        self.status.cancel_requested.connect(self.cancel_requested)
        self.status.method_clicked.connect(self.commands["uncertainty"].trigger)


def _what_commands_show(state: AnalysisState) -> tuple[object, ...]:
    """Return what of a state docks and commands show; a drag changes little of it."""
    current = state.current
    return (
        *(state.datasets, state.active, current.objective, current.selection.criterion),
        *(current.bands, current.views),
    )
