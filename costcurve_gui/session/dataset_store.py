"""Sources of the open datasets by id."""

from __future__ import annotations

from itertools import count
from typing import Generic, TypeVar

Source = TypeVar("Source")


class DatasetStore(Generic[Source]):
    """Sources by id. Ids are never used twice, so a late result cannot meet the wrong arrays."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}
        self._numbers = count(1)

    def new_id(self) -> str:
        """Return an id for a dataset that is about to be read."""
        return f"dataset{next(self._numbers)}"

    def put(self, dataset_id: str, source: Source) -> None:
        """Keep what a dataset just read is computed from."""
        self._sources[dataset_id] = source

    def get(self, dataset_id: str) -> Source:
        """Return what an open dataset is computed from."""
        return self._sources[dataset_id]

    def remove(self, dataset_id: str) -> None:
        """Let the arrays of a closed dataset go."""
        del self._sources[dataset_id]

    def __contains__(self, dataset_id: str) -> bool:
        return dataset_id in self._sources

    def __len__(self) -> int:
        return len(self._sources)
