"""Rules on scores that are grades: each emission is run on texts that code gets wrong easily."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3

import duckdb
import numpy as np
import pandas as pd
import pytest

from costcurve_gui.cli.deciding import run as decide_command
from costcurve_gui.cli.report import run as report
from costcurve_gui.cli.verifying import run as verify_command
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.notebook.policy import Policy
from costcurve_gui.policies.code import as_python, as_sklearn, as_sql, described
from costcurve_gui.policies.code_check import run_code
from costcurve_gui.policies.excel import as_excel
from costcurve_gui.policies.grades import awkward_texts, places_of
from costcurve_gui.policies.per_case import decide_per_case
from costcurve_gui.policies.rule import decide, draws
from costcurve_gui.policies.saved import policies_of, read_policies
from tests.policies.test_code import libreoffice
from tests.policies.test_deciding import policy

ORDER = ["A", "b'c", 'D "x"', "É", "straße", "low risk"]
TEXTS = [*awkward_texts(ORDER), "B'C", "b'c ", "STRAßE", "a,b", "AA"]


def saved(**changes):
    return policies_of(policy(score_column="rating", grades=ORDER, **changes)).policies[0]


RULES = [
    {"threshold": 3.0, "lower_is_positive": False},
    {"threshold": 2.0, "lower_is_positive": True},
    {"threshold": "none", "lower_is_positive": False},
    {"threshold": 1.0, "lower_is_positive": False},
    {"threshold": 5.0, "threshold_review": 3.0, "lower_is_positive": False},
]


def wanted(one, keys=None):
    """Return what is decided of each text, by loops over the order."""
    known = {grade.casefold(): place for place, grade in enumerate(ORDER, start=1)}
    drawn = [None] * len(TEXTS) if keys is None else draws(one.seed, keys)

    def reached(place, threshold):
        if threshold in (None, "none"):
            return False
        return place <= threshold if one.lower_is_positive else place >= threshold

    found = []
    for text, draw in zip(TEXTS, drawn, strict=True):
        place = None if text is None else known.get(text.strip().casefold())
        if place is None:
            found.append(None)
            continue
        mixed = draw is not None and draw < one.mixing
        acts = reached(place, one.threshold_2 if mixed else one.threshold)
        refers = one.has_review and reached(place, one.threshold_review)
        found.append(1 if acts else 2 if refers else 0)
    return found


def in_sqlite(expression):
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE t (n INTEGER, rating TEXT, k TEXT)")
    base.executemany("INSERT INTO t VALUES (?, ?, ?)", rows())
    return [row[0] for row in base.execute(f"SELECT {expression} FROM t ORDER BY n")]  # noqa: S608


def in_duckdb(expression):
    base = duckdb.connect()
    base.execute("CREATE TABLE t (n INTEGER, rating TEXT, k TEXT)")
    base.executemany("INSERT INTO t VALUES (?, ?, ?)", rows())
    query = f"SELECT {expression} FROM t ORDER BY n"  # noqa: S608
    return [row[0] for row in base.execute(query).fetchall()]


def rows():
    return [(n, text, f"k{n}") for n, text in enumerate(TEXTS)]


def in_python(one):
    code = {}
    exec(as_python(one), code)  # noqa: S102 - what was printed is to be run
    return [code["decide"](text, f"k{n}") for n, text in enumerate(TEXTS)]


@pytest.mark.parametrize("words", RULES, ids=str)
def test_that_code_about_grades_decides_like_decide(words):
    one = saved(**words)
    found = decide(one, places_of(ORDER, TEXTS)).tolist()
    assert [None if code < 0 else code for code in found] == wanted(one)
    assert in_sqlite(as_sql(one)) == wanted(one)
    assert in_duckdb(as_sql(one)) == wanted(one)
    assert in_python(one) == wanted(one)
    check = run_code(
        one,
        {"python": as_python(one), "sql": as_sql(one)},
        (),
        np.array([1.0, 4.0, np.nan]),
        progress=_Silent(),
    )
    assert (check.languages, check.differing) == (("Python", "SQL (DuckDB)"), {})


class _Silent:
    def advance(self, *_words):
        pass


def test_that_a_mixture_of_grades_is_drawn_alike():
    one = saved(threshold=4.0, threshold_2=2.0, mixing=0.4, lower_is_positive=False)
    keys = [f"k{n}" for n in range(len(TEXTS))]
    assert in_python(one) == wanted(one, keys)
    assert in_duckdb(as_sql(one, dialect="duckdb", key="k")) == wanted(one, keys)


def test_that_own_thresholds_take_grades():
    own = {"column": "k", "thresholds": {"k0": 1.0, "k1": "none"}}
    one = saved(threshold=3.0, lower_is_positive=False, segments=own)
    by_segment = [
        None if n > 1 else {0: 1, 1: 0}[n] for n in range(len(TEXTS))
    ]  # the first two texts are the first grade
    assert in_duckdb(as_sql(one)) == by_segment
    code = {}
    exec(as_python(one), code)  # noqa: S102 - what was printed is to be run
    assert [code["decide"](TEXTS[0], name) for name in ("k0", "k1")] == [1, 0]
    assert code["decide"]("unknown", "k0") is None
    with pytest.raises(DataError, match="too much for a formula"):
        as_excel(one)


def test_that_a_rule_of_each_case_takes_grades():
    way = {"kind": "logistic", "intercept": -2.0, "slope": 0.7, "of_logit": False}
    way |= {"odds_shift": 1.0, "miss_factor": 1.0, "columns": ["n"], "least_gain": 0.0}
    way["payoff"] = {"tp": "n", "fp": "-9", "fn": "0", "tn": "0"}
    one = saved(criterion="per_case", threshold=None, lower_is_positive=False, calibration=way)
    numbers = {"n": np.arange(len(TEXTS), dtype=float)}
    found = decide_per_case(one.calibration, places_of(ORDER, TEXTS), numbers)
    expected = [
        None if not known else int(acts)
        for known, acts in zip(found.known.tolist(), found.acts.tolist(), strict=True)
    ]
    assert {0, 1, None} <= set(expected)
    assert in_duckdb(as_sql(one)) == expected
    code = {}
    exec(as_python(one), code)  # noqa: S102 - what was printed is to be run
    given = enumerate(TEXTS)
    assert [code["decide"](text, row={"n": float(n)}) for n, text in given] == expected


def test_that_a_formula_names_the_grades():
    one = saved(threshold=6.0, threshold_review=4.0, lower_is_positive=False)
    found = as_excel(one, ("go", "stay", "ask"), separator="semicolon")
    assert found.startswith('=IF(ISTEXT(A2);IF(OR(LOWER(TRIM(A2))="low risk");"go";IF(OR(LOWER(')
    assert found.endswith('LOWER(TRIM(A2))="d ""x""");"stay";"")));"")\n')
    assert described(one) == ("min_cost of m: act where rating is low risk, refer from É on")
    with pytest.raises(DataError, match="grades, and FixedThresholdClassifier compares numbers"):
        as_sklearn(saved(threshold=3.0), "yes")


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice computes formulas")
def test_that_libreoffice_decides_grades_alike(tmp_path):
    rules = [saved(**words) for words in RULES]
    known = [(text, n) for n, text in enumerate(TEXTS) if text]
    cells = [
        [text, *(as_excel(one, cell=f"A{row}").strip() for one in rules)]
        for row, (text, _) in enumerate(known, start=1)
    ]
    lines = ["|".join('"{}"'.format(cell.replace('"', '""')) for cell in row) for row in cells]
    found = libreoffice(tmp_path, lines, "|")
    decided = [row[1:] for row in csv.reader(found, delimiter="|")]
    expected = [wanted(one) for one in rules]
    assert decided == [
        ["" if one[n] is None else str(one[n]) for one in expected] for _, n in known
    ]


def test_that_grades_given_twice_are_refused():
    with pytest.raises(DataError, match="each may occur only once"):
        policies_of(policy(score_column="rating", grades=["A", "b", "a "]))


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """Return the folder of a report on a rating and of new rows, with grades never seen."""
    folder = tmp_path_factory.mktemp("grades")
    rng = np.random.default_rng(4)
    grade = rng.integers(0, 5, 400)
    bad = rng.random(400) < 0.1 + 0.15 * grade
    frame = pd.DataFrame({"id": range(400), "rating": ["ABCDE"[g] for g in grade]})
    frame["label"] = np.where(bad, "bad", "good")
    frame.to_csv(folder / "plan.csv", index=False)
    new = frame.head(60).copy()
    new["rating"] = [f" {text.lower()}" if n % 3 else text for n, text in enumerate(new["rating"])]
    new.loc[[4, 9], "rating"] = ["Z", None]
    new.to_csv(folder / "new.csv", index=False)
    words = ["--label", "label", "--positive", "bad", "--scores", "rating", "--format", "csv"]
    out = ["--out", str(folder / "out"), "--bootstrap", "40", "--fn", "-3", "--capacity", "30"]
    assert report([str(folder / "plan.csv"), *words, *out, "--population", "100"]) == 0
    return folder


def test_that_decide_acts_by_the_order_of_the_plan(planned, capsys):
    plan = read_policies(planned / "out" / "policy.json").recommended
    assert (plan.applicable, plan.grades) == (True, tuple("ABCDE"))
    words = [str(planned / "new.csv"), "--policy", str(planned / "out" / "policy.json")]
    out = planned / "decided.csv"
    assert decide_command([*words, "--out", str(out)]) == 2
    said = "2 rows have none of the grades A, B, C, D, E in rating (row 5, 10)"
    assert said in capsys.readouterr().err
    assert not out.exists()
    assert decide_command([*words, "--out", str(out), "--missing", "empty"]) == 0
    with out.open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream))
    texts = pd.read_csv(planned / "new.csv")["rating"].tolist()
    for text, row in zip(texts, found, strict=True):
        grade = text.strip().upper() if isinstance(text, str) else ""
        known = grade in set("ABCDE") and bool(grade)
        assert row["score"] == (grade if known else "")
        place = "ABCDE".find(grade) + 1
        acts = str(int(place >= plan.threshold)) if known else ""
        assert row["decision"] == acts


def test_that_verify_reads_new_rows_by_the_order_of_the_plan(planned):
    out = planned / "verified.csv"
    words = [str(planned / "new.csv"), "--policy", str(planned / "out" / "policy.json")]
    assert verify_command([*words, "--criterion", "min_cost", "--out", str(out)]) == 0
    frame = pd.read_csv(out).set_index("quantity")
    file = json.loads((planned / "out" / "policy.json").read_text("utf-8"))
    (entry,) = [one for one in file["policies"] if one["criterion"] == "min_cost"]
    new = pd.read_csv(planned / "new.csv")
    grade = new["rating"].str.strip().str.upper()
    known = grade.isin([*"ABCDE"])
    assert frame["rows"].tolist() == [int(known.sum())] * len(frame)
    acts = grade[known].map("ABCDE".index) + 1 >= entry["threshold"]
    bad = new["label"][known] == "bad"
    assert frame.loc["tpr", "observed"] == pytest.approx(acts[bad].mean())
    assert frame.loc["fpr", "observed"] == pytest.approx(acts[~bad].mean())


def test_that_a_notebook_decides_and_verifies_grades(planned):
    one = Policy.read(planned / "out" / "policy.json", "min_cost")
    threshold = one["policies"][0]["threshold"]
    found = one.decide([" a", "E", "Z", None], missing="empty")
    assert found[:2].tolist() == [float(threshold <= 1), float(threshold <= 5)]
    assert np.isnan(found[2:]).all()
    new = pd.read_csv(planned / "new.csv")
    data = {"id": new["id"]}
    frame = one.verify(new["label"], new["rating"], data=data, bootstrap=0)
    assert set(frame["rows"]) == {58}


def test_that_decide_takes_grades_case_by_case(planned):
    out, found = planned / "cases", planned / "by_case.csv"
    words = ["--label", "label", "--positive", "bad", "--scores", "rating", "--format", "csv"]
    words += ["--bootstrap", "0", "--fn=-1-id/100", "--out", str(out)]
    words += ["--known-when-deciding", "id"]
    assert report([str(planned / "plan.csv"), *words]) == 0
    given = [str(planned / "new.csv"), "--policy", str(out / "policy.json")]
    given += ["--criterion", "per_case", "--missing", "empty", "--out", str(found)]
    assert decide_command(given) == 0
    frame = pd.read_csv(found)
    assert frame["decision"].isna().tolist() == [at in (4, 9) for at in range(60)]
    assert set(frame["decision"].dropna()) == {0, 1}
    assert set(frame["score"].dropna()) == {*"ABCDE"}
