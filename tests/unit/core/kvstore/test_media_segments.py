"""Chats with pictures and sounds are stored, found and proved like all others."""

from __future__ import annotations

import io
import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.content.media import MediaDigest, MediaKind
from app.core.content.media_table import MediaTable, pseudo_token_ids
from app.core.errors import BugError
from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.folder import SegmentFolder
from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.segment_file import encode_header, read_header
from app.core.kvstore.pool import Pool
from app.core.kvstore.reading.piece_workers import PieceWorkers, SpareBuffer
from app.core.kvstore.reading.prefix_reader import PrefixReader
from app.core.kvstore.records import SaveOutcome
from app.core.kvstore.store import KVStore
from app.core.plain_value import replace
from tests.unit.core.kvstore.media_states import (
    OTHER_PICTURE,
    MediaChat,
    ids_with,
    media_state,
    mrope_layout,
    picture,
    sound,
)
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    NAMESPACE,
    segment_files,
    tokens,
    witness,
)

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.kvstore.records import LoadedState, StoredPrefix
    from tests.conftest import ExpectLog

N_TOKENS = 60
TABLE = MediaTable((picture(20, 4, 3),))  # cells 20 to 31, positions 20 to 23
CUTS = (20, 32, 60)


def a_chat() -> MediaChat:
    return MediaChat(ids_with(TABLE, N_TOKENS), CUTS, TABLE)


def version_of(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[8:12], "little")


def versions(root: Path) -> dict[int, int]:
    """The version of each file, by the number of its first token."""
    found = {}
    for path in segment_files(root):
        with path.open("rb") as file:
            found[read_header(file).segment.begin] = version_of(path)
    return found


def test_a_chat_with_a_picture_comes_back_with_every_row_column_and_position(
    store: KVStore,
) -> None:
    chat = a_chat()
    assert chat.save(store) == [SaveOutcome.QUEUED] * 3
    loaded = chat.restore(store)
    assert loaded.n_tokens == N_TOKENS
    assert loaded.witness == witness(N_TOKENS)


def test_a_chat_with_a_picture_comes_back_before_it_is_on_disk(
    held_back: tuple[KVStore, threading.Event],
) -> None:
    store, _go_on = held_back
    chat = a_chat()
    chat.save(store, flush=False)
    assert chat.restore(store).n_tokens == N_TOKENS


def test_only_what_a_picture_changes_is_of_version_3(store: KVStore, root: Path) -> None:
    a_chat().save(store)
    assert versions(root) == {0: 2, 20: 3, 32: 3}


def test_text_behind_a_sound_lies_at_its_own_place_and_is_of_version_2(
    store: KVStore, root: Path
) -> None:
    table = MediaTable((sound(20, 12),))
    chat = MediaChat(ids_with(table, N_TOKENS), CUTS, table)
    chat.save(store)
    assert versions(root) == {0: 2, 20: 3, 32: 2}
    assert chat.restore(store).n_tokens == N_TOKENS


def test_a_restore_ends_behind_text_wherever_the_wanted_tokens_end(store: KVStore) -> None:
    chat = a_chat()
    chat.save(store)
    for n_wanted in range(1, N_TOKENS + 1):
        prefix = store.longest_prefix(NAMESPACE, chat.ids[:n_wanted], media=TABLE)
        assert prefix.n_tokens == (20 if 20 < n_wanted <= 32 else n_wanted)
        loaded = store.load(NAMESPACE, mrope_layout(), prefix).result(FLUSH_S)
        assert loaded.n_tokens == prefix.n_tokens
        chat.assert_right(loaded)


def test_the_same_picture_behind_the_same_text_is_stored_once(store: KVStore, root: Path) -> None:
    chat = a_chat()
    chat.save(store)
    ids = [*chat.ids[:40], *tokens(20, seed=9)]
    other = MediaChat(ids, (20, 32, 60), TABLE, BOB)
    outcomes = other.save(store)
    assert outcomes == [SaveOutcome.ALREADY_STORED, SaveOutcome.ALREADY_STORED, SaveOutcome.QUEUED]
    assert len(segment_files(root)) == 4
    assert chat.restore(store).n_tokens == other.restore(store).n_tokens == N_TOKENS


def test_another_picture_in_its_place_shares_the_text_before_it_alone(store: KVStore) -> None:
    a_chat().save(store)
    table = MediaTable((picture(20, 4, 3, OTHER_PICTURE),))
    other = MediaChat(ids_with(table, N_TOKENS), CUTS, table, BOB)
    assert other.restore(store).n_tokens == 20
    assert other.save(store)[0] is SaveOutcome.ALREADY_STORED
    assert other.restore(store).n_tokens == N_TOKENS


def test_the_same_pixels_with_other_rows_and_columns_are_another_picture(store: KVStore) -> None:
    chat = a_chat()
    chat.save(store)
    table = MediaTable((picture(20, 3, 4),))  # the same name, so the same ids
    turned = MediaChat(chat.ids, CUTS, table)
    assert turned.restore(store).n_tokens == 20
    assert chat.restore(store).n_tokens == N_TOKENS  # and nothing of it was moved aside
    turned.save(store)
    assert turned.restore(store).n_tokens == N_TOKENS
    assert chat.restore(store).n_tokens == N_TOKENS


def test_a_picture_larger_than_a_segment_is_stored_in_slices_that_are_no_ends(
    store: KVStore,
) -> None:
    table = MediaTable((picture(10, 6, 5),))
    chat = MediaChat(ids_with(table, 50), (10, 21, 32, 40, 50), table)
    chat.save(store)
    assert chat.restore(store).n_tokens == 50
    prefix = store.longest_prefix(NAMESPACE, chat.ids[:40], media=table)
    assert prefix.n_tokens == 10


def test_pictures_one_behind_the_other_come_back(store: KVStore) -> None:
    table = MediaTable((picture(5, 2, 2), picture(9, 5, 1, OTHER_PICTURE), sound(20, 6)))
    chat = MediaChat(ids_with(table, 40), (5, 9, 14, 20, 26, 40), table)
    chat.save(store)
    assert chat.restore(store).n_tokens == 40
    assert store.longest_prefix(NAMESPACE, chat.ids[:14], media=table).n_tokens == 5


def test_a_chat_with_a_picture_is_found_again_by_an_index_that_is_built_anew(root: Path) -> None:
    chat = a_chat()
    store = KVStore.open(root)
    chat.save(store)
    store.close()
    for path in root.glob("index.db*"):
        path.unlink()
    store = KVStore.open(root)
    assert chat.restore(store).n_tokens == N_TOKENS
    store.close()


def test_a_chat_with_a_picture_is_read_ahead(store: KVStore) -> None:
    chat = a_chat()
    chat.save(store)
    store.owners.claim(NAMESPACE, ALICE, chat.names)
    assert store.flush(FLUSH_S)
    store.read_ahead(ALICE)
    loaded = chat.restore(store)
    assert loaded.n_tokens == N_TOKENS
    assert loaded.ahead_ms > 0


def test_every_file_with_a_picture_verifies(store: KVStore) -> None:
    a_chat().save(store)
    result = store.verify()
    assert result.n_files == 3
    assert result.n_damaged == 0


class _Reader:
    """Reads a closed store without a writer's help, and notes what it finds damaged."""

    def __init__(self, root: Path) -> None:
        self._folder = SegmentFolder(root)
        self.withdrawn: list[bytes] = []

    def withdraw(self, keys: Sequence[SegmentKey]) -> None:
        self.withdrawn += [key.name for key in keys]

    def drop_snapshots(self, keys: Sequence[SegmentKey]) -> None:
        self.withdraw(keys)

    def load(self, prefix: StoredPrefix) -> LoadedState:
        self.withdrawn.clear()
        workers = PieceWorkers(1)
        try:
            reader = PrefixReader(self._folder, Pool(0), self, SpareBuffer(), workers)
            return reader.load(mrope_layout(), prefix)
        finally:
            workers.close()


@pytest.mark.parametrize("number", [1, 2])
def test_a_flipped_bit_anywhere_in_a_file_of_version_3_shortens_the_restore(
    root: Path, expect_log: ExpectLog, number: int
) -> None:
    expect_log("damaged")
    table = MediaTable((picture(5, 2, 2),))
    chat = MediaChat(ids_with(table, 12), (5, 9, 12), table)
    store = KVStore.open(root)
    chat.save(store)
    prefix = store.longest_prefix(NAMESPACE, chat.ids, media=table)
    store.close()
    path = SegmentFolder(root).path(SegmentKey(NAMESPACE, chat.names[number]))
    content = bytearray(path.read_bytes())
    assert version_of(path) == 3
    reader = _Reader(root)
    assert reader.load(prefix).n_tokens == 12
    for at in range(len(content)):
        content[at] ^= 1 << (at % 8)
        path.write_bytes(content)
        loaded = reader.load(prefix)
        assert (loaded.n_tokens, loaded.n_damaged) == (5, 1), at
        assert reader.withdrawn == [chat.names[number]]
        chat.assert_right(loaded)
        content[at] ^= 1 << (at % 8)


def test_a_file_that_says_it_begins_at_another_position_shortens_the_restore(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    chat = a_chat()
    store = KVStore.open(root)
    chat.save(store)
    prefix = store.longest_prefix(NAMESPACE, chat.ids, media=TABLE)
    store.close()
    path = SegmentFolder(root).path(SegmentKey(NAMESPACE, chat.names[2]))
    content = path.read_bytes()
    header = read_header(io.BytesIO(content))
    payload = content[len(content) - sum(one.n_bytes for one in header.stored_planes) :]
    sizes = np.cumsum([one.n_bytes for one in header.stored_planes])[:-1]
    planes = np.split(np.frombuffer(payload, np.uint8), sizes)
    shifted = replace(header.segment, n_shared=header.segment.n_shared - 1)
    head = encode_header(shifted, header.signature, planes, header.witness, 0.0)
    path.write_bytes(head + payload)
    reader = _Reader(root)
    loaded = reader.load(prefix)
    assert (loaded.n_tokens, loaded.n_damaged) == (20, 1)
    assert reader.withdrawn == [chat.names[2]]


def test_a_cell_that_says_it_belongs_elsewhere_shortens_the_restore(
    store: KVStore, expect_log: ExpectLog
) -> None:
    expect_log("kvstore")
    chat = a_chat()
    ids = [*chat.ids]
    ids[33] ^= 1  # what the cells say of a token of the text behind the picture
    parent = None
    for begin, end in itertools.pairwise((0, *CUTS)):
        _, parent = store.save(
            NAMESPACE,
            mrope_layout(),
            owner=ALICE,
            parent=parent,
            begin=begin,
            token_ids=chat.ids[begin:end],
            blob=media_state(TABLE, ids, range(begin, end)),
            witness=None,
            media=TABLE,
        )
    assert store.flush(FLUSH_S)
    prefix = store.longest_prefix(NAMESPACE, chat.ids, media=TABLE)
    loaded = store.load(NAMESPACE, mrope_layout(), prefix).result(FLUSH_S)
    assert prefix.n_tokens == N_TOKENS
    assert loaded.n_tokens == 20
    assert loaded.n_damaged == 1


def test_a_state_without_the_cells_of_a_picture_is_not_saved(store: KVStore) -> None:
    chat = a_chat()
    shifted = MediaTable((picture(20, 3, 4),))
    with pytest.raises(LayoutMismatch):
        store.save(
            NAMESPACE,
            mrope_layout(),
            owner=ALICE,
            parent=None,
            begin=0,
            token_ids=chat.ids[:40],
            blob=media_state(shifted, chat.ids, range(40)),
            witness=None,
            media=TABLE,
        )


def test_tokens_that_are_not_those_of_their_media_are_a_defect(store: KVStore) -> None:
    chat = a_chat()
    for table in (MediaTable(), MediaTable((picture(20, 4, 3, OTHER_PICTURE),))):
        with pytest.raises(BugError, match="not those of their media"):
            MediaChat(chat.ids, (40,), table).save(store)
    with pytest.raises(BugError, match="right behind a medium"):
        store.save(
            NAMESPACE,
            mrope_layout(),
            owner=ALICE,
            parent=None,
            begin=0,
            token_ids=chat.ids[:32],
            blob=b"",
            witness=None,
            with_snapshot=True,
            media=TABLE,
        )


def test_short_media_with_the_same_ids_are_told_apart_by_their_table(store: KVStore) -> None:
    table = MediaTable((picture(20, 1, 1),))
    chat = MediaChat(ids_with(table, 40), (20, 21, 40), table)
    chat.save(store)
    collision = MediaTable((picture(20, 1, 1, OTHER_PICTURE),))
    assert pseudo_token_ids(OTHER_PICTURE, 0, 1)[0] != chat.ids[20]  # as if it were the same
    assert store.longest_prefix(NAMESPACE, chat.ids, media=collision).n_tokens == 20


def test_a_segment_of_other_media_that_is_used_in_part_is_left_alone_when_it_is_read(
    store: KVStore,
) -> None:
    table = MediaTable((picture(20, 1, 1),))
    chat = MediaChat(ids_with(table, 40), (40,), table)  # not cut at the picture
    chat.save(store)
    collision = MediaTable((picture(20, 1, 1, OTHER_PICTURE),))
    prefix = store.longest_prefix(NAMESPACE, chat.ids[:39], media=collision)
    assert prefix.n_tokens == 39
    loaded = store.load(NAMESPACE, mrope_layout(), prefix).result(FLUSH_S)
    assert (loaded.n_tokens, loaded.n_damaged) == (0, 0)
    assert chat.restore(store).n_tokens == 40


def test_a_text_chat_never_finds_what_belongs_to_a_picture(store: KVStore) -> None:
    chat = a_chat()
    chat.save(store)
    text = np.array(tokens(N_TOKENS), np.int32)
    prefix = store.longest_prefix(NAMESPACE, text.tolist())
    assert prefix.n_tokens == 20


def test_a_digest_of_another_medium_gives_another_name() -> None:
    first = MediaTable((picture(0, 1, 1),))
    second = MediaTable((picture(0, 1, 1, MediaDigest(bytes(16))),))
    assert first.encode() != second.encode()
    assert first.chunks[0].kind is MediaKind.IMAGE
