"""Calls of tools go round through a chat: the model calls, the tool is run, the model reads on.

The model is random. It is made to begin a call, which its grammar ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core import assembly
from app.core.chats.records import ChatSetup
from app.core.conversations.cases import answers
from app.core.conversations.events import (
    ChatCreated,
    ChatOpened,
    MessageAdded,
    MessageChanged,
    ToolAsked,
)
from app.core.conversations.texts.chat_sampling import with_tools
from app.core.engine.answers.answer_generator import AnswerGenerator
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import Generate
from app.core.tools.own.own_tool import OwnTool
from app.core.tools.permissions import Decision, Permissions
from app.core.tools.servers import ServerList
from app.core.tools.toolbox import Toolbox
from app.core.tools.values import Tool, ToolResult, ToolSet, canonical
from tests.engine.test_tool_calls import UNBOUND, WORDS, here, trigger_of
from tests.helpers.chat_templates import template_named, template_names
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.tool_calls import WEATHER
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId, Message

_ = here  # a fixture
DESCRIBED = WEATHER["function"]
TOOL = Tool("weather", DESCRIBED["description"], canonical(DESCRIBED["parameters"]))
SUNNY = "Sunny, 21 degrees."
# As in `test_tool_calls`: the grammars let blanks through that the parsers do not know.
NO_BLANKS = tuple((ord(blank), -100.0) for blank in " \t\n")
SAMPLING = (("temperature", 1.0), ("seed", 1.0), ("max_tokens", 600.0), ("thinking", "off"))


@pytest.fixture(autouse=True)
def _toolbox(monkeypatch: pytest.MonkeyPatch) -> None:
    def toolbox(paths: Any, *_: object) -> Toolbox:
        permissions = Permissions(paths.config / "allowed.json")
        own = [OwnTool(TOOL, lambda *_: ToolResult(SUNNY))]
        return Toolbox(ServerList(paths.config / "t.json"), permissions, lambda: own, lambda: "")

    monkeypatch.setattr(assembly, "_toolbox", toolbox)


def one_call(*given: Any, **more: Any) -> Generate:
    """Ask for an answer that calls one tool at most; a random model calls one again and again."""
    request = Generate(*given, **more)
    only = None if request.tools is None else replace(request.tools, many=False)
    return replace(request, tools=only, token_biases=NO_BLANKS)


def begun_once(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """Let the next answer begin with some words."""
    begin, waiting = AnswerGenerator.begin, [words]

    def begun(self: AnswerGenerator, sequence: Any, *given: Any) -> None:
        begin(self, sequence, *given)
        if waiting:
            sequence.answer.forced = self._model.tokenize(waiting.pop())

    monkeypatch.setattr(AnswerGenerator, "begin", begun)


def asked(program: WholeProgram) -> ChatId:
    tools = program.conversations.tools
    setup = replace(with_tools(ChatSetup(), tools.keep(ToolSet.of([TOOL]))))
    setup = replace(setup, sampling=(*setup.sampling, *SAMPLING))
    program.conversations.chats.send(None, "How is the weather in Rome?", setup=setup)
    return program.event(ChatCreated).chat.id


def branch(program: WholeProgram, chat_id: ChatId) -> tuple[Message, ...]:
    program.conversations.chats.open(chat_id)
    return program.event(ChatOpened).messages


@pytest.mark.parametrize("name", template_names())
def test_a_call_goes_round(
    name: str, tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (begun := trigger_of(name)) is None or name in UNBOUND:
        return
    thinking_end, trigger = begun
    monkeypatch.setattr(answers, "Generate", one_call)
    begun_once(monkeypatch, thinking_end + WORDS + trigger)
    model = write_tiny_llama(
        tmp_path / "tiny.gguf", chat_template=template_named(name), n_ctx=16384, seed=3
    )
    with WholeProgram(tmp_path / "root", model, n_ctx=16384) as program:
        chat_id = asked(program)
        call = program.event(ToolAsked)
        assert (call.tool, call.call.name) == (TOOL, "weather")
        program.conversations.decide_call(chat_id, call.call.id, Decision.ONCE)
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
    assert messages[2].text == SUNNY
