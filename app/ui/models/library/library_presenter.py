"""Joins the page "Models on this machine" and the library of models.

The library looks while the page is open: it is made when the page opens and closed with it. What
was read of each file is remembered on disk, so that the next look is quick.
"""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from app.core import protocol
from app.core.errors import KnownError, Problem
from app.core.models.builtin import is_guide
from app.core.models.library.chosen_folders import LibraryChoices
from app.core.models.library.errors import NotInLibrary
from app.core.models.library.folder_search import is_among
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.core.system.desktop_words import trash
from app.core.system.lanes import Lane
from app.ui.kit.message_box import PagePresenter
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QWidget

    from app.core.models.library.entries import LibraryContents, LibraryEntry
    from app.core.models.library.library import ModelLibrary
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme
    from app.ui.models.library.library_dialog import LibraryDialog


class _Found(PlainValue, frozen=True, eq=False):
    """What a library has found; one that is closing may still tell."""

    library: ModelLibrary
    contents: LibraryContents


class _Deleted(PlainValue, frozen=True):
    """What became of a deletion; no problem when it was done."""

    entry: LibraryEntry
    problem: Problem | None = None


class _Recognised(PlainValue, frozen=True):
    """Under which path the library has a model whose path may be spelled otherwise."""

    spelled: str
    path: str


class LibraryPresenter(PagePresenter["LibraryDialog"]):
    """Sends `chosen` with other `LibraryChoices`, `load_requested` with a path and a context.

    And `setup_requested` with the path and the name of a model, and this page; `page_opened` with
    the page, and `page_closed`.

    Args:
        new_library: makes the library for some choices; called on the interface thread, reads
            nothing.
        folder_of: returns where a folder is, as the user has written it.
        bridge: brings what the library finds to the interface thread.
        dialogs: ask for a folder.
        window: the page belongs to it.

    Attributes:
        choices: where it looks.
        opened: returns the paths of models that were opened last.
    """

    chosen = Signal(object)
    load_requested = Signal(object, int)
    get_model_requested = Signal()
    setup_requested = Signal(object, str, object)
    page_opened = Signal(object)
    page_closed = Signal()

    def __init__(
        self,
        new_library: Callable[[LibraryChoices], ModelLibrary],
        folder_of: Callable[[str], Path],
        bridge: EventBridge,
        theme: Theme,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._new_library = new_library
        self._folder_of = folder_of
        self._bridge = bridge
        self._theme = theme
        self._dialogs = dialogs
        self.choices = LibraryChoices()
        self._loaded = ""  # or being loaded
        self.opened: Callable[[], Iterable[str]] = tuple
        self._being_deleted: set[str] = set()
        self._library: ModelLibrary | None = None
        self.seen: tuple[LibraryEntry, ...] = ()  # when the page was open last
        self._aside = Lane("models")
        bridge.subscribe(_Found, self._on_found)
        bridge.subscribe(_Deleted, self._on_deleted)
        bridge.subscribe(_Recognised, self._on_recognised)
        bridge.subscribe(protocol.ModelLoading, self._on_loading)
        bridge.subscribe(protocol.ModelLoaded, self._on_loaded)
        bridge.subscribe(protocol.ModelLoadFailed, self._on_no_model)
        bridge.subscribe(protocol.ModelUnloaded, self._on_no_model)
        bridge.subscribe(protocol.EngineStopped, self._on_no_model)

    def set_choices(self, choices: LibraryChoices) -> None:
        """Look there from now on."""
        self.choices = choices
        if self._dialog is not None:
            self._show_folders(self._dialog)
            self._look()

    @Slot()
    def show_page(self) -> LibraryDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.models.library.library_dialog import LibraryDialog

        if self._dialog is None:
            dialog = self._begin(LibraryDialog(self._theme, self._window))
            dialog.rows.set_loaded(self._loaded)
            dialog.load_requested.connect(self.load_requested)
            dialog.get_model_requested.connect(self.get_model_requested)
            dialog.setup_requested.connect(
                lambda entry: self.setup_requested.emit(entry.path, entry.name, self._dialog)
            )
            dialog.delete_requested.connect(self._on_delete)
            dialog.folders_chosen.connect(
                lambda folders: self.chosen.emit(LibraryChoices(folders, self.choices.shows_others))
            )
            dialog.folder_of_requested.connect(self._on_folder_of)
            dialog.others_chosen.connect(
                lambda shows_others: self.chosen.emit(
                    LibraryChoices(self.choices.folders, shows_others)
                )
            )
            dialog.add_folder_requested.connect(self._on_add_folder)
            self._show_folders(dialog)
            dialog.show()
            self.page_opened.emit(dialog)
            self._look()
        return self._to_front()

    def close(self) -> None:
        """Close the page, and look no more."""
        if self._dialog is not None:
            self._dialog.reject()
        self._stop_looking()

    def _look(self) -> None:
        """Begin to look where it is wanted now."""
        self._stop_looking()
        library = self._library = self._new_library(self._choices_with_opened())
        library.subscribe(lambda contents: self._bridge.post(_Found(library, contents)))
        library.start()

    def _choices_with_opened(self) -> LibraryChoices:
        """Look also for the files that were opened last, wherever they lie."""
        opened = dict.fromkeys(map(_file_of, (self._loaded, *self.opened())))
        files = tuple(path for path in opened if path and not is_guide(path))
        return replace(self.choices, opened=files)

    def _stop_looking(self) -> None:
        if self._library is not None:
            self._library.stop()
            self._aside.add(self._library.close)  # which waits for a slow disk
            self._library = None

    def _show_folders(self, dialog: LibraryDialog) -> None:
        folders = {folder: self._folder_of(folder) for folder in self.choices.folders}
        dialog.show_folders(folders, shows_others=self.choices.shows_others)

    # -- the library's answers --

    def _on_found(self, event: _Found) -> None:
        if self._dialog is not None and event.library is self._library:
            self.seen = event.contents.entries
            self._dialog.show_contents(event.contents)
            self._recognise()

    def _on_deleted(self, event: _Deleted) -> None:
        self._being_deleted.discard(event.entry.path)
        if self._dialog is None:
            return
        if event.problem is not None:
            self._dialog.show_problem(event.problem)
        else:
            self._dialog.say(
                tr("Moved {name} to the {trash}", name=event.entry.name, trash=translated(trash()))
            )

    def _on_loading(self, event: protocol.ModelLoading) -> None:
        self._loaded = _file_of(event.path)  # not to be deleted from now on

    def _on_loaded(self, event: protocol.ModelLoaded) -> None:
        self._set_loaded(_file_of(event.info.path))

    def _on_no_model(self, _event: object) -> None:
        self._set_loaded("")

    def _set_loaded(self, path: str) -> None:
        self._loaded = path
        if self._dialog is not None:
            self._dialog.rows.set_loaded(path)
            self._recognise()

    def _recognise(self) -> None:
        """Mark the loaded model however its path is spelled, which only the disk can tell."""
        if self._loaded and self._library is not None:
            self._aside.add(partial(_recognise, self._library, self._loaded, self._bridge.post))

    def _on_recognised(self, event: _Recognised) -> None:
        if self._dialog is not None and event.spelled == self._loaded:
            self._dialog.rows.set_loaded(event.path)

    # -- the user's wishes --

    @Slot()
    def _on_add_folder(self) -> None:
        if self._dialog is None:
            return
        folder = self._dialogs.ask_model_folder(self._dialog)
        if folder and self._dialog is not None:  # it may have been closed meanwhile
            self._dialog.add_folder(folder)

    @Slot(object)
    def _on_folder_of(self, entry: LibraryEntry) -> None:
        if self._dialog is not None:
            self._dialog.add_folder(str(Path(entry.path).parent))

    @Slot(object)
    def _on_delete(self, entry: LibraryEntry) -> None:
        if self._library is not None and entry.path not in self._being_deleted:
            self._being_deleted.add(entry.path)
            self._aside.add(partial(self._delete, self._library, entry, self._loaded))

    def _delete(self, library: ModelLibrary, entry: LibraryEntry, loaded: str) -> None:
        """Delete, on the thread aside, what is not loaded."""
        problem: Problem | None = None
        if loaded and (loaded in entry.files or is_among(Path(loaded), entry.files)):
            problem = _is_loaded(entry.name)
        else:
            try:
                library.delete(entry)
            except KnownError as error:
                problem = error.problem()
        self._bridge.post(_Deleted(entry, problem))

    @Slot()
    def _on_closed(self) -> None:
        super()._on_closed()
        self.page_closed.emit()
        self._stop_looking()


def _file_of(path: str) -> str:
    """Return the file of a model; "" where a server has it."""
    return path if protocol.RemoteModel.of(path) is None else ""


def _recognise(library: ModelLibrary, spelled: str, post: Callable[[object], None]) -> None:
    """Ask the disk, on the thread aside."""
    with contextlib.suppress(NotInLibrary):
        post(_Recognised(spelled, library.find(spelled).path))


def _is_loaded(name: str) -> Problem:
    return Problem(
        what=phrase("{name} is loaded.", name=name),
        effect=phrase("It was not moved to the {trash}.", trash=trash()),
        remedy=phrase("Open another model first."),
    )
