"""No modules of the package import each other in a circle."""

from __future__ import annotations

import ast
from pathlib import Path

import costcurve_gui

ROOT = Path(costcurve_gui.__file__).parent.parent

# Every import statement counts: at the top, in a function, and for types only, for a reader has to
# follow them all. `from package import name` is an import of the module `package.name` where there
# is one, else of the package's own `__init__`. That a module runs the `__init__` of the packages
# it is in is no import of theirs: an `__init__` may re-export what lies below it, and makes a
# circle only with a module that imports from it. The class paths in the catalogue of views and in
# other registries are strings, and so that nothing below knows what stands there.


def modules() -> dict[str, Path]:
    return {dotted(path): path for path in ROOT.glob("costcurve_gui/**/*.py")}


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, known: set[str]) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import, which this test does not follow"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else str(node.module) for name in names}
    return found & known


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Return the sets of modules that import each other, directly or by way of others."""
    left = {module: set(found) for module, found in graph.items()}
    while leaves := {module for module, found in left.items() if not found & left.keys()}:
        left = {module: found for module, found in left.items() if module not in leaves}
    below = {module: reached(module, left) & left.keys() for module in left}
    groups = {frozenset(one for one in below[module] if module in below[one]) for module in left}
    return sorted(map(set, groups - {frozenset()}), key=sorted)


def reached(start: str, graph: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def test_that_no_modules_import_each_other() -> None:
    paths = modules()
    known = set(paths)
    graph = {
        module: imports(path.read_text(encoding="utf-8"), known) - {module}
        for module, path in paths.items()
    }
    found = circles(graph)
    named = "\n".join(", ".join(sorted(circle)) for circle in found)
    assert not found, f"{len(found)} circles of imports:\n{named}"
    assert len(graph) > 200
    assert sum(map(len, graph.values())) > 1000


def test_that_a_circle_is_found_however_its_modules_import() -> None:
    sources = {
        "p.a": "from __future__ import annotations\nif True:\n    from p.b import thing",
        "p.b": "def do():\n    import p.c",
        "p.c": "from p import a, __version__",
        "p": "from p.c import thing",
        "p.above": "from p.a import thing",
    }
    graph = {module: imports(text, set(sources)) for module, text in sources.items()}
    assert circles(graph) == [{"p", "p.a", "p.b", "p.c"}]
    graph["p.c"] = {"p.d"}
    assert circles(graph) == []
