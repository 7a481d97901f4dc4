"""Nothing that anybody said is in the log, not even of a session in which everything fails."""

from __future__ import annotations

import logging
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.assembly import Assembly, assemble
from app.core.chats.records import ChatSetup, MessageStatus
from app.core.chats.store import ChatStore
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.events import (
    ChatCreated,
    ContextUse,
    MessageChanged,
)
from app.core.engine.answers.answer_generator import AnswerGenerator
from app.core.engine.restoring.context_measurer import ContextMeasurer
from app.core.engine.runner import Runner
from app.core.messages import Attachment
from app.core.protocol import ModelLoaded, ProblemRaised, SamplingParams
from app.core.settings.settings import Settings
from app.core.system.log import reports_in, start_logging, untold_report
from tests.helpers.gguf_factory import CHATML, write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from app.core.system.paths import Paths
    from tests.conftest import ExpectLog

SECRET = "Xyzzy"
FAILING = (
    "{% if 'fail' in messages[-1].content %}{{ raise_exception(messages[-1].content) }}{% endif %}"
    "{% if 'index' in messages[-1].content %}{{ {}[messages[-1].content].upper() }}{% endif %}"
)
WAIT_S = 60.0
# Dies in native code while it writes a message, whose words are in the frames of the stack.
CRASHING_CHILD = """
import faulthandler, pathlib, sys
from app.core.chats import queries
from app.core.chats.store import ChatStore
from app.core.system.log import start_logging
from app.core.messages import Role
from app.core.system.paths import FolderOrigin, Paths

paths = Paths.under(pathlib.Path(sys.argv[1]), FolderOrigin.CHOSEN)
start_logging(paths)
store = ChatStore.open(paths.database)
chat = store.create_chat(title=sys.argv[2])
queries.attach = lambda *_: faulthandler._sigsegv()
store.add_message(chat.id, parent_id=None, role=Role.USER, text=sys.argv[2])
"""


class Session:
    """The program without a window, and what it tells."""

    def __init__(self, paths: Paths, *, in_process: bool) -> None:
        self._events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.parts: Assembly = assemble(
            paths, Settings.load(paths.settings_file), self._events.put, in_process=in_process
        )
        self._thread = threading.Thread(target=self.parts.link.run, name="engine")
        self._thread.start()
        self.parts.conversations.start().result(WAIT_S)

    def wait(self, kind: Any, fits: Callable[[Any], bool] = lambda _event: True) -> Any:
        while True:
            event = self._events.get(timeout=WAIT_S)
            if isinstance(event, kind) and fits(event):
                return event

    def load(self, model: Path) -> None:
        self.parts.conversations.models.load(str(model), 1024)
        self.wait(ModelLoaded)

    def say(self, chat: Any, text: str) -> Any:
        attachment = Attachment(f"{SECRET}.txt", f"{SECRET} in a file")
        self.parts.conversations.chats.send(
            chat,
            f"{SECRET} {text}",
            [attachment],
            setup=ChatSetup(f"{SECRET} as a system prompt"),
            options=AnswerOptions(SamplingParams(temperature=0), 8),
        )
        if chat is None:
            chat = self.wait(ChatCreated).chat.id
        self.wait(MessageChanged, lambda event: event.message.status is not MessageStatus.STREAMING)
        return chat

    def close(self) -> None:
        self.parts.begin_shutdown()
        self._thread.join(WAIT_S)
        self.parts.finish_shutdown()


def _raise_words(*_arguments: Any, **_options: Any) -> Any:
    try:
        raise KeyError(f"{SECRET} in a key")
    except KeyError as error:
        raise ValueError(f"{SECRET} in a value") from error


def test_a_session_full_of_words_and_failures_leaves_none_in_the_log(
    paths: Paths,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
    capsys: pytest.CaptureFixture[str],
) -> None:
    expect_log("a use case failed")
    expect_log("in the background failed")
    expect_log("an answer could not be begun")
    expect_log("a defect in the engine")
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=FAILING + CHATML)
    paths.create()
    with start_logging(paths, verbose=True):
        session = Session(paths, in_process=True)  # so that a test can have it fail anywhere
        conversations = session.parts.conversations
        session.load(model)
        chat = session.say(None, "hello")
        conversations.chats.rename(chat, f"{SECRET} as a title")
        session.say(chat, "fail")
        session.say(chat, "index")
        conversations.chats.open(chat)
        with monkeypatch.context() as patch:
            patch.setattr(ContextMeasurer, "_counting", _raise_words)
            conversations.chats.measure(chat, f"{SECRET} in a draft")
            session.wait(ContextUse)
        with monkeypatch.context() as patch:
            patch.setattr(ChatStore, "rename_chat", _raise_words)
            conversations.chats.rename(chat, f"{SECRET} again")
            session.wait(ProblemRaised, lambda event: event.problem.is_bug)
        with monkeypatch.context() as patch:
            patch.setattr(AnswerGenerator, "begin", _raise_words)
            session.say(chat, "hello again")
        with monkeypatch.context() as patch:
            patch.setattr(Runner, "step", _raise_words)
            session.say(chat, "hello once more")
        session.close()
        logging.getLogger("app").info("the end")
    logged = "".join(path.read_text("utf-8") for path in paths.state.glob("hearth.log*"))
    told = capsys.readouterr().err
    assert "the end" in logged
    assert "builtins.KeyError" in logged
    assert "builtins.ValueError" in logged
    assert SECRET not in told
    _has_no_words(paths)


def test_an_engine_in_a_process_of_its_own_logs_no_words_either(
    paths: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=FAILING + CHATML)
    paths.create()
    with start_logging(paths, verbose=True):
        session = Session(paths, in_process=False)
        session.load(model)
        chat = session.say(None, "hello")
        session.say(chat, "fail")
        session.say(chat, "index")
        session.parts.conversations.chats.open(chat)
        session.close()
    assert "jinja2.exceptions.UndefinedError" in (paths.state / "engine.log").read_text("utf-8")
    assert SECRET not in capsys.readouterr().err
    _has_no_words(paths)


def test_a_crash_in_the_middle_of_a_chat_reports_none_of_its_words(paths: Paths) -> None:
    paths.create()
    died = subprocess.run(
        [sys.executable, "-c", CRASHING_CHILD, str(paths.root), SECRET],
        cwd=Path(__file__).parents[2],
        stderr=subprocess.DEVNULL,
        check=False,
    )
    assert died.returncode != 0
    with start_logging(paths):
        (report,) = reports_in(paths.crash_reports)
    assert "add_message" in report.read_text("utf-8")
    assert untold_report(paths.crash_reports) == report
    _has_no_words(paths)


def _has_no_words(paths: Paths) -> None:
    files = [file for file in paths.state.rglob("*") if file.is_file()]
    assert files
    for file in files:
        assert SECRET.encode() not in file.read_bytes(), file
