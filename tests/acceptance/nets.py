"""Everything that a reader of an analysis says, as files of text that an archive keeps.

Of each case of `cases.py`: the tables and JSON files of its report, the words of its pages, the
sentences of window and notebook before intervals are known, with them, and where they failed, and
what a project of it holds. Of the program: the help of each command.
"""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.results import Failed, Intervals
from costcurve_gui.analysis.project_choices import choices_to_json
from costcurve_gui.analysis.questions import ANSWERS, QUESTIONS, requests_with_answers
from costcurve_gui.app import main
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.progress import Steps
from costcurve_gui.cli.report import write_report
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.views.text import new_cases_text
from costcurve_gui.views.text.answers import answers, copied
from costcurve_gui.views.text.decision_head import head_figure, sample_line, verdict
from costcurve_gui.views.text.decision_summary import answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.report_input import ReportInput, ReportPart

COMMANDS = ("", "report", "decide", "rule", "verify")
_UNSEEN = {"style", "script", "title", "head"}
_OF_THE_PROGRAM = {"program", "version", "files"}  # another with each release, or with each text
_FAILED = "not computed"
_HASH = re.compile("[0-9a-f]{64}")  # of tables, whose last digits are a processor's own


def of_report(words: Sequence[str], folder: Path) -> dict[str, str]:
    """Write the report of these words into an empty folder; return its nets by file name."""
    options = parse_options(
        [*words, "--format", "csv,html,record", "--out", str(folder / "report")]
    )
    study = read_report_input(replace(options, words=tuple(words)))
    write_report(study, folder, Steps(StringIO()), drawings=())
    nets = dict(_files(folder))
    for part, ending in zip(study.parts, study.picture_endings, strict=True):
        nets[f"sentences{ending}.json"] = _json(sentences(part))
    nets["project.json"] = _json(_choices(study))
    return nets


def of_help() -> dict[str, str]:
    """Return what `--help` prints, by command."""
    return {f"{command or 'program'}.txt": _help(command) for command in COMMANDS}


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.iterdir()):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            yield f"{path.stem}.txt", _visible(text)
        elif path.suffix == ".json":
            yield path.name, _json(_lasting(json.loads(text)))
        else:
            yield path.name, text


def _lasting(content: Any) -> Any:
    """Return JSON without what names the program, and without hashes of its files."""
    if isinstance(content, dict):
        kept = {key: one for key, one in content.items() if key not in _OF_THE_PROGRAM}
        return {key: _lasting(one) for key, one in kept.items()}
    return [_lasting(one) for one in content] if isinstance(content, list) else content


def sentences(part: ReportPart) -> dict[str, dict[str, Any]]:
    """Return what window and page say of a decision while nothing, all or no interval is known."""
    views = replace(part.snapshot.settings.views, questions=tuple(QUESTIONS))
    bands = replace(part.snapshot.settings.bands, shown=part.estimator is not None)
    settings = replace(part.snapshot.settings, views=views, bands=bands)
    pending = replace(part.snapshot, settings=settings, intervals=None)
    states = {"pending": pending}
    if part.estimator is not None:
        wanted = requests_with_answers(pending, {ANSWERS, "decision", "answers"})
        found = part.estimator.estimate(wanted)
        none = {request: Failed(_FAILED) for request in found.results}
        failed = Intervals(found.choices, none, found.replicates)
        states["known"] = replace(pending, intervals=replace(found, choices=bands))
        states["failed"] = replace(pending, intervals=replace(failed, choices=bands))
    return {state: _said(snapshot) for state, snapshot in states.items()}


def _said(snapshot: Snapshot) -> dict[str, Any]:
    said: dict[str, Any] = {"answer": answer(snapshot), "answers": copied(answers(snapshot))}
    key = snapshot.selected
    if key is not None:
        said |= {
            "head": head_figure(snapshot, key),
            "sample": sample_line(snapshot, key),
            "verdict": verdict(snapshot, key),
            "how": new_cases_text.expectation_hint(snapshot),
            "warning": new_cases_text.warning(snapshot),
        }
    return said


def _choices(study: ReportInput) -> Mapping[str, Any]:
    snapshot = study.parts[0].snapshot
    return choices_to_json(snapshot.settings, snapshot.curve_set.dataset)


def _help(command: str) -> str:
    said = StringIO()
    with redirect_stdout(said), suppress(SystemExit):
        main([command, "--help"] if command else ["--help"])
    return said.getvalue()


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _visible(page: str) -> str:
    """Return the words of a page, a line for each piece of text."""
    words = _Words()
    words.feed(page)
    return _HASH.sub("(hash)", "\n".join(words.lines)) + "\n"


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        self.lines += [value for name, value in attrs if name in ("aria-label", "title") and value]

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and not self._unseen:
            self.lines.append(text)
