"""The two thresholds of a review band, where each view has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.marks import Hollow, Label, Line
from costcurve_gui.views.plotting.plot_view import selected_curves, selected_model
from costcurve_gui.views.text.vocabulary import threshold_text, vocabulary_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens

_DASH = (5.0, 3.0)
_BESIDE = 8.0
_BELOW = 9.0


def review_points(snapshot: Snapshot, tokens: Tokens, *, shares: bool) -> list[Mark]:
    """Return both thresholds on the ROC curve, or by shares of money on ROCIV."""
    marks: list[Mark] = []
    for model, row, words in _thresholds(snapshot):
        at, source = np.array([row]), model.evaluation.table
        rates = model.evaluation.rates if shares else source
        x, y = float(rates.fpr_at(at)[0]), float(rates.tpr_at(at)[0])
        marks += _point(x, y, words, tokens)
    return marks


def review_costs(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the cost lines of both thresholds, and their costs at the condition."""
    marks: list[Mark] = []
    for model, row, words in _thresholds(snapshot):
        found = _policy(snapshot, model, row)
        ends = found.fp_cost_rate, 1 - found.tp_benefit_rate
        marks.append(Line(f"review_{row}", (0.0, 1.0), ends, tokens.ink, dash=_DASH))
        x = snapshot.condition.probability_cost
        marks += _point(x, found.normalized_expected_cost, words, tokens)
    return marks


def review_profits(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return both thresholds on the profit curve."""
    marks: list[Mark] = []
    for model, row, words in _thresholds(snapshot):
        found = _policy(snapshot, model, row)
        marks += _point(found.fraction_targeted, found.expected_profit, words, tokens)
    return marks


def _thresholds(snapshot: Snapshot) -> Iterator[tuple[ModelCurves, int, str]]:
    """Yield the row of each threshold of the selected model's band, and what begins there."""
    model, shown = selected_curves(snapshot), selected_model(snapshot)
    review = None if shown is None else shown.policy.review
    if model is None or shown is None or review is None:
        return
    act = vocabulary_of(snapshot).act
    upper = threshold_text(model, shown.policy.index, shown.policy.threshold)
    lower = threshold_text(model, review.index, review.threshold)
    yield model, shown.policy.index, tr("{act} from {upper}", act=act, upper=upper)
    if review.index != shown.policy.index:
        yield model, review.index, tr("refer from {lower}", lower=lower)


def _policy(snapshot: Snapshot, model: ModelCurves, row: int) -> Policy:
    from costcurve_gui.engine.selection.policy_evaluation import row_policy

    condition = condition_of(snapshot, model.info.key)
    return row_policy("review_band", model.evaluation, condition, row)


def _point(x: float, y: float, words: str, tokens: Tokens) -> list[Mark]:
    return [Hollow(x, y, tokens.ink), Label(x, y, words, "left", (_BESIDE, _BELOW))]
