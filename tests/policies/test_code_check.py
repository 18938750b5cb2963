"""The code that is about to be copied is run, and a wrong one is noticed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.policies.code import as_python, as_sql
from costcurve_gui.policies.code_check import MOST_ROWS, awkward_scores, run_code
from costcurve_gui.policies.saved import read_policies

NAMES = ("refuse", "grant")


@pytest.fixture
def policy(plan):
    one = read_policies(plan / "policy.json").choose("min_cost", "up")
    return replace(one, threshold=0.1 + 0.2, score_column='odd "name"')


def checked(policy, texts, names=NAMES, scores=(0.1, 0.30000000000000004, np.nan)):
    return run_code(policy, texts, names, np.array(scores), progress=NO_PROGRESS)


def test_that_code_decides_as_the_policy(policy):
    texts = {"python": as_python(policy, NAMES), "sql": as_sql(policy, NAMES)}
    found = checked(policy, texts)
    assert found.languages == ("Python", "SQL (DuckDB)")
    assert (found.rows, found.awkward) == (3, len(awkward_scores(policy)))
    assert found.differing == {}
    assert 30 <= found.awkward <= 50


def test_that_a_constant_of_fewer_digits_is_noticed(policy):
    python = as_python(policy, NAMES).replace("0.30000000000000004", "0.3")
    sql = 'CASE WHEN "odd ""name""" > 0.3 THEN \'refuse\' ELSE \'grant\' END'
    found = checked(policy, {"python": python, "sql": sql})
    assert found.differing["Python"] < policy.threshold
    assert "SQL (DuckDB)" in found.differing


def test_that_a_mixture_is_run_by_python_alone(policy):
    mixed = replace(policy, threshold_2=0.1, mixing=0.4)
    texts = {"python": as_python(mixed), "sql": as_sql(mixed, (), "duckdb", "id")}
    found = checked(mixed, texts, ())
    assert (found.languages, found.differing) == (("Python",), {})


def test_that_large_samples_are_run_in_part(policy):
    found = checked(policy, {"sql": as_sql(policy)}, (), np.zeros(MOST_ROWS + 5))
    assert (found.rows, found.of) == (MOST_ROWS, MOST_ROWS + 5)
