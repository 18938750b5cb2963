"""Write the simulated files of decisions: python3 packaging/make_decision_samples.py.

Donors to write to, cases that a team sees day by day, cards with several payments each, and a
month of cases without labels. Here the truth is known: `TRUTH` has what the files are drawn from.
A signal is normal with variance 1 about 0 in one class and about `separation` in the other; the
score is the probability that follows from it by Bayes' rule at the share of positives.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import numpy as np
from make_tutorial_samples import write

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    Columns = dict[str, list[object]]

SAMPLES = Path(__file__).resolve().parents[1] / "resources" / "sample_data"
DONORS, DAYS = SAMPLES / "donors_2000.csv", SAMPLES / "cases_by_day.csv"
CARDS, AUGUST = SAMPLES / "cards_june.csv", SAMPLES / "cases_august.csv"
DECIMALS, SEED = 6, 2026


@dataclass(frozen=True, slots=True)
class Region:
    """Donors of a region: how many, the share that gives, and the median gift in EUR."""

    donors: int
    share: float
    gift: float


@dataclass(frozen=True, slots=True)
class Truth:
    """What the files are drawn from."""

    regions: dict[str, Region] = field(
        default_factory=lambda: {
            "North": Region(540, 0.12, 16.0),
            "Centre": Region(700, 0.09, 9.0),
            "South": Region(500, 0.12, 18.0),
            "Islands": Region(260, 0.06, 10.0),
        }
    )
    donors_share: float = 0.10
    donors_separation: float = 1.1
    gift_spread: float = 0.8
    guess_spread: float = 0.3
    first_day: date = date(2026, 6, 1)
    days: int = 61
    more_from: date = date(2026, 7, 15)
    cases_a_day: tuple[float, float] = (40.0, 56.0)
    places_a_day: int = 12
    cases_share: float = 0.20
    cases_separation: dict[str, float] = field(
        default_factory=lambda: {"gradient_boosting": 1.6, "logistic_regression": 1.2}
    )
    shared_noise: float = 0.6
    cards: int = 500
    payments_a_card: float = 5.0
    cards_stolen: float = 0.10
    payments_share: float = 0.06
    cards_separation: dict[str, float] = field(
        default_factory=lambda: {"network": 1.8, "rules": 1.3}
    )
    august_cases: int = 1500
    august_share: float = 0.10


TRUTH: Final = Truth()


def donors() -> Columns:
    """Return donors asked last year: who gave what, and two scores.

    `response` is the probability of a gift; `expected_gift` multiplies it by a guess of the gift.
    """
    rng = np.random.default_rng([SEED, 1])
    regions = TRUTH.regions
    region = np.repeat(list(regions), [one.donors for one in regions.values()])
    rng.shuffle(region)
    gave = rng.random(region.size) < np.array([regions[name].share for name in region])
    medians = np.array([regions[name].gift for name in region])
    gift = medians * np.exp(TRUTH.gift_spread * rng.normal(size=region.size))
    signal = rng.normal(size=region.size) + TRUTH.donors_separation * gave
    response = _posterior(signal, TRUTH.donors_separation, TRUTH.donors_share)
    guess = gift * np.exp(TRUTH.guess_spread * rng.normal(size=region.size))
    return {
        "id": list(range(1, region.size + 1)),
        "region": region.tolist(),
        "label": np.where(gave, "donated", "not").tolist(),
        "gift": np.where(gave, np.round(gift, 2), 0.0).tolist(),
        "score_response": response.round(DECIMALS).tolist(),
        "score_expected_gift": (response * guess).round(4).tolist(),
    }


def cases_by_day() -> Columns:
    """Return cases received day by day, more of them from the middle of July."""
    rng = np.random.default_rng([SEED, 2])
    dates = [TRUTH.first_day + timedelta(days=day) for day in range(TRUTH.days)]
    means = [TRUTH.cases_a_day[day >= TRUTH.more_from] for day in dates]
    received = np.repeat([day.isoformat() for day in dates], rng.poisson(means))
    return _cases(rng, received, TRUTH.cases_share)


def cases_in_august() -> Columns:
    """Return cases of the month after, as hard to tell and half as often positive; no labels."""
    rng = np.random.default_rng([SEED, 3])
    day = np.sort(rng.integers(1, 32, TRUTH.august_cases))
    received = np.array([date(2026, 8, int(one)).isoformat() for one in day])
    columns = _cases(rng, received, TRUTH.august_share)
    del columns["label"]
    return columns


def _cases(rng: np.random.Generator, received: NDArray[np.str_], share: float) -> Columns:
    """Return cases whose scores are probabilities at the share of June and July."""
    positive = rng.random(received.size) < share
    amount = np.round(30 + np.exp(4.0 + 0.9 * rng.normal(size=received.size)), 2)
    signals = _signals(rng, positive, TRUTH.cases_separation)
    return {
        "id": list(range(1, received.size + 1)),
        "received": received.tolist(),
        "label": np.where(positive, "fault", "none").tolist(),
        "amount": amount.tolist(),
        **_scores(signals, TRUTH.cases_separation, TRUTH.cases_share),
    }


def cards() -> Columns:
    """Return payments by card over June; all that follow a theft are fraud, and larger."""
    rng = np.random.default_rng([SEED, 5])
    payments = 1 + rng.poisson(TRUTH.payments_a_card - 1, TRUTH.cards)
    card = np.repeat(np.arange(TRUTH.cards), payments)
    minute = rng.integers(0, 30 * 24 * 60, card.size)
    order = np.lexsort((minute, card))
    minute = minute[order]
    stolen = np.where(rng.random(TRUTH.cards) < TRUTH.cards_stolen, 0, 1 << 30)
    theft = stolen + rng.integers(0, 30 * 24 * 60, TRUTH.cards)
    fraud = minute >= theft[card]
    amount = np.round(np.exp(3.4 + 0.8 * rng.normal(size=card.size) + 0.9 * fraud), 2)
    signals = _signals(rng, fraud, TRUTH.cards_separation)
    made = SimpleNamespace(card=card, minute=minute, fraud=fraud, amount=amount)
    return _in_order_of_time(made, _scores(signals, TRUTH.cards_separation, TRUTH.payments_share))


def _in_order_of_time(made: SimpleNamespace, scores: Columns) -> Columns:
    order = np.argsort(made.minute, kind="stable")
    start = datetime(2026, 6, 1)
    time = [(start + timedelta(minutes=int(one))).isoformat(" ") for one in made.minute[order]]
    return {
        "id": list(range(1, order.size + 1)),
        "card": [f"C{one + 1:03d}" for one in made.card[order]],
        "time": time,
        "label": np.where(made.fraud[order], "fraud", "genuine").tolist(),
        "amount": made.amount[order].tolist(),
        **{name: [column[row] for row in order] for name, column in scores.items()},
    }


def _signals(
    rng: np.random.Generator, positive: Bools, separation: dict[str, float]
) -> dict[str, Floats]:
    """Return a signal a model; the models share a part of their noise."""
    shared, own = np.sqrt(TRUTH.shared_noise), np.sqrt(1 - TRUTH.shared_noise)
    common = rng.normal(size=positive.size)
    return {
        name: shared * common + own * rng.normal(size=positive.size) + apart * positive
        for name, apart in separation.items()
    }


def _scores(signals: dict[str, Floats], separation: dict[str, float], share: float) -> Columns:
    return {
        f"score_{name}": _posterior(signal, separation[name], share).round(DECIMALS).tolist()
        for name, signal in signals.items()
    }


def _posterior(signal: Floats, separation: float, share: float) -> Floats:
    """Return the probability of the positive class that follows from a signal."""
    log_odds = np.log(share / (1 - share)) + separation * (signal - separation / 2)
    return np.asarray(1 / (1 + np.exp(-log_odds)))


FILES: Final = {DONORS: donors, DAYS: cases_by_day, CARDS: cards, AUGUST: cases_in_august}

if __name__ == "__main__":
    for path, make in FILES.items():
        write(path, make())
