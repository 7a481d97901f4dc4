"""Keeps the page "Folders and reset" informed, and turns what is asked for there into a task.

A task needs Hearth to be closed, so it is handed on to whoever runs it. What may have to ask a slow
disk is asked on a thread of its own.
"""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.errors import KnownError, Problem
from app.core.system.lanes import Lane
from app.ui.kit.message_box import PagePresenter, agrees
from app.ui.words.formatting import size
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.core.system.paths import Paths
    from app.core.upkeep.ownership import FolderSizes
    from app.core.upkeep.relocation import Adoption, Relocation
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme
    from app.ui.upkeep.folders_dialog import FoldersDialog
    from app.ui.upkeep.task_dialog import FolderTask


class FoldersPresenter(PagePresenter["FoldersDialog"]):
    """Sends `task_wanted` with a `FolderTask` that the user agreed to.

    Args:
        paths: where everything is.
        n_chats: asks how many chats there are.
        dialogs: ask for a folder.
    """

    task_wanted = Signal(object)
    _counted = Signal(object)
    _checked = Signal(object, object)

    def __init__(
        self,
        paths: Paths,
        theme: Theme,
        n_chats: Callable[[], int],
        dialogs: FileDialogs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._paths = paths
        self._theme = theme
        self._n_chats = n_chats
        self._dialogs = dialogs
        self._sizes: FolderSizes | None = None
        self._work = Lane("folders")
        self._counted.connect(self._on_counted)
        self._checked.connect(self._on_checked)

    def show_page(self, parent: QWidget) -> FoldersDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.upkeep.folders_dialog import FoldersDialog

        if self._dialog is None:
            dialog = self._begin(FoldersDialog(self._paths, parent))
            dialog.move_requested.connect(self._choose_folder)
            dialog.move_back_requested.connect(self._move_back)
            dialog.reset_requested.connect(self._ask_reset)
        self._work.add(self._count)
        return self._to_front()

    # -- on the other thread --

    def _count(self) -> None:
        from app.core.upkeep.ownership import folder_sizes

        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._counted.emit(folder_sizes(self._paths))

    def _check(self, make: Callable[[], Relocation | Adoption]) -> None:
        from app.core.upkeep.relocation import Relocation

        problem: Problem | None = None
        task: Relocation | Adoption | None = None
        try:
            task = make()
            if isinstance(task, Relocation):
                task.check()
        except KnownError as error:
            problem = error.problem()
        with contextlib.suppress(RuntimeError):
            self._checked.emit(task, problem)

    # -- moving --

    @Slot()
    def _choose_folder(self) -> None:
        from app.core.upkeep.relocation import task_for

        chosen = self._dialogs.ask_place(self._dialog, tr("Move everything to"))
        if chosen:
            self._prepare(partial(task_for, self._paths, Path(chosen)))

    @Slot()
    def _move_back(self) -> None:
        from app.core.upkeep.relocation import Relocation

        self._prepare(partial(Relocation.back, self._paths))

    def _prepare(self, make: Callable[[], Relocation | Adoption]) -> None:
        if self._dialog is not None:
            self._dialog.set_busy(is_busy=True)
            self._dialog.show_status(tr("Checking whether everything fits there…"))
            self._work.add(partial(self._check, make))

    @Slot(object, object)
    def _on_checked(self, task: Relocation | Adoption | None, problem: Problem | None) -> None:
        if self._dialog is None:
            return
        self._dialog.set_busy(is_busy=False)
        self._dialog.show_status("")
        if problem is not None:
            self._dialog.show_problem(problem)
        elif task is not None and self._agrees(task):
            self._hand_on(task)

    def _agrees(self, task: Relocation | Adoption) -> bool:
        from app.core.upkeep.relocation import Adoption

        if isinstance(task, Adoption):
            return agrees(
                self._dialog,
                tr("Use other chats"),
                tr(
                    "There are already Hearth chats in {folder}. Use them?", folder=task.target.root
                ),
                tr(
                    "Your current chats stay in {folder}. Nothing is moved or merged.",
                    folder=task.source.root or task.source.data,
                ),
                tr("Use them"),
            )
        told = _what_moving_means(self._n_bytes(), task.target)
        title = tr("Move everything")
        return agrees(self._dialog, title, _where_to(task), told, tr("Move"))

    def _n_bytes(self) -> int:
        sizes = self._sizes
        if sizes is None:
            return 0
        return sizes.data_bytes + sizes.config_bytes + sizes.cache_bytes + sizes.state_bytes

    # -- resetting --

    @Slot()
    def _ask_reset(self) -> None:
        from app.ui.upkeep.folders_dialog import ResetDialog

        dialog = ResetDialog(self._theme, self._n_chats(), self._dialog)
        dialog.chosen.connect(self._hand_on)
        dialog.open()

    # -- both --

    @Slot(object)
    def _hand_on(self, task: FolderTask) -> None:
        if self._dialog is not None:
            self._dialog.close()
        self.task_wanted.emit(task)

    @Slot(object)
    def _on_counted(self, sizes: FolderSizes) -> None:
        self._sizes = sizes
        if self._dialog is not None:
            self._dialog.show_sizes(sizes)


def _what_moving_means(n_bytes: int, target: Paths) -> str:
    words = tr(
        "Hearth closes its window, moves {size}, and reopens. This stops a running answer; its "
        "text so far is kept.",
        size=size(n_bytes),
    )
    return " ".join(filter(None, (words, translated(target.caveat))))


def _where_to(task: Relocation) -> str:
    if task.target.root is None:
        return tr("Move everything back to the default folders?")
    return tr("Move everything to {folder}?", folder=task.target.root)
