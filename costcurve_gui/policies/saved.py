"""policy.json: what it holds, read and checked."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from costcurve_gui.dataio.errors import DataError, one_of
from costcurve_gui.dataio.json_files import JsonError, read_json, refuse_halves
from costcurve_gui.dataio.json_schema import SchemaError, check, shipped_schema
from costcurve_gui.dataio.roles.confidences import Confidence
from costcurve_gui.dataio.roles.labels import label_key
from costcurve_gui.dataio.segments import SegmentTerms, segment_terms
from costcurve_gui.policies.per_case import SavedCalibration, calibration_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FORMAT: Final = "costcurve-policy"
VERSION: Final = 1
POLICY_FILE: Final = "policy.json"
RECOMMENDED: Final = "recommended"
"""The entry that names the rule to be taken, and what asks for it in place of a criterion."""
NOBODY: Final = "none"
"""The threshold that no score reaches, infinite ones included."""

Threshold = float | Literal["none"]
Content = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ScoreSummary:
    """The scores of the sample that a policy was chosen on, as they are in the file.

    A score belongs to bin j where it is at least the j-th of `edges` and less than the next; there
    is one more bin than there are edges. `positives` and `negatives` are cases a bin.
    """

    minimum: float
    maximum: float
    n: int
    edges: tuple[float, ...]
    positives: tuple[int, ...]
    negatives: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SegmentThresholds:
    """A threshold for each value of a column, in the place of one for all rows.

    `next_scores` has the nearest score of the segment in the sample that does not reach it;
    `terms` what is paid otherwise in some segments, and their priors.
    """

    column: str
    thresholds: Mapping[str, Threshold]
    next_scores: Mapping[str, float | None] = field(default_factory=dict)
    terms: Mapping[str, SegmentTerms] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SavedPolicy:
    """One policy of a file; its thresholds are those of the scores as they are in the data.

    Attributes
    ----------
    threshold : float or "none"
        Act on scores that reach it: at least, where `lower_is_positive` at most.
    threshold_2 : float or None
        Taken in the place of `threshold` where the draw is below `mixing`.
    threshold_review : float or None
        Cases that reach it, but not `threshold`, are referred.
    next_score, next_review_score : float or None
        The nearest score of the sample that does not reach `threshold` or `threshold_review`.
    score : ScoreSummary or None
        None where there were no scores.
    review : mapping of str to float, or None
        Of a review band the person's price and rates: `cost`, `tpr` and `fpr`.
    calibration : SavedCalibration or None
        Of a rule that decides case by case, which has no threshold.
    segments : SegmentThresholds or None
        Own thresholds; `threshold` is then the best common one, which does not decide.
    grades : tuple of str
        The order of scores that are grades, whose places from 1 are the thresholds; else empty.
    precision : str
        Of the scores that it was chosen on: float32 or float64.
    confidence : Confidence or None
        Of a score that is the probability of a class decided, how it is read.
    """

    criterion: str
    model: str
    score_column: str | None
    lower_is_positive: bool
    threshold: Threshold | None
    threshold_2: Threshold | None
    threshold_review: Threshold | None
    mixing: float
    seed: int
    best: bool
    applicable: bool
    reason: str
    next_score: float | None = None
    next_review_score: float | None = None
    score: ScoreSummary | None = None
    expected: Mapping[str, Any] = field(default_factory=dict)
    positive: str | None = None
    prior: float | None = None
    review: Mapping[str, float] | None = None
    calibration: SavedCalibration | None = None
    segments: SegmentThresholds | None = None
    grades: tuple[str, ...] = ()
    precision: str = "float64"
    confidence: Confidence | None = None

    @property
    def column(self) -> str:
        """The score column; of a policy that can be applied to rows there is one."""
        return self.score_column or self.model

    @property
    def confidences(self) -> dict[str, Confidence]:
        """How the score is read by a decision, by its column; empty where it is as it stands."""
        return {} if self.confidence is None else {self.column: self.confidence}

    @property
    def is_mixture(self) -> bool:
        """Whether some decisions are drawn at random."""
        return self.threshold_2 is not None and self.mixing > 0

    @property
    def has_review(self) -> bool:
        """Whether some cases are referred to a person."""
        return self.threshold_review is not None


@dataclass(frozen=True, slots=True)
class PolicyFile:
    """The policies of one file, with what they were chosen on."""

    name: str
    content: Content
    policies: tuple[SavedPolicy, ...]

    @property
    def criteria(self) -> list[str]:
        """The criteria in the order of the file."""
        return list(dict.fromkeys(policy.criterion for policy in self.policies))

    def of(self, criterion: str) -> list[SavedPolicy]:
        """Return the policies of a criterion, one a model.

        Raises
        ------
        DataError
            Where the file has no such criterion.
        """
        found = [policy for policy in self.policies if policy.criterion == criterion]
        if not found:
            known = one_of(self.criteria, shown=20)
            raise DataError(
                f"{self.name} has no policy of the criterion {criterion}; there is {known}."
            )
        return found

    @property
    def recommended(self) -> SavedPolicy:
        """The rule that the program recommends; in an older file the first criterion's best.

        Raises
        ------
        DataError
            Where none is recommended, or what is recommended is not in the file.
        """
        named = self.content.get(RECOMMENDED)
        if named is None:
            return _best(self.of(self.criteria[0]))
        if named["criterion"] is None:
            raise DataError(
                f"{self.name} recommends no rule: {named['why']}. Name one with --criterion: "
                f"{one_of(self.criteria, shown=20)}."
            )
        of_class = named.get("positive")
        for policy in self.of(named["criterion"]):
            if policy.model == named["model"] and of_class in (None, policy.positive):
                return policy
        raise DataError(
            f"{self.name} recommends {named['criterion']} of {named['model']}, which is none of "
            "its policies."
        )

    def choose(self, criterion: str | None = None, model: str | None = None) -> SavedPolicy:
        """Return a policy that can be applied to rows.

        Parameters
        ----------
        criterion : str, optional
            None or "recommended" takes that of the recommended rule.
        model : str, optional
            None takes the best model of the criterion, or the recommended one.

        Raises
        ------
        DataError
            Where there is none, or it cannot be applied to rows.
        """
        if criterion in (None, RECOMMENDED):
            policy = self.recommended
            criterion = policy.criterion
        else:
            policy = _best(self.of(criterion))
        if model is not None:
            by_model = {one.model: one for one in reversed(self.of(criterion))}
            if model not in by_model:
                raise DataError(
                    f"{self.name} has no policy of the model {model} by {criterion}; "
                    f"there is {one_of(list(reversed(by_model)), shown=20)}."
                )
            policy = by_model[model]
        if not policy.applicable:
            raise DataError(
                f"{self.name}: the policy of {policy.model} by {policy.criterion} cannot be "
                f"applied to rows: {policy.reason}."
            )
        return policy


def _best(policies: list[SavedPolicy]) -> SavedPolicy:
    return next((one for one in policies if one.best), policies[0])


def read_policies(path: Path) -> PolicyFile:
    """Read a policy file; fields that are not known are ignored.

    Raises
    ------
    DataError
        Where it is no policy file, of a later version, or damaged.
    """
    return policies_of(read_json(path), path.name)


def policies_of(content: object, name: str = POLICY_FILE) -> PolicyFile:
    """Return the policies of what a policy file holds; raises as `read_policies`."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DataError(
            f'{name} is not a CostCurve policy file: its "format" is not "{FORMAT}". '
            "Every report writes one, policy.json.",
            file=name,
        )
    version = content.get("version")
    if isinstance(version, int) and version > VERSION:
        raise DataError(
            f"{name} was written by a later CostCurve, as policy version {version}; this one reads "
            f"version {VERSION}. Update this one.",
            file=name,
        )
    try:
        check(content, schema())
        refuse_halves([content["policies"], content["payoff"]])
    except (SchemaError, JsonError) as fault:
        raise DataError(f"{name}: {fault}", file=name) from None
    return PolicyFile(name, content, tuple(map(_policy, content["policies"])))


def schema() -> Content:
    """Return the schema of policy files."""
    return shipped_schema("policy.schema.json")


def _policy(entry: Content) -> SavedPolicy:
    policy = _as_written(entry)
    first, second = policy.threshold, policy.threshold_2
    if second is None or first in (None, NOBODY):
        return policy
    sign = -1 if policy.lower_is_positive else 1
    if second == NOBODY or sign * float(second) > sign * float(first):
        raise DataError(
            f"The policy of {policy.model} by {policy.criterion} has threshold_2 "
            f"{spelled(second)}; whatever reaches threshold, {spelled(first)}, has to reach it."
        )
    return policy


def _as_written(entry: Content) -> SavedPolicy:
    return SavedPolicy(
        criterion=entry["criterion"],
        model=entry["model"],
        score_column=entry["score_column"],
        lower_is_positive=entry["lower_is_positive"],
        threshold=_threshold(entry["threshold"]),
        threshold_2=_threshold(entry.get("threshold_2")),
        threshold_review=_threshold(entry.get("threshold_review")),
        mixing=float(entry.get("mixing", 0.0)),
        seed=int(entry.get("seed", 0)),
        best=entry.get("best", False),
        applicable=entry["applicable"],
        reason=entry.get("reason", ""),
        next_score=_number(entry.get("next_score")),
        next_review_score=_number(entry.get("next_review_score")),
        score=_summary(entry.get("score")),
        expected=entry.get("expected", {}),
        positive=entry.get("positive"),
        prior=entry.get("prior"),
        review=entry.get("review"),
        calibration=calibration_of(entry.get("calibration")),
        segments=_segments(entry.get("segments")),
        grades=_grades(entry),
        precision=entry.get("precision", "float64"),
        confidence=_confidence(entry.get("confidence")),
    )


def _confidence(found: Content | None) -> Confidence | None:
    if not found:
        return None
    values = tuple(found["positives"]), tuple(found["negatives"])
    return Confidence(found["decision"], *values, float(found["whole"]))


def _grades(entry: Content) -> tuple[str, ...]:
    """Return the order of grades; raises DataError where two of them are one value."""
    found = tuple(entry.get("grades") or ())
    if len({label_key(one) for one in found}) < len(found):
        raise DataError(
            f"The policy of {entry['model']} by {entry['criterion']} has the grades "
            f"{', '.join(found)}; each may occur only once, in whatever case."
        )
    return found


def _segments(found: Content | None) -> SegmentThresholds | None:
    if not found:
        return None
    thresholds = {name: _threshold(one) for name, one in found["thresholds"].items()}
    known = {name: NOBODY if one is None else one for name, one in thresholds.items()}
    after = {name: _number(one) for name, one in found.get("next_scores", {}).items()}
    terms = segment_terms(found.get("terms", {}), POLICY_FILE)
    return SegmentThresholds(found["column"], known, after, terms)


def _threshold(value: float | str | None) -> Threshold | None:
    return NOBODY if value == NOBODY else _number(value)


def _number(value: float | str | None) -> float | None:
    return None if value is None else float(value)


def _summary(found: Content | None) -> ScoreSummary | None:
    if found is None or found.get("bins") is None:
        return None
    bins = found["bins"]
    return ScoreSummary(
        minimum=float(found["min"]),
        maximum=float(found["max"]),
        n=int(found["n"]),
        edges=tuple(map(float, bins["edges"])),
        positives=tuple(map(int, bins["positives"])),
        negatives=tuple(map(int, bins["negatives"])),
    )


def spelled(threshold: Threshold | None) -> str:
    """Return a threshold in words: `none`, `inf`, or the shortest text of the number."""
    if threshold is None or threshold == NOBODY:
        return NOBODY
    value = float(threshold)
    return repr(value).removesuffix(".0") if math.isfinite(value) else str(value)
