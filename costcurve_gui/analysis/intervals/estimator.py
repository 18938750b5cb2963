"""Estimate intervals, each once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.intervals.task import ResamplingInput


@dataclass(frozen=True, eq=False, repr=False)
class Estimator:
    """Carries out interval requests about the models of one input and keeps the results."""

    source: ResamplingInput
    choices: BandChoices
    results: dict[IntervalRequest, Any] = field(default_factory=dict)

    def estimate(
        self, requests: Iterable[IntervalRequest], *, progress: Progress = NO_PROGRESS
    ) -> Intervals:
        """Resample what is asked for the first time; return everything that is known by then.

        `Failed` stands for what cannot be computed.
        """
        from costcurve_gui.analysis.intervals.jobs import resample

        missing = [one for one in dict.fromkeys(requests) if one not in self.results]
        if missing:
            spec = self.choices.spec
            found = resample(self.source, missing, self.choices, spec, progress=progress)
            self.results.update(found)
        replicates = dict.fromkeys(self.results, self.choices.spec.replicates)
        return Intervals(self.choices, dict(self.results), replicates)
