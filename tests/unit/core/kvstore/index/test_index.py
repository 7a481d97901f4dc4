from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.kvstore.chain import SegmentKey, common_prefix, segment_hash, token_array
from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.index import tree, usage_queries
from app.core.kvstore.index.database import IndexDatabase
from app.core.kvstore.index.index import Index
from app.core.kvstore.index.writable_index import WritableIndex
from app.core.kvstore.records import Branch, Owner, Segment
from app.core.plain_value import replace
from app.core.protocol import key_of_program
from tests.unit.core.kvstore.states import ALICE, BOB, NAMESPACE, OTHER_NAMESPACE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.kvstore.chain import Fingerprint, SegmentHash

DAY_S = 86_400.0


@pytest.fixture
def index(tmp_path: Path) -> Iterator[WritableIndex]:
    opened = WritableIndex.open(tmp_path / "index.db")
    yield opened
    opened.close()


def segment(
    ids: list[int],
    parent: SegmentHash | None = None,
    begin: int = 0,
    namespace: Fingerprint = NAMESPACE,
) -> Segment:
    key = SegmentKey(namespace, segment_hash(namespace, parent, ids))
    return Segment(key, parent, begin, token_array(ids), ALICE)


def test_children_are_found_by_namespace_and_parent(index: WritableIndex) -> None:
    first = segment([1, 2])
    second = segment([3], first.key.name, begin=2)
    for item in (first, second, segment([1, 2], namespace=OTHER_NAMESPACE)):
        index.insert(item, 10, 0.0, n_written=10)
    (child,) = index.tree.children(NAMESPACE, None)
    assert (child.name, child.token_ids.tolist()) == (first.key.name, [1, 2])
    (child,) = index.tree.children(NAMESPACE, first.key.name)
    assert (child.name, child.token_ids.tolist()) == (second.key.name, [3])
    assert index.tree.children(NAMESPACE, second.key.name) == []


def test_what_one_program_alone_needs_is_told_apart(index: WritableIndex) -> None:
    one, two, other = (
        Owner(key_of_program(program, number))
        for program, number in [("aa", "1"), ("aa", "2"), ("ab", "1")]
    )
    wanted = {
        (1,): ([one], "api-aa-"),
        (2,): ([one, two], "api-aa-"),
        (3,): ([one, other], None),
        (4,): ([ALICE], None),
        (5,): ([Owner("17"), two], None),
        (6,): ([Owner("api-0123456789abcdef")], "api-"),
    }
    for ids, (needing, _program) in wanted.items():
        item = segment(list(ids))
        index.insert(replace(item, owner=needing[0]), 10, 0.0, n_written=10)
        for owner in needing[1:]:
            index.claim(owner, [item.key], 0.0)
    found = index.of_programs()
    assert [found.get(segment(list(ids)).key) for ids in wanted] == [
        program for _needing, program in wanted.values()
    ]


def test_inserting_twice_changes_nothing(index: WritableIndex) -> None:
    for _ in range(2):
        index.insert(segment([1]), 10, 0.0, n_written=0)
    assert index.usage.totals(0.0).n_segments == 1


def test_deleting_takes_the_owners_along(index: WritableIndex) -> None:
    item = segment([1])
    index.insert(item, 10, 0.0, n_written=0)
    index.delete([item.key])
    assert index.rows() == []
    index.insert(item, 10, 0.0, n_written=0)
    index.disown(ALICE)
    assert [row.is_owned for row in index.rows()] == [False]


def test_a_claim_makes_an_owner_and_a_time_of_use(index: WritableIndex) -> None:
    item = segment([1])
    index.insert(item, 10, 1.0, n_written=0)
    index.claim(BOB, [item.key, segment([2]).key], 5.0)
    index.disown(ALICE)
    assert [(row.is_owned, row.last_used) for row in index.rows()] == [(True, 5.0)]
    index.disown(BOB)
    assert [row.is_owned for row in index.rows()] == [False]


def test_a_claim_of_a_very_long_chain_is_recorded(index: WritableIndex) -> None:
    items = [segment([n]) for n in range(3)]
    for item in items:
        index.insert(item, 10, 0.0, n_written=0)
    unknown = [segment([n]).key for n in range(10, 1200)]
    index.claim(BOB, [items[0].key, *unknown, items[2].key], 9.0)
    assert sorted(row.last_used for row in index.rows()) == [0.0, 9.0, 9.0]


def test_bytes_are_counted_by_the_day(index: WritableIndex) -> None:
    index.insert(segment([1]), 10, 0.0, n_written=10)
    index.insert(segment([2]), 20, 1.0, n_written=20)
    assert index.usage.totals(2.0).bytes_written_today == 30
    assert index.usage.totals(DAY_S).bytes_written_today == 0
    index.insert(segment([3]), 5, DAY_S, n_written=5)
    assert index.usage.totals(DAY_S).bytes_written_today == 5
    assert index.usage.totals(DAY_S).bytes == 35


def test_a_reader_cannot_write(index: WritableIndex, tmp_path: Path) -> None:
    reader = IndexDatabase(tmp_path / "index.db")
    with pytest.raises(IndexFailed):
        reader.read("DELETE FROM segment")
    with reader.reading() as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("INSERT INTO written VALUES ('2026-01-01', 1)")
    reader.close()
    assert not hasattr(Index, "insert")  # what changes something is the writer's alone


def test_a_reader_does_not_create_the_file(tmp_path: Path) -> None:
    with pytest.raises(IndexFailed):
        Index.open(tmp_path / "index.db")
    assert not (tmp_path / "index.db").exists()


@pytest.mark.parametrize("content", [b"", b"garbage" * 1000, b"SQLite format 3\0" + bytes(100)])
def test_a_file_that_is_no_index_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "index.db").write_bytes(content)
    with pytest.raises(IndexFailed):
        WritableIndex.open(tmp_path / "index.db")


def test_an_index_of_another_version_is_refused(index: WritableIndex, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "index.db")
    connection.execute("PRAGMA user_version=99")
    connection.commit()
    connection.close()
    with pytest.raises(IndexFailed):
        WritableIndex.open(tmp_path / "index.db")


IDS = st.lists(st.integers(0, 2), min_size=1, max_size=6)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(stored=st.lists(IDS, max_size=40), wanted=st.lists(st.integers(0, 2), max_size=8))
def test_a_search_finds_all_beginnings_and_the_longest_common_part_without_reading_everything(
    tmp_path_factory: pytest.TempPathFactory, stored: list[list[int]], wanted: list[int]
) -> None:
    index = WritableIndex.open(tmp_path_factory.mktemp("index") / "index.db")
    try:
        for ids in stored:
            index.insert(segment(ids), 1, 0.0, n_written=0)
        with index.tree.searching() as search:
            found = [
                child.token_ids.tolist()
                for child in search.alike(NAMESPACE, None, token_array(wanted))
            ]
    finally:
        index.close()
    beginnings = [ids for ids in stored if wanted[: len(ids)] == ids]
    assert all(ids in found for ids in beginnings)
    assert len(found) == len({tuple(ids) for ids in found})

    def n_common(ids: list[int]) -> int:
        return common_prefix(token_array(ids), token_array(wanted))

    assert max(map(n_common, found), default=0) == max(map(n_common, stored), default=0)


def test_a_search_among_thousands_of_first_segments_reads_a_handful(index: WritableIndex) -> None:
    with index._changes.transaction() as connection:
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) "
            "INSERT INTO segment (namespace, name, parent, begin, n_tokens, n_windowed, file_bytes,"
            " snapshot_bytes, last_used, token_ids) SELECT ?, randomblob(16), x'', 0, 400, 0, 1, 0,"
            " 0, CAST(x'00000001' || randomblob(1596) AS BLOB) FROM n",
            (NAMESPACE,),
        )
    reads = []
    with index._database.reading() as connection, index.tree.searching() as search:
        ids = [1, *range(399)]
        found = search.alike(NAMESPACE, None, token_array(ids))
        for query in (tree._UP_TO, tree._AFTER, tree._BEFORE):
            plan = connection.execute(
                f"EXPLAIN QUERY PLAN {query}", (NAMESPACE, b"", b"", 1)
            ).fetchall()
            reads += [step[-1] for step in plan]
    assert len(found) <= 2 * tree._N_NEIGHBOURS
    assert all("USING INDEX ix_segment_namespace_parent_token_ids" in step for step in reads)


def test_sums_are_taken_without_reading_token_ids(index: WritableIndex) -> None:
    (plan,) = index._database.read(f"EXPLAIN QUERY PLAN {usage_queries._TOTALS}")
    assert "COVERING INDEX ix_segment_bytes" in plan[-1]


def _shown(index: WritableIndex, owner: Owner) -> tuple[int, Branch | None]:
    uses = {use.owner: use for use in index.usage.chats(segment([1]).key.namespace)}
    return uses[owner].here_tokens, uses[owner].branch


def test_of_the_branch_that_is_shown_it_is_known_how_much_is_stored(index: WritableIndex) -> None:
    first = segment([1, 2])
    second = replace(segment([3]), parent=first.key.name, begin=2)
    other = segment([7, 8, 9, 9])
    for item in (first, second, other):
        index.insert(item, 10, 0.0, n_written=0)
    assert _shown(index, ALICE) == (4, None)  # nobody knows which branch it is
    long = Branch(9, 5)
    index.show(ALICE, first.key.namespace, long, first.key.name)
    assert _shown(index, ALICE) == (2, long)
    index.end_at(ALICE, second.key)
    assert _shown(index, ALICE) == (3, long)
    index.delete([second.key])
    assert _shown(index, ALICE) == (0, long)
    index.disown(ALICE)
    index.claim(ALICE, [first.key], 0.0)
    assert _shown(index, ALICE) == (2, None)


def test_a_file_without_branches_gains_them(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    WritableIndex.open(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE branch")
    with contextlib.closing(WritableIndex.open(path)) as index:
        item = segment([1])
        index.insert(item, 10, 0.0, n_written=0)
        index.show(ALICE, item.key.namespace, Branch(1, 1), item.key.name)
        assert _shown(index, ALICE) == (1, Branch(1, 1))
