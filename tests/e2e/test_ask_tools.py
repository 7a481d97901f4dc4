"""`hearth ask --tools`: which tools a chat gets, and what is said where they cannot be had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.store import ChatStore
from app.core.conversations.texts.chat_sampling import tools_of
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.tools.frozen_sets import FrozenSets
from tests.helpers.chat_templates import template_named, template_names
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths

QWEN = "Qwen-Qwen2.5-7B-Instruct"


def tools_in(paths: Paths) -> list[str]:
    """Return the names of the tools of the newest chat."""
    with ChatStore.open(paths.database) as store:
        chat = store.list_chats()[0]
    found = FrozenSets(paths.data).find(tools_of(chat.setup))
    return [] if found is None else [tool.name for tool in found.tools]


def test_a_chat_keeps_the_tools_that_it_began_with(
    hearth: Any, paths: Paths, tmp_path: Path
) -> None:
    template = template_named(QWEN) if QWEN in template_names() else None
    if template is None:
        pytest.skip("the templates of llama.cpp are not there")
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=template, n_ctx=8192)
    asked = ("ask", "--model", str(model), "--temp", "0", "--max-tokens", "4")
    first = hearth(*asked, "--tools", "current_time", "calculate", "--json", "--", "Hello")
    assert first.code == 0, first.err
    assert tools_in(paths) == ["calculate", "current_time", "read_more"]
    alone = hearth(*asked, "--json", "Hello")
    assert first.figures["prompt_tokens"] > alone.figures["prompt_tokens"] + 100

    chat = str(first.figures["chat_id"])
    again = hearth(*asked, "--chat", chat, "--json", "And now?")
    assert again.figures["restored_tokens"] > first.figures["prompt_tokens"] - 40


def test_a_model_that_is_not_told_of_tools_is_named(hearth: Any, tiny_model: Path) -> None:
    asked = ("ask", "--model", str(tiny_model), "--temp", "0", "--max-tokens", "4")
    ran = hearth(*asked, "--tools", "calculate", "--", "Hello")
    assert ran.code == 0, ran.err
    assert "this model's chat template does not mention tools" in ran.err


def test_a_tool_that_there_is_not_ends_the_command_before_a_model_is_loaded(hearth: Any) -> None:
    ran = hearth("ask", "--model", "none.gguf", "--tools", "launch_rockets", "--", "Hello")
    assert ran.code == EXIT_KNOWN_ERROR
    assert "There is no tool launch_rockets." in ran.err
