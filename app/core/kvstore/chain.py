"""Names for stored pieces of a KV cache.

A segment's name is a hash over its namespace, its parent's name and its token ids, so chats
that begin alike share their first segments without being compared.
A name finds, it never proves: the stored token ids are compared on every hit, in the index and
again in the header of the file.

Touches neither disk nor llama.cpp. Threads: pure functions, any thread.

The namespace of stored segments: one hash over everything that changes the numbers. Two contexts
may share rows only if they would have computed the same rows. llama.cpp checks next to nothing of
that when it takes a state back, so whatever matters goes in here, and nothing else.

Touches no disk and no llama.cpp. Threads: pure functions, any thread.
"""

from __future__ import annotations

import hashlib
import re
import struct
from typing import TYPE_CHECKING, NamedTuple, NewType

import numpy as np

from app.core.content.media_table import NO_MEDIA
from app.core.errors import BugError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    from app.core.content.media_table import MediaTable

    TokenIds: TypeAlias = Sequence[int] | NDArray[np.int32]
    from collections.abc import Mapping


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


Fingerprint = NewType("Fingerprint", str)  # 32 lowercase hex characters

_NAMESPACE = b"hearth.kvns.v1"  # changes with the segment format: old files are then never found
_DIGEST_BYTES = 16
_WELL_FORMED = re.compile(r"[0-9a-f]{32}")


def fingerprint(parts: Mapping[str, str | int | float | bool | bytes]) -> Fingerprint:
    """Hash `parts` into the name of a namespace.

    The caller puts in, each under a name of its own:

    - the model's content (a hash of its bytes, never its path) and the overrides applied to it;
    - adapters (content, scale, order) and control vectors (content, layer range);
    - the effective RoPE settings and whether the context is longer than the original one
      (models with two sets of long-range factors switch by it);
    - the types of K and V, whether quantised K or V is rotated, the attention mode;
    - the llama.cpp build and `KVLayout.signature`.

    It leaves out what changes only the speed or the rounding: batch sizes, threads, offload,
    sampling, chat template, paths.

    Args:
        parts: names to values; the order does not matter, the type of a value does (1, 1.0, True
            and "1" all differ).

    Returns:
        32 hex characters; equal on every machine, Python and run.
    """
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES, person=_NAMESPACE)
    digest.update(struct.pack("<I", len(parts)))
    for name in sorted(parts):
        tag, value = _typed(parts[name])
        _feed(digest, name.encode())
        _feed(digest, tag + value)
    return Fingerprint(digest.hexdigest())


def check_fingerprint(namespace: str) -> None:
    """Refuse what cannot be a namespace before it becomes the name of a folder.

    Raises:
        BugError: `namespace` did not come from `fingerprint`.
    """
    if not is_fingerprint(namespace):
        raise BugError(f"not a namespace: {namespace!r}")


def is_fingerprint(text: str) -> bool:
    """Tell whether `text` has the form of a namespace."""
    return _WELL_FORMED.fullmatch(text) is not None


def _typed(value: str | float | bool | bytes) -> tuple[bytes, bytes]:  # noqa: FBT001 - a value
    match value:
        case bool():  # before int: True is an int
            return b"b", b"\x01" if value else b"\x00"
        case int():
            return b"i", str(value).encode()
        case float():
            return b"f", struct.pack("<d", value)
        case str():
            return b"s", value.encode()
        case bytes():
            return b"y", value


def _feed(digest: hashlib.blake2b, field: bytes) -> None:
    digest.update(struct.pack("<Q", len(field)))
    digest.update(field)
