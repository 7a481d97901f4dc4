from __future__ import annotations

from app.core.engine.protocol import ChatKey
from app.core.engine.sequence import Sequence
from app.core.kvstore import SegmentHash


def test_cutting_a_sequence_forgets_the_segments_behind_the_cut() -> None:
    names = [SegmentHash(bytes([n]) * 16) for n in range(3)]
    sequence = Sequence(
        0,
        ChatKey("1"),
        tokens=list(range(30)),
        chain=[(10, names[0]), (20, names[1]), (30, names[2])],
        n_from_disk=30,
    )
    sequence.truncate(25)
    assert sequence.n_cached == 25
    assert sequence.stored_end == 20
    assert sequence.n_from_disk == 25
