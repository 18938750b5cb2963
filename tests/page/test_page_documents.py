"""The report as a document and on paper: the same words, the same bytes again, no time inside."""

import re
import sys
from io import BytesIO
from posixpath import normpath
from xml.etree import ElementTree
from zipfile import ZipFile

import docx
import pytest

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.page.chapters import PICTURES, Grid, Heading, Paragraph, chapters
from costcurve_gui.page.content import Facts, content
from costcurve_gui.page.document import document_bytes
from costcurve_gui.page.paper import document_pictures, paper_bytes
from costcurve_gui.page.saving import page_file
from tests.helpers.snapshots import german_credit_snapshot
from tests.page.test_page_markup import HOSTILE, hostile_snapshot

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
COMPUTED = (
    *("Recommendation", "Data", "Payoffs and condition", "How the threshold was chosen"),
    *("Performance", "Uncertainty", "Other models", "Questions and answers"),
)


@pytest.fixture(scope="module")
def report(qapp):
    snapshot = german_credit_snapshot()
    return content(snapshot, Facts(("a: a warning",))), document_pictures(snapshot)


def parsed(data):
    return ElementTree.fromstring(data)  # noqa: S314 - of the program's own


def parts_of(document):
    with ZipFile(BytesIO(document)) as package:
        assert package.testzip() is None
        return {entry.filename: (entry, package.read(entry)) for entry in package.infolist()}


def paragraphs_of(document):
    root = parsed(parts_of(document)["word/document.xml"][1])
    return ["".join(text.text or "" for text in one.iter(f"{W}t")) for one in root.iter(f"{W}p")]


def test_that_what_was_computed_is_filled_in_and_the_rest_is_not_assessed(report):
    found, pictures = report
    blocks = chapters(found, pictures)
    titles = [place for place, block in enumerate(blocks) if isinstance(block, Heading)]
    open_chapters = set()
    for place in titles[1:]:
        following = blocks[place + 1]
        if isinstance(following, Paragraph) and following.pieces[0].text == "not assessed":
            open_chapters.add(blocks[place].text)
    assert open_chapters & set(COMPUTED) == set()
    assert open_chapters | set(COMPUTED) == {blocks[place].text for place in titles[1:]}
    assert {"Calibration", "Stability over time", "Approval"} <= open_chapters


def test_that_the_document_says_what_the_page_says(report):
    found, pictures = report
    said = paragraphs_of(document_bytes(found, pictures))
    advice = " ".join("".join(piece.text for piece in one) for one in found.recommendation)
    assert said[0] == found.title
    assert advice in said
    for row in found.rows:
        assert row.name in said
        assert row.figures.profit in said
    tables = [block for block in chapters(found, pictures) if isinstance(block, Grid)]
    assert len(tables) == 2
    assert tables[1].rows[1][1] == found.matrix.tp


def test_that_every_part_of_the_document_is_declared_and_every_picture_there(report):
    found, pictures = report
    assert set(pictures) == set(PICTURES)
    parts = parts_of(document_bytes(found, pictures))
    relations = parsed(parts["word/_rels/document.xml.rels"][1])
    targets = {one.get("Id"): normpath(f"word/{one.get('Target')}") for one in relations}
    assert set(targets.values()) <= parts.keys()
    used = re.findall(r'r:embed="(\w+)"', parts["word/document.xml"][1].decode())
    assert [parts[targets[one]][1] for one in used] == [pictures[view] for view in PICTURES]
    for name, (_, data) in parts.items():
        if name.endswith((".xml", ".rels")):
            parsed(data)


def test_that_documents_are_the_same_again_and_carry_no_time(report):
    found, pictures = report
    document = document_bytes(found, pictures)
    assert document == document_bytes(found, pictures)
    parts = parts_of(document)
    assert {entry.date_time for entry, _ in parts.values()} == {(1980, 1, 1, 0, 0, 0)}
    assert b"dcterms:" not in re.sub(rb"xmlns:\w+=", b"", parts["docProps/core.xml"][1])
    paper = paper_bytes(found, pictures)
    assert paper == paper_bytes(found, pictures)
    assert set(re.findall(rb"Date \(D:(\d+)", paper)) == {b"20000101000000"}


def test_that_the_paper_has_two_pages_and_its_pictures(report):
    found, pictures = report
    paper = paper_bytes(found, pictures)
    assert paper.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", paper)) == 2
    without = paper_bytes(found, {})
    assert paper.count(b"/Subtype /Image") >= len(PICTURES)
    assert without.count(b"/Subtype /Image") == 0


def test_that_hostile_names_stay_text_in_documents(qapp):
    found = content(hostile_snapshot(), Facts(warnings=("a\x00b\x1bc",)))
    said = paragraphs_of(document_bytes(found, {}))
    assert set(HOSTILE) - set(said) == {name for name in HOSTILE if "\u2028" in name} - set(said)
    assert "a\ufffdb\ufffdc" in said
    assert paper_bytes(found, {}).startswith(b"%PDF-")


def test_that_a_document_without_pictures_is_whole(report):
    found, _ = report
    parts = parts_of(document_bytes(found, {}))
    assert not [name for name in parts if name.startswith("word/media")]
    assert b"r:embed" not in parts["word/document.xml"][1]


def test_that_a_word_processor_finds_headings_lists_and_the_row_of_the_rule(report):
    found, pictures = report
    read = docx.Document(BytesIO(document_bytes(found, pictures)))
    blocks = chapters(found, pictures)
    headings = [one.text for one in blocks if isinstance(one, Heading)]
    styled = [one.text for one in read.paragraphs if one.style.name.startswith(("Title", "Head"))]
    assert styled == headings
    listed = [one for one in blocks if isinstance(one, Paragraph) and one.listed]
    assert sum(one.style.name == "List Bullet" for one in read.paragraphs) == len(listed)
    strong = [number for number, row in enumerate(found.rows, start=1) if row.chosen]
    rows = read.tables[0].rows
    bold = [n for n, row in enumerate(rows) if row.cells[0].paragraphs[0].runs[0].bold]
    assert bold == strong
    assert [shape._inline.docPr.get("descr") for shape in read.inline_shapes] == list(
        PICTURES.values()
    )


def test_that_a_missing_extra_is_named(report, monkeypatch):
    monkeypatch.setitem(sys.modules, "docx", None)
    monkeypatch.delitem(sys.modules, "costcurve_gui.page.document")
    with pytest.raises(DataError, match=r"install costcurve\[docx\]"):
        page_file(report[0], "docx", {})
