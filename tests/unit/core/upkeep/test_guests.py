"""A chat that is not kept leaves nothing behind, and what is the user's stays."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from app.core.chats.lock import database_of_guest, remove_left_by_guests
from app.core.chats.store import ChatStore
from app.core.upkeep.reset import Reset, reset

if TYPE_CHECKING:
    from app.core.system.paths import Paths


def test_only_what_a_dead_guest_left_is_removed(lived_in: Paths) -> None:
    dead, alive = lived_in.cache / "guest-7", lived_in.cache / "guest-8"
    others = [lived_in.cache / name for name in ("guest-7b", "my-guest-7", "guest-")]
    for folder in (dead, alive, *others):
        folder.mkdir()
        ChatStore.open(folder / "chats.db").close()
    (lived_in.cache / "guest-10").mkdir()
    with ChatStore.open(alive / "chats.db"):
        remove_left_by_guests(lived_in)
    assert not dead.exists()
    assert all((folder / "chats.db").is_file() for folder in (alive, *others))
    assert (lived_in.cache / "guest-10").is_dir()  # of one that may begin just now


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_a_link_by_the_name_of_a_guest_costs_nothing_that_it_leads_to(lived_in: Paths) -> None:
    kept = lived_in.cache / "kept"
    kept.mkdir()
    ChatStore.open(kept / "chats.db").close()
    (lived_in.cache / "guest-9").symlink_to(kept)
    remove_left_by_guests(lived_in)
    assert (kept / "chats.db").is_file()


def test_the_folder_goes_with_the_guest_and_is_new_for_each(lived_in: Paths) -> None:
    with database_of_guest(lived_in) as database:
        folder = database.parent
        assert sys.platform == "win32" or folder.stat().st_mode & 0o777 == 0o700
        ChatStore.open(database).close()
    assert not folder.exists()
    folder.mkdir()
    (folder / "chats.db").write_text("of a dead one")
    with database_of_guest(lived_in) as database:
        assert not database.exists()


@pytest.mark.parametrize("what", [Reset(memory=True), Reset(chats=True)])
def test_what_a_guest_left_goes_with_the_memory_and_with_the_chats(
    lived_in: Paths, what: Reset
) -> None:
    left, of_user = lived_in.cache / "guest-7", lived_in.cache / "guest-7" / "notes.txt"
    left.mkdir()
    ChatStore.open(left / "chats.db").close()
    of_user.write_text("mine")
    reset(lived_in, what)
    assert [file.name for file in left.iterdir() if not file.name.endswith(".lock")] == [
        "notes.txt"
    ]
    of_user.unlink()
    reset(lived_in, what)
    assert not left.exists()
