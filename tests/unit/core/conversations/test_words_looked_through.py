"""The words of a kept chat are looked through once, however long the chat is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from app.core.conversations.api_records import digest_behind, digests_of
from app.core.conversations.cases import program_chats
from app.core.conversations.cases.program_chats import ProgramChats
from app.core.messages import Role

if TYPE_CHECKING:
    import pytest

    from app.core.conversations.api_records import Digest

N_MESSAGES = 50


def test_each_message_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(before: Digest, role: str, text: str) -> Digest:
        read.append(text)
        return digest_behind(before, role, text)

    monkeypatch.setattr(program_chats, "digest_behind", noted)
    texts = [f"Message {number}." for number in range(N_MESSAGES)]
    messages = [
        SimpleNamespace(
            id=at + 1, parent_id=at or None, role=Role.USER, text=text, parts=None, media=()
        )
        for at, text in enumerate(texts)
    ]
    pages = SimpleNamespace(tree=lambda _chat_id: messages)
    session: Any = SimpleNamespace(store=SimpleNamespace(pages=pages))
    chat: Any = SimpleNamespace(id=1, system_prompt="Be brief.")
    chats = ProgramChats(session)
    chats._learn(chat)
    assert read == ["Be brief.", *texts]
    said = [("system", "Be brief."), *(("user", text) for text in texts)]
    assert list(chats._known) == digests_of(said)[1:]
