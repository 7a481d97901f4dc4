"""What the chats of a folder begin with: kept, counted, deleted with the folder, brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import FolderId, ProjectPlace
from app.core.errors import KnownError
from app.core.plain_value import replace
from app.core.projects.values import LoreEntry, ProjectContent

if TYPE_CHECKING:
    from app.core.chats.store import ChatStore

DRAGON = ProjectContent(
    "Dragon",
    "🐉",
    instructions="You are a dragon.",
    openings=("Who wakes me?",),
    lore=(LoreEntry("cave", ("cave",), "The cave is warm."),),
    sampling=(("temperature", 0.5), ("top_k", 20.0)),
    documents=("/home/b/caves.pdf",),
)


def test_a_plain_folder_gives_its_chats_nothing(store: ChatStore) -> None:
    folder, _chats = store.folders.make("Work")
    assert folder.project_version == 0
    assert store.folders.project(folder.id) is None


def test_a_project_is_kept_and_each_change_of_it_is_counted(store: ChatStore) -> None:
    folder, _chats = store.folders.make("Work")
    changed = store.folders.set_project(folder.id, DRAGON)
    assert (changed.name, changed.project_version) == ("Dragon", 1)
    assert store.folders.project(folder.id) == DRAGON

    shorter = replace(DRAGON, instructions="Be a dragon.", name="")
    assert store.folders.set_project(folder.id, shorter).project_version == 2
    assert store.folders.project(folder.id) == replace(shorter, name="Dragon")
    store.folders.rename(folder.id, "Dragons")
    renamed = store.folders.project(folder.id)
    assert renamed is not None
    assert renamed.name == "Dragons"


def test_a_chat_remembers_the_version_that_it_began_with(store: ChatStore) -> None:
    folder, _chats = store.folders.make("Work")
    store.folders.set_project(folder.id, DRAGON)
    chat = store.create_chat(title="Hello", place=ProjectPlace(folder.id, 1))
    store.folders.set_project(folder.id, replace(DRAGON, instructions="Be kind."))
    assert (chat.folder_id, chat.project_version) == (folder.id, 1)
    assert store.chat(chat.id) == chat

    gone = store.create_chat(title="Hello", place=ProjectPlace(FolderId(999), 1))
    assert (gone.folder_id, gone.project_version) == (None, 0)


def test_a_deleted_folder_leaves_nothing_of_its_project_and_comes_back_with_it(
    store: ChatStore,
) -> None:
    folder, _chats = store.folders.make("Work")
    store.folders.set_project(folder.id, DRAGON)
    deleted, chat_ids = store.folders.delete(folder.id)
    assert deleted.project == DRAGON
    with pytest.raises(KnownError, match="no longer exists"):
        store.folders.project(folder.id)

    store.folders.restore(deleted, chat_ids)
    assert store.folders.project(folder.id) == DRAGON
    assert store.folders.all()[0] == replace(deleted, project=None)


def test_a_project_beyond_its_limits_is_refused_and_changes_nothing(store: ChatStore) -> None:
    folder, _chats = store.folders.make("Work")
    store.folders.set_project(folder.id, DRAGON)
    with pytest.raises(KnownError):
        store.folders.set_project(folder.id, replace(DRAGON, instructions="x" * 1_000_000))
    assert store.folders.project(folder.id) == DRAGON
