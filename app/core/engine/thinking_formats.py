"""How the loaded model marks its thinking, as llama.cpp derives it from the chat template.

llama.cpp applies the template to a few messages for that, without a limit on time or memory, and a
template comes from a file that anybody may have written: a child does it, and is ended when it
takes too long. What it found is values; taking an answer apart by them runs no template.

Threads: the engine thread; one thread waits for the child.
"""

from __future__ import annotations

import logging
import subprocess
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import TYPE_CHECKING

from app.core.answer_pieces import MarksReader
from app.core.chat_formats import (
    ChatFormat,
    ChatFormatFailed,
    ChatFormatsMissing,
    find_chat_formats,
)
from app.core.engine.answer_reader import FormatReader
from app.core.engine.format_child import CHILD_COMMAND, ask_format_child
from app.core.own_program import own_command, start_child

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from app.core.chat_formats import ChatFormats
    from app.core.engine.answer_reader import Reader
    from app.core.engine.chat_template import ChatTemplate
    from app.core.llama import Model

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
        self._child: subprocess.Popen[bytes] | None = None
        try:
            if not any(word in template.source.lower() for word in _SPEAKS_OF_THINKING):
                raise ChatFormatFailed("it does not speak of thinking")
            self._parser = find_chat_formats()
            question = {"template": template.source, "bos": template.bos, "eos": template.eos}
            self._child = start_child(command or own_command(CHILD_COMMAND), is_asked=True)
        except (ChatFormatsMissing, ChatFormatFailed, OSError) as error:
            logger.info("thinking is told apart by its commonest marks: %s", error)
            self._found.set_result(())
            return
        threading.Thread(
            target=self._wait, args=(self._child, question), name="chat-format", daemon=True
        ).start()

    def close(self) -> None:
        """End the child, if it has not ended."""
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

    def _wait(self, child: subprocess.Popen[bytes], question: dict[str, str]) -> None:
        formats: tuple[ChatFormat, ...] = ()
        try:
            formats = ask_format_child(child, question)
        except (OSError, ValueError, KeyError, TypeError, subprocess.SubprocessError) as error:
            logger.warning("nothing was found out about the chat format: %s", error)
        finally:
            self._found.set_result(formats)
