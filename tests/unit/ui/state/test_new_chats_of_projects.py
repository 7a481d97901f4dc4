"""What is chosen on the empty page of a project."""

from __future__ import annotations

from app.core.chats.records import ChatSetup, FolderId, ProjectPlace, ProjectStart
from app.core.conversations.events import ChatsListed
from app.core.plain_value import replace
from tests.unit.ui.conftest import make_chat
from tests.unit.ui.state.test_open_chat import ONE, Stage, stage  # noqa: F401

PROJECT = ProjectStart(ProjectPlace(FolderId(1), 1), "Secret", ChatSetup("project rules"))


def test_what_was_chosen_on_a_projects_page_stays_with_it(stage: Stage) -> None:  # noqa: F811
    chat = stage.facts.open_chat
    stage.tell(ChatsListed((make_chat(ONE),), is_last=True))
    chat.show_new(project=PROJECT)
    chat.set_new_setup(
        replace(chat.setup, sampling=(("temperature", 0.1),))
    )  # as the tools' bar does
    chat.show(ONE)  # another chat
    chat.show_new()  # Ctrl+N
    assert chat.project is None
    assert chat.setup.system_prompt != "project rules"


def test_what_was_chosen_on_the_plain_page_is_not_the_projects(stage: Stage) -> None:  # noqa: F811
    chat = stage.facts.open_chat
    stage.tell(ChatsListed((make_chat(ONE),), is_last=True))
    chat.set_new_setup(ChatSetup("mine"))
    chat.show_new(project=PROJECT)
    assert chat.setup.system_prompt == "project rules"
