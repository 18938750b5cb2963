"""Small datasets and states that tests build upon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.conditions import ratio_of_cells
from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.curves import build_curve_set
from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
from costcurve_gui.analysis.loading import Loaded
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.sources.cases import ScoredSource, describe_cases
from costcurve_gui.dataio.dataset import Dataset
from costcurve_gui.dataio.source import Fingerprint

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import CurveSet

BY_AMOUNT = PayoffSpec(tp="0", fp="0", fn="-amount", tn="0.05*amount", unit="DM")


def dataset_info(dataset_id: str = "d1", models: tuple[str, ...] = ("a", "b")) -> DatasetInfo:
    """Return what is known of a file of 30 good and 10 bad cases."""
    return DatasetInfo(
        id=dataset_id,
        name=f"{dataset_id}.csv",
        path=f"/data/{dataset_id}.csv",
        sha256="0" * 64,
        rows=40,
        positives=10.0,
        negatives=30.0,
        positive_label="bad",
        negative_label="good",
        models=tuple(
            ModelInfo(f"{dataset_id}/{name}", name, f"score_{name}", slot)
            for slot, name in enumerate(models, start=1)
        ),
        numeric_columns=("amount",),
    )


def dataset(
    rows: int = 120,
    models: int = 3,
    *,
    seed: int = 0,
    missing: int = 0,
    weighted: bool = False,
) -> Dataset:
    """Return a made-up file: `missing` scores are missing in the second model."""
    rng = np.random.default_rng(seed)
    y_true = rng.random(rows) < 0.3
    y_true[:2] = [True, False]
    scores = {}
    for number in range(models):
        noise = rng.normal(scale=0.5 + 0.5 * number, size=rows)
        scores[f"score_{'abcdefgh'[number]}"] = np.round(y_true + noise, 1)
    if missing:
        scores["score_b"][2 : 2 + missing] = np.nan
    return dataset_of(
        y_true,
        scores,
        numeric={"amount": np.round(rng.lognormal(7, 0.8, rows), 2)},
        weight=rng.integers(1, 4, rows).astype(np.float64) if weighted else None,
        missing={"score_b": missing},
    )


def dataset_of(y_true: np.ndarray, scores: dict[str, np.ndarray], **others: Any) -> Dataset:
    """Return labels and the scores of each column as a file that was read."""
    plain: dict[str, Any] = {
        "numeric": {},
        "weight": None,
        "fold": None,
        "fold_names": (),
        "group": None,
        "row_numbers": None,
        "lower_is_positive": frozenset(),
        "missing": {},
        "warnings": (),
    }
    return Dataset(
        info_name="made_up.csv",
        path=None,
        fingerprint=Fingerprint(None, "0" * 64),
        y_true=y_true,
        scores=scores,
        positive_label="bad",
        negative_label="good",
        file_rows=y_true.size,
        **{**plain, **others},
    )


def loaded(data: Dataset, payoff: PayoffSpec = BY_AMOUNT, dataset_id: str = "dataset1") -> Loaded:
    """Return a dataset as a loading job hands it over."""
    cache = CountsCache(data)
    info = describe_cases(dataset_id, data, cache)
    curve_set = build_curve_set(info, data, payoff, cache)
    return Loaded(info, ScoredSource(data, cache), curve_set, DatasetSettings(payoff=payoff))


def costlier(curve_set: CurveSet, factor: float, prior: float | None = None) -> ConditionSpec:
    """Return a condition whose cost ratio is `factor` times that of the cells."""
    ratio = None if factor == 1 else factor * ratio_of_cells(curve_set.payoff_means)
    return ConditionSpec(prior, cost_ratio=ratio)
