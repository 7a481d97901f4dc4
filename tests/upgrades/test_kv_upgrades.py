"""What earlier versions have stored of chats is read, and text is stored as before."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.format.segment_file import read_header
from app.core.kvstore.store import KVStore
from tests.unit.core.kvstore.states import segment_files
from tests.upgrades.make_kv_folder import ASSETS, N_TOKENS, SAVED_AT, a_chat

if TYPE_CHECKING:
    from pathlib import Path

WRITTEN_BEFORE_MEDIA = ASSETS / "kv-segments-2.zip"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    with zipfile.ZipFile(WRITTEN_BEFORE_MEDIA) as archive:
        archive.extractall(tmp_path / "kv")
    return tmp_path / "kv"


def test_a_chat_that_was_stored_by_an_earlier_version_is_restored(root: Path) -> None:
    store = KVStore.open(root)
    assert a_chat().restore(store).n_tokens == N_TOKENS
    assert store.verify().n_damaged == 0
    store.close()


def test_a_text_chat_is_stored_byte_for_byte_as_an_earlier_version_did(
    root: Path, tmp_path: Path
) -> None:
    store = KVStore.open(tmp_path / "now", now=lambda: SAVED_AT)
    a_chat().save(store)
    store.close()
    before, now = segment_files(root), segment_files(tmp_path / "now")
    assert [path.name for path in before] == [path.name for path in now]
    for old, new in zip(before, now, strict=True):
        assert old.read_bytes() == new.read_bytes()
        with old.open("rb") as file:
            segment = read_header(file).segment
        assert (segment.begin_pos, segment.end_pos) == (segment.begin, segment.end)
        assert not segment.media
