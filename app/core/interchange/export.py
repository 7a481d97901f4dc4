"""Writes chats into files: one file for each, or one for all.

Chats are taken one at a time, so that ten thousand of them take no more memory than the longest. A
file is complete or not there at all, and none is replaced unless that was said.

Here are the Markdown writer, and the names of files, which no title can make dangerous.

Threads: any but the interface's; the store is reached through the call that is handed in.
"""

from __future__ import annotations

import enum
import html
import itertools
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from app import __version__
from app.core.chats.errors import UnknownChat
from app.core.chats.parts.transfer import TransferredChat
from app.core.documents.prompt_text import passage_head
from app.core.interchange.chat_archive import write_chat_archive
from app.core.interchange.errors import ALREADY_THERE, NOT_EXPORTED, NOTHING_TO_EXPORT, Cancelled
from app.core.interchange.hearth_format import file_chunks
from app.core.interchange.html_writer import html_chunks
from app.core.interchange.original_files import NO_FILES, OriginalFiles
from app.core.interchange.written_message import (
    SAME_WORDS,
    fenced,
    medium_line,
    sources_of,
    speaker,
    with_closed_code,
    without_thinking,
)
from app.core.messages import Attachment, Role, without_passages
from app.core.plain_value import PlainValue
from app.core.system.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence
    from pathlib import Path

    from app.core.chats.parts.transfer import TransferredMessage
    from app.core.chats.records import ChatId
    from app.core.chats.store import ChatStore
    from app.core.content.media import MediaFile
    from app.core.interchange.chats_there import StoreCall


MAX_BYTES = 120  # of a name without its ending: folders above take some of the 260 of Windows
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
_SPACES = re.compile(r"\s+")
_DEVICES = frozenset(
    [
        *("con", "prn", "aux", "nul", "conin$", "conout$", "clock$"),
        *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"),
    ]
)
# They turn the letters around them, so that a name would not be what it looks like.
_TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0xFEFF])


def safe_name(title: str, otherwise: str = "Chat") -> str:
    """Return a title as the name of a file, without an ending."""
    name = unicodedata.normalize("NFC", title).translate(_TURNING)
    name = _SPACES.sub(" ", _FORBIDDEN.sub(" ", name)).strip()
    name = _shortened(name.lstrip(". "), MAX_BYTES).rstrip(". ")
    if not name:
        return otherwise
    # A device is meant whatever stands behind the first dot.
    return f"_{name}" if name.split(".")[0].rstrip().casefold() in _DEVICES else name


def free_name(title: str, ending: str, taken: Container[str]) -> str:
    """Return a name with its ending that no other file has.

    Args:
        title: of the chat.
        ending: with its dot.
        taken: names as `as_compared` writes them.
    """
    name = safe_name(title)
    return next(
        candidate
        for candidate in (f"{name}{number}{ending}" for number in _numbers())
        if as_compared(candidate) not in taken
    )


def as_compared(name: str) -> str:
    """Return a name as file systems compare it that make no difference between A and a."""
    return unicodedata.normalize("NFC", name).casefold()


def _numbers() -> Iterator[str]:
    yield ""
    for number in itertools.count(2):
        yield f" ({number})"


def _shortened(name: str, max_bytes: int) -> str:
    """Cut a name so that it takes so many bytes, and no character in two."""
    encoded = name.encode()
    return name if len(encoded) <= max_bytes else encoded[:max_bytes].decode(errors="ignore")


_MARKS = re.compile(r"([\\`*_\[\]<>#|~])")


def markdown_chunks(chat: TransferredChat, _files: OriginalFiles = NO_FILES) -> Iterator[bytes]:
    """Yield the file, a message at a time; pictures and sounds by their names."""
    yield f"# {_in_one_line(chat.title) or 'Chat'}\n".encode()
    yield f"\n*{chat.created_at:%Y-%m-%d}*\n".encode()
    if chat.system_prompt:
        words = with_closed_code(chat.system_prompt.strip())
        yield f"\n## Instructions\n\n{words}\n".encode()
    branch = chat.branch()
    for row, message in enumerate(branch):
        words = _body(message, branch[:row])
        yield f"\n## {_in_one_line(speaker(message))}\n\n{words}\n".encode()


def _body(message: TransferredMessage, before: Sequence[TransferredMessage]) -> str:
    whole = without_passages(message.attachments)
    pieces = [f"{_in_one_line(one.name)}:\n\n{fenced(one.text)}" for one in whole]
    pieces += [_in_one_line(medium_line(one)) for one in message.media]
    words = message.text
    if message.role is Role.ASSISTANT:
        thinking, words = without_thinking(message)
        if thinking:
            # Escaped: within HTML, a tag that a model has thought of would be one.
            inside = with_closed_code(html.escape(thinking, quote=False))
            pieces.append(_folded("Thinking", inside))
    pieces.append(with_closed_code(words.strip("\n")))
    sources = sources_of(message, before)
    if sources:
        heads = (_in_one_line(passage_head(one)) for one in sources)
        pieces.append(f"{SAME_WORDS} {' · '.join(heads)}")
    pieces += _passages(message.attachments)
    if message.problem:
        pieces.append(f"> {_in_one_line(message.problem)}")
    return "\n\n".join(filter(None, pieces))


def _passages(attachments: Sequence[Attachment]) -> list[str]:
    folded = [
        _folded(html.escape(passage_head(one), quote=False), fenced(one.text))
        for one in attachments
        if one.number
    ]
    return ["Passages:", *folded] if folded else []


def _folded(summary: str, inside: str) -> str:
    return f"<details>\n<summary>{summary}</summary>\n\n{inside}\n\n</details>"


def _in_one_line(text: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


class ExportFormat(enum.StrEnum):
    """What chats are written as."""

    MARKDOWN = "markdown"
    HTML = "html"
    PDF = "pdf"  # by the window alone
    JSON = "json"
    ZIP = "zip"  # JSON, with the files of pictures and sounds

    @property
    def ending(self) -> str:
        """Of the files, with its dot."""
        return ".md" if self is ExportFormat.MARKDOWN else f".{self.value}"

    @property
    def takes_several(self) -> bool:
        """Whether one file of it may hold several chats."""
        return self in (ExportFormat.JSON, ExportFormat.ZIP)


Writer = Callable[[TransferredChat, OriginalFiles], Iterator[bytes]]

WRITERS: Mapping[ExportFormat, Writer] = MappingProxyType(
    {ExportFormat.MARKDOWN: markdown_chunks, ExportFormat.HTML: html_chunks}
)


class ExportOrder(PlainValue, frozen=True):
    """What is to be written.

    Attributes:
        chats: in this order.
        target: the file; or, with `is_folder`, the folder that gets a file for each chat.
        may_replace: the user said that the file may be replaced. In a folder nothing ever is.
        with_tokens: the exact tokens of the answers go along, in JSON.
    """

    kind: ExportFormat
    chats: tuple[ChatId, ...]
    target: Path
    is_folder: bool = False
    may_replace: bool = False
    with_tokens: bool = False


class ExportResult(PlainValue, frozen=True):
    """What was written.

    Attributes:
        n_chats: that are in the files now.
        n_gone: chats that were deleted meanwhile.
        written: the file, or the folder.
        was_cancelled: the user ended it; complete files stay.
    """

    n_chats: int
    n_gone: int
    written: Path
    was_cancelled: bool = False


def export_chats(
    order: ExportOrder,
    call: StoreCall,
    *,
    progress: Callable[[int, int], None] = lambda _n, _all: None,
    is_cancelled: Callable[[], bool] = lambda: False,
    writers: Mapping[ExportFormat, Writer] = WRITERS,
) -> ExportResult:
    """Write chats.

    Args:
        order: what, and where to.
        call: reaches the store; other work goes on between two chats.
        progress: told how many chats of how many are done.
        is_cancelled: asked often.
        writers: for the formats that write one chat into one file; they are handed the originals
            of pictures and sounds.

    Raises:
        KnownError: there is no chat, or the file exists and may not be replaced.
        KnownError: the disk refuses.
        KnownError: the chats cannot be read.
    """
    if not order.chats:
        raise NOTHING_TO_EXPORT()
    run = _Run(order, call, progress, is_cancelled)
    try:
        if order.is_folder:
            return run.into_folder(writers)
        if order.target.exists() and not order.may_replace:
            raise ALREADY_THERE(path=order.target)
        if order.kind is ExportFormat.ZIP:
            return run.into_archive()
        if order.kind is ExportFormat.JSON:
            return run.into_file(run.json(run.chats()))
        return run.into_file(run.one_chat(writers[order.kind]))
    except OSError as error:
        raise NOT_EXPORTED(caught=error, path=run.writing) from error


class _Run:
    """One export."""

    def __init__(
        self,
        order: ExportOrder,
        call: StoreCall,
        progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._order = order
        self._call = call
        self._progress = progress
        self._is_cancelled = is_cancelled
        self._n_done = 0
        self._n_gone = 0
        self._media: dict[str, MediaFile] = {}  # of these chats, by their digests
        self._files = OriginalFiles(call(lambda store: store.media.folder))
        self.writing = order.target

    def chats(self) -> Iterator[TransferredChat]:
        """Yield the chats; those that were deleted meanwhile are left out and counted."""
        for n_asked, chat_id in enumerate(self._order.chats):
            self._check()
            try:
                chat = self._call(self._reader_of(chat_id))
            except UnknownChat:
                self._n_gone += 1
            else:
                yield chat
                self._n_done += 1
            self._progress(n_asked + 1, len(self._order.chats))

    def one_chat(self, write: Writer) -> Iterator[bytes]:
        """Yield the file of the one chat."""
        is_written = False
        for chat in self.chats():
            yield from self._until_cancelled(write(chat, self._files))
            is_written = True
        if not is_written:
            raise NOTHING_TO_EXPORT()

    def into_file(self, chunks: Iterator[bytes]) -> ExportResult:
        """Write everything into the file."""
        try:
            write_atomically(self._order.target, chunks)
        except Cancelled:
            return ExportResult(0, self._n_gone, self._order.target, was_cancelled=True)
        return self._result()

    def into_archive(self) -> ExportResult:
        """Write everything into the file, with the originals of pictures and sounds."""
        chats = self._until_cancelled(self.json(self._noting_media()))
        try:
            write_chat_archive(self._order.target, chats, self._originals, self._check)
        except Cancelled:
            return ExportResult(0, self._n_gone, self._order.target, was_cancelled=True)
        return self._result()

    def json(self, chats: Iterable[TransferredChat]) -> Iterator[bytes]:
        """Yield the file of Hearth's own JSON for chats."""
        return file_chunks(chats, datetime.now(UTC), f"Hearth {__version__}")

    def _noting_media(self) -> Iterator[TransferredChat]:
        for chat in self.chats():
            self._media |= {one.digest: one for said in chat.messages for one in said.media}
            yield chat

    def _originals(self) -> list[Path]:
        """Return the files of all media; those that are missing or damaged are left out."""
        found = (self._files.sound_place_of(one, self._check) for one in self._media.values())
        return sorted(path for path in found if path is not None)

    def _check(self) -> None:
        if self._is_cancelled():
            raise Cancelled

    def into_folder(self, writers: Mapping[ExportFormat, Writer]) -> ExportResult:
        """Write a file for each chat."""
        folder, kind = self._order.target, self._order.kind
        folder.mkdir(parents=True, exist_ok=True)
        taken = {as_compared(name) for name in os.listdir(folder)}  # noqa: PTH208 - names alone
        try:
            for chat in self.chats():
                name = free_name(chat.title, kind.ending, taken)
                taken.add(as_compared(name))
                self.writing = folder / name
                chunks = (
                    self.json([chat])
                    if kind is ExportFormat.JSON
                    else writers[kind](chat, self._files)
                )
                write_atomically(self.writing, self._until_cancelled(chunks))
        except Cancelled:
            return self._result(was_cancelled=True)
        return self._result()

    def _until_cancelled(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self._check()
            yield chunk

    def _reader_of(self, chat_id: ChatId) -> Callable[[ChatStore], TransferredChat]:
        with_tokens = self._order.with_tokens and self._order.kind.takes_several
        return lambda store: store.transfer.whole_chat(chat_id, with_tokens=with_tokens)

    def _result(self, *, was_cancelled: bool = False) -> ExportResult:
        return ExportResult(self._n_done, self._n_gone, self._order.target, was_cancelled)


def suggested_name(title: str, kind: ExportFormat, taken: Sequence[str] = ()) -> str:
    """Return how the file of a chat might be called."""
    return free_name(title, kind.ending, {as_compared(name) for name in taken})
