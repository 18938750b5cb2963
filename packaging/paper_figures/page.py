"""The help page: words from `texts`, numbers and pictures from the figures."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from paper_figures.texts import SOURCES, TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from paper_figures.figure import Check, Figure, Picture

TITLE = "From the papers to the screen"
VIEWS = {
    "roc": "ROC",
    "cost": "Cost space",
    "difference": "Difference",
    "regret": "Regret",
    "rociv": "ROCIV",
    "payoffs": "Payoffs and condition",
    "decision": "Decision",
    "uncertainty": "Uncertainty",
}
_INTRODUCTION = """\
<p>Figures of three sources, drawn by this program from files that come with it, in the folder
<i>sample_data/papers</i>. <i>Open this file</i> below a figure, or <i>Open example</i> in the File
menu, opens it with the choices that the figure needs: see it move. Below each figure stand numbers
that its source prints, or that follow from printed ones by the arithmetic given, beside those of
the program; &ne; marks those that differ, and the text says why.</p>
<p class="note">Where a source prints no data, a small file was made that has every number that it
does print; each figure says so. Letters, dots and lines of the source that no view draws by itself
are written onto it by <i>packaging/papers.py</i>, which makes this page.</p>
"""


def page(figures: Iterable[Figure]) -> str:
    """Return the whole page."""
    by_source = groupby(figures, key=lambda figure: figure.anchor.partition("-")[0])
    parts = [(source, list(members)) for source, members in by_source]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n'
        f'<head><meta charset="utf-8"><title>{TITLE}</title></head>\n<body>\n'
        f"<h1>{TITLE}</h1>\n{_INTRODUCTION}{_contents(parts)}"
        f"{''.join(_source(*part) for part in parts)}</body>\n</html>\n"
    )


def _contents(parts: Sequence[tuple[str, Sequence[Figure]]]) -> str:
    return f"<ul>\n{''.join(_contents_of(*part) for part in parts)}</ul>\n"


def _contents_of(source: str, figures: Sequence[Figure]) -> str:
    name = SOURCES[source].partition(":")[0]
    links = (
        f'<a href="papers.html#{figure.anchor}">{figure.anchor.partition("-")[2]}</a>'
        for figure in figures
    )
    return f"<li>{escape(name)}: figures {', '.join(links)}</li>\n"


def _source(source: str, figures: Sequence[Figure]) -> str:
    return f"<h2>{escape(SOURCES[source])}</h2>\n{''.join(_figure(one) for one in figures)}"


def _figure(figure: Figure) -> str:
    text = TEXTS[figure.anchor]
    links = ", ".join(f'<a href="{name}.html">{VIEWS[name]}</a>' for name in text.pages)
    return (
        f'<h3><a name="{figure.anchor}"></a>{escape(text.title)}</h3>\n'
        f'<p class="figure">{"&nbsp;".join(_picture(one) for one in figure.pictures)}</p>\n'
        f"<p>{escape(text.seen)} See {links}.</p>\n"
        f'<p><a href="example:{figure.anchor}">Open this file</a>, as in the picture.</p>\n'
        f'<p class="note">{escape(text.data)}.</p>\n'
        f"{_table(figure.checks)}"
    )


def _picture(picture: Picture) -> str:
    width, height = picture.size
    return f'<img src="papers/{picture.stem}.png" width="{width}" height="{height}">'


def _table(checks: Sequence[Check]) -> str:
    rows = "".join(
        f"<tr><td>{escape(one.what)}</td><td>{escape(one.printed) or '&ndash;'}</td>"
        f"<td>{escape(one.shown)}{'' if one.agrees else ' &ne;'}</td></tr>\n"
        for one in checks
    )
    return f"<table>\n<tr><th></th><th>source</th><th>program</th></tr>\n{rows}</table>\n"
