"""A window that is used without a pause until it is killed, and says what is on disk by then.

Each line on its standard output is a JSON object: `engine`, the process that runs the engine;
`message` with `text`, which the chats hold from then on; or `answered`, the number of a message
that was answered whole.

usage: python -m tests.faults.window_child FOLDER MODEL SEED N_ANSWERS

With N_ANSWERS above 0 it ends by itself after so many whole answers. A model that the engine gave
up after a crash is opened again. On Windows, where nobody can ask a process to end, it closes its
window when its standard input ends.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMetaObject, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.core.chats.records import MessageStatus
from app.core.conversations.events import MessageAdded, MessageChanged
from app.core.engine_link import ChildProcess
from app.core.messages import Role
from app.core.system.paths import Paths
from app.ui.app import application, opened
from app.ui.composer.composer import ComposerState
from app.ui.models.model_presenter import ModelState
from tests.helpers.engine_hosts import engine_host

if TYPE_CHECKING:
    from app.core.chats.records import Message
    from app.ui.start.hearth import Hearth

_PAUSE_MS = 60
_ANSWERED = {MessageStatus.COMPLETE, MessageStatus.STOPPED}  # by itself, or as the context is full
_N_ROWS = 4  # chats that are gone back to


class User(QObject):
    """Types, sends, stops and switches chats, in an order drawn from a seed."""

    def __init__(self, hearth: Hearth, model: str, seed: int, n_answers: int) -> None:
        super().__init__()
        self._model = model
        self._hearth = hearth
        self._window = hearth.window
        self._chance = random.Random(seed)
        self._n_wanted = n_answers
        self._engine: int | None = None
        hearth.bridge.subscribe(MessageAdded, self._on_added)
        hearth.bridge.subscribe(MessageChanged, self._on_changed)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._act)
        self._timer.start(_PAUSE_MS)

    def _on_added(self, event: MessageAdded) -> None:
        if event.message.role is Role.USER:
            _tell_message(event.message)

    def _on_changed(self, event: MessageChanged) -> None:
        status = event.message.status
        if status is not MessageStatus.STREAMING:
            _tell_message(event.message)
        if status in _ANSWERED:
            _tell(answered=event.message.id)
        if status in _ANSWERED and self._n_wanted:
            self._n_wanted -= 1
            if not self._n_wanted:
                self._timer.stop()
                self._window.close()

    def _act(self) -> None:
        self._tell_engine()
        if self._window.models.state is ModelState.NONE:
            self._window.models.open_path(self._model)
        elif self._window.composer.state is ComposerState.READY and self._chance.random() < 0.5:
            self._send()
        elif not self._n_wanted and self._chance.random() < 0.2:
            self._window.composer.stop_requested.emit()
        elif self._chance.random() < 0.3:
            self._switch()

    def _send(self) -> None:
        edit = self._window.composer.edit
        edit.setFocus()
        QTest.keyClicks(edit, f"Question {self._chance.randint(1, 10**9)}?")
        QTest.keyClick(edit, Qt.Key.Key_Return)

    def _switch(self) -> None:
        view = self._window.sidebar.view
        row = self._chance.randint(-1, min(_N_ROWS, view.model().rowCount()) - 1)
        if row < 0:
            self._window.chat.gestures.new_chat()
        else:
            view.setCurrentIndex(view.model().index(row, 0))

    def _tell_engine(self) -> None:
        host = engine_host(self._hearth._parts.link)
        assert isinstance(host, ChildProcess)
        if host.pid is not None and host.pid != self._engine:
            self._engine = host.pid
            _tell(engine=host.pid)


def _tell_message(message: Message) -> None:
    _tell(message=message.id, text=message.text)


def _tell(**told: Any) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def _close_when_asked(window: QObject) -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    QMetaObject.invokeMethod(window, "close", Qt.ConnectionType.QueuedConnection)


def main() -> int:
    folder, model, seed, n_answers = sys.argv[1:]
    app = application()
    with opened(Paths.locate(folder), model) as hearth:
        hearth.ended.connect(app.quit)
        if sys.platform == "win32":
            threading.Thread(target=_close_when_asked, args=(hearth.window,), daemon=True).start()
        user = User(hearth, model, int(seed), int(n_answers))
        code = QApplication.exec()
        user.deleteLater()
    return code


if __name__ == "__main__":
    sys.exit(main())
