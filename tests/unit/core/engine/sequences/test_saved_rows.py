from __future__ import annotations

from unittest.mock import sentinel

from app.core.engine.memory.save_plan import SavePlan
from app.core.engine.sequences.saved_rows import SavedRows, UnsavedState
from app.core.kvstore.chain import SegmentHash
from app.core.kvstore.records import Witness

NAMES = [SegmentHash(bytes([n]) * 16) for n in range(3)]
WITNESS = Witness((1,), (0.5,))


def test_what_is_stored_is_a_chain_from_the_first_token() -> None:
    saved = SavedRows()
    assert (saved.end, saved.last_name, saved.names) == (0, None, [])
    saved.add(10, NAMES[0])
    saved.add(20, NAMES[1])
    assert (saved.end, saved.last_name, saved.names) == (20, NAMES[1], NAMES[:2])
    saved.truncate_chain(1)
    assert (saved.end, saved.last_name) == (10, NAMES[0])


def test_an_end_that_was_tried_is_planned_no_more() -> None:
    saved = SavedRows()
    saved.plan(SavePlan((10, 20, 30), (20, 30), frozenset({30})))
    assert saved.segment_ends(0, 20) == [10, 20]
    saved.tried([10, 20], 20)
    assert saved.segment_ends(0, 100) == [30]
    assert saved.next_batch_end(20, 25) == 25
    assert saved.next_batch_end(20, 100) == 30
    assert saved.is_snapshot_end(30)


def test_a_growing_answer_ends_a_segment_once_one_is_full() -> None:
    saved = SavedRows()
    saved.add(10, NAMES[0])
    saved.grow(17, 8)
    assert saved.segment_ends(0, 100) == []
    saved.grow(18, 8)
    saved.grow(19, 8)
    assert saved.segment_ends(0, 100) == [18]
    saved.tried([18], 18)  # refused: not before the next one is full
    saved.grow(25, 8)
    assert saved.segment_ends(0, 100) == []


def test_there_is_room_up_to_the_next_end_of_a_segment() -> None:
    saved = SavedRows()
    saved.add(10, NAMES[0])
    assert saved.room_in_segment(12, 8) == 6
    saved.grow(18, 8)
    assert saved.room_in_segment(18, 8) == 0
    saved.tried([18], 18)
    assert saved.room_in_segment(19, 8) == 7


def test_a_witness_is_kept_until_its_segment_is_stored_or_cut_off() -> None:
    saved = SavedRows()
    for end in (10, 20, 30):
        saved.note_witness(end, WITNESS)
    saved.add(10, NAMES[0])
    saved.truncate(20)
    assert [saved.witness(end) for end in (10, 20, 30)] == [None, WITNESS, None]


def test_a_state_waits_for_its_witness_once() -> None:
    saved = SavedRows()
    saved.plan(SavePlan((10,)))
    saved.hold(UnsavedState(12, sentinel.blob))
    assert saved.useful_numbers == {9, 12}
    assert saved.take_unsaved() == UnsavedState(12, sentinel.blob)
    assert saved.take_unsaved() is None


def test_storing_anew_forgets_what_was_stored_and_keeps_the_plan() -> None:
    saved = SavedRows()
    saved.plan(SavePlan((20, 30)))
    saved.adopt([(10, NAMES[0])])
    saved.hold(UnsavedState(12, sentinel.blob))
    saved.begin_anew()
    assert (saved.end, saved.unsaved) == (0, None)
    assert saved.segment_ends(0, 100) == [20, 30]
