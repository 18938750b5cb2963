from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.examples import example_of, examples
from costcurve_gui.analysis.intervals.requests import banded_models
from costcurve_gui.analysis.snapshot import ranking
from costcurve_gui.controllers import dataset_controller
from costcurve_gui.controllers.view_controllers import ViewChoiceController
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.dataio.source import Fingerprint
    from tests.helpers.workbench import Workbench

HALF = resource_path("sample_data", "german_credit_half.csv")


def write_scores(path: Path, models: int, rows: int = 60) -> Path:
    header = ["label", "amount", *(f"score_m{number}" for number in range(models))]
    lines = [",".join(header)]
    for row in range(rows):
        bad = row % 3 == 0
        scores = [(row * (number + 3) % 17) / 17 + bad * number / 10 for number in range(models)]
        label = "bad" if bad else "good"
        lines.append(",".join([label, str(100 + row), *(f"{score:.4f}" for score in scores)]))
    path.write_text("\n".join(lines) + "\n")
    return path


def test_that_an_example_opens_without_asking(empty_bench: Workbench) -> None:
    empty_bench.datasets.open_example("german_credit")
    assert empty_bench.prompts.imports == []
    info = empty_bench.session.state.dataset
    assert info is not None
    assert (info.rows, info.positives, info.positive_label) == (500, 150, "bad")
    assert len(info.models) == 6
    assert empty_bench.session.undo_label is None


def test_that_german_credit_opens_with_the_costs_of_the_design(empty_bench: Workbench) -> None:
    empty_bench.datasets.open_example("german_credit")
    snapshot = empty_bench.snapshot
    assert snapshot.condition.prior == 0.05
    assert snapshot.curve_set.payoff_means["fn"] == pytest.approx(-574_306 / 150)
    assert snapshot.curve_set.payoff_means["tn"] == pytest.approx(0.05 * 1_037_475 / 350)
    assert snapshot.condition.probability_cost == pytest.approx(0.576, abs=5e-4)
    assert empty_bench.current.payoff.preset == "credit_approval"
    assert snapshot.best is not None
    best = snapshot.models[snapshot.best]
    assert best.info.name == "naive_bayes"
    assert best.policy.threshold == pytest.approx(0.0325, abs=5e-5)
    assert best.policy.expected_profit == pytest.approx(60.15, abs=5e-3)
    runner_up = next(m for m in snapshot.models.values() if m.info.name == "gradient_boosting")
    assert runner_up.policy.expected_profit == pytest.approx(53.14, abs=5e-3)


@pytest.mark.parametrize("key", [one.key for one in examples()])
def test_that_every_example_opens(empty_bench: Workbench, key: str) -> None:
    empty_bench.datasets.open_example(key)
    info = empty_bench.session.state.dataset
    assert info is not None
    example = example_of(key)
    assert example is not None
    assert info.name == f"{key}.csv"
    rows, models = (int("".join(filter(str.isdigit, part))) for part in example.lines[0].split(","))
    assert (info.rows, len(info.models)) == (rows, models)
    assert empty_bench.prompts.errors == []
    assert empty_bench.settings.recent == ()


def test_that_the_areas_are_those_stated_for_the_shipped_file(empty_bench: Workbench) -> None:
    empty_bench.datasets.open_example("german_credit")
    areas = {m.info.name: m.evaluation.auc for m in empty_bench.snapshot.curve_set.models}
    assert areas == pytest.approx(
        {
            "logistic_regression": 0.764743,
            "naive_bayes": 0.772286,
            "mlp": 0.734762,
            "decision_tree": 0.664067,
            "random_forest": 0.767905,
            "gradient_boosting": 0.758133,
        },
        abs=5e-7,
    )


def test_that_of_many_models_only_the_curves_of_the_six_best_are_drawn(
    empty_bench: Workbench,
) -> None:
    empty_bench.datasets.open_example("sonar")
    snapshot = empty_bench.snapshot
    costs = {key: one.policy.normalized_expected_cost for key, one in snapshot.models.items()}
    hidden = costs.keys() - snapshot.shown.keys()
    assert (len(snapshot.shown), len(costs)) == (6, 16)
    assert max(costs[key] for key in snapshot.shown) <= min(costs[key] for key in hidden)
    assert snapshot.settings.hidden is None


def test_that_the_six_best_are_chosen_again_until_the_user_chooses(
    empty_bench: Workbench,
) -> None:
    empty_bench.datasets.open_example("sonar")
    shown = set(empty_bench.snapshot.shown)
    empty_bench.condition.set_prior(0.02)
    snapshot = empty_bench.snapshot
    again = set(snapshot.shown)
    assert (again != shown, len(again)) == (True, 6)
    assert again == set(ranking(snapshot)[:6])
    worst = ranking(snapshot)[-1]
    empty_bench.selection.select_model(worst)
    assert set(empty_bench.snapshot.shown) == {worst, *ranking(snapshot)[:5]}
    empty_bench.selection.follow_best()
    empty_bench.selection.show_model(worst, shown=True)
    by_hand = set(empty_bench.snapshot.shown)
    assert by_hand == {*again, worst}
    empty_bench.condition.set_prior(0.5)
    snapshot = empty_bench.snapshot
    assert set(snapshot.shown) == {*by_hand, snapshot.selected}


def test_that_one_band_is_drawn_and_a_second_one_on_request(empty_bench: Workbench) -> None:
    empty_bench.datasets.open_example("sonar")
    selected, hidden = empty_bench.snapshot.selected, ranking(empty_bench.snapshot)[-1]
    assert banded_models(empty_bench.snapshot) == (selected,)
    choices = ViewChoiceController(empty_bench.session)
    choices.switch_second_band(hidden)
    assert banded_models(empty_bench.snapshot) == (hidden, selected)
    assert empty_bench.snapshot.settings.hidden is None
    choices.switch_second_band(hidden)
    assert banded_models(empty_bench.snapshot) == (selected,)
    assert hidden not in empty_bench.snapshot.shown


def test_that_a_model_whose_curve_is_hidden_can_be_the_best(empty_bench: Workbench) -> None:
    empty_bench.datasets.open_example("sonar")
    best = empty_bench.snapshot.best
    assert best is not None
    other = ranking(empty_bench.snapshot)[-1]
    empty_bench.selection.select_model(other)
    empty_bench.selection.show_model(best, shown=False)
    snapshot = empty_bench.snapshot
    assert (snapshot.best, snapshot.selected) == (best, other)
    assert best not in snapshot.shown
    empty_bench.selection.follow_best()
    assert best in empty_bench.snapshot.shown  # the chosen model always is


def test_that_a_file_is_asked_about_and_then_read(empty_bench: Workbench) -> None:
    empty_bench.datasets.open_paths([HALF])
    [dialog] = empty_bench.prompts.imports
    assert empty_bench.session.state.dataset is None
    assert len(dialog.findings) == 1
    dialog.accept()
    info = empty_bench.session.state.dataset
    assert info is not None
    assert info.path == str(HALF)
    assert [file.path for file in empty_bench.settings.recent] == [str(HALF)]
    assert empty_bench.settings.data_folder == HALF.parent


@pytest.fixture
def hashed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset_controller, "HASH_AFTER_MS", 0)


def fingerprint_of(bench: Workbench) -> Fingerprint:
    return bench.store.get(bench.session.state.dataset.id).fingerprint


@pytest.mark.usefixtures("hashed_at_once")
def test_that_a_file_is_hashed_after_it_is_shown(empty_bench, tmp_path, qtbot) -> None:
    path = write_scores(tmp_path / "scores.csv", 1)
    empty_bench.datasets.open_paths([path])
    empty_bench.prompts.imports[0].accept()
    shown, fingerprint = empty_bench.snapshot, fingerprint_of(empty_bench)
    assert fingerprint.known == ""
    qtbot.waitUntil(lambda: fingerprint.known != "")
    assert fingerprint.known == hashlib.sha256(path.read_bytes()).hexdigest()
    assert empty_bench.snapshot is shown  # nothing has to be drawn or resampled again


@pytest.mark.usefixtures("hashed_at_once")
def test_that_a_file_closed_at_once_is_not_hashed(empty_bench, tmp_path, qtbot) -> None:
    empty_bench.datasets.open_paths([write_scores(tmp_path / "scores.csv", 1)])
    empty_bench.prompts.imports[0].accept()
    empty_bench.datasets.close_active()
    qtbot.wait(20)
    assert not any(label.startswith("Hashing") for label in empty_bench.runner.labels)


def test_that_several_files_are_asked_about_one_after_the_other(
    empty_bench: Workbench, tmp_path: Path
) -> None:
    empty_bench.prompts.answers["join"] = "apart"
    paths = [write_scores(tmp_path / f"{name}.csv", 2) for name in "ab"]
    empty_bench.datasets.open_paths(paths)
    [first] = empty_bench.prompts.imports
    first.accept()
    second = empty_bench.prompts.imports[1]
    second.answers.rejected()
    assert [info.name for info in empty_bench.session.state.datasets] == ["a.csv"]


def test_that_a_file_that_cannot_be_read_is_told_and_the_next_one_asked_about(
    empty_bench: Workbench, tmp_path: Path
) -> None:
    good = write_scores(tmp_path / "good.csv", 2)
    empty_bench.datasets.open_paths([tmp_path / "gone.csv", good])
    [(title, message)] = empty_bench.prompts.errors
    assert title == "The file was not opened"
    assert "gone.csv" in message
    assert len(empty_bench.prompts.imports) == 1


def test_that_a_file_of_one_class_leaves_everything_as_it_was(
    bench: Workbench, tmp_path: Path
) -> None:
    before = bench.session.state
    path = tmp_path / "one.csv"
    path.write_text("label,score_a\n" + "good,0.5\n" * 20)
    bench.datasets.open_paths([path])
    for dialog in bench.prompts.imports:
        dialog.accept()
    assert bench.session.state is before
    assert len(bench.prompts.errors) == 1


def test_that_reading_options_look_into_the_file_again(
    empty_bench: Workbench, tmp_path: Path
) -> None:
    from costcurve_gui.dataio.source import ReadOptions

    path = write_scores(tmp_path / "a.csv", 2)
    empty_bench.datasets.open_paths([path])
    [dialog] = empty_bench.prompts.imports
    dialog.answers.options_changed(ReadOptions(header=False))
    assert len(dialog.sources) == 1
    assert dialog.sources[0].rows == 61


def test_that_a_pasted_table_opens_like_a_file(empty_bench: Workbench, tmp_path: Path) -> None:
    text = write_scores(tmp_path / "a.csv", 2).read_text()
    empty_bench.datasets.open_text(text)
    [dialog] = empty_bench.prompts.imports
    dialog.accept()
    info = empty_bench.session.state.dataset
    assert info is not None
    assert info.path == ""
    assert empty_bench.settings.recent == ()


def test_that_chosen_files_are_opened(empty_bench: Workbench) -> None:
    empty_bench.prompts.files = (HALF,)
    empty_bench.datasets.choose_files()
    assert len(empty_bench.prompts.imports) == 1


def test_that_a_file_found_again_takes_the_place_of_the_missing_one(
    empty_bench: Workbench,
) -> None:
    empty_bench.settings.remember_file("/gone/half.csv")
    empty_bench.prompts.files = (HALF,)
    empty_bench.datasets.locate("/gone/half.csv")
    empty_bench.prompts.imports[0].accept()
    assert [file.path for file in empty_bench.settings.recent] == [str(HALF)]


def test_that_looking_that_is_cancelled_goes_on_with_the_next_file(
    empty_bench: Workbench, tmp_path: Path
) -> None:
    paths = [write_scores(tmp_path / f"{name}.csv", 2) for name in "ab"]
    empty_bench.runner.holding = True
    for path in paths:
        empty_bench.datasets.open_paths([path])
    empty_bench.runner.holding = False
    empty_bench.runner.cancel_all()
    [dialog] = empty_bench.prompts.imports
    assert dialog.draft.source.name == "b.csv"
