"""What can be resampled, and the typed results."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.auc_interval import AucInterval, AucivInterval
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.chosen_thresholds import Plateau
    from costcurve_gui.engine.resampling.difference_band import DifferenceBand, Stretch
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.resampling.paired_tests import PairComparison
    from costcurve_gui.engine.resampling.policy_intervals import PolicyIntervals
    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule
    from costcurve_gui.engine.selection.policy import Policy


class IntervalRequest(NamedTuple):
    """One thing to resample.

    `kind` is a view whose curve gets a band, or "roc_simultaneous", "rociv_simultaneous",
    "threshold_band", "difference", "winners", "verdicts", "tests", "belief_tests", "areas",
    "expected_cost", "decision", "optimism", "new_cases", "new_cases_lead", "new_cases_curve" or the
    key of a criterion that is `reselected`. `models` are keys: of one model, of a pair, or of all
    that take part. `condition`, that of the first model, `policies`, `belief` and `rules`, by which
    replicates choose the policies again, are empty where the result does not depend on them.
    """

    kind: str
    models: tuple[str, ...]
    condition: OperatingCondition | None = None
    policies: tuple[Policy, ...] = ()
    belief: Belief | None = None
    rules: tuple[ReplicateRule, ...] = ()


CANCELLED = "The work was cancelled. Show the view again to restart it."
"""The reason why something is not known after the user pressed Cancel."""


def resampled_part(policy: Policy) -> Policy:
    """Return a policy without what no interval depends on.

    The rows of the threshold table decide; the classifiers of a family have NaN as threshold,
    which would not equal itself.
    """
    return replace(policy, criterion="", threshold=0.0, threshold_2=None)


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """What was resampled of one curve set under one choice of method, level and seed.

    `results` holds for each thing the newest result, of few replicates at first; `replicates`
    says of how many.
    """

    choices: BandChoices
    results: Mapping[IntervalRequest, Any] = field(default_factory=dict)
    replicates: Mapping[IntervalRequest, int] = field(default_factory=dict)
    failed_jobs: Mapping[IntervalRequest, str] = field(init=False)

    def __post_init__(self) -> None:
        failed = ((key, one) for key, one in self.results.items() if isinstance(one, Failed))
        jobs = {key: one.reason for key, one in failed if one.of_job}
        object.__setattr__(self, "failed_jobs", jobs)

    def without_failed_jobs(self) -> Intervals:
        """Return what is known without what can be tried again."""
        left = {key: one for key, one in self.results.items() if key not in self.failed_jobs}
        return Intervals(self.choices, left, self.replicates)


@dataclass(frozen=True, slots=True)
class DecisionIntervals:
    """How sure the figures of the decision are; `lead` is that over the runner-up, if any."""

    policy: PolicyIntervals
    lead: FigureInterval | None
    spec: BootstrapSpec


@dataclass(frozen=True, slots=True, eq=False)
class PairDifference:
    """The difference of two cost curves, and over which stretches it is significant.

    `curve` is pointwise, with the simultaneous band in it. `on_new_cases` are the ends of those
    stretches of either band whose mean lead on new cases has an interval that leaves out 0.
    """

    curve: DifferenceBand
    on_new_cases: frozenset[tuple[float, float]]

    def reversed(self) -> PairDifference:
        """Return the second model's cost less that of the first."""
        return replace(self, curve=self.curve.reversed())

    def judged(self, *, simultaneous: bool) -> JudgedDifference:
        """Return one of its bands, with the stretches that verdicts call better."""
        curve = self.curve.simultaneous if simultaneous else self.curve
        curve = curve or self.curve
        wide = [one for one in curve.stretches if one.low < one.high]
        shown = tuple(one for one in wide if one[:2] in self.on_new_cases)
        only_here = tuple(one for one in wide if one[:2] not in self.on_new_cases)
        return JudgedDifference(curve.band, shown, only_here)


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDifference:
    """The band of a difference, and where one of the two models is significantly cheaper.

    Over `only_here` the band leaves out 0, but the interval of the mean lead on new cases does not.
    One PC(+) alone has no width, and is left out.
    """

    band: Band
    stretches: tuple[Stretch, ...]
    only_here: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DecisionOptimism:
    """The optimism of the best threshold of a model, and how far it can be moved."""

    optimum: OptimismEstimate
    plateau: Plateau


@dataclass(frozen=True, slots=True)
class AreaIntervals:
    """How sure the areas of a model are; `auc` is DeLong's interval taken of the logit."""

    auc: AucInterval
    auciv: AucivInterval
    cost_curve_area: FigureInterval
    spec: BootstrapSpec


@dataclass(frozen=True, slots=True)
class Failed:
    """What stands in place of a result that cannot be computed, and why.

    `of_job` where the whole job ended, by a fault or by Cancel: it can be tried again.
    """

    reason: str
    of_job: bool = False


class ComparedFigure(StrEnum):
    """The figure of which two models are compared."""

    AUC = "auc"
    AUCIV = "auciv"
    AREA = "cost_curve_area"
    BELIEF = "expected_cost"


@dataclass(frozen=True, slots=True)
class FigureTests:
    """One figure compared for every two of `models`, their keys; pairs go by position in them."""

    figure: ComparedFigure
    models: tuple[str, ...]
    pairs: tuple[PairComparison, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its interval, None where it has none; NaN where it does not exist."""

    value: float
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Validated:
    """A policy on the cases that chose it and on others; `rows` are those of each that count.

    `gaps` are the figures of the others minus those of the first; `intervals` are those on the
    others, None without.
    """

    policy: Policy
    chosen: Mapping[str, Figure]
    observed: Mapping[str, Figure]
    gaps: Mapping[str, Figure]
    rows: tuple[int, int]
    intervals: DecisionIntervals | None = None
