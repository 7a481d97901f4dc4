"""The window of `hearth bench start`: the real one, which notes when what has happened.

Runs in the program that is measured, from source or built. Each moment is a line of JSON in a file:
its name, and the seconds since 1970, so that who started the process can compare them with its own.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

from app.bench.moments import Moment
from app.core.conversations.events import AnswerDelta, ChatResumed, MessageChanged
from app.core.paths import Paths
from app.core.protocol import ModelLoaded, ModelLoadFailed, ProblemRaised
from app.ui.app import Hearth, application, opened

if TYPE_CHECKING:
    import argparse

    from app.core.engine_link import StartedEngine
    from app.core.errors import Problem

_QUESTION = "Tell me more about that."


class StartWatch(QObject):
    """Watches one start up to the first token of an answer, then closes the window.

    Interface thread only.

    Args:
        moments: file that gets a line for each.
        first_words: asked as soon as there is a model, for a chat that later starts find; 0 for a
            start that waits until its chat is back.
    """

    def __init__(self, hearth: Hearth, moments: Path, first_words: int) -> None:
        super().__init__(hearth)
        self._hearth = hearth
        self._moments = moments
        self._first_words = first_words
        self._noted: set[Moment] = set()
        bridge = hearth.bridge
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelLoadFailed, lambda event: self._fail(event.problem))
        bridge.subscribe(ProblemRaised, lambda event: self._fail(event.problem))
        bridge.subscribe(ChatResumed, self._on_resumed)
        bridge.subscribe(AnswerDelta, self._on_delta)
        bridge.subscribe(MessageChanged, self._on_changed)
        hearth.window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Qt: the window is painted for the first time."""
        if event.type() == QEvent.Type.Paint:
            self._note(Moment.SHOWN)
            self._hearth.window.removeEventFilter(self)
        return False

    def _on_loaded(self, _event: ModelLoaded) -> None:
        self._note(Moment.READY)
        if self._first_words:
            words = "word " * self._first_words + _QUESTION  # to which every model says something
            self._hearth.window.chat.outbox.ask(words)

    def _on_resumed(self, event: ChatResumed) -> None:
        if self._first_words or Moment.WARM in self._noted:
            return
        self._note(Moment.WARM, tokens=event.n_cached)
        self._hearth.window.chat.outbox.ask(_QUESTION)

    def _on_delta(self, _event: AnswerDelta) -> None:
        if Moment.FIRST_TOKEN not in self._noted:
            self._note(Moment.FIRST_TOKEN)
            self._hearth.window.chat.gestures.stop()

    def _on_changed(self, event: MessageChanged) -> None:
        if event.message.stats:
            self._hearth.window.close()

    def _fail(self, problem: Problem) -> None:
        self._note(Moment.FAILED, problem=problem.text())
        self._hearth.window.close()

    def _note(self, moment: Moment, **more: int | str) -> None:
        self._noted.add(moment)
        with self._moments.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"moment": moment, "at": time.time(), **more}) + "\n")


def run(options: argparse.Namespace, engine: StartedEngine | None) -> int:
    """Open the window over an engine and return when it is closed."""
    app = application()
    with opened(Paths.locate(options.data_dir), options.model, engine=engine) as hearth:
        watch = StartWatch(hearth, Path(options.moments), options.first_words)
        hearth.ended.connect(app.quit)
        app.exec()
        watch.deleteLater()
    return 0
