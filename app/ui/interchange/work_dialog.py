"""The frame of the dialogs for export and import: words, progress, words again, buttons below.

The work itself runs on a lane.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, QUrl, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import QPushButton, QWidget

from app.core.errors import Problem, problem_of
from app.core.interchange.errors import Cancelled
from app.core.system.desktop_words import file_manager
from app.core.system.lanes import Lane
from app.ui.kit.dialog_page import DialogPage, scrolled
from app.ui.kit.labels import label, progress_bar, push_button
from app.ui.kit.layouts import STRETCH, add_to, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_XL
from app.ui.kit.timers import timer
from app.ui.words.formatting import count, counted
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


_log = logging.getLogger(__name__)

_POLL_MS = 40


@dataclass(slots=True)
class JobState:
    """What the thread tells and is told; single values, read and written whole.

    Attributes:
        n_all: 0 while nobody knows it.
        result: of the work; None where it was cancelled before anything was done, or failed.
    """

    n_done: int = 0
    n_all: int = 0
    result: Any = None
    problem: Problem | None = None
    has_ended: bool = False
    is_cancelled: threading.Event = field(default_factory=threading.Event)

    def count(self, n_done: int, n_all: int = 0) -> None:
        """Say how far it is. Threads: the job's."""
        self.n_done, self.n_all = n_done, n_all or self.n_all


class _BackgroundJob(QObject):
    """One piece of work. Sends `progressed` with two counts, and `ended` once.

    Args:
        work: is given the state, and returns the result; knows nothing of Qt's objects.
    """

    progressed = Signal(int, int)
    ended = Signal()

    def __init__(self, work: Callable[[JobState], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = JobState()
        self._timer = timer(self, _POLL_MS, self._look, repeats=True)
        self._work = work

    def start(self) -> None:
        """Begin."""
        Lane("interchange").add(_run, self._work, self.state)
        self._timer.start()

    def cancel(self) -> None:
        """Ask it to end; `ended` comes when it has."""
        self.state.is_cancelled.set()

    @Slot()
    def _look(self) -> None:
        state = self.state
        if state.has_ended:
            self._timer.stop()
            self.ended.emit()
        else:
            self.progressed.emit(state.n_done, state.n_all)


def _run(work: Callable[[JobState], object], state: JobState) -> None:
    try:
        state.result = work(state)
    except Cancelled:
        pass
    except Exception as error:  # noqa: BLE001 - the thread's outermost frame
        _log.info("import or export failed: %r", error)
        state.problem = problem_of(error)
    state.has_ended = True


_STEPS = 1000
_BAR = 6


class WorkDialog(DialogPage):
    """Does one job after another beside the window; closing it ends the job.

    Attributes:
        job: that is running; None for none.
    """

    def __init__(self, name: str, title: str, size: QSize, parent: QWidget | None) -> None:
        super().__init__(name, window_title(title), parent)
        self.job: _BackgroundJob | None = None
        self._then: Callable[[JobState], None] = _ignore
        self._is_closing = False
        self.title = label("dialogTitle", title)
        self.words = label("dialogText")
        self.bar = progress_bar(tr("Progress"), _BAR)
        self.bar.hide()
        self._counts = label("dialogStatus", wraps=False)
        self.close_button = push_button("", tr("Close"), self.reject)
        inside = QWidget()
        inside.setObjectName(f"{name}Page")
        self.page = vertical(
            inside, margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_L), spacing=SPACE_M
        )
        add_to(self.page, self.title, self.words)
        self._area = scrolled(inside, f"{name}Scroll")
        self._size = size

    def finish_page(self, *buttons: QPushButton) -> None:
        """Add what stands below everything; buttons from left to right, the main one last."""
        add_to(self.page, self.bar, self._counts, self._problem, STRETCH)
        self._fill((self._area, 1), buttons=(self.close_button, *buttons))
        self._fit_screen(self._size)

    def begin(self, work: Callable[[JobState], object], then: Callable[[JobState], None]) -> None:
        """Do a job, and call `then` when it has ended."""
        self._problem.hide()
        self.close_button.setText(tr("Cancel"))
        self.close_button.setEnabled(True)
        self.bar.setRange(0, 0)
        self.bar.show()
        self._then = then
        self.job = _BackgroundJob(work, self)  # goes with the dialog
        self.job.progressed.connect(self._on_progress)
        self.job.ended.connect(self._on_ended)
        self.job.start()

    @Slot()
    def _on_ended(self) -> None:
        assert self.job is not None
        state, self.job = self.job.state, None
        self.bar.hide()
        self._counts.setText("")
        self.close_button.setText(tr("Close"))
        self.close_button.setEnabled(True)
        self._then(state)  # also where nobody sees it: what was done has to be told
        if self._is_closing:
            self.close()

    def problem_text(self) -> str:
        """Return what is said of a problem."""
        return self._problem.text() if self._problem.isVisibleTo(self) else ""

    def show_in_folder(self, path: Path) -> None:
        """Open the folder of a file, or the folder itself."""
        folder = path if path.is_dir() else path.parent
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self._counts.setText(
                tr(
                    "Could not open {file_manager}. The folder is {folder}",
                    file_manager=translated(file_manager()),
                    folder=folder,
                )
            )

    @Slot()
    def reject(self) -> None:
        """Qt: Cancel or Escape; a job that runs is ended first, and what it did stays."""
        if self.job is None:
            super().reject()
            return
        self.job.cancel()
        self.close_button.setEnabled(False)
        self.words.setText(tr("Stopping…"))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Qt: the dialog goes when its job has ended."""
        if self.job is not None:
            self._is_closing = True
            self.reject()
            event.ignore()
            return
        super().closeEvent(event)

    @Slot(int, int)
    def _on_progress(self, n_done: int, n_all: int) -> None:
        if n_all:
            self.bar.setRange(0, _STEPS)
            self.bar.setValue(_STEPS * n_done // n_all)
            self._counts.setText(tr("{done} of {total}", done=count(n_done), total=count(n_all)))
        elif n_done:
            self._counts.setText(counted(n_done, "chat"))


def _ignore(_state: JobState) -> None:
    pass
