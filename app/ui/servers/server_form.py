"""The fields in which a server is written, and what is said of where messages will go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.core.desktop_words import keyring
from app.core.net import AddressInvalid
from app.core.remote import OfferedModel, Pairing, Reach, Server, normal_address, reach_of
from app.ui.labels import caption, label
from app.ui.plain_text import set_tip
from app.ui.server_words import where_words
from app.ui.servers.written_server import WrittenServer, origin_of, proposed_name
from app.ui.theme import SPACE_S, SPACE_XL
from app.ui.tick_box import TickBox
from app.ui.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtWidgets import QLabel

    from app.ui.theme import Theme

_EXAMPLE = "http://studio.local:8080"


class ServerForm(QWidget):
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
        self.address = _field(tr("Address"))
        self.address.setPlaceholderText(_EXAMPLE)
        self.name = _field(tr("Name"))
        self.key = _field(tr("Key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.where = label("dialogText")
        self.agreed = TickBox(theme, tr("I know that others in my network can read it"))
        self.key_note = label("dialogText")
        self.drop_key = _link(tr("Remove the kept key"))
        self.more_button = _link("")
        self.ca_file = _field(tr("Certificate file"))
        self.choose_button = QPushButton(tr("Choose…"))
        self.choose_button.setAutoDefault(False)
        self.sees = TickBox(theme, tr("Its models see pictures"))
        self.models = _field(tr("Models"))
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

    def set_ca_file(self, path: str) -> None:
        """Take over a file that was chosen."""
        self.ca_file.setText(path)

    # -- arranging --

    def _fill(self, server: Server) -> None:
        self.address.setText(server.address)
        self.name.setText(server.name)
        self.agreed.setChecked(server.is_plain_agreed)
        self.ca_file.setText(server.ca_file)
        self.sees.setChecked(server.sees)

    def _arrange(self) -> None:
        page = QVBoxLayout(self)
        page.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        page.setSpacing(SPACE_S)
        title = tr("Add a server") if self._before is None else tr("Edit server")
        page.addWidget(label("dialogTitle", title))
        page.addSpacing(SPACE_S)
        page.addWidget(caption("dialogText", tr("&Address"), self.address))
        page.addWidget(self.address)
        page.addWidget(self.where)
        page.addWidget(self.agreed)
        page.addSpacing(SPACE_S)
        page.addWidget(caption("dialogText", tr("&Name"), self.name))
        page.addWidget(self.name)
        page.addSpacing(SPACE_S)
        page.addWidget(caption("dialogText", tr("&Key, if it wants one"), self.key))
        page.addWidget(self.key)
        page.addWidget(self.key_note)
        page.addWidget(self.drop_key, 0, Qt.AlignmentFlag.AlignLeft)
        page.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        page.addWidget(self._more)
        inside = QVBoxLayout(self._more)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(SPACE_S)
        words = tr("&Certificate file, for a server whose certificate this system does not know")
        inside.addWidget(_wrapped(words, self.ca_file))
        line = QHBoxLayout()
        line.setSpacing(SPACE_S)
        line.addWidget(self.ca_file, 1)
        line.addWidget(self.choose_button)
        inside.addLayout(line)
        inside.addSpacing(SPACE_S)
        words = tr("&Models, for a server that does not list its own: names with commas between")
        inside.addWidget(_wrapped(words, self.models))
        inside.addWidget(self.models)
        inside.addSpacing(SPACE_S)
        set_tip(self.sees, tr("For a server that does not say so itself"))
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
        self.more_button.clicked.connect(self._on_more)
        self.choose_button.clicked.connect(self.file_wanted)

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

    @Slot()
    def _on_more(self) -> None:
        self._show_more(is_shown=not self._more.isVisibleTo(self))

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
            tr("The kept one stays, unless you write another.")
            if is_kept
            else tr(
                "It is kept in the {keyring} of this system and sent to this server alone.",
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
                "Of a server with an API like OpenAI's, such as llama-server, vLLM or another "
                "Hearth. Nothing is sent before you connect."
            )
        return where_words(reach, origin.host)


def _field(words: str) -> QLineEdit:
    field = QLineEdit()
    field.setObjectName("findEdit")
    field.setAccessibleName(words)
    return field


def _link(words: str) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName("linkButton")
    button.setAutoDefault(False)
    return button


def _wrapped(words: str, field: QLineEdit) -> QLabel:
    shown = caption("dialogText", words, field)
    shown.setWordWrap(True)
    return shown
