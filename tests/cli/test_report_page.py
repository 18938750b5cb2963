"""`report --format html`: one page, the same again, and the CSVs as without it."""

import csv
import json
import re

import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

CREDIT = (
    str(SAMPLES / "german_credit_half.csv"),
    *("--label", "label", "--positive", "bad", "--fn", "-amount", "--fp", "-0.2*amount"),
    *("--prior", "0.05", "--bootstrap", "50"),
)


def page_in(folder, *words, formats="html"):
    assert run([*words, "--format", formats, "--out", str(folder)]) == 0
    return (folder / "report.html").read_bytes()


def test_that_the_page_is_written_alone_and_the_same_again(tmp_path):
    first, again = (page_in(tmp_path / name, *CREDIT) for name in ("one", "two"))
    assert first == again
    assert {file.name for file in (tmp_path / "one").iterdir()} == {
        *("manifest.json", "policy.json", "report.html")
    }


def test_that_the_manifest_knows_the_page(tmp_path):
    page_in(tmp_path / "one", *CREDIT)
    manifest = json.loads((tmp_path / "one" / "manifest.json").read_text())
    assert list(manifest["files"]) == ["policy.json", "report.html"]
    assert manifest["options"]["format"] == ["html"]


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Return the folder of a page with its tables."""
    folder = tmp_path_factory.mktemp("both") / "out"
    page_in(folder, *CREDIT, formats="csv,html")
    return folder


def test_that_the_tables_are_the_same_beside_a_page(both, tmp_path):
    assert run([*CREDIT, "--format", "csv", "--out", str(tmp_path / "csv")]) == 0
    tables = sorted((tmp_path / "csv").glob("*.csv"))
    assert tables
    for table in tables:
        assert table.read_bytes() == (both / table.name).read_bytes()


def amount(text):
    """Return a number as the page writes it."""
    return float(text.replace("\u2212", "-").replace("\u202f", "").replace("+", ""))


def test_that_the_page_leads_with_the_figures_of_the_files_for_new_cases(both):
    page = (both / "report.html").read_text(encoding="utf-8")
    page = re.sub(r"<wbr ?/?>", "", page)
    with (both / "selection.csv").open() as file:
        chosen = [row for row in csv.DictReader(file) if row["criterion"] == "min_cost"]
    table = re.search(r'<table id="models".*?</table>', page, re.DOTALL)[0]
    lines = {
        re.search(r'class="name"[^>]*>([^<]*)<', line)[1]: re.findall(
            r'<td class="(interval|profit)"[^>]*>([^<]*)<', line
        )
        for line in table.split("<tr")
        if 'class="name"' in line
    }
    assert lines.keys() == {row["model"] for row in chosen}
    for row in chosen:
        (first, new), (second, here) = lines[row["model"]]
        assert (first, second) == ("interval", "profit")
        assert amount(here) == round(10_000 * float(row["expected_profit"]))
        names = ("new_cases_profit", "new_cases_profit_low", "new_cases_profit_high")
        found = [10_000 * float(row[name]) for name in names]
        told = [amount(text) for text in re.findall(r"[+\u2212]?\d[\d\u202f]*", new)]
        assert told == pytest.approx(found, abs=0.06 * (found[2] - found[1]))  # no finer than known
    best = next(row for row in chosen if row["best"] == "true")
    advice = re.search(r'<p class="advice[^>]*>(.*?)</p>', page, re.DOTALL)[1]
    (_, new), (_, here) = lines[best["model"]]
    assert f"<strong>{best['model']}</strong>" in advice
    total = re.search(r"(?:earns|loses) about </bdi><strong>\+?([\d\u202f]+)", advice)[1]
    assert amount(total) == abs(amount(new.split(" (")[0]))
    assert advice.index("on new cases") < advice.index(f"({here} on this sample)")
    assert advice.index("on this sample") < advice.index("By the rates of this sample it acts on")


def test_that_documents_stand_beside_the_page_and_are_the_same_again(tmp_path):
    for name in ("one", "two"):
        page_in(tmp_path / name, *CREDIT, formats="html,docx")
    assert {file.name for file in (tmp_path / "one").iterdir()} == {
        *("manifest.json", "policy.json", "report.html", "report.docx")
    }
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_that_documents_of_few_cases_have_no_pictures(tmp_path):
    words = (*CREDIT, "--min-count", "5", "--format", "docx", "--out", str(tmp_path / "one"))
    assert run(words) == 0
    assert b"word/media" not in (tmp_path / "one" / "report.docx").read_bytes()


def test_that_each_class_has_a_page(tmp_path):
    words = (str(SAMPLES / "wine_cv10.csv"), "--proba", "proba_naive_bayes_*,proba_random_forest_*")
    assert run([*words, "--bootstrap", "0", "--format", "html", "--out", str(tmp_path / "w")]) == 0
    found = {file.name for file in (tmp_path / "w").glob("*.html")}
    assert found == {"report_class_0.html", "report_class_1.html", "report_class_2.html"}


@pytest.mark.parametrize(
    "words",
    [
        ("breast_cancer_family.csv",),
        ("breast_cancer_leaves.csv", "--positive", "malignant"),
        ("sonar_cv10.csv", "--positive", "M", "--threshold", "0.4"),
        ("sonar_cv10.csv", "--positive", "M", "--max-fpr", "0.1", "--fn", "-5"),
    ],
)
def test_that_every_kind_of_file_has_a_page(tmp_path, words):
    file, *others = words
    page = page_in(tmp_path / "one", str(SAMPLES / file), *others, "--bootstrap", "50").decode()
    advice = re.search(r'<p class="advice[^>]*>(.*?)</p>', page)[1]
    assert re.sub("<[^>]*>", "", advice).endswith(".")


def test_that_a_page_carries_no_case(tmp_path):
    """The amount of no loan is on the page, nor the identifier of a case beside its class."""
    page = page_in(tmp_path / "one", *CREDIT).decode()
    with (SAMPLES / "german_credit_half.csv").open() as file:
        rows = [line.strip().split(",") for line in file][1:]
    for row in rows[:100]:
        assert ",".join(row[:3]) not in page
    scene = json.loads(re.search(r'id="scene">(.*?)</script>', page)[1])
    assert "amount" not in json.dumps(scene)
