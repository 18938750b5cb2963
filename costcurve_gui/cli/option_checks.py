"""What options of `report` need beside them, and which exclude each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.per_case_rules import payoff_columns
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.roles.column_roles import NONE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.dataio.dataset import Dataset


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
    _require_price_of_review(chosen)
    _require_what_unlabelled_scores_need(chosen)
    _require_a_bound_to_mix_for(chosen)
    if chosen.id is not None and not chosen.join and chosen.swap is None:
        raise OptionError(
            "--id is the column that --join matches by, or that names the cases of --swap; give "
            "--join FILE or --swap A,B beside it"
        )
    if chosen.proba:
        _refuse_beside_proba(chosen)
    _require_an_interval_of_the_axis(chosen)


KNOWN_WHEN_DECIDING = "--known-when-deciding"


def check_known_columns(known: tuple[str, ...], payoff: PayoffSpec, dataset: Dataset) -> None:
    """Refuse columns that the file lacks, or that are of no use as no payoff varies by case.

    Raises
    ------
    OptionError, DataError
        With what would be accepted.
    """
    if not known:
        return
    for name in known:
        if name not in dataset.numeric:
            raise unknown_column(name, list(dataset.numeric), dataset.info_name)
    if not payoff_columns(payoff, tuple(dataset.numeric)):
        raise OptionError(
            f"{KNOWN_WHEN_DECIDING} needs payoffs that vary from case to case, such as --fn -amount"
        )


_OF_POPULATION = (
    ("--capacity", "capacity", "at most --capacity of"),
    ("--budget", "budget", "a budget for"),
    ("--review-capacity", "review_capacity", "at most --review-capacity of"),
)


def _require_price_of_review(chosen: argparse.Namespace) -> None:
    for option in ("review_tpr", "review_fpr", "review_capacity"):
        if getattr(chosen, option) is not None and chosen.review_cost is None:
            name = option.replace("_", "-")
            raise OptionError(f"--{name} needs --review-cost beside it, the price of a review")


def _require_population(chosen: argparse.Namespace) -> None:
    """Refuse a bound on cases or money without the cases it is for."""
    given = [option for option, name, _ in _OF_POPULATION if getattr(chosen, name) is not None]
    if given and chosen.population is None:
        what = next(said for option, _, said in _OF_POPULATION if option == given[0])
        raise OptionError(f"{given[0]} needs --population beside it: {what} --population cases")


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


def _require_what_unlabelled_scores_need(chosen: argparse.Namespace) -> None:
    if chosen.unlabelled is None:
        return
    if chosen.weight not in (None, NONE):
        raise OptionError(
            "--unlabelled looks for a share of cases, which count alike in a second file; leave "
            "--weight out"
        )
    if not chosen.bootstrap:
        raise OptionError("--unlabelled needs --bootstrap above 0: its prior has an interval")


def _refuse_beside_proba(chosen: argparse.Namespace) -> None:
    for option, given in (
        ("--scores", chosen.scores),
        ("--lower-is-positive", chosen.lower_is_positive),
        ("--others", chosen.others),
        ("--positive-from", chosen.positive_from),
        ("--stability-file", chosen.stability_file),
        ("--validate", chosen.validate),
        ("--validate-file", chosen.validate_file),
        ("--validate-split", chosen.validate_split),
        ("--unlabelled", chosen.unlabelled),
        ("--segment", chosen.segment),
        ("--swap", chosen.swap),
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


def refuse_for_counts(given: Mapping[str, object], file: str, rows_are: str) -> None:
    """Raise `OptionError` for the first option that only scored cases have a use for."""
    for option, value in given.items():
        if value:
            raise OptionError(
                f"{option} is of no use here: the rows of {file} are {rows_are}, not scored "
                "cases; leave it out"
            )
