"""Every rate of the confusion matrix at the operating point, the models side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.curves.confusion_rates import confusion_rates
from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import inflection, numbers, vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.curves.confusion_rates import ConfusionRates

    Write = Callable[[float], str]


class RatesTable(TableSource):
    """The confusion rates of every model at its operating point."""

    name = "rates"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        del snapshot
        return tr("on this sample")

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        return rates_content(snapshot)


def rates_content(snapshot: Snapshot) -> TableContent:
    """Return the rates of the selected model and, right of it, of the others."""
    models = sorted(snapshot.models.values(), key=lambda model: model.info.key != snapshot.selected)
    rates = [_rates_of(snapshot, model) for model in models]
    prior = numbers.prior_percent(snapshot.condition.prior)
    at_prior = tr(
        "At {prior_name} {prior}",
        prior_name=vocabulary.prior_name(vocabulary.vocabulary_of(snapshot)),
        prior=prior,
    )
    return TableContent(
        tr("rate"),
        tuple(_column(snapshot, model) for model in models),
        (
            TableRow("threshold", tuple(_threshold(snapshot, model) for model in models)),
            TableRow(tr("At any prior")),
            *(_row(rates, *line) for line in _STILL),
            TableRow(at_prior),
            _targeted(snapshot, rates),
            *(_row(rates, *line) for line in _MOVING),
        ),
    )


_STILL: tuple[tuple[str, str, Write, str], ...] = (
    (tr("tpr, recall"), "tpr", numbers.rate, tr("true positives / positives")),
    ("fpr", "fpr", numbers.rate, tr("false positives / negatives")),
    ("fnr", "fnr", numbers.rate, tr("false negatives / positives")),
    (tr("tnr, specificity"), "tnr", numbers.rate, tr("true negatives / negatives")),
    (tr("balanced accuracy"), "balanced_accuracy", numbers.rate, tr("(tpr + tnr) / 2")),
    ("informedness", "informedness", numbers.difference, tr("tpr \u2212 fpr")),
)
_MOVING: tuple[tuple[str, str, Write, str], ...] = (
    ("precision", "precision", numbers.rate, tr("true positives / positive decisions")),
    ("npv", "npv", numbers.rate, tr("true negatives / negative decisions")),
    ("accuracy", "accuracy", numbers.rate, tr("right decisions / cases")),
    (tr("error rate"), "error_rate", numbers.rate, tr("wrong decisions / cases")),
    ("F1", "f1", numbers.rate, tr("harmonic mean of precision and recall")),
    ("MCC", "mcc", numbers.difference, tr("correlation of decisions and classes")),
    ("lift", "lift", lambda value: numbers.significant(value, 3), tr("precision / prior")),
    ("markedness", "markedness", numbers.difference, tr("precision + npv \u2212 1")),
)


def _rates_of(snapshot: Snapshot, model: ModelSnapshot) -> ConfusionRates:
    return confusion_rates(model.policy.fpr, model.policy.tpr, snapshot.condition.prior)


def _column(snapshot: Snapshot, model: ModelSnapshot) -> TableColumn:
    return TableColumn(model.info.name, model.info, model.info.key == snapshot.selected)


def _row(rates: list[ConfusionRates], title: str, name: str, write: Write, hint: str) -> TableRow:
    return TableRow(title, tuple(write(float(getattr(one, name))) for one in rates), hint)


def _targeted(snapshot: Snapshot, rates: list[ConfusionRates]) -> TableRow:
    acted = inflection.participle(vocabulary.vocabulary_of(snapshot).act)
    shares = tuple(numbers.percent(float(one.fraction_targeted)) for one in rates)
    return TableRow(acted, shares, tr("positive decisions / cases"))


def _threshold(snapshot: Snapshot, model: ModelSnapshot) -> str:
    curves = vocabulary.model_curves_of(snapshot.curve_set, model.info.key)
    policy = model.policy
    if policy.classifiers:
        return vocabulary.policy_text(curves, policy)
    first = vocabulary.threshold_text(curves, policy.index, policy.threshold)
    if policy.threshold_2 is None or policy.index_2 is None:
        return first
    return f"{vocabulary.threshold_text(curves, policy.index_2, policy.threshold_2)} \u2013 {first}"
