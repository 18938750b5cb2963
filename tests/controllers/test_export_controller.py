from __future__ import annotations

import csv
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis.intervals.requests import band_request, banded_models
from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.analysis.tables.verdicts import VERDICTS_HEADER
from costcurve_gui.controllers.export_controller import write_curves
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.band import Band
from tests.helpers.band_snapshots import resampled

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.workbench import Workbench


def draw(path: Path) -> None:
    path.write_text("picture")


def draw_half(path: Path) -> None:
    path.write_text("half a pic")
    raise OSError(28, "No space left on device")


def nothing() -> None:
    """Take the news that something was written."""


def fail() -> None:
    raise AssertionError("nothing was written")


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


@pytest.fixture
def target(bench: Workbench, tmp_path: Path) -> Path:
    bench.prompts.save_path = tmp_path / "out" / "roc.png"
    bench.prompts.save_path.parent.mkdir()
    return bench.prompts.save_path


def test_that_a_picture_is_written_where_the_user_says(bench: Workbench, target: Path) -> None:
    told: list[str] = []
    bench.exports.save_picture("roc", "roc.png", draw, lambda: told.append("done"), table="")
    assert target.read_text() == "picture"
    assert [path.name for path in target.parent.iterdir()] == ["roc.png"]
    assert bench.notices == ["Wrote roc.png"]
    assert told == ["done"]


def test_that_the_curves_are_written_beside_the_picture(bench: Workbench, target: Path) -> None:
    bench.exports.save_picture("roc", "roc.png", draw, nothing, table="csv")
    header, first, *_ = rows_of(target.with_suffix(".csv"))
    assert header == ["model", "threshold", "fpr", "tpr", "fp", "tp", "on_hull"]
    assert first[:4] == ["a", "inf", "0", "0"] or [float(x) for x in first[2:4]] == [0, 0]


def test_that_the_next_export_begins_in_the_same_folder(bench: Workbench, target: Path) -> None:
    bench.exports.save_picture("roc", "roc.png", draw, nothing, table="")
    bench.exports.save_curves("cost", "cost_space.csv", nothing)
    assert bench.prompts.suggested[-1] == target.parent / "cost_space.csv"


def test_that_a_picture_that_fails_leaves_nothing_behind(bench: Workbench, target: Path) -> None:
    bench.exports.save_picture("roc", "roc.png", draw_half, fail, table="csv")
    assert list(target.parent.iterdir()) == []
    [(_, message)] = bench.prompts.errors
    assert message == "Cannot write roc.png: No space left on device. Choose another folder."
    assert bench.notices == []


def test_that_a_failed_picture_leaves_the_one_before(bench: Workbench, target: Path) -> None:
    target.write_text("last week")
    bench.exports.save_picture("roc", "roc.png", draw_half, fail, table="")
    assert target.read_text() == "last week"


def test_that_curves_that_cannot_be_written_are_told(bench: Workbench, tmp_path: Path) -> None:
    bench.prompts.save_path = tmp_path / "nowhere" / "roc.csv"
    bench.exports.save_curves("roc", "roc.csv", fail)
    [(title, message)] = bench.prompts.errors
    assert title == "Nothing was written"
    assert "roc.csv" in message


def test_that_thinking_better_of_it_writes_nothing(bench: Workbench) -> None:
    bench.exports.save_picture("roc", "roc.png", draw, fail, table="csv")
    assert bench.notices == []


def show_band(bench: Workbench) -> None:
    snapshot = bench.results.snapshot
    assert snapshot is not None
    spec, [key] = snapshot.settings.bands.spec, banded_models(snapshot)[-1:]
    ends = np.array([0.0, 1.0])
    band = Band(ends, ends, ends - 0.1, ends + 0.1, "fixed policy", spec)
    found = Intervals(snapshot.settings.bands, {band_request(snapshot, "cost", key): band})
    bench.results.update(snapshot.curve_set, lambda one: replace(one, intervals=found))


def test_that_bands_on_show_are_written_beside_the_curves(bench: Workbench, target: Path) -> None:
    show_band(bench)
    bench.prompts.save_path = target.with_name("cost.csv")
    bench.exports.save_curves("cost", "cost.csv", nothing)
    assert {path.name for path in target.parent.iterdir()} == {"cost.csv", "cost_band.csv"}
    header, first, _ = rows_of(target.with_name("cost_band.csv"))
    assert header[-4:] == ["method", "replicates", "level", "seed"]
    assert first[1:] == ["0", "0", "-0.1", "0.1", "fixed policy", "2000", "0.9", "0"]
    assert bench.notices == ["Wrote cost.csv and cost_band.csv"]


def test_that_a_table_of_money_says_by_what_misses_were_scaled(
    bench: Workbench, target: Path
) -> None:
    bench.prompts.save_path = target.with_name("profit.csv")
    bench.exports.save_curves("profit", "profit.csv", nothing)
    plain, *_ = rows_of(target.with_name("profit.csv"))
    bench.condition.set_cost_ratio(5.0)
    assert bench.results.snapshot is not None
    bench.exports.save_curves("profit", "profit.csv", nothing)
    header, *rows = rows_of(target.with_name("profit.csv"))
    assert header == [*plain, "miss_factor"]
    assert {float(row[-1]) for row in rows} == {bench.results.snapshot.miss_factor}


def test_that_files_that_nobody_chose_are_replaced_only_when_asked(
    bench: Workbench, target: Path
) -> None:
    curves = target.with_suffix(".csv")
    curves.write_text("mine")
    bench.exports.save_picture("roc", "roc.png", draw, nothing, table="csv")
    assert curves.read_text() == "mine"
    assert target.read_text() == "picture"
    assert bench.prompts.asked_to_replace == [(str(curves),)]
    assert bench.prompts.errors == []
    bench.prompts.agrees = True
    bench.exports.save_picture("roc", "roc.png", draw, nothing, table="csv")
    assert rows_of(curves)[0][0] == "model"
    assert bench.notices[-1] == "Wrote roc.csv"


def test_that_the_file_that_was_chosen_is_not_asked_about_again(
    bench: Workbench, target: Path
) -> None:
    bench.prompts.save_path = target.with_suffix(".csv")
    bench.prompts.save_path.write_text("mine")
    bench.exports.save_curves("roc", "roc.csv", nothing)
    assert bench.prompts.asked_to_replace == []
    assert rows_of(bench.prompts.save_path)[0][0] == "model"


def test_that_bands_beside_the_chosen_file_are_asked_about(bench: Workbench, target: Path) -> None:
    show_band(bench)
    bench.prompts.save_path, band = target.with_name("cost.csv"), target.with_name("cost_band.csv")
    band.write_text("mine")
    bench.exports.save_curves("cost", "cost.csv", fail)
    assert bench.prompts.asked_to_replace == [(str(band),)]
    assert [path.name for path in target.parent.iterdir()] == ["cost_band.csv"]
    assert band.read_text() == "mine"
    bench.prompts.agrees = True
    bench.exports.save_curves("cost", "cost.csv", nothing)
    assert bench.notices == ["Wrote cost.csv and cost_band.csv"]


def test_that_verdicts_are_written_as_a_file(tmp_path):
    path = tmp_path / "verdicts.csv"
    write_curves("verdicts", resampled("verdicts"), path, progress=NO_PROGRESS)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].split(",") == list(VERDICTS_HEADER)
    assert lines[1].startswith("0,0.1")
    assert all(",simultaneous,400,0.9,0" in line for line in lines[1:])


@pytest.mark.parametrize("ending", ["tsv", "xlsx", "parquet"])
def test_that_the_ending_is_the_format_and_the_next_one_suggested(
    bench: Workbench, target: Path, ending: str
) -> None:
    show_band(bench)
    bench.prompts.save_path = target.with_name(f"cost.{ending}")
    bench.exports.save_curves("cost", "cost.csv", nothing)
    names = {path.name for path in target.parent.iterdir()}
    assert names == {f"cost.{ending}", f"cost_band.{ending}"}
    bench.exports.save_curves("roc", "roc.csv", nothing)
    assert bench.prompts.suggested[-1].name == f"roc.{ending}"


def test_that_a_table_of_another_ending_is_refused(bench: Workbench, target: Path) -> None:
    bench.prompts.save_path = target.with_name("cost.doc")
    bench.exports.save_curves("cost", "cost.csv", fail)
    [(title, message)] = bench.prompts.errors
    assert title == "Nothing was written"
    assert ".csv, .tsv, .xlsx or .parquet" in message
    assert list(target.parent.iterdir()) == []


def test_that_a_locked_folder_is_named(bench: Workbench, target: Path, monkeypatch) -> None:
    def locked(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkdtemp", locked)
    bench.exports.save_picture("roc", "roc.png", draw, fail, table="")
    assert bench.prompts.errors == [
        (
            "Nothing was written",
            "Cannot write roc.png: the folder is read-only. Choose another folder.",
        )
    ]


def test_that_a_picture_has_the_ending_of_its_format(bench: Workbench, target: Path) -> None:
    bench.prompts.save_path = target.with_suffix(".jpg")
    bench.exports.save_picture("roc", "roc.png", draw, fail)
    assert bench.prompts.errors == [
        (
            "Nothing was written",
            "Cannot write roc.jpg: it is a PNG file. Choose a name that ends in .png.",
        )
    ]
    assert list(target.parent.iterdir()) == []


def test_that_a_name_that_cannot_be_is_told(bench: Workbench, target: Path) -> None:
    bench.prompts.save_path = target.with_name("x" * 300 + ".png")
    bench.exports.save_picture("roc", "roc.png", draw, fail)
    [(_, message)] = bench.prompts.errors
    assert message.startswith("Cannot write xxx")
    assert message.endswith("Choose another name.")
    assert len(message) < 120
    assert list(target.parent.iterdir()) == []


def test_that_models_that_a_picture_leaves_out_are_not_in_its_table(
    bench: Workbench, target: Path
) -> None:
    assert bench.results.snapshot is not None
    keep, *others = bench.results.snapshot.models
    bench.exports.save_picture(
        "roc", "roc.png", draw, nothing, table="csv", hidden=frozenset(others)
    )
    rows = rows_of(target.with_suffix(".csv"))[1:]
    assert {row[0] for row in rows} == {bench.results.snapshot.models[keep].info.name}
