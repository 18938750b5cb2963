"""Reports for the tests: written once per set of words, read back as rows."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from costcurve_gui.cli.report import run

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "resources" / "sample_data"


class Report:
    """A written report."""

    def __init__(self, folder):
        self.folder = folder

    def rows(self, name, **where):
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return [row for row in rows if all(row[key] == value for key, value in where.items())]

    def row(self, name, **where):
        (row,) = self.rows(name, **where)
        return row

    def column(self, name, column, **where):
        return [float(row[column]) for row in self.rows(name, **where)]

    def header(self, name):
        with (self.folder / name).open(encoding="utf-8") as file:
            return file.readline().rstrip("\n").split(",")

    @property
    def manifest(self):
        return json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    """Write the tables of a report; the same words are carried out once.

    Nothing is resampled unless the words say so.
    """
    written = {}

    def write(file, *words):
        if "--bootstrap" not in words:
            words = (*words, "--bootstrap", "0")
        key = (file, *words)
        if key not in written:
            folder = tmp_path_factory.mktemp("report")
            assert run([str(SAMPLES / file), "--format", "csv", "--out", str(folder), *words]) == 0
            written[key] = Report(folder)
        return written[key]

    return write


@pytest.fixture
def write_cases(tmp_path):
    """Write a small file of cases from text."""

    def write(text, name="cases.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def program():
    """Start the program as a user does, without a display."""

    def start(*words, **keywords):
        return subprocess.run(
            [sys.executable, ROOT / "main.py", *map(str, words)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            **keywords,
        )

    return start
