"""Messages as a chat template gets them: the words of OpenAI's chat completions, thinking apart.

Threads: the engine thread, as the template.
"""

from __future__ import annotations

import contextlib
import itertools
import json
from typing import TYPE_CHECKING, Any, Protocol

from app.core.engine.prompts.template_thinking import FIELDS as THINKING_FIELDS
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.engine.prompts.control_words import ControlWords, Span, WordMarks
    from app.core.messages import ToolCall
    from app.core.protocol import PromptMessage


class WayToGive(PlainValue, frozen=True):
    """What templates disagree about.

    Attributes:
        are_objects: arguments of calls are given as objects, else as text.
        thinks: also where an answer says something beside its calls is its thinking given.
    """

    are_objects: bool
    thinks: bool


class TakesMessages(Protocol):
    """A chat template, as far as it decides how messages are given."""

    control_words: ControlWords
    reads_thinking: bool

    def words_of(self, message: PromptMessage) -> list[Span]:
        """Return where the text of a message looks like control tokens, and is words."""


def ways_to_give(messages: Sequence[PromptMessage]) -> Iterator[WayToGive]:
    """Yield how to give messages, and how to try again.

    Arguments are objects by Hugging Face's convention; some templates were written for OpenAI's
    text. gpt-oss's template takes two of words, calls and thinking.
    """
    has_calls = any(message.calls for message in messages)
    objects = (True, False) if has_calls else (True,)
    thoughts = (True, False) if any(map(_calls_and_says, messages)) else (True,)
    return itertools.starmap(WayToGive, itertools.product(objects, thoughts))


def given_messages(
    template: TakesMessages, messages: Sequence[PromptMessage], marks: WordMarks, way: WayToGive
) -> list[dict[str, Any]]:
    """Return messages as a template gets them, thinking apart where it has a rule for it.

    Args:
        template: that gets them.
        messages: of the chat.
        marks: for words that look like control tokens.
        way: how.
    """
    words = template.control_words
    given: list[dict[str, Any]] = []
    for message in messages:
        content = marks.mark(message.text, template.words_of(message))
        fields: dict[str, Any] = {"role": message.role.value, "content": content}
        if message.calls:
            fields["tool_calls"] = [
                marks.mark_all(_given_call(call, is_object=way.are_objects))
                for call in message.calls
            ]
        if message.call_id:
            fields["tool_call_id"] = marks.mark_all(message.call_id)
        if template.reads_thinking and message.parts is not None:
            split = message.said
            fields["content"] = marks.mark(split.answer, words.in_answer(split.answer, None))
            if split.thinking and (way.thinks or not _calls_and_says(message)):
                thought = marks.mark(split.thinking, words.in_answer(split.thinking, None))
                fields |= dict.fromkeys(THINKING_FIELDS, thought)
        given.append(fields)
    return given


def _calls_and_says(message: PromptMessage) -> bool:
    return bool(message.calls and message.parts is not None and message.said.answer.strip())


def _given_call(call: ToolCall, *, is_object: bool) -> dict[str, Any]:
    arguments: Any = call.arguments
    if is_object:
        with contextlib.suppress(ValueError, RecursionError):  # then it stays text
            arguments = json.loads(call.arguments or "{}")
    function = {"name": call.name, "arguments": arguments}
    return {"type": "function", "function": function} | ({"id": call.id} if call.id else {})
