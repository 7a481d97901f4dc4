"""Token records are stored as differences and come back whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, update

from app.core.chats.records import MessageStatus
from app.core.chats.tables import TokenRecordRow
from app.core.chats.token_records import n_common, pack, unpack
from app.core.errors import BugError
from app.core.messages import Role, TokenRecord
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import ChatId, MessageId
    from app.core.chats.store import ChatStore
    from app.core.chats.token_records import PackedRecord
    from tests.conftest import ExpectLog

INT32 = st.integers(-(2**31), 2**31 - 1)
# Few different ids, so that random records often begin alike.
TOKEN_IDS = st.lists(st.integers(0, 2) | INT32, max_size=8).map(tuple)
RECORDS = st.builds(
    TokenRecord,
    vocabulary=st.sampled_from(["a", "b"]),
    n_chars=st.integers(0, 1000),
    text_digest=st.binary(min_size=16, max_size=16),
    token_ids=TOKEN_IDS,
)


def _record(*ids: int, vocabulary: str = "v") -> TokenRecord:
    return TokenRecord(vocabulary, len(ids), bytes(16), ids)


def _answer(
    store: ChatStore, chat_id: ChatId, parent: MessageId | None, record: TokenRecord | None
) -> MessageId:
    message = store.add_message(chat_id, parent_id=parent, role=Role.ASSISTANT, text="")
    return _finish(store, message.id, record)


def _finish(store: ChatStore, message_id: MessageId, record: TokenRecord | None) -> MessageId:
    store.finish_message(message_id, text="", status=MessageStatus.COMPLETE, record=record)
    return message_id


# -- pure --


@given(a=TOKEN_IDS, b=TOKEN_IDS)
def test_the_common_beginning_is_as_long_as_possible(
    a: tuple[int, ...], b: tuple[int, ...]
) -> None:
    n = n_common(a, b)

    assert a[:n] == b[:n]
    assert n == min(len(a), len(b)) or a[n] != b[n]


@given(records=st.lists(RECORDS, min_size=1, max_size=6), max_tokens=st.integers(0, 40))
def test_a_chain_of_records_comes_back_newest_first_up_to_the_limit(
    records: list[TokenRecord], max_tokens: int
) -> None:
    packed = []
    base = None
    for message_id, record in enumerate(records, start=1):
        packed.append(pack(message_id, record, base))
        base = (message_id, record)

    everything = unpack(packed, range(1, 100))
    limited = unpack(packed, range(1, 100), max_tokens)

    assert everything == dict(enumerate(records, start=1))
    assert list(limited.items()) == list(everything.items())[-len(limited) :]
    assert len(limited) == 1 or sum(len(r.token_ids) for r in limited.values()) <= max_tokens


def test_a_record_is_stored_from_where_it_differs() -> None:
    packed = pack(2, _record(1, 2, 9, -1), (1, _record(1, 2, 3)))

    assert (packed.base_id, packed.token_base) == (1, 2)
    assert packed.token_ids == b"\x09\0\0\0\xff\xff\xff\xff"
    assert packed.n_tokens == 4


def test_a_record_with_nothing_in_common_names_no_base() -> None:
    packed = pack(2, _record(7), (1, _record(1)))

    assert (packed.base_id, packed.token_base) == (None, 0)


def test_a_token_id_beyond_32_bits_is_a_bug() -> None:
    with pytest.raises(BugError, match="message 5"):
        pack(5, _record(2**31), None)


@pytest.mark.parametrize(
    "damage",
    [
        lambda record: replace(record, token_base=9),
        lambda record: replace(record, token_ids=b"123"),
        lambda record: replace(record, base_id=77),
    ],
    ids=["token_base", "token_ids", "base_id"],
)
def test_a_record_that_does_not_fit_its_base_is_left_out_with_all_that_builds_on_it(
    expect_log: ExpectLog, damage: Callable[[PackedRecord], PackedRecord]
) -> None:
    expect_log("token record of message 2 does not fit its base")
    expect_log("token record of message 3 does not fit its base")
    records = [_record(1, 2), _record(1, 2, 3), _record(1, 2, 3, 4)]
    good = [
        pack(1, records[0], None),
        pack(2, records[1], (1, records[0])),
        pack(3, records[2], (2, records[1])),
    ]

    found = unpack([good[0], damage(good[1]), good[2]], {1, 2, 3})

    assert found == {1: records[0]}


# -- in the store --


@settings(max_examples=40)
@given(data=st.data())
def test_records_survive_any_order_of_answering_branching_and_answering_again(
    shared_store: ChatStore, data: st.DataObject
) -> None:
    store = shared_store
    chat = store.create_chat()
    expected: dict[MessageId, TokenRecord | None] = {}
    for _ in range(data.draw(st.integers(1, 8))):
        record = data.draw(st.none() | RECORDS)
        again = data.draw(st.none() | st.sampled_from(sorted(expected)) if expected else st.none())
        if again is None:
            parent = data.draw(st.sampled_from([None, *sorted(expected)]))
            again = _answer(store, chat.id, parent, record)
        else:
            _finish(store, again, record)
        expected[again] = record

    for message_id, record in expected.items():
        assert store.message(message_id).record == record
        store.set_leaf(chat.id, message_id)
        for message in store.path(chat.id):
            assert message.record == expected[message.id]
    for parent in (None, *expected):
        for message in store.children(chat.id, parent):
            assert message.record == expected[message.id]


def test_answers_of_another_model_in_between_do_not_break_the_difference(store: ChatStore) -> None:
    chat = store.create_chat()
    first = _answer(store, chat.id, None, _record(1, 2, 3))
    other = _answer(store, chat.id, first, _record(8, 9, vocabulary="other"))
    third = _answer(store, chat.id, other, _record(1, 2, 3, 4))

    with store._database.reading() as connection:
        row = select(TokenRecordRow.base_id, TokenRecordRow.token_base)
        stored = connection.execute(row.where(TokenRecordRow.message_id == third)).one()

    assert stored == (first, 3)
    assert store.message(third).record == _record(1, 2, 3, 4)


def test_a_long_chat_stores_each_token_about_once(store: ChatStore) -> None:
    chat = store.create_chat()
    parent, ids = None, tuple(range(50))
    for turn in range(20):
        ids += tuple(range(turn * 100, turn * 100 + 50))
        parent = _answer(store, chat.id, parent, _record(*ids))

    with store._database.reading() as connection:
        stored_bytes = connection.execute(
            select(func.sum(func.length(TokenRecordRow.token_ids)))
        ).scalar_one()

    assert stored_bytes == len(ids) * 4


def test_an_answer_built_on_an_unreadable_record_gives_no_wrong_tokens(
    store: ChatStore, expect_log: ExpectLog
) -> None:
    expect_log("does not fit its base")
    chat = store.create_chat()
    first = _answer(store, chat.id, None, _record(1, 2, 3))
    second = _answer(store, chat.id, first, _record(1, 2, 3, 4))
    with store._database.writing() as connection:
        connection.execute(
            update(TokenRecordRow)
            .where(TokenRecordRow.message_id == first)
            .values(token_ids=b"\x01\0\0\0")
        )

    assert store.message(second).record is None
    _finish(store, first, _record(5, 6, 7, 8))  # replaced: the difference must not fit by chance
    assert store.message(second).record is None
    assert store.message(first).record == _record(5, 6, 7, 8)
