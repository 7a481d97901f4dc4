"""Finds the chats in whatever was chosen for import, by what stands in it, never by its name.

Threads: any but the interface's.
"""

from __future__ import annotations

import contextlib
import itertools
from functools import partial
from typing import TYPE_CHECKING, Any

from app.core.content.loose_json import mapping, sequence
from app.core.interchange import hearth_format
from app.core.interchange.chat_archive import ChatArchive, is_chat_archive
from app.core.interchange.documents import documents_of
from app.core.interchange.errors import BrokenFile, NotAChat
from app.core.interchange.json_stream import JsonStream, encoding_of
from app.core.interchange.sources import SOURCES
from app.core.interchange.sources.jan import MESSAGES_FILE, THREAD_FILE, is_thread
from app.core.interchange.sources.plain_messages import is_message
from app.core.interchange.sources.source import string
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.interchange.documents import Document
    from app.core.interchange.loose_chats import AssembledChat

HEARTH = "Hearth"
_LISTS_OF_CHATS = ("conversations", "chats", "data", "threads")
_MAX_LINES = 1_000_000
_SNIFFED_BYTES = 8_192
_MARKS = (  # in the first chat of each format
    '"hearth-chats"',
    '"mapping"',
    '"chat_messages"',
    '"childrenIds"',
    '"versions"',
    '"currentlySelected"',
    '"thread.message"',
    '"object": "thread"',
    '"conversations"',
)


class Found(PlainValue, frozen=True):
    """A chat that can be imported.

    Attributes:
        program: where it comes from, for people.
    """

    program: str
    chat: AssembledChat


class Unread(PlainValue, frozen=True):
    """A chat, or a file, that cannot be imported.

    Attributes:
        where: the file, as it was called.
        title: of the chat; "" where the file is meant.
    """

    where: str
    title: str
    reason: Phrase


class Mended(PlainValue, frozen=True):
    """Some of a file was no text and was replaced by a sign for that."""

    where: str


Item = Found | Unread | Mended


def read_chats(path: Path, check: Callable[[], None] = lambda: None) -> Iterator[Item]:
    """Yield what there is, one chat at a time.

    Args:
        path: a file, a zip archive or a folder.
        check: called often; raises to end.

    Raises:
        OSError: it cannot be opened.
    """
    is_single = path.is_file()
    try:
        for document in _documents_of(path):
            check()
            items = _of_document(document, check)
            first = next(items, None)
            if first is not None:
                yield from itertools.chain((first,), items)
            elif is_single and document.name == path.name:  # no archive: nothing else is there
                yield Unread(document.name, "", phrase("It contains no chats in a known format."))
    except BrokenFile as error:
        yield Unread(path.name, "", error.reason)


def _documents_of(path: Path) -> Iterator[Document]:
    if not is_chat_archive(path):
        yield from documents_of(path)
        return
    with ChatArchive.open(path) as file:
        yield file.chats


def looks_like_chats(path: Path) -> bool:
    """Tell, from the beginning of a file or the names in an archive or folder, whether to ask.

    Raises nothing: what cannot be read is none.
    """
    try:
        if path.is_dir():
            return any(_is_chat_name(one.name) for one in documents_of(path))
        with path.open("rb") as file:
            begin = file.read(_SNIFFED_BYTES)
        if begin.startswith(b"PK\x03\x04"):
            return is_chat_archive(path) or any(
                _is_chat_name(one.name) for one in documents_of(path)
            )
        text = begin.decode(encoding_of(begin), "ignore")
        return text.lstrip()[:1] in ("{", "[") and any(mark in text for mark in _MARKS)
    except (OSError, BrokenFile):
        return False


def _is_chat_name(name: str) -> bool:
    base = name.replace("\\", "/").rsplit("/", 1)[-1].lower()
    is_export = base.startswith("conversations") and base.endswith(".json")
    return is_export or base == THREAD_FILE or base.endswith(".conversation.json")


def _of_document(document: Document, check: Callable[[], None]) -> Iterator[Item]:
    base = document.name.replace("\\", "/").rsplit("/", 1)[-1]
    if base == MESSAGES_FILE and (thread := document.beside(THREAD_FILE)) is not None:
        with thread:
            if document.name != MESSAGES_FILE:
                return  # read with its thread
            facts = mapping(JsonStream(thread, check).value())
        yield from _read(_joined(facts, document, check), document)
        return
    try:
        with document.open() as file:
            stream = JsonStream(file, check)
            yield from _of_json(stream, document, check)
            if stream.was_mended:
                yield Mended(document.name)
    except BrokenFile as error:
        yield Unread(document.name, "", error.reason)
    except OSError as error:
        reason = phrase("Hearth cannot read it: {error}.", error=error.strerror or error)
        yield Unread(document.name, "", reason)


def _of_json(stream: JsonStream, document: Document, check: Callable[[], None]) -> Iterator[Item]:
    if stream.peek() not in ("{", "["):
        return
    lines: list[Any] = []  # messages that stand alone, which together are one chat
    try:
        for element in _elements(stream, document):
            check()
            if isinstance(element, Found | Unread):
                yield element
            elif isinstance(element, dict) and is_message(element) and _source_of(element) is None:
                lines.append(element)
                if len(lines) > _MAX_LINES:
                    lines.clear()
                    raise BrokenFile(phrase("A single chat in it has too many messages."))
            else:
                yield from _of_element(element, document, check)
    except BrokenFile:
        if lines:  # what was read before counts
            yield from _read({"messages": lines}, document)
        raise
    if lines:
        yield from _read({"messages": lines}, document)


def _elements(stream: JsonStream, document: Document) -> Iterator[Any]:
    """Yield values; those of Hearth's own format as chats."""
    if stream.peek() == "[":
        yield from stream.elements()
        return
    facts: dict[str, Any] = {}
    stream.take("{")
    while stream.peek() not in ("}", ""):
        key = stream.value()
        if not isinstance(key, str) or not stream.take(":"):
            raise BrokenFile(phrase("Part of the file is not valid JSON."))
        if key == "chats" and facts.get("format") == hearth_format.FORMAT and stream.peek() == "[":
            _require_known_version(facts)
            yield from _hearth_chats(stream, document)
        else:
            facts[key] = stream.value()
        if not stream.take(","):
            break
    if not stream.take("}"):
        if facts.get("format") != hearth_format.FORMAT:
            raise BrokenFile(phrase("The file ends in the middle; the rest is missing."))
        raise BrokenFile(phrase("The file ends in the middle; the last chats may be missing."))
    if facts.get("format") != hearth_format.FORMAT:
        yield facts
        yield from stream.elements()  # a line for each chat


def _hearth_chats(stream: JsonStream, document: Document) -> Iterator[Item]:
    stream.take("[")
    if stream.take("]"):
        return
    while True:
        facts = stream.value()
        if isinstance(facts, dict):
            read = partial(hearth_format.read_chat, facts, document.modified)
            yield _guarded(document, HEARTH, read)
        else:
            yield Unread(document.name, "", phrase("It is not a chat."))
        if stream.take("]"):
            return
        if not stream.take(","):
            raise BrokenFile(phrase("The file ends in the middle; the last chats may be missing."))


def _require_known_version(facts: dict[str, Any]) -> None:
    version = facts.get("version")
    if not isinstance(version, int) or version > hearth_format.VERSION:
        raise BrokenFile(
            phrase("It was written by a newer version of Hearth. Install the newest version.")
        )


def _of_element(element: Any, document: Document, check: Callable[[], None]) -> Iterator[Item]:
    if isinstance(element, list) and element and all(map(is_message, element)):
        element = {"messages": element}
    facts = mapping(element)
    if is_thread(facts):
        facts = _joined(facts, document, check)
    if _source_of(facts) is not None:
        yield from _read(facts, document)
        return
    for key in _LISTS_OF_CHATS:
        inside = [mapping(one) for one in sequence(facts.get(key))]
        if any(_source_of(one) is not None for one in inside):
            for one in inside:
                yield from _read(one, document)
            return


def _joined(facts: dict[str, Any], document: Document, check: Callable[[], None]) -> dict[str, Any]:
    """Return a thread of Jan with the messages that stand in a file beside it."""
    beside = document.beside(MESSAGES_FILE)
    if beside is None:
        return facts
    lines: list[Any] = []
    with beside, contextlib.suppress(BrokenFile):  # what was read before counts
        for line in JsonStream(beside, check).elements():
            lines.append(line)
            if len(lines) > _MAX_LINES:
                break
    return {**facts, "messages": lines or sequence(facts.get("messages"))}


def _source_of(facts: dict[str, Any]) -> Any:
    return next((source for source in SOURCES if source.matches(facts)), None)


def _read(facts: dict[str, Any], document: Document) -> Iterator[Item]:
    source = _source_of(facts)
    if source is None:
        title = string(facts.get("title")) or string(facts.get("name"))
        yield Unread(document.name, title, phrase("It has no messages that Hearth can read."))
        return
    yield _guarded(document, source.name, lambda: source.read(facts, document.modified))


def _guarded(document: Document, program: str, read: Callable[[], AssembledChat]) -> Found | Unread:
    try:
        return Found(program, read())
    except NotAChat as error:
        return Unread(document.name, error.title, error.reason)
