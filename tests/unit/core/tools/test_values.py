"""Tools as values: one way to write them down, and a digest that sees every change."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.plain_value import replace
from app.core.tools.values import (
    LONGEST_NAME,
    MOST_SCHEMA_CHARS,
    Tool,
    ToolSet,
    are_arguments,
    arguments_of,
    canonical,
    cleaned,
    part_of,
    same_arguments,
    tool_name,
    tool_of_server,
)

SCHEMA = {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "number"}}}


def described(**changes: Any) -> dict[str, Any]:
    return {"name": "search", "description": "Find.", "inputSchema": SCHEMA, **changes}


def test_a_set_of_tools_is_written_in_one_way_whatever_the_order() -> None:
    one = Tool("alpha", "First.", canonical(SCHEMA))
    two = Tool("beta", "Second.")

    assert ToolSet.of([two, one]) == ToolSet.of([one, two])
    assert ToolSet.of([two, one]).described == ToolSet.of([one, two]).described
    assert [tool["function"]["name"] for tool in json.loads(ToolSet.of([two, one]).described)] == [
        "alpha",
        "beta",
    ]


def test_a_request_has_the_tools_as_the_api_has_them() -> None:
    request = ToolSet.of([Tool("alpha", "First.", canonical(SCHEMA))]).as_request()

    assert request is not None
    function = {"name": "alpha", "description": "First.", "parameters": SCHEMA}
    assert json.loads(request.described) == [{"type": "function", "function": function}]
    assert ToolSet.of([]).as_request() is None


def test_a_set_of_tools_can_be_stored_with_a_chat() -> None:
    tools = ToolSet.of([Tool("alpha", "First.", canonical(SCHEMA)), Tool("beta", "Second.")])

    stored = msgspec.json.decode(msgspec.json.encode(tools), type=ToolSet)

    assert stored == tools
    assert stored.digest == tools.digest


@pytest.mark.parametrize(
    "change",
    [
        {"description": "Find it."},
        {"inputSchema": {"type": "object", "properties": {}}},
        {"name": "search2"},
    ],
)
def test_every_change_of_a_definition_has_another_digest(change: dict[str, Any]) -> None:
    before = tool_of_server("web", "npx server", described())
    after = tool_of_server("web", "npx server", described(**change))

    assert before is not None
    assert after is not None
    assert before.digest != after.digest


def test_another_command_or_server_has_another_digest() -> None:
    tool = tool_of_server("web", "npx server", described())
    assert tool is not None

    assert tool.digest != replace(tool, origin="npx other").digest
    assert tool.digest != replace(tool, server="net").digest


def test_what_a_server_says_of_its_harmlessness_counts_for_nothing() -> None:
    harmless = {"annotations": {"readOnlyHint": True, "destructiveHint": False}}
    tool = tool_of_server("web", "npx server", described(**harmless))

    assert tool == tool_of_server("web", "npx server", described())
    assert tool is not None
    assert tool.needs_word


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"name": 3},
        {"name": ""},
        {"name": "\u200b\U000e0041"},
        {"name": "x" * 1000},
        described(inputSchema={"type": "object", "x": "y" * MOST_SCHEMA_CHARS}),
    ],
)
def test_what_is_no_tool_is_left_out(said: dict[str, Any]) -> None:
    assert tool_of_server("web", "npx server", said) is None


def test_a_schema_that_is_none_becomes_one_without_arguments() -> None:
    schemas: list[Any] = [None, "object", [], {"type": "string"}]
    for schema in schemas:
        tool = tool_of_server("web", "npx", described(inputSchema=schema))
        assert tool is not None
        assert json.loads(tool.schema) == {"type": "object", "properties": {}}


def test_a_very_deep_schema_is_no_tool() -> None:
    deep: dict[str, Any] = {}
    for _ in range(3_000):
        deep = {"items": deep}
    assert (
        tool_of_server("web", "npx", described(inputSchema={"type": "object", "x": deep})) is None
    )


@given(st.text(), st.text())
def test_names_fit_and_are_told_apart(one: str, other: str) -> None:
    names = {tool_name("web", one), tool_name("web", other)}

    assert len(names) == len({one, other})
    for name in names:
        assert len(name) <= LONGEST_NAME
        assert name.isascii()
        assert all(char.isalnum() or char in "_-" for char in name)


def test_what_nobody_sees_is_left_out() -> None:
    hidden = "read\u202e\u200b\U000e0041\x1b[2J\x00 this\n\t👩\u200d👧 ok"

    assert cleaned(hidden) == "read[2J this\n\t👩\u200d👧 ok"
    assert cleaned("\ud800x") == "x"


def test_what_nobody_sees_is_left_out_of_a_schema_too() -> None:
    words = {"a\u200b": {"description": "Say\U000e0041 it.", "enum": ["x\u202e", 1, None]}}
    tool = tool_of_server("web", "a", described(inputSchema=SCHEMA | {"properties": words}))

    assert tool is not None
    properties = {"a": {"description": "Say it.", "enum": ["x", 1, None]}}
    assert json.loads(tool.schema) == {"type": "object", "properties": properties}


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        ("", True),
        ('{"a": "\\ud83d\\ude00"}', True),
        ('{"a": "\\ud83d"}', False),
        ('{"a\\udc00": 1}', False),
        ('{"a": 1e999}', False),
        ('{"a": [NaN]}', False),
        ("[1]", False),
    ],
)
def test_arguments_can_be_sent_as_they_are_shown(text: str, is_whole: bool) -> None:
    assert are_arguments(text) == is_whole
    assert is_whole or arguments_of(text) == {}


def test_arguments_are_compared_by_what_they_mean() -> None:
    assert same_arguments('{"b": 1, "a": 2}') == same_arguments('{"a":2,"b":1}')
    assert same_arguments("") == same_arguments("{}")
    assert same_arguments("[1]") != same_arguments("{}")
    assert not are_arguments("[" * 100_000)
    assert not are_arguments("{")


def test_the_site_of_a_call_is_its_host() -> None:
    tool = Tool("fetch", "Fetch.", site_argument="url")

    assert tool.site_of('{"url": "https://User:pw@Example.org:8080/x?q=1"}') == "example.org"
    assert tool.site_of('{"url": "http://[bad"}') == "?"
    assert tool.site_of("{}") == "?"
    assert Tool("time", "Tell.").site_of('{"url": "https://example.org"}') == ""


@given(st.text(), st.integers(1, 50))
def test_the_parts_of_a_text_are_all_of_it(text: str, n_chars: int) -> None:
    parts, begin = [], 0
    while begin < len(text):
        part, end = part_of(text, begin, n_chars)
        assert 0 < len(part) <= n_chars
        parts.append(part)
        begin = end
    assert "".join(parts) == text
