"""The words of `report`: what each option is called, takes and means."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn, get_args

from costcurve_gui.analysis.interval_settings import DEFAULT_BANDS, BandPolicy, Samples, Verdicts
from costcurve_gui.cli.derivations import derivation, mix, usage
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.operations import add_operation_options
from costcurve_gui.cli.option_values import (
    amount,
    belief,
    column,
    interval,
    level,
    long_format,
    names,
    path,
    points,
    score,
    share,
    size,
    value_of_column,
    whole,
)
from costcurve_gui.cli.payoff_options import add_payoffs
from costcurve_gui.cli.reading_options import add_reading_options
from costcurve_gui.cli.report_contents import add_content_options
from costcurve_gui.cli.segments import add_segment_options
from costcurve_gui.cli.swap import add_swap_option
from costcurve_gui.engine.roc.area import Axis
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.startup.console import PROGRAM

DESCRIPTION = "Write every curve, table and picture of FILE without a window."
SCORES = """\
score columns; glob_* patterns work (default: numbers called score*, prob*, p_*, .pred*, p1 or
P (class=...), else all others; of columns with p and 1 - p the one of the positive class)"""


PROBA = """\
three or more classes: a pattern a model, such as proba_*, for a column a class that is named by the
class after what the columns share. Every class is set against all others: a miss of it pays --fn,
another class taken for it --fp. --positive takes one class, which --prior is then the share of"""


DERIVE = f"""\
one more model, derived from A: {usage(joins=False)}; or from decisions of several at thresholds:
{usage(joins=True)} Without @T a model decides at least expected cost; of confusion matrices T
is the number of the classifier among those of A, and A and B may be one model. Repeatable, also for
models derived before. family@T: the models with probabilities at threshold T (0.5), family.csv"""
MIX = """\
decide at random by A or B so that --capacity is used, or --max-fpr met: mixtures.csv. Without @T a
model decides at least expected cost; of confusion matrices T is the number of the classifier among
those of A. Repeatable"""
POSITIVE_FROM = """\
the first positive grade of a class column whose values have an order, such as A to G, 1 to 5 or
none, mild, severe: later grades are positive too, earlier ones negative"""
OTHERS = """\
take every value of the class column but the positive one as negative; without it a third value is
refused"""
STABILITY = """\
compare what errors cost between the samples that this column makes, the folds, or the first and the
second half of the rows: cost_stability.csv ..."""
VALIDATE = """\
leave these rows out, choose policies on the rest and estimate them again on these: validation.csv
..."""
UNLABELLED = """\
estimate the prior of these cases from their scores; no labels are needed: unlabelled_prior.csv"""
POINTS = """\
most thresholds per model in tables with a row per threshold; vertices of hulls and selected
thresholds are always among them, and manifest.json has the largest error; all: every threshold
(default: all of up to 100,000 rows, else 10000)"""
MIN_COUNT = """\
of the page: leave out thresholds that would reveal fewer than N cases of a class, and counts under
N (default: 0, every threshold)"""
GROUP = """\
which rows belong together, such as the number of a customer: whole groups are resampled; none:
rows are independent (default: as found by name and repeats)"""
SAMPLES = """\
whether the models were tested on the same cases or each on different ones, as models of counts that
are compared have to be: then each is resampled by itself (default: same)"""
JOIN = """\
another file about the same cases, whose models are added: matched by a column of ids that both
have, else row by row where all labels agree; labels and scores may be apart. Repeatable"""
OVERWRITE = """\
write into a folder that holds files other than an earlier report's: those of the same names are
replaced, others stay. The files of an earlier report are always replaced, or removed"""
LONG = """\
long format, a row for every model and case: the columns of model, id and score, to be pivoted by
id; none: each row is a case of its own (default: pivoted where the columns are unmistakable)"""
OBJECTIVE = """\
what the criteria constrained and constrained_single make as good as all bounds together allow
(default: profit where payoffs are given, else tpr)"""
REVIEW = """\
price of a case that a person decides about: the criterion review_band acts from one threshold on,
and refers from a lower one on"""
KNOWN = """\
the columns of payoffs whose values are known when a case is decided: the criterion per_case acts
where that is expected to pay (default: none, and no such rule where payoffs vary)"""
AXES: tuple[Axis, ...] = get_args(Axis)
BAND_POLICIES = {
    "fixed": BandPolicy.FIXED,
    "reoptimised": BandPolicy.REOPTIMISED,
    "corrected": BandPolicy.CORRECTED,
}
EPILOG = """\
A value that begins with a minus works as written: --fn -amount.
Exit status: 0 done, 1 fault of the program, 2 input that cannot be used, 130 interrupted, 129 or
143 ended by SIGHUP or SIGTERM."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of printing its usage."""

    def error(self, message: str) -> NoReturn:
        """Leave the sentence to the caller."""
        if re.match(r"unrecognized arguments: [^-]", message):
            message += "; --join FILE adds the models of another file"
        raise OptionError(f"{message}; `{self.prog} --help` lists what is understood")


def report_parser() -> Parser:
    """Return the parser of `report`."""
    parser = Parser(
        prog=f"{PROGRAM} report",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        type=path,
        help="scored cases, confusion matrices (model,tp,fn,fp,tn[,train_pc]) or leaves of trees "
        "(model,leaf,class,matched,errors), or a project (.ccproj), whose choices stand for the "
        "options that are left out",
    )
    parser.add_argument("--out", metavar="DIR", type=path, required=True, help="folder to write to")
    add_reading_options(parser)
    _add_columns(parser)
    add_payoffs(parser)
    _add_selection(parser)
    _add_areas(parser)
    _add_output(parser)
    return parser


def _add_columns(parser: Parser) -> None:
    group = parser.add_argument_group("columns")
    add = group.add_argument
    add("--join", metavar="FILE", type=path, action="append", default=[], help=JOIN)
    add(
        "--id",
        metavar="COL",
        type=column,
        help="the ids that --join matches by; none: row by row (default: found); with --swap what "
        "names a case",
    )
    add("--label", metavar="COL", type=column, help="class column (default: found)")
    add(
        "--positive",
        metavar="VALUE",
        help="the label of a positive (default: found; with --proba each class in turn)",
    )
    add("--positive-from", metavar="VALUE", help=POSITIVE_FROM)
    add("--others", choices=["negative"], help=OTHERS)
    add("--scores", metavar="A,B", type=names, help=SCORES)
    add("--proba", metavar="A_*,B_*", type=names, help=PROBA)
    add(
        "--lower-is-positive",
        metavar="A,B",
        type=names,
        default=(),
        help="models whose low scores mean positive",
    )
    add("--long", metavar="MODEL,ID,SCORE", type=long_format, help=LONG)
    add(
        "--weight",
        metavar="COL",
        type=column,
        help="sample weights; none: the file has none (default: none but those of ARFF)",
    )
    add("--derive", metavar="KIND:A", action="append", type=derivation, default=[], help=DERIVE)
    add("--fold", metavar="COL", type=column, help="fold of each row: average the curves")
    add("--group", metavar="COL", type=column, help=GROUP)
    add("--stability", metavar="COL|rows|folds", type=column, help=STABILITY)
    add("--stability-file", metavar="FILE", type=path, help="... or with those of another file")
    _add_validation(group.add_mutually_exclusive_group())
    add("--unlabelled", metavar="FILE", type=path, help=UNLABELLED)
    add_segment_options(group)
    add_operation_options(group)
    add("--where", metavar="EXPR", default="", help="use only the rows for which this is true")


def _add_validation(group: argparse._MutuallyExclusiveGroup) -> None:
    add = group.add_argument
    add("--validate", metavar="COL=VALUE", type=value_of_column, help=VALIDATE)
    add("--validate-file", metavar="FILE", type=path, help="... or on the rows of another file")
    add(
        "--validate-split",
        metavar="S",
        type=level,
        help="... or on this share of each class, drawn by --seed; with --group whole groups",
    )


def _add_selection(parser: Parser) -> None:
    group = parser.add_argument_group("selection")
    add = group.add_argument
    add("--max-fpr", metavar="A", type=share, help="Neyman-Pearson bound")
    add("--capacity", metavar="W", type=amount, help="at most W cases can be handled ...")
    add(
        "--population",
        metavar="M",
        type=size,
        help="... of M; alone: how many cases totals are for (default: 10000)",
    )
    add("--min-tpr", metavar="R", type=share, help="least true positive rate")
    add("--min-precision", metavar="Q", type=share, help="least precision at the prior")
    add("--max-share", metavar="S", type=share, help="largest share of the cases acted on")
    add("--budget", metavar="B", type=amount, help="what acting on --population cases may cost ...")
    add("--price", metavar="E", type=size, help="... at E for each case that is acted on")
    add("--objective", choices=[one.value for one in Objective], help=OBJECTIVE)
    add("--review-cost", metavar="E", type=amount, help=REVIEW)
    add("--review-tpr", metavar="R", type=share, help="how often the person acts on a positive (1)")
    add("--review-fpr", metavar="R", type=share, help="... and on a negative (default: 0)")
    add("--known-when-deciding", metavar="COL,...", type=names, default=(), help=KNOWN)
    add("--review-capacity", metavar="N", type=amount, help="refer at most N of --population cases")
    add("--mix", metavar="A@T,B@T", action="append", type=mix, default=[], help=MIX)
    add("--threshold", metavar="T", type=score, help="report this threshold of every model")
    add_swap_option(group)


def _add_areas(parser: Parser) -> None:
    group = parser.add_argument_group("areas")
    add = group.add_argument
    add(
        "--partial-auc",
        metavar="LO,HI",
        type=interval,
        help="add the AUC over this interval to models.csv",
    )
    add("--partial-axis", choices=AXES, help="the rate that LO,HI bounds (default: fpr)")


def _add_output(parser: Parser) -> None:
    group = parser.add_argument_group("intervals and output")
    add = group.add_argument
    add(
        "--belief",
        metavar="B",
        type=belief,
        help="belief over PC(+): uniform, beta:A,B or triangular:LO,MODE,HI (default: what "
        "--prior-belief and --cost-ratio-belief say, else uniform)",
    )
    add(
        "--bootstrap",
        metavar="B",
        type=whole,
        default=DEFAULT_BANDS.spec.replicates,
        help="replicates of bands, tests and intervals (default: 2000; 0 leaves them out)",
    )
    add(
        "--band-policy",
        choices=BAND_POLICIES,
        default="fixed",
        help="whether a replicate keeps the thresholds that are cheapest on the whole sample, "
        "takes its own, or has what it gains by that added, in the bands of cost curves "
        "(default: fixed)",
    )
    add(
        "--verdicts",
        choices=[one.value for one in Verdicts],
        default=DEFAULT_BANDS.verdicts.value,
        help="whether verdicts.csv and pictures hold at their level for all PC(+) at once, or at "
        "each by itself (default: simultaneous)",
    )
    add("--samples", choices=[one.value for one in Samples], default="same", help=SAMPLES)
    add("--confidence", metavar="L", type=level, default=0.9, help="level (default: 0.90)")
    add("--seed", metavar="S", type=whole, default=0, help="seed (default: 0)")
    add(
        "--format",
        metavar="LIST",
        type=names,
        help="what to write, of png,svg,pdf,csv,parquet,html,docx,record; html, docx and pdf have "
        "one page for the person who decides, record what --replay needs (default: png,csv; csv "
        "alone without Qt)",
    )
    add_content_options(group)
    add("--points", metavar="N|all", type=points, help=POINTS)
    add("--min-count", metavar="N", type=whole, default=0, help=MIN_COUNT)
    add("--overwrite", action="store_true", help=OVERWRITE)
    add("--replay", metavar="record.json", help="the report of a record again, without FILE")
