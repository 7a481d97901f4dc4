"""What another program has to be told: the address of the API, and the key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from app.ui.labels import label
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLabel

    from app.ui.api.api_state import Listening

_SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class AccessCard(QFrame):
    """Shows address and key of a server that listens.

    Sends `copied` when something was put on the clipboard, `renew_requested` for a new key and
    `setup_requested` for how programs are set up.
    """

    copied = Signal()
    renew_requested = Signal()
    setup_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("suggestions")
        self.setAccessibleName(tr("Address and key"))
        self._listening: Listening | None = None
        self._is_key_shown = False
        self._address, self._key = label("codeText"), label("codeText")
        self._hidden = label("dialogText", tr("Hidden until you show it"))
        for words in (self._address, self._key):
            words.setTextInteractionFlags(_SELECTABLE)
        self.copy_address = _button(tr("Copy"), tr("Copy the address"))
        self.show_key = _button(tr("Show"), tr("Show the key"))
        self.copy_key = _button(tr("Copy"), tr("Copy the key"))
        self.renew_button = _button(tr("New key…"), tr("Make a new key"))
        set_tip(self.renew_button, tr("Programs that have the old key are refused then"))
        self.setup_button = _button(tr("Set up a program…"), tr("Set up a program"))
        set_tip(self.setup_button, tr("Text to paste for curl, Python, Zed, Continue and others"))
        inside = QVBoxLayout(self)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        inside.addWidget(
            _row(
                tr("Address"),
                (self._address,),
                (self.copy_address, self.setup_button),
                is_first=True,
            )
        )
        inside.addWidget(
            _row(
                tr("Key"),
                (self._key, self._hidden),
                (self.show_key, self.copy_key, self.renew_button),
            )
        )
        self.copy_address.clicked.connect(self._on_copy_address)
        self.copy_key.clicked.connect(self._on_copy_key)
        self.show_key.clicked.connect(self._on_show_key)
        self.renew_button.clicked.connect(self.renew_requested)
        self.setup_button.clicked.connect(self.setup_requested)

    def show_access(self, listening: Listening) -> None:
        """Show where it listens, and the key, which stays hidden until it is asked for."""
        self._listening = listening
        self._refresh()

    def words(self) -> str:
        """Return the address and what is seen of the key."""
        return f"{self._address.text()}\n{self._key.text()}"

    def _refresh(self) -> None:
        listening = self._listening
        if listening is None:
            return
        self._address.setText(listening.base_url)
        self._key.setText(listening.key if self._is_key_shown else "")
        self._key.setVisible(self._is_key_shown)
        self._hidden.setVisible(not self._is_key_shown)
        self.show_key.setText(tr("Hide") if self._is_key_shown else tr("Show"))
        name = tr("Hide the key") if self._is_key_shown else tr("Show the key")
        self.show_key.setAccessibleName(name)

    @Slot()
    def _on_copy_address(self) -> None:
        if self._listening is not None:
            self._copy(self._listening.base_url)

    @Slot()
    def _on_copy_key(self) -> None:
        if self._listening is not None:
            self._copy(self._listening.key)

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.emit()

    @Slot()
    def _on_show_key(self) -> None:
        self._is_key_shown = not self._is_key_shown
        self._refresh()


def _button(text: str, spoken: str) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.setAccessibleName(spoken)
    return button


def _row(
    heading: str,
    values: Sequence[QLabel],
    buttons: Sequence[QPushButton],
    *,
    is_first: bool = False,
) -> QFrame:
    row = QFrame()
    row.setObjectName("suggestionRow")
    row.setProperty("first", is_first)
    words = QVBoxLayout()
    words.setSpacing(SPACE_XS)
    words.addWidget(label("suggestionName", heading))
    for value in values:
        words.addWidget(value)
    line = QHBoxLayout(row)
    line.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
    line.setSpacing(SPACE_S)
    line.addLayout(words, 1)
    line.addSpacing(SPACE_S)
    for button in buttons:
        line.addWidget(button)
    return row
