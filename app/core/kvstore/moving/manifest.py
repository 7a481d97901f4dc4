"""`memory.json`: which segments a file of chats has, and whose they are.

A reader believes it nothing: it finds the files, and every one of them is then checked by itself.
docs/kvstore-format.md describes it.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

import xxhash

from app.core.kvstore.chain import MAX_SEGMENT_TOKENS, NAME_BYTES, SegmentHash, SegmentKey
from app.core.kvstore.fingerprint import Fingerprint, is_fingerprint
from app.core.kvstore.format.layout_file import LAYOUT_FILE
from app.core.kvstore.format.segment_file import SNAPSHOT_SUFFIX, SUFFIX
from app.core.protocol import MEMORY_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

FORMAT = "hearth-memory"
VERSION = 1
MAX_MANIFEST_BYTES = 64 << 20
_MAX_NAME_CHARS = 200
_CHECKSUM_BYTES = 16
_MAX_POSITION = 1 << 31
_MAX_BYTES = 1 << 40


class ManifestUnreadable(Exception):
    """It is no list of memory, or not a sound one."""


class ManifestNewer(Exception):
    """A newer version of Hearth wrote it."""


@dataclass(frozen=True, slots=True)
class MovedModel:
    """A namespace, and what its model was called where it comes from."""

    namespace: Fingerprint
    name: str


@dataclass(frozen=True, slots=True)
class MovedSegment:
    """One segment of the file.

    Attributes:
        parent: None exactly when `begin` is 0.
        checksum: xxh3-128 of the whole file.
        snapshot_bytes: of its snapshot's file; 0 for none.
        snapshot_checksum: likewise; empty for none.
        places: of the chats that need it.
    """

    key: SegmentKey
    parent: SegmentHash | None
    begin: int
    n_tokens: int
    n_bytes: int
    checksum: bytes
    snapshot_bytes: int
    snapshot_checksum: bytes
    places: tuple[int, ...]

    @property
    def end(self) -> int:
        """The position after its last token."""
        return self.begin + self.n_tokens


@dataclass(frozen=True, slots=True)
class Manifest:
    """What there is.

    Attributes:
        segments: each behind its parent.
        n_unreadable: entries that make no sense and are left out.
    """

    models: tuple[MovedModel, ...]
    segments: tuple[MovedSegment, ...]
    n_unreadable: int = 0


def segment_path(folder: Path, key: SegmentKey) -> Path:
    """Return where a segment's file lies in the folder of a move."""
    return folder / MEMORY_FOLDER / key.namespace / (key.name.hex() + SUFFIX)


def snapshot_path(folder: Path, key: SegmentKey) -> Path:
    """Return where the snapshot of its end lies, if there is one."""
    return segment_path(folder, key).with_suffix(SNAPSHOT_SUFFIX)


def layout_path(folder: Path, namespace: Fingerprint) -> Path:
    """Return where it is said how the rows of a namespace are arranged."""
    return folder / MEMORY_FOLDER / namespace / LAYOUT_FILE


# -- writing --


def encode_manifest(models: Iterable[MovedModel], segments: Iterable[MovedSegment]) -> bytes:
    """Return the file."""
    facts = {
        "format": FORMAT,
        "version": VERSION,
        "models": [{"namespace": model.namespace, "name": model.name} for model in models],
        "segments": [_segment_facts(segment) for segment in segments],
    }
    return json.dumps(facts, ensure_ascii=False).encode("utf-8", "replace")


def _segment_facts(segment: MovedSegment) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "namespace": segment.key.namespace,
        "name": segment.key.name.hex(),
        "parent": None if segment.parent is None else segment.parent.hex(),
        "begin": segment.begin,
        "tokens": segment.n_tokens,
        "bytes": segment.n_bytes,
        "checksum": segment.checksum.hex(),
        "chats": list(segment.places),
        "chats_checksum": checksum_of_places(segment.key.name, segment.places),
    }
    if segment.snapshot_bytes:
        facts["snapshot_bytes"] = segment.snapshot_bytes
        facts["snapshot_checksum"] = segment.snapshot_checksum.hex()
    return facts


def checksum_of_places(name: bytes, places: Sequence[int]) -> str:
    """Return what tells a damaged list of chats; all else of an entry is compared with its file.

    Returns:
        xxh3-128 of the segment's name and of the places with commas between them, hexadecimal.
    """
    return xxhash.xxh3_128_hexdigest(name + ",".join(map(str, places)).encode())


# -- reading --


def decode_manifest(data: bytes) -> Manifest:
    """Return what a file says, as far as it makes sense.

    Raises:
        ManifestUnreadable: it is no such file.
        ManifestNewer: of a version that is not known here.
    """
    try:
        facts = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ManifestUnreadable from error
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise ManifestUnreadable
    version = facts.get("version")
    if not _is_count(version, _MAX_POSITION) or version < 1:
        raise ManifestUnreadable
    if version > VERSION:
        raise ManifestNewer
    models, segments = facts.get("models"), facts.get("segments")
    if not isinstance(models, list) or not isinstance(segments, list):
        raise ManifestUnreadable
    known = [model for one in models if (model := _model(one)) is not None]
    found = [segment for one in segments if (segment := _segment(one)) is not None]
    n_unreadable = len(models) - len(known) + len(segments) - len(found)
    found.sort(key=lambda segment: segment.begin)  # what was sorted already stays as it was
    return Manifest(tuple(known), tuple(found), n_unreadable)


def _model(facts: object) -> MovedModel | None:
    if not isinstance(facts, dict):
        return None
    namespace, name = facts.get("namespace"), facts.get("name")
    if not isinstance(namespace, str) or not is_fingerprint(namespace) or not isinstance(name, str):
        return None
    shown = "".join(char if char.isprintable() else " " for char in name[:_MAX_NAME_CHARS])
    return MovedModel(Fingerprint(namespace), shown.encode("utf-8", "replace").decode().strip())


def _segment(facts: object) -> MovedSegment | None:
    if not isinstance(facts, dict):
        return None
    namespace, begin, n_tokens = (facts.get(one) for one in ("namespace", "begin", "tokens"))
    n_bytes, snapshot_bytes = facts.get("bytes"), facts.get("snapshot_bytes", 0)
    name, checksum = _bytes_of(facts.get("name")), _bytes_of(facts.get("checksum"))
    parent = None if facts.get("parent") is None else _bytes_of(facts.get("parent"))
    snapshot_checksum = _bytes_of(facts.get("snapshot_checksum")) if snapshot_bytes else b""
    places = facts.get("chats")
    if (
        not isinstance(namespace, str)
        or not is_fingerprint(namespace)
        or not _is_count(begin, _MAX_POSITION)
        or not _is_count(n_tokens, MAX_SEGMENT_TOKENS)
        or not _is_count(n_bytes, _MAX_BYTES)
        or not _is_count(snapshot_bytes, _MAX_BYTES)
        or name is None
        or checksum is None
        or snapshot_checksum is None
        or n_tokens < 1
        or (parent is None) != (begin == 0)
        or not _are_places(places)
        or not _are_undamaged(places, name, facts.get("chats_checksum"))
    ):
        return None
    return MovedSegment(
        SegmentKey(Fingerprint(namespace), SegmentHash(name)),
        None if parent is None else SegmentHash(parent),
        begin,
        n_tokens,
        n_bytes,
        checksum,
        snapshot_bytes,
        snapshot_checksum,
        tuple(places),
    )


def _is_count(value: object, limit: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= limit


def _are_places(values: object) -> TypeGuard[Sequence[int]]:
    return isinstance(values, list) and all(_is_count(one, _MAX_POSITION) for one in values)


def _are_undamaged(places: Sequence[int], name: bytes, checksum: object) -> bool:
    """Compare them with their checksum; None where the version that wrote them had none."""
    return checksum is None or checksum == checksum_of_places(name, places)


def _bytes_of(value: object) -> bytes | None:
    """Return 16 bytes that are written as hexadecimal digits; None where they are not."""
    assert NAME_BYTES == _CHECKSUM_BYTES
    if not isinstance(value, str) or len(value) != 2 * NAME_BYTES:
        return None
    try:
        found = bytes.fromhex(value)
    except ValueError:
        return None
    return found if len(found) == NAME_BYTES else None
