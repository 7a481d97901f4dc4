"""`NAME.hearth`: what is in it, and archives of strangers that only look like one."""

from __future__ import annotations

import json
import os
import struct
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.chats import ChatStore
from app.core.chats.transfer import TransferredChat, TransferredMessage, TransferredTokens
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
    NotImported,
)
from app.core.interchange.memory_summary import MemorySummary, export_words
from app.core.interchange.warm_file import WarmFile, is_warm_file
from app.core.interchange.warm_moves import token_sequences, wanted_line
from app.core.kvstore import KVStore
from app.core.messages import Role
from app.core.protocol import (
    Command,
    EngineStopped,
    ExportMemory,
    ImportMemory,
    MemoryMoved,
    MemoryMoving,
    MemoryOutcome,
    MovedMemory,
    Stop,
)
from tests.unit.core.interchange.conftest import call_of
from tests.unit.core.interchange.test_export import chat_of
from tests.unit.core.kvstore.moving.copies import FIRST, copy_out, take_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.chats.records import ChatId
    from app.core.interchange import ImportSummary, StoreCall

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


class FakeEngine:
    """Serves moves over a real store, at once and on the thread that asks."""

    def __init__(self, folder: Path, store: KVStore | None = None) -> None:
        self.commands: list[Command] = []
        self.transfer = MemoryTransfer(self.post, folder / "moving")
        self.folder = folder / "moving"
        self.store = store
        self.stays_away = False

    def post(self, command: Command) -> None:
        self.commands.append(command)
        if self.stays_away and not isinstance(command, Stop):
            return
        match command:
            case ExportMemory(request, folder):
                (Path(folder) / "memory.json").write_text("{}")
                if self.store is not None:
                    copy_out(self.store, Path(folder), FIRST.ids)
                self.transfer.handle(MemoryMoving(request, 1, 2))
                chats = (MovedMemory(0, MemoryOutcome.MOVED, "Tiny", 40),)
                self.transfer.handle(MemoryMoved(request, chats))
            case ImportMemory(request, folder, owners):
                assert self.store is not None
                report = take_in(self.store, Path(folder), dict(owners))  # type: ignore[arg-type]
                self.transfer.handle(MemoryMoved(request, report.chats, n_damaged=report.n_damaged))
            case Stop(request):
                self.transfer.handle(MemoryMoved(request, was_stopped=True))
            case _:
                raise AssertionError(command)

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
def made(tmp_path: Path, kv: KVStore, store: ChatStore, call: StoreCall) -> Path:
    """A file with one chat and its memory."""
    chat = added(store, "Which soup do you like?", "Leek.")
    target = tmp_path / "soup.hearth"
    engine = FakeEngine(tmp_path, kv)
    order = ExportOrder(ExportFormat.HEARTH, (chat,), target)
    result = export_chats(order, call, memory=engine.route)
    assert result.memory is not None
    assert result.memory.n_warm == 1
    return target


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
        if any(isinstance(one, ExportMemory) for one in engine.commands):
            engine.transfer.handle(EngineStopped())
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
        is_cancelled=lambda: any(isinstance(one, ExportMemory) for one in engine.commands),
    )
    assert result.was_cancelled
    assert isinstance(engine.commands[-1], Stop)
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


# -- archives of strangers --


def _link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


HOSTILE: list[Any] = [
    pytest.param([("../escaped.json", b"{}")], {}, id="above the folder"),
    pytest.param([(f"memory/{NAMESPACE}/../../../x.kvs", b"x")], {}, id="above it, hidden"),
    pytest.param([("/tmp/escaped", b"x")], {}, id="absolute"),
    pytest.param([("C:\\escaped", b"x")], {}, id="absolute on Windows"),
    pytest.param([(f"memory\\{NAMESPACE}\\{'cd' * 16}.kvs", b"x")], {}, id="other slashes"),
    pytest.param([(SEGMENT.upper(), b"x")], {}, id="upper case"),
    pytest.param([("memory/" + NAMESPACE + "/layout.kvl/x", b"x")], {}, id="a file as a folder"),
    pytest.param([("memory/", b"")], {}, id="a folder"),
    pytest.param([("index.db", b"x")], {}, id="a file of the store"),
    pytest.param([(_link(SEGMENT), b"/etc/passwd")], {}, id="a link"),
    pytest.param([(SEGMENT, b"x"), (SEGMENT, b"y")], {}, id="two of one name"),
    pytest.param([("chats.json", b"{}")], {}, id="two lists of chats"),
    pytest.param([(SEGMENT, b"\0" * 9_000_000)], {"compression": zipfile.ZIP_DEFLATED}, id="bomb"),
]


@pytest.mark.parametrize(("more", "named"), HOSTILE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_what_does_not_belong_in_it_is_refused(
    tmp_path: Path, more: list[tuple[Any, bytes]], named: dict[str, Any], call: StoreCall
) -> None:
    path = write(tmp_path / "bad.hearth", usual(*more), **named)
    engine = FakeEngine(tmp_path)
    before = {one.name for one in tmp_path.iterdir()}
    with pytest.raises(NotImported):
        preview_import(path, call)
    done = run_import(path, call, memory=engine.route)
    assert done.n_chats == 0
    assert done.n_unread == 1
    assert {one.name for one in tmp_path.iterdir()} <= before | {"moving"}
    assert not Path("/tmp/escaped").exists()
    assert not engine.commands


def test_entries_that_share_their_bytes_unpack_to_no_more_than_the_file(
    tmp_path: Path, call: StoreCall
) -> None:
    """A bomb without compression: many names in the directory for the same bytes."""
    path = write(tmp_path / "bomb.hearth", usual((SEGMENT, b"\0" * 500_000)))
    data = path.read_bytes()
    end = data.rindex(b"PK\x05\x06")
    n_entries, size, at = struct.unpack_from("<HII", data, end + 10)
    directory = data[at : at + size]
    entry = directory[directory.rindex(b"PK\x01\x02") :]
    more = [entry.replace(b"cd" * 16, f"{number:032x}".encode()) for number in range(1, 101)]
    whole = b"".join([directory, *more])
    tail = bytearray(data[end:])
    n_all = n_entries + len(more)
    struct.pack_into("<HHII", tail, 8, n_all, n_all, len(whole), at)
    path.write_bytes(data[:at] + whole + bytes(tail))
    assert is_warm_file(path)
    with pytest.raises(NotImported):
        preview_import(path, call)


def test_a_password_is_said(tmp_path: Path, call: StoreCall) -> None:
    path = write(tmp_path / "secret.hearth", usual())
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(NotImported, match="password"):
        preview_import(path, call)


def outcome_of(path: Path, folder: Path) -> tuple[ImportSummary | None, list[str], int]:
    """Import a file into empty stores, as users do: after a preview.

    Returns what was said, which words came, and how many tokens are restored.
    """
    folder.mkdir()
    kv = KVStore.open(folder / "kv")
    try:
        with ChatStore.open(folder / "chats.db") as store:
            call = call_of(store)
            try:
                preview_import(path, call)
                done = run_import(path, call, memory=FakeEngine(folder, kv).route)
            except NotImported:
                return None, [], 0
            words = [message.text for chat in store.list_chats() for message in store.path(chat.id)]
        return done, words, FIRST.restore(kv).n_tokens  # compares every byte
    finally:
        kv.close()


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_flipped_bit_anywhere_in_the_file_gives_the_chat_or_a_clear_error(
    made: Path, data: st.DataObject
) -> None:
    content = bytearray(made.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= 1 << data.draw(st.integers(0, 7))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flipped.hearth"
        path.write_bytes(content)
        done, words, n_tokens = outcome_of(path, Path(folder) / "in")
    assert words in ([], ["Which soup do you like?", "Leek."])
    assert done is None or words
    assert 0 <= n_tokens <= 40


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_file_that_ends_anywhere_gives_nothing_and_says_so(
    made: Path, data: st.DataObject
) -> None:
    content = made.read_bytes()
    cut = data.draw(st.integers(0, len(content) - 1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cut.hearth"
        path.write_bytes(content[:cut])
        done, words, n_tokens = outcome_of(path, Path(folder) / "in")
    assert (words, n_tokens) == ([], 0)
    assert done is None or done.n_unread or not cut


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
