"""Forms of the user's own words for the decisions ("refuse", "grant") and for a case."""

from __future__ import annotations

from costcurve_gui.translation import tr

_VOWELS = "aeiou"
_PAST = {
    "leave": "left",
    "send": "sent",
    "let": "let",
    "let go": "let go",
    "hold": "held",
    "keep": "kept",
    "give": "given",
    "take": "taken",
    "pay": "paid",
    "do": "done",
}
_TRANSITIVE = {"act": tr("act on"), "wait": tr("wait with"), "operate": tr("operate on")}


def _split(action: str) -> tuple[str, str]:
    """Split a verb from what follows it: ("follow", " up")."""
    verb, space, rest = action.strip().partition(" ")
    return verb, space + rest


def _doubles(verb: str) -> bool:
    """Whether the last consonant is doubled: stop, flag, skip; not mail, show."""
    return (
        len(verb) in (3, 4)
        and verb[-1] not in _VOWELS + "wxy"
        and verb[-2] in _VOWELS
        and verb[-3] not in _VOWELS
    )


def transitive(action: str) -> str:
    """Return the action with the preposition it needs before an object: act on."""
    return _TRANSITIVE.get(action.strip(), action.strip())


def participle(action: str) -> str:
    """Return what happened to a case: refused, flagged, left."""
    action = transitive(action)
    if action in _PAST:
        return _PAST[action]
    verb, rest = _split(action)
    if verb in _PAST:
        return _PAST[verb] + rest
    if verb.endswith("e"):
        return f"{verb}d{rest}"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ied{rest}"
    return f"{verb}{verb[-1:] if _doubles(verb) else ''}ed{rest}"


def gerund(action: str) -> str:
    """Return the doing of it: refusing, stopping, acting on."""
    verb, rest = _split(transitive(action))
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing{rest}"
    return f"{verb}{verb[-1:] if _doubles(verb) else ''}ing{rest}"


def third_person(action: str) -> str:
    """Return what the model does: refuses, passes, acts on."""
    verb, rest = _split(transitive(action))
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es{rest}"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ies{rest}"
    return f"{verb}s{rest}"


def plural(noun: str) -> str:
    """Return the plural of the word for a case: applicants, queries, echoes."""
    noun = noun.strip()
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return f"{noun[:-1]}ies"
    sibilant = noun.endswith(("s", "x", "z", "ch", "sh"))
    return f"{noun}es" if sibilant or _ends_in_hard_o(noun) else f"{noun}s"


def _ends_in_hard_o(noun: str) -> bool:
    """Whether an o follows a consonant: echo, not studio."""
    return len(noun) > 1 and noun.endswith("o") and noun[-2] not in _VOWELS


def decapitalised(text: str) -> str:
    """Return a sentence with a small first letter, to stand within another."""
    return text[:1].lower() + text[1:]


def sentence_case(text: str) -> str:
    """Return the text with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


def listed(*parts: str) -> str:
    """Return the parts that say something, with commas between."""
    return ", ".join(part for part in parts if part)
