"""The names in braces with which cards say "the user" and "the character".

A card is filled in once, when it is read, so that the same card always gives the same text: where a
card would roll dice, it gets the middle of the die, where it would choose, the first choice. Only
`{{user}}` is left, for `filled`.

Threads: pure functions, any thread.
Source: the specifications of character cards V1 to V3, "Curly Braced Syntaxes".
"""

from __future__ import annotations

import re
from typing import Final

USER: Final = "{{user}}"
_NESTED = 3  # as deep as one stands in another
_MACRO = re.compile(r"\{\{([^{}]*)\}\}")
_USER = re.compile(r"\{\{\s*user\s*\}\}", re.IGNORECASE)
# In V1, where nothing ends them; with an end they are the tags of somebody's instructions.
_OLD_USER, _OLD_CHARACTER = (
    re.compile(pattern, re.IGNORECASE) for pattern in ("<user>", "<(?:bot|char)>")
)
_END_OF_TAG = re.compile("</(?:user|bot|char)>", re.IGNORECASE)
_COMMA = re.compile(r"(?<!\\),")
_ROLL = re.compile(r"d?([0-9]{1,6})", re.IGNORECASE)


def filled(text: str, user: str) -> str:
    """Return a text of a project with the user's name in it."""
    return _USER.sub(lambda _: user, text)


def expanded(text: str, character: str, original: str = "") -> str:
    """Return a text of a card in which nothing but `{{user}}` is left to fill in.

    Args:
        text: as the card has it.
        character: what the card is called.
        original: what Hearth would say itself in the place of the text.
    """
    if not _END_OF_TAG.search(text):
        text = _OLD_USER.sub(USER, text)
        text = _OLD_CHARACTER.sub("{{char}}", text)

    def value(match: re.Match[str]) -> str:
        return _value(match, character, original)

    for _ in range(_NESTED):
        if "{{" not in text:
            break
        text = _MACRO.sub(value, text)
    return text


def _value(match: re.Match[str], character: str, original: str) -> str:
    """Return what a macro stands for; the macro itself where nobody here knows it."""
    inside = match[1].strip()
    name, _, argument = inside.partition(":")
    argument = argument.removeprefix(":").strip()
    match name.strip().casefold():
        case "char":
            return character
        case "user":
            return USER
        case "original":
            return original
        case "newline":
            return "\n"
        case "random" | "pick":
            return _first(argument)
        case "roll":
            rolled = _ROLL.fullmatch(argument)
            return str((int(rolled[1]) + 1) // 2) if rolled else ""
        case "reverse":
            return argument[::-1]
        case "comment" | "hidden_key" | "noop" | "trim":
            return ""
        case _:
            return "" if inside.startswith("//") else match[0]


def _first(choices: str) -> str:
    if "::" in choices:
        return choices.partition("::")[0].strip()
    return _COMMA.split(choices, maxsplit=1)[0].strip().replace("\\,", ",")
