"""The models that `--derive` asks for, made one after the other from those before."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.cli.analysis import REPORT
from costcurve_gui.cli.derivations import no_model
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.controllers.deriving import derived_info, model_of, require_concavity
from costcurve_gui.engine.errors import ConstraintError, EngineError
from costcurve_gui.engine.selection.criteria import min_cost
from costcurve_gui.models.derived import Derivation, ModelDraft, proposed_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.cli.analysis import AnalysedModel
    from costcurve_gui.cli.derivations import Derive, Part
    from costcurve_gui.controllers.counts_cache import CountsCache
    from costcurve_gui.models.state import ModelInfo

    Evaluate = Callable[[ModelInfo], AnalysedModel]


@dataclass(frozen=True, slots=True)
class Deriver:
    """Makes models from others.

    Parameters
    ----------
    evaluate : callable
        Evaluates a model whose scores the cache has.
    cache : CountsCache
        Scores and counts; those of derived models are added to it.
    payoffs : tuple of str
        What a positive found and one missed pay, as typed.
    also : mapping of name to column
        Names that models go by beside their own.
    """

    evaluate: Evaluate
    cache: CountsCache
    payoffs: tuple[str, str]
    also: Mapping[str, str]

    def with_derived(
        self, models: Sequence[AnalysedModel], wanted: Sequence[Derive]
    ) -> tuple[AnalysedModel, ...]:
        """Return the models and after them those made from them.

        Raises
        ------
        OptionError
            Where one cannot be made.
        """
        found = list(models)
        for derive in wanted:
            try:
                found.append(self._derived(found, derive))
            except EngineError as error:
                raise OptionError(f"--derive {derive.text}: {error}") from error
        return tuple(found)

    def _derived(self, models: Sequence[AnalysedModel], derive: Derive) -> AnalysedModel:
        sources = [named_model(models, part.name, self.also) for part in derive.parts]
        columns = tuple(source.column for source in sources)
        by_column = dict(zip(columns, zip(sources, derive.parts, strict=True), strict=True))
        infos = {model.column: model.info for model in models}
        draft = ModelDraft(derive.kind, columns, _name(derive.kind, sources, models))
        if derive.kind is Derivation.REPAIRED:
            require_concavity(sources[0].evaluation.table)
        model = model_of(draft, infos, self.payoffs, lambda key: _threshold(*by_column[key]))
        return self.evaluate(derived_info(REPORT, model, sources[0].info, self.cache))


def named_model(
    models: Sequence[AnalysedModel], name: str, also: Mapping[str, str]
) -> AnalysedModel:
    """Return the model of a name, or the one that is read from the column of that name.

    `also` has the columns of further names.

    Raises
    ------
    ConstraintError
        Where there is none.
    """
    column = also.get(name, name)
    named = [model for model in models if name == model.name]
    found = named or [model for model in models if column == model.column]
    if not found:
        raise no_model(name, [*also, *(model.name for model in models)])
    return found[0]


def _name(
    kind: Derivation, sources: Sequence[AnalysedModel], models: Sequence[AnalysedModel]
) -> str:
    """Return the name that the window proposes."""
    names = [source.name for source in sources]
    return proposed_name(kind, names, {model.name for model in models})


def _threshold(model: AnalysedModel, part: Part) -> float:
    """Return the threshold that was given, or the one of least expected cost."""
    if part.threshold is not None:
        return part.threshold
    cheapest = min_cost(model.evaluation, model.condition).threshold
    if math.isinf(cheapest):
        raise ConstraintError(
            f"{model.name} acts on no case at least expected cost. "
            f"Give it a threshold: {part.name}@T."
        )
    return cheapest
