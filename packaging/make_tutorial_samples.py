"""Write the files of two tutorials: python3 packaging/make_tutorial_samples.py.

Customers to write to are simulated: the data that made this task famous may not be shown with a
program. The tumours are those of scikit-learn's own data, scored by models that did not see them.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklearn.base import ClassifierMixin

SAMPLES = Path(__file__).resolve().parents[1] / "resources" / "sample_data"
MAILING, SCREENING = SAMPLES / "mailing_4000.csv", SAMPLES / "breast_cancer_cv10.csv"
CUSTOMERS, BUYERS_IN_100 = 4000, 6
INPUTS = [
    1,
    4,
    8,
    9,
]  # texture, smoothness, symmetry, fractal dimension: with all there is no error
DECIMALS = 6
FOLDS = 10
SEED = 12


def mailing() -> dict[str, list[object]]:
    """Return customers, who bought, and three scores that know less and less of why."""
    rng = np.random.default_rng(SEED)
    drive = rng.normal(size=CUSTOMERS)
    start = np.log(BUYERS_IN_100 / (100 - BUYERS_IN_100)) - 0.4
    bought = rng.random(CUSTOMERS) < _probability(start + drive)
    noise = {"gradient_boosting": 0.75, "logistic_regression": 0.85, "naive_bayes": 1.25}
    scores = {
        f"score_{name}": _probability(start + (drive + spread * rng.normal(size=CUSTOMERS)) / 2)
        for name, spread in noise.items()
    }
    return {
        "id": list(range(1, CUSTOMERS + 1)),
        "label": ["bought" if one else "not" for one in bought.tolist()],
        **{name: values.round(DECIMALS).tolist() for name, values in scores.items()},
    }


def screening() -> dict[str, list[object]]:
    """Return tumours, each scored by models trained on the nine other folds."""
    inputs, target = load_breast_cancer(return_X_y=True)
    inputs, is_malignant = inputs[:, INPUTS], target == 0
    fold = np.zeros(target.size, dtype=int)
    scores = {name: np.zeros(target.size) for name in _models()}
    parts = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(inputs, is_malignant)
    for number, (training, test) in enumerate(parts, start=1):
        fold[test] = number
        for name, model in _models().items():
            model.fit(inputs[training], is_malignant[training])
            scores[name][test] = model.predict_proba(inputs[test])[:, 1]
    return {
        "id": list(range(1, target.size + 1)),
        "label": ["malignant" if one else "benign" for one in is_malignant.tolist()],
        "fold": fold.tolist(),
        **{f"score_{name}": part.round(DECIMALS).tolist() for name, part in scores.items()},
    }


def _probability(log_odds: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-log_odds))


def _models() -> dict[str, ClassifierMixin]:
    return {
        "logistic_regression": make_pipeline(StandardScaler(), LogisticRegression()),
        "naive_bayes": GaussianNB(),
        "random_forest": RandomForestClassifier(200, min_samples_leaf=5, random_state=SEED),
    }


def write(path: Path, columns: Mapping[str, list[object]]) -> None:
    """Write columns under their names."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


if __name__ == "__main__":
    write(MAILING, mailing())
    write(SCREENING, screening())
