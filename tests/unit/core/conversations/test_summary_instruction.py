"""In which language a model is asked for a summary."""

from __future__ import annotations

import pytest

from app.core.conversations.texts.chat_language import Language, language_of
from app.core.conversations.texts.summary import _INSTRUCTIONS, request_for, summary_instruction
from app.core.messages import Role
from app.core.protocol import PromptMessage

SYSTEM = PromptMessage(Role.SYSTEM, "You are a helpful assistant, and this is what you do.")
ANSWER = PromptMessage(Role.ASSISTANT, "The first thing to do is to look at what you have.")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("How do I make bread rise?", "Summarise"),
        ("Wie backe ich ein Brot, das nicht zu hart ist?", "Fasse"),
        ("没有酵母怎么做面包?", "总结"),
        ("イーストなしでパンを焼く方法は?", "要約"),
        ("Bread", "Summarise"),
    ],
)
def test_it_is_the_language_in_which_the_user_writes(text: str, word: str) -> None:
    *_messages, question = request_for([SYSTEM, PromptMessage(Role.USER, text), ANSWER])
    assert word in question.text


def test_what_is_attached_does_not_tell_the_language() -> None:
    attached = "notes.txt:\n```\n" + "This is what the rest of the text is for. " * 50 + "\n```\n\n"
    asked = PromptMessage(Role.USER, attached + "Was ist das, und wie geht es weiter?")
    assert "Fasse" in summary_instruction([SYSTEM, asked])


@pytest.mark.parametrize("language", Language)
def test_each_is_written_in_its_language(language: Language) -> None:
    assert language_of(_INSTRUCTIONS[language]) is language
