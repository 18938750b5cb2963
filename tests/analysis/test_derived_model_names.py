from __future__ import annotations

import pytest

from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import (
    CALIBRATED,
    CHAIN,
    CONJUNCTION,
    COST_WEIGHTED,
    DISJUNCTION,
    REVERSED,
)
from costcurve_gui.analysis.derived_models import proposed_name, without

A = DerivedModel("a reversed", 3, REVERSED, ("score_a",))
OF_A = DerivedModel("calibrated", 4, CALIBRATED, (A.column,))
BOTH = DerivedModel("both", 5, CONJUNCTION, ("score_b", OF_A.column), (0.5, 0.2))
OTHER = DerivedModel("b reversed", 6, REVERSED, ("score_b",))


def test_that_what_was_made_from_a_removed_model_goes_with_it() -> None:
    assert without((A, OF_A, BOTH, OTHER), A.column) == (OTHER,)
    assert without((A, OF_A, BOTH, OTHER), OTHER.column) == (A, OF_A, BOTH)


def test_that_scores_have_one_name_whatever_the_model_is_called() -> None:
    renamed = DerivedModel("another", 9, REVERSED, ("score_a",))
    lower = DerivedModel("both", 5, BOTH.kind, BOTH.sources, (0.5, 0.1))
    assert renamed.column == A.column
    assert len({A.column, OF_A.column, BOTH.column, OTHER.column, lower.column}) == 5


@pytest.mark.parametrize(
    ("kind", "sources", "name"),
    [
        (REVERSED, ("a",), "a reversed"),
        (COST_WEIGHTED, ("a",), "a by cost"),
        (DISJUNCTION, ("a", "b"), "a or b"),
        (CHAIN, ("a", "b", "c"), "chain of 3"),
    ],
)
def test_that_the_name_proposed_says_how_it_was_made(kind, sources, name) -> None:
    assert proposed_name(kind, sources, set()) == name
    assert proposed_name(kind, sources, {name, f"{name} 2"}) == f"{name} 3"
