"""The models that `--derive` asks for, and the mixtures of `--mix`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.derived_models import (
    ModelDraft,
    model_of,
    only_classifier,
    proposed_name,
    require_data,
)
from costcurve_gui.analysis.settings import MixBy, MixSpec, PointSpec
from costcurve_gui.analysis.snapshot_builder import dataset_condition
from costcurve_gui.analysis.tables.derived import mixtures_table
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.cli.derivations import no_model
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.dataio.errors import all_of
from costcurve_gui.dataio.roles.column_roles import model_names
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import ConstraintError, EngineError
from costcurve_gui.engine.selection.criteria import min_cost

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.analysis.curves import CurveSet, CurveSource, ModelCurves
    from costcurve_gui.analysis.derivation import DerivedModel
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.derivations import Derive, Mix, Part
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.roles.column_roles import Roles

    Aliases = Mapping[str, str]
    """Columns of names that models go by beside their own."""


def with_derived(
    curve_set: CurveSet,
    source: CurveSource,
    options: ReportOptions,
    settings: DatasetSettings,
    column_aliases: Aliases,
) -> CurveSet:
    """Return the curves of the models and after them of those made from them.

    Raises
    ------
    OptionError
        Where one cannot be made.
    """
    payoff = settings.payoff
    for derive in options.derive:
        try:
            made = _derived(derive, curve_set, settings, column_aliases)
            derived, known = (*derived_models(curve_set), made), curve_set.models
            curve_set = source.build_curves(curve_set.dataset, payoff, derived, known)
        except EngineError as error:
            raise OptionError(f"--derive {derive.text}: {error}") from error
    return curve_set


def derived_models(curve_set: CurveSet) -> tuple[DerivedModel, ...]:
    """Return what was made from the models of the file, sources before what is made from them."""
    found = {one.info.column: one.info.derived for one in curve_set.models if one.info.derived}

    def depth(model: DerivedModel) -> int:
        return 1 + max((depth(found[one]) for one in model.sources if one in found), default=0)

    return tuple(sorted(found.values(), key=depth))  # the user may list them otherwise


def require_mixed_models(options: ReportOptions, roles: Roles) -> None:
    """Refuse names of no model before the rows are read; those of derived models come later."""
    names = model_names(roles.scores)
    for mix in () if options.derive else options.mix:
        for part in mix.parts:
            if part.name not in {*names, *names.values()}:
                error = no_model(part.name, list(names.values()))
                raise OptionError(f"--mix {mix.text}: {error}") from error


def mixtures_of(
    options: ReportOptions, snapshot: Snapshot, column_aliases: Aliases
) -> tuple[MixSpec, ...]:
    """Return the rows of mixtures.csv: each mixture at each bound.

    Raises
    ------
    OptionError
        Where a mixture does not exist: before the tables, which take long.
    """
    found: list[MixSpec] = []
    for mix in options.mix:
        try:
            specs = tuple(_mixtures(mix, options, snapshot, column_aliases))
            wanted = TableOptions(mixes=specs, population=options.population or 1.0)
            mixtures_table(snapshot, wanted)
        except ConstraintError as error:
            raise OptionError(f"--mix {mix.text}: {error}") from error
        found += specs
    return tuple(found)


def _derived(
    derive: Derive, curve_set: CurveSet, settings: DatasetSettings, column_aliases: Aliases
) -> DerivedModel:
    models, kind = curve_set.models, derive.kind
    require_data(kind, curve_set.dataset)
    sources = [_named(models, part.name, column_aliases) for part in derive.parts]
    for source in sources:
        kind.require(source.evaluation.table)
    columns = tuple(source.info.column for source in sources)
    again = len(set(columns)) < len(columns)
    families = all(isinstance(source.evaluation.table, FamilyTable) for source in sources)
    condition = dataset_condition(curve_set, settings.condition)
    names = [
        part.text if again and families else source.info.name
        for source, part in zip(sources, derive.parts, strict=True)
    ]
    name = proposed_name(kind, names, {model.info.name for model in models})
    return model_of(
        ModelDraft(kind, columns, name, of_classifiers=families),
        {model.info.column: model.info for model in models},
        (settings.payoff.cells[0], settings.payoff.cells[2]),
        lambda: (
            _deciding_threshold(source, part, condition.prior)
            for source, part in zip(sources, derive.parts, strict=True)
        ),
    )


def _mixtures(
    mix: Mix, options: ReportOptions, snapshot: Snapshot, column_aliases: Aliases
) -> Iterator[MixSpec]:
    models, prior = snapshot.curve_set.models, snapshot.condition.prior
    ends = [(_named(models, part.name, column_aliases), part) for part in mix.parts]
    first, second = (PointSpec(one.info.key, _threshold(one, part, prior)) for one, part in ends)
    if options.capacity is not None:
        yield MixSpec(first, second, MixBy.CASES, options.capacity)
    if options.max_fpr is not None:
        yield MixSpec(first, second, MixBy.FPR, options.max_fpr)


def _named(models: Sequence[ModelCurves], name: str, column_aliases: Aliases) -> ModelCurves:
    """Return the model of a name, or the one that is read from the column of that name."""
    column = column_aliases.get(name, name)
    named = [model for model in models if name == model.info.name]
    found = named or [model for model in models if column == model.info.column]
    if not found:
        raise no_model(name, [*column_aliases, *(model.info.name for model in models)])
    return found[0]


def _threshold(model: ModelCurves, part: Part, prior: float) -> float:
    """Return the threshold that was given, or the one of least expected cost.

    Of a family it is the place of a classifier, see `ModelCurves.manual_position`: of the only one
    if there is one.
    """
    table = model.evaluation.table
    if isinstance(table, FamilyTable) and part.threshold is not None:
        return _classifier(model.info.name, table, f"{part.threshold:g}")
    if part.threshold is not None:
        return part.threshold
    alone = only_classifier(table)
    if alone is not None:
        return alone
    cheapest = min_cost(model.evaluation, model_condition(model, prior, 1.0))
    return model.manual_position(cheapest.index % len(table))


def _classifier(model: str, table: FamilyTable, name: str) -> float:
    place = table.place_of(name)
    if place is None:
        names = [classifier.name for classifier in table.classifiers]
        raise ConstraintError(f"{model} has no classifier {name}. It takes {all_of(names)}.")
    return place


def _deciding_threshold(model: ModelCurves, part: Part, prior: float) -> float:
    """Return the same where the model has to act on some case."""
    threshold = _threshold(model, part, prior)
    is_family = isinstance(model.evaluation.table, FamilyTable)
    never = threshold == 0 if is_family else math.isinf(threshold)
    if part.threshold is None and never:
        raise ConstraintError(
            f"{model.info.name} acts on no case at least expected cost. "
            f"Give it a threshold: {part.name}@T."
        )
    return threshold
