"""The engine's process is killed at random moments: afterwards it says what it would have said."""

from __future__ import annotations

import contextlib
import queue
import random
import threading
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.engine_link import child_process
from app.core.messages import Role
from app.core.protocol import (
    FinishReason,
    ModelLoaded,
    ModelLoadFailed,
    PromptMessage,
    ReadUnsent,
    RestoreChat,
)
from tests.helpers.engine_harness import WAIT_S, Dialogue
from tests.helpers.harm import Harm, how_often
from tests.helpers.link_harness import LinkHarness
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import ExpectLog

pytestmark = pytest.mark.usefixtures("all_threads")
N_KILLS = how_often("HEARTH_ENGINE_KILLS", 5, 12)
QUESTIONS = ("Tell me of the hills. " * 12, "And of the sea? " * 9, "What is between them? " * 6)


class Killed(LinkHarness):
    """An engine that is killed once, at some moment of what is done with it."""

    def kill_soon(self, harm: Harm, after_s: float) -> threading.Thread:
        """Kill the process that runs now, a moment from now."""
        pid = self.pid

        def kill() -> None:
            time.sleep(after_s)
            with contextlib.suppress(ProcessLookupError):
                harm.do(pid)

        thread = threading.Thread(target=kill)
        thread.start()
        return thread

    def settle(self) -> None:
        """Have the model there, whatever happened."""
        while True:
            with contextlib.suppress(queue.Empty):
                while True:
                    self.events.get(timeout=0.05)
            self.post(load_command(self._model, **self._load))
            event = self.wait_any(ModelLoaded, ModelLoadFailed)
            if isinstance(event, ModelLoaded):
                return


def talk(harness: LinkHarness, dialogue: Dialogue) -> list[str]:
    """Ask all questions and return the answers; a failed answer ends it."""
    said = []
    for question in QUESTIONS:
        text, finished = harness.answer(dialogue.user(question), max_tokens=12)
        if finished.finish_reason is FinishReason.FAILED:
            dialogue.messages.pop()
            break
        dialogue.assistant(text, finished)
        said.append(text)
    return said


def while_it_talks(harness: Killed) -> None:
    talk(harness, Dialogue())


def while_it_restores(harness: Killed) -> None:
    dialogue = Dialogue()
    talk(harness, dialogue)
    harness.post(RestoreChat(dialogue.chat, tuple(dialogue.messages)))


def while_it_loads(harness: Killed) -> None:
    harness.post(load_command(harness._model, **harness._load))


def while_it_reads_what_is_written(harness: Killed) -> None:
    dialogue = Dialogue()
    talk(harness, dialogue)
    words = (QUESTIONS[0] * 3).split()
    for end in range(0, len(words), 10):
        written = PromptMessage(Role.USER, " ".join(words[: end + 1]))
        harness.post(ReadUnsent(dialogue.chat, (*dialogue.messages, written)))
        time.sleep(0.02)


def while_nothing_is_done(_harness: Killed) -> None:
    time.sleep(0.3)


ACTIVITIES: tuple[Callable[[Killed], None], ...] = (
    while_it_talks,
    while_it_restores,
    while_it_loads,
    while_it_reads_what_is_written,
    while_nothing_is_done,
)


@pytest.mark.usefixtures("quick_to_notice")
def test_an_engine_killed_at_any_moment_says_the_same_as_ever(
    tmp_path: Path, tiny_model: Path, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")
    chance = random.Random(20_261_122)
    with Killed(tmp_path / "undisturbed", tiny_model) as harness:
        expected = talk(harness, Dialogue())
    assert len(expected) == len(QUESTIONS)
    pids = set()
    with Killed(tmp_path / "killed", tiny_model) as harness:
        for number in range(N_KILLS):
            activity, harm = chance.choice(ACTIVITIES), chance.choice(list(Harm))
            pid = harness.pid
            pids.add(pid)
            killer = harness.kill_soon(harm, chance.random() * 0.8)
            activity(harness)
            killer.join()
            deadline = time.monotonic() + WAIT_S
            while harness.host.pid in (None, pid):
                assert time.monotonic() < deadline, (number, activity.__name__, harm)
                time.sleep(0.05)
            harness.settle()
            assert talk(harness, Dialogue()) == expected, (number, activity.__name__, harm)
        pids.discard(harness.pid)
        assert not [pid for pid in pids if psutil.pid_exists(pid)]


@pytest.fixture
def quick_to_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "SILENCE_S", 3.0)
