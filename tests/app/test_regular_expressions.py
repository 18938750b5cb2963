"""No regular expression of the package takes quadratic time: a cell may have 10,000 digits.

Repetitions that follow each other on the same characters, such as `[0-9]+[.]?[0-9]*`, share out a
long text in every way before they fail. Patterns are taken apart by Python's own parser.
"""

from __future__ import annotations

import ast
import re
import re._parser as parser
from pathlib import Path
from re._constants import MAXREPEAT
from typing import Any

import pytest

import costcurve_gui

ROOT = Path(costcurve_gui.__file__).parent
FUNCTIONS = {"compile", "search", "match", "fullmatch", "sub", "split", "findall", "finditer"}
PROBES = [chr(code) for code in range(256)] + ["\u2009", "\u0416", "\u2212", "\u2028", "\ud7ff"]
MANY = 50  # repetitions from which on it matters


def literal_patterns() -> dict[str, str | bytes]:
    """Return every pattern that stands in the source as it is, or made of module constants."""
    found: dict[str, str | bytes] = {}
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                text = pattern_text(node.value, constants)
                if isinstance(target, ast.Name) and isinstance(text, str):
                    constants[target.id] = text
            if isinstance(node, ast.Call) and called_in_re(node) and node.args:
                pattern = pattern_text(node.args[0], constants)
                if pattern is not None:
                    found[f"{path.relative_to(ROOT)}:{node.lineno}"] = pattern
    return found


def called_in_re(node: ast.Call) -> bool:
    function = node.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr in FUNCTIONS
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
    )


def pattern_text(node: ast.AST | None, constants: dict[str, str]) -> str | bytes | None:
    match node:
        case ast.Constant(value=str() | bytes() as value):
            return value
        case ast.Name(id=name):
            return constants.get(name)
        case ast.JoinedStr(values=values):
            parts = [
                pattern_text(
                    getattr(one, "value", None) if isinstance(one, ast.FormattedValue) else one,
                    constants,
                )
                for one in values
            ]
            return "".join(map(str, parts)) if None not in parts else None
    return None


class Automaton:
    """The positions of a pattern (Glushkov): their characters, and which may follow which."""

    def __init__(self, pattern: str) -> None:
        self.characters: list[frozenset[str]] = []
        self.follow: set[tuple[int, int]] = set()
        self.twice: list[int] = []  # positions of a repeated body that repeats by itself
        _, _, self.last = self.sequence(parser.parse(pattern))

    def sequence(self, items: Any) -> tuple[bool, set[int], set[int]]:
        """Return whether nothing is matched too, and the first and last positions."""
        parts = [part for part in (self.item(str(op), value) for op, value in items) if part]
        nullable, first, last = True, set[int](), set[int]()
        for empty, begins, ends in parts:
            self.follow |= {(one, other) for one in last for other in begins}
            first |= begins if nullable else set()
            last = ends | (last if empty else set())
            nullable = nullable and empty
        return nullable, first, last

    def item(self, name: str, value: Any) -> tuple[bool, set[int], set[int]] | None:
        if name in ("AT", "ASSERT", "ASSERT_NOT", "GROUPREF"):
            return None
        if name == "SUBPATTERN":
            return self.sequence(value[3])
        if name == "BRANCH":
            nullables, firsts, lasts = zip(*map(self.sequence, value[1]), strict=True)
            return any(nullables), set().union(*firsts), set().union(*lasts)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, body = value
            nullable, first, last = self.sequence(body)
            if most is MAXREPEAT or most > MANY:
                again = {(one, other) for one in last for other in first}
                self.twice += [one for one, _ in again & self.follow]
                self.follow |= again
            return nullable or least == 0, first, last
        self.characters.append(of_characters(name, value))
        place = {len(self.characters) - 1}
        return False, place, place

    def ambiguous(self) -> set[int]:
        """Return positions p for which a word leads from p to p, from p to q, and from q to q.

        With that, a text of n such words can be shared out in n ways (Weber and Seidl, 1991). What
        takes every character up to the end never fails, so that nothing is tried twice.
        """
        after: dict[int, set[int]] = {}
        for one, other in self.follow:
            after.setdefault(one, set()).add(other)
        loops = [one for one in after if one in reached(one, after)]
        return {
            p
            for p in loops
            for q in loops
            if p != q and q in reached(p, after) and not self._takes_all(q)
            if self._leads(p, q, after)
        }

    def _takes_all(self, q: int) -> bool:
        return q in self.last and self.characters[q] == frozenset(PROBES)

    def _leads(self, p: int, q: int, after: dict[int, set[int]]) -> bool:
        seen, waiting = set(), [(p, p, q)]
        while waiting:
            one = waiting.pop()
            for a in after.get(one[0], ()):
                for b in after.get(one[1], ()):
                    shared = self.characters[a] & self.characters[b]
                    for c in after.get(one[2], ()) if shared else ():
                        if shared & self.characters[c] and (a, b, c) not in seen:
                            seen.add((a, b, c))
                            waiting.append((a, b, c))
        return (p, q, q) in seen


def reached(start: int, after: dict[int, set[int]]) -> set[int]:
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        for one in after.get(waiting.pop(), set()) - seen:
            seen.add(one)
            waiting.append(one)
    return seen


def of_characters(name: str, value: Any) -> frozenset[str]:
    if name == "LITERAL":
        return frozenset(chr(value))
    if name == "NOT_LITERAL":
        return frozenset(PROBES) - {chr(value)}
    if name == "ANY":
        return frozenset(PROBES)
    return frozenset(one for one in PROBES if in_set(one, value))


def in_set(character: str, members: Any) -> bool:
    negated, found = False, False
    for op, value in members:
        match str(op):
            case "NEGATE":
                negated = True
            case "LITERAL":
                found = found or ord(character) == value
            case "RANGE":
                found = found or value[0] <= ord(character) <= value[1]
            case "CATEGORY":
                found = found or bool(re.fullmatch(CATEGORIES[str(value)], character))
    return found is not negated


CATEGORIES = {
    "CATEGORY_DIGIT": r"\d", "CATEGORY_NOT_DIGIT": r"\D", "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S", "CATEGORY_WORD": r"\w", "CATEGORY_NOT_WORD": r"\W",
}  # fmt: skip


PATTERNS = literal_patterns()


def faults(pattern: str | bytes) -> str:
    found = Automaton(pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern)
    places = {*found.twice, *found.ambiguous()}
    return ", ".join("".join(sorted(found.characters[one]))[:20] for one in places)


def test_that_no_regular_expression_shares_out_the_same_text_in_many_ways() -> None:
    found = {place: pattern for place, pattern in PATTERNS.items() if faults(pattern)}
    assert not found


@pytest.mark.parametrize(
    "pattern", [r"[0-9]+\.?[0-9]*x", r"\s*(-)?\s*a", r"(a+)+b", r"[0-9.]*[0-9][0-9.]*x"]
)
def test_that_such_patterns_are_found(pattern: str) -> None:
    assert faults(pattern)


@pytest.mark.parametrize("pattern", [r"[0-9]+(?:\.[0-9]*)?x", r"(?:a+b)+", r"\s*a\s*", r"\w+!\w+"])
def test_that_others_are_not_taken_for_such(pattern: str) -> None:
    assert not faults(pattern)


def test_that_patterns_of_the_source_are_found() -> None:
    assert len(PATTERNS) > 60


def built_patterns() -> dict[str, str]:
    """Return the patterns that are built when they are needed."""
    from costcurve_gui.dataio import number_formats
    from costcurve_gui.dataio.expressions.parser import _grammar
    from costcurve_gui.dataio.roles import tool_names

    found = {"cell": number_formats._CELL, "in parentheses": number_formats._IN_PARENTHESES}
    for one in (
        number_formats.NumberFormat(decimal, thousands, percent, currency)
        for decimal, thousands in ((".", ","), (",", "."), (".", " "), (".", ""))
        for percent, currency in ((False, ""), (True, ""), (False, "US$"))
    ):
        found[one.described] = one.pattern
    for tool in tool_names.TOOLS:
        found |= {f"{tool.tool} {part}": getattr(tool, part) for part in ("score", "decision")}
    found |= {str(one.name): one.pattern.to_regexp() for one in _grammar().terminals}
    return found


def test_that_patterns_that_are_built_share_out_text_in_one_way_too() -> None:
    assert not {name: one for name, one in built_patterns().items() if faults(one)}
