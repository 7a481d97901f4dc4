"""What was written and not sent is there again, in its own chat."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.events import ChatOpened, ChatsListed, MessageAdded
from app.core.messages import Attachment
from app.core.paths import Paths
from app.ui.composer.draft import Draft
from app.ui.event_bridge import EventBridge
from app.ui.main_window import MainWindow
from app.ui.words.places import Edit, EditKind, Kept, Page, SentEdit, SentMessage
from app.ui.words.words_file import WordsFile, read_words
from tests.unit.ui.conftest import RecordedConversations, answer, make_chat, question

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.core.errors import Problem
    from tests.unit.ui.conftest import Desk

CHAT = ChatId(1)
FILES = (Attachment("notes ✎.txt", "one\ntwo"), Attachment("b", ""))


def written(path: Path, kept: Kept) -> Kept:
    """Return what is there after the next start."""
    file = WordsFile(path, Kept(), lambda: kept, on_problem=lambda _problem: None)
    file.close()
    return read_words(path)


def pages(path: Path) -> dict[ChatId | None, Page]:
    """Return what is in the file, whenever it was written."""
    return {chat: replace(page, at=0.0) for chat, page in read_words(path).pages}


def test_words_are_kept_by_page_whatever_they_hold(qtbot: QtBot, tmp_path: Path) -> None:
    odd = Draft('two\nlines; [a=b] \\ "quoted" ünï 🙂, %20', FILES)
    edit = Edit(MessageId(7), EditKind.BEGINNING, Draft("Sure"))
    kept = Kept(
        pages=(
            (None, Page(Draft("for a new one"))),
            (CHAT, Page(odd, (edit,), Draft("next"), 5.5)),
        ),
        flights=(SentMessage(odd, None, None, 6.5), SentEdit(edit, CHAT, 7.5)),
    )
    assert written(tmp_path / "drafts.json", kept) == kept


def test_a_draft_of_any_size_is_kept_as_far_as_a_state_file_should_hold_it(
    qtbot: QtBot, tmp_path: Path
) -> None:
    kept = Kept(((CHAT, Page(Draft("x" * 300_000))),))
    [(_chat, page)] = written(tmp_path / "drafts.json", kept).pages
    assert page.draft.text == "x" * 200_000


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99}', '{"format": 1, "pages": [7]}'])
def test_a_file_that_makes_no_sense_keeps_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "drafts.json").write_text(text)
    assert read_words(tmp_path / "drafts.json") == Kept()


def test_a_disk_that_refuses_drafts_is_told_once(qtbot: QtBot, tmp_path: Path) -> None:
    told: list[Problem] = []
    path = tmp_path / "no folder" / "drafts.json"
    kept = Kept(((CHAT, Page(Draft("text"))),))
    file = WordsFile(path, Kept(), lambda: kept, told.append)
    for _ in range(3):
        file.write()
        file.wait()
    assert [problem.effect for problem in told] == [
        "It is still in the field. It would be lost if Hearth ended now."
    ]
    path.parent.mkdir()
    file.close()
    assert read_words(path) == kept


def test_a_draft_is_on_disk_soon_after_a_key(desk: Desk, tmp_path: Path) -> None:
    desk.open(answer("hello"))
    desk.qtbot.keyClicks(desk.window.composer.edit, "half a thought")
    path = Paths.locate(tmp_path).drafts
    desk.until(lambda: Page(Draft("half a thought")) in pages(path).values())


def test_a_draft_is_written_at_once_when_the_keyboard_goes_elsewhere(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open(answer("hello"))
    desk.window.composer.edit.setFocus()
    desk.until(desk.window.composer.edit.hasFocus)
    desk.qtbot.keyClicks(desk.window.composer.edit, "half a thought")
    desk.window.transcript.setFocus()
    assert not desk.window.chats.words_file.is_due
    desk.window.chats.words_file.wait()
    kept = dict(read_words(Paths.locate(tmp_path).drafts).pages)
    assert kept[CHAT].draft.text == "half a thought"


def test_what_was_sent_is_no_draft_any_more(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.composer.set_text("sent")
    assert desk.kept().draft.text == "sent"
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    desk.post(MessageAdded(CHAT, question("sent"), desk.ticket))
    assert desk.kept() == Page()


def test_an_edit_is_not_taken_for_a_draft(desk: Desk) -> None:
    said = question("as it was")
    desk.open(said, answer("yes"))
    desk.window.composer.set_text("the draft")
    desk.window.transcript.edit_requested.emit(said.id)
    kept = desk.kept()
    assert (kept.draft.text, kept.edits) == ("the draft", ())


# -- over a restart --


class Start:
    """Windows over the same folders, one after the other."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.paths = Paths.locate(folder)
        self.paths.create()
        self.windows: list[tuple[MainWindow, EventBridge]] = []

    def with_words(self, kept: Kept, *events: object) -> MainWindow:
        """Start after a run that left these words behind."""
        written(self.paths.drafts, kept)
        return self(*events)

    def __call__(self, *events: object) -> MainWindow:
        bridge = EventBridge()
        window = MainWindow(RecordedConversations(), bridge, "light", self.paths)
        self.qtbot.addWidget(window)
        self.windows.append((window, bridge))
        window.show()
        taken: list[object] = []
        bridge.subscribe(type(self), taken.append)
        for event in (*events, self):
            bridge.post(event)
        self.qtbot.waitUntil(lambda: bool(taken))
        return window


@pytest.fixture
def start(qtbot: QtBot, tmp_path: Path) -> Iterator[Start]:
    made = Start(qtbot, tmp_path)
    yield made
    for _window, bridge in made.windows:
        bridge.close()


def later(message_number: int, text: str) -> object:
    """Return a message that was stored after all that a test has kept."""
    return replace(question(text, number=message_number), created_at=datetime.now(UTC))


def test_drafts_of_chats_that_are_gone_for_good_are_forgotten_at_the_start(start: Start) -> None:
    page = Page(Draft("text", FILES))
    kept = Kept(((None, page), (CHAT, page), (ChatId(77), page)))
    window = start.with_words(kept, ChatsListed((make_chat(1),)))
    window.close()
    assert dict(read_words(start.paths.drafts).pages) == {None: page, CHAT: page}


def test_a_chat_that_was_deleted_just_now_keeps_its_draft(start: Start) -> None:
    window = start.with_words(
        Kept(((CHAT, Page(Draft("text"))),)), ChatsListed((make_chat(1),)), ChatsListed(())
    )
    window.close()
    assert CHAT in dict(read_words(start.paths.drafts).pages)


def test_a_draft_is_there_after_a_restart(start: Start) -> None:
    window = start(ChatsListed((make_chat(1),)))
    window.composer.set_text("for a new chat")
    window.chats.open_chat(CHAT)
    window.composer.set_text("for the old one")
    window.close()
    again = start(ChatsListed((make_chat(1),)))
    assert again.chats.chat_id == CHAT
    assert again.composer.text() == "for the old one"
    again.chats.new_chat()
    assert again.composer.text() == "for a new chat"


def test_an_edit_is_an_edit_after_a_restart(start: Start) -> None:
    asked, said = question("One?", number=11), answer("Uno.", number=12)
    listed, opened = ChatsListed((make_chat(1),)), ChatOpened(make_chat(1), (asked, said))
    window = start(listed)
    window.chats.open_chat(CHAT)
    start.windows[0][1].post(opened)
    start.qtbot.waitUntil(lambda: len(window.transcript.stack) == 2)
    window.models.state_changed.emit(window.composer.state.READY)
    window.composer.set_text("a draft")
    window.transcript.edit_requested.emit(asked.id)
    window.composer.set_text("Two?")
    window.close()
    again = start(listed, opened)
    assert again.composer.text() == "Two?"
    assert "old version stays" in again.composer.edit_bar.words()
    again.composer.cancel_edit()
    assert again.composer.text() == "a draft"


def test_an_edit_whose_message_is_gone_after_a_restart_is_a_draft_and_says_so(start: Start) -> None:
    edit = Edit(MessageId(11), EditKind.QUESTION, Draft("Two?"))
    window = start.with_words(Kept(((CHAT, Page(edits=(edit,))),)), ChatsListed((make_chat(1),)))
    window.chats.open_chat(CHAT)
    start.windows[-1][1].post(ChatOpened(make_chat(1), (question("Other?", number=13),)))
    start.qtbot.waitUntil(lambda: not window.composer.is_editing)
    assert window.composer.text() == "Two?"
    assert "no longer shown" in window.notices.texts()[0]


@pytest.mark.parametrize("was_stored", [True, False])
@pytest.mark.parametrize("place", ["on its way", "waiting", "draft", "edit"])
def test_after_a_kill_the_chat_says_what_it_has_got(
    start: Start, place: str, *, was_stored: bool
) -> None:
    words, edit = Draft("And two?"), Edit(MessageId(11), EditKind.QUESTION, Draft("And two?"))
    kept = {
        "on its way": Kept(flights=(SentMessage(words, CHAT, CHAT, 5.0),)),
        "waiting": Kept(((CHAT, Page(waiting=words, at=5.0)),)),
        "draft": Kept(((CHAT, Page(words, at=5.0)),)),
        "edit": Kept(flights=(SentEdit(edit, CHAT, 5.0),)),
    }[place]
    asked = question("One?", number=11)
    messages = (asked, later(13, "And two?")) if was_stored else (asked,)
    window = start.with_words(kept, ChatsListed((make_chat(1),)))
    window.chats.open_chat(CHAT)
    start.windows[-1][1].post(ChatOpened(make_chat(1), messages))  # type: ignore[arg-type]
    start.qtbot.waitUntil(lambda: len(window.transcript.stack) == len(messages))
    assert window.composer.text() == ("" if was_stored else "And two?")


@pytest.mark.parametrize("was_stored", [True, False])
@pytest.mark.parametrize("place", ["on its way", "draft"])
def test_after_a_kill_the_list_of_chats_says_what_has_made_one(
    start: Start, place: str, *, was_stored: bool
) -> None:
    words = Draft("A new thought")
    if place == "draft":
        kept = Kept(((None, Page(words, at=5.0)),))
    else:
        kept = Kept(flights=(SentMessage(words, None, None, 5.0),))
    made = replace(make_chat(3, "A new thought"), leaf_id=MessageId(20) if was_stored else None)
    window = start.with_words(kept, ChatsListed((make_chat(1), made)))
    assert window.composer.text() == ("" if was_stored else "A new thought")
