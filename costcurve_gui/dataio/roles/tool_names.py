"""The names that other programs give the columns of their predictions: a row a program.

A score names the class whose probability it is. A decision is the class that a model took, and a
confidence the probability of that class, whichever it is: neither is a score.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.labels import label_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo

DECISION: Final = "the class that was decided"
CONFIDENCE: Final = "the probability of the class that was decided, whichever that is"
_MOST_CLASSES: Final = 20  # of a column of whole numbers that are still classes


@dataclass(frozen=True, slots=True)
class ToolNames:
    """The names that one program gives: regular expressions of whole names in lower case.

    Parameters
    ----------
    tool : str
        The program.
    score : str
        A column of scores; a group `of` is the class that it scores, `label` its column.
    decision, confidence : str
        The class that was decided, and the probability of that class.
    label, row, fold : str
        The true class, the number of the case, the fold.
    needs : str
        A column that the file must have for these names to count.
    """

    tool: str
    score: str = ""
    decision: str = ""
    confidence: str = ""
    label: str = ""
    row: str = ""
    fold: str = ""
    needs: str = ""


TOOLS: Final = (
    ToolNames(
        "scikit-learn",
        score=r"y_(?:score|prob|proba|pred_proba)|predict_proba(?:_(?P<of>.+))?|"
        r"proba(?:bility)?(?:_(?P<of2>.+))?|decision_function",
        decision=r"y_pred|pred(?:icted)?(?:_(?:class|label))?",
        label="y_test|y_true",
    ),
    ToolNames(
        "tidymodels",
        score=r"\.pred_(?P<of>.+)",
        decision=r"\.pred_class",
        row=r"\.row",
        fold="id",
        needs=r"\.row",
    ),
    ToolNames("parsnip", score=r"\.pred_(?P<of>.+)", decision=r"\.pred_class"),
    ToolNames("caret", decision="pred", label="obs", row="rowindex", fold="resample", needs="obs"),
    ToolNames(
        "mlr3",
        score=r"prob\.(?P<of>.+)",
        decision="response",
        label="truth",
        row="row_ids?|id",
        needs="truth",
    ),
    ToolNames(
        "KNIME",
        score=r"p ?\((?P<label>[^()=]+)=(?P<of>[^()]*)\)(?: .*)?",
        decision=r"prediction \([^()]*\)(?: .*)?",
        confidence=r"prediction \([^()]*\) \(confidence\)(?: .*)?",
    ),
    ToolNames("H2O", score=r"(?:cal_)?p(?P<of>[01])", decision="predict"),
    ToolNames(
        "MLflow", score="predictions?|outputs", decision="predictions?|outputs", label="targets?"
    ),
    ToolNames(
        "PyCaret",
        score=r"prediction_score_(?P<of>.+)",
        decision="prediction_label",
        confidence="prediction_score",
        needs="prediction_label",
    ),
    ToolNames(
        "RapidMiner", score=r"confidence ?\((?P<of>.+)\)", decision=r"prediction ?\((?P<label>.+)\)"
    ),
    ToolNames(
        "Weka",
        score=r"distribution_(?P<of>.+)|.+_prob_(?P<of2>.+)",
        decision="classification|predicted .+",
        confidence="prediction margin",  # its sign knows the true class
        needs=r"distribution_.+|.+_prob_.+|prediction margin",
    ),
    ToolNames(
        "SAS",
        score=r"i?p_(?P<of>.+)|em_eventprobability",
        decision=r"_into_|em_classification|[iu]_.+",
        confidence="em_probability",
        label=r"_from_|f_.+",
        needs=r"i?p_.+|em_eventprobability",
    ),
    ToolNames(
        "SPSS",
        score=r"pre_[0-9]+|predictedprobability.*|\$[a-z]+p-(?P<of>.+)",
        decision=r"pgr_[0-9]+|predictedvalue.*|\$[a-z]+-.+",
        confidence=r"\$[a-z]+c-.+",
    ),
    ToolNames("Stata", score="pr|p_?hat"),
    ToolNames("Azure Machine Learning", score="scored probabilities.*", decision="scored labels"),
)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _matched(pattern: str, name: str) -> re.Match[str] | None:
    return _compiled(pattern).fullmatch(name.lower()) if pattern else None


class FileNames:
    """What the names of a file's columns tell, by the programs whose names they are."""

    def __init__(self, columns: Sequence[ColumnInfo]) -> None:
        self._columns = columns
        self._tools = [
            tool
            for tool in TOOLS
            if not tool.needs or any(_matched(tool.needs, column.name) for column in columns)
        ]

    def is_decision(self, column: ColumnInfo) -> bool:
        """Whether a column has classes that a model decided: by name, and by few values."""
        classes = not column.kind.is_numeric or (
            column.kind is Kind.WHOLE and column.distinct <= _MOST_CLASSES
        )
        return classes and any(_matched(tool.decision, column.name) for tool in self._tools)

    def is_confidence(self, column: ColumnInfo) -> bool:
        """Whether a column has the probability of the class that was decided."""
        return any(_matched(tool.confidence, column.name) for tool in self._tools)

    def is_score(self, column: ColumnInfo) -> bool:
        """Whether a column has scores: by name, and by values that are no decisions."""
        named = any(
            _matched(tool.score, column.name) or _matched(tool.decision, column.name)
            for tool in self._tools
        )
        return named and column.kind.is_numeric and not self.is_no_score(column)

    def is_no_score(self, column: ColumnInfo) -> bool:
        """Whether a column has decisions or confidences."""
        return self.is_decision(column) or self.is_confidence(column)

    def roles(self) -> dict[str, Role]:
        """Return the columns that number the cases or name their fold."""
        found: dict[str, Role] = {}
        for tool in self._tools:
            for column in self._columns:
                if _matched(tool.row, column.name):
                    found.setdefault(column.name, Role.IDENTIFIER)
                elif _matched(tool.fold, column.name):
                    found.setdefault(column.name, Role.FOLD)
        return found

    def labels(self) -> tuple[str, ...]:
        """Return the columns that are the true class by the names of a program."""
        said = {label for column in self._columns for label in self._said(column.name, "label")}
        return tuple(
            column.name
            for column in self._columns
            if column.name.lower() in said
            or any(_matched(tool.label, column.name) for tool in self._tools)
        )

    def class_scored(self, scores: Iterable[str], classes: Sequence[str]) -> str:
        """Return the only class that the names of scores say they are for; empty where unclear."""
        by_key = {label_key(name): name for name in classes}
        keys = {label_key(said) for score in scores for said in self._said(score, "of")}
        named = [name for key, name in by_key.items() if key in keys]
        return named[0] if len(named) == 1 else ""

    def names_class(self, name: str, classes: Iterable[str]) -> bool:
        """Whether the name of a score has one of the classes, by a program or at its end."""
        keys = {label_key(one) for one in classes}
        ends = any(name.casefold().rstrip(")]").endswith(str(key)) for key in keys)
        return ends or any(label_key(said) in keys for said in self._said(name, "of"))

    def _said(self, name: str, group: str) -> Iterator[str]:
        for tool in self._tools:
            for pattern in (tool.score, tool.decision):
                match = _matched(pattern, name)
                for key, text in match.groupdict().items() if match else ():
                    if text and key.startswith(group):
                        yield text


def named_by_class(pair: tuple[str, str], classes: Sequence[str]) -> bool:
    """Tell whether two names differ by two classes alone: `Forest (no)` and `Forest (yes)`."""
    if len(classes) != 2:
        return False
    one, other = (name.casefold() for name in pair)
    first, second = (name.strip().casefold() for name in classes)
    return _exchanged(one, first, second, other) or _exchanged(one, second, first, other)


def _exchanged(name: str, old: str, new: str, wanted: str) -> bool:
    """Whether a name becomes another where one class in it is exchanged for the other class."""
    place = name.find(old)
    while place >= 0:
        if name[:place] + new + name[place + len(old) :] == wanted:
            return True
        place = name.find(old, place + 1)
    return False
