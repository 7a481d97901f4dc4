"""How often the guide is right, on questions no training ever saw.

Usage: python -m guide.score [FILE.gguf]      default: the one in the repository

Every question goes through Hearth's own engine: chat template, tokens, llama.cpp. An answer counts
as right when it contains what `facts.toml` expects of it.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.protocol import ChatKey
from guide.corpus import GUIDE, HELD_OUT, is_right, load_facts
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MAX_TOKENS = 120


@dataclass(slots=True)
class Tally:
    """Right answers among all, and what went wrong: (question, expected fact, answer)."""

    n_right: int = 0
    n_asked: int = 0
    wrong: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, question: str, fact: str, answer: str, *, is_good: bool) -> None:
        """Count one answer."""
        self.n_asked += 1
        self.n_right += is_good
        if not is_good:
            self.wrong.append((question, fact, answer))

    def __str__(self) -> str:
        return f"{self.n_right} of {self.n_asked} ({self.n_right / max(1, self.n_asked):.1%})"


class Scorer:
    """Asks a guide; `ask` continues a dialogue and returns the answer.

    Args:
        ask: takes the dialogue so far and the next question.
    """

    def __init__(self, ask: Callable[[Dialogue, str], str]) -> None:
        self._ask = ask
        self._facts = load_facts()
        self._held_out: dict[str, Any] = tomllib.loads(HELD_OUT.read_text("utf-8"))
        self._n_chats = 0

    def all(self) -> dict[str, Tally]:
        """Return every figure of the model card."""
        return {
            "first questions": self.first_questions(),
            "held-out questions": self.questions(),
            "held-out questions, third in a chat": self.questions(after=2),
            "names recalled three turns later": self.names(),
            "follow-ups": self.follow_ups(),
        }

    def first_question_texts(self) -> list[str]:
        """Return what the README suggests to ask first."""
        return [row["question"] for row in self._held_out["first_questions"]]

    def ask_once(self, question: str) -> str:
        """Return the answer to one question in a chat of its own."""
        return self._ask(self._chat(), question)

    def first_questions(self) -> Tally:
        """Ask what the README suggests."""
        tally = Tally()
        for row in self._held_out["first_questions"]:
            self._count(tally, self._chat(), row["question"], row["fact"])
        return tally

    def questions(self, after: int = 0) -> Tally:
        """Ask every held-out question, each in a chat of its own, behind `after` others."""
        tally = Tally()
        rows = list(self._rows())
        for index, (fact, question) in enumerate(rows):
            chat = self._chat()
            for earlier in range(after):
                # 37 and the number of rows share no divisor that matters: neighbours differ.
                self._ask(chat, rows[(index * 37 + 11 * (earlier + 1)) % len(rows)][1])
            self._count(tally, chat, question, fact)
        return tally

    def names(self) -> Tally:
        """Tell a name, speak of other things for three turns, and ask for it."""
        tally = Tally()
        dialogues = self._held_out["name_dialogues"]
        for index, name in enumerate(self._held_out["names"]):
            row = dialogues[index % len(dialogues)]
            chat = self._chat()
            self._ask(chat, row["tell"].replace("{name}", name))
            for question in row["between"]:
                self._ask(chat, question)
            answer = self._ask(chat, row["ask"])
            is_good = is_right(self._facts["name-asked"], answer, name)
            tally.add(f"{name}: {row['ask']}", "name-asked", answer, is_good=is_good)
        return tally

    def follow_ups(self) -> Tally:
        """Ask for a fact and then for more."""
        tally = Tally()
        for row in self._held_out["follow_ups"]:
            chat = self._chat()
            self._ask(chat, row["first"])
            answer = self._ask(chat, row["then"])
            is_good = answer.strip() == self._facts[row["fact"]].more
            tally.add(f"{row['first']} – {row['then']}", row["fact"], answer, is_good=is_good)
        return tally

    def _count(self, tally: Tally, chat: Dialogue, question: str, fact: str) -> None:
        answer = self._ask(chat, question)
        tally.add(question, fact, answer, is_good=is_right(self._facts[fact], answer))

    def _rows(self) -> Iterator[tuple[str, str]]:
        for fact, questions in self._held_out["questions"].items():
            for question in questions:
                yield fact, question

    def _chat(self) -> Dialogue:
        self._n_chats += 1
        return Dialogue(ChatKey(str(self._n_chats)))


def engine_asks(harness: EngineHarness) -> Callable[[Dialogue, str], str]:
    """Return a way to ask the model that `harness` has loaded."""

    def ask(chat: Dialogue, question: str) -> str:
        text, finished = harness.answer(chat.user(question), max_tokens=_MAX_TOKENS)
        chat.assistant(text, finished)
        return text

    return ask


def main() -> int:
    """Print all figures, and every wrong answer."""
    model = Path(sys.argv[1]) if len(sys.argv) > 1 else GUIDE
    with tempfile.TemporaryDirectory() as folder, EngineHarness(Path(folder), model) as harness:
        figures = Scorer(engine_asks(harness)).all()
    for name, tally in figures.items():
        for question, fact, answer in tally.wrong:
            print(f"{name} · {fact}: {question}\n    {answer}")
    for name, tally in figures.items():
        print(f"{name}: {tally}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
