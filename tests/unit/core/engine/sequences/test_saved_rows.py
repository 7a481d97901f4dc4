from __future__ import annotations

from unittest.mock import sentinel

from app.core.engine.memory.save_plan import SavePlan
from app.core.engine.sequences.saved_rows import HeldState, SavedRows
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
    assert 30 in saved.planned.snapshot_ends


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
    saved.states.hold(HeldState(12, sentinel.state, is_due=True), most=3)
    assert saved.useful_numbers == {9, 12}
    saved.states.settle(12, WITNESS)
    assert (saved.states.awaiting, saved.useful_numbers) == (None, {9})
    assert saved.states.all == (HeldState(12, sentinel.state, witness=WITNESS),)


def test_the_latest_states_are_held_up_to_where_a_sequence_is_cut() -> None:
    saved = SavedRows()
    for end in (10, 20, 30, 40):
        saved.states.hold(HeldState(end, sentinel.state), most=3)
    assert [one.end for one in saved.states.all] == [20, 30, 40]
    saved.truncate(35)
    found = [saved.states.up_to(n_tokens) for n_tokens in (19, 20, 34, 50)]
    assert [one and one.end for one in found] == [None, 20, 30, 30]


def test_a_chat_rests_once_its_latest_state_is_stored_or_was_tried_to_be() -> None:
    saved = SavedRows()
    saved.states.hold(HeldState(10, sentinel.state), most=3)
    assert not saved.is_rested
    saved.add(10, NAMES[0], with_snapshot=True)
    assert (saved.is_rested, saved.snapshot_end) == (True, 10)
    saved.states.hold(HeldState(20, sentinel.state), most=3)
    saved.tried_state(20)
    assert [saved.is_rested] == [True]
    saved.add(30, NAMES[1])
    assert saved.snapshot_end == 10
    saved.truncate(9)
    assert saved.snapshot_end == 0


def test_a_chat_that_goes_back_to_a_state_which_was_not_tried_has_it_to_be_stored() -> None:
    saved = SavedRows()
    for end in (10, 20):
        saved.states.hold(HeldState(end, sentinel.state), most=3)
    saved.tried_state(20)
    saved.truncate(15)
    assert (saved.due_end, saved.is_rested) == (0, False)


def test_storing_anew_forgets_what_was_stored_and_keeps_the_plan() -> None:
    saved = SavedRows()
    saved.plan(SavePlan((20, 30)))
    saved.adopt([(10, NAMES[0])])
    saved.states.hold(HeldState(12, sentinel.state, is_due=True), most=3)
    saved.begin_anew()
    assert (saved.end, saved.states.all) == (0, (HeldState(12, sentinel.state),))
    assert saved.segment_ends(0, 100) == [20, 30]
