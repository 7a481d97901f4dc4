"""A backup of the chats each week: beside their use, checked, and without what was deleted."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.chats import copying
from app.core.chats.backups import BackupOutcome, WeeklyBackups, day_of_backup, weekly_backups_of
from app.core.chats.copying import CopyGate, CopyGivenUp
from app.core.chats.errors import DamagedDatabase, DiskFull, backups_of
from app.core.chats.repair.examination import examine_file
from app.core.chats.repair.rescue import recover
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchQuestion
from app.core.chats.store import ChatStore
from app.core.chats.upgrade import back_up
from app.core.kvstore.records import StoreState
from app.core.kvstore.store import KVStore
from app.core.messages import Role
from tests.helpers.file_limits import files_at_most

if TYPE_CHECKING:
    from tests.conftest import ExpectLog

ROOT = Path(__file__).parents[4]
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
WEEK = timedelta(days=7)
SECRET = "the words that are to go"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


def say(store: ChatStore, words: str) -> None:
    chat = store.create_chat(title=words[:20])
    store.add_message(chat.id, parent_id=None, role=Role.USER, text=words)


def words_in(backup: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(backup)) as copy:
        return [text for (text,) in copy.execute("SELECT text FROM messages ORDER BY id")]


def test_a_backup_is_made_once_a_week_and_three_are_kept(database: Path) -> None:
    with ChatStore.open(database) as store:
        for week in range(5):
            say(store, f"week {week}")
            now = NOW + week * WEEK
            assert store.care.back_up_if_due(now) is BackupOutcome.MADE
            assert store.care.back_up_if_due(now + 6 * WEEK / 7) is BackupOutcome.NOT_DUE

    backups = weekly_backups_of(database)
    assert [len(words_in(backup)) for backup in backups] == [5, 4, 3]
    assert day_of_backup(backups[0]).date() == (NOW + 4 * WEEK).date()
    assert backups_of(database)[0] in backups


def test_what_is_in_the_log_alone_is_in_the_backup(database: Path) -> None:
    with ChatStore.open(database) as store:
        say(store, "not folded in yet")
        store.care.back_up_if_due(NOW)
        (backup,) = weekly_backups_of(database)
        assert words_in(backup) == ["not folded in yet"]


def test_backups_before_a_migration_and_weekly_ones_do_not_push_each_other_out(
    database: Path,
) -> None:
    with ChatStore.open(database) as store:
        say(store, "x")
        for week in range(3):
            store.care.back_up_if_due(NOW + week * WEEK)
    with contextlib.closing(sqlite3.connect(database)) as source:
        for revision in ("0001", "0002", "0003", "0004"):
            back_up(source, database, revision)

    assert len(weekly_backups_of(database)) == 3
    assert len(backups_of(database)) == 6


@pytest.mark.parametrize("back", [timedelta(days=3), timedelta(days=4000)])
def test_a_clock_that_was_set_back_does_not_end_the_backups(
    database: Path, back: timedelta
) -> None:
    with ChatStore.open(database) as store:
        say(store, "x")
        store.care.back_up_if_due(NOW)
        assert store.care.back_up_if_due(NOW - back) is BackupOutcome.MADE
        newest = weekly_backups_of(database)[0]
        assert day_of_backup(newest).date() == (NOW - back).date()
        assert store.care.back_up_if_due(NOW - back) is BackupOutcome.NOT_DUE


def test_without_three_times_the_room_none_is_made_and_the_log_says_so(
    database: Path, expect_log: ExpectLog
) -> None:
    expect_log("no weekly backup")
    with ChatStore.open(database) as store:
        say(store, "x")
        weekly = WeeklyBackups(database, CopyGate())
        n_bytes = database.stat().st_size
        assert weekly.back_up_if_due(NOW, lambda _: 3 * n_bytes - 1) is BackupOutcome.NO_ROOM
        assert weekly_backups_of(database) == []
        assert weekly.back_up_if_due(NOW, lambda _: 3 * n_bytes) is BackupOutcome.MADE


def test_messages_are_written_while_a_backup_is_made(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGES_PER_STEP", 1)
    with ChatStore.open(database) as store:
        say(store, "before " + "x" * 100_000)
        written: list[int] = []
        pause = CopyGate.pause

        def write(gate: CopyGate, seconds: float = 0.0) -> None:
            if len(written) < 20:  # between two steps of the copy, as the worker does
                written.append(len(written))
                say(store, f"meanwhile {len(written)}")
            pause(gate, seconds)

        monkeypatch.setattr(CopyGate, "pause", write)
        assert store.care.back_up_if_due(NOW) is BackupOutcome.MADE
        assert len(store.list_chats()) == 21

    (backup,) = weekly_backups_of(database)
    assert len(words_in(backup)) == 2  # one moment: the message before the copy's transaction


def test_a_backup_gives_way_to_a_purge_and_no_deleted_word_is_in_any_file(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ChatStore.open(database) as store:
        say(store, SECRET)
        say(store, "x" * 3_000_000)
        store.care.back_up_if_due(NOW)
        say(store, SECRET + " again")
        store.care.back_up_if_due(NOW + WEEK)
        assert any(SECRET.encode() in backup.read_bytes() for backup in backups_of(database))
        made = [backup.stat().st_mtime_ns for backup in weekly_backups_of(database)]
        outcomes: list[BackupOutcome] = []
        has_begun = threading.Event()
        pause = CopyGate.pause

        def slow(gate: CopyGate, seconds: float = copying.PAUSE_S) -> None:
            if seconds:
                has_begun.set()
            pause(gate, 100 * seconds)

        monkeypatch.setattr(CopyGate, "pause", slow)
        copy = threading.Thread(
            target=lambda: outcomes.append(store.care.back_up_if_due(NOW + 2 * WEEK))
        )
        copy.start()
        assert has_begun.wait(30)
        for chat in store.list_chats():
            if SECRET.startswith(chat.title):
                store.trash.delete_for_good([chat.id])
        store.deletions.purge()
        copy.join(30)

        assert outcomes == [BackupOutcome.GIVEN_UP]
        for file in database.parent.iterdir():
            assert SECRET.encode() not in file.read_bytes(), file
        assert [backup.stat().st_mtime_ns for backup in weekly_backups_of(database)] == made


def test_half_a_backup_of_a_killed_program_is_gone_after_the_next_start(database: Path) -> None:
    with ChatStore.open(database) as store:
        say(store, "x")
    half = database.with_name("chats.weekly-000001-20261123.backup.tmp")
    half.write_bytes(SECRET.encode())
    for suffix in ("-journal", "-wal", "-shm"):
        half.with_name(half.name + suffix).write_bytes(SECRET.encode())
    half.with_name("chats.0007.backup.tmp-wal").write_bytes(SECRET.encode())
    ChatStore.open(database).close()
    assert {file.name for file in database.parent.iterdir()} <= {"chats.db", "chats.db.lock"}


def test_closing_the_chats_gives_a_backup_up(database: Path) -> None:
    gate = CopyGate()

    def copy() -> None:
        with gate.copying() as between_steps:
            threading.Thread(target=gate.close).start()
            while True:
                between_steps()

    with pytest.raises(CopyGivenUp):
        copy()
    with pytest.raises(CopyGivenUp):
        copy()


def test_a_damaged_database_does_not_replace_a_good_backup(database: Path) -> None:
    with ChatStore.open(database) as store:
        for number in range(50):
            say(store, f"{number} " * 500)
        for week in range(3):
            store.care.back_up_if_due(NOW + week * WEEK)
        store._database.forget_deleted()
        good = weekly_backups_of(database)
        content = bytearray(database.read_bytes())
        page = content.index(b"30 30 30") // 4096 * 4096
        with database.open("r+b") as file:
            file.seek(page)
            file.write(os.urandom(4096))
        with pytest.raises(DamagedDatabase):
            store.care.back_up_if_due(NOW + 3 * WEEK)
        assert weekly_backups_of(database) == good
        assert not list(database.parent.glob("*.tmp"))


@pytest.mark.unix("limits on the size of files")
def test_a_disk_that_is_full_half_way_leaves_no_half_backup(database: Path) -> None:
    with ChatStore.open(database) as store:
        say(store, "x" * 1_000_000)
        with files_at_most(500_000), pytest.raises(DiskFull):
            store.care.back_up_if_due(NOW)
        assert not list(database.parent.glob("*backup*"))
        assert store.care.back_up_if_due(NOW) is BackupOutcome.MADE


KILLED_CHILD = """
import os, pathlib, sys
from datetime import UTC, datetime
from app.core.chats import backups, copying
from app.core.chats.store import ChatStore
n_left = int(sys.argv[2])

def step(*_):
    global n_left
    n_left -= 1
    if n_left < 0:
        os._exit(9)

def dying(function):
    def wrapped(*arguments, **options):
        step()
        result = function(*arguments, **options)
        step()
        return result
    return wrapped

for module, name in ((copying, "sync_path"), (copying, "replace_file"), (copying, "sync_folder"),
                     (copying, "_require_sound"), (backups, "remove_copy")):
    setattr(module, name, dying(getattr(module, name)))
copying.CopyGate.pause = step
copying.PAGES_PER_STEP = 8
store = ChatStore.open(pathlib.Path(sys.argv[1]))
store.care.back_up_if_due(datetime(2027, 1, 1, tzinfo=UTC))
print("made")
"""


def test_a_power_cut_at_any_step_of_a_backup_leaves_whole_backups_only(database: Path) -> None:
    with ChatStore.open(database) as store:
        say(store, "kept " + "x" * 150_000)
        for week in range(3):
            store.care.back_up_if_due(NOW - week * WEEK - 40 * WEEK)
    n_steps = 0
    while True:
        child = subprocess.run(
            [sys.executable, "-c", KILLED_CHILD, str(database), str(n_steps)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=False,
        )
        for backup in weekly_backups_of(database):
            assert words_in(backup) == ["kept " + "x" * 150_000], n_steps
        if child.stdout:
            break
        assert child.returncode == 9
        n_steps += 1
    assert n_steps > 8
    with ChatStore.open(database) as store:
        store.care.back_up_if_due(datetime(2027, 1, 2, tzinfo=UTC))
    assert len(weekly_backups_of(database)) == 3
    assert not list(database.parent.glob("*.tmp"))


def test_everything_is_done_in_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    if sys.platform != "linux":
        return  # other systems have no such names
    database = tmp_path / os.fsdecode(b"no text \xff ?#%") / "chats.db"
    database.parent.mkdir()
    with ChatStore.open(database) as store:
        say(store, SECRET)
        say(store, "kept")
        assert store.care.back_up_if_due(NOW) is BackupOutcome.MADE
        assert store.care.examine() == ()
        with SearchReader.open(database) as reader:
            assert reader.rank(SearchQuestion("kept")).messages
        store.trash.delete_for_good([store.list_chats()[-1].id])
        assert store.deletions.purge().failure is None
    assert examine_file(database) == ()
    assert all(words_in(backup) == ["kept"] for backup in weekly_backups_of(database))
    database.write_bytes(b"garbage" * 1000)
    assert recover(database, NOW) is not None
    with ChatStore.open(database) as store:
        assert [chat.title for chat in store.list_chats()] == ["kept"]
    memory = KVStore.open(database.parent / "kv")
    assert memory.state is StoreState.ON
    memory.close()
