"""Bytes for whatever goes through the pipe, and back.

The bytes are a version of the protocol, what the message is, the id of its call or 0, and
MessagePack with the names of the type and of its fields, as msgspec writes and checks it.
MessagePack takes no single surrogates, which names of files may hold, and no integers of more than
64 bits: a value with such is written as JSON, which takes both. A value in MessagePack never begins
with the brace that JSON begins with.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import functools
import json
import re
import struct
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, Never, TypeAlias, Union, get_args, get_origin

import msgspec

from app.core.errors import BugError, WordedError
from app.core.phrases import phrase
from app.core.protocol import (
    PROTOCOL_VERSION,
    Call,
    Command,
    Event,
    FromEngine,
    LinkMessage,
    News,
    Reply,
    Request,
    RequestId,
    ToEngine,
)

if TYPE_CHECKING:
    from collections.abc import Callable


class UnreadableMessage(WordedError):
    """Bytes that are none of ours, or not whole.

    Args:
        why: what was found, and where; never the content itself.
    """

    what = phrase("Hearth's window and its engine could not communicate.")
    effect = phrase("Running answers were stopped; your chats are safe on disk.")
    remedy = phrase("Restart Hearth; if it keeps happening, report the details.")

    def __init__(self, why: str) -> None:
        super().__init__(why)


class OtherVersion(UnreadableMessage):
    """The other side speaks another version of the protocol."""

    def __init__(self, found: int, expected: int) -> None:
        super().__init__(f"version {found} of the protocol, not {expected}")


class UnsendableValue(BugError):
    """A value that is no command, event or message of the link, or has a field of a wrong type."""


Sendable: TypeAlias = ToEngine | FromEngine | LinkMessage


def _declared() -> tuple[Any, ...]:
    """Return every request, and what it declares to be answered with."""
    found: dict[Any, None] = {}
    for request in sorted(Request.__subclasses__(), key=lambda kind: kind.__name__):
        (base,) = (one for one in request.__orig_bases__ if get_origin(one) is Request)  # type: ignore[attr-defined]
        found[request] = None
        for part in get_args(base):
            is_union = get_origin(part) in (Union, UnionType)
            found |= dict.fromkeys(get_args(part) if is_union else (part,))
    return tuple(kind for kind in found if kind is not Never)


TYPES: Final = (*get_args(Command), *_declared(), *get_args(Event), *get_args(LinkMessage))
_ALONE: Final = 0
_ENVELOPES: Final[dict[type[Any], int]] = {Call: 1, Reply: 2, News: 3}
_ENVELOPE_OF: Final[dict[int, type[Call | Reply | News]]] = {
    number: kind for kind, number in _ENVELOPES.items()
}
_HEAD = struct.Struct("<HBq")
_JSON: Final = b"{"
_WRONG = (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError, struct.error)
_CONTENT = re.compile("(?<=value )'.*'", re.DOTALL)  # as msgspec quotes it


def encode(message: Sendable) -> bytes:
    """Return what goes through the pipe as bytes.

    Raises:
        UnsendableValue: it is none of that, or a field of it has not the declared type.
    """
    value: Any = message
    kind, id_ = _ALONE, 0
    match message:
        case Call(id_, value) | Reply(id_, value) | News(id_, value):
            kind = _ENVELOPES[type(message)]
        case _:
            pass
    try:
        head = _HEAD.pack(PROTOCOL_VERSION, kind, id_)
        data = _written(value)
        _checked(kind, id_, _read(data))  # msgspec checks only what it reads
    except _WRONG as error:
        raise UnsendableValue(f"{type(value).__name__}: {_why(error)}") from error
    return head + data


def decode(data: bytes) -> Sendable:
    """Return what bytes stand for.

    Raises:
        OtherVersion: they are of another version of the protocol.
        UnreadableMessage: they are cut off or damaged, or name what is not known here.
    """
    if len(data) < _HEAD.size:
        raise UnreadableMessage(f"cut off after {len(data)} bytes")
    version, kind, id_ = _HEAD.unpack_from(data)
    if version != PROTOCOL_VERSION:
        raise OtherVersion(version, PROTOCOL_VERSION)
    try:
        return _checked(kind, id_, _read(memoryview(data)[_HEAD.size :]))
    except _WRONG as error:
        raise UnreadableMessage(_why(error)) from None


def _checked(kind: int, id_: int, value: Any) -> Sendable:
    """Return a value as the message that it is.

    Raises:
        ValueError: it is none.
    """
    is_request, is_plain = isinstance(value, Request), type(value) in _PLAIN
    envelope = _ENVELOPE_OF.get(kind)
    if kind == _ALONE and is_plain and not id_:
        message: Sendable = value
        return message
    if envelope is None or is_plain or is_request != (envelope is Call):
        raise ValueError(f"a {type(value).__name__} does not come as a message of kind {kind}")
    return envelope(RequestId(id_), value)


_PLAIN: Final = frozenset((*get_args(Command), *get_args(Event), *get_args(LinkMessage)))


@functools.cache
def _reader() -> Callable[[bytes | memoryview], Any]:
    """Return what reads MessagePack; built when the first value crosses, which takes a moment."""
    return msgspec.msgpack.Decoder[Any](Union[TYPES]).decode  # noqa: UP007 - of a tuple


def _written(value: Any) -> bytes:
    try:
        return msgspec.msgpack.encode(value)
    except (UnicodeEncodeError, OverflowError):
        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
        return text.encode("utf-8", "surrogatepass")


def _read(data: bytes | memoryview) -> Any:
    if data[:1] != _JSON:
        return _reader()(data)
    text = bytes(data).decode("utf-8", "surrogatepass")
    return msgspec.convert(json.loads(text), Union[TYPES])  # noqa: UP007 - of a tuple


def _why(error: Exception) -> str:
    """Return what is wrong, and where; never the content itself."""
    return _CONTENT.sub("…", str(error))
