"""What a chat takes over from its project."""

from __future__ import annotations

from app.core.chats.records import ChatSetup
from app.core.conversations.texts.project_setup import renewed_setup
from app.core.projects.values import ProjectContent


def test_what_the_user_chose_for_the_chat_alone_stays() -> None:
    own = ChatSetup("old", (("temperature", 0.2), ("searched", '["/home/b/notes"]')))
    renewed = renewed_setup(own, ProjectContent("P", instructions="new"))
    assert dict(renewed.sampling) == dict(own.sampling)
