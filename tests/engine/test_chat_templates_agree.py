"""llama.cpp writes the same prompt from a template as Hearth does, or it is known why not.

Both read Jinja, in code that has nothing in common. The templates are those that llama.cpp is
tested with.
"""

from __future__ import annotations

import functools
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

import pytest

from app.core.content.answer_parts import AnswerParts
from app.core.engine.errors import TemplateFailed
from app.core.engine.prompts.chat_template import ChatTemplate
from app.core.engine.sliced_work import run_to_end
from app.core.messages import Role
from app.core.prompts.chat_formats import ChatRequest, find_chat_formats
from app.core.protocol import PromptMessage, ThinkingChoice
from tests.helpers.chat_templates import template_named, template_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.prompts.chat_formats import ChatFormats

_Result = TypeVar("_Result")
BOS, EOS = "<s>", "</s>"
SYSTEM, USER, ASSISTANT = Role.SYSTEM, Role.USER, Role.ASSISTANT
CHATS = {
    "question": [(USER, "Hello there")],
    "system": [(SYSTEM, "Be brief."), (USER, "Hello there")],
    "turns": [
        (SYSTEM, "Be brief."),
        (USER, "Hello there"),
        (ASSISTANT, "Good morning."),
        (USER, "And now? äöü 漢字 🙂 {{ 7 * 7 }}"),
    ],
    "thought": [
        (USER, "Hello there"),
        (ASSISTANT, "<think>\nA greeting.\n</think>\n\nGood morning."),
        (USER, "And now?"),
    ],
}

TOOLS_ALONE = "written for tools alone: it names what only a request with tools has"
TODAY = "llama.cpp hands over a date that the template has one of its own for, as in transformers"
SWITCH = "Hearth sets `thinking`, which this template asks for; llama.cpp `enable_thinking` alone"
ON, OFF = True, False
EVERYWHERE = frozenset((chat, thinks) for chat in CHATS for thinks in (ON, OFF))
DIFFERENT = {
    "fireworks-ai-llama-3-firefunction-v2": (EVERYWHERE, TOOLS_ALONE),
    "google-gemma-2-2b-it": (
        frozenset((chat, thinks) for chat in ("system", "turns") for thinks in (ON, OFF)),
        "it takes no system message: Hearth puts a blank line behind those words, llama.cpp none",
    ),
    "ibm-granite-granite-3.3-2B-Instruct": (
        frozenset({("question", ON), ("thought", ON)}),
        SWITCH,
    ),
    "Kimi-K3": (frozenset((chat, OFF) for chat in CHATS), SWITCH),
    "meta-llama-Llama-3.1-8B-Instruct": (EVERYWHERE, TODAY),
    "meta-llama-Llama-3.3-70B-Instruct": (EVERYWHERE, TODAY),
}


def within_one_day(work: Callable[[datetime], _Result]) -> _Result:
    """Return what `work` makes of today; once more if a day ended in between.

    llama.cpp gives a template the local date by its own reading of the clock.
    """
    while True:
        now = datetime.now().astimezone()
        result = work(now)
        if datetime.now().astimezone().date() == now.date():
            return result


@functools.cache
def compiled(name: str) -> ChatTemplate:
    """Return a template, which takes most of the time to compile."""
    return ChatTemplate(template_named(name), bos=BOS, eos=EOS, speaks_chatml=False)


def ours(template: ChatTemplate, chat: str, *, thinks: bool, now: datetime) -> str:
    messages = [PromptMessage(role, text) for role, text in CHATS[chat]]
    rendering = template.rendering(
        messages, add_generation_prompt=True, today=now, thinking=ThinkingChoice(thinks)
    )
    try:
        return run_to_end(rendering).text
    except TemplateFailed as failed:
        return f"failed: {failed.detail}"


def theirs(formats: ChatFormats, template: str, chat: str, *, thinks: bool, now: datetime) -> str:
    messages = tuple({"role": role.value, "content": text} for role, text in CHATS[chat])
    request = ChatRequest(
        template, messages, bos=BOS, eos=EOS, now=int(now.timestamp()), is_thinking=thinks
    )
    return formats.apply(request).prompt


THOUGHT, ANSWER = "A greeting.", "Good morning."
APART_DIFFERENT = {"Kimi-K3": OFF}  # for the reason above


def _apart(template: ChatTemplate, *, thinks: bool, now: datetime) -> str:
    lead = f"<think>\n{THOUGHT}\n</think>\n\n"
    parts = AnswerParts(8, 8 + len(THOUGHT), len(lead))
    messages = [
        PromptMessage(USER, "Hello there"),
        PromptMessage(ASSISTANT, lead + ANSWER, parts=parts),
        PromptMessage(USER, "And now?"),
    ]
    rendering = template.rendering(
        messages, add_generation_prompt=True, today=now, thinking=ThinkingChoice(thinks)
    )
    return run_to_end(rendering).text


@pytest.mark.parametrize("thinks", [ON, OFF], ids=["on", "off"])
@pytest.mark.parametrize("name", template_names())
def test_both_write_the_same_of_thinking_that_is_told_apart(name: str, thinks: bool) -> None:
    """Each template keeps or drops it by its own rule; one without a rule gets the whole text."""
    source, template = template_named(name), compiled(name)
    if not template.reads_thinking:
        return  # compared with the others, as "thought"
    answer = {"role": "assistant", "content": ANSWER, "reasoning_content": THOUGHT}
    asked = [{"role": "user", "content": text} for text in ("Hello there", "And now?")]

    def is_same(now: datetime) -> bool:
        request = ChatRequest(
            source,
            (asked[0], answer, asked[1]),
            bos=BOS,
            eos=EOS,
            now=int(now.timestamp()),
            is_thinking=thinks,
        )
        theirs = find_chat_formats().apply(request).prompt.removeprefix(BOS)
        return _apart(template, thinks=thinks, now=now).removeprefix(BOS) == theirs

    assert within_one_day(is_same) == (APART_DIFFERENT.get(name) is not thinks)


def test_most_templates_that_think_have_a_rule_for_it() -> None:
    templates = [
        compiled(name)
        for name in template_names()
        if name not in ("fireworks-ai-llama-3-firefunction-v2",)
    ]
    assert sum(one.reads_thinking for one in templates) == 32
    assert sum(one.thinking_options.can_switch for one in templates) == 27
    assert sum(bool(one.thinking_options.efforts) for one in templates) == 8


def test_there_are_as_many_templates_as_were_looked_at() -> None:
    assert len(template_names()) == 70
    assert DIFFERENT.keys() <= set(template_names())


@pytest.mark.parametrize("name", template_names())
def test_both_write_the_same_prompt(name: str) -> None:
    formats = find_chat_formats()
    template = template_named(name)
    expected, _reason = DIFFERENT.get(name, (frozenset(), ""))

    def different(now: datetime) -> set[tuple[str, bool]]:
        return {
            (chat, thinks)
            for chat, thinks in EVERYWHERE
            # Where a template does not write the begin token, Hearth's tokenising adds it.
            if ours(compiled(name), chat, thinks=thinks, now=now).removeprefix(BOS)
            != theirs(formats, template, chat, thinks=thinks, now=now).removeprefix(BOS)
        }

    assert within_one_day(different) == expected
