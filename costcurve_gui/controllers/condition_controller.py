"""Moves the operating condition: typed, dragged, stepped."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.conditions import ratio_of_cells
from costcurve_gui.analysis.settings import ConditionSpec, DragChanges, PriorUnit
from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.session.results import Results
    from costcurve_gui.session.session import Session

LEAST_PRIOR = 1e-6
LEAST_FACTOR = 1e-9
RATIO_DIGITS = 3  # as many as a cost ratio has on the screen


class ConditionController:
    """Turns what was done to the condition into changes of the state."""

    def __init__(self, session: Session, results: Results) -> None:
        self._session = session
        self._results = results

    def set_prior(self, prior: float | None) -> None:
        """Take a typed prior; None goes back to the sample's share of positives."""
        clamped = None if prior is None else clamped_prior(prior)
        self._apply(tr("change the prior"), prior=clamped)

    def believe_prior(self, prior: float, belief: str) -> None:
        """Take an estimated prior, and what is believed of it from its interval, in one step."""
        self._apply(tr("use an estimated prior"), prior=clamped_prior(prior), prior_belief=belief)

    def set_cost_ratio(self, ratio: float) -> None:
        """Take a typed ratio of the cost of a miss to that of a false alarm.

        The ratio of the cells, typed as it is shown, is no other one.
        """
        snapshot = self._results.snapshot
        if snapshot is not None:
            of_cells = ratio_of_cells(snapshot.curve_set.payoff_means)
            as_shown = float(f"{of_cells:.{RATIO_DIGITS}g}")
            self._apply(
                tr("change the cost ratio"), cost_ratio=None if ratio == as_shown else ratio
            )

    def reset_cost_ratio(self) -> None:
        """Go back to the cost ratio that the cells give."""
        self._apply(tr("reset the cost ratio"), cost_ratio=None)

    def set_prior_unit(self, unit: PriorUnit) -> None:
        """Show and read the prior in another unit."""
        self._apply(tr("change the unit of the prior"), prior_unit=unit)

    def set_drag_mode(self, mode: DragChanges) -> None:
        """Choose what dragging changes."""
        self._apply(tr("change what dragging moves"), drag=mode)

    def preview_drag(self, pc_plus: float) -> None:
        """Follow a drag to another PC(+)."""
        snapshot = self._results.snapshot
        if snapshot is not None:
            self._session.preview(condition=condition_at(snapshot, pc_plus))

    def commit_drag(self) -> None:
        """Make the drag one step."""
        self._session.commit(self._label("drag"))

    def preview_cost_ratio(self, ratio: float) -> None:
        """Follow a drag to another ratio of the costs, whatever drags of the condition move."""
        snapshot = self._results.snapshot
        if snapshot is not None:
            spec = snapshot.settings.condition
            self._session.preview(condition=replace(spec, cost_ratio=ratio))

    def commit_cost_ratio(self) -> None:
        """Make that drag one step."""
        self._session.commit(tr("drag the cost ratio"))

    def step(self, amount: float) -> None:
        """Move PC(+) by `amount`, from the keyboard."""
        snapshot = self._results.snapshot
        if snapshot is None:
            return
        target = min(max(snapshot.condition.probability_cost + amount, 0.0), 1.0)
        self._session.apply(
            self._label("step"), walk=True, condition=condition_at(snapshot, target)
        )

    def _label(self, verb: str) -> str:
        spec = self._session.state.current.condition
        moved = tr("prior") if spec.drag is DragChanges.PRIOR else tr("cost ratio")
        return tr("{verb} the {moved}", verb=verb, moved=moved)

    def _apply(self, label: str, **changes: object) -> None:
        spec = self._session.state.current.condition
        self._session.apply(label, condition=replace(spec, **changes))  # type: ignore[arg-type]


def condition_at(snapshot: Snapshot, pc_plus: float) -> ConditionSpec:
    """Return the condition moved to `pc_plus` by what the user lets dragging change."""
    spec, condition = snapshot.settings.condition, snapshot.condition
    fn_cost, fp_cost = condition.means.fn_cost, condition.means.fp_cost
    if spec.drag is DragChanges.PRIOR:
        return replace(spec, prior=clamped_prior(prior_at(pc_plus, fn_cost, fp_cost)))
    # PC(+) against PC(-) is the prior odds times the cost ratio.
    inside = min(max(pc_plus, LEAST_FACTOR), 1 - LEAST_FACTOR)
    ratio = inside / (1 - inside) * (1 - condition.prior) / condition.prior
    return replace(spec, cost_ratio=ratio)


def clamped_prior(prior: float) -> float:
    """Return the nearest prior that can be in force."""
    return min(max(prior, LEAST_PRIOR), 1 - LEAST_PRIOR)
