"""Edits named parameters, and keeps what follows from beliefs in step with the snapshot."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from costcurve_gui.analysis.parameters import (
    PRIOR,
    check_name,
    check_parameters,
    check_prior_belief,
    check_ratio_belief,
    with_name,
)
from costcurve_gui.analysis.payoffs import CELLS, Parameter
from costcurve_gui.analysis.uncertain_conditions import (
    COST_RATIO,
    condition_numbers,
    is_uncertain,
)
from costcurve_gui.controllers.condition_controller import clamped_prior
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.dataio.expressions.rewriting import with_values
from costcurve_gui.engine.distributions.uncertain_numbers import (
    NumberRange,
    TriangularBelief,
    parse_uncertain_number,
)
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.analysis.belief_results import BeliefResult
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.controllers.analysis_controller import AnalysisController
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import Results
    from costcurve_gui.session.session import Session

BELIEFS = JobKey("beliefs")
PAUSE_MS = 150  # as for bands: nothing starts while something is being dragged


class ParameterController(QObject):
    """Takes parameters as they are typed; emits `fault_found(str)`, empty where all is well."""

    fault_found = Signal(str)

    def __init__(self, session: Session, analysis: AnalysisController, results: Results) -> None:
        super().__init__()
        self._session = session
        self._analysis = analysis
        self._results = results

    def add(self) -> None:
        """Add a number under the first free name."""
        info = self._session.state.dataset
        if info is None:
            return
        taken = {*info.numeric_columns, *self._payoff.parameter_names}
        free = next(f"x{at}" for at in range(1, 1000) if f"x{at}" not in taken)
        found = (*self._payoff.parameters, Parameter(free, 1.0))
        self._take(tr("add a parameter"), replace(self._payoff, parameters=found))

    def make(self, name: str, cell: str, text: str) -> None:
        """Make a parameter of a name that stands in what was typed into a cell; one step."""
        try:
            check_name(name)
        except ConstraintError as error:
            self.fault_found.emit(str(error))
            return
        found = (*self._payoff.parameters, Parameter(name, 1.0))
        typed = self._payoff.with_cells({cell: text})
        self._take(
            tr("make {name} a parameter", name=name), replace(typed, preset="", parameters=found)
        )

    def believe(self, name: str, kind: str = "range") -> None:
        """Give the prior or the cost ratio a range to begin with, or a triangular belief.

        What is there stays, but for a range where a belief is wanted: this keeps its ends.
        """
        snapshot = self._results.snapshot
        if snapshot is None:
            return
        value = snapshot.condition.prior if name == PRIOR else snapshot.condition.cost_ratio
        most = (1 + value) / 2 if name == PRIOR else math.inf
        low, high = (float(f"{end:.3g}") for end in (0.5 * value, min(1.5 * value, most)))
        before = {one.name: one.belief for one in condition_numbers(snapshot)}.get(name)
        if before:
            known = parse_uncertain_number(before)
            if kind == "range" or not isinstance(known, NumberRange):
                return
            if known.low <= value <= known.high:
                low, high = known.low, known.high
        found = NumberRange(low, high) if kind == "range" else TriangularBelief(low, value, high)
        self._change_condition(Parameter(name, value, str(found)))

    def _change_condition(self, number: Parameter) -> None:
        """Take another value or belief of the prior or the cost ratio."""
        snapshot = self._results.snapshot
        if snapshot is None:
            return
        spec, of_prior = self._session.state.current.condition, number.name == PRIOR
        known = snapshot.condition.prior if of_prior else snapshot.condition.cost_ratio
        try:
            check = check_prior_belief if of_prior else check_ratio_belief
            belief = check(number.belief) if number.belief else ""
            if not of_prior and not number.value > 0:
                raise ConstraintError(tr("The cost ratio must be above 0."))
        except ConstraintError as error:
            self.fault_found.emit(str(error))
            return
        moved = not math.isclose(number.value, known, rel_tol=1e-9)
        if of_prior:
            prior = clamped_prior(number.value) if moved else spec.prior
            spec = replace(spec, prior=prior, prior_belief=belief)
        else:
            ratio = number.value if moved else spec.cost_ratio
            spec = replace(spec, cost_ratio=ratio, ratio_belief=belief)
        self.fault_found.emit("")
        self._session.apply(tr("change the {name}", name=number.name), condition=spec)

    def change(self, parameter: Parameter) -> None:
        """Take another value or belief."""
        if parameter.name in (PRIOR, COST_RATIO):
            self._change_condition(parameter)
            return
        found = tuple(
            parameter if one.name == parameter.name else one for one in self._payoff.parameters
        )
        self._take(
            tr("change {name}", name=parameter.name), replace(self._payoff, parameters=found)
        )

    def rename(self, old: str, new: str) -> None:
        """Take another name, in the cells too."""
        info = self._session.state.dataset
        try:
            found = with_name(self._payoff, old, new.strip())
            check_parameters(found.parameters, () if info is None else info.numeric_columns)
        except ConstraintError as error:
            self.fault_found.emit(str(error))
            return
        self._take(tr("rename {old}", old=old), found)

    def remove(self, name: str) -> None:
        """Take a parameter away; its value then stands in the cells, or in the condition."""
        snapshot = self._results.snapshot
        of_condition = () if snapshot is None else condition_numbers(snapshot)
        for number in of_condition:
            if number.name == name:
                self._change_condition(replace(number, belief=""))
                return
        payoff = self._payoff
        (gone,) = (one for one in payoff.parameters if one.name == name)
        cells = {
            cell: with_values(text, ((name, gone.value),))
            for cell, text in zip(CELLS, payoff.typed_cells, strict=True)
            if name in text
        }
        kept = tuple(one for one in payoff.parameters if one.name != name)
        self._take(
            tr("remove {name}", name=name), replace(payoff.with_cells(cells), parameters=kept)
        )

    @property
    def _payoff(self) -> PayoffSpec:
        return self._session.state.current.payoff

    def _take(self, label: str, payoff: PayoffSpec) -> None:
        """Let a matrix enter the state as soon as it is computed, where it can be."""

        def apply() -> None:
            self.fault_found.emit("")
            self._session.apply(label, payoff=payoff)

        if payoff.cells == self._payoff.cells:
            apply()
            return

        def refuse(error: Exception) -> None:
            self.fault_found.emit(text_of(error))

        self._analysis.try_payoff(payoff, apply, refuse)


class BeliefController(QObject):
    """Computes what follows from beliefs in a job.

    Emits `found(Snapshot, BeliefResult)`, `late()` while what is known is of another snapshot,
    `failed(str)`, with an empty text where nothing is believed.
    """

    found = Signal(object, object)
    late = Signal()
    failed = Signal(str)

    def __init__(self, results: Results, runner: JobRunner) -> None:
        super().__init__()
        self._results, self._runner = results, runner
        self._known: tuple[object, ...] | None = None
        self._wanted: tuple[object, ...] | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        results.snapshot_changed.connect(self.follow)

    def follow(self, snapshot: Snapshot | None) -> None:
        """Compute anew where the snapshot changes anything that the figures hang on."""
        if snapshot is None or not is_uncertain(snapshot.settings):
            self._wanted = self._known = None
            self._runner.cancel(BELIEFS)
            self.failed.emit("")
            return
        wanted = _depends_on(snapshot)
        if wanted == self._wanted:
            return
        self._wanted = wanted
        self.late.emit()
        self._pause.start()

    def _start(self) -> None:
        snapshot, wanted = self._results.snapshot, self._wanted
        if snapshot is None or wanted is None or wanted == self._known:
            return
        from costcurve_gui.analysis.belief_results import belief_result

        def take(found: BeliefResult) -> None:
            if wanted == self._wanted:
                self._known = wanted
                self.found.emit(snapshot, found)

        self._runner.start(
            BELIEFS,
            tr("Weighing beliefs"),
            belief_result,
            snapshot,
            on_result=take,
            on_error=lambda error: self.failed.emit(text_of(error)),
        )


def _depends_on(snapshot: Snapshot) -> tuple[object, ...]:
    settings = snapshot.settings
    rules = tuple(
        (key, one.policy.index, one.policy.index_2, one.policy.mixing, one.policy.review)
        for key, one in snapshot.models.items()
    )
    condition = snapshot.condition.prior, snapshot.miss_factor, settings.condition
    payoff = settings.payoff.typed_cells, settings.payoff.parameters, settings.payoff.unit
    spec, population = settings.bands.spec, settings.selection.population
    return (snapshot.curve_set, rules, *condition, *payoff, spec, population)
