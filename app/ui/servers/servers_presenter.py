"""Joins the page "Servers" and the dialog for one with the list of servers and the keyring.

Whatever waits for a server, the keyring or the disk is done aside. A server is asked when the user
has it checked or connects to it, and never by itself.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from app.core.errors import KnownError, Problem, problem_of
from app.core.plain_value import PlainValue
from app.core.protocol import ProblemRaised, RemoteModel
from app.core.remote.errors import KeyNotKept
from app.core.system.desktop_words import keyring
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.ui.kit.message_box import PagePresenter, agrees
from app.ui.words.plain_text import isolated
from app.ui.words.translation import sentences, tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.remote.server import Server
    from app.core.remote.servers import Servers
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme
    from app.ui.models.model_presenter import ModelPresenter
    from app.ui.servers.server_form_dialog import ServerFormDialog
    from app.ui.servers.servers_dialog import ServersDialog
    from app.ui.servers.written_server import WrittenServer
    from app.ui.state.known_servers import KnownServers

logger = logging.getLogger(__name__)


class _KeysKept(PlainValue, frozen=True):
    """For which servers there is a key."""

    names: frozenset[str]


class _Answered(PlainValue, frozen=True):
    """What a server has said of itself.

    Attributes:
        signal: tells one question from another.
        written: by whom it was asked; None for a check of one that is there.
        server: with what it has said; None where it has not.
        problem: why; None where it was stopped.
    """

    signal: StopSignal
    written: WrittenServer | None
    server: Server | None
    problem: Problem | None = None


class _Changed(PlainValue, frozen=True):
    """What became of a change of the list.

    Attributes:
        old: how the server was called before; "" for a new one.
        new: how it is called now; "" for one that is removed.
        problem: None where there is none.
        is_done: all the same.
    """

    old: str
    new: str
    problem: Problem | None = None
    is_done: bool = True


class ServersPresenter(PagePresenter["ServersDialog"]):
    """One page and one dialog at a time.

    Args:
        servers: the door to them.
        known: their list, as it was read.
        models: loads their models.
        bridge: brings what is done aside to the interface thread.
        dialogs: ask for a file.
        window: the page belongs to it.
    """

    def __init__(  # noqa: PLR0913 - it joins all of them
        self,
        servers: Servers,
        known: KnownServers,
        models: ModelPresenter,
        bridge: EventBridge,
        theme: Theme,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._servers = servers
        self._known = known
        self._models = models
        self._post = bridge.post
        self._theme = theme
        self._dialogs = dialogs
        self._window = window
        self._form: ServerFormDialog | None = None
        self._check: StopSignal | None = None  # of the server that is being checked
        self._connecting: StopSignal | None = None  # of the one that is written
        self._new = ""  # a server that is to be chosen as soon as it is in the list
        self._checks, self._connects = Lane("check of a server"), Lane("new server")
        self._keeps = Lane("keys of servers")
        self._with_key: frozenset[str] = frozenset()
        known.changed.connect(self._on_known)
        models.state_changed.connect(self._on_model)
        bridge.subscribe(_KeysKept, self._on_keys)
        bridge.subscribe(_Answered, self._on_answered)
        bridge.subscribe(_Changed, self._on_list_changed)

    @Slot()
    def show_page(self) -> ServersDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.servers.servers_dialog import ServersDialog  # which most starts never need

        if self._dialog is None:
            page = self._begin(ServersDialog(self._theme, self._window))
            page.add_requested.connect(self.add)
            page.edit_requested.connect(self._on_edit)
            page.remove_requested.connect(self._on_remove)
            page.check_requested.connect(self._on_check)
            page.check_stopped.connect(self._stop_check)
            page.use_requested.connect(self._models.choose)
            page.show_loaded(self._models.path)
            if self._known.are_read:
                self._on_known()
            self._known.look()
        return self._to_front()

    @Slot()
    def add(self) -> None:
        """Ask for a new server."""
        self._show_form(None)

    def _show_form(self, server: Server | None) -> None:
        from app.ui.servers.server_form_dialog import ServerFormDialog

        if self._form is not None:
            return
        names = [one.name for one in self._known.all]
        has_key = server is not None and server.name in self._with_key
        form = self._form = ServerFormDialog(
            self._theme, server, names, self._dialog or self._window, has_key=has_key
        )
        form.connect_requested.connect(self._on_connect)
        form.stop_requested.connect(self._stop_connecting)
        form.kept.connect(self._on_keep)
        form.form.file_wanted.connect(self._on_file_wanted)
        form.finished.connect(self._on_form_closed)
        form.open()

    # -- what is told --

    @Slot()
    def _on_known(self) -> None:
        if self._dialog is not None:
            self._dialog.show_servers(self._known.all)
            if self._known.find(self._new) is not None:
                self._dialog.select(self._new)
                self._new = ""
            self._keeps.add(partial(_look_for_keys, self._servers, self._known.all, self._post))

    @Slot()
    def _on_model(self) -> None:
        if self._dialog is not None:
            self._dialog.show_loaded(self._models.path)

    def _on_keys(self, event: _KeysKept) -> None:
        self._with_key = event.names
        if self._dialog is not None:
            self._dialog.show_keys(event.names)

    def _on_answered(self, event: _Answered) -> None:
        if event.signal is self._connecting and self._form is not None:
            self._connecting = None
            self._show_connected(self._form, event)
        elif event.signal is self._check and self._dialog is not None:
            self._check = None
            if event.server is not None:
                self._dialog.show_answer(event.server.name, len(event.server.models))
            else:
                self._dialog.end_check()
            if event.problem is not None:
                self._dialog.show_problem(event.problem)

    def _show_connected(self, form: ServerFormDialog, event: _Answered) -> None:
        if event.server is not None and event.written is not None:
            form.show_found(event.written, event.server)
        elif event.problem is not None:
            form.show_problem(event.problem)
        else:
            form.show_stopped()

    def _on_list_changed(self, event: _Changed) -> None:
        form, page = self._form, self._dialog
        if event.problem is not None:
            place = form if event.new and not event.is_done else page
            if place is None:
                self._post(ProblemRaised(event.problem))
            else:
                place.show_problem(event.problem)
        if not event.is_done:
            return
        if form is not None and event.new:
            form.accept()
        self._new = event.new
        if event.old:
            self._models.follow_server(event.old, event.new)
        self._on_known()  # its key may be another one

    # -- the user's wishes --

    @Slot(object)
    def _on_connect(self, written: WrittenServer) -> None:
        if self._form is not None:
            signal = self._connecting = StopSignal()
            self._form.show_asking()
            key = partial(_key_for, self._servers, written)
            ask = partial(_ask, self._servers, written.server, key, signal)
            self._connects.add(lambda: self._post(_Answered(signal, written, *ask())))

    @Slot()
    def _stop_connecting(self) -> None:
        if self._connecting is not None:
            self._connecting.stop()

    @Slot(object, object)
    def _on_keep(self, written: WrittenServer, server: Server) -> None:
        if self._form is not None:
            self._form.show_keeping()
            self._keeps.add(partial(_keep, self._servers, written, server, self._post))

    @Slot(str)
    def _on_edit(self, name: str) -> None:
        server = self._known.find(name)
        if server is not None:
            self._show_form(server)

    @Slot(str)
    def _on_check(self, name: str) -> None:
        server = self._known.find(name)
        if server is None or self._dialog is None:
            return
        signal = self._check = StopSignal()
        self._dialog.show_checking(name)
        check = partial(_check, self._servers, server, signal)
        self._checks.add(lambda: self._post(_Answered(signal, None, *check())))

    @Slot()
    def _stop_check(self) -> None:
        if self._check is not None:
            self._check.stop()

    @Slot(str)
    def _on_remove(self, name: str) -> None:
        if self._agrees_to_remove(name):
            self._keeps.add(partial(_remove, self._servers, name, self._post))

    def _agrees_to_remove(self, name: str) -> bool:
        loaded = RemoteModel.of(self._models.path)
        is_loaded = loaded is not None and loaded.server == name
        return agrees(
            self._dialog,
            tr("Remove server"),
            tr("Remove {server} from the list?", server=isolated(name)),
            sentences(
                tr("The loaded model runs on it and will stop answering.") if is_loaded else "",
                tr(
                    "Hearth also removes its key from the {keyring}. Chats that it answered are "
                    "kept.",
                    keyring=translated(keyring()),
                ),
            ),
            tr("Remove"),
            QMessageBox.ButtonRole.DestructiveRole,
        )

    @Slot()
    def _on_file_wanted(self) -> None:
        if self._form is not None:
            path = self._dialogs.ask_certificates(self._form)
            if path and self._form is not None:  # it may have been closed meanwhile
                self._form.form.ca_file.setText(path)

    @Slot()
    def _on_form_closed(self) -> None:
        self._stop_connecting()
        self._form = self._connecting = None

    @Slot()
    def _on_closed(self) -> None:
        self._stop_check()
        self._check = None
        super()._on_closed()


# -- done aside --


def _look_for_keys(
    servers: Servers, known: tuple[Server, ...], post: Callable[[object], None]
) -> None:
    post(_KeysKept(frozenset(server.name for server in known if servers.key(server))))


def _key_for(servers: Servers, written: WrittenServer) -> str:
    """Return the key that was written, or the one that is kept."""
    if written.key is not None:
        return written.key
    before = servers.find(written.instead_of)
    return "" if before is None else servers.key(before)


def _ask(
    servers: Servers, server: Server, key: Callable[[], str], signal: StopSignal
) -> tuple[Server | None, Problem | None]:
    """Ask a server; return what it says of itself, or why it does not."""
    try:
        signal.check()
        return servers.ask(server, key(), signal), None
    except TransferStopped:
        return None, None
    except Exception as error:
        if not isinstance(error, KnownError):
            logger.exception("a server could not be asked")
        return None, problem_of(error)


def _check(
    servers: Servers, server: Server, signal: StopSignal
) -> tuple[Server | None, Problem | None]:
    """Ask a server that is in the list, and keep what it says."""
    found, problem = _ask(servers, server, partial(servers.key, server), signal)
    if found is None or not found.models:
        return found, problem
    try:
        servers.book.put(found, instead_of=found.name)
    except KnownError as error:
        return None, error.problem()
    return found, None


def _keep(
    servers: Servers, written: WrittenServer, server: Server, post: Callable[[object], None]
) -> None:
    old, new = written.instead_of, server.name
    try:
        servers.put(server, _key_for(servers, written), instead_of=old)
    except KeyNotKept as error:
        post(_Changed(old, new, error.problem()))
    except KnownError as error:
        post(_Changed(old, new, error.problem(), is_done=False))
    else:
        post(_Changed(old, new))


def _remove(servers: Servers, name: str, post: Callable[[object], None]) -> None:
    try:
        servers.remove(name)
    except KnownError as error:
        post(_Changed(name, "", error.problem(), is_done=False))
    else:
        post(_Changed(name, ""))
