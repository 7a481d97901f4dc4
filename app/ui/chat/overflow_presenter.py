"""What is done with the oldest messages of a chat that does not fit: left out, or summarised.

What was done once can be made the rule of the chat, by the notice that tells of it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Signal, Slot

from app.core.conversations.events import ContextUse, SummaryBegun, SummaryEnded
from app.core.conversations.texts.chat_sampling import rule_of, with_rule
from app.core.messages import Role
from app.core.protocol import OverflowRule
from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import caption, label, push_button, written_text
from app.ui.kit.layouts import add_to, vertical
from app.ui.kit.notices import UNDO_MS, NoticeAction
from app.ui.kit.theme import SPACE_L, SPACE_S
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.chats.records import ChatId, MessageId
    from app.core.conversations.chats import Chats
    from app.ui.chat.chat_gestures import ChatGestures, ChatViews
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat


_KEPT_SHARE = 0.5  # of the context, or of a chat that fits, where nothing better is known
_LEFT_OUT, _SUMMARISING = "left out", "summarising"  # notices


class OverflowPresenter(QObject):
    """Leaves out, has summarised, and shows what is left of it to do."""

    def __init__(
        self,
        door: Chats,
        bridge: EventBridge,
        open_chat: OpenChat,
        gestures: ChatGestures,
        views: ChatViews,
    ) -> None:
        super().__init__(open_chat)
        self._door = door
        self._open_chat = open_chat
        self._gestures = gestures
        self._notices = views.notices
        self._transcript = views.transcript
        self._summarising: set[ChatId] = set()
        open_chat.switched.connect(self._show_progress)
        views.transcript.requests.edit_summary.connect(self.edit_summary)
        bridge.subscribe(SummaryBegun, self._on_begun)
        bridge.subscribe(SummaryEnded, self._on_ended)

    def can_leave_out(self) -> bool:
        """Whether the model reads more than one message of the user, of which the last is kept."""
        return len(self._questions_read()) > 1

    def _questions_read(self) -> list[MessageId]:
        shown = self._open_chat.messages
        rows = range(max(0, shown.row_of(shown.read_from)), len(shown))
        messages = map(shown.message, rows)
        return [message.id for message in messages if message.role is Role.USER]

    # -- doing --

    def leave_out(self, use: ContextUse) -> None:
        """Let the oldest messages be read no more, as was told, or half of what is read."""
        if use.chat_id is None or not use.n_total:
            return
        planned = use.leaving_out
        if planned is not None and planned.first is not None:
            self._door.read_from(use.chat_id, planned.first)
        else:
            share = _KEPT_SHARE * min(1.0, use.n_ctx / use.n_total)
            self._door.leave_out(use.chat_id, share)
        self._offer_rule(
            use.chat_id, OverflowRule.LEAVE_OUT, tr("The oldest messages are left out.")
        )

    def summarise(self, use: ContextUse) -> None:
        """Have the oldest messages summarised; it is told how that goes."""
        questions = self._questions_read()
        if use.chat_id is None or len(questions) < 2:
            return
        planned = use.leaving_out
        first = planned.first if planned is not None else None
        first = questions[-1] if first is None else first
        self._door.read_from(use.chat_id, first, summarise=True)

    def _offer_rule(self, chat_id: ChatId, rule: OverflowRule, what: str) -> None:
        """Tell what was done, and let it be done by itself from now on."""
        is_rule = rule_of(self._open_chat.setup) is rule
        actions = () if is_rule else (self._always(chat_id, rule),)
        self._notices.show_note(
            _LEFT_OUT,
            what,
            *actions,
            more=tr("They stay in the chat, and you can include them again."),
            closes_after_ms=UNDO_MS,
            owner=chat_id,
        )

    def _always(self, chat_id: ChatId, rule: OverflowRule) -> NoticeAction:
        return NoticeAction(tr("Always in this chat"), partial(self._make_rule, chat_id, rule))

    def _make_rule(self, chat_id: ChatId, rule: OverflowRule) -> None:
        if chat_id == self._open_chat.id:
            self._gestures.set_up(chat_id, with_rule(self._open_chat.setup, rule))

    # -- summaries --

    def _on_begun(self, event: SummaryBegun) -> None:
        self._summarising.add(event.chat_id)
        self._show_progress()

    @Slot()
    def _show_progress(self) -> None:
        """Tell whether the chat that is shown is being summarised; the others are on their own."""
        chat_id = self._open_chat.id
        if chat_id is None or chat_id not in self._summarising:
            self._notices.dismiss(_SUMMARISING)
            return
        self._notices.show_note(
            _SUMMARISING,
            tr("Summarising the oldest messages…"),
            NoticeAction(tr("Stop"), partial(self._door.stop, chat_id)),
            owner=chat_id,
        )

    def _on_ended(self, event: SummaryEnded) -> None:
        self._summarising.discard(event.chat_id)
        self._show_progress()
        if event.problem is not None:
            self._notices.show_problem(event.problem, owner=event.chat_id)
        elif event.is_kept and event.chat_id == self._open_chat.id:  # another one shows it later
            what = tr("The oldest messages are summarised and left out.")
            self._offer_rule(event.chat_id, OverflowRule.SUMMARISE, what)

    @Slot()
    def edit_summary(self) -> None:
        """Let the user change what the model knows of the messages that it does not read."""
        from app.ui.chat.overflow_presenter import SummaryDialog

        chat_id = self._open_chat.id
        if chat_id is None:
            return
        shown = self._open_chat.messages
        dialog = SummaryDialog(shown.summary, self._transcript.window())
        dialog.saved.connect(partial(self._edit, chat_id, shown.read_from))
        dialog.open()

    def _edit(self, chat_id: ChatId, first: MessageId | None, words: str) -> None:
        self._door.read_from(chat_id, first, summary=words)


_SIZE = QSize(600, 460)


class SummaryDialog(DialogPage):
    """Sends `saved` with the words; "" where there is to be no summary."""

    saved = Signal(str)

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__("summary", window_title(tr("Edit summary")), parent)
        self.edit = written_text(tr("Summary"), text)
        self.save_button = push_button("primary", tr("Save"), self._save)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.remove_button = push_button("", tr("Remove summary"), self._remove)
        self.remove_button.setEnabled(bool(text))
        self._arrange()

    def _arrange(self) -> None:
        page = vertical(margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_S), spacing=SPACE_S)
        heading = tr("Summary of the messages that the model does not &read")
        told = label(
            "dialogText", tr("If you change this, the model rereads the messages after it.")
        )
        add_to(page, caption("dialogCaption", heading, self.edit), (self.edit, 1), told)
        self._fill(
            (page, 1), buttons=(self.cancel_button, self.save_button), left=self.remove_button
        )
        self._fit_screen(_SIZE)

    @Slot()
    def _save(self) -> None:
        self.saved.emit(self.edit.toPlainText().strip())
        self.accept()

    @Slot()
    def _remove(self) -> None:
        self.saved.emit("")
        self.accept()
