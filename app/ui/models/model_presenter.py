"""Joins the model bar and `Conversations`: opening, loading, the guide, recent files.

Longer than other files: one method for each thing that happens to a model.
"""

from __future__ import annotations

import enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal, Slot

from app.core import protocol
from app.core.conversations.events import ModelResting
from app.core.errors import Cause
from app.core.gguf.summary import title_of_file
from app.core.models.builtin import GUIDE_NAME, guide_path, is_guide
from app.core.plain_value import PlainValue, replace
from app.core.system.lanes import Lane
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.kit.notices import NoticeAction, NoticeArea
from app.ui.state.known_servers import KnownServers, ServerPlace, cost_of, shown_name
from app.ui.words.formatting import counted
from app.ui.words.translation import sentences, tr, translated

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.conversations.models import Models
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.models.model_bar import ModelBar
    from app.ui.state.chat_facts import ChatFacts


class ModelState(enum.Enum):
    """Whether there is a model to answer."""

    NONE = enum.auto()
    LOADING = enum.auto()
    READY = enum.auto()


MAX_RECENT = 6
_KEY = "models/recent"
_NAMES = "models/names"


class RecentModels:
    """Paths of the models opened last, newest first, kept in the window's state file."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def paths(self) -> tuple[str, ...]:
        """Return the paths of files that still exist, and those of models of servers."""
        value = self._settings.value(_KEY, [])
        paths = [value] if isinstance(value, str) else value
        if not isinstance(paths, list):
            return ()
        return tuple(
            path
            for path in map(str, paths)
            if protocol.RemoteModel.of(path) or Path(path).is_file()
        )

    def name(self, path: str) -> str:
        """Return what a model calls itself, as it did when it was loaded; else its file's name."""
        model = protocol.RemoteModel.of(path)
        if model is not None:
            return shown_name(model)
        return self._names().get(path) or title_of_file(Path(path).name)

    def add(self, path: str, name: str) -> None:
        """Put a path at the head, with what its model calls itself."""
        others = (other for other in self.paths() if not _is_same_model(path, other))
        kept = [path, *others][:MAX_RECENT]
        names = self._names() | {path: name}
        self._settings.setValue(_KEY, kept)
        self._settings.setValue(_NAMES, [names.get(one, "") for one in kept])

    def follow_server(self, old: str, new: str) -> None:
        """Have the models of a server that is called otherwise now under its new name."""
        names = self._names()
        kept: dict[str, str] = {}  # a server of the new name may have been there before
        for path in self.paths():
            kept.setdefault(protocol.RemoteModel.renamed(path, old, new), names.get(path, ""))
        self._settings.setValue(_KEY, list(kept))
        self._settings.setValue(_NAMES, list(kept.values()))

    def _names(self) -> dict[str, str]:
        names, paths = self._settings.value(_NAMES, []), self._settings.value(_KEY, [])
        names, paths = ([one] if isinstance(one, str) else one for one in (names, paths))
        if not isinstance(names, list) or not isinstance(paths, list):
            return {}
        return {str(path): str(name) for path, name in zip(paths, names, strict=False)}


def _is_same_model(path: str, other: str) -> bool:
    """Return whether two paths lead to one file, however they are spelled, or are the same."""
    if path == other or protocol.RemoteModel.of(path) or protocol.RemoteModel.of(other):
        return path == other
    try:
        return Path(path).samefile(other)
    except OSError:
        return False


_ASKS = "model"
_ASKS_TO_UNLOAD = "unload model"


class _Load(PlainValue, frozen=True):
    """A load that the user is asked about.

    Attributes:
        context_tokens: size of the context; 0 for the one that is set.
        n_stopped: answers that it stops.
    """

    path: str
    context_tokens: int
    n_stopped: int


class ModelPresenter(QObject):
    """Sends `state_changed` when a model comes or goes, and `note_changed`.

    And `setup_requested` with path and name of a model whose settings the user wants to see;
    `library_requested`, `get_model_requested` and `servers_requested` where another is wanted.

    Args:
        door: of the models.
        bridge: tells what becomes of them.
        facts: the answers that a load would end, and the chat that comes first after it.
        bar: shows the model.
        notices: ask before an answer is ended.
        settings: hold the models used last.
        known: the servers that may have them.

    Attributes:
        path: where the model is that is loaded or being loaded; "" without one.
        is_resting: whether the model gives its memory back, or has, until something is asked of it.
        state: whether there is a model.
    """

    state_changed = Signal()
    chosen = Signal(str)  # the user wants this model, which is going to be loaded
    note_changed = Signal(str)
    setup_requested = Signal(object, str)
    library_requested = Signal()
    get_model_requested = Signal()
    servers_requested = Signal()
    _failure_looked_at = Signal(object, bool)

    def __init__(  # noqa: PLR0913 - it joins all of them
        self,
        door: Models,
        bridge: EventBridge,
        facts: ChatFacts,
        bar: ModelBar,
        notices: NoticeArea,
        settings: QSettings,
        known: KnownServers,
    ) -> None:
        super().__init__(bar)
        self._door = door
        self._bar = bar
        self._notices = notices
        self._recent = RecentModels(settings)
        self._known = known
        self._info: protocol.ModelInfo | None = None  # of the model that is loaded
        self.recent: dict[str, str] = {}  # models that were loaded last, their names by path
        self._running, self._open_chat = facts.running, facts.open_chat
        self.state = ModelState.NONE
        self.is_resting = False
        self._dialogs = FileDialogs(settings)
        self.path = ""  # of the model that is loaded or being loaded
        self._asked: _Load | None = None
        self._aside = Lane("file of a model")
        self._failure_looked_at.connect(self._tell_failure)
        self._running.changed.connect(self._on_running)
        bar.model_chosen.connect(self.choose)
        bar.cancel_requested.connect(self.cancel)
        known.changed.connect(self._on_servers)
        self._show_recent()
        bridge.subscribe(protocol.ModelLoading, self._on_loading)
        bridge.subscribe(protocol.ModelLoaded, self._on_loaded)
        bridge.subscribe(protocol.ModelLoadFailed, self._on_failed)
        bridge.subscribe(protocol.ModelUnloaded, self._on_unloaded)
        bridge.subscribe(ModelResting, self._on_resting)
        bridge.subscribe(protocol.EngineStopped, self._on_engine_stopped)

    @property
    def is_ready(self) -> bool:
        """Whether a model can answer."""
        return self.state is ModelState.READY

    @property
    def can_unload(self) -> bool:
        """Whether there is memory of a model to be given back."""
        return self.is_ready and not self.is_resting and self.place is None

    @property
    def name(self) -> str:
        """What the loaded model is called; "" without one."""
        return self._info.name if self._info is not None else ""

    @property
    def place(self) -> ServerPlace | None:
        """The server of that model; None where it is on this machine."""
        return self._known.place_of(self.path)

    @property
    def is_guide(self) -> bool:
        """Whether the guide answers, or will as soon as it is loaded."""
        return is_guide(self.path)

    def ask(self, parent: QWidget) -> None:
        """Let the user choose a file and load it."""
        path = self._dialogs.ask_model(parent)
        if path:
            self.open_path(path)

    @Slot()
    def use_guide(self) -> None:
        """Load the guide, unless it is loaded or not installed."""
        guide = guide_path()
        if guide is not None:
            self.choose(str(guide))

    @Slot(str)
    @Slot(object, int)
    def choose(self, path: str, context_tokens: int = 0) -> None:
        """Load a model of the menu or a page; the one that is loaded already stays as it is.

        Args:
            path: of its file.
            context_tokens: as in `open_path`.
        """
        if path != self.path:
            self.open_path(path, context_tokens)

    @Slot(str)
    def open_path(self, path: str, context_tokens: int = 0) -> None:
        """Load a model, but ask before that ends an answer.

        Args:
            path: of its file.
            context_tokens: size of the context; 0 for the one that is set.
        """
        if self._running.n_answers:
            self._ask(_Load(path, context_tokens, self._running.n_answers))
        else:
            self._load(path, context_tokens)

    def _ask(self, load: _Load) -> None:
        """Say what a load stops, before it is done."""
        self._asked = load
        actions = [
            NoticeAction(tr("Open it now"), partial(self._load, load.path, load.context_tokens))
        ]
        if load.n_stopped:
            keep = partial(self._notices.dismiss, _ASKS)
            actions.append(NoticeAction(tr("Keep answering"), keep))
        self._notices.show_note(
            _ASKS,
            tr("Open {model} now?", model=_name(load.path)),
            *actions,
            more=sentences(_what_stops(load.n_stopped), _what_it_costs(load.path)),
        )

    @Slot()
    def _on_running(self) -> None:
        """Keep true what is asked, while it is."""
        if not self._running.n_answers:
            self._notices.dismiss(_ASKS_TO_UNLOAD)
        asked, n_answers = self._asked, self._running.n_answers
        if asked is None or not self._notices.is_shown(_ASKS):
            self._asked = None
        elif asked.n_stopped != n_answers:
            self._ask(replace(asked, n_stopped=n_answers))

    def _load(self, path: str, context_tokens: int) -> None:
        """Load a model; the bar shows it at once."""
        self._notices.dismiss(_ASKS)
        self.show_load(path)
        sizes = (context_tokens,) if context_tokens else ()
        chat_id = self._open_chat.coming_id
        if chat_id is None:
            self._door.load(path, *sizes)
        else:
            self._door.load(path, *sizes, first_chat=chat_id)

    def show_load(self, path: str) -> None:
        """Show that a model is being loaded, whoever has asked for that."""
        self.chosen.emit(path)
        self._on_loading(protocol.ModelLoading(path, 0.0))

    @Slot()
    def unload(self) -> None:
        """Give the memory of the model back, but ask before that ends an answer."""
        if not self.can_unload:
            return
        if not self._running.n_answers:
            self._unload()
            return
        self._notices.show_note(
            _ASKS_TO_UNLOAD,
            tr("Unload the model now?"),
            NoticeAction(tr("Unload it now"), self._unload),
            NoticeAction(tr("Keep answering"), partial(self._notices.dismiss, _ASKS_TO_UNLOAD)),
            more=_what_stops(self._running.n_answers),
        )

    def _unload(self) -> None:
        """Unload the model; from now on nothing is asked of it that the user has not asked for."""
        self._set_state(ModelState.READY, is_resting=True)
        self._door.unload()

    @Slot()
    def cancel(self) -> None:
        """Give up the load."""
        self._door.cancel_load()

    @Slot(str, str)
    def follow_server(self, old: str, new: str) -> None:
        """Load anew what is loaded of a server that was changed, and know the rest by its new name.

        Of one that is gone nothing is loaded.

        Args:
            old: how the server was called.
            new: how it is called now; "" where it was removed.
        """
        if new and new != old:
            self._recent.follow_server(old, new)
            self._show_recent()
            self._door.follow_server(old, new)
        loaded = protocol.RemoteModel.of(self.path)
        if loaded is None or loaded.server != old:
            return
        if new:
            self.open_path(protocol.RemoteModel(new, loaded.model).path)
        else:
            self._load(self.path, 0)  # which tells that there is no such server

    @Slot()
    def _on_servers(self) -> None:
        """Their list was read, or is another one."""
        self._show_recent()
        if self._info is not None and self.is_ready and not self.is_resting:
            self._bar.show_model(self._info, self.place)
        if self.place is not None:
            self.state_changed.emit()

    def _on_loading(self, event: protocol.ModelLoading) -> None:
        self.path, self._info = event.path, None
        self._bar.show_loading(event)
        self._set_state(ModelState.LOADING)

    def _on_loaded(self, event: protocol.ModelLoaded) -> None:
        self.path, self._info = event.info.path, event.info
        if not self.is_guide:
            self._recent.add(event.info.path, event.info.name)
        self._show_recent()
        self._bar.show_model(event.info, self.place)
        self._set_state(ModelState.READY)
        self.note_changed.emit(translated(*event.info.notes))

    def _set_state(self, state: ModelState, *, is_resting: bool = False) -> None:
        self.state, self.is_resting = state, is_resting
        self.state_changed.emit()

    def _show_recent(self) -> None:
        paths = [path for path in self._recent.paths() if self._is_known(path)]
        self.recent = {path: self._recent.name(path) for path in paths}
        self._bar.set_recent(self.recent)

    def _is_known(self, path: str) -> bool:
        """Whether a model is on this machine, or on a server that has not been removed."""
        model = protocol.RemoteModel.of(path)
        is_unread = not self._known.are_read
        return model is None or is_unread or self._known.find(model.server) is not None

    def _on_failed(self, event: protocol.ModelLoadFailed) -> None:
        if event.cancelled and event.path != self.path:
            return  # it gave way to another load, whose progress stays
        self._show_none()
        if event.cancelled:
            return
        event = replace(event, problem=replace(event.problem, cause=Cause.MODEL))
        if protocol.RemoteModel.of(event.path) is not None:
            self._tell_no_answer(event)
            return
        self._aside.add(lambda: self._failure_looked_at.emit(event, _is_there(event.path)))

    def _tell_no_answer(self, event: protocol.ModelLoadFailed) -> None:
        """Tell why a server has not answered, with what may help."""
        again = NoticeAction(tr("Try again"), partial(self.open_path, event.path))
        servers = NoticeAction(tr("Servers…"), self.servers_requested.emit)
        other = NoticeAction(tr("Choose another…"), self.library_requested.emit)
        self._notices.show_problem(event.problem, again, servers, other)

    @Slot(object, bool)
    def _tell_failure(self, event: protocol.ModelLoadFailed, is_there: bool) -> None:  # noqa: FBT001 - Qt
        """Tell why there is no model, with what may help: no settings do where its file is gone."""
        actions = [NoticeAction(tr("Choose another…"), self.library_requested.emit)]
        if not is_there:
            actions.append(NoticeAction(tr("Get a model…"), self.get_model_requested.emit))
        elif not is_guide(event.path):
            setup = partial(self.setup_requested.emit, event.path, _name(event.path))
            actions.append(NoticeAction(tr("Model settings…"), setup))
        self._notices.show_problem(event.problem, *actions)

    def _on_unloaded(self, _event: protocol.ModelUnloaded) -> None:
        # A model is also unloaded to make room for the next one, whose progress stays.
        if self._bar.currentIndex() == 0:
            self._show_none()

    def _on_resting(self, _event: ModelResting) -> None:
        self._bar.show_resting()
        self._set_state(ModelState.READY, is_resting=True)

    def _on_engine_stopped(self, _event: protocol.EngineStopped) -> None:
        self._show_none()

    def _show_none(self) -> None:
        self.path, self._info = "", None
        self._bar.show_no_model()
        self._set_state(ModelState.NONE)
        self.note_changed.emit("")


def _what_stops(n_answers: int) -> str:
    if n_answers == 0:
        return ""
    if n_answers == 1:
        return tr("This stops the running answer; its text so far is kept.")
    return tr(
        "{answers} are running. This stops them; their text so far is kept.",
        answers=counted(n_answers, "answer"),
    )


def _is_there(path: str) -> bool:
    """Return whether a file can be seen; on the thread aside, for a disk may be slow."""
    try:
        return Path(path).exists()
    except OSError:  # its folder is nobody's business
        return False


def _what_it_costs(path: str) -> str:
    model = protocol.RemoteModel.of(path)
    return "" if model is None else cost_of(model.server)


def _name(path: str) -> str:
    model = protocol.RemoteModel.of(path)
    if model is not None:
        return shown_name(model)
    return GUIDE_NAME if is_guide(path) else title_of_file(Path(path).name)
