"""Thinking is told from the answer, in whatever pieces it comes, for each template that thinks.

llama.cpp's parser, given the whole answer at once, is the judge.
"""

from __future__ import annotations

import functools
import itertools
import re
from typing import TYPE_CHECKING

import pytest

from app.core.content.answer_parts import MarksReader, split_answer
from app.core.engine.output.answer_reader import FormatReader
from app.core.engine.prompts.control_words import ControlWords
from app.core.prompts.chat_formats import ChatFormatFailed, ChatRequest, find_chat_formats
from tests.helpers.chat_templates import template_named, template_names
from tests.helpers.special_vocabulary import SpecialVocabulary

if TYPE_CHECKING:
    from app.core.engine.output.answer_reader import Reader
    from app.core.prompts.chat_formats import ChatFormat

# Some mark the answer, too.
BEFORE_THE_ANSWER = {
    "<|end|>": "<|start|>assistant<|channel|>final<|message|>",
    "<|END_THINKING|>": "<|START_RESPONSE|>",
}
# Their templates say nothing of thinking, and llama.cpp takes it for the answer.
SILENT = ("LFM2-8B-A1B", "LFM2.5-Instruct")
THOUGHT = "They ask <b>two</b> things.\n\nFirst: 2 + 2 → 4 🙂 </thin"
ANSWER = "It is **4**. <think is no mark here, </ nor this>\n\n- 漢字"


@functools.cache
def thinking_format(name: str) -> ChatFormat | None:
    """Return the format of a template while it thinks; None where it does not."""
    request = ChatRequest(template_named(name), ({"role": "user", "content": "Hello"},))
    try:
        found = find_chat_formats().apply(request)
    except ChatFormatFailed:
        return None
    start = found.thinking_start.strip()
    is_closed = start in found.generation_prompt and not is_open(found)
    return found if found.can_think and found.thinking_ends and not is_closed else None


def is_open(chat_format: ChatFormat) -> bool:
    """Whether the prompt has begun to think."""
    start, prompt = chat_format.thinking_start.strip(), chat_format.generation_prompt
    return prompt.rstrip().endswith(start) or start.startswith("<|begin_assistant")


THINKERS = [name for name in template_names() if thinking_format(name) is not None]


def said(chat_format: ChatFormat, *, with_answer: bool = True) -> str:
    """Return what a model of this format may say."""
    start, end = chat_format.thinking_start, chat_format.thinking_ends[0]
    opening = "" if is_open(chat_format) else start
    closing = end + BEFORE_THE_ANSWER.get(end, "")
    if "<|START_TEXT|>" in chat_format.preserved_tokens:
        closing = f"{end}<|START_TEXT|>"
    blank = "" if "channel" in closing or "START" in closing else "\n"
    body = f"{opening}{blank}{THOUGHT}"
    return f"{body}{blank}{closing}{blank * 2}{ANSWER}" if with_answer else body


def pieces(text: str, size: int) -> list[str]:
    """Return a text in pieces of so many characters."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def assert_grows(reader: Reader, text: str, size: int) -> None:
    """Feed a text; fail if what is shown of it is ever taken back."""
    thinking, answer, so_far = "", "", ""
    for piece in pieces(text, size):
        so_far += piece
        split = split_answer(so_far, reader.feed(piece))
        assert split.thinking is None or split.thinking.startswith(thinking.rstrip()), so_far
        assert split.answer.startswith(answer), so_far
        thinking, answer = split.thinking or thinking, split.answer


def test_most_templates_that_think_are_tried() -> None:
    assert len(THINKERS) == 44


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("name", THINKERS)
def test_thinking_is_told_apart_as_llama_cpp_does(name: str, size: int) -> None:
    chat_format = thinking_format(name)
    assert chat_format is not None
    text = said(chat_format)
    if name not in SILENT:
        judged = find_chat_formats().parse(chat_format, text, is_partial=False)
        # What the prompt has begun to think belongs to it.
        assert judged.thinking.strip().endswith(THOUGHT), repr(text)
        assert judged.answer.strip() == ANSWER
    reader = FormatReader(find_chat_formats(), chat_format)
    assert_grows(reader, text, size)
    split = split_answer(text, reader.finish())
    assert split.thinking == THOUGHT
    assert split.answer == ANSWER


@pytest.mark.parametrize("name", THINKERS)
def test_what_was_thought_until_a_stop_is_thinking(name: str) -> None:
    chat_format = thinking_format(name)
    assert chat_format is not None
    text = said(chat_format, with_answer=False)
    reader = FormatReader(find_chat_formats(), chat_format)
    assert_grows(reader, text, 1)
    assert reader.is_thinking
    split = split_answer(text, reader.finish())
    assert split == (THOUGHT, "", True)


@pytest.mark.parametrize("name", THINKERS)
def test_an_answer_goes_on_wherever_it_was_cut(name: str) -> None:
    chat_format = thinking_format(name)
    assert chat_format is not None
    text = said(chat_format)
    for at in range(0, len(text), 5):
        reader = FormatReader(find_chat_formats(), chat_format, text[:at])
        for piece in pieces(text[at:], 4):
            reader.feed(piece)
        split = split_answer(text, reader.finish())
        assert (split.thinking, split.answer) == (THOUGHT, ANSWER), at


@pytest.mark.parametrize("name", THINKERS)
def test_an_answer_without_thinking_is_one(name: str) -> None:
    chat_format = thinking_format(name)
    assert chat_format is not None
    if is_open(chat_format):
        return  # it always thinks
    closing = BEFORE_THE_ANSWER.get(chat_format.thinking_ends[0], "")
    text = closing.removeprefix("<|start|>assistant")
    text += "Just an answer. <think"
    reader = FormatReader(find_chat_formats(), chat_format)
    assert_grows(reader, text, 1)
    assert split_answer(text, reader.finish()) == (None, "Just an answer. <think", False)


def test_the_parser_is_asked_only_where_a_mark_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    chat_format = thinking_format("Qwen-Qwen3-0.6B")
    assert chat_format is not None
    formats, n_asked = find_chat_formats(), itertools.count()
    parse = formats.parse
    monkeypatch.setattr(
        formats, "parse", lambda *given, **named: (next(n_asked), parse(*given, **named))[1]
    )
    reader = FormatReader(formats, chat_format)
    for piece in pieces("<think>\n" + "So many words. " * 1000 + "\n</think>\n\nYes." * 3, 4):
        reader.feed(piece)
    assert next(n_asked) < 20


MARKED = [
    ("", "<think>\na b\n</think>\n\nYes.", "a b", "Yes."),
    ("<think>\n", "a b\n</think>\n\nYes.", "a b", "Yes."),
    ("", "[THINK]a b[/THINK]Yes.", "a b", "Yes."),
    ("", "Yes. <think>no</think>", None, "Yes. <think>no</think>"),
    ("", "<thinker>", None, "<thinker>"),
    ("", "", None, ""),
    ("", " \n<", None, " \n<"),
]


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize(("prompt", "text", "thinking", "answer"), MARKED)
def test_without_a_format_the_commonest_marks_tell_it(
    prompt: str, text: str, thinking: str | None, answer: str, size: int
) -> None:
    reader = MarksReader(prompt)
    assert_grows(reader, text, size)
    split = split_answer(text, reader.finish())
    assert (split.thinking, split.answer) == (thinking, answer)
    again = MarksReader(prompt, text[: len(text) // 2])
    for piece in pieces(text[len(text) // 2 :], size):
        again.feed(piece)
    assert again.finish() == reader.parts


@pytest.mark.parametrize("name", THINKERS)
def test_the_marks_of_thinking_are_no_words_where_an_answer_goes_on(name: str) -> None:
    chat_format = thinking_format(name)
    assert chat_format is not None
    text = said(chat_format)
    reader = FormatReader(find_chat_formats(), chat_format, text)
    parts = reader.finish()
    between = text[: parts.thinking_begin] + text[parts.thinking_end : parts.answer_begin]
    vocabulary = SpecialVocabulary(set(re.findall(r"<[^<>\s]+>|\[[A-Z/ ]+\]", between)))
    words = ControlWords(vocabulary.special_tokens, template_named(name))
    assert words.in_words(between)
    assert words.in_answer(text, parts) == []
