"""Writes chats into files: one file for each, or one for all.

Chats are taken one at a time, so that ten thousand of them take no more memory than the longest. A
file is complete or not there at all, and none is replaced unless that was said.

Threads: any but the interface's; the store is reached through the call that is handed in.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from app import __version__
from app.core.chats.errors import UnknownChat
from app.core.chats.records import is_temporary
from app.core.chats.transfer import TransferredChat
from app.core.errors import BugError
from app.core.files import write_atomically
from app.core.interchange.errors import AlreadyThere, Cancelled, NotExported, NothingToExport
from app.core.interchange.file_names import as_compared, free_name
from app.core.interchange.hearth_format import file_chunks
from app.core.interchange.html_writer import html_chunks
from app.core.interchange.markdown_writer import markdown_chunks
from app.core.interchange.original_files import OriginalFiles
from app.core.interchange.warm_moves import export_with_memory
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from app.core.chats.records import ChatId
    from app.core.chats.store import ChatStore
    from app.core.content import MediaFile
    from app.core.interchange.chats_there import StoreCall
    from app.core.interchange.memory_summary import MemorySummary
    from app.core.interchange.warm_moves import MemoryRoute


class ExportFormat(enum.StrEnum):
    """What chats are written as."""

    MARKDOWN = "markdown"
    HTML = "html"
    PDF = "pdf"  # by the window alone
    JSON = "json"
    HEARTH = "hearth"  # with what the model has computed of the chats

    @property
    def ending(self) -> str:
        """Of the files, with its dot."""
        return ".md" if self is ExportFormat.MARKDOWN else f".{self.value}"

    @property
    def takes_several(self) -> bool:
        """Whether one file of it may hold several chats."""
        return self in (ExportFormat.JSON, ExportFormat.HEARTH)


Writer = Callable[[TransferredChat, OriginalFiles], Iterator[bytes]]

WRITERS: Mapping[ExportFormat, Writer] = MappingProxyType(
    {ExportFormat.MARKDOWN: markdown_chunks, ExportFormat.HTML: html_chunks}
)


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What is to be written.

    Attributes:
        chats: in this order.
        target: the file; or, with `is_folder`, the folder that gets a file for each chat.
        may_replace: the user said that the file may be replaced. In a folder nothing ever is.
        with_tokens: the exact tokens of the answers go along, in JSON; with memory always.
    """

    kind: ExportFormat
    chats: tuple[ChatId, ...]
    target: Path
    is_folder: bool = False
    may_replace: bool = False
    with_tokens: bool = False


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What was written.

    Attributes:
        n_chats: that are in the files now.
        n_gone: chats that were deleted meanwhile.
        written: the file, or the folder.
        was_cancelled: the user ended it; complete files stay.
        memory: what became of their memory, where it was to go along.
    """

    n_chats: int
    n_gone: int
    written: Path
    was_cancelled: bool = False
    memory: MemorySummary | None = None


def export_chats(
    order: ExportOrder,
    call: StoreCall,
    *,
    progress: Callable[[int, int], None] = lambda _n, _all: None,
    is_cancelled: Callable[[], bool] = lambda: False,
    writers: Mapping[ExportFormat, Writer] = WRITERS,
    memory: MemoryRoute | None = None,
) -> ExportResult:
    """Write chats.

    Args:
        order: what, and where to.
        call: reaches the store; other work goes on between two chats.
        progress: told how many chats of how many are done.
        is_cancelled: asked often.
        writers: for the formats that write one chat into one file; they are handed the originals
            of pictures and sounds.
        memory: how memory is moved; for the format that takes it along.

    Raises:
        NothingToExport: there is no chat.
        AlreadyThere: the file exists and may not be replaced.
        MemoryNotExported: the memory that was to go along cannot be had.
        NotExported: the disk refuses.
        KnownError: the chats cannot be read.
    """
    if not order.chats:
        raise NothingToExport
    run = _Run(order, call, progress, is_cancelled)
    try:
        if order.is_folder:
            return run.into_folder(writers)
        if order.target.exists() and not order.may_replace:
            raise AlreadyThere(order.target)
        if order.kind is ExportFormat.HEARTH:
            return run.into_warm_file(memory)
        if order.kind is ExportFormat.JSON:
            chunks = file_chunks(run.chats(), datetime.now(UTC), f"Hearth {__version__}")
        else:
            chunks = run.one_chat(writers[order.kind])
        return run.into_file(chunks)
    except OSError as error:
        raise NotExported(run.writing, error) from error


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
        self._place_ids: list[ChatId] = []  # of the chats that were taken
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
                self._place_ids.append(chat_id)
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
            raise NothingToExport

    def into_file(self, chunks: Iterator[bytes]) -> ExportResult:
        """Write everything into the file."""
        try:
            write_atomically(self._order.target, chunks)
        except Cancelled:
            return ExportResult(0, self._n_gone, self._order.target, was_cancelled=True)
        return self._result()

    def into_warm_file(self, memory: MemoryRoute | None) -> ExportResult:
        """Write everything into the file, with what is stored of it beside the words."""
        if memory is None:
            raise BugError("nobody can move memory")

        def chunks(want: Callable[[int, TransferredChat], None]) -> Iterator[bytes]:
            return self._until_cancelled(
                file_chunks(self._wanting(want), datetime.now(UTC), f"Hearth {__version__}")
            )

        try:
            summary = export_with_memory(
                self._order.target,
                chunks,
                memory.transfer,
                memory.progress,
                self._is_cancelled,
                self._originals,
            )
        except Cancelled:
            return ExportResult(0, self._n_gone, self._order.target, was_cancelled=True)
        return replace(self._result(), memory=summary)

    def _wanting(self, want: Callable[[int, TransferredChat], None]) -> Iterator[TransferredChat]:
        """Yield the chats, and want the memory of those of which any may be stored."""
        for place, chat in enumerate(self.chats()):
            self._media |= {one.digest: one for said in chat.messages for one in said.media}
            if not chat.memory_off and not is_temporary(self._place_ids[place]):
                want(place, chat)
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
                    file_chunks([chat], datetime.now(UTC), f"Hearth {__version__}")
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
        kind = self._order.kind
        with_tokens = kind is ExportFormat.HEARTH or (
            self._order.with_tokens and kind is ExportFormat.JSON
        )
        return lambda store: store.transfer.whole_chat(chat_id, with_tokens=with_tokens)

    def _result(self, *, was_cancelled: bool = False) -> ExportResult:
        return ExportResult(self._n_done, self._n_gone, self._order.target, was_cancelled)


def suggested_name(title: str, kind: ExportFormat, taken: Sequence[str] = ()) -> str:
    """Return how the file of a chat might be called."""
    return free_name(title, kind.ending, {as_compared(name) for name in taken})
