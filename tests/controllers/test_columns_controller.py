"""Columns chosen again: in place, with every choice that fits, as one step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.projects import open_project
from costcurve_gui.controllers.columns_controller import ColumnsController
from costcurve_gui.controllers.derived_model_controller import DerivedModelController
from costcurve_gui.controllers.model_list_controller import ModelListController
from costcurve_gui.controllers.project_controller import ProjectController
from costcurve_gui.dataio.roles.column_roles import Roles
from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.resources import resource_path
from tests.helpers.workbench import Workbench

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.session.preferences import Preferences

HALF = resource_path("sample_data", "german_credit_half.csv")
DROPPED, RENAMED = "score_logistic_regression", "score_naive_bayes"


class Desk(Workbench):
    """A workbench with projects and with columns that can be chosen again."""

    def __init__(self, settings: Preferences) -> None:
        super().__init__(settings)
        given = self.session, self.datasets, self.runner, self.prompts, settings
        self.projects = ProjectController(*given)
        self.projects.notify = self.notices.append
        self.columns = ColumnsController(
            self.session,
            self.store,
            self.analysis,
            self.datasets,
            self.projects,
            self.runner,
            self.prompts,
        )
        self.models = ModelListController(self.session, self.results)

    def choose_again(self, **changes: object) -> None:
        """Choose columns again, with these changes to what they are for now."""
        self.columns.choose_again()
        asked = self.prompts.imports[-1]
        assert isinstance(asked.draft.chosen, Roles)
        asked.answers.accepted(replace(asked.draft.chosen, **changes))  # type: ignore[arg-type]

    def without(self, column: str) -> tuple[str, ...]:
        """Return the scores but for one."""
        document = self.projects.active
        assert document is not None
        assert document.file.read is not None
        assert isinstance(document.file.read.chosen, Roles)
        return tuple(one for one in document.file.read.chosen.scores if one != column)

    @property
    def shown(self) -> list[str]:
        return [model.info.name for model in self.snapshot.curve_set.models]


@pytest.fixture
def desk(qtbot: object, settings: Preferences, tmp_path: Path) -> Desk:
    desk = Desk(settings)
    (tmp_path / "march.csv").write_bytes(HALF.read_bytes())
    desk.datasets.open_paths([tmp_path / "march.csv"])
    desk.prompts.imports[-1].accept()
    desk.payoffs.edit_cell("fn", "-amount")
    desk.condition.set_prior(0.05)
    desk.selection.set_bound(BoundKind.FPR, 0.2)
    info = desk.session.state.dataset
    assert info is not None
    desk.models.rename(f"{info.id}/{RENAMED}", "Scorecard")
    return desk


def test_that_the_file_is_replaced_and_every_choice_kept(desk: Desk) -> None:
    before = desk.current
    desk.choose_again(scores=desk.without(DROPPED))
    assert len(desk.session.state.datasets) == 1
    assert len(desk.shown) == 5
    assert "Scorecard" in desk.shown
    assert replace(desk.current, reading=0, edits=before.edits) == before
    assert desk.snapshot.settings == desk.current


def test_that_models_that_stay_keep_their_colours(desk: Desk) -> None:
    colours = {model.info.column: model.info.slot for model in desk.snapshot.curve_set.models}
    desk.choose_again(scores=desk.without(DROPPED))
    now = {model.info.column: model.info.slot for model in desk.snapshot.curve_set.models}
    assert now == {column: colours[column] for column in now}
    desk.choose_again(scores=(*desk.without(DROPPED), "amount"))
    last = {model.info.column: model.info.slot for model in desk.snapshot.curve_set.models}
    assert last.pop("amount") not in now.values()
    assert last == now


def test_that_undo_and_redo_bring_columns_back_and_forth(desk: Desk) -> None:
    curves, steps = desk.snapshot.curve_set, desk.session.steps
    desk.choose_again(lower_is_positive=frozenset({RENAMED}))
    turned = desk.snapshot.curve_set
    assert desk.session.steps == steps + 1
    assert desk.session.undo_label == "choose columns"
    desk.session.undo()
    assert desk.snapshot.curve_set is curves
    desk.session.redo()
    assert desk.snapshot.curve_set is turned
    one, other = (found.model(f"{found.dataset.id}/{RENAMED}") for found in (curves, turned))
    assert other.auc.auc == pytest.approx(1 - one.auc.auc)


def test_that_older_steps_are_undone_on_the_older_columns(desk: Desk) -> None:
    desk.choose_again(scores=desk.without(DROPPED))
    desk.payoffs.edit_cell("fn", "-2*amount")
    for _ in range(3):  # the cell, the columns, the name
        desk.session.undo()
    assert len(desk.shown) == 6
    assert "naive_bayes" in desk.shown
    assert desk.snapshot.settings.payoff.fn == "-amount"


def test_that_a_choice_that_fits_no_more_is_said(desk: Desk) -> None:
    derived = DerivedModelController(desk.session, desk.results, desk.analysis)
    first, *_ = desk.snapshot.models
    derived.reverse(first, pytest.fail)
    made = desk.shown[-1]
    desk.choose_again(scores=desk.without(DROPPED))
    assert made not in desk.shown
    assert f"{made} is left out" in desk.notices[-1]
    desk.session.undo()
    assert made in desk.shown


def test_that_columns_that_payoffs_need_cannot_go_unnoticed(desk: Desk) -> None:
    before = desk.session.state
    desk.choose_again(costs=())
    [(title, message)] = desk.prompts.errors
    assert title == "The columns were not changed"
    assert "amount" in message
    assert desk.session.state is before


def test_that_the_project_has_the_columns_on_screen(desk: Desk, tmp_path: Path) -> None:
    desk.prompts.save_path = tmp_path / "a.ccproj"
    desk.choose_again(scores=desk.without(DROPPED))
    desk.projects.save()
    assert len(open_project(tmp_path / "a.ccproj", "1").loaded.info.models) == 5
    desk.session.undo()
    document = desk.projects.active
    assert document is not None
    assert document.labels() == ["undo"] or document.modified
    desk.projects.save()
    assert len(open_project(tmp_path / "a.ccproj", "1").loaded.info.models) == 6


def test_that_closing_lets_every_reading_go(desk: Desk) -> None:
    desk.choose_again(scores=desk.without(DROPPED))
    desk.datasets.close_active()
    assert len(desk.store) == 0
    assert desk.session.state.datasets == ()


def test_that_the_columns_of_joined_files_are_chosen_again(desk: Desk, tmp_path: Path) -> None:
    table = HALF.read_text().splitlines()
    names = table[0].split(",")
    for score in names[3:5]:
        columns = [0, 1, names.index(score)]
        lines = [",".join(line.split(",")[column] for column in columns) for line in table]
        (tmp_path / f"{score}.csv").write_text("\n".join(lines), encoding="utf-8")
    desk.prompts.answers["join"] = "join"
    desk.datasets.open_paths([tmp_path / f"{score}.csv" for score in names[3:5]])
    desk.prompts.imports[-1].accept()
    assert len(desk.shown) == 2
    desk.choose_again(scores=(names[3],))
    assert desk.shown == [names[3].removeprefix("score_")]
    assert len(desk.session.state.datasets) == 2
