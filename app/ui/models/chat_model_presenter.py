"""Says when a chat was answered by another model than the one that is loaded, and offers that one.

A model whose file or server is gone is offered a replacement for; the chat can be read and gone on
with either way.
"""

from __future__ import annotations

import enum
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations.events import ChatResumed
from app.core.gguf.summary import title_of_file
from app.core.models.builtin import GUIDE_NAME, is_guide
from app.core.protocol import RemoteModel
from app.core.system.lanes import Lane
from app.ui.kit.notices import NoticeAction, NoticeArea
from app.ui.models.model_presenter import ModelPresenter, ModelState
from app.ui.state.known_servers import KnownServers, shown_name
from app.ui.words.formatting import span
from app.ui.words.plain_text import isolated
from app.ui.words.translation import sentences, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction

    from app.core.chats.records import ChatId
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat

_NOTICE = "model of the chat"


class _Where(enum.Enum):
    """Where the model is that has answered a chat."""

    LOADED = enum.auto()  # under another path
    THERE = enum.auto()
    GONE = enum.auto()
    REMOVED = enum.auto()  # with its server


class ChatModelPresenter(QObject):
    """Shows one notice at most, once for each chat that is opened and each model that comes.

    Args:
        open_chat: the chat that is shown.
        models: which one is loaded; loads another.
        notices: show it.
        actions: of the window; "library", "get_model" and "servers" find another model.
        known: the servers that there are.
        bridge: tells how long the loaded model would read the chat.
    """

    _looked = Signal(object, object)

    def __init__(
        self,
        open_chat: OpenChat,
        models: ModelPresenter,
        notices: NoticeArea,
        actions: Mapping[str, QAction],
        known: KnownServers,
        bridge: EventBridge,
    ) -> None:
        super().__init__(notices)
        self._open_chat = open_chat
        self._models = models
        self._notices = notices
        self._actions = actions
        self._known = known
        # What the user has chosen for the chat that is shown needs no word.
        self._chosen: tuple[ChatId, str] | None = None
        self._resumed: ChatResumed | None = None
        self._told: tuple[ChatId | None, str, str] | None = None  # chat, its model, the loaded one
        self._is_offered: bool | None = None  # by a server that is known; None for a file
        self._aside = Lane("model of a chat")
        self._looked.connect(self._on_looked)
        open_chat.changed.connect(self._check)
        models.state_changed.connect(self._check)
        models.chosen.connect(self._on_chosen)
        bridge.subscribe(ChatResumed, self._on_resumed)
        known.changed.connect(self._on_servers)

    @Slot()
    def _check(self) -> None:
        shown = self._open_chat.id
        if self._chosen is not None and shown is not None and self._chosen[0] != shown:
            self._chosen = None  # another chat is open
        case = self._case()
        if case == self._told:
            return
        self._told, self._is_offered = case, None
        self._notices.dismiss(_NOTICE)
        if case is not None:
            model = RemoteModel.of(case[1])
            if model is None:
                self._aside.add(lambda: self._looked.emit(case, _where(case[1], case[2])))
            elif self._known.are_read:  # it is looked at again when they are
                self._is_offered = self._known.find(model.server) is not None
                self._on_looked(case, _Where.THERE if self._is_offered else _Where.REMOVED)

    @Slot(str)
    def _on_chosen(self, path: str) -> None:
        chat = self._open_chat.record
        self._chosen = None if chat is None else (chat.id, path)

    def _on_resumed(self, event: ChatResumed) -> None:
        self._resumed = event
        if self._told is not None and self._notices.is_shown(_NOTICE):
            self._told = None  # how long reading takes is known now
            self._check()

    @Slot()
    def _on_servers(self) -> None:
        """One of them may have come or gone."""
        model = None if self._told is None else RemoteModel.of(self._told[1])
        if model is None or self._is_offered is (self._known.find(model.server) is not None):
            return
        self._told = None
        self._check()

    def _case(self) -> tuple[ChatId | None, str, str] | None:
        """Return what there is to say: the chat, its model and the loaded one; None for nothing."""
        chat = self._open_chat.record
        if chat is None or not chat.model_path:
            return None
        if self._open_chat.is_opening or self._open_chat.is_answering:
            return None
        if self._models.state is ModelState.LOADING or chat.model_path == self._models.path:
            return None
        if is_guide(chat.model_path) and self._models.is_guide:
            return None  # that of another version, elsewhere
        if self._chosen == (chat.id, self._models.path):
            return None
        return chat.id, chat.model_path, self._models.path

    @Slot(object, object)
    def _on_looked(self, case: tuple[ChatId | None, str, str], where: _Where) -> None:
        if where is _Where.LOADED or case != self._told or case != self._case():
            return
        _chat, path, loaded = case
        name = self._name(path)
        if where is _Where.THERE:
            self._notices.show_note(
                _NOTICE,
                tr("{model} answered in this chat.", model=name),
                NoticeAction(
                    tr("Switch back to {model}", model=name)
                    if loaded
                    else tr("Load {model}", model=name),
                    partial(self._models.open_path, path),
                ),
                more=sentences(_where_it_answers(path), self._what_else(loaded)),
            )
            return
        if where is _Where.REMOVED:
            self._notices.show_note(
                _NOTICE,
                tr("{model} answered in this chat, but its server was removed.", model=name),
                NoticeAction(tr("Servers…"), self._actions["servers"].trigger),
                NoticeAction(tr("Choose another…"), self._actions["library"].trigger),
                more=tr("Any other model can continue it."),
            )
            return
        self._notices.show_note(
            _NOTICE,
            tr("{model} answered in this chat, but is no longer on this machine.", model=name),
            NoticeAction(tr("Choose another…"), self._actions["library"].trigger),
            NoticeAction(tr("Get a model…"), self._actions["get_model"].trigger),
            more=tr("Any other model can continue it."),
        )

    def _what_else(self, loaded: str) -> str:
        """Return what becomes of the chat with the model that is loaded; "" without one."""
        model = RemoteModel.of(loaded)
        if model is not None:
            return tr(
                "The loaded model can continue it: {server} then reads the chat.",
                server=isolated(model.server),
            )
        name = GUIDE_NAME if is_guide(loaded) else self._models.name
        if not name:
            return ""
        resumed = self._resumed
        is_known = resumed is not None and resumed.chat_id == self._open_chat.id
        if resumed is None or not is_known or not resumed.read_ms:
            return tr("{model} can continue, but must first read the chat.", model=name)
        return tr(
            "{model} can continue, but must first read the chat (about {time}).",
            model=name,
            time=span(resumed.read_ms),
        )

    def _name(self, path: str) -> str:
        if is_guide(path):
            return GUIDE_NAME
        model = RemoteModel.of(path)
        if model is not None:
            return shown_name(model)
        said = (message.model for message in reversed(list(self._open_chat.messages)))
        return next(filter(None, said), "") or title_of_file(Path(path).name)


def _where_it_answers(path: str) -> str:
    model = RemoteModel.of(path)
    if model is None:
        return ""
    return tr("It runs on {server}, which then reads the chat.", server=isolated(model.server))


def _where(path: str, loaded: str) -> _Where:
    """Return where a file is.

    One that is gone and has the name of the loaded one was moved.

    Args:
        path: of the file.
        loaded: path of the one that is loaded; "" for none.
    """
    loaded = "" if RemoteModel.of(loaded) else loaded
    if is_guide(path):
        return _Where.THERE
    try:
        there = Path(path).stat()
    except OSError:  # or its folder is nobody's business
        is_moved = bool(loaded) and Path(path).name == Path(loaded).name
        return _Where.LOADED if is_moved else _Where.GONE
    try:
        is_loaded = bool(loaded) and os.path.samestat(there, Path(loaded).stat())
    except OSError:
        is_loaded = False
    return _Where.LOADED if is_loaded else _Where.THERE
