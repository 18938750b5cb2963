"""The language of the window: every text that it shows passes through `tr`.

Texts stand in the code, in English, where they are used. `packaging/messages.py` gathers them in
one catalogue, and that of another language in `resources/translations` takes their place; see
docs/translating.md. What users call things (classes, models, decisions, columns) is put in
afterwards and never translated. What programs read (CSV, projects, policies) stays English.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LANGUAGE = "COSTCURVE_LANGUAGE"
"""The variable of the environment that names a language, such as pt_BR; else the system does."""


def _in_english(text: str) -> str:
    return text


_translate: Callable[[str], str] = _in_english


def tr(text: str, /, **values: object) -> str:
    """Return a text in the language in use, with the values put in for its names in braces.

    >>> tr("{name} catches {caught} of {total}", name="naive_bayes", caught=9, total=10)
    'naive_bayes catches 9 of 10'
    """
    said = _translate(text)
    return said.format_map(values) if values else said


def use(translate: Callable[[str], str] | None) -> None:
    """Translate by a function from now on; by none, stay with English.

    To be called before the modules of the window are imported, whose tables hold texts.
    """
    global _translate  # noqa: PLW0603
    _translate = translate or _in_english


def use_language(languages: Sequence[str]) -> str | None:
    """Use the catalogue of the first language that there is one for, and return which.

    Where there is none before English, the window is in English, and None is returned.
    """
    for language in languages:
        if language.split("-")[0] == "en":
            break
        path = resource_path("translations", f"{language.replace('-', '_')}.mo")
        if path.is_file():
            import gettext  # not at the start: there may be no other language

            with path.open("rb") as file:
                use(gettext.GNUTranslations(file).gettext)
            return language
    use(None)
    return None
