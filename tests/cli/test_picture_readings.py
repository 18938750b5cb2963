"""The other readings of views as pictures: those of the menus of the window."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.cli.picture_snapshots import drawn_pictures, drawn_views
from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES
from tests.helpers.other_inputs import snapshot_of

PICTURES = drawn_pictures(drawn_views())
READINGS = [picture for picture in PICTURES if picture.choices]


def test_that_every_picture_has_a_name_of_its_own() -> None:
    assert len({picture.stem for picture in PICTURES}) == len(PICTURES)
    stems = {view.stem for view in drawn_views() if not view.of_classes}
    assert stems <= {picture.stem for picture in PICTURES}


@pytest.mark.parametrize("picture", READINGS, ids=lambda picture: picture.stem)
def test_that_a_reading_differs_from_how_its_view_opens_by_what_is_chosen(picture) -> None:
    snapshot = snapshot_of("german_credit_half")
    opened, chosen = snapshot.settings.views, picture.chosen(snapshot).settings.views
    assert replace(opened, **picture.choices) == chosen
    names = {field.name for field in fields(ViewChoices)}
    assert picture.choices.keys() <= names
    assert all(getattr(ViewChoices(), name) != value for name, value in picture.choices.items())


def test_that_tables_with_a_reading_of_a_view_have_its_picture() -> None:
    names = {"joint_hull", "ties", "tangents", "error_rate", "cost_ratio", "loss_difference"}
    assert names <= {spec.name for spec in TABLES if spec.in_report}
    assert names <= {picture.stem for picture in READINGS}


def test_that_readings_are_drawn_and_are_not_their_views_again(tmp_path, qapp) -> None:
    words = ["--positive", "bad", "--bootstrap", "0", "--format", "svg", "--fold", "fold"]
    out = tmp_path / "out"
    assert run([str(SAMPLES / "german_credit_cv10.csv"), *words, "--out", str(out)]) == 0
    for picture in READINGS:
        drawn = (out / f"{picture.stem}.svg").read_bytes()
        assert drawn != (out / f"{picture.view.stem}.svg").read_bytes()
