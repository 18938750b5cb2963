"""Every text passes through `tr` as a literal, and the catalogue for translators holds them all."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import messages
import pytest

from costcurve_gui import translation
from costcurve_gui.translation import tr, use, use_language

PACKAGE = Path("costcurve_gui")
OTHER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Save"
msgstr "Sichern"

msgid "{name} catches {caught} of {total}"
msgstr "Von {total} findet {name} {caught}"
"""


@pytest.fixture(autouse=True)
def english():
    yield
    use(None)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    monkeypatch.setattr(messages, "TEMPLATE", tmp_path / "costcurve.pot")
    monkeypatch.setattr(translation, "resource_path", lambda *parts: tmp_path / parts[-1])
    return tmp_path


def calls():
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tr":
                yield f"{path}:{node.lineno}", node


def test_that_the_catalogue_is_that_of_the_code():
    kept = {one.id for one in messages._read(messages.TEMPLATE, None)}
    found = {one.id for one in messages.gather()}
    assert found == kept, "python3 packaging/dev.py messages writes it again"
    assert len(kept) > 2_000


def test_that_every_text_is_a_literal_with_a_value_for_each_name_in_braces():
    for where, call in calls():
        (text,) = call.args
        assert isinstance(text, ast.Constant), where
        given = {one.arg for one in call.keywords}
        if given:
            names = {name for _, name, _, _ in string.Formatter().parse(text.value) if name}
            assert names == given, where


def test_that_a_translation_takes_the_place_of_the_text(folder):
    (folder / "de.po").write_text(OTHER, "utf-8")
    assert messages.compile_all(folder) == [folder / "de.mo"]
    assert use_language(["pt-BR", "de"]) == "de"
    assert tr("Save") == "Sichern"
    said = tr("{name} catches {caught} of {total}", name="naive_bayes", caught=9, total=10)
    assert said == "Von 10 findet naive_bayes 9"
    assert tr("Undo") == "Undo"  # what nobody translated stays


def test_that_who_reads_english_first_has_an_english_window(folder):
    (folder / "de.po").write_text(OTHER, "utf-8")
    messages.compile_all(folder)
    assert use_language(["en-US", "de"]) is None
    assert tr("Save") == "Save"
    assert use_language(["fr"]) is None


def test_that_a_translation_without_a_value_is_refused(folder):
    (folder / "de.po").write_text(OTHER.replace("{name} {caught}", "{name} {gefunden}"), "utf-8")
    with pytest.raises(messages.TranslationError, match="gefunden"):
        messages.compile_all(folder)
    assert not list(folder.glob("*.mo"))


def test_that_a_language_keeps_what_is_translated_when_texts_change(folder):
    (folder / "de.po").write_text(OTHER, "utf-8")
    messages.write_template()
    known = messages.update("de")
    assert known["Save"].string == "Sichern"
    assert len(known) == len(messages.gather())
