"""Files about the same cases become one comparison in the window; others stay apart and say why."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.analysis.project_data import DataMissingError
from costcurve_gui.analysis.projects import open_project, save_project
from costcurve_gui.dataio.project_file import without_data, write_project

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.workbench import Workbench

ROWS = 60


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two files with a model each, of the same cases in different orders."""
    rng = np.random.default_rng(3)
    table = pd.DataFrame(
        {
            "id": [f"{number:03}" for number in range(ROWS)],
            "label": np.where(rng.random(ROWS) < 0.4, "bad", "good"),
            "amount": rng.integers(100, 900, ROWS),
        }
    )
    paths = [tmp_path / "rf.csv", tmp_path / "nb.csv"]
    for seed, path in enumerate(paths):
        scored = table.assign(score=rng.random(ROWS).round(6))
        scored.sample(frac=1, random_state=seed).to_csv(path, index=False)
    return paths


def models(bench: Workbench) -> list[str]:
    info = bench.session.state.dataset
    assert info is not None
    return [model.name for model in info.models]


def test_that_files_of_the_same_cases_can_be_opened_as_one(empty_bench, files) -> None:
    empty_bench.prompts.answers["join"] = "join"
    empty_bench.datasets.open_paths(files)
    [question] = empty_bench.prompts.questions
    assert question.title == "Open rf.csv and nb.csv as one comparison?"
    assert question.text == "rf.csv and nb.csv, joined by id: 60 cases in common."
    [dialog] = empty_bench.prompts.imports
    assert dialog.draft.source.notes[0] == "rf.csv and nb.csv, joined by id: 60 cases in common"
    dialog.accept()
    assert models(empty_bench) == ["rf", "nb"]
    info = empty_bench.session.state.dataset
    assert (info.name, info.path, info.rows) == ("rf.csv + nb.csv", "", ROWS)


def test_that_scores_are_those_of_the_cases(empty_bench, files) -> None:
    empty_bench.prompts.answers["join"] = "join"
    empty_bench.datasets.open_paths(files)
    empty_bench.prompts.imports[0].accept()
    info = empty_bench.session.state.dataset
    cases = empty_bench.store.get(info.id).cases(info).dataset
    first, second = (pd.read_csv(path, dtype={"id": str}) for path in files)
    merged = first.merge(second, on="id")
    np.testing.assert_array_equal(cases.scores["score_rf"], merged["score_x"])
    np.testing.assert_array_equal(cases.scores["score_nb"], merged["score_y"])
    np.testing.assert_array_equal(cases.y_true, merged["label_x"] == "bad")


def test_that_looking_together_can_be_cancelled(empty_bench, files) -> None:
    empty_bench.runner.holding = True
    empty_bench.datasets.open_paths(files)
    empty_bench.runner.holding = False
    empty_bench.runner.cancel_all()
    assert empty_bench.prompts.imports == []
    empty_bench.datasets.open_paths(files[:1])
    assert len(empty_bench.prompts.imports) == 1


def test_that_they_can_be_opened_apart_or_not_at_all(empty_bench, files) -> None:
    empty_bench.prompts.answers["join"] = ""
    empty_bench.datasets.open_paths(files)
    assert empty_bench.prompts.imports == []
    empty_bench.prompts.answers["join"] = "apart"
    empty_bench.datasets.open_paths(files)
    for place, name in enumerate(("rf.csv", "nb.csv")):
        assert empty_bench.prompts.imports[place].draft.source.name == name
        assert empty_bench.prompts.imports[place].draft.source.notes == ()
        empty_bench.prompts.imports[place].accept()
    assert len(empty_bench.session.state.datasets) == 2


def test_that_files_of_different_cases_stay_apart_and_say_so(empty_bench, files) -> None:
    table = pd.read_csv(files[1], dtype={"id": str})
    table.assign(id="x" + table["id"]).to_csv(files[1], index=False)
    empty_bench.datasets.open_paths(files)
    assert empty_bench.prompts.questions == []
    [dialog] = empty_bench.prompts.imports
    [note] = dialog.draft.source.notes
    assert note.startswith("rf.csv and nb.csv share 0 of 60 values of id: they are about differ")
    dialog.accept()
    assert empty_bench.prompts.imports[1].draft.source.name == "nb.csv"


def test_that_a_file_that_cannot_be_read_is_told_alone(empty_bench, files, tmp_path) -> None:
    empty_bench.datasets.open_paths([tmp_path / "gone.csv", files[0]])
    [(title, message)] = empty_bench.prompts.errors
    assert title == "The file was not opened"
    assert "gone.csv" in message
    assert empty_bench.prompts.imports[0].draft.source.notes == ()


def test_that_models_are_added_to_the_file_on_screen(empty_bench, files) -> None:
    empty_bench.datasets.open_paths(files[:1])
    empty_bench.prompts.imports[0].accept()
    empty_bench.prompts.files = (files[1],)
    empty_bench.datasets.join_files()
    empty_bench.prompts.imports[1].accept()
    assert models(empty_bench) == ["rf", "nb"]
    assert empty_bench.prompts.questions == []


def test_that_a_third_file_is_added_to_two(empty_bench, files, tmp_path) -> None:
    empty_bench.prompts.answers["join"] = "join"
    empty_bench.datasets.open_paths(files)
    empty_bench.prompts.imports[0].accept()
    third = tmp_path / "svm.csv"
    pd.read_csv(files[0], dtype={"id": str})[["id", "score"]].to_csv(third, index=False)
    empty_bench.prompts.files = (third,)
    empty_bench.datasets.join_files()
    empty_bench.prompts.imports[1].accept()
    assert models(empty_bench) == ["rf", "nb", "svm"]


def test_that_what_cannot_be_added_is_said_and_leaves_what_is_open(empty_bench, files) -> None:
    empty_bench.datasets.open_paths(files[:1])
    empty_bench.prompts.imports[0].accept()
    before = empty_bench.session.state
    files[1].write_text(files[1].read_text().replace("\n", "\n9", 1).replace(",bad,", ",good,"))
    empty_bench.prompts.files = (files[1],)
    empty_bench.datasets.join_files()
    [(title, message)] = empty_bench.prompts.errors
    assert title == "The files were not joined"
    assert "rf.csv and nb.csv" in message
    assert empty_bench.session.state is before


def test_that_nothing_is_added_to_a_pasted_table(empty_bench, files) -> None:
    empty_bench.datasets.open_text(files[0].read_text())
    empty_bench.prompts.imports[0].accept()
    empty_bench.datasets.join_files()
    assert empty_bench.prompts.errors[0][0] == "There is no file to add models to"


@pytest.fixture
def joined(empty_bench, files, tmp_path):
    """Return the project of two files that were joined."""
    empty_bench.prompts.answers["join"] = "join"
    empty_bench.datasets.open_paths(files)
    opened = []
    empty_bench.datasets.on_opened = opened.append
    empty_bench.prompts.imports[0].accept()
    [loaded] = opened
    path = tmp_path / "both.ccproj"
    return path, save_project(path, loaded.file, loaded.settings, None)


def test_that_a_project_joins_its_files_again(joined, files):
    path, project = joined
    assert [one.name for one in project.data.joined] == ["rf.csv", "nb.csv"]
    hashes = [sha256(file.read_bytes()).hexdigest() for file in files]
    assert [one.sha256 for one in project.data.joined] == hashes
    opened = open_project(path, "1")
    assert (opened.changes, opened.notes) == ("", ())
    info = opened.loaded.info
    assert [(model.name, model.file) for model in info.models] == [
        ("rf", "rf.csv"),
        ("nb", "nb.csv"),
    ]
    assert info.joined
    assert info.rows == ROWS


def test_that_joined_files_are_found_where_they_were_moved(joined, files):
    path, _ = joined
    (path.parent / "data").mkdir()
    for file in files:
        file.rename(path.parent / "data" / file.name)
    opened = open_project(path, "1")
    assert (opened.changes, opened.loaded.info.joined) == ("", True)


def test_that_a_joined_file_that_changed_is_said(joined, files):
    path, _ = joined
    text = files[1].read_text().splitlines()
    text[1] = text[1].rsplit(",", 1)[0] + ",0.125"
    files[1].write_text("\n".join(text) + "\n")
    opened = open_project(path, "1")
    assert "nb differs in 1 row" in opened.changes
    assert open_project(path, "1", use_copy=True).changes == ""


def test_that_a_project_holds_joined_files_whole(joined, files):
    path, _ = joined
    for file in files:
        file.unlink()
    opened = open_project(path, "1")
    assert [model.name for model in opened.loaded.info.models] == ["rf", "nb"]
    assert opened.loaded.info.rows == ROWS
    assert opened.notes[0].startswith("A file that was joined is not where it was")


def test_that_a_project_without_a_copy_asks_for_a_joined_file(joined, files, tmp_path):
    path, project = joined
    write_project(path, without_data(project))
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "away").mkdir()
    away = tmp_path / "far" / "away" / "nb.csv"
    files[1].rename(away)
    with pytest.raises(DataMissingError, match=r"nb\.csv is not at"):
        open_project(path, "1")
    assert open_project(path, "1", away).loaded.info.joined
