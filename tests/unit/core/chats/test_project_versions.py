"""When the chats of a project count as begun with an older one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.records import ChatSetup, ProjectPlace
from app.core.projects.values import ProjectContent

if TYPE_CHECKING:
    from app.core.chats.store import ChatStore


def test_a_moved_chat_is_not_behind_another_project(store: ChatStore) -> None:
    one, _ = store.folders.make("One")
    one = store.folders.set_project(one.id, ProjectContent("One", instructions="a"))
    two, _ = store.folders.make("Two")
    for words in ("x", "y", "z"):
        two = store.folders.set_project(two.id, ProjectContent("Two", instructions=words))
    chat = store.create_chat(setup=ChatSetup("a"), place=ProjectPlace(one.id, one.project_version))
    (moved,) = store.folders.move([chat.id], two.id)
    assert moved.project_version == 0


def test_saving_a_page_keeps_a_long_folder_name(store: ChatStore) -> None:
    name = "n" * 150
    folder, _ = store.folders.make(name)
    folder = store.folders.set_project(folder.id, ProjectContent(folder.name, instructions="a"))
    assert folder.name == name


def test_saving_without_a_change_is_no_change(store: ChatStore) -> None:
    folder, _ = store.folders.make("One")
    content = ProjectContent("One", instructions="a")
    folder = store.folders.set_project(folder.id, content)
    again = store.folders.set_project(folder.id, content)  # the page's "Save", nothing changed
    assert again.project_version == folder.project_version


def test_a_project_under_another_name_is_no_change_for_its_chats(store: ChatStore) -> None:
    folder, _ = store.folders.make("One")
    folder = store.folders.set_project(folder.id, ProjectContent("One", instructions="a"))
    again = store.folders.set_project(folder.id, ProjectContent("Uno", instructions="a"))
    assert again.project_version == folder.project_version
