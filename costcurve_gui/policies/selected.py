"""policy.json of a report: every policy of selection.csv, with what applying it needs."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.per_case_rules import FOLDS, SEED
from costcurve_gui.analysis.recommended import not_applicable, recommended
from costcurve_gui.analysis.snapshot import validation_in_force
from costcurve_gui.analysis.tables.decisions import ESTIMATED_ON, decisions, selection_table
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.per_case import per_case_of
from costcurve_gui.analysis.validation import SAME_SAMPLE
from costcurve_gui.dataio.segments import terms_to_json
from costcurve_gui.policies.file_scores import (
    as_in_file,
    next_score,
    score_summary,
    scores_in_file,
)
from costcurve_gui.policies.per_case import KIND
from costcurve_gui.policies.saved import FORMAT, NOBODY, RECOMMENDED, VERSION
from costcurve_gui.policies.segments import (
    COMMON_CRITERION,
    OwnThresholds,
    common_policy,
    own_thresholds,
    own_thresholds_of,
    rule_figures_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.settings import ConditionSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.selection.policy import Policy, Review
    from costcurve_gui.policies.saved import Content

FIGURES = ("fpr", "tpr", "precision", "fraction_targeted", "expected_cost", "expected_profit")
"""What is expected of a policy, in the order of VERIFIED.csv."""
NEW_CASES = {"expected_cost": "new_cases_cost", "expected_profit": "new_cases_profit"}
"""The figures that selection.csv estimates for new cases, and its columns."""
_LEAST = 1e-12  # share of negatives, where all cases are positives


@dataclass(frozen=True, slots=True, eq=False)
class PolicyPart:
    """What policies were selected on: two classes, or one class against all others.

    `snapshot` has the intervals of its policies, where something was resampled. `dataset` has the
    cases, None where there are counts. `positive` names the class, of several.
    """

    snapshot: Snapshot
    options: TableOptions
    dataset: Dataset | None
    positive: str | None = None


def policy_content(
    parts: Sequence[PolicyPart],
    source: Mapping[str, Any],
    payoff: PayoffSpec,
    seed: int,
) -> Content:
    """Return what policy.json holds, ready for `write_json`.

    Parameters
    ----------
    parts : sequence of PolicyPart
        One for every class set against all others, else one.
    source : mapping
        The entries of `input`.
    payoff : PayoffSpec
        The payoff matrix.
    seed : int
        From which draws of mixtures are computed.
    """
    policies = [entry for part in parts for entry in _entries(part, seed)]
    of_class = {} if parts[0].positive is None else {"positive": parts[0].positive}
    found = recommended(parts[0].snapshot)
    if found is None:
        named = {"criterion": None, "model": None, "why": "no threshold keeps the bounds"}
        return _file(parts, source, payoff, policies) | {RECOMMENDED: named}
    named = {"criterion": found.criterion, "model": found.model, **of_class}
    policies = _with_recommended(parts[0], policies, found.key, named, seed)
    return _file(parts, source, payoff, policies) | {RECOMMENDED: {**named, "why": found.why}}


def segment_content(
    part: PolicyPart, source: Mapping[str, Any], found: ModelSegments, seed: int, *, own: bool
) -> Content:
    """Return a policy file of the own thresholds of segments, or of the common one beside them.

    `part` and `source` are as of `policy_content`.
    """
    (model,) = (one for one in models_of(part.snapshot, part.options) if one.key == found.info.key)
    rules = own_thresholds_of(found, model, best=True)
    entry = _entry_of_segments(part, rules)
    if not own:
        policy = common_policy(found, model, COMMON_CRITERION)
        known = None if found.uncertainty is None else found.uncertainty.common.total
        intervals = {} if known is None else {"expected_profit": [known.low, known.high]}
        figures = rule_figures_of(found, found.rules.common)
        expected = {**figures, "intervals": intervals, "new_cases": {}}
        entry = _entry(part, model, policy, expected, entry["score"])
    return _file([part], source, part.snapshot.settings.payoff, [{**entry, "seed": seed}])


def _file(
    parts: Sequence[PolicyPart],
    source: Mapping[str, Any],
    payoff: PayoffSpec,
    policies: Sequence[Content],
) -> Content:
    resampled = any(entry["expected"]["intervals"] for entry in policies)
    condition = parts[0].snapshot.condition if len(parts) == 1 else None
    return {
        "format": FORMAT,
        "version": VERSION,
        "input": dict(source),
        "condition": {
            "prior": None if condition is None else float(condition.prior),
            "pc_plus": None if condition is None else float(condition.probability_cost),
            "cost_ratio": parts[0].snapshot.settings.condition.cost_ratio,
            **_beliefs(parts[0].snapshot.settings.condition),
        },
        "payoff": _payoff(payoff),
        "level": parts[0].snapshot.settings.bands.spec.level if resampled else None,
        "policies": list(policies),
    }


def _beliefs(spec: ConditionSpec) -> dict[str, str]:
    """Return what is believed of prior and cost ratio, where something is."""
    beliefs = {"prior_belief": spec.prior_belief, "cost_ratio_belief": spec.ratio_belief}
    return {name: text for name, text in beliefs.items() if text}


def _payoff(payoff: PayoffSpec) -> Content:
    """Return the cells with the values of parameters in force, which every reader can compute.

    What was typed and believed stands beside them where there are parameters.
    """
    cells = dict(zip(CELLS, payoff.cells, strict=True))
    if not payoff.parameters:
        return cells
    return {
        **cells,
        "typed": dict(zip(CELLS, payoff.typed_cells, strict=True)),
        "parameters": {
            one.name: {"value": one.value, "belief": one.belief} for one in payoff.parameters
        },
    }


def _entries(part: PolicyPart, seed: int) -> Iterator[Content]:
    table = selection_table(part.snapshot, part.options)
    rows = zip(*(column.tolist() for column in table.columns), strict=True)
    summaries: dict[str, Content | None] = {}
    found = zip(decisions(part.snapshot, part.options), rows, strict=True)
    for (criterion, model, policy, is_best), cells in found:
        if model.key not in summaries:
            summaries[model.key] = score_summary(part.dataset, model)
        row = dict(zip(table.header, cells, strict=True))
        entry = _entry(part, model, policy, _expected(row, policy), summaries[model.key])
        named = {"criterion": criterion.key, "seed": seed, "best": bool(is_best)}
        yield {**entry, **named, ESTIMATED_ON: row[ESTIMATED_ON]}
    for own in own_thresholds(part.snapshot, part.options):
        yield {**_entry_of_segments(part, own), "seed": seed}


def _entry_of_segments(part: PolicyPart, own: OwnThresholds) -> Content:
    scores, payoff = scores_in_file(part.dataset, own.model), part.snapshot.settings.payoff
    thresholds = {name: scores.threshold(one, None) for name, one in own.thresholds.items()}
    after = {name: as_in_file(one, lower=scores.lower) for name, one in own.next_scores.items()}
    intervals = {} if own.profit is None else {"expected_profit": list(own.profit)}
    expected = {**own.figures, "intervals": intervals, "new_cases": own.new_cases}
    terms = {
        name: replace(one, cells=_cells_in_force(payoff.with_cells(one.cells), one.cells))
        for name, one in own.terms.items()
    }
    return {
        **_entry(part, own.model, own.common, expected, score_summary(part.dataset, own.model)),
        "best": own.best,
        "segments": {
            "column": own.column,
            "thresholds": thresholds,
            "next_scores": after,
            **({"terms": terms_to_json(terms)} if terms else {}),
        },
    }


def _cells_in_force(payoff: PayoffSpec, names: Iterable[str]) -> dict[str, str]:
    """Return some cells with the values of parameters in force."""
    cells = dict(zip(CELLS, payoff.cells, strict=True))
    return {name: cells[name] for name in names}


def _with_recommended(
    part: PolicyPart, policies: list[Content], key: str, named: Content, seed: int
) -> list[Content]:
    """Return the policies with the recommended one among them, and what that was estimated on."""
    model, policy = models_of(part.snapshot, part.options), part.snapshot.models[key].policy
    entry = next((one for one in policies if named.items() <= one.items()), None)
    if entry is None:
        (of_key,) = (one for one in model if one.key == key)
        expected = _expected({name: getattr(policy, name) for name in FIGURES}, policy)
        entry = {
            **_entry(part, of_key, policy, expected, score_summary(part.dataset, of_key)),
            "seed": seed,
        }
        policies = [*policies, entry]
    estimated = _estimated_on(part.snapshot, policy)
    if estimated != SAME_SAMPLE:
        entry[ESTIMATED_ON] = estimated
    return policies


def _entry(
    part: PolicyPart,
    model: TableModel,
    policy: Policy,
    expected: Content,
    summary: Content | None,
) -> Content:
    of_class = {} if part.positive is None else {"positive": part.positive}
    return {
        "criterion": policy.criterion,
        "model": policy.model,
        **_rule(part, model, policy),
        "seed": 0,
        "best": True,
        **of_class,
        "prior": policy.prior,
        "calibration": _calibration(part, model, policy) if policy.is_per_case else None,
        "score": summary,
        "segments": None,
        ESTIMATED_ON: _estimated_on(part.snapshot, policy),
        "expected": expected,
    }


def _estimated_on(snapshot: Snapshot, policy: Policy) -> str:
    """Say whether the cases that estimate the decision chose it, or where it was validated."""
    found, key = validation_in_force(snapshot), snapshot.selected
    if found is None or key is None or snapshot.models[key].policy is not policy:
        return SAME_SAMPLE
    return f"validated on {found.label}"


def _rule(part: PolicyPart, model: TableModel, policy: Policy) -> Content:
    """Return what decides; nothing but the reason where it cannot be applied to rows."""
    reason = not_applicable(part.snapshot.curve_set.dataset, model.info)
    scores, review = scores_in_file(part.dataset, model), policy.review
    threshold, lower = scores.threshold(policy.threshold, policy.index), scores.lower
    unlike = reason or threshold in (None, NOBODY)
    return {
        "score_column": None if reason else model.info.column,
        **({"grades": list(model.info.grades)} if model.info.grades and not reason else {}),
        **_confidence(part.dataset, model),
        "lower_is_positive": lower,
        "precision": scores.precision,
        "threshold": threshold,
        "threshold_2": scores.threshold(policy.threshold_2, policy.index_2),
        "threshold_review": None
        if review is None
        else scores.threshold(review.threshold, review.index),
        "next_score": None if unlike else next_score(model, policy.index, lower=lower),
        "next_review_score": None
        if reason or review is None
        else next_score(model, review.index, lower=lower),
        **({} if review is None else {"review": _review(review)}),
        "mixing": policy.mixing,
        "applicable": not reason,
        "reason": reason,
    }


def _confidence(dataset: Dataset | None, model: TableModel) -> Content:
    """Return how a score is read by a decision beside it, where it is."""
    found = None if dataset is None else dataset.confidences.get(model.info.column)
    return {} if found is None else {"confidence": asdict(found)}


def _calibration(part: PolicyPart, model: TableModel, policy: Policy) -> Content:
    """Return how a score becomes odds, and what payoffs it takes to decide about a case."""
    rule = per_case_of(part.snapshot, model, policy.criterion)
    payoff = part.snapshot.settings.payoff
    fitted, prior = rule.calibrated.map, rule.policy.prior
    before = rule.calibrated.sample_prior
    shift = prior / max(1 - prior, _LEAST) * (1 - before) / before
    return {
        "kind": KIND,
        "intercept": fitted.intercept,
        "slope": fitted.slope,
        "slope_interval": [fitted.slope_low, fitted.slope_high],
        "of_logit": fitted.of_logit,
        "sample_prior": before,
        "odds_shift": shift,
        "miss_factor": rule.miss_factor,
        "least_gain": rule.least_gain if math.isfinite(rule.least_gain) else None,
        "columns": list(rule.columns),
        "payoff": dict(zip(("tp", "fp", "fn", "tn"), payoff.cells, strict=True)),
        "folds": FOLDS,
        "seed": SEED,
    }


def _review(review: Review) -> Content:
    """Return the person's price and rates, and what is expected of the band."""
    return {
        "cost": review.cost,
        "tpr": review.tpr,
        "fpr": review.fpr,
        "fraction_referred": review.referred,
    }


def _expected(row: Mapping[str, Any], policy: Policy) -> Content:
    """Return the figures of a row of selection.csv, with the intervals that it has.

    Those to expect on new cases are estimate, lower and upper end.
    """
    figures = {**row, "precision": policy.precision}
    ends = {name: (row.get(f"{name}_low"), row.get(f"{name}_high")) for name in FIGURES}
    known = {name: list(pair) for name, pair in ends.items() if all(map(_is_number, pair))}
    new_cases = {
        figure: [row[f"{column}{end}"] for end in ("", "_low", "_high")]
        for figure, column in NEW_CASES.items()
        if all(_is_number(row.get(f"{column}{end}")) for end in ("", "_low", "_high"))
    }
    return {
        **{name: figures[name] for name in FIGURES},
        "intervals": known,
        "new_cases": new_cases,
    }


def _is_number(cell: object) -> bool:
    return isinstance(cell, float) and not math.isnan(cell)
