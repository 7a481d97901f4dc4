"""The layout of a namespace, kept beside its segments for those who have no model to ask yet.

Reading ahead puts rows together with it while the model is being loaded; nothing is believed of it
that the loaded model does not say itself. The byte table is in docs/kvstore-format.md.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import xxhash

from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout import KVLayout

if TYPE_CHECKING:
    from app.core.kvstore.chain import Fingerprint

LAYOUT_FILE = "layout.kvl"
MAX_LAYOUT_BYTES = 1 << 20

_MAGIC = b"HearthKL"
_VERSION = 1
_PREFIX = struct.Struct("<8sI")  # magic, version
_HEAD = struct.Struct("<16s16s")  # namespace, layout signature; then the description
_DESCRIPTION_AT = _PREFIX.size + 16 + _HEAD.size  # the checksum of all else lies after the prefix


def encode_layout(namespace: Fingerprint, layout: KVLayout) -> bytes:
    """Return the file that says how the rows of a namespace are arranged."""
    prefix = _PREFIX.pack(_MAGIC, _VERSION)
    body = _HEAD.pack(bytes.fromhex(namespace), layout.signature) + layout.description
    return prefix + xxhash.xxh3_128_digest(prefix + body) + body


def decode_layout(data: bytes, namespace: Fingerprint) -> KVLayout:
    """Return the layout that the file of a namespace describes.

    Raises:
        LayoutMismatch: it is damaged, of another version, or the file of another namespace.
    """
    if not _DESCRIPTION_AT <= len(data) <= MAX_LAYOUT_BYTES:
        raise LayoutMismatch(f"{len(data)} bytes")
    prefix, body = data[: _PREFIX.size], data[_PREFIX.size + 16 :]
    if _PREFIX.unpack(prefix) != (_MAGIC, _VERSION):
        raise LayoutMismatch("no layout, or of another version")
    if xxhash.xxh3_128_digest(prefix + body) != data[_PREFIX.size : _PREFIX.size + 16]:
        raise LayoutMismatch("checksum of a layout")
    owner, signature = _HEAD.unpack_from(body)
    layout = KVLayout.from_description(body[_HEAD.size :])
    if owner.hex() != namespace or layout.signature != signature:
        raise LayoutMismatch("the layout of another namespace")
    return layout
