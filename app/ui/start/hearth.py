"""The program with a window: builds its parts, connects them, takes them apart again.

End, in stages that never block the interface: the window closes, the engine finishes its answers
and leaves its thread, then the stores are flushed and closed.

Longer than other files: all that is built and taken apart.

Signals of the system that end the program end it in the same stages.
"""

from __future__ import annotations

import logging
import signal
import socket
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from app.core.assembly import assemble, new_speed_measure
from app.core.conversations.cases.memory import set_limits
from app.core.errors import KnownError, Problem
from app.core.models.builtin import GUIDE_NAME, is_guide, path_of_remembered, remembered_as
from app.core.models.library.chosen_folders import library_choices, set_library_choices
from app.core.phrases import phrase
from app.core.protocol import ModelLoaded, ProblemRaised
from app.core.settings.settings import Settings
from app.core.settings.table import LANGUAGE, MODEL_FOLDERS, MODEL_PATH, OTHER_PROGRAMS
from app.ui.api.api_server import ApiServer
from app.ui.kit.event_bridge import EventBridge
from app.ui.start.application import Reopen
from app.ui.start.engine_thread import EngineThread
from app.ui.start.garbage_collector import GarbageCollector
from app.ui.window.attention import bring_to_front
from app.ui.window.first_picture import keep_picture
from app.ui.words.translation import speak

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType

    from app.core.hardware.speed_measure import SpeedMeasure
    from app.core.models.library.chosen_folders import LibraryChoices
    from app.core.system.paths import Paths
    from app.core.system.started_engine import StartedEngine
    from app.ui.start.application import Application, TaskBetween
    from app.ui.start.instance.address import InstanceRequest
    from app.ui.upkeep.task_dialog import TaskOutcome
    from app.ui.window.main_window import MainWindow


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _QuitSignals(QObject):
    """Emits `asked_to_quit` when the process is asked to end. Interface thread only.

    Python runs signal handlers only between its own instructions, and Qt's event loop executes none
    while nothing happens; a byte written to a socket wakes it.
    """

    asked_to_quit = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._receiving, self._sending = socket.socketpair()
        self._receiving.setblocking(False)
        self._sending.setblocking(False)
        self._notifier = QSocketNotifier(self._receiving.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_readable)
        self._previous_fd = signal.set_wakeup_fd(self._sending.fileno(), warn_on_full_buffer=False)
        self._previous = {number: signal.signal(number, _ignore) for number in _SIGNALS}

    def close(self) -> None:
        """Give the signals back."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._previous_fd)
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        self._receiving.close()
        self._sending.close()

    @Slot()
    def _on_readable(self) -> None:
        received = self._receiving.recv(64)
        if any(number in received for number in _SIGNALS):
            self.asked_to_quit.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """The wake-up byte does the work; a handler must exist for Python to write it."""


logger = logging.getLogger(__name__)

_SHUTDOWN_LIMIT_MS = 20_000
_LAST_WAIT_MS = 5_000  # nothing is shown any more
_PAINTED_WITHIN_MS = 1000  # a window that is hidden is not
_DOWNLOADS_WAIT_S = 30.0  # for what was received to be on a slow disk


class Hearth(QObject):
    """One running program with a window; sends `ended` when it may be closed.

    Interface thread only.

    Attributes:
        task: what is to be done when this has ended, before a new one is opened.
    """

    ended = Signal()

    def __init__(
        self,
        paths: Paths,
        window: MainWindow,
        model_path: str,
        given: Mapping[str, str | int | float] | None = None,
        *,
        in_process: bool = False,
        engine: StartedEngine | None = None,
    ) -> None:
        super().__init__()
        self._paths = paths
        self._settings = Settings.load(paths.settings_file, given)
        self._app = cast("Application", QApplication.instance())
        speak(self._app, self._settings.get(LANGUAGE))
        self.bridge = EventBridge(self)
        parts = assemble(
            paths, self._settings, self.bridge.post, in_process=in_process, engine=engine
        )
        self._parts = parts
        self._engine_thread = EngineThread(parts.link, self)
        self._engine_thread.finished.connect(self._on_engine_finished)
        self._is_ending = self._has_told_end = False
        self.task: TaskBetween | None = None
        self._speed: SpeedMeasure | None = None  # from the first measurement on
        self._garbage = GarbageCollector(self)
        wanted = self._loaded_first = (
            model_path or self._app.take_file() or self._remembered_model()
        )
        if wanted:  # by the engine's process, while the window is built in this one
            parts.conversations.models.load(wanted, first_chat=window.last_chat)
        # To open the chats takes the interpreter for as long as the window takes to be built.
        self._is_painted = threading.Event()
        parts.conversations.start(self._is_painted.wait)
        self._engine_thread.start()  # its process starts while the window is built
        self.window = window
        self._furnish()

    def _furnish(self) -> None:
        """Build what is in the window, and hear it."""
        parts, window = self._parts, self.window
        window.furnish(
            parts.conversations.doors,
            self.bridge,
            self._settings,
            media=parts.media,
            documents=parts.documents,
            servers=parts.servers,
            tools=parts.tools,
        )
        self.window.model_pages.library.set_choices(library_choices(self._settings))
        self.window.model_pages.library.chosen.connect(self._choose_library)
        self._settings.on_change((MODEL_FOLDERS, OTHER_PROGRAMS), self._follow_library)
        self.window.closed.connect(self.end)
        self.window.memory.limited.connect(self._limit_memory)
        self.window.hardware.measure_requested.connect(self._measure)
        self.window.hardware.measure_cancelled.connect(self._cancel_measure)
        self.window.reopening_wanted.connect(partial(self._on_task_wanted, Reopen()))
        self.window.folders.task_wanted.connect(self._on_task_wanted)
        self.window.care.task_wanted.connect(self._on_task_wanted)
        self.bridge.subscribe(ModelLoaded, self._on_model_loaded)
        self._signals = _QuitSignals(self)
        self._signals.asked_to_quit.connect(self.window.close_at_once)
        self._app.file_opened.connect(self._open_file)
        self._app.link_opened.connect(self._open_link)

    def start(self) -> None:
        """Show the window, then open the chats behind it."""
        self.window.installEventFilter(self)
        self.window.show()
        QTimer.singleShot(_PAINTED_WITHIN_MS, self, self._on_painted)
        self._garbage.start()
        for problem in self._settings.problems:
            self.report(problem)
        self.window.care.tell_crash(self._paths.crash_reports)
        self.window.api_host.serve_by(ApiServer(self._parts, self._paths))
        self._parts.media_upkeep.begin(self.window.chat.outbox.held_media)
        if self._loaded_first:
            self.window.models.show_load(self._loaded_first)
        self._open_file()

    @Slot()
    def _on_painted(self) -> None:
        self._is_painted.set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the window is painted for the first time."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._on_painted)  # behind its children
        return False

    def report(self, problem: Problem) -> None:
        """Show a problem in the window."""
        self.bridge.post(ProblemRaised(problem))

    def tell(self, told: TaskOutcome) -> None:
        """Say what was done before this window was opened."""
        if told.problem is not None:
            self.report(told.problem)
        else:
            self.window.notices.show_note("folders", told.note, more=told.more)

    @Slot()
    def _open_file(self) -> None:
        """Load the model that was opened from the desktop while the program runs."""
        path = self._app.take_file()
        if path and not self._is_ending:
            self.window.models.open_path(path)

    @Slot()
    def _open_link(self) -> None:
        """Show where a link leads that was opened from the desktop while the program runs."""
        self.show_link(self._app.take_link())

    def show_link(self, link: str) -> None:
        """Show the model of the hub that a link leads to; "" for none."""
        if link and not self._is_ending:
            self.window.model_pages.show_link(link)

    @Slot(object)
    def take_request(self, request: InstanceRequest) -> None:
        """Do what a later start asks for, which then ends."""
        if self._is_ending:
            return
        if request.quick_ask:
            self.window.quick_ask.show_window(request.activation)
        else:
            bring_to_front(self.window, request.activation)
        if request.model:
            self.window.models.open_path(request.model)
        self.show_link(request.link)

    @Slot(object)
    def _on_task_wanted(self, task: TaskBetween) -> None:
        self.task = task
        if not self.window.close():  # the user stays for a temporary chat
            self.task = None

    @Slot()
    def end(self) -> None:
        """Begin to end the program, the API before the engine; then the event loop stops."""
        if self._is_ending:
            return
        self._is_ending = True
        self._is_painted.set()
        self.window.api_host.close(self._parts.begin_shutdown)
        if self._engine_thread.isFinished():
            self._on_engine_finished()
        QTimer.singleShot(_SHUTDOWN_LIMIT_MS, self._on_engine_finished)

    def close(self) -> bool:
        """Close what is left behind the event loop; False if the engine would not end."""
        self._signals.close()
        self._app.file_opened.disconnect(self._open_file)
        self._app.link_opened.disconnect(self._open_link)
        self._garbage.stop()
        self.bridge.close()
        has_ended = self._engine_thread.wait(_LAST_WAIT_MS)
        if not self.window.api_host.wait(_LAST_WAIT_MS / 1e3):  # where the engine has ended first
            logger.warning("the API has not ended yet")
        # Whoever moves or deletes the folders next must not meet a file that is being written.
        if not self.window.model_pages.wait(_DOWNLOADS_WAIT_S):
            logger.warning("a download has not ended yet")
        self._parts.finish_shutdown()
        if self.window.last_picture is not None and self.task is None:
            keep_picture(self.window.last_picture, self._paths)
        return has_ended

    def _remembered_model(self) -> str:
        """Return the model to load at the start, unless loading it killed the program last time.

        A model that cannot be loaded is told and not replaced: a chat with a real model must not
        be answered by the guide without the user's choice.
        """
        path = path_of_remembered(self._settings.get(MODEL_PATH), self._paths.beside)
        marker = self._paths.load_marker
        try:
            culprit = marker.read_text("utf-8", "replace")
            marker.unlink()
        except OSError:
            return path
        if path and Path(culprit) == Path(path):  # however Windows spells them
            self.report(_load_killed_us(path))
            return ""
        return path

    @property
    def has_ended(self) -> bool:
        """Whether the engine is gone after `end`; `close` then takes no time."""
        return self._is_ending and self._engine_thread.isFinished()

    @Slot()
    def _on_engine_finished(self) -> None:
        if self._is_ending and not self._has_told_end:
            self._has_told_end = True  # the limit comes later still, perhaps to another's loop
            self.ended.emit()

    @Slot(float, float)
    def _limit_memory(self, budget_gb: float, daily_gb: float) -> None:
        try:
            set_limits(self._settings, budget_gb, daily_gb)
        except KnownError as error:
            self.report(error.problem())

    @Slot(object)
    def _choose_library(self, choices: LibraryChoices) -> None:
        try:
            set_library_choices(self._settings, choices)
        except KnownError as error:
            self.report(error.problem())

    def _follow_library(self) -> None:
        self.window.model_pages.library.set_choices(library_choices(self._settings))

    @Slot()
    def _measure(self) -> None:
        if self._speed is None:
            self._speed = new_speed_measure(self._parts.link, self.bridge.post)
        self._speed.begin()

    @Slot()
    def _cancel_measure(self) -> None:
        if self._speed is not None:
            self._speed.cancel()

    def _on_model_loaded(self, event: ModelLoaded) -> None:
        self._garbage.spare_what_is_there()
        try:
            self._settings.set(MODEL_PATH, remembered_as(event.info.path, self._paths.beside))
        except KnownError as error:
            self.report(error.problem())


def _load_killed_us(path: str) -> Problem:
    if is_guide(path):
        what = phrase(
            "Hearth stopped during the last attempt to load the built-in {guide}.",
            guide=GUIDE_NAME,
        )
    else:
        what = phrase("Hearth stopped during the last attempt to load {name}.", name=path)
    return Problem(
        what=what,
        effect=phrase("Hearth did not load the model again. Your chats are untouched."),
        remedy=phrase("Open another model, or open this one again to retry it."),
    )
