from __future__ import annotations

from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from hypothesis.strategies import integers, sampled_from

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.session.session import LIMIT, Session
from tests.helpers.samples import dataset_info

DATASETS = ("d1", "d2")


class SessionAgainstLists(RuleBasedStateMachine):
    """The session against an oracle that keeps whole copies of the settings in two lists."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session()
        self.settings: dict[str, DatasetSettings] = {}
        for dataset_id in DATASETS:
            self.session.open_dataset(dataset_info(dataset_id), DatasetSettings())
            self.settings[dataset_id] = DatasetSettings()
        self.committed = dict(self.settings)
        self.undone: list[dict[str, DatasetSettings]] = []
        self.done: list[dict[str, DatasetSettings]] = []
        self.signals = 0
        self.session.state_changed.connect(self._count)

    def _count(self, _state: object) -> None:
        self.signals += 1

    def _write(self, **changes: object) -> None:
        active = self.session.state.active or ""
        old = self.settings[active]
        values = {
            "payoff": old.payoff,
            "condition": old.condition,
            "selection": old.selection,
            **changes,
        }
        self.settings[active] = DatasetSettings(**values)  # type: ignore[arg-type]

    def _settle(self) -> None:
        if self.settings != self.committed:
            self.done = [*self.done, self.committed][-LIMIT:]
            self.undone = []
        self.committed = dict(self.settings)

    @rule(prior=integers(1, 3))
    def apply_condition(self, prior: int) -> None:
        spec = ConditionSpec(prior=prior / 10)
        before = self.signals, dict(self.settings)
        self.session.apply("change the prior", condition=spec)
        self._write(condition=spec)
        assert self.signals - before[0] == (self.settings != before[1])
        self._settle()

    @rule(cost=integers(1, 3))
    def apply_payoff(self, cost: int) -> None:
        self.session.apply("change payoff", payoff=PayoffSpec(fn=str(-cost)))
        self._write(payoff=PayoffSpec(fn=str(-cost)))
        self._settle()

    @rule(prior=integers(1, 3))
    def preview(self, prior: int) -> None:
        self.session.preview(condition=ConditionSpec(prior=prior / 10))
        self._write(condition=ConditionSpec(prior=prior / 10))

    @rule()
    def commit(self) -> None:
        self.session.commit("drag")
        self._settle()

    @rule()
    def cancel(self) -> None:
        self.session.cancel_preview()
        self.settings = dict(self.committed)

    @rule()
    def undo(self) -> None:
        dragging = self.session.previewing
        self.session.undo()
        if not dragging and self.done:
            self.undone.append(self.committed)
            self.committed = self.done.pop()
        self.settings = dict(self.committed)

    @rule()
    def redo(self) -> None:
        if not self.session.previewing and self.undone:
            self.done.append(self.committed)
            self.committed = self.undone.pop()
            self.settings = dict(self.committed)
        self.session.redo()

    @rule(dataset_id=sampled_from(DATASETS))
    def activate(self, dataset_id: str) -> None:
        self.session.activate(dataset_id)
        self.settings = dict(self.committed)

    @invariant()
    def holds_what_the_oracle_holds(self) -> None:
        assert dict(self.session.state.settings) == self.settings

    @invariant()
    def offers_undo_and_redo_where_the_oracle_can(self) -> None:
        assert (self.session.undo_label is not None) == bool(self.done)
        assert (self.session.redo_label is not None) == bool(self.undone)


TestSessionAgainstLists = SessionAgainstLists.TestCase
