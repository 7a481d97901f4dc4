"""What is counted of answers to questions about documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.messages import Attachment, TextSource
from app.core.models.builtin import guide_path
from tools.bench.document_answers import Answered, answers_text, counted, measure_answers

if TYPE_CHECKING:
    from pathlib import Path


def passage(number: int, text: str) -> Attachment:
    return Attachment("a.md", text, TextSource("/a.md", "d", number=number))


RENT = passage(1, "The rent is low. It is 940 euros a month for both rooms.")
NOTICE = passage(2, "Give notice early. The notice period is seven weeks | by post.")
LEASE = (RENT, NOTICE)
BREAD = (passage(1, "Knead the dough for ten minutes, and let it rest in the cold."),)
QUESTION = "How long is the notice period?"


def answer(words: str) -> Answered:
    return Answered(QUESTION, "seven weeks", LEASE, words)


def test_what_is_cited_and_what_is_told_are_counted_apart() -> None:
    others = [Answered("How long?", "ten minutes", BREAD, "An hour.")]
    answers = [
        answer("The notice period is seven weeks."),
        answer("Seven weeks [2], or 940 euros [1]."),
        answer("It is 940 euros a month for both rooms."),
        answer("Knead the dough for ten minutes, and let it rest."),
        answer("Who knows."),
    ]
    n = counted(answers, others)

    assert (n["questions"], n["with_right_passage"], n["says_the_words"]) == (5, 5, 2)
    assert (n["cites"], n["cites_passages"], n["cites_right"], n["cites_one_right"]) == (1, 2, 1, 1)
    assert (n["line"], n["line_passages"], n["line_right"], n["line_one_right"]) == (2, 2, 1, 1)
    assert n["words_of_right_passage"] == 1
    assert (n["foreign"], n["foreign_line"]) == (5, 1)
    assert (n["sentence_line_right"], n["sentence_line_wrong"]) == (5, 0)


def test_passages_that_overlap_with_those_of_an_answer_are_no_foreign_ones() -> None:
    one = answer("The notice period is seven weeks.")
    other = Answered("How much?", "940", LEASE, "940 euros.")
    assert counted([one], [one, other])["foreign"] == 0


def test_a_model_answers_from_the_passages_of_each_question(tmp_path: Path) -> None:
    asked = [(QUESTION, "seven weeks"), ("How much is the rent?", "940 euros")]
    told = measure_answers(str(guide_path()), str(tmp_path), asked, lambda _question: LEASE)

    assert (told["all"]["questions"], told["not_tuned"]["questions"]) == (2, 1)
    assert told["all"]["with_right_passage"] == 2
    assert "2 questions, 2 with a right passage" in "\n".join(answers_text(told))
