"""Chats and their pictures in one archive, and `NAME.hearth` of earlier releases."""

from __future__ import annotations

import json
import os
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.store import ChatStore
from app.core.errors import KnownError
from app.core.interchange.chat_archive import is_chat_archive
from app.core.interchange.errors import Cancelled
from app.core.interchange.export import ExportFormat, ExportOrder, export_chats
from app.core.interchange.importing import preview_import, run_import
from app.core.interchange.reading import looks_like_chats
from tests.helpers.attached_media import PNG, digest_of, put
from tests.unit.core.interchange.conftest import call_of
from tests.unit.core.interchange.test_export import chat_of
from tests.upgrades.make_chats_database import ASSETS

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.interchange.chats_there import StoreCall

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
WITH_MEMORY = ASSETS / "cats.hearth"


@pytest.fixture
def made(tmp_path: Path, store: ChatStore) -> Path:
    """An archive with one chat."""
    return made_in(tmp_path, store)


def made_in(folder: Path, store: ChatStore) -> Path:
    chat = store.transfer.add_chat(chat_of("Which soup do you like?", "Leek.")).id
    order = ExportOrder(ExportFormat.ZIP, (chat,), folder / "soup.zip")
    assert export_chats(order, call_of(store)).n_chats == 1
    return order.target


def write(path: Path, entries: list[tuple[Any, bytes]], **named: Any) -> Path:
    with zipfile.ZipFile(path, "w", **named) as archive:
        for entry, content in entries:
            archive.writestr(entry, content)
    return path


def usual(*more: tuple[Any, bytes]) -> list[tuple[Any, bytes]]:
    return [("chats.json", json.dumps(CHATS).encode()), ("memory.json", b"{}"), *more]


def test_an_archive_holds_the_chats_and_comes_back(made: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(made) as archive:
        (entry,) = archive.infolist()
        assert (entry.filename, entry.compress_type) == ("chats.json", zipfile.ZIP_STORED)
        assert json.loads(archive.read("chats.json"))["chats"][0]["title"]
    with ChatStore.open(tmp_path / "other.db") as other:
        done = run_import(made, call_of(other))
        (chat,) = other.list_chats()
        assert (done.n_chats, done.unread) == (1, ())
        assert [one.text for one in other.path(chat.id)] == ["Which soup do you like?", "Leek."]


@pytest.mark.parametrize("ending", [".hearth", ".zip"])
def test_a_file_with_memory_of_an_earlier_release_brings_its_words_and_pictures(
    tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"cats{ending}"
    path.write_bytes(WITH_MEMORY.read_bytes())
    assert looks_like_chats(path)
    with ChatStore.open(tmp_path / "chats.db") as store:
        assert preview_import(path, call_of(store)).n_chats == 1
        done = run_import(path, call_of(store))
        (chat,) = store.list_chats()
        (message,) = store.path(chat.id)
        folder = store.media.folder
        assert folder is not None
    assert (done.n_chats, done.notes, done.problem) == (1, (), None)
    assert message.text == "What do you see?"
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == {
        digest_of(data): data for data in (PNG + b"cat", b"fLaCpurr")
    }


def test_an_archive_is_known_by_what_is_in_it(made: Path, tmp_path: Path) -> None:
    renamed = made.rename(tmp_path / "soup")
    assert is_chat_archive(renamed)
    assert looks_like_chats(renamed)
    other = write(tmp_path / "other.zip", [("conversations.json", b"[]")])
    assert not is_chat_archive(other)
    assert not is_chat_archive(tmp_path)
    assert not is_chat_archive(tmp_path / "missing")


def test_chats_that_a_user_has_zipped_are_read_as_well(tmp_path: Path, call: StoreCall) -> None:
    chats = ("chats.json", json.dumps(CHATS).encode())
    path = write(
        tmp_path / "mine.zip", [chats, ("notes.txt", b"x")], compression=zipfile.ZIP_DEFLATED
    )
    assert preview_import(path, call).n_chats == 1


def test_a_file_that_is_there_is_replaced_only_when_that_was_said(
    made: Path, call: StoreCall, store: ChatStore
) -> None:
    (chat,) = store.list_chats()
    with pytest.raises(KnownError, match="already exists"):
        export_chats(ExportOrder(ExportFormat.ZIP, (chat.id,), made), call)


def test_a_stop_while_originals_are_copied_leaves_no_file(
    tmp_path: Path, store: ChatStore, call: StoreCall, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.unit.core.interchange.test_media_in_files import CAT, MEDIA, PURR, added

    assert store.media.folder is not None
    put(store.media.folder, CAT, PURR)
    is_copying = False

    def blocks(file: Any) -> Any:
        nonlocal is_copying
        is_copying = True
        return iter([file.read()])

    monkeypatch.setattr("app.core.interchange.chat_archive._blocks", blocks)
    order = ExportOrder(ExportFormat.ZIP, (added(store, *MEDIA),), tmp_path / "cats.zip")
    result = export_chats(order, call, is_cancelled=lambda: is_copying)
    assert (result.was_cancelled, result.n_chats) == (True, 0)
    assert not order.target.exists()


def test_a_cancelled_check_ends_an_import(made: Path, call: StoreCall) -> None:
    with pytest.raises(Cancelled):
        preview_import(made, call, is_cancelled=lambda: True)


def test_the_file_is_for_its_user_alone(made: Path) -> None:
    if os.name == "posix":
        assert made.stat().st_mode & 0o777 == 0o600
