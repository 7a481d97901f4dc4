"""Tells that the chats are damaged and asks what is to be done, and that there is a crash report.

What is done needs Hearth closed: it is a task between two windows, `ui/upkeep/task_dialog.py`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from app.core.chats.backups import day_of_backup
from app.core.conversations.events import ChatsDamaged
from app.core.system.desktop_words import file_manager
from app.core.system.log import untold_report
from app.ui.kit.notices import NoticeAction, NoticeArea
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.upkeep.mending import CareTask
    from app.ui.kit.event_bridge import EventBridge

_CRASH = "crash"


class CarePresenter(QObject):
    """Shows what happened to the chats, and to the program, as notices.

    Signals:
        task_wanted: a `CareTask` that the user has chosen.
    """

    task_wanted = Signal(object)

    def __init__(self, bridge: EventBridge, notices: NoticeArea) -> None:
        super().__init__(notices)
        self._notices = notices
        bridge.subscribe(ChatsDamaged, self._on_damaged)

    def tell_crash(self, folder: Path) -> None:
        """Say that there is a report of a crash, once for each."""
        if untold_report(folder) is None:
            return
        self._notices.show_note(
            _CRASH,
            tr("Hearth or its engine crashed"),
            NoticeAction(tr("Show the report"), partial(self._open, folder), keeps_open=True),
            more=tr(
                "Hearth saved a report on this computer. It shows where in the program the "
                "crash happened and contains none of your chats. Hearth does not send it "
                "anywhere."
            ),
        )

    def _open(self, folder: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self._notices.show_note(
                _CRASH,
                tr("The report was not shown"),
                more=tr(
                    "Could not open {file_manager}. The folder is {folder}",
                    file_manager=translated(file_manager()),
                    folder=folder,
                ),
            )

    def _on_damaged(self, event: ChatsDamaged) -> None:
        from app.core.upkeep.mending import RecoverChats, RestoreBackup

        actions = [NoticeAction(tr("Recover"), partial(self._want, RecoverChats()))]
        if event.backup is not None:
            day = f"{day_of_backup(event.backup).astimezone():%Y-%m-%d}"
            words = tr("Restore the backup of {day} instead", day=day)
            restore = RestoreBackup(event.backup)
            actions.append(NoticeAction(words, partial(self._want, restore)))
        actions.append(NoticeAction(tr("Not now"), _nothing))
        # Whoever wants something of these chats is told the same, which is one notice.
        self._notices.offer(event.problem, *actions)
        self._notices.show_problem(event.problem)

    def _want(self, task: CareTask) -> None:
        self.task_wanted.emit(task)


def _nothing() -> None:
    """Do nothing: the notice closes."""
