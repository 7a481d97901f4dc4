"""A first message of a project that is refused."""

from __future__ import annotations

from app.core.chats.records import ChatSetup, FolderId, ProjectPlace, ProjectStart
from app.core.conversations.events import SendRefused
from app.core.protocol import ModelLoaded
from tests.unit.ui.conftest import FULL, Desk, make_model, write

PROJECT = ProjectStart(ProjectPlace(FolderId(1), 1), "Secret", ChatSetup("project rules"))


def test_a_refused_first_message_of_a_project_gives_the_plain_page_nothing(
    desk: Desk,
) -> None:
    desk.post(ModelLoaded(make_model()))
    chat = desk.window.open_chat
    chat.show_new(project=PROJECT)
    write(desk, "Hello there")
    chat.show_new()  # "Leave project", or Ctrl+N, before the disk has said no
    assert chat.project is None
    desk.post(SendRefused(None, "Hello there", FULL, (), desk.ticket))
    assert chat.setup.system_prompt != "project rules"


def test_a_refused_first_message_keeps_its_project(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model()))
    chat = desk.window.open_chat
    chat.show_new(project=PROJECT)
    write(desk, "Hello there")
    desk.post(SendRefused(None, "Hello there", FULL, (), desk.ticket))
    assert chat.project == PROJECT
    assert desk.window.composer.text() == "Hello there"
    write(desk, "Hello there")
    assert len(desk.sent) == 2
