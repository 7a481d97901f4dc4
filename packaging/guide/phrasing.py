"""The little language in which the questions are written, and how people type them.

`[a|b]` chooses, `[a|]` may be left out, both nest; `{macro}` inserts one of the macro's phrasings
and `{placeholder}` a value of the caller's.

    {how} [rename|change the title of] [a|this] {chat}
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"[a-z]{4,}", re.IGNORECASE)
_NEIGHBOURS = {
    **dict(zip("qwertyuiop", "wqwertyuio", strict=True)),
    **dict(zip("asdfghjkl", "sasdfghjk", strict=True)),
    **dict(zip("zxcvbnm", "xzxcvbn", strict=True)),
}
WORDING = tomllib.loads((Path(__file__).parent / "wording.toml").read_text("utf-8"))
_OPENINGS: list[str] = WORDING["openings"]
_ENDINGS: list[str] = WORDING["endings"]
_PLACES: list[str] = WORDING["places"]
# Stands for a name while a sentence is varied: a letter that no variation touches.
NAME_MARK = "ª"
_DISPENSABLE = frozenset(WORDING["dispensable"])
_QUESTION_WORDS = frozenset(WORDING["question_words"])


def expand(line: str, fields: Mapping[str, Sequence[str]], random: Random) -> str:
    """Return one reading of `line`, its spaces made single.

    Args:
        line: text in the little language.
        fields: the readings of each macro and placeholder, themselves in the little language.

    Raises:
        KeyError: the line names a field that is not there.
        ValueError: a bracket is not closed.
    """
    while match := _FIELD.search(line):
        reading = random.choice(fields[match[1]])
        line = f"{line[: match.start()]}{reading}{line[match.end() :]}"
    while match := _CHOICE.search(line):
        choice = random.choice(match[1].split("|"))
        line = f"{line[: match.start()]}{choice}{line[match.end() :]}"
    if "[" in line or "]" in line:
        raise ValueError(f"unbalanced brackets: {line}")
    return " ".join(line.split())


def as_typed(text: str, random: Random, *, is_about_hearth: bool = True) -> str:
    """Return `text` as somebody may type it: greetings, letters, marks, mistakes."""
    text = _surrounded(text, random, is_about_hearth=is_about_hearth)
    if random.random() < 0.12:
        text = _without_a_word(text, random)
    if random.random() < 0.22:
        text = with_typo(text, random)
        if random.random() < 0.3:
            text = with_typo(text, random)
    if random.random() < 0.4:
        text = text.replace("'", "")
    return with_marks(text, random)


def with_marks(text: str, random: Random) -> str:
    """Return `text` with an end mark or none, and capital letters or none."""
    first = text.split(" ", 1)[0].strip(",.!?")
    is_question = first in _QUESTION_WORDS or any(
        f", {word} " in text or f". {word} " in text for word in _QUESTION_WORDS
    )
    if text[-1:].isalnum():
        if is_question:
            text += random.choices(("?", "", ".", "??", " ?"), (60, 32, 4, 2, 2))[0]
        else:
            text += random.choices(("", "?", ".", "!"), (48, 22, 24, 6))[0]
    return _with_capitals(text, random)


def with_typo(text: str, random: Random) -> str:
    """Return `text` with one mistake in one of its longer words."""
    words = [match.span() for match in _WORD.finditer(text)]
    if not words:
        return text
    begin, end = random.choice(words)
    at = random.randrange(begin + 1, end - 1) if end - begin > 2 else begin
    kind = random.randrange(4)
    letter = text[at]
    if kind == 0:
        return text[:at] + text[at + 1] + letter + text[at + 2 :]
    if kind == 1:
        return text[:at] + text[at + 1 :]
    if kind == 2:
        return text[:at] + letter + text[at:]
    return text[:at] + _NEIGHBOURS.get(letter, letter) + text[at + 1 :]


def _surrounded(text: str, random: Random, *, is_about_hearth: bool) -> str:
    if random.random() < 0.14:
        text = f"{random.choice(WORDING['openings'])} {text}"
    if is_about_hearth and random.random() < 0.06 and "hearth" not in text:
        text = f"{text} {random.choice(WORDING['places'])}"
    if random.random() < 0.06:
        text = f"{text} {random.choice(WORDING['endings'])}".replace(" ,", ",")
    return text


def _without_a_word(text: str, random: Random) -> str:
    """Leave a small word out; of a long sentence sometimes any word: no single one decides."""
    words = text.split(" ")
    at = [index for index, word in enumerate(words) if word in _DISPENSABLE]
    if len(words) > 5 and random.random() < 0.4:
        at = [index for index, word in enumerate(words) if NAME_MARK not in word]
    if at and len(words) > 3:
        del words[random.choice(at)]
    return " ".join(words)


def _with_capitals(text: str, random: Random) -> str:
    way = random.random()
    if way < 0.42:
        return text
    if way < 0.44:
        return text.upper()
    if way < 0.46:
        return text.title()
    text = re.sub(r"(?<![\w'])i(?![\w])", "I", text)
    if way < 0.75:
        text = re.sub(r"\bhearth\b", "Hearth", text)
        text = re.sub(r"\bgguf\b", "GGUF", text)
        text = re.sub(r"\bgpu\b", "GPU", text)
        text = re.sub(r"\bram\b", "RAM", text)
        text = re.sub(r"([.:!?] )([a-z])", lambda match: match[1] + match[2].upper(), text)
    return text[:1].upper() + text[1:]
