"""State bytes of sequences with media, as llama.cpp writes them, and a chat saved from them."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from app.core.content.media import MediaDigest, MediaKind
from app.core.content.media_table import NO_MEDIA, MediaChunk, MediaTable
from app.core.kvstore.format.layout_detection import detect_layout
from tests.unit.core.kvstore.states import (
    ALICE,
    FLUSH_S,
    NAMESPACE,
    PLAIN,
    planes,
    seeds_of,
    state,
    tokens,
    witness,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.records import LoadedState, Owner, SaveOutcome
    from app.core.kvstore.store import KVStore

PICTURE = MediaDigest(bytes(range(16)))
OTHER_PICTURE = MediaDigest(bytes(range(1, 17)))


def picture(first: int, columns: int, rows: int, digest: MediaDigest = PICTURE) -> MediaChunk:
    """A picture whose cells share their position."""
    n_pos = max(columns, rows)
    kind = MediaKind.IMAGE
    return MediaChunk(first, columns * rows, n_pos, kind, 0, digest, columns, rows)


def sound(first: int, n_cells: int, digest: MediaDigest = PICTURE) -> MediaChunk:
    """A sound: each cell has a position of its own."""
    return MediaChunk(first, n_cells, n_cells, MediaKind.SOUND, 0, digest)


def mrope_layout() -> KVLayout:
    """The layout of a model whose cells carry rows and columns."""
    layout = detect_layout(state(PLAIN, range(5), ext=bytes(12)), 5)
    assert layout is not None
    assert layout.sections[0].has_ext
    return layout


def media_state(
    table: MediaTable, ids: Sequence[int], cells: Sequence[int], seq_id: int = 0
) -> bytes:
    """State bytes of some cells of a sequence, in the given order."""
    run, seeds = table.run(len(ids)), seeds_of(ids)
    parts = [struct.pack("<IiII", 0xAF143CD8, seq_id, 1, len(cells))]
    for at in cells:
        token = max(-1, ids[at])
        extra = struct.pack("<iii", run.x[at], run.y[at], token)
        parts.append(struct.pack("<iI", run.pos[at], 1) + extra + struct.pack("<i", seq_id))
    return b"".join(parts) + planes(PLAIN, [seeds[at] for at in cells])


def ids_with(table: MediaTable, n_tokens: int, seed: int = 0) -> list[int]:
    """Tokens of a text with media in it."""
    ids = np.array(tokens(n_tokens, seed), np.int32)
    table.fill(ids)
    return [int(token) for token in ids]


@dataclass
class MediaChat:
    """A chat with media whose rows are saved segment by segment, as an engine would."""

    ids: list[int]
    cuts: Sequence[int]  # where segments end
    table: MediaTable = NO_MEDIA
    owner: Owner = ALICE
    names: list[SegmentHash] = field(default_factory=list)

    def save(self, store: KVStore, *, flush: bool = True) -> list[SaveOutcome]:
        """Save all segments anew."""
        outcomes: list[SaveOutcome] = []
        self.names, begin = [], 0
        for end in self.cuts:
            # A copy by positions takes a picture as a whole, in whatever order its cells lie.
            first, behind = self.table.position(begin), self.table.position(end)
            run = self.table.run(len(self.ids))
            held = [
                at
                for at in reversed(range(len(self.ids)))
                if first <= run.pos[at] < max(behind, first + 1)
            ]
            outcome, name = store.save(
                NAMESPACE,
                mrope_layout(),
                owner=self.owner,
                parent=self.names[-1] if self.names else None,
                begin=begin,
                token_ids=self.ids[begin:end],
                blob=media_state(self.table, self.ids, held, seq_id=1),
                witness=witness(end) if self.ids[end - 1] >= 0 else None,
                media=self.table,
            )
            outcomes.append(outcome)
            self.names.append(name)
            begin = end
        if flush:
            assert store.flush(FLUSH_S)
        return outcomes

    def restore(self, store: KVStore) -> LoadedState:
        """Look up and load; whatever comes back must be what llama.cpp would have written."""
        prefix = store.longest_prefix(NAMESPACE, self.ids, media=self.table)
        loaded = store.load(NAMESPACE, mrope_layout(), prefix).result(FLUSH_S)
        self.assert_right(loaded)
        return loaded

    def assert_right(self, loaded: LoadedState) -> None:
        """Check that every byte of a restore is right, however long it is."""
        n_tokens = loaded.n_tokens
        assert n_tokens == 0 or self.ids[n_tokens - 1] >= 0
        if n_tokens:
            assert loaded.buffer is not None
            assert bytes(loaded.buffer) == media_state(self.table, self.ids, range(n_tokens))
