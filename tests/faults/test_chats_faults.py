"""The chat store under a kill, a full disk, foreign locks, damage and missing rights.

Longer than other files: each fault of the disk or the system is told beside the others.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.chats import upgrade
from app.core.chats.errors import (
    ChatsInUse,
    ChatsLocked,
    DamagedDatabase,
    DiskFull,
    DiskUnreadable,
    ReadOnlyDatabase,
    translated_errors,
)
from app.core.chats.records import ChatId, Message, MessageStatus
from app.core.chats.store import ChatStore
from app.core.errors import BugError, KnownError, problem_of
from app.core.messages import Role
from app.core.system.paths import FolderNotWritable
from tests.helpers.file_limits import files_at_most

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
ANSWER = "Every word of this answer was on the disk before the next one came. "


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


def _child(script: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def _new_chat(store: ChatStore, text: str = "Why?") -> Message:
    chat = store.create_chat(title="Bread")
    return store.add_message(chat.id, parent_id=None, role=Role.USER, text=text)


def _texts(store: ChatStore, chat_id: ChatId) -> list[str]:
    return [message.text for message in store.path(chat_id)]


# -- a kill --

STREAMING_CHILD = """
    import itertools, pathlib, sys
    from app.core.chats.store import ChatStore
    from app.core.chats.records import MessageStatus
    from app.core.messages import Role

    store = ChatStore.open(pathlib.Path(sys.argv[1]))
    chat = store.create_chat(title="Bread")
    question = store.add_message(chat.id, parent_id=None, role=Role.USER, text="Why?")
    answer = store.add_message(
        chat.id, parent_id=question.id, role=Role.ASSISTANT, text="",
        status=MessageStatus.STREAMING,
    )
    for n in itertools.count(1):
        store.write_text(answer.id, sys.argv[2] * n)
        print(n, flush=True)
"""


@pytest.mark.parametrize("n_writes", [1, 40, 400])
def test_after_a_kill_the_text_up_to_the_last_write_is_there_and_marked(
    database: Path, n_writes: int
) -> None:
    with _child(STREAMING_CHILD, database, ANSWER) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if int(line) >= n_writes:
                child.kill()
                break
        rest = [int(line) for line in child.stdout if line.endswith("\n")]
    n_acknowledged = rest[-1] if rest else n_writes

    with ChatStore.open(database) as store:
        (chat,) = store.list_chats()
        question, answer = store.path(chat.id)
        assert question.text == "Why?"
        assert answer.text.startswith(ANSWER * n_acknowledged)
        assert answer.status is MessageStatus.INTERRUPTED
        assert store.interrupted() == (answer,)
        store.reopen_message(answer.id)
        store.write_text(answer.id, answer.text + "And on.")


# -- two at once --

HOLDING_CHILD = """
    import pathlib, sys
    from app.core.chats.store import ChatStore

    with ChatStore.open(pathlib.Path(sys.argv[1])) as store:
        print("open", flush=True)
        sys.stdin.read()
"""


def test_a_second_window_is_refused_until_the_first_is_gone(database: Path) -> None:
    with _child(HOLDING_CHILD, database) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"

        with pytest.raises(ChatsInUse, match="Another Hearth window is using these chats"):
            ChatStore.open(database)

        child.kill()  # a lock that outlives a crash would lock the user out
    ChatStore.open(database).close()


def test_a_second_store_in_this_process_is_refused_too(database: Path) -> None:
    with ChatStore.open(database), pytest.raises(ChatsInUse):
        ChatStore.open(database)


def test_a_foreign_lock_is_told_after_two_seconds_and_goes_away(database: Path) -> None:
    with (
        ChatStore.open(database) as store,
        contextlib.closing(sqlite3.connect(database, isolation_level=None)) as foreign,
    ):
        question = _new_chat(store)
        foreign.execute("BEGIN EXCLUSIVE")

        began = time.monotonic()
        with pytest.raises(ChatsLocked, match="Another program is using the file"):
            store.rename_chat(question.chat_id, "Cake")
        assert 1.5 < time.monotonic() - began < 30
        assert _texts(store, question.chat_id) == ["Why?"]  # reading goes on beside it

        foreign.execute("ROLLBACK")
        assert store.rename_chat(question.chat_id, "Cake").title == "Cake"


def test_a_database_that_a_foreign_program_holds_is_told_when_opening(database: Path) -> None:
    ChatStore.open(database).close()
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as foreign:
        foreign.execute("PRAGMA locking_mode=EXCLUSIVE")
        foreign.execute("BEGIN EXCLUSIVE")

        with pytest.raises(ChatsLocked):
            ChatStore.open(database)
    ChatStore.open(database).close()


# -- a full disk --


@pytest.mark.unix("limits on the size of files")
def test_a_store_works_again_once_a_full_disk_has_room(database: Path) -> None:
    with ChatStore.open(database) as store:
        question = _new_chat(store)
        with files_at_most(1_000_000):
            for _ in range(2):  # the second finds no dead transaction of the first
                with pytest.raises(DiskFull, match="cannot write to the disk"):
                    store.add_message(
                        question.chat_id,
                        parent_id=question.id,
                        role=Role.USER,
                        text="x" * 2_000_000,
                    )
            assert _texts(store, question.chat_id) == ["Why?"]
        store.add_message(
            question.chat_id, parent_id=question.id, role=Role.USER, text="There is room."
        )

    with ChatStore.open(database) as store:
        assert _texts(store, question.chat_id) == ["Why?", "There is room."]


def test_a_database_at_its_size_limit_is_a_full_disk_and_recovers(database: Path) -> None:
    with ChatStore.open(database) as store:
        question = _new_chat(store)
        answer = store.add_message(
            question.chat_id,
            parent_id=question.id,
            role=Role.ASSISTANT,
            text="",
            status=MessageStatus.STREAMING,
        )
        with store._database.reading() as connection:
            n_pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count={n_pages + 2}")

        with pytest.raises(DiskFull):
            store.write_text(answer.id, ANSWER * 1000)
        store.write_text(answer.id, ANSWER)

        with store._database.reading() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=1000000")
        store.write_text(answer.id, ANSWER * 1000)
        assert store.message(answer.id).text == ANSWER * 1000


@pytest.mark.unix("limits on the size of files")
def test_a_disk_too_full_for_a_new_database_is_told_and_the_next_start_works(
    database: Path,
) -> None:
    with files_at_most(2_000), pytest.raises(DiskFull):
        ChatStore.open(database)

    with ChatStore.open(database) as store:
        assert store.list_chats() == ()


@pytest.mark.unix("limits on the size of files")
def test_a_disk_too_full_for_the_backup_stops_the_migration(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ChatStore.open(database) as store:
        question = _new_chat(store, "x" * 1_000_000)
    before = database.read_bytes()
    monkeypatch.setattr(upgrade, "HEAD_REVISION", "9999")

    with files_at_most(500_000), pytest.raises(DiskFull):
        ChatStore.open(database)

    assert database.read_bytes() == before
    assert not list(database.parent.glob("*backup*"))
    monkeypatch.undo()
    with ChatStore.open(database) as store:
        assert len(_texts(store, question.chat_id)[0]) == 1_000_000


# -- damage --


@pytest.mark.parametrize(
    "content",
    [b"This is no database. " * 500, b"SQLite format 3\0", b"\0", bytes(8192)],
    ids=["text", "half a header", "one byte", "zeros as after a power cut"],
)
def test_garbage_is_refused_untouched(database: Path, content: bytes) -> None:
    database.write_bytes(content)

    with pytest.raises(DamagedDatabase, match="damaged or was not made by Hearth") as caught:
        ChatStore.open(database)

    assert database.read_bytes() == content
    assert str(database) in str(caught.value.what)


def test_a_damaged_file_names_the_backup_beside_it(database: Path) -> None:
    with ChatStore.open(database) as store:
        _new_chat(store)
    with contextlib.closing(sqlite3.connect(database)) as source:
        upgrade.back_up(source, database, "0001")
    database.write_bytes(b"garbage" * 1000)

    with pytest.raises(DamagedDatabase) as caught:
        ChatStore.open(database)
    assert "chats.0001.backup.db" in str(caught.value.remedy)

    database.unlink()
    (database.parent / "chats.0001.backup.db").rename(database)  # what the remedy says
    with ChatStore.open(database) as store:
        assert [chat.title for chat in store.list_chats()] == ["Bread"]


@pytest.mark.parametrize("fraction", [0.3, 0.6, 0.9])
def test_overwritten_pages_are_found_before_anything_is_written(
    database: Path, fraction: float
) -> None:
    with ChatStore.open(database) as store:
        for n in range(200):
            _new_chat(store, f"{n} " * 500)
    content = bytearray(database.read_bytes())
    page = int(len(content) * fraction) // 4096 * 4096
    content[page : page + 8192] = os.urandom(8192)
    database.write_bytes(content)

    with pytest.raises(DamagedDatabase):
        ChatStore.open(database)

    assert database.read_bytes() == content


def test_a_truncated_database_is_told(database: Path) -> None:
    with ChatStore.open(database) as store:
        _new_chat(store, "x" * 100_000)
    content = database.read_bytes()
    database.write_bytes(content[: len(content) // 2])

    with pytest.raises(DamagedDatabase):
        ChatStore.open(database)


def test_an_empty_file_becomes_a_new_database(database: Path) -> None:
    database.touch()

    with ChatStore.open(database) as store:
        _new_chat(store)
        assert len(store.list_chats()) == 1


@pytest.mark.parametrize("left", ["chats.db-wal", "chats.0001.backup.db"])
@pytest.mark.parametrize("is_missing", [True, False], ids=["missing", "empty"])
def test_remains_of_chats_beside_an_empty_or_missing_file_are_not_thrown_away(
    database: Path, left: str, is_missing: bool
) -> None:
    if not is_missing:
        database.touch()
    remains = database.parent / left
    remains.write_bytes(b"the last words")

    with pytest.raises(DamagedDatabase):
        ChatStore.open(database)

    assert remains.read_bytes() == b"the last words"
    assert database.exists() is not is_missing


# -- no rights --

# A child that gives up root, because nothing is forbidden to root; without root, and on Windows, it
# is refused by the same bits. The imports come first: the interpreter may lie where the other user
# cannot go.
UNPRIVILEGED_CHILD = """
    import json, os, pathlib, sys
    import sqlalchemy.dialects.sqlite.pysqlite
    from app.core.chats.store import ChatStore
    from app.core.errors import KnownError

    if sys.platform != "win32" and os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    try:
        ChatStore.open(pathlib.Path(sys.argv[1])).close()
    except KnownError as error:
        print(json.dumps([type(error).__name__, error.problem().text()]))
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder with chats that other users can reach; pytest's own folders they cannot."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with ChatStore.open(folder / "chats.db") as store:
            _new_chat(store)
        (folder / "chats.db.lock").unlink(missing_ok=True)
        yield folder
        folder.chmod(0o700)


def _refusal(database: Path) -> tuple[str, str]:
    with _child(UNPRIVILEGED_CHILD, database) as child:
        output, _ = child.communicate()
    name, text = json.loads(output)
    return name, text


@pytest.mark.unix("folders that are protected by their mode")
def test_a_folder_without_write_permission_is_told(open_folder: Path) -> None:
    (open_folder / "chats.db").chmod(0o666)
    open_folder.chmod(0o555)

    name, text = _refusal(open_folder / "chats.db")

    assert name == "FolderNotWritable"
    assert str(open_folder) in text


def test_a_write_protected_database_is_told(open_folder: Path) -> None:
    (open_folder / "chats.db").chmod(0o444)
    open_folder.chmod(0o777)

    name, text = _refusal(open_folder / "chats.db")

    assert name == "ReadOnlyDatabase"
    assert "write-protected" in text


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")

    with pytest.raises(FolderNotWritable):
        ChatStore.open(tmp_path / "data" / "chats.db")


def test_a_folder_where_the_database_should_be_is_told(database: Path) -> None:
    database.mkdir()

    with pytest.raises(KnownError):
        ChatStore.open(database)


def test_after_a_refused_opening_nothing_is_held(database: Path) -> None:
    database.write_bytes(b"garbage" * 1000)
    with pytest.raises(DamagedDatabase):
        ChatStore.open(database)
    database.unlink()

    ChatStore.open(database).close()


# -- one place translates --


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), DiskFull),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), DiskFull),
        (OSError(errno.EROFS, "Read-only file system"), FolderNotWritable),
        (PermissionError(errno.EACCES, "Permission denied"), FolderNotWritable),
        (sqlite3.SQLITE_IOERR_FSYNC, DiskFull),
        (sqlite3.SQLITE_IOERR_READ, DiskUnreadable),
        (sqlite3.SQLITE_CANTOPEN, FolderNotWritable),
        (sqlite3.SQLITE_READONLY_DBMOVED, ReadOnlyDatabase),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, ChatsLocked),
        (sqlite3.SQLITE_CORRUPT_VTAB, DamagedDatabase),
        (sqlite3.SQLITE_MISUSE, BugError),
    ],
)
def test_what_the_disk_and_the_driver_say_becomes_a_named_error(
    database: Path, raised: OSError | int, expected: type[Exception]
) -> None:
    error: Exception
    if isinstance(raised, int):
        error = sqlite3.OperationalError("cryptic")
        error.sqlite_errorcode = raised
    else:
        error = raised

    with pytest.raises(expected) as caught, translated_errors(database):
        raise error

    problem = problem_of(caught.value)
    assert all((str(problem.what), str(problem.effect), str(problem.remedy), problem.detail))


def test_a_failing_statement_never_quotes_a_chat(database: Path) -> None:
    with (
        ChatStore.open(database) as store,
        pytest.raises(BugError) as caught,
        store._database.writing() as connection,
    ):
        connection.exec_driver_sql(
            "INSERT INTO messages (text, no_such_column) VALUES (?, 1)", ("my secret",)
        )

    assert "my secret" not in "".join(traceback.format_exception(caught.value))


def test_a_purge_works_beside_a_foreign_reader(database: Path) -> None:
    with (
        ChatStore.open(database) as store,
        contextlib.closing(sqlite3.connect(database, isolation_level=None)) as foreign,
    ):
        question = _new_chat(store)
        foreign.execute("BEGIN")
        foreign.execute("SELECT * FROM messages").fetchall()
        store.trash.delete_for_good([question.chat_id])

        assert store.deletions.purge().chats == (question.chat_id,)
        assert store.list_chats() == ()
