"""What every declared derivation promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.derivations import DERIVATIONS
from costcurve_gui.cli.derivations import derivation

if TYPE_CHECKING:
    from costcurve_gui.analysis.derivation import Derivation

ALL = pytest.mark.parametrize("kind", DERIVATIONS.values(), ids=DERIVATIONS)


@ALL
def test_that_the_command_line_reads_the_word_of_a_derivation(kind: Derivation) -> None:
    text = f"{kind.word}:{','.join('abc'[: kind.fewest])}"
    found = derivation(text)
    assert found.kind is kind
    assert kind.takes(len(found.parts))
    assert kind.usage.startswith(f"{kind.word}:")


@ALL
def test_that_a_name_is_proposed_from_the_sources(kind: Derivation) -> None:
    name = kind.proposed_name(("one", "two")[: kind.fewest])
    assert name
    assert name not in ("one", "two")


def test_that_words_and_keys_are_of_one_derivation_each() -> None:
    assert len({one.word for one in DERIVATIONS.values()}) == len(DERIVATIONS)
    assert len({one.label for one in DERIVATIONS.values()}) == len(DERIVATIONS)
