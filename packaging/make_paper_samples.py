"""Make the samples of *From the papers to the screen* that were not written by hand.

    python packaging/make_paper_samples.py

Everything is fixed, so a second run writes the same bytes.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

SAMPLES = Path(__file__).resolve().parents[1] / "resources" / "sample_data" / "papers"
POSITIVES, FOUND = 20, 16
NEGATIVES, ALARMED = 10, 4
REPLICATES = 100
SEED = 16


def main() -> None:
    """Write the matrices of figure 16 of Drummond & Holte (2006)."""
    write(
        "drummond_holte2006_figure_16_resampled.csv", ("model", "tp", "fn", "fp", "tn"), resampled()
    )


def resampled() -> list[tuple[str, int, int, int, int]]:
    """Return confusion matrices drawn by their rows: two binomials of fixed size."""
    random = np.random.default_rng(SEED)
    found = random.binomial(POSITIVES, FOUND / POSITIVES, REPLICATES).tolist()
    alarmed = random.binomial(NEGATIVES, ALARMED / NEGATIVES, REPLICATES).tolist()
    return [
        ("resampled", tp, POSITIVES - tp, fp, NEGATIVES - fp)
        for tp, fp in zip(found, alarmed, strict=True)
    ]


def write(name: str, header: tuple[str, ...], rows: list[tuple[str, int, int, int, int]]) -> None:
    """Write one file."""
    with (SAMPLES / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
