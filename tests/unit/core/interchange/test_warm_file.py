"""`NAME.hearth`: what is in it, and archives of strangers that only look like one."""

from __future__ import annotations

import json
import os
import struct
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.store import ChatStore
from app.core.chats.transfer import TransferredChat, TransferredMessage, TransferredTokens
from app.core.errors import problem_of
from app.core.interchange import (
    ExportFormat,
    ExportOrder,
    MemoryRoute,
    MemoryTransfer,
    export_chats,
    import_words,
    looks_like_chats,
    preview_import,
    run_import,
)
from app.core.interchange.errors import (
    AlreadyThere,
    Cancelled,
    MemoryNotExported,
)
from app.core.interchange.memory_summary import MemorySummary, export_words
from app.core.interchange.warm_file import WarmFile, is_warm_file
from app.core.interchange.warm_moves import token_sequences, wanted_line
from app.core.kvstore import KVStore
from app.core.messages import Role
from app.core.protocol import (
    Command,
    ExportMemory,
    ImportMemory,
    MemoryMoved,
    MemoryMoving,
    MemoryOutcome,
    MovedMemory,
    Stop,
)
from tests.helpers.played_engine import PlayedEngine
from tests.unit.core.interchange.conftest import call_of
from tests.unit.core.interchange.test_export import chat_of
from tests.unit.core.kvstore.moving.copies import FIRST, copy_out, take_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.chats.records import ChatId
    from app.core.interchange import StoreCall

CHATS = {
    "format": "hearth-chats",
    "version": 1,
    "chats": [
        {
            "title": "Soup",
            "created_at": "2026-01-01T10:00:00.000000+00:00",
            "leaf": 0,
            "messages": [{"parent": None, "role": "user", "text": "Which soup do you like?"}],
        }
    ],
}
NAMESPACE = "ab" * 16
SEGMENT = f"memory/{NAMESPACE}/{'cd' * 16}.kvs"


class FakeEngine(PlayedEngine):
    """Serves moves over a real store, at once and on the thread that asks."""

    def __init__(self, folder: Path, store: KVStore | None = None) -> None:
        super().__init__()
        self.transfer = MemoryTransfer(self, folder / "moving")
        self.folder = folder / "moving"
        self.store = store
        self.stays_away = False

    def post(self, command: Command) -> None:
        super().post(command)
        if isinstance(command, Stop):
            self.stop(command.request)

    def serve(self, request: Any) -> None:
        if self.stays_away:
            return
        match request:
            case ExportMemory(folder):
                (Path(folder) / "memory.json").write_text("{}")
                if self.store is not None:
                    copy_out(self.store, Path(folder), FIRST.ids)
                self.tell(request, MemoryMoving(1, 2))
                chats = (MovedMemory(0, MemoryOutcome.MOVED, "Tiny", 40),)
                self.reply(request, MemoryMoved(chats))
            case ImportMemory(folder, owners):
                assert self.store is not None
                report = take_in(self.store, Path(folder), dict(owners))  # type: ignore[arg-type]
                self.reply(request, MemoryMoved(report.chats, n_damaged=report.n_damaged))
            case _:
                raise AssertionError(request)

    @property
    def route(self) -> MemoryRoute:
        return MemoryRoute(self.transfer)


def added(store: ChatStore, *texts: str) -> ChatId:
    return store.transfer.add_chat(chat_of(*texts)).id


@pytest.fixture
def kv(tmp_path: Path) -> Iterator[KVStore]:
    store = KVStore.open(tmp_path / "kv")
    FIRST.save(store)
    yield store
    store.close()


@pytest.fixture
def made(tmp_path: Path, kv: KVStore, store: ChatStore) -> Path:
    """A file with one chat and its memory."""
    return made_in(tmp_path, kv, store)


def made_in(folder: Path, kv: KVStore, store: ChatStore) -> Path:
    chat = added(store, "Which soup do you like?", "Leek.")
    order = ExportOrder(ExportFormat.HEARTH, (chat,), folder / "soup.hearth")
    result = export_chats(order, call_of(store), memory=FakeEngine(folder, kv).route)
    assert result.memory is not None
    assert result.memory.n_warm == 1
    return order.target


def warm_file(folder: Path) -> Path:
    """Make such a file in stores of its own."""
    kv = KVStore.open(folder / "kv")
    FIRST.save(kv)
    with ChatStore.open(folder / "chats.db") as store:
        made = made_in(folder, kv, store)
    kv.close()
    return made


def write(path: Path, entries: list[tuple[Any, bytes]], **named: Any) -> Path:
    with zipfile.ZipFile(path, "w", **named) as archive:
        for entry, content in entries:
            archive.writestr(entry, content)
    return path


def usual(*more: tuple[Any, bytes]) -> list[tuple[Any, bytes]]:
    return [("chats.json", json.dumps(CHATS).encode()), ("memory.json", b"{}"), *more]


# -- a sound file --


def test_a_file_holds_the_chats_and_their_memory_and_nothing_else(
    made: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(made) as archive:
        names = archive.namelist()
        assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_STORED}
        assert json.loads(archive.read("chats.json"))["chats"][0]["title"]
    assert names[:2] == ["chats.json", "memory.json"]
    assert sorted({name.split("/")[0] for name in names[2:]}) == ["memory"]
    assert not list((tmp_path / "moving").iterdir())


def test_a_file_is_read_by_what_is_in_it(made: Path, tmp_path: Path) -> None:
    renamed = made.rename(tmp_path / "soup.zip")
    assert is_warm_file(renamed)
    assert looks_like_chats(renamed)
    other = write(tmp_path / "other.zip", [("conversations.json", b"[]")])
    assert not is_warm_file(other)
    assert not is_warm_file(tmp_path)
    assert not is_warm_file(tmp_path / "missing")


def test_the_preview_says_how_large_the_memory_is(made: Path, call: StoreCall) -> None:
    found = preview_import(made, call)
    with WarmFile.open(made) as file:
        assert found.memory_bytes == file.memory_bytes > 0
    assert found.n_known == 1


def test_a_chat_that_is_there_already_gets_the_memory(
    made: Path, tmp_path: Path, call: StoreCall, store: ChatStore
) -> None:
    other = KVStore.open(tmp_path / "other")
    done = run_import(made, call, memory=FakeEngine(tmp_path, other).route)
    assert (done.n_chats, done.n_known) == (0, 1)
    (chat,) = store.list_chats()
    assert {use.owner for use in other.overview().chats} == {str(chat.id)}
    assert FIRST.restore(other).n_tokens == 40
    other.close()


def test_without_a_route_the_chats_are_imported_alone(made: Path, tmp_path: Path) -> None:
    with ChatStore.open(tmp_path / "other.db") as other:
        done = run_import(made, call_of(other))
        assert (done.n_chats, done.memory) == (1, None)


def test_a_file_that_is_there_is_replaced_only_when_that_was_said(
    made: Path, tmp_path: Path, call: StoreCall, store: ChatStore
) -> None:
    (chat,) = store.list_chats()
    order = ExportOrder(ExportFormat.HEARTH, (chat.id,), made)
    with pytest.raises(AlreadyThere):
        export_chats(order, call, memory=FakeEngine(tmp_path).route)


# -- the engine --


def test_an_engine_that_ends_is_told_and_no_file_is_written(
    tmp_path: Path, store: ChatStore, call: StoreCall
) -> None:
    engine = FakeEngine(tmp_path)
    engine.stays_away = True
    order = ExportOrder(ExportFormat.HEARTH, (added(store, "x"),), tmp_path / "x.hearth")

    def asked() -> bool:
        if any(isinstance(one, ExportMemory) for one in engine.posted):
            engine.die(problem_of(RuntimeError("it ended")))
        return False

    with pytest.raises(MemoryNotExported):
        export_chats(order, call, memory=engine.route, is_cancelled=asked)
    assert not order.target.exists()
    with pytest.raises(MemoryNotExported):  # it does not come back
        export_chats(order, call, memory=engine.route)


def test_a_stop_reaches_the_engine_and_leaves_no_file(
    tmp_path: Path, store: ChatStore, call: StoreCall
) -> None:
    engine = FakeEngine(tmp_path)
    engine.stays_away = True
    order = ExportOrder(ExportFormat.HEARTH, (added(store, "x"),), tmp_path / "x.hearth")
    result = export_chats(
        order,
        call,
        memory=engine.route,
        is_cancelled=lambda: any(isinstance(one, ExportMemory) for one in engine.posted),
    )
    assert result.was_cancelled
    assert isinstance(engine.posted[-1], Stop)
    assert not order.target.exists()


def test_a_stop_while_it_is_unpacked_leaves_chats_that_are_read_again(
    made: Path, tmp_path: Path
) -> None:
    engine = FakeEngine(tmp_path)
    n_asked = 0

    def stop() -> bool:
        nonlocal n_asked
        n_asked += 1
        return bool(list(engine.folder.glob("move-*/memory.json")))

    with ChatStore.open(tmp_path / "other.db") as other:
        done = run_import(made, call_of(other), memory=engine.route, is_cancelled=stop)
        assert done.was_cancelled
        assert done.n_chats == 1
        assert done.memory is not None
        assert done.memory.chats[0].outcome is MemoryOutcome.NOT_DONE
    assert not list(engine.folder.iterdir())
    assert n_asked


# -- the tokens that are asked for --


def _answer(parent: int | None, tokens: TransferredTokens | None) -> TransferredMessage:
    from datetime import UTC, datetime

    return TransferredMessage(
        parent, Role.ASSISTANT, "x", datetime(2026, 1, 1, tzinfo=UTC), tokens=tokens
    )


def _tokens(base: int | None, token_base: int, *ids: int) -> TransferredTokens:
    return TransferredTokens(
        base, token_base, 1, bytes(16), "v", struct.pack(f"<{len(ids)}i", *ids)
    )


def test_sequences_are_whole_and_none_begins_another() -> None:
    from datetime import UTC, datetime

    when = datetime(2026, 1, 1, tzinfo=UTC)
    chat = TransferredChat(
        "t",
        when,
        when,
        (
            _answer(None, _tokens(None, 0, 1, 2, 3)),
            _answer(0, _tokens(0, 3, 4)),
            _answer(0, _tokens(0, 2, 9)),  # goes off in the middle
            _answer(0, _tokens(7, 2, 9)),  # after what is not there
            _answer(0, _tokens(1, 50, 9)),  # after more than there is
            _answer(0, None),
        ),
    )
    found = [list(struct.unpack(f"<{len(one) // 4}i", one)) for one in token_sequences(chat)]
    assert found == [[1, 2, 3, 4], [1, 2, 9]]
    assert json.loads(wanted_line(4, chat))["place"] == 4


# -- the report --


@pytest.mark.parametrize("outcome", list(MemoryOutcome))
@pytest.mark.parametrize("model", ["", "Tiny {0} %s"])
def test_every_outcome_is_said_in_words(outcome: MemoryOutcome, model: str) -> None:
    summary = MemorySummary((MovedMemory(0, outcome, model, 5, 3),), n_damaged=2)
    words = [str(one) for one in import_words(summary)]
    assert len(words) == (3 if outcome is MemoryOutcome.MOVED else 2)
    assert words[-1] == "Damaged parts of memory that were left out: 2"
    assert all(line.rstrip("0123456789").endswith(": ") for line in words)
    assert str(export_words(summary)[0]).startswith("Chats with their memory")


def test_a_cancelled_check_ends_an_import(made: Path, call: StoreCall) -> None:
    with pytest.raises(Cancelled):
        preview_import(made, call, is_cancelled=lambda: True)


def test_the_file_is_for_its_user_alone(made: Path) -> None:
    if os.name == "posix":
        assert made.stat().st_mode & 0o777 == 0o600
