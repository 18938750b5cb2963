"""Payoff matrices to start from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.engine.roc.curve import DIAGNOSTIC, SCREENING
from costcurve_gui.translation import tr


@dataclass(frozen=True, slots=True)
class Preset:
    """A named start matrix.

    `payoff` holds for any file; `by_amount` says the cells that follow a column with the money
    of the case, `{amount}` standing for its name, where the file has such a column. `hint` says
    where the numbers are from, or what they aim at.
    """

    key: str
    name: str
    payoff: PayoffSpec
    by_amount: tuple[tuple[str, str], ...] = ()
    hint: str = ""


AMOUNT_NAMES = ("amount", "value", "balance", "price", "donation", "revenue", "loss", "claim")
PRESETS: tuple[Preset, ...] = (
    Preset(
        "credit_approval",
        tr("Credit approval"),
        PayoffSpec(
            tp="0",
            fp="0",
            fn="-1000",
            tn="50",
            case_noun="applicant",
            positive_action="refuse",
            negative_action="grant",
        ),
        (("fn", "-{amount}"), ("tn", "0.05*{amount}")),
    ),
    Preset(
        "credit_scoring",
        tr("Credit scoring"),
        PayoffSpec(
            fn="-5",
            fp="-1",
            case_noun="applicant",
            positive_action="refuse",
            negative_action="grant",
        ),
    ),
    Preset(
        "approval_fawcett",
        tr("Credit approval, Fawcett"),
        PayoffSpec(
            tp="20",
            fp="-20",
            fn="-1000",
            tn="20",
            case_noun="transaction",
            positive_action="refuse",
            negative_action="approve",
        ),
        (("fn", "-{amount}"), ("tn", "0.02*{amount}")),
        tr("Fawcett (2006), figure 2: frauds are positive, x is the amount of a transaction"),
    ),
    Preset(
        "scoring_fawcett",
        tr("Credit scoring, Fawcett"),
        PayoffSpec(
            tp="20",
            fp="-20",
            fn="-1000",
            tn="50",
            case_noun="applicant",
            positive_action="refuse",
            negative_action="approve",
        ),
        (("fn", "-{amount}"), ("tn", "0.05*{amount}")),
        tr("Fawcett (2006), figure 7: bad debtors are positive, x is the amount of a loan"),
    ),
    Preset(
        "fraud_alarm",
        tr("Phone fraud, Fawcett"),
        PayoffSpec(
            tp="1",
            fp="-2",
            fn="-21",
            tn="10",
            case_noun="call",
            positive_action="flag",
            negative_action="pass",
        ),
        (("fn", "-1 - 0.2*{amount}"), ("tn", "0.1*{amount}")),
        tr("Fawcett (2006), figure 9: frauds are positive, x is the toll of a call"),
    ),
    Preset(
        "charity_mailing",
        tr("Charity mailing, Fawcett"),
        PayoffSpec(
            tp="23",
            fp="-1",
            fn="0",
            tn="0",
            case_noun="person",
            positive_action="mail",
            negative_action="skip",
        ),
        (("tp", tr("{amount} - 1")),),
        tr("Fawcett (2006), section 6.1: a letter costs 1, x is the gift, 24 on average"),
    ),
    Preset(
        "churn",
        tr("Churn"),
        PayoffSpec(
            tp="90",
            fp="-10",
            fn="0",
            tn="0",
            case_noun="customer",
            positive_action="contact",
            negative_action="leave",
        ),
    ),
    Preset(
        "screening",
        tr("Screening"),
        PayoffSpec(
            tp="-1",
            fp="-1",
            fn="-100",
            tn="0",
            case_noun="person",
            positive_action="follow up",
            negative_action="clear",
        ),
        hint=tr(
            "Aims at the screening region of ROC space: tpr from {value:.0f} % on",
            value=100 * SCREENING.low,
        ),
    ),
    Preset(
        "diagnosis",
        tr("Diagnosis"),
        PayoffSpec(
            tp="-10",
            fp="-10",
            fn="-50",
            tn="0",
            case_noun="patient",
            positive_action="treat",
            negative_action="wait",
        ),
        hint=tr(
            "Aims at the diagnostic region of ROC space: fpr up to {value:.0f} %",
            value=100 * DIAGNOSTIC.high,
        ),
    ),
)


def preset_names() -> tuple[tuple[str, str], ...]:
    """Return key and name of every preset, in the order in which they are offered."""
    return tuple((preset.key, preset.name) for preset in PRESETS)


def preset_hints() -> dict[str, str]:
    """Return what there is to say about a preset beside its name, by its key."""
    return {preset.key: preset.hint for preset in PRESETS if preset.hint}


def preset_payoff(key: str, columns: tuple[str, ...], *, unit: str = "") -> PayoffSpec:
    """Return the matrix of a preset for a file with these numeric columns."""
    preset = next(preset for preset in PRESETS if preset.key == key)
    payoff = replace(preset.payoff, preset=key, unit=unit)
    amount = amount_column(columns)
    if amount is None:
        return payoff
    return payoff.with_cells({cell: text.format(amount=amount) for cell, text in preset.by_amount})


def named_like_a_preset(payoff: PayoffSpec, columns: tuple[str, ...]) -> PayoffSpec:
    """Return the matrix with the name of the preset that has the same cells, if one has."""
    alike = (p.key for p in PRESETS if preset_payoff(p.key, columns).cells == payoff.cells)
    return replace(payoff, preset=next(alike, ""))


def is_number(text: str) -> bool:
    """Whether a cell holds a number, not an expression over columns."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def amount_column(columns: tuple[str, ...]) -> str | None:
    """Return the column that looks like the money of the case, if one does.

    Where none has just such a name, one that has it as one of its words will do, but not one of
    several.
    """
    usable = {column.lower(): column for column in columns if column.isidentifier()}
    exact = next((usable[name] for name in AMOUNT_NAMES if name in usable), None)
    if exact is not None:
        return exact
    alike = [usable[name] for name in usable if not set(AMOUNT_NAMES).isdisjoint(name.split("_"))]
    return alike[0] if len(alike) == 1 else None
