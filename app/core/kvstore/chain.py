"""Names for stored pieces of a KV cache.

A segment's name is a hash over its namespace, its parent's name and its token ids, so chats
that begin alike share their first segments without being compared.
A name finds, it never proves: the stored token ids are compared on every hit, in the index and
again in the header of the file.

Touches neither disk nor llama.cpp. Threads: pure functions, any thread.
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, NamedTuple, NewType

import numpy as np

from app.core.content import NO_MEDIA
from app.core.errors import BugError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    from app.core.content import MediaTable
    from app.core.kvstore.fingerprint import Fingerprint

    TokenIds: TypeAlias = Sequence[int] | NDArray[np.int32]

SegmentHash = NewType("SegmentHash", bytes)  # 16 bytes
MAX_SEGMENT_TOKENS = 1024
SNAPSHOT_DISTANCE = 8192  # tokens; between the snapshots of one chain, as they are taken and kept
NAME_BYTES = 16

_BLOCK_TOKENS = 1024  # compared at once
_PERSON = b"hearth.kvseg.v1"
_PERSON_WITH_MEDIA = b"hearth.kvseg.v3"
_ID_RANGE = np.iinfo(np.int32)


class SegmentKey(NamedTuple):
    """What identifies one stored segment: a name and what the name is relative to."""

    namespace: Fingerprint
    name: SegmentHash


def segment_hash(
    namespace: Fingerprint,
    parent: SegmentHash | None,
    token_ids: TokenIds,
    media: MediaTable = NO_MEDIA,
) -> SegmentHash:
    """Name the segment that holds `token_ids` right after `parent`.

    Args:
        namespace: what the rows were computed with.
        parent: name of the segment before it; None for the segment at position 0.
        token_ids: 1 to MAX_SEGMENT_TOKENS ids in order.
        media: whose cells are among them, counted from the first of them. The ids of a short one
            say little of it, so its line in the table is a part of the name.

    Returns:
        16 bytes; equal on every machine, Python and run (docs/kvstore-format.md).

    Raises:
        BugError: `token_ids` is empty, too long or no token ids; cutting is the caller's job.
    """
    ids = token_array(token_ids)
    if not 1 <= ids.size <= MAX_SEGMENT_TOKENS:
        raise BugError(f"a segment holds 1 to {MAX_SEGMENT_TOKENS} tokens, not {ids.size}")
    person = _PERSON_WITH_MEDIA if media else _PERSON
    digest = hashlib.blake2b(digest_size=NAME_BYTES, person=person)
    digest.update(bytes.fromhex(namespace))
    digest.update(b"\x00" if parent is None else b"\x01" + parent)
    digest.update(struct.pack("<I", ids.size))
    digest.update(ids.astype("<i4", copy=False).tobytes())
    digest.update(media.encode())
    return SegmentHash(digest.digest())


def token_array(token_ids: TokenIds) -> NDArray[np.int32]:
    """Return the ids as int32 [n]; an int32 array is passed through, not copied.

    Raises:
        BugError: an id does not fit into 32 bits or is no integer.
    """
    ids = np.asarray(token_ids)
    if ids.size == 0:
        return np.empty(0, np.int32)
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        raise BugError("token ids must be a flat sequence of integers")
    if ids.dtype != np.int32 and (ids.min() < _ID_RANGE.min or ids.max() > _ID_RANGE.max):
        raise BugError("a token id does not fit into 32 bits")
    return ids.astype(np.int32, copy=False)


def common_prefix(first: TokenIds, second: TokenIds) -> int:
    """Return how many leading ids the two share; neither is copied as a whole."""
    n = min(len(first), len(second))
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        different = token_array(first[:n]) != token_array(second[:n])
        at = int(different.argmax()) if n else 0
        return at if n and different[at] else n
    for begin in range(0, n, _BLOCK_TOKENS):  # arrays of them would take longer to make
        end = min(n, begin + _BLOCK_TOKENS)
        left, right = list(first[begin:end]), list(second[begin:end])
        if left != right:
            return begin + next(i for i, token in enumerate(left) if token != right[i])
    return n
