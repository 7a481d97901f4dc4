"""What the chats and the engine both mean by a message: its role and its exact tokens."""

from __future__ import annotations

import enum

from app.core.plain_value import PlainValue


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


class Attachment(PlainValue, frozen=True):
    """A text that goes along with a message.

    Attributes:
        name: of the file, or what it is.
    """

    name: str
    text: str


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
