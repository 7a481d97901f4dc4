"""How the loaded model calls tools, as llama.cpp derives it from the chat template and the tools.

It depends on the tools: the grammar of a call has their names and arguments. So each set of tools
has a child asked once (`format_child.py`); what it found is kept for the next requests.

How the loaded model marks its thinking, as llama.cpp derives it from the chat template. llama.cpp
applies the template to a few messages for that, without a limit on time or memory, and a template
comes from a file that anybody may have written: a child does it, and is ended when it takes too
long. What it found is values; taking an answer apart by them runs no template.

Threads: the engine thread; one thread for each child waits for it.
"""

from __future__ import annotations

import json
import logging
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import TYPE_CHECKING, Any

from app.core.content.answer_parts import MarksReader
from app.core.engine.errors import TOOLS_NOT_UNDERSTOOD
from app.core.engine.output.answer_reader import FormatReader
from app.core.engine.output.format_child import begin_format_child, formats_said
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace
from app.core.prompts.chat_formats import (
    ChatFormat,
    ChatFormatFailed,
    ChatFormatsMissing,
    find_chat_formats,
)
from app.core.protocol import ToolChoice
from app.core.system.lanes import Lane
from app.core.system.probes import ProbeFailed

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from app.core.engine.output.answer_reader import Reader
    from app.core.engine.prompts.chat_template import ChatTemplate
    from app.core.engine.prompts.prompt import Prompt
    from app.core.llama import Model
    from app.core.prompts.chat_formats import ChatFormats
    from app.core.protocol import Constraint, Tools
    from app.core.system.probes import Probe


logger = logging.getLogger(__name__)

_SLICE_S = 0.01
# A template that never speaks of thinking needs no child.
_SPEAKS_OF_THINKING = ("think", "reason", "channel")


class ThinkingFormats:
    """The formats of one loaded model; found in the background from the beginning on.

    Args:
        template: of the model.
        model: whose control tokens some marks are.
        command: how to start the child; None for this program.
    """

    def __init__(
        self, template: ChatTemplate, model: Model, command: Sequence[str] | None = None
    ) -> None:
        self._model = model
        self._parser: ChatFormats | None = None
        self._spelled_out: frozenset[int] | None = None
        self._found: Future[tuple[ChatFormat, ...]] = Future()
        self._child: Probe | None = None
        self._is_closed = False
        try:
            if not any(word in template.source.lower() for word in _SPEAKS_OF_THINKING):
                raise ChatFormatFailed("it does not speak of thinking")
            self._parser = find_chat_formats()
            question = {"template": template.source, "bos": template.bos, "eos": template.eos}
            self._child = begin_format_child(question, command)
        except (ChatFormatsMissing, ChatFormatFailed, ProbeFailed) as error:
            logger.info("thinking is told apart by its commonest marks: %s", error)
            self._found.set_result(())
            return
        self._found = Lane("chat format").submit(self._formats_said, self._child, question)

    def close(self) -> None:
        """End the child, if it has not ended."""
        self._is_closed = True
        if self._child is not None:
            self._child.kill()

    def waiting(self) -> Generator[None, None, None]:
        """Wait until the formats are known, a slice at a time."""
        while not self._found.done():
            try:
                self._found.result(_SLICE_S)
            except NotYet:
                yield

    def reader(self, prompt: str, said: str = "") -> Reader:
        """Return what tells thinking from the answer.

        Args:
            prompt: that is answered.
            said: the end of it, where an answer is gone on with.
        """
        beginning = prompt.removesuffix(said)
        found = self._format_of(beginning)
        if found is None or self._parser is None:
            return MarksReader(beginning, said)
        return FormatReader(self._parser, found, said)

    def is_spelled_out(self, token: int) -> bool:
        """Whether a token is a control token that marks a part of an answer."""
        if self._spelled_out is None:
            if not self._found.done():
                return False
            marks = {mark for one in self._found.result() for mark in one.preserved_tokens}
            ids = map(self._model.tokenize, marks)
            self._spelled_out = frozenset(only[0] for only in ids if len(only) == 1)
        return token in self._spelled_out

    def _format_of(self, prompt: str) -> ChatFormat | None:
        """Return the format whose beginning of an answer ends the prompt, the longest first."""
        formats = self._found.result() if self._found.done() else ()
        fitting = [
            one for one in formats if one.can_think and prompt.endswith(one.generation_prompt)
        ]
        return max(fitting, key=lambda one: len(one.generation_prompt), default=None)

    def _formats_said(self, child: Probe, question: dict[str, str]) -> tuple[ChatFormat, ...]:
        try:
            return formats_said(child, question)
        except Exception as error:  # noqa: BLE001 - the commonest marks do for every answer
            level = logging.INFO if self._is_closed else logging.WARNING  # it was ended by us
            logger.log(level, "nothing was found out about the chat format: %s", error)
            return ()


_MOST_KEPT = 16  # sets of tools
_Found = Future[tuple["ChatFormat", ...]]


class ToolFormat(PlainValue, frozen=True):
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
        self._command = command
        self._kept: dict[Tools, _Found] = {}
        self._children: list[tuple[Probe, _Found]] = []

    def close(self) -> None:
        """End the children that have not ended."""
        for child, _found in self._children:
            child.kill()

    def finding(
        self, tools: Tools, form: Constraint | None = None
    ) -> Generator[None, None, tuple[ChatFormat, ...]]:
        """Find out how some tools are called, a slice of waiting at a time.

        An answer keeps what was found: until it begins, others may have asked for more sets than
        are kept here.

        Args:
            form: of an answer without a call; None for any. Where there is one, the grammar is
                that of an answer which is a call, and not lazy.

        Raises:
            ChatFormatsMissing: this installation cannot.
            KnownError: nothing came of it.
        """
        found = yield from self._finding(tools)
        if form is None or tools.choice is not ToolChoice.AUTO:
            return found
        strict = yield from self._finding(replace(tools, choice=ToolChoice.REQUIRED))
        grammars = {one.generation_prompt: one.grammar for one in strict}
        return tuple(
            replace(one, grammar=grammars.get(one.generation_prompt, ""), is_grammar_lazy=False)
            for one in found
        )

    def _finding(self, tools: Tools) -> Generator[None, None, tuple[ChatFormat, ...]]:
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
            raise TOOLS_NOT_UNDERSTOOD(str(error or "")) from error
        return found.result()

    def format_for(self, tools: Tools, prompt: Prompt) -> ToolFormat:
        """Return that of a prompt's formats whose beginning of an answer ends it.

        Raises:
            KnownError: the model's template writes prompts that llama.cpp does not know, or
                it knows no tools and one has to be called.
        """
        fitting = [
            one for one in prompt.call_formats if prompt.text.endswith(one.generation_prompt)
        ]
        if not fitting and prompt.messages and prompt.messages[-1].role is Role.TOOL:
            # DeepSeek's templates begin no answer behind a result: the model simply goes on.
            fitting = list(prompt.call_formats[:1])
        if not fitting:
            raise TOOLS_NOT_UNDERSTOOD("the prompt ends otherwise than llama.cpp's")
        best = max(fitting, key=lambda one: len(one.generation_prompt))
        if tools.choice is ToolChoice.REQUIRED and not best.grammar:
            raise TOOLS_NOT_UNDERSTOOD("its chat template has no form for a call")
        ids = map(self._model.tokenize, best.preserved_tokens)
        return ToolFormat(best, frozenset(only[0] for only in ids if len(only) == 1))

    def _asked(self, tools: Tools) -> _Found:
        find_chat_formats()  # the child would fail without it
        question = _question(tools, self._template)
        found: _Found = Future()
        try:
            child = begin_format_child(question, self._command)
        except ProbeFailed as error:
            found.set_exception(error)
            return found
        found = Lane("chat format").submit(formats_said, child, question)
        self._children = [one for one in self._children if not one[1].done()] + [(child, found)]
        return found


def _question(tools: Tools, template: ChatTemplate) -> dict[str, Any]:
    listed = json.loads(tools.described)
    if tools.only:
        listed = [one for one in listed if one.get("function", {}).get("name") in tools.only]
    return {
        "template": template.source,
        "bos": template.bos,
        "eos": template.eos,
        "tools": listed,
        "tool_choice": tools.choice.value,
        "many_calls": tools.many,
    }


class AnswerFormats(PlainValue, frozen=True):
    """Both, of one loaded model."""

    thinking: ThinkingFormats
    tools: ToolFormats

    @classmethod
    def of(cls, template: ChatTemplate, model: Model) -> AnswerFormats:
        """Begin to find them out."""
        return cls(ThinkingFormats(template, model), ToolFormats(template, model))

    def close(self) -> None:
        """End the children that have not ended."""
        self.thinking.close()
        self.tools.close()
