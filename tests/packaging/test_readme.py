import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


def test_that_the_engine_example_of_the_readme_gives_what_it_shows():
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_that_every_path_that_a_document_names_exists(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    paths = re.findall(r"`((?:costcurve_gui|resources|packaging|docs)/[\w./]*)`", text)
    paths += re.findall(r"\]\(([\w./-]+)\)", text)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
