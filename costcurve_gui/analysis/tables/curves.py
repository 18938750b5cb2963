"""Tables of ROC, ROCIV, cost and profit curves, of concavities and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.tables.by_threshold import COLUMNS, threshold_table
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.counts.family import ALL, NONE, FamilyTable
from costcurve_gui.engine.curves.confusion_rates import ConfusionRates
from costcurve_gui.engine.curves.det import log_rate, probit
from costcurve_gui.engine.roc.area import tied_area
from costcurve_gui.engine.roc.concavities import concavities

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.evaluation import ModelEvaluation


COST_HEADER = ("model", "pc_plus", "normalized_expected_cost", "threshold")
CLASSIFIER = "member"


def points_table(name: str, snapshot: Snapshot, options: TableOptions) -> Table:
    """Return an entry of `COLUMNS`, a row a threshold; of families a row a named classifier."""
    if not is_family(snapshot):
        return threshold_table(name, snapshot, options)
    header, models = COLUMNS[name].header, models_of(snapshot, options)
    classifiers = ((model.name, _classifiers(name, model)) for model in models)
    return Table.of_parts((*header, CLASSIFIER), classifiers)


def cost_curve_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the vertices of every lower envelope; of families with their classifiers."""
    models = models_of(snapshot, options)
    if is_family(snapshot):
        parts = ((model.name, _classifier_costs(model)) for model in models)
        return Table.of_parts((*COST_HEADER, CLASSIFIER), parts)
    return Table.of_parts(COST_HEADER, ((model.name, _cost(model)) for model in models))


def concavities_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return every concavity of every model."""
    parts = ((model.name, _concavities(model.evaluation)) for model in models_of(snapshot, options))
    return Table.of_parts(CONCAVITIES_HEADER, parts)


def ties_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the corners of every step in which cases of both classes have one score."""
    models = (
        model for model in models_of(snapshot, options) if not isinstance(model.table, FamilyTable)
    )
    return Table.of_parts(TIES_HEADER, ((model.name, _ties(model)) for model in models))


def is_family(snapshot: Snapshot) -> bool:
    """Whether the models are families of classifiers, which tables list by classifier."""
    return snapshot.curve_set.dataset.kind is TableKind.CONFUSION


def _cost(model: TableModel) -> Columns:
    """Return the vertices of the envelope, each with the classifier to its right."""
    envelope = model.evaluation.envelope
    return envelope.pc_plus, envelope.cost, envelope.thresholds


CONCAVITIES_HEADER = (
    *("model", "first_threshold", "deepest_threshold", "last_threshold"),
    *("fpr_low", "tpr_low", "deepest_fpr", "deepest_tpr", "fpr_high", "tpr_high"),
    *("depth", "area", "repair_gain"),
)


def _concavities(evaluation: ModelEvaluation) -> Columns:
    """Return the ends and the deepest point of each concavity of ROC, by ascending fpr.

    `area` is what mixing both ends adds to the AUC, `repair_gain` what reversing the ranking
    between them adds.
    """
    table = evaluation.table
    found = concavities(table, evaluation.roc_hull)
    return (
        *(found.first_thresholds, found.deepest_thresholds, found.last_thresholds),
        *(found.fpr_low, found.tpr_low),
        *(table.fpr_at(found.deepest_rows), table.tpr_at(found.deepest_rows)),
        *(found.fpr_high, found.tpr_high),
        *(found.depth, found.area, found.repair_gain),
    )


TIES_HEADER = (
    *("model", "threshold", "optimistic_fpr", "optimistic_tpr"),
    *("pessimistic_fpr", "pessimistic_tpr", "auc_low", "auc_high"),
)


def _ties(model: TableModel) -> Columns:
    """Return the corners of tied steps, and how far their order can move the AUC.

    The optimistic corner has the positives of a score first, the pessimistic one last.
    """
    table, rows = model.table, model.rows[1:]
    both = (table.fps_at(rows) > table.fps_at(rows - 1)) & (
        table.tps_at(rows) > table.tps_at(rows - 1)
    )
    rows = rows[both]
    auc, aside = model.evaluation.auc, tied_area(table)
    return (
        table.thresholds[rows],
        *(table.fpr_at(rows - 1), table.tpr_at(rows)),
        *(table.fpr_at(rows), table.tpr_at(rows - 1)),
        *(np.full(rows.size, end) for end in (max(auc - aside, 0.0), min(auc + aside, 1.0))),
    )


def _classifier_costs(model: TableModel) -> Columns:
    """Return the vertices of the envelope with the classifier to the right of each.

    Empty for a model that is no family, as below.
    """
    table = model.table
    if not isinstance(table, FamilyTable):
        return _no_rows(len(COST_HEADER))
    names = np.array(table.names, dtype=object)
    return *_cost(model), names[model.evaluation.envelope.indices]


def _classifiers(name: str, model: TableModel) -> Columns:
    """Return every classifier by ascending fpr between the trivial classifiers."""
    quantities, table = COLUMNS[name].quantities.values(), model.table
    if not isinstance(table, FamilyTable):
        return _no_rows(len(quantities) + 1)
    found = _classifier_quantities(model, table)
    names = (NONE, *(classifier.name for classifier in table.classifiers), ALL)
    return *(found[quantity] for quantity in quantities), np.array(names, dtype=object)


def _no_rows(columns: int) -> Columns:
    return tuple(np.empty(0) for _ in range(columns))


def _classifier_quantities(model: TableModel, table: FamilyTable) -> dict[str, NDArray[Any]]:
    """Return the quantities of every classifier; costs are the same within each class."""
    classifiers, condition = table.classifiers, model.condition
    fpr = np.array([0.0, *(classifier.fpr for classifier in classifiers), 1.0])
    tpr = np.array([0.0, *(classifier.tpr for classifier in classifiers), 1.0])
    tnr = np.array(
        [1.0, *(classifier.tn / classifier.negatives for classifier in classifiers), 0.0]
    )
    vertex = model.evaluation.roc_hull.are_vertices(table.classifier_rows) & ~table.dominated
    on_hull = np.array([True, *vertex.tolist(), True])
    rates = ConfusionRates(fpr, tpr, condition.prior)
    return {
        "threshold": np.array([np.inf, *(np.nan for _ in classifiers), -np.inf]),
        "fpr": fpr,
        "fp_cost_rate": fpr,
        "tpr": tpr,
        "tp_benefit_rate": tpr,
        "specificity": tnr,
        "fnr": 1 - tpr,
        "on_hull": on_hull,
        "on_rociv_hull": on_hull,
        "fp": np.array([0.0, *(classifier.fp for classifier in classifiers), table.negatives]),
        "tp": np.array([0.0, *(classifier.tp for classifier in classifiers), table.positives]),
        "fn": np.array([table.positives, *(classifier.fn for classifier in classifiers), 0.0]),
        "tn": np.array([table.negatives, *(classifier.tn for classifier in classifiers), 0.0]),
        "fraction_targeted": rates.fraction_targeted,
        "expected_profit": condition.expected_profit(fpr, tpr),
        "precision": rates.precision,
        "npv": rates.npv,
        "accuracy": rates.accuracy,
        "lift": rates.lift,
        **{f"probit_{name}": probit(rate) for name, rate in (("fpr", fpr), ("fnr", 1 - tpr))},
        **{f"log_{name}": log_rate(rate) for name, rate in (("fpr", fpr), ("fnr", 1 - tpr))},
    }
