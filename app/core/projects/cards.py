"""Character cards V1, V2 and V3 as projects, and projects as a card V3.

What a card says of its character becomes instructions in one order, under plain headings, always
the same for the same card. What its author says of it to people is not for the model and is left
out. A card that Hearth wrote has the instructions as they were, and what no card has room for under
`extensions.hearth`; it is taken as it stands, with nothing filled in.

Threads: pure functions, any thread.
Source: the specifications of character cards V1, V2 and V3, and the cards that SillyTavern writes.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any, Final

from app.core.content.loose_json import mapping, sequence
from app.core.plain_value import PlainValue
from app.core.projects import errors
from app.core.projects.json_text import string, strings
from app.core.projects.lore_books import lore_of_book, written_book
from app.core.projects.macros import expanded
from app.core.projects.values import ProjectContent, file_name, one_line

_VERSION: Final = 1  # of what stands under `extensions.hearth`
_OURS: Final = "hearth"
_START: Final = re.compile(r"^[ \t]*<START>[ \t]*$", re.IGNORECASE | re.MULTILINE)
_BREAK: Final = "***"  # what it becomes
_DATA_ADDRESS: Final = re.compile(r"data:image/[a-z+.-]{1,20};base64,", re.IGNORECASE)
# What older programs call the fields of V1.
_OLD_NAMES: Final = {
    "name": "char_name",
    "description": "char_persona",
    "scenario": "world_scenario",
    "first_mes": "char_greeting",
    "mes_example": "example_dialogue",
}
_OF_CARDS_ALONE: Final = ("first_mes", "mes_example", "personality", "scenario", "char_name")
_MAX_NICKNAME = 100


class Card(PlainValue, frozen=True):
    """What a card says.

    Attributes:
        content: the project, without its picture.
        picture: a picture that stands in the card itself, as it came; b"" for none.
        assets: where other pictures of it lie in its archive, the main one first.
    """

    content: ProjectContent
    picture: bytes = b""
    assets: tuple[str, ...] = ()


def is_card(value: object) -> bool:
    """Whether what JSON says is a character card, or a lore book alone."""
    facts = mapping(value)
    spec = string(facts.get("spec"))
    if spec.startswith(("chara_card", "lorebook")):
        return isinstance(facts.get("data"), dict)
    inner = mapping(facts.get("data")) or facts
    return any(isinstance(inner.get(name), str) for name in _OF_CARDS_ALONE) or _is_book(facts)


def _is_book(facts: dict[str, Any]) -> bool:
    """Whether it is a lore book as SillyTavern writes it."""
    entries = facts.get("entries")
    listed = list(entries.values()) if isinstance(entries, dict) else sequence(entries)
    return bool(listed) and all("content" in mapping(one) for one in listed)


def card_of(value: object, name: str) -> Card:
    """Return what a card says.

    Args:
        value: what its JSON says.
        name: of its file, for a card that has none.

    Raises:
        KnownError: a newer version of Hearth wrote it.
    """
    facts = mapping(value)
    data = mapping(facts.get("data")) or facts
    if string(facts.get("spec")).startswith("lorebook") or _is_book(facts):
        title = one_line(string(data.get("name")), _MAX_NICKNAME) or name
        return Card(ProjectContent(title, lore=lore_of_book(data, title, is_ours=False)))
    ours = mapping(mapping(data.get("extensions")).get(_OURS))
    if ours and not _is_known(ours.get("version")):
        raise errors.NEWER_PROJECT(name=name)
    fields = _Fields(data, name, is_ours=bool(ours))
    content = ProjectContent(
        fields.name,
        emoji=string(ours.get("emoji")),
        instructions=fields.instructions(),
        openings=fields.openings(),
        lore=lore_of_book(
            mapping(data.get("character_book")), fields.character, is_ours=bool(ours)
        ),
        sampling=tuple(
            (key, said)
            for key, said in mapping(ours.get("sampling")).items()
            if isinstance(said, int | float | str)
        ),
        language=string(ours.get("language")),
        model=string(ours.get("model")),
        tools=_texts(ours.get("tools")),
        # A stranger does not say which files of this machine are read.
        documents=tuple(map(file_name, _texts(ours.get("documents")))),
        searched=tuple(map(file_name, _texts(ours.get("searched")))),
    )
    addresses = _icons(data)
    inside = next((found for one in addresses if (found := picture_at(one))), b"")
    return Card(content, inside, tuple(map(_asset, addresses)))


def _is_known(version: object) -> bool:
    return isinstance(version, int) and version <= _VERSION


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in sequence(value) if isinstance(one, str))


class _Fields:
    """The texts of a card, filled in."""

    def __init__(self, data: dict[str, Any], name: str, *, is_ours: bool) -> None:
        self._data = data
        self._is_ours = is_ours
        said = one_line(self._said("name"), _MAX_NICKNAME)
        self.name = said or name
        self.character = one_line(self._said("nickname"), _MAX_NICKNAME) or self.name

    def _said(self, field: str) -> str:
        """Return a text as it stands in the card."""
        data = self._data
        value = data.get(field)
        if field in _OLD_NAMES and not string(value):
            value = data.get(_OLD_NAMES[field])
        return "\n".join(strings(value)) if isinstance(value, list) else string(value)

    def _text(self, field: str, original: str = "") -> str:
        said = self._said(field)
        return said if self._is_ours else self._filled(said, original)

    def _filled(self, said: str, original: str = "") -> str:
        return _START.sub(_BREAK, expanded(said, self.character, original)).strip()

    def openings(self) -> tuple[str, ...]:
        """Return the messages that a chat can begin with, the usual one first."""
        others = (string(one) for one in sequence(self._data.get("alternate_greetings")))
        if self._is_ours:
            return tuple(filter(None, (self._said("first_mes"), *others)))
        filled = map(self._filled, others)
        return tuple(dict.fromkeys(filter(None, (self._text("first_mes"), *filled))))

    def instructions(self) -> str:
        """Return what the model is told before the first message."""
        who = self.character
        examples = self._text("mes_example").removeprefix(_BREAK).strip()
        note = mapping(mapping(self._data.get("extensions")).get("depth_prompt")).get("prompt")
        last = (self._text("post_history_instructions"), self._filled(string(note)))
        sections = (
            (f"Who {who} is", self._text("description")),
            (f"{who}’s personality", self._text("personality")),
            ("Scenario", self._text("scenario")),
            (f"How {who} talks, by example", examples),
            ("Always keep to this", "\n\n".join(filter(None, last))),
        )
        told = [f"# {heading}\n\n{text}" for heading, text in sections if text]
        # What the specification calls the prompt of the program, for a card that has none.
        usual = f"You are {who}. Write what {who} says and does next, never what {{{{user}}}} does."
        first = self._text("system_prompt", usual)
        if self._is_ours and not told:
            return first
        if told and not first and not self._is_ours:
            first = usual
        return "\n\n".join(filter(None, (first, *told)))


# -- pictures --


def _icons(data: dict[str, Any]) -> list[str]:
    """Return the addresses of the pictures of a character, the main one first."""
    icons = [
        one
        for one in map(mapping, sequence(data.get("assets")))
        if one.get("type") == "icon" and isinstance(one.get("uri"), str)
    ]
    icons.sort(key=lambda one: one.get("name") != "main")
    return [one["uri"] for one in icons]


def _asset(address: str) -> str:
    """Return the name that an address has in an archive; the specification spells it so."""
    return address.removeprefix("embeded://").removeprefix("embedded://")


def picture_at(address: str) -> bytes:
    """Return the picture that an address holds in itself; b"" for none."""
    match = _DATA_ADDRESS.match(address)
    try:
        return binascii.a2b_base64(address[match.end() :]) if match else b""
    except (binascii.Error, ValueError):
        return b""


# -- writing --


def written_card(content: ProjectContent, spec: str = "chara_card_v3") -> bytes:
    """Return a checked project as a card in JSON, without its picture and without folders.

    Args:
        content: the project.
        spec: which card; older programs look for "chara_card_v2" and know no field less.
    """
    first, *others = content.openings or ("",)
    data = {
        "name": content.name,
        **dict.fromkeys(("description", "personality", "scenario", "mes_example"), ""),
        "first_mes": first,
        "system_prompt": content.instructions,
        **dict.fromkeys(("post_history_instructions", "creator_notes", "creator"), ""),
        "character_version": "",
        "tags": [],
        "alternate_greetings": others,
        "group_only_greetings": [],
        "character_book": written_book(content.name, content.lore),
        "extensions": {
            _OURS: {
                "version": _VERSION,
                "emoji": content.emoji,
                "sampling": dict(content.sampling),
                "language": content.language,
                "model": content.model,
                "tools": content.tools,
                "documents": list(map(file_name, content.documents)),
                "searched": list(map(file_name, content.searched)),
            }
        },
    }
    card = {"spec": spec, "spec_version": spec[-1] + ".0", "data": data}
    return json.dumps(card, ensure_ascii=False, indent=1).encode()


def packed_card(content: ProjectContent, spec: str) -> bytes:
    """Return a card as pictures carry it."""
    return base64.b64encode(written_card(content, spec))
