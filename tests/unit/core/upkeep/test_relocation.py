"""Moving everything to another folder: all of it, or nothing, whatever happens on the way."""

from __future__ import annotations

import errno
import filecmp
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import filelock
import pytest

from app.core.chats.errors import ChatsInUse
from app.core.chats.store import ChatStore
from app.core.errors import KnownError
from app.core.kvstore.errors import StoreInUse
from app.core.kvstore.store import KVStore
from app.core.system.files import free_bytes
from app.core.system.paths import MOVE_MARK, FolderOrigin, MovedFolderMissing, Paths
from app.core.upkeep import relocation
from app.core.upkeep.relocation import (
    Adoption,
    MoveCancelled,
    NotMoved,
    Relocation,
    task_for,
    use_folder,
)
from tests.unit.core.upkeep.moves import files_of, move, never, no_progress, on_two_disks, titles

if TYPE_CHECKING:
    from tests.conftest import ExpectLog


@pytest.mark.parametrize("n_disks", [1, 2])
def test_everything_is_in_the_new_folder_and_nothing_in_the_old_ones(
    lived_in: Paths, tmp_path: Path, n_disks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if n_disks == 2:
        on_two_disks(monkeypatch)
    before = files_of(lived_in)

    moved = Relocation.to(lived_in, tmp_path / "big disk – 暖炉").run(no_progress, never)

    assert moved.left == ()
    assert moved.paths == Paths.locate()
    assert moved.paths.root == tmp_path / "big disk – 暖炉"
    assert files_of(moved.paths) == before
    assert files_of(lived_in) == {}
    assert titles(Paths.locate()) == ["Soup"]


def test_it_can_be_moved_on_and_back(lived_in: Paths, tmp_path: Path) -> None:
    before = files_of(lived_in)
    move(Relocation.to(lived_in, tmp_path / "one"))
    move(Relocation.to(Paths.locate(), tmp_path / "two"))
    assert not (tmp_path / "one").exists()

    back = move(Relocation.back(Paths.locate()))

    assert back == Paths.locate() == lived_in
    assert back.place is FolderOrigin.SYSTEM
    assert files_of(back) == before
    assert not (tmp_path / "two").exists()


def test_a_folder_with_other_things_in_it_gets_a_folder_for_hearth(
    lived_in: Paths, tmp_path: Path
) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk/photo.jpg").write_bytes(b"photo")

    moved = move(Relocation.to(lived_in, tmp_path / "disk"))

    assert moved.root == tmp_path / "disk/Hearth"
    assert (tmp_path / "disk/photo.jpg").read_bytes() == b"photo"


def test_files_of_others_are_never_mixed_with(lived_in: Paths, tmp_path: Path) -> None:
    for name in ("photo.jpg", "Hearth/data/chats.db"):
        (tmp_path / "disk" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "disk" / name).write_bytes(b"another's")

    with pytest.raises(NotMoved, match="is not empty"):
        Relocation.to(lived_in, tmp_path / "disk").check()

    assert (tmp_path / "disk/Hearth/data/chats.db").read_bytes() == b"another's"


@pytest.mark.parametrize("where", [".", "backup", "backup/deeper"])
def test_it_is_not_moved_into_itself(lived_in: Paths, where: str) -> None:
    relocated = Relocation(lived_in, Paths.under(lived_in.data / where, FolderOrigin.MOVED))
    with pytest.raises(NotMoved, match="the old one or inside it"):
        relocated.check()


def test_a_disk_with_too_little_room_is_told_before_anything_is_written(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: real(path)._replace(free=1_000_000))
    assert free_bytes(tmp_path) == 1_000_000

    with pytest.raises(NotMoved, match="1 MB is free"):
        Relocation.to(lived_in, tmp_path / "new").check()

    assert list((tmp_path / "new").rglob("*")) == []


def test_a_file_in_the_place_of_the_folder_is_told(lived_in: Paths, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a letter", "utf-8")
    with pytest.raises(NotMoved):
        Relocation.to(lived_in, tmp_path / "file").check()
    assert (tmp_path / "file").read_text("utf-8") == "a letter"


def test_folders_chosen_at_the_start_are_left_alone(tmp_path: Path) -> None:
    paths = Paths.locate(tmp_path / "mine")
    paths.create()
    with pytest.raises(NotMoved, match="when Hearth was started"):
        Relocation.to(paths, tmp_path / "new").check()


def test_it_is_not_moved_under_a_program_at_work(lived_in: Paths, tmp_path: Path) -> None:
    with ChatStore.open(lived_in.database), pytest.raises(ChatsInUse):
        move(Relocation.to(lived_in, tmp_path / "new"))
    assert titles(Paths.locate()) == ["Soup"]


def test_nobody_can_open_the_chats_meanwhile(lived_in: Paths, tmp_path: Path) -> None:
    refused = []

    def look(_done: int, _total: int) -> None:
        lock = filelock.FileLock(f"{lived_in.database}.lock", timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout:
            refused.append(True)

    Relocation.to(lived_in, tmp_path / "new").run(look, never)
    assert refused


def test_a_cancelled_move_leaves_no_trace_and_can_be_made_again(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_two_disks(monkeypatch)
    before = files_of(lived_in)
    done: list[int] = []

    with pytest.raises(MoveCancelled):
        Relocation.to(lived_in, tmp_path / "new").run(
            lambda n_done, _total: done.append(n_done), lambda: len(done) > 3
        )

    assert Paths.locate() == lived_in
    assert files_of(lived_in) == before
    assert list((tmp_path / "new").rglob("*")) == []
    assert files_of(move(Relocation.to(lived_in, tmp_path / "new"))) == before


def test_progress_counts_up_to_all_bytes(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_two_disks(monkeypatch)
    seen: list[tuple[int, int]] = []
    Relocation.to(lived_in, tmp_path / "new").run(lambda *what: seen.append(what), never)
    assert seen[0][0] == 0
    assert seen[-1][0] == seen[-1][1] > 200_000
    assert seen == sorted(seen)


def test_a_copy_that_differs_is_not_trusted(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def differ(*_args: object, **_options: object) -> bool:
        return False

    monkeypatch.setattr(filecmp, "cmp", differ)
    with pytest.raises(NotMoved, match="copy differs"):
        move(Relocation.to(lived_in, tmp_path / "new"))
    assert titles(Paths.locate()) == ["Soup"]


def test_memory_that_cannot_be_carried_along_costs_time_only(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    expect_log("stored memory could not be carried along")
    moved = Relocation.to(lived_in, tmp_path / "new").run(no_progress, never)
    assert titles(moved.paths) == ["Soup"]
    assert moved.left == (lived_in.cache,)


def test_a_moved_folder_whose_disk_is_away_is_not_begun_anew(
    lived_in: Paths, tmp_path: Path
) -> None:
    moved = move(Relocation.to(lived_in, tmp_path / "stick/Hearth"))
    (tmp_path / "stick").rename(tmp_path / "unplugged")

    with pytest.raises(MovedFolderMissing, match="is missing"):
        Paths.locate().create()

    assert not (tmp_path / "stick").exists()
    (tmp_path / "unplugged").rename(tmp_path / "stick")
    Paths.locate().create()
    assert titles(moved) == ["Soup"]


def test_looking_whether_it_fits_takes_nothing_from_a_move_that_runs(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = Relocation.to(lived_in, tmp_path / "new")  # of a second window
    real = relocation.use_folder

    def use_folder(paths: Paths) -> None:
        real(paths)
        second.check()

    monkeypatch.setattr(relocation, "use_folder", use_folder)
    assert titles(move(Relocation.to(lived_in, tmp_path / "new"))) == ["Soup"]


def test_folders_and_locks_of_others_stay(lived_in: Paths, tmp_path: Path) -> None:
    moved = move(Relocation.to(lived_in, tmp_path / "stick"))
    assert moved.root == tmp_path / "stick"
    (tmp_path / "stick/novel/.git/refs/heads").mkdir(parents=True)  # git needs it, empty or not
    (tmp_path / "stick/site").mkdir()
    (tmp_path / "stick/site/yarn.lock").write_text("mine", "utf-8")

    move(Relocation.back(moved))

    assert (tmp_path / "stick/novel/.git/refs/heads").is_dir()
    assert (tmp_path / "stick/site/yarn.lock").exists()


def test_looking_whether_it_fits_deletes_nothing_of_the_user(
    lived_in: Paths, tmp_path: Path
) -> None:
    (tmp_path / "project/data").mkdir(parents=True)
    (tmp_path / "project/data/poetry.lock").write_text("mine", "utf-8")
    Relocation.to(lived_in, tmp_path / "project").check()
    assert (tmp_path / "project/data/poetry.lock").exists()


def test_the_old_chats_cannot_be_opened_before_they_are_gone(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = []
    real = relocation._delete

    def delete(file: Path) -> None:
        if file == lived_in.database:
            with pytest.raises(ChatsInUse):  # `hearth ask`, which was started before the move
                ChatStore.open(lived_in.database)
            refused.append(True)
        real(file)

    monkeypatch.setattr(relocation, "_delete", delete)
    move(Relocation.to(lived_in, tmp_path / "new"))
    assert refused == [True]


def test_a_model_stays_and_is_no_reason_not_to_move_back(lived_in: Paths, tmp_path: Path) -> None:
    model = lived_in.data / "models/a.gguf"
    model.parent.mkdir()
    model.write_bytes(b"GGUF")

    moved = Relocation.to(lived_in, tmp_path / "new").run(no_progress, never)
    assert moved.left == ()
    move(Relocation.back(moved.paths))

    assert model.read_bytes() == b"GGUF"
    assert titles(Paths.locate()) == ["Soup"]


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_a_link_to_a_neighbour_leads_there_still(lived_in: Paths, tmp_path: Path) -> None:
    lived_in.settings_file.rename(lived_in.config.parent / "dotfile.toml")
    lived_in.settings_file.symlink_to("../dotfile.toml")
    lived_in.cache.rename(lived_in.cache.parent / "large")
    lived_in.cache.symlink_to("large")
    before = files_of(lived_in)

    moved = move(Relocation.to(lived_in, tmp_path / "deep/er/new"))
    moved.create()

    assert files_of(moved) == before


def test_an_empty_mount_point_is_no_folder_of_chats(lived_in: Paths, tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    move(Relocation.to(lived_in, tmp_path / "vault"))
    (tmp_path / "vault").rename(tmp_path / "unmounted")
    (tmp_path / "vault").mkdir()

    with pytest.raises(MovedFolderMissing):
        Paths.locate().create()

    assert list((tmp_path / "vault").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_a_name_that_cannot_be_kept_is_no_place_to_move_to(lived_in: Paths, tmp_path: Path) -> None:
    with pytest.raises(NotMoved, match="its name cannot be kept"):
        move(Relocation.to(lived_in, tmp_path / "line\n"))
    assert titles(Paths.locate()) == ["Soup"]
    assert list((tmp_path / "line\n").rglob("*")) == []


def test_who_looked_for_the_chats_before_they_were_moved_begins_none_in_the_old_place(
    lived_in: Paths, tmp_path: Path
) -> None:
    move(Relocation.to(lived_in, tmp_path / "new"))
    with pytest.raises(
        KnownError, match="cannot write to the folder"
    ):  # `hearth ask`, which was slow to start
        ChatStore.open(lived_in.database)
    assert not lived_in.data.exists()


@pytest.mark.parametrize("chosen", ["stick/Hearth", "stick"])
def test_chats_that_lie_in_the_chosen_folder_are_used_and_those_here_stay(
    lived_in: Paths, tmp_path: Path, chosen: str
) -> None:
    kept = move(Relocation.to(lived_in, tmp_path / "stick/Hearth"))
    (tmp_path / "stick/photo.jpg").touch()
    use_folder(Paths.of_system())  # begun without the stick
    lived_in.create()
    with ChatStore.open(lived_in.database) as store:
        store.create_chat(title="Begun without it")

    task = task_for(Paths.locate(), tmp_path / chosen)
    assert isinstance(task, Adoption)
    task.run()

    assert Paths.locate() == kept
    assert titles(kept) == ["Soup"]
    assert titles(lived_in) == ["Begun without it"]


def test_a_folder_without_chats_or_with_half_a_copy_is_moved_to(
    lived_in: Paths, tmp_path: Path
) -> None:
    half = Paths.under(tmp_path / "half", FolderOrigin.MOVED)
    half.data.mkdir(parents=True)
    half.database.write_bytes(b"half of it")
    (half.data / MOVE_MARK).write_bytes(os.fsencode(half.data))
    for name in ("new", "half"):
        assert isinstance(task_for(lived_in, tmp_path / name), Relocation)


def test_where_the_chats_are_already_they_are_not_offered_again(
    lived_in: Paths, tmp_path: Path
) -> None:
    moved = move(Relocation.to(lived_in, tmp_path / "new"))
    task = task_for(moved, tmp_path / "new")
    assert isinstance(task, Relocation)


def test_what_is_not_ours_stays_in_the_old_folders_and_is_told(
    lived_in: Paths, tmp_path: Path
) -> None:
    foreign = [lived_in.data / "chats.csv", lived_in.state / "hearth.md", lived_in.cache / "x/y"]
    for file in foreign:
        file.parent.mkdir(exist_ok=True)
        file.write_text("the user's own", "utf-8")
    moved = Relocation.to(lived_in, tmp_path / "big").run(lambda *_: None, lambda: False)
    assert all(file.is_file() for file in foreign)
    assert set(moved.left) == {lived_in.data, lived_in.state, lived_in.cache}
    assert moved.paths.database.is_file()
    assert (moved.paths.kv_store / "index.db").is_file()
    assert not any(
        file.name in {"chats.csv", "hearth.md"} for file in (tmp_path / "big").rglob("*")
    )


def test_nothing_is_moved_while_a_command_has_the_stored_memory(
    lived_in: Paths, tmp_path: Path
) -> None:
    (lived_in.kv_store / "index.db").unlink()
    store = KVStore.open(lived_in.kv_store)
    try:
        with pytest.raises(StoreInUse):
            Relocation.to(lived_in, tmp_path / "big").run(lambda *_: None, lambda: False)
    finally:
        store.close()
    assert lived_in.database.exists()
    assert Paths.locate() == lived_in
