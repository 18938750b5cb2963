"""What a way to derive models declares, and a derived model; the ways are in `derivations`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.dataio.table_kind import Needs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.selection.combinations import LogicalBounds

    Scores = NDArray[np.float64]
    CountTables = Mapping[str, ThresholdTable]
    """The counts of models by column."""


def _nothing(_table: ThresholdTable) -> None:
    """Accept every source."""


def _never(_lower_is_positive: bool) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Derivation:
    """A way to derive a model.

    Attributes
    ----------
    key : str
        Part of `DerivedModel.column`.
    word : str
        What `--derive` calls it.
    label, meaning : str
        Its line in the dialog, and the sentence below.
    scores : callable
        Computes the scores of a `DerivedModel`, one for each row.
    proposed_name : callable
        Returns a name from those of the sources.
    needs : Needs
        What of its sources it is made from.
    from_counts : callable or None
        Makes it from the counts of its sources where it needs no cases.
    note : str
        What the help of `--derive` says beside the word.
    fewest : int
        How many sources it takes; of a chain at least.
    takes_more : bool
        Whether it takes more sources too.
    steps : callable or None
        Measures what the decisions of the sources achieve one after the other, at the thresholds
        that they have; None where scores are changed and no decisions are joined.
    uses_payoffs : bool
        Whether it keeps the payoffs of a positive found and missed.
    turns_sign : callable
        Whether its scores are shown with their sign turned, so that they look familiar; takes
        whether low scores of the source are positive.
    require : callable
        Raises `ConstraintError` for the table of a source that it would not change.
    origin : callable or None
        Says what a model was made from, out of the names of its sources with their thresholds and
        of its payoffs; None for the label and the source.
    """

    key: str
    word: str
    label: str
    meaning: str
    scores: Callable[[DerivedModel, CountsCache], Scores]
    proposed_name: Callable[[Sequence[str]], str]
    needs: Needs = Needs.CASES
    from_counts: Callable[[DerivedModel, CountTables], DerivedCounts] | None = None
    note: str = ""
    fewest: int = 1
    takes_more: bool = False
    steps: Callable[[DerivedModel, CountsCache], tuple[Step, ...]] | None = None
    uses_payoffs: bool = False
    turns_sign: Callable[[bool], bool] = _never
    require: Callable[[ThresholdTable], None] = _nothing
    origin: Callable[[Sequence[str], tuple[str, ...]], str] | None = None

    def __repr__(self) -> str:
        return f"Derivation({self.key!r})"

    @property
    def uses_thresholds(self) -> bool:
        """Whether the decisions of the models are joined, and not their scores changed."""
        return self.steps is not None

    @property
    def usage(self) -> str:
        """How `--derive` is given it: and:A@T,B@T."""
        source = "{}@T" if self.uses_thresholds else "{}"
        sources = [source.format(name) for name in "ABCDEFGH"[: self.fewest]]
        sources += ["..."] if self.takes_more else []
        return f"{self.word}:{','.join(sources)}{f' ({self.note})' if self.note else ''}"

    def takes(self, sources: int) -> bool:
        """Whether a model can be derived from so many others."""
        return sources >= self.fewest if self.takes_more else sources == self.fewest


@dataclass(frozen=True, slots=True)
class DerivedModel:
    """One derived model, with everything that its scores depend on.

    `sources` are score columns, of the file or of models made before. Combinations keep the
    threshold that each of them had (of a family the place of the classifier), a cost-weighted model
    the payoffs of a positive found and missed: later changes of either leave the model as it is.
    """

    name: str
    slot: int
    kind: Derivation
    sources: tuple[str, ...]
    thresholds: tuple[float, ...] = ()
    payoffs: tuple[str, ...] = ()  # tp and fn as typed

    @property
    def column(self) -> str:
        """Name of its scores: the same for the same scores and for no others."""
        return f"{self.kind.key}{(self.sources, self.thresholds, self.payoffs)}"


@dataclass(frozen=True, slots=True)
class Step:
    """One model of a combination: what it achieves alone, and all up to it together.

    `source` is its column, `threshold` as in `DerivedModel`. `measured` is None where no cases are
    known. `expected` is where those would lie if they decided independently within each class,
    `bounds` the box of what is possible, where it is known.
    """

    source: str
    threshold: float
    alone: RocPoint
    measured: RocPoint | None
    expected: RocPoint
    bounds: LogicalBounds | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DerivedCounts:
    """A model derived from counts: its own, and of a combination what each model adds to it."""

    table: ThresholdTable
    steps: tuple[Step, ...] = ()
