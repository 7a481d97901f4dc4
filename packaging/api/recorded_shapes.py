"""Keeps the shape of what programs of others send, in words of ours.

Kept as they are: the names of fields, types and enumerations of schemas, the order and number of
everything, blanks and signs, the length of each word, and what we ourselves said. Each other word
becomes one of ours of the same length, the same one wherever it stands; names of tools become
syllables.
A folder and a date are marked with `FOLDER` and `DATE`, for the tests to move and to wait a day.

Parts that several requests share are kept once. The same requests give the same bytes. Standard
library only. Threads: pure functions, any.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from recording_proxy import Exchange

FOLDER: Final = "{FOLDER}"
DATE: Final = "{DATE}"
OURS: Final = (
    "The sea is calm today.",
    "Tell me of the sea.",
    "Now sail.",
    "And then?",
    "echo sea",
)
# Read by Hearth, which hides the line from the model.
_LINES_OF_THE_PROTOCOL = re.compile(r"^x-anthropic-billing-header:.*$", re.MULTILINE)
# What says of which kind something is, or which one it is.
_KEPT: Final = frozenset(
    [
        "type",
        "role",
        "status",
        "id",
        "call_id",
        "tool_use_id",
        "tool_call_id",
        "model",
        "format",
        "enum",
        "required",
        "object",
        "effort",
        "tool_choice",
        "include",
        "detail",
        "strict",
        "media_type",
        "$schema",
        "prompt_cache_key",
        "keep",
        "summary",
        "stream_options",
        "verbosity",
    ]
)
_HEADERS: Final = frozenset(
    [
        "user-agent",
        "accept",
        "content-type",
        "anthropic-version",
        "anthropic-beta",
        "x-app",
        "originator",
        "anthropic-dangerous-direct-browser-access",
        "x-stainless-lang",
        "x-stainless-runtime",
    ]
)
_WORD = re.compile(r"[^\W\d_]+")
_MARKED = re.compile("|".join(map(re.escape, (FOLDER, DATE, *OURS))))
_DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
)
_DATES = re.compile(
    rf"(?:(?:{_DAYS}),? )?(?:(?:{_MONTHS}) \d{{1,2}},? 20\d\d|\d{{1,2}} (?:{_MONTHS}) 20\d\d)"
    rf"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:{_MONTHS}) \d{{1,2}} 20\d\d|\b20\d\d-\d\d-\d\d\b"
)
OUR_WORDS: Final = [
    "a",
    "o",
    "i",
    "e",
    "of",
    "to",
    "in",
    "at",
    "we",
    "us",
    "by",
    "so",
    "sea",
    "sun",
    "ice",
    "air",
    "day",
    "sky",
    "bay",
    "oil",
    "wave",
    "sail",
    "boat",
    "salt",
    "wind",
    "blue",
    "cold",
    "deep",
    "ocean",
    "shore",
    "beach",
    "water",
    "storm",
    "river",
    "light",
    "stone",
    "harbor",
    "island",
    "winter",
    "summer",
    "bridge",
    "spring",
    "weather",
    "sailing",
    "journey",
    "morning",
    "evening",
    "current",
    "mountain",
    "distance",
    "painting",
    "thousand",
    "adventure",
    "landscape",
    "beautiful",
    "direction",
    "background",
    "friendship",
    "passengers",
    "temperature",
    "photography",
    "destination",
    "temperatures",
    "construction",
    "neighborhood",
]
_POOL: Final[dict[int, list[str]]] = {}
for _word in OUR_WORDS:
    _POOL.setdefault(len(_word), []).append(_word)


def our_word(word: str) -> str:
    """Return a word of ours for one of theirs: as long, with capitals where it has them."""
    seed = zlib.crc32(word.lower().encode())
    text, left = "", len(word)
    while left:
        length = min(left, max(_POOL))
        choice = _POOL[length]
        text += choice[(seed + left) % len(choice)]
        left -= length
    pairs = zip(text, word, strict=True)
    return "".join(ours.upper() if theirs.isupper() else ours for ours, theirs in pairs)


def our_name(name: str) -> str:
    """Return a name of ours for one of theirs: syllables, so that no two become one."""
    return _WORD.sub(lambda found: _syllables(found[0]), name)


def _syllables(word: str) -> str:
    seed, text = zlib.crc32(word.encode()), ""
    for letters in (("bdfghklmnprstvw", "aeiou") * len(word))[: len(word)]:
        seed, text = seed * 69_069 + 1 & 0xFFFFFFFF, text + letters[(seed >> 16) % len(letters)]
    pairs = zip(text, word, strict=True)
    return "".join(ours.upper() if theirs.isupper() else ours for ours, theirs in pairs)


def our_text(text: str, folders: Sequence[str] = ()) -> str:
    """Return a text with words of ours; folders and dates are marked."""
    for folder in folders:
        text = text.replace(folder, FOLDER)
    text = _DATES.sub(DATE, text)
    kept = _LINES_OF_THE_PROTOCOL.search(text)
    if kept is not None:
        before, behind = text[: kept.start()], text[kept.end() :]
        return our_text(before) + kept[0] + our_text(behind)
    done, end = [], 0
    for marked in _MARKED.finditer(text):
        done += [_replaced(text[end : marked.start()]), marked[0]]
        end = marked.end()
    return "".join((*done, _replaced(text[end:])))


def _replaced(text: str) -> str:
    return _WORD.sub(lambda found: our_word(found[0]), text)


def our_value(value: Any, folders: Sequence[str] = (), name: str = "") -> Any:
    """Return a part of a request in words of ours.

    Args:
        value: as JSON has it.
        folders: that are marked, the innermost first.
        name: of the field it stands in.
    """
    if name in _KEPT and not isinstance(value, dict):
        return value
    match value:
        case dict():
            return {key: our_value(part, folders, key) for key, part in value.items()}
        case list():
            return [our_value(part, folders, name) for part in value]
        case str() if name == "name":
            return our_name(value)
        case str() if name == "arguments":
            return _our_arguments(value, folders)
        case str():
            return our_text(value, folders)
        case _:
            return value


def _our_arguments(text: str, folders: Sequence[str]) -> str:
    """Return the arguments of a call, in the form in which they were written."""
    try:
        told = json.loads(text)
    except ValueError:
        return our_text(text, folders)
    ours = our_value(told, folders)
    for separators in ((", ", ": "), (",", ":")):
        if json.dumps(told, separators=separators, ensure_ascii=False) == text:
            return json.dumps(ours, separators=separators, ensure_ascii=False)
    return json.dumps(ours, ensure_ascii=False)


def our_request(exchange: Exchange, folders: Sequence[str]) -> dict[str, Any]:
    """Return a request in words of ours: its path, headers and body."""
    headers = {name.lower(): value for name, value in exchange.headers if name.lower() in _HEADERS}
    body = {name: our_value(part, folders, name) for name, part in exchange.body.items()}
    if "metadata" in body:
        body["metadata"] = dict.fromkeys(body["metadata"], "{}")
    body.pop("client_metadata", None)  # of Codex: numbers of this one run
    return {"path": exchange.path, "headers": headers, "body": body}


def write_session(
    folder: Path,
    name: str,
    version: str,
    exchanges: Iterable[Exchange],
    folders: Sequence[str] = (),
) -> None:
    """Keep the requests of a program in `folder`, in words of ours."""
    pool: list[Any] = []
    requests = [_pooled(our_request(one, folders), pool) for one in exchanges]
    told = {"client": name, "version": version, "pool": pool, "requests": requests}
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _pooled(request: dict[str, Any], pool: list[Any]) -> dict[str, Any]:
    """Return a request whose parts are numbers of what is in the pool."""
    body = {
        key: {"parts": [_place(part, pool) for part in value]}
        if isinstance(value, list)
        else {"part": _place(value, pool)}
        for key, value in request["body"].items()
    }
    return {**request, "body": body}


def _place(part: Any, pool: list[Any]) -> int:
    text = json.dumps(part)  # which tells True from 1, and knows the order of fields
    for number, known in enumerate(pool):
        if json.dumps(known) == text:
            return number
    pool.append(part)
    return len(pool) - 1


def read_session(path: Path) -> dict[str, Any]:
    """Return what `write_session` kept: client, version, and requests as they were sent."""
    told: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    pool = told.pop("pool")
    for request in told["requests"]:
        request["body"] = {
            key: [pool[part] for part in value["parts"]]
            if "parts" in value
            else pool[value["part"]]
            for key, value in request["body"].items()
        }
    return told


def placed(value: Any, folder: str, date: str) -> Any:
    """Return a part of a request with a folder and a date in it."""
    text = json.dumps(value, ensure_ascii=False)
    return json.loads(text.replace(FOLDER, folder).replace(DATE, date))
