"""Stored rows of KV caches: bytes in, bytes out; a cache that may be deleted at any time."""

from __future__ import annotations

from app.core.kvstore.chain import (
    MAX_SEGMENT_TOKENS,
    SegmentHash,
    common_prefix,
    segment_hash,
)
from app.core.kvstore.errors import StoreInUse
from app.core.kvstore.evictor import SNAPSHOT_DISTANCE
from app.core.kvstore.fingerprint import Fingerprint, fingerprint
from app.core.kvstore.folder import held, is_store_file, store_folders
from app.core.kvstore.housekeeper import WriteStep
from app.core.kvstore.kv_section import LayoutMismatch
from app.core.kvstore.layout import KVLayout, Needs
from app.core.kvstore.layout_detection import detect_layout
from app.core.kvstore.records import (
    ChatUse,
    KnownOwners,
    Limits,
    LoadedState,
    ModelFacts,
    ModelUse,
    Overview,
    Owner,
    SaveOutcome,
    StoredPiece,
    StoredPrefix,
    StoreState,
    Usage,
    Witness,
)
from app.core.kvstore.store import KVStore
from app.core.kvstore.verify import stored_rows_bytes

__all__ = [
    "MAX_SEGMENT_TOKENS",
    "SNAPSHOT_DISTANCE",
    "ChatUse",
    "Fingerprint",
    "KVLayout",
    "KVStore",
    "KnownOwners",
    "LayoutMismatch",
    "Limits",
    "LoadedState",
    "ModelFacts",
    "ModelUse",
    "Needs",
    "Overview",
    "Owner",
    "SaveOutcome",
    "SegmentHash",
    "StoreInUse",
    "StoreState",
    "StoredPiece",
    "StoredPrefix",
    "Usage",
    "Witness",
    "WriteStep",
    "common_prefix",
    "detect_layout",
    "fingerprint",
    "held",
    "is_store_file",
    "segment_hash",
    "store_folders",
    "stored_rows_bytes",
]
