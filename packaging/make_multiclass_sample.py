"""Write the sample of three classes: python3 packaging/make_multiclass_sample.py.

Two models learn scikit-learn's bundled wine data and score the cases they have not seen. Four of
the thirteen measurements are used: with all of them nearly every wine is told right, and there
would be little to see in the curves.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from sklearn.datasets import load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sklearn.base import ClassifierMixin

FILE = Path(__file__).resolve().parent.parent / "resources" / "sample_data" / "wine_cv10.csv"
FEATURES = ("alcohol", "malic_acid", "ash", "alcalinity_of_ash")
FOLDS = 10
DECIMALS = 6


def models() -> dict[str, ClassifierMixin]:
    """Return the models, not yet trained."""
    return {
        "naive_bayes": GaussianNB(),
        "random_forest": RandomForestClassifier(50, min_samples_leaf=3, random_state=0),
    }


def rows() -> Iterator[dict[str, object]]:
    """Yield a row for every wine, in the order of the data."""
    data = load_wine(as_frame=True)
    inputs, names = data.data[list(FEATURES)], data.target_names[data.target]
    scored: dict[int, dict[str, object]] = {}
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(inputs, names)
    for fold, (training, test) in enumerate(folds, start=1):
        for row in test.tolist():
            scored[row] = {"id": row + 1, "label": names[row], "fold": fold}
        for name, model in models().items():
            model.fit(inputs.iloc[training], names[training])
            columns = [f"proba_{name}_{label}" for label in model.classes_]
            probabilities = model.predict_proba(inputs.iloc[test]).round(DECIMALS).tolist()
            for row, values in zip(test.tolist(), probabilities, strict=True):
                scored[row] |= zip(columns, values, strict=True)
    return (scored[row] for row in sorted(scored))


def main() -> None:
    """Write the file."""
    first, *others = rows()
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(first), lineterminator="\n")
        writer.writeheader()
        writer.writerows([first, *others])


if __name__ == "__main__":
    main()
