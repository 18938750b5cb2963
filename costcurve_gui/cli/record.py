"""The decision record of a report, and the same report again from it: `--replay`."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from costcurve_gui import __version__
from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.tables.hulls import joint_hull_table
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.manifest import manifest
from costcurve_gui.cli.options import join_values
from costcurve_gui.cli.output import file_hash
from costcurve_gui.dataio.json_files import read_json
from costcurve_gui.dataio.writers import write_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.analysis.tables.table import Table
    from costcurve_gui.cli.report_input import ReportInput

    Content = dict[str, Any]

FORMAT: Final = "costcurve-record"
VERSION: Final = 1
RECORD, PAGE = "record.json", "record.html"
RECORD_FILES = frozenset({RECORD, PAGE})
_OF_THE_PLACE = ("--out", "--overwrite", "--replay")
_STYLE = (
    "body{font:15px sans-serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:3px 8px;"
    "border-bottom:1px solid #ccc;overflow-wrap:anywhere}"
)
_FIGURES = ("expected_profit", "expected_cost", "fpr", "tpr", "fraction_targeted", "precision")


def split_words(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what says what a report is of, and what says where it goes."""
    words = join_values(argv)
    place = [word for word in words if word.partition("=")[0] in _OF_THE_PLACE]
    return [word for word in words if word not in place], place


def replayed(argv: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return the words to follow, those of a record in place of `--replay`, and those recorded.

    Raises
    ------
    OptionError, DataError
        Where there is more beside `--replay` than the folder, the record cannot be read, or a file
        that it was made from is not found or has changed.
    """
    words, place = split_words(argv)
    records = [word.partition("=")[2] for word in place if word.startswith("--replay=")]
    if not records:
        if any(word == "--replay" for word in place):
            raise OptionError("--replay needs the record.json of a report")
        return list(argv), tuple(words)
    if words:
        raise OptionError(f"--replay repeats a report as it was; leave {words[0]} out")
    path = Path(records[-1])
    found = _read(path)
    recorded = tuple(found["words"])
    moved = {one["path"]: _located(path, one) for one in found["inputs"]}
    follow = [_with_paths(word, moved) for word in recorded]
    return [*follow, *(word for word in place if not word.startswith("--replay="))], recorded


def _read(path: Path) -> Content:
    content = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise OptionError(f"--replay {path}: it is no decision record of CostCurve")
    version = content.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise OptionError(
            f"--replay {path}: it is a record of version {version}; this program reads {VERSION}"
        )
    words, inputs = content.get("words"), content.get("inputs")
    good = isinstance(words, list) and all(isinstance(word, str) for word in words)
    if not good or not isinstance(inputs, list):
        raise OptionError(f"--replay {path}: it is damaged; words and inputs are needed")
    return content


def _located(record: Path, one: Mapping[str, str]) -> str:
    """Return where an input is now: as it was typed, or beside the record or above it."""
    typed = Path(one["path"])
    beside = (record.parent / typed, record.parent / typed.name, record.parent.parent / typed.name)
    there = [path for path in (typed, *beside) if path.is_file()]
    for path in there:
        if file_hash(path) == one["sha256"]:
            return str(path)
    what = "has changed since" if there else "is not there; put it beside the record"
    raise OptionError(f"--replay {record}: {one['path']} {what}")


def _with_paths(word: str, moved: Mapping[str, str]) -> str:
    name, sign, value = word.partition("=")
    if word in moved:
        return moved[word]
    return f"{name}={moved[value]}" if sign and value in moved else word


def write_record(
    study: ReportInput,
    folder: Path,
    policies: Content,
    files: Mapping[str, str],
    validation: Table | None,
) -> dict[str, str]:
    """Write the record and its page; return the hashes of both.

    It names no time and no folder, so that the same report gives the same bytes.
    """
    content = record_content(study, policies, files)
    content["validation"] = [] if validation is None else _validated(content, validation)
    write_json(folder / RECORD, content)
    (folder / PAGE).write_bytes(page(content).encode())
    return {name: file_hash(folder / name) for name in (RECORD, PAGE)}


def record_content(study: ReportInput, policies: Content, files: Mapping[str, str]) -> Content:
    """Return what the record holds: inputs, settings, rule, alternatives, what would change it."""
    of_report = manifest(study, files)
    chosen, others = _decision(policies)
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": {"name": "CostCurve", "version": __version__},
        "words": list(study.options.words),
        "inputs": [
            {"path": str(path), "file": path.name, "sha256": file_hash(path)}
            for path in study.options.inputs
        ],
        "cases": of_report["input"],
        "settings": of_report["options"],
        "condition": policies["condition"],
        "payoff": policies["payoff"],
        "decision": chosen,
        "rejected": [_rejected(one, chosen) for one in others],
        "validated": bool(chosen and chosen["estimated_on"].startswith("validated")),
        "cheapest_by_condition": list(_cheapest(study)),
        "warnings": of_report["warnings"],
        "files": dict(sorted(files.items())),
    }


def _validated(content: Content, table: Table) -> list[Content]:
    """Return the rows of validation.csv about the decision."""
    cells = zip(*(column.tolist() for column in table.columns), strict=True)
    rows = (dict(zip(table.header, row, strict=True)) for row in cells)
    chosen = content["decision"] or {}
    named = ("criterion", "model")
    return [row for row in rows if all(row[name] == chosen.get(name) for name in named)]


def _decision(policies: Content) -> tuple[Content | None, list[Content]]:
    """Return the first criterion's best policy, and those of the other models by it."""
    found = policies["policies"]
    if not found:
        return None, []
    same = [one for one in found if one["criterion"] == found[0]["criterion"]]
    best = next((one for one in same if one["best"]), same[0])
    return best, [one for one in same if one is not best]


def _rejected(one: Content, chosen: Content | None) -> Content:
    """Return an alternative and why it was rejected."""
    figures = {name: one["expected"].get(name) for name in _FIGURES}
    own, best = figures["expected_profit"], chosen and chosen["expected"].get("expected_profit")
    less = None if own is None or best is None else best - own
    reason = "" if less is None else f"expected profit per case lower by {less:.6g} on this sample"
    return {
        "model": one["model"],
        "threshold": one["threshold"],
        **figures,
        "reason": reason if less else "as good on this sample; it comes later in the file",
    }


def _cheapest(study: ReportInput) -> Iterator[Content]:
    """Yield which model is the cheapest between which PC(+): where the answer would change."""
    part = study.parts[0]
    table = joint_hull_table(part.snapshot, part.table_options)
    for cells in zip(*(column.tolist() for column in table.columns), strict=True):
        row = dict(zip(table.header, cells, strict=True))
        last = "rociv" if part.snapshot.curve_set.costs_vary else "roc"
        if row["space"] == last:
            yield {name: row[name] for name in ("pc_low", "pc_high", "model", "threshold")}


def page(content: Content) -> str:
    """Return the record as a page for the person who signs it."""
    chosen, condition = content["decision"], content["condition"]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        "<title>Decision record</title>",
        f"<style>{_STYLE}</style></head><body>",
        "<h1>Decision record</h1>",
    ]
    if chosen is not None:
        figures = {name: chosen["expected"].get(name) for name in _FIGURES}
        rule = {name: chosen[name] for name in ("model", "criterion", "threshold")}
        parts += _section("Rule", {**rule, **figures, "estimated on": chosen["estimated_on"]})
    validated = {
        one["quantity"]: f"{one['validated']:.6g} on {one['sample']}; chosen {one['chosen']:.6g}"
        for one in content.get("validation", ())
        if one["quantity"]
    }
    parts += _section("Validation", validated)
    parts += _section("Condition", {**condition, **_payoff_rows(content["payoff"])})
    rejected = {one["model"]: f"{one['threshold']}: {one['reason']}" for one in content["rejected"]}
    parts += _section("Rejected", rejected)
    parts += _section(
        "Cheapest model by PC(+): where the answer would change",
        {
            f"{one['pc_low']:.4g} to {one['pc_high']:.4g}": f"{one['model']}, {one['threshold']}"
            for one in content["cheapest_by_condition"]
        },
    )
    parts += _section("Cases", content["cases"])
    parts += _section("Inputs", {one["file"]: one["sha256"] for one in content["inputs"]})
    parts += _section("Warnings", dict(enumerate(content["warnings"], start=1)))
    parts += _section("Files", content["files"])
    words = " ".join(content["words"])
    parts += ["<h2>Again</h2>", f"<p><code>report {escape(words)}</code></p>"]
    parts += [f"<p>CostCurve {escape(content['program']['version'])}</p>"]
    parts += ["<p>Signed: ____________________</p>", "</body></html>", ""]
    return "\n".join(parts)


def _payoff_rows(payoff: Mapping[str, Any]) -> dict[str, str]:
    """Return the payoffs as typed, then the parameters in them."""
    typed = payoff.get("typed", payoff)
    parameters = payoff.get("parameters", {})
    said = {name: one["belief"] or one["value"] for name, one in parameters.items()}
    return {**{cell: typed[cell] for cell in CELLS}, **said}


def _section(title: str, rows: Mapping[Any, Any]) -> list[str]:
    if not rows:
        return []
    cells = (
        f"<tr><th>{escape(str(name))}</th><td>{escape('' if one is None else str(one))}</td></tr>"
        for name, one in rows.items()
    )
    return [f"<h2>{escape(title)}</h2>", "<table>", *cells, "</table>"]
