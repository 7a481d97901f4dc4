"""A program in which a model calls a tool, and which dies at a step of that loop.

Run as a program: `python -m tests.helpers.tool_loop_run ROOT MODEL STEP`.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core import assembly
from app.core.chats.records import ChatSetup, MessageStatus
from app.core.conversations.cases import answers, tool_loop
from app.core.conversations.cases.tool_files import kept
from app.core.conversations.events import (
    AnswerDelta,
    ChatCreated,
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
from app.core.tools.permissions import Permissions
from app.core.tools.servers import ServerList
from app.core.tools.toolbox import Toolbox
from app.core.tools.values import Decision, Tool, ToolMedia, ToolResult, ToolSet, canonical
from tests.helpers.media_samples import encoded, quarters
from tests.helpers.tool_calls import WEATHER
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import ChatId, Message

STEPS = ("asked", "calling", "keeping", "result", "answering")
SUNNY = "Sunny, 21 degrees."
_DESCRIBED = WEATHER["function"]
TOOL = Tool("weather", _DESCRIBED["description"], canonical(_DESCRIBED["parameters"]))
_CALL = 'Let me look. <tool_call>\n{"name": "weather", "arguments": '


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def with_tool(*, dies: bool, draws: bool = False) -> None:
    """Give the program its one tool; it may die when that is called, or make a picture."""

    def run(*_: object) -> ToolResult:
        if dies:
            die()
        picture = ToolMedia("image", encoded(quarters(), "PNG"), "sky.png")
        return ToolResult(SUNNY, (picture,) if draws else ())

    def toolbox(paths: Any, *_: object) -> Toolbox:
        permissions = Permissions(paths.config / "allowed.json")
        own = [OwnTool(TOOL, run)]
        return Toolbox(ServerList(paths.config / "t.json"), permissions, lambda: own, lambda: "")

    vars(assembly)["_toolbox"] = toolbox


def kept_and_died(*given: Any) -> None:
    """Die when the picture lies beside the chats, before the message is written."""
    if kept(*given).media:
        die()


def one_call(*given: Any, **more: Any) -> Generate:
    """Ask for an answer that calls one tool at most; a random model calls one again and again.

    Nor may it say blanks, which the grammars let through and the parsers do not know.
    """
    request = Generate(*given, **more)
    only = None if request.tools is None else replace(request.tools, many=False)
    blanks = tuple((ord(blank), -100.0) for blank in " \t\n")
    return replace(request, tools=only, token_biases=blanks)


def begun_once(words: str) -> Callable[..., None]:
    """Return an `AnswerGenerator.begin` that lets the next answer begin with some words."""
    begin_answer, waiting = AnswerGenerator.begin, [words]

    def begun(self: AnswerGenerator, sequence: Any, *given: Any) -> None:
        begin_answer(self, sequence, *given)
        if waiting:
            sequence.answer.forced = self._model.tokenize(waiting.pop())

    return begun


def ask(program: WholeProgram, *sampling: tuple[str, float | str]) -> ChatId:
    """Begin a chat that has the tool."""
    setup = with_tools(ChatSetup(), program.conversations.tools.keep(ToolSet.of([TOOL])))
    setup = replace(setup, sampling=(*setup.sampling, ("thinking", "off"), *sampling))
    program.conversations.chats.send(None, "How is the weather in Rome?", setup=setup)
    return program.event(ChatCreated).chat.id


def finish(program: WholeProgram, chat_id: ChatId, dies_at: str = "") -> Message:
    """Allow what is asked; return the last answer, unless the program dies before."""
    last: Message | None = None
    while True:
        match program.event(object):
            case ToolAsked() as asked:
                if dies_at == "asked":
                    die()
                program.conversations.calls.decide(asked, Decision.ONCE)
            case MessageAdded(_, message) if message.role is Role.ASSISTANT:
                last = message
            case MessageChanged(_, message) if message.role is Role.TOOL:
                if dies_at == "result" and message.status is MessageStatus.COMPLETE:
                    die()
                last = None
            case AnswerDelta() if dies_at == "answering" and last is not None and last.id > 2:
                die()
            case MessageChanged(_, message) if message.role is Role.ASSISTANT:
                is_over = message.status is not MessageStatus.STREAMING
                if is_over and not message.calls.calls:
                    return message
            case _:
                pass


def main() -> None:
    root, model, step = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    with_tool(dies=step == "calling", draws=True)
    if step == "keeping":
        vars(tool_loop)["kept"] = kept_and_died
    vars(answers)["Generate"] = one_call
    AnswerGenerator.begin = begun_once(_CALL)  # type: ignore[method-assign]
    with WholeProgram(root, model, n_ctx=4096) as program:
        chat_id = ask(program, ("temperature", 0.0), ("max_tokens", 200.0))
        sys.stdout.write(finish(program, chat_id, step).text)


if __name__ == "__main__":
    main()
