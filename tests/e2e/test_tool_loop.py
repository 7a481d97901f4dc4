"""Calls of tools go round through a chat: the model calls, the tool is run, the model reads on.

The model is random. It is made to begin a call, which its grammar ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core import assembly
from app.core.conversations.cases import answers
from app.core.conversations.events import (
    ChatOpened,
    MessageAdded,
    MessageChanged,
    ToolAsked,
)
from app.core.engine.answers.answer_generator import AnswerGenerator
from app.core.messages import Role
from app.core.tools.values import Decision
from tests.engine.test_tool_calls import UNBOUND, WORDS, here, trigger_of
from tests.helpers import tool_loop_run as run
from tests.helpers.chat_templates import template_named, template_names
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId, Message

_ = here  # a fixture


@pytest.fixture(autouse=True)
def _one_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly, "_toolbox", None)  # put back behind it
    run.with_tool(dies=False)


def branch(program: WholeProgram, chat_id: ChatId) -> tuple[Message, ...]:
    program.conversations.chats.open(chat_id)
    return program.event(ChatOpened).messages


@pytest.mark.parametrize("name", template_names())
def test_a_call_goes_round(
    name: str, tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (trigger_found := trigger_of(name)) is None or name in UNBOUND:
        return
    thinking_end, trigger = trigger_found
    monkeypatch.setattr(answers, "Generate", run.one_call)
    begun = run.begun_once(thinking_end + WORDS + trigger)
    monkeypatch.setattr(AnswerGenerator, "begin", begun)
    model = write_tiny_llama(
        tmp_path / "tiny.gguf", chat_template=template_named(name), n_ctx=16384, seed=3
    )
    with WholeProgram(tmp_path / "root", model, n_ctx=16384) as program:
        chat_id = run.ask(program, ("temperature", 1.0), ("seed", 1.0), ("max_tokens", 600.0))
        call = program.event(ToolAsked)
        assert (call.tool, call.call.name) == (run.TOOL, "weather")
        program.conversations.calls.decide(call, Decision.ONCE)
        while (added := program.event(MessageAdded).message).role is not Role.ASSISTANT:
            pass
        program.conversations.chats.stop(chat_id)
        while (ended := program.event(MessageChanged).message).id != added.id:
            pass
        messages = branch(program, chat_id)
    assert ended.problem is None
    roles = [message.role for message in messages]
    assert roles == [Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT]
    assert messages[1].said.answer.strip() == WORDS.strip()
    assert messages[2].text == run.SUNNY


def test_a_call_that_cannot_be_read_is_told_and_can_be_corrected(
    tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "Generate", run.one_call)
    name = "NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use"
    begin = "<tool_call>\n{'name': 'weather'}\n</tool_call>"
    monkeypatch.setattr(AnswerGenerator, "begin", run.begun_once(f"{begin}<|im_end|>"))
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=template_named(name), n_ctx=4096)
    with WholeProgram(tmp_path / "root", model, n_ctx=4096) as program:
        chat_id = run.ask(program, ("max_tokens", 100.0))
        while (said := program.event(MessageChanged).message).role is not Role.ASSISTANT:
            pass
        assert said.text == begin
        assert said.calls.is_unread
        arguments = '{"city": "Rome"}'
        right = f'<tool_call>\n{{"name": "weather", "arguments": {arguments}}}\n</tool_call>'
        program.conversations.chats.edit(chat_id, said.id, right)
        asked = program.event(ToolAsked)
        assert (asked.call.name, asked.call.arguments) == ("weather", arguments)
        program.conversations.calls.decide(asked, Decision.ONCE)
        while (told := program.event(MessageChanged).message).role is not Role.TOOL:
            pass
        program.conversations.chats.stop(chat_id)
    assert told.text == run.SUNNY
