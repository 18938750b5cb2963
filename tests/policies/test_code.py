from __future__ import annotations

import json
import math
import os
import shutil
import sqlite3
import subprocess
import tempfile
from decimal import Decimal
from pathlib import Path

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from costcurve_gui.cli.rule_code import run
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.duckdb_connection import identifier
from costcurve_gui.policies.code import as_python, as_sklearn, as_sql
from costcurve_gui.policies.excel import as_excel, excel_constant
from costcurve_gui.policies.per_case import decide_per_case
from costcurve_gui.policies.rule import decide, draws
from costcurve_gui.policies.saved import policies_of
from costcurve_gui.policies.sql import exact_number
from tests.policies.test_deciding import policy

COLUMN = "score \"of\" the 'model'; é"
THRESHOLDS = [0.7, 0.1 + 0.2, 1 / 3, -2.5e-7, 0.0, 1e300, 5e-324, -1.7976931348623157e308, 17.0]
ODD = ["none", math.inf, -math.inf]
KEYS = ["a", "7", "", "é'", 'q"']


def saved(**changes):
    return policies_of(policy(score_column=COLUMN, **changes)).policies[0]


def rows_about(*thresholds):
    """Return scores at, just below and just above each threshold, and whatever else may come."""
    scores = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1.7976931348623157e308, 5e-324, 1.0]
    for one in thresholds:
        if isinstance(one, float) and math.isfinite(one):
            scores += [one, math.nextafter(one, math.inf), math.nextafter(one, -math.inf)]
    return scores


def expected(one, scores, keys=None):
    drawn = None if keys is None else draws(one.seed, keys)
    found = decide(one, np.array(scores), drawn).tolist()
    return [None if value < 0 else value for value in found]


def in_sqlite(expression, scores, keys):
    base = sqlite3.connect(":memory:")
    base.execute(f"CREATE TABLE t (n INTEGER, {quoted()} DOUBLE PRECISION, k TEXT)")
    base.executemany("INSERT INTO t VALUES (?, ?, ?)", numbered(scores, keys))
    return [row[0] for row in base.execute(f"SELECT {expression} FROM t ORDER BY n")]  # noqa: S608


def in_duckdb(expression, scores, keys):
    base = duckdb.connect()
    base.execute(f"CREATE TABLE t (n INTEGER, {quoted()} DOUBLE PRECISION, k TEXT)")
    base.executemany("INSERT INTO t VALUES (?, ?, ?)", numbered(scores, keys))
    query = f"SELECT {expression} FROM t ORDER BY n"  # noqa: S608
    return [row[0] for row in base.execute(query).fetchall()]


def quoted():
    return '"' + COLUMN.replace('"', '""') + '"'


def numbered(scores, keys):
    rows = [(n, score, key) for n, (score, key) in enumerate(zip(scores, keys, strict=True))]
    return [*rows, (len(rows), None, "z")]


SINGLE = [
    *({"threshold": one, "lower_is_positive": lower} for one in THRESHOLDS for lower in (0, 1)),
    *({"threshold": one, "lower_is_positive": lower} for one in ODD for lower in (0, 1)),
    {"threshold": 0.7, "threshold_review": 0.3},
    {"threshold": 0.3, "threshold_review": 0.7, "lower_is_positive": True},
]


def of(words):
    words = {**words, "lower_is_positive": bool(words.get("lower_is_positive", False))}
    return saved(**words), rows_about(*words.values())


@pytest.mark.parametrize("words", SINGLE, ids=str)
def test_that_code_decides_like_decide_on_odd_scores(words):
    one, scores = of(words)
    keys = ["k"] * len(scores)
    wanted = [*expected(one, scores), None]
    expression = as_sql(one)
    assert in_sqlite(expression, scores, keys) == wanted
    assert in_duckdb(expression, scores, keys) == wanted
    code = {}
    exec(as_python(one), code)  # noqa: S102 - what was printed is to be run
    assert [code["decide"](score) for score in [*scores, None]] == wanted


def test_that_a_mixture_is_drawn_alike_in_each_language_that_can():
    one = saved(threshold=0.7, threshold_2=0.3, mixing=0.4)
    scores = rows_about(0.7, 0.3) * 4
    keys = [f"{KEYS[n % 5]}{n}" for n in range(len(scores))]
    wanted = [*expected(one, scores, keys), None]
    assert {0, 1} <= {*expected(one, [0.5] * len(keys), keys)}
    assert in_duckdb(as_sql(one, dialect="duckdb", key="k"), scores, keys) == wanted
    code = {}
    exec(as_python(one), code)  # noqa: S102 - what was printed is to be run
    found = [code["decide"](score, key) for score, key in zip(scores, keys, strict=True)]
    assert found == wanted[:-1]


OTHER = 'gift "x" €'
PAYOFF = {
    "tp": "0",
    "fp": f"-1 - abs(`{OTHER}`)/50",
    "fn": f"-max(20, 0.5*`{OTHER}`)",
    "tn": f"where(`{OTHER}` > 7, 0.1*`{OTHER}`, 0)",
}
GIFTS = [0.0, -0.0, 7.0, math.nextafter(7, 8), 41.3, -3.1, math.nan, math.inf, 1e300, 5e-324]
BY_CASE = [
    {"of_logit": logit, "lower_is_positive": lower, "least_gain": least}
    for logit, lower, least in ((True, False, 0.0), (False, True, 0.0), (True, False, 1.7))
] + [{"of_logit": False, "lower_is_positive": False, "least_gain": None}]


def by_case(of_logit, lower_is_positive, least_gain, gifts=None):
    """Return a rule of each case, and rows about whatever may come: scores, and what is paid."""
    way = {"kind": "logistic", "intercept": -0.7, "slope": 0.9, "of_logit": of_logit}
    way |= {"odds_shift": 0.31, "miss_factor": 1.3, "columns": [OTHER], "payoff": PAYOFF}
    way["least_gain"] = least_gain
    one = saved(
        criterion="per_case",
        threshold=None,
        lower_is_positive=lower_is_positive,
        calibration=way,
    )
    scores = [*rows_about(0.137), math.nextafter(1, 0), -0.4, 3.3, -1e300, 700.0, -900.0]
    rows = [(score, gift) for score in scores for gift in gifts or GIFTS]
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    high = -columns[0] if lower_is_positive else columns[0]
    found = decide_per_case(one.calibration, high, {OTHER: columns[1]})
    pairs = zip(found.acts.tolist(), found.known.tolist(), strict=True)
    wanted = [int(acts) if known else None for acts, known in pairs]
    return one, [*rows, (None, 5.0), (0.5, None)], [*wanted, None, None]


@pytest.mark.parametrize("words", BY_CASE, ids=str)
def test_that_code_decides_each_case_like_decide(words):
    one, rows, wanted = by_case(**words)
    assert {0, None} <= set(wanted)
    assert 1 in wanted or words["least_gain"] is None
    code = {}
    exec(as_python(one), code)  # noqa: S102 - what was printed is to be run
    assert [code["decide"](score, row={OTHER: gift}) for score, gift in rows] == wanted
    names = f"{quoted()} DOUBLE PRECISION, {identifier(OTHER)} DOUBLE PRECISION"
    for connect in (duckdb.connect, sqlite3.connect):
        base = connect(":memory:")
        base.execute(f"CREATE TABLE t (n INTEGER, {names})")
        lines = [(n, *row) for n, row in enumerate(rows)]
        base.executemany("INSERT INTO t VALUES (?, ?, ?)", lines)
        query = f"SELECT {as_sql(one)} FROM t ORDER BY n"  # noqa: S608
        found = [row[0] for row in base.execute(query).fetchall()]
        assert found == wanted, connect


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_that_sqlite_reads_the_very_number(value):
    query = f"SELECT CAST({exact_number(value)} AS DOUBLE PRECISION)"
    assert sqlite3.connect(":memory:").execute(query).fetchone()[0] == value


@pytest.mark.parametrize("language", [as_sql, as_python])
def test_that_names_stand_for_decisions(language):
    one, names = saved(threshold_review=0.3), ("it's on", "off", 'ask "her"')
    text = language(one, names)
    if language is as_sql:
        found = in_sqlite(text, [0.9, 0.1, 0.5], "abc")
    else:
        code = {}
        exec(text, code)  # noqa: S102 - what was printed is to be run
        found = [code["decide"](score) for score in (0.9, 0.1, 0.5, None)]
    assert found == [*names, None]


@given(st.floats(-1e6, 1e6), st.integers(1, 400))
def test_that_the_constant_of_a_spreadsheet_tells_the_sample_apart(threshold, steps):
    after = threshold
    for _ in range(steps):
        after = math.nextafter(after, -math.inf)
    found = excel_constant(threshold, after)
    if found is None:
        assert abs(threshold - after) <= 1.5e-14 * max(abs(threshold), 1e-290)
        return
    assert len(found.normalize().as_tuple().digits) <= 15
    assert Decimal(after) < found <= Decimal(threshold)
    rounded = [Decimal(f"{Decimal(one):.14e}") for one in (after, threshold)]
    assert rounded[0] < found <= rounded[1]


def test_that_a_formula_is_written_and_refused_where_digits_do_not_do():
    one = saved(threshold=0.1 + 0.2, next_score=0.25)
    assert as_excel(one) == '=IF(ISNUMBER(A2),IF(A2>=0.3,1,0),"")\n'
    low = saved(threshold=0.25, next_score=0.3, lower_is_positive=True)
    assert as_excel(low, cell="$B3") == '=IF(ISNUMBER($B3),IF($B3<=0.25,1,0),"")\n'
    band = saved(threshold=1e-9, next_score=0.0, threshold_review=-0.5)
    names = ("act", "leave", 'say "no"')
    assert as_excel(band, names) == (
        '=IF(ISNUMBER(A2),IF(A2>=1E-9,"act",IF(A2>=-0.5,"say ""no""","leave")),"")\n'
    )
    assert as_excel(saved(threshold="none")) == '=IF(ISNUMBER(A2),0,"")\n'
    assert as_excel(band, names, separator="semicolon") == (
        '=IF(ISNUMBER(A2);IF(A2>=1E-9;"act";IF(A2>=-5E-1;"say ""no""";"leave"));"")\n'
    )
    large = saved(threshold=4e20, next_score=3e20)
    assert as_excel(large, separator="semicolon") == '=IF(ISNUMBER(A2);IF(A2>=4E20;1;0);"")\n'
    with pytest.raises(DataError, match="no number with that many digits lies between"):
        as_excel(saved(threshold=0.1 + 0.2, next_score=0.3))
    with pytest.raises(DataError, match="--criterion min_cost_single"):
        as_excel(saved(threshold_2=0.1, mixing=0.5))


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize(("separator", "parted"), [("comma", ";"), ("semicolon", "|")])
def test_that_libreoffice_decides_the_sample_alike(tmp_path, separator, parted):
    scores = [0.3, 0.1 + 0.2, 0.25, 0.7, 0.30000000000002]
    reached = {"threshold": 0.1 + 0.2, "next_score": 0.25}
    band = {"threshold_review": 0.1 + 0.2, "next_review_score": 0.25}
    rules = {
        "11011": saved(**reached),
        "22012": saved(threshold=0.7, next_score=0.30000000000002, **band),
        "11101": saved(threshold=0.30000000000002, next_score=0.7, lower_is_positive=True),
    }
    lines = []
    for n, score in enumerate(scores, 1):
        formulas = [as_excel(one, cell=f"A{n}", separator=separator) for one in rules.values()]
        lines.append(parted.join([repr(score), *(f'"{one.strip()}"' for one in formulas)]))
    found = libreoffice(tmp_path, lines, parted)
    decided = [line.split("|")[1:] for line in found]
    assert ["".join(column) for column in zip(*decided, strict=True)] == [*rules]


def libreoffice(folder, lines, parted=";"):
    """Return the lines of a sheet, parted by |, once LibreOffice has computed its formulas."""
    (folder / "in.csv").write_text("\n".join(lines), encoding="utf-8")
    command = ["soffice", "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):124,34,76"]
    options = [
        f"--infilter=Text - txt - csv (StarCalc):{ord(parted)},34,76,1,,0,false,true,false,true"
    ]
    subprocess.run(
        [*command, *options, "--outdir", "out", "in.csv"], cwd=folder, check=True, timeout=120
    )
    return (folder / "out" / "in.csv").read_text(encoding="utf-8").splitlines()


def _in_postgresql(value):
    return "NULL" if value is None else f"'{value!r}'"


def postgresql(folder, *statements):
    """Carry out statements by PostgreSQL, without a server, as a user that its initdb accepts."""
    user = {"user": "nobody", "cwd": folder} if os.geteuid() == 0 else {"cwd": folder}
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody")
    made = ["initdb", "-D", "base", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run(made, **user, check=True, capture_output=True)
    text = "".join(f"{one};\n\n" for one in statements)
    command = ["postgres", "--single", "-j", "-F", "-D", "base", "postgres"]
    done = subprocess.run(command, **user, input=text.encode(), check=True, capture_output=True)
    assert b"ERROR" not in done.stderr, done.stderr.decode()


@pytest.mark.skipif(
    not (shutil.which("initdb") and shutil.which("postgres")), reason="PostgreSQL is not installed"
)
def test_that_postgresql_decides_like_decide():
    cases = [of(words) for words in SINGLE]
    mixture = saved(threshold=0.7, threshold_2=0.3, mixing=0.4)
    cases.append((mixture, rows_about(0.7, 0.3) * 4))
    with tempfile.TemporaryDirectory() as folder:
        statements, wanted = [], []
        for number, (one, scores) in enumerate(cases):
            keys = [f"{KEYS[n % 5]}{n}" for n in range(len(scores))]
            wanted.append([*expected(one, scores, keys if one.is_mixture else None), None])
            rows = ", ".join(
                f"({n}, '{'NULL' if score is None else repr(score)}', $k${key}$k$)"
                for n, score, key in numbered(scores, keys)
            ).replace("'NULL'", "NULL")
            expression = as_sql(one, dialect="postgresql", key="k").split("\n", 1)[1].strip()
            query = f"SELECT {expression} FROM t ORDER BY n"  # noqa: S608
            statements += [
                f"CREATE TABLE t (n int, {quoted()} double precision, k text)",
                f"INSERT INTO t VALUES {rows}",  # noqa: S608
                f"COPY ({query}) TO '{folder}/{number}.csv'",
                "DROP TABLE t",
            ]
        for number, words in enumerate(BY_CASE, len(cases)):
            one, rows, decided = by_case(**words, gifts=GIFTS[:-2])  # it refuses to overflow
            wanted.append(decided)
            values = ", ".join(
                f"({n}, {', '.join(map(_in_postgresql, row))})" for n, row in enumerate(rows)
            )
            names = f"{quoted()} double precision, {identifier(OTHER)} double precision"
            expression = as_sql(one).split("\n", 1)[1].strip()
            query = f"SELECT {expression} FROM t ORDER BY n"  # noqa: S608
            statements += [
                f"CREATE TABLE t (n int, {names})",
                f"INSERT INTO t VALUES {values}",  # noqa: S608
                f"COPY ({query}) TO '{folder}/{number}.csv'",
                "DROP TABLE t",
            ]
        postgresql(folder, *statements)
        found = [
            [None if line == "\\N" else int(line) for line in file.read_text().splitlines()]
            for file in (Path(folder) / f"{number}.csv" for number in range(len(wanted)))
        ]
    assert found == wanted


def test_that_a_classifier_of_scikit_learn_decides_alike():
    random = np.random.default_rng(2)
    x = random.normal(size=(200, 2))
    y = np.where(x[:, 0] + random.normal(size=200) > 0, "bad", "good")
    model = LogisticRegression().fit(x, y)
    scores = model.predict_proba(x)[:, 0]  # of bad
    for threshold in (float(np.sort(scores)[77]), "none"):
        one = saved(threshold=threshold)
        code = {}
        exec(as_sklearn(one, "bad"), code)  # noqa: S102 - what was printed is to be run
        found = code["with_threshold"](model).predict(x)
        assert ((found == "bad") == (decide(one, scores) == 1)).all()


@pytest.mark.parametrize(
    "words",
    [
        {"threshold_2": 0.1, "mixing": 0.5},
        {"threshold_review": 0.1},
        {"lower_is_positive": True},
    ],
)
def test_that_scikit_learn_refuses_what_is_no_single_threshold(words):
    with pytest.raises(DataError, match="FixedThresholdClassifier"):
        as_sklearn(saved(**words), "bad")


def test_that_rule_prints_code_and_refuses_in_one_line(tmp_path, capsys):
    file = tmp_path / "policy.json"
    file.write_text(json.dumps(policy(threshold_2=0.2, mixing=0.5)), encoding="utf-8")

    def printed(*words):
        status = run(["--policy", str(file), *words])
        out, err = capsys.readouterr()
        return status, out or err

    status, text = printed("--language", "sql")
    assert (status, text.count("\n")) == (2, 1)
    assert "--dialect duckdb or postgresql, and --id COL" in text
    assert "--criterion min_cost_single is a single threshold" in text
    status, text = printed("--language", "sql", "--dialect", "duckdb", "--id", "k")
    assert (status, text.splitlines()[0][:2]) == (0, "--")
    assert printed("--language", "python", "--names", "a,b")[0] == 0
    for words, said in (
        (("python", "--names", "a"), "--names takes 2 names here, ACT,LEAVE"),
        (("excel", "--cell", "A"), "--cell A is not a spreadsheet cell"),
        (("sklearn", "--names", "a,b"), "--names is of no use to sklearn"),
        (("cobol",), "--language"),
    ):
        status, text = printed("--language", *words)
        assert status == 2
        assert said in text
