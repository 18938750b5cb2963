"""The modules of the package: no circles of imports, none too long, none small without a reason."""

from __future__ import annotations

import ast
from pathlib import Path

import costcurve_gui

ROOT = Path(costcurve_gui.__file__).parent.parent
CEILING, FLOOR = 400, 80
"""Lines of a module; docs/decisions/0018 says why."""
# Folders where a file is one thing by rule, however small: what a start does, and when (0017), the
# tools of pyqtgraph, and a file a view.
SMALL_FOLDERS = ("startup", "views.plotting", "views.plots", "views.tables")
SMALL_MODULES = {
    "views.dialogs.import_doubts": "one widget of a dialog whose other parts fill their modules",
    "cli.report_files": "opens what report and verify read; what they make of it is longer",
    "analysis.chosen_spread": "computing, which a view must not hold; its one reader is a view",
    "analysis.dataset_info": "the description of a file, which nearly all of analysis imports",
    "analysis.interval_settings": "a slice of the settings that the command line reads alone",
    "analysis.intervals.estimator": "the report's way to intervals, without the window's jobs",
    "cli.record_of_project": "the report's way to a record of the window, which imports no report",
    "analysis.memo": "knows nothing else, and is imported from analysis and views",
    "analysis.scenarios": "above settings and snapshots, of which it makes others",
    "analysis.tables.multiclass": "the tables of a topic",
    "translation": "imported by all rooms but the engine, and imports nothing",
    "analysis.model_remarks": "the words of curves, whose module is at the ceiling",
    "analysis.found_thresholds": "what is known of thresholds that are found above snapshots",
    "analysis.unit_results": "what snapshots hold of units, which is computed above them",
    "analysis.tables.view_values": "above the registry, which it reads with other options",
    "analysis.tables.table": "the type that every table returns",
    "cli.pages": "imports all words of the page, which other reports do without",
    "analysis.intervals.known_results": "read by requests and by what they are made of",
    "cli.per_case": "above what a report is read into, which the options are not",
    "cli.pictures": "the only module of the command line with Qt",
    "cli.swap": "one option: what it takes, and what it adds to the tables",
    "controllers.prompts": "what controllers ask, which the window implements",
    "notebook.blas": "the only module that reaches into the libraries of numpy",
    "dataio.formats.statistics_files": "the only module that imports what an extra brings",
    "jobs.wake_up": "a thread's way to the GUI thread, which knows nothing of jobs",
    "dataio.roles.class_names": "above names of columns and values of labels, which are apart",
    "dataio.table_values": "what writers of every format start from",
    "page.saving": "meets the window and the report, without the words of the page",
    "engine.resampling.out_of_bag": "shared by two kinds of bands, which are long already",
    "resources": "imported before anything else",
    "views.shell.fonts": "the sizes of text, imported by forty modules",
    "window.parameter_wiring": "meets the payoffs panel and controllers that most files never need",
    "views.text.formulas": "text to text; cells, filters and terms of segments import it",
    "views.text.file_names": "names no figure; title, list and menus import it",
    "window.front_jobs": "connects views that the start does not wait for",
    "window.job_display": "meets the runner and the window, and nothing else does",
}

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


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_that_no_module_is_longer_than_the_ceiling() -> None:
    long = {module: lines(path) for module, path in modules().items() if lines(path) > CEILING}
    assert long == {}


def test_that_a_small_module_has_a_reason() -> None:
    small = {
        module.removeprefix("costcurve_gui.")
        for module, path in modules().items()
        if path.name != "__init__.py" and lines(path) < FLOOR
    }
    unexplained = {module for module in small if not module.startswith(SMALL_FOLDERS)}
    assert unexplained <= SMALL_MODULES.keys(), "merge it into the module of its topic, or say why"


def test_that_the_reasons_are_those_of_modules_that_there_are() -> None:
    known = {module.removeprefix("costcurve_gui.") for module in modules()}
    assert SMALL_MODULES.keys() <= known
