"""Nothing of a temporary chat is ever on the disk: not a word, not a title, not a draft, not an id.

What is not a test of files alone drives the real window.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from app.core.chats.records import FIRST_TEMPORARY, ChatSetup, is_temporary
from app.core.chats.store import ChatStore
from app.core.messages import Attachment
from app.ui.composer.composer_bar import TemporaryKey
from tests.e2e.conftest import REPOSITORY, Program, command
from tests.helpers.gguf_factory import CHATML, write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths

SECRET = "xyzzyplugh"
LONG = "[sampling]\ntemperature = 0\n[memory]\nkeep_free_gb = 0\n"
WAIT_S = 60.0

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)


def answer_question(name: str) -> list[str]:
    """Press a button of the question as soon as it is asked; return what it said."""
    said: list[str] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(20, press)
            return
        said.append(box.text())
        button = box.findChild(QPushButton, name)
        assert button is not None
        button.click()

    QTimer.singleShot(0, press)
    return said


def begin(program: Program) -> None:
    program.window.actions_by_key["new_temporary_chat"].trigger()
    program.until(lambda: program.window.open_chat.is_temporary)


def traces(root: Path) -> list[Path]:
    """Return all files that say a word of it, or name it."""
    found = []
    ids = [str(FIRST_TEMPORARY)[:9].encode(), b"temporary-"]
    for file in root.rglob("*"):
        if not file.is_file():
            continue
        content = file.read_bytes()
        lowered = content.lower()
        words = (SECRET, SECRET.encode("utf-16-le").decode("latin-1"))
        has_words = any(word.encode("latin-1") in lowered for word in words)
        if has_words or any(one in content for one in ids):
            found.append(file)
    return found


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_tiny_llama(tmp_path / "m.gguf", chat_template=CHATML)


def test_a_whole_session_in_a_temporary_chat_leaves_no_trace_on_the_disk(
    start: Any, paths: Paths, model: Path
) -> None:
    program: Program = start(model, settings=LONG)
    program.until_ready()
    program.say("an ordinary question")
    begin(program)
    setup = ChatSetup(f"{SECRET} as a system prompt", (("max_tokens", 120.0),))
    program.window.chat.gestures.set_up(program.window.open_chat.id, setup)
    program.say(f"{SECRET} first")
    program.window.composer.attachments.add(Attachment(f"{SECRET}.txt", f"{SECRET} in a file"))
    program.say(f"{SECRET} with a file")
    with program.one_answer():
        program.send(f"{SECRET} stopped")
        program.until(lambda: program.window.open_chat.is_answering)
        program.window.actions_by_key["stop"].trigger()
    program.window.actions_by_key["edit_last"].trigger()
    with program.one_answer():
        program.send(" and edited")
    program.window.sidebar.search.field.setText(SECRET)
    program.qtbot.wait(600)  # a search, and a draft that would be written
    program.window.composer.edit.setFocus()
    program.qtbot.keyClicks(program.window.composer.edit, f"{SECRET} unsent")
    program.qtbot.wait(600)
    assert traces(paths.data.parent) == []
    assert program.window.sidebar.chats.n_chats() == 1
    answer_question("leaveTemporary")
    program.quit()
    assert traces(paths.data.parent) == []
    assert b"an ordinary question" in paths.database.read_bytes()
    with ChatStore.open(paths.database) as store:
        assert len(store.list_chats()) == 1


def test_a_program_that_is_killed_in_the_middle_of_an_answer_leaves_no_trace(
    paths: Paths, model: Path, tmp_path: Path
) -> None:
    script = tmp_path / "run.py"
    script.write_text(KILLED)
    told = subprocess.Popen(
        [*command()[:1], str(script), str(paths.data.parent), str(model), SECRET],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert told.stdout is not None
    lines = []
    for line in told.stdout:
        lines.append(line.strip())
        if lines[-1] == "answering":
            break
    told.kill()
    told.wait(WAIT_S)
    told.stdout.close()
    assert lines[-1:] == ["answering"]
    assert paths.database.exists()
    assert traces(paths.data.parent) == []


KILLED = """
import os, queue, sys, threading, time
from pathlib import Path
from app.core.assembly import assemble
from app.core.chats.records import MessageStatus
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.events import AnswerDelta, MessageChanged, TemporaryChatBegun
from app.core.system.log import start_logging
from app.core.system.paths import Paths
from app.core.protocol import ModelLoaded, SamplingParams
from app.core.settings.settings import Settings

root, model, secret = sys.argv[1:]
paths = Paths.locate(Path(root))
paths.create()
events = queue.SimpleQueue()

def wait(kind):
    while True:
        event = events.get(timeout=60)
        if isinstance(event, kind):
            return event

if __name__ == "__main__":
    with start_logging(paths, verbose=False):
        parts = assemble(paths, Settings.load(paths.settings_file), events.put, in_process=True)
        threading.Thread(target=parts.link.run, daemon=True).start()
        parts.conversations.start().result(60)
        parts.conversations.models.load(model, 1024)
        wait(ModelLoaded)
        chats = parts.conversations.chats
        chats.begin_temporary(f"{secret} as a title")
        chat = wait(TemporaryChatBegun).chat.id
        options = AnswerOptions(SamplingParams(temperature=0), 900)
        chats.send(chat, f"{secret} " * 40, options=AnswerOptions(SamplingParams(temperature=0), 4))
        while wait(MessageChanged).message.status is MessageStatus.STREAMING:
            pass
        chats.send(chat, f"{secret} again", options=options)
        wait(AnswerDelta)
        time.sleep(1.2)  # an ordinary answer would be on the disk by now
        print("answering", flush=True)
        time.sleep(60)
"""


def test_leaving_asks_once_and_only_where_there_is_something_to_lose(
    start: Any, model: Path
) -> None:
    program: Program = start(model)
    program.until_ready()
    begin(program)
    program.window.actions_by_key["new_chat"].trigger()  # empty: nothing is asked
    assert program.window.open_chat.is_new
    begin(program)
    program.say("a question")
    said = answer_question("stayInTemporary")
    program.window.actions_by_key["new_chat"].trigger()
    assert said == ["Leave the temporary chat?"]
    assert program.window.open_chat.is_temporary
    assert program.window.composer.temporary_bar.isVisible()
    answer_question("stayInTemporary")
    assert not program.window.close()
    answer_question("leaveTemporary")
    program.window.actions_by_key["new_chat"].trigger()
    assert program.window.open_chat.is_new
    assert not program.window.composer.temporary_bar.isVisible()
    assert program.window.sidebar.chats.n_chats() == 0


def test_leaving_in_the_middle_of_an_answer_stops_it_and_the_next_chat_is_answered(
    start: Any, model: Path
) -> None:
    program: Program = start(model)
    program.until_ready()
    begin(program)
    program.send("a question")
    program.until(lambda: program.window.open_chat.is_answering)
    left = program.window.open_chat.id
    answer_question("leaveTemporary")
    program.window.actions_by_key["new_chat"].trigger()
    program.say("an ordinary question")
    assert not program.window.chat.outbox.words.is_sending(left)
    program.until(lambda: program.window.sidebar.chats.n_chats() == 1)


def test_keeping_makes_a_chat_of_it_with_every_word_and_the_draft(
    start: Any, paths: Paths, model: Path
) -> None:
    program: Program = start(model)
    program.until_ready()
    begin(program)
    answer = program.say("a question worth keeping")
    program.qtbot.keyClicks(program.window.composer.edit, "a draft")
    keep = program.window.composer.temporary_bar.buttons[TemporaryKey.KEEP]
    program.qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
    program.until(lambda: not program.window.open_chat.is_temporary)
    program.until(lambda: not program.window.open_chat.is_empty)
    assert program.window.open_chat.title == "a question worth keeping"
    assert program.window.composer.text() == "a draft"
    program.quit()
    with ChatStore.open(paths.database) as store:
        (chat,) = store.list_chats()
        assert not is_temporary(chat.id)
        said = [message.text for message in store.path(chat.id)]
    assert said == ["a question worth keeping", answer]


def test_keeping_when_it_is_left_goes_on_to_what_was_wanted(start: Any, model: Path) -> None:
    program: Program = start(model)
    program.until_ready()
    begin(program)
    program.say("a question")
    answer_question("keepTemporary")
    program.window.actions_by_key["new_chat"].trigger()
    program.until(lambda: program.window.open_chat.is_new)
    assert program.window.sidebar.chats.n_chats() == 1
