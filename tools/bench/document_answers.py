"""Does a model name the passages that its answers come from, and does Hearth where it does not?

Each question goes to the model with its passages as in a new chat. A passage counts as right if it
has the words of the answer that were written beside the question. What is said of answers that name
no passage (`same_words.py`) is measured three times: on the answers; on the same answers with
passages of other questions, which they cannot be from; and on the very sentence of a right passage
in place of an answer. Its limits were chosen by every other question; the rest is told apart.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.core.conversations.texts.chat_text import names_alone, words_read
from app.core.documents.quotes import marks_of, stands_in
from app.core.documents.same_words import passages_with_words
from app.core.messages import Role
from app.core.plain_value import PlainValue
from tools.bench.engine_run import EngineRun

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.messages import Attachment

N_CTX: Final = 8_192
_LONGEST_ANSWER: Final = 120  # tokens
_ROOM: Final = 1_024  # that `EngineRun` adds to a context
_BEGINS = re.compile(r"(?<=[.!?])\s+|\n\n|\|")  # a sentence, or a cell of a table
_OVERLAP: Final = 200  # characters that show that passages overlap


class Answered(PlainValue, frozen=True):
    """What was asked, given and said.

    Attributes:
        words: that a right passage has.
    """

    question: str
    words: str
    passages: tuple[Attachment, ...]
    answer: str

    def right(self) -> set[int]:
        """Return the numbers of the right passages that were given."""
        wanted = _plain(self.words)
        return {one.number for one in self.passages if wanted in _plain(one.text)}


def measure_answers(
    model: str,
    folder: str,
    asked: Sequence[tuple[str, str]],
    given: Callable[[str], tuple[Attachment, ...]],
) -> dict[str, Any]:
    """Have all questions answered, and return what came of it.

    Args:
        model: GGUF file.
        folder: for what the engine keeps.
        asked: questions with the words of their answers.
        given: returns the passages of a question.

    Raises:
        BenchFailed: the model cannot be loaded.
    """
    answered = []
    with EngineRun(Path(folder), model, N_CTX - _ROOM) as run:
        for number, (question, words) in enumerate(asked, 1):
            passages = given(question)
            message = words_read(question, passages, (), names_alone).as_message(Role.USER)
            said, _ = run.answer(str(number), [message], _LONGEST_ANSWER)
            answered.append(Answered(question, words, passages, said.text))
            print(f"{number} of {len(asked)} answered", file=sys.stderr, flush=True)
    return {"all": counted(answered, answered), "not_tuned": counted(answered[1::2], answered)}


def counted(answered: Sequence[Answered], others: Sequence[Answered]) -> dict[str, int]:
    """Return how often answers have, cite and are said to have words of right passages.

    Args:
        answered: what is counted.
        others: questions whose passages no answer can have words of.
    """
    counts: Counter[str] = Counter(questions=len(answered))
    for one in answered:
        right = one.right()
        counts["with_right_passage"] += bool(right)
        counts["says_the_words"] += stands_in(one.words, one.answer)
        from_right = [passage for passage in one.passages if passage.number in right]
        counts["words_of_right_passage"] += bool(_told(one.answer, from_right, one.question))
        cited = {mark.number for mark in marks_of(one.answer, one.passages) if mark.is_known}
        told = set() if cited else _told(one.answer, one.passages, one.question)
        for name, numbers in (("cites", cited), ("line", told)):
            counts[name] += bool(numbers)
            counts[f"{name}_passages"] += len(numbers)
            counts[f"{name}_right"] += len(numbers & right)
            counts[f"{name}_one_right"] += bool(numbers & right)
        for other in others:
            foreign = [] if other is one else _without_shared(other.passages, one.passages)
            counts["foreign"] += bool(foreign)
            counts["foreign_line"] += bool(_told(one.answer, foreign, one.question))
        sentence = _sentence(from_right[0].text, one.words) if right else ""
        told = _told(sentence, one.passages, one.question)
        counts["sentence_line_right"] += bool(told & right)
        counts["sentence_line_wrong"] += bool(told - right)
    return dict(counts)


def _told(answer: str, passages: Sequence[Attachment], question: str) -> set[int]:
    return {one.number for one in passages_with_words(answer, passages, [question])}


def _without_shared(
    passages: Sequence[Attachment], known: Sequence[Attachment]
) -> list[Attachment]:
    """Return the passages that have nothing of others."""
    texts = "\n".join(_plain(one.text) for one in known)
    return [one for one in passages if not any(part in texts for part in _parts(_plain(one.text)))]


def _parts(text: str) -> list[str]:
    last = max(1, len(text) - _OVERLAP)
    return [text[at : at + _OVERLAP] for at in range(0, last, _OVERLAP)]


def _sentence(text: str, words: str) -> str:
    """Return the sentence of a text that has some words."""
    found = re.search(r"\s+".join(map(re.escape, words.split())), text)
    assert found is not None
    begins = [0, *(one.end() for one in _BEGINS.finditer(text)), len(text)]
    begin = max(one for one in begins if one <= found.start())
    return text[begin : min(one for one in begins if one >= found.end())]


def _plain(text: str) -> str:
    return " ".join(text.split())


def answers_text(results: dict[str, Any]) -> list[str]:
    """Return the results in lines."""
    return [
        line
        for name, counts in (("all", results["all"]), ("not tuned on", results["not_tuned"]))
        for line in (f"answers, {name}:", *_lines(counts))
    ]


def _lines(n: dict[str, int]) -> list[str]:
    told = [
        f"{what} in {n[key]} answers, in {n[f'{key}_one_right']} a right passage; "
        f"{n[f'{key}_right']} of {n[f'{key}_passages']} passages are right"
        for what, key in (("cited by the model", "cites"), ("told by their words", "line"))
    ]
    share, has = n["words_of_right_passage"], n["says_the_words"]
    of_others = f"{n['foreign_line']} of {n['foreign']}"
    sentences = f"a right passage for {n['sentence_line_right']}"
    return [
        f"{n['questions']} questions, {n['with_right_passage']} with a right passage",
        f"{has} answers have the words of the answer, {share} words in a row of a right passage",
        *told,
        f"told of passages of another question: {of_others} pairs",
        f"told of its sentence itself: {sentences}, another one for {n['sentence_line_wrong']}",
    ]
