"""The model's Jinja chat template, rendered in a sandbox.

A template comes from a model file, which is untrusted input: it runs in a sandbox within a budget
(`template_sandbox.py`), and whatever it raises becomes one clear sentence.
Templates are written for Hugging Face's environment; this one offers the same names.

Threads: the engine thread. Source: Hugging Face transformers' chat template environment.
"""

from __future__ import annotations

import functools
import itertools
import json
import re
import sys
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, Self

import jinja2
from jinja2.ext import Extension

from app.core.engine.errors import TemplateFailed, TemplateTooCostly
from app.core.engine.prompts.control_words import ControlWords, WordMarks
from app.core.engine.prompts.given_messages import (
    arguments_for,
    given_messages,
    options_of,
    reads_thinking,
    ways_to_give,
)
from app.core.engine.prompts.message_places import MessagePlaces, joined
from app.core.engine.prompts.template_budget import RenderBudget
from app.core.engine.prompts.template_sandbox import TemplateEnvironment, compiled
from app.core.engine.sliced_work import run_to_end
from app.core.llama import NO_SPECIAL_TOKENS, special_tokens_of
from app.core.messages import Role
from app.core.plain_value import PlainValue
from app.core.protocol import DEFAULT_THINKING

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from jinja2.nodes import Node
    from jinja2.parser import Parser

    from app.core.engine.prompts.control_words import Rendered, Span
    from app.core.llama import Model, SpecialTokens
    from app.core.protocol import PromptMessage, ThinkingChoice

_NO_TOOLS: tuple[list[Any] | None, ...] = (None, [])  # first as what templates ask whether it is
_MAX_SECONDS = 5.0
_MAX_DATE_CHARS = 100
_WITHOUT_ZERO = re.compile(r"%%|%-(?=[A-Za-z])")
_CHUNKS_PER_SLICE = 1_000  # pieces of output, of which each turn of a loop makes one or more

CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
PLAIN = (
    "{% for message in messages %}"
    "{% if message['role'] == 'system' %}{{ message['content'] + '\n\n' }}"
    "{% elif message['role'] == 'user' %}{{ 'User: ' + message['content'] + '\n' }}"
    # An answer stands where it was said: right behind the words that asked for it.
    "{% else %}{{ 'Assistant:' + ('' if message['content'][:1] in '\t\n ' else ' ')"
    " + message['content'] + '\n' }}{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)
PLAIN_STOP = ("\nUser:",)


_SOME_TOOL: tuple[dict[str, Any], ...] = (
    {
        "type": "function",
        "function": {
            "name": "look_up",
            "description": "Looks a word up.",
            "parameters": {"type": "object", "properties": {"word": {"type": "string"}}},
        },
    },
)


class _Chosen(PlainValue, frozen=True):
    """What a prompt is written with beside its messages.

    Attributes:
        moment: the date that the template may mention.
        switches: arguments for its thinking.
        tools: that the model is told of.
    """

    moment: datetime
    switches: dict[str, Any]
    tools: tuple[Any, ...]


class _GenerationTag(Extension):
    """`{% generation %}` marks the model's own words for training; here it is transparent."""

    tags = {"generation"}  # noqa: RUF012 - Jinja2 declares it so

    def parse(self, parser: Parser) -> Node | list[Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class ChatTemplate:
    """Turns messages into the text a model was trained on.

    Args:
        source: the model's own Jinja text; "" takes a built-in one.
        bos, eos: text of the begin and end tokens, as templates may write them.
        speaks_chatml: the vocabulary has ChatML's control tokens.
        special: the control tokens of the vocabulary, which no words become.

    Raises:
        TemplateFailed: the source is no valid Jinja.
    """

    def __init__(
        self,
        source: str,
        *,
        bos: str = "",
        eos: str = "",
        speaks_chatml: bool,
        special: SpecialTokens = NO_SPECIAL_TOKENS,
    ) -> None:
        self.stop: tuple[str, ...] = ()
        if not source:
            source = CHATML if speaks_chatml else PLAIN
            self.stop = () if speaks_chatml else PLAIN_STOP
        self.source, self.bos, self.eos = source, bos, eos
        self._speaks_chatml, self._special = speaks_chatml, special
        self.control_words = ControlWords(special, source)
        self._known_places: dict[bool, MessagePlaces] = {}
        self._environment = _environment(RenderBudget(0, 0, _MAX_SECONDS))
        try:
            self._template = compiled(self._environment, source)
            parsed = _reader().parse(source)
            self.thinking_options = options_of(parsed)
            self.reads_thinking = reads_thinking(parsed)
            names = parsed.find_all(jinja2.nodes.Name)
            self.takes_tools = any(one.name == "tools" for one in names)
        except TemplateFailed:
            raise
        except Exception as error:  # nesting alone raises many kinds, here and in Python
            raise TemplateFailed(_reason(error)) from error

    @classmethod
    def of(cls, model: Model, override: str = "") -> Self:
        """Return the template of a model, or another one in its place."""
        return cls(
            override or model.chat_template,
            bos=_token_text(model, model.bos),
            eos=_token_text(model, model.eos),
            speaks_chatml=len(model.tokenize("<|im_start|>")) == 1,
            special=special_tokens_of(model),
        )

    def with_source(self, source: str) -> ChatTemplate:
        """Return another template of the same model; "" for a built-in one.

        Raises:
            TemplateFailed: the source is no valid Jinja.
        """
        return ChatTemplate(
            source,
            bos=self.bos,
            eos=self.eos,
            speaks_chatml=self._speaks_chatml,
            special=self._special,
        )

    def rendering(
        self,
        messages: Sequence[PromptMessage],
        *,
        add_generation_prompt: bool,
        today: datetime | None = None,
        thinking: ThinkingChoice = DEFAULT_THINKING,
        tools: Sequence[Any] = (),
    ) -> Generator[None, None, Rendered]:
        """Write the prompt text of `messages`, a slice of work at a time.

        Messages that the template has no place for go where it has one (`MessagePlaces`); where it
        refuses them even so, those of one role are joined, and system messages are the user's. A
        template that was written for tools and lists them unasked gets none to list.

        Args:
            today: the date a template may mention; fixed per chat, so that a prompt never changes.
            thinking: what the chat wants, where the template can do that.
            tools: that the model is told of, as in OpenAI's chat completions.

        Raises:
            TemplateFailed: the template raised, or its output has no end.
        """
        chosen = _Chosen(today or datetime.now(UTC), arguments_for(thinking), tuple(tools))
        placed = yield from self._places(chosen).arranging(messages)
        problem: TemplateFailed | None = None
        for given in (placed, joined(messages)):
            try:
                return (
                    yield from self._writing(
                        given, chosen, add_generation_prompt=add_generation_prompt
                    )
                )
            except TemplateTooCostly:
                raise
            except TemplateFailed as error:
                problem = problem or error
        assert problem is not None
        raise problem

    def _places(self, chosen: _Chosen) -> MessagePlaces:
        """Return what puts messages; a template may put them otherwise where it lists tools."""
        has_tools = bool(chosen.tools)
        if has_tools not in self._known_places:
            tried = _Chosen(chosen.moment, arguments_for(DEFAULT_THINKING), _SOME_TOOL * has_tools)
            self._known_places[has_tools] = MessagePlaces(partial(self._written, tried))
        return self._known_places[has_tools]

    def _written(
        self, chosen: _Chosen, messages: Sequence[PromptMessage]
    ) -> Generator[None, None, str]:
        return (yield from self._writing(messages, chosen, add_generation_prompt=False)).text

    def _writing(
        self, messages: Sequence[PromptMessage], chosen: _Chosen, *, add_generation_prompt: bool
    ) -> Generator[None, None, Rendered]:
        """Write messages as they are; arguments of calls and absent tools in the way it reads.

        Raises:
            TemplateFailed: the template refuses them in each way.
        """
        marks = WordMarks(lambda: _all_words(messages, chosen.tools), self.control_words)
        listed_tools = marks.mark_all(list(chosen.tools))
        offered = (listed_tools,) if chosen.tools else _NO_TOOLS
        problem: TemplateFailed | None = None
        for way, listed in itertools.product(ways_to_give(messages), offered):
            try:
                written = yield from self._rendering(
                    given_messages(self, messages, marks, way),
                    chosen.moment,
                    chosen.switches | {"tools": listed},
                    add_generation_prompt=add_generation_prompt,
                )
                return marks.taken_out(written)
            except TemplateTooCostly:
                raise
            except TemplateFailed as error:
                problem = problem or error
        assert problem is not None
        raise problem

    def words_of(self, message: PromptMessage) -> list[Span]:
        """Return where the text of a message looks like control tokens, and is words."""
        if message.role is Role.ASSISTANT:
            return self.control_words.in_answer(message.text, message.parts)
        return self.control_words.in_words(message.text)

    def render(
        self,
        messages: Sequence[PromptMessage],
        *,
        add_generation_prompt: bool,
        today: datetime | None = None,
    ) -> str:
        """Return the text that `rendering` writes."""
        return run_to_end(
            self.rendering(messages, add_generation_prompt=add_generation_prompt, today=today)
        ).text

    def _rendering(
        self,
        messages: list[dict[str, Any]],
        today: datetime,
        given: Mapping[str, Any],
        *,
        add_generation_prompt: bool,
    ) -> Generator[None, None, str]:
        n_chars = sum(
            len(value if isinstance(value, str) else json.dumps(value))
            for value in (*itertools.chain(*map(dict.values, messages)), given.get("tools") or "")
        )
        budget = RenderBudget(len(messages), n_chars, _MAX_SECONDS)
        written = self._template.generate(
            messages=messages,
            add_generation_prompt=add_generation_prompt,
            strftime_now=partial(_strftime, today),
            documents=None,
            bos_token=self.bos,
            eos_token=self.eos,
            **given,
        )
        chunks: list[str] = []
        while True:
            self._environment.budget = budget  # another chat may have been rendered meanwhile
            budget.resume()
            is_done = _has_written_all(written, chunks, budget)
            budget.pause()
            if is_done:
                return "".join(chunks)
            yield


def _all_words(messages: Sequence[PromptMessage], tools: Sequence[Any]) -> Iterator[str]:
    """Yield all that a template gets which somebody wrote."""
    for message in messages:
        yield message.text
        yield message.call_id
        for call in message.calls:
            yield from (call.id, call.name, call.arguments)
    yield json.dumps(list(tools), ensure_ascii=False)


def _token_text(model: Model, token: int) -> str:
    return b"".join(model.pieces([token] if token >= 0 else [])).decode("utf-8", "replace")


def _has_written_all(written: Iterator[str], chunks: list[str], budget: RenderBudget) -> bool:
    """Add a slice of output to `chunks`; return whether that was the last."""
    try:
        for n_chunks, chunk in enumerate(written, start=1):
            chunks.append(chunk)
            if budget.is_slice_over() or n_chunks == _CHUNKS_PER_SLICE:
                return False
    except TemplateFailed:
        raise
    except Exception as error:
        raise TemplateFailed(_reason(error)) from error
    return True


def _environment(budget: RenderBudget) -> TemplateEnvironment:
    environment = TemplateEnvironment(
        budget,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.loopcontrols", _GenerationTag],
    )
    environment.globals["raise_exception"] = _raise_exception
    return environment


@functools.cache
def _reader() -> jinja2.Environment:
    """Return what reads a template without compiling it."""
    return jinja2.Environment(
        extensions=["jinja2.ext.loopcontrols", _GenerationTag],
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _raise_exception(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _strftime(moment: datetime, pattern: str) -> str:
    if len(pattern) > _MAX_DATE_CHARS:
        raise ValueError("a date is too long")
    if sys.platform == "win32":  # its library knows another sign for "without a leading zero"
        pattern = _WITHOUT_ZERO.sub(lambda found: found[0].replace("-", "#"), pattern)
    return moment.strftime(pattern)


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def moment_of(timestamp: float) -> datetime | None:
    """Return a chat's own "today"; None when the caller gave none."""
    return datetime.fromtimestamp(timestamp, UTC) if timestamp else None
