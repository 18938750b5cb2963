"""What is shown of a policy before it is applied: findings, shares of scores, rows at the cut."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from costcurve_gui.dataio.errors import listed, plural
from costcurve_gui.dataio.roles.confidences import by_decision
from costcurve_gui.policies.applying import as_planned, outside, read_rows, with_cases
from costcurve_gui.policies.plan_checks import moved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.applying import Cut, Rows
    from costcurve_gui.policies.saved import PolicyFile, SavedPolicy

    Tone = Literal["warning", "success"]

_BINS = 40
_HEAD, _ROUND = 3, 2


@dataclass(frozen=True, slots=True, eq=False)
class PlanScores:
    """The scores that a policy was chosen on, as they are in the file, and its prior."""

    scores: NDArray[np.float64]
    y_true: NDArray[np.bool_]
    prior: float


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """The shares of rows between edges: planned at the prior, and of the file."""

    edges: NDArray[np.float64]
    plan: NDArray[np.float64]
    file: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """The rows of a file, what differs from the plan, and how the scores are distributed."""

    rows: Rows
    findings: tuple[tuple[Tone, str], ...]
    has_moved: bool
    shares: Shares | None


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row near the cut; rank 0 stands for those that are left out of the preview.

    Probability and expected gain are those of a rule of each case, else NaN.
    """

    rank: int
    name: str = ""
    score: float = 0.0
    acts: bool = False
    referred: bool = False
    note: str = ""
    probability: float = np.nan
    gain: float = np.nan


def read_preview(
    source: Source,
    file: PolicyFile,
    policy: SavedPolicy,
    columns: tuple[str, str | None],
    plan: PlanScores,
    *,
    progress: Progress,
) -> Preview:
    """Read the rows of a file by the columns of score and identifier, and compare with the plan.

    Raises
    ------
    DataError
        Where a column cannot be used.
    """
    source = by_decision(source, policy.confidences)
    rows = with_cases(policy, read_rows(source, *columns, progress, policy.grades), progress)
    changes = list(moved(file, policy, as_planned(policy, rows)))
    findings = tuple(_findings(policy, rows, changes))
    return Preview(rows, findings, bool(changes), shares(plan, rows.scores))


def _findings(policy: SavedPolicy, rows: Rows, changes: list[str]) -> Iterator[tuple[Tone, str]]:
    for change in changes:
        yield "warning", f"Scores have moved: {change}."
    above, below = outside(policy, rows)
    seen = policy.score
    for count, side, end in (
        (above, "above the highest", None if seen is None else seen.maximum),
        (below, "below the lowest", None if seen is None else seen.minimum),
    ):
        if count:
            lie = "score lies" if count == 1 else "scores lie"
            yield "warning", f"{count} {lie} {side} seen, {end:.4g}."
    missing, repeated = rows.missing, rows.repeated
    if missing:
        verb = "has" if missing == 1 else "have"
        lacking = f"none of the grades {', '.join(policy.grades)}" if policy.grades else "no score"
        if policy.calibration is not None:
            lacking = f"no value in {listed((rows.column, *policy.calibration.columns))}"
        yield "warning", f"{plural(missing, 'row')} {verb} {lacking} and are left out."
    if repeated:
        yield "warning", f"{plural(repeated, 'row')} with an id that was there before."
    noun = "score" if rows.cases is None else "value"
    read = f"{plural(rows.scores.size, 'row')} read"
    unique = "; no id twice" if rows.id is not None and not repeated else ""
    yield "success", f"{read}{'' if missing else f'; no {noun} missing'}{unique}."


def shares(plan: PlanScores, scores: NDArray[np.float64]) -> Shares | None:
    """Return how scores are distributed; None where nothing can be drawn."""
    found = [one[np.isfinite(one)] for one in (plan.scores, scores)]
    both = np.concatenate(found)
    if not both.size or both.min() == both.max():
        return None
    edges = np.linspace(both.min(), both.max(), _BINS + 1)
    planned = np.zeros(_BINS)
    for label, weight in ((True, plan.prior), (False, 1 - plan.prior)):
        of_class = plan.scores[plan.y_true == label]
        if of_class.size:
            planned += weight * np.histogram(of_class, edges)[0] / of_class.size
    return Shares(edges, planned, np.histogram(found[1], edges)[0] / max(scores.size, 1))


def rows_at_cut(policy: SavedPolicy, rows: Rows, cut: Cut) -> list[PreviewRow]:
    """Return the first rows and those on either side of the cut, or of both cuts, by rank."""
    last, total = cut.acted, cut.order.size
    notes, ranks = {last: "last one in", last + 1: "first one out"}, set(range(1, _HEAD + 1))
    if cut.reviewed:
        notes = {last: "last one in", last + 1: "first one referred"}
        notes |= {
            last + cut.reviewed: "last one referred",
            last + cut.reviewed + 1: "first one out",
        }
    if rows.decided is not None:
        notes = {}  # each segment has a cut of its own
    for edge in (last, last + cut.reviewed):
        ranks |= set(range(edge - _ROUND + 1, edge + _ROUND + 1))
    wanted = sorted(rank for rank in ranks if 1 <= rank <= total)
    found: list[PreviewRow] = []
    for before, rank in zip([0, *wanted], wanted, strict=False):
        if rank > before + 1:
            found.append(PreviewRow(0))
        row = int(cut.order[rank - 1])
        score = float(rows.scores[row])
        note = notes.get(rank, "")
        seen = policy.score
        if not note and seen is not None and score > seen.maximum:
            note = "above all seen"
        referred = cut.referred is not None and bool(cut.referred[row])
        acts = bool(cut.chosen[row])
        shown = PreviewRow(rank, rows.name(row), score, acts, referred, note)
        if rows.cases is not None:
            at = float(rows.cases.probability[row]), float(rows.cases.gains[row])
            shown = replace(shown, probability=at[0], gain=at[1])
        found.append(shown)
    return found
