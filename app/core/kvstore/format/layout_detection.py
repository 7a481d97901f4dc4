"""Reading the layout of an unknown model off state bytes, and proving it on them.

The bytes do not say how they are arranged: every way to read them is tried, most sections first,
and one is believed only if it consumes all of them and writes the very same bytes again.

Touches neither disk nor llama.cpp. Threads: pure functions, any thread.

The layout of a namespace, kept beside its segments for those who have no model to ask yet. Reading
ahead puts rows together with it while the model is being loaded; nothing is believed of it that the
loaded model does not say itself. The byte table is in docs/kvstore-format.md.
"""

from __future__ import annotations

import itertools
import struct
from typing import TYPE_CHECKING

import numpy as np
import xxhash

from app.core.kvstore.format.kv_section import KVSection, LayoutMismatch
from app.core.kvstore.format.layout import HEAD, MAGIC, KVLayout, chosen_rows
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.kvstore.chain import Fingerprint
    from app.core.kvstore.format.kv_section import FoundSection
    from app.core.kvstore.format.layout import Blob, Bytes


_MAX_SECTIONS = 3


def detect_layout(
    blob: Blob, n_tokens: int, partial: Blob | None = None, n_swa: int = 0
) -> KVLayout | None:
    """Read the layout off state bytes that hold `n_tokens` tokens, and prove it on them.

    Args:
        blob: the whole state of a sequence.
        n_tokens: fewer than the window, if there is one.
        partial: the part of the same state that cannot be rolled back; None if unknown, which
            excludes windows and snapshots.
        n_swa: the model's window in tokens, 0 for none.

    Returns:
        A layout that consumed every byte and wrote the same bytes again, for positions that
        form one run without a gap in any order of cells; None for everything else.
    """
    data = np.frombuffer(blob, np.uint8)
    part = None if partial is None else np.frombuffer(partial, np.uint8)
    for sections, end in _parses(data, n_tokens):
        layout = _classify(sections, data, end, part, (n_tokens, n_swa))
        if layout is not None and _reproduces(layout, data, n_tokens):
            return layout
    return None


def _parses(data: Bytes, n_tokens: int) -> Iterator[tuple[tuple[KVSection, ...], int]]:
    """Yield every way to read sections from the beginning, most sections first, and their end."""
    if data.size < HEAD.size or HEAD.unpack_from(data.data)[0] != MAGIC:
        return
    kinds = list(itertools.product((True, False), (False, True)))
    for n_sections in range(_MAX_SECTIONS, -1, -1):
        for choice in itertools.product(kinds, repeat=n_sections):
            sections: list[KVSection] = []
            at = HEAD.size
            for has_v, has_ext in choice:
                section = KVSection.read(data, at, n_tokens, has_v=has_v, has_ext=has_ext)
                if section is None:
                    break
                sections.append(section)
                at += section.n_bytes(n_tokens)
            if len(sections) == n_sections:
                yield tuple(sections), at


def _classify(
    sections: tuple[KVSection, ...],
    data: Bytes,
    end: int,
    partial: Bytes | None,
    counts: tuple[int, int],
) -> KVLayout | None:
    """Tell which sections are windowed and whether a snapshot follows; None if it does not fit.

    The partial state is the windowed sections and the snapshot; on plain caches it is everything.

    Args:
        end: of the sections.
        counts: tokens in the state, and in the model's window.
    """
    n_tokens, n_swa = counts
    snapshot = data[end:]
    if partial is None:
        return None if snapshot.size or n_swa or not sections else KVLayout(sections)
    is_whole = np.array_equal(partial, data)
    if not n_swa and not snapshot.size:
        return KVLayout(sections) if sections and is_whole else None
    at = end
    for n_windowed in range(len(sections) + 1):
        if n_windowed:
            at -= sections[-n_windowed].n_bytes(n_tokens)
        if not np.array_equal(partial[HEAD.size :], data[at:]):
            continue
        if bool(n_windowed) != bool(n_swa) or (n_windowed and n_windowed == len(sections)):
            return None
        split = len(sections) - n_windowed
        windowed = (replace(section, is_windowed=True) for section in sections[split:])
        return KVLayout((*sections[:split], *windowed), n_swa, needs_snapshot=bool(snapshot.size))
    return None


def _reproduces(layout: KVLayout, data: Bytes, n_tokens: int) -> bool:
    """Take `data` apart and put it together again; tell whether every byte is the same."""
    try:
        found, snapshot_at = layout.sections_of(data)
        snapshot = data[snapshot_at:]
        again = np.zeros_like(data)
        again[snapshot_at:] = snapshot
        HEAD.pack_into(again.data, 0, *HEAD.unpack_from(data.data))
        for one in found:
            first = int(one.positions.min())
            n_rows, rows = chosen_rows(data, one, first, first + n_tokens)
            if n_rows != n_tokens or one.positions.size != n_tokens:
                return False
            seq_id = one.section.seq_id(data, one.at)
            one.section.write_headers(again, one.at, one.positions.copy(), seq_id)
            for target, source in zip(
                one.section.views(again, one.at, n_tokens), rows, strict=True
            ):
                target[:] = source[one.positions - first]
        if layout.needs_snapshot:
            layout.check_snapshot(snapshot, _end_of(found, n_tokens))
    except LayoutMismatch:
        return False
    return bool(np.array_equal(again, data))


def _end_of(found: list[FoundSection], n_tokens: int) -> int:
    """Return the position after the last of a state with `n_tokens` tokens."""
    return int(found[0].positions.min()) + n_tokens if found else n_tokens


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
