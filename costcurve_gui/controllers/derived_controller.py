"""Adds models made from others to the list, and removes them."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.controllers.deriving import model_of, require_concavity
from costcurve_gui.controllers.error_texts import text_of
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.models.derived import (
    Derivation,
    ModelDraft,
    proposed_name,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.controllers.analysis_controller import AnalysisController
    from costcurve_gui.models.results import Frame, ResultsModel
    from costcurve_gui.models.session import SessionModel
    from costcurve_gui.models.state import ModelInfo


class DerivedController:
    """Only a model whose curves have been computed enters the state, as one step."""

    def __init__(
        self, session: SessionModel, results: ResultsModel, analysis: AnalysisController
    ) -> None:
        self._session = session
        self._results = results
        self._analysis = analysis

    def add(
        self, draft: ModelDraft, on_added: Callable[[], None], on_error: Callable[[str], None]
    ) -> None:
        """Make a model and select it, or say why it cannot be made; counts have no scores."""
        frame, payoff = self._results.frame, self._session.state.current.payoff
        if frame is None or frame.scene.dataset.kind is not TableKind.SCORES:
            return
        try:
            _require_use(draft, frame)
            model = model_of(
                draft, _infos(frame), (payoff.tp, payoff.fn), partial(_threshold, frame)
            )
        except ConstraintError as error:
            on_error(str(error))
            return
        key = f"{frame.scene.dataset.id}/{model.column}"

        def take() -> None:
            derived = (*self._session.state.current.derived, model)
            self._session.apply(f"add {model.name}", derived=derived, selected=key)
            on_added()

        self._analysis.try_models(
            (*self._session.state.current.derived, model),
            on_ready=take,
            on_error=lambda error: on_error(text_of(error)),
        )

    def give_up(self) -> None:
        """Stop making a model that nobody waits for any more."""
        self._analysis.stop_trying_models()

    def reverse(self, key: str, on_error: Callable[[str], None]) -> None:
        """Add a model that ranks the other way round."""
        frame = self._results.frame
        if frame is None:
            return
        names = {model.info.key: model.info.name for model in frame.scene.models}
        name = proposed_name(Derivation.REVERSED, (names[key],), names.values())
        self.add(ModelDraft(Derivation.REVERSED, (key,), name), lambda: None, on_error)

    def remove(self, key: str) -> None:
        """Remove a derived model, and those that were made from it."""
        frame, current = self._results.frame, self._session.state.current
        infos = {} if frame is None else _infos(frame)
        info = infos.get(key)
        if info is None or info.derived is None:
            return
        kept = without(current.derived, info.column)
        gone = {one.key for one in infos.values() if one.derived and one.derived not in kept}
        self._session.apply(
            f"remove {info.name}",
            derived=kept,
            hidden=current.hidden - gone,
            selected=None if current.selected in gone else current.selected,
        )


def _infos(frame: Frame) -> dict[str, ModelInfo]:
    return {model.info.key: model.info for model in frame.scene.models}


def _require_use(draft: ModelDraft, frame: Frame) -> None:
    """Refuse a repair that would change nothing; one made before may come to that."""
    if draft.kind is Derivation.REPAIRED:
        source = next(one for one in frame.scene.models if one.info.key == draft.sources[0])
        require_concavity(source.evaluation.table)


def _threshold(frame: Frame, key: str) -> float:
    """Return the single threshold at which a model works now."""
    name, policy = _infos(frame)[key].name, frame.models[key].policy
    if policy.threshold_2 is not None and frame.bounded is not None and key == frame.selected:
        policy = frame.bounded.single
    if math.isinf(policy.threshold):
        raise ConstraintError(
            f"{name} acts on no case at its present threshold. Choose another operating point."
        )
    return policy.threshold
