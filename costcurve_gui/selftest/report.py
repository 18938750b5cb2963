"""Checks that each format is read, and that a report has the numbers known for its file."""

from __future__ import annotations

import csv
import gzip
import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from zipfile import ZipFile

from costcurve_gui.resources import resource_path
from costcurve_gui.selftest.bundle import Check, CheckFailedError, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from costcurve_gui.dataio.dataset import Dataset


FILE = "german_credit_half.csv"
OPTIONS = (
    *("--label", "label", "--positive", "bad", "--fn", "-amount", "--fp", "-1000"),
    *("--bootstrap", "0", "--format", "csv,png,svg,pdf,html,docx"),
)
# What brute force over the rows of the file finds; a test does it again, in whole numbers.
AREAS = {
    "logistic_regression": "0.7647428571428572",
    "naive_bayes": "0.7722857142857142",
    "mlp": "0.7347619047619047",
    "decision_tree": "0.6640666666666667",
    "random_forest": "0.7679047619047619",
    "gradient_boosting": "0.7581333333333333",
}
CHEAPEST = {  # threshold, fpr and tpr
    "logistic_regression": ("0.23735174", "0.3457142857142857", "0.78"),
    "naive_bayes": ("0.014407038", "0.4685714285714286", "0.88"),
    "mlp": ("0.056456615", "0.5428571428571428", "0.8666666666666667"),
    "decision_tree": ("0.36363636", "0.4", "0.6933333333333334"),
    "random_forest": ("0.22616931", "0.44571428571428573", "0.8733333333333333"),
    "gradient_boosting": ("0.25470799", "0.30857142857142855", "0.74"),
}
HEADER = ("label", "amount", "score_a")
# Sixteen digits, the most that Excel files hold, so that a sloppy reader shows.
ROWS = (("bad", 5951, 0.1), ("good", 7882, 0.6666666666666666), ("bad", 20, 2.5e-07))
LABELS, AMOUNTS, SCORES = zip(*ROWS, strict=True)


def answer_checks() -> tuple[Check, ...]:
    """Return the checks of one report: that it is written, in what formats, and what it says."""
    written = (Check(f"write {kind}", partial(_files_of, kind)) for kind in _READERS)
    return (
        Check("report", _report),
        *written,
        Check("answer AUC", _areas),
        Check("answer least cost", _cheapest),
    )


def _report(folder: Path) -> str:
    from costcurve_gui.cli.options import parse_options
    from costcurve_gui.cli.report import write_with_pictures
    from costcurve_gui.cli.report_input import read_report_input

    out = folder / "report"
    out.mkdir()
    file = resource_path("sample_data", FILE)
    options = parse_options([str(file), *OPTIONS, "--out", str(out)])
    write_with_pictures(read_report_input(options), out)
    return f"{sum(1 for _ in out.iterdir())} files"


def _files_of(kind: str, folder: Path) -> str:
    paths = sorted((folder / "report").glob(f"*.{kind}"))
    if not paths:
        raise CheckFailedError("none was written")
    for path in paths:
        _READERS[kind](path)
    return f"{len(paths)} files"


def _read_csv(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as lines:
        widths = {len(row) for row in csv.reader(lines)}
    expect(len(widths), 1, f"row lengths in {path.name}")


def _read_png(path: Path) -> None:
    from PySide6.QtGui import QImage

    if QImage(str(path)).isNull():
        raise CheckFailedError(f"{path.name} is no picture")


def _read_svg(path: Path) -> None:
    root = ElementTree.parse(path).getroot()  # noqa: S314  # written a moment ago
    expect(root.tag, "{http://www.w3.org/2000/svg}svg", path.name)


def _read_pdf(path: Path) -> None:
    content = path.read_bytes()
    expect((content[:5], content.rstrip()[-5:]), (b"%PDF-", b"%%EOF"), path.name)


def _read_html(path: Path) -> None:
    content = path.read_bytes().strip()
    expect((content[:15], content[-7:]), (b"<!DOCTYPE html>", b"</html>"), path.name)


def _read_docx(path: Path) -> None:
    with ZipFile(path) as parts:
        expect((parts.testzip(), "word/document.xml" in parts.namelist()), (None, True), path.name)


_READERS: Mapping[str, Callable[[Path], None]] = {
    "csv": _read_csv,
    "png": _read_png,
    "svg": _read_svg,
    "pdf": _read_pdf,
    "html": _read_html,
    "docx": _read_docx,
}


def _areas(folder: Path) -> str:
    found = {row["model"]: row["auc"] for row in _rows(folder, "models.csv")}
    expect(found, AREAS, "AUC")
    return f"{len(found)} models to the last digit"


def _cheapest(folder: Path) -> str:
    found = {
        row["model"]: (row["threshold"], row["fpr"], row["tpr"])
        for row in _rows(folder, "selection.csv")
        if row["criterion"] == "min_cost"
    }
    expect(found, CHEAPEST, "threshold, fpr and tpr")
    return f"{len(found)} models to the last digit"


def _rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "report" / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _delimited(separator: str) -> str:
    lines = [separator.join(map(str, row)) for row in (HEADER, *ROWS)]
    return "\n".join(lines) + "\n"


def _write_csv(path: Path) -> None:
    path.write_text(_delimited(","), encoding="utf-8")


def _write_tsv(path: Path) -> None:
    path.write_text(_delimited("\t"), encoding="utf-8")


def _write_gzip(path: Path) -> None:
    path.write_bytes(gzip.compress(_delimited(",").encode(), mtime=0))


def _write_json_lines(path: Path) -> None:
    lines = [json.dumps(dict(zip(HEADER, row, strict=True))) for row in ROWS]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_json(path: Path) -> None:
    rows = [dict(zip(HEADER, row, strict=True)) for row in ROWS]
    path.write_text(json.dumps(rows), encoding="utf-8")


def _write_parquet(path: Path) -> None:
    import duckdb

    columns = "label VARCHAR, amount INTEGER, score_a DOUBLE"
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"CREATE TABLE cases ({columns})")
        connection.executemany("INSERT INTO cases VALUES (?, ?, ?)", [list(row) for row in ROWS])
        connection.table("cases").write_parquet(str(path))


def _write_excel(path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in (HEADER, *ROWS):
        sheet.append(row)
    book.save(path)


def _write_arff(path: Path) -> None:
    header = ["@relation cases", "@attribute label {bad, good}"]
    header += [f"@attribute {name} numeric" for name in HEADER[1:]]
    path.write_text("\n".join([*header, "@data", *_delimited(",").splitlines()[1:]]) + "\n")


WRITERS: Mapping[str, Callable[[Path], None]] = {
    "csv": _write_csv,
    "tsv": _write_tsv,
    "csv.gz": _write_gzip,
    "json": _write_json,
    "jsonl": _write_json_lines,
    "parquet": _write_parquet,
    "xlsx": _write_excel,
    "arff": _write_arff,
}


def reading_checks() -> tuple[Check, ...]:
    """Return a check for every kind of file that can be opened."""
    return tuple(Check(f"read {ending}", partial(_read_back, ending)) for ending in WRITERS)


def _read_back(ending: str, folder: Path) -> str:
    path = folder / f"cases.{ending}"
    WRITERS[ending](path)
    dataset = _load(path)
    expect(dataset.y_true.tolist(), [label == "bad" for label in LABELS], "labels")
    expect(tuple(dataset.scores["score_a"].tolist()), SCORES, "scores")
    expect(tuple(dataset.numeric["amount"].tolist()), AMOUNTS, "amounts")
    return f"{dataset.rows} rows"


def _load(path: Path) -> Dataset:
    from costcurve_gui.dataio.dataset import load_dataset
    from costcurve_gui.dataio.formats.opening import open_source
    from costcurve_gui.dataio.roles.proposal import propose_roles

    source = open_source(path)
    proposed = propose_roles(source).roles
    roles = replace(proposed, label="label", positive="bad", scores=("score_a",))
    return load_dataset(source, roles)
