"""The ends of messages, compared with what rendering the chat up to each message gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.content.media import MediaDigest, MediaKind, MediaRef
from app.core.engine.media.media_source import with_marks
from app.core.engine.prompts.chat_template import CHATML, PLAIN, ChatTemplate
from app.core.engine.prompts.message_ends import (
    MAX_TRIES,
    attached_ends,
    message_ends,
    token_counts_at,
)
from app.core.engine.sliced_work import run_to_end
from app.core.messages import Role
from app.core.protocol import PlacedMedium, PromptMessage

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

# As the makers of well-known models write them, without what is for tools.
THINKING = """{%- set ns = namespace(multi_step_tool=true, last=messages|length - 1) %}
{%- for message in messages[::-1] %}{%- set index = (messages|length - 1) - loop.index0 %}
{%- if ns.multi_step_tool and message.role == "user" and message.content is string
 and not(message.content.startswith('<tool_response>')
 and message.content.endswith('</tool_response>')) %}
{%- set ns.multi_step_tool = false %}{%- set ns.last = index %}{%- endif %}{%- endfor %}
{%- for message in messages %}{%- set content = message.content %}
{%- if message.role == "user" or message.role == "system" %}
{{- '<|im_start|>' + message.role + '\n' + content + '<|im_end|>' + '\n' }}
{%- else %}{%- set thought = '' %}{%- if '</think>' in content %}
{%- set thought = content.split('</think>')[0].rstrip('\n').split('<think>')[-1].lstrip('\n') %}
{%- set content = content.split('</think>')[-1].lstrip('\n') %}{%- endif %}
{%- if loop.index0 > ns.last and (loop.last or thought) %}
{{- '<|im_start|>' + message.role + '\n<think>\n' + thought.strip('\n') + '\n</think>\n\n'
 + content.lstrip('\n') }}
{%- else %}{{- '<|im_start|>' + message.role + '\n' + content }}{%- endif %}
{{- '<|im_end|>\n' }}{%- endif %}{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{%- endif %}"""
TRIMMING = (
    "{{ bos_token }}{% for message in messages %}"
    "{{ '<|start|>' + message['role'] + '<|end|>\n\n' + message['content'] | trim + '<|eot|>' }}"
    "{% endfor %}{% if add_generation_prompt %}<|start|>assistant<|end|>\n\n{% endif %}"
)
INSTRUCTING = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}"
    "{% set first = messages[0]['content'] + '\n\n' %}{% set rest = messages[1:] %}"
    "{% else %}{% set first = '' %}{% set rest = messages %}{% endif %}"
    "{% for m in rest %}{% if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('roles must alternate') }}{% endif %}"
    "{% if m['role'] == 'user' %}"
    "{{ '[INST] ' + (first if loop.first else '') + m['content'] + '[/INST]' }}"
    "{% else %}{{ ' ' + m['content'] | trim + eos_token }}{% endif %}{% endfor %}"
)
FIRST_LETTERS = "{% for m in messages %}<{{ m['content'][:3] }}>{% endfor %}"
TEMPLATES = {
    "chatml": CHATML,
    "plain": PLAIN,
    "thinking": THINKING,
    "trimming": TRIMMING,
    "instructing": INSTRUCTING,
}


class Renderings:
    """A template that counts how often it is rendered."""

    def __init__(self, source: str) -> None:
        self._template = ChatTemplate(source, bos="<s>", eos="</s>", speaks_chatml=False)
        self.count = 0

    def __call__(self, messages: Sequence[PromptMessage]) -> Generator[None, None, str]:
        self.count += 1
        rendered = yield from self._template.rendering(messages, add_generation_prompt=False)
        return rendered.text

    def text_of(self, messages: Sequence[PromptMessage]) -> str:
        return run_to_end(self(messages))


def _chat(texts: Sequence[str], *, system: str = "") -> list[PromptMessage]:
    roles = (Role.USER, Role.ASSISTANT)
    said = [PromptMessage(roles[index % 2], text) for index, text in enumerate(texts)]
    return [PromptMessage(Role.SYSTEM, system), *said] if system else said


def _ends(
    source: str, messages: Sequence[PromptMessage], n_chars: int = 0
) -> tuple[dict[int, int], int]:
    render = Renderings(source)
    text = render.text_of(messages)
    render.count = 0
    return run_to_end(message_ends(render, messages, text, n_chars)), render.count


def _by_rendering_each(source: str, messages: Sequence[PromptMessage]) -> dict[int, int]:
    """Return the ends that the chat up to each message gives, where it gives one."""
    render = Renderings(source)
    text = render.text_of(messages)
    heads = {count: render.text_of(messages[:count]) for count in range(1, len(messages) + 1)}
    return {len(head): count for count, head in heads.items() if text.startswith(head)}


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("system", ["", "You are brief."])
def test_the_ends_of_a_long_chat_are_found_with_few_renderings(name: str, system: str) -> None:
    texts = [f"What is said as number {number}?\nAnd more." for number in range(60)]
    messages = _chat(texts, system=system)
    ends, n_renderings = _ends(TEMPLATES[name], messages)
    expected = _by_rendering_each(TEMPLATES[name], messages)
    if system:
        expected.pop(min(expected), None)  # a template may have no place for it alone
        ends = {end: count for end, count in ends.items() if count > 1}
    assert ends.items() >= expected.items()
    assert n_renderings <= 8


def test_answers_of_which_a_part_is_left_out_later_end_where_the_next_message_begins() -> None:
    texts = [
        f"<think>Hm, {number}.</think>\n\nNumber {number}." if number % 2 else f"And {number}?"
        for number in range(60)
    ]
    ends, n_renderings = _ends(THINKING, _chat(texts))
    text = Renderings(THINKING).text_of(_chat(texts))
    assert sorted(ends.values()) == list(range(1, 61))
    for end, count in ends.items():
        assert text[:end].endswith(("<|im_end|>\n", "<|im_start|>user\n"))
        assert text[:end].count(texts[count - 1].rpartition("\n")[2]) == 1
    assert n_renderings <= 10


def test_a_template_in_which_marks_are_lost_costs_boundaries_and_not_time() -> None:
    ends, n_renderings = _ends(FIRST_LETTERS, _chat([f"{n} words" for n in range(60)]))
    assert len(ends) == MAX_TRIES
    assert n_renderings <= 2 * MAX_TRIES + 1


def test_what_was_known_before_is_not_looked_for() -> None:
    messages = _chat([f"Number {number}." for number in range(60)])
    all_ends, _ = _ends(CHATML, messages)
    offsets = sorted(all_ends)
    ends, n_renderings = _ends(CHATML, messages, offsets[-3])
    assert sorted(ends) == offsets[-2:]
    assert n_renderings <= 5


@given(
    st.sampled_from(["chatml", "plain", "trimming"]),
    st.lists(
        st.one_of(
            st.text(max_size=12),
            st.sampled_from(["", " ", "\n", "x<|im_end|>", "<|im_end|>\n", "\ue0a7\ue0b1\ue0a8"]),
        ),
        min_size=1,
        max_size=MAX_TRIES,
    ),
)
def test_whatever_is_said_every_end_is_where_the_chat_up_to_there_ends(
    name: str, texts: list[str]
) -> None:
    messages = _chat(texts)
    ends, _ = _ends(TEMPLATES[name], messages)
    assert ends.items() <= _by_rendering_each(TEMPLATES[name], messages).items()


@pytest.mark.parametrize("before", ["", "{% for m in messages %}{% set x = m.role %}{% endfor %}"])
def test_a_long_chat_is_rendered_a_slice_at_a_time(before: str) -> None:
    messages = _chat([f"Number {number}." for number in range(5000)])
    slices = Renderings(before + CHATML)(messages)
    n_slices = 0
    while next(slices, messages) is None:
        n_slices += 1
    assert n_slices >= 5 * (2 if before else 1)


@pytest.mark.parametrize(
    ("pieces", "found"),
    [
        ("<u> Hi <e> <u> Yo <e>", {10: 3, 20: 6}),
        ("<u> \n Hi <e> \n <u> \n Yo <e> \n", {10: 5, 20: 10}),
        ("<u> Hi <e> <u> Ya <e>", {10: 3}),
        ("<u> Hi <e> x", {}),
        ("<u> \n \n", {}),
    ],
)
@pytest.mark.parametrize("before", ["", " "])
def test_blanks_that_a_control_token_takes_along_belong_to_its_message(
    pieces: str, found: dict[int, int], before: str
) -> None:
    """As it may bring a space that is not in the text."""
    tokens = [one.encode() for one in pieces.split(" ")]
    tokens = [before.encode() + one if one in (b"Hi", b"Yo") else one for one in tokens]
    assert token_counts_at(tokens, "<u>\nHi<e>\n<u>\nYo<e>\n", [10, 20], 0) == found


def test_attached_texts_end_where_the_template_wrote_them() -> None:
    first = PromptMessage(Role.USER, "a:\nthe sea\n\nb:\nships\n\nWhy?", attached_ends=(12, 22))
    later = PromptMessage(Role.USER, "a:\nthe sea\n\nSo?", attached_ends=(12,))
    said = PromptMessage(Role.ASSISTANT, "No.")
    text = f"<u>{first.text}</u><a>No.</a><u>{later.text}</u>"
    messages = [first, said, later]

    assert [text[:end][-4:] for end in attached_ends(messages, text, 0)] == [
        "ea\n\n",
        "ps\n\n",
    ]  # what is attached later is no beginning of another chat
    assert attached_ends(messages, text, 16) == attached_ends(messages, text, 0)[1:]
    assert attached_ends(messages, text.replace("sea", "see"), 0) == []


def test_attached_texts_end_behind_the_marks_of_media_as_well() -> None:
    picture = MediaRef(MediaKind.IMAGE, "ab" * 32, 3, 4)
    said = PromptMessage(
        Role.USER, "a:\nthe sea\n\nWhy?", media=(PlacedMedium(picture),), attached_ends=(12,)
    )
    [marked] = with_marks([said], {picture: MediaDigest(bytes(16))})

    [end] = attached_ends([marked], marked.text, 0)
    assert marked.text[end:] == "Why?"


def test_of_a_message_that_is_cut_short_only_whole_attached_texts_count() -> None:
    cut = PromptMessage(Role.USER, "a:\nthe sea\n\nb:\nshi", attached_ends=(12, 22))

    assert attached_ends([cut], f"<u>{cut.text}", 0) == [15]
