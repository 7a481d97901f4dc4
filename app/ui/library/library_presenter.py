"""Joins the page "Models on this machine" and the library of models.

The library looks while the page is open: it is made when the page opens and closed with it. What
was read of each file is remembered on disk, so that the next look is quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.errors import KnownError, Problem
from app.core.models.library import LibraryChoices, LibraryContents
from app.core.phrases import phrase
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.ui.library.library_dialog import LibraryDialog
from app.ui.side_work import SideWork
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.core.models.library import LibraryEntry, ModelLibrary
    from app.ui.event_bridge import EventBridge
    from app.ui.file_dialogs import FileDialogs
    from app.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class _Deleted:
    """What became of a deletion; no problem when it was done."""

    name: str
    problem: Problem | None = None


class LibraryPresenter(QObject):
    """Sends `chosen` with other `LibraryChoices`, `load_requested` with a path.

    Args:
        new_library: makes the library for some choices; called on the interface thread, reads
            nothing.
        bridge: brings what the library finds to the interface thread.
        dialogs: ask for a folder.
        window: the page belongs to it.
    """

    chosen = Signal(object)
    load_requested = Signal(str)
    get_model_requested = Signal()

    def __init__(
        self,
        new_library: Callable[[LibraryChoices], ModelLibrary],
        bridge: EventBridge,
        theme: Theme,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._new_library = new_library
        self._bridge = bridge
        self._theme = theme
        self._dialogs = dialogs
        self._choices = LibraryChoices()
        self._loaded = ""
        self._dialog: LibraryDialog | None = None
        self._library: ModelLibrary | None = None
        self._aside = SideWork("models")
        bridge.subscribe(LibraryContents, self._on_contents)
        bridge.subscribe(_Deleted, self._on_deleted)
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelUnloaded, self._on_no_model)
        bridge.subscribe(EngineStopped, self._on_no_model)

    def set_choices(self, choices: LibraryChoices) -> None:
        """Look there from now on."""
        self._choices = choices
        if self._dialog is not None:
            self._dialog.show_folders(choices.folders, shows_others=choices.shows_others)
            self._look()

    @Slot()
    def show_page(self) -> LibraryDialog:
        """Open the page, or bring the open one to the front."""
        if self._dialog is None:
            dialog = self._dialog = LibraryDialog(self._theme, self._window)
            dialog.rows.set_loaded(self._loaded)
            dialog.load_requested.connect(self.load_requested)
            dialog.get_model_requested.connect(self.get_model_requested)
            dialog.delete_requested.connect(self._on_delete)
            dialog.folders_chosen.connect(self._on_folders)
            dialog.others_chosen.connect(self._on_others)
            dialog.add_folder_requested.connect(self._on_add_folder)
            dialog.destroyed.connect(self._on_closed)
            self.set_choices(self._choices)
            dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog

    def close(self) -> None:
        """Close the page, and look no more."""
        if self._dialog is not None:
            self._dialog.reject()
        self._stop_looking()

    def _look(self) -> None:
        """Begin to look where it is wanted now."""
        self._stop_looking()
        self._library = self._new_library(self._choices)
        self._library.subscribe(self._bridge.post)
        self._library.start()

    def _stop_looking(self) -> None:
        if self._library is not None:
            self._aside.add(self._library.close)  # which waits for a slow disk
            self._library = None

    # -- the library's answers --

    def _on_contents(self, contents: LibraryContents) -> None:
        if self._dialog is not None:
            self._dialog.show_contents(contents)

    def _on_deleted(self, event: _Deleted) -> None:
        if self._dialog is None:
            return
        if event.problem is not None:
            self._dialog.show_problem(event.problem)
        else:
            self._dialog.say(tr("{name} is in the trash", name=event.name))

    def _on_loaded(self, event: ModelLoaded) -> None:
        self._set_loaded(event.info.path)

    def _on_no_model(self, _event: object) -> None:
        self._set_loaded("")

    def _set_loaded(self, path: str) -> None:
        self._loaded = path
        if self._dialog is not None:
            self._dialog.rows.set_loaded(path)

    # -- the user's wishes --

    @Slot()
    def _on_add_folder(self) -> None:
        if self._dialog is not None:
            self._dialog.add_folder(self._dialogs.ask_model_folder(self._dialog))

    @Slot(object)
    def _on_folders(self, folders: tuple[str, ...]) -> None:
        self.chosen.emit(LibraryChoices(folders, self._choices.shows_others))

    @Slot(bool)
    def _on_others(self, shows_others: bool) -> None:  # noqa: FBT001 - Qt
        self.chosen.emit(LibraryChoices(self._choices.folders, shows_others))

    @Slot(object)
    def _on_delete(self, entry: LibraryEntry) -> None:
        if self._dialog is not None and self._dialog.rows.is_loaded(entry):
            self._bridge.post(_Deleted(entry.name, _is_loaded(entry.name)))
        elif self._library is not None:
            self._aside.add(partial(self._delete, self._library, entry))

    def _delete(self, library: ModelLibrary, entry: LibraryEntry) -> None:
        try:
            library.delete(entry)
        except KnownError as error:
            self._bridge.post(_Deleted(entry.name, error.problem()))
        else:
            self._bridge.post(_Deleted(entry.name))

    @Slot()
    def _on_closed(self) -> None:
        self._dialog = None
        self._stop_looking()


def _is_loaded(name: str) -> Problem:
    return Problem(
        what=phrase("{name} is loaded.", name=name),
        effect=phrase("It was not moved to the trash."),
        remedy=phrase("Open another model first."),
    )
