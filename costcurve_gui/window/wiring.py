"""The only place where intents of the views meet controllers, and models meet views."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.examples import example_of, examples, paper_examples
from costcurve_gui.analysis.presets import preset_hints, preset_names
from costcurve_gui.analysis.questions import ANSWERS
from costcurve_gui.analysis.view_results import CONCAVITIES
from costcurve_gui.views.dialogs.base_dialog import fit_first_window
from costcurve_gui.views.plotting.curve_plot import CurvePlot
from costcurve_gui.views.shell.keyboard_focus import ButtonHighlighter
from costcurve_gui.views.shell.start_page import ExampleCard
from costcurve_gui.views.shell.theme import THEME_PROPERTY, apply_theme, tokens_for, tokens_in_use
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.empty_states import suits
from costcurve_gui.window.dialogs import CostDialogs, HelpDialogs, WindowDialogs
from costcurve_gui.window.job_display import JobDisplay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.questions import Question
    from costcurve_gui.analysis.settings import AnalysisState, DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.controllers.error_messages import CellError
    from costcurve_gui.session.preferences import RecentFile, Theme, ViewOptions
    from costcurve_gui.views.tables.validation_view import TableWidget
    from costcurve_gui.window.components import Components


_CARDS = 3  # examples side by side on the start page; the File menu has them all
_RECENT_MS = 300  # after the docks are on show, for lists of files that no longer are


class Wiring:
    """Connects everything once; holds no state but what Qt needs to be kept alive."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._settled: DatasetSettings | None = None  # those that all views show at rest
        self._window = components.window
        self._settings = components.settings
        self._tools = WindowDialogs(components)
        self._costs = CostDialogs(components)
        self._help = HelpDialogs(components)
        self._lit = ButtonHighlighter(
            cast("QApplication", QApplication.instance()), components.window
        )
        self._board = JobDisplay(components.runner, components.window, components.try_again)
        self._fill()
        self._connect_models()
        self._connect_commands()
        self._connect_files()
        self._connect_panels()
        self._connect_views()

    def adopt(self, view: CurvePlot | TableWidget) -> None:
        """Take in what was made when a view was first shown."""
        if isinstance(view, CurvePlot):
            self._connect_plot(view)
        else:
            view.model_clicked.connect(self._components.selection.select_model)
        self._dress(view, self._settings.view)
        key = next(key for key, made in self._components.views.items() if made is view)
        view.show_snapshot(_drawn(key, self._components.results.snapshot))

    def restore_layout(self) -> None:
        """Put the docks where the user left them; a first window fits the screen."""
        layout = self._settings.layout
        if layout is None:
            fit_first_window(self._window)
        else:
            self._window.dock_layout.restore(*layout)

    def fill_start_page(self) -> None:
        """Show the examples and the files opened before."""
        found = examples()
        self._window.start_page.show_examples(
            [ExampleCard(one.key, one.title, *one.lines) for one in found[:_CARDS]]
        )
        self._window.example_menu.show_examples(
            [(one.key, one.title) for one in found],
            [(one.key, one.title) for one in paper_examples()],
        )
        self._show_recent(self._settings.recent)

    def _fill(self) -> None:
        self._window.payoff_panel.set_presets(preset_names(), preset_hints())
        self._wear(self._settings.view)

    def _connect_models(self) -> None:
        session, results, window = self._components.session, self._components.results, self._window
        session.state_changed.connect(self._show_state)
        session.history_changed.connect(self._show_history)
        session.preview_ended.connect(window.settle_texts)
        results.curves_changed.connect(self._show_curves)
        results.snapshot_changed.connect(self._show_snapshot)
        results.reading_changed.connect(window.show_reading)
        self._settings.recent_changed.connect(self._show_recent)
        self._settings.view_changed.connect(self._wear)
        hints = QApplication.styleHints()
        hints.colorSchemeChanged.connect(self._wear_again)

    def _show_state(self, state: AnalysisState) -> None:
        self._window.show_state(state, moving=self._components.session.previewing)
        results = self._components.view_results
        (results.show if state.current.views.concavities else results.leave)(CONCAVITIES)
        self._average_folds()
        if state.dataset is not None:
            self._window.payoff_panel.set_completions(state.dataset.completions)

    def _show_history(self) -> None:
        session = self._components.session
        self._window.show_history(session.undo_label, session.redo_label)

    def _show_curves(self, curve_set: CurveSet | None) -> None:
        self._window.show_curves(curve_set)
        for view in self._components.views.values():
            view.show_curves(curve_set)

    def _show_snapshot(self, snapshot: Snapshot | None) -> None:
        settings = None if snapshot is None else snapshot.settings
        # A result that comes while a held handle rests moves nothing.
        moving = self._components.session.previewing and settings is not self._settled
        self._window.show_snapshot(snapshot, moving=moving)
        if moving:
            self._settled = None  # the window's texts have settled at a first step
        for key, plot in self._components.plots.items():
            plot.show_snapshot(_drawn(key, snapshot), moving=moving)
        if snapshot is None:
            self._show_tables(None)

    def _show_tables(self, snapshot: Snapshot | None) -> None:
        for key, table in self._components.tables.items():
            table.show_snapshot(_drawn(key, snapshot))

    def _settle_views(self) -> None:
        snapshot = self._components.results.snapshot
        self._settled = None if snapshot is None else snapshot.settings
        for plot in self._components.plots.values():
            plot.settle()

    def _catch_up_recent(self) -> None:
        self._show_recent(self._settings.recent)

    def _show_recent(self, files: Sequence[RecentFile]) -> None:
        if self._window.reveal.under_way:
            return  # nobody sees it before the docks are on show
        from costcurve_gui.views.widgets.recent_list import RecentEntry

        self._window.show_recent([file.path for file in files])
        self._window.start_page.show_recent(
            [RecentEntry.of(file, missing=not Path(file.path).exists()) for file in files]
        )

    def _wear(self, view: ViewOptions) -> None:
        rewritten = numbers.use_decimal_comma(view.decimal_comma)
        application = cast("QApplication", QApplication.instance())
        tokens = tokens_for(view.theme)
        # Once, and after the widgets are made: each one made under a style sheet is polished alone.
        if application.property(THEME_PROPERTY) != tokens.name:
            apply_theme(application, tokens)
        self._window.show_view_options(view)
        for shown in self._components.views.values():
            self._dress(shown, view)
        if rewritten:
            self._show_state(self._components.session.state)
            self._components.results.announce_again()

    def _wear_again(self) -> None:
        """Dress as the system does now, where the theme is left to it."""
        self._wear(self._settings.view)

    def _connect_commands(self) -> None:
        components, window = self._components, self._window
        window.undo_requested.connect(components.session.undo)
        window.redo_requested.connect(components.session.redo)
        window.theme_chosen.connect(self._choose_theme)
        window.grid_toggled.connect(self._switch_grid)
        window.objective_chosen.connect(components.selection.choose_objective)
        window.criterion_chosen.connect(components.selection.choose_criterion)
        window.start_requested.connect(components.selection.start_from)
        window.decisions_requested.connect(self._tools.decisions.hand_on)
        window.threshold_stepped.connect(components.selection.step_threshold)
        window.prior_reset_requested.connect(lambda: components.condition.set_prior(None))
        window.commands_requested.connect(self._tools.open_commands)
        window.shortcuts_requested.connect(self._tools.open_shortcuts)
        window.help_requested.connect(self._tools.open_help)
        for dock in window.view_docks.values():
            dock.values_requested.connect(self._tools.open_values)
        window.partial_range_requested.connect(self._tools.open_partial_range)
        window.about_requested.connect(self._help.open)
        window.export_requested.connect(self._tools.open_export)
        window.page_requested.connect(self._tools.save_page)
        window.commands["export_all"].triggered.connect(self._tools.export_all)
        window.add_model_requested.connect(self._tools.open_add_model)
        window.mix_points_requested.connect(self._tools.open_mixing)
        window.view_choice_made.connect(components.choices.choose)
        window.belief_requested.connect(self._tools.open_belief)
        window.uncertainty_requested.connect(self._tools.open_uncertainty)
        window.commands["preferences"].triggered.connect(lambda _: self._tools.open_preferences())
        window.bands_toggled.connect(self._components.choices.show_bands)
        window.closing.connect(self._close)

    def _connect_files(self) -> None:
        datasets, window, page = self._components.datasets, self._window, self._window.start_page
        for source in (window, page):
            source.open_requested.connect(datasets.choose_files)
            source.files_dropped.connect(datasets.open_paths)
            source.recent_requested.connect(lambda path: datasets.open_paths([path]))
            source.example_requested.connect(self._open_example)
        window.family_requested.connect(datasets.make_family)
        page.paste_requested.connect(self._tools.paste_table)
        window.paste_requested.connect(self._tools.paste_table)
        window.join_requested.connect(datasets.join_files)
        page.recent_located.connect(datasets.locate)
        page.recent_removed.connect(self._settings.forget_file)
        page.recent_cleared.connect(self._settings.forget_files)
        page.recent_pinned.connect(self._settings.pin_file)
        window.close_file_requested.connect(self._components.projects.close_active)
        window.columns_requested.connect(self._components.columns.choose_again)
        window.dataset_panel.dataset_activated.connect(self._components.session.activate)
        window.dataset_panel.remove_requested.connect(self._components.projects.close)

    def _open_example(self, key: str) -> None:
        """Open a shipped file, and bring the views to the front that it is about."""
        example = example_of(key)
        self._components.datasets.open_example(key)
        for view in () if example is None else example.views:
            self._window.bring_to_front(view)

    def _connect_panels(self) -> None:
        self._connect_payoffs()
        self._connect_decision()
        self._connect_answers()
        models = self._window.dataset_panel
        models.reference_chosen.connect(self._components.datasets.choose_reference)
        models.resample_requested.connect(self._components.datasets.resample_by)
        models.rows_kept_apart.connect(self._components.datasets.take_rows_for_independent)

    def _connect_payoffs(self) -> None:
        panel = self._window.payoff_panel
        payoffs, condition = self._components.payoffs, self._components.condition
        panel.cell_edited.connect(payoffs.edit_cell)
        panel.cells_used.connect(payoffs.use_cells)
        panel.preset_chosen.connect(payoffs.choose_preset)
        panel.costs_toggled.connect(payoffs.show_as_costs)
        panel.action_renamed.connect(payoffs.rename_action)
        payoffs.fault_found.connect(self._show_fault)
        panel.rows_requested.connect(self._components.cost_checks.list_refused_rows)
        self._costs.connect()
        panel.prior_edited.connect(condition.set_prior)
        panel.prior_unit_chosen.connect(condition.set_prior_unit)
        panel.cost_ratio_edited.connect(condition.set_cost_ratio)
        panel.ratio_reset_requested.connect(condition.reset_cost_ratio)
        panel.factor_written.connect(payoffs.write_factor)
        panel.drag_mode_chosen.connect(condition.set_drag_mode)

    def _connect_decision(self) -> None:
        panel, selection = self._window.decision_panel, self._components.selection
        panel.objective.objective_chosen.connect(selection.choose_objective)
        panel.objective.start_requested.connect(selection.start_from)
        panel.rule_choice.criterion_chosen.connect(selection.choose_criterion)
        panel.bounds.bound_edited.connect(selection.set_bound)
        panel.bounds.bounds_changed.connect(selection.set_bounds)
        panel.mixture_used.connect(selection.use_mixture)
        panel.target_edited.connect(selection.set_target)
        panel.counts.population_edited.connect(selection.set_population)
        panel.threshold_edited.connect(selection.set_threshold)

    def _connect_answers(self) -> None:
        window, choices = self._window, self._components.choices
        window.question_asked.connect(self._ask)
        panel, bands = window.answers_panel, self._components.bands
        panel.remove_requested.connect(choices.remove_answer)
        panel.clear_requested.connect(choices.remove_answers)
        panel.seen.connect(lambda seen: (bands.show if seen else bands.leave)(ANSWERS))
        panel.seen.connect(lambda _: self._average_folds())

    def _ask(self, question: Question) -> None:
        """Bring the view that answers and the answers to the front, and ask in one step."""
        snapshot = self._components.results.snapshot
        if snapshot is None:
            return
        self._window.dock_layout.leave_filled()  # the view and the answers are both to be seen
        shown = suits(question.view, snapshot) or not question.otherwise
        self._window.bring_to_front(question.view if shown else question.otherwise)
        answers = self._window.panel_docks["answers"]
        answers.show()
        answers.raise_()  # where it shares the place of the decision
        self._components.choices.ask(question, snapshot)

    def _average_folds(self) -> None:
        """Average folds for an answer that is seen, also where another view is in front."""
        results, asked = self._components.view_results, self._components.session.state.current
        wanted = "folds" in asked.views.questions and self._window.answers_panel.isVisible()
        (results.show if wanted else results.leave)("folds", ANSWERS)

    def _connect_views(self) -> None:
        window, components = self._window, self._components
        for plot in components.plots.values():
            self._connect_plot(plot)
        window.texts_settled.connect(self._settle_views)
        window.tables_due.connect(self._show_tables)
        window.reveal.began.connect(lambda: components.runner.hold_background(True))
        window.reveal.ended.connect(lambda: components.runner.hold_background(False))
        window.reveal.ended.connect(
            lambda: QTimer.singleShot(_RECENT_MS, window, self._catch_up_recent)
        )
        window.view_left.connect(lambda view: components.views[view].rest())
        window.view_left.connect(self._components.view_results.leave)
        window.view_left.connect(self._components.bands.leave)
        window.view_shown.connect(lambda view: components.views[view].wake())
        window.view_shown.connect(self._components.view_results.show)
        window.view_shown.connect(self._components.bands.show)
        window.view_shown.connect(self._components.common.show)

    def _connect_plot(self, plot: CurvePlot) -> None:
        condition, selection = self._components.condition, self._components.selection
        self._components.results.reading_changed.connect(plot.show_reading)
        plot.condition_dragged.connect(condition.preview_drag)
        plot.condition_committed.connect(condition.commit_drag)
        plot.condition_stepped.connect(condition.step)
        plot.drag_cancelled.connect(self._components.session.cancel_preview)
        plot.threshold_dragged.connect(lambda at: selection.preview_threshold(*at))
        plot.threshold_committed.connect(selection.commit_threshold)
        plot.threshold_stepped.connect(selection.step_threshold)
        plot.capacity_dragged.connect(selection.preview_capacity)
        plot.capacity_committed.connect(selection.commit_capacity)
        plot.max_fpr_dragged.connect(selection.preview_max_fpr)
        plot.max_fpr_committed.connect(selection.commit_max_fpr)
        plot.cost_ratio_dragged.connect(condition.preview_cost_ratio)
        plot.cost_ratio_committed.connect(condition.commit_cost_ratio)
        plot.belief_dragged.connect(self._components.choices.preview_belief)
        plot.belief_committed.connect(self._components.choices.commit_belief)
        choices = self._components.choices
        plot.partial_low_dragged.connect(choices.preview_partial_low)
        plot.partial_low_committed.connect(choices.commit_partial)
        plot.partial_high_dragged.connect(choices.preview_partial_high)
        plot.partial_high_committed.connect(choices.commit_partial)
        plot.hovered.connect(self._components.analysis.read)
        plot.model_clicked.connect(selection.select_model)
        plot.point_clicked.connect(self._light)

    def _dress(self, view: CurvePlot | TableWidget, options: ViewOptions) -> None:
        view.set_tokens(tokens_in_use())
        if isinstance(view, CurvePlot):
            view.set_grid(options.grid)

    def _light(self, point: tuple[str, int] | None) -> None:
        """Light one classifier in every view: a point in ROC space is a line in cost space."""
        for plot in self._components.plots.values():
            plot.highlight(*(point or (None, None)))

    def _show_fault(self, fault: CellError) -> None:
        self._window.payoff_panel.show_error(fault.cell, fault)

    def _choose_theme(self, theme: Theme) -> None:
        self._settings.view = replace(self._settings.view, theme=theme)

    def _switch_grid(self, shown: bool) -> None:
        self._settings.view = replace(self._settings.view, grid=shown)

    def _close(self) -> None:
        self._components.runner.shutdown()
        self._settings.layout = self._window.dock_layout.saved()
        self._settings.sync()


def _drawn(view: str, snapshot: Snapshot | None) -> Snapshot | None:
    """Return the snapshot for a view; none where the file lacks what the view is drawn from."""
    return snapshot if snapshot is not None and suits(view, snapshot) else None
