"""The page "Documents": what is listed there comes from the library, which is asked aside.

Threads: the interface thread; the library is asked on a lane, for it may wait for a disk.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal, Slot

from app.core.errors import KnownError, Problem
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.ui.documents.document_viewer import CitedPassage, DocumentViewer
from app.ui.documents.documents_looks import DocumentLooks
from app.ui.documents.outside import open_outside
from app.ui.documents.shared_reading import SharedReading
from app.ui.kit.message_box import PagePresenter, agrees
from app.ui.kit.timers import timer
from app.ui.words.plain_text import isolated
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from app.core.conversations.cases.memory import Memory
    from app.core.documents.index import KnownFile
    from app.core.documents.library import DocumentLibrary, LookProgress
    from app.ui.documents.documents_dialog import DocumentsDialog
    from app.ui.documents.documents_model import ListedSource
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme

_LIST_EACH_S: Final = 2.0  # while files are read
_LONG_MS: Final = 400  # of a look that is told of before it reads anything


class _Listed(PlainValue, frozen=True, eq=False):
    """What is listed, or why that cannot be said."""

    sources: tuple[ListedSource, ...] = ()
    problem: Problem | None = None


class _Changed(PlainValue, frozen=True):
    """The list is another one, or why it is not; what is said of it, and whether it holds any."""

    has_sources: bool
    said: str = ""
    problem: Problem | None = None


class DocumentsPresenter(PagePresenter["DocumentsDialog"]):
    """Keeps the page true, turns choices into calls, and owns the looks and the viewer.

    Sends `changed` when the documents are others than before.

    Args:
        memory: knows what chats share.

    Attributes:
        looks: every half minute, while the window is open.
        viewer: shows documents and passages.
    """

    changed = Signal()

    def __init__(
        self,
        library: DocumentLibrary,
        memory: Memory,
        bridge: EventBridge,
        theme: Theme,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._library = library
        self._bridge = bridge
        self._theme = theme
        self._dialogs = dialogs
        self._window = window
        self._aside = Lane("documents page")
        self._listed_at = 0.0
        self.looks = DocumentLooks(library, bridge, self)
        self.viewer = DocumentViewer(library, bridge, theme, window)
        self._shared = SharedReading(library, memory, bridge, self)
        self._long = timer(self, _LONG_MS, self._on_long)
        self.looks.told.connect(self._on_told)
        self.looks.changed.connect(self.changed)
        self.viewer.failed.connect(self._on_failed)
        bridge.subscribe(_Listed, self._on_listed)
        bridge.subscribe(_Changed, self._on_changed)

    @Slot()
    def show_page(self) -> DocumentsDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.documents.documents_dialog import DocumentsDialog

        if self._dialog is None:
            dialog = self._begin(DocumentsDialog(self._theme, self._window))
            dialog.added.connect(self._add)
            dialog.add_files_requested.connect(self._ask_files)
            dialog.add_folder_requested.connect(self._ask_folder)
            dialog.remove_requested.connect(self._ask_removal)
            dialog.keep_requested.connect(self._keep)
            dialog.open_requested.connect(self.viewer.show_file)
            dialog.look_requested.connect(self._look)
            dialog.stop_requested.connect(self._stop)
            dialog.outside_requested.connect(lambda path: open_outside(path, dialog))
            dialog.chosen.connect(self._shared.look_at)
            self._shared.told.connect(dialog.show_shared)
            self._list()
            self.looks.glance()
            if self.looks.is_looking:
                self._long.start()
        return self._to_front()

    def show_passage(
        self,
        digest: str,
        begin: int,
        end: int,
        *,
        text: str,
        name: str,
        quote: tuple[int, int] | None = None,
    ) -> None:
        """Show a document with a passage marked.

        Args:
            digest: of the document.
            begin, end: offsets in its text.
            text: what stood there: shown alone where the file says something else by now.
            name: of the file.
            quote: begin and end in the document's text of words in the passage that stand out.
        """
        self.viewer.show_passage(CitedPassage(digest, begin, end, text, name, quote))

    def close(self) -> None:
        """Look and read no more."""
        self.looks.close()
        self.viewer.close()
        self._shared.close()
        self._aside.close()

    # -- on the lane --

    def _load(self) -> None:
        from app.ui.documents.documents_model import grouped

        try:
            sources = self._library.sources()
            # Without any, the database is not even made.
            files = self._library.documents() if sources else ()
            told = _Listed(grouped(sources, files))
        except KnownError as error:
            told = _Listed(problem=error.problem())
        self._bridge.post(told)

    def _change(self, change: Callable[[], object], said: str) -> None:
        try:
            change()
            problem = None
        except KnownError as error:
            said, problem = "", error.problem()
        self._bridge.post(_Changed(self._library.has_sources(), said, problem))

    # -- what comes back --

    def _on_listed(self, event: _Listed) -> None:
        if self._dialog is None:
            return
        if event.problem is not None:
            self._dialog.show_list_problem(event.problem)
        else:
            self._dialog.show_sources(event.sources)

    def _on_changed(self, event: _Changed) -> None:
        if self._dialog is not None:
            if event.problem is not None:
                self._dialog.show_problem(event.problem)
            elif event.said:
                self._dialog.say(event.said)
        self._list()
        self.changed.emit()
        if event.has_sources:  # also where what was read of them is lost
            self._look()
        else:
            self.looks.compare()

    @Slot(object)
    def _on_told(self, progress: LookProgress) -> None:
        if self._dialog is None:
            return
        if progress.is_over or progress.reading:
            self._long.stop()
        self._dialog.show_progress(progress)
        is_due = time.monotonic() - self._listed_at >= _LIST_EACH_S
        if progress.is_over or is_due:
            self._list()
        if progress.is_over and self.looks.is_paused:
            self._dialog.say(tr("Stopped. “Look again” reads the rest."))

    @Slot()
    def _on_long(self) -> None:
        if self._dialog is not None and self.looks.is_looking:
            self._dialog.show_looking()

    @Slot(object)
    def _on_failed(self, problem: Problem | None) -> None:
        if self._dialog is None:
            return
        if problem is not None:
            self._dialog.show_problem(problem)
        else:  # it was read anew, or forgotten, meanwhile
            self._list()

    def _list(self) -> None:
        """Show what is listed by now, unless that is being found out anyway."""
        if self._dialog is not None and not self._aside.has_waiting:
            self._listed_at = time.monotonic()
            self._aside.add(self._load)

    # -- the user's wishes --

    @Slot()
    def _ask_files(self) -> None:
        if self._dialog is not None:
            self._add(self._dialogs.ask_documents(self._dialog))

    @Slot()
    def _ask_folder(self) -> None:
        if self._dialog is not None:
            folder = self._dialogs.ask_documents_folder(self._dialog)
            self._add([folder] if folder else [])

    @Slot(object)
    def _add(self, paths: Sequence[str]) -> None:
        if paths:
            self._aside.add(partial(self._change, partial(self._library.add, list(paths)), ""))

    @Slot(object)
    def _ask_removal(self, source: ListedSource) -> None:
        name = isolated(source.path.name or str(source.path))
        is_wanted = agrees(
            self._dialog,
            tr("Remove from the list"),
            tr("Remove {name} from the list?", name=name),
            tr("Your files stay where they are. Hearth forgets what it has read in them."),
            tr("Remove"),
        )
        if is_wanted:
            said = tr("Removed {name}; your files are where they were", name=name)
            self._aside.add(partial(self._change, partial(self._library.remove, source.path), said))

    @Slot(object)
    def _keep(self, file: KnownFile) -> None:
        """Keep a file read, or no more where it was."""
        self.keep(file.path, not file.is_kept)

    @Slot(Path, bool)
    def keep(self, path: Path, is_kept: bool) -> None:  # noqa: FBT001 - of a signal
        """Keep a file read from now on, or no more."""
        keep = partial(self._library.keep, path, is_kept=is_kept)
        self._aside.add(partial(self._change, keep, ""))

    @Slot()
    def _look(self) -> None:
        self.looks.look()
        self._long.start()

    @Slot()
    def _stop(self) -> None:
        self.looks.stop()
