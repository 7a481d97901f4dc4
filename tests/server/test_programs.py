"""Which program a conversation belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.protocol import Generate, program_of
from app.server.fair_share import Program
from tests.helpers.api_server import ApiServer

if TYPE_CHECKING:
    from pathlib import Path

CHAT = "/v1/chat/completions"


def test_a_program_has_the_same_tag_each_time_and_another_one_another() -> None:
    one = Program("10.0.0.7", "Editor/1.0")
    assert one.tag == Program("10.0.0.7", "Editor/1.0").tag
    others = {Program("10.0.0.8", "Editor/1.0").tag, Program("10.0.0.7", "Editor/1.1").tag}
    assert len({one.tag, *others}) == 3
    assert len(one.tag) == 8
    assert one.tag.isalnum()
    assert Program("::1", "\udcff").tag


def test_conversations_are_kept_under_the_program_that_began_them(
    tmp_path: Path, tiny_model: Path
) -> None:
    with ApiServer(tmp_path / "server", tiny_model) as server, server.http() as client:

        def ask(name: str, *words: str) -> str:
            messages = [{"role": "user", "content": word} for word in words]
            body = {"messages": messages, "max_tokens": 4}
            reply = client.post(CHAT, json=body, headers={"user-agent": name})
            assert reply.is_success, reply.text
            (chat,) = [one.chat for one in server.posted if isinstance(one, Generate)][-1:]
            return chat

        first, second = ask("editor", "One."), ask("editor", "Two.")
        other = ask("agent", "Three.")
        assert first != second
        assert program_of(first) == program_of(second)
        assert program_of(first) != program_of(other)
        assert program_of(other).startswith("api-")
        server.is_kept = False
        assert ask("editor", "Four.").startswith(f"temporary-{program_of(first)}")
