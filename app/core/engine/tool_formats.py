"""How the loaded model calls tools, as llama.cpp derives it from the chat template and the tools.

It depends on the tools: the grammar of a call has their names and arguments. So each set of tools
has a child asked once (`format_child.py`); what it found is kept for the next requests.

Threads: the engine thread; one thread for each child waits for it.
"""

from __future__ import annotations

import json
import logging
import subprocess
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.chat_formats import find_chat_formats
from app.core.engine.errors import ToolsNotUnderstood
from app.core.engine.format_child import CHILD_COMMAND, ask_format_child
from app.core.errors import KnownError
from app.core.own_program import own_command, start_child
from app.core.protocol import ToolChoice

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from app.core.chat_formats import ChatFormat
    from app.core.engine.chat_template import ChatTemplate
    from app.core.engine.prompt import Prompt
    from app.core.llama import Model
    from app.core.protocol import Tools

logger = logging.getLogger(__name__)

_SLICE_S = 0.01
_MOST_KEPT = 16  # sets of tools
_Found = Future[tuple["ChatFormat", ...]]


@dataclass(frozen=True, slots=True)
class ToolFormat:
    """How an answer calls tools.

    Attributes:
        chat_format: as llama.cpp derived it.
        marks: control tokens whose text belongs to a call.
    """

    chat_format: ChatFormat
    marks: frozenset[int]

    def described(self) -> str:
        """Return it as JSON text, without the prompt that it was derived from."""
        return json.dumps(self.chat_format.as_json() | {"prompt": "", "grammar": ""})


class ToolFormats:
    """The formats of one loaded model.

    Args:
        template: of the model.
        model: whose control tokens some marks are.
        command: how to start the child; None for this program.
    """

    def __init__(
        self, template: ChatTemplate, model: Model, command: Sequence[str] | None = None
    ) -> None:
        self._template = template
        self._model = model
        self._command = command or own_command(CHILD_COMMAND)
        self._kept: dict[Tools, _Found] = {}
        self._children: list[subprocess.Popen[bytes]] = []

    def close(self) -> None:
        """End the children that have not ended."""
        for child in self._children:
            child.kill()

    def finding(self, tools: Tools) -> Generator[None, None, tuple[ChatFormat, ...]]:
        """Find out how some tools are called, a slice of waiting at a time.

        An answer keeps what was found: until it begins, others may have asked for more sets than
        are kept here.

        Raises:
            ChatFormatsMissing: this installation cannot.
            ToolsNotUnderstood: nothing came of it.
        """
        found = self._kept.pop(tools, None) or self._asked(tools)
        self._kept[tools] = found
        while len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        while not found.done():
            try:
                found.exception(_SLICE_S)
            except NotYet:
                yield
        error = found.exception()
        if error is not None or not found.result():
            self._kept.pop(tools, None)
            if isinstance(error, KnownError):
                raise error
            raise ToolsNotUnderstood(str(error or "")) from error
        return found.result()

    def format_for(self, tools: Tools, prompt: Prompt) -> ToolFormat:
        """Return that of a prompt's formats whose beginning of an answer ends it.

        Raises:
            ToolsNotUnderstood: the model's template writes prompts that llama.cpp does not know, or
                it knows no tools and one has to be called.
        """
        fitting = [
            one for one in prompt.call_formats if prompt.text.endswith(one.generation_prompt)
        ]
        if not fitting:
            raise ToolsNotUnderstood("the prompt ends otherwise than llama.cpp's")
        best = max(fitting, key=lambda one: len(one.generation_prompt))
        if tools.choice is ToolChoice.REQUIRED and not best.grammar:
            raise ToolsNotUnderstood("its chat template has no form for a call")
        ids = map(self._model.tokenize, best.preserved_tokens)
        return ToolFormat(best, frozenset(only[0] for only in ids if len(only) == 1))

    def _asked(self, tools: Tools) -> _Found:
        found: _Found = Future()
        find_chat_formats()  # the child would fail without it
        try:
            child = start_child(self._command, is_asked=True)
        except OSError as error:
            found.set_exception(error)
            return found
        self._children = [one for one in self._children if one.poll() is None] + [child]
        question = _question(tools, self._template)

        def wait() -> None:
            try:
                found.set_result(ask_format_child(child, question))
            except (OSError, ValueError, KeyError, TypeError, subprocess.SubprocessError) as error:
                logger.warning("nothing was found out about calls of tools: %s", error)
                found.set_exception(error)

        threading.Thread(target=wait, name="tool-format", daemon=True).start()
        return found


def _question(tools: Tools, template: ChatTemplate) -> dict[str, Any]:
    listed = json.loads(tools.described)
    if tools.only:
        listed = [one for one in listed if one.get("function", {}).get("name") == tools.only]
    choice = ToolChoice.AUTO if tools.choice is ToolChoice.NONE else tools.choice
    return {
        "template": template.source,
        "bos": template.bos,
        "eos": template.eos,
        "tools": listed,
        "tool_choice": choice.value,
        "many_calls": tools.many,
    }
