"""`decide`: apply a saved policy to the rows of a file."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import REFUSED, OptionError, one_line
from costcurve_gui.cli.option_values import column, path
from costcurve_gui.cli.options import join_values
from costcurve_gui.cli.parser import Parser
from costcurve_gui.cli.progress import Steps, ended_by_signals
from costcurve_gui.cli.reading_options import add_reading_options, reading_options
from costcurve_gui.dataio.errors import plural, readable
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.scratch import scratch_folder
from costcurve_gui.policies.decide_request import MISSING, DecideRequest
from costcurve_gui.policies.deciding import decide_file
from costcurve_gui.policies.plan_checks import warnings
from costcurve_gui.policies.saved import read_policies
from costcurve_gui.startup.console import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from costcurve_gui.policies.decide_request import Decided
    from costcurve_gui.policies.saved import PolicyFile, SavedPolicy

BAD_INPUT = 2
STREAM = Path("-")
EPILOG = """\
Exit status: 0 done, 1 fault of the program, 2 input that cannot be used, 130 interrupted, 129 or
143 ended by SIGHUP or SIGTERM."""


def policy_parser(
    command: str,
    description: str,
    criterion: str = "criterion of the policy (default: the recommended one)",
) -> Parser:
    """Return a parser that takes a policy file, a criterion and a model.

    `criterion` is what the help says of that option.
    """
    parser = Parser(
        prog=f"{PROGRAM} {command}",
        description=description,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--policy", metavar="P.json", type=path, required=True, help="policy.json of a report")
    add("--criterion", metavar="C", help=criterion)
    add(
        "--model",
        metavar="M",
        help="model of the policy (default: the recommended one, of another criterion its best)",
    )
    return parser


def guarded(carry_out: Callable[[], None]) -> int:
    """Carry out a command; return its exit status, and say in one line what was refused."""
    with ended_by_signals():
        try:
            carry_out()
        except REFUSED as error:
            say(f"error: {one_line(error)}")
            return BAD_INPUT
    return 0


def say(line: str) -> None:
    """Write a line to the standard error."""
    sys.stderr.write(f"{readable(line)}\n")


def run(argv: Sequence[str]) -> int:
    """Carry out `decide` with the words after it; return the exit status."""
    return guarded(lambda: _decide(_parser().parse_args(join_values(argv))))


def _parser() -> Parser:
    parser = policy_parser("decide", "Apply a saved policy to the rows of FILE; no labels needed.")
    add = parser.add_argument
    add("file", metavar="FILE", type=path, help="rows with the score column; -: standard input")
    add(
        "--out",
        metavar="DECISIONS.csv",
        type=output_path,
        required=True,
        help="-: standard output; a link is followed, a pipe or device written to",
    )
    add(
        "--id",
        metavar="COL",
        type=column,
        help="column that identifies a row; it is written too, and a mixture draws by it (default: "
        "the number of the row)",
    )
    add(
        "--missing",
        choices=MISSING,
        default="stop",
        help="where a score is missing: stop and write nothing, leave the decision empty, act, or "
        "leave (default: stop)",
    )
    add_reading_options(parser)
    return parser


def _decide(chosen: argparse.Namespace) -> None:
    file = read_policies(chosen.policy)
    policy = file.choose(chosen.criterion, chosen.model)
    request = DecideRequest(policy, chosen.id, chosen.missing)
    refuse_input_as_output(chosen.out, (chosen.file, chosen.policy))
    steps = Steps()
    steps.begin(f"Deciding about {chosen.file}")
    try:
        with input_file(chosen.file) as rows, output_file(chosen.out) as out:
            source = open_source(rows, reading_options(chosen), steps)
            found = decide_file(source, request, out, steps)
    finally:
        steps.clear()
    for note in source.notes:
        say(f"note: {note}")
    _say_what_was_decided(file, policy, found)
    if chosen.out != STREAM:
        sys.stdout.write(f"{readable(f'The decisions are in {chosen.out}')}\n")


def _say_what_was_decided(file: PolicyFile, policy: SavedPolicy, found: Decided) -> None:
    referred = f", {found.referred} referred" if policy.has_review else ""
    missing = f", {found.missing} without a score" if found.missing else ""
    say(
        f"policy: {policy.criterion} of {policy.model}; {plural(found.rows, 'row')}, "
        f"{found.acted} acted on{referred}{missing}"
    )
    for warning in warnings(file, policy, found):
        say(f"warning: {warning}")


def refuse_input_as_output(out: Path, inputs: Sequence[Path]) -> None:
    """Raise `OptionError` where a file that is read would be written."""
    for one in inputs:
        if STREAM not in (out, one) and out.exists() and one.exists() and out.samefile(one):
            raise OptionError(f"--out {out} is read by the same command; name another file")


@contextmanager
def input_file(file: Path) -> Iterator[Path]:
    """Yield the path of a file, or of what the standard input holds for `-`."""
    if file != STREAM:
        yield file
        return
    with scratch_folder(Path(tempfile.gettempdir())) as folder:
        spooled = folder / "standard input"
        with spooled.open("wb") as target:
            shutil.copyfileobj(sys.stdin.buffer, target)
        yield spooled


@contextmanager
def output_file(out: Path) -> Iterator[Path]:
    """Yield a path to write to; for `-` it is copied to the standard output when all went well."""
    if out != STREAM:
        yield out
        return
    with scratch_folder(Path(tempfile.gettempdir())) as folder:
        spooled = folder / "standard output"
        yield spooled
        with spooled.open("rb") as source:
            sys.stdout.flush()
            shutil.copyfileobj(source, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def output_path(text: str) -> Path:
    """Return where results go: `-` where that is the standard output, whatever it is called."""
    out = path(text)
    with suppress(OSError, ValueError):  # absent, or a stream without a file
        if os.path.samestat(out.stat(), os.fstat(sys.stdout.fileno())):
            return STREAM
    return out
