"""What was found out about tools stays an answer's own until it begins, whoever asks meanwhile."""

from __future__ import annotations

from concurrent.futures import Future
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from app.core.engine.output import answer_formats
from app.core.engine.output.answer_formats import ToolFormats
from app.core.engine.prompts.prompt import Prompt
from app.core.engine.sliced_work import run_to_end
from app.core.protocol import ToolChoice, Tools

if TYPE_CHECKING:
    import pytest


TOKENIZES_NOTHING: Any = SimpleNamespace(tokenize=lambda _text: [])


class Format:
    """A format that fits each prompt."""

    generation_prompt = ""
    grammar = "root ::= [a-z]+"
    preserved_tokens = ()


def test_an_answer_that_waits_keeps_its_form(monkeypatch: pytest.MonkeyPatch) -> None:
    found: Any = Format()
    done: Future[Any] = Future()
    done.set_result((found,))
    nothing: Any = None
    formats = ToolFormats(nothing, TOKENIZES_NOTHING, ("true",))
    monkeypatch.setattr(formats, "_asked", lambda _tools: done)
    first, *others = (
        Tools(f'[{{"n": {number}}}]', ToolChoice.AUTO, (), many=True)
        for number in range(answer_formats._MOST_KEPT + 2)
    )
    prompt = Prompt("words", (1,), (), (), call_formats=run_to_end(formats.finding(first)))
    for one in others:
        run_to_end(formats.finding(one))
    assert formats.format_for(first, prompt).chat_format is found
