"""Calls of tools and their results, as they are kept with messages."""

from __future__ import annotations

import pytest

from app.core.content.tool_steps import ToolStep
from app.core.messages import ToolCall


@pytest.mark.parametrize(
    ("title", "address", "told"),
    [
        ("Rye bread", "https://a.example/1", "Rye bread"),
        ("", "https://a.example/1", "https://a.example/1"),
        ("www.a.example", "https://a.example/1", "www.a.example"),
        ("https://B.example/log", "https://a.example/1", "https://B.example/log – a.example"),
        ("a.example.evil.example", "https://a.example/1", "a.example.evil.example – a.example"),
        ("[b](c)", "https://a.example/1", "b c"),
    ],
)
def test_the_title_of_a_source_does_not_hide_where_it_leads(
    title: str, address: str, told: str
) -> None:
    step = ToolStep(ToolCall("search", "{}"), links=((title, address),))
    assert step.plain_links == [(told, address)]
