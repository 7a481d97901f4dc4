"""A conversation that only grows has a prompt that only grows, or it is known why not.

Else what was computed of it would be computed again. The conversations are such as programs send:
with system messages in the middle, calls of tools, and neighbours of one role. What was asked last
has to stand in the next prompt where it stood, with all that is before it, byte for byte.
"""

from __future__ import annotations

import functools
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.content.answer_parts import AnswerParts
from app.core.engine.errors import TemplateFailed
from app.core.engine.prompts.chat_template import CHATML, PLAIN, ChatTemplate
from app.core.engine.sliced_work import run_to_end
from app.core.messages import Role, ToolCall
from app.core.protocol import PromptMessage
from tests.helpers.chat_templates import template_named, template_names

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TOOL = {
    "type": "function",
    "function": {
        "name": "look",
        "description": "Looks.",
        "parameters": {"type": "object", "properties": {"at": {"type": "string"}}},
    },
}
TEMPLATES = {"chatml": CHATML, "plain": PLAIN} | {
    name: template_named(name) for name in template_names()
}

# What a conversation has in it: a letter for each message, C for an answer that calls a tool.
WORDS, TOOLS, LOOP, THOUGHT = "words", "tools", "a loop of tools", "thinking"
EXAMPLES = {
    WORDS: ["SUASUAUSA", "USAUSSUA", "SSUUAAU"],
    TOOLS: ["SUCTSAUCTAU", "SUCTU", "UCTSCTSUA"],
    LOOP: ["SUSCTSCTSCTS", "UCTSCTCTS"],
    THOUGHT: ["SUASUAUASU", "SUCTSAUCTAUCTAU"],
}
ALL = (WORDS, TOOLS, LOOP, THOUGHT)

DROPS = "it leaves out what was thought before the latest question"
OPENS = "it writes empty marks of thinking behind the latest question only"
LATEST = "it keeps the thinking of the latest answer only"
BEFORE_LAST = "it writes the system message or the tools before the latest question"
FORMAT = "written for tools of another form than OpenAI's"
BREAK_IT: dict[str, tuple[tuple[str, ...], str]] = {
    "CohereForAI-c4ai-command-r-plus-tool_use": ((TOOLS, LOOP, THOUGHT), FORMAT),
    "fireworks-ai-llama-3-firefunction-v2": (ALL, FORMAT),
    "mistralai-Mistral-Nemo-Instruct-2407": (ALL, BEFORE_LAST),
    "Mistral-Small-3.2-24B-Instruct-2506": ((TOOLS, THOUGHT), BEFORE_LAST),
    "Qwen3.5-4B": ((TOOLS, THOUGHT), OPENS),
    "StepFun3.5-Flash": ((WORDS, TOOLS, THOUGHT), OPENS),
    "openai-gpt-oss-120b": ((TOOLS, THOUGHT), DROPS),
    "LFM2.5-Instruct": ((LOOP, THOUGHT), LATEST),
} | dict.fromkeys(
    (
        "GLM-4.6",
        "GLM-4.7-Flash",
        "Kimi-K2-Thinking",
        "LFM2.5-8B-A1B",
        "MiniMax-M2",
        "NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
        "Qwen-Qwen3-0.6B",
        "google-gemma-4-31B-it-interleaved",
        "openbmb-MiniCPM5-1B",
    ),
    ((THOUGHT,), DROPS),
)


@functools.cache
def _template(name: str) -> ChatTemplate:
    return ChatTemplate(TEMPLATES[name], bos="<s>", eos="</s>", speaks_chatml=True)


def _word(number: int) -> str:
    return f"word{number:03}end"


def _answer(number: int, kind: str, *, thinks: bool) -> PromptMessage:
    thought = f"<think>\nthought{number:03}\n</think>\n\n" if thinks else ""
    parts = AnswerParts(8, 8 + len(f"thought{number:03}"), len(thought)) if thinks else None
    calls = (ToolCall("look", '{"at": "it"}', f"call{number:05}"),) if kind == "C" else ()
    return PromptMessage(Role.ASSISTANT, thought + _word(number), parts=parts, calls=calls)


def _conversation(letters: str, *, thinks: bool) -> Iterator[PromptMessage]:
    for number, letter in enumerate(letters):
        match letter:
            case "S":
                yield PromptMessage(Role.SYSTEM, _word(number))
            case "U":
                yield PromptMessage(Role.USER, _word(number))
            case "T":
                call = f"call{number - 1:05}"
                yield PromptMessage(Role.TOOL, _word(number), call_id=call)
            case _:
                yield _answer(number, letter, thinks=thinks)


def _written(name: str, chat: list[PromptMessage], *, has_tools: bool) -> str:
    rendering = _template(name).rendering(
        chat, add_generation_prompt=True, today=NOW, tools=(TOOL,) if has_tools else ()
    )
    return run_to_end(rendering).text


def _grows(name: str, letters: str, kind: str) -> bool:
    """Whether each prompt of a conversation begins as the one before it, with no words lost."""
    chat = list(_conversation(letters, thinks=kind in (LOOP, THOUGHT)))
    before = ""
    for number, letter in enumerate(letters):
        if letter in "AC" or not letters[: number + 1].strip("S"):
            continue  # nothing is asked there
        text = _written(name, chat[: number + 1], has_tools="C" in letters)
        if _word(number) not in text or not text.startswith(before):
            return False
        before = text[: text.rfind(_word(number)) + len(_word(number))]
    said = [number for number, letter in enumerate(letters) if letter not in "AC"]
    return all(before.count(_word(number)) == 1 for number in said if _word(number) in before)


SYSTEM = st.sampled_from(["", "", "S", "SS"])
QUESTION = st.sampled_from(["U", "U", "UU"])
CALLS = st.lists(SYSTEM.map(lambda system: f"CT{system}"), max_size=3).map("".join)
LETTERS = {
    WORDS: st.lists(
        st.tuples(SYSTEM, QUESTION, SYSTEM, st.sampled_from(["A", "A", "AA"])).map("".join),
        min_size=1,
        max_size=4,
    ).map("".join),
    TOOLS: st.lists(
        st.tuples(SYSTEM, QUESTION, SYSTEM, CALLS, st.sampled_from(["A", "U"])).map("".join),
        min_size=1,
        max_size=3,
    ).map("".join),
    LOOP: st.tuples(SYSTEM, st.just("U"), SYSTEM, CALLS, CALLS).map("".join),
    THOUGHT: st.sampled_from(EXAMPLES[THOUGHT]),
}


def _cases(*, break_it: bool) -> list[tuple[str, str]]:
    return [
        (name, kind)
        for name in sorted(TEMPLATES)
        for kind in ALL
        if (kind in BREAK_IT.get(name, ((), ""))[0]) is break_it
    ]


@pytest.mark.parametrize(("name", "kind"), _cases(break_it=False))
@settings(max_examples=12)
@given(data=st.data())
def test_a_prompt_begins_as_the_one_before_it(name: str, kind: str, data: st.DataObject) -> None:
    assert _grows(name, data.draw(LETTERS[kind]), kind)


@pytest.mark.parametrize("name", sorted(TEMPLATES.keys() - BREAK_IT.keys()))
def test_so_do_the_usual_ones(name: str) -> None:
    assert [one for kind in ALL for one in EXAMPLES[kind] if not _grows(name, one, kind)] == []


@pytest.mark.parametrize(("name", "kind"), _cases(break_it=True))
def test_what_breaks_it_by_its_nature_still_does(name: str, kind: str) -> None:
    def grows(letters: str) -> bool:
        try:
            return _grows(name, letters, kind)
        except TemplateFailed:
            return False

    assert not all(grows(letters) for letters in EXAMPLES[kind])


def test_a_coding_agents_reminders_leave_the_prompt_before_them_as_it_is() -> None:
    """Qwen3.5's template takes a system message at the beginning alone."""
    chat = list(_conversation("SUCT", thinks=True))
    before = _written("Qwen3.5-4B", chat, has_tools=True)
    chat.append(PromptMessage(Role.SYSTEM, "90,000 tokens left."))
    after = _written("Qwen3.5-4B", chat, has_tools=True)

    common = before[: before.index(_word(3)) + len(_word(3))]
    assert after.startswith(f"{common}\n\n90,000 tokens left.")
    assert after.startswith("<|im_start|>system\n")
    assert _word(0) in after[: after.index("<|im_end|>")]
    assert "thought002" in after
