"""The lore of character cards, and that of SillyTavern's own files, as entries of a project.

Threads: pure functions, any thread.
Source: the specification of character cards V3, "Lorebook"; the files that SillyTavern writes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from app.core.content.loose_json import mapping, sequence
from app.core.plain_value import replace
from app.core.projects.json_text import string, strings
from app.core.projects.macros import expanded
from app.core.projects.values import (
    MAX_LORE,
    MAX_LORE_CHARS,
    LoreEntry,
    is_number,
    too_much_lore,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_DECORATOR: Final = "@@"  # begins a line that is for the program
_EXPRESSION: Final = re.compile(r"/(.+)/[a-z]*", re.DOTALL)
_GROUP: Final = re.compile(r"\((?:\?:)?([^()]*)\)")
_SPECIAL: Final = re.compile(r"[\\^$.*+?()\[\]{}]")  # in a regular expression, not itself
_LONGEST_EXPRESSION = 2_000
# Of SillyTavern, how other keys count that it knows and this room does not: none of them may occur.
_FORBIDDING: Final = (1, 2)


def lore_of_book(book: dict[str, Any], character: str, *, is_ours: bool) -> tuple[LoreEntry, ...]:
    """Return the entries of a book in the order in which they go along.

    Args:
        book: as a card has it.
        character: what the card is called.
        is_ours: Hearth wrote it, so that all of it is text.

    Raises:
        KnownError: there are too many.
    """
    listed = book.get("entries")
    entries = list(listed.values()) if isinstance(listed, dict) else sequence(listed)
    n_chars = sum(len(string(mapping(one).get("content"))) for one in entries)
    if len(entries) > MAX_LORE or n_chars > MAX_LORE_CHARS:
        raise too_much_lore()
    found = [_entry(mapping(one), character, is_ours=is_ours) for one in entries]
    return tuple(one for one in found if one.text.strip())


def written_book(name: str, lore: Iterable[LoreEntry]) -> dict[str, Any]:
    """Return entries as a book of a card."""
    entries = [
        {
            "keys": one.keys,
            "secondary_keys": one.also_keys,
            "selective": bool(one.also_keys),
            "content": one.text,
            "extensions": {},
            "enabled": one.is_on,
            "insertion_order": one.order,
            "case_sensitive": not one.ignores_case,
            "use_regex": False,
            "constant": one.is_always,
            "name": one.name,
            "comment": one.name,
            "id": number,
        }
        for number, one in enumerate(lore, 1)
    ]
    return {"name": name, "extensions": {}, "entries": entries}


def _entry(facts: dict[str, Any], character: str, *, is_ours: bool) -> LoreEntry:
    name = string(facts.get("name")) or string(facts.get("comment"))
    keys = _strings_of(facts, "keys", "key")
    others = _strings_of(facts, "secondary_keys", "keysecondary")
    text = string(facts.get("content"))
    order = facts.get("insertion_order", facts.get("order"))
    entry = LoreEntry(
        name,
        keys,
        text,
        others if facts.get("selective") is True else (),
        is_always=facts.get("constant") is True,
        is_on=facts.get("enabled") is not False and facts.get("disable") is not True,
        ignores_case=facts.get("case_sensitive", facts.get("caseSensitive")) is not True,
        order=int(order) if order is not None and is_number(order) else 0,
    )
    return entry if is_ours else _understood(entry, facts, character)


def _strings_of(facts: dict[str, Any], name: str, other: str) -> tuple[str, ...]:
    """Return the texts of a field, which goes by another name elsewhere."""
    return strings(facts.get(name) or facts.get(other))


def _understood(entry: LoreEntry, facts: dict[str, Any], character: str) -> LoreEntry:
    """Return an entry of another program without what is for programs."""
    decorators, text = _decorated(entry.text)
    logic = mapping(facts.get("extensions")).get("selectiveLogic", facts.get("selectiveLogic"))
    is_expression = facts.get("use_regex") is True
    others = () if is_expression or logic in _FORBIDDING else entry.also_keys
    others = others or strings(decorators.get("additional_keys", ""))
    is_forced = "activate" in decorators
    keys = _plain_keys(entry.keys, character, is_expression=is_expression)
    return replace(
        entry,
        name=entry.name or next(iter(keys), ""),
        keys=keys,
        text=expanded(text, character).strip(),
        also_keys=_plain_keys(others, character, is_expression=False),
        is_always=entry.is_always or is_forced,
        is_on=entry.is_on and (is_forced or "dont_activate" not in decorators),
    )


def _decorated(text: str) -> tuple[dict[str, str], str]:
    """Return the lines for programs above a text, by their names, and the text."""
    lines = text.split("\n")
    said: dict[str, str] = {}
    n_before = 0
    for line in lines:
        plain = line.strip()
        if plain.startswith(_DECORATOR):
            name, _, value = plain.lstrip("@").partition(" ")
            said.setdefault(name, value)
        elif plain:
            break
        n_before += 1
    return said, "\n".join(lines[n_before:])


def _plain_keys(keys: tuple[str, ...], character: str, *, is_expression: bool) -> tuple[str, ...]:
    """Return keys as plain text; of a regular expression what is plain in it, if anything.

    None is compiled: it could take years over a message, and nothing stops it.
    """
    found: list[str] = []
    for key in keys:
        match = _EXPRESSION.fullmatch(key[:_LONGEST_EXPRESSION])
        if match or is_expression:
            found += _alternatives(match[1] if match else key[:_LONGEST_EXPRESSION])
        else:
            found.append(expanded(key, character))
    return tuple(found)


def _alternatives(expression: str) -> list[str]:
    """Return the words of an expression that is a choice of words."""
    plain = expression.replace(r"\b", "").strip("^$")
    group = _GROUP.fullmatch(plain)
    parts = (group[1] if group else plain).split("|")
    return [one for one in parts if not _SPECIAL.search(one)]
