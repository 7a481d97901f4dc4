"""Stored rows of KV caches: bytes in, bytes out; a cache that may be deleted at any time."""

from __future__ import annotations

from app.core.kvstore.chain import (
    MAX_SEGMENT_TOKENS,
    SNAPSHOT_DISTANCE,
    Fingerprint,
    SegmentHash,
    common_prefix,
    fingerprint,
    segment_hash,
)
from app.core.kvstore.errors import StoreInUse
from app.core.kvstore.folder import is_store_file, lock_store, store_folders
from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout import KVLayout, RestoreNeeds
from app.core.kvstore.format.layout_detection import detect_layout
from app.core.kvstore.reading.verify import stored_rows_bytes
from app.core.kvstore.records import (
    Branch,
    ChatUse,
    KnownOwners,
    LoadedState,
    ModelFacts,
    ModelUse,
    Owner,
    SaveOutcome,
    StoredPiece,
    StoredPrefix,
    StoreOverview,
    StoreState,
    Usage,
    Witness,
)
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.publisher import WriteStep

__all__ = [
    "MAX_SEGMENT_TOKENS",
    "SNAPSHOT_DISTANCE",
    "Branch",
    "ChatUse",
    "Fingerprint",
    "KVLayout",
    "KVStore",
    "KnownOwners",
    "LayoutMismatch",
    "LoadedState",
    "ModelFacts",
    "ModelUse",
    "Owner",
    "RestoreNeeds",
    "SaveOutcome",
    "SegmentHash",
    "StoreInUse",
    "StoreOverview",
    "StoreState",
    "StoredPiece",
    "StoredPrefix",
    "Usage",
    "Witness",
    "WriteStep",
    "common_prefix",
    "detect_layout",
    "fingerprint",
    "is_store_file",
    "lock_store",
    "segment_hash",
    "store_folders",
    "stored_rows_bytes",
]
