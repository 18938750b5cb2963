"""Chooses the criterion, its bounds, thresholds by hand, and which models are on show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.models.state import Criterion, SelectionSpec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.models.results import Frame, ModelScene, ResultsModel
    from costcurve_gui.models.session import SessionModel


class SelectionController:
    """Turns what was done to criterion, bounds and thresholds into changes of the state."""

    def __init__(self, session: SessionModel, results: ResultsModel) -> None:
        self._session = session
        self._results = results

    def choose_criterion(self, criterion: Criterion) -> None:
        """Choose how the operating point is found; by hand it starts where it is."""
        changes: dict[str, object] = {"criterion": criterion}
        if criterion is Criterion.MANUAL:
            changes["thresholds"] = self._present_thresholds()
        self._apply("change the criterion", changes)

    def set_max_fpr(self, max_fpr: float) -> None:
        """Take a typed bound on the false positive rate."""
        self._apply("change the bound", {"max_fpr": _share(max_fpr)})

    def set_capacity(self, capacity: float) -> None:
        """Take a typed number of cases that can be worked on."""
        self._apply("change the capacity", {"capacity": max(capacity, 0.0)})

    def set_min_tpr(self, min_tpr: float) -> None:
        """Take a typed share of positives that must be found."""
        self._apply("change the wanted recall", {"min_tpr": _share(min_tpr)})

    def set_min_precision(self, min_precision: float) -> None:
        """Take a typed share of positives wanted among the cases acted on."""
        self._apply("change the wanted precision", {"min_precision": _share(min_precision)})

    def set_population(self, population: int) -> None:
        """Take a typed number of cases for which everything is counted."""
        self._apply("change the population", {"population": max(int(population), 1)})

    def set_threshold(self, threshold: float) -> None:
        """Take a typed threshold for the selected model."""
        frame = self._results.frame
        if frame is not None and frame.selected is not None:
            self._apply("change the threshold", *self._by_hand(frame.selected, threshold))

    def preview_threshold(self, key: str, threshold: float) -> None:
        """Follow the drag of a threshold; the criterion becomes "by hand"."""
        self._preview(*self._by_hand(key, threshold))

    def preview_max_fpr(self, max_fpr: float) -> None:
        """Follow the drag of the bound on the false positive rate."""
        self._preview({"max_fpr": _share(max_fpr)})

    def preview_capacity(self, capacity: float) -> None:
        """Follow the drag of the capacity."""
        self._preview({"capacity": max(capacity, 0.0)})

    def commit_threshold(self) -> None:
        """Make the drag of a threshold one step."""
        self._session.commit("drag the threshold")

    def commit_max_fpr(self) -> None:
        """Make the drag of the bound one step."""
        self._session.commit("drag the bound")

    def commit_capacity(self) -> None:
        """Make the drag of the capacity one step."""
        self._session.commit("drag the capacity")

    def step_threshold(self, steps: int) -> None:
        """Move the selected model's threshold by distinct scores; positive is a higher one."""
        frame = self._results.frame
        if frame is None or frame.selected is None:
            return
        model = _model_scene(frame, frame.selected)
        now = frame.models[frame.selected].policy.index
        index = min(max(now - steps, 0), len(model.evaluation.table) - 1)
        changed = self._by_hand(frame.selected, model.dial(index))
        self._apply("step the threshold", *changed, walk=True)

    def select_model(self, key: str | None) -> None:
        """Let panels and heavy lines show a model; None follows the best one."""
        settings = self._session.state.current
        if key is None or key not in settings.hidden:
            self._session.apply("select a model", selected=key)

    def follow_best(self) -> None:
        """Let panels and heavy lines show the winner of the criterion."""
        self._session.apply("follow the best model", selected=None)

    def step_model(self, steps: int) -> None:
        """Select the next model that is switched on, or the one before."""
        frame = self._results.frame
        if frame is None or frame.selected is None:
            return
        keys = list(frame.models)
        self.select_model(keys[(keys.index(frame.selected) + steps) % len(keys)])

    def show_model(self, key: str, shown: bool) -> None:
        """Switch a model on or off."""
        hidden = self._session.state.current.hidden
        label = "show a model" if shown else "hide a model"
        self._hide(label, hidden - {key} if shown else hidden | {key})

    def hide_models(self, hidden: frozenset[str]) -> None:
        """Choose all at once which models are off."""
        self._hide("change the models on show", hidden)

    def _hide(self, label: str, hidden: frozenset[str]) -> None:
        selected = self._session.state.current.selected
        kept = None if selected in hidden else selected
        self._session.apply(label, hidden=hidden, selected=kept)

    def _by_hand(self, key: str, threshold: float) -> tuple[dict[str, object], str]:
        """Return the new selection, and the model: it stays selected when others become better."""
        thresholds = {**self._present_thresholds(), key: threshold}
        return {"criterion": Criterion.MANUAL, "thresholds": thresholds}, key

    def _present_thresholds(self) -> dict[str, float]:
        """Return a threshold for every model: the one by hand while that rules, else today's."""
        spec, frame = self._spec, self._results.frame
        by_hand = dict(spec.thresholds)
        if frame is None:
            return by_hand
        today = {key: present_dial(frame, key) for key in frame.models}
        if spec.criterion is Criterion.MANUAL:
            return {**today, **by_hand}
        return {**by_hand, **today}

    @property
    def _spec(self) -> SelectionSpec:
        return self._session.state.current.selection

    def _apply(
        self,
        label: str,
        changes: Mapping[str, object],
        selected: str | None = None,
        *,
        walk: bool = False,
    ) -> None:
        self._session.apply(label, walk=walk, **self._changed(changes, selected))

    def _preview(self, changes: Mapping[str, object], selected: str | None = None) -> None:
        self._session.preview(**self._changed(changes, selected))

    def _changed(self, changes: Mapping[str, object], selected: str | None) -> dict[str, object]:
        spec = replace(self._spec, **changes)  # type: ignore[arg-type]
        kept = self._session.state.current.selected if selected is None else selected
        return {"selection": spec, "selected": kept}


def _model_scene(frame: Frame, key: str) -> ModelScene:
    return next(model for model in frame.scene.models if model.info.key == key)


def present_dial(frame: Frame, key: str) -> float:
    """Return what stands for the operating point of a model where it is chosen by hand."""
    policy = frame.models[key].policy
    if policy.members:
        return _model_scene(frame, key).dial(policy.index)
    return policy.threshold


def _share(value: float) -> float:
    return min(max(value, 0.0), 1.0)
