from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.content.answer_parts import AnswerParts, MarksReader
from app.core.engine.prompts.chat_template import PLAIN, ChatTemplate
from app.core.engine.prompts.prompt import PromptBuilder
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.engine.sliced_work import run_to_end
from app.core.messages import Role, TokenRecord
from app.core.protocol import DEFAULT_THINKING, NO_THINKING, PromptMessage, ThinkingChoice

if TYPE_CHECKING:
    from collections.abc import Sequence

TEMPLATE = ChatTemplate("", speaks_chatml=True)


class ByteVocabulary:
    """One token a byte, but "he" has a token of its own, so that ids depend on the split."""

    bos = 300
    adds_bos = False
    n_vocab = 301

    def tokenize(self, text: str, *, special: bool = True) -> list[int]:
        data = text.encode("utf-8", "replace")
        ids, index = [], 0
        while index < len(data):
            pair = data[index : index + 2] == b"he"
            ids.append(256 if pair else data[index])
            index += 2 if pair else 1
        return ids

    def pieces(self, tokens: Sequence[int]) -> list[bytes]:
        special = {256: b"he", 300: b"<s>"}
        return [special.get(token) or bytes([token]) for token in tokens]


def _builder(identity: str = "bytes") -> PromptBuilder:
    return PromptBuilder(TEMPLATE, ByteVocabulary(), identity)


def _user(text: str) -> PromptMessage:
    return PromptMessage(Role.USER, text)


def test_the_exact_tokens_of_an_answer_are_used_again() -> None:
    builder = _builder()
    first = builder.build([_user("hi")], for_answer=True)
    said = [104, 101]  # "h" and "e", which tokenising the text anew would turn into one token
    record = builder.record(first.text + "he", (*first.token_ids, *said))
    answer = PromptMessage(Role.ASSISTANT, "he", record)
    second = builder.build([_user("hi"), answer, _user("the end")], for_answer=True)
    n_known = len(record.token_ids)
    assert second.token_ids[:n_known] == record.token_ids
    assert b"".join(ByteVocabulary().pieces(second.token_ids)) == second.text.encode()


def test_a_record_of_another_vocabulary_or_an_edited_past_is_not_used() -> None:
    builder = _builder()
    first = builder.build([_user("hi")], for_answer=True)
    record = builder.record(first.text + "he", (*first.token_ids, 104, 101))
    answer = PromptMessage(Role.ASSISTANT, "he", record)
    edited = builder.build([_user("ho"), answer, _user("x")], for_answer=True)
    assert edited.token_ids == tuple(ByteVocabulary().tokenize(edited.text))
    foreign = _builder("others").build([_user("hi"), answer, _user("x")], for_answer=True)
    assert foreign.token_ids == tuple(ByteVocabulary().tokenize(foreign.text))


def test_a_last_answer_is_left_open_to_be_continued() -> None:
    prompt = _builder().build(
        [_user("hi"), PromptMessage(Role.ASSISTANT, "Once upon")], for_answer=True
    )
    assert prompt.text.endswith("<|im_start|>assistant\nOnce upon")


ALWAYS_THINKS = (
    "{% for m in messages %}<{{ m['role'] }}>{{ m['content'] }}{% endfor %}"
    "{% if add_generation_prompt %}<assistant><think>\n{% endif %}"
)
MAY_THINK = ALWAYS_THINKS.replace(
    "<think>\n", "{% if enable_thinking is false %}<think>\n\n</think>\n\n{% endif %}"
)
PARTS = AnswerParts(0, 4, 4)


@pytest.mark.parametrize(
    ("source", "answer", "end"),
    [
        (ALWAYS_THINKS, PromptMessage(Role.ASSISTANT, "Once"), "<think>\n\n</think>\n\nOnce"),
        (ALWAYS_THINKS, PromptMessage(Role.ASSISTANT, "Hm. ", parts=PARTS), "<think>\nHm. "),
        (ALWAYS_THINKS, PromptMessage(Role.ASSISTANT, "Hm</think>A"), "<think>\nHm</think>A"),
        (MAY_THINK, PromptMessage(Role.ASSISTANT, "Once"), "<think>\n\n</think>\n\nOnce"),
        (
            MAY_THINK,
            PromptMessage(Role.ASSISTANT, "Once", parts=AnswerParts()),
            "<user>hi<assistant>Once",
        ),
    ],
)
def test_words_that_an_answer_is_to_begin_with_are_no_thinking(
    source: str, answer: PromptMessage, end: str
) -> None:
    template = ChatTemplate(source, speaks_chatml=False)
    prompt = PromptBuilder(template, ByteVocabulary(), "v").build(
        [_user("hi"), answer], for_answer=True
    )
    assert prompt.text.endswith(end)


ON_REQUEST = ALWAYS_THINKS.replace(
    "<think>\n", "{% if enable_thinking %}<think>\n{% else %}<think>\n\n</think>\n\n{% endif %}"
)
UNLESS_OFF = ALWAYS_THINKS.replace(
    "<think>\n",
    "{% if enable_thinking is false %}<think>\n\n</think>\n\n{% else %}<think>\n{% endif %}",
)
CHOICES = (DEFAULT_THINKING, ThinkingChoice(is_on=True), NO_THINKING)


@pytest.mark.parametrize("now", CHOICES, ids=lambda choice: f"now {choice.is_on}")
@pytest.mark.parametrize("then", CHOICES, ids=lambda choice: f"then {choice.is_on}")
@pytest.mark.parametrize("now_by", [MAY_THINK, ON_REQUEST, UNLESS_OFF, ALWAYS_THINKS, PLAIN])
@pytest.mark.parametrize("then_by", [MAY_THINK, ON_REQUEST, UNLESS_OFF, ALWAYS_THINKS])
def test_an_answer_that_is_gone_on_with_stays_what_it_was_whatever_was_chosen_since(
    then_by: str, now_by: str, then: ThinkingChoice, now: ThinkingChoice
) -> None:
    """The model may be another one since, too, with another template."""

    def built(source: str, messages: list[PromptMessage], choice: ThinkingChoice) -> str:
        template = ChatTemplate(source, speaks_chatml=False)
        builder = PromptBuilder(template, ByteVocabulary(), "v")
        options = PromptOptions(thinking=choice)
        return run_to_end(builder.building(messages, for_answer=True, options=options)).text

    beginning = built(then_by, [_user("hi")], then)
    is_open = beginning.endswith("<think>\n")
    is_closed = "</think>" in beginning
    mark = "" if is_open else "<think>\n"
    texts = (
        [] if is_closed else [f"{mark}Hm, so", f"{mark}Hm</think>\n\n", f"{mark}Hm</think>\n\nYes"]
    )
    if now_by == PLAIN:
        del texts[:1]  # what is not ended cannot be told from an answer there
    for text in [*texts, *([] if is_open else ["Yes, it"])]:
        parts = MarksReader(beginning, text).finish()
        answer = PromptMessage(Role.ASSISTANT, text, parts=parts)
        prompt = built(now_by, [_user("hi"), answer], now)
        assert prompt.endswith(text)
        assert MarksReader(prompt.removesuffix(text), text).finish() == parts, text


@pytest.mark.parametrize("vocabulary", ["v", "another"])
def test_marks_of_another_model_are_not_shown_to_one_without_a_rule(vocabulary: str) -> None:
    text = "<|x|>Hm.<|y|>Yes."
    record = TokenRecord(vocabulary, 3, b"", (1, 2, 3))
    answer = PromptMessage(Role.ASSISTANT, text, record, AnswerParts(5, 8, 13))
    builder = PromptBuilder(TEMPLATE, ByteVocabulary(), "v")
    prompt = builder.build([_user("hi"), answer, _user("go")], for_answer=True)
    assert (text in prompt.text) is (vocabulary == "v")
    assert "Yes." in prompt.text
    assert ("Hm." in prompt.text) is (vocabulary == "v")


def test_bos_is_added_once_and_not_when_the_template_writes_it() -> None:
    class WithBos(ByteVocabulary):
        adds_bos = True

    prompt = PromptBuilder(TEMPLATE, WithBos(), "v").build([_user("hi")], for_answer=True)
    assert prompt.token_ids[0] == 300
    template = ChatTemplate("<s>{{ messages[0]['content'] }}", bos="<s>", speaks_chatml=False)
    written = PromptBuilder(template, WithBos(), "v").build([_user("hi")], for_answer=True)
    assert 300 not in written.token_ids


@given(st.lists(st.text(max_size=20), min_size=1, max_size=6))
def test_boundaries_fall_where_messages_end(texts: list[str]) -> None:
    roles = (Role.USER, Role.ASSISTANT)
    messages = [PromptMessage(roles[i % 2], text) for i, text in enumerate(texts)]
    prompt = _builder().build(messages, for_answer=False)
    pieces = ByteVocabulary().pieces(prompt.token_ids)
    for count, boundary in enumerate(prompt.message_ends, start=1):
        head = b"".join(pieces[:boundary]).decode()
        assert head == TEMPLATE.render(messages[:count], add_generation_prompt=False)
    assert len(prompt.message_ends) == len(messages)


def test_an_empty_chat_is_an_empty_prompt() -> None:
    prompt = _builder().build([], for_answer=False)
    assert prompt.token_ids == ()
    assert prompt.message_ends == ()


def test_a_message_that_a_template_shows_otherwise_at_the_end_still_has_a_boundary() -> None:
    template = ChatTemplate(
        "{% for m in messages %}<{{ m['role'] }}>"
        "{{ m['content'][3:] if m['role'] == 'assistant' and not loop.last else m['content'] }}"
        "{% endfor %}",
        speaks_chatml=False,
    )
    messages = [_user("hi"), PromptMessage(Role.ASSISTANT, "hm yes"), _user("go")]
    prompt = PromptBuilder(template, ByteVocabulary(), "v").build(messages, for_answer=False)
    assert prompt.text == "<user>hi<assistant>yes<user>go"
    assert prompt.end_of(1) == len("<user>hi")
    assert prompt.end_of(2) == len("<user>hi<assistant>yes<user>")
    assert prompt.message_at(prompt.end_of(1)) == 1
    assert prompt.message_at(prompt.end_of(2)) == 2


class CountingVocabulary(ByteVocabulary):
    n_chars = 0

    def tokenize(self, text: str, *, special: bool = True) -> list[int]:
        self.n_chars += len(text)
        return super().tokenize(text, special=special)


def test_a_prompt_that_was_counted_is_not_cut_again_for_its_answer() -> None:
    vocabulary = CountingVocabulary()
    builder = PromptBuilder(TEMPLATE, vocabulary, "bytes")
    options = PromptOptions.of(1e9, DEFAULT_THINKING)
    chat = [_user("the tale " * 200), PromptMessage(Role.ASSISTANT, "told"), _user("again")]
    n_tokens = run_to_end(builder.counting(chat, options))
    n_cut = vocabulary.n_chars
    prompt = run_to_end(builder.building(list(chat), for_answer=True, options=options))
    assert len(prompt.token_ids) == n_tokens
    assert n_cut > 1000 > vocabulary.n_chars - n_cut  # where messages end is looked at still


CHATS = [
    [_user("the one")],
    [_user("the one"), PromptMessage(Role.ASSISTANT, "two")],
    [_user("the one"), PromptMessage(Role.ASSISTANT, "two"), _user("three")],
]


@given(st.lists(st.tuples(st.sampled_from(CHATS), st.sampled_from([0.0, 1e9]), st.booleans())))
def test_what_was_counted_before_changes_no_prompt(
    asked: list[tuple[list[PromptMessage], float, bool]],
) -> None:
    builder = _builder()
    for chat, started_at, for_answer in asked:
        options = PromptOptions.of(started_at, DEFAULT_THINKING)
        n_tokens = run_to_end(builder.counting(chat, options))
        for _ in range(2):
            said = run_to_end(builder.building(chat, for_answer=for_answer, options=options))
            fresh = _builder().building(chat, for_answer=for_answer, options=options)
            assert said == run_to_end(fresh)
            assert not for_answer or len(said.token_ids) == n_tokens
