from __future__ import annotations

import pytest

from costcurve_gui.analysis.derivations import CONJUNCTION, COST_WEIGHTED
from costcurve_gui.analysis.derived_models import ModelDraft, model_of
from costcurve_gui.engine.errors import ConstraintError
from tests.helpers.samples import dataset_info

INFOS = {model.key: model for model in dataset_info().models}


def made(*sources, kind=CONJUNCTION, name="both"):
    return model_of(
        ModelDraft(kind, sources, name), INFOS, ("0", "-amount"), lambda: (0.5,) * len(sources)
    )


def test_that_a_draft_is_put_into_columns_thresholds_and_payoffs() -> None:
    both, weighted = made("d1/a", "d1/b"), made("d1/a", kind=COST_WEIGHTED)
    assert (both.sources, both.thresholds) == (("score_a", "score_b"), (0.5, 0.5))
    assert (weighted.thresholds, weighted.payoffs) == ((), ("0", "-amount"))
    assert both.slot == 3


@pytest.mark.parametrize(
    ("sources", "name", "complaint"),
    [
        (("d1/a", "d1/b"), " ", "needs a name"),
        (("d1/a", "d1/b"), " a ", "A model named a already exists"),
        (("d1/a", "d1/a"), "both", "two different models"),
        (("d1/a",), "both", "two different models"),
    ],
)
def test_that_a_draft_that_says_too_little_is_refused(sources, name, complaint) -> None:
    with pytest.raises(ConstraintError, match=complaint):
        made(*sources, name=name)
