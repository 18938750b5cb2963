"""A column that repeats: a hint, resampling by it, and both in a project, with undo."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.loading import load
from costcurve_gui.analysis.projects import make_project
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.project_file import read_project, write_project
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_roles import ClassScores, Roles, several_classes
from tests.flows.driver import click, snapshot_of

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.views.panels.group_hint import GroupHint
    from costcurve_gui.window.program import Program


@pytest.fixture
def orders(qtbot: QtBot, program: Program, tmp_path: Path) -> Program:
    """Return the program with cases of 40 customers, five rows each, that nobody named."""
    random, path = np.random.default_rng(1), tmp_path / "orders.csv"
    lines = ["customer,label,score_a"]
    for row in range(200):
        score = random.normal() + row // 5 % 3 + (row // 5) % 7 / 2
        lines.append(f"c{row // 5},{'yes' if row // 5 % 3 else 'no'},{score:.4f}")
    path.write_text("\n".join(lines) + "\n")
    source = open_source(path)
    roles, given = choose_roles(source, group="none"), (lambda _: DatasetSettings())
    program.datasets.open_by(path.name, partial(_read, source, roles, given))
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    qtbot.waitUntil(lambda: not program.window.reveal.under_way)
    return program


def _read(source, roles, given, dataset_id, *, progress):
    return load(dataset_id, source, roles, given, progress=progress)


def hint_of(program: Program) -> GroupHint:
    QApplication.processEvents()
    return program.window.dataset_panel.groups


def width(program: Program) -> float:
    (model,) = snapshot_of(program).curve_set.models
    return model.auc.of_score.high - model.auc.of_score.low


def grouped_by(qtbot: QtBot, program: Program, column: str | None) -> None:
    qtbot.waitUntil(lambda: snapshot_of(program).curve_set.dataset.group == column)


def test_that_a_hint_that_was_never_shown_says_nothing(program: Program) -> None:
    assert hint_of(program).text == ""


def test_that_rows_are_resampled_by_the_column_with_one_click_and_undone(
    qtbot: QtBot, orders: Program, tmp_path: Path
) -> None:
    hint = hint_of(orders)
    assert hint.isVisible()
    assert hint.text.startswith("customer has 40 values in 200 rows. Intervals treat rows as")
    assert hint.resample.text() == "Resample by customer"
    by_rows = width(orders)
    click(qtbot, orders, "group_hint_resample")
    grouped_by(qtbot, orders, "customer")
    assert not hint_of(orders).isVisible()
    assert width(orders) > 1.5 * by_rows
    document = orders.projects.active
    assert document is not None
    project = make_project(document.file, orders.session.state.current, tmp_path)
    assert project.columns["group"] == "customer"
    orders.session.undo()
    grouped_by(qtbot, orders, None)
    assert hint_of(orders).isVisible()
    assert width(orders) == by_rows
    orders.session.redo()
    grouped_by(qtbot, orders, "customer")


def test_that_a_project_remembers_that_rows_are_independent(
    qtbot: QtBot, orders: Program, tmp_path: Path
) -> None:
    click(qtbot, orders, "group_hint_dismiss")
    assert not hint_of(orders).isVisible()
    orders.session.undo()
    assert hint_of(orders).isVisible()
    orders.session.redo()
    document, path = orders.projects.active, tmp_path / "a.ccproj"
    assert document is not None
    write_project(path, make_project(document.file, orders.session.state.current, tmp_path))
    assert read_project(path).choices["rows_independent"]
    orders.datasets.close_active()
    orders.projects.open(path)
    qtbot.waitUntil(lambda: orders.results.snapshot is not None)
    assert not hint_of(orders).isVisible()
    assert orders.session.state.current.group == ""


def test_that_groups_of_a_project_need_no_hint(
    qtbot: QtBot, orders: Program, tmp_path: Path
) -> None:
    click(qtbot, orders, "group_hint_resample")
    grouped_by(qtbot, orders, "customer")
    by_groups = width(orders)
    document, path = orders.projects.active, tmp_path / "b.ccproj"
    assert document is not None
    write_project(path, make_project(document.file, orders.session.state.current, tmp_path))
    orders.datasets.close_active()
    orders.projects.open(path)
    qtbot.waitUntil(lambda: orders.results.snapshot is not None)
    assert snapshot_of(orders).curve_set.dataset.group == "customer"
    assert width(orders) == pytest.approx(by_groups)
    assert not hint_of(orders).isVisible()


def test_that_cases_of_three_classes_are_resampled_by_their_customers(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    random, path = np.random.default_rng(1), tmp_path / "parcels.csv"
    lines = ["customer,label,proba_m_early,proba_m_late,proba_m_lost"]
    for row in range(210):
        true = row // 5 % 3
        shares = random.dirichlet(np.where(np.arange(3) == true, 3.0, 1.0))
        name = ("early", "late", "lost")[true]
        lines.append(f"c{row // 5},{name},{','.join(f'{share:.4f}' for share in shares)}")
    path.write_text("\n".join(lines) + "\n")
    source = open_source(path)
    scores = {name: f"proba_m_{name}" for name in ("early", "late", "lost")}
    named = Roles("label", "early", tuple(scores.values()))
    roles = several_classes(named, (ClassScores("m", scores),), "early")
    program.datasets.open_by(path.name, partial(_read, source, roles, lambda _: DatasetSettings()))
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    qtbot.waitUntil(lambda: hint_of(program).isVisible())
    by_rows = width(program)
    click(qtbot, program, "group_hint_resample")
    grouped_by(qtbot, program, "customer")
    assert not hint_of(program).isVisible()
    assert width(program) != by_rows
    cases = snapshot_of(program).curve_set.cases
    assert cases is not None
    assert len(set(cases.dataset.group.tolist())) == 42
