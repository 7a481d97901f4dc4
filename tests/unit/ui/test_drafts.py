"""What was written and not sent is there again, in its own chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.records import ChatId
from app.core.conversations.events import ChatsListed, MessageAdded
from app.core.messages import Attachment
from app.core.paths import Paths
from app.ui.composer.draft import Draft
from app.ui.composer.drafts import Drafts
from app.ui.event_bridge import EventBridge
from app.ui.main_window import MainWindow
from app.ui.window_state import open_state
from tests.unit.ui.conftest import RecordedConversations, answer, make_chat, question

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

CHAT = ChatId(1)
FILES = (Attachment("notes ✎.txt", "one\ntwo"), Attachment("b", ""))


def kept(tmp_path: Path) -> Drafts:
    return Drafts(open_state(Paths.locate(tmp_path).window_state))


def test_drafts_are_kept_by_chat_whatever_they_hold(tmp_path: Path) -> None:
    texts = {None: "for a new one", CHAT: 'two\nlines; [a=b] \\ "quoted" ünï 🙂, %20'}
    drafts = kept(tmp_path)
    for chat_id, text in texts.items():
        drafts.put(chat_id, Draft(text))
    drafts.put(ChatId(2), Draft("  \n "))
    drafts.put(ChatId(3), Draft("x" * 300_000))
    drafts._state.sync()
    again = kept(tmp_path)
    assert {chat_id: again.get(chat_id).text for chat_id in texts} == texts
    assert again.get(ChatId(2)) == Draft()
    assert again.get(ChatId(3)).text == "x" * 200_000  # more than any state file should hold
    again.remove(CHAT)
    assert again.get(CHAT) == Draft()


def test_a_draft_is_kept_soon_after_the_last_key(desk: Desk, tmp_path: Path) -> None:
    desk.open(answer("hello"))
    desk.qtbot.keyClicks(desk.window.composer.edit, "half a thought")
    desk.until(
        lambda: kept(tmp_path).get(CHAT).text == "half a thought" or desk.window._settings.sync()
    )
    desk.window.chats.open_chat(ChatId(2))
    assert desk.window.composer.text() == ""
    desk.window.chats.open_chat(CHAT)
    assert desk.window.composer.text() == "half a thought"


def test_what_was_sent_is_no_draft_any_more(desk: Desk, tmp_path: Path) -> None:
    desk.open(answer("hello"))
    desk.window.composer.set_text("sent")
    desk.window.chats.keep_draft()
    desk.window.composer.submitted.emit(Draft("sent"))
    desk.post(MessageAdded(CHAT, question("sent"), desk.ticket))
    desk.window.chats.keep_draft()
    desk.window._settings.sync()
    assert kept(tmp_path).get(CHAT).text == ""


def test_drafts_of_chats_that_are_gone_for_good_are_forgotten_at_the_start(
    desk: Desk, tmp_path: Path
) -> None:
    drafts = Drafts(desk.window._settings)
    for chat_id in (None, CHAT, ChatId(77)):
        drafts.put(chat_id, Draft("text", FILES))
    desk.post(ChatsListed((make_chat(1),)))
    desk.post(ChatsListed(()))  # deleted just now: it can be brought back
    desk.window._settings.sync()
    found = kept(tmp_path)
    left = [found.get(chat_id) for chat_id in (None, CHAT, ChatId(77))]
    assert left == [Draft("text", FILES), Draft("text", FILES), Draft()]


def test_an_edit_is_not_taken_for_a_draft(desk: Desk, tmp_path: Path) -> None:
    said = question("as it was")
    desk.open(said, answer("yes"))
    desk.window.composer.set_text("the draft")
    desk.window.transcript.edit_requested.emit(said.id)
    desk.window.chats.keep_draft()
    desk.window._settings.sync()
    assert kept(tmp_path).get(CHAT).text == "the draft"


def test_a_draft_is_there_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    for number in range(2):
        bridge = EventBridge()
        window = MainWindow(RecordedConversations(), bridge, "light", Paths.locate(tmp_path))
        qtbot.addWidget(window)
        window.show()
        bridge.post(ChatsListed((make_chat(1),)))
        if number == 0:
            window.composer.set_text("for a new chat")
            window.chats.open_chat(CHAT)
            window.composer.set_text("for the old one")
            window.close()
        else:
            qtbot.waitUntil(lambda shown=window: shown.chats.chat_id == CHAT)
            assert window.composer.text() == "for the old one"
            window.chats.new_chat()
            assert window.composer.text() == "for a new chat"
        bridge.close()
