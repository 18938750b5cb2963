"""A mailing whose gifts vary: who answers most is not who gives most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

MAILING_GAINS = {"tp": "amount-1", "fp": -1.0}
LETTERS = 300
_DONORS = 2134
_SEED = 12


@dataclass(frozen=True)
class Mailing:
    """Donors asked: who gave, how much, and the scores of three models."""

    donated: np.ndarray
    amount: np.ndarray
    scores: dict[str, np.ndarray]

    def write(self, path: Path) -> Path:
        """Write the donors as a CSV file."""
        header = ",".join(("label", "amount", *(f"score_{name}" for name in self.scores)))
        columns = (self.donated.astype(int), self.amount, *self.scores.values())
        lines = (",".join(str(value) for value in row) for row in zip(*columns, strict=True))
        path.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
        return path


def mailing() -> Mailing:
    """Return 2,134 donors; those who give much answer rarely, and one model knows both."""
    rng = np.random.default_rng(_SEED)
    wealth = rng.normal(size=_DONORS)
    zeal = rng.normal(size=_DONORS) - 0.6 * wealth
    answers = 1 / (1 + np.exp(-(-1.9 + 1.1 * zeal)))
    donated = rng.random(_DONORS) < answers
    amount = np.where(donated, np.round(np.exp(2.4 + 1.2 * wealth), 2) + 2, 0.0)
    gift = np.exp(2.4 + 1.2 * wealth) + 2
    noise = rng.normal(size=(3, _DONORS))
    scores = {
        "mlp": np.round(zeal + 0.3 * noise[0], 5),
        "logistic": np.round(zeal + 0.8 * noise[1], 5),
        "expected_gift": np.round(answers * gift * np.exp(0.2 * noise[2]), 5),
    }
    return Mailing(donated, amount, scores)
