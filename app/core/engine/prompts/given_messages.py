"""Messages as a chat template gets them: the words of OpenAI's chat completions, thinking apart.

What a template has to do with thinking its text tells: nothing is run for it.

Threads: the engine thread, as the template.
"""

from __future__ import annotations

import contextlib
import itertools
import json
from typing import TYPE_CHECKING, Any, Protocol

from jinja2 import nodes

from app.core.plain_value import PlainValue
from app.core.protocol import ThinkingChoice, ThinkingOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.engine.prompts.control_words import ControlWords, Span, WordMarks
    from app.core.messages import ToolCall
    from app.core.protocol import PromptMessage


# Names that templates ask for, each with the same meaning.
_SWITCHES = ("enable_thinking", "thinking")
_EFFORTS = ("reasoning_effort", "thinking_effort", "reasoning_strength")
_USUAL_EFFORTS = ("low", "medium", "high")  # of gpt-oss, which only writes the word down
_NOT_AN_EFFORT = frozenset(["", "none", "no_think", "null"])
# What templates call the thinking of an earlier answer. "thinking" is also what some call a part of
# a message's content, so it counts only where it is asked of the message.
_FIELDS = frozenset(["reasoning_content", "reasoning"])
_OF_A_MESSAGE = "thinking"
_MESSAGE = frozenset(["message", "msg", "m"])
THINKING_FIELDS = (*sorted(_FIELDS), _OF_A_MESSAGE)
_MOST_EFFORTS = 8
_LONGEST_EFFORT = 20


def reads_thinking(template: nodes.Template) -> bool:
    """Whether it takes the thinking of earlier answers apart from their text, and has a rule."""
    asked = list(_asked(template))
    return any(name in _FIELDS for _of, name in asked) or any(
        name == _OF_A_MESSAGE and isinstance(of, nodes.Name) and of.name in _MESSAGE
        for of, name in asked
    )


def options_of(template: nodes.Template) -> ThinkingOptions:
    """Return what it lets one choose."""
    names = _given_names(template)
    can_switch = any(name in names for name in _SWITCHES)
    effort = next((name for name in _EFFORTS if name in names), "")
    return ThinkingOptions(can_switch, _efforts(template, effort) if effort else ())


def arguments_for(choice: ThinkingChoice) -> dict[str, Any]:
    """Return what a template is given for a choice, by name."""
    given: dict[str, Any] = {}
    if choice.is_on is not None:
        given |= dict.fromkeys(_SWITCHES, choice.is_on)
    if choice.effort:
        given |= dict.fromkeys(_EFFORTS, choice.effort)
    return given


def _given_names(template: nodes.Template) -> set[str]:
    """Return the names that it asks for before it sets them itself, if it does."""
    loaded: dict[str, int] = {}
    stored: dict[str, int] = {}
    for name in template.find_all(nodes.Name):
        lines = loaded if name.ctx == "load" else stored
        lines[name.name] = min(name.lineno, lines.get(name.name, name.lineno))
    return {name for name, line in loaded.items() if line <= stored.get(name, line)}


def _efforts(template: nodes.Template, name: str) -> tuple[str, ...]:
    """Return the words that it compares an effort with, the usual ones where it does not."""
    words: list[str] = []
    for compared in template.find_all(nodes.Compare):
        sides = [compared.expr, *(operand.expr for operand in compared.ops)]
        if any(isinstance(side, nodes.Name) and side.name == name for side in sides):
            words += [
                one.value
                for side in sides
                for one in (side, *side.find_all(nodes.Const))
                if isinstance(one, nodes.Const) and isinstance(one.value, str)
            ]
    fitting = [word for word in dict.fromkeys(words) if word not in _NOT_AN_EFFORT]
    if not fitting:
        return _USUAL_EFFORTS
    ranks = {word: rank for rank, word in enumerate((*_USUAL_EFFORTS, "max", "xhigh"))}
    known = sorted((word for word in fitting if word in ranks), key=ranks.__getitem__)
    others = [word for word in fitting if word not in ranks and len(word) <= _LONGEST_EFFORT]
    return tuple([*known, *others][:_MOST_EFFORTS])


def _asked(template: nodes.Template) -> Iterator[tuple[nodes.Node, str]]:
    """Give each name that is asked of something, and of what."""
    for attribute in template.find_all(nodes.Getattr):
        yield attribute.node, attribute.attr
    for item in template.find_all(nodes.Getitem):
        if isinstance(item.arg, nodes.Const) and isinstance(item.arg.value, str):
            yield item.node, item.arg.value
    for call in template.find_all(nodes.Call):  # message.get('reasoning_content')
        if isinstance(call.node, nodes.Getattr) and call.node.attr == "get" and call.args:
            name = call.args[0]
            if isinstance(name, nodes.Const) and isinstance(name.value, str):
                yield call.node.node, name.value


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
