"""GPT4All: a `.chat` file for each chat, binary, as Qt's QDataStream writes values.

All numbers are big-endian. Magic (u32), version (i32), then: time (i64), id, name, name of the
user, model (texts), collections (from version 3), what earlier versions kept of the model's state
(before version 11), the number of messages (i32) and the messages. A text is its length in bytes
(u32; all ones for none) and UTF-16. Versions 1 to 12 were read from the program's source.
"""

from __future__ import annotations

import struct
from collections import Counter
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote

from app.core.interchange.errors import NotAChat
from app.core.interchange.loose_chats import Head, LooseMessage, LooseNode, assembled, time_of
from app.core.interchange.notes import Note
from app.core.interchange.sources.source import Words
from app.core.messages import Attachment, Role
from app.core.phrases import phrase

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat, Key

MAGIC = b"\xf5\xd5\x53\xcc"
NAME = "GPT4All"
_NEWEST = 12
_NO_TEXT = 0xFFFFFFFF
_MAX_TEXT_BYTES = 256 << 20
_MAX_COUNT = 1_000_000
_MAX_NESTING = 50
_NUMBERS = {2: ">i", 3: ">I", 4: ">q", 5: ">Q", 6: ">d"}  # a QVariant's, by its type
_BOOL, _STRING = 1, 10


class _Damaged(Exception):
    """The bytes are not what they should be."""


class _DataStream:
    """Reads values as QDataStream writes them.

    Raises:
        _Damaged: any method: the file ends, or a length in it cannot be meant.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def number(self, form: str) -> int:
        (value,) = struct.unpack(form, self._bytes(struct.calcsize(form)))
        return int(value)

    def flag(self) -> bool:
        return self.number(">B") != 0

    def count(self, form: str = ">q") -> int:
        found = self.number(form)
        if not 0 <= found <= _MAX_COUNT:
            raise _Damaged
        return found

    def text(self) -> str:
        data = self.data()
        if len(data) % 2:
            raise _Damaged
        return data.decode("utf-16-be", "replace")

    def data(self) -> bytes:
        n_bytes = self.number(">I")
        return b"" if n_bytes == _NO_TEXT else self._bytes(n_bytes)

    def skip(self, n_bytes: int) -> None:
        """Pass over bytes, which may be gigabytes."""
        while n_bytes > 0:
            passed = len(self._file.read(min(n_bytes, 1 << 20)))
            if not passed:
                raise _Damaged
            n_bytes -= passed

    def skip_data(self) -> None:
        n_bytes = self.number(">I")
        if n_bytes != _NO_TEXT:
            self.skip(n_bytes)

    def variant(self) -> str:
        kind, _is_null = self.number(">I"), self.flag()
        if kind == _STRING:
            return self.text()
        if kind == _BOOL:
            return "true" if self.flag() else "false"
        if kind in _NUMBERS:
            form = _NUMBERS[kind]
            (value,) = struct.unpack(form, self._bytes(struct.calcsize(form)))
            return str(value)
        raise _Damaged

    def _bytes(self, n_bytes: int) -> bytes:
        if n_bytes > _MAX_TEXT_BYTES:
            raise _Damaged
        data = self._file.read(n_bytes)
        if len(data) != n_bytes:
            raise _Damaged
        return data


def read_gpt4all(file: BinaryIO, otherwise: datetime) -> AssembledChat:
    """Return the chat of a file.

    Raises:
        NotAChat: it is damaged, cut off, or of a version that nobody here knows.
    """
    title = ""
    stream = _DataStream(file)
    try:
        stream.skip(len(MAGIC))
        version = stream.number(">i")
        if not 1 <= version <= _NEWEST:
            raise NotAChat(
                phrase("It is of version {version}, which Hearth does not know.", version=version)
            )
        created_at = time_of(stream.number(">q"))
        source_id, title, _user, model = (stream.text() for _ in range(4))
        if version >= 3:
            for _ in range(stream.count(">I")):
                stream.text()
        if version < 11:
            _skip_model_state(stream, version)
        notes: Counter[Note] = Counter()
        nodes: list[LooseNode] = []
        before: Key | None = None
        for place in range(stream.count(">i")):
            nodes.append(LooseNode(place, before, _item(stream, version, model, notes)))
            before = place
    except (_Damaged, struct.error):
        raise NotAChat(phrase("The file is damaged, or ends in the middle."), title) from None
    named = "" if title in ("New Chat", "Server Chat") else title
    found = assembled(nodes, Head(title=named, created_at=created_at), otherwise, notes=notes)
    return type(found)(found.chat, found.notes, source_id)


def _skip_model_state(stream: _DataStream, version: int) -> None:
    has_state = stream.flag() if version >= 6 else True
    if version >= 2:
        stream.skip(8)  # kind of model, version of its state
    stream.text()
    stream.text()
    stream.skip(4)
    if not has_state:
        return
    stream.skip(4 * ((version < 4) + 1 + (version >= 7)))
    if version < 9:
        stream.skip(4 * _size(stream))  # logits
    stream.skip(4 * _size(stream))  # tokens
    stream.skip_data()


def _size(stream: _DataStream) -> int:
    found = stream.number(">Q")
    if found > 1 << 40:
        raise _Damaged
    return found


def _item(
    stream: _DataStream, version: int, model: str, notes: Counter[Note]
) -> LooseMessage | None:
    if version < 12:
        stream.skip(4)
    name, value = stream.text(), stream.text()
    is_answer = name.startswith("Response")
    if version < 10:
        stream.text()
    stream.skip(5)  # flags: new, current, stopped, thumbs up, thumbs down
    is_failed = stream.flag() if version >= 11 and is_answer else False
    _skip_sources(stream, version)
    words = Words(notes)
    attachments = []
    if version >= 10:
        for _ in range(stream.count()):
            address, content = stream.data(), stream.data()
            file_name = unquote(address.decode("utf-8", "replace").rsplit("/", 1)[-1])
            text = content.decode("utf-8", "replace")
            if "\ufffd" in text or "\0" in text or not text:
                words.note(Note.FILE, "File", file_name)
            else:
                attachments.append(Attachment(file_name, text))
    words.add(value)
    if version >= 12:
        for _ in range(stream.count()):
            _add_sub_item(stream, words, 0)
    if words.is_empty and not attachments:
        return None
    return LooseMessage(
        role=Role.ASSISTANT if is_answer else Role.USER,
        text=words.text,
        thinking=words.thought,
        model=model if is_answer else "",
        problem="The answer failed in GPT4All." if is_failed else "",
        attachments=tuple(attachments),
    )


def _skip_sources(stream: _DataStream, version: int) -> None:
    """Pass over what was found in the user's documents."""
    if version >= 8:
        for _ in range(stream.count()):
            for _ in range(7):
                stream.text()
            stream.skip(12)  # page, from, to
    elif version >= 3:
        stream.text()
        for _ in range(stream.count(">I")):
            stream.text()


def _add_sub_item(stream: _DataStream, words: Words, depth: int) -> None:
    if depth > _MAX_NESTING:
        raise _Damaged
    kind, value = stream.text().partition(":")[0], stream.text()
    match kind:
        case "Think":
            stream.skip(4)
            words.think(value)
        case "ToolCall":
            name = stream.text()
            asked = [f"{stream.text()} = {_after_type(stream)}" for _ in range(stream.count())]
            result = stream.text()
            stream.skip(4)
            stream.text()
            words.tool("Tool call", name, value or "\n".join(asked))
            if result:
                words.tool("Tool result", name, result)
        case "ToolResponse":
            pass  # the call before it has it
        case _:
            words.add(value)
    for _ in range(stream.count()):
        _add_sub_item(stream, words, depth + 1)


def _after_type(stream: _DataStream) -> str:
    stream.skip(4)
    return stream.variant()
