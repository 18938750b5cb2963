"""Turns the sign of a payoff as it is typed: a gain read as a cost, and back."""

from __future__ import annotations

import ast

_TIGHT = (ast.Mult, ast.Div, ast.Pow)


def turned(text: str) -> str:
    """Return the text of the negative, as a person would write it; twice gives the meaning back.

    Text that is no expression is wrapped, so that its fault is found where it is read.
    """
    stripped = text.strip()
    if not stripped:
        return ""
    try:
        tree = ast.parse(stripped, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return f"-({stripped})"
    if isinstance(tree, ast.Constant) and tree.value == 0:
        return stripped
    if _begins_with_minus(tree):
        return _unwrapped(stripped[1:].strip())
    return f"-{stripped}" if _binds_tightly(tree) else f"-({stripped})"


def _begins_with_minus(tree: ast.expr) -> bool:
    """Whether the first minus stands for the whole: -amount, -0.05*amount; not -a + b."""
    if isinstance(tree, ast.UnaryOp):
        return isinstance(tree.op, ast.USub)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, (ast.Mult, ast.Div)):
        return tree.left.col_offset == tree.col_offset and _begins_with_minus(tree.left)
    return False


def _binds_tightly(tree: ast.expr) -> bool:
    if isinstance(tree, ast.BinOp):
        return isinstance(tree.op, _TIGHT)
    return isinstance(tree, (ast.Constant, ast.Name, ast.Call))


def _unwrapped(text: str) -> str:
    """Take away one pair of brackets that holds everything."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    try:
        ast.parse(text[1:-1], mode="eval")
    except SyntaxError:
        return text
    return text[1:-1].strip()
