"""Memory that belongs to no chat stays when the chats' is put in order, until it is to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.store import ChatStore
from app.core.conversations.api_records import ApiRecord, ApiRecords, digests_of
from app.core.conversations.events import MemoryListed
from app.core.messages import TokenRecord
from app.core.protocol import (
    ChatKey,
    ChatMemory,
    EngineRestarted,
    MemoryReport,
    ReportMemory,
    Residency,
    SyncMemory,
)
from tests.unit.core.conversations.conftest import staged

if TYPE_CHECKING:
    from pathlib import Path

OTHERS = frozenset({ChatKey("api-1"), ChatKey("api-2")})


def records_in(path: Path) -> ApiRecords:
    records = ApiRecords(path)
    for chat in OTHERS:
        (digest,) = digests_of([("user", chat)])
        records.keep(ApiRecord(digest, chat, TokenRecord("v", 3, b"d" * 16, (1, 2))))
    return records


def test_their_memory_stays_until_it_is_deleted(database: Path, tmp_path: Path) -> None:
    records = records_in(tmp_path / "records.db")
    for stage in staged(lambda: ChatStore.open(database)):
        assert stage.command(SyncMemory).chats == frozenset()  # nobody has told of others
        stage.conversations.memory.follow_others(records)
        stage.conversations.handle(EngineRestarted())
        assert stage.command(SyncMemory).chats == OTHERS
        stage.conversations.memory.drop_others()
        assert stage.command(SyncMemory).chats == frozenset()
        stage.command(ReportMemory)
    assert records.chats() == ()
    records.close()


def test_what_they_take_is_told_beside_the_chats(database: Path) -> None:
    for stage in staged(lambda: ChatStore.open(database)):
        own = {"residency": Residency.DISK, "n_bytes": 50, "own_bytes": 10}
        stage.conversations.memory.report()
        stage.reply(
            stage.command(ReportMemory),
            MemoryReport(
                (
                    ChatMemory(ChatKey("1"), **own),  # type: ignore[arg-type]
                    *(ChatMemory(chat, **own) for chat in OTHERS),  # type: ignore[arg-type]
                    ChatMemory(ChatKey("api-3"), Residency.COLD),
                )
            ),
        )
        listed = stage.event(MemoryListed)
        assert [chat_id for chat_id, _memory in listed.chats] == [1]
        assert (listed.n_others, listed.others_bytes) == (2, 60)
