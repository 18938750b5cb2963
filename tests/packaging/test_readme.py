import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    str(path.relative_to(ROOT))
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")]
)


def test_that_the_examples_of_the_notebook_page_give_what_they_show(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    page = ROOT / "docs" / "notebook.md"
    results = doctest.testfile(str(page), module_relative=False, globs={"folder": tmp_path})
    assert results.attempted > 30
    assert (tmp_path / "cost_space.png").is_file()
    assert results.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS)
def test_that_every_path_that_a_document_names_exists(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    named = re.findall(r"`((?:costcurve_gui|resources|packaging|docs|tests)/[\w./]*)`", text)
    linked = re.findall(r"\]\(([\w./-]+)\)", text)
    beside = (ROOT / document).parent
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert [path for path in linked if not (beside / path).exists()] == []


def test_that_the_readme_leads_to_every_page_of_the_documents():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pages = {path for path in DOCUMENTS if path != "README.md"}
    assert {page for page in pages if f"]({page})" not in readme} == set()


def test_that_the_readme_stays_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 110
