"""The headers of a model that lies on a hub, for those who want to know what it would take.

A header is at the beginning of a file, and how long it is only its end tells: mostly some megabytes
of vocabulary. So a file is received from its beginning until the header is whole, and no further.

What is written has the header and the full length of the file, with a hole in place of the weights:
llama.cpp lays such a file out as it would the real one, and on most file systems it takes no more
room than the header.

Threads: any; `copy_headers` waits for the hub.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.gguf import HeaderCutOff, read_header
from app.core.models.hub.errors import HeaderNotReceived
from app.core.net import ConnectionBroken

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.hub.api import HubApi
    from app.core.models.hub.repositories import ModelChoice, RemoteFile
    from app.core.net import StopSignal

MOST_BYTES = 64 << 20  # of one header; the parser reads no more either
_FIRST_BYTES = 1 << 20  # then twice as many each time


@dataclass(frozen=True, slots=True)
class _Received:
    """The beginning of a file, as the parser reads it."""

    name: str
    data: bytes

    @property
    def size(self) -> int:
        """Bytes in it."""
        return len(self.data)

    def read(self, offset: int, size: int) -> bytes:
        """Return bytes from an offset on."""
        return self.data[offset : offset + size]


def copy_headers(
    api: HubApi,
    repo: str,
    choice: ModelChoice,
    folder: Path,
    stop: StopSignal | None = None,
) -> Path:
    """Write files with the headers of a choice, and return the first one.

    Args:
        repo: "author/name", where the choice is.
        folder: is there, and empty.
        stop: ends it from another thread.

    Raises:
        RepositoryMissing, RepositoryGated: the hub does not give it.
        NetError: the hub cannot be asked.
        TransferStopped: it was stopped.
        GgufError: a file is no model, or its header is damaged.
        HeaderNotReceived: a header has no end within reason, or cannot be written here.
    """
    n_files = len(choice.files)
    for number, file in enumerate(choice.files, 1):
        name = "model.gguf" if n_files == 1 else f"model-{number:05}-of-{n_files:05}.gguf"
        header = _receive(api, repo, file, stop)
        try:
            with (folder / name).open("wb") as out:
                out.write(header)
                out.truncate(file.size_bytes)
        except OSError as error:
            raise HeaderNotReceived(file.name, repr(error)) from error
    first = "model.gguf" if n_files == 1 else f"model-00001-of-{n_files:05}.gguf"
    return folder / first


def _receive(api: HubApi, repo: str, file: RemoteFile, stop: StopSignal | None) -> bytes:
    """Return the bytes of a file up to its first weights."""
    received = bytearray()
    wanted = min(_FIRST_BYTES, file.size_bytes)
    with api.open_file(repo, file, MOST_BYTES, stop=stop) as transfer:
        for chunk in transfer.chunks():
            received += chunk
            if len(received) < wanted:
                continue
            n_bytes = _header_bytes(file.name, bytes(received), is_all=wanted == file.size_bytes)
            if n_bytes:
                return bytes(received[:n_bytes])
            if len(received) >= MOST_BYTES:
                raise HeaderNotReceived(file.name, f"longer than {MOST_BYTES} bytes")
            wanted = min(2 * len(received), file.size_bytes, MOST_BYTES)
        # Where it broke off, or is another file than was said.
        n_bytes = _header_bytes(file.name, bytes(received), is_all=False)
        if n_bytes:
            return bytes(received[:n_bytes])
        raise ConnectionBroken(transfer.host, "the answer ended inside the header")


def _header_bytes(name: str, received: bytes, *, is_all: bool) -> int:
    """Return how long a header is; 0 when it goes on behind what was received."""
    try:
        return read_header(_Received(name, received)).data_offset
    except HeaderCutOff:
        if is_all:
            raise
        return 0
