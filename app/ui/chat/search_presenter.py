"""Looks for what is typed above the chat list, as it is typed, and jumps to the chosen message.

Of a long chat only the end is read at first, and only one branch is shown; so a jump waits until
what comes before is read, and then asks for the branch of the message if it is not there yet.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.assembly import new_search
from app.core.chats.records import MessageId
from app.core.chats.search.query import has_words
from app.core.chats.search.values import SearchAnswered, SearchFailed, SearchHit, SearchQuestion
from app.core.conversations import events
from app.ui.kit.timers import timer
from app.ui.transcript.render.scroll_anchor import ScrollAnchor

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.conversations.chats import Chats
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.sidebar.search_panel import SearchPanel
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.satellites.find_bar import FindBar
    from app.ui.transcript.transcript_view import TranscriptView


class MessageJump(QObject):
    """Takes one jump at a time; whatever else is opened meanwhile ends it.

    Args:
        door: shows other branches.
        bridge: tells when that is refused.
        open_chat: which chat is shown.
        transcript: where the message is to be seen.
        find_bar: marks the words.
    """

    def __init__(
        self,
        door: Chats,
        bridge: EventBridge,
        open_chat: OpenChat,
        transcript: TranscriptView,
        find_bar: FindBar,
    ) -> None:
        super().__init__(transcript)
        self._door = door
        self._open_chat = open_chat
        self._transcript = transcript
        self._find_bar = find_bar
        self._wanted: SearchHit | None = None
        self._is_branch_asked = False
        bridge.subscribe(events.AnswerRefused, self._on_refused)
        open_chat.switched.connect(self._on_switched)
        # After the transcript has taken note, and gone back to where the chat was left.
        open_chat.read.connect(self._soon)
        open_chat.earlier_read.connect(self._soon)
        open_chat.branch_changed.connect(self._soon)
        transcript.shown.connect(self._soon)

    def go(self, hit: SearchHit) -> None:
        """Show a message, or the chat whose title was found."""
        self._wanted, self._is_branch_asked = hit, False
        if self._open_chat.id != hit.chat_id:
            self._open_chat.show(hit.chat_id)
        elif not self._open_chat.is_opening:
            self._arrive()

    def go_to(self, number: int) -> None:
        """Show the message of this id, of the chat that is shown."""
        chat_id = self._open_chat.id
        if chat_id is not None:
            now, message_id = datetime.now(UTC), MessageId(number)
            self.go(SearchHit(chat_id, "", message_id, None, "", now, "", (), ""))

    def forget(self) -> None:
        """Go nowhere."""
        self._wanted = None

    @Slot()
    def _on_switched(self) -> None:
        if self._wanted is not None and self._open_chat.id != self._wanted.chat_id:
            self._wanted = None

    def _on_refused(self, event: events.AnswerRefused) -> None:
        """Stay: the other branch cannot be shown while an answer is given; that is told."""
        if self._wanted is not None and event.chat_id == self._wanted.chat_id:
            self._wanted = None

    @Slot()
    def _soon(self) -> None:
        if self._wanted is not None:
            QTimer.singleShot(0, self, self._arrive)

    @Slot()
    def _arrive(self) -> None:
        """Show the message if it is here; else have it brought."""
        hit, chat = self._wanted, self._open_chat
        if hit is None or chat.id != hit.chat_id or chat.is_opening:
            return
        if hit.message_id is None:
            self._wanted = None
        elif self._transcript.messages.row_of(hit.message_id) >= 0:
            self._wanted = None
            self._show(hit)
        elif not chat.is_whole:
            chat.read_earlier()  # `earlier_read` comes back here
        elif not self._is_branch_asked:
            self._is_branch_asked = True
            self._door.show_version(chat.id, hit.message_id)

    def _show(self, hit: SearchHit) -> None:
        assert hit.message_id is not None
        offset = self._transcript.canvas.height() / 4
        self._transcript.scroller.bring(ScrollAnchor(hit.message_id, -1, offset))
        if hit.words and not hit.attachment:  # what is attached is not in the conversation
            self._find_bar.show_words(hit.words, hit.message_id)
        else:
            self._find_bar.close_bar()


_PAUSE_MS = 60  # less than between two keys: nearly every one is answered
_INDEXING_MS = 1_500  # until a search that was not complete is done again


class SearchPresenter(QObject):
    """Joins the page with the search.

    Args:
        door: has a damaged index built anew.
        bridge: brings the answers, which come from another thread.
        open_chat: which chat is shown.
        page: the views.
        jump: goes to a message.
        database: of the chats.
    """

    def __init__(
        self,
        door: Chats,
        bridge: EventBridge,
        open_chat: OpenChat,
        page: SearchPanel,
        jump: MessageJump,
        database: Path,
    ) -> None:
        super().__init__(page)
        self._door = door
        self._open_chat = open_chat
        self._page = page
        self._jump = jump
        self._search = new_search(database, bridge.post)
        self._ticket = 0
        self._asked = SearchQuestion("")
        self._is_repeated = False  # what is asked is what is shown
        self._pause = timer(self, _PAUSE_MS, self._ask)
        self._again = timer(self, _INDEXING_MS, self._repeat)
        bridge.subscribe(SearchAnswered, self._on_answer)
        bridge.subscribe(SearchFailed, self._on_failure)
        for event_type in (events.ChatsDeleted, events.ChatsRestored, events.MessageDeleted):
            bridge.subscribe(event_type, self._on_other_chats)
        bridge.subscribe(events.ChatsListed, self._on_listed)
        page.question_changed.connect(self._on_question)
        page.results.more_wanted.connect(lambda begin: self._search.more(self._ticket, begin))
        page.chosen.connect(self._jump.go)
        open_chat.switched.connect(self._tell_chat)
        open_chat.created.connect(self._tell_chat)
        self._tell_chat()

    def close(self) -> None:
        """End the search; its thread and its connection are gone then."""
        self._pause.stop()
        self._again.stop()
        self._search.close()

    @Slot()
    def _on_question(self) -> None:
        self._again.stop()
        if has_words(self._page.field.text()):
            self._pause.start()
            return
        self._pause.stop()
        self._search.forget()
        self._ticket = -1
        self._page.show_nothing()
        if not self._page.is_active:
            self._jump.forget()

    @Slot()
    def _ask(self) -> None:
        self._asked = SearchQuestion(self._page.field.text(), self._page.filters.only)
        self._is_repeated = False
        self._ticket = self._search.ask(self._asked)

    @Slot()
    def _repeat(self) -> None:
        """Ask once more while messages are being indexed, unless somebody reads the results."""
        is_read = self._page.view.verticalScrollBar().value() > 0
        if is_read or self._page.view.currentIndex().isValid():
            self._again.start()
        elif self._page.is_active:
            self._ask()

    def _on_answer(self, event: SearchAnswered) -> None:
        if event.ticket != self._ticket:
            return
        if event.models:
            self._page.filters.set_models(event.models)
        if event.page.begin == 0 and self._is_repeated:
            return  # only the models are new
        self._is_repeated = True
        self._page.show_found(event.page, self._asked.text.strip())
        if event.page.begin == 0 and event.page.n_waiting:
            self._again.start()

    def _on_failure(self, event: SearchFailed) -> None:
        if event.is_index_damaged:
            self._door.rebuild_search()
            self._again.start()
        if event.ticket == self._ticket:
            self._page.show_problem(event.problem)

    def _on_listed(self, event: events.ChatsListed) -> None:
        if event.is_last:
            self._on_other_chats(event)

    def _on_other_chats(self, _event: object) -> None:
        """Show no result that is not there any more, and again what came back."""
        if has_words(self._page.field.text()):
            self._pause.start()

    @Slot()
    def _tell_chat(self) -> None:
        self._page.filters.set_open_chat(self._open_chat.id)
