from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import AnalysisState, ConditionSpec, DatasetSettings
from costcurve_gui.session.session import LIMIT, SLICES, Session, StateWriteError
from tests.helpers.choices import Choice, selected_by
from tests.helpers.samples import dataset_info

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SIGNALS = (*(name for name, _ in SLICES), "state_changed", "history_changed")


def at_prior(prior: float) -> ConditionSpec:
    return ConditionSpec(prior=prior)


class Listener:
    """Notes every signal of a session, in order."""

    def __init__(self, session: Session) -> None:
        self.heard: list[str] = []
        for name in SIGNALS:
            getattr(session, name).connect(lambda *_, name=name: self.heard.append(name))

    def take(self) -> list[str]:
        heard, self.heard = self.heard, []
        return heard


@pytest.fixture
def session() -> Session:
    session = Session()
    session.open_dataset(dataset_info("d1"), DatasetSettings())
    return session


def test_that_a_change_signals_its_slice_then_the_state_then_the_history(
    session: Session,
) -> None:
    listener = Listener(session)
    session.apply("change the prior", condition=at_prior(0.2))
    assert listener.take() == ["condition_changed", "state_changed", "history_changed"]


def test_that_slices_signal_in_their_declared_order_each_once(session: Session) -> None:
    listener = Listener(session)
    session.apply(
        "change everything",
        selected="d1/a",
        selection=selected_by(Choice.WORKFORCE),
        condition=at_prior(0.2),
        payoff=PayoffSpec(fn="-9"),
    )
    assert listener.take() == [
        "payoff_changed",
        "condition_changed",
        "selection_changed",
        "visibility_changed",
        "state_changed",
        "history_changed",
    ]


def test_that_applying_what_is_already_there_signals_nothing(session: Session) -> None:
    session.apply("change the prior", condition=at_prior(0.2))
    listener = Listener(session)
    session.apply("change the prior", condition=at_prior(0.2))
    assert listener.take() == []


def test_that_the_whole_snapshot_is_in_place_before_the_first_signal(
    session: Session,
) -> None:
    seen: list[AnalysisState] = []
    session.payoff_changed.connect(lambda _: seen.append(session.state))
    session.apply("change both", payoff=PayoffSpec(fn="-9"), condition=at_prior(0.2))
    assert [(state.current.payoff.fn, state.current.condition.prior) for state in seen] == [
        ("-9", 0.2)
    ]


@pytest.mark.parametrize("signal", ["condition_changed", "state_changed", "history_changed"])
def test_that_writing_the_state_from_inside_a_signal_raises(
    session: Session, qtbot: QtBot, signal: str
) -> None:
    getattr(session, signal).connect(lambda *_: session.apply("sneak in", condition=at_prior(0.9)))
    with qtbot.capture_exceptions() as exceptions:
        session.apply("change the prior", condition=at_prior(0.2))
    assert [error for error, *_ in exceptions] == [StateWriteError]
    assert session.state.current.condition.prior == 0.2


def test_that_a_refused_write_does_not_lock_the_session(session: Session, qtbot: QtBot) -> None:
    sneak = session.state_changed.connect(lambda _: session.undo())
    with qtbot.capture_exceptions():
        session.apply("change the prior", condition=at_prior(0.2))
    session.state_changed.disconnect(sneak)
    session.apply("change the prior", condition=at_prior(0.3))
    assert session.state.current.condition.prior == 0.3


def test_that_a_drag_is_one_step(session: Session) -> None:
    for prior in (0.2, 0.3, 0.4):
        session.preview(condition=at_prior(prior))
    session.commit("drag the condition")
    assert session.undo_label == "drag the condition"
    session.undo()
    assert session.state.current.condition.prior is None
    assert session.undo_label is None


def test_that_a_preview_is_no_step_until_it_is_committed(session: Session) -> None:
    listener = Listener(session)
    session.preview(condition=at_prior(0.2))
    assert listener.take() == ["condition_changed", "state_changed"]
    assert session.undo_label is None
    session.commit("drag the condition")
    assert listener.take() == ["history_changed"]


def test_that_a_cancelled_drag_goes_back_to_where_it_began(session: Session) -> None:
    session.apply("change the prior", condition=at_prior(0.1))
    session.preview(condition=at_prior(0.2))
    session.preview(condition=at_prior(0.3))
    session.cancel_preview()
    assert session.state.current.condition.prior == 0.1
    session.commit("drag the condition")
    assert session.undo_label == "change the prior"


def test_that_a_drag_that_ends_where_it_began_is_no_step(session: Session) -> None:
    session.preview(condition=at_prior(0.2))
    session.preview(condition=ConditionSpec())
    session.commit("drag the condition")
    assert session.undo_label is None


def test_that_a_change_during_a_drag_ends_it_and_both_are_one_step(
    session: Session,
) -> None:
    session.preview(condition=at_prior(0.2))
    session.apply("change payoff", payoff=PayoffSpec(fn="-9"))
    session.commit("drag the condition")
    session.undo()
    assert session.state.current == DatasetSettings()
    assert session.undo_label is None


def test_that_undo_during_a_drag_takes_back_the_drag_only(session: Session) -> None:
    session.apply("change payoff", payoff=PayoffSpec(fn="-9"))
    session.preview(condition=at_prior(0.2))
    session.undo()
    assert session.state.current.condition.prior is None
    assert session.state.current.payoff.fn == "-9"


def test_that_undo_restores_the_previous_fn_cost_and_redo_repeats_it(
    session: Session,
) -> None:
    session.apply("change payoff", payoff=PayoffSpec(fn="-9"))
    session.undo()
    assert session.state.current.payoff.fn == "-1"
    assert (session.undo_label, session.redo_label) == (None, "change payoff")
    session.redo()
    assert session.state.current.payoff.fn == "-9"
    assert (session.undo_label, session.redo_label) == ("change payoff", None)


def test_that_a_new_step_forgets_what_could_be_redone(session: Session) -> None:
    session.apply("change payoff", payoff=PayoffSpec(fn="-9"))
    session.undo()
    session.apply("change the prior", condition=at_prior(0.2))
    assert session.redo_label is None


def test_that_the_oldest_steps_fall_out_at_the_limit(session: Session) -> None:
    for number in range(LIMIT + 5):
        session.apply("change payoff", payoff=PayoffSpec(fn=f"-{number + 2}"))
    for _ in range(LIMIT + 5):
        session.undo()
    assert session.state.current.payoff.fn == "-6"


def test_that_steps_of_the_arrow_keys_run_together(session: Session) -> None:
    session.apply("change the prior", condition=at_prior(0.1))
    for prior in (0.11, 0.12, 0.13):
        session.apply("step the condition", walk=True, condition=at_prior(prior))
    session.undo()
    assert session.state.current.condition.prior == 0.1


def test_that_steps_of_the_arrow_keys_stay_apart_once_something_else_was_done(
    session: Session,
) -> None:
    session.apply("step the condition", walk=True, condition=at_prior(0.11))
    session.apply("change payoff", payoff=PayoffSpec(fn="-9"))
    session.apply("step the condition", walk=True, condition=at_prior(0.12))
    session.undo()
    assert session.state.current.condition.prior == 0.11


def test_that_opening_a_dataset_is_no_step(session: Session) -> None:
    session.open_dataset(dataset_info("d2"), DatasetSettings())
    assert session.undo_label is None
    assert session.state.active == "d2"


def test_that_each_dataset_keeps_its_own_settings(session: Session) -> None:
    session.apply("change the prior", condition=at_prior(0.2))
    session.open_dataset(dataset_info("d2"), DatasetSettings())
    assert session.state.current.condition.prior is None
    session.activate("d1")
    assert session.state.current.condition.prior == 0.2


def test_that_undo_shows_the_dataset_whose_settings_it_restores(session: Session) -> None:
    session.apply("change the prior", condition=at_prior(0.2))
    session.open_dataset(dataset_info("d2"), DatasetSettings())
    session.undo()
    assert session.state.active == "d1"
    assert session.state.current.condition.prior is None


def test_that_undo_never_brings_back_a_closed_dataset(session: Session) -> None:
    session.open_dataset(dataset_info("d2"), DatasetSettings())
    session.apply("change the prior", condition=at_prior(0.2))
    session.activate("d1")
    session.apply("change payoff", payoff=PayoffSpec(fn="-9"))
    session.close_dataset("d2")
    session.undo()
    session.undo()
    assert [info.id for info in session.state.datasets] == ["d1"]
    assert set(session.state.settings) == {"d1"}
    assert session.state.current == DatasetSettings()


def test_that_closing_the_dataset_on_screen_shows_its_neighbour(session: Session) -> None:
    session.open_dataset(dataset_info("d2"), DatasetSettings())
    session.open_dataset(dataset_info("d3"), DatasetSettings())
    session.activate("d2")
    session.close_dataset("d2")
    assert session.state.active == "d3"
    session.close_dataset("d3")
    session.close_dataset("d1")
    assert session.state == AnalysisState()


def test_that_closing_a_dataset_in_the_background_leaves_the_one_on_screen(
    session: Session,
) -> None:
    session.open_dataset(dataset_info("d2"), DatasetSettings())
    session.close_dataset("d1")
    assert session.state.active == "d2"


def test_that_opening_a_dataset_gives_up_a_drag(session: Session) -> None:
    session.preview(condition=at_prior(0.2))
    session.open_dataset(dataset_info("d2"), DatasetSettings())
    assert session.state.settings["d1"] == DatasetSettings()


def test_that_changing_settings_without_a_dataset_is_refused() -> None:
    with pytest.raises(LookupError, match="no dataset is open"):
        Session().apply("change the prior", condition=at_prior(0.2))


def test_that_an_unknown_dataset_can_be_neither_shown_nor_closed(session: Session) -> None:
    with pytest.raises(LookupError, match="'d9'"):
        session.activate("d9")
    with pytest.raises(LookupError, match="'d9'"):
        session.close_dataset("d9")


def test_that_a_changed_snapshot_leaves_the_old_one_untouched(session: Session) -> None:
    before = session.state
    copy = replace(before)
    session.apply("change the prior", condition=at_prior(0.2))
    assert before == copy
    assert before.current.condition.prior is None
