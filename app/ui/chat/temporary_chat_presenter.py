"""A temporary chat in the window: says what it is, and asks before it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QMessageBox

from app.core.conversations.events import TemporaryChatKept
from app.ui.message_box import message_box
from app.ui.plain_text import button_text
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.conversations import Chats
    from app.ui.composer.composer import Composer
    from app.ui.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat


class TemporaryChatPresenter(QObject):
    """Keeps the band above the field true, and asks where `OpenChat.may_leave` asks it."""

    def __init__(
        self, door: Chats, bridge: EventBridge, open_chat: OpenChat, composer: Composer
    ) -> None:
        super().__init__(open_chat)
        self._door = door
        self._open_chat = open_chat
        self._composer = composer
        self._then: Callable[[], object] | None = None  # as soon as the chat is kept
        open_chat.may_leave = self._may_leave
        open_chat.changed.connect(self._refresh)
        composer.temporary_bar.pressed.connect(self._keep)
        bridge.subscribe(TemporaryChatKept, self._on_kept)

    @Slot()
    def _refresh(self) -> None:
        chat = self._open_chat
        self._composer.temporary_bar.show_chat(
            is_temporary=chat.is_temporary, can_keep=not chat.is_empty
        )

    @Slot()
    def _keep(self, *_: object) -> None:
        if self._open_chat.id is not None:
            self._door.keep_temporary(self._open_chat.id)

    def _may_leave(self, then: Callable[[], object]) -> bool:
        """Ask, where there is something to lose.

        The chat that is to be kept is here until it is on the disk: what comes then waits for that.
        """
        self._then = None
        chat = self._open_chat
        if chat.is_empty:
            return True
        asked, box = chat.id, self._question()
        box.exec()
        answer = box.clickedButton()
        name = "" if answer is None else answer.objectName()
        box.deleteLater()
        if self._open_chat.id != asked:  # it was left meanwhile
            return False
        if name == "keepTemporary":
            self._then = then
            self._keep()
        return name == "leaveTemporary"

    def _question(self) -> QMessageBox:
        box = message_box(
            self._composer.window(),
            tr("Temporary chat"),
            tr("Leave the temporary chat?"),
            tr("Its messages are deleted."),
        )
        box.setObjectName("temporaryQuestion")
        leave = box.addButton(button_text(tr("Leave")), QMessageBox.ButtonRole.DestructiveRole)
        leave.setObjectName("leaveTemporary")
        keep = box.addButton(button_text(tr("Keep as a chat")), QMessageBox.ButtonRole.AcceptRole)
        keep.setObjectName("keepTemporary")
        stay = box.addButton(button_text(tr("Stay")), QMessageBox.ButtonRole.RejectRole)
        stay.setObjectName("stayInTemporary")
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        return box

    def _on_kept(self, _event: TemporaryChatKept) -> None:
        then, self._then = self._then, None
        if then is not None:
            QTimer.singleShot(0, self, then)  # when all have heard of it
