"""The frame of the dialogs for export and import: words, progress, words again, buttons below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.core.desktop_words import file_manager
from app.ui.dialog_footer import dialog_footer
from app.ui.dialog_page import fit_screen, scrolled
from app.ui.formatting import count, counted
from app.ui.interchange.background_job import BackgroundJob
from app.ui.labels import label
from app.ui.plain_text import window_title
from app.ui.theme import SPACE_L, SPACE_M, SPACE_XL
from app.ui.translation import problem_words, tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtCore import QSize
    from PySide6.QtGui import QCloseEvent

    from app.core.errors import Problem
    from app.ui.interchange.background_job import JobState

_STEPS = 1000
_BAR = 6


class WorkDialog(QDialog):
    """Does one job after another beside the window; closing it ends the job.

    Attributes:
        job: that is running; None for none.
    """

    def __init__(self, name: str, title: str, size: QSize, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(window_title(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.job: BackgroundJob | None = None
        self._then: Callable[[JobState], None] = _ignore
        self._is_closing = False
        self.title = label("dialogTitle", title)
        self.words = label("dialogText")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setFixedHeight(_BAR)
        self.bar.hide()
        self._counts = label("dialogStatus", wraps=False)
        self._problem = label("memoryProblem")
        self._problem.hide()
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setAutoDefault(False)
        self.close_button.clicked.connect(self.reject)
        inside = QWidget()
        inside.setObjectName(f"{name}Page")
        self.page = QVBoxLayout(inside)
        self.page.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_L)
        self.page.setSpacing(SPACE_M)
        self.page.addWidget(self.title)
        self.page.addWidget(self.words)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(scrolled(inside, f"{name}Scroll"), 1)
        self._size = size

    def finish_page(self, *buttons: QPushButton) -> None:
        """Add what stands below everything; buttons from left to right, the main one last."""
        self.page.addWidget(self.bar)
        self.page.addWidget(self._counts)
        self.page.addWidget(self._problem)
        self.page.addStretch(1)
        self._column.addWidget(dialog_footer(self.close_button, *buttons))
        fit_screen(self, self._size)

    def begin(self, work: Callable[[JobState], object], then: Callable[[JobState], None]) -> None:
        """Do a job, and call `then` when it has ended."""
        self._problem.hide()
        self.close_button.setText(tr("Cancel"))
        self.close_button.setEnabled(True)
        self.bar.setRange(0, 0)
        self.bar.show()
        self._then = then
        self.job = BackgroundJob(work, self)  # goes with the dialog
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

    def show_problem(self, problem: Problem) -> None:
        """Say what could not be done."""
        self._problem.setText(problem_words(problem))
        self._problem.show()

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
