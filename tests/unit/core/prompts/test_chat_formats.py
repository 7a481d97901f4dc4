"""llama.cpp's chat formats through our door: every question has an answer or a named error."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.engine.prompts.chat_template import CHATML
from app.core.prompts.chat_formats import (
    ChatFormatFailed,
    ChatFormats,
    ChatFormatsMissing,
    ChatRequest,
    ParsedAnswer,
    TriggerKind,
    find_chat_formats,
)
from tests.helpers.chat_templates import template_named

if TYPE_CHECKING:
    from pathlib import Path

QUESTION = ({"role": "user", "content": "What is 6 times 7?"},)
WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of a place.",
        "parameters": {
            "type": "object",
            "properties": {"place": {"type": "string"}, "days": {"type": "integer"}},
            "required": ["place", "days"],
        },
    },
}
# What a model of each family writes, from its first token on, and where its thinking is.
SAID = {
    "Qwen-Qwen3-0.6B": "<think>\nSix sevens.\n</think>\n\n42 it is.",
    "Qwen-QwQ-32B": "Six sevens.\n</think>\n\n42 it is.",
    "openai-gpt-oss-120b": (
        "<|channel|>analysis<|message|>Six sevens.<|end|>"
        "<|start|>assistant<|channel|>final<|message|>42 it is."
    ),
    "ByteDance-Seed-OSS": "<seed:think>Six sevens.</seed:think>42 it is.",
    "mistralai-Ministral-3-14B-Reasoning-2512": "[THINK]Six sevens.[/THINK]42 it is.",
    "google-gemma-4-31B-it": "<|channel>thought\nSix sevens.<channel|>42 it is.",
}


@pytest.fixture(scope="module")
def formats() -> ChatFormats:
    return find_chat_formats()


def test_a_template_is_applied_and_described(formats: ChatFormats) -> None:
    found = formats.apply(ChatRequest(CHATML, QUESTION))
    assert found.prompt == (
        "<|im_start|>user\nWhat is 6 times 7?<|im_end|>\n<|im_start|>assistant\n"
    )
    assert found.generation_prompt == "<|im_start|>assistant\n"
    assert not found.can_think
    assert not found.grammar


@pytest.mark.parametrize("name", SAID)
def test_thinking_is_told_from_the_answer_wherever_the_text_is_cut(
    formats: ChatFormats, name: str
) -> None:
    found = formats.apply(ChatRequest(template_named(name), QUESTION, bos="<s>", eos="</s>"))
    assert found.can_think
    assert found.can_switch_thinking
    said = SAID[name]
    before = ParsedAnswer()
    for n_chars in range(len(said) + 1):
        parsed = formats.parse(found, said[:n_chars], is_partial=True)
        assert parsed.thinking.startswith(before.thinking), said[:n_chars]
        assert parsed.answer.startswith(before.answer), said[:n_chars]
        assert "Six sevens.".startswith(parsed.thinking.strip()), said[:n_chars]
        assert "42 it is.".startswith(parsed.answer.lstrip()), said[:n_chars]
        before = parsed
    whole = formats.parse(found, said, is_partial=False)
    assert (whole.thinking.strip(), whole.answer.lstrip()) == ("Six sevens.", "42 it is.")


def test_a_call_of_a_tool_is_found_and_its_grammar_waits_for_it(formats: ChatFormats) -> None:
    request = ChatRequest(template_named("Qwen-Qwen2.5-7B-Instruct"), QUESTION, tools=(WEATHER,))
    found = formats.apply(request)
    assert found.is_grammar_lazy
    assert "root ::=" in found.grammar
    assert {trigger.kind for trigger in found.triggers} <= set(TriggerKind)
    said = (
        '<tool_call>\n{"name": "weather", "arguments": {"place": "Rome", "days": 2}}\n</tool_call>'
    )
    (call,) = formats.parse(found, said, is_partial=False).tool_calls
    assert call.name == "weather"
    assert json.loads(call.arguments) == {"place": "Rome", "days": 2}


@pytest.mark.parametrize("piece", ["word ", "<think>", "<", "\n", "{[", "</think>\n<tool_call>"])
def test_a_very_long_answer_is_parsed_on_the_small_stack_of_a_thread(
    formats: ChatFormats, piece: str
) -> None:
    found = formats.apply(
        ChatRequest(template_named("Qwen-Qwen3-0.6B"), QUESTION, tools=(WEATHER,))
    )
    said = "<think>\nSix sevens.\n</think>\n\n" + piece * (500_000 // len(piece))
    parsed: list[ParsedAnswer] = []
    thread = threading.Thread(
        target=lambda: parsed.append(formats.parse(found, said, is_partial=True))
    )
    thread.start()
    thread.join()
    assert [one.thinking.strip() for one in parsed] == ["Six sevens."]


@given(text=st.text(st.characters(codec="utf-8"), max_size=60))
def test_words_without_a_mark_come_back_as_they_are(text: str) -> None:
    formats = find_chat_formats()
    plain = formats.apply(ChatRequest(CHATML, QUESTION))
    parsed = formats.parse(plain, text, is_partial=False)
    assert parsed.answer == text
    assert not parsed.thinking


@pytest.mark.parametrize(
    "template",
    [
        "",
        "{% for message in messages %}",
        "{{ raise_exception('not for you') }}",
        "{% if %}",
        "{{ messages | no_such_filter }}",
        "{{ messages.no_such_function() }}",
    ],
)
def test_a_template_that_is_none_has_a_named_error(formats: ChatFormats, template: str) -> None:
    with pytest.raises(ChatFormatFailed) as failed:
        formats.apply(ChatRequest(template, QUESTION))
    assert failed.value.detail


def test_a_half_of_a_pair_of_surrogates_is_refused_and_not_passed_on(formats: ChatFormats) -> None:
    with pytest.raises(ChatFormatFailed):
        formats.apply(ChatRequest(CHATML, ({"role": "user", "content": "\ud800"},)))


def test_text_with_a_null_character_is_not_cut_off(formats: ChatFormats) -> None:
    found = formats.apply(ChatRequest(CHATML, ({"role": "user", "content": "a\x00b"},)))
    assert "a\x00b<|im_end|>" in found.prompt


@pytest.mark.parametrize("content", [None, b"", b"no library"])
def test_a_library_that_is_missing_or_none_has_a_named_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    for name in ("libhearth-chat.so", "libhearth-chat.dylib", "hearth-chat.dll"):
        if content is not None:
            (tmp_path / name).write_bytes(content)
    monkeypatch.setattr("app.core.prompts.chat_formats.library_folder", lambda: tmp_path)
    with pytest.raises(ChatFormatsMissing):
        find_chat_formats.__wrapped__()
