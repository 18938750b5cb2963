"""What was chosen of a file is offered for the next one with the same columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.controllers.model_list_controller import ModelListController
from costcurve_gui.controllers.project_controller import ProjectController
from costcurve_gui.controllers.remembered_controller import RememberedController
from costcurve_gui.resources import resource_path
from costcurve_gui.session.remembered import MOST, Remembered, RememberedChoices
from tests.dataio.test_project_file import CHOICES, PROJECT
from tests.helpers.workbench import Workbench

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.session.preferences import Preferences

HALF = resource_path("sample_data", "german_credit_half.csv")
KNOWN = Remembered("march.csv", PROJECT.columns, CHOICES["payoffs"], 0.05)


class Desk(Workbench):
    """A workbench that remembers choices."""

    def __init__(self, settings: Preferences) -> None:
        super().__init__(settings)
        given = self.session, self.datasets, self.runner, self.prompts, settings
        self.projects = ProjectController(*given)
        self.remembered = RememberedController(self.datasets, self.projects, self.prompts, settings)


@pytest.fixture
def desk(qtbot: object, settings: Preferences, tmp_path: Path) -> Desk:
    desk = Desk(settings)
    for name in ("march.csv", "april.csv"):
        (tmp_path / name).write_bytes(HALF.read_bytes())
    desk.datasets.open_paths([tmp_path / "march.csv"])
    desk.prompts.imports[-1].accept()
    desk.payoffs.edit_cell("fn", "-3*amount")
    desk.condition.set_prior(0.1)
    desk.selection.set_population(500)
    models = ModelListController(desk.session, desk.results)
    first, second, third, *_ = desk.snapshot.models
    models.rename(first, "Scorecard 2026")
    models.recolour(second, 12)
    models.arrange(third, [third, first, second])
    models.remove(second)
    desk.datasets.take_rows_for_independent()
    desk.datasets.close_active()
    return desk


def test_that_the_recent_file_says_that_its_choices_are_kept(
    desk: Desk, settings: Preferences, tmp_path: Path
) -> None:
    (entry,) = settings.recent
    assert (entry.path, entry.kept) == (str(tmp_path / "march.csv"), True)


def test_that_the_same_columns_bring_roles_payoffs_and_prior(desk: Desk, tmp_path: Path) -> None:
    desk.prompts.answers["same_columns"] = "use"
    desk.datasets.open_paths([tmp_path / "april.csv"])
    question = desk.prompts.questions[-1]
    assert question.title == "april.csv has the columns of march.csv"
    assert len(desk.prompts.imports) == 1
    info = desk.session.state.dataset
    assert info is not None
    assert (info.name, info.positive_label) == ("april.csv", "bad")
    assert desk.current.payoff.fn == "-3*amount"
    assert desk.current.condition.prior == 0.1
    assert desk.current.group == ""
    assert desk.current.selection.population == 10_000  # what a project is for
    listed = [model.info for model in desk.snapshot.models.values()]
    assert [info.name for info in listed[:2]] == ["mlp", "Scorecard 2026"]
    assert "naive_bayes" not in {info.name for info in listed}
    ModelListController(desk.session, desk.results).bring_back()
    assert {model.info.name: model.info.slot for model in desk.snapshot.models.values()}[
        "naive_bayes"
    ] == 12


def test_that_starting_fresh_asks_as_ever(desk: Desk, tmp_path: Path) -> None:
    desk.prompts.answers["same_columns"] = "fresh"
    desk.datasets.open_paths([tmp_path / "march.csv"])
    assert desk.prompts.questions[-1].title == "march.csv was opened before"
    desk.prompts.imports[-1].accept()
    assert desk.current.condition.prior is None


def test_that_cancelling_goes_on_with_the_next_file(desk: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("label,score\n1,0.9\n0,0.2\n1,0.4\n", encoding="utf-8")
    desk.prompts.answers["same_columns"] = ""
    desk.datasets.open_paths([tmp_path / "april.csv", other])
    assert desk.prompts.imports[-1].draft.source.name == "other.csv"


def test_that_examples_are_not_remembered(desk: Desk, settings: Preferences) -> None:
    (settings.folder / "choices.json").unlink()
    desk.datasets.open_example("german_credit_half")
    desk.datasets.close_active()
    assert not (settings.folder / "choices.json").exists()


def test_that_the_order_of_columns_does_not_matter(tmp_path: Path) -> None:
    choices = RememberedChoices(tmp_path / "choices.json")
    choices.remember(["a", "b"], KNOWN)
    assert choices.find(["b", "a"]) == KNOWN
    assert choices.find(["a", "b", "c"]) is None
    assert choices.find(["a,b"]) is None


def test_that_the_oldest_are_forgotten(tmp_path: Path) -> None:
    choices = RememberedChoices(tmp_path / "choices.json")
    for number in range(MOST + 1):
        choices.remember([str(number)], KNOWN)
    assert choices.find(["0"]) is None
    assert choices.find(["1"]) == choices.find([str(MOST)]) == KNOWN


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 3}', '{"files": [{"shape": 1}, 2]}'])
def test_that_a_damaged_file_counts_as_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / "choices.json").write_text(text, encoding="utf-8")
    choices = RememberedChoices(tmp_path / "choices.json")
    assert choices.find(["a"]) is None
    choices.remember(["a"], KNOWN)
    assert choices.find(["a"]) == KNOWN
