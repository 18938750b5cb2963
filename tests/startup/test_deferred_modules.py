from __future__ import annotations

import importlib
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from costcurve_gui.startup.deferred_modules import DeferredModule, DeferringFinder, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

PACKAGE = "package_to_defer"
NOTE = "from .log import runs\nruns.append({!r})\n"
FILES = {
    "__init__": "from .part import *\nfrom .other import *\n",
    "part": NOTE.format("part") + "__all__ = ['shown']\nshown = 1\nhidden = 2",
    "other": NOTE.format("other") + "from . import part\nshown_too = 3",
    "log": "runs = []",
    "broken": NOTE.format("broken") + "if len(runs) == 1: raise OSError('no luck')\nx = 5",
    "circle": "from . import circle as me\nfirst = 1\nmissing = hasattr(me, 'last')\nlast = 2",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A package whose parts are deferred."""
    (tmp_path / PACKAGE).mkdir()
    for name, text in FILES.items():
        (tmp_path / PACKAGE / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    finder = DeferringFinder(lambda name: name.startswith(f"{PACKAGE}.") and "log" not in name)
    finder.come_first()
    yield importlib.import_module(PACKAGE)
    finder.leave()
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


def part(name: str) -> Any:
    return importlib.import_module(f"{PACKAGE}.{name}")


def runs() -> list[str]:
    return list(part("log").runs)


def test_that_an_import_of_all_names_runs_nothing(package: ModuleType) -> None:
    assert runs() == []
    assert not hasattr(package, "shown")
    assert type(part("part")) is DeferredModule


def test_that_a_module_runs_once_when_a_name_is_used(package: ModuleType) -> None:
    assert (part("part").hidden, part("part").shown) == (2, 1)
    assert runs() == ["part"]
    assert type(part("part")).__name__ == "module"


def test_that_a_name_can_be_imported(package: ModuleType) -> None:
    exec(f"from {PACKAGE}.part import hidden as found", found := {})  # noqa: S102
    assert found["found"] == 2


def test_that_a_deferred_module_imports_others_in_name_only(package: ModuleType) -> None:
    assert part("other").shown_too == 3
    assert runs() == ["other"]
    assert part("other").part.shown == 1
    assert runs() == ["other", "part"]


def test_that_an_unknown_name_is_an_attribute_error(package: ModuleType) -> None:
    assert not hasattr(part("part"), "nothing")
    assert not hasattr(part("part"), "__nothing__")
    assert not hasattr(part("other"), "__nothing__")
    assert runs() == ["part"]


def test_that_a_module_that_could_not_run_is_tried_again(package: ModuleType) -> None:
    with pytest.raises(OSError, match="no luck"):
        _ = part("broken").x
    assert part("broken").x == 5


def test_that_a_module_sees_itself_half_run_as_ever(package: ModuleType) -> None:
    assert (part("circle").last, part("circle").missing) == (2, False)


def test_that_the_original_loader_is_named_after_the_run(package: ModuleType) -> None:
    module = part("part")
    run(module)
    run(module)
    assert module.__spec__.loader is module.__loader__
    assert type(module.__loader__).__name__ == "SourceFileLoader"
    assert module.__file__.endswith("part.py")
    assert runs() == ["part"]


def test_that_a_module_runs_once_for_several_threads(package: ModuleType) -> None:
    found: list[int] = []
    module = part("part")
    barrier = threading.Barrier(8)

    def use() -> None:
        barrier.wait(20)
        found.append(module.hidden)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert found == [2] * 8
    assert runs() == ["part"]


def test_that_nothing_is_deferred_once_the_finder_has_left(package: ModuleType) -> None:
    finder = DeferringFinder(lambda _: True)
    finder.come_first()
    finder.come_first()
    finder.leave()
    finder.leave()
    assert finder not in sys.meta_path
    assert finder.deferred == []
