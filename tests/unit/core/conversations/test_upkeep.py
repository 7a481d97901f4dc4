"""Beside the use of the chats: a look for damage after a crash, a backup, and an end at once."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.chats.backups import weekly_backups_of
from app.core.chats.store import ChatStore
from app.core.conversations.events import ChatsDamaged
from app.core.conversations.upkeep import Upkeep
from app.core.messages import Role
from tests.unit.core.conversations.conftest import staged

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

ROOT = Path(__file__).parents[4]
WAIT_S = 30.0


def write_chats(database: Path) -> None:
    with ChatStore.open(database) as store:
        for number in range(50):
            chat = store.create_chat(title=f"{number}")
            store.add_message(chat.id, parent_id=None, role=Role.USER, text=f"{number} " * 300)


def cut_off(database: Path) -> None:
    script = (
        "import os, pathlib, sys\n"
        "from app.core.chats.store import ChatStore\n"
        "ChatStore.open(pathlib.Path(sys.argv[1])).create_chat(title='late')\n"
        "os._exit(9)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(database)], cwd=ROOT, check=False)


def test_a_run_that_did_not_end_by_itself_is_noticed_once(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    write_chats(database)
    with ChatStore.open(database) as store:
        assert not store.care.was_cut_off
    cut_off(database)
    with ChatStore.open(database) as store:
        assert store.care.was_cut_off
        assert store.care.examine() == ()
    with ChatStore.open(database) as store:
        assert not store.care.was_cut_off


def test_damage_that_a_crash_has_left_is_told_once_with_the_backup(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    write_chats(database)
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    cut_off(database)
    with ChatStore.open(database) as store:
        content = database.read_bytes()
        page = content.index(b"30 30 30") // 4096 * 4096
        with database.open("r+b") as file:
            file.seek(page)
            file.write(os.urandom(4096))
        upkeep = Upkeep(told.put, first_look_s=0.0)
        upkeep.begin(store.care)
        event = told.get(timeout=WAIT_S)
        assert isinstance(event, ChatsDamaged)
        assert event.backup is None
        upkeep.end()
    assert told.empty()
    assert weekly_backups_of(database) == []  # what is damaged pushes no good backup out


def test_open_chats_are_backed_up_beside_their_use(tmp_path: Path, qtbot: QtBot) -> None:
    database = tmp_path / "chats.db"
    write_chats(database)
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    upkeep = Upkeep(told.put, first_look_s=0.0)
    for _stage in staged(lambda: ChatStore.open(database), upkeep=upkeep):
        qtbot.waitUntil(lambda: len(weekly_backups_of(database)) == 1, timeout=30_000)
    assert told.empty()
    with ChatStore.open(database) as store:
        assert not store.care.was_cut_off
