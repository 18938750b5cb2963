"""Payoff matrices to start from, one for each kind of decision that people bring."""

from __future__ import annotations

from dataclasses import dataclass, replace

from costcurve_gui.models.state import PayoffSpec


@dataclass(frozen=True, slots=True)
class Preset:
    """A named start matrix.

    `payoff` holds for any file; `by_amount` says the cells that follow a column with the money
    of the case, `{amount}` standing for its name, where the file has such a column.
    """

    key: str
    name: str
    payoff: PayoffSpec
    by_amount: tuple[tuple[str, str], ...] = ()


AMOUNT_NAMES = ("amount", "value", "balance", "price", "donation", "revenue", "loss", "claim")

PRESETS: tuple[Preset, ...] = (
    Preset(
        "credit_approval",
        "Credit approval",
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
        "Credit scoring",
        PayoffSpec(
            fn="-5",
            fp="-1",
            case_noun="applicant",
            positive_action="refuse",
            negative_action="grant",
        ),
    ),
    Preset(
        "fraud_alarm",
        "Fraud alarm",
        PayoffSpec(
            tp="1",
            fp="-2",
            fn="-21",
            tn="10",
            case_noun="transaction",
            positive_action="flag",
            negative_action="pass",
        ),
        (("fn", "-1 - 0.2*{amount}"), ("tn", "0.1*{amount}")),
    ),
    Preset(
        "charity_mailing",
        "Charity mailing",
        PayoffSpec(
            tp="14.32",
            fp="-0.68",
            fn="0",
            tn="0",
            case_noun="person",
            positive_action="mail",
            negative_action="skip",
        ),
        (("tp", "max({amount} - 0.68, 0)"),),
    ),
    Preset(
        "churn",
        "Churn",
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
        "Screening",
        PayoffSpec(
            tp="-1",
            fp="-1",
            fn="-100",
            tn="0",
            case_noun="person",
            positive_action="follow up",
            negative_action="clear",
        ),
    ),
    Preset(
        "diagnosis",
        "Diagnosis",
        PayoffSpec(
            tp="-10",
            fp="-10",
            fn="-50",
            tn="0",
            case_noun="patient",
            positive_action="treat",
            negative_action="wait",
        ),
    ),
)


def preset_names() -> tuple[tuple[str, str], ...]:
    """Return key and name of every preset, in the order in which they are offered."""
    return tuple((preset.key, preset.name) for preset in PRESETS)


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


def amount_column(columns: tuple[str, ...]) -> str | None:
    """Return the column that looks like the money of the case, if one does."""
    usable = {column.lower(): column for column in columns if column.isidentifier()}
    return next((usable[name] for name in AMOUNT_NAMES if name in usable), None)
