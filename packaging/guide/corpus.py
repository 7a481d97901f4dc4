"""Dialogues about Hearth, made from the facts and from the ways to ask for them.

A dialogue is a list of turns; the model learns the answers and, a little, the questions. The
held-out questions are read only to keep them, and the names in them, out.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from guide.names import draw_name
from guide.phrasing import NAME_MARK, as_typed, expand

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

FOLDER = Path(__file__).resolve().parent
SHIPPED = FOLDER.parents[1] / "resources" / "guide"
GUIDE = SHIPPED / "hearth-guide.gguf"
HELD_OUT = FOLDER / "held_out.toml"

# No place is added to these: "hello in hearth" is nothing anybody says.
NO_HEARTH = frozenset(
    {"hello", "how-are-you", "thanks", "bye", "ok", "praise", "complaint", "joke", "language"}
    | {"nonsense", "other", "no-more"}
)
_MORE_OFTEN = {
    "other": 9.0, "nonsense": 1.5, "add-model": 1.6, "get-model": 1.6, "resumed": 1.4,
    "context": 1.4, "privacy": 1.4, "where-chats": 1.4, "servers": 1.8, "api": 1.8,
    "images-voice": 1.8, "projector": 1.5, "json": 1.5, "alternatives": 1.8, "draft-model": 1.4,
    # The newest, and near one another:
    "document-kinds": 1.8, "use-passages": 1.8, "documents-page": 1.8, "list-folder": 1.8,
    "search-documents": 1.8, "remove-document": 1.6, "keep-read": 1.6, "document-again": 1.6,
    "citations": 1.6, "doubtful-quotation": 1.6, "scans": 1.6, "document-privacy": 1.6,
    "embedder": 1.6, "turns-back": 1.6, "documents-command": 1.6, "ask-document": 1.6,
}  # fmt: skip
_NAMES = frozenset({"name-told", "name-asked", "name-changed", "name-unknown"})
_WORD = re.compile(r"[\w']+")
_KEYBOARD_ROWS = ("asdfghjkl", "qwertyuiop", "zxcvbnm,.-", "jklöäfdsa", "1234567890", "?!.,")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing the guide knows; see the head of `facts.toml`."""

    id: str
    answer: str
    expect: tuple[str, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the user writes and what the guide answers."""

    question: str
    answer: str


@dataclass(slots=True)
class _Talk:
    """What a dialogue has come to."""

    name: str = ""
    fact: Fact | None = None
    turns: list[Turn] = field(default_factory=list)

    def add(self, question: str, answer: str, fact: Fact | None = None) -> None:
        """Append a turn; `fact` is what a request for more would be about."""
        self.turns.append(Turn(question, answer))
        self.fact = fact


def load_facts() -> dict[str, Fact]:
    """Return the facts by id."""
    rows = tomllib.loads((FOLDER / "facts.toml").read_text("utf-8"))["fact"]
    return {
        row["id"]: Fact(row["id"], row["answer"], tuple(row["expect"]), row.get("more", ""))
        for row in rows
    }


def is_right(fact: Fact, answer: str, name: str = "") -> bool:
    """Return whether `answer` contains what an answer about `fact` must contain."""
    found = answer.casefold()
    return all(part.replace("{name}", name).casefold() in found for part in fact.expect)


class Corpus:
    """All questions and facts; draws turns and dialogues from them.

    Attributes:
        name_weight: how often names are told and asked for, 1 as a rule.
    """

    def __init__(self) -> None:
        self.name_weight = 1.0
        self.facts = load_facts()
        self.questions: dict[str, list[str]] = {}
        self._fields: dict[str, list[str]] = {}
        self._dialogue: dict[str, list[str]] = {}
        for path in sorted((FOLDER / "questions").glob("*.toml")):
            table = tomllib.loads(path.read_text("utf-8"))
            if path.stem == "macros":
                self._fields.update(table)
            elif path.stem == "dialogue":
                self._dialogue.update(table)
            elif "questions" in table:  # templates for everything but Hearth, with their lists
                self.questions.setdefault("other", []).extend(table.pop("questions"))
                for name, values in table.items():
                    self._fields[name] = [*self._fields.get(name, ()), *values]
            else:
                for fact, lines in table.items():
                    self.questions.setdefault(fact, []).extend(lines)
        unknown = self.questions.keys() - self.facts.keys()
        if unknown:
            raise ValueError(f"questions for facts that do not exist: {sorted(unknown)}")
        held_out = tomllib.loads(HELD_OUT.read_text("utf-8")) if HELD_OUT.exists() else {}
        self._held_out_names = frozenset(name.lower() for name in held_out.get("names", ()))
        self._held_out = frozenset(
            _words(line) for lines in held_out.get("questions", {}).values() for line in lines
        )

    @cached_property
    def _askable(self) -> tuple[list[str], list[float]]:
        ids = [fact for fact in self.questions if fact not in _NAMES]
        return ids, [_MORE_OFTEN.get(fact, 1.0) for fact in ids]

    def question(self, fact: str, random: Random) -> str:
        """Return one way to ask for `fact`, as typed; never a held-out one."""
        while True:
            question = self._typed_question(fact, random)
            if _words(question) not in self._held_out:
                return question

    def _typed_question(self, fact: str, random: Random) -> str:
        if fact == "nonsense":  # written out, brackets and all
            mashed = random.random() < 0.4
            return _mashed(random) if mashed else random.choice(self.questions[fact])
        line = self._plain_question(fact, random)
        return as_typed(line, random, is_about_hearth=fact not in NO_HEARTH)

    def read_out(self, line: str, random: Random) -> str:
        """Return one reading of a line of the question files; `{name}` stays as it is."""
        marked = line.replace("{name}", NAME_MARK)
        return expand(marked, self._fields, random).replace(NAME_MARK, "{name}")

    def _plain_question(self, fact: str, random: Random) -> str:
        if fact == "nonsense":
            return _mashed(random)
        return expand(random.choice(self.questions[fact]), self._fields, random)

    def dialogue(self, random: Random) -> Iterator[Turn]:
        """Yield the turns of a dialogue without an end."""
        talk = _Talk()
        told_early = random.random() < 0.55
        while True:
            n_before = len(talk.turns)
            if told_early and not talk.name and random.random() < 0.6:
                self._tell_name(talk, random)
            else:
                self._go_on(talk, random)
            yield from talk.turns[n_before:]

    def _go_on(self, talk: _Talk, random: Random) -> None:
        way = random.random()
        names = 0.17 * self.name_weight
        if way < 0.13 * self.name_weight:
            self._ask_name(talk, random)
        elif way < names:
            self._tell_name(talk, random)
        elif way < names + 0.08 and talk.fact is not None:
            self._ask_more(talk, random)
        elif way < names + 0.12:
            self._tell_and_ask(talk, random)
        else:
            self._ask_fact(talk, random)

    def _ask_fact(self, talk: _Talk, random: Random) -> None:
        fact = self.facts[random.choices(*self._askable)[0]]
        talk.add(self.question(fact.id, random), fact.answer, fact)

    def _ask_more(self, talk: _Talk, random: Random) -> None:
        assert talk.fact is not None
        answer = talk.fact.more or self.facts["no-more"].answer
        talk.add(as_typed(self._draw("more", random), random, is_about_hearth=False), answer)

    def _ask_name(self, talk: _Talk, random: Random) -> None:
        fact = self.facts["name-asked" if talk.name else "name-unknown"]
        question = self.question("name-asked", random)
        talk.add(question, fact.answer.replace("{name}", talk.name))

    def _tell_name(self, talk: _Talk, random: Random) -> None:
        fact = self.facts["name-changed" if talk.name else "name-told"]
        talk.name = draw_name(random, self._held_out_names)
        line = random.choice(self.questions[fact.id]).replace("{name}", NAME_MARK)
        typed = as_typed(expand(line, self._fields, random), random, is_about_hearth=False)
        talk.add(_named(typed, talk.name), fact.answer.replace("{name}", talk.name))

    def _tell_and_ask(self, talk: _Talk, random: Random) -> None:
        """Tell the name and ask for a fact in one message."""
        fact = self.facts[random.choices(*self._askable)[0]]
        talk.name = draw_name(random, self._held_out_names)
        line = random.choice(self._dialogue["told_and_asked"]).replace("{name}", NAME_MARK)
        question = self._plain_question(fact.id, random)
        line = expand(line, {"question": [question]}, random)
        answer = f"Nice to meet you, {talk.name}! {fact.answer}"
        typed = as_typed(line, random, is_about_hearth=False)
        talk.add(_named(typed, talk.name), answer, fact)

    def _draw(self, kind: str, random: Random) -> str:
        return expand(random.choice(self._dialogue[kind]), self._fields, random)


def _words(text: str) -> str:
    """Return `text` without capitals and marks; nonsense, which has no words, as it is."""
    return " ".join(_WORD.findall(text.lower())) or text


def _mashed(random: Random) -> str:
    """Return what comes out when somebody only tries the keyboard."""
    letters = random.choice(_KEYBOARD_ROWS)
    words = [
        "".join(random.choice(letters) for _ in range(random.randint(2, 9)))
        for _ in range(random.choice((1, 1, 1, 2, 3)))
    ]
    return " ".join(words)


def _named(typed: str, name: str) -> str:
    return typed.replace(NAME_MARK, name).replace(NAME_MARK.upper(), name)
