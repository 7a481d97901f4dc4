"""A server that answers is killed at random moments: no word is lost, nothing hangs or is left."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.chats.records import MessageStatus
from app.core.conversations.events import AnswerDelta, ChatCreated, MessageChanged
from app.core.protocol import ModelLoaded, ModelLoadFailed, RemoteModel
from app.core.remote.server import Server
from tests.helpers.chat_server import MODEL
from tests.helpers.child_run import REPOSITORY
from tests.helpers.harm import how_often
from tests.helpers.whole_program import WAIT_S, WholeProgram
from tools.bench.free_port import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.chats.records import ChatId, Message

N_KILLS = how_often("HEARTH_SERVER_KILLS", 4, 12)
N_WORDS, PAUSE_S = 60, 0.005
NAME = "attic"


@contextlib.contextmanager
def serving(port: int) -> Iterator[subprocess.Popen[str]]:
    command = (sys.executable, "-m", "tests.helpers.chat_server")
    process = subprocess.Popen(
        [*command, str(port), str(N_WORDS), str(PAUSE_S)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=REPOSITORY,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.wait(WAIT_S)
        process.stdout.close()


class Talk:
    """One chat of one program with a model of a server that comes and goes."""

    def __init__(self, program: WholeProgram) -> None:
        self.program = program
        self.chat: ChatId | None = None
        self.path = RemoteModel(NAME, MODEL).path

    def load(self) -> bool:
        """Have the model loaded; False where the server is not there any more."""
        self.program.conversations.models.load(self.path)
        while True:
            event = self.program.events.get(timeout=WAIT_S)
            if isinstance(event, ModelLoaded | ModelLoadFailed):
                return isinstance(event, ModelLoaded)

    def ask(self, text: str) -> tuple[str, Message]:
        """Say something; return what was streamed, and the answer as it was kept in the end."""
        self.program.conversations.chats.send(self.chat, text)
        streamed = ""
        while True:
            match self.program.events.get(timeout=WAIT_S):
                case ChatCreated(chat):
                    self.chat = chat.id
                case AnswerDelta(text=new):
                    streamed += new
                case MessageChanged(_, message) if message.status is not MessageStatus.STREAMING:
                    return streamed, message
                case _:
                    pass


def n_connections() -> int:
    return sum(one.status != psutil.CONN_LISTEN for one in psutil.Process().net_connections("tcp"))


@pytest.mark.parametrize("seed", range(N_KILLS))
def test_what_was_said_is_kept_and_the_next_answer_comes(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    port, before = free_port(), n_connections()
    with WholeProgram(tmp_path) as program:
        program.parts.servers.put(Server(NAME, f"http://localhost:{port}/v1"), "")
        talk = Talk(program)
        with serving(port) as process:
            after_s = chance.uniform(0.0, 1.3 * N_WORDS * PAUSE_S)
            is_loading = chance.random() < 0.2
            if not is_loading:
                assert talk.load()
            killer = threading.Timer(after_s, process.kill)
            killer.start()
            if is_loading and not talk.load():
                killer.join()
            else:
                streamed, answer = talk.ask("Tell me everything.")
                killer.join()
                assert answer.text == streamed
                assert answer.text == "".join(f"word{n} " for n in range(answer.text.count("word")))
                if answer.status is MessageStatus.FAILED:
                    assert answer.problem
        with serving(port):
            assert talk.load()
            streamed, answer = talk.ask("And again.")
            assert answer.status is MessageStatus.COMPLETE
            assert streamed == answer.text == "".join(f"word{n} " for n in range(N_WORDS))
        assert talk.chat is not None
        kept = program.messages(talk.chat)
        assert [one.text for one in kept if one.role.value == "user"][-1] == "And again."
        deadline = time.monotonic() + WAIT_S
        while n_connections() > before:
            assert time.monotonic() < deadline, psutil.Process().net_connections("tcp")
            time.sleep(0.02)
