"""The shipped file of three classes is what its script writes."""

import csv

import pytest
from make_multiclass_sample import DECIMALS, FILE, rows


@pytest.fixture(scope="module")
def shipped():
    with FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_that_the_script_writes_the_shipped_file(shipped):
    made = list(rows())
    assert len(made) == len(shipped) == 178
    for found, expected in zip(shipped, made, strict=True):
        assert list(found) == list(expected)
        for column, value in expected.items():
            if isinstance(value, float):  # the last decimal is the processor's
                assert float(found[column]) == pytest.approx(value, abs=2 * 10**-DECIMALS)
            else:
                assert found[column] == str(value)


def test_that_the_probabilities_of_a_model_add_up_to_one(shipped):
    for row in shipped:
        for model in ("naive_bayes", "random_forest"):
            parts = [float(row[f"proba_{model}_class_{label}"]) for label in range(3)]
            assert sum(parts) == pytest.approx(1, abs=2 * 10**-DECIMALS)
