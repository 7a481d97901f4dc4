"""What was written and not sent is there again, in its own chat.

Longer than other files: all of it is about one file on the disk.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QTimer

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.events import ChatOpened, ChatsListed, MessageAdded
from app.core.messages import Attachment
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded
from app.core.system.paths import Paths
from app.ui.composer.draft import Draft
from app.ui.composer.unsent.places import (
    Edit,
    EditKind,
    PageDrafts,
    SavedUnsentText,
    SentEdit,
    SentMessage,
)
from app.ui.composer.unsent.unsent_file import SOON_MS, UnsentFile, read_unsent_text, take_over
from app.ui.kit.event_bridge import EventBridge
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import answer, make_chat, make_model, new_window, question, worn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.core.errors import Problem
    from app.ui.window.main_window import MainWindow
    from tests.unit.ui.conftest import Desk

CHAT = ChatId(1)
FILES = (Attachment("notes ✎.txt", "one\ntwo"), Attachment("b", ""))


def written(path: Path, kept: SavedUnsentText) -> SavedUnsentText:
    """Return what is there after the next start."""
    file = UnsentFile(path, SavedUnsentText(), lambda: kept, on_problem=lambda _problem: None)
    if kept.was_closed:
        file.close()
    else:
        file.write()
        file.wait()
    return read_unsent_text(path)


def pages(path: Path) -> dict[ChatId | None, PageDrafts]:
    """Return what is in the file, whenever it was written."""
    return {chat: replace(page, at=0.0) for chat, page in read_unsent_text(path).pages}


def test_words_are_kept_by_page_whatever_they_hold(qtbot: QtBot, tmp_path: Path) -> None:
    odd = Draft('two\nlines; [a=b] \\ "quoted" ünï 🙂, %20', FILES)
    edit = Edit(MessageId(7), EditKind.BEGINNING, Draft("Sure"))
    kept = SavedUnsentText(
        pages=(
            (None, PageDrafts(Draft("for a new one"))),
            (CHAT, PageDrafts(odd, (edit,), (Draft("next"), odd), 5.5)),
        ),
        flights=(SentMessage(odd, None, None, 6.5), SentEdit(edit, CHAT, 7.5)),
    )
    assert written(tmp_path / "drafts.json", kept) == kept


def test_an_edit_that_changes_nothing_does_not_come_back_after_a_kill(
    qtbot: QtBot, tmp_path: Path
) -> None:
    same = Draft("as it was", FILES)
    flights = (SentEdit(Edit(MessageId(7), EditKind.QUESTION, same, original=same), CHAT, 7.5),)
    assert written(tmp_path / "drafts.json", SavedUnsentText(flights=flights)).flights == ()


def test_words_of_any_size_are_kept_whole(qtbot: QtBot, tmp_path: Path) -> None:
    large = Draft("x" * 300_000, (Attachment("log.txt", "y" * 5_000_000),))
    pages = ((CHAT, PageDrafts(large, waiting=(large, large))),)
    kept = SavedUnsentText(pages, (SentMessage(large, CHAT, CHAT, 6.5),))
    assert written(tmp_path / "drafts.json", kept) == kept


def test_a_large_file_is_written_more_rarely_while_somebody_types(
    qtbot: QtBot, tmp_path: Path
) -> None:
    words = [Draft("short")]
    file = UnsentFile(
        tmp_path / "drafts.json",
        SavedUnsentText(),
        lambda: SavedUnsentText(((CHAT, PageDrafts(words[-1])),)),
        on_problem=lambda _problem: None,
    )
    intervals = []
    for size in (0, 5_000_000, 0):
        words.append(Draft("short", (Attachment("log.txt", "x" * size),)))
        file.write()
        file.wait()
        file.write_soon()
        intervals += [timer.interval() for timer in file.findChildren(QTimer)]
    file.close()
    assert intervals[0] == intervals[2] == SOON_MS < intervals[1]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99}', '{"format": 1, "pages": [7]}'])
def test_a_file_that_makes_no_sense_keeps_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "drafts.json").write_text(text)
    assert read_unsent_text(tmp_path / "drafts.json") == SavedUnsentText()


GOOD = {
    "chat": 1,
    "at": 1.0,
    "draft": {"text": "a long letter", "files": []},
    "waiting": {"text": "", "files": []},
    "edits": [],
}


def test_a_message_that_waited_in_a_file_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    page = GOOD | {"waiting": {"text": "queued", "files": []}}
    path = tmp_path / "drafts.json"
    path.write_text(json.dumps({"format": 1, "pages": [page, GOOD], "flights": []}))
    pages = [page for _chat, page in read_unsent_text(path).pages]
    assert [page.waiting for page in pages] == [(Draft("queued"),), ()]


OTHER_KIND = {"message": 3, "kind": "a new kind", "words": {"text": "x", "files": []}}


@pytest.mark.parametrize(
    ("text", "n_pages"),
    [
        ("[" * 200_000, 0),
        (json.dumps({"format": 1, "pages": [GOOD], "flights": []}).replace("1.0", "1" * 400), 0),
        (json.dumps({"format": 2, "pages": [GOOD], "flights": []}), 0),
        (json.dumps({"format": 1, "pages": [GOOD, {"chat": 2}], "flights": []}), 1),
        (json.dumps({"format": 1, "pages": [GOOD, [1]], "flights": [7]}), 1),
        (
            json.dumps({"format": 1, "pages": [GOOD | {"edits": [OTHER_KIND]}], "flights": []}),
            0,
        ),
    ],
    ids=["too deep", "too large a number", "newer", "half a page", "no records", "another kind"],
)
def test_words_that_are_not_understood_are_put_aside_and_the_others_are_there(
    start: Start, text: str, n_pages: int
) -> None:
    path = start.paths.drafts
    path.write_text(text)
    window = start(ChatsListed((make_chat(1),)))
    assert len(dict(window.chat.outbox.file._kept().pages)) == n_pages
    [told] = window.notices.texts()
    broken = path.with_name("drafts.json.broken")
    assert "the readable messages" in told
    assert str(broken) in told
    window.composer.set_text("x")
    window.close()
    assert broken.read_text() == text


def test_words_put_aside_are_deleted_at_the_start_after_the_next(tmp_path: Path) -> None:
    told: list[Problem] = []
    path, broken = tmp_path / "drafts.json", tmp_path / "drafts.json.broken"
    path.write_text("{")
    assert take_over(path, told.append) == SavedUnsentText()
    assert take_over(path, told.append) == SavedUnsentText()
    assert broken.read_text() == "{"  # nothing was written since: it is the newest there is
    path.write_text("[")
    take_over(path, told.append)
    assert broken.read_text() == "["
    path.write_text('{"format": 1, "pages": [], "flights": []}')
    take_over(path, told.append)
    assert not broken.exists()
    assert len(told) == 2


def test_half_a_file_that_a_kill_has_left_is_gone_after_the_next_start(tmp_path: Path) -> None:
    half = tmp_path / "drafts.json.4711-140737.tmp"
    half.write_text("words of a draft")
    other = tmp_path / "drafts.json.mine.tmp"
    other.write_text("of somebody else")
    assert take_over(tmp_path / "drafts.json", lambda _problem: None) == SavedUnsentText()
    assert list(tmp_path.iterdir()) == [other]


def test_a_disk_that_refuses_drafts_is_told_once(qtbot: QtBot, tmp_path: Path) -> None:
    told: list[Problem] = []
    path = tmp_path / "no folder" / "drafts.json"
    kept = SavedUnsentText(((CHAT, PageDrafts(Draft("text"))),))
    file = UnsentFile(path, SavedUnsentText(), lambda: kept, told.append)
    for _ in range(3):
        file.write()
        file.wait()
    assert [str(problem.effect) for problem in told] == [
        "It is still in the message field, but would be lost if Hearth closed now."
    ]
    path.parent.mkdir()
    file.close()
    assert read_unsent_text(path) == replace(kept, was_closed=True)


def test_a_draft_is_on_disk_soon_after_a_key(desk: Desk, tmp_path: Path) -> None:
    desk.open(answer("hello"))
    desk.qtbot.keyClicks(desk.window.composer.edit, "half a thought")
    path = Paths.locate(tmp_path).drafts
    desk.until(lambda: PageDrafts(Draft("half a thought")) in pages(path).values())


def test_a_draft_is_written_at_once_when_the_keyboard_goes_elsewhere(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open(answer("hello"))
    desk.window.composer.edit.setFocus()
    desk.until(desk.window.composer.edit.hasFocus)
    desk.qtbot.keyClicks(desk.window.composer.edit, "half a thought")
    desk.window.transcript.setFocus()
    assert not desk.window.chat.outbox.file.is_due
    desk.window.chat.outbox.file.wait()
    kept = dict(read_unsent_text(Paths.locate(tmp_path).drafts).pages)
    assert kept[CHAT].draft.text == "half a thought"


def test_what_was_sent_is_no_draft_any_more(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.composer.set_text("sent")
    assert desk.kept().draft.text == "sent"
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    desk.post(MessageAdded(CHAT, question("sent"), desk.ticket))
    assert desk.kept() == PageDrafts()


def test_an_edit_is_not_taken_for_a_draft(desk: Desk) -> None:
    said = question("as it was")
    desk.open(said, answer("yes"))
    desk.window.composer.set_text("the draft")
    desk.window.transcript.requests.edit.emit(said.id)
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

    def with_words(self, kept: SavedUnsentText, *events: object) -> MainWindow:
        """Start after a run that left these words behind."""
        written(self.paths.drafts, kept)
        return self(*events)

    def __call__(self, *events: object) -> MainWindow:
        bridge = EventBridge()
        window = new_window(RecordedDoors().doors(), bridge, worn("light"), self.paths)
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
    page = PageDrafts(Draft("text", FILES))
    kept = SavedUnsentText(((None, page), (CHAT, page), (ChatId(77), page)))
    window = start.with_words(kept, ChatsListed((make_chat(1),)))
    window.close()
    assert dict(read_unsent_text(start.paths.drafts).pages) == {None: page, CHAT: page}


def test_drafts_of_chats_are_kept_until_the_last_page_of_the_list_is_there(start: Start) -> None:
    page = PageDrafts(Draft("text", FILES))
    kept = SavedUnsentText(((CHAT, page), (ChatId(77), page)))
    window = start.with_words(
        kept, ChatsListed((make_chat(2),), is_last=False), ChatsListed((make_chat(1),))
    )
    window.close()
    assert dict(read_unsent_text(start.paths.drafts).pages) == {CHAT: page}


def test_a_chat_that_was_deleted_just_now_keeps_its_draft(start: Start) -> None:
    window = start.with_words(
        SavedUnsentText(((CHAT, PageDrafts(Draft("text"))),)),
        ChatsListed((make_chat(1),)),
        ChatsListed(()),
    )
    window.close()
    assert CHAT in dict(read_unsent_text(start.paths.drafts).pages)


def test_a_draft_is_there_after_a_restart(start: Start) -> None:
    window = start(ChatsListed((make_chat(1),)))
    window.composer.set_text("for a new chat")
    window.open_chat.show(CHAT)
    window.composer.set_text("for the old one")
    window.close()
    again = start(ChatsListed((make_chat(1),)))
    assert again.open_chat.id == CHAT
    assert again.composer.text() == "for the old one"
    again.chat.gestures.new_chat()
    assert again.composer.text() == "for a new chat"


def test_a_draft_that_resembles_a_message_of_its_chat_is_there_after_a_clean_end(
    start: Start,
) -> None:
    asked = question("One?", number=11)
    window = start(ChatsListed((make_chat(1),)), ChatOpened(make_chat(1), (asked,)))
    window.open_chat.show(CHAT)
    window.composer.set_text("And two?")
    window.close()
    same = replace(question("And two?", number=13), created_at=datetime.now(UTC))
    again = start(ChatsListed((make_chat(1),)))
    again.open_chat.show(CHAT)
    start.windows[-1][1].post(ChatOpened(make_chat(1), (asked, same)))
    start.qtbot.waitUntil(lambda: len(again.transcript.stack) == 2)
    assert again.composer.text() == "And two?"


def test_the_file_says_whether_the_program_ended_by_itself(start: Start) -> None:
    window = start(ChatsListed((make_chat(1),)))
    window.close()
    assert read_unsent_text(start.paths.drafts).was_closed
    window = start(ChatsListed((make_chat(1),)))
    window.chat.outbox.file.wait()
    assert not read_unsent_text(start.paths.drafts).was_closed


def test_an_edit_is_an_edit_after_a_restart(start: Start) -> None:
    asked, said = question("One?", number=11), answer("Uno.", number=12)
    listed, opened = ChatsListed((make_chat(1),)), ChatOpened(make_chat(1), (asked, said))
    window = start(listed)
    window.open_chat.show(CHAT)
    start.windows[0][1].post(opened)
    start.qtbot.waitUntil(lambda: len(window.transcript.stack) == 2)
    start.windows[0][1].post(ModelLoaded(make_model()))
    start.qtbot.waitUntil(lambda: window.models.is_ready)
    window.composer.set_text("a draft")
    window.transcript.requests.edit.emit(asked.id)
    window.composer.set_text("Two?")
    window.close()
    again = start(listed, opened)
    assert again.composer.text() == "Two?"
    assert "old version is kept" in again.composer.edit_bar.words()
    again.composer.cancel_edit()
    assert again.composer.text() == "a draft"


def test_an_edit_whose_message_is_gone_after_a_restart_is_a_draft_and_says_so(start: Start) -> None:
    edit = Edit(MessageId(11), EditKind.QUESTION, Draft("Two?"))
    window = start.with_words(
        SavedUnsentText(((CHAT, PageDrafts(edits=(edit,))),)), ChatsListed((make_chat(1),))
    )
    window.open_chat.show(CHAT)
    start.windows[-1][1].post(ChatOpened(make_chat(1), (question("Other?", number=13),)))
    start.qtbot.waitUntil(lambda: not window.composer.is_editing)
    assert window.composer.text() == "Two?"
    assert "no longer shown" in window.notices.texts()[0]


def test_what_was_written_for_a_chat_in_the_trash_is_there_when_it_comes_back(start: Start) -> None:
    window = start(ChatsListed((make_chat(1),)))
    window.open_chat.show(CHAT)
    window.composer.set_text("half a thought")
    window.close()

    in_trash = ChatsListed((), trashed=frozenset({CHAT}))
    window = start(in_trash)
    window.close()
    again = start(ChatsListed((make_chat(1),)))
    again.open_chat.show(CHAT)
    assert again.composer.text() == "half a thought"

    again.close()
    again = start(ChatsListed(()))  # and it goes with the chat
    again.close()
    assert "half a thought" not in start.paths.drafts.read_text("utf-8")
