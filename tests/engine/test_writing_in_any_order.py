"""Whatever users write, delete and send: the same is said as where nothing is read before.

Two models do the same in lockstep, and one of them reads what is being written.
"""

from __future__ import annotations

import itertools
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.core.engine.memory.save_plan import MIN_SEGMENT_TOKENS, SnapshotWorth
from app.core.engine.restoring.saver import Saver
from app.core.messages import Role
from app.core.protocol import OTHER_PROGRAM, ChatKey, PromptMessage, ReadUnsent
from tests.helpers.engine_harness import WAIT_S, Dialogue
from tests.helpers.harm import how_often
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.said_alone import require_same
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.protocol import AnswerFinished, RequestId

N_CTX = 1280
N_CHATS = 3
SECRET = "ZQXJ"  # is written, and never sent
N_EXAMPLES = how_often("HEARTH_WRITING_EXAMPLES", 3, 8)

CHATS = st.integers(0, N_CHATS - 1)
WORDS = st.sampled_from(
    [
        "Tell me of the sea. ",
        "And then",
        "? ",
        "歪歪",
        "\n\n",
        SECRET,
        " hills and towns ",
        "x" * 40,
    ]
)
TYPE = st.tuples(st.just("type"), CHATS, WORDS)
DELETE = st.tuples(st.just("delete"), CHATS, st.integers(1, 50))
PASTE = st.tuples(st.just("paste"), CHATS, st.integers(2, 8))
STEPS = st.tuples(st.just("steps"), st.integers(1, 6))
REST = st.tuples(st.just("rest"))
SEND = st.tuples(st.just("send"), CHATS)
EDIT = st.tuples(st.just("edit"), CHATS)
AGAIN = st.tuples(st.just("regenerate"), CHATS)
OPEN = st.tuples(st.just("open"), CHATS)
NEW = st.tuples(st.just("new"), CHATS)
PROGRAM = st.tuples(st.just("program"), st.integers(1, 6))
RESTART = st.tuples(st.just("restart"))
ASK = st.tuples(st.just("ask"), CHATS, st.integers(2, 8))
FEW = [STEPS, EDIT, AGAIN, OPEN, NEW, PROGRAM, RESTART]
GESTURES = st.lists(
    st.one_of(TYPE, TYPE, PASTE, DELETE, REST, REST, SEND, ASK, ASK, *FEW), max_size=30
)
ALL_OF_IT: list[tuple[Any, ...]] = [
    *[("type", 0, "Tell me of the sea. "), ("rest",), ("send", 0)],
    *[("type", 0, SECRET), ("rest",), ("delete", 0, 4), ("paste", 0, 6), ("rest",), ("send", 0)],
    *[("type", 0, "And then"), ("rest",), ("regenerate", 0), ("paste", 0, 8), ("rest",)],
    *[("edit", 0), ("type", 1, " hills and towns "), ("rest",), ("type", 0, "? "), ("rest",)],
    *[("program", 4), ("open", 0), ("send", 1), ("type", 1, SECRET), ("steps", 1), ("restart",)],
    *[("open", 1), ("paste", 1, 3), ("rest",), ("send", 1), ("new", 1), ("paste", 1, 5), ("rest",)],
    *[("send", 1), ("send", 0)],
]


@pytest.fixture(autouse=True)
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let states be worth taking, holding and storing now and then, however fast the machine is."""
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / 8))


@dataclass
class Chat:
    """A chat, and what is being written in it.

    Attributes:
        exists: it was sent something.
    """

    dialogue: Dialogue
    draft: str = ""
    exists: bool = False


@dataclass
class Two:
    """Two models that do the same; the second reads what is being written."""

    folder: Path
    model: Path
    kind: Kind
    stack: ExitStack = field(default_factory=ExitStack)
    runners: tuple[SteppedRunner, ...] = ()
    stored: list[bytes] = field(default_factory=list)
    keys: Any = field(default_factory=lambda: map(str, itertools.count(1)))
    chats: list[Chat] = field(default_factory=list)
    n_same: int = 0
    n_answers: int = 0
    n_gained: int = 0

    def start(self) -> None:
        self.stack.close()
        self.runners = tuple(
            self.stack.enter_context(
                SteppedRunner(self.folder / name, self.model, n_ctx=N_CTX, **self.kind.load)
            )
            for name in ("without", "with")
        )
        store, save = self.runners[1].store, self.runners[1].store.save

        def watched(*args: Any, **fields: Any) -> Any:
            pieces = self.runners[1].loaded.model.pieces(fields["token_ids"])
            self.stored.append(b"".join(pieces))
            return save(*args, **fields)

        store.save = watched  # type: ignore[method-assign]

    def begin(self) -> None:
        """Begin with new chats."""
        for chat in self.chats:
            for runner in self.runners:
                runner.runner.forget(chat.dialogue.chat)
        self.chats = [self._new() for _number in range(N_CHATS)]

    def _new(self) -> Chat:
        return Chat(Dialogue(ChatKey(next(self.keys))).system("Be kind and patient. " * 2))

    def do(self, gesture: tuple[Any, ...]) -> None:
        name, *values = gesture
        does: dict[str, Callable[..., None]] = {
            "type": self._type,
            "delete": self._delete,
            "paste": self._paste,
            "ask": self._ask_slowly,
            "send": self._send,
            "edit": self._edit,
            "regenerate": self._regenerate,
            "open": self._open,
            "new": self._begin_anew,
            "program": self._ask_of_program,
            "restart": self.start,
            "steps": self._step,
            "rest": self._rest,
        }
        does[name](*values)

    def _type(self, number: int, words: str) -> None:
        self._write(self.chats[number], self.chats[number].draft + words)

    def _delete(self, number: int, size: int) -> None:
        self._write(self.chats[number], self.chats[number].draft[:-size])

    def _paste(self, number: int, size: int) -> None:
        self._write(self.chats[number], "Of ships that sail. " * size)

    def _ask_slowly(self, number: int, size: int) -> None:
        """Write a question word by word, with a pause behind each, and send it."""
        for _word in range(size):
            self._type(number, "and the hills ")
            self._rest()
        self._send(number)

    def _edit(self, number: int) -> None:
        chat = self.chats[number]
        if chat.exists:
            del chat.dialogue.messages[-2:]
            self._write(chat, chat.draft)
            self._rest()
            self._send(number)

    def _regenerate(self, number: int) -> None:
        if self.chats[number].exists:
            self.chats[number].dialogue.messages.pop()
            self._answer(self.chats[number].dialogue)

    def _open(self, number: int) -> None:
        if self.chats[number].exists:
            for runner in self.runners:
                runner.open(self.chats[number].dialogue)

    def _begin_anew(self, number: int) -> None:
        self.chats[number] = self._new()

    def _ask_of_program(self, size: int) -> None:
        key = ChatKey(f"{OTHER_PROGRAM}{size}")
        self._answer(Dialogue(key).user("Go on with this, please. " * size))

    def _step(self, n_steps: int) -> None:
        for runner in self.runners:
            for _step in range(n_steps):
                if runner.runner.has_work:
                    runner.runner.step()

    def _rest(self) -> None:
        for runner in self.runners:
            while runner.runner.has_work or any(one.fetching for one in runner.runner._sequences):
                if not runner.runner.has_work:
                    runner.inbox.take(wait=True)
                runner.runner.step()
            assert runner.store.flush(WAIT_S)

    def _write(self, chat: Chat, draft: str) -> None:
        chat.draft = draft
        if draft:
            key = chat.dialogue.chat if chat.exists else ChatKey("")
            messages = (*chat.dialogue.messages, PromptMessage(Role.USER, draft))
            self.runners[1].runner.read_unsent(ReadUnsent(key, messages))

    def _send(self, number: int) -> None:
        chat = self.chats[number]
        text = chat.draft.replace(SECRET, "").strip() or "Go on."
        chat.draft, chat.exists = "", True
        chat.dialogue.user(text)
        self._answer(chat.dialogue)

    def _answer(self, dialogue: Dialogue) -> None:
        first, second = (self._ask(runner, dialogue) for runner in self.runners)
        require_same(self.model, self.kind, first[1], second[1])
        self.n_answers += 1
        self.n_same += first[0] == second[0]
        reused, more = (one[1].stats.n_reused + one[1].stats.n_restored for one in (first, second))
        # What is in the context already is not restored for a handful of tokens more.
        assert more > reused - MIN_SEGMENT_TOKENS, (dialogue, first[1].stats, second[1].stats)
        self.n_gained += more > reused
        dialogue.assistant(*first)

    def _ask(self, runner: SteppedRunner, dialogue: Dialogue) -> tuple[str, AnswerFinished]:
        assert runner.store.flush(WAIT_S)
        request: RequestId = runner.ask(dialogue, max_tokens=8)
        runner.finish()
        finished = runner.told[request].finished
        assert finished is not None
        return runner.told[request].text, finished


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_the_same_is_said_and_nothing_of_it_is_stored(tmp_path: Path, kind: Kind) -> None:
    two = Two(tmp_path, kind.write(tmp_path / "m.gguf"), kind)

    @settings(max_examples=N_EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @example(gestures=ALL_OF_IT)
    @given(gestures=GESTURES)
    def do(gestures: list[tuple[Any, ...]]) -> None:
        two.begin()
        for gesture in gestures:
            two.do(gesture)
        two._rest()
        assert not any(SECRET.encode() in stored for stored in two.stored)

    two.start()
    try:
        do()
    finally:
        two.stack.close()
    assert two.n_gained, "nothing was read before it was sent"
