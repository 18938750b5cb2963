"""Every table, a row each: the files of a report and what the window exports of a view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.analysis.intervals.requests import known_optimism, lacks_results
from costcurve_gui.analysis.tables import (
    bands,
    cases,
    comparisons,
    constructions,
    curves,
    decisions,
    derived,
    folds,
    hulls,
    measures,
    multiclass,
    operations,
    optimum,
    ranking,
    regret,
    segments,
    stability,
    swap,
    uncertainty,
    unlabelled,
    validation,
    verdicts,
)
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.view_results import lacks_view_result
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.table_kind import TableKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.table import Table
    from costcurve_gui.engine.arrays import Indices

    Make = Callable[[Snapshot, TableOptions], Table]
    Needs = Callable[[Snapshot, TableOptions], Iterable[IntervalRequest]]
    Applies = Callable[[Snapshot, TableOptions], bool]
    WindowOptions = Callable[[Snapshot], TableOptions]


_ANY = frozenset(TableKind)
_THRESHOLDS = frozenset({TableKind.SCORES, TableKind.LEAVES})
_CASES = frozenset({TableKind.SCORES})


def _points(name: str) -> Make:
    """Return the function that makes the table of points of an entry of `COLUMNS`."""
    return partial(curves.points_table, name)


def _nothing(snapshot: Snapshot, options: TableOptions) -> Sequence[IntervalRequest]:
    del snapshot, options
    return ()


def _always(snapshot: Snapshot, options: TableOptions) -> bool:
    del snapshot, options
    return True


def _everything(snapshot: Snapshot) -> TableOptions:
    del snapshot
    return TableOptions()


def _shown_models(snapshot: Snapshot) -> TableOptions:
    """Ask for what a view of curves shows: what is hidden there is not exported either."""
    return TableOptions(models=frozenset(snapshot.shown))


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One table.

    Attributes
    ----------
    name : str
        The report writes it into a file of this name.
    make : callable
        Returns the table of a snapshot, from intervals that the snapshot knows.
    kinds : frozenset of TableKind
        The files that have it.
    needs : callable
        Returns the intervals that it has to know.
    applies : callable
        Whether a snapshot has anything for it.
    weight : float
        About how many times as long as another table it takes where its intervals are resampled,
        measured on 500 and 50,000 rows.
    view : str
        The view of the window that exports it.
    in_report : bool
        Whether the report writes it.
    of_all_classes : bool
        Whether one table is about all classes of a file; else there is a part for each.
    window_options : callable
        Returns what the window asks for that exports it: the models on show, for example.
    result, intervals : str
        The result of a job, in `VIEW_RESULTS`, or the intervals, in `SHOWN_INTERVALS`, that it is
        made of alone: the window exports it when they are there.
    of_money : bool
        Whether the window adds by what misses count more, where another cost ratio was typed.
    with_thresholds : bool
        Whether the window writes the thresholds whose spread its view shows into a file beside it.
    names_trivial : bool
        Whether there are rows of the trivial classifiers: where a table is about several classes,
        its last column names the class of each row.
    """

    name: str
    make: Make
    kinds: frozenset[TableKind] = _ANY
    needs: Needs = _nothing
    applies: Applies = _always
    weight: float = 1.0
    view: str = ""
    in_report: bool = True
    of_all_classes: bool = False
    window_options: WindowOptions = _everything
    result: str = ""
    intervals: str = ""
    of_money: bool = False
    with_thresholds: bool = False
    names_trivial: bool = False

    @property
    def file_name(self) -> str:
        """Name of its CSV."""
        return self.file_named("csv")

    def file_named(self, ending: str) -> str:
        """Return the name of its file of another format."""
        return f"{self.name}.{ending}"

    def belongs_to(self, snapshot: Snapshot, options: TableOptions) -> bool:
        """Whether the report of a snapshot has it."""
        kind = snapshot.curve_set.dataset.kind
        return self.in_report and kind in self.kinds and self.applies(snapshot, options)


# Those that may be refused come first: the others take long.
TABLES: tuple[TableSpec, ...] = (
    TableSpec(
        *("folds", folds.folds_table, _CASES),
        applies=folds.has_folds,
        view="folds",
        window_options=folds.window_options,
        result="folds",
    ),
    TableSpec("folds_roc", folds.folds_roc_table, _CASES, applies=folds.has_folds),
    TableSpec(
        *("cost_stability", stability.stability_table, _CASES), applies=stability.has_stability
    ),
    TableSpec("family", derived.family_table, _CASES, applies=derived.has_family),
    TableSpec("combinations", derived.combinations_table, applies=derived.has_combinations),
    TableSpec("mixtures", derived.mixtures_table, applies=derived.has_mixtures),
    TableSpec(
        "models", measures.models_table, needs=measures.models_needs, weight=8, view="measures"
    ),
    TableSpec("roc", _points("roc"), view="roc", window_options=_shown_models),
    TableSpec("rates", _points("rates")),
    TableSpec("rociv", _points("rociv"), view="rociv", window_options=_shown_models),
    TableSpec("cost_curve", curves.cost_curve_table, view="cost", window_options=_shown_models),
    TableSpec("joint_hull", hulls.joint_hull_table, names_trivial=True),
    TableSpec("tangents", hulls.tangents_table),
    TableSpec("hybrid", hulls.hybrid_table),
    TableSpec("cost_band", bands.cost_band_table, needs=bands.cost_band_needs, weight=2),
    TableSpec("bands", bands.bands_table, needs=bands.bands_needs, weight=20),
    TableSpec(
        "threshold_band", bands.threshold_band_table, needs=bands.threshold_band_needs, weight=4
    ),
    TableSpec("crossovers", comparisons.crossovers_table),
    TableSpec(
        "difference",
        comparisons.difference_table,
        needs=comparisons.difference_needs,
        weight=4,
        view="difference",
        window_options=comparisons.difference_window_options,
    ),
    TableSpec(
        *("winners", verdicts.winners_table),
        needs=verdicts.winners_needs,
        weight=2,
        view="winners",
        intervals="winners",
        names_trivial=True,
    ),
    TableSpec(
        *("verdicts", verdicts.verdicts_table),
        needs=verdicts.verdicts_needs,
        weight=4,
        view="verdicts",
        intervals="verdicts",
        names_trivial=True,
    ),
    TableSpec(
        *("comparisons", verdicts.comparisons_table),
        needs=verdicts.comparisons_needs,
        weight=8,
        view="tests",
        intervals="tests",
    ),
    TableSpec(
        *("profit", _points("profit")),
        view="profit",
        window_options=_shown_models,
        of_money=True,
        with_thresholds=True,
    ),
    TableSpec("selection", decisions.selection_table, needs=decisions.selection_needs, weight=12),
    TableSpec(
        *("validation", validation.validation_table, _CASES),
        needs=decisions.selection_needs,
        applies=validation.has_validation,
        weight=4,
    ),
    TableSpec(
        *("decision_validation", validation.decision_validation_table, _CASES),
        view="validation",
        in_report=False,
    ),
    TableSpec(
        *("unlabelled_prior", unlabelled.unlabelled_table, _CASES),
        applies=unlabelled.has_unlabelled,
        weight=8,
    ),
    TableSpec(
        *("segments", segments.segments_table, _CASES),
        applies=segments.has_segments,
        weight=4,
        view="segments",
        of_money=True,
    ),
    *(
        TableSpec(*(name, make, _CASES), applies=segments.has_segments, weight=4)
        for name, make in (
            ("segment_gaps", segments.gaps_table),
            ("segment_leads", segments.leads_table),
        )
    ),
    TableSpec("belief_costs", uncertainty.belief_costs_table, applies=uncertainty.has_beliefs),
    TableSpec("information", uncertainty.information_table, applies=uncertainty.has_beliefs),
    TableSpec(
        "cases_needed", uncertainty.cases_needed_table, _CASES, applies=uncertainty.has_pairs
    ),
    TableSpec(
        *("swap_set", swap.swap_table, _CASES),
        needs=swap.swap_needs,
        applies=swap.has_swap,
    ),
    TableSpec(*("swap_cases", swap.swap_cases_table, _CASES), applies=swap.has_swap),
    TableSpec("units", operations.units_table, _CASES, applies=operations.has_units, view="units"),
    TableSpec("days", operations.days_table, _CASES, applies=operations.has_days, view="days"),
    TableSpec("day_capacity", operations.capacity_table, _CASES, applies=operations.has_places),
    TableSpec("optimum", optimum.optimum_table, needs=optimum.optimum_needs, weight=2),
    TableSpec("thresholds", optimum.thresholds_table, needs=optimum.thresholds_needs),
    TableSpec("auc_comparison", comparisons.auc_comparison_table),
    TableSpec(
        "expected_cost",
        comparisons.expected_cost_table,
        needs=comparisons.expected_cost_needs,
        view="expected_cost",
    ),
    TableSpec("lc_index", comparisons.lc_index_table, view="lc_index"),
    TableSpec(*("pr", _points("pr"), _THRESHOLDS), view="pr", window_options=_shown_models),
    TableSpec(*("det", _points("det"), _THRESHOLDS), view="det", window_options=_shown_models),
    TableSpec(*("gain", _points("gain"), _THRESHOLDS), view="gain", window_options=_shown_models),
    TableSpec(
        *("calibration", ranking.calibration_table, _THRESHOLDS),
        view="calibration",
        window_options=_shown_models,
    ),
    TableSpec(
        *("net_benefit", ranking.net_benefit_table, _THRESHOLDS),
        view="net_benefit",
        window_options=_shown_models,
        names_trivial=True,
    ),
    TableSpec("isotonic", ranking.isotonic_table, _THRESHOLDS),
    TableSpec("concavities", curves.concavities_table, _THRESHOLDS),
    TableSpec("ties", curves.ties_table, _THRESHOLDS),
    TableSpec("constructions", constructions.constructions_table),
    TableSpec(
        "bound_points",
        constructions.bound_points_table,
        applies=constructions.has_bound_points,
    ),
    TableSpec("payoff_matrix", cases.payoff_matrix_table),
    TableSpec(
        "multiclass",
        multiclass.multiclass_table,
        _CASES,
        applies=multiclass.has_classes,
        view="multiclass",
        result="multiclass",
        of_all_classes=True,
    ),
    TableSpec(
        "multiclass_pairs",
        multiclass.pairwise_table,
        _CASES,
        applies=multiclass.has_classes,
        of_all_classes=True,
    ),
    TableSpec(
        *("class_curves", multiclass.class_curves_table, _CASES),
        view="class_curves",
        in_report=False,
        window_options=_shown_models,
        result="class_curves",
    ),
    TableSpec(
        *("policy_rates", ranking.policy_rates_table),
        view="rates",
        in_report=False,
        of_money=True,
    ),
    TableSpec(
        *("build_up", cases.build_up_table),
        view="build_up",
        result="build_up",
        of_money=True,
    ),
    TableSpec(
        "instance_costs",
        cases.instance_costs_table,
        _CASES,
        applies=cases.has_instance_costs,
        view="instance_costs",
        result="instance_costs",
        of_money=True,
    ),
    TableSpec("superiority", regret.superiority_table, view="superiority", names_trivial=True),
    TableSpec("regret", regret.regret_table),
    TableSpec("error_rate", regret.error_rate_table),
    TableSpec("cost_ratio", regret.cost_ratio_table),
    TableSpec("loss_difference", regret.loss_difference_table),
    TableSpec(
        "regret_reading",
        regret.shown_reading_table,
        view="regret",
        in_report=False,
        of_money=True,
    ),
)
REPORT_TABLES = tuple(spec for spec in TABLES if spec.in_report)
BY_VIEW = {spec.view: spec for spec in TABLES if spec.view}
NOT_COMPUTED = "It is not computed yet. Show the view, then export it."


def view_table(
    view: str, snapshot: Snapshot, subsets: Mapping[str, Indices] | None = None
) -> Table:
    """Return what a view shows as the report writes it, every point of its curves.

    With `subsets` only the rows of the threshold tables that they name, by model.

    Raises
    ------
    DataError
        Where what the view shows is not computed yet.
    """
    spec = BY_VIEW[view]
    if lacks_view_result(spec.result, snapshot.results) or lacks_results(snapshot, spec.intervals):
        raise DataError(NOT_COMPUTED)
    options = replace(spec.window_options(snapshot), subsets=subsets or {})
    table = spec.make(snapshot, options)
    return _with_factor(snapshot, table) if spec.of_money else table


def view_thresholds(view: str, snapshot: Snapshot) -> Table | None:
    """Return the thresholds whose spread a view shows; None where it shows none."""
    spec, selected = BY_VIEW.get(view), snapshot.selected
    if spec is None or not spec.with_thresholds:
        return None
    if selected is None or known_optimism(snapshot) is None:
        return None
    return optimum.thresholds_table(snapshot, TableOptions(models=frozenset({selected})))


def _with_factor(snapshot: Snapshot, table: Table) -> Table:
    """Add what misses were scaled by to a table of money, where another cost ratio was typed."""
    if snapshot.miss_factor == 1:
        return table
    return table.with_column("miss_factor", snapshot.miss_factor)
