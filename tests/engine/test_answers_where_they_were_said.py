"""An earlier answer stands in a prompt where the model said it, or it is known why not.

Else the answer would be read again with the next message.
"""

from __future__ import annotations

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.content.answer_parts import AnswerParts
from app.core.engine.prompts.chat_template import CHATML, PLAIN, ChatTemplate
from app.core.messages import Role
from app.core.protocol import PromptMessage
from tests.helpers.chat_templates import template_named, template_names

OPENS = "its prompt opens the thinking, and earlier answers are written without any"
MARKS = "it writes marks before an earlier answer that the model says itself"
BLANK = "it writes a blank or a line before an earlier answer that its prompt does not have"
TOOLS = "written for tools alone"
BREAK_IT = {
    "Apriel-1.6-15b-Thinker-fixed": OPENS,
    "Cohere2MoE": OPENS,
    "CohereForAI-c4ai-command-r-plus-tool_use": TOOLS,
    "CohereForAI-c4ai-command-r7b-12-2024-tool_use": OPENS,
    "GLM-4.6": MARKS,
    "GLM-4.7-Flash": OPENS,
    "Kimi-K2-Thinking": MARKS,
    "Kimi-K3": MARKS,
    "MiniMax-M2": OPENS,
    "MiniMax-M3": MARKS,
    "NVIDIA-Nemotron-3-Nano-30B-A3B-BF16": OPENS,
    "NVIDIA-Nemotron-Nano-v2": OPENS,
    "Qwen-QwQ-32B": OPENS,
    "Qwen3.5-4B": OPENS,
    "Reka-Edge": BLANK,
    "Spark2.5": OPENS,
    "StepFun3.5-Flash": OPENS,
    "deepseek-ai-DeepSeek-R1-Distill-Llama-8B": OPENS,
    "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B": OPENS,
    "deepseek-ai-DeepSeek-V3.2": OPENS,
    "fireworks-ai-llama-3-firefunction-v2": TOOLS,
    "google-gemma-4-31B-it": OPENS,
    "google-gemma-4-31B-it-interleaved": OPENS,
    "inclusionai-ling-3.0-flash": MARKS,
    "llama-cpp-deepseek-r1": OPENS,
    "llama-cpp-rwkv-world": BLANK,
    "meetkai-functionary-medium-v3.2": MARKS,
    "muse-glimmer": MARKS,
    "openai-gpt-oss-120b": MARKS,
    "poolside-Laguna-S-2.1": MARKS,
    "poolside-Laguna-XS-2.1": BLANK,
    "poolside-Laguna-XS.2": BLANK,
    "upstage-Solar-Open-100B": MARKS,
}
TEMPLATES = {"chatml": CHATML, "plain": PLAIN} | {
    name: template_named(name) for name in template_names()
}


@functools.cache
def _template(name: str) -> ChatTemplate:
    return ChatTemplate(TEMPLATES[name], bos="<s>", eos="</s>", speaks_chatml=True)


def _stands(name: str, answer: str, n_turns: int) -> bool:
    template = _template(name)
    chat = [PromptMessage(Role.USER, "Hello")]
    for _turn in range(n_turns):
        said = template.render(chat, add_generation_prompt=True) + answer
        chat.append(PromptMessage(Role.ASSISTANT, answer, parts=AnswerParts()))
        chat.append(PromptMessage(Role.USER, "And more?"))
        if not template.render(chat, add_generation_prompt=True).startswith(said):
            return False
    return True


@pytest.mark.parametrize("name", sorted(TEMPLATES.keys() - BREAK_IT.keys()))
@settings(max_examples=10)
@given(words=st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30))
def test_an_answer_stands_where_it_was_said(name: str, words: str) -> None:
    # Behind "Assistant:" a model begins with a blank.
    assert _stands(name, f" {words}" if name == "plain" else words, n_turns=3)


@pytest.mark.parametrize(
    "name", sorted(TEMPLATES.keys() & BREAK_IT.keys() - {"fireworks-ai-llama-3-firefunction-v2"})
)
def test_what_breaks_it_by_its_nature_still_does(name: str) -> None:
    assert not _stands(name, "Hi.", n_turns=1)


def test_blanks_do_not_pile_up_before_answers_of_a_model_without_a_template() -> None:
    for answer in (" The sea.", "The sea.", "\nThe sea."):
        template = ChatTemplate("", speaks_chatml=False)
        chat = [
            PromptMessage(Role.USER, "What?"),
            PromptMessage(Role.ASSISTANT, answer),
            PromptMessage(Role.USER, "And?"),
        ]
        rendered = template.render(chat, add_generation_prompt=True)
        assert f"Assistant:{answer if answer[0].isspace() else ' ' + answer}\n" in rendered
