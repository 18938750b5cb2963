"""Single choices of a project as plain JSON values, and back."""

from __future__ import annotations

from dataclasses import fields, replace
from math import isinf
from typing import TYPE_CHECKING, Any, TypeVar

from costcurve_gui.analysis.interval_settings import (
    BandChoices,
    BandPolicy,
    BandsOf,
    RocBand,
    Samples,
    Verdicts,
)
from costcurve_gui.analysis.selection_settings import ReviewSpec
from costcurve_gui.analysis.settings import WIDE_BELIEF
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.dataio.errors import DataError, one_of
from costcurve_gui.dataio.segments import segment_terms, terms_to_json
from costcurve_gui.engine.cost.belief import parse_belief
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.selection.policy import Reviewer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.analysis.derivation import DerivedModel
    from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
    from costcurve_gui.analysis.settings import MixSpec
    from costcurve_gui.engine.cost.belief import Belief

    Json = dict[str, Any]

Declared = TypeVar("Declared")


def bounds_to_json(bounds: BoundsSpec) -> Json:
    """Return bounds as JSON; those that older versions did not know only where they are given."""
    unknown = {"share"} if bounds.share is None else set()
    unknown |= {"budget", "price"} if bounds.budget is None else set()
    return {name: value for name, value in flat(bounds).items() if name not in unknown}


def beyond_thresholds_to_json(selection: SelectionSpec) -> Json:
    """Return what rules of more than one threshold need; nothing where nobody said it."""
    found: Json = {}
    if selection.review is not None:
        spec = selection.review
        person = {name: getattr(spec.reviewer, name) for name in ("cost", "tpr", "fpr")}
        found["review"] = {**person, "capacity": spec.capacity, "reviewers": spec.reviewers}
    if selection.known_when_deciding:
        found["known_when_deciding"] = list(selection.known_when_deciding)
    return found


def review_from_json(given: Json | None) -> ReviewSpec | None:
    """Return the persons who decide about referred cases."""
    if given is None:
        return None
    person = Reviewer(given["cost"], given["tpr"], given["fpr"])
    return ReviewSpec(person, given["capacity"], given["reviewers"])


def flat(declared: object) -> Json:
    """Return the fields of a dataclass as JSON; members of enumerations by value."""
    names = [one.name for one in fields(declared)]  # type: ignore[arg-type]
    return {name: plain(getattr(declared, name)) for name in names}


def views_to_json(views: ViewChoices) -> Json:
    """Return the choices of views; terms of segments only where there are any."""
    found = flat(replace(views, segment_terms={}))
    del found["segment_terms"]
    terms = terms_to_json(views.segment_terms)
    return {**found, "segment_terms": terms} if terms else found


def views_from_json(given: Mapping[str, Any]) -> ViewChoices:
    """Return the choices of views; raises DataError where terms of segments cannot be used."""
    terms = segment_terms(given.get("segment_terms", {}), "views.segment_terms")
    others = {name: value for name, value in given.items() if name != "segment_terms"}
    return replace(unflat(ViewChoices(), others), segment_terms=terms)


def plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, str) else value


def unflat(plain: Declared, given: Mapping[str, Any]) -> Declared:
    """Return a dataclass with other fields, each of the type that it has."""
    kinds = {name: type(getattr(plain, name)) for name in given}
    return replace(  # type: ignore[type-var]
        plain,
        **{
            name: value if value is None or kinds[name] is type(None) else kinds[name](value)
            for name, value in given.items()
        },
    )


def number_to_json(value: float) -> float | str:
    """Return a threshold as JSON can hold it."""
    return str(value) if isinf(value) else value


def threshold_from_json(given: float | str) -> float:
    """Return a threshold, infinite ones too."""
    return float(given) if isinstance(given, str) else given


def known_names(keys: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Return the names of models that there are."""
    return sorted(names[key] for key in keys if key in names)


def derived_to_json(derived: Sequence[DerivedModel], names: Mapping[str, str]) -> list[Json]:
    """Return derived models by the names of their sources."""
    return [
        {
            "name": one.name,
            "slot": one.slot,
            "kind": one.kind.key,
            "sources": [names[column] for column in one.sources],
            "thresholds": [number_to_json(at) for at in one.thresholds],
            "payoffs": list(one.payoffs),
        }
        for one in derived
    ]


def mix_to_json(mix: MixSpec | None, names: Mapping[str, str]) -> Json | None:
    """Return two mixed points; nothing where a model of them is gone."""
    if mix is None or not {mix.first.key, mix.second.key} <= names.keys():
        return None
    first, second = (
        {"model": names[point.key], "at": number_to_json(point.manual_position)}
        for point in (mix.first, mix.second)
    )
    return {"first": first, "second": second, "by": mix.by.value, "wanted": mix.wanted}


def verdicts_to_json(bands: BandChoices) -> Json:
    """Return for how many PC(+) a difference holds; nothing where nobody said it."""
    return {} if bands.verdicts is Verdicts.SIMULTANEOUS else {"verdicts": bands.verdicts.value}


def bands_from_json(given: Mapping[str, Any]) -> BandChoices:
    """Return the choices of intervals."""
    return BandChoices(
        shown=given["shown"],
        of=BandsOf(given["of"]),
        policy=BandPolicy(given["policy"]),
        roc=RocBand(given["roc"]),
        spec=BootstrapSpec(int(given["replicates"]), given["level"], int(given["seed"])),
        samples=Samples(given["samples"]),
        verdicts=Verdicts(given.get("verdicts", Verdicts.SIMULTANEOUS)),
    )


def belief_to_json(belief: Belief | None) -> Json:
    """Return the belief over PC(+); the one that older programs begin with where none was typed."""
    typed = {"belief_typed": True} if belief == WIDE_BELIEF else {}
    return {"belief": str(belief or WIDE_BELIEF), **typed}


def belief_text(given: Mapping[str, Any]) -> str:
    """Return the text of the belief over PC(+) that was typed; empty where none was."""
    text = str(given["belief"])
    return text if text != str(WIDE_BELIEF) or given.get("belief_typed") else ""


def belief_from_json(given: Mapping[str, Any]) -> Any:
    """Return the belief over PC(+) that was typed; raises DataError where the text is none."""
    text = belief_text(given)
    try:
        return parse_belief(text) if text else None
    except ConstraintError as error:
        raise DataError(f"belief: {error}") from error


def require_ascending(where: str, ends: Sequence[float]) -> None:
    """Raise DataError where the first of two ends is not the lower one."""
    if not ends[0] < ends[1]:
        raise DataError(
            f"{where} is {list(ends)}; the first of its two ends must be the lower one."
        )


def unknown(what: str, key: str, known: Iterable[str]) -> DataError:
    """Return the error of a key that there is not."""
    return DataError(f"{key[:40]} is no {what}; there are {one_of(list(known), shown=30)}.")
