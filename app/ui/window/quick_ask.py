"""Sends what is asked in the small window into a new chat, and shows the answer there.

The chat that the large window shows is not touched. Each time the small window is opened it begins
anew; what is asked while an answer stands in it goes on with that chat.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from app.core.chats.records import ChatId, ChatSetup
from app.core.conversations import events
from app.core.messages import Role
from app.core.settings.table import SYSTEM_PROMPT
from app.ui.state.known_servers import messages_go_to
from app.ui.transcript.model.message_list import MessageList
from app.ui.window.attention import bring_to_front
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from app.core.conversations.chats import Chats
    from app.core.settings.settings import Settings
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.theme import Theme
    from app.ui.models.model_presenter import ModelPresenter
    from app.ui.state.running_answers import RunningAnswers
    from app.ui.window.quick_window import QuickWindow


class QuickAsk(QObject):
    """Sends `chat_wanted` with the chat to be shown in Hearth; `changed` when it shows another.

    And `link_activated` with the address of a link, which Hearth asks about before it is opened.

    Args:
        door: takes the questions.
        models: whether there is one that answers.
        running: whether the answer has ended.
    """

    chat_wanted = Signal(object)
    changed = Signal()
    link_activated = Signal(str)

    def __init__(  # noqa: PLR0913 - it joins all of them
        self,
        door: Chats,
        bridge: EventBridge,
        models: ModelPresenter,
        running: RunningAnswers,
        settings: Settings,
        theme: Theme,
        owner: QObject,
    ) -> None:
        super().__init__(owner)
        self._door = door
        self._models = models
        self._running = running
        self._settings = settings
        self._theme = theme
        self.window: QuickWindow | None = None
        self._messages = MessageList()
        self._messages.set_can_answer(possible=False)  # more can be done with it in Hearth
        self._tickets = itertools.count(-1, -1)  # those of the large window are above 0
        self._ticket = 0  # of what is on its way
        self._sent = ""
        self.chat_id: ChatId | None = None
        models.state_changed.connect(self._refresh)
        running.changed.connect(self._refresh)
        bridge.subscribe(events.ChatCreated, self._on_created)
        bridge.subscribe(events.MessageAdded, self._on_added)
        bridge.subscribe(events.MessageChanged, self._on_changed)
        bridge.subscribe(events.MessageRemoved, self._on_removed)
        bridge.subscribe(events.AnswerDelta, self._on_delta)
        bridge.subscribe(events.SendRefused, self._on_refused)
        bridge.subscribe(events.ChatsDeleted, self._on_deleted)

    # -- the window --

    def show_window(self, activation: str = "") -> QuickWindow:
        """Bring the small window to the front; empty, unless it is open.

        Args:
            activation: see `bring_to_front`.
        """
        from app.ui.window.quick_window import QuickWindow

        if self.window is None:
            self.window = QuickWindow(self._theme, self._messages)
            self.window.asked.connect(self._ask)
            self.window.opened.connect(self._open_chat)
            self.window.left.connect(self.changed)
            shown = self.window.transcript.requests
            shown.stop.connect(self._stop)
            shown.end_thinking.connect(self._stop_thinking)
            shown.follow_link.connect(self.link_activated)
        if not self.window.isVisible():
            self._begin_anew()
            self.window.place()
        self._refresh()
        bring_to_front(self.window, activation)
        self.window.field.setFocus()
        return self.window

    @Slot()
    def show(self) -> None:
        """Bring the small window to the front, as an action does it."""
        self.show_window()

    def looked_at(self) -> ChatId | None:
        """Return the chat that the user looks at in the small window; None for none."""
        window = self.window
        is_seen = window is not None and window.isVisible()
        return self.chat_id if is_seen and QApplication.activeWindow() is window else None

    def close(self) -> None:
        """The large window is closed for good."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None

    def _begin_anew(self) -> None:
        self.chat_id, self._ticket = None, 0
        self._messages.reset(())
        self.changed.emit()

    @Slot()
    def _open_chat(self) -> None:
        chat_id = self.chat_id
        if self.window is not None:
            self.window.close()
        if chat_id is not None:
            self.chat_wanted.emit(chat_id)

    @Slot()
    def _refresh(self, *_: object) -> None:
        if self.window is None:
            return
        place = self._models.place
        self._messages.senses.set_place(is_here=place is None)
        note = messages_go_to(place) if place is not None and place.is_elsewhere else ""
        if not self._models.is_ready:
            note = tr("No model can answer yet. Choose one in Hearth.")
        elif self._is_busy:
            note = tr("Answering…")
        has_chat = len(self._messages) > 0
        self.window.show_state(has_chat=has_chat, can_ask=self._can_ask, note=note)

    # -- asking --

    @property
    def _is_busy(self) -> bool:
        return bool(self._ticket) or self._running.is_answering(self.chat_id)

    @property
    def _can_ask(self) -> bool:
        return self._models.is_ready and not self._is_busy

    @Slot(str)
    def _ask(self, text: str) -> None:
        """Send a question; what cannot be sent now stays in the field."""
        if not self._can_ask or self.window is None:
            return
        self._ticket, self._sent = next(self._tickets), text
        self.window.field.clear()
        setup = ChatSetup(self._settings.get(SYSTEM_PROMPT).strip())
        self._door.send(self.chat_id, text, setup=setup, ticket=self._ticket)
        self._refresh()

    @Slot()
    def _stop(self) -> None:
        if self.chat_id is not None and self._running.is_answering(self.chat_id):
            self._door.stop(self.chat_id)

    @Slot()
    def _stop_thinking(self) -> None:
        if self.chat_id is not None and self._running.is_answering(self.chat_id):
            self._door.stop_thinking(self.chat_id)

    # -- events --

    def _on_created(self, event: events.ChatCreated) -> None:
        if event.ticket and event.ticket == self._ticket:
            self.chat_id = event.chat.id
            self.changed.emit()

    def _on_added(self, event: events.MessageAdded) -> None:
        if event.chat_id != self.chat_id or self.chat_id is None:
            return
        if event.message.role is Role.USER:
            self._ticket = 0
        self._messages.add(event.message)
        self._refresh()

    def _on_changed(self, event: events.MessageChanged) -> None:
        if event.chat_id == self.chat_id and self._messages.row_of(event.message.id) >= 0:
            self._messages.change(event.message)

    def _on_removed(self, event: events.MessageRemoved) -> None:
        if event.chat_id == self.chat_id:
            self._messages.remove(event.message_id)

    def _on_delta(self, event: events.AnswerDelta) -> None:
        if event.chat_id == self.chat_id and self._messages.row_of(event.message_id) >= 0:
            self._messages.append_text(event.message_id, event.text, event.kind)

    def _on_refused(self, event: events.SendRefused) -> None:
        if not event.ticket or event.ticket != self._ticket:
            return
        self._ticket = 0
        self._refresh()
        if self.window is not None:
            self.window.field.setText(self._sent)
            problem = event.problem
            words = translated(problem.what, problem.remedy)
            has_chat = len(self._messages) > 0
            self.window.show_state(has_chat=has_chat, can_ask=True, note=words)

    def _on_deleted(self, event: events.ChatsDeleted) -> None:
        if self.chat_id in [chat.id for chat in event.chats]:
            self._begin_anew()
            self._refresh()
