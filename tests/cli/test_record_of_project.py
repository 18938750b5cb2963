"""The window writes the record that `report --format record` writes of its project."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.analysis.interval_settings import BandChoices
from costcurve_gui.analysis.projects import save_project
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.cli.record_of_project import save_record
from costcurve_gui.cli.report import run
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.cli.test_report_project import loaded_example

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_that_the_record_of_the_window_is_that_of_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = loaded_example("german_credit_half")
    settings = replace(
        loaded.settings,
        selection=SelectionSpec(bounds=BoundsSpec(cases=1000.0)),
        bands=BandChoices(spec=BootstrapSpec(50, 0.9, 0)),
    )
    save = partial(save_project, file=loaded.file, settings=settings, layout=None)
    path = tmp_path / "credit_record.json"
    assert save_record(path, save, progress=NO_PROGRESS) == "credit_record.json"
    monkeypatch.chdir(tmp_path)
    words = ["credit_record.ccproj", "--format", "record"]
    assert run([*words, "--out", "report"]) == 0
    ours, theirs = (
        json.loads(one.read_text(encoding="utf-8"))
        for one in (path, tmp_path / "report/record.json")
    )
    assert ours["words"] == theirs["words"]
    assert ours["decision"]["criterion"] == "workforce_profit_single"
    for one in (ours, theirs):
        one.pop("inputs")  # absolute in the window, as they were typed in the report
    assert ours == theirs
    page = path.with_suffix(".html").read_text(encoding="utf-8")
    assert page == (tmp_path / "report" / "record.html").read_text(encoding="utf-8")
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        *("credit_record.ccproj", "credit_record.html", "credit_record.json", "report"),
    ]
    assert run(["--replay", str(path), "--out", str(tmp_path / "again")]) == 0
    again = json.loads((tmp_path / "again" / "record.json").read_text(encoding="utf-8"))
    assert again["decision"] == ours["decision"]
