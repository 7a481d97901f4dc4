"""Random trees: the store agrees with a dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.chats.errors import UnknownMessage
from app.core.chats.queries import end_of_branch
from app.core.messages import Role

if TYPE_CHECKING:
    from app.core.chats.records import Chat, MessageId
    from app.core.chats.store import ChatStore


@st.composite
def trees(draw: st.DrawFn, max_size: int = 12) -> list[int | None]:
    """For each message in order, the index of its parent."""
    n = draw(st.integers(1, max_size))
    return [draw(st.none() | st.integers(0, i - 1)) if i else None for i in range(n)]


def _path(parents: list[int | None], leaf: int | None) -> list[int]:
    path = []
    while leaf is not None:
        path.append(leaf)
        leaf = parents[leaf]
    return path[::-1]


def _built(store: ChatStore, parents: list[int | None]) -> tuple[Chat, list[MessageId]]:
    """Build a tree; after each message the shown branch ends with it."""
    chat = store.create_chat()
    ids: list[MessageId] = []
    for i, parent in enumerate(parents):
        parent_id = None if parent is None else ids[parent]
        message = store.add_message(chat.id, parent_id=parent_id, role=Role.USER, text=str(i))
        ids.append(message.id)
        assert [m.text for m in store.path(chat.id)] == list(map(str, _path(parents, i)))
    return chat, ids


@settings(max_examples=40)
@given(parents=trees(), data=st.data())
def test_paths_and_children_of_any_tree_are_what_was_built(
    shared_store: ChatStore, parents: list[int | None], data: st.DataObject
) -> None:
    chat, ids = _built(shared_store, parents)
    leaf = data.draw(st.integers(0, len(ids) - 1))
    shared_store.set_leaf(chat.id, ids[leaf])

    assert [m.text for m in shared_store.path(chat.id)] == list(map(str, _path(parents, leaf)))
    for n in (1, 2, 5):
        assert shared_store.tail(chat.id, n) == shared_store.path(chat.id)[-n:]
    siblings = [[ids[i] for i, of in enumerate(parents) if of == p] for p in {*parents}]
    assert shared_store.versions(chat.id) == {
        one: tuple(group) for group in siblings if len(group) > 1 for one in group
    }
    copied = shared_store.copy_branch(ids[leaf], title="copy")
    assert [m.text for m in shared_store.path(copied.id)] == list(map(str, _path(parents, leaf)))
    assert shared_store.branch(ids[leaf]) == shared_store.path(chat.id)
    for parent in (None, *range(len(ids))):
        parent_id = None if parent is None else ids[parent]
        children = [m.text for m in shared_store.children(chat.id, parent_id)]
        assert children == [str(i) for i, of in enumerate(parents) if of == parent]


@given(parents=trees(max_size=40), data=st.data())
def test_a_branch_end_is_a_leaf_below_its_start_reached_by_newest_children(
    parents: list[int | None], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(parents) - 1))
    links = data.draw(st.permutations(list(enumerate(parents))))

    end = end_of_branch(links, start)

    assert end not in parents
    path = _path(parents, end)
    assert start in path
    for parent, child in zip(
        path[path.index(start) :], path[path.index(start) + 1 :], strict=False
    ):
        assert child == max(i for i, of in enumerate(parents) if of == parent)


@settings(max_examples=20)
@given(parents=trees(), data=st.data())
def test_deleting_a_message_deletes_all_that_follows_and_nothing_else(
    shared_store: ChatStore, parents: list[int | None], data: st.DataObject
) -> None:
    chat, ids = _built(shared_store, parents)
    cut = data.draw(st.integers(0, len(ids) - 1))
    shared_store.deletions.delete(chat.id, ids[cut])
    for is_purged in (False, True):
        if is_purged:
            shared_store.deletions.purge()
        _check_what_is_left(shared_store, parents, cut, ids)


def _check_what_is_left(
    store: ChatStore, parents: list[int | None], cut: int, ids: list[MessageId]
) -> None:
    for i in range(len(ids)):
        if cut in _path(parents, i):
            with pytest.raises(UnknownMessage):
                store.message(ids[i])
        else:
            assert store.message(ids[i]).text == str(i)
