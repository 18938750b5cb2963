"""Take what is chosen in the menus of views, and compute what the views on show need."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.interval_settings import BandsOf
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.picture_style import PictureStyle
from costcurve_gui.analysis.questions import asking
from costcurve_gui.analysis.selection_settings import Kind
from costcurve_gui.analysis.view_results import (
    CONCAVITIES,
    HYBRIDS,
    VIEW_RESULTS,
    ViewResults,
    build_view_result,
    has_view_result,
    lacks_view_result,
)
from costcurve_gui.analysis.view_settings import PartialAxis
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.curves import CurveSet, CurveSource
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.questions import Question
    from costcurve_gui.analysis.selection_settings import SelectionSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.view_settings import ViewChoices
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import DatasetStore, Results
    from costcurve_gui.session.session import Session


PICTURE_STEP = tr("change the style of a picture")
VIEW = "view"  # kind of the jobs; their subject is the view
LEAST_RANGE = 0.001


class ViewResultController:
    """Starts a job for what a view needs when it comes to the front or the curve set changes.

    A result belongs to one curve set: it is recomputed after an edit of the payoffs, and kept
    while only the condition moves.
    """

    def __init__(
        self,
        store: DatasetStore[CurveSource],
        results: Results,
        runner: JobRunner,
        report_error: Callable[[Exception], None],
        title_of: Callable[[str], str] = str,
    ) -> None:
        self._store = store
        self._results = results
        self._runner = runner
        self._report_error = report_error
        self._title_of = title_of
        self._shown: dict[str, set[str]] = {}  # what it is computed for, by view
        results.curves_changed.connect(self._start_all)

    def show(self, view: str, by: str = VIEW) -> None:
        """Compute what a view lacks that came to the front, or what something else shows of it."""
        if view not in VIEW_RESULTS:
            return
        if view not in self._shown:
            self._shown[view] = {by}
            self._start(view)
        self._shown[view].add(by)

    def try_again(self, view: str) -> None:
        """Compute what the job of a view on show failed to, or was cancelled in."""
        snapshot = self._results.snapshot
        if view in self._shown and snapshot is not None and view in snapshot.results.faults:
            self._start(view)

    def follow(self, selection: SelectionSpec) -> None:
        """Compute what a criterion draws in several views while it is the chosen one."""
        wanted = selection.criterion.kind is Kind.CONDITION
        if wanted and HYBRIDS not in self._shown:
            self.show(HYBRIDS)
        elif not wanted and HYBRIDS in self._shown:
            self.leave(HYBRIDS)

    def leave(self, view: str, by: str = VIEW) -> None:
        """Give up what a view that went behind another one waits for, unless it has another use."""
        self._shown.get(view, set()).discard(by)
        if not self._shown.get(view):
            self._shown.pop(view, None)
            self._runner.cancel(JobKey(VIEW, view))

    def _start_all(self, curve_set: CurveSet | None) -> None:
        for view in self._shown:
            if curve_set is None:
                self._runner.cancel(JobKey(VIEW, view))
            else:
                self._start(view)

    def _start(self, view: str) -> None:
        snapshot = self._results.snapshot
        if snapshot is None or not lacks_view_result(view, snapshot.results):
            return
        curve_set = snapshot.curve_set
        if not has_view_result(view, curve_set.dataset.kind):
            return
        if view in snapshot.results.faults:
            self._mark_failed(curve_set, view, "")
        source = self._store.get(curve_set.dataset.id, curve_set.dataset.reading)
        self._runner.start(
            JobKey(VIEW, view),
            tr("Computing {view}", view=_OTHERS.get(view) or self._title_of(view)),
            build_view_result,
            view,
            view_input(curve_set, source, snapshot.settings.payoff),
            on_result=partial(self._take, curve_set),
            on_error=partial(self._fail, curve_set, view),
            on_cancelled=partial(self._mark_failed, curve_set, view, CANCELLED),
        )

    def _fail(self, curve_set: CurveSet, view: str, error: Exception) -> None:
        if view in _MARKS:
            self._report_error(error)
        else:
            self._mark_failed(curve_set, view, text_of(error))

    def _mark_failed(self, curve_set: CurveSet, view: str, reason: str) -> None:
        """Say why a view on show has no result; without a reason, that it may have one."""
        if view in self._shown:
            self._results.update(
                curve_set,
                lambda one: replace(one, results=one.results.with_fault(view, reason)),
            )

    def _take(self, curve_set: CurveSet, found: ViewResults) -> None:
        self._results.update(
            curve_set,
            lambda snapshot: replace(snapshot, results=snapshot.results.with_more(found)),
        )


_OTHERS = {HYBRIDS: tr("hybrid curves")}
_MARKS = frozenset({HYBRIDS, CONCAVITIES})  # no view of their own that could say it


class ViewChoiceController:
    """Turns choices about single views into changes of the state."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def choose(self, name: str, value: object) -> None:
        """Choose one entry of a view's menu; `name` is a field of `ViewChoices`."""
        self._session.apply(tr("change the view"), views=self._changed(name, value))

    def ask(self, question: Question, snapshot: Snapshot) -> None:
        """Answer a question from now on, with the curves and intervals that it needs."""
        self._session.apply(tr("ask a question"), walk=False, **asking(snapshot, question))

    def remove_answer(self, key: str) -> None:
        """Answer a question no more."""
        left = tuple(one for one in self._choices.questions if one != key)
        self._session.apply(tr("remove an answer"), views=self._changed("questions", left))

    def remove_answers(self) -> None:
        """Answer no question any more."""
        self._session.apply(tr("remove all answers"), views=self._changed("questions", ()))

    def set_picture_style(self, view: str, style: PictureStyle) -> None:
        """Choose how the exported picture of a view looks."""
        pictures = {**self._session.state.current.pictures, view: style}
        changed = {key: one for key, one in pictures.items() if one != PictureStyle()}
        self._session.apply(PICTURE_STEP, pictures=changed)

    def undo_picture_style(self) -> None:
        """Take the newest step back, if it changed the style of a picture."""
        if self._session.undo_label == PICTURE_STEP:
            self._session.undo()

    def redo_picture_style(self) -> None:
        """Repeat the step undone last, if it changed the style of a picture."""
        if self._session.redo_label == PICTURE_STEP:
            self._session.redo()

    def set_belief(self, belief: Belief | None) -> None:
        """Take a typed belief over PC(+), or None for that of the condition."""
        self._session.apply(tr("change the belief"), belief=belief)

    def preview_belief(self, belief: Belief) -> None:
        """Follow the drag of a corner of the triangle."""
        self._session.preview(belief=belief)

    def commit_belief(self) -> None:
        """Make the drag one step."""
        self._session.commit(tr("drag the belief"))

    def show_bands(self, shown: bool) -> None:
        """Show bands, or none."""
        bands = replace(self._session.state.current.bands, shown=shown)
        self._session.apply(tr("show bands") if shown else tr("hide bands"), bands=bands)

    def switch_second_band(self, key: str) -> None:
        """Draw the band of a model beside that of the selected one; a second time, only that."""
        current = self._session.state.current
        on = current.bands.of is BandsOf.PAIR and current.views.competitor == key
        bands = replace(current.bands, of=BandsOf.SELECTED if on else BandsOf.PAIR)
        views = self._changed("competitor", None if on else key)
        self._session.apply(tr("compare the bands of two models"), bands=bands, views=views)

    def set_bands(self, bands: BandChoices) -> None:
        """Choose how bands and intervals are found."""
        self._session.apply(tr("change the uncertainty"), bands=bands)

    def set_partial_range(self, low: float, high: float) -> None:
        """Take a typed range of the rate that bounds the partial AUC."""
        self._session.apply(
            tr("change the range of the partial AUC"), views=self._ranged(low, high)
        )

    def preview_partial_low(self, rate: float) -> None:
        """Follow the drag of the lower end of the range."""
        high = self._choices.partial_range[1]
        self._session.preview(views=self._ranged(min(rate, high - LEAST_RANGE), high))

    def preview_partial_high(self, rate: float) -> None:
        """Follow the drag of the upper end of the range."""
        low = self._choices.partial_range[0]
        self._session.preview(views=self._ranged(low, max(rate, low + LEAST_RANGE)))

    def commit_partial(self) -> None:
        """Make the drag of an end one step."""
        self._session.commit(tr("drag the range of the partial AUC"))

    @property
    def _choices(self) -> ViewChoices:
        return self._session.state.current.views

    def _ranged(self, low: float, high: float) -> ViewChoices:
        name = "partial_tpr" if self._choices.partial_axis is PartialAxis.TPR else "partial_fpr"
        return self._changed(name, (max(low, 0.0), min(high, 1.0)))

    def _changed(self, name: str, value: object) -> ViewChoices:
        return replace(self._choices, **{name: value})  # type: ignore[arg-type]
