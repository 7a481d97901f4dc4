"""A child that has llama.cpp derive from a chat template how a model answers.

llama.cpp applies the template to a few messages for that, without a limit on time or memory, and a
template comes from a file that anybody may have written: the child is ended when it takes too long.
What it found is values; taking an answer apart by them runs no template.

What of a tool's schema it cannot bind an argument to makes that argument any value: many programs
send what no other of their tools needs, and one of thirty shall not end the request.

Threads: `begin_format_child` and `formats_said` any; the rest in the child.
"""

from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from app.core.plain_value import replace
from app.core.prompts.chat_formats import (
    ChatFormat,
    ChatFormatFailed,
    ChatRequest,
    find_chat_formats,
)
from app.core.system.probes import Probe, found_in, own_probe, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    _Tool: TypeAlias = dict[str, Any]  # as in OpenAI's chat completions

logger = logging.getLogger(__name__)

_TIMEOUT_S = 10.0
_PROBE = ({"role": "user", "content": "Hello"},)
_ANYTHING: Final = 'root ::= ""'
_ANY_OBJECT: Final[dict[str, Any]] = {"type": "object"}
_VALUES: Final = ("const", "enum", "default", "examples")


def begin_format_child(question: dict[str, Any], command: Sequence[str] | None = None) -> Probe:
    """Begin to ask a child.

    Args:
        question: "template", "bos", "eos"; "tools", "tool_choice" and "many_calls" where there are
            tools.
        command: how to start the child; None for this program.

    Raises:
        ProbeFailed: it could not be started.
    """
    return Probe(command or own_probe("chat-format"), json.dumps(question).encode("ascii"))


def formats_said(child: Probe, question: dict[str, Any]) -> tuple[ChatFormat, ...]:
    """Return what a child answers: a format for each way of thinking that makes a difference.

    Args:
        question: that it was asked.

    Raises:
        ProbeFailed: it died, or took too long and was ended.
        ValueError, KeyError, TypeError: it said what nobody understands.
    """
    output, errors = child.output(_TIMEOUT_S)
    said = errors.decode("utf-8", "replace")
    texts = tuple(_any_text(question.get("tools", ()), said))
    found = map(ChatFormat.of_json, found_in(output))
    formats = tuple(replace(one, loose=(*one.loose, *texts)) for one in found)
    for name in formats[0].loose if formats else ():
        logger.info("calls are not bound to the schema of %s", name)
    return formats


def run_chat_format_child() -> int:
    """Answer the question on standard input with one line of JSON; return the exit code."""
    question = json.load(sys.stdin)
    formats: list[dict[str, Any]] = []
    given = question.get("tools", ())
    tools, loose = _bindable(given, question) if given else ((), ())
    for is_thinking in (True, False):
        try:
            found = replace(_applied(question, tools, is_thinking=is_thinking), loose=loose)
        except ChatFormatFailed as error:
            sys.stderr.write(f"{error.detail}\n")
            continue
        if found.as_json() not in formats:
            formats.append(found.as_json())
    say(formats)
    return 0


def _applied(
    question: Mapping[str, Any], tools: Sequence[_Tool], *, is_thinking: bool = True
) -> ChatFormat:
    return find_chat_formats().apply(
        ChatRequest(
            question["template"],
            _PROBE,
            bos=question["bos"],
            eos=question["eos"],
            tools=tuple(tools),
            tool_choice=question.get("tool_choice", "auto"),
            many_calls=question.get("many_calls", True),
            is_thinking=is_thinking,
        )
    )


def _bindable(
    tools: Sequence[_Tool], question: Mapping[str, Any]
) -> tuple[tuple[_Tool, ...], tuple[str, ...]]:
    """Return tools that answers can be bound to, and what of them may be any value for that."""
    # NumPy and llguidance, which a child without tools does not need.
    from app.core.prompts.grammars.gbnf import parse_grammar
    from app.core.prompts.grammars.matching import MalformedGrammar

    def fits(*some: _Tool) -> bool:
        try:
            parse_grammar(_applied(question, some).grammar or _ANYTHING)
        except (ChatFormatFailed, MalformedGrammar):
            return False
        return True

    unbound = tuple(_with_parameters(tool, _ANY_OBJECT) for tool in tools)
    if fits(*tools) or not fits(*unbound):  # else it is not for the schemas
        return tuple(tools), ()
    found: list[_Tool] = []
    loose: tuple[str, ...] = ()
    for tool in tools:
        loosened, names = (tool, ()) if fits(tool) else _loosened(tool, fits)
        found.append(loosened)
        loose += names
    if fits(*found):
        return tuple(found), loose
    return unbound, tuple(str(tool["function"]["name"]) for tool in tools)


def _loosened(tool: _Tool, fits: Callable[[_Tool], bool]) -> tuple[_Tool, tuple[str, ...]]:
    """Return a tool with as many of its arguments any value as have to be, and their names."""
    name, schema = tool["function"]["name"], tool["function"]["parameters"]
    given = schema.get("properties")
    wrong = [
        one
        for one in (given if isinstance(given, dict) else {})
        if not fits(_with_parameters(tool, schema | {"properties": {one: given[one]}}))
    ]
    any_value: dict[str, Any] = {one: {} for one in wrong}
    better = _with_parameters(tool, schema | {"properties": (given or {}) | any_value})
    if wrong and fits(better):
        return better, tuple(f"{name}.{one}" for one in wrong)
    return _with_parameters(tool, _ANY_OBJECT), (str(name),)


def _any_text(tools: Sequence[_Tool], said: str) -> Iterator[str]:
    """Give the texts that a call is bound to half at most.

    Args:
        said: by llama.cpp on standard error.
    """
    for tool in tools:
        function = tool["function"]
        for where, schema in _texts_in(function["parameters"], str(function["name"])):
            is_unknown = f"pattern {schema['pattern']} is not supported" in said
            if is_unknown or "minLength" in schema or "maxLength" in schema:
                yield where


def _texts_in(schema: Any, where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give the schemas of texts with a pattern."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield where, schema
        for key, inner in schema.items():
            is_named = key == "properties" and isinstance(inner, dict)
            for name in inner if is_named else ():
                yield from _texts_in(inner[name], f"{where}.{name}")
            if not is_named and key not in _VALUES:
                yield from _texts_in(inner, where)
    for one in schema if isinstance(schema, list) else ():
        yield from _texts_in(one, where)


def _with_parameters(tool: _Tool, schema: Mapping[str, Any]) -> _Tool:
    return {**tool, "function": {**tool["function"], "parameters": dict(schema)}}
