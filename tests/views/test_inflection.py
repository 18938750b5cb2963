import pytest

from costcurve_gui.views.text import inflection


@pytest.mark.parametrize(
    ("action", "participle", "gerund", "third_person"),
    [
        ("refuse", "refused", "refusing", "refuses"),
        ("grant", "granted", "granting", "grants"),
        ("act", "acted on", "acting on", "acts on"),
        ("leave", "left", "leaving", "leaves"),
        ("stop", "stopped", "stopping", "stops"),
        ("flag", "flagged", "flagging", "flags"),
        ("mail", "mailed", "mailing", "mails"),
        ("pass", "passed", "passing", "passes"),
        ("deny", "denied", "denying", "denies"),
        ("treat", "treated", "treating", "treats"),
        ("follow up", "followed up", "following up", "follows up"),
        ("let go", "let go", "letting go", "lets go"),
    ],
)
def test_that_decision_words_are_inflected(action, participle, gerund, third_person):
    assert inflection.participle(action) == participle
    assert inflection.gerund(action) == gerund
    assert inflection.third_person(action) == third_person


@pytest.mark.parametrize(
    ("noun", "plural"),
    [
        ("applicant", "applicants"),
        ("case", "cases"),
        ("query", "queries"),
        ("party", "parties"),
        ("day", "days"),
        ("loss", "losses"),
        ("box", "boxes"),
        ("waltz", "waltzes"),
        ("batch", "batches"),
        ("dish", "dishes"),
        ("echo", "echoes"),
        ("studio", "studios"),
    ],
)
def test_that_nouns_for_cases_have_plurals(noun, plural):
    assert inflection.plural(noun) == plural


def test_that_an_empty_word_stays_empty():
    assert inflection.sentence_case("") == ""
    assert inflection.third_person("x") == "xes"
    for inflect in (
        inflection.participle,
        inflection.gerund,
        inflection.third_person,
        inflection.plural,
    ):
        assert isinstance(inflect(""), str)
