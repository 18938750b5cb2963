"""What a job does to open a file. Plain functions without Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.controllers.counts_cache import CountsCache
from costcurve_gui.controllers.examples import example_roles, example_settings
from costcurve_gui.controllers.scene_sources import (
    CountedSource,
    MulticlassSource,
    SceneSource,
    ScoredSource,
)
from costcurve_gui.dataio.dataset import model_names
from costcurve_gui.dataio.expressions.expression import completions
from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles, class_name
from costcurve_gui.dataio.roles.payoff_columns import propose_payoffs
from costcurve_gui.dataio.table_kind import TableKind, column_called, table_kind
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.models.state import DatasetInfo, DatasetSettings, ModelInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.controllers.prompts import CountsDraft, ImportDraft
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset
    from costcurve_gui.dataio.json_files import Example
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.dataio.roles.findings import Finding
    from costcurve_gui.dataio.source import ReadOptions, Source
    from costcurve_gui.models.results import Scene

    SettingsFor = Callable[[DatasetInfo], DatasetSettings]

SHOWN_AT_FIRST = 6


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """Everything there is to know of a file just read, for the window to take over at once."""

    info: DatasetInfo
    source: SceneSource
    scene: Scene
    settings: DatasetSettings


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a table comes from: a file, or text that was pasted."""

    name: str
    path: Path | None = None
    text: str = ""

    @classmethod
    def of(cls, path: str | Path) -> Origin:
        """Return the origin of a file."""
        return cls(Path(path).name, Path(path))

    def open(self, options: ReadOptions | None, progress: Progress) -> Source:
        """Look into it."""
        # DuckDB and pandas take long to import; nobody waits for them before a file is opened.
        from costcurve_gui.dataio.formats.registry import open_source, open_text

        if self.path is None:
            return open_text(self.text, options)
        return open_source(self.path, options, progress)


def draft_import(
    origin: Origin, options: ReadOptions | None, *, progress: Progress = NO_PROGRESS
) -> ImportDraft | CountsDraft:
    """Look into a file and propose what its columns are for; those of counts are known."""
    from costcurve_gui.controllers.prompts import CountsDraft, ImportDraft
    from costcurve_gui.dataio.pivot import as_cases
    from costcurve_gui.dataio.roles.proposal import propose_positive, propose_roles

    source = origin.open(options, progress)
    kind = table_kind(source)
    if kind is TableKind.SCORES:
        source = as_cases(source, progress=progress)
        return ImportDraft(source, propose_roles(source))
    if kind is TableKind.CONFUSION:
        return CountsDraft(source)
    problems = propose_positive(source, column_called(source, "class"))[2]
    return CountsDraft(source, problems[0].candidates if problems else ())


def find_in(
    draft: ImportDraft, chosen: Roles | MulticlassRoles, *, progress: Progress = NO_PROGRESS
) -> Mapping[str, Finding]:
    """Look at what the columns hold, for the import dialog."""
    from costcurve_gui.dataio.roles.findings import find

    by_column = draft.proposal.by_column
    if isinstance(chosen, MulticlassRoles):
        return find(draft.source, chosen.roles, by_column, progress, class_of=chosen.class_of)
    return find(draft.source, chosen, by_column, progress)


def load(
    dataset_id: str,
    source: Source,
    chosen: Roles | MulticlassRoles,
    settings_for: SettingsFor,
    *,
    progress: Progress = NO_PROGRESS,
) -> Loaded:
    """Read a file of scored cases and compute its first curves."""
    from costcurve_gui.dataio.dataset import load_dataset

    found: SceneSource
    if isinstance(chosen, MulticlassRoles):
        from costcurve_gui.dataio.multiclass_dataset import load_multiclass

        data = load_multiclass(source, chosen, progress)
        info, found = describe_multiclass(dataset_id, data), MulticlassSource(data)
        numeric = data.cases.numeric
    else:
        dataset = load_dataset(source, chosen, progress)
        cache = CountsCache(dataset)
        info, found = describe(dataset_id, dataset, cache), ScoredSource(dataset, cache)
        numeric = dataset.numeric
    usable = [column for column in source.columns if column.name in numeric]
    scored = chosen.roles.scores if isinstance(chosen, MulticlassRoles) else chosen.scores
    payoffs = propose_payoffs(column for column in usable if column.name not in scored)
    info = replace(info, completions=completions(usable), payoff_columns=payoffs)
    return with_scene(info, found, settings_for(info), progress)


def load_counts(
    dataset_id: str,
    source: Source,
    positive: str | None,
    settings_for: SettingsFor,
    *,
    progress: Progress = NO_PROGRESS,
) -> Loaded:
    """Read a file of counts and compute its first curves."""
    from costcurve_gui.dataio.dataset_from_counts import load_counted

    return loaded_counts(
        dataset_id, load_counted(source, positive, progress), settings_for, progress
    )


def loaded_counts(
    dataset_id: str,
    counted: CountedDataset,
    settings_for: SettingsFor,
    progress: Progress = NO_PROGRESS,
) -> Loaded:
    """Return counts as they are opened."""
    from costcurve_gui.controllers.counted_scenes import describe_counted

    info = describe_counted(dataset_id, counted)
    return with_scene(info, CountedSource(counted), settings_for(info), progress)


def with_scene(
    info: DatasetInfo, source: SceneSource, settings: DatasetSettings, progress: Progress
) -> Loaded:
    """Compute the first curves of a file; of many models those of the best are drawn."""
    scene = source.build_scene(info, settings.payoff, progress=progress)
    hidden = _hidden_at_first(scene, settings)
    return Loaded(info, source, scene, replace(settings, hidden=hidden, hidden_at_first=hidden))


def load_example(dataset_id: str, example: Example, *, progress: Progress = NO_PROGRESS) -> Loaded:
    """Read a file whose columns are known beforehand."""
    source = Origin.of(example.path).open(None, progress)
    settings_for = partial(example_settings, example)
    if table_kind(source) is not TableKind.SCORES:
        return load_counts(dataset_id, source, example.positive, settings_for, progress=progress)
    roles = example_roles(example, source)
    return load(dataset_id, source, roles, settings_for, progress=progress)


def describe(dataset_id: str, dataset: Dataset, cache: CountsCache) -> DatasetInfo:
    """Return what is known of a dataset, without its arrays."""
    positives, total = _class_sizes(dataset)
    names = model_names(tuple(dataset.scores))
    models = tuple(
        replace(
            _model_info(dataset_id, column, slot, names[column], cache),
            lower_is_positive=column in dataset.lower_is_positive,
        )
        for slot, column in enumerate(dataset.scores, start=1)
    )
    return DatasetInfo(
        id=dataset_id,
        name=dataset.info_name,
        path=str(dataset.path or ""),
        rows=dataset.rows,
        positives=positives,
        negatives=total - positives,
        positive_label=dataset.positive_label,
        negative_label=dataset.negative_label,
        models=models,
        numeric_columns=tuple(dataset.numeric),
        weighted=dataset.weight is not None,
        grouped=dataset.group is not None,
    )


def describe_multiclass(dataset_id: str, data: MulticlassDataset) -> DatasetInfo:
    """Return what is known of cases of several classes, the first one being positive."""
    sizes, cases = data.class_sizes, data.cases
    reference = cases.positive_label
    return DatasetInfo(
        id=dataset_id,
        name=cases.info_name,
        path=str(cases.path or ""),
        rows=cases.rows,
        positives=sizes[reference],
        negatives=sum(sizes.values()) - sizes[reference],
        positive_label=reference,
        negative_label=f"not {class_name(reference)}",
        models=tuple(
            ModelInfo(
                f"{dataset_id}/{model.name}",
                model.name,
                model.name,
                slot,
                missing=cases.missing[model.columns[reference]],
            )
            for slot, model in enumerate(data.models, start=1)
        ),
        numeric_columns=tuple(cases.numeric),
        weighted=cases.weight is not None,
        grouped=cases.group is not None,
        classes=tuple(sizes.items()),
    )


def hash_file(source: SceneSource, *, progress: Progress = NO_PROGRESS) -> str:
    """Return the hash of a file; the source knows it from then on."""
    progress.advance(0, 1)
    return source.fingerprint.sha256


def _class_sizes(dataset: Dataset) -> tuple[float, float]:
    """Return the positives and all, by weight where there are weights."""
    if dataset.weight is None:
        return float(np.count_nonzero(dataset.y_true)), float(dataset.y_true.size)
    return float(dataset.weight[dataset.y_true].sum()), float(dataset.weight.sum())


def _model_info(
    dataset_id: str, column: str, slot: int, name: str, cache: CountsCache
) -> ModelInfo:
    table = cache.table(column)
    return ModelInfo(
        key=f"{dataset_id}/{column}",
        name=name,
        column=column,
        slot=slot,
        missing=table.missing,
        distinct_scores=len(table) - 1,
    )


def _hidden_at_first(scene: Scene, settings: DatasetSettings) -> frozenset[str]:
    """Draw the best models by rule and objective where there are too many to tell apart."""
    if len(scene.models) <= SHOWN_AT_FIRST:
        return frozenset()
    from costcurve_gui.controllers.frames import build_frame
    from costcurve_gui.models.rivals import ranking

    return frozenset(ranking(build_frame(scene, settings))[SHOWN_AT_FIRST:])
