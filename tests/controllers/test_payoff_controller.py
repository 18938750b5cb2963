from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.settings import ConditionSpec
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

if TYPE_CHECKING:
    from tests.helpers.workbench import Workbench


def test_that_a_good_cell_enters_the_state_as_one_step(bench: Workbench) -> None:
    bench.payoffs.edit_cell("fn", "-2*amount")
    assert bench.current.payoff.fn == "-2*amount"
    assert bench.session.undo_label == "change payoff"
    assert bench.snapshot.settings == bench.current
    assert bench.cell_errors == []


def test_that_the_curves_of_the_new_payoff_are_published_once(bench: Workbench) -> None:
    before = bench.snapshot
    bench.frames.clear()
    bench.payoffs.edit_cell("fn", "-amount - 1000")
    [frame] = bench.frames
    assert frame is bench.snapshot
    assert bench.snapshot.curve_set is not before.curve_set
    assert bench.snapshot.curve_set.payoff_means["fn"] == pytest.approx(
        before.curve_set.payoff_means["fn"] - 1000
    )


def test_that_a_bad_expression_is_named_and_nothing_changes(bench: Workbench) -> None:
    before, state = bench.snapshot, bench.session.state
    bench.payoffs.edit_cell("tn", "0.05*amout")
    [error] = bench.cell_errors
    assert error.cell == "tn"
    assert "amout" in error.message
    assert error.position is not None
    assert bench.snapshot is before
    assert bench.session.state is state
    assert bench.session.undo_label is None


def test_that_a_negative_error_cost_is_told_in_rows_and_values(bench: Workbench) -> None:
    before = bench.snapshot
    bench.payoffs.edit_cell("tn", "0.05*amount - 60")
    [error] = bench.cell_errors
    assert error.cell == "tn"
    assert " negative " in error.message
    assert error.message.endswith(" DM.")
    assert "Rows " in error.message
    assert bench.snapshot is before


def test_that_two_cells_that_need_each_other_are_taken_with_the_second(bench: Workbench) -> None:
    bench.payoffs.edit_cell("fn", "500")
    assert len(bench.cell_errors) == 1
    assert bench.current.payoff.fn == "-amount"
    bench.payoffs.edit_cell("tp", "900")
    assert (bench.current.payoff.tp, bench.current.payoff.fn) == ("900", "500")
    assert len(bench.cell_errors) == 1
    bench.session.undo()
    assert bench.current.payoff == BY_AMOUNT


def test_that_a_waiting_cell_does_not_keep_out_a_good_one(bench: Workbench) -> None:
    bench.payoffs.edit_cell("fn", "500")
    bench.payoffs.edit_cell("tn", "0.1*amount")
    assert (bench.current.payoff.fn, bench.current.payoff.tn) == ("-amount", "0.1*amount")
    assert len(bench.cell_errors) == 1


def test_that_a_misspelt_cell_does_not_keep_out_a_good_one(bench: Workbench) -> None:
    bench.payoffs.edit_cell("fn", "-amout")
    bench.payoffs.edit_cell("tn", "0.1*amount")
    assert (bench.current.payoff.fn, bench.current.payoff.tn) == ("-amount", "0.1*amount")


def test_that_a_cell_that_was_mended_is_no_longer_waiting(bench: Workbench) -> None:
    bench.payoffs.edit_cell("fn", "500")
    bench.payoffs.edit_cell("fn", "-1000")
    bench.payoffs.edit_cell("tp", "900")
    assert (bench.current.payoff.tp, bench.current.payoff.fn) == ("900", "-1000")


def test_that_an_edit_keeps_the_words_and_leaves_the_preset(bench: Workbench) -> None:
    bench.payoffs.choose_preset("credit_approval")
    bench.payoffs.rename_action("positive_action", "decline")
    bench.payoffs.edit_cell("fn", "-2*amount")
    payoff = bench.current.payoff
    assert (payoff.positive_action, payoff.case_noun, payoff.unit) == ("decline", "applicant", "DM")
    assert payoff.preset == ""


def test_that_typing_the_text_in_force_is_no_step(bench: Workbench) -> None:
    bench.payoffs.edit_cell("fn", "-amount")
    assert bench.session.undo_label is None


def test_that_a_preset_replaces_the_matrix_as_one_step(bench: Workbench) -> None:
    bench.payoffs.choose_preset("credit_scoring")
    assert bench.current.payoff.cells == ("0", "-1", "-5", "0")
    assert bench.current.payoff.preset == "credit_scoring"
    bench.session.undo()
    assert bench.current.payoff == BY_AMOUNT


def test_that_showing_costs_computes_nothing(bench: Workbench) -> None:
    jobs = list(bench.runner.labels)
    curve_set = bench.snapshot.curve_set
    bench.payoffs.show_as_costs(True)
    assert bench.current.payoff.typed_as_costs
    assert bench.runner.labels == jobs
    assert bench.snapshot.curve_set is curve_set


def test_that_the_last_good_snapshot_stays_while_curves_are_computed(bench: Workbench) -> None:
    before = bench.snapshot
    bench.runner.holding = True
    bench.payoffs.edit_cell("fn", "-2*amount")
    assert bench.snapshot is before
    assert bench.current.payoff == BY_AMOUNT
    bench.runner.run_held()
    assert bench.current.payoff.fn == "-2*amount"


def test_that_the_condition_can_be_dragged_while_curves_are_computed(bench: Workbench) -> None:
    bench.runner.holding = True
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.condition.preview_drag(0.5)
    bench.condition.commit_drag()
    assert bench.snapshot.condition.probability_cost == pytest.approx(0.5)
    assert bench.snapshot.settings.payoff == BY_AMOUNT
    bench.runner.run_held()
    assert bench.snapshot.settings.payoff.fn == "-2*amount"
    assert bench.current.condition.prior == bench.snapshot.condition.prior


def test_that_the_newer_of_two_edits_wins_and_takes_the_older_along(bench: Workbench) -> None:
    bench.runner.holding = True
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.payoffs.edit_cell("tn", "0.1*amount")
    bench.runner.run_held()
    assert bench.current.payoff.cells == ("0", "0", "-2*amount", "0.1*amount")


def test_that_undo_computes_the_old_curves_again(bench: Workbench) -> None:
    before = bench.snapshot
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.session.undo()
    assert bench.snapshot.settings == before.settings
    for old, new in zip(before.curve_set.models, bench.snapshot.curve_set.models, strict=True):
        assert new.rociv.x.tolist() == old.rociv.x.tolist()


def test_that_a_drag_does_not_start_the_computing_of_curves_over(bench: Workbench) -> None:
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.runner.holding = True
    bench.session.undo()
    started = len(bench.runner.labels)
    for target in (0.2, 0.3, 0.4):
        bench.condition.preview_drag(target)
    assert len(bench.runner.labels) == started
    assert bench.snapshot.settings.payoff.fn == "-2*amount"
    bench.runner.run_held()
    assert bench.snapshot.settings == bench.current
    assert bench.snapshot.settings.payoff.fn == "-amount"


def test_that_undo_and_redo_in_haste_end_where_the_state_is(bench: Workbench) -> None:
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.runner.holding = True
    bench.session.undo()
    bench.session.redo()
    bench.runner.run_held()
    assert bench.snapshot.settings == bench.current
    assert bench.current.payoff.fn == "-2*amount"


def test_that_an_edit_ends_with_its_dataset(bench: Workbench) -> None:
    bench.take(loaded(dataset(seed=1), dataset_id="dataset2"))
    bench.runner.holding = True
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.session.activate("dataset1")
    bench.runner.run_held()
    assert bench.current.payoff == BY_AMOUNT
    assert bench.session.state.settings["dataset2"].payoff == BY_AMOUNT


def test_that_without_a_dataset_an_edit_does_nothing(empty_bench: Workbench) -> None:
    empty_bench.payoffs.edit_cell("fn", "-1")
    empty_bench.payoffs.choose_preset("churn")
    assert empty_bench.runner.labels == []


def test_that_a_drag_goes_on_from_another_condition_unharmed(bench: Workbench) -> None:
    bench.session.apply("change the prior", condition=ConditionSpec(prior=0.02))
    bench.payoffs.edit_cell("fn", "-2*amount")
    assert bench.snapshot.condition.prior == 0.02


def test_that_proposed_cells_are_taken_together_as_one_step(bench: Workbench) -> None:
    before = bench.current.payoff
    bench.payoffs.use_cells({"tp": "0.1*amount", "fn": "-2*amount"})
    assert (bench.current.payoff.tp, bench.current.payoff.fn) == ("0.1*amount", "-2*amount")
    assert bench.cell_errors == []
    bench.session.undo()
    assert bench.current.payoff == before


def test_that_proposed_cells_that_cannot_be_taken_change_nothing(bench: Workbench) -> None:
    before = bench.current.payoff
    bench.payoffs.use_cells({"fn": "amount", "tp": "0"})
    assert bench.current.payoff == before
    assert len(bench.cell_errors) == 1
