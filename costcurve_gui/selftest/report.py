"""Whether a report of a known file is written in every format, with the numbers known for it."""

from __future__ import annotations

import csv
from functools import partial
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from costcurve_gui.resources import resource_path
from costcurve_gui.selftest.check import Check, CheckFailedError, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

FILE = "german_credit_half.csv"
OPTIONS = (
    *("--label", "label", "--positive", "bad", "--fn", "-amount", "--fp", "-1000"),
    *("--bootstrap", "0", "--format", "csv,png,svg,pdf"),
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


_READERS: Mapping[str, Callable[[Path], None]] = {
    "csv": _read_csv,
    "png": _read_png,
    "svg": _read_svg,
    "pdf": _read_pdf,
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
