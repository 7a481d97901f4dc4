"""The window of a start that is measured: the real one, which notes when what has happened.

Runs in the program that is measured, from source or built, and imports no more than that does.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Slot

from app.core.conversations.events import AnswerDelta, ChatResumed, MessageChanged
from app.core.protocol import ModelLoaded, ModelLoadFailed, ProblemRaised
from app.core.system.paths import Paths
from app.ui.app import application, opened
from app.ui.measured_start.moments import Moment, note
from app.ui.window.first_picture import show_picture
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    import argparse

    from app.core.errors import Problem
    from app.core.system.started_engine import StartedEngine
    from app.ui.start.hearth import Hearth


class StartWatch(QObject):
    """Notes what the window shows and what the engine tells.

    Args:
        moments: file that gets a line for each.
        question: that is asked.
        first_words: asked with it as soon as there is a model, for a chat that later starts find;
            0 for a start that waits until its chat is back.
    """

    def __init__(self, hearth: Hearth, moments: Path, question: str, first_words: int) -> None:
        super().__init__(hearth)
        self._hearth = hearth
        self._moments = moments
        self._question = question
        self._first_words = first_words
        self._noted: set[Moment] = set()
        bridge = hearth.bridge
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelLoadFailed, lambda event: self._fail(event.problem))
        bridge.subscribe(ProblemRaised, lambda event: self._fail(event.problem))
        bridge.subscribe(ChatResumed, self._on_resumed)
        bridge.subscribe(AnswerDelta, self._on_delta)
        bridge.subscribe(MessageChanged, self._on_changed)
        hearth.window.transcript.shown.connect(self._on_shown)
        hearth.window.sidebar.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: what the window was built of is painted for the first time."""
        if event.type() == QEvent.Type.Paint:
            self._note(Moment.PAINTED)  # for the first time, unless it showed a picture
            self._note(Moment.BUILT)
            watched.removeEventFilter(self)
        return False

    @Slot()
    def _on_shown(self) -> None:
        if Moment.BUILT in self._noted:
            self._note(Moment.READABLE)  # for the first time, unless it showed a picture
            self._note(Moment.SHOWN)

    def _on_loaded(self, _event: ModelLoaded) -> None:
        self._note(Moment.READY)
        if self._first_words:
            self._hearth.window.chat.outbox.ask("word " * self._first_words + self._question)

    def _on_resumed(self, event: ChatResumed) -> None:
        if self._first_words or Moment.WARM in self._noted:
            return
        self._note(Moment.WARM, tokens=event.n_cached)
        self._hearth.window.chat.outbox.ask(self._question)

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
        if moment not in self._noted:
            self._noted.add(moment)
            note(self._moments, moment, **more)


def run(options: argparse.Namespace, engine: StartedEngine | None) -> int:
    """Open the window over an engine and return when it is closed."""
    paths, moments = Paths.locate(options.data_dir), Path(options.moments)
    app = application()
    window = MainWindow(paths)
    show_picture(window, paths)
    if window.isVisible():
        note(moments, Moment.PAINTED)
        note(moments, Moment.READABLE)
    with opened(paths, options.model, window=window, engine=engine) as hearth:
        watch = StartWatch(hearth, moments, options.question, options.first_words)
        hearth.ended.connect(app.quit)
        app.exec()
        watch.deleteLater()
    note(moments, Moment.ENDED)
    return 0
