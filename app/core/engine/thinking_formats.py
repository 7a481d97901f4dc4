"""How the loaded model marks its thinking, as llama.cpp derives it from the chat template.

llama.cpp applies the template to a few messages for that, without a limit on time or memory, and a
template comes from a file that anybody may have written: a child does it, and is ended when it
takes too long. What it found is values; taking an answer apart by them runs no template.

Threads: the engine thread; one thread waits for the child.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import TYPE_CHECKING, Any

from app.core.chat_formats import (
    ChatFormat,
    ChatFormatFailed,
    ChatFormatsMissing,
    ChatRequest,
    find_chat_formats,
)
from app.core.engine.answer_reader import FormatReader, MarksReader
from app.core.own_program import die_with_parent, output_of, own_command, start_child

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from app.core.chat_formats import ChatFormats
    from app.core.engine.answer_reader import Reader
    from app.core.engine.chat_template import ChatTemplate
    from app.core.llama import Model

logger = logging.getLogger(__name__)

CHILD_COMMAND = "chat-format-child"
_TIMEOUT_S = 10.0
_SLICE_S = 0.01
_MARK = b"hearth: "
_PROBE = ({"role": "user", "content": "Hello"},)
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
            formats = _ask(child, question)
        except (OSError, ValueError, KeyError, TypeError, subprocess.SubprocessError) as error:
            logger.warning("nothing was found out about the chat format: %s", error)
        finally:
            self._found.set_result(formats)


def _ask(child: subprocess.Popen[bytes], question: dict[str, str]) -> tuple[ChatFormat, ...]:
    """Return what a child answers.

    Raises:
        subprocess.TimeoutExpired: it took too long, and was ended.
        OSError, ValueError, KeyError, TypeError: it died, or said what nobody understands.
    """
    output, errors = output_of(child, _TIMEOUT_S, json.dumps(question).encode("ascii"))
    for line in output.splitlines():
        if line.startswith(_MARK):
            return tuple(map(ChatFormat.of_json, json.loads(line.removeprefix(_MARK))))
    last = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
    raise ValueError(f"the child ended with code {child.returncode}: {last}")


# -- in the child --


def run_chat_format_child() -> int:
    """Answer the question on standard input with one line of JSON; return the exit code."""
    die_with_parent()
    question = json.load(sys.stdin)
    formats: list[dict[str, Any]] = []
    for is_thinking in (True, False):
        request = ChatRequest(
            question["template"],
            _PROBE,
            bos=question["bos"],
            eos=question["eos"],
            is_thinking=is_thinking,
        )
        try:
            found = find_chat_formats().apply(request)
        except ChatFormatFailed as error:
            sys.stderr.write(f"{error.detail}\n")
            continue
        if found.as_json() not in formats:
            formats.append(found.as_json())
    sys.stdout.write("\n" + _MARK.decode() + json.dumps(formats) + "\n")
    sys.stdout.flush()
    return 0
