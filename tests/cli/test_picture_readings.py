"""The other readings of views as pictures: those of the menus of the window."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.cli.picture_snapshots import drawn_pictures, drawn_views, model_pictures
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


def test_that_every_combination_has_a_picture_of_its_box(tmp_path, qapp) -> None:
    derived = ["--derive", "and:mlp@0.3,naive_bayes@0.2", "--derive", "calibrated:mlp"]
    words = ["--positive", "bad", "--bootstrap", "0", "--format", "svg", *derived]
    out = tmp_path / "out"
    assert run([str(SAMPLES / "german_credit_half.csv"), *words, "--out", str(out)]) == 0
    (drawn,) = out.glob("combination_*.svg")
    assert drawn.name == "combination_mlp_and_naive_bayes.svg"
    assert drawn.read_bytes() != (out / "roc.svg").read_bytes()


def test_that_hybrid_curves_are_drawn_where_the_condition_can_choose(tmp_path, qapp) -> None:
    file, out = str(SAMPLES / "breast_cancer_family.csv"), tmp_path / "out"
    assert run([file, "--bootstrap", "0", "--format", "svg", "--out", str(out)]) == 0
    for hybrid, view in (("hybrid", "cost_space"), ("hybrid_roc", "roc")):
        assert (out / f"{hybrid}.svg").read_bytes() != (out / f"{view}.svg").read_bytes()
    plain = tmp_path / "plain.csv"
    plain.write_text("model,tp,fn,fp,tn\na,8,2,3,7\na,6,4,1,9\nb,7,3,2,8\n")
    out = tmp_path / "without"
    assert run([str(plain), "--bootstrap", "0", "--format", "svg", "--out", str(out)]) == 0
    assert list(out.glob("hybrid*")) == []


def test_that_a_hybrid_is_that_of_the_window_under_its_rule() -> None:
    from costcurve_gui.analysis.criteria import PERFORMANCE_INDEPENDENT
    from costcurve_gui.analysis.snapshot_builder import build_snapshot

    snapshot = snapshot_of("german_credit_half")
    pictures = model_pictures(drawn_views(), snapshot)
    (shown, _) = (one.chosen(snapshot) for one in pictures if one.stem.startswith("hybrid"))
    selection = replace(snapshot.settings.selection, criterion=PERFORMANCE_INDEPENDENT)
    settings = replace(snapshot.settings, selection=selection)
    window = build_snapshot(snapshot.curve_set, settings, snapshot)
    assert shown.selected == window.selected
    assert {key: one.policy for key, one in shown.models.items()} == {
        key: one.policy for key, one in window.models.items()
    }
    assert shown.selected in shown.results.hybrids
