"""The pages about models, "Models on this machine" and "Get a model", as the window has them.

What talks to a hub is imported when its page is opened first: most starts never need it.
"""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.core.assembly import model_folder, new_fits, new_library, open_model_source
from app.core.conversations.events import ContextUse
from app.core.errors import KnownError
from app.core.models.projectors import NO_PROJECTORS, ProjectorChoices
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.ui.models.library.library_fits import LibraryFits
from app.ui.models.library.library_presenter import LibraryPresenter
from app.ui.models.library.senses_search import SensesSearch
from app.ui.state.fit_watch import FreedMemory
from app.ui.state.known_servers import KnownGpus

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.core.models.draft_models import DraftCandidate
    from app.core.models.library.entries import LibraryEntry
    from app.core.models.library.library import ModelLibrary
    from app.core.protocol import LoadSettings
    from app.core.settings.settings import Settings
    from app.core.system.paths import Paths
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.notices import NoticeArea
    from app.ui.kit.theme import Theme
    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog
    from app.ui.model_setup.setup_fits import SetupFits
    from app.ui.models.get_model.get_model_dialog import GetModelDialog
    from app.ui.models.get_model.get_model_presenter import GetModelPresenter


class ModelPages(QObject):
    """Sends `load_requested` with a path, and `open_file_requested`.

    With the path comes the size of the context, in tokens; 0 for the one that is set.

    Args:
        paths: where everything lies.
        settings: what the user has set.
        settings_of: returns how a model would be loaded; called on other threads.
        notices: see `GetModelPresenter`.
        window: the pages belong to it.

    Attributes:
        gpus: of this machine.
        senses_search: looks for models that see or hear.
    """

    load_requested = Signal(object, int)  # Qt would change a path that is no UTF-8
    open_file_requested = Signal()

    def __init__(  # noqa: PLR0913 - it joins all of them
        self,
        paths: Paths,
        settings: Settings,
        settings_of: Callable[[str], LoadSettings],
        bridge: EventBridge,
        theme: Theme,
        notices: NoticeArea,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._paths = paths
        self._settings = settings
        self._bridge = bridge
        self._theme = theme
        self._notices = notices
        self._window = window
        self._get_model: GetModelPresenter | None = None
        self._setup_fits: SetupFits | None = None
        self._chat_tokens = 0  # of the chat that is open
        bridge.subscribe(ContextUse, self._on_use)
        self.library = LibraryPresenter(
            partial(new_library, paths),
            partial(model_folder, paths),
            bridge,
            theme,
            dialogs,
            window,
        )
        self._companions = CompanionSearch(self)
        self.senses_search = SensesSearch(self._new_library, self)
        self._freed = FreedMemory(bridge, self)
        self.gpus = KnownGpus(bridge, self)
        self._new_fits = partial(new_fits, paths, settings, settings_of)
        fits = LibraryFits(self._new_fits, bridge, self._freed, self)
        self.library.page_opened.connect(fits.open)
        self.library.page_closed.connect(fits.close)
        self.library.load_requested.connect(self.load_requested)
        self.library.get_model_requested.connect(self.show_get_model)

    @Slot()
    def show_get_model(self) -> GetModelDialog | None:
        """Open "Get a model"; None where no hub can be named."""
        if self._get_model is None:
            from app.ui.models.get_model.choice_fits import ChoiceFits
            from app.ui.models.get_model.get_model_presenter import GetModelPresenter

            source = partial(open_model_source, self._paths, self._settings, self._bridge.post)
            fits = ChoiceFits(self._new_fits, self._bridge, self._freed, self)
            self._get_model = GetModelPresenter(
                source, fits, self._bridge, self._theme, self._notices, self._window
            )
            self._get_model.load_requested.connect(lambda path: self.load_requested.emit(path, 0))
            self._get_model.open_file_requested.connect(self.open_file_requested)
        gpus = self.gpus
        has_gpu = bool(gpus.devices) or not gpus.are_known
        return self._get_model.show_page(gpus.largest_bytes, has_gpu=has_gpu)

    def show_link(self, link: str) -> None:
        """Open "Get a model" with what a link leads to, or say that it leads nowhere."""
        from app.core.models.hub_link import read_link

        try:
            wanted = read_link(link)
        except KnownError as error:
            self._notices.show_problem(error.problem())
            return
        if self.show_get_model() is not None and self._get_model is not None:
            self._get_model.show_link(wanted)

    @Slot(object, object)
    def follow_setup(self, path: str, dialog: ModelSetupDialog) -> None:
        """Have the page of a model's settings say how the model fits with them, once it is seen."""
        dialog.show_checking()
        dialog.finished.connect(self._on_setup_closed)
        QTimer.singleShot(0, dialog, partial(self._begin_setup, path, dialog))

    def _begin_setup(self, path: str, dialog: ModelSetupDialog) -> None:
        from app.ui.model_setup.setup_fits import SetupFits

        if not dialog.isVisible():
            return
        new = partial(new_fits, self._paths, self._settings, None)
        self._setup_fits = SetupFits(
            new, self._bridge, self._freed, (path, self._chat_tokens), dialog
        )
        self._companions.begin(path, dialog, self._new_library())

    def _new_library(self) -> ModelLibrary:
        """Return a library that looks where the user wants it to look."""
        return new_library(self._paths, self.library.choices)

    def _on_use(self, use: ContextUse) -> None:
        self._chat_tokens = use.n_chat

    @Slot()
    def _on_setup_closed(self) -> None:
        self._setup_fits = None

    def close(self) -> None:
        """Close all pages; downloads can go on with the next start."""
        if self._setup_fits is not None:
            self._setup_fits.close()
        self._companions.close()
        self.senses_search.close()
        self.library.close()
        if self._get_model is not None:
            self._get_model.close()

    def wait(self, timeout_s: float) -> bool:
        """Wait after `close` until no download writes any more; return whether that is so."""
        is_done = self._companions.wait(timeout_s) and self.senses_search.wait(timeout_s)
        return is_done and (self._get_model is None or self._get_model.wait(timeout_s))


logger = logging.getLogger(__name__)


class _Companions(PlainValue, frozen=True):
    """What was found for the model at a path."""

    path: str
    drafts: tuple[DraftCandidate, ...] = ()
    projectors: ProjectorChoices = NO_PROJECTORS
    head: Path | None = None


class CompanionSearch(QObject):
    """One look at a time; a page that was closed meanwhile is told nothing."""

    _found = Signal(object)  # Qt would change a path that is no UTF-8

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._aside = Lane("model companions")
        self._library: ModelLibrary | None = None
        self._dialog: ModelSetupDialog | None = None
        self._path = ""
        self._found.connect(self._on_found)

    def begin(self, path: str, dialog: ModelSetupDialog, library: ModelLibrary) -> None:
        """Look for files that go with a model, and show them on its page.

        Args:
            path: of the model.
            dialog: its page.
            library: used for this look only.
        """
        self.close()
        self._path, self._dialog, self._library = path, dialog, library
        dialog.finished.connect(self.close)
        self._aside.add(lambda: self._look(path, library))

    @Slot()
    def close(self) -> None:
        """Look no more."""
        self._dialog = None
        if self._library is not None:
            self._library.stop()
            self._library = None

    def wait(self, timeout_s: float) -> bool:
        """Wait after `close` until nothing is looked at any more; return whether that is so."""
        return self._aside.wait(timeout_s)

    def _look(self, path: str, library: ModelLibrary) -> None:
        found = _Companions(path)
        try:
            found = _companions(path, library.scan().entries)
        except KnownError:
            logger.info("what goes with a model is not known", exc_info=True)
        finally:
            library.close()
        self._found.emit(found)

    @Slot(object)
    def _on_found(self, found: _Companions) -> None:
        if self._dialog is not None and found.path == self._path:
            self._dialog.draft.show_models(found.drafts, found.head)
            self._dialog.projector.show_found(found.projectors)


def _companions(path: str, entries: tuple[LibraryEntry, ...]) -> _Companions:
    from app.core.gguf.companions import head_beside
    from app.core.models.draft_models import find_draft_models
    from app.core.models.projectors import projector_choices

    drafts, head = find_draft_models(path, entries), head_beside(Path(path))
    return _Companions(path, drafts, projector_choices(path, entries), head)
