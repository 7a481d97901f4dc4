"""What a project gives every chat in it, as plain values, and what of it is too much.

Whatever a user or a file says becomes a project through `checked`: its texts are clean, its names
one line, and all of it within limits, so that nobody who stores or shows it has to ask again.

Threads: frozen values and pure functions, any thread.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from app.core.content.text_files import one_line_end
from app.core.phrases import Amount
from app.core.plain_value import PlainValue, replace
from app.core.projects import errors

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.errors import KnownError

MAX_NAME: Final = 200  # characters
MAX_INSTRUCTIONS: Final = 400_000  # characters: as many as the largest model reads
MAX_OPENINGS: Final = 200
MAX_OPENING: Final = 100_000  # characters
MAX_LORE: Final = 10_000  # entries
MAX_LORE_CHARS: Final = 4_000_000  # of all entries: texts, names and keys
MAX_LORE_KEYS: Final = 50_000  # of all entries; each is looked for in every message
MAX_KEY: Final = 200  # characters
MAX_FILES: Final = 1_000  # documents, and as many paths to search, and as many tools
MAX_PATH: Final = 4_096  # characters
MAX_PICTURE_BYTES: Final = 2 << 20
PICTURE_SIDE: Final = 512  # pixels
_MAX_EMOJI = 16  # code points: a family of four with skin tones has eleven
_MAX_SAMPLING_TEXT = 10_000  # characters; of a grammar or a schema as well
_MAX_ORDER = 1 << 53
PNG_MARK: Final = b"\x89PNG\r\n\x1a\n"

# What a project can set of what a chat can (`ChatSetup.sampling`); what a chat notes of itself,
# such as its summary, is not a project's to say.
SAMPLING_NUMBERS: Final = frozenset(
    (
        *("temperature", "dynatemp_range", "dynatemp_exponent", "top_k", "top_p", "min_p"),
        *("typical_p", "top_n_sigma", "xtc_probability", "xtc_threshold", "dry_multiplier"),
        *("dry_base", "dry_allowed_length", "repeat_penalty", "repeat_last_n"),
        *("frequency_penalty", "presence_penalty", "mirostat", "mirostat_tau", "mirostat_eta"),
        *("seed", "max_tokens"),
    )
)
SAMPLING_TEXTS: Final = frozenset(
    ("order", "logit_bias", "stop", "thinking", "form", "grammar", "json_schema", "overflow")
)

_NO_CHARACTER = re.compile(r"[\ud800-\udfff]")
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127])
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}")


class LoreEntry(PlainValue, frozen=True):
    """A passage that is appended to a message when what it is about comes up.

    Attributes:
        name: for people.
        keys: words or phrases, one of which must occur in the message or the answer before it.
        text: what the model is given.
        also_keys: one of these must occur too; () for no such condition.
        is_always: it goes along with or without a key.
        is_on: False for one that is kept and not used.
        ignores_case: whether "Dragon" is found by "dragon".
        order: the smallest comes first.
    """

    name: str
    keys: tuple[str, ...]
    text: str
    also_keys: tuple[str, ...] = ()
    is_always: bool = False
    is_on: bool = True
    ignores_case: bool = True
    order: int = 0


class ProjectContent(PlainValue, frozen=True):
    """What every chat of a project starts with.

    Attributes:
        name: one line.
        emoji: shown where there is no picture; "" for none.
        picture: a PNG of at most `PICTURE_SIDE` pixels a side that Hearth's own child wrote, so
            that whoever shows it decodes no stranger's bytes; b"" for none.
        instructions: before the first message; `{{user}}` stands for the user's name.
        openings: messages of the assistant, one of which a chat can begin with.
        lore: passages for what comes up.
        sampling: as `ChatSetup.sampling`, ordered by name.
        language: of the answers, as in "de" or "zh-Hans"; "" for any.
        model: name of the file of the model that is wanted; "" for any.
        tools: names of those that may be called.
        documents: paths of documents that are read whole.
        searched: paths of files and folders in which passages are looked for.
    """

    name: str
    emoji: str = ""
    picture: bytes = b""
    instructions: str = ""
    openings: tuple[str, ...] = ()
    lore: tuple[LoreEntry, ...] = ()
    sampling: tuple[tuple[str, float | str], ...] = ()
    language: str = ""
    model: str = ""
    tools: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()


def checked(content: ProjectContent) -> ProjectContent:
    """Return a project with clean texts, within all limits; the same for one that was checked.

    Names that are too long are cut, and what says nothing is left out.

    Raises:
        KnownError: a text is too long, a list too long, or the picture no PNG of ours.
    """
    _check_picture(content.picture)
    return replace(
        content,
        name=one_line(content.name, MAX_NAME),
        emoji=one_line(content.emoji, _MAX_EMOJI),
        instructions=_instructions(content.instructions),
        openings=_openings(content.openings),
        lore=_lore(content.lore),
        sampling=sampling_of(content.sampling),
        language=content.language if _LANGUAGE.fullmatch(content.language) else "",
        model=file_name(content.model),
        tools=_files(one_line(one, MAX_PATH) for one in content.tools),
        documents=_files(_path(one) for one in content.documents),
        searched=_files(_path(one) for one in content.searched),
    )


def clean(text: str) -> str:
    """Return a text whose lines end as ours do, without what no text has."""
    plain = _NO_CHARACTER.sub("\ufffd", text) if not text.isascii() else text
    return one_line_end(plain).translate(_CONTROLS)


def one_line(text: str, most: int) -> str:
    """Return a text as one line of so many characters at most."""
    return " ".join(clean(text[: 8 * most]).split())[:most].strip()


def file_name(path: str) -> str:
    """Return the name of a file without its folders, on whatever system they are."""
    return one_line(re.split(r"[/\\]", path.rstrip("/\\"))[-1], MAX_NAME * 2)


def sampling_of(said: Iterable[tuple[str, float | str]]) -> tuple[tuple[str, float | str], ...]:
    """Return what of it a project can set and is of use, ordered by name."""
    values: dict[str, float | str] = {}
    for name, value in said:
        if name in SAMPLING_TEXTS and isinstance(value, str):
            if text := clean(value)[:_MAX_SAMPLING_TEXT]:
                values[name] = text
        elif name in SAMPLING_NUMBERS and is_number(value):
            values[name] = value
    return tuple(sorted(values.items()))


def is_number(value: object) -> bool:
    """Whether a value is a number that can be computed with."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= _MAX_ORDER and math.isfinite(value)


def too_much_lore() -> KnownError:
    """Return the refusal of lore beyond its limits."""
    return errors.TOO_MUCH_LORE(limit=Amount(MAX_LORE), chars=Amount(MAX_LORE_CHARS))


def _check_picture(picture: bytes) -> None:
    if picture and not (picture.startswith(PNG_MARK) and len(picture) <= MAX_PICTURE_BYTES):
        raise errors.PICTURE_UNUSABLE()


def _instructions(text: str) -> str:
    if len(text) > MAX_INSTRUCTIONS:
        raise errors.INSTRUCTIONS_TOO_LONG(limit=Amount(MAX_INSTRUCTIONS))
    return clean(text)


def _openings(openings: tuple[str, ...]) -> tuple[str, ...]:
    if len(openings) > MAX_OPENINGS or any(len(one) > MAX_OPENING for one in openings):
        raise errors.TOO_MANY_OPENINGS(limit=Amount(MAX_OPENINGS), chars=Amount(MAX_OPENING))
    return tuple(text for one in openings if (text := clean(one)).strip())


def _lore(lore: tuple[LoreEntry, ...]) -> tuple[LoreEntry, ...]:
    n_keys = sum(len(one.keys) + len(one.also_keys) for one in lore)
    n_chars = sum(len(one.text) for one in lore)
    if len(lore) > MAX_LORE or n_keys > MAX_LORE_KEYS or n_chars > MAX_LORE_CHARS:
        raise too_much_lore()
    return tuple(_entry(one) for one in lore if clean(one.text).strip())


def _entry(entry: LoreEntry) -> LoreEntry:
    return replace(
        entry,
        name=one_line(entry.name, MAX_NAME),
        keys=_keys(entry.keys),
        text=clean(entry.text),
        also_keys=_keys(entry.also_keys),
        order=max(-_MAX_ORDER, min(entry.order, _MAX_ORDER)),
    )


def _keys(keys: tuple[str, ...]) -> tuple[str, ...]:
    lines = (one_line(one, MAX_KEY) for one in keys)
    return tuple(dict.fromkeys(line for line in lines if line))


def _path(path: str) -> str:
    return clean(path).replace("\n", "")[:MAX_PATH]


def _files(paths: Iterable[str]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(one for one in paths if one))
    if len(found) > MAX_FILES:
        raise errors.TOO_MANY_FILES(limit=Amount(MAX_FILES))
    return found
