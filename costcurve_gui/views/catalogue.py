"""Every view of the program, a row each."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from costcurve_gui.dataio.table_kind import Needs
from costcurve_gui.translation import tr
from costcurve_gui.views.view_spec import ViewSpec

if TYPE_CHECKING:
    from costcurve_gui.views.plotting.plot_view import PlotView
    from costcurve_gui.views.view import View

_PLOTS = "costcurve_gui.views.plots"
_TABLES = "costcurve_gui.views.tables"

VIEWS = {
    spec.key: spec
    for spec in (
        ViewSpec(
            "roc",
            title="ROC",
            family="roc",
            path=f"{_PLOTS}.roc:RocView",
            letter="R",
            needs=Needs.CLASSIFIERS,
            subject=tr("ROC curves"),
            intervals="roc",
        ),
        ViewSpec(
            "cost",
            title=tr("Cost space"),
            family="cost",
            path=f"{_PLOTS}.cost:CostView",
            letter="C",
            needs=Needs.CLASSIFIERS,
            subject=tr("Lower envelopes"),
            stem="cost_space",
            intervals="cost",
        ),
        ViewSpec(
            "rociv",
            title="ROCIV",
            family="rociv",
            path=f"{_PLOTS}.roc:RocView",
            arguments={"shares": True},
            letter="I",
            needs=Needs.CLASSIFIERS,
            subject=tr("ROC curves in shares of cost"),
            intervals="rociv",
        ),
        ViewSpec(
            "profit",
            title=tr("Profit"),
            family="profit",
            path=f"{_PLOTS}.profit:ProfitView",
            letter="E",
            needs=Needs.CLASSIFIERS,
            subject=tr("Expected profit"),
            intervals="profit",
        ),
        ViewSpec(
            "calibration",
            title=tr("Calibration"),
            family="rociv",
            path=f"{_PLOTS}.calibration:CalibrationView",
            letter="B",
            needs=Needs.THRESHOLDS,
            subject=tr("Calibration"),
        ),
        ViewSpec(
            "pr",
            title=tr("Precision and recall"),
            tab="PR",
            family="roc",
            path=f"{_PLOTS}.pr:PrView",
            letter="P",
            needs=Needs.THRESHOLDS,
            subject=tr("Precision and recall"),
            curve="costcurve_gui.engine.curves.ranking:precision_recall_curve",
            drawn=("recall", "precision"),
            intervals="pr",
            screenshot="money",
        ),
        ViewSpec(
            "det",
            title="DET",
            family="roc",
            path=f"{_PLOTS}.det:DetView",
            letter="D",
            needs=Needs.THRESHOLDS,
            subject=tr("Misses against false alarms"),
            screenshot="ranking",
        ),
        ViewSpec(
            "gain",
            title=tr("Gain"),
            family="profit",
            path=f"{_PLOTS}.gain:GainView",
            letter="G",
            needs=Needs.THRESHOLDS,
            subject=tr("Cumulative gain"),
            intervals="gain",
        ),
        ViewSpec(
            "net_benefit",
            title=tr("Net benefit"),
            family="profit",
            path=f"{_PLOTS}.net_benefit:NetBenefitView",
            letter="N",
            needs=Needs.THRESHOLDS,
            subject=tr("Net benefit"),
            intervals="net_benefit",
            screenshot="ranking",
        ),
        ViewSpec(
            "measures",
            title=tr("Measures"),
            family="roc",
            path=f"{_TABLES}.measures_table:MeasuresTable",
            letter="W",
            needs=Needs.CLASSIFIERS,
            is_table=True,
            intervals="areas",
        ),
        ViewSpec(
            "tests",
            title=tr("Tests of pairs"),
            tab=tr("Tests"),
            family="roc",
            path=f"{_TABLES}.pair_tests_table:PairTestsTable",
            letter="A",
            needs=Needs.CLASSIFIERS,
            is_table=True,
            intervals="tests",
        ),
        ViewSpec(
            "rates",
            title=tr("Rates"),
            family="profit",
            path=f"{_TABLES}.rates_table:RatesTable",
            letter="T",
            needs=Needs.CLASSIFIERS,
            is_table=True,
        ),
        ViewSpec(
            "instance_costs",
            title=tr("Instance costs"),
            family="rociv",
            path=f"{_PLOTS}.instance_costs:InstanceCostsView",
            letter="J",
            subject=tr("Instance costs"),
            screenshot="money",
        ),
        ViewSpec(
            "build_up",
            title=tr("Profit build-up"),
            tab=tr("Build-up"),
            family="profit",
            path=f"{_TABLES}.build_up_table:BuildUpTable",
            letter="U",
            needs=Needs.CLASSIFIERS,
            is_table=True,
            stem="profit_build_up",
            screenshot="money",
        ),
        ViewSpec(
            "segments",
            title=tr("Segments"),
            family="profit",
            path=f"{_TABLES}.segments_table:SegmentsTable",
            letter="K",
            column=("segment_columns", tr("no column of segments")),
            is_table=True,
            example="donors_2000",
        ),
        ViewSpec(
            "days",
            title=tr("Days"),
            family="profit",
            path=f"{_TABLES}.days_table:DaysTable",
            picture=f"{_PLOTS}.days:DaysPlot",
            letter="Z",
            column=("day_columns", tr("no column of days")),
            is_table=True,
            example="cases_by_day",
        ),
        ViewSpec(
            "units",
            title=tr("Units"),
            family="profit",
            path=f"{_TABLES}.units_table:UnitsTable",
            picture=f"{_PLOTS}.units:UnitsPlot",
            letter="H",
            column=("unit_columns", tr("no column of units")),
            is_table=True,
            example="cards_june",
        ),
        ViewSpec(
            "difference",
            title=tr("Difference"),
            family="cost",
            path=f"{_PLOTS}.difference:DifferenceView",
            letter="X",
            needs=Needs.CLASSIFIERS,
            subject=tr("Difference in cost"),
            intervals="difference",
            screenshot="money",
        ),
        ViewSpec(
            "winners",
            title="P(cheapest)",
            family="cost",
            path=f"{_PLOTS}.cheapest_probability:CheapestProbabilityView",
            letter="V",
            needs=Needs.CLASSIFIERS,
            subject=tr("Probability of being cheapest"),
            intervals="winners",
            compared="P(cheapest)",
        ),
        ViewSpec(
            "verdicts",
            title=tr("Verdicts"),
            family="cost",
            path=f"{_TABLES}.verdicts_table:VerdictsTable",
            letter="Y",
            needs=Needs.CLASSIFIERS,
            is_table=True,
            intervals="verdicts",
            compared=tr("{level} verdicts"),
        ),
        ViewSpec(
            "superiority",
            title=tr("Superiority"),
            family="cost",
            path=f"{_PLOTS}.superiority:SuperiorityView",
            letter="S",
            needs=Needs.CLASSIFIERS,
            subject=tr("Relative superiority"),
            intervals="superiority",
            screenshot="ranking",
        ),
        ViewSpec(
            "regret",
            title=tr("Regret"),
            family="cost",
            path=f"{_PLOTS}.regret:RegretView",
            letter="Q",
            needs=Needs.CLASSIFIERS,
            subject=tr("Regret"),
        ),
        ViewSpec(
            "folds",
            title=tr("Folds"),
            family="rociv",
            path=f"{_PLOTS}.folds:FoldsView",
            letter="F",
            subject=tr("Averages over folds"),
            example="german_credit_cv10",
            screenshot="ranking",
        ),
        ViewSpec(
            "validation",
            title=tr("Validation"),
            family="rociv",
            path=f"{_TABLES}.validation_view:ValidationSource",
            letter="L",
            is_table=True,
        ),
        ViewSpec(
            "class_curves",
            title=tr("Class curves"),
            family="roc",
            path=f"{_PLOTS}.class_curves:ClassCurvesView",
            letter="O",
            subject=tr("ROC curves of all classes"),
            column=("classes", tr("two classes")),
            example="wine_cv10",
        ),
        ViewSpec(
            "multiclass",
            title=tr("Multi-class"),
            family="roc",
            path=f"{_TABLES}.multiclass_table:MulticlassTable",
            letter="M",
            is_table=True,
            column=("classes", tr("two classes")),
            example="wine_cv10",
        ),
    )
}
HEADS = tuple(spec.key for spec in VIEWS.values() if spec.is_head)


def family_of(head: str) -> tuple[ViewSpec, ...]:
    """Return the views that share a dock, the head first."""
    return tuple(spec for spec in VIEWS.values() if spec.family == head)


@cache
def view_of(key: str) -> View:
    """Return the object that says what there is to say of a view; it draws in no widget."""
    return VIEWS[key].make()


def plot_view(key: str) -> PlotView:
    """Return a new object that draws a view."""
    return VIEWS[key].make_picture()


def plot_views() -> dict[str, PlotView]:
    """Return one for every view that is a plot on the screen."""
    return {spec.key: plot_view(spec.key) for spec in VIEWS.values() if not spec.is_table}
