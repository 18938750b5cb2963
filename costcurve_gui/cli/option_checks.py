"""What options of `report` need beside them, and those whose analysis is not built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import OptionError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence


def check_together(chosen: argparse.Namespace, *, in_project: bool) -> None:
    """Refuse options that lack another one, or exclude each other.

    A project has a population, whether there is a bound on cases or not.

    Raises
    ------
    OptionError
        With what is missing.
    """
    if not in_project:
        _require_population(chosen)
    _require_price_of_budget(chosen)
    _require_replicates_of_groups(chosen)
    _require_a_bound_to_mix_for(chosen)
    if chosen.id is not None and not chosen.join:
        raise OptionError("--id is the column that --join matches by; give --join FILE beside it")
    if chosen.proba:
        _refuse_beside_proba(chosen)
    _require_an_interval_of_the_axis(chosen)


def _require_replicates_of_groups(chosen: argparse.Namespace) -> None:
    if chosen.group is not None and not chosen.bootstrap:
        raise OptionError("--group needs --bootstrap above 0: whole groups are resampled")


def _require_population(chosen: argparse.Namespace) -> None:
    """Refuse a bound on cases or money without the cases it is for, and these without a bound."""
    of_population = {"--capacity": chosen.capacity, "--budget": chosen.budget}
    given = [option for option, value in of_population.items() if value is not None]
    if given and chosen.population is None:
        what = "at most --capacity of" if given[0] == "--capacity" else "a budget for"
        raise OptionError(f"{given[0]} needs --population beside it: {what} --population cases")
    if chosen.population is not None and not given:
        raise OptionError(
            "--population needs --capacity beside it: at most --capacity of --population cases"
        )


def _require_price_of_budget(chosen: argparse.Namespace) -> None:
    if (chosen.budget is None) != (chosen.price is None):
        given, missing = ("--budget", "--price")
        if chosen.budget is None:
            given, missing = missing, given
        raise OptionError(
            f"{given} needs {missing} beside it: each case that is acted on takes --price of it"
        )


def _require_a_bound_to_mix_for(chosen: argparse.Namespace) -> None:
    if chosen.mix and chosen.capacity is None and chosen.max_fpr is None:
        raise OptionError("--mix needs --capacity and --population, or --max-fpr, beside it")


def _refuse_beside_proba(chosen: argparse.Namespace) -> None:
    for option, given in (
        ("--scores", chosen.scores),
        ("--lower-is-positive", chosen.lower_is_positive),
        ("--others", chosen.others),
        ("--stability-file", chosen.stability_file),
        ("--validate", chosen.validate),
        ("--validate-file", chosen.validate_file),
        ("--validate-split", chosen.validate_split),
    ):
        if given:
            raise OptionError(f"{option} is for two classes and --proba for more; use one of them")
    if chosen.prior is not None and not chosen.positive:
        raise OptionError(
            "--prior is the share of one class; beside --proba name that class with --positive"
        )


def _require_an_interval_of_the_axis(chosen: argparse.Namespace) -> None:
    if chosen.partial_axis is not None and chosen.partial_auc is None:
        raise OptionError("--partial-axis needs --partial-auc LO,HI beside it")


ANALYSES: Mapping[str, str] = {
    "--review-cost": "the review band",
}


def refuse_not_built(argv: Sequence[str]) -> None:
    """Refuse the first option whose analysis is not part of this version."""
    for word in argv:
        name = word.partition("=")[0]
        if word == "--":
            return
        if name in ANALYSES:
            raise not_built(name, ANALYSES[name])


def not_built(option: str, analysis: str) -> OptionError:
    """Return the error for an option, or a value of it, that is not built."""
    return OptionError(
        f"{option} is not built yet: {analysis} is not part of this version; leave the option out"
    )
