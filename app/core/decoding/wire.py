"""What is said between the program and the child that decodes.

A question is one line of JSON, and behind it the bytes that are asked about, where they lie in no
file. The answer is any number of frames of bytes, then one of JSON: what
became of it. A frame is its kind (1 byte), its length (4 bytes, little endian) and its content.

Nothing that comes from the child is trusted: it has read what a stranger wrote.

Threads: pure functions over streams.
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from typing import IO

CHUNK_BYTES: Final = 1 << 20
DATA, DONE, REFUSED = 1, 2, 3
_MAX_JSON_BYTES = 1 << 16
_HEAD = struct.Struct("<BI")


class BrokenAnswer(Exception):
    """The child ended in the middle of an answer, or says what is no answer."""


class DecodingRefused(Exception):
    """The child cannot make of a file what it was asked for.

    Args:
        code: the reason, as `refusals.by_decoder` knows it.
        facts: what belongs to it.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.said: dict[str, Any] = {"code": code, **facts}


def write_question(pipe: IO[bytes], question: dict[str, Any], data: bytes = b"") -> None:
    """Ask the child.

    Args:
        pipe: to the child.
        question: what is asked; says itself how many bytes follow.
        data: these bytes.

    Raises:
        OSError: it is gone.
    """
    pipe.write(json.dumps(question).encode("ascii") + b"\n")
    pipe.write(data)
    pipe.flush()


def write_data(pipe: IO[bytes], data: bytes | memoryview) -> None:
    """Write bytes of an answer; any number of them."""
    view = memoryview(data).cast("B")
    for at in range(0, len(view), CHUNK_BYTES):
        chunk = view[at : at + CHUNK_BYTES]
        pipe.write(_HEAD.pack(DATA, len(chunk)))
        pipe.write(chunk)


def write_end(pipe: IO[bytes], kind: int, facts: dict[str, Any]) -> None:
    """Write what became of it, `DONE` or `REFUSED`."""
    content = json.dumps(facts).encode("ascii")
    pipe.write(_HEAD.pack(kind, len(content)) + content)
    pipe.flush()


def read_answer(pipe: IO[bytes], max_bytes: int) -> tuple[dict[str, Any], bytes]:
    """Read an answer.

    Args:
        pipe: from the child.
        max_bytes: more than so many are no answer to what was asked.

    Returns:
        What the child says of it, and its bytes.

    Raises:
        DecodingRefused: the child gave a reason why there is none.
        BrokenAnswer: it is gone, or says something else.
        OSError: the pipe cannot be read.
    """
    chunks: list[bytes] = []
    n_bytes = 0
    while True:
        kind, length = _HEAD.unpack(_read(pipe, _HEAD.size))
        if kind == DATA:
            n_bytes += length
            if length > CHUNK_BYTES or n_bytes > max_bytes:
                raise BrokenAnswer(f"{n_bytes} bytes where {max_bytes} were the most")
            chunks.append(_read(pipe, length))
            continue
        if kind not in (DONE, REFUSED) or length > _MAX_JSON_BYTES:
            raise BrokenAnswer(f"a frame of kind {kind} with {length} bytes")
        facts = _facts(_read(pipe, length))
        if kind == REFUSED:
            refusal = DecodingRefused("")
            refusal.said = facts
            raise refusal
        return facts, b"".join(chunks)


def _read(pipe: IO[bytes], n_bytes: int) -> bytes:
    data = pipe.read(n_bytes)
    if len(data) < n_bytes:
        raise BrokenAnswer("the child ended")
    return data


def _facts(content: bytes) -> dict[str, Any]:
    try:
        facts = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BrokenAnswer("no JSON") from error
    if not isinstance(facts, dict):
        raise BrokenAnswer("no object")
    return facts
