"""The decision record of a report, and the same report again from it: `--replay`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from costcurve_gui import __version__
from costcurve_gui.analysis.bound_effects import price_of_unit
from costcurve_gui.analysis.tables.hulls import joint_hull_table
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.manifest import manifest
from costcurve_gui.cli.options import join_values
from costcurve_gui.cli.output import file_hash
from costcurve_gui.cli.record_page import FIGURES, page, record_document
from costcurve_gui.dataio.json_files import read_json
from costcurve_gui.dataio.json_schema import SchemaError, check, shipped_schema
from costcurve_gui.dataio.writers import write_json
from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.policies.saved import RECOMMENDED
from costcurve_gui.views.text.bounds_text import broken_bound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from costcurve_gui.analysis.tables.table import Table
    from costcurve_gui.cli.report_input import ReportInput
    from costcurve_gui.page.saving import Press

    Content = dict[str, Any]

FORMAT: Final = "costcurve-record"
VERSION: Final = 1
RECORD, PAGE = "record.json", "record.html"
DOCUMENTS: Final = {"docx": "record.docx", "pdf": "record.pdf"}
RECORD_FILES = frozenset({RECORD, PAGE, *DOCUMENTS.values()})
_OF_THE_PLACE = ("--out", "--overwrite", "--replay")


def split_words(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what says what a report is of, and what says where it goes."""
    words = join_values(argv)
    place = [word for word in words if word.partition("=")[0] in _OF_THE_PLACE]
    return [word for word in words if word not in place], place


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a report, those that its record has, and the hashes of what it may read.

    `hashes` is None where no record is followed.
    """

    followed: list[str]
    recorded: tuple[str, ...]
    hashes: frozenset[str] | None = None

    def check(self, inputs: Iterable[Path]) -> None:
        """Raise `OptionError` where a file would be read that the record has no hash of."""
        if self.hashes is None:
            return
        for path in inputs:
            if file_hash(path) not in self.hashes:
                raise OptionError(f"--replay: the record has no such {path} among its inputs")


def replayed(argv: Sequence[str]) -> Words:
    """Return the words to follow, those of a record in place of `--replay`.

    Where the report goes is taken from `argv` alone.

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
        return Words(list(argv), tuple(words))
    if words:
        raise OptionError(f"--replay repeats a report as it was; leave {words[0]} out")
    path = Path(records[-1])
    found = _read(path)
    recorded, _ = split_words(found["words"])
    moved = {one["path"]: _located(path, one) for one in found["inputs"]}
    follow, _ = split_words([_with_paths(word, moved) for word in recorded])
    here = [word for word in place if not word.startswith("--replay=")]
    hashes = frozenset(one["sha256"] for one in found["inputs"])
    return Words([*follow, *here], tuple(recorded), hashes)


def _read(path: Path) -> Content:
    content = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise OptionError(f"--replay {path}: it is not a CostCurve decision record")
    version = content.get("version")
    if isinstance(version, int) and version > VERSION:
        raise OptionError(
            f"--replay {path}: it is a record of version {version}; this program reads {VERSION}"
        )
    try:
        check(content, shipped_schema("record.schema.json"))
    except SchemaError as fault:
        raise OptionError(f"--replay {path}: it is damaged: {fault}") from None
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
    press: Press | None = None,
) -> dict[str, str]:
    """Write the record and its page, as documents too where those are asked for; return the hashes.

    It names no time and no folder, so that the same report gives the same bytes.
    """
    content = record_content(study, policies, files)
    content["validation"] = [] if validation is None else _validated(content, validation)
    write_json(folder / RECORD, content)
    (folder / PAGE).write_bytes(page(content).encode())
    written = [RECORD, PAGE]
    for format_, name in DOCUMENTS.items():
        if format_ in study.options.formats:
            (folder / name).write_bytes(_document(content, format_, press))
            written.append(name)
    return {name: file_hash(folder / name) for name in written}


def _document(content: Content, format_: str, press: Press | None) -> bytes:
    from costcurve_gui.page.saving import NO_PRESS, page_file  # other reports do without its words

    return page_file(record_document(content), format_, {}, press or NO_PRESS)


def record_content(study: ReportInput, policies: Content, files: Mapping[str, str]) -> Content:
    """Return what the record holds: inputs, settings, rule, alternatives, what would change it."""
    of_report = manifest(study, files)
    chosen, others = _decision(policies)
    cheapest = list(_cheapest(study))
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
        "why": policies[RECOMMENDED]["why"],
        "bounds": _bounds(study),
        "rejected": [] if chosen is None else [*_others(study, chosen, others)],
        "validated": bool(chosen and chosen["estimated_on"].startswith("validated")),
        "cheapest_by_condition": cheapest,
        "would_change": _would_change(study, chosen, cheapest),
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
    """Return the recommended policy, and those of the other models by the same criterion."""
    named = {name: one for name, one in policies[RECOMMENDED].items() if name != "why"}
    same = [one for one in policies["policies"] if one["criterion"] == named["criterion"]]
    chosen = next((one for one in same if named.items() <= one.items()), None)
    return chosen, [one for one in same if one is not chosen]


def _bounds(study: ReportInput) -> list[Content]:
    """Return the limits in force, which of them bind, and what one more unit gains."""
    snapshot = study.parts[0].snapshot
    effect, selection = snapshot.bounded, snapshot.settings.selection
    if effect is None:
        return []
    found: list[Content] = []
    for kind, limit in selection.bounds.limits.items():
        price = effect.prices.get(kind) if kind in effect.binding else None
        at = selection, snapshot.condition.prior, snapshot.settings.objective
        unit = None if price is None else price_of_unit(kind, price, *at)
        found.append(
            {
                "bound": kind.value,
                "limit": limit,
                "binds": kind in effect.binding,
                "unit": None if unit is None else unit.unit,
                "one_more_unit_gains": None if unit is None else unit.gain,
            }
        )
    return found


def _rejected(one: Content, chosen: Content) -> Content:
    """Return an alternative and why it was rejected."""
    figures = {name: one["expected"].get(name) for name in FIGURES}
    reason = f"cannot be applied to rows: {one['reason']}"
    if one["applicable"] or not chosen["applicable"]:
        reason = _less(chosen, figures["expected_profit"])
    return {
        "model": one["model"],
        "threshold": one["threshold"],
        **figures,
        "reason": reason or "as good on this sample; it comes later in the file",
    }


def _less(chosen: Content, profit: float) -> str:
    """Say how much less another rule earns; nothing where it earns the same."""
    less = chosen["expected"]["expected_profit"] - profit
    if less < 0:
        return "the rule was chosen by its criterion and bounds, not by profit alone"
    return f"expected profit per case lower by {less:.6g} on this sample" if less else ""


def _unable(study: ReportInput, policies: Sequence[Content]) -> Iterator[Content]:
    """Yield the models of which no threshold does what is asked for."""
    able = {one["model"] for one in policies}
    for model in study.parts[0].snapshot.models.values():
        if model.info.name not in able:
            figures = dict.fromkeys(FIGURES)
            named = {"model": model.info.name, "threshold": None}
            yield {**named, **figures, "reason": "no threshold does what was asked for"}


def _others(study: ReportInput, chosen: Content, others: Sequence[Content]) -> Iterator[Content]:
    """Yield what was rejected; beside several classes other models alone."""
    yield from (_rejected(one, chosen) for one in others)
    if len(study.parts) == 1:
        yield from _unable(study, [chosen, *others])
        yield from _rejected_trivial(study, chosen)


def _rejected_trivial(study: ReportInput, chosen: Content) -> Iterator[Content]:
    """Yield what acting on all, or on none, comes to."""
    for name, policy in study.parts[0].snapshot.trivial.items():
        values = {one: float(getattr(policy, one)) for one in FIGURES}
        figures = {one: None if math.isnan(value) else value for one, value in values.items()}
        reason = broken_bound(study.parts[0].snapshot, name) or _less(
            chosen, policy.expected_profit
        )
        reason = reason or "as good on this sample, without a model"
        yield {"model": f"act on {name}", "threshold": None, **figures, "reason": reason}


def _would_change(
    study: ReportInput, chosen: Content | None, cheapest: Sequence[Content]
) -> Content | None:
    """Return between which conditions the cheapest rule stays what it is, and what is next.

    None beside several classes. The prior is that at the present costs, the ratio of the cost of a
    miss to that of a false alarm that at the present prior.
    """
    if len(study.parts) > 1 or chosen is None:
        return None
    condition = study.parts[0].snapshot.condition
    here = condition.probability_cost
    cheapest = [one for one in cheapest if one["pc_low"] < one["pc_high"]]
    places = [at for at, one in enumerate(cheapest) if one["pc_low"] <= here <= one["pc_high"]]
    if not places:
        return None
    first, last = places[0], places[0]
    model = cheapest[first]["model"]
    while first and cheapest[first - 1]["model"] == model:
        first -= 1
    while last + 1 < len(cheapest) and cheapest[last + 1]["model"] == model:
        last += 1
    low, high = cheapest[first]["pc_low"], cheapest[last]["pc_high"]
    means = condition.means
    priors = [float(prior_at(end, means.fn_cost, means.fp_cost)) for end in (low, high)]
    odds = (1 - condition.prior) / condition.prior
    ratios = [end / (1 - end) * odds if end < 1 else None for end in (low, high)]
    beside = {"below": first - 1, "above": last + 1}
    return {
        "pc_plus": float(here),
        "cheapest": model,
        "pc_low": low,
        "pc_high": high,
        "prior_low": priors[0],
        "prior_high": priors[1],
        "cost_ratio_low": ratios[0],
        "cost_ratio_high": ratios[1],
        **{
            side: cheapest[at]["model"] if 0 <= at < len(cheapest) else None
            for side, at in beside.items()
        },
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
