"""Beginning anew: what was named goes, and nothing else; models never."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.chats.errors import ChatsInUse
from app.core.chats.store import ChatStore
from app.core.errors import KnownError
from app.core.kvstore.errors import StoreInUse
from app.core.kvstore.store import KVStore
from app.core.remote.server import Server
from app.core.remote.servers import Servers
from app.core.system.files import mark_as_cache
from app.core.system.paths import SERVERS, TOOLS, FolderOrigin, Paths
from app.core.tools.own.web_search import key_of_engine
from app.core.tools.servers import ServerList, ToolServer
from app.core.upkeep.ownership import folder_sizes
from app.core.upkeep.relocation import Relocation
from app.core.upkeep.reset import NotAllDeleted, Reset, reset
from tests.helpers.memory_keyring import keyring_in_memory

if TYPE_CHECKING:
    from tests.conftest import ExpectLog


def kinds_left(paths: Paths) -> set[str]:
    """Return which kinds of files are still there."""
    folders = {
        "chats": paths.data, "settings": paths.config, "window": paths.state, "memory": paths.cache,
    }  # fmt: skip
    return {
        kind
        for kind, folder in folders.items()
        if any(file.is_file() and file.name != "moved-to" for file in folder.rglob("*"))
    }


@pytest.mark.parametrize(
    ("what", "left"),
    [
        (Reset(), {"chats", "settings", "window", "memory"}),
        (Reset(settings=True), {"chats", "memory"}),
        (Reset(memory=True), {"chats", "settings", "window"}),
        (Reset(settings=True, memory=True), {"chats"}),
        # What a model computed for a chat holds its words, so it goes along.
        (Reset(chats=True), {"settings", "window"}),
        (Reset(settings=True, memory=True, chats=True), set()),
    ],
)
def test_what_was_named_goes_and_the_rest_stays(
    lived_in: Paths, what: Reset, left: set[str]
) -> None:
    reset(lived_in, what)
    lock = lived_in.data / "chats.db.lock"
    lock.unlink(missing_ok=True)
    assert kinds_left(lived_in) == left


@pytest.mark.parametrize("with_settings", [True, False])
def test_the_keys_of_servers_go_with_the_settings(lived_in: Paths, with_settings: bool) -> None:
    with keyring_in_memory() as keyring:
        servers = Servers(lived_in.config / SERVERS, lambda: "none")
        servers.put(Server("studio", "https://studio.example/v1"), "a-key")
        keyring.kept["another program", "studio"] = "its own"
        reset(lived_in, Reset(settings=with_settings, memory=True))
        assert ("a-key" in keyring.kept.values()) is not with_settings
        assert "its own" in keyring.kept.values()


@pytest.mark.parametrize("with_settings", [True, False])
def test_the_secrets_of_tools_go_with_the_settings(lived_in: Paths, with_settings: bool) -> None:
    with keyring_in_memory() as keyring:
        server = ToolServer("web", ("npx",), secrets=("API_KEY",))
        ServerList(lived_in.config / TOOLS).add(server, {"API_KEY": "a-secret"})
        key_of_engine("brave").keep("a-key")
        reset(lived_in, Reset(settings=with_settings, memory=True))
        kept = {"a-secret", "a-key"} & set(keyring.kept.values())
        assert kept == (set() if with_settings else {"a-secret", "a-key"})


def test_what_was_being_downloaded_is_forgotten_with_the_settings(lived_in: Paths) -> None:
    lived_in.downloads.mkdir(exist_ok=True)
    record = lived_in.downloads / f"{'0a' * 12}.json"
    other = lived_in.downloads / "notes.json"
    for file in (record, other, lived_in.downloads / f"{record.name}.12-34.tmp"):
        file.write_bytes(b"{}")

    reset(lived_in, Reset(settings=True))
    assert list(lived_in.downloads.iterdir()) == [other]
    other.unlink()
    reset(lived_in, Reset(settings=True))
    assert not lived_in.downloads.exists()


@pytest.mark.parametrize("name", ["model.gguf", "models/Large Model.Q8_0.GGUF"])
def test_a_model_is_kept_wherever_somebody_put_it(lived_in: Paths, name: str) -> None:
    models = [folder / name for folder in (lived_in.data, lived_in.cache, lived_in.config)]
    for model in models:
        model.parent.mkdir(exist_ok=True)
        model.write_bytes(b"GGUF")

    reset(lived_in, Reset(settings=True, memory=True, chats=True))

    assert [model.read_bytes() for model in models] == [b"GGUF"] * 3
    assert not lived_in.database.exists()


def test_hearth_begins_anew_and_finds_no_chats(lived_in: Paths) -> None:
    reset(lived_in, Reset(settings=True, memory=True, chats=True))
    lived_in.create()
    with ChatStore.open(lived_in.database) as store:
        assert store.list_chats() == ()


def test_nothing_is_deleted_under_a_program_at_work(lived_in: Paths) -> None:
    with ChatStore.open(lived_in.database), pytest.raises(ChatsInUse):
        reset(lived_in, Reset(settings=True, memory=True, chats=True))
    assert kinds_left(lived_in) == {"chats", "settings", "window", "memory"}


def test_a_moved_folder_stays_where_it_was_moved(lived_in: Paths, tmp_path: Path) -> None:
    moved = Relocation.to(lived_in, tmp_path / "big").run(lambda *_: None, lambda: False).paths
    reset(moved, Reset(settings=True, memory=True, chats=True))
    moved.root.mkdir(exist_ok=True)  # type: ignore[union-attr]
    assert Paths.locate() == moved


def test_what_the_system_refuses_to_delete_is_told_and_the_rest_goes(
    lived_in: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.unlink

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        if path == lived_in.window_state:
            raise PermissionError(13, "Permission denied", str(path))
        real(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(NotAllDeleted, match=r"window\.ini"):
        reset(lived_in, Reset(settings=True, memory=True))
    assert lived_in.window_state.exists()
    assert not lived_in.settings_file.exists()
    assert kinds_left(lived_in) == {"chats", "window"}


def test_the_sizes_are_those_of_the_files(lived_in: Paths, expect_log: ExpectLog) -> None:
    sizes = folder_sizes(lived_in)
    tag = lived_in.kv_store / "CACHEDIR.TAG"
    assert sizes.cache_bytes == 500 + 200_000 + tag.stat().st_size
    assert sizes.state_bytes == 8_000 + len(b"[window]\nzoom=1.2\n")
    assert sizes.data_bytes >= lived_in.database.stat().st_size


def test_what_is_not_ours_in_a_chosen_folder_stays(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("data/survey.csv", "config/site.toml", "state/kv/x")]
    for file in others:
        file.parent.mkdir(parents=True)
        file.write_text("mine", "utf-8")
    paths = Paths.locate(tmp_path)
    paths.create()
    ChatStore.open(paths.database).close()
    (paths.data / "chats.0001.backup.db").write_bytes(b"backup")

    reset(paths, Reset(settings=True, memory=True, chats=True))

    left = {file for file in tmp_path.rglob("*") if file.is_file() and file.suffix != ".lock"}
    assert left == set(others)


def test_a_moved_folder_is_not_missed_after_a_reset(lived_in: Paths, tmp_path: Path) -> None:
    moved = Relocation.to(lived_in, tmp_path / "big").run(lambda *_: None, lambda: False).paths
    reset(moved, Reset(settings=True, memory=True, chats=True))
    Paths.locate().create()


def test_what_a_power_cut_leaves_of_the_chats_can_be_opened(
    lived_in: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = lived_in.data / "chats.0001.backup.db"
    backup.write_bytes(b"backup")
    was_there = []
    real = Path.unlink

    def unlink(path: Path, *, missing_ok: bool = False) -> None:
        was_there.append(backup.exists() and not lived_in.database.exists())
        real(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    for names in (["chats.db", backup.name], [backup.name, "chats.db"]):  # a disk has its own order
        monkeypatch.setattr(os, "walk", lambda top, names=names, **_: [(str(top), [], names)])
        lived_in.database.touch()
        backup.touch()
        reset(lived_in, Reset(chats=True))
        lived_in.create()
    assert was_there
    assert not any(was_there)


EVERYTHING = Reset(settings=True, memory=True, chats=True)
FOREIGN = (
    "config/settings.py", "config/settings.yaml", "config/settings.toml/x", "data/chats.csv",
    "data/chats.old/thesis.docx", "data/chats.db.bak", "state/window.py", "state/hearth.md",
    "state/hearth.log.d/x", "state/window.ini.backup", "cache/kv.rocksdb/CURRENT",
    "cache/kv/index.sqlite", "cache/kv/lock/x",
    "cache/kv/notes/ab/x.kvs", "data/lock", "config/poetry/lock",
)  # fmt: skip


@pytest.mark.parametrize("is_tagged", [True, False])
def test_no_name_that_only_looks_like_ours_is_deleted(tmp_path: Path, is_tagged: bool) -> None:
    (tmp_path / "data/empty of the user").mkdir(parents=True)
    for name in FOREIGN:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("the user's own", "utf-8")
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    if is_tagged:
        mark_as_cache(paths.kv_store)
    reset(paths, EVERYTHING)
    assert [name for name in FOREIGN if not (tmp_path / name).is_file()] == []
    assert (tmp_path / "data/empty of the user").is_dir()


def test_a_folder_called_like_the_store_is_left_alone_without_its_tag(lived_in: Paths) -> None:
    (lived_in.kv_store / "CACHEDIR.TAG").unlink()
    before = sorted(lived_in.kv_store.rglob("*"))
    with pytest.raises(KnownError, match="not marked"):
        reset(lived_in, EVERYTHING)
    assert sorted(lived_in.kv_store.rglob("*")) == before
    assert not lived_in.database.exists()


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_a_link_to_a_folder_without_the_tag_stays_and_is_told(
    lived_in: Paths, tmp_path: Path
) -> None:
    (lived_in.kv_store / "CACHEDIR.TAG").unlink()
    lived_in.kv_store.rename(tmp_path / "big")
    lived_in.kv_store.symlink_to(tmp_path / "big")
    with pytest.raises(KnownError, match="The stored memory was not deleted:"):
        reset(lived_in, EVERYTHING)
    assert lived_in.kv_store.is_symlink()
    assert (tmp_path / "big" / "index.db").is_file()


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_chats_and_memory_behind_links_go_and_the_links_with_them(
    lived_in: Paths, tmp_path: Path
) -> None:
    big = tmp_path / "big"
    big.mkdir()
    lived_in.database.rename(big / "all.db")
    (big / "all.db-wal").write_bytes(b"SECRET")
    lived_in.database.symlink_to(big / "all.db")
    lived_in.kv_store.rename(big / "rows")
    lived_in.kv_store.symlink_to(big / "rows")
    (big / "rows" / "notes.txt").write_text("the user's own", "utf-8")
    reset(lived_in, EVERYTHING)
    left = [file.name for file in big.rglob("*") if file.is_file()]
    assert sorted(left) == ["lock", "notes.txt"]  # the lock is empty, and a program may hold it
    assert not lived_in.database.is_symlink()
    assert not lived_in.kv_store.is_symlink()


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_a_linked_settings_file_stays_where_the_user_keeps_it(
    lived_in: Paths, tmp_path: Path
) -> None:
    mine = tmp_path / "dotfiles.toml"
    lived_in.settings_file.rename(mine)
    lived_in.settings_file.symlink_to(mine)
    reset(lived_in, EVERYTHING)
    assert mine.is_file()
    assert not lived_in.settings_file.is_symlink()


def test_nothing_is_deleted_while_a_command_has_the_stored_memory(lived_in: Paths) -> None:
    (lived_in.kv_store / "index.db").unlink()
    store = KVStore.open(lived_in.kv_store)
    try:
        with pytest.raises(StoreInUse):
            reset(lived_in, EVERYTHING)
    finally:
        store.close()
    assert lived_in.database.exists()


def test_what_a_reset_leaves_of_the_store_is_still_known_as_ours(
    lived_in: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.unlink

    def die(path: Path, *, missing_ok: bool = False) -> None:
        if path.suffix == ".kvs":
            raise KeyboardInterrupt
        real(path, missing_ok=missing_ok)

    with monkeypatch.context() as cut:
        cut.setattr(Path, "unlink", die)
        with pytest.raises(KeyboardInterrupt):
            reset(lived_in, EVERYTHING)
    reset(lived_in, EVERYTHING)
    assert not lived_in.cache.exists()
