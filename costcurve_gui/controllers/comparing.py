"""What models are compared on: the cases that all of them have, or each on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.independent_samples import (
    IndependentResampler,
    are_independent_samples,
    can_compare,
)
from costcurve_gui.models.common_cases import NOTHING_IN_COMMON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.controllers.band_source import Resampled
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.models.band_choices import BandChoices


def in_brackets(sentence: str) -> str:
    """Return a sentence as the last part of another one."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def comparing(
    source: Resampled, spec: BootstrapSpec, keys: Sequence[str], choices: BandChoices
) -> JointResampler:
    """Return what draws the replicates of models that are compared.

    Raises
    ------
    EngineError
        Where they cannot be compared.
    """
    if not choices.apart:
        return source.resampler(spec, keys)
    # By its number in the file a model has the same draws against whomever it is compared with.
    return IndependentResampler(
        [source.model(key) for key in keys],
        [source.resampler(spec, [key]) for key in keys],
        [source.position(key) for key in keys],
    )


def compared(source: Resampled, drawing: JointResampler, keys: Sequence[str]) -> list[RankedModel]:
    """Return models over the cases they are compared on.

    Raises
    ------
    EngineError
        Where these lack a class.
    """
    models = [source.model(key) for key in keys]
    if not can_compare(drawing, models):
        raise EngineError(NOTHING_IN_COMMON)
    return models if are_independent_samples(drawing, models) else source.together(keys)
