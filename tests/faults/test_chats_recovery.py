"""A damaged database is recovered: what can be read comes back, what cannot is counted.

Longer than other files: each kind of damage is told beside the others.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.core.chats.backups import BackupOutcome
from app.core.chats.errors import ChatsInUse, DamagedDatabase, DiskFull
from app.core.chats.records import MessageStatus
from app.core.chats.repair.refill import LOST_FILE, LOST_TEXT
from app.core.chats.repair.rescue import (
    RecoveryReport,
    newest_sound_backup,
    recover,
    restore_backup,
)
from app.core.chats.store import ChatStore
from app.core.messages import Attachment, Role, TokenRecord
from app.core.system.paths import FolderNotWritable
from app.core.upkeep.mending import report_lines
from tests.helpers.file_limits import files_at_most
from tests.helpers.harm import how_often

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
N_CASES = how_often("HEARTH_DAMAGES", 40, 100)
PAGE = 4096

Said = dict[str, str]  # the words of a message, and the title of its chat


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


def write_chats(database: Path, n_chats: int = 8, n_messages: int = 12, tag: str = "") -> Said:
    """Write chats with short and long messages, versions, and files; returns what is said."""
    said: Said = {}
    with ChatStore.open(database) as store:
        for chat_number in range(n_chats):
            chat = store.create_chat(title=f"Chat {tag}{chat_number}")
            parent = None
            for number in range(n_messages):
                words = f"{tag}{chat_number}.{number} " + "word " * (2000 if number == 3 else 40)
                role = Role.USER if number % 2 == 0 else Role.ASSISTANT
                attached = [Attachment("a.txt", f"file of {words}")] if number == 4 else []
                message = store.add_message(
                    chat.id, parent_id=parent, role=role, text=words, attachments=attached
                )
                said[words] = chat.title
                if number != 5:  # the next is a second version
                    parent = message.id
    return said


def there(database: Path) -> Said:
    with ChatStore.open(database) as store:
        found: Said = {}
        for chat in store.list_chats():
            whole = store.transfer.whole_chat(chat.id, with_tokens=True)
            store.path(chat.id)
            store.versions(chat.id)
            found.update({message.text: chat.title for message in whole.messages})
        return found


def back_up(database: Path) -> Path:
    with ChatStore.open(database) as store:
        assert store.care.back_up_if_due(NOW) is BackupOutcome.MADE
    (backup,) = database.parent.glob("chats.weekly-*.backup.db")
    return backup


def recovered(database: Path) -> RecoveryReport:
    report = recover(database, NOW)
    assert report is not None
    return report


def require_all_counted(database: Path, said: Said, report: RecoveryReport) -> Said:
    """No message is lost without being counted; returns those that came back."""
    found = there(database)
    came_back = set(found) & set(said)
    if report.is_complete:
        missing = len(said) - len(came_back) - report.n_garbled
        assert missing <= report.n_missing, report
    assert report.damaged.exists()
    return {words: found[words] for words in came_back}


# -- what is sound is left alone --


def test_a_sound_database_is_not_touched(database: Path) -> None:
    write_chats(database)
    before = database.read_bytes()

    assert recover(database, NOW) is None

    assert database.read_bytes() == before
    assert {file.name for file in database.parent.iterdir()} <= {"chats.db", "chats.db.lock"}


def test_a_database_in_use_is_not_recovered(database: Path) -> None:
    with ChatStore.open(database), pytest.raises(ChatsInUse):
        recover(database, NOW)


# -- damage --


def test_one_overwritten_page_costs_only_what_was_on_it(database: Path) -> None:
    said = write_chats(database, n_chats=20)
    content = bytearray(database.read_bytes())
    at = content.index(b"7.8 word")
    page = at // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    database.write_bytes(content)
    with pytest.raises(DamagedDatabase):
        ChatStore.open(database)

    report = recovered(database)

    back = require_all_counted(database, said, report)
    assert len(said) - 40 < len(back) < len(said)
    assert report.n_missing == len(said) - len(back)
    assert report.n_chats == 20
    assert all(back[words] == said[words] for words in back)
    assert report.damaged.read_bytes() == content
    assert LOST_TEXT in there(database)


def test_what_the_damaged_file_lacks_comes_from_the_backup(database: Path) -> None:
    said = write_chats(database, n_chats=20)
    backup = back_up(database)
    content = bytearray(database.read_bytes())
    page = content.index(b"7.8 word") // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    database.write_bytes(content)

    report = recovered(database)

    assert there(database) == said
    assert report.n_missing == 0
    assert report.n_from_backup > 0
    assert report.backup == backup


def test_what_came_after_the_backup_comes_from_the_damaged_file(database: Path) -> None:
    said = write_chats(database, n_chats=5)
    back_up(database)
    said |= write_chats(database, n_chats=5, tag="new")
    content = bytearray(database.read_bytes())
    page = content.index(b"2.8 word") // PAGE * PAGE
    content[page : page + PAGE] = bytes(PAGE)
    database.write_bytes(content)

    recovered(database)

    assert there(database) == said


def test_a_file_without_its_first_page_is_read_with_that_of_the_backup(database: Path) -> None:
    said = write_chats(database, n_chats=5)
    back_up(database)
    said |= write_chats(database, n_chats=2, tag="new")
    content = bytearray(database.read_bytes())
    content[:PAGE] = os.urandom(PAGE)
    database.write_bytes(content)

    report = recovered(database)

    assert there(database) == said
    assert report.is_complete


def test_a_file_that_is_no_database_is_replaced_by_the_backup(database: Path) -> None:
    said = write_chats(database)
    back_up(database)
    database.write_bytes(b"garbage" * 1000)

    report = recovered(database)

    assert there(database) == said
    assert not report.is_complete  # what came after the backup is not known
    assert report.damaged.read_bytes() == b"garbage" * 1000


def test_a_file_of_which_nothing_can_be_read_is_kept_and_told(database: Path) -> None:
    database.write_bytes(b"garbage" * 1000)

    report = recovered(database)

    assert (report.n_chats, report.n_messages, report.is_complete) == (0, 0, False)
    assert report.damaged.read_bytes() == b"garbage" * 1000
    assert there(database) == {}


def test_a_chat_that_the_user_deleted_does_not_come_back(database: Path) -> None:
    said = write_chats(database)
    back_up(database)
    with ChatStore.open(database) as store:
        chat = store.list_chats()[0]
        store.trash.delete_for_good([chat.id])
        store.deletions.purge()
    content = bytearray(database.read_bytes())
    page = content.index(b"3.8 word") // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    database.write_bytes(content)

    recovered(database)

    assert there(database) == {w: title for w, title in said.items() if title != chat.title}


def test_ids_are_not_given_once_more_after_a_recovery(database: Path) -> None:
    write_chats(database)
    with ChatStore.open(database) as store:
        gone = store.create_chat(title="gone")
        store.trash.delete_for_good([gone.id])
        store.deletions.purge()
    content = bytearray(database.read_bytes())
    page = content.index(b"3.8 word") // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    database.write_bytes(content)

    recovered(database)

    with ChatStore.open(database) as store:
        assert store.create_chat(title="new").id > gone.id


def test_exact_tokens_come_back_with_their_answers(database: Path) -> None:
    write_chats(database, n_chats=20)
    with ChatStore.open(database) as store:
        chat = store.create_chat(title="tokens")
        question = store.add_message(chat.id, parent_id=None, role=Role.USER, text="Why?")
        answer = store.add_message(
            chat.id, parent_id=question.id, role=Role.ASSISTANT, text="Because."
        )
        record = TokenRecord("vocabulary", 8, bytes(16), (1, 2, 3))
        store.finish_message(
            answer.id, text="Because.", status=MessageStatus.COMPLETE, record=record
        )
        before = store.message(answer.id)
    content = bytearray(database.read_bytes())
    page = content.index(b"3.8 word") // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    database.write_bytes(content)

    recovered(database)

    with ChatStore.open(database) as store:
        assert store.message(answer.id) == before


def write_files(database: Path, n_chats: int = 30) -> set[tuple[str, str]]:
    """Write chats with three files in each of two messages; returns the files."""
    files: set[tuple[str, str]] = set()
    with ChatStore.open(database) as store:
        for number in range(n_chats):
            chat, parent = store.create_chat(title=f"{number}"), None
            for name in ("first", "second"):
                attached = [
                    Attachment(f"{one}.txt", f"file {number} {name} {one} " + "z " * 400)
                    for one in range(3)
                ]
                parent = store.add_message(
                    chat.id, parent_id=parent, role=Role.USER, text=name, attachments=attached
                ).id
                files |= {(one.name, one.text) for one in attached}
    return files


def files_there(database: Path) -> set[tuple[str, str]]:
    with ChatStore.open(database) as store:
        paths = [store.path(chat.id) for chat in store.list_chats()]
    messages = [message for path in paths for message in path]
    return {(one.name, one.text) for message in messages for one in message.attachments}


def overwrite_page_with(database: Path, words: bytes) -> None:
    content = bytearray(database.read_bytes())
    page = content.index(words) // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    database.write_bytes(content)


@pytest.mark.parametrize("page", ["file 0 first 0 ", "file 15 first 1 ", "file 29 second 2 "])
def test_attached_files_come_back_and_those_that_do_not_are_counted(
    database: Path, page: str
) -> None:
    files = write_files(database)
    overwrite_page_with(database, page.encode())

    report = recovered(database)

    found = files_there(database)
    back = found & files
    assert len(files) - 8 < len(back) < len(files)
    assert report.n_files_missing == len(files) - len(back)
    assert {text for _name, text in found - files} == {LOST_FILE}
    assert "attached files" in " ".join(map(str, report_lines(report)))
    assert "Nothing is missing." not in map(str, report_lines(report))


def test_where_nobody_can_tell_which_files_were_attached_more_may_be_missing(
    database: Path,
) -> None:
    write_files(database)
    index = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_attachments_1'"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (page,) = connection.execute(index).fetchone()
    content = bytearray(database.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = os.urandom(PAGE)
    database.write_bytes(content)
    overwrite_page_with(database, b"file 15 first 1 ")

    report = recovered(database)

    assert not report.is_complete
    assert "Nothing is missing." not in map(str, report_lines(report))


def test_attached_files_that_the_damaged_file_lacks_come_from_the_backup(database: Path) -> None:
    files = write_files(database)
    backup = back_up(database)
    overwrite_page_with(database, b"file 15 first 1 ")

    report = recovered(database)

    assert files_there(database) == files
    assert (report.n_files_missing, report.backup) == (0, backup)


def test_of_an_attached_file_the_letters_come_back_that_are_left(database: Path) -> None:
    files = write_files(database)
    content = bytearray(database.read_bytes())
    content[content.index(b"file 15 first 1 ") + 20] = 0xFF
    database.write_bytes(content)
    overwrite_page_with(database, b"file 3 first 1 ")

    report = recovered(database)

    (garbled,) = [text for _name, text in files_there(database) - files if text != LOST_FILE]
    assert garbled.startswith("file 15 first 1 ")
    assert report.n_garbled == 1


@pytest.mark.parametrize("has_backup", [True, False])
def test_folders_come_back_and_no_chat_falls_into_a_new_one(
    database: Path, *, has_backup: bool
) -> None:
    write_chats(database, n_chats=3)
    with ChatStore.open(database) as store:
        chats = [chat.id for chat in store.list_chats()]
        store.folders.make("Alpha", chats[:1])
        folder, _ = store.folders.make("Beta", chats[1:])
    if has_backup:
        back_up(database)
    overwrite_page_with(database, b"Alpha")

    recovered(database)

    with ChatStore.open(database) as store:
        names = [one.name for one in store.folders.all()]
        assert names == (["Alpha", "Beta"] if has_backup else [])
        assert store.folders.make("New")[0].id > folder.id
        inside = [chat.folder_id for chat in store.list_chats()]
        assert all(inside) if has_backup else not any(inside)


def sizes_of_interest(database: Path) -> list[int]:
    n_bytes = database.stat().st_size
    n_pages = n_bytes // PAGE
    pages = {1, 2, 3, 4, n_pages // 4, n_pages // 2, n_pages - 2, n_pages - 1}
    cuts = [page * PAGE + rest for page in sorted(pages) for rest in (-1, 0, 1, 100, 2048)]
    return [1, 16, 99, 100, 101, 512, *(cut for cut in cuts if 512 < cut < n_bytes)]


@pytest.mark.parametrize("has_backup", [True, False])
def test_a_database_cut_at_any_size_is_recovered_and_counted(
    tmp_path: Path, has_backup: bool
) -> None:
    whole = tmp_path / "whole" / "chats.db"
    whole.parent.mkdir()
    said = write_chats(whole, n_chats=5)
    backup = back_up(whole) if has_backup else None
    content = whole.read_bytes()
    for cut in sizes_of_interest(whole):
        folder = tmp_path / f"cut{cut}"
        folder.mkdir()
        database = folder / "chats.db"
        database.write_bytes(content[:cut])
        if backup is not None:
            (folder / backup.name).write_bytes(backup.read_bytes())
        report = recover(database, NOW)
        if report is None:  # only the index for the search was there, which is built anew
            assert there(database) == said
            continue
        back = require_all_counted(database, said, report)
        if has_backup:
            assert back == said, cut


def test_pages_overwritten_anywhere_are_recovered_and_counted(tmp_path: Path) -> None:
    whole = tmp_path / "whole" / "chats.db"
    whole.parent.mkdir()
    said = write_chats(whole, n_chats=5)
    backup = back_up(whole)
    content = whole.read_bytes()
    n_pages = len(content) // PAGE
    n_damaged = 0
    for case in range(N_CASES):
        dice = random.Random(case)
        folder = tmp_path / f"case{case}"
        folder.mkdir()
        database = folder / "chats.db"
        damaged = bytearray(content)
        for _ in range(dice.choice((1, 1, 2, 5))):
            page = dice.randrange(n_pages) * PAGE
            kind = dice.randrange(4)
            if kind == 0:
                damaged[page : page + PAGE] = dice.randbytes(PAGE)
            elif kind == 1:
                damaged[page : page + PAGE] = bytes(PAGE)
            elif kind == 2:  # another page in its place
                other = dice.randrange(n_pages) * PAGE
                damaged[page : page + PAGE] = content[other : other + PAGE]
            else:
                begin = page + dice.randrange(PAGE - 64)
                damaged[begin : begin + 64] = dice.randbytes(64)
        database.write_bytes(damaged)
        has_backup = dice.random() < 0.5
        if has_backup:
            (folder / backup.name).write_bytes(backup.read_bytes())
        report = recover(database, NOW)
        if report is None:  # SQLite finds nothing wrong: letters of a text, or a free page
            continue
        n_damaged += 1
        found = there(database)
        came_back = set(found) & set(said)
        if report.is_complete and not report.n_garbled:
            missing = len(said) - len(came_back)
            changed = len(set(found) - set(said) - {LOST_TEXT})
            assert missing - changed <= report.n_missing, (case, report)
    assert n_damaged > N_CASES // 2


# -- the log --


def with_log(database: Path) -> Said:
    """Leave chats as a kill does: the last of them in the log alone."""
    said = write_chats(database, n_chats=5)
    script = (
        "import os, pathlib, sys\n"
        "from app.core.chats.store import ChatStore\n"
        "from app.core.messages import Role\n"
        "store = ChatStore.open(pathlib.Path(sys.argv[1]))\n"
        "chat = store.create_chat(title='late')\n"
        "for n in range(5):\n"
        "    store.add_message(chat.id, parent_id=None, role=Role.USER, text=f'late {n}')\n"
        "os._exit(9)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(database)], cwd=ROOT, check=False)
    assert database.with_name("chats.db-wal").stat().st_size
    return said | {f"late {n}": "late" for n in range(5)}


def test_messages_that_are_in_the_log_alone_are_recovered(database: Path) -> None:
    said = with_log(database)
    content = bytearray(database.read_bytes())
    page = content.index(b"3.8 word") // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    database.write_bytes(content)

    report = recovered(database)

    back = require_all_counted(database, said, report)
    assert {f"late {n}" for n in range(5)} <= set(back)
    assert report.damaged.with_name(report.damaged.name + "-wal").exists()


def test_what_was_deleted_in_the_log_alone_does_not_come_back(database: Path) -> None:
    files = write_files(database)
    with ChatStore.open(database) as store:
        first = store.list_chats()[-1]
        undone = store.list_chats()[0]
        (_, second) = store.path(undone.id)
        store.deletions.delete(undone.id, second.id)
    script = (
        "import os, pathlib, sys\n"
        "from app.core.chats.store import ChatStore\n"
        "from app.core.chats.database import Database\n"
        "Database.forget_deleted = lambda self: os._exit(9)\n"
        "store = ChatStore.open(pathlib.Path(sys.argv[1]))\n"
        "store.deletions.undo(int(sys.argv[3]), int(sys.argv[4]))\n"
        "store.trash.delete_for_good([int(sys.argv[2])])\n"
        "store.deletions.purge()\n"
    )
    ids = [str(one) for one in (first.id, undone.id, second.id)]
    command = [sys.executable, "-c", script, str(database), *ids]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 9
    overwrite_page_with(database, b"file 15 first 1 ")

    recovered(database)

    assert b"file 0 first" not in database.read_bytes()
    with ChatStore.open(database) as store:
        assert first.id not in {chat.id for chat in store.list_chats()}
        assert store.deletions.marked() == ()
        assert len(store.path(undone.id)) == 2
    assert len(files_there(database) & files) > len(files) - 14


@pytest.mark.unix("links without a privilege")
def test_messages_are_recovered_from_the_log_of_a_file_that_a_link_leads_to(
    database: Path, tmp_path: Path
) -> None:
    said = with_log(database)
    link = tmp_path / "elsewhere" / "chats.db"
    link.parent.mkdir()
    link.symlink_to(database)
    overwrite_page_with(database, b"3.8 word")

    report = recovered(link)

    back = require_all_counted(link, said, report)
    assert {f"late {n}" for n in range(5)} <= set(back)
    assert report.damaged.resolve() == database
    assert database.with_name("chats.db-wal").exists()


@pytest.mark.parametrize("harm", ["gone", "cut", "zeros", "nonsense"])
def test_a_damaged_log_costs_no_message_that_was_folded_in_before(
    database: Path, harm: str
) -> None:
    said = with_log(database)
    log = database.with_name("chats.db-wal")
    content = log.read_bytes()
    if harm == "gone":
        log.unlink()
    elif harm == "cut":
        log.write_bytes(content[: len(content) // 2])
    elif harm == "zeros":
        log.write_bytes(bytes(len(content)))
    else:
        log.write_bytes(os.urandom(len(content)))
    early = {words for words, title in said.items() if title != "late"}
    try:
        found = there(database)
    except DamagedDatabase:
        require_all_counted(database, dict.fromkeys(early, ""), recovered(database))
        found = there(database)
    assert early <= set(found)


# -- a disk that refuses --


def damaged_chats(database: Path, n_chats: int = 8) -> tuple[Said, bytes]:
    said = write_chats(database, n_chats)
    back_up(database)
    content = bytearray(database.read_bytes())
    page = content.index(b"3.8 word") // PAGE * PAGE
    content[page : page + PAGE] = os.urandom(PAGE)
    database.write_bytes(content)
    return said, bytes(content)


def test_after_a_refused_recovery_everything_is_as_it_was(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, content = damaged_chats(database)
    before = {file.name for file in database.parent.iterdir()}

    def refuse(step: str) -> None:
        if step == "filled":
            raise PermissionError(13, "Permission denied")

    with pytest.raises(FolderNotWritable):
        recover(database, NOW, refuse)

    assert database.read_bytes() == content
    assert {file.name for file in database.parent.iterdir()} == before
    recovered(database)
    assert there(database) == said


@pytest.mark.unix("limits on the size of files")
@pytest.mark.parametrize("limit", [1, 10_000, 100_000])
def test_a_full_disk_ends_a_recovery_and_the_next_one_works(database: Path, limit: int) -> None:
    said, content = damaged_chats(database)
    before = {file.name for file in database.parent.iterdir()}

    with files_at_most(limit), pytest.raises(DiskFull):
        recover(database, NOW)

    assert database.read_bytes() == content
    assert {file.name for file in database.parent.iterdir()} == before
    recovered(database)
    assert there(database) == said


# -- a power cut --

CUT_CHILD = """
import os, pathlib, sys
from datetime import UTC, datetime
from app.core.chats.repair import rescue

n_left = int(sys.argv[2])

def step(name):
    global n_left
    n_left -= 1
    if n_left < 0:
        os._exit(9)

database = pathlib.Path(sys.argv[1])
now = datetime(2026, 11, 23, 12, tzinfo=UTC)
if sys.argv[3] == "recover":
    rescue.recover(database, now, step)
else:
    (backup,) = database.parent.glob("chats.weekly-*.backup.db")
    rescue.restore_backup(database, backup, now, step)
print("done")
"""


@pytest.mark.parametrize("what", ["recover", "restore"])
def test_a_power_cut_between_any_two_steps_of_a_recovery_loses_nothing(
    tmp_path: Path, what: str
) -> None:
    n_steps = 0
    while True:
        folder = tmp_path / f"cut{n_steps}"
        folder.mkdir()
        database = folder / "chats.db"
        said, content = damaged_chats(database, n_chats=4)
        child = subprocess.run(
            [sys.executable, "-c", CUT_CHILD, str(database), str(n_steps), what],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=False,
        )
        assert child.returncode == (0 if child.stdout else 9)
        files = [file.read_bytes() for file in folder.glob("chats.*db")]
        assert content in files, n_steps  # the damaged file is kept at every moment
        try:
            found = there(database)
        except DamagedDatabase:
            recovered(database)
            found = there(database)
        assert found == said, n_steps
        assert not list(folder.glob("*.work*"))
        if child.stdout:
            break
        n_steps += 1
    assert n_steps >= 4


@pytest.mark.parametrize("step", ["opened", "salvaged", "finished"])
def test_nothing_is_left_of_a_recovery_that_was_killed(database: Path, step: str) -> None:
    """Chats in which only references are wrong are used on, and what is deleted then must go."""
    write_chats(database)
    back_up(database)
    sound = database.read_bytes()
    database.write_bytes(os.urandom(PAGE) + sound[PAGE:])
    script = (
        "import os, pathlib, sys\n"
        "from app.core.chats.repair.rescue import recover\n"
        "recover(pathlib.Path(sys.argv[1]), on_step=lambda s: s == sys.argv[2] and os._exit(9))\n"
    )
    command = [sys.executable, "-c", script, str(database), step]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 9
    assert list(database.parent.glob("chats.recovered-*"))

    database.write_bytes(sound)
    ChatStore.open(database).close()

    assert not list(database.parent.glob("chats.recovered-*"))


def test_two_recoveries_at_once_are_one(database: Path) -> None:
    said, _content = damaged_chats(database)

    def meanwhile(step: str) -> None:
        if step == "salvaged":
            with pytest.raises(ChatsInUse):
                recover(database, NOW)
            with pytest.raises(ChatsInUse):
                ChatStore.open(database)

    assert recover(database, NOW, meanwhile) is not None
    assert there(database) == said


def test_a_second_recovery_in_the_same_second_keeps_both_damaged_files(database: Path) -> None:
    said, content = damaged_chats(database)
    first = recovered(database)
    database.write_bytes(b"garbage" * 1000)
    second = recovered(database)

    assert first.damaged.read_bytes() == content
    assert second.damaged.read_bytes() == b"garbage" * 1000
    assert there(database) == said


def test_the_backup_of_a_day_takes_the_place_of_the_damaged_file(database: Path) -> None:
    said, content = damaged_chats(database)
    (backup,) = database.parent.glob("chats.weekly-*.backup.db")

    report = restore_backup(database, backup, NOW)

    assert there(database) == said
    assert report.damaged.read_bytes() == content
    assert backup.exists()


def test_the_newest_backup_is_offered_whatever_the_clock_said(database: Path) -> None:
    write_chats(database, n_chats=2)
    days = (NOW, NOW + timedelta(days=1000), NOW + timedelta(days=2))
    with ChatStore.open(database) as store:
        for number, day in enumerate(days):
            store.create_chat(title=f"{number}")
            assert store.care.back_up_if_due(day) is BackupOutcome.MADE

    newest = newest_sound_backup(database)

    assert newest is not None
    assert newest.name == "chats.weekly-000003-20261125.backup.db"
    restore_backup(database, newest, NOW)
    with ChatStore.open(database) as store:
        assert {"0", "1", "2"} <= {chat.title for chat in store.list_chats()}


def test_an_old_backup_gives_its_messages_to_a_newer_schema(database: Path) -> None:
    old = ROOT / "tests/upgrades/assets/chats-0001.db"
    database.write_bytes(old.read_bytes())
    with ChatStore.open(database) as store:  # leaves a backup of 0001
        titles = [chat.title for chat in store.list_chats()]
        said = [len(store.transfer.whole_chat(chat.id).messages) for chat in store.list_chats()]
    database.write_bytes(b"garbage" * 1000)

    recovered(database)

    with ChatStore.open(database) as store:
        assert [chat.title for chat in store.list_chats()] == titles
        found = [len(store.transfer.whole_chat(chat.id).messages) for chat in store.list_chats()]
        assert found == said
