"""Small datasets and states that tests build upon."""

from __future__ import annotations

from costcurve_gui.models.state import DatasetInfo, ModelInfo


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
