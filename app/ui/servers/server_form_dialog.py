"""Asks for a server, says what will leave this machine, and has it asked before it is added.

Longer than other files: the form stands in no other dialog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from app.core.errors import KnownError, Problem
from app.core.net.errors import AddressInvalid
from app.core.remote.server import OfferedModel, Pairing, Reach, Server, normal_address, reach_of
from app.core.system.desktop_words import keyring
from app.ui.kit.accessibility import announce
from app.ui.kit.boxes import TickBox
from app.ui.kit.dialog_page import DialogPage, scrolled
from app.ui.kit.labels import caption, label, line_edit, push_button, show_words
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, TEXT_SMALL, Theme
from app.ui.servers.written_server import WrittenServer, origin_of, proposed_name
from app.ui.state.known_servers import kind_words, where_words
from app.ui.words.formatting import counted
from app.ui.words.plain_text import isolated, set_tip, window_title
from app.ui.words.translation import listed, problem_words, sentences, tr, translated

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QShowEvent


_EXAMPLE = "http://studio.local:8080"


class _ServerForm(QWidget):
    """Sends `changed`, `resized` when more or less of it is shown, and `file_wanted`.

    Args:
        server: that is changed; None for a new one.
        taken: names of all servers.
        has_key: one is kept for it, as far as that is known.
    """

    changed = Signal()
    resized = Signal()
    file_wanted = Signal()

    def __init__(
        self, theme: Theme, server: Server | None, taken: Collection[str], *, has_key: bool
    ) -> None:
        super().__init__()
        self._before = server
        self._taken = [name for name in taken if server is None or name != server.name]
        self._has_own_name = server is not None
        self._has_key = has_key
        self._drops_key = False
        self.setObjectName("serverFormPage")
        self.address = line_edit(tr("Address"))
        self.address.setPlaceholderText(_EXAMPLE)
        self.name = line_edit(tr("Name"))
        self.key = line_edit(tr("Key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.where = label("dialogText")
        self.agreed = TickBox(theme, tr("I accept that others in my network can read it"))
        self.key_note = label("dialogText")
        self.drop_key = push_button("link", tr("Remove the saved key"))
        self.more_button = push_button("link", "")
        self.ca_file = line_edit(tr("Certificate file"))
        self.choose_button = push_button("", tr("Choose…"), self.file_wanted)
        self.sees = TickBox(theme, tr("Its models see pictures"))
        self.models = line_edit(tr("Models"))
        self._more = QWidget()
        self._arrange()
        if server is not None:
            self._fill(server)
        self._connect()
        self._show_more(is_shown=server is not None and bool(server.ca_file or server.sees))
        self._refresh()

    # -- asking --

    def written(self) -> WrittenServer:
        """Return what stands in the fields.

        Raises:
            AddressInvalid: the address is none.
        """
        names = (one.strip() for one in self.models.text().split(","))
        address = normal_address(self.address.text())
        server = Server(
            self.name.text().strip(),
            address,
            models=tuple(OfferedModel(one) for one in dict.fromkeys(filter(None, names))),
            ca_file=self.ca_file.text().strip(),
            is_plain_agreed=self.agreed.isChecked() and self.agreed.isVisibleTo(self),
            sees=self.sees.isChecked(),
        )
        key = self.key.text().strip()
        instead_of = "" if self._before is None else self._before.name
        return WrittenServer(server, key or ("" if self._needs_key else None), instead_of)

    @property
    def is_begun(self) -> bool:
        """Whether there is an address."""
        return origin_of(self.address.text()) is not None

    @property
    def _needs_key(self) -> bool:
        """Whether a key that may be kept is none for what is written now."""
        before = self._before
        is_same = before is not None and before.origin == origin_of(self.address.text())
        return self._drops_key or not is_same

    def _fill(self, server: Server) -> None:
        self.address.setText(server.address)
        self.name.setText(server.name)
        self.agreed.setChecked(server.is_plain_agreed)
        self.ca_file.setText(server.ca_file)
        self.sees.setChecked(server.sees)

    def _arrange(self) -> None:
        page = vertical(self, margins=SPACE_XL, spacing=SPACE_S)
        title = tr("Add a server") if self._before is None else tr("Edit server")
        left = Qt.AlignmentFlag.AlignLeft
        add_to(page, label("dialogTitle", title), SPACE_S)
        add_to(page, caption("dialogText", tr("&Address"), self.address), self.address)
        add_to(page, self.where, self.agreed, SPACE_S)
        add_to(page, caption("dialogText", tr("&Name"), self.name), self.name, SPACE_S)
        add_to(page, caption("dialogText", tr("&Key, if required"), self.key), self.key)
        add_to(page, self.key_note, (self.drop_key, left), (self.more_button, left), self._more)
        inside = vertical(self._more, margins=0, spacing=SPACE_S)
        words = tr("&Certificate file, if this system does not trust the server's certificate")
        inside.addWidget(_wrapped(words, self.ca_file))
        line = add_to(horizontal(spacing=SPACE_S), (self.ca_file, 1), self.choose_button)
        add_to(inside, line, SPACE_S)
        words = tr("&Models, if the server does not list them: names separated by commas")
        add_to(inside, _wrapped(words, self.models), self.models, SPACE_S)
        set_tip(self.sees, tr("For a server that does not report it"))
        inside.addWidget(self.sees)

    def _connect(self) -> None:
        self.address.textChanged.connect(self._on_address)
        self.name.textEdited.connect(self._on_name)
        for field in (self.name, self.key, self.ca_file, self.models):
            field.textChanged.connect(self.changed)
        self.key.textChanged.connect(self._refresh)
        for box in (self.agreed, self.sees):
            box.toggled.connect(self.changed)
        self.drop_key.clicked.connect(self._on_drop_key)
        self.more_button.clicked.connect(
            lambda: self._show_more(is_shown=not self._more.isVisibleTo(self))
        )

    # -- reacting --

    @Slot()
    def _on_address(self) -> None:
        self._take_pairing()
        if not self._has_own_name:
            self.name.setText(proposed_name(self.address.text(), self._taken))
        self._refresh()
        self.changed.emit()

    def _take_pairing(self) -> None:
        """Put the key where it is not shown, of a line that another Hearth gives."""
        try:
            pairing = Pairing.of(self.address.text())
        except AddressInvalid:
            return  # it is still being written
        if pairing is not None:
            self.key.setText(pairing.key)
            self.address.setText(pairing.address)

    @Slot(str)
    def _on_name(self, text: str) -> None:
        self._has_own_name = bool(text.strip())

    @Slot()
    def _on_drop_key(self) -> None:
        self._drops_key = True
        self._refresh()
        self.changed.emit()

    def _show_more(self, *, is_shown: bool) -> None:
        self._more.setVisible(is_shown)
        self.more_button.setText(tr("Less") if is_shown else tr("More…"))
        self.resized.emit()

    @Slot()
    def _refresh(self) -> None:
        origin = origin_of(self.address.text())
        self.where.setText(self._where_words())
        self.agreed.setVisible(
            origin is not None
            and origin.scheme == "http"
            and reach_of(normal_address(self.address.text())) is Reach.PRIVATE_NETWORK
        )
        is_kept = self._has_key and not self._needs_key
        self.key_note.setText(
            tr("Leave empty to keep the saved key.")
            if is_kept
            else tr(
                "Hearth saves it in the {keyring} of this system and sends it only to this server.",
                keyring=translated(keyring()),
            )
        )
        self.drop_key.setVisible(is_kept and not self.key.text())
        self.resized.emit()

    def _where_words(self) -> str:
        try:
            address = normal_address(self.address.text())
            origin, reach = origin_of(address), reach_of(address)
        except AddressInvalid:
            origin, reach = None, Reach.INTERNET
        if origin is None:
            return tr(
                "A server with an OpenAI-compatible API, such as llama-server, vLLM or another "
                "Hearth. Hearth sends nothing before you connect."
            )
        return where_words(reach, origin.host)


def _wrapped(words: str, field: QLineEdit) -> QLabel:
    shown = caption("dialogText", words, field)
    shown.setWordWrap(True)
    return shown


_WIDTH = 560
_MOST_NAMES = 4  # of models that are named


class ServerFormDialog(DialogPage):
    """What is written stays, whatever goes wrong.

    Sends `connect_requested` with a `WrittenServer`, `stop_requested`, and `kept` with one and the
    `Server` that it is found to be.

    Args:
        server: that is changed; None for a new one.
        taken: names of all servers.
        has_key: one is kept for it.
    """

    connect_requested = Signal(object)
    stop_requested = Signal()
    kept = Signal(object, object)

    def __init__(
        self,
        theme: Theme,
        server: Server | None,
        taken: Collection[str],
        parent: QWidget | None = None,
        *,
        has_key: bool = False,
    ) -> None:
        title = tr("Add a server") if server is None else tr("Edit server")
        super().__init__("serverForm", window_title(title), parent, is_modal=True)
        self._before = server
        self._is_busy = False
        self._found: Server | None = None
        self._way: tuple[object, ...] | None = None  # by which it was found
        self._failed_way: tuple[object, ...] | None = None  # by which it was not found
        self.form = _ServerForm(theme, server, taken, has_key=has_key)
        self._told = label("aboutStatus")
        self.connect_button = push_button("", tr("Connect"), self._on_connect)
        self.keep_button = push_button(
            "primary", tr("Add server") if server is None else tr("Save"), self._on_keep
        )
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self._arrange()
        if server is not None:
            self._way = self.form.written().way
        self.form.changed.connect(self._on_changed)
        self.form.resized.connect(self._fit)
        self._say("")
        self._refresh()
        self.form.address.setFocus()

    # -- showing --

    def show_asking(self) -> None:
        """The server is being asked."""
        self._is_busy = True
        self._say(tr("Connecting…"))
        self._refresh()

    def show_found(self, written: WrittenServer, found: Server) -> None:
        """Say what a server has told of itself; it can be added now."""
        self._is_busy = False
        self._found, self._way = written.found_as(found), written.way
        self._say(_found_words(self._found))
        self._refresh()
        if self.connect_button.hasFocus() and self.keep_button.isEnabled():
            self.keep_button.setFocus()

    def show_stopped(self) -> None:
        """It was not asked to the end."""
        self._is_busy = False
        self._say("")
        self._refresh()

    def show_problem(self, problem: Problem) -> None:
        """Say what went wrong; what was written stays."""
        words, written = problem_words(problem), self._written()
        self._is_busy = False
        self._failed_way = () if written is None else written.way
        is_other = self._can_keep and written is not None and written.way != self._way
        more = tr("You entered its models yourself, so you can still add it.")
        self._say("", sentences(words, more if is_other else ""))
        self._refresh()

    def show_keeping(self) -> None:
        """The keyring may be asking for its password."""
        self._is_busy = True
        self._say(tr("Saving…"))
        self._refresh()

    def words(self) -> str:
        """Return what is said of the last try."""
        said = (self._told, self._problem)
        return "\n".join(one.text() for one in said if one.isVisibleTo(self))

    def _say(self, told: str, problem: str = "") -> None:
        show_words(self._told, told)
        show_words(self._problem, problem)
        announce(self, problem or told)
        self._fit()

    # -- what can be done --

    def _written(self) -> WrittenServer | None:
        try:
            return self.form.written()
        except KnownError:
            return None

    @property
    def _can_keep(self) -> bool:
        """Whether the server has answered as it is written, or its models were named by hand."""
        written = self._written()
        if written is None or not written.server.name:
            return False
        is_named = bool(written.server.models) and written.way == self._failed_way
        return written.way == self._way or is_named

    @Slot()
    def _refresh(self) -> None:
        self.connect_button.setText(tr("Stop") if self._is_busy else tr("Connect"))
        self.connect_button.setEnabled(self._is_busy or self.form.is_begun)
        can_keep = self._can_keep and not self._is_busy
        self.keep_button.setEnabled(can_keep)
        (self.keep_button if can_keep else self.connect_button).setDefault(True)

    @Slot()
    def _on_changed(self) -> None:
        written = self._written()
        way = () if written is None else written.way
        if not self._is_busy and way not in (self._failed_way, self._way):
            self._say("")  # what is said is of another server
        self._refresh()

    @Slot()
    def _on_connect(self) -> None:
        if self._is_busy:
            self.stop_requested.emit()
            return
        try:
            written = self.form.written()
        except KnownError as error:
            self.show_problem(error.problem())
            return
        self._failed_way = None
        self.connect_requested.emit(written)

    @Slot()
    def _on_keep(self) -> None:
        written = self._written()
        if written is None or not self._can_keep:
            return
        if written.way != self._way:
            server = written.server  # which has not answered
        elif self._found is None:
            server = written.server if self._before is None else written.changed_from(self._before)
        else:
            server = written.found_as(self._found)
        self.kept.emit(written, server)

    # -- arranging --

    def _arrange(self) -> None:
        self._page = QWidget()
        self._page.setObjectName("serverFormPage")
        inside = add_to(vertical(self._page, margins=0, spacing=0), self.form)
        told = vertical(margins=(SPACE_XL, 0, SPACE_XL, SPACE_XL), spacing=SPACE_M)
        add_to(told, self._told, self._problem)
        add_to(inside, told, STRETCH)
        self._area = scrolled(self._page, "serverFormScroll")
        buttons = (self.cancel_button, self.connect_button, self.keep_button)
        self._fill((self._area, 1), buttons=buttons)

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: only now it has the letters of its window."""
        super().showEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """Be as high as what is shown, as far as the screen is."""
        self.ensurePolished()
        grown = max(1.0, self.fontInfo().pixelSize() / TEXT_SMALL)
        self._fit_content(self._page, round(_WIDTH * grown))
        for said in (self._told, self._problem):
            if said.isVisibleTo(self):
                self._area.ensureWidgetVisible(said)


def _found_words(server: Server) -> str:
    """Return what a server is and has."""
    if not server.models:
        return tr("{kind} responds, but lists no models.", kind=kind_words(server.kind))
    names = [isolated(model.name) for model in server.models[:_MOST_NAMES]]
    n_more = len(server.models) - len(names)
    if n_more:
        names.append(tr("{n} more", n=n_more))
    return tr(
        "{kind} responds with {models}: {names}",
        kind=kind_words(server.kind),
        models=counted(len(server.models), "model"),
        names=listed(names),
    )
