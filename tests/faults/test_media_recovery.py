"""Pictures and sounds of messages in a database that was damaged, or whose program was killed."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.chats.repair.refill import LOST_FILE
from app.core.chats.store import ChatStore
from app.core.messages import Role
from app.core.upkeep.mending import report_lines
from tests.faults.test_chats_recovery import (
    PAGE,
    back_up,
    overwrite_page_with,
    recovered,
)
from tests.helpers.attached_media import picture

if TYPE_CHECKING:
    from app.core.content.media import MediaFile

ROOT = Path(__file__).parents[2]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


def write_media(database: Path, n_chats: int = 30) -> set[MediaFile]:
    """Write chats with three pictures in each of two messages, some 600 bytes a row."""
    written: set[MediaFile] = set()
    with ChatStore.open(database) as store:
        for number in range(n_chats):
            chat, parent = store.create_chat(title=f"{number}"), None
            for name in ("first", "second"):
                media = [
                    picture(
                        f"pic {number} {name} {one}.png",
                        f"{number} {name} {one}".encode(),
                        "z " * 200 + "end",
                    )
                    for one in range(3)
                ]
                parent = store.add_message(
                    chat.id, parent_id=parent, role=Role.USER, text=name, media=media
                ).id
                written |= set(media)
    return written


def media_there(database: Path) -> tuple[set[MediaFile], list[str]]:
    """Return the media of all messages, and the texts that are attached to them."""
    with ChatStore.open(database) as store:
        paths = [store.path(chat.id) for chat in store.list_chats()]
    messages = [message for path in paths for message in path]
    media = {one for message in messages for one in message.media}
    return media, [one.text for message in messages for one in message.attachments]


@pytest.mark.parametrize("page", ["pic 0 first 0.", "pic 15 first 1.", "pic 29 second 2."])
def test_media_come_back_and_those_that_do_not_are_counted(database: Path, page: str) -> None:
    written = write_media(database)
    overwrite_page_with(database, page.encode())

    report = recovered(database)

    found, notes = media_there(database)
    assert found < written
    assert len(found) > len(written) - 12
    assert report.n_files_missing == len(written) - len(found) == len(notes)
    assert set(notes) == {LOST_FILE}
    assert report.n_missing == 0
    words = list(map(str, report_lines(report)))
    assert "attached files" in " ".join(words)
    assert "Nothing is missing." not in words


def test_media_that_the_damaged_file_lacks_come_from_the_backup(database: Path) -> None:
    written = write_media(database)
    backup = back_up(database)
    overwrite_page_with(database, b"pic 15 first 1.")

    report = recovered(database)

    assert media_there(database) == (written, [])
    assert (report.n_files_missing, report.backup) == (0, backup)


def test_a_picture_whose_name_has_lost_letters_is_still_found(database: Path) -> None:
    written = write_media(database)
    content = bytearray(database.read_bytes())
    content[content.index(b"pic 15 first 1.") + 4] = 0xFF
    database.write_bytes(content)
    overwrite_page_with(database, b"pic 3 first 1.")

    report = recovered(database)

    (garbled,) = media_there(database)[0] - written
    assert garbled.name == "pic \ufffd5 first 1.png"
    assert {garbled.digest} == {one.digest for one in written if " 15 first 1." in one.name}
    assert report.n_garbled == 1


def test_a_row_whose_digest_is_none_any_more_is_a_lost_file(database: Path) -> None:
    written = write_media(database, n_chats=2)
    content = bytearray(database.read_bytes())
    lost = picture(data=b"0 first 1")
    content[content.index(lost.digest.encode())] = ord("x")
    database.write_bytes(content)

    report = recovered(database)

    found, notes = media_there(database)
    assert {one.digest for one in written - found} == {lost.digest}
    assert (report.n_files_missing, notes) == (1, [LOST_FILE])


def test_where_nobody_can_tell_which_media_there_were_more_may_be_missing(database: Path) -> None:
    write_media(database)
    index = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_message_media_1'"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (page,) = connection.execute(index).fetchone()
    content = bytearray(database.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = os.urandom(PAGE)
    database.write_bytes(content)
    overwrite_page_with(database, b"pic 15 first 1.")

    report = recovered(database)

    assert not report.is_complete
    assert "Nothing is missing." not in map(str, report_lines(report))


CHILD = """
import itertools, pathlib, sys
from app.core.chats.store import ChatStore
from app.core.messages import Role
from tests.helpers.attached_media import picture

with ChatStore.open(pathlib.Path(sys.argv[1])) as store:
    chat, parent = store.create_chat(title="Cats"), None
    for n in itertools.count():
        media = [picture(f"{n} {one}.png", f"{n} {one}".encode()) for one in range(3)]
        message = store.add_message(
            chat.id, parent_id=parent, role=Role.USER, text=str(n), media=media
        )
        parent = message.id
        store.media.set_alt_text(message.id, 1, f"said of {n}")
        print(n, flush=True)
"""


@pytest.mark.parametrize("n_messages", [1, 25, 120])
def test_after_a_kill_every_message_that_was_stored_has_all_of_its_media(
    database: Path, n_messages: int
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(database)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if int(line) + 1 >= n_messages:
                child.kill()
                break
        rest = [int(line) for line in child.stdout if line.endswith("\n")]
    n_told = rest[-1] + 1 if rest else n_messages

    with ChatStore.open(database) as store:
        (chat,) = store.list_chats()
        path = store.path(chat.id)
        assert len(path) >= n_told
        for number, message in enumerate(path):
            names = [f"{number} {one}.png" for one in range(3)]
            assert [one.name for one in message.media] == names
            if number < n_told:
                assert message.media[1].alt_text == f"said of {number}"
        assert store.care.examine() == ()
