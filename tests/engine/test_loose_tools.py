"""Tools whose arguments no call can be bound to: those are any value, which is told of each."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.engine.output.format_child import begin_format_child, formats_said
from app.core.prompts.grammars.gbnf import parse_grammar
from tests.helpers.bound_answers import matcher_of
from tests.helpers.chat_templates import template_named

UNKNOWN: dict[str, Any] = {
    "look_ahead": {"type": "string", "pattern": "^(?!x).*$"},
    "inner": {"type": "object", "properties": {"a": {"type": "string", "pattern": "[a-z]"}}},
    "pattern_and_length": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 5},
    "type": {"type": "date"},
    "reference": {"$ref": "#/definitions/nowhere"},
    "nothing": {"enum": []},
    "words": {"type": "string", "maxLength": "5"},
}


def tool(name: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "parameters": schema}}


def asked(template: str, *tools: Any) -> Any:
    question: dict[str, Any] = {"template": template_named(template), "bos": "", "eos": ""}
    question |= {"tools": tools, "tool_choice": "required", "many_calls": False}
    return formats_said(begin_format_child(question), question)[0]


@pytest.mark.parametrize("wrong", UNKNOWN)
def test_one_argument_of_thirty_tools_is_any_value(wrong: str) -> None:
    others = [tool(f"other{number}", n={"type": "integer"}) for number in range(29)]
    given = tool("one", x=UNKNOWN[wrong], n={"type": "integer"})
    found = asked("Qwen-Qwen2.5-7B-Instruct", *others, given)
    assert found.loose == ("one.x.a" if wrong == "inner" else "one.x",)
    form = matcher_of(parse_grammar(found.grammar))

    def is_call(name: str, arguments: str) -> bool:
        call = f'{{"name": "{name}", "arguments": {arguments}}}'
        return form.completes(f"{found.generation_prompt}<tool_call>\n{call}\n</tool_call>")

    said = '{"a": "b"}' if wrong == "inner" else '"abc"'
    assert is_call("one", f'{{"x": {said}, "n": 1}}')
    assert not is_call("one", f'{{"x": {said}, "n": "b"}}')
    assert is_call("other3", '{"n": 3}')
    assert not is_call("other3", '{"n": "b"}')


def test_a_schema_that_is_wrong_itself_leaves_all_arguments_free() -> None:
    broken = tool("one", n={"type": "integer"})
    broken["function"]["parameters"]["$ref"] = "#/nowhere"
    found = asked("Qwen-Qwen2.5-7B-Instruct", broken, tool("two", n={"type": "integer"}))
    assert found.loose == ("one",)


def test_what_fits_is_not_called_loose() -> None:
    assert asked("Qwen3-Coder", tool("one", n={"type": "integer"})).loose == ()
