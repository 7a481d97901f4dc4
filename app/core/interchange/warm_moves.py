"""Chats and their memory on the way into one file, and out of it again.

Out of it the chats come first: whatever happens then leaves chats that are read again, and never
memory of a chat that is not there.

Threads: any but the interface's.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core import files
from app.core.errors import KnownError
from app.core.interchange.errors import (
    BrokenFile,
    Cancelled,
    MemoryNotExported,
    MemoryNotUnpacked,
)
from app.core.interchange.memory_summary import MemorySummary
from app.core.interchange.warm_file import CHATS_FILE, WarmFile, write_warm_file
from app.core.protocol import (
    WANTED_FILE,
    ChatKey,
    MemoryOutcome,
    MovedMemory,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from app.core.chats.records import ChatId
    from app.core.chats.transfer import TransferredChat
    from app.core.interchange.memory_transfer import MemoryTransfer
    from app.core.protocol import MemoryMoved

_SPARE_BYTES = 256 << 20
_ID_BYTES = 4


@dataclass(frozen=True, slots=True)
class MemoryRoute:
    """How memory is moved, and who hears how far it is.

    Attributes:
        progress: told how many bytes of how many are done; twice from 0 on.
    """

    transfer: MemoryTransfer
    progress: Callable[[int, int], None] = lambda _n, _all: None


def wanted_line(place: int, chat: TransferredChat) -> bytes:
    """Return the line that asks for the memory of a chat, by the tokens of its answers."""
    sequences = [base64.b64encode(one).decode("ascii") for one in token_sequences(chat)]
    return json.dumps({"place": place, "sequences": sequences}).encode() + b"\n"


def token_sequences(chat: TransferredChat) -> list[bytes]:
    """Return the tokens that answers of a chat end, from position 0; none that begins another."""
    whole: dict[int, bytes] = {}
    covered: set[int] = set()
    for place, message in enumerate(chat.messages):
        tokens = message.tokens
        if tokens is None:
            continue
        before = b""
        if tokens.base is not None:
            n_bytes = tokens.token_base * _ID_BYTES
            if len(whole.get(tokens.base, b"")) < n_bytes or tokens.base not in whole:
                continue  # what goes on from a record that is not there says nothing
            before = whole[tokens.base][:n_bytes]
            if len(whole[tokens.base]) == n_bytes:
                covered.add(tokens.base)
        whole[place] = before + tokens.token_ids
    return [sequence for place, sequence in whole.items() if place not in covered and sequence]


def export_with_memory(
    target: Path,
    chunks: Callable[[Callable[[int, TransferredChat], None]], Iterable[bytes]],
    transfer: MemoryTransfer,
    progress: Callable[[int, int], None],
    is_cancelled: Callable[[], bool],
    originals: Callable[[], Sequence[Path]] = tuple,
) -> MemorySummary:
    """Write a file of chats with their memory.

    Args:
        target: the file.
        chunks: returns the JSON of all chats; tells what it is given of each whose memory is to go
            along, with its place, before it goes on.
        transfer: to the engine.
        progress: told how many bytes of how many are done, once for the memory, once for the file.
        is_cancelled: asked often.
        originals: called when all chats are written: the files of their pictures and sounds.

    Raises:
        MemoryNotExported: the memory cannot be had; nothing was written.
        Cancelled: nobody wants it any more; nothing was written.
        OSError: the disk refuses; nothing was written.
    """
    with transfer.folder() as folder:
        with (folder / WANTED_FILE).open("wb") as wanted, (folder / CHATS_FILE).open("wb") as file:

            def want(place: int, chat: TransferredChat) -> None:
                wanted.write(wanted_line(place, chat))

            for chunk in chunks(want):
                file.write(chunk)
        moved = transfer.copy_out(folder, progress, is_cancelled)
        if moved.problem is not None:
            raise MemoryNotExported(moved.problem)
        if moved.was_stopped:
            raise Cancelled
        (folder / WANTED_FILE).unlink()
        write_warm_file(target, folder, progress, _checker(is_cancelled), originals())
    return _summary(moved)


def import_memory(
    path: Path,
    placed: Mapping[int, ChatId],
    transfer: MemoryTransfer,
    progress: Callable[[int, int], None],
    is_cancelled: Callable[[], bool],
) -> MemorySummary:
    """Take over the memory of chats that are there now.

    Args:
        path: of the file.
        placed: the chats, by their places in it.
        transfer: to the engine.
        progress: told how many bytes of how many are done, once unpacked, once stored.
        is_cancelled: asked often.

    Returns:
        What became of it; nothing is raised, for the chats are there whatever happens.
    """
    try:
        return _import_memory(path, placed, transfer, progress, is_cancelled)
    except Cancelled:
        return _all(placed, MemoryOutcome.NOT_DONE, MemorySummary(was_stopped=True))
    except BrokenFile:
        return _all(placed, MemoryOutcome.DAMAGED, MemorySummary(n_damaged=1))
    except OSError as error:
        refused = MemoryNotUnpacked(path, str(error.strerror or error))
        return _all(placed, MemoryOutcome.NOT_DONE, MemorySummary(problem=refused.problem()))
    except KnownError as error:
        return _all(placed, MemoryOutcome.NOT_DONE, MemorySummary(problem=error.problem()))


def _import_memory(
    path: Path,
    placed: Mapping[int, ChatId],
    transfer: MemoryTransfer,
    progress: Callable[[int, int], None],
    is_cancelled: Callable[[], bool],
) -> MemorySummary:
    with WarmFile.open(path) as file, transfer.folder() as folder:
        if not placed or not file.memory_bytes:
            return _all(placed, MemoryOutcome.NOTHING, MemorySummary())
        free = files.free_bytes(folder)
        if free < 2 * file.memory_bytes + _SPARE_BYTES:  # unpacked, and stored
            raise MemoryNotUnpacked(folder, f"{free / 10**9:.1f} GB free")
        file.unpack_memory(folder, progress, _checker(is_cancelled))
        chats = tuple((place, ChatKey(str(chat_id))) for place, chat_id in placed.items())
        moved = transfer.take_in(folder, chats, progress, is_cancelled)
    if not moved.chats:  # it failed, or was never begun
        return _all(placed, MemoryOutcome.NOT_DONE, _summary(moved))
    return _summary(moved)


def _summary(moved: MemoryMoved) -> MemorySummary:
    return MemorySummary(
        moved.chats, moved.n_bytes, moved.n_damaged, moved.was_stopped, moved.problem
    )


def _all(
    placed: Mapping[int, ChatId], outcome: MemoryOutcome, summary: MemorySummary
) -> MemorySummary:
    return MemorySummary(tuple(MovedMemory(place, outcome) for place in placed)).and_also(summary)


def _checker(is_cancelled: Callable[[], bool]) -> Callable[[], None]:
    def check() -> None:
        if is_cancelled():
            raise Cancelled

    return check
