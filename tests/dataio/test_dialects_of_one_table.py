"""One table in many dialects: the same models, or a refusal whose option gives them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import shlex
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from costcurve_gui.cli.errors import one_line
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.dataio.errors import UnclearError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NUMBERS = np.random.default_rng(30)
Y = [1, 0] * 30
SCORE = [round(float(NUMBERS.beta(2 + y, 3 - y)), 4) for y in Y]
AMOUNT = [int(NUMBERS.integers(1, 40)) * 125 + 1000 for _ in Y]
MEAN = sum(amount for amount, y in zip(AMOUNT, Y, strict=True) if y) / sum(Y)


def marked(number: float, decimal: str, thousands: str) -> str:
    text = f"{number:,}" if isinstance(number, int) else repr(number)
    return text.translate({ord(","): thousands, ord("."): decimal})


def delimited(
    separator: str = ",",
    decimal: str = ".",
    thousands: str = "",
    *,
    quoting: int = csv.QUOTE_MINIMAL,
    quote: str = '"',
    encoding: str = "utf-8",
    header: tuple[str, ...] = ("y", "score", "amount"),
    index: str | None = None,
    before: str = "",
    end: str = "\n",
) -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.writer(
        stream, delimiter=separator, quoting=quoting, quotechar=quote, lineterminator=end
    )
    if header:
        writer.writerow(header if index is None else (index, *header))
    for row, (y, score, amount) in enumerate(zip(Y, SCORE, AMOUNT, strict=True)):
        cells = (y, marked(score, decimal, thousands), marked(amount, decimal, thousands))
        writer.writerow(cells if index is None else (row, *cells))
    return (before + stream.getvalue()).encode(encoding)


def records() -> list[dict[str, Any]]:
    return [
        {"y": y, "score": score, "amount": amount}
        for y, score, amount in zip(Y, SCORE, AMOUNT, strict=True)
    ]


def columns() -> dict[str, Any]:
    return {"y": Y, "score": SCORE, "amount": AMOUNT}


def by_pandas(write: str, **options: Any) -> Callable[[Path], None]:
    def written(path: Path) -> None:
        import pandas as pd

        getattr(pd.DataFrame(columns()), write)(path, **options)

    return written


def parquet(kinds: str) -> Callable[[Path], None]:
    def written(path: Path) -> None:
        import duckdb
        import pandas as pd

        frame = pd.DataFrame(columns())
        duckdb.sql(f"SELECT {kinds} FROM frame").write_parquet(str(path))  # noqa: S608
        del frame

    return written


def zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("scores.csv", delimited())


WHOLE = ("y,score,amount", "y", "score", "amount")
DIALECTS: dict[str, bytes | Callable[[Path], None]] = {
    "comma.csv": delimited(),
    "semicolon.csv": delimited(";"),
    "semicolon_comma.csv": delimited(";", ","),
    "semicolon_comma_point.csv": delimited(";", ",", "."),
    "semicolon_comma_blank.csv": delimited(";", ",", " "),
    "tab.tsv": delimited("\t"),
    "tab_comma.tsv": delimited("\t", ","),
    "tab_point_comma.tsv": delimited("\t", ".", ","),
    "bar.txt": delimited("|"),
    "comma_quoted_thousands.csv": delimited(",", ".", ","),
    "comma_quoted_decimals.csv": delimited(",", ","),
    "apostrophe.csv": delimited(";", ".", "'"),
    "all_quoted.csv": delimited(quoting=csv.QUOTE_ALL),
    "single_quotes.csv": delimited(quoting=csv.QUOTE_ALL, quote="'"),
    "blanks.txt": delimited(" "),
    "bom.csv": delimited(encoding="utf-8-sig"),
    "utf16.csv": delimited("\t", encoding="utf-16"),
    "windows.csv": delimited(";", ",", encoding="cp1252", end="\r\n"),
    "index.csv": delimited(index=""),
    "unnamed.csv": delimited(index="Unnamed: 0"),
    "title.csv": delimited(before="Scores of March\n\n"),
    "comment.csv": delimited(before="# written by a program\n"),
    "sep.csv": delimited(";", before="sep=;\n"),
    "no_header.csv": delimited(header=()),
    "packed.csv.gz": gzip.compress(delimited()),
    "archive.zip": zipped,
    "records.json": json.dumps(records()).encode(),
    "lines.jsonl": "\n".join(map(json.dumps, records())).encode(),
    "pandas.json": by_pandas("to_json"),
    "index.json": by_pandas("to_json", orient="index"),
    "split.json": by_pandas("to_json", orient="split"),
    "table.json": by_pandas("to_json", orient="table"),
    "sheet.xlsx": by_pandas("to_excel", index=False),
    "index.xlsx": by_pandas("to_excel"),
    "doubles.parquet": parquet("y, score, amount"),
    "decimals.parquet": parquet("y, score::DECIMAL(38,20) AS score, amount::DOUBLE AS amount"),
    "texts.parquet": parquet("y::VARCHAR AS y, score::VARCHAR AS score, amount"),
}
OPTIONS = {"no_header.csv": ["--no-header", "--columns=y,score,amount"]}


def read(path: Path, words: list[str]) -> tuple[dict[str, float], float]:
    """Return the AUC of each model, and the mean payoff of a miss."""
    given = [str(path), "--out=.", "--positive=1", "--scores=score", "--fn=-amount", "--fp=-10"]
    part = read_report_input(parse_options([*given, "--bootstrap=0", *words])).parts[0]
    models = part.snapshot.curve_set.models
    means = part.snapshot.condition.means
    return {model.info.name: model.evaluation.auc for model in models}, means.fn_cost


@pytest.mark.parametrize("name", DIALECTS)
def test_that_one_table_gives_the_same_models_in_every_dialect(tmp_path: Path, name: str) -> None:
    path, written = tmp_path / name, DIALECTS[name]
    if isinstance(written, bytes):
        path.write_bytes(written)
    else:
        written(path)
    words = OPTIONS.get(name, [])
    try:
        areas, mean = read(path, words)
    except UnclearError as error:
        option = one_line(error).partition("Say ")[2].partition(" or ")[0]
        areas, mean = read(path, [*words, *shlex.split(option)])
    pairs = [
        (a, b)
        for a, y in zip(SCORE, Y, strict=True)
        if y
        for b, z in zip(SCORE, Y, strict=True)
        if not z
    ]
    area = sum((a > b) + (a == b) / 2 for a, b in pairs) / len(pairs)
    assert areas == {"score": pytest.approx(area)}
    assert mean == pytest.approx(MEAN)


def test_that_what_tells_nothing_is_refused_with_the_option_that_does(tmp_path: Path) -> None:
    path = tmp_path / "whole.tsv"
    path.write_text(
        "y\tscore\tamount\n" + "".join(f"{y}\t{i}\t{1000 + 7 * i:,}\n" for i, y in enumerate(Y))
    )
    with pytest.raises(UnclearError) as caught:
        read(path, [])
    assert "--thousands ','" in one_line(caught.value)
    assert read(path, ["--thousands=,"])[1] == pytest.approx(1000 * read(path, ["--decimal=,"])[1])
