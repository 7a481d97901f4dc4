"""Blanks of a saved prompt: what is asked before it is used, written as in Open WebUI.

`{{topic}}` is a line of text, `{{tone | select:options=["short","long"]}}` has a type and
properties. Known names such as `{{CLIPBOARD}}` are filled in without a question. Braces that are no
blank stay as they are, and what is filled in is never read for blanks.

Threads: pure functions and values, any thread.
Source: Open WebUI's documentation, "Prompts", 2026.
"""

from __future__ import annotations

import datetime
import enum
import json
import math
import re
from typing import TYPE_CHECKING, Final

from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

# In lower case; "date" is older than the others, and a date in words.
KNOWN: Final = frozenset(
    {
        "clipboard",
        "date",
        "current_date",
        "current_time",
        "current_datetime",
        "current_timezone",
        "current_weekday",
        "user_language",
    }
)
YES, NO = "true", "false"


class BlankKind(enum.Enum):
    """How a blank is asked for; a type that has no field of its own is asked for as a text."""

    TEXT = enum.auto()
    LINES = enum.auto()
    CHOICE = enum.auto()
    NUMBER = enum.auto()
    DATE = enum.auto()
    YES_NO = enum.auto()


class Blank(PlainValue, frozen=True):
    """One question.

    Attributes:
        name: as it is written.
        default: what stands in the field at first; one of `options` where there are some,
            `YES` or `NO` for a yes/no, a date as 2026-12-31.
        options: of a choice; at least one.
        least, most, step: of a number; None for no limit.
        fault: what is wrong with how it is written.
    """

    name: str
    kind: BlankKind = BlankKind.TEXT
    placeholder: str = ""
    default: str = ""
    is_required: bool = False
    options: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    step: float = 1.0
    fault: Phrase | None = None


class _Place(PlainValue, frozen=True):
    """Where something is filled in: the blank of that name, or what is known under it."""

    name: str
    is_known: bool


class ParsedPrompt(PlainValue, frozen=True):
    """The text of a prompt, cut where something is filled in.

    Attributes:
        parts: all of the text, in order.
        blanks: what is asked, each name once, in the order of their first places.
    """

    parts: tuple[str | _Place, ...]
    blanks: tuple[Blank, ...]

    def filled(self, values: Mapping[str, str], known: Mapping[str, str]) -> str:
        """Return the text with all places filled in, empty where there is no value.

        Args:
            values: by the name of the blank.
            known: by the names in `KNOWN`.
        """
        said = []
        for part in self.parts:
            if isinstance(part, _Place):
                said.append((known if part.is_known else values).get(part.name, ""))
            else:
                said.append(part)
        return "".join(said)


# In double quotes anything may stand, also braces.
_FOUND = re.compile(
    r"""\{\{\s*(?P<name>[^\s{}|](?:[^{}|\n]{0,78}[^\s{}|])?)\s*
        (?P<typed>\|(?P<said>(?:"(?:\\.|[^"\\]){0,4000}+"|[^"{}])*))?\}\}""",
    re.VERBOSE | re.DOTALL,
)
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_TYPE = re.compile(r"\s*([\w-]*)\s*")
_PROPERTY = re.compile(r"\s*:\s*([\w-]+)\s*(=\s*)?")
_PLAIN = re.compile(r"'([^']*)'\s*|([^:]*)")
_KINDS: Final = {
    "textarea": BlankKind.LINES,
    "select": BlankKind.CHOICE,
    "number": BlankKind.NUMBER,
    "range": BlankKind.NUMBER,
    "date": BlankKind.DATE,
    "checkbox": BlankKind.YES_NO,
}
_AS_IN_A_BROWSER: Final = {"range": {"min": "0", "max": "100"}}
_JSON: Final = json.JSONDecoder(strict=False)


def parsed(text: str) -> ParsedPrompt:
    """Cut the text of a saved prompt at its blanks.

    A name that has a type at one of its places has it at all of them; of two, the first counts.
    """
    found = list(_FOUND.finditer(text))
    typed: dict[str, Blank] = {}
    for one in found:
        if one["typed"] and one["name"] not in typed:
            typed[one["name"]] = _blank(one["name"], one["said"])
    parts: list[str | _Place] = []
    blanks: dict[str, Blank] = {}
    end = 0
    for one in found:
        name = one["name"]
        is_known = name not in typed and name.casefold() in KNOWN
        parts += [text[end : one.start()], _Place(name.casefold() if is_known else name, is_known)]
        end = one.end()
        if not is_known:
            blanks.setdefault(name, typed.get(name) or Blank(name))
    return ParsedPrompt((*parts, text[end:]), tuple(blanks.values()))


def objection(blank: Blank, value: str) -> Phrase | None:
    """Return why a blank cannot be filled in with this; None where it can."""
    if not value.strip():
        return phrase("Please fill this in.") if blank.is_required else None
    match blank.kind:
        case BlankKind.NUMBER:
            return _objection_to(blank, number_of(value))
        case BlankKind.DATE:
            is_date = _is_date(value.strip())
            return None if is_date else phrase("Write the date like this: 2026-12-31.")
        case BlankKind.TEXT | BlankKind.LINES | BlankKind.CHOICE | BlankKind.YES_NO:
            return None


def _objection_to(blank: Blank, number: float | None) -> Phrase | None:
    if number is None:
        return phrase("This is not a number.")
    if blank.least is not None and number < blank.least:
        return phrase("The smallest number here is {n}.", n=shown_number(blank.least))
    if blank.most is not None and number > blank.most:
        return phrase("The largest number here is {n}.", n=shown_number(blank.most))
    return None


def number_of(value: str) -> float | None:
    """Return the number that somebody wrote, with a point or a comma; None for anything else."""
    plain = value.strip()
    plain = plain.replace(",", "") if _THOUSANDS.fullmatch(plain) else plain.replace(",", ".")
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def shown_number(number: float) -> str:
    """Return a number as one writes it: 5, not 5.0."""
    return f"{number:.10g}"


def _is_date(value: str) -> bool:
    try:
        return datetime.date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _blank(name: str, said: str) -> Blank:
    """Return the blank that is written as `type:property=value:property`."""
    start = _TYPE.match(said)
    assert start is not None  # it matches nothing as well
    kind = start[1].casefold()
    has, rest = _properties(said[start.end() :])
    made = Blank(
        name,
        _KINDS.get(kind, BlankKind.TEXT),
        placeholder=has.get("placeholder", ""),
        default=has.get("default", ""),
        is_required="required" in has and has["required"] != NO,
        fault=_not_understood(name, rest) if rest else None,
    )
    match made.kind:
        case BlankKind.CHOICE:
            return _choice(made, has.get("options", ""))
        case BlankKind.NUMBER:
            return _number(made, {**_AS_IN_A_BROWSER.get(kind, {}), **has})
        case BlankKind.YES_NO:
            return replace(made, default=YES if made.default.casefold() in _YES else NO)
        case BlankKind.DATE:
            return made if _is_date(made.default) else replace(made, default="")
        case BlankKind.TEXT | BlankKind.LINES:
            return made


_YES: Final = frozenset({YES, "yes", "on", "1"})


def _choice(blank: Blank, said: str) -> Blank:
    """Return the blank with its options; a text where they are no list of words."""
    try:
        found = _JSON.decode(said)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(one, str | int | float) for one in found):
        found = []
    options = tuple(dict.fromkeys(str(one) for one in found if str(one).strip()))
    if not options:
        wanted = '["short","long"]'
        fault = phrase("“{name}” needs options such as {options}.", name=blank.name, options=wanted)
        return replace(blank, kind=BlankKind.TEXT, fault=fault)
    default = blank.default if blank.default in options else ""
    return replace(blank, options=options, default=default)


def _number(blank: Blank, has: Mapping[str, str]) -> Blank:
    """Return the blank with its limits, of which each has to be a number."""
    limits: dict[str, float] = {}
    fault = blank.fault
    for name in ("min", "max", "step", "default"):
        if not has.get(name, "").strip():
            continue
        number = number_of(has[name])
        if number is None or (name == "step" and number <= 0):
            fault = fault or _not_understood(blank.name, f"{name}={has[name]}")
        else:
            limits[name] = number
    least, most = limits.get("min"), limits.get("max")
    if least is not None and most is not None and least > most:
        fault = fault or _not_understood(blank.name, f"min={has['min']}:max={has['max']}")
        least = most = None
    default = shown_number(limits["default"]) if "default" in limits else ""
    step = limits.get("step", 1.0)
    return replace(blank, least=least, most=most, step=step, default=default, fault=fault)


def _not_understood(name: str, said: str) -> Phrase:
    return phrase("Hearth does not understand “{said}” in “{name}”.", said=said, name=name)


def _properties(said: str) -> tuple[dict[str, str], str]:
    """Return the properties by their names, and what comes where none can be read any more."""
    has: dict[str, str] = {}
    at = 0
    while found := _PROPERTY.match(said, at):
        value, at = _value(said, found.end()) if found[2] else ("", found.end())
        has.setdefault(found[1].casefold(), value)
    return has, said[at:].strip()


def _value(said: str, at: int) -> tuple[str, int]:
    """Return what is written there, and where it ends: JSON, words in quotes, or up to a colon."""
    if said[at : at + 1] in {'"', "["}:
        try:
            value, end = _JSON.raw_decode(said, at)
        except (ValueError, RecursionError):
            pass
        else:
            return (value if isinstance(value, str) else said[at:end]), end
    found = _PLAIN.match(said, at)
    assert found is not None  # it matches nothing as well
    return (found[2] if found[1] is None else found[1]).strip(), found.end()
