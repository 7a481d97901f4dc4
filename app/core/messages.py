"""What the chats and the engine both mean by a message: its role and its exact tokens."""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING, Final

import msgspec

from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Iterable


class Role(enum.StrEnum):
    """Who speaks in a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"  # what came of a call; in requests of other programs only


class TextKind(enum.StrEnum):
    """What a piece of an answer is.

    Marks stand around thinking, with blanks beside them; they are kept with the text and shown
    nowhere. A mark behind the answer says that all before it was thinking.
    """

    THINKING = "thinking"
    ANSWER = "answer"
    MARK = "mark"


class ToolCall(PlainValue, frozen=True):
    """A tool that a model wants called.

    Attributes:
        name: of the tool.
        arguments: JSON text; unfinished while the answer is.
        id: by which what comes of it is known; "" where the model gives none.
    """

    name: str
    arguments: str
    id: str = ""


OF_MESSAGE = "message:"  # what the digest begins with of a passage of an earlier message


_DIGEST_OF_MESSAGE = re.compile(OF_MESSAGE + "([0-9]{1,18})")  # of more digits no id is

LAST_DATE: Final = 2**36  # Unix seconds, in the year 4147: of a file; a broken disk says any
# What a source can hold that was stored; a file that comes from elsewhere can say anything.
_MOST_NUMBER: Final = 99_999
_MOST_OFFSET: Final = 2**40
_MOST_PAGES: Final = 1_000_000
_MOST_HEADINGS: Final = 100
_LONGEST_PATH: Final = 33_000  # characters; Windows has 32,767
_LONGEST_NAME: Final = 10_000  # characters of a digest, of the name of a page, of a heading


class TextSource(PlainValue, frozen=True):
    """Which document an attached text comes from, and which version of it.

    Attributes:
        path: of the file when it was read.
        digest: of its bytes: BLAKE2b-256, in hex; or `OF_MESSAGE` and the id of a message.
        changed_at: when the file had been changed last, in Unix seconds.
        n_pages: of the document; 0 where it has none.
        pages_without_text: of a whole document, by number from 1.
        number: by which answers cite a passage, from 1 in each chat; 0 for a whole document.
        begin: offset of a passage in the text of the document.
        page_name: what a reader calls the page of a passage; "" without pages.
        headings: above a passage, the outermost first.
    """

    path: str
    digest: str
    changed_at: float = 0.0
    n_pages: int = 0
    number: int = 0
    begin: int = 0
    page_name: str = ""
    headings: tuple[str, ...] = ()
    pages_without_text: tuple[int, ...] = ()


class Attachment(PlainValue, frozen=True):
    """A text that goes along with a message.

    Attributes:
        name: of the file, or what it is.
        source: of a document, or a passage of one.
    """

    name: str
    text: str
    source: TextSource | None = None

    @property
    def number(self) -> int:
        """By which answers cite a passage; 0 for all other texts."""
        return self.source.number if self.source else 0


def message_of(source: TextSource) -> int | None:
    """Return the id of the message that a passage is of; None for one of a document."""
    match = _DIGEST_OF_MESSAGE.fullmatch(source.digest)
    return int(match.group(1)) if match else None


def without_passages(attachments: Iterable[Attachment]) -> tuple[Attachment, ...]:
    """Return what the user has attached."""
    return tuple(one for one in attachments if not one.number)


def source_as_text(source: TextSource | None) -> str:
    """Return a source as it is stored; "" for none."""
    return "" if source is None else msgspec.json.encode(source).decode("utf-8", "replace")


def source_of_text(stored: object) -> TextSource | None:
    """Return a source that was stored; None where it cannot be read, or cannot be true."""
    if not isinstance(stored, str) or not stored:
        return None
    try:
        source = msgspec.json.decode(stored, type=TextSource)
    except (msgspec.MsgspecError, UnicodeError):
        return None
    if not _can_be_true(source):
        return None
    return source if abs(source.changed_at) < LAST_DATE else replace(source, changed_at=0.0)


def _can_be_true(source: TextSource) -> bool:
    numbers = (
        0 <= source.number <= _MOST_NUMBER
        and 0 <= source.begin <= _MOST_OFFSET
        and 0 <= source.n_pages <= _MOST_PAGES
    )
    lists = len(source.headings) <= _MOST_HEADINGS and len(source.pages_without_text) <= _MOST_PAGES
    names = (source.digest, source.page_name, *source.headings)
    return (
        numbers
        and lists
        and len(source.path) <= _LONGEST_PATH
        and all(len(name) <= _LONGEST_NAME for name in names)
        and all(0 < page <= _MOST_PAGES for page in source.pages_without_text)
    )


class TokenRecord(PlainValue, frozen=True):
    """The exact tokens the model saw and said, up to the end of one answer.

    Re-tokenising text can give other ids than the model produced; reusing a KV cache needs the
    ids themselves. The record holds for a prompt whose first `n_chars` characters have the digest.

    Attributes:
        vocabulary: identity of the tokenizer the ids belong to.
        n_chars: length of the rendered text the ids stand for.
        text_digest: xxh3-128 of that text in UTF-8, 16 bytes.
        token_ids: ids from position 0.
    """

    vocabulary: str
    n_chars: int
    text_digest: bytes
    token_ids: tuple[int, ...]
