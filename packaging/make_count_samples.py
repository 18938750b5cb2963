"""Make the samples that are counts: leaves of trees and a family, of scikit-learn's own data.

    python packaging/make_count_samples.py

Everything is fixed, so a second run writes the same bytes.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier

SAMPLES = Path(__file__).resolve().parents[1] / "resources" / "sample_data"
CLASSES = ("benign", "malignant")
LEAF_SIZES = (5, 15, 40)
RATIOS = ((10, 100), (25, 100), (50, 100), (75, 100), (100, 100),
          (100, 75), (100, 50), (100, 25), (100, 10))  # fmt: skip
SEED = 7


def main() -> None:
    """Write both files."""
    inputs, target = load_breast_cancer(return_X_y=True)
    # Four inputs of texture and smoothness: with all thirty the classes hardly overlap.
    inputs = inputs[:, [1, 4, 8, 9]]
    is_malignant = target == 0
    halves = train_test_split(
        inputs, is_malignant, test_size=0.5, stratify=is_malignant, random_state=SEED
    )
    train, test, y_train, y_test = halves
    write(
        "breast_cancer_leaves.csv",
        ("model", "leaf", "class", "matched", "errors"),
        [row for size in LEAF_SIZES for row in leaves(size, train, y_train, test, y_test)],
    )
    write(
        "breast_cancer_family.csv",
        ("model", "tp", "fn", "fp", "tn", "train_pc"),
        family(train, y_train, test, y_test),
    )


def leaves(
    size: int, train: np.ndarray, y_train: np.ndarray, test: np.ndarray, y_test: np.ndarray
) -> list[tuple[str, int, str, int, int]]:
    """Return the leaves of one tree with the test cases that reach them."""
    tree = DecisionTreeClassifier(min_samples_leaf=size, random_state=SEED).fit(train, y_train)
    reached = tree.apply(test)
    rows = []
    for leaf in np.unique(tree.apply(train)):
        here = reached == leaf
        verdict = bool(tree.tree_.value[leaf][0].argmax())
        wrong = int(np.count_nonzero(y_test[here] != verdict))
        rows.append(
            (f"tree_leaf{size}", int(leaf), CLASSES[verdict], int(np.count_nonzero(here)), wrong)
        )
    return rows


def family(
    train: np.ndarray, y_train: np.ndarray, test: np.ndarray, y_test: np.ndarray
) -> list[tuple[str, int, int, int, int, float]]:
    """Return nine trees, each trained on other shares of both classes, and a tree of one split."""
    rows = []
    for malignant, benign in RATIOS:
        kept = part(y_train, malignant, benign)
        tree = DecisionTreeClassifier(min_samples_leaf=3, random_state=SEED)
        tree.fit(train[kept], y_train[kept])
        train_pc = round(float(y_train[kept].mean()), 4)
        rows.append(("tree", *matrix(tree, test, y_test), train_pc))
    stump = DecisionTreeClassifier(max_depth=1, random_state=SEED).fit(train, y_train)
    rows.append(("stump", *matrix(stump, test, y_test), round(float(y_train.mean()), 4)))
    return rows


def part(y_train: np.ndarray, malignant: int, benign: int) -> np.ndarray:
    """Return the first rows of each class, as many per cent of it as asked for."""
    parts = ((np.flatnonzero(y_train), malignant), (np.flatnonzero(~y_train), benign))
    return np.sort(
        np.concatenate([rows[: round(rows.size * share / 100)] for rows, share in parts])
    )


def matrix(
    tree: DecisionTreeClassifier, test: np.ndarray, y_test: np.ndarray
) -> tuple[int, int, int, int]:
    """Return tp, fn, fp, tn."""
    tn, fp, fn, tp = confusion_matrix(y_test, tree.predict(test)).ravel().tolist()
    return tp, fn, fp, tn


def write(name: str, header: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    """Write one file."""
    with (SAMPLES / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
