"""`verify`: estimate saved policies anew on labelled rows."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.requests import policies_request
from costcurve_gui.analysis.intervals.results import Failed
from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.threshold_finders import settled_snapshot
from costcurve_gui.analysis.validation import figure_of
from costcurve_gui.cli.deciding import (
    guarded,
    input_file,
    output_file,
    output_path,
    policy_parser,
    refuse_input_as_output,
    say,
)
from costcurve_gui.cli.option_values import level, path, whole
from costcurve_gui.cli.options import join_values, parse_options
from costcurve_gui.cli.reading_options import add_reading_options, reading_options
from costcurve_gui.cli.report_files import opened_file
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.dataio.csv_writer import write_csv
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.roles.column_roles import NONE, VALUE_LISTS
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.policies.plan_checks import planned_prior
from costcurve_gui.policies.saved import read_policies
from costcurve_gui.policies.selected import FIGURES
from costcurve_gui.policies.verification import (
    HEADER,
    Observed,
    observed_case_by_case,
    observed_in_segments,
    observed_policy,
    verified_rows,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.parser import Parser
    from costcurve_gui.cli.report_input import ReportInput, ReportPart
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.policies.saved import PolicyFile, SavedPolicy


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are found, and `reading` the rows; `level` None is the plan's, else 0.9."""

    replicates: int = 2000
    level: float | None = None
    seed: int = 0
    reading: ReadOptions = field(default_factory=ReadOptions)


def run(argv: Sequence[str]) -> int:
    """Carry out `verify` with the words after it; return the exit status."""
    return guarded(lambda: _verify(_parser().parse_args(join_values(argv))))


def _parser() -> Parser:
    parser = policy_parser(
        "verify",
        "Estimate saved policies anew on the labelled rows of FILE, at the planned prior.",
        criterion="criterion of the policy, or recommended (default: all criteria of the file)",
    )
    add = parser.add_argument
    add("file", metavar="FILE", type=path, help="labelled rows that the plan has not seen")
    add("--out", metavar="VERIFIED.csv", type=output_path, required=True, help="-: standard output")
    add("--bootstrap", metavar="B", type=whole, default=2000, help="replicates (default: 2000)")
    add("--confidence", metavar="L", type=level, help="level (default: that of the plan, or 0.90)")
    add("--seed", metavar="S", type=whole, default=0, help="seed (default: 0)")
    add_reading_options(parser)
    return parser


def _verify(chosen: argparse.Namespace) -> None:
    file = read_policies(chosen.policy)
    policies = _chosen_policies(file, chosen.criterion, chosen.model)
    reading = reading_options(chosen)
    resampling = Resampling(chosen.bootstrap, chosen.confidence, chosen.seed, reading)
    refuse_input_as_output(chosen.out, (chosen.file, chosen.policy))
    with input_file(chosen.file) as rows, output_file(chosen.out) as out:
        said: list[str] = []
        table = verified(file, policies, rows, resampling, said)
        write_csv(out, table.header, table.columns)
    for line in (*dict.fromkeys(said), *_told(table)):
        say(line)


def _told(table: Table) -> Iterator[str]:
    rows = [
        dict(zip(table.header, cells, strict=True)) for cells in zip(*table.columns, strict=True)
    ]
    for row in rows:
        if row["consistent"] is False:
            yield (
                f"warning: {row['quantity']} of {row['model']} by {row['criterion']} is "
                f"{row['observed']:.4g}; {_expected(row)}, and the difference is significant"
            )


def _expected(row: Mapping[str, Any]) -> str:
    """Say what an observed figure was compared with, and what it was on the planning sample."""
    here = f"{row['planned']:.4g}"
    if math.isnan(row["new_cases"]) or row["new_cases"] == row["planned"]:
        return f"the plan expected {here}"
    return f"the plan expected {row['new_cases']:.4g} on new cases ({here} on its own sample)"


def _chosen_policies(
    file: PolicyFile, criterion: str | None, model: str | None
) -> list[SavedPolicy]:
    """Return the policies to be estimated: of each criterion its best model, or the one named."""
    if criterion is not None or model is not None:
        return [file.choose(criterion, model)]
    best = [one for one in file.policies if one.best]
    for policy in best:
        if not policy.applicable:
            say(f"note: {policy.criterion} of {policy.model} is left out: {policy.reason}")
    found = [one for one in best if one.applicable]
    return found or [file.choose()]


def verified(
    file: PolicyFile,
    policies: Sequence[SavedPolicy],
    rows: Path | Source,
    resampling: Resampling,
    reading: list[str] | None = None,
) -> Table:
    """Return planned and observed figures of policies, and whether they are consistent.

    Parameters
    ----------
    rows : Path or Source
        Labelled rows with the columns of the plan.
    reading : list of str, optional
        Is given a line for all that is to be said of how the rows were read.
    """
    if any(one.segments is not None for one in policies) and isinstance(rows, Path):
        rows = opened_file(_options(file, policies, rows, resampling))
    lines: list[tuple[object, ...]] = []
    parts: dict[str | None, ReportPart] = {}
    for policy in policies:
        if policy.has_review and policy.review is None:
            raise DataError(
                f"{policy.criterion} refers cases, and the policy does not say at what price and "
                "how the person decides."
            )
        if policy.positive not in parts:
            alike = [one for one in policies if one.positive == policy.positive]
            study = _study(file, alike, rows, resampling)
            parts[policy.positive] = study.parts[0]
            if reading is not None:
                reading += _read_how(study)
        source = rows if policy.segments is not None and not isinstance(rows, Path) else None
        lines += verified_rows(policy, _observed(file, policy, parts[policy.positive], source))
    return Table.of_rows(HEADER, lines)


def _read_how(study: ReportInput) -> Iterator[str]:
    yield from (f"note: {note}" for note in study.reading.notes)
    for dataset in study.datasets[:1]:
        yield from (f"warning: {warning}" for warning in dataset.warnings)


def _study(
    file: PolicyFile,
    policies: Sequence[SavedPolicy],
    rows: Path | Source,
    resampling: Resampling,
) -> ReportInput:
    """Read the rows as those of the plan were, and evaluate the models of its policies."""
    options = _options(file, policies, rows if isinstance(rows, Path) else Path("data"), resampling)
    return read_report_input(options, cases=None if isinstance(rows, Path) else rows)


def _options(
    file: PolicyFile, policies: Sequence[SavedPolicy], rows: Path, resampling: Resampling
) -> ReportOptions:
    """Return the options of a report that would plan on these rows what was planned."""
    plan, of_class = file.content["input"], policies[0].positive
    replicates = resampling.replicates
    words = [f"--bootstrap={replicates}", f"--seed={resampling.seed}"]
    words.append(f"--confidence={resampling.level or file.content.get('level') or 0.9!r}")
    columns = dict.fromkeys(one.column for one in policies)
    lower = dict.fromkeys(one.column for one in policies if one.lower_is_positive)
    return replace(
        parse_options(["data", "--out=.", *words]),
        file=rows,
        reading=resampling.reading,
        label=plan["label"],
        positive=of_class or plan["positive"],
        values={name: plan[name] for name in VALUE_LISTS if name in plan and of_class is None},
        others_negative=of_class is not None or plan.get("others") == "negative",
        scores=tuple(columns),
        lower_is_positive=tuple(lower),
        grades={one.column: one.grades for one in policies if one.grades},
        weight=plan.get("weight"),
        group=plan.get("group") or NONE,
        where=plan.get("where", ""),
        payoffs={cell: file.content["payoff"][cell] for cell in CELLS},
        payoffs_given=True,
    )


def _observed(
    file: PolicyFile, policy: SavedPolicy, part: ReportPart, source: Source | None
) -> Observed:
    """Return what a policy comes to; `source` has the segments of one with own thresholds."""
    prior = planned_prior(file, policy)
    if policy.calibration is not None and part.dataset is not None and prior is not None:
        level = part.snapshot.settings.bands.spec.level
        return observed_case_by_case(policy, part.dataset, prior, level)
    models = part.snapshot.curve_set.models
    model = next(one for one in models if one.info.column == policy.column)
    settings = part.snapshot.settings
    planned = file.content["condition"].get("cost_ratio")
    spec = replace(settings.condition, prior=prior, cost_ratio=planned)
    snapshot = settled_snapshot(part.snapshot.curve_set, replace(settings, condition=spec))
    if source is not None and part.dataset is not None:
        drawn = None if part.estimator is None else settings.bands.spec
        return observed_in_segments(policy, snapshot, part.dataset, source, drawn)
    condition = condition_of(snapshot, model.info.key)
    found = observed_policy(policy, model.evaluation, condition)
    intervals = None
    if part.estimator is not None:
        request = policies_request((model.info.key,), condition, found)
        known = part.estimator.estimate([request]).results[request]
        intervals = None if isinstance(known, Failed) else known
    rows = snapshot.curve_set.dataset.rows - model.info.missing
    return Observed(rows, {name: figure_of(found, intervals, name) for name in FIGURES})
