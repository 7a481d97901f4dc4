"""The namespace of stored segments: one hash over everything that changes the numbers.

Two contexts may share rows only if they would have computed the same rows. llama.cpp checks next
to nothing of that when it takes a state back, so whatever matters goes in here, and nothing else.

Touches no disk and no llama.cpp. Threads: pure functions, any thread.
"""

from __future__ import annotations

import hashlib
import re
import struct
from typing import TYPE_CHECKING, NewType

from app.core.errors import BugError

if TYPE_CHECKING:
    from collections.abc import Mapping

Fingerprint = NewType("Fingerprint", str)  # 32 lowercase hex characters

_PERSON = b"hearth.kvns.v1"  # changes with the segment format: old files are then never found
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
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES, person=_PERSON)
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
