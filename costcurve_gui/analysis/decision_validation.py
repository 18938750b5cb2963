"""Validate the decision of the window: choose on some cases, estimate again on others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.cost_checks import stability_between
from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.intervals.new_cases import new_cases_request
from costcurve_gui.analysis.intervals.requests import policies_request
from costcurve_gui.analysis.intervals.results import Failed, IntervalRequest
from costcurve_gui.analysis.per_case_rules import PerCaseError, rule_in
from costcurve_gui.analysis.snapshot import condition_of, decision_of
from costcurve_gui.analysis.sources.cases import ScoredSource, describe_cases
from costcurve_gui.analysis.threshold_finders import settled_snapshot
from costcurve_gui.analysis.validated_decision import (
    OtherFile,
    Split,
    ValidatedDecision,
    ValidatedFigure,
    label_of,
)
from costcurve_gui.analysis.validation import (
    ValidationSample,
    is_consistent,
    on_new_cases,
    validated,
    validated_by_case,
)
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.source import file_sha256
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.intervals.results import Figure, Validated
    from costcurve_gui.analysis.loading import ReadChoices
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.validated_decision import Holdout
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.cost.cost_stability import CostStability
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.selection.policy import Policy

SPLITS = 20
"""How many seeds are tried where one split says little."""


@dataclass(frozen=True, slots=True, eq=False)
class DecisionInput:
    """The decision that is validated, and where its cases are from.

    `dataset` has the cases of the file; `read` is None where they were pasted or joined.
    """

    snapshot: Snapshot
    dataset: Dataset
    read: ReadChoices | None

    @property
    def key(self) -> str:
        """The model of the decision."""
        return self.snapshot.selected or next(iter(self.snapshot.models))


@dataclass(frozen=True, slots=True, eq=False)
class DecisionValidation:
    """The rule as some cases chose it, and what it comes to on others.

    `decided` is the decision on the cases that choose, `sizes` are how many choose and judge.
    `expected` has the figures that were expected on new cases, `consistent` says by figure whether
    the difference to what was expected is no more than chance, None without intervals. `costs`
    tells whether errors cost the same on both. `sha256` is that of another file.
    """

    given: DecisionInput
    holdout: Holdout
    decided: Snapshot
    found: Validated
    expected: Mapping[str, Figure]
    consistent: Mapping[str, bool | None]
    sizes: tuple[int, int]
    costs: CostStability
    sha256: str = ""

    @property
    def figure(self) -> str:
        """What the decision is judged by."""
        return judged_by(self.given.snapshot)

    @property
    def chosen(self) -> Policy:
        """The rule as it was chosen."""
        return self.decided.models[self.given.key].policy

    @property
    def mark(self) -> ValidatedDecision:
        """What is said of the decision from now on, and kept."""
        given, rule = self.given.snapshot, fixed_part(self.decided, self.given.key)
        return ValidatedDecision(
            *(decision_of(given), self.holdout, label_of(self.holdout), self.sha256),
            *(rule.threshold, rule.threshold_2, rule.mixing, self.figure),
            *(_figures(self.found, self.expected, self.consistent), self.sizes),
            given.settings.bands.spec.level,
            _threshold_review(rule),
            self.costs,
        )


@dataclass(frozen=True, slots=True)
class SplitFigures:
    """The figure of the decision by one seed, on the cases that chose and on the others.

    `costs` tells whether errors cost the same on both.
    """

    seed: int
    threshold: float
    chosen: float
    observed: float
    costs: CostStability


def judged_by(snapshot: Snapshot) -> str:
    """Return the figure that the decision is judged by."""
    by_cost = snapshot.settings.objective is Objective.COST
    return "normalized_expected_cost" if by_cost else "expected_profit"


def validate_decision(
    given: DecisionInput, holdout: Holdout, *, progress: Progress
) -> DecisionValidation:
    """Choose as the decision was chosen, on the cases that are not held out, and judge on others.

    Raises
    ------
    DataError, EngineError
        Where the cases cannot be parted, or the model cannot be evaluated on a part.
    """
    progress.advance(0, 4, "Reading")
    sides = _sides(given, holdout, progress)
    decided, estimator = _decided(given, sides[0])
    sample = _sample(given, decided, sides[1])
    found, expected = _estimated(decided, sample, estimator, progress=progress.part(1, 4))
    if found is None:
        raise _derived(given)
    consistent = {name: is_consistent(found, name, expected.get(name)) for name in found.gaps}
    sizes = sides[0].rows, sides[1].rows
    hashed = file_sha256(holdout.path) if isinstance(holdout, OtherFile) else ""
    costs = stability_between(*sides, decided.settings.payoff, decided.miss_factor)
    return DecisionValidation(
        *(given, holdout, decided, found, expected, consistent, sizes, costs, hashed)
    )


def _figures(
    found: Validated, expected: Mapping[str, Figure], consistent: Mapping[str, bool | None]
) -> dict[str, ValidatedFigure]:
    return {
        name: ValidatedFigure(
            found.chosen[name],
            observed,
            found.gaps[name],
            expected.get(name),
            consistent.get(name),
        )
        for name, observed in found.observed.items()
    }


def _estimated(
    decided: Snapshot,
    sample: ValidationSample,
    estimator: Estimator | None,
    *,
    progress: Progress,
) -> tuple[Validated | None, Mapping[str, Figure]]:
    """Return a decision on cases that did not choose it, and what was expected on new ones."""
    key = decided.selected or ""
    policy = decided.models[key].policy
    if policy.is_per_case:
        return _by_case(decided, key, sample), {}
    fixed = policies_request((key,), condition_of(decided, key), policy)
    new = new_cases_request(decided, key)
    known: Mapping[IntervalRequest, Any] = {}
    if estimator is not None:
        wanted = [fixed] if new is None else [fixed, new]
        known = estimator.estimate(wanted, progress=progress).results
    intervals, estimate = (
        None if one is None or isinstance(known.get(one), Failed) else known.get(one)
        for one in (fixed, new)
    )
    curves = next(one for one in decided.curve_set.models if one.info.key == key)
    found = validated(
        *(policy, curves, intervals, sample, decided.curve_set.dataset.rows, decided.miss_factor),
        progress=progress,
    )
    return found, on_new_cases(estimate)


def _by_case(decided: Snapshot, key: str, sample: ValidationSample) -> Validated | None:
    """Return what a rule that decides case by case comes to on cases it was not fitted to."""
    curves = decided.curve_set.model(key)
    try:
        return validated_by_case(rule_in(decided, key), curves, sample, decided.settings)
    except PerCaseError as error:
        raise DataError(tr("On the cases used for validation: {error}.", error=error)) from error


def fixed_part(snapshot: Snapshot, key: str) -> Policy:
    """Return the policy of a model; where each case is decided by its own, the best threshold."""
    policy = snapshot.models[key].policy
    return rule_in(snapshot, key).threshold if policy.is_per_case else policy


def decision_mark(
    snapshot: Snapshot,
    sample: ValidationSample,
    estimator: Estimator | None,
    *,
    progress: Progress,
) -> ValidatedDecision | None:
    """Return what the decision of a report comes to on the cases that validate it, if anything."""
    found, expected = _estimated(snapshot, sample, estimator, progress=progress)
    if found is None:
        return None
    consistent = {name: is_consistent(found, name, expected.get(name)) for name in found.gaps}
    rule = fixed_part(snapshot, snapshot.selected or "")
    return ValidatedDecision(
        *(decision_of(snapshot), None, sample.label, ""),
        *(rule.threshold, rule.threshold_2, rule.mixing, judged_by(snapshot)),
        *(_figures(found, expected, consistent), (snapshot.curve_set.dataset.rows, sample.rows)),
        snapshot.settings.bands.spec.level,
        _threshold_review(rule),
    )


def _threshold_review(rule: Policy) -> float | None:
    return None if rule.review is None else rule.review.threshold


def validate_by_splits(
    given: DecisionInput, share: float, *, progress: Progress
) -> tuple[SplitFigures, ...]:
    """Validate by several seeds, without intervals."""
    figure, found = judged_by(given.snapshot), []
    for seed in range(SPLITS):
        progress.advance(seed, SPLITS, tr("Split {seed}", seed=seed))
        sides = _sides(given, Split(share, seed), progress)
        decided, _ = _decided(given, sides[0], resampled=False)
        policy = decided.models[given.key].policy
        (curves,) = decided.curve_set.models
        sample = _sample(given, decided, sides[1], resampled=False)
        one = (
            _by_case(decided, given.key, sample)
            if policy.is_per_case
            else validated(policy, curves, None, sample, sides[0].rows, decided.miss_factor)
        )
        if one is None:
            raise _derived(given)
        chosen, observed = (group[figure].value for group in (one.chosen, one.observed))
        costs = stability_between(*sides, decided.settings.payoff, decided.miss_factor)
        found.append(SplitFigures(seed, policy.threshold, chosen, observed, costs))
    return tuple(found)


def splits_that_shrank(found: Sequence[SplitFigures], *, by_cost: bool) -> int:
    """Return in how many splits the figure was worse on the cases that had not chosen."""
    sign = -1 if by_cost else 1
    return sum(sign * (one.observed - one.chosen) < 0 for one in found)


def _sides(given: DecisionInput, holdout: Holdout, progress: Progress) -> tuple[Dataset, Dataset]:
    """Return the cases that choose and those that judge, with the scores of one model."""
    from costcurve_gui.dataio.held_out import cases_with, part_of
    from costcurve_gui.engine.resampling.hold_out import stratified_split

    column = _column(given)
    dataset = replace(given.dataset, scores={column: given.dataset.scores[column]})
    if isinstance(holdout, OtherFile):
        return dataset, _read(given, holdout.path, progress)
    if isinstance(holdout, Split):
        held = stratified_split(dataset.y_true, holdout.share, holdout.seed, dataset.group)
    elif given.read is None:
        raise DataError(
            tr("The columns of these cases cannot be read again; split them at random.")
        )
    else:
        source = given.read.source
        held = cases_with(source, dataset, holdout.column, holdout.value, progress)
    return part_of(dataset, ~held), part_of(dataset, held)


def _read(given: DecisionInput, path: Path, progress: Progress) -> Dataset:
    """Read another file as that on screen was read."""
    from costcurve_gui.dataio.dataset import load_dataset
    from costcurve_gui.dataio.formats.opening import open_source
    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.roles.groups import in_other_file

    roles = None if given.read is None else given.read.chosen
    if not isinstance(roles, Roles):
        raise DataError(
            tr("Another file can validate two classes only; split these cases instead.")
        )
    column = _column(given)
    file = open_source(path)
    roles = in_other_file(replace(roles, scores=(column,)), file)
    return load_dataset(file, roles, progress)


def _column(given: DecisionInput) -> str:
    info = given.snapshot.models[given.key].info
    if info.derived is not None:
        raise _derived(given)
    return info.column


def _derived(given: DecisionInput) -> DataError:
    name = given.snapshot.models[given.key].info.name
    return DataError(
        tr(
            "{name} is derived from other models with all cases. Select a model of the file.",
            name=name,
        )
    )


def _decided(
    given: DecisionInput, dataset: Dataset, *, resampled: bool = True
) -> tuple[Snapshot, Estimator | None]:
    """Choose on some cases as the decision was chosen, at the same prior."""
    snapshot, settings = given.snapshot, given.snapshot.settings
    condition = replace(settings.condition, prior=snapshot.condition.prior)
    settings = replace(
        settings, condition=condition, selected=given.key, derived=(), mix=None, group=None
    )
    curve_set, source = _curves(given, dataset)
    decided = settled_snapshot(curve_set, settings)
    if not decided.models[given.key].met:
        raise DataError(tr("No threshold keeps the bounds on the cases used for choosing."))
    if not (resampled and settings.bands.shown):
        return decided, None
    return decided, Estimator(resampling_input(curve_set, source, settings.payoff), settings.bands)


def _sample(
    given: DecisionInput, decided: Snapshot, dataset: Dataset, *, resampled: bool = True
) -> ValidationSample:
    curve_set, source = _curves(given, dataset)
    settings = decided.settings
    if not (resampled and settings.bands.shown):
        return ValidationSample("", curve_set, None)
    resampling = resampling_input(curve_set, source, settings.payoff)
    return ValidationSample("", curve_set, Estimator(resampling, settings.bands))


def _curves(given: DecisionInput, dataset: Dataset) -> tuple[CurveSet, ScoredSource]:
    """Evaluate the model on some cases; it is called as in the window."""
    cache, snapshot = CountsCache(dataset), given.snapshot
    source = ScoredSource(dataset, cache)
    info = describe_cases(snapshot.curve_set.dataset.id, dataset, cache)
    named = snapshot.models[given.key].info
    (model,) = info.models
    model = replace(model, key=named.key, name=named.name, slot=named.slot)
    info = replace(info, models=(model,))
    curve_set = source.build_curves(info, snapshot.settings.payoff, ())
    return curve_set.at(snapshot.settings.bands.spec.level), source
