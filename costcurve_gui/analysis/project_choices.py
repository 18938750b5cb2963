"""What was chosen of a file, in the words of a project: models by name, choices as plain JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from costcurve_gui.analysis.criteria import OFFERED
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import DERIVATIONS
from costcurve_gui.analysis.model_edits import ModelEdits, edited
from costcurve_gui.analysis.payoffs import Parameter, PayoffSpec
from costcurve_gui.analysis.picture_style import PictureStyle
from costcurve_gui.analysis.project_validation import validation_from_json, validation_to_json
from costcurve_gui.analysis.project_values import (
    bands_from_json,
    belief_from_json,
    belief_to_json,
    beyond_thresholds_to_json,
    bounds_to_json,
    derived_to_json,
    flat,
    known_names,
    mix_to_json,
    number_to_json,
    require_ascending,
    review_from_json,
    threshold_from_json,
    unknown,
    verdicts_to_json,
    views_from_json,
    views_to_json,
)
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.settings import (
    ConditionSpec,
    DatasetSettings,
    DragChanges,
    MixBy,
    MixSpec,
    PointSpec,
    PriorUnit,
    Scenario,
)
from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.analysis.dataset_info import DatasetInfo

    Json = dict[str, Any]

Declared = TypeVar("Declared")


class Fitted(NamedTuple):
    """Choices as settings of a file, and what of them the file has no models for, in sentences."""

    settings: DatasetSettings
    notes: tuple[str, ...]


def choices_to_json(settings: DatasetSettings, info: DatasetInfo) -> Json:
    """Return settings as a project has them; `info` describes the file."""
    edits = settings.edits
    listed = edited(info, replace(edits, removed=frozenset(), order=())).models
    called = {model.column: model.name for model in listed}
    called |= {model.column: model.name for model in settings.derived}
    names = {f"{info.id}/{column}": name for column, name in called.items()}
    selection, bands = settings.selection, settings.bands
    competitor = names.get(settings.views.competitor or "")
    return {
        "models": [{"column": one.column, "name": one.name, "slot": one.slot} for one in listed],
        "order": [called[column] for column in edits.order if column in called],
        "removed": sorted(called[column] for column in edits.removed if column in called),
        "payoffs": _payoffs_to_json(settings.payoff),
        "condition": _condition_to_json(settings.condition),
        "selection": {
            "criterion": selection.criterion.key,
            "objective": selection.objective or selection.unless_chosen,
            "bounds": bounds_to_json(selection.bounds),
            "mixed": selection.mixed,
            "population": selection.population,
            "targets": dict(selection.targets),
            "thresholds": {
                names[key]: number_to_json(at)
                for key, at in selection.thresholds.items()
                if key in names
            },
            **beyond_thresholds_to_json(selection),
        },
        "shown": {
            "hidden": known_names(settings.hidden or (), names),
            "hidden_at_first": [],
            "by_hand": settings.hidden is not None,
            **_left_out_to_json(settings, names),
            "selected": names.get(settings.selected or ""),
        },
        **belief_to_json(settings.belief),
        "derived": derived_to_json(settings.derived, called),
        "views": {**views_to_json(settings.views), "competitor": competitor},
        "reference": settings.reference,
        "rows_independent": settings.group == "",
        "intervals": {
            "shown": bands.shown,
            "of": bands.of.value,
            "policy": bands.policy.value,
            "roc": bands.roc.value,
            "samples": bands.samples.value,
            **verdicts_to_json(bands),
            "replicates": bands.spec.replicates,
            "level": bands.spec.level,
            "seed": bands.spec.seed,
        },
        "mix": mix_to_json(settings.mix, names),
        "pictures": {view: style.to_json() for view, style in settings.pictures.items()},
        **_scenarios_to_json(settings, info),
        **_validation_to_json(settings),
    }


def _left_out_to_json(settings: DatasetSettings, names: Mapping[str, str]) -> Json:
    """Return the models left out; nothing where there are none, as older versions wrote it."""
    found = known_names(settings.left_out, names)
    return {"left_out": found} if found else {}


_OF_SCENARIO = ("payoffs", "condition", "selection")


def _scenarios_to_json(settings: DatasetSettings, info: DatasetInfo) -> Json:
    """Return the named scenarios; nothing where there are none, as older versions wrote it."""
    found = []
    for one in settings.scenarios:
        parts = replace(settings, **one.parts, scenarios=(), validation=None)
        chosen = choices_to_json(parts, info)
        found.append({"name": one.name, **{part: chosen[part] for part in _OF_SCENARIO}})
    return {"scenarios": found} if found else {}


def _validation_to_json(settings: DatasetSettings) -> Json:
    """Return the newest validation; nothing where there is none, as older versions wrote it."""
    found = settings.validation
    return {} if found is None else {"validation": validation_to_json(found)}


def choices_from_json(choices: Mapping[str, Any], info: DatasetInfo) -> Fitted:
    """Return choices of a project, which have passed the schema, as settings of a file.

    Raises
    ------
    DataError
        Where one of them is none that there is.
    """
    return _Reader(choices, info).read()


def _condition_to_json(condition: ConditionSpec) -> Json:
    """Return a condition; what is believed of prior and ratio only where something is."""
    beliefs = ("prior_belief", "ratio_belief")
    return {name: one for name, one in flat(condition).items() if one or name not in beliefs}


def _payoffs_to_json(payoff: PayoffSpec) -> Json:
    """Return a payoff matrix; its parameters only where there are any."""
    found = flat(payoff)
    listed = [flat(one) for one in found.pop("parameters")]
    return {**found, "parameters": listed} if listed else found


def payoffs_from_json(given: Mapping[str, Any]) -> PayoffSpec:
    """Return a payoff matrix as a project has it."""
    parameters = tuple(Parameter(**one) for one in given.get("parameters") or ())
    return PayoffSpec(**{**given, "parameters": parameters})


def named_models(given: Iterable[Mapping[str, Any]], info: DatasetInfo) -> ModelEdits:
    """Return the names and colours of a project as edits of the models of a file.

    Raises
    ------
    DataError
        Where two models would have the same name.
    """
    known, edits = {one["column"]: one for one in given}, ModelEdits()
    for model in info.models:
        if model.column in known:
            saved = known[model.column]
            edits = edits.with_name(model, saved["name"]).with_slot(model, int(saved["slot"]))
    names = [model.name for model in edited(info, edits).models]
    if len(set(names)) < len(names):
        raise DataError(
            tr("models: two models have the same name; there are {names}.", names=all_of(names))
        )
    return edits


def edits_from_json(given: Mapping[str, Any], info: DatasetInfo) -> ModelEdits:
    """Return what a project, or the memory of a file, says of the list of models."""
    return _Reader(given, info).edits


class _Reader:
    """Reads the choices of one project; notes what of them concerns models that are gone."""

    def __init__(self, choices: Mapping[str, Any], info: DatasetInfo) -> None:
        self._given = choices
        self._info = info
        self._edits = named_models(choices["models"], info)
        models = edited(info, self._edits).models
        self._keys = {model.name: model.key for model in models}
        self._columns = {model.name: model.column for model in models}
        self._notes: list[str] = []
        self._removed = self._removed_models()

    def read(self) -> Fitted:
        """Return everything; derived models first, for others refer to them."""
        given = self._given
        derived = tuple(self._derived())
        views = given["views"]
        for name in ("partial_fpr", "partial_tpr"):
            require_ascending(f"views.{name}", views[name])
        condition, kept = given["condition"], given.get("validation")
        settings = DatasetSettings(
            payoff=payoffs_from_json(given["payoffs"]),
            condition=ConditionSpec(
                condition["prior"],
                condition["cost_ratio"],
                DragChanges(condition["drag"]),
                PriorUnit(condition["prior_unit"]),
                condition.get("prior_belief", ""),
                condition.get("ratio_belief", ""),
            ),
            selection=self._selection(),
            hidden=self._hidden(given["shown"]),
            left_out=frozenset(self._kept(given["shown"].get("left_out", ()))),
            selected=self._keys.get(given["shown"]["selected"]),
            belief=belief_from_json(given),
            derived=derived,
            views=replace(views_from_json(views), competitor=self._keys.get(views["competitor"])),
            reference=self._reference(),
            group="" if given.get("rows_independent") else None,  # older projects say nothing
            bands=bands_from_json(given["intervals"]),
            mix=self._mix(),
            pictures={
                view: PictureStyle.from_json(style)
                for view, style in given.get("pictures", {}).items()  # older projects have none
            },
            edits=self.edits,
            scenarios=tuple(map(self._scenario, given.get("scenarios", ()))),
            validation=None if kept is None else validation_from_json(kept),
        )
        return Fitted(settings, tuple(self._notes))

    def _scenario(self, given: Mapping[str, Any]) -> Scenario:
        """Return a scenario, which is read as the choices in force are."""
        parts = {**self._given, **given, "scenarios": (), "validation": None}
        found = _Reader(parts, self._info).read().settings
        return Scenario(given["name"], found.payoff, found.condition, found.selection)

    @property
    def edits(self) -> ModelEdits:
        """Names, colours and order of the models, those of derived ones once these are read."""
        return replace(self._edits, order=self._columns_of("order"), removed=self._removed)

    def _columns_of(self, entry: str) -> tuple[str, ...]:
        """Return the columns of the models that an entry names; older projects have none."""
        names = self._given.get(entry, ())
        return tuple(self._columns[name] for name in names if name in self._columns)

    def _removed_models(self) -> frozenset[str]:
        """Return the columns of removed models; none where no other is left."""
        removed = frozenset(self._columns_of("removed"))
        if removed < {model.column for model in self._info.models}:
            return removed
        self._notes.append(tr("No other model is left, so those removed from the list are back."))
        return frozenset()

    def _derived(self) -> Iterable[DerivedModel]:
        for one in self._given["derived"]:
            name, kind = one["name"], DERIVATIONS.get(one["kind"])
            if kind is None:
                raise unknown(tr("kind of a derived model"), one["kind"], DERIVATIONS)
            gone = [
                source
                for source in one["sources"]
                if self._columns.get(source, "") in ("", *self._removed)
            ]
            if gone:
                self._notes.append(
                    tr(
                        "{name} is left out: it was made from {names}.",
                        name=name,
                        names=all_of(gone),
                    )
                )
                continue
            model = DerivedModel(
                name,
                int(one["slot"]),
                kind,
                tuple(self._columns[source] for source in one["sources"]),
                tuple(map(threshold_from_json, one["thresholds"])),
                tuple(one["payoffs"]),
            )
            self._require_makeable(model)
            self._columns[name] = model.column
            self._keys[name] = f"{self._info.id}/{model.column}"
            yield model

    def _require_makeable(self, model: DerivedModel) -> None:
        kind, sources = model.kind, len(model.sources)
        thresholds = sources if kind.uses_thresholds else 0
        payoffs = 2 if kind.uses_payoffs else 0
        counted = len(model.thresholds) == thresholds and len(model.payoffs) == payoffs
        if model.name in self._columns:
            raise DataError(tr("derived: two models are called {name}.", name=model.name))
        if not kind.takes(sources) or not counted or model.column in self._columns.values():
            fewest = (
                tr("{fewest} or more", fewest=kind.fewest) if kind.takes_more else str(kind.fewest)
            )
            raise DataError(
                tr(
                    "derived: {name} cannot be made; the kind {key} takes {fewest} sources, "
                    "{thresholds} thresholds and {payoffs} payoffs.",
                    name=model.name,
                    key=kind.key,
                    fewest=fewest,
                    thresholds=thresholds,
                    payoffs=payoffs,
                )
            )

    def _selection(self) -> SelectionSpec:
        given = self._given["selection"]
        offered = {criterion.key: criterion for criterion in OFFERED}
        for key in (given["criterion"], *given["targets"]):
            if key not in offered:
                raise unknown("rule", key, offered)
        objective = given["objective"]
        return SelectionSpec(
            criterion=offered[given["criterion"]],
            objective=None if objective is None else Objective(objective),
            bounds=BoundsSpec(**given["bounds"]),
            mixed=given["mixed"],
            population=given["population"],
            targets=dict(given["targets"]),
            thresholds={
                self._keys[name]: threshold_from_json(at)
                for name, at in given["thresholds"].items()
                if name in self._keys
            },
            review=review_from_json(given.get("review")),
            known_when_deciding=tuple(given.get("known_when_deciding", ())),
        )

    def _mix(self) -> MixSpec | None:
        given = self._given["mix"]
        if given is None:
            return None
        ends = [given["first"], given["second"]]
        if any(end["model"] not in self._keys for end in ends):
            return None
        first, second = (
            PointSpec(self._keys[end["model"]], threshold_from_json(end["at"])) for end in ends
        )
        return MixSpec(first, second, MixBy(given["by"]), given["wanted"])

    def _hidden(self, shown: Mapping[str, Any]) -> frozenset[str] | None:
        """Return which curves the user hid; None where the program chose those that are drawn."""
        hidden = shown["hidden"]
        by_hand = shown.get("by_hand", hidden != shown["hidden_at_first"])  # older ones lack it
        return frozenset(self._kept(hidden)) if by_hand else None

    def _kept(self, names: Sequence[str]) -> Iterable[str]:
        return (self._keys[name] for name in names if name in self._keys)

    def _reference(self) -> str:
        reference: str = self._given["reference"]
        if reference and reference not in dict(self._info.classes):
            self._notes.append(tr("No case has class {reference} any more.", reference=reference))
            return ""
        return reference
