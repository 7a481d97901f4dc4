"""A database of every released revision opens, and is used."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from app.core.chats import upgrade
from app.core.chats.migrations import MIGRATIONS_FOLDER
from app.core.chats.records import ChatId, MessageStatus, TitleOrigin
from app.core.chats.store import ChatStore
from app.core.errors import KnownError, told_as
from app.core.messages import Attachment, Role, TokenRecord
from app.core.plain_value import replace
from tests.upgrades.make_chats_database import KITCHEN, MEDIA, SOURCE

ASSETS = sorted((Path(__file__).parent / "assets").glob("chats-*.db"))


def test_every_revision_has_its_asset() -> None:
    revisions = {path.name[:4] for path in (MIGRATIONS_FOLDER / "versions").glob("[0-9]*.py")}

    assert {asset.stem.removeprefix("chats-") for asset in ASSETS} == revisions


def test_what_is_attached_and_chosen_is_read_since_it_can_be(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    for asset in ASSETS:
        shutil.copyfile(asset, database)
        with ChatStore.open(database) as store:
            bread = store.list_chats()[1]
            follow_up = store.path(bread.id)[2]
        is_since = asset.stem >= "chats-0002"
        source = SOURCE if asset.stem >= "chats-0011" else None
        files = (Attachment("recipe.txt", "Flour\nand 水", source), Attachment("empty.md", ""))
        assert follow_up.attachments == (files if is_since else ())
        assert bread.sampling == ((("temperature", 0.25),) if is_since else ())
        assert bread.context_from == (follow_up.id if is_since else None)


def test_pictures_and_sounds_are_read_since_they_can_be(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    for asset in ASSETS:
        shutil.copyfile(asset, database)
        with ChatStore.open(database) as store:
            follow_up = store.path(store.list_chats()[1].id)[2]
            later = store.add_message(
                follow_up.chat_id, parent_id=None, role=Role.USER, text="", media=MEDIA
            )
            assert store.message(later.id).media == MEDIA
        media = {"chats-0009": (replace(MEDIA[0], max_pixels=0), MEDIA[1])}
        is_since = asset.stem >= "chats-0010"
        assert follow_up.media == media.get(asset.stem, MEDIA if is_since else ())


def test_an_older_hearth_refuses_chats_with_pictures_and_the_copy_before_them_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "chats.db"
    shutil.copyfile(ASSETS[7], database)
    ChatStore.open(database).close()
    versions = tmp_path / "older" / "versions"
    shutil.copytree(
        MIGRATIONS_FOLDER, versions.parent, ignore=shutil.ignore_patterns("0009*", "001*")
    )
    monkeypatch.setattr(upgrade, "MIGRATIONS_FOLDER", versions.parent)
    monkeypatch.setattr(upgrade, "HEAD_REVISION", "0008")
    content = database.read_bytes()

    with pytest.raises(KnownError, match=r"Your chats were saved by a newer version of Hearth \("):
        ChatStore.open(database)

    assert database.read_bytes() == content
    with contextlib.closing(sqlite3.connect(tmp_path / "chats.0008.backup.db")) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    assert "messages" in tables
    assert "message_media" not in tables


def test_a_deletion_is_carried_out_and_a_choice_is_kept_since_they_are_recorded(
    tmp_path: Path,
) -> None:
    database = tmp_path / "chats.db"
    for asset in ASSETS:
        shutil.copyfile(asset, database)
        with ChatStore.open(database) as store:
            bread = store.list_chats()[1]
            purged = store.deletions.purge()
        is_since = asset.stem >= "chats-0003"
        assert bread.memory_pinned is is_since
        assert purged.changed == ((bread.id,) if is_since else ())
        assert b"Bubbles" not in database.read_bytes()


def test_a_chat_is_unread_since_that_is_recorded_and_where_an_answer_was_cut_off(
    tmp_path: Path,
) -> None:
    database = tmp_path / "chats.db"
    for asset in ASSETS:
        shutil.copyfile(asset, database)
        with ChatStore.open(database) as store:
            cut, bread = store.list_chats()
        assert (cut.is_unread, bread.is_unread) == (True, asset.stem >= "chats-0004")


def test_whose_words_a_title_is_is_known(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    for asset in ASSETS:
        shutil.copyfile(asset, database)
        with ChatStore.open(database) as store:
            cut, bread = store.list_chats()
        is_since = asset.stem >= "chats-0005"
        assert bread.title_origin is TitleOrigin.USER
        assert cut.title_origin is (TitleOrigin.MODEL if is_since else TitleOrigin.USER)
        assert cut.title_from == (cut.leaf_id if is_since else None)


@pytest.mark.parametrize(
    ("title", "text", "attached", "origin"),
    [
        ("First", "  \n First \nSecond", [], TitleOrigin.FIRST_WORDS),
        ("First (12)", "First", [], TitleOrigin.FIRST_WORDS),
        ("x" * 59 + "…", "x" * 100, [], TitleOrigin.FIRST_WORDS),
        ("notes.txt", "", ["notes.txt", "more.txt"], TitleOrigin.FIRST_WORDS),
        ("", "First", [], TitleOrigin.FIRST_WORDS),
        ("My chat", "First", [], TitleOrigin.USER),
        ("First!", "First", [], TitleOrigin.USER),
        ("more.txt", "", ["notes.txt", "more.txt"], TitleOrigin.USER),
    ],
)
def test_an_old_title_is_the_users_unless_a_first_message_gave_it(
    tmp_path: Path, title: str, text: str, attached: list[str], origin: TitleOrigin
) -> None:
    database = tmp_path / "chats.db"
    shutil.copyfile(ASSETS[2], database)
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE chats SET title = ? WHERE title = 'Cut off'", (title,))
        chat = connection.execute("SELECT id FROM chats WHERE title = ?", (title,)).fetchone()[0]
        connection.execute(
            "INSERT INTO messages (chat_id, role, status, created_at, model, problem, stats, text)"
            " SELECT chat_id, 'user', 'complete', created_at, '', '', '', ? FROM messages"
            " WHERE chat_id = ?",
            (text, chat),
        )
        connection.executemany(
            "INSERT INTO attachments SELECT max(id), ?, ?, '' FROM messages", enumerate(attached)
        )
    with ChatStore.open(database) as store:
        assert store.chat(ChatId(chat)).title_origin is origin


def test_what_was_chosen_in_the_file_beside_the_chats_is_taken_over(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    for content, is_taken in (
        ('{"pinned": ["1", "all", 7.5], "not_saved": [1]}', True),
        ('{"pinned": 5}', False),
        ("[" * 100_000, False),
        ('{"pinned": ["1"], "not_saved": [1, 99999999999999999999, "٣"]}', True),
    ):
        shutil.copyfile(ASSETS[0], database)
        (tmp_path / "chat-choices.json").write_text(content)
        with ChatStore.open(database) as store:
            cut, bread = store.list_chats()
        assert (bread.id, bread.memory_pinned, bread.memory_off) == (1, is_taken, is_taken)
        assert (cut.memory_pinned, cut.memory_off) == (False, False)


@pytest.mark.parametrize("asset", ASSETS, ids=lambda asset: asset.stem)
def test_chats_of_an_older_version_are_read_and_written(asset: Path, tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    shutil.copyfile(asset, database)

    with ChatStore.open(database) as store:
        cut, bread = store.list_chats()
        question, stopped, follow_up, failed = store.path(bread.id)
        siblings = store.children(bread.id, question.id)
        (interrupted,) = store.interrupted()
        assert (bread.title, bread.system_prompt) == ("Bread & 面包", "You bake.")
        assert (question.text, question.role) == ("Why does bread rise? 🍞", Role.USER)
        assert (stopped.text, stopped.status) == (
            "Because of yeast\nand time.",
            MessageStatus.STOPPED,
        )
        assert stopped.stats == (("n_generated", 2.0), ("source", "disk"))
        assert (follow_up.text, failed.text) == ("How long?", "Two hours, or")
        assert failed.status is MessageStatus.FAILED
        assert failed.problem == told_as("The context is full.")
        assert failed.record == TokenRecord(
            "vocabulary", 9, bytes(range(16)), (1, 2, 3, 5, 6, 7, -8)
        )
        assert [message.text for message in siblings] == ["Yeast.", stopped.text]
        assert (interrupted.chat_id, interrupted.text) == (cut.id, "Half an ans")
        assert interrupted.status is MessageStatus.INTERRUPTED

        store.add_message(cut.id, parent_id=interrupted.id, role=Role.USER, text="Go on.")
        assert len(store.deletions.purge().chats) == 1

    with ChatStore.open(database) as store:
        assert [message.text for message in store.path(cut.id)] == ["Half an ans", "Go on."]
        assert store.list_chats()[0].id == cut.id


def test_choices_that_cannot_be_read_are_not_lost(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    shutil.copyfile(ASSETS[0], database)
    choices = tmp_path / "chat-choices.json"
    choices.mkdir()  # cannot be read, also by root
    with pytest.raises(
        KnownError, match="Hearth cannot read your memory settings for individual chats"
    ):
        ChatStore.open(database)
    choices.rmdir()
    choices.write_text('{"pinned": [], "not_saved": [1]}')
    with ChatStore.open(database) as store:
        assert store.list_chats()[1].memory_off


def test_the_model_of_a_chat_is_known_since_it_is_recorded(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    for asset in ASSETS:
        shutil.copyfile(asset, database)
        with ChatStore.open(database) as store:
            bread = store.list_chats()[1]
        assert bread.model_path == ("/models/bread.gguf" if asset.stem >= "chats-0006" else "")


def test_folders_pins_and_the_trash_are_there_since_they_are_recorded(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    for asset in ASSETS:
        shutil.copyfile(asset, database)
        with ChatStore.open(database) as store:
            bread = store.list_chats()[1]
            inside = [one.name for one in store.folders.all() if one.id == bread.folder_id]
            trashed = [one.chat.title for one in store.trash.all()]
        is_since = asset.stem >= "chats-0007"
        assert inside == (["Kitchen"] if is_since else [])
        assert (bread.pinned_at is not None) is is_since
        assert trashed == (["In the trash"] if is_since else [])


def test_what_chats_of_a_folder_begin_with_is_there_since_it_is_recorded(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    for asset in ASSETS:
        shutil.copyfile(asset, database)
        with ChatStore.open(database) as store:
            (*_, kitchen) = store.folders.all() or (store.folders.make("Kitchen")[0],)
            project = store.folders.project(kitchen.id)
        is_since = asset.stem >= "chats-0012"
        assert (project, kitchen.project_version) == ((KITCHEN, 1) if is_since else (None, 0))


def test_what_an_older_version_deleted_goes_as_it_promised(tmp_path: Path) -> None:
    database = tmp_path / "chats.db"
    shutil.copyfile(ASSETS[5], database)
    with ChatStore.open(database) as store:
        assert store.trash.all() == ()
        store.deletions.purge()
    assert b"Unwanted" not in database.read_bytes()
