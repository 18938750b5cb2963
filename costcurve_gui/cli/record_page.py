"""The decision record as a page and as a document for the person who signs it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.page.chapters import WrittenDocument

    Content = Mapping[str, Any]

FIGURES: Final = (
    *("expected_profit", "expected_cost", "fpr", "tpr", "fraction_targeted", "precision"),
)
_SPELT = frozenset({"normalized_expected_cost", "pc_plus", "cost_ratio", "rows_used", "file_rows"})
_TITLE = "Decision record"
_STYLE = (
    "body{font:15px sans-serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:3px 8px;"
    "border-bottom:1px solid #ccc;overflow-wrap:anywhere}"
)
_SIGNED = "Signed: ____________________"


def page(content: Content) -> str:
    """Return the record as HTML."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f"<title>{_TITLE}</title>",
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{_TITLE}</h1>",
    ]
    for title, rows in sections(content):
        cells = (f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows)
        parts += [f"<h2>{escape(title)}</h2>", "<table>", *cells, "</table>"]
    parts += ["<h2>Again</h2>", f"<p><code>{escape(_again(content))}</code></p>"]
    parts += [f"<p>{escape(_program(content))}</p>"]
    parts += [f"<p>{_SIGNED}</p>", "</body></html>", ""]
    return "\n".join(parts)


def record_document(content: Content) -> WrittenDocument:
    """Return the record as blocks of a document, for Word and for paper."""
    from costcurve_gui.page.chapters import Grid, Heading, Paragraph, WrittenDocument
    from costcurve_gui.page.recommendation import Piece

    blocks: list[Heading | Paragraph | Grid] = [Heading(_TITLE, 0)]
    for title, rows in sections(content):
        blocks += [Heading(title), Grid((("", ""), *rows))]
    blocks += [Heading("Again"), Paragraph((Piece(_again(content)),))]
    blocks += [Paragraph((Piece(_program(content)),), muted=True)]
    return WrittenDocument(_TITLE, (*blocks, Paragraph((Piece(_SIGNED),))))


def sections(content: Content) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Yield the parts of the record that have something to say, as rows of name and value."""
    for title, rows in _parts(content):
        if rows:
            yield title, tuple((_name(name), _value(name, one)) for name, one in rows.items())


def _name(name: object) -> str:
    """Return a figure's name in words; others are as they were given."""
    text = str(name)
    return text.replace("_", " ") if text in FIGURES or text in _SPELT else text


def _value(name: object, value: object) -> str:
    """Write a figure with six digits, but for a threshold, which decides by all of them."""
    if value is None:
        return ""
    if isinstance(value, float) and name != "threshold":
        return f"{value:.6g}"
    return str(value)


def _parts(content: Content) -> Iterator[tuple[str, Mapping[Any, Any]]]:
    chosen = content["decision"]
    if chosen is not None:
        rule = {name: chosen[name] for name in ("model", "criterion", "threshold")}
        more = {"why": content["why"], "estimated on": chosen["estimated_on"]}
        yield "Rule", {**rule, **more}
        yield "Bounds", {one["bound"]: _bound(one) for one in content["bounds"]}
        estimated = chosen["expected"].get("new_cases", {})
        level = 100 * content["settings"]["confidence"]
        yield (
            f"Expected on new cases, with {level:g} % intervals",
            {
                name: f"{ends[0]:.6g} ({ends[1]:.6g} to {ends[2]:.6g})"
                for name in FIGURES
                if (ends := estimated.get(name)) is not None
            },
        )
        yield "On this sample", {name: chosen["expected"].get(name) for name in FIGURES}
    yield (
        "Validation",
        {
            one["quantity"]: (
                f"{one['validated']:.6g} on {one['sample']}; chosen {one['chosen']:.6g}"
            )
            for one in content.get("validation", ())
            if one["quantity"]
        },
    )
    yield "Condition", {**content["condition"], **content["payoff"]}
    yield (
        "Rejected, and why",
        {
            one["model"]: _of_threshold(one["threshold"], one["reason"])
            for one in content["rejected"]
        },
    )
    bounded = bool(content["bounds"])
    yield (
        f"What would change the {'cheapest model' if bounded else 'answer'}",
        _changes(content["would_change"]),
    )
    yield (
        "Cheapest model by PC(+) on this sample" + (", without bounds" if bounded else ""),
        {
            f"{one['pc_low']:.4g} to {one['pc_high']:.4g}": f"{one['model']}, {one['threshold']}"
            for one in content["cheapest_by_condition"]
        },
    )
    yield "Cases", content["cases"]
    yield "Inputs", {one["file"]: one["sha256"] for one in content["inputs"]}
    yield "Warnings", dict(enumerate(content["warnings"], start=1))
    yield "Files", content["files"]


def _bound(one: Content) -> str:
    text = f"{one['limit']:g}, {'binds' if one['binds'] else 'does not bind'}"
    if one["one_more_unit_gains"] is None:
        return text
    unit = "one more case" if one["unit"] == "case" else f"{one['unit']} more"
    return f"{text}; {unit} gains {one['one_more_unit_gains']:.6g} on this sample"


def _of_threshold(threshold: object, reason: str) -> str:
    return reason if threshold is None else f"{threshold}: {reason}"


def _changes(found: Content | None) -> Mapping[str, str]:
    """Say between which conditions the cheapest model stays, and which is next."""
    if found is None:
        return {}
    ratio_high = found["cost_ratio_high"]
    ratio = f"{found['cost_ratio_low']:.4g}"
    ratio += " or more" if ratio_high is None else f" to {ratio_high:.4g}"
    said = {
        "cheapest on this sample": found["cheapest"],
        "while the prior is": f"{found['prior_low']:.4g} to {found['prior_high']:.4g}",
        "or a miss costs": f"{ratio} times a false alarm",
    }
    for side in ("below", "above"):
        if found[side] is not None:
            said[f"{side} that"] = found[side]
    return said


def _again(content: Content) -> str:
    return f"report {' '.join(content['words'])}"


def _program(content: Content) -> str:
    return f"CostCurve {content['program']['version']}"
