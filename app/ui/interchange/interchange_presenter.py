"""Opens the dialogs for export and import, and sorts what is dropped on the window."""

from __future__ import annotations

import contextlib
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from app.ui.kit.dropped_files import may_be_chats
from app.ui.kit.message_box import PagePresenter
from app.ui.kit.side_work import SideWork
from app.ui.media.thumbnails import no_library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.core.chats.records import ChatId
    from app.core.conversations.store_access import StoreAccess
    from app.ui.interchange.export_dialog import ExportDialog
    from app.ui.interchange.import_dialog import ImportDialog
    from app.ui.interchange.work_dialog import WorkDialog
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme
    from app.ui.media.thumbnails import MakeThumbnail
    from app.ui.state.chat_facts import ChatFacts

_FILE_ENDING = re.compile(r"\.[A-Za-z]{1,5}")


class InterchangePresenter(PagePresenter["WorkDialog"]):
    """Sends `others_dropped` with the dropped files that hold no chats.

    Args:
        store: the way to whole chats.
        facts: which chats there are, and which is shown.
        theme: of the window.
        dialogs: ask for files.
        window: what the dialogs belong to.
    """

    others_dropped = Signal(list)
    _sorted = Signal(list, list)

    def __init__(
        self,
        store: StoreAccess,
        facts: ChatFacts,
        theme: Theme,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._store = store
        self._facts = facts
        self._theme = theme
        self._dialogs = dialogs
        self._window = window
        self._work = SideWork("dropped chats")
        self._thumbnail: MakeThumbnail = no_library
        self._sorted.connect(self._on_sorted)

    def show_pictures_by(self, thumbnail: MakeThumbnail) -> None:
        """Show small pictures on pages from now on."""
        self._thumbnail = thumbnail

    # -- export --

    @Slot()
    def export_open(self) -> None:
        """Export the chat that is shown."""
        if self._facts.open_chat.id is not None:
            self.export((self._facts.open_chat.id,))

    @Slot()
    def export_all(self) -> None:
        """Export all chats."""
        self.export(self._facts.chat_list.chat_ids())

    @Slot(object)
    def export(self, chats: tuple[ChatId, ...]) -> ExportDialog | None:
        """Export chats, in this order."""
        from app.ui.interchange.export_dialog import ExportDialog

        if not chats or self._has_dialog():
            return None
        shown, call = self._facts.open_chat, self._store.run
        if chats == (shown.id,) and shown.is_temporary:
            one, call = shown.record, partial(self._store.run, chat_id=shown.id)
        else:
            one = self._facts.chat_list.chat(chats[0]) if len(chats) == 1 else None
        title = one.title if one is not None else ""
        dialog = ExportDialog(
            chats, title, call, self._theme, self._dialogs, self._window, thumbnail=self._thumbnail
        )
        self._show(dialog)
        return dialog

    # -- import --

    @Slot()
    def ask_import(self) -> None:
        """Let the user choose files, and show what is in them."""
        if not self._has_dialog():
            self.import_files(self._dialogs.ask_import(self._window))

    def import_files(self, paths: Sequence[str]) -> ImportDialog | None:
        """Show what is in files and folders, to be imported."""
        from app.ui.interchange.import_dialog import ImportDialog

        if not paths or self._has_dialog():
            return None
        dialog = ImportDialog(
            [Path(path) for path in paths], self._store.run, self._theme, self._window
        )
        dialog.imported.connect(self._store.changed)
        self._show(dialog)
        return dialog

    def take_dropped(self, paths: Sequence[str]) -> None:
        """Offer those for import that hold chats, and send the others on."""
        plain = [path for path in paths if _is_plain_file(path)]
        others = [path for path in paths if path not in plain]
        if plain:
            self.others_dropped.emit(plain)
        if others:
            self._work.add(partial(self._sort, others))

    def _sort(self, paths: list[str]) -> None:
        """On the other thread: look into files, and into folders whatever they are called."""
        from app.core.interchange.reading import looks_like_chats

        chats = [path for path in paths if _is_worth_a_look(path) and looks_like_chats(Path(path))]
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._sorted.emit(chats, [path for path in paths if path not in chats])

    @Slot(list, list)
    def _on_sorted(self, chats: list[str], others: list[str]) -> None:
        if others:
            self.others_dropped.emit(others)
        self.import_files(chats)

    # -- both --

    def close(self) -> None:
        """End what is running; complete chats and files stay."""
        if self._dialog is not None and self._dialog.job is not None:
            self._dialog.job.cancel()

    def _show(self, dialog: WorkDialog) -> None:
        self._begin(dialog)
        self._to_front()

    def _has_dialog(self) -> bool:
        if self._dialog is None:
            return False
        self._to_front()
        return True


def _is_plain_file(path: str) -> bool:
    """Whether it is a file without chats by its name; folders are seldom called like one."""
    return not may_be_chats(path) and _FILE_ENDING.fullmatch(Path(path).suffix) is not None


def _is_worth_a_look(path: str) -> bool:
    return may_be_chats(path) or Path(path).is_dir()
