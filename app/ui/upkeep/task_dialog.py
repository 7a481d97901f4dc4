"""Does what Hearth must be closed for, between two windows."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout

from app.core.errors import Problem, problem_of
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.core.upkeep.mending import CareTask, RecoverChats, RestoreBackup, report_lines
from app.core.upkeep.relocation import Adoption, MoveCancelled, MoveResult, Relocation
from app.core.upkeep.reset import Reset, reset
from app.ui.kit.labels import label, progress_bar, push_button
from app.ui.kit.layouts import add_to, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL
from app.ui.kit.timers import timer
from app.ui.words.formatting import size
from app.ui.words.translation import listed, tr, translated

if TYPE_CHECKING:
    from app.core.chats.repair.rescue import RecoveryReport
    from app.core.system.paths import Paths

FolderTask = Relocation | Adoption | Reset

_log = logging.getLogger(__name__)

_POLL_MS = 40
_WIDTH = 440
_STEPS = 1000


class TaskOutcome(PlainValue, frozen=True):
    """What the next window says of it: a note, or a problem."""

    note: str = ""
    more: str = ""
    problem: Problem | None = None


@dataclass(slots=True)
class _Progress:
    """What the working thread tells and is told; single values, read and written whole."""

    n_done: int = 0
    n_total: int = 0
    outcome: TaskOutcome | None = None
    is_cancelled: threading.Event = field(default_factory=threading.Event)


class TaskDialog(QDialog):
    """Shows how far a task is, and closes when it has ended; `outcome` says how.

    The task runs on a lane, so that the dialog stays alive.
    """

    def __init__(self, task: FolderTask | CareTask, paths: Paths) -> None:
        super().__init__()
        self._task = task
        self._paths = paths
        self._progress = _Progress()
        self.setObjectName("task")
        self.setWindowTitle("Hearth")
        self.setWindowFlag(Qt.WindowType.WindowCloseButtonHint, on=False)
        self._words = label("", _words_of(task))
        self._bar = progress_bar(tr("Progress"))
        self._bar.setRange(0, 0)
        self._sizes = label("", " ", wraps=False)
        self.cancel_button = push_button("", tr("Cancel"), self.reject, is_auto=True)
        self.cancel_button.setVisible(isinstance(task, Relocation))
        self._arrange()
        self._timer = timer(self, _POLL_MS, self._look, repeats=True)
        self._lane = Lane("folders")

    def run(self) -> TaskOutcome:
        """Do it, and return when it has ended."""
        self._lane.add(self._work)
        self._timer.start()
        self.exec()
        self._lane.wait()
        assert self._progress.outcome is not None
        return self._progress.outcome

    @Slot()
    def reject(self) -> None:
        """Qt: the user presses Cancel or Escape; it ends when the work has stopped."""
        if isinstance(self._task, Relocation):
            self._progress.is_cancelled.set()
            self.cancel_button.setEnabled(False)
            self._words.setText(tr("Stopping, unless the move is already finished…"))

    def _arrange(self) -> None:
        row = add_to(QHBoxLayout(), (self._sizes, 1), self.cancel_button)
        column = vertical(self, margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_M), spacing=SPACE_S)
        add_to(column, self._words, self._bar, row)
        self.setFixedWidth(_WIDTH)

    @Slot()
    def _look(self) -> None:
        progress = self._progress
        if progress.outcome is not None:
            self._timer.stop()
            self.accept()
        elif progress.n_total:
            self._bar.setRange(0, _STEPS)
            self._bar.setValue(_STEPS * progress.n_done // progress.n_total)
            self._sizes.setText(
                tr("{done} of {total}", done=size(progress.n_done), total=size(progress.n_total))
            )

    # -- on the other thread --

    def _work(self) -> None:
        try:
            outcome = self._done()
        except MoveCancelled as error:
            outcome = TaskOutcome(translated(error.what), translated(error.effect))
        except Exception as error:  # noqa: BLE001 - the thread's outermost frame
            _log.warning("%r failed: %r", type(self._task).__name__, error)
            outcome = TaskOutcome(problem=problem_of(error))
        self._progress.outcome = outcome

    def _done(self) -> TaskOutcome:
        match self._task:
            case Relocation() as move:
                return outcome_of_move(
                    move.run(self._on_progress, self._progress.is_cancelled.is_set)
                )
            case Adoption() as adoption:
                adoption.run()
                where = adoption.source.root or adoption.source.data
                return TaskOutcome(
                    tr("Hearth now uses the chats in {folder}.", folder=adoption.target.root),
                    tr("Your other chats are still in {folder}.", folder=where),
                )
            case RecoverChats() | RestoreBackup():
                return outcome_of_mending(self._task.run(self._paths))
            case Reset() as what:
                reset(self._paths, what)
                return TaskOutcome(tr("Hearth was reset."), tr("Your model files were kept."))

    def _on_progress(self, n_done: int, n_total: int) -> None:
        self._progress.n_done, self._progress.n_total = n_done, n_total


def outcome_of_move(moved: MoveResult) -> TaskOutcome:
    """Say where everything is now, and what of the old folders is still there."""
    where = moved.paths.root or moved.paths.data.parent
    left = listed(map(str, moved.left))
    return TaskOutcome(
        tr("Everything was moved to {folder}.", folder=where),
        tr("Hearth could not delete some of the old files; they are in {folders}.", folders=left)
        if left
        else "",
    )


def outcome_of_mending(report: RecoveryReport | None) -> TaskOutcome:
    """Say what came back of damaged chats, and what did not."""
    if report is None:
        return TaskOutcome(tr("Your chats are intact."), tr("Nothing was changed."))
    first, *others = report_lines(report)
    return TaskOutcome(translated(first), translated(*others))


def _words_of(task: FolderTask | CareTask) -> str:
    match task:
        case RecoverChats():
            return tr("Recovering your chats…")
        case RestoreBackup():
            return tr("Restoring the backup of your chats…")
        case Reset():
            return tr("Resetting Hearth…")
        case Adoption():
            return tr("Opening the other chats…")
        case Relocation():
            if task.target.root is None:
                return tr("Moving your chats to the default folders…")
            return tr("Moving your chats to {folder}…", folder=task.target.root)
