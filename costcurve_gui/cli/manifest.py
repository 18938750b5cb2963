"""manifest.json: what a report was made from, so that it can be made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui import __version__
from costcurve_gui.analysis.compromises import compromises
from costcurve_gui.analysis.derived_models import EXPECTED
from costcurve_gui.analysis.interval_settings import BandPolicy
from costcurve_gui.analysis.intervals.new_cases import few_replicates
from costcurve_gui.analysis.selection_settings import best_threshold
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.tables.subsets import subset_summary
from costcurve_gui.cli.option_values import ALL
from costcurve_gui.cli.per_case import per_case_notes, per_case_warnings
from costcurve_gui.cli.project_options import LIMITS
from costcurve_gui.cli.reading_options import manifest_of
from costcurve_gui.cli.report_input import points_in_force
from costcurve_gui.cli.segments import NO_SEGMENTS
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.resampling.bootstrap import by_groups
from costcurve_gui.engine.resampling.classifier_bands import TWO_BINOMIALS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.compromises import Compromise
    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.selection_settings import ReviewSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.report_input import ReportInput
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset

SHARED_TRAINING = (
    "std, lower and upper in folds.csv are too narrow: they take the folds for independent, but "
    "those of one cross-validation share most of their training data"
)
OPTIMISTIC_ENVELOPES = (
    "the cost_space rows of folds.csv are optimistic: the lower envelope of each fold is chosen on "
    "the rows of that fold, which also judge it"
)
_OPTIONS = {name: f"--{option.replace('_', '-')}" for option, name in LIMITS.items()}
LOW_SCORES = "low scores mean positive; thresholds are those of the negated score"


def manifest(study: ReportInput, files: Mapping[str, str]) -> dict[str, Any]:
    """Return the manifest: no time, no place, so that the same input gives the same bytes.

    `files` has the SHA-256 of each file of the report.
    """
    return {
        "program": {"name": "CostCurve", "version": __version__},
        "input": _input(study),
        "labels": _labels(study),
        "columns": [
            {"column": one.column, "used_as": str(one.use), "reason": one.reason}
            for one in study.reading.uses
        ],
        "models": [
            {"name": model.info.name, "column": model.info.column}
            for part in study.parts
            for model in part.snapshot.curve_set.models
            if model.info.derived is None
        ],
        "notes": list(notes(study)),
        "options": _options(study),
        "seed": study.options.seed,
        "resampling": _resampling(study),
        "points": _points(study),
        "warnings": list(warnings(study)),
        "files": dict(sorted(files.items())),
    }


def notes(study: ReportInput) -> Iterator[str]:
    """Yield how the file was read, and what has to be said before more is computed."""
    yield from study.reading.notes
    yield from per_case_notes(study)


def warnings(study: ReportInput) -> Iterator[str]:
    """Yield what the reader should know before trusting a number."""
    if study.counted is not None:
        yield from study.counted.warnings
    else:
        yield from study.datasets[0].warnings
    yield from study.reading.doubts
    if study.options.fold is not None:
        yield SHARED_TRAINING
        yield OPTIMISTIC_ENVELOPES
    for number, part in enumerate(study.parts):
        for roles in study.roles[number : number + 1]:
            for column in sorted(roles.lower_is_positive):
                yield f"{column}: {LOW_SCORES}"
        for model in part.snapshot.curve_set.models:
            yield from _model_warnings(model)
        yield from _bounds_apart(part.snapshot)
    yield from per_case_warnings(study)


def _resampling(study: ReportInput) -> dict[str, Any] | None:
    """Return how intervals were found; None where nothing was resampled."""
    if not study.options.bootstrap:
        return None
    bands, counted = study.options.bands, study.counted
    family = counted is not None and counted.kind is TableKind.CONFUSION
    binomial_costs = family or (counted is not None and bands.policy is BandPolicy.FIXED)
    return {
        "method": TWO_BINOMIALS if family else _bootstrap(study),
        "cost_band": TWO_BINOMIALS if binomial_costs else bands.policy.value,
        "replicates": bands.spec.replicates,
        "new_cases_replicates": few_replicates(bands.spec).replicates,
        "verdicts": bands.verdicts.value,
        "samples": bands.samples.value,
        "level": bands.spec.level,
        "seed": bands.spec.seed,
    }


def _points(study: ReportInput) -> dict[str, Any]:
    """Return which thresholds tables list at most, and what is lost by leaving out the others."""
    of_classes = len(study.parts) > 1
    return {
        "limit": points_in_force(study.options, study.parts[0].snapshot),
        "models": [
            {"class": part.snapshot.curve_set.dataset.positive_label, **one} if of_classes else one
            for part in study.parts
            for one in subset_summary(part.snapshot, part.table_options)
        ],
    }


def _bootstrap(study: ReportInput) -> str:
    group = study.roles[0].group if study.roles else None
    of_groups = "" if group is None else f" {by_groups(group)}"
    return f"stratified bootstrap{of_groups}, percentiles"


def _input(study: ReportInput) -> dict[str, Any]:
    if study.counted is not None:
        return _input_of_counts(study.counted)
    dataset, multiclass = study.datasets[0], study.multiclass
    return {
        "file": study.options.file.name,
        "sha256": dataset.sha256,
        "rows": dataset.file_rows,
        "rows_used": dataset.rows,
        **_joined(study),
        **(_two_classes(dataset) if len(study.parts) == 1 else {}),
        **({} if multiclass is None else {"classes": _class_sizes(multiclass)}),
    }


def policy_input(study: ReportInput) -> dict[str, Any]:
    """Return what policy.json says of the cases: these entries of the manifest."""
    found, columns = _input(study), _columns(study)
    return {
        **{name: found[name] for name in ("file", "sha256", "rows")},
        "label": columns.get("label"),
        "positive": columns["positive"],
        **({} if not study.roles else study.roles[0].values_named),
        "others": columns.get("others"),
        "weight": columns.get("weight"),
        "where": columns.get("where") or "",
        "group": columns.get("group"),
    }


def _joined(study: ReportInput) -> dict[str, Any]:
    """Return the files of a report about several, the first among them."""
    if not study.joined:
        return {}
    return {
        "joined": [
            {"file": source.name, "sha256": source.fingerprint.sha256} for source in study.joined
        ]
    }


def _labels(study: ReportInput) -> list[dict[str, Any]]:
    """Return every value of the class column, its count, and the class that it was given."""
    return [
        {
            "value": value.text or None,
            "count": value.count,
            "class": str(value.given),
            **({"written": dict(value.spellings)} if len(value.spellings) > 1 else {}),
        }
        for dataset in study.datasets[:1]  # the same rows are read for every class
        for value in dataset.labels
    ]


def _input_of_counts(counted: CountedDataset) -> dict[str, Any]:
    return {
        "file": counted.info_name,
        "kind": counted.kind.value,
        "sha256": counted.sha256,
        "rows": counted.file_rows,
        "rows_used": counted.file_rows,
        "positives": counted.positives,
        "negatives": counted.negatives,
        "positive_label": counted.positive_label,
        "negative_label": counted.negative_label,
    }


def _class_sizes(data: MulticlassDataset) -> dict[str, int]:
    sizes = np.bincount(data.codes, minlength=len(data.classes)).tolist()
    return dict(zip(data.classes, sizes, strict=True))


def _two_classes(dataset: Dataset) -> dict[str, Any]:
    positives = int(np.count_nonzero(dataset.y_true))
    return {
        "positives": positives,
        "negatives": dataset.rows - positives,
        "positive_label": dataset.positive_label,
        "negative_label": dataset.negative_label,
    }


def _options(study: ReportInput) -> dict[str, Any]:
    """Return the value of every option, found ones included; only the folder is left out."""
    options = study.options
    project = {} if options.project is None else {"project": options.project.path.name}
    return {
        **project,
        "join": [path.name for path in options.join],
        "id": options.id,
        **_columns(study),
        **manifest_of(study.reading.options),
        **options.payoffs,
        "payoff": None if options.payoff_file is None else options.payoff_file.name,
        "param": [one.text for one in options.params],
        "prior": _priors(study),
        "prior_belief": options.condition.prior_belief or None,
        "cost_ratio": options.condition.cost_ratio,
        "cost_ratio_belief": options.condition.ratio_belief or None,
        "max_fpr": options.max_fpr,
        "capacity": options.capacity,
        "population": options.population,
        "min_tpr": options.min_tpr,
        "min_precision": options.min_precision,
        "max_share": options.max_share,
        "budget": options.budget,
        "price": options.price,
        "objective": None if options.objective is None else options.objective.value,
        **_review(options.review),
        "known_when_deciding": _listed(options.known_when_deciding or None),
        "threshold": options.threshold,
        "stability": options.stability,
        "stability_file": None if options.stability_file is None else options.stability_file.name,
        "validate": None if options.validate is None else "=".join(options.validate),
        "validate_file": None if options.validate_file is None else options.validate_file.name,
        "validate_split": options.validate_split,
        "swap": None if options.swap is None else list(options.swap),
        "unlabelled": None if options.unlabelled is None else options.unlabelled.name,
        **(NO_SEGMENTS if options.segments is None else options.segments.manifest),
        **options.operations.manifest(study.parts[0].table_options.days),
        "belief": options.belief or str(study.parts[0].snapshot.belief),
        "partial_auc": options.partial_auc,
        "partial_axis": options.partial_axis,
        "bootstrap": options.bootstrap,
        "band_policy": options.band_policy,
        "verdicts": options.verdicts.value,
        "samples": options.samples.value,
        "confidence": options.confidence,
        "seed": options.seed,
        "format": list(options.formats),
        **options.contents.manifest,
        "min_count": options.min_count,
        "points": points_in_force(options, study.parts[0].snapshot) or ALL,
    }


def _review(given: ReviewSpec | None) -> dict[str, Any]:
    person = None if given is None else given.reviewer
    return {
        "review_cost": None if person is None else person.cost,
        "review_tpr": None if person is None else person.tpr,
        "review_fpr": None if person is None else person.fpr,
        "review_capacity": None if given is None else given.capacity,
    }


def _listed(names: tuple[str, ...] | None) -> list[str] | None:
    return None if names is None else list(names)


def _columns(study: ReportInput) -> dict[str, Any]:
    if study.counted is not None:
        return _no_columns(study.counted) | _derived(study.options)
    options, roles = study.options, study.roles[0]
    return {
        "label": roles.label,
        "positive": roles.positive if len(study.parts) == 1 else None,
        "positive_from": roles.positive if roles.also_positive else None,
        "others": "negative" if roles.others_negative else None,
        "scores": [column for dataset in study.datasets for column in dataset.scores],
        "proba": list(options.proba) if options.proba else None,
        "long": ",".join(options.long) if options.long else None,
        "lower_is_positive": sorted(roles.lower_is_positive),
        "weight": roles.weight,
        "fold": roles.fold,
        "group": roles.group,
        "where": roles.where,
        **_derived(options),
    }


def _derived(options: ReportOptions) -> dict[str, Any]:
    return {
        "derive": [
            *(derive.text for derive in options.derive),
            *(() if options.family is None else (options.family.text,)),
        ],
        "mix": [mix.text for mix in options.mix],
    }


def _no_columns(counted: CountedDataset) -> dict[str, Any]:
    """Return the options that name columns, none of which a file of counts has."""
    unused = (
        "label",
        "positive_from",
        "others",
        "scores",
        "proba",
        "long",
        "lower_is_positive",
        "weight",
        "fold",
        "group",
        "where",
    )
    chosen = counted.positive_label if counted.kind is TableKind.LEAVES else None
    return {**dict.fromkeys(unused), "positive": chosen}


def _priors(study: ReportInput) -> float | dict[str, float]:
    snapshots = [part.snapshot for part in study.parts]
    if len(snapshots) == 1:
        return snapshots[0].condition.prior
    return {one.curve_set.dataset.positive_label: one.condition.prior for one in snapshots}


def _model_warnings(model: ModelCurves) -> Iterator[str]:
    name, auc = model.info.name, model.evaluation.auc
    if model.expected_only:
        yield f"{name}: {EXPECTED}"
        return
    if model.info.derived is not None and model.info.lower_is_positive:
        yield f"{name}: {LOW_SCORES}"
    if auc < 0.5:
        yield f"{name}: ranks backwards (AUC {auc:.3f}); it is not reversed"
    if model.auc.reason:
        yield f"{name}: no interval on the AUC, {model.auc.reason}"


def _bounds_apart(snapshot: Snapshot) -> Iterator[str]:
    """Yield that no threshold keeps all bounds, and which nearest ones would do."""
    selection, objective = snapshot.settings.selection, snapshot.settings.objective
    bounds = selection.bounds.of(selection.population)
    models = [
        (model.evaluation, condition_of(snapshot, model.info.key))
        for model in snapshot.curve_set.models
    ]
    if not bounds or any(best_threshold(*model, bounds, objective) for model in models):
        return
    given = ", ".join(
        f"{_OPTIONS[kind.value]} {limit:g}" for kind, limit in selection.bounds.limits.items()
    )
    found = "; or ".join(map(_would_do, compromises(models, selection, objective)))
    nearest = f"; nearest that would do: {found}" if found else ""
    yield f"no threshold of any model keeps all bounds: {given}{nearest}"


def _would_do(one: Compromise) -> str:
    limits = ", ".join(f"{_OPTIONS[kind.value]} {limit:g}" for kind, limit in one.limits.items())
    policy = one.policy
    return (
        f"{limits} ({policy.model} from {policy.threshold:g}, expected profit "
        f"{policy.expected_profit:.4g} on this sample)"
    )
