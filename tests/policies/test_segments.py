"""A policy with a threshold for each region: saved, applied, printed as code."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

from costcurve_gui.app import main
from costcurve_gui.cli.report import run
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader
from costcurve_gui.policies import deciding
from costcurve_gui.policies.code import as_python, as_sklearn, as_sql
from costcurve_gui.policies.excel import as_excel
from costcurve_gui.policies.rule import decide
from costcurve_gui.policies.saved import SavedPolicy, SegmentThresholds, policies_of
from costcurve_gui.resources import resource_path
from tests.policies.test_code import libreoffice, postgresql

DONORS = resource_path("sample_data", "donors_2000.csv")
WORDS = ("--tp", "gift-1", "--fp", "-1", "--fn", "0", "--tn", "0", "--bootstrap", "0")


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a report, with donors who have no region and an awkward one."""
    folder = tmp_path_factory.mktemp("donors")
    rows = pd.read_csv(DONORS)
    rows.loc[rows["region"] == "South", "region"] = "O'South"
    rows.loc[::9, "region"] = None
    rows.to_csv(folder / "donors.csv", index=False)
    bound = ("--capacity", "300", "--population", "2000", "--segment", "region")
    given = ("--label", "label", "--positive", "donated", "--format", "csv")
    out = ("--out", str(folder / "plan"))
    assert run([str(folder / "donors.csv"), *given, *WORDS, *bound, *out]) == 0
    return folder


def saved(planned: Path) -> SavedPolicy:
    content = json.loads((planned / "plan" / "policy.json").read_text("utf-8"))
    return policies_of(content).choose("segments")


def expected(planned: Path, policy: SavedPolicy) -> np.ndarray[Any, Any]:
    """Return what the thresholds of segments.csv decide."""
    table = pd.read_csv(planned / "plan" / "segments.csv")
    own = table[(table["model"] == policy.model) & (table["rule"] == "own")]
    thresholds = dict(zip(own["segment"], own["threshold"], strict=True))
    rows = pd.read_csv(planned / "donors.csv")
    limits = rows["region"].fillna("(none)").map(thresholds)
    return (rows[policy.column] >= limits).astype(int).to_numpy()


def test_that_a_policy_has_the_thresholds_and_figures_of_the_report(planned: Path) -> None:
    policy = saved(planned)
    table = pd.read_csv(planned / "plan" / "segments.csv")
    sums = table[(table["rule"] == "own") & (table["kind"] == "all")]
    best = sums.loc[sums["profit"].idxmax()]
    assert policy.model == best["model"]
    assert policy.expected["expected_profit"] == pytest.approx(best["profit"] / 2000)
    assert policy.expected["fraction_targeted"] == pytest.approx(best["share"])
    assert policy.segments is not None
    assert policy.segments.column == "region"
    assert [*policy.segments.thresholds] == ["Centre", "Islands", "North", "O'South", "(none)"]
    rows, acts = pd.read_csv(planned / "donors.csv"), expected(planned, policy) == 1
    gave = rows["label"] == "donated"
    assert policy.expected["tpr"] == pytest.approx(acts[gave].mean())
    assert policy.expected["fpr"] == pytest.approx(acts[~gave].mean())


@pytest.fixture(params=["memory", "stream"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Decide in memory, or in the stream alone."""
    if request.param == "stream":
        monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 0)
        monkeypatch.delattr(deciding, "_in_memory")
    else:
        monkeypatch.setattr(deciding, "decided_in_stream", lambda *_: None)
    return str(request.param)


def test_that_decide_reads_the_region_of_each_row(planned: Path, tmp_path: Path, way: str) -> None:
    policy = saved(planned)
    plan = ("--policy", str(planned / "plan" / "policy.json"), "--criterion", "segments")
    out = tmp_path / "decisions.csv"
    assert main(["decide", str(planned / "donors.csv"), *plan, "--out", str(out)]) == 0
    found = pd.read_csv(out)
    assert found["decision"].tolist() == expected(planned, policy).tolist()
    assert found["model"].unique().tolist() == [policy.model]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"region": "West"}, "have a value without a threshold (row 3, 4); the policy has one for"),
        ({"region": None}, ""),
        ({"score": None}, "no value in"),
        ({"drop": "region"}, "region"),
    ],
)
def test_that_rows_without_a_threshold_are_refused(
    way: str,
    planned: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, str | None],
    message: str,
) -> None:
    policy = saved(planned)
    rows = pd.read_csv(planned / "donors.csv")[:50]
    if "drop" in change:
        rows = rows.drop(columns=["region"])
    for name, value in change.items():
        if name != "drop":
            rows.loc[2:3, "region" if name == "region" else policy.column] = value
    rows.to_csv(tmp_path / "new.csv", index=False)
    plan = ("--policy", str(planned / "plan" / "policy.json"), "--criterion", "segments")
    out = tmp_path / "decisions.csv"
    status = main(["decide", str(tmp_path / "new.csv"), *plan, "--out", str(out)])
    assert status == (2 if message else 0)
    assert out.exists() is (not message)
    if message:
        assert message in capsys.readouterr().err


def test_that_the_next_score_of_each_region_is_saved(planned: Path) -> None:
    policy = saved(planned)
    rows = pd.read_csv(planned / "donors.csv").fillna({"region": "(none)"})
    assert policy.segments is not None
    for name, threshold in policy.segments.thresholds.items():
        scores = rows[policy.column][rows["region"] == name]
        after = scores[scores < float(threshold)].max()
        assert policy.segments.next_scores[name] == after


def test_that_sql_and_python_decide_alike(planned: Path) -> None:
    policy = saved(planned)
    rows = pd.read_csv(planned / "donors.csv")
    wanted = expected(planned, policy).tolist()
    case = as_sql(policy).splitlines()[1]
    found = duckdb.sql(f"SELECT {case} AS d FROM rows").fetchall()  # noqa: S608 (our own)
    assert [row[0] for row in found] == wanted
    space: dict[str, Any] = {}
    exec(as_python(policy), space)  # noqa: S102 (our own)
    regions = rows["region"].astype(object).where(rows["region"].notna(), None)
    pairs = zip(rows[policy.column].tolist(), regions.tolist(), strict=True)
    assert [space["decide"](*pair) for pair in pairs] == wanted
    assert space["decide"](float("nan"), "North") is None
    with pytest.raises(KeyError):
        space["decide"](1.0, "West")
    with pytest.raises(DataError, match="a threshold for each region"):
        as_sklearn(policy, "donated")
    with pytest.raises(DataError, match="scores alone do not tell"):
        decide(policy, np.array([0.5]))


def odd_rows(policy: SavedPolicy) -> tuple[list[tuple[float | None, str | None]], list[int | None]]:
    """Return scores at and beside every threshold in every segment, and what is decided there.

    An empty value is none; one without a threshold is left open, as is a row without a score.
    """
    assert policy.segments is not None
    limits = {name: float(one) for name, one in policy.segments.thresholds.items()}
    scores: list[float | None] = [None, float("inf"), float("-inf"), 0.0]
    for limit in limits.values():
        scores += [float(np.nextafter(limit, to)) for to in (-np.inf, np.inf)] + [limit]
    rows: list[tuple[float | None, str | None]] = []
    wanted: list[int | None] = []
    for name in (*limits, "", None, "West", "north", "North "):
        limit = limits.get(name or "(none)")
        if name == "(none)":
            continue  # that is how the absent value is called, and no text of a file
        rows += [(score, name) for score in scores]
        wanted += [None if limit is None or one is None else int(one >= limit) for one in scores]
    return rows, wanted


def test_that_sqlite_decides_by_segments_like_decide(planned: Path) -> None:
    policy = saved(planned)
    rows, wanted = odd_rows(policy)
    column = policy.column.replace('"', '""')
    base = sqlite3.connect(":memory:")
    base.execute(f'CREATE TABLE t (n INTEGER, "{column}" DOUBLE PRECISION, region TEXT)')
    base.executemany("INSERT INTO t VALUES (?, ?, ?)", [(n, *row) for n, row in enumerate(rows)])
    case = as_sql(policy).splitlines()[1]
    found = base.execute(f"SELECT {case} FROM t ORDER BY n").fetchall()  # noqa: S608 (our own)
    assert [row[0] for row in found] == wanted


@pytest.mark.skipif(
    not (shutil.which("initdb") and shutil.which("postgres")), reason="PostgreSQL is not installed"
)
def test_that_postgresql_decides_by_segments_like_decide(planned: Path) -> None:
    policy = saved(planned)
    rows, wanted = odd_rows(policy)
    rows += [(float("nan"), "North")]
    values = ", ".join(
        f"({n}, {'NULL' if score is None else repr(str(score))}, "
        f"{'NULL' if name is None else f'$k${name}$k$'})"
        for n, (score, name) in enumerate(rows)
    )
    case = as_sql(policy).splitlines()[1]
    query = f"SELECT {case} FROM t ORDER BY n"  # noqa: S608 (our own)
    with tempfile.TemporaryDirectory() as folder:
        postgresql(
            folder,
            f'CREATE TABLE t (n int, "{policy.column}" double precision, region text)',
            f"INSERT INTO t VALUES {values}",  # noqa: S608 (our own)
            f"COPY ({query}) TO '{folder}/found.csv'",
        )
        lines = (Path(folder) / "found.csv").read_text(encoding="utf-8").splitlines()
    assert [None if line == "\\N" else int(line) for line in lines] == [*wanted, None]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_that_a_formula_decides_the_sample_alike(planned: Path, tmp_path: Path) -> None:
    policy = saved(planned)
    assert policy.segments is not None
    rows = pd.read_csv(planned / "donors.csv").fillna({"region": ""})
    wanted = [str(one) for one in expected(planned, policy)]
    near: list[int] = []  # the rows on either side of each threshold
    for name, threshold in policy.segments.thresholds.items():
        scores = rows[policy.column][rows["region"] == name.replace("(none)", "")]
        limits = scores[scores >= float(threshold)].min(), scores[scores < float(threshold)].max()
        near += [int(scores.index[scores == one][0]) for one in limits]
    cells = [(repr(float(rows[policy.column][at])), rows["region"][at]) for at in near]
    odd = [("1e9", "north"), ("1e9", "West"), ("", "North"), ("text", "North"), ("-5", "North")]
    lines = []
    for number, (score, region) in enumerate([*cells, *odd], 1):
        formula = as_excel(policy, cell=f"A{number}", segment_cell=f"B{number}").strip()
        quoted = formula.replace('"', '""')
        lines.append(f'{score};"{region}";"{quoted}"')
    found = [line.split("|")[2] for line in libreoffice(tmp_path, lines)]
    assert found == [*(wanted[at] for at in near), "", "", "", "", "0"]
    assert {"0", "1"} <= {*found}


def test_that_a_formula_is_refused_where_it_would_be_too_long(planned: Path) -> None:
    policy = saved(planned)
    for thresholds, said in (
        ({"x" * 300: 0.5}, "more than 255 characters"),
        ({f"{at}" * 120: 0.5 for at in range(10, 50)}, "longer than the 8000 characters"),
    ):
        rules = SegmentThresholds("region", thresholds)
        with pytest.raises(DataError, match=said):
            as_excel(replace(policy, segments=rules))
    twins = SegmentThresholds("region", {"a": 0.1 + 0.2}, {"a": 0.3})
    with pytest.raises(DataError, match="no number with that many digits lies between"):
        as_excel(replace(policy, segments=twins))


def verified(file: Path, plan: Path, *words: str) -> pd.DataFrame:
    out = file.with_name("verified.csv")
    command = ["verify", str(file), "--policy", str(plan), "--criterion", "segments"]
    assert main([*command, "--out", str(out), *words]) == 0
    return pd.read_csv(out).set_index("quantity")


def test_that_verify_finds_the_plan_on_its_own_rows(planned: Path) -> None:
    found = verified(planned / "donors.csv", planned / "plan" / "policy.json", "--bootstrap", "40")
    assert found["observed"].to_numpy() == pytest.approx(found["planned"].to_numpy())
    assert found["consistent"].tolist() == [True] * len(found)
    assert (found["low"] < found["observed"]).all()
    assert (found["observed"] < found["high"]).all()


def test_that_verify_weighs_other_rows_by_the_plan(planned: Path, tmp_path: Path) -> None:
    content = json.loads((planned / "plan" / "policy.json").read_text("utf-8"))
    for one in content["policies"]:
        if one["segments"] is not None:
            one["segments"]["terms"] = {"North": {"tp": "gift-3", "prior": 0.2}}
    (tmp_path / "policy.json").write_text(json.dumps(content), "utf-8")
    policy = saved(planned)
    rows = pd.read_csv(planned / "donors.csv")
    acts, kept = expected(planned, policy) == 1, np.arange(len(rows)) % 3 != 0
    rows[kept].to_csv(tmp_path / "new.csv", index=False)
    found = verified(tmp_path / "new.csv", tmp_path / "policy.json", "--bootstrap", "0")
    rows, acts = rows[kept], acts[kept]
    gave, north = (rows["label"] == "donated").to_numpy(), (rows["region"] == "North").to_numpy()
    weight = np.where(gave, policy.prior / gave.sum(), (1 - policy.prior) / (~gave).sum())
    size = weight[north].sum()
    for members, share in ((north & gave, 0.2), (north & ~gave, 0.8)):
        weight[members] *= size * share / weight[members].sum()
    gift = np.where(north, rows["gift"] - 3, rows["gift"] - 1)
    gain = np.where(gave, gift, -1.0)
    profit = (weight * gain)[acts].sum()
    tp, fp = weight[acts & gave].sum(), weight[acts & ~gave].sum()
    wanted = {
        "fpr": fp / weight[~gave].sum(),
        "tpr": tp / weight[gave].sum(),
        "precision": tp / (tp + fp),
        "fraction_targeted": tp + fp,
        "expected_cost": (weight * gain)[gave].sum() - profit,
        "expected_profit": profit,
    }
    assert found["observed"].to_dict() == pytest.approx(wanted)
    assert found["low"].isna().all()


def test_that_verify_needs_a_threshold_for_each_region(
    planned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = pd.read_csv(planned / "donors.csv")[:100]
    rows.loc[4, "region"] = "West"
    rows.to_csv(tmp_path / "new.csv", index=False)
    words = ("--policy", str(planned / "plan" / "policy.json"), "--bootstrap", "0")
    out = tmp_path / "verified.csv"
    assert main(["verify", str(tmp_path / "new.csv"), *words, "--out", str(out)]) == 2
    assert "1 row of region has a value without a threshold (row 5)" in capsys.readouterr().err
