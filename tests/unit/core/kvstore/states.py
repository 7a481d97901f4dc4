"""State bytes as llama.cpp writes them, made by hand, and a chat that is saved from them.

The serialiser is independent of the code under test. Every byte of a row follows from its plane
and from all tokens up to its own, as in a model, so a restore can be compared with what llama.cpp
itself would have written, and rows of another chat are never right.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore.chain import fingerprint
from app.core.kvstore.format.layout_detection import detect_layout
from app.core.kvstore.records import Owner, SaveOutcome, Witness

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.records import LoadedState
    from app.core.kvstore.store import KVStore

NAMESPACE = fingerprint({"model": "tiny"})
OTHER_NAMESPACE = fingerprint({"model": "other"})
FLUSH_S = 60.0
ALICE, BOB = Owner("alice"), Owner("bob")


@dataclass(frozen=True)
class Shape:
    """One attention cache section; sizes in bytes, `element_bytes` for a transposed V."""

    n_layers: int = 2
    k_row_bytes: int = 6
    v_row_bytes: int = 4
    has_v: bool = True
    v_trans: bool = False
    element_bytes: int = 2
    k_type: int = 1


PLAIN = Shape()
TRANSPOSED = Shape(v_trans=True)
MLA = Shape(has_v=False)
QUANTISED = Shape(k_type=8, k_row_bytes=34, v_row_bytes=34)


def row(seed: int, plane: int, n_bytes: int) -> bytes:
    """The row of one token in one plane."""
    return bytes((seed * 131 + plane * 29 + i * 7 + seed // 256) % 256 for i in range(n_bytes))


def seeds_of(ids: Sequence[int]) -> list[int]:
    """What the row at each position depends on: every token so far."""
    seeds, seed = [], 0
    for token in ids:
        seed = zlib.crc32(struct.pack("<i", token), seed)
        seeds.append(seed)
    return seeds


def state(
    shape: Shape,
    positions: Sequence[int],
    *,
    seq_id: int = 0,
    ext: bytes = b"",
    ids: Sequence[int] | None = None,
) -> bytes:
    """State bytes with cells in the given order.

    `ext` is put into each cell (M-RoPE has 12 bytes); without `ids`, a row depends on its position.
    """
    n = len(positions)
    seeds = positions if ids is None else [seeds_of(ids)[pos] for pos in positions]
    parts = [struct.pack("<IiII", 0xAF143CD8, seq_id, 1, n)]
    parts += [struct.pack("<iI", pos, 1) + ext + struct.pack("<i", seq_id) for pos in positions]
    return b"".join(parts) + planes(shape, seeds)


def planes(shape: Shape, seeds: Sequence[int]) -> bytes:
    """The layers of a section, with the rows that follow from these seeds."""
    parts = [struct.pack("<II", shape.v_trans, shape.n_layers)]
    for layer in range(shape.n_layers):
        parts.append(struct.pack("<iQ", shape.k_type, shape.k_row_bytes))
        parts += [row(seed, layer, shape.k_row_bytes) for seed in seeds]
    for layer in range(shape.n_layers if shape.has_v else 0):
        rows = [row(seed, shape.n_layers + layer, shape.v_row_bytes) for seed in seeds]
        if not shape.v_trans:
            parts.append(struct.pack("<iQ", shape.k_type, shape.v_row_bytes))
            parts += rows
            continue
        n_bytes = shape.element_bytes
        n_elements = shape.v_row_bytes // n_bytes
        parts.append(struct.pack("<iII", shape.k_type, n_bytes, n_elements))
        parts += [r[j * n_bytes : (j + 1) * n_bytes] for j in range(n_elements) for r in rows]
    return b"".join(parts)


def layout_of(shape: Shape = PLAIN) -> KVLayout:
    layout = detect_layout(state(shape, range(5)), 5)
    assert layout is not None
    return layout


def tokens(n: int, seed: int = 0) -> list[int]:
    return [int(t) for t in np.random.default_rng(seed).integers(0, 32_000, n)]


def witness(pos: int) -> Witness:
    return Witness((pos, pos + 1), (0.1 * pos, -3.0))


@dataclass
class Chat:
    """A chat whose rows are saved segment by segment, as an engine would."""

    ids: list[int]
    cuts: Sequence[int]  # where segments end
    owner: Owner = ALICE
    shape: Shape = PLAIN

    @property
    def names(self) -> list[SegmentHash]:
        return self._names

    def save(self, store: KVStore, *, flush: bool = True) -> list[SaveOutcome]:
        layout = layout_of(self.shape)
        outcomes: list[SaveOutcome] = []
        self._names: list[SegmentHash] = []
        begin = 0
        for end in self.cuts:
            outcome, name = store.save(
                NAMESPACE,
                layout,
                owner=self.owner,
                parent=self._names[-1] if self._names else None,
                begin=begin,
                token_ids=self.ids[begin:end],
                blob=state(self.shape, range(begin, end), seq_id=1, ids=self.ids),
                witness=witness(end),
            )
            outcomes.append(outcome)
            self._names.append(name)
            begin = end
        if flush:
            assert store.flush(FLUSH_S)
        return outcomes

    def restore(self, store: KVStore) -> LoadedState:
        """Look up and load; whatever comes back must be what llama.cpp would have written."""
        prefix = store.longest_prefix(NAMESPACE, self.ids)
        loaded = store.load(NAMESPACE, layout_of(self.shape), prefix).result(FLUSH_S)
        assert_right(loaded, self.ids, self.shape)
        return loaded


def assert_right(loaded: LoadedState, ids: Sequence[int], shape: Shape = PLAIN) -> None:
    """Check that every byte of a restore is right, however long it is."""
    if loaded.n_tokens == 0:
        assert loaded.buffer is None
        assert loaded.witness is None
    else:
        assert loaded.buffer is not None
        assert bytes(loaded.buffer) == state(shape, range(loaded.n_tokens), ids=ids)


def segment_files(root: Path) -> list[Path]:
    """The files of segments that are in use."""
    return sorted(path for path in root.rglob("*.kvs") if "quarantine" not in path.parts)
