"""How many random examples a test asks for, as a share of the profile."""

from hypothesis import settings

USUAL = 100  # hypothesis's own number, and that of the full run


def examples(full: int) -> int:
    """Return how many examples a test takes that takes `full` of them in the full run."""
    return max(full * settings.default.max_examples // USUAL, 1)
