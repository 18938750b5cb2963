from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import (
    accuracy_score,
    balanced_accuracy_score,
    f1_score,
    matthews_corrcoef,
    precision_score,
    recall_score,
)

from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.rates_table import rates_content
from costcurve_gui.views.text import numbers
from tests.helpers.choices import Choice, selected_by
from tests.helpers.plot_frames import NAIVE_BAYES, german_columns, german_snapshot

Y_TRUE, SCORES = german_columns()


def cells(snapshot, title):
    return next(row.cells for row in rates_content(snapshot).rows if row.title == title)


def by_hand(threshold):
    return selected_by(Choice.MANUAL, thresholds=dict.fromkeys(SCORES, threshold))


def test_that_rates_are_those_of_scikit_learn_at_the_prior_of_the_sample():
    snapshot = german_snapshot(prior=float(Y_TRUE.mean()), selection=by_hand(0.3))
    for at, column in enumerate(rates_content(snapshot).columns):
        picked = SCORES[column.title] >= 0.3
        for title, measure in {
            "tpr, recall": recall_score,
            "precision": precision_score,
            "accuracy": accuracy_score,
            "balanced accuracy": balanced_accuracy_score,
            "F1": f1_score,
            "MCC": matthews_corrcoef,
        }.items():
            shown = float(cells(snapshot, title)[at])
            assert shown == pytest.approx(measure(Y_TRUE, picked), abs=5.1e-4), title


def test_that_the_selected_model_stands_first():
    columns = rates_content(german_snapshot(selected="mlp")).columns
    assert [column.title for column in columns][:2] == ["mlp", "logistic_regression"]
    assert [column.chosen for column in columns] == [True, *[False] * 5]


def test_that_a_mixed_policy_names_both_thresholds():
    snapshot = german_snapshot(criterion=Choice.NEYMAN_PEARSON)
    assert snapshot.selected == "logistic_regression"
    assert cells(snapshot, "threshold")[0] == "0.3657 \u2013 0.4120"
    assert cells(snapshot, "fpr")[0] == "0.200"


def test_that_the_prior_moves_precision_and_leaves_the_rates_of_classes():
    here = german_snapshot(prior=0.05, criterion=Choice.NEYMAN_PEARSON)
    there = german_snapshot(prior=0.3, criterion=Choice.NEYMAN_PEARSON)
    assert cells(here, "tpr, recall") == cells(there, "tpr, recall")
    assert cells(here, "precision") != cells(there, "precision")
    titles = [row.title for row in rates_content(here).rows if not row.cells]
    assert titles == ["At any prior", "At p(bad) 5 %"]


def test_that_what_is_a_share_of_nobody_is_a_dash():
    highest = float(max(SCORES[NAIVE_BAYES])) + 1
    nobody = german_snapshot(selected=NAIVE_BAYES, selection=by_hand(highest))
    assert cells(nobody, "precision")[0] == numbers.MISSING
    assert cells(nobody, "tpr, recall")[0] == "0.000"


def test_that_the_text_is_for_a_spreadsheet():
    text = rates_content(german_snapshot()).as_text()
    table = [line.split("\t") for line in text.split("\n")]
    assert table[0][:2] == ["rate", NAIVE_BAYES]
    lines = {line[0]: line[1:] for line in table}
    assert float(lines["informedness"][0]) == pytest.approx(0.432)
    assert lines["At any prior"] == []
    assert np.isfinite([float(cell) for cell in lines["markedness"]]).all()


def test_that_signs_of_the_screen_become_plain_ones():
    row = TableRow("money", (numbers.money_total(-12_345.0), numbers.MISSING))
    columns = (TableColumn("a"), TableColumn("b"))
    text = TableContent("cell", columns, (TableRow("Heading"), row)).as_text()
    assert text == "cell\ta\tb\nHeading\nmoney\t-12345\t"
