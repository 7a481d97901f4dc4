"""Keeping the exact tokens of every answer without keeping them many times over.

The prompt of an answer begins with the prompt of the answer before it, so only the ids behind the
common beginning are stored, with the name of the answer they go on from (its *base*). The base is
written down rather than looked up, so that a record gained later in between changes nothing.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import logging
import struct
from typing import TYPE_CHECKING

from app.core.errors import BugError
from app.core.messages import TokenRecord
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

# Without a limit the records of a long chat grow with the square of its length: 500 answers in a
# context of 128k tokens would be 256 MB each time the chat is opened.
MAX_TOKENS = 1 << 20

_ID_BYTES = 4

_log = logging.getLogger(__name__)


class PackedRecord(PlainValue, frozen=True):
    """One token record as stored; the fields are those of the table.

    Attributes:
        base_id: the answer whose first `token_base` ids come first; None for none.
        token_ids: int32 little endian, from position `token_base` on.
    """

    message_id: int
    base_id: int | None
    token_base: int
    n_chars: int
    text_digest: bytes
    vocabulary: str
    token_ids: bytes

    @property
    def n_tokens(self) -> int:
        """Ids of the whole record."""
        return self.token_base + len(self.token_ids) // _ID_BYTES


def pack(
    message_id: int, record: TokenRecord, base: tuple[int, TokenRecord] | None
) -> PackedRecord:
    """Store `record` as what differs from `base`.

    Args:
        message_id: the answer the record belongs to.
        record: its tokens.
        base: an earlier answer of its branch and the record of that.

    Raises:
        BugError: a token id does not fit into 32 bits.
    """
    token_base = n_common(base[1].token_ids, record.token_ids) if base else 0
    rest = record.token_ids[token_base:]
    try:
        token_ids = struct.pack(f"<{len(rest)}i", *rest)
    except struct.error as error:
        raise BugError(f"token ids of message {message_id}: {error}") from error
    return PackedRecord(
        message_id=message_id,
        base_id=base[0] if base and token_base else None,
        token_base=token_base,
        n_chars=record.n_chars,
        text_digest=record.text_digest,
        vocabulary=record.vocabulary,
        token_ids=token_ids,
    )


def unpack(
    rows: Sequence[PackedRecord], wanted: Container[int], max_tokens: int = MAX_TOKENS
) -> dict[int, TokenRecord]:
    """Return full records by message id, oldest first.

    A row that contradicts its base is left out with a warning, and so is what builds on it: the
    text is tokenised again then, which costs time, never words.

    Args:
        rows: by ascending message id; the base of each is among them.
        wanted: the messages whose records are returned.
        max_tokens: ids in all records together. The newest are of most use, so the oldest are
            left out; one record is returned whatever its size.
    """
    chosen = _newest([row for row in rows if row.message_id in wanted], max_tokens)
    records: dict[int, TokenRecord] = {}
    for row, blob in _whole(rows):
        if row.message_id in chosen:
            ids = _ids(row, blob, records.get(row.base_id or 0))
            records[row.message_id] = TokenRecord(row.vocabulary, row.n_chars, row.text_digest, ids)
    return records


def sequences(rows: Sequence[PackedRecord], max_tokens: int = MAX_TOKENS) -> tuple[bytes, ...]:
    """Return the longest sequences of tokens that records tell of, int32 little endian.

    A record that a later one only goes on from says nothing of its own.

    Args:
        rows: by ascending message id; the base of each is among them.
        max_tokens: ids in all of them together; the newest are chosen, but always one.
    """
    n_used = {row.base_id: row.token_base for row in sorted(rows, key=lambda row: row.token_base)}
    ends = [row for row in rows if n_used.get(row.message_id, -1) < row.n_tokens]
    chosen = _newest(ends, max_tokens)
    return tuple(blob for row, blob in _whole(rows) if row.message_id in chosen)


def _whole(rows: Sequence[PackedRecord]) -> Iterator[tuple[PackedRecord, bytes]]:
    """Yield each row that fits its base, with all of its ids."""
    last_user = {row.base_id: row.message_id for row in rows}
    blobs: dict[int | None, bytes] = {None: b""}
    for row in rows:
        blob = _full_ids(row, blobs.get(row.base_id))
        if row.base_id is not None and last_user[row.base_id] == row.message_id:
            blobs.pop(row.base_id, None)  # of n answers in a row one stays in memory, not n
        if blob is None:
            continue
        if row.message_id in last_user:
            blobs[row.message_id] = blob
        yield row, blob


def _newest(rows: Sequence[PackedRecord], max_tokens: int) -> set[int]:
    chosen: set[int] = set()
    n_tokens = 0
    for row in reversed(rows):
        n_tokens += row.n_tokens
        if chosen and n_tokens > max_tokens:
            break
        chosen.add(row.message_id)
    return chosen


def _ids(row: PackedRecord, blob: bytes, base: TokenRecord | None) -> tuple[int, ...]:
    if base is None:
        return struct.unpack(f"<{row.n_tokens}i", blob)
    # Sharing the base's int objects is 10 times faster than making them again.
    rest = struct.unpack(f"<{row.n_tokens - row.token_base}i", row.token_ids)
    return base.token_ids[: row.token_base] + rest


def _full_ids(row: PackedRecord, base: bytes | None) -> bytes | None:
    base_bytes = row.token_base * _ID_BYTES
    if base is None or len(base) < base_bytes or len(row.token_ids) % _ID_BYTES:
        _log.warning("token record of message %d does not fit its base", row.message_id)
        return None
    return base[:base_bytes] + row.token_ids


def n_common(a: Sequence[int], b: Sequence[int]) -> int:
    """Return how many items `a` and `b` have in common at their beginning."""
    n_both = min(len(a), len(b))
    if a[:n_both] == b[:n_both]:  # the usual case, compared without a Python loop
        return n_both
    return next(i for i in range(n_both) if a[i] != b[i])
