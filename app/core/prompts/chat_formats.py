"""The library of chat formats, by ctypes.

Text goes in and comes out as JSON. A template runs in there without a limit on its time: who
applies one that comes from a model file does so in a child that can be ended. Parsing runs none.

What goes into llama.cpp's chat formats, and what comes out.

Threads: any; nothing is kept between calls.

Source: llama.cpp common/chat.h, `common_chat_templates_inputs` and `common_chat_params`.
"""

from __future__ import annotations

import ctypes
import enum
import functools
import json
import re
import secrets
import string
import sys
from typing import TYPE_CHECKING, Any

from msgspec import field

from app.core.errors import WordedError
from app.core.ggml.native_library import library_folder, open_library
from app.core.messages import ToolCall
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class TriggerKind(enum.IntEnum):
    """What begins a grammar that waits for its moment; the numbers are llama.cpp's."""

    TOKEN = 0
    WORD = 1
    PATTERN = 2
    FULL_PATTERN = 3


class GrammarTrigger(PlainValue, frozen=True):
    """From where on a grammar holds: a token, a word, or a regular expression."""

    kind: TriggerKind
    value: str


class ChatRequest(PlainValue, frozen=True):
    """A template and what it is applied to.

    Attributes:
        template: Jinja text; not empty.
        messages: as in OpenAI's chat completions: `role`, `content`, `tool_calls`, ...
        bos, eos: text of the begin and end tokens.
        now: seconds since 1970, for templates that are given a date as text. One that calls
            `strftime_now` gets the local date by llama.cpp's own reading of the clock.
        tools: as in OpenAI's chat completions.
        tool_choice: "auto", "none" or "required".
        many_calls: whether several tools may be called at once.
        is_thinking: what a template that can think with and without is told.
        arguments: further ones that the template asks for by name.
        json_schema: what the answer has to be; None for anything.
        add_generation_prompt: let the model answer.
    """

    template: str
    messages: tuple[Mapping[str, Any], ...]
    bos: str = ""
    eos: str = ""
    now: int = 0
    tools: tuple[Mapping[str, Any], ...] = ()
    tool_choice: str = "auto"
    many_calls: bool = True
    is_thinking: bool = True
    arguments: Mapping[str, Any] = field(default_factory=dict)
    json_schema: Mapping[str, Any] | None = None
    add_generation_prompt: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return it in the words of `chat_formats.cpp`."""
        request: dict[str, Any] = {
            "template": self.template,
            "messages": list(self.messages),
            "bos": self.bos,
            "eos": self.eos,
            "now": self.now,
            "enable_thinking": self.is_thinking,
            "arguments": dict(self.arguments),
            "add_generation_prompt": self.add_generation_prompt,
        }
        if self.tools:
            request["tools"] = list(self.tools)
            request["tool_choice"] = self.tool_choice
            request["parallel_tool_calls"] = self.many_calls
        if self.json_schema is not None:
            request["json_schema"] = dict(self.json_schema)
        return request


class ChatFormat(PlainValue, frozen=True):
    """How a model that was given a prompt marks the parts of its answer.

    Attributes:
        prompt: the text of the messages, as llama.cpp's own Jinja writes it.
        generation_prompt: its end, which belongs to the answer already.
        number, parser: what `ChatFormats.parse` needs.
        can_think: the template marks thinking.
        can_switch_thinking: it asks whether to.
        thinking_start: what begins thinking; "" where it is not known or begins by itself.
        thinking_ends: what ends it, the commonest first.
        grammar: GBNF for the calls of tools or the schema; "" for none.
        is_grammar_lazy: it holds from one of `triggers` on, not from the beginning.
        triggers: from where on.
        preserved_tokens: control tokens whose text has to stay in the answer for the parser.
        stops: texts that end the answer.
        abilities: what the template can, by llama.cpp's names.
        loose: arguments that a call is not bound to as their schema says, as "tool.argument".
    """

    prompt: str
    generation_prompt: str
    number: int
    parser: str
    can_think: bool
    can_switch_thinking: bool
    thinking_start: str
    thinking_ends: tuple[str, ...]
    grammar: str
    is_grammar_lazy: bool
    triggers: tuple[GrammarTrigger, ...]
    preserved_tokens: tuple[str, ...]
    stops: tuple[str, ...]
    abilities: frozenset[str]
    loose: tuple[str, ...] = ()

    @classmethod
    def of_json(cls, answer: Mapping[str, Any]) -> ChatFormat:
        """Return the format that `chat_formats.cpp` describes.

        Raises:
            KeyError, TypeError, ValueError: it is of another version.
        """
        return cls(
            prompt=str(answer["prompt"]),
            generation_prompt=str(answer["generation_prompt"]),
            number=int(answer["number"]),
            parser=str(answer["parser"]),
            can_think=bool(answer["supports_thinking"]),
            can_switch_thinking=bool(answer["can_switch_thinking"]),
            thinking_start=str(answer["thinking_start"]),
            thinking_ends=tuple(answer["thinking_ends"]),
            grammar=str(answer["grammar"]),
            is_grammar_lazy=bool(answer["is_grammar_lazy"]),
            triggers=tuple(
                GrammarTrigger(TriggerKind(one["type"]), str(one["value"]))
                for one in answer["grammar_triggers"]
            ),
            preserved_tokens=tuple(answer["preserved_tokens"]),
            stops=tuple(answer["stops"]),
            abilities=frozenset(name for name, has in answer["abilities"].items() if has),
            loose=tuple(answer.get("loose", ())),
        )

    def as_json(self) -> dict[str, Any]:
        """Return what `of_json` reads."""
        return {
            "prompt": self.prompt,
            "generation_prompt": self.generation_prompt,
            "number": self.number,
            "parser": self.parser,
            "supports_thinking": self.can_think,
            "can_switch_thinking": self.can_switch_thinking,
            "thinking_start": self.thinking_start,
            "thinking_ends": list(self.thinking_ends),
            "grammar": self.grammar,
            "is_grammar_lazy": self.is_grammar_lazy,
            "grammar_triggers": [
                {"type": one.kind.value, "value": one.value} for one in self.triggers
            ],
            "preserved_tokens": list(self.preserved_tokens),
            "stops": list(self.stops),
            "abilities": dict.fromkeys(sorted(self.abilities), True),
            "loose": list(self.loose),
        }


class ParsedAnswer(PlainValue, frozen=True):
    """What a model has said, taken apart."""

    thinking: str = ""
    answer: str = ""
    tool_calls: tuple[ToolCall, ...] = ()

    @classmethod
    def of_json(cls, message: Mapping[str, Any]) -> ParsedAnswer:
        """Return the parts of a message in the words of OpenAI's chat completions.

        Raises:
            KeyError, TypeError, ValueError: it is of another version.
        """
        return cls(
            thinking=str(message.get("reasoning_content") or ""),
            answer=str(message.get("content") or ""),
            tool_calls=tuple(
                ToolCall(
                    str(call["function"]["name"]),
                    str(call["function"]["arguments"]),
                    str(call.get("id") or ""),
                )
                for call in message.get("tool_calls") or ()
            ),
        )


class ChatFormatsMissing(WordedError):
    """The library is not there, or not one of this version."""

    what = phrase("llama.cpp's chat format library is not installed.")
    effect = phrase("Hearth recognises thinking only by the most common tags.")
    remedy = phrase("Install Hearth from its package, or build it with `make`.")


class ChatFormatFailed(WordedError):
    """llama.cpp makes nothing of a template, or of what a model said."""

    what = phrase("llama.cpp does not understand this model's chat template.")
    effect = phrase("Hearth cannot separate its thinking and tool calls from the answer.")
    remedy = phrase("You can chat with it anyway.")


_NAMES = {"win32": "hearth-chat.dll", "darwin": "libhearth-chat.dylib"}
_ON_OTHERS = "libhearth-chat.so"


class ChatFormats:
    """What llama.cpp knows of chat formats.

    Args:
        path: of the library.

    Raises:
        ChatFormatsMissing: it cannot be loaded.
    """

    def __init__(self, path: Path) -> None:
        try:
            library = open_library(path)
            self._apply = _door(library, "hearth_chat_apply")
            self._parse = _door(library, "hearth_chat_parse")
            self._free = library.hearth_chat_free
        except (OSError, AttributeError) as error:
            raise ChatFormatsMissing(str(error)) from error
        self._free.argtypes = (ctypes.c_void_p,)
        self._free.restype = None

    def apply(self, request: ChatRequest) -> ChatFormat:
        """Apply a template to messages, and derive how the model will answer.

        Where a call is required, the grammar lets only blanks and thinking stand before it; that of
        llama.cpp lets a model say words without end.

        Raises:
            ChatFormatFailed: llama.cpp makes nothing of it; its reason is the detail.
        """
        found = ChatFormat.of_json(self._ask(self._apply, request.as_json()))
        if request.tool_choice != "required" or not found.grammar:
            return found
        return replace(found, grammar=_without_words(found.grammar, json.loads(found.parser)))

    def parse(self, chat_format: ChatFormat, text: str, *, is_partial: bool) -> ParsedAnswer:
        """Take apart what a model has said so far.

        Args:
            chat_format: of the prompt that it was given.
            text: without the prompt, from its first character on.
            is_partial: it goes on; what may be the beginning of a mark is held back.

        Raises:
            ChatFormatFailed: it is not of that format.
        """
        request = {
            "format": chat_format.number,
            "parser": chat_format.parser,
            "generation_prompt": chat_format.generation_prompt,
            "text": text,
            "is_partial": is_partial,
        }
        return ParsedAnswer.of_json(self._ask(self._parse, request))

    def _ask(self, door: Any, request: object) -> dict[str, Any]:
        try:
            # ASCII, so that a half of a surrogate pair is an escape that C++ refuses.
            written = json.dumps(request).encode("ascii")
        except RecursionError as error:
            raise ChatFormatFailed("it is nested too deeply") from error
        pointer = door(written)
        if not pointer:
            raise MemoryError("no memory for a chat format")
        try:
            answer: dict[str, Any] = json.loads(ctypes.string_at(pointer))
        finally:
            self._free(pointer)
        if "error" in answer:
            raise ChatFormatFailed(str(answer["error"]))
        return answer


@functools.cache
def find_chat_formats() -> ChatFormats:
    """Return llama.cpp's chat formats, from the library beside llama.cpp's own.

    Raises:
        ChatFormatsMissing: this installation has none.
    """
    return ChatFormats(library_folder() / _NAMES.get(sys.platform, _ON_OTHERS))


def _without_words(grammar: str, parser: Mapping[str, Any]) -> str:
    """Return a grammar of calls in which no words stand before or behind them.

    Args:
        parser: that llama.cpp has written the grammar from. It knows what is words, and what has no
            name in there is called by its number in the grammar.
    """
    nodes, rules = parser["parsers"], parser["rules"]
    # Only "\n" ends a rule: texts of a schema stand in it with the line ends of Unicode in them.
    lines = dict(line.split(" ::= ", 1) for line in grammar.split("\n") if line)
    todo, seen = [(int(parser["root"]), "root")], set()
    while todo:
        number, rule = todo.pop()
        node = nodes[number]
        if (number, rule) in seen:
            continue
        seen.add((number, rule))
        inner = [*node.get("children", ()), *([node["child"]] if "child" in node else ())]
        match node["type"]:
            case "tag" if node["tag"] == "content":
                words = nodes[node["child"]].get("name", f"until-{node['child']}")
                said = rf"(?<![\w-]){re.escape(words)}(?![\w-])\??"
                lines[rule] = re.sub(said, '""', lines[rule])
            case "rule":
                todo += [(one, node["name"]) for one in inner]
            case "ref":
                todo.append((int(rules[node["name"]]), rule))
            case _:
                todo += [(one, rule) for one in inner]
    return "".join(f"{name} ::= {text}\n" for name, text in lines.items())


def _door(library: ctypes.CDLL, name: str) -> Any:
    function = getattr(library, name)
    function.argtypes = (ctypes.c_char_p,)
    function.restype = ctypes.c_void_p
    return function


_ID_LETTERS = string.ascii_letters + string.digits
_ID_LENGTH = 9


def new_call_id() -> str:
    """Return a name for a call; Mistral's templates take no other form, and the others any."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
