"""The simulation of equal models runs; its figures take hours and are asked for by hand."""

from __future__ import annotations

from tests.coverage import equal_models as simulation
from tests.coverage.equal_models import NOISE, POINTWISE, VERDICT, equal_models


def test_that_every_test_of_equal_models_is_simulated(monkeypatch) -> None:
    monkeypatch.setattr(simulation, "SIZES", ((30, 30),))
    found = equal_models(samples=1, replicates=40)
    names = {held.interval for held in found}
    assert len(names) == 46
    assert {f"{VERDICT}, {NOISE}", f"{POINTWISE}, {NOISE}"} <= names
    assert all(0 <= held.share <= 1 for held in found)
