"""Chooses objective, criterion, bounds, thresholds by hand, mixed points and the curves on show."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.criteria import MANUAL, REVIEW_BAND
from costcurve_gui.analysis.selection_settings import THRESHOLD, BoundsSpec, ReviewSpec
from costcurve_gui.analysis.settings import MixBy, MixSpec, PointSpec
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.selection_settings import Criterion, SelectionSpec, Start
    from costcurve_gui.analysis.settings import End
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.session.results import Results
    from costcurve_gui.session.session import Session


_OF_ERROR, _OF_CASES = 0.1, 0.1  # where a reviewer begins: price, and cases that can be seen


class SelectionController:
    """Turns edits of objective, criterion, bounds and thresholds into changes of the settings."""

    def __init__(self, session: Session, results: Results) -> None:
        self._session = session
        self._results = results

    def choose_objective(self, objective: Objective) -> None:
        """Choose what is made best; criterion and bounds stay."""
        self._apply(tr("change the objective"), {"objective": objective})

    def choose_criterion(self, criterion: Criterion) -> None:
        """Choose how the operating point is found; by hand it starts where it is."""
        changes: dict[str, object] = {"criterion": criterion}
        if criterion is MANUAL:
            changes["thresholds"] = self._present_thresholds()
        if criterion is REVIEW_BAND and self._spec.review is None:
            changes["review"] = self._first_review()
        self._apply(tr("change the rule"), changes)

    def start_from(self, start: Start) -> None:
        """Take objective and bound of a criterion of the sources."""
        limit = self._spec.bounds.limits.get(start.kind)
        if limit is None:
            limit = start.limit_for(self._spec.population)
        changes = {
            "criterion": THRESHOLD,
            "objective": Objective.TPR,
            "bounds": BoundsSpec().with_limit(start.kind, limit),
        }
        self._apply(tr("start from {text}", text=start.text), changes)

    def set_bound(self, kind: BoundKind, limit: float | None) -> None:
        """Set a limit, or take a bound away; objective and other bounds stay."""
        label = tr("remove the bound") if limit is None else tr("change the bound")
        self._apply(label, self._bounded(kind, limit))

    def bound_share(self, share: float) -> None:
        """Bound the cases acted on to a share of the population."""
        self.set_bound(BoundKind.CASES, float(round(share * self._spec.population)))

    def set_bounds(self, changes: Mapping[str, float]) -> None:
        """Set several limits, or the price of a budget, as one step; other bounds stay."""
        bounds = replace(self._spec.bounds, **dict(changes))
        self._apply(tr("change the bounds"), {"bounds": bounds})

    def use_mixture(self, mixed: bool) -> None:
        """Mix two thresholds within a bound, or decide by one."""
        self._apply(
            tr("mix two thresholds") if mixed else tr("use one threshold"), {"mixed": mixed}
        )

    def set_target(self, criterion: Criterion, share: float) -> None:
        """Take a typed share that the policies of a criterion have to reach."""
        name = (
            tr("the target")
            if criterion.target is None
            else tr("the target {noun}", noun=criterion.target.noun)
        )
        targets = {**self._spec.targets, criterion.key: _share(share)}
        self._apply(tr("change {name}", name=name), {"targets": targets})

    def set_review(self, name: str, value: float) -> None:
        """Take a typed figure of the reviewers: `cost`, `tpr`, `fpr`, `reviewers` or `capacity`.

        More reviewers see more cases, each as many as before.
        """
        spec = self._spec.review or self._first_review()
        if name in ("cost", "tpr", "fpr"):
            changed = replace(spec, reviewer=replace(spec.reviewer, **{name: value}))
        elif name == "reviewers":
            seen = spec.capacity
            more = None if seen is None else seen * value / spec.reviewers
            changed = replace(spec, reviewers=value, capacity=more)
        else:
            changed = replace(spec, capacity=value)
        self._apply(tr("change the review"), {"review": changed})

    def set_known(self, columns: tuple[str, ...]) -> None:
        """Take which columns of the payoffs are known when deciding."""
        self._apply(tr("change what is known"), {"known_when_deciding": columns})

    def _first_review(self) -> ReviewSpec:
        """Return a reviewer to begin with, at a tenth of what the cheaper error costs."""
        snapshot, price = self._results.snapshot, 0.0
        if snapshot is not None:
            means = snapshot.condition.means
            price = float(f"{_OF_ERROR * min(means.fn_cost, means.fp_cost):.1g}")
        return ReviewSpec(Reviewer(price, 0.9, 0.1), self._spec.population * _OF_CASES)

    def set_population(self, population: int) -> None:
        """Take a typed number of cases for which everything is counted."""
        self._apply(tr("change the population"), {"population": max(int(population), 1)})

    def set_threshold(self, threshold: float) -> None:
        """Take a typed threshold for the selected model."""
        snapshot = self._results.snapshot
        if snapshot is not None and snapshot.selected is not None:
            self._apply(tr("change the threshold"), *self._by_hand(snapshot.selected, threshold))

    def preview_threshold(self, key: str, threshold: float) -> None:
        """Follow the drag of a threshold; the criterion becomes the manual one."""
        self._preview(*self._by_hand(key, threshold))

    def preview_max_fpr(self, max_fpr: float) -> None:
        """Follow the drag of the bound on the false positive rate."""
        self._preview(self._bounded(BoundKind.FPR, max_fpr))

    def preview_capacity(self, capacity: float) -> None:
        """Follow the drag of the capacity."""
        self._preview(self._bounded(BoundKind.CASES, capacity))

    def commit_threshold(self) -> None:
        """Make the drag of a threshold one step."""
        self._session.commit(tr("drag the threshold"))

    def commit_max_fpr(self) -> None:
        """Make the drag of the bound one step."""
        self._session.commit(tr("drag the bound"))

    def commit_capacity(self) -> None:
        """Make the drag of the capacity one step."""
        self._session.commit(tr("drag the capacity"))

    def step_threshold(self, steps: int) -> None:
        """Move the selected model's threshold by distinct scores; positive is a higher one."""
        snapshot = self._results.snapshot
        if snapshot is None or snapshot.selected is None:
            return
        model = _model_curves(snapshot, snapshot.selected)
        now = snapshot.models[snapshot.selected].policy.index
        index = min(max(now - steps, 0), len(model.evaluation.table) - 1)
        changed = self._by_hand(snapshot.selected, model.manual_position(index))
        self._apply(tr("step the threshold"), *changed, walk=True)

    def select_model(self, key: str | None) -> None:
        """Let panels and heavy lines show a model; None follows the best one."""
        self._session.apply(tr("select a model"), selected=key)

    def follow_best(self) -> None:
        """Let panels and heavy lines show the best model."""
        self._session.apply(tr("follow the best model"), selected=None)

    def step_model(self, steps: int) -> None:
        """Select the next model, or the one before."""
        snapshot = self._results.snapshot
        if snapshot is None or snapshot.selected is None:
            return
        keys = list(snapshot.models)
        self.select_model(keys[(keys.index(snapshot.selected) + steps) % len(keys)])

    def show_model(self, key: str, shown: bool) -> str:
        """Show or hide a curve; its model decides all the same. Return why it is drawn as yet.

        The chosen model is drawn whatever its box says: each press is a change of mind.
        """
        snapshot = self._results.snapshot
        if snapshot is None:
            return ""
        chosen = self._session.state.current.hidden
        hidden = snapshot.hidden if chosen is None else chosen
        is_chosen = key == snapshot.selected
        shown = key in hidden if is_chosen else shown
        label = tr("show a curve") if shown else tr("hide a curve")
        self._session.apply(label, hidden=hidden - {key} if shown else hidden | {key})
        if shown or not is_chosen:
            return ""
        name = snapshot.models[key].info.name
        return tr("The curve of {name} is drawn while it is the chosen model.", name=name)

    def hide_models(self, hidden: frozenset[str]) -> None:
        """Choose all at once which curves are hidden."""
        self._session.apply(tr("change the curves on show"), hidden=hidden)

    def _bounded(self, kind: BoundKind, limit: float | None) -> dict[str, object]:
        if limit is not None:
            counted = kind in (BoundKind.CASES, BoundKind.BUDGET)
            limit = max(limit, 0.0) if counted else _share(limit)
        return {"bounds": self._spec.bounds.with_limit(kind, limit)}

    def _by_hand(self, key: str, threshold: float) -> tuple[dict[str, object], str]:
        """Return the new selection, and the model: it stays selected when others become better."""
        thresholds = {**self._present_thresholds(), key: threshold}
        return {"criterion": MANUAL, "thresholds": thresholds}, key

    def _present_thresholds(self) -> dict[str, float]:
        """Return a threshold for every model: the one by hand while that rules, else today's.

        A model that decides case by case has none; its one of least cost is where it begins.
        """
        spec, snapshot = self._spec, self._results.snapshot
        by_hand = dict(spec.thresholds)
        if snapshot is None:
            return by_hand
        positions = ((key, present_position(snapshot, key)) for key in snapshot.models)
        today = {key: position for key, position in positions if not math.isnan(position)}
        if spec.criterion is MANUAL:
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


def _model_curves(snapshot: Snapshot, key: str) -> ModelCurves:
    return next(model for model in snapshot.curve_set.models if model.info.key == key)


def present_position(snapshot: Snapshot, key: str) -> float:
    """Return what stands for the operating point of a model where it is chosen by hand."""
    policy = snapshot.models[key].policy
    if policy.classifiers:
        return _model_curves(snapshot, key).manual_position(policy.index)
    return policy.threshold


def _share(value: float) -> float:
    return min(max(value, 0.0), 1.0)


class MixingController:
    """Turns what was done to the mixture into changes of the state."""

    def __init__(self, session: Session, results: Results) -> None:
        self._session = session
        self._results = results

    def start(self) -> bool:
        """Mix the selected model and the next one where they work now; False without a model.

        A mixture in force stays.
        """
        snapshot = self._results.snapshot
        if snapshot is None or snapshot.selected is None:
            return False
        if snapshot.mix is None:
            keys = [
                snapshot.selected,
                *(key for key in snapshot.models if key != snapshot.selected),
            ]
            first, second = (_present(snapshot, key) for key in (keys[0], keys[1 % len(keys)]))
            self._apply(MixSpec(first, second))
        return True

    def choose_model(self, end: End, key: str) -> None:
        """Take another model at one end, where it works now."""
        snapshot, spec = self._results.snapshot, self._spec
        if snapshot is None or spec is None:
            return
        self._apply(replace(spec, **{end: _present(snapshot, key)}))  # type: ignore[arg-type]

    def set_manual_position(self, end: End, manual_position: float) -> None:
        """Take a threshold, or a classifier of a family, at one end."""
        if self._spec is None:
            return
        point: PointSpec = getattr(self._spec, end)
        self._apply(replace(self._spec, **{end: replace(point, manual_position=manual_position)}))  # type: ignore[arg-type]

    def choose_by(self, by: MixBy) -> None:
        """Fix another figure at what it is now; the mixture stays where it is."""
        snapshot, spec = self._results.snapshot, self._spec
        if snapshot is None or snapshot.mix is None or spec is None:
            return
        share = MixSpec(spec.first, spec.second)
        now = snapshot.mix.wanted
        by = MixBy(by)  # Qt hands over a plain text
        self._apply(replace(spec, by=by, wanted=now[by]) if now else share)

    def set_wanted(self, wanted: float) -> None:
        """Take a typed share, rate or number of cases."""
        if self._spec is not None:
            self._apply(replace(self._spec, wanted=wanted))

    def remove(self) -> None:
        """Mix nothing any more."""
        self._session.apply(tr("remove the mixture"), mix=None)

    @property
    def _spec(self) -> MixSpec | None:
        return self._session.state.current.mix

    def _apply(self, spec: MixSpec) -> None:
        self._session.apply(tr("mix two points"), mix=spec)


def _present(snapshot: Snapshot, key: str) -> PointSpec:
    return PointSpec(key, present_position(snapshot, key))
