"""An answer is cut where it becomes something else, for each template that thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.content.answer_parts import (
    COMMONEST,
    MARKS,
    AnswerCutter,
    AnswerParts,
    MarksReader,
    SplitAnswer,
    grown,
    split_answer,
)
from app.core.engine.output.answer_reader import FormatReader
from app.core.messages import TextKind
from app.core.prompts.chat_formats import find_chat_formats
from tests.engine.test_answer_reader import ANSWER, THINKERS, THOUGHT, pieces, said, thinking_format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.content.answer_parts import AnswerPiece
    from app.core.engine.output.answer_reader import Reader


def cut(reader: Reader, texts: Sequence[str], before: str = "") -> list[AnswerPiece]:
    """Return the pieces of an answer that comes in `texts`, and goes on from `before`."""
    cutter = AnswerCutter(before, reader.parts)
    told = [piece for text in texts for piece in cutter.feed(text, reader.feed(text))]
    return told + cutter.finish(reader.finish())


def words_of(told: Sequence[AnswerPiece], kind: TextKind) -> str:
    return "".join(text for text, its_kind in told if its_kind is kind)


def assert_is_split(told: Sequence[AnswerPiece], split: SplitAnswer) -> None:
    """Fail unless pieces joined by their kind are an answer that was taken apart whole."""
    thinking = words_of(told, TextKind.THINKING)
    assert (thinking if split.is_thinking else thinking.strip()) == (split.thinking or "")
    assert words_of(told, TextKind.ANSWER) == split.answer


def parts_by_pieces(told: Sequence[AnswerPiece]) -> AnswerParts:
    parts, n_chars = AnswerParts(), 0
    for text, kind in told:
        parts = grown(parts, kind, n_chars, len(text))
        n_chars += len(text)
    return parts


@pytest.mark.parametrize("name", THINKERS)
def test_pieces_by_their_kind_are_the_answer_taken_apart_wherever_it_was_cut(name: str) -> None:
    chat_format = thinking_format(name)
    assert chat_format is not None
    text = said(chat_format)
    cuts = [[text[:at], text[at:]] for at in range(len(text) + 1)]
    for texts in (*cuts, list(text), pieces(text, 3), pieces(text, 7)):
        reader = FormatReader(find_chat_formats(), chat_format)
        told = cut(reader, texts)
        assert "".join(one.text for one in told) == text
        split = split_answer(text, reader.parts)
        assert_is_split(told, split)
        assert split_answer(text, parts_by_pieces(told)) == split


@pytest.mark.parametrize("name", THINKERS)
def test_pieces_go_on_from_what_was_said(name: str) -> None:
    chat_format = thinking_format(name)
    assert chat_format is not None
    text = said(chat_format)
    n_inside = 0
    for at in range(0, len(text), 3):
        reader = FormatReader(find_chat_formats(), chat_format, text[:at])
        told = cut(reader, list(text[at:]), text[:at])
        assert "".join(one.text for one in told) == text[at:]
        split = split_answer(text, reader.finish())
        stored = FormatReader(find_chat_formats(), chat_format, text[:at]).finish()
        before = split_answer(text[:at], stored)
        thought = (before.thinking or "").strip()
        if not split.answer.startswith(before.answer) or thought not in (split.thinking or ""):
            n_inside += 1  # it was kept with the beginning of a mark for words
            continue
        assert before.answer + words_of(told, TextKind.ANSWER) == split.answer
        thinking = (before.thinking or "") + words_of(told, TextKind.THINKING)
        assert thinking.split() == (split.thinking or "").split(), at
    assert 3 * n_inside <= len(text) - len(THOUGHT) - len(ANSWER) + 2


MARKED = st.lists(
    st.sampled_from(
        [*(mark for pair in MARKS for mark in pair), "<", "think>", "</", "words", "\n\n", " "]
    ),
    max_size=8,
).map("".join)


@given(MARKED, st.integers(1, 9), st.sampled_from(["", "<think>\n", "[THINK]"]))
def test_the_commonest_marks_cut_an_answer_as_they_take_it_apart(
    text: str, size: int, prompt: str
) -> None:
    reader = MarksReader(prompt)
    told = cut(reader, pieces(text, size))
    assert "".join(one.text for one in told) == text
    assert_is_split(told, split_answer(text, reader.parts))
    kinds = [kind for _text, kind in told if kind is not TextKind.MARK]
    assert kinds == sorted(kinds, key=[TextKind.THINKING, TextKind.ANSWER].index)


def test_nothing_is_told_while_it_may_become_a_mark() -> None:
    reader, cutter = MarksReader(), AnswerCutter()
    told = [cutter.feed(text, reader.feed(text)) for text in ("<thin", "k>", "\nHm", "</", "b")]
    assert told == [
        [],
        [("<think>", TextKind.MARK), ("", TextKind.THINKING)],
        [("\n", TextKind.MARK), ("Hm", TextKind.THINKING)],
        [],
        [("</b", TextKind.THINKING)],
    ]
    assert cutter.finish(reader.finish()) == []


@given(MARKED.filter(lambda text: not text.lstrip().startswith(("<think", "["))), st.integers(1, 9))
def test_a_late_end_says_that_all_before_was_thinking(text: str, size: int) -> None:
    reader, cutter = MarksReader(marks=(COMMONEST,)), AnswerCutter(late_end=COMMONEST[1])
    told = [one for piece in pieces(text, size) for one in cutter.feed(piece, reader.feed(piece))]
    told += cutter.finish(reader.finish())
    assert "".join(one.text for one in told) == text
    answer = ""
    for piece, kind in told:
        answer = "" if kind is TextKind.MARK else answer + piece
    if text.strip() and not COMMONEST[0].startswith(text.strip()):
        assert answer == split_answer(text).answer


@given(MARKED.map(lambda text: f"<think>\n\n</think>\n\nThe mark {text}"), st.integers(1, 40))
def test_an_answer_behind_thinking_without_a_word_may_speak_of_its_end(
    text: str, size: int
) -> None:
    reader, cutter = MarksReader(marks=(COMMONEST,)), AnswerCutter(late_end=COMMONEST[1])
    told = [one for piece in pieces(text, size) for one in cutter.feed(piece, reader.feed(piece))]
    told += cutter.finish(reader.finish())
    assert_is_split(told, split_answer(text))
