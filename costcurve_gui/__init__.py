"""CostCurve: which classifier, at which threshold, under which costs.

`compare` is the front door for notebooks and scripts; it is loaded when it is first used, so that
the program starts without it.
"""

__all__ = ["Comparison", "Decision", "Policy", "compare"]
__version__ = "0.1.0"

_HOMES = {
    "compare": "compare",
    "Comparison": "comparison",
    "Decision": "decisions",
    "Policy": "policy",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # half of what an import of this package would take

    return getattr(import_module(f"{__name__}.notebook.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
