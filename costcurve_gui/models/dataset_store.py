"""The arrays of the open datasets. The state knows datasets by id and holds no arrays."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.dataio.dataset import Dataset


class DatasetStore:
    """Datasets by id. Ids are never used twice, so a late result cannot meet the wrong arrays."""

    def __init__(self) -> None:
        self._datasets: dict[str, Dataset] = {}
        self._numbers = count(1)

    def new_id(self) -> str:
        """Return an id for a dataset that is about to be read."""
        return f"dataset{next(self._numbers)}"

    def put(self, dataset_id: str, dataset: Dataset) -> None:
        """Keep the arrays of a dataset just read."""
        self._datasets[dataset_id] = dataset

    def get(self, dataset_id: str) -> Dataset:
        """Return the arrays of an open dataset."""
        return self._datasets[dataset_id]

    def remove(self, dataset_id: str) -> None:
        """Let the arrays of a closed dataset go."""
        del self._datasets[dataset_id]

    def __contains__(self, dataset_id: str) -> bool:
        return dataset_id in self._datasets

    def __len__(self) -> int:
        return len(self._datasets)
