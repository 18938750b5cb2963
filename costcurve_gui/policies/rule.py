"""What a saved policy decides about scores in memory, and the draws of its mixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.policies.saved import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from costcurve_gui.policies.saved import SavedPolicy, Threshold

LEAVE: Final = 0
ACT: Final = 1
REFER: Final = 2
UNDECIDED: Final = -1
"""In place of a decision where the score is missing."""
DRAW_SIZE: Final = 2.0**64


def draws(seed: int, keys: Iterable[str]) -> NDArray[np.float64]:
    """Return the draw of each row, from 0 on: anybody can compute it again.

    Parameters
    ----------
    seed : int
        Of the policy.
    keys : iterable of str
        What tells the rows apart: an identifier, or the number of the row from 1.

    Returns
    -------
    ndarray of float64
        The first 8 bytes of the SHA-256 of `SEED:KEY` as a big-endian integer, over 2**64.

    Examples
    --------
    >>> draws(0, ["c17"]).round(4).tolist()
    [0.13]
    """
    from hashlib import sha256  # loads OpenSSL

    digests = (sha256(f"{seed}:{key}".encode()).digest() for key in keys)
    return np.array([int.from_bytes(digest[:8], "big") / DRAW_SIZE for digest in digests])


def reaches(
    scores: NDArray[np.float64], threshold: Threshold | None, *, lower: bool
) -> NDArray[np.bool_]:
    """Return which scores reach a threshold, infinite ones too; none reaches `none`."""
    if threshold is None or threshold == NOBODY:
        return np.zeros(scores.shape, np.bool_)
    return scores <= threshold if lower else scores >= threshold


def decide(
    policy: SavedPolicy, scores: NDArray[np.float64], drawn: NDArray[np.float64] | None = None
) -> NDArray[np.int8]:
    """Return what a policy decides: 1 act, 0 leave, 2 refer, -1 where the score is NaN.

    Parameters
    ----------
    policy : SavedPolicy
        One that can be applied to rows.
    scores : ndarray of float64, shape (n,)
        As in the data, whichever way they point.
    drawn : ndarray of float64, shape (n,), optional
        The draws of the rows, which a mixture needs.
    """
    if policy.segments is not None:
        raise DataError(
            f"{policy.criterion} of {policy.model} has a threshold for each value of "
            f"{policy.segments.column}, which scores alone do not tell. `decide` reads a file."
        )
    lower = policy.lower_is_positive
    acts = reaches(scores, policy.threshold, lower=lower)
    if policy.is_mixture:
        if drawn is None:
            raise ValueError("a mixture needs the draws of the rows")
        second = reaches(scores, policy.threshold_2, lower=lower)
        acts = np.where(drawn < policy.mixing, second, acts)
    decisions = np.where(acts, ACT, LEAVE).astype(np.int8)
    if policy.has_review:
        referred = reaches(scores, policy.threshold_review, lower=lower) & ~acts
        decisions[referred] = REFER
    decisions[np.isnan(scores)] = UNDECIDED
    return decisions
