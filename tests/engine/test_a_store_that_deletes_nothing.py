"""Whoever has memory deleted is answered also where another instance holds the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.records import StoreState
from app.core.kvstore.store import KVStore
from app.core.protocol import ChatKey, SyncMemory, TrimMemory
from tests.helpers.engine_harness import EngineHarness

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("asked", [SyncMemory(frozenset()), TrimMemory(ChatKey("1"), ())])
def test_a_second_instance_answers_that_nothing_is_deleted(
    tmp_path: Path, tiny_model: Path, asked: SyncMemory | TrimMemory
) -> None:
    (tmp_path / "a").mkdir()
    first = KVStore.open(tmp_path / "a" / "kv")
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        assert second.store.state is StoreState.READ_ONLY
        told = second.hear(object, request=second.post(asked))
        assert (told.what, told.is_answer) == (asked.failed(), True)
    first.close()
