"""The strictest limit beside other bounds, against every threshold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurve_gui.engine.selection.bounds import Bound, BoundKind
from costcurve_gui.engine.selection.constrained import constrained_single
from costcurve_gui.engine.selection.nearest_bounds import nearest_limit
from tests.engine.test_constrained import BOUNDS, CASES, PRIOR, model_of, within
from tests.helpers.examples import examples


@settings(max_examples=examples(40))
@given(CASES, PRIOR, st.sampled_from(BoundKind), st.lists(BOUNDS, max_size=2))
def test_that_the_nearest_limit_is_the_strictest_that_any_threshold_keeps(
    rows: list[tuple[bool, int, int, int]], prior: float, kind: BoundKind, others: list[Bound]
) -> None:
    model = model_of(rows, varying=True)
    condition = model.condition(prior)
    fpr, tpr = model.table.fpr, model.table.tpr
    kept = np.ones(fpr.size, dtype=bool)
    for bound in others:
        kept &= within(bound, fpr, tpr, prior)
    acted = prior * tpr + (1 - prior) * fpr
    with np.errstate(invalid="ignore"):
        precision = prior * tpr / acted
    figures = {BoundKind.FPR: fpr, BoundKind.TPR: tpr, BoundKind.PRECISION: precision}
    reached = figures.get(kind, acted)[kept & (acted > 0 if kind is BoundKind.PRECISION else True)]
    found = nearest_limit(model, condition, kind, others)
    if not reached.size:
        assert found is None
        return
    assert found is not None
    highest = kind in (BoundKind.TPR, BoundKind.PRECISION)
    assert found == pytest.approx(reached.max() if highest else reached.min(), abs=1e-9)


def test_that_bounds_are_kept_once_one_gives_way() -> None:
    model = model_of([(i % 3 == 0, (7 * i) % 11, 1, 1) for i in range(60)], varying=False)
    condition = model.condition(0.2)
    recall, capacity = Bound(BoundKind.TPR, 0.8), Bound(BoundKind.CASES, 0.1)
    assert constrained_single(model, condition, [recall, capacity]) is None
    enough = nearest_limit(model, condition, BoundKind.CASES, [recall])
    assert enough is not None
    assert (
        constrained_single(model, condition, [recall, Bound(BoundKind.CASES, enough)]) is not None
    )
