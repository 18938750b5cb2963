"""Adds derived models to the list."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.analysis.derivations import REVERSED
from costcurve_gui.analysis.derived_models import (
    ModelDraft,
    model_of,
    only_classifier,
    proposed_name,
    require_data,
)
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.controllers.analysis_controller import AnalysisController
    from costcurve_gui.session.results import Results
    from costcurve_gui.session.session import Session


class DerivedModelController:
    """Only a model whose curves have been computed enters the state, as one step."""

    def __init__(self, session: Session, results: Results, analysis: AnalysisController) -> None:
        self._session = session
        self._results = results
        self._analysis = analysis

    def add(
        self, draft: ModelDraft, on_added: Callable[[], None], on_error: Callable[[str], None]
    ) -> None:
        """Make a model and select it, or say why it cannot be made."""
        snapshot, payoff = self._results.snapshot, self._session.state.current.payoff
        if snapshot is None:
            return
        try:
            require_data(draft.kind, snapshot.curve_set.dataset)
            _require_use(draft, snapshot)
            model = model_of(
                draft,
                _infos(snapshot),
                (payoff.cells[0], payoff.cells[2]),
                partial(map, partial(_threshold, snapshot), draft.sources),
            )
        except ConstraintError as error:
            on_error(str(error))
            return
        key = f"{snapshot.curve_set.dataset.id}/{model.column}"

        def take() -> None:
            derived = (*self._session.state.current.derived, model)
            self._session.apply(tr("add {name}", name=model.name), derived=derived, selected=key)
            on_added()

        self._analysis.try_models(
            (*self._session.state.current.derived, model),
            on_ready=take,
            on_error=lambda error: on_error(text_of(error)),
        )

    def give_up(self) -> None:
        """Stop computing a model that is no longer wanted."""
        self._analysis.stop_trying_models()

    def reverse(self, key: str, on_error: Callable[[str], None]) -> None:
        """Add a model that ranks the other way round."""
        snapshot = self._results.snapshot
        if snapshot is None:
            return
        names = {model.info.key: model.info.name for model in snapshot.curve_set.models}
        name = proposed_name(REVERSED, (names[key],), names.values())
        self.add(ModelDraft(REVERSED, (key,), name), lambda: None, on_error)


def _infos(snapshot: Snapshot) -> dict[str, ModelInfo]:
    return {model.info.key: model.info for model in snapshot.curve_set.models}


def _require_use(draft: ModelDraft, snapshot: Snapshot) -> None:
    """Refuse what would change nothing, such as a repair; a model made before may come to that."""
    for model in snapshot.curve_set.models:
        if model.info.key in draft.sources:
            draft.kind.require(model.evaluation.table)


def _threshold(snapshot: Snapshot, key: str) -> float:
    """Return the single threshold, or the place of the classifier, at which a model works now."""
    curves = snapshot.curve_set.model(key)
    name, policy = curves.info.name, snapshot.models[key].policy
    alone = only_classifier(curves.evaluation.table)
    if alone is not None:
        return alone
    if policy.threshold_2 is not None and snapshot.bounded is not None and key == snapshot.selected:
        policy = snapshot.bounded.single
    if policy.threshold == math.inf:
        raise ConstraintError(
            tr(
                "{name} acts on no case at its present threshold. Choose another operating point.",
                name=name,
            )
        )
    table = curves.evaluation.table
    if not (isinstance(table, FamilyTable) and policy.classifiers):
        if math.isnan(policy.threshold):
            raise ConstraintError(
                tr(
                    "{name} decides case by case. Choose the rule of one threshold instead.",
                    name=name,
                )
            )
        return policy.threshold
    place = table.place_of(policy.classifiers[0])
    return policy.index if place is None else place
