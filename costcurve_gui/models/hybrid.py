"""The hybrid curve of a model, and the members of a family that lie on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Hybrid:
    """What choosing by the condition alone costs over PC(+), beside the cheapest choice.

    Attributes
    ----------
    pc_plus, cost : ndarray of float64, shape (k,)
        The line to draw, PC(+) ascending; it steps where one classifier gives way to the next.
    excess_area : float
        Area down to the lower envelope, 0-1: the mean excess cost where all PC(+) are equally
        likely.
    members : RocMembers or None
        Of a family the classifiers in use; None where every threshold is.
    """

    pc_plus: NDArray[np.float64]
    cost: NDArray[np.float64]
    excess_area: float
    members: RocMembers | None = None


@dataclass(frozen=True, slots=True, eq=False)
class RocMembers:
    """Members of a family in ROC space, each with the slopes of the conditions it is used at."""

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    steepest: NDArray[np.float64]  # slope (1 - PC(+)) / PC(+) at the least PC(+), to the left
    flattest: NDArray[np.float64]  # at the greatest one, to the right
