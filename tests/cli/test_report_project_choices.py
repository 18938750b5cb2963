"""Every choice that a project saves is in its report, unless an option says otherwise."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from costcurve_gui.analysis.criteria import CRITERIA
from costcurve_gui.analysis.interval_settings import DEFAULT_BANDS, BandPolicy, Samples, Verdicts
from costcurve_gui.analysis.picture_style import PictureStyle
from costcurve_gui.analysis.selection_settings import BoundsSpec, ReviewSpec, SelectionSpec
from costcurve_gui.analysis.settings import ConditionSpec, MixBy, MixSpec, PointSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.threshold_finders import settled_snapshot
from costcurve_gui.analysis.view_settings import PartialAxis, ViewChoices
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.report import run
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.dataio.segments import SegmentTerms
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.resources import resource_path
from tests.cli.test_report_project import QUICK, loaded_example, report, rows_of, saved, tables_in

if TYPE_CHECKING:
    from pathlib import Path

DONORS, CARDS, CREDIT = "donors_2000", "cards_june", "german_credit_half"
FEW = ("--bootstrap", "20")
TERMS = {"North": SegmentTerms(0.3, {"tp": "gift - 1"})}


def options_in(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["options"]
    assert isinstance(found, dict)
    return found


def cells_of(key: str) -> list[str]:
    """Return payoffs and prior of an example as options."""
    settings = loaded_example(key).settings
    cells = zip(("tp", "fp", "fn", "tn"), settings.payoff.cells, strict=True)
    prior = settings.condition.prior
    given = [f"--{name}={text}" for name, text in cells]
    return given if prior is None else [*given, f"--prior={prior}"]


def by_options(key: str, out: Path, *words: str) -> dict[str, bytes]:
    """Return the tables of an example by options alone."""
    loaded = loaded_example(key)
    data = resource_path("sample_data", f"{key}.csv")
    given = [f"--positive={loaded.info.positive_label}", *cells_of(key)]
    return tables_in(report(data, out, *given, *words))


def test_that_segments_are_as_in_the_window(tmp_path: Path) -> None:
    views = ViewChoices(segment_gap=0.05, segment_gap_rate="tpr", segment_terms=TERMS)
    project, _ = saved(tmp_path, DONORS, views=views)  # the only column there may be
    out = report(project, tmp_path / "1", "--table", "segments,segment_gaps")
    terms = tmp_path / "terms.json"
    terms.write_text('{"North": {"prior": 0.3, "tp": "gift - 1"}}', encoding="utf-8")
    words = ("--segment", "region", "--segment-gap", "tpr=0.05", "--segment-terms", str(terms))
    tables = ("--table", "segments,segment_gaps")
    assert tables_in(out) == by_options(DONORS, tmp_path / "2", *words, *tables)
    options = options_in(out)
    assert (options["segment"], options["segment_gap"]) == ("region", "tpr=0.05")
    assert options["segment_terms"] == {"North": {"prior": 0.3, "tp": "gift - 1"}}
    typed = report(project, tmp_path / "3", "--segment-gap", "fpr=0.1", *tables)
    assert options_in(typed)["segment_gap"] == "fpr=0.1"
    assert tables_in(typed) != tables_in(out)


def test_that_days_and_units_are_as_in_the_window(tmp_path: Path) -> None:
    views = ViewChoices(day="time", day_places=7, day_delay=0.02, unit="card", unit_horizon=7.0)
    project, _ = saved(tmp_path, CARDS, views=views)
    tables = ("--table", "days,day_capacity,units", *FEW)
    out = report(project, tmp_path / "1", *tables)
    assert len(tables_in(out)) == 3
    words = ("--day", "time", "--capacity-per-day", "7", "--delay-cost", "2%")
    units = ("--unit", "card", "--horizon", "7", "--group", "card")
    assert tables_in(out) == by_options(CARDS, tmp_path / "2", *words, *units, *tables)
    typed = report(project, tmp_path / "3", "--capacity-per-day=3", "--horizon=2", *tables)
    given = options_in(typed)
    assert (given["capacity_per_day"], given["horizon"], given["unit"]) == (3, 2.0, "card")


def test_that_as_many_are_seen_a_day_as_come_where_nobody_said_how_many(tmp_path: Path) -> None:
    project, _ = saved(tmp_path, CARDS, views=ViewChoices(day_delay=0.02))
    out = report(project, tmp_path / "1", "--table", "days,day_capacity", *FEW)
    rows = rows_of(out / "days.csv")
    over = [int(row["over_threshold"]) for row in rows if row["model"] == "network"]
    assert options_in(out)["capacity_per_day"] == max(round(sum(over) / len(over)), 1)
    assert options_in(out)["day"] == "time"


def test_that_a_column_that_is_gone_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project, _ = saved(tmp_path, CREDIT, views=ViewChoices(segment="region", unit="card"))
    out = report(project, tmp_path / "1", "--table", "models")
    assert [options_in(out)[name] for name in ("segment", "unit")] == [None, None]
    words = [str(project), "--out", str(tmp_path / "2"), "--segment-gap", "tpr=0.1"]
    assert run(words) == 2
    assert "--segment-gap needs --segment COL beside it" in capsys.readouterr().err


def everything() -> dict[str, Any]:
    """Return choices about the decision, each other than at first."""
    models = loaded_example(CREDIT).info.models
    return {
        "condition": ConditionSpec(0.1, 4.0, prior_belief="beta:2,18", ratio_belief="range:3,8"),
        "selection": SelectionSpec(
            objective=Objective.TPR,
            bounds=BoundsSpec(fpr=0.3, tpr=0.1, precision=0.05, share=0.5, budget=900.0, price=3.0),
            population=700.0,
            review=ReviewSpec(Reviewer(2.0, 0.9, 0.05), 90.0, 3.0),
            known_when_deciding=("amount",),
        ),
        "belief": TriangularBelief(0.1, 0.2, 0.6),
        "views": ViewChoices(partial_axis=PartialAxis.TPR, partial_tpr=(0.7, 0.9)),
        "bands": replace(
            DEFAULT_BANDS,
            policy=BandPolicy.REOPTIMISED,
            samples=Samples.DIFFERENT,
            verdicts=Verdicts.POINTWISE,
            spec=BootstrapSpec(30, 0.8, 5),
        ),
        "mix": MixSpec(
            PointSpec(models[0].key, 0.5), PointSpec(models[1].key, 0.4), MixBy.SHARE, 0.3
        ),
    }


SAID: dict[str, Any] = {
    "prior": 0.1,
    "prior_belief": "beta:2,18",
    "cost_ratio": 4.0,
    "cost_ratio_belief": "range:3,8",
    "max_fpr": 0.3,
    "min_tpr": 0.1,
    "min_precision": 0.05,
    "max_share": 0.5,
    "budget": 900.0,
    "price": 3.0,
    "objective": "tpr",
    "population": 700.0,
    "review_cost": 2.0,
    "review_tpr": 0.9,
    "review_fpr": 0.05,
    "review_capacity": 90.0,
    "known_when_deciding": ["amount"],
    "belief": "triangular:0.1,0.2,0.6",
    "partial_auc": [0.7, 0.9],
    "partial_axis": "tpr",
    "band_policy": "reoptimised",
    "samples": "different",
    "verdicts": "pointwise",
    "confidence": 0.8,
    "seed": 5,
}


def test_that_every_choice_about_the_decision_is_in_the_report(tmp_path: Path) -> None:
    project, _ = saved(tmp_path, CREDIT, **everything())
    tables = ("--table", "selection,models,mixtures,belief_costs,information")
    out = report(project, tmp_path / "1", *tables)
    given = options_in(out)
    assert {name: given[name] for name in SAID} == SAID
    assert {"review_band", "per_case"} <= {
        row["criterion"] for row in rows_of(out / "selection.csv")
    }
    (mixed,) = rows_of(out / "mixtures.csv")
    assert mixed["bound"] == "share"
    assert float(mixed["probability_a"]) == pytest.approx(0.3)
    typed = ("--review-capacity=50", "--prior-belief=beta:5,5", "--partial-auc=0,0.5")
    other = options_in(report(project, tmp_path / "2", *typed, "--table", "models"))
    assert (other["review_capacity"], other["review_cost"]) == (50.0, 2.0)
    assert (other["prior"], other["partial_auc"]) == (0.5, [0.0, 0.5])


def test_that_pictures_have_the_style_of_the_project(tmp_path: Path) -> None:
    style = {"roc": PictureStyle(title="Loans of March", x_range=(0.0, 0.5))}
    folders = {}
    for name, pictures in {"plain": {}, "styled": style}.items():
        (tmp_path / name).mkdir()
        project, _ = saved(tmp_path / name, CREDIT, pictures=pictures)
        words = ("--format", "svg", "--view", "roc,ties")
        folders[name] = report(project, tmp_path / name / "out", *words)
    plain, styled = folders["plain"], folders["styled"]
    assert (plain / "roc.svg").read_bytes() != (styled / "roc.svg").read_bytes()
    assert (plain / "ties.svg").read_bytes() == (styled / "ties.svg").read_bytes()


def test_that_intervals_off_are_off_in_the_page_unless_they_are_asked_for(tmp_path: Path) -> None:
    pages = {}
    for shown in (True, False):
        bands = replace(DEFAULT_BANDS, shown=shown, spec=BootstrapSpec(20))
        project, _ = saved(tmp_path, CREDIT, bands=bands)
        words = [str(project), "--format", "html", "--out", str(tmp_path / f"{shown}")]
        assert run(words) == 0
        pages[shown] = (tmp_path / f"{shown}" / "report.html").read_bytes()
    assert pages[True] != pages[False]
    assert run([*words, "--bootstrap", "20", "--overwrite"]) == 0
    assert (tmp_path / "False" / "report.html").read_bytes() == pages[True]


def test_that_a_project_decides_by_its_units(tmp_path: Path) -> None:
    selection = SelectionSpec(CRITERIA["unit_profit"])
    views = ViewChoices(unit="card", unit_horizon=7.0)
    project, settings = saved(tmp_path, CARDS, selection=selection, views=views)
    loaded = loaded_example(CARDS)
    curve_set = loaded.source.build_curves(loaded.info, settings.payoff, ())
    shown = settled_snapshot(curve_set, settings)
    found = {}
    for word in ("7", "1"):
        options = parse_options([str(project), "--out", "x", "--horizon", word, *QUICK, *FEW])
        (part,) = read_report_input(options).parts
        found[word] = {one.info.name: one.policy.threshold for one in part.snapshot.models.values()}
    assert found["7"] == {one.info.name: one.policy.threshold for one in shown.models.values()}
    by_rows = build_snapshot(curve_set, replace(settings, selection=SelectionSpec()))
    assert found["7"] != {one.info.name: one.policy.threshold for one in by_rows.models.values()}
    assert found["1"] != found["7"]
