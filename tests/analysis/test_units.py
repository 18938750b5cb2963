"""Units of a snapshot as the window computes them, against loops over rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.operations import unit_choices
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.operations import units_table
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.unit_results import UnitFigures
from costcurve_gui.analysis.units import (
    find_units,
    has_threshold,
    known_fault,
    known_units,
    unit_column,
    units_key,
    with_units,
)
from costcurve_gui.dataio.columns import ColumnInfo, Kind
from costcurve_gui.dataio.roles.column_names import unit_columns
from costcurve_gui.resources import resource_path


@pytest.fixture(scope="module")
def loaded():
    example = example_of("cards_june")
    assert example is not None
    return load_example("d", example)


@pytest.fixture(scope="module")
def cards():
    return pd.read_csv(resource_path("sample_data", "cards_june.csv"), parse_dates=["time"])


def snapshot_of(loaded, prior=None, **chosen):
    settings = loaded.settings
    views = replace(settings.views, **chosen)
    if prior is not None:
        settings = replace(settings, condition=replace(settings.condition, prior=prior))
    return build_snapshot(loaded.curve_set, replace(settings, views=views))


def with_found(snapshot):
    found = find_units(snapshot, units_key(snapshot))
    return replace(snapshot, results=replace(snapshot.results, units=found))


def stretches(cards, score, days):
    """Return fraud, amount and score of the rows of each card, or of each stretch of days."""
    parts = []
    for _, rows in cards.sort_values("time", kind="stable").groupby("card"):
        since = (rows["time"] - rows["time"].iloc[0]).to_numpy()
        number = since // np.timedelta64(int(days), "D") if days else np.zeros(len(rows))
        cells = [rows["label"].to_numpy() == "fraud", rows["amount"].to_numpy(), rows[score]]
        parts += [
            [np.asarray(cell)[number == one].tolist() for cell in cells]
            for one in np.unique(number)
        ]
    return parts


def by_hand(parts, threshold):
    """Return alarms, found units and money per unit, row by row."""
    alarms = found = 0
    money = 0.0
    for frauds, amounts, scores in parts:
        for fraud, amount, score in zip(frauds, amounts, scores, strict=True):
            if score >= threshold:
                alarms += 1
                found += any(frauds)
                money -= 0.0 if fraud else 25.0
                break
            money -= amount if fraud else 0.0
    return alarms, found, money / len(parts)


@pytest.mark.parametrize("days", [0.0, 7.0])
def test_that_figures_per_unit_are_those_of_a_loop_over_its_rows(loaded, cards, days):
    snapshot = with_found(snapshot_of(loaded, unit_horizon=days))
    key = snapshot.selected
    curve, model = known_units(snapshot)[key], snapshot.models[key]
    figures = UnitFigures.at(curve, model.policy.threshold)
    score = f"score_{model.info.name}"
    parts = stretches(cards, score, days)
    assert curve.positives + curve.negatives == len(parts)
    alarms, found, profit = by_hand(parts, model.policy.threshold)
    assert (figures.alarms, round(figures.tpr * curve.positives)) == (alarms, found)
    assert figures.profit == pytest.approx(profit)
    assert figures.share(curve.prior) == pytest.approx(alarms / len(parts))
    assert figures.precision == pytest.approx(found / alarms)
    best = UnitFigures.best(curve)
    tried = [by_hand(parts, one)[2] for one in (*np.quantile(cards[score], [0.5, 0.9, 0.99]),)]
    assert by_hand(parts, best.threshold)[2] == pytest.approx(best.profit)
    assert max(tried) <= best.profit + 1e-9


def test_that_units_hang_on_column_horizon_and_condition_but_on_no_threshold(loaded):
    snapshot = snapshot_of(loaded)
    assert unit_column(snapshot) == "card"
    assert known_units(snapshot) is None
    found = with_found(snapshot)
    assert set(known_units(found)) == set(snapshot.models)
    assert known_fault(found) == ""
    other = build_snapshot(loaded.curve_set, snapshot.settings, found)
    assert known_units(replace(other, results=found.results)) is not None
    for changed in (snapshot_of(loaded, unit_horizon=3.0), snapshot_of(loaded, prior=0.2)):
        assert known_units(replace(changed, results=found.results)) is None
    key = snapshot.selected
    assert has_threshold(snapshot, key)
    mixed = replace(snapshot.models[key].policy, threshold_2=0.1)
    models = {**snapshot.models, key: replace(snapshot.models[key], policy=mixed)}
    assert not has_threshold(replace(snapshot, models=models), key)


def test_that_the_table_of_the_view_has_the_units_on_show(loaded):
    bare, shown = snapshot_of(loaded), with_found(snapshot_of(loaded, unit_horizon=7.0))
    assert len(units_table(bare, TableOptions()).columns[0]) == 0
    table = units_table(shown, TableOptions())
    column = dict(zip(table.header, table.columns, strict=True))
    curve = known_units(shown)[shown.selected]
    name = shown.models[shown.selected].info.name
    rows = np.array(column["model"]) == name
    assert np.max(np.array(column["unit_profit"])[rows]) == pytest.approx(
        float(curve.profit[curve.best])
    )


def test_that_what_cannot_be_units_is_said(loaded):
    snapshot = snapshot_of(loaded)
    none = replace(snapshot, curve_set=replace(snapshot.curve_set, source=None))
    assert find_units(none, units_key(none)).fault == "The file has no units of its cases."
    data = replace(snapshot.curve_set.dataset, unit_columns=("card", "label"), group=None)
    several = replace(snapshot, curve_set=replace(snapshot.curve_set, dataset=data))
    assert unit_column(several) == ""
    assert units_key(several) is None
    views = replace(snapshot.settings.views, unit="label")
    chosen = replace(several, settings=replace(snapshot.settings, views=views))
    assert set(known_units(with_found(chosen))) == set(snapshot.models)


def test_that_units_are_named_for_one_or_have_many_values_in_several_rows():
    def column(name, *counts):
        values = {f"v{at}": count for at, count in enumerate(counts)}
        return ColumnInfo(name, Kind.TEXT, 0, None, None, len(counts), (), values)

    columns = [
        column("region", 50, 50, 60),
        column("serial", *[2] * 60),
        column("once", *[1] * 90),
        column("card_id", *[3] * 10),
    ]
    assert unit_columns(columns) == ("card_id", "serial")


def test_that_units_of_a_report_are_shown_as_those_of_the_window(loaded) -> None:
    snapshot = snapshot_of(loaded, unit_horizon=7.0)
    key = units_key(snapshot)
    found = find_units(snapshot, key).curves
    source = snapshot.curve_set.source
    labels = snapshot.curve_set.cases.dataset.y_true
    choices = unit_choices(
        key.column, source.units(key.column), labels, source.times(key.times), key.horizon
    )
    shown, results = with_units(snapshot, snapshot.results, choices)
    known = known_units(replace(shown, results=results))
    assert known.keys() == found.keys()
    for name, curve in known.items():
        assert curve.profit.tolist() == found[name].profit.tolist()
