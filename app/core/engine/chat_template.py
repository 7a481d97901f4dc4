"""The model's Jinja chat template, rendered in a sandbox.

A template comes from a model file, which is untrusted input: it runs in Jinja2's sandbox, its
output is limited, and whatever it raises becomes one clear sentence.
Templates are written for Hugging Face's environment; this one offers the same names.

Threads: the engine thread. Source: Hugging Face transformers' chat template environment.
"""

from __future__ import annotations

import json
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NoReturn

import jinja2
from jinja2.ext import Extension
from jinja2.sandbox import SandboxedEnvironment

from app.core.engine.errors import TemplateFailed
from app.core.engine.protocol import PromptMessage
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import FrameType

    from jinja2.nodes import Node
    from jinja2.parser import Parser

_MAX_CHARS = 64_000_000
_MAX_SECONDS = 5.0

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
    "{% else %}{{ 'Assistant: ' + message['content'] + '\n' }}{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)
PLAIN_STOP = ("\nUser:",)


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

    Raises:
        TemplateFailed: the source is no valid Jinja.
    """

    def __init__(self, source: str, *, bos: str = "", eos: str = "", speaks_chatml: bool) -> None:
        self.stop: tuple[str, ...] = ()
        if not source:
            source = CHATML if speaks_chatml else PLAIN
            self.stop = () if speaks_chatml else PLAIN_STOP
        self._globals = {"bos_token": bos, "eos_token": eos}
        try:
            self._template = _environment().from_string(source)
        except jinja2.TemplateError as error:
            raise TemplateFailed(str(error)) from error

    def render(
        self,
        messages: Sequence[PromptMessage],
        *,
        add_generation_prompt: bool,
        today: datetime | None = None,
    ) -> str:
        """Return the prompt text of `messages`.

        A template that refuses a system message or two messages of one role in a row is asked again
        with those merged, which is what the chat means.

        Args:
            today: the date a template may mention; fixed per chat, so that a prompt never changes.

        Raises:
            TemplateFailed: the template raised, or its output has no end.
        """
        moment = today or datetime.now(UTC)
        problem: TemplateFailed | None = None
        for attempt in (_as_they_are, _merged, _without_system):
            try:
                return self._render(
                    attempt(messages), moment, add_generation_prompt=add_generation_prompt
                )
            except TemplateFailed as error:
                problem = problem or error
        assert problem is not None
        raise problem

    def _render(
        self, messages: list[dict[str, str]], today: datetime, *, add_generation_prompt: bool
    ) -> str:
        deadline = time.monotonic() + _MAX_SECONDS
        trace_before = sys.gettrace()
        sys.settrace(_alarm(deadline))
        chunks: list[str] = []
        n_chars = 0
        try:
            for chunk in self._template.generate(
                messages=messages,
                add_generation_prompt=add_generation_prompt,
                strftime_now=today.strftime,
                **self._globals,
            ):
                chunks.append(chunk)
                n_chars += len(chunk)
                if n_chars > _MAX_CHARS:
                    raise TemplateFailed("its output has no end")
        except TemplateFailed:
            raise
        except Exception as error:
            raise TemplateFailed(str(error) or type(error).__name__) from error
        finally:
            sys.settrace(trace_before)
        return "".join(chunks)


def _alarm(deadline: float) -> Callable[[FrameType, str, Any], Any]:
    """Return a trace function that ends a template which computes for ever.

    Nothing else can: a loop without output never comes back to us.
    """

    def trace(frame: FrameType, _event: str, _argument: Any) -> Any:
        if time.monotonic() > deadline:
            raise TemplateFailed(f"it computed for {_MAX_SECONDS:.0f} seconds without an end")
        return trace if frame.f_code.co_filename == "<template>" else None

    return trace


def _environment() -> SandboxedEnvironment:
    environment = SandboxedEnvironment(
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.loopcontrols", _GenerationTag],
    )
    environment.filters["tojson"] = _to_json
    environment.filters["from_json"] = json.loads
    environment.globals["raise_exception"] = _raise_exception
    return environment


def _to_json(value: Any, indent: int | None = None, **_options: Any) -> str:
    # Jinja2's own filter escapes HTML, which would change the prompt.
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _raise_exception(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _plain(messages: Iterable[PromptMessage]) -> list[dict[str, str]]:
    return [{"role": message.role.value, "content": message.text} for message in messages]


def _as_they_are(messages: Sequence[PromptMessage]) -> list[dict[str, str]]:
    return _plain(messages)


def _merged(messages: Sequence[PromptMessage]) -> list[dict[str, str]]:
    """Join neighbours of one role with a blank line."""
    joined: list[PromptMessage] = []
    for message in messages:
        if joined and joined[-1].role is message.role:
            joined[-1] = PromptMessage(message.role, f"{joined[-1].text}\n\n{message.text}")
        else:
            joined.append(message)
    return _plain(joined)


def _without_system(messages: Sequence[PromptMessage]) -> list[dict[str, str]]:
    """Put the system text before the first user message, then join neighbours."""
    return _merged(
        [
            PromptMessage(Role.USER, message.text) if message.role is Role.SYSTEM else message
            for message in messages
        ]
    )


def moment_of(timestamp: float) -> datetime | None:
    """Return a chat's own "today"; None when the caller gave none."""
    return datetime.fromtimestamp(timestamp, UTC) if timestamp else None
