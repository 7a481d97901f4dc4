from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from app.core.kvstore.chain import segment_hash, token_array
from app.core.kvstore.reading.prefix_search import find_longest_prefix
from app.core.kvstore.records import ChildSegment
from tests.unit.core.kvstore.states import NAMESPACE

if TYPE_CHECKING:
    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.records import StoredPrefix

CHAIN = st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=4), max_size=4)


class Tree:
    """Segments in memory, by parent."""

    def __init__(self) -> None:
        self.children: dict[SegmentHash | None, dict[SegmentHash, ChildSegment]] = {}
        self.texts: list[list[int]] = []

    def add(self, *chain: list[int]) -> None:
        parent = None
        text: list[int] = []
        for ids in chain:
            name = segment_hash(NAMESPACE, parent, ids)
            self.children.setdefault(parent, {})[name] = ChildSegment(name, token_array(ids))
            parent = name
            text = text + ids
            self.texts.append(text)

    def longest(self, ids: list[int]) -> StoredPrefix:
        return find_longest_prefix(
            NAMESPACE, token_array(ids), lambda p, _: self.children.get(p, {}).values()
        )


@given(st.lists(CHAIN, max_size=6), st.lists(st.integers(0, 1), max_size=16))
def test_nothing_stored_is_longer_than_what_is_found(
    chains: list[list[list[int]]], wanted: list[int]
) -> None:
    tree = Tree()
    for chain in chains:
        tree.add(*chain)
    found = tree.longest(wanted)
    shared = [
        next((i for i, (a, b) in enumerate(zip(text, wanted, strict=False)) if a != b),
             min(len(text), len(wanted)))
        for text in tree.texts
    ]  # fmt: skip
    assert found.n_tokens == max(shared, default=0)
    assert found.is_sound()
    assert found.token_ids == token_array(wanted[: found.n_tokens]).tobytes()


def test_a_piece_that_fits_in_part_ends_the_prefix() -> None:
    tree = Tree()
    tree.add([1, 2, 3], [4, 5, 6], [7])
    found = tree.longest([1, 2, 3, 4, 9, 7])
    assert [(p.begin, p.end, p.n_used, p.is_whole) for p in found.pieces] == [
        (0, 3, 3, True),
        (3, 6, 1, False),
    ]


def test_a_longer_branch_behind_a_shorter_piece_wins() -> None:
    tree = Tree()
    tree.add([1, 2, 3, 4, 0])
    tree.add([1, 2], [3, 4, 5, 6])
    assert tree.longest([1, 2, 3, 4, 5, 6]).n_tokens == 6


def test_of_two_equally_long_the_one_with_a_whole_last_piece_wins() -> None:
    for chains in [([1, 2], [1, 2, 3]), ([1, 2, 3], [1, 2])]:
        tree = Tree()
        for chain in chains:
            tree.add(chain)
        assert tree.longest([1, 2]).pieces[-1].is_whole


def test_nothing_is_found_for_no_tokens() -> None:
    tree = Tree()
    tree.add([1, 2])
    assert tree.longest([]).pieces == ()
