from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.samples import dataset, loaded
from tests.helpers.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences


@pytest.fixture
def empty_bench(qtbot: QtBot, settings: Preferences) -> Iterator[Workbench]:
    bench = Workbench(settings)
    yield bench
    bench.runner.shutdown()


@pytest.fixture
def bench(empty_bench: Workbench) -> Workbench:
    """Return a workbench with one dataset of three models open."""
    empty_bench.take(loaded(dataset()))
    return empty_bench
