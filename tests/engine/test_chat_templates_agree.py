"""llama.cpp writes the same prompt from a template as Hearth does, or it is known why not.

Both read Jinja, in code that has nothing in common. The templates are those that llama.cpp is
tested with. The table of differences stands, with reasons, in docs/chat-templates.md too.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.core.chat_formats import ChatRequest, find_chat_formats
from app.core.engine.chat_template import ChatTemplate
from app.core.engine.errors import TemplateFailed
from app.core.engine.sliced_work import run_to_end
from app.core.messages import Role
from app.core.protocol import PromptMessage
from tests.helpers.chat_templates import template_named, template_names

if TYPE_CHECKING:
    from app.core.chat_formats import ChatFormats

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
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


def ours(template: str, chat: str, *, thinks: bool) -> str:
    messages = [PromptMessage(role, text) for role, text in CHATS[chat]]
    rendering = ChatTemplate(template, bos=BOS, eos=EOS, speaks_chatml=False).rendering(
        messages, add_generation_prompt=True, today=NOW, is_thinking=thinks
    )
    try:
        return run_to_end(rendering)
    except TemplateFailed as failed:
        return f"failed: {failed.detail}"


def theirs(formats: ChatFormats, template: str, chat: str, *, thinks: bool) -> str:
    messages = tuple({"role": role.value, "content": text} for role, text in CHATS[chat])
    request = ChatRequest(
        template, messages, bos=BOS, eos=EOS, now=int(NOW.timestamp()), is_thinking=thinks
    )
    return formats.apply(request).prompt


def test_there_are_as_many_templates_as_were_looked_at() -> None:
    assert len(template_names()) == 70
    assert DIFFERENT.keys() <= set(template_names())


@pytest.mark.parametrize("name", template_names())
def test_both_write_the_same_prompt(name: str) -> None:
    formats = find_chat_formats()
    template = template_named(name)
    expected, _reason = DIFFERENT.get(name, (frozenset(), ""))
    different = {
        (chat, thinks)
        for chat in CHATS
        for thinks in (ON, OFF)
        # Where a template does not write the begin token, Hearth's tokenising adds it.
        if ours(template, chat, thinks=thinks).removeprefix(BOS)
        != theirs(formats, template, chat, thinks=thinks).removeprefix(BOS)
    }
    assert different == expected
