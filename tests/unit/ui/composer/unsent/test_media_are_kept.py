"""Pictures and sounds of what is not sent are there after the next start, or it is said why not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtGui import QPixmap

from app.core.chats.records import ChatId, MessageId
from app.core.content.media import MediaFile, MediaKind
from app.core.conversations.events import ChatsListed
from app.core.system.paths import MEDIA, Paths
from app.ui.composer.draft import Draft
from app.ui.composer.unsent.places import (
    Edit,
    EditKind,
    PageDrafts,
    SavedUnsentText,
    SentEdit,
    SentMessage,
)
from app.ui.composer.unsent.unsent_file import UnsentFile, read_unsent_text, take_over
from app.ui.composer.unsent.unsent_text import UnsentText
from app.ui.kit.event_bridge import EventBridge
from tests.helpers.attached_media import picture, put, sound
from tests.helpers.media_samples import encoded, quarters
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import library_in, make_chat, new_window, worn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.core.errors import Problem
    from app.core.media.library import MediaLibrary
    from app.ui.composer.chip import MediaChip
    from app.ui.window.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CHAT = ChatId(1)
SOON_MS = 60_000
SEEN = MediaFile(MediaKind.IMAGE, "cat.png", picture().digest, 7, 4000, 3000, 0, "A cat", 250_000)
HEARD = sound()


class Start:
    """Windows over one folder, one after the other."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.paths = Paths.locate(folder)
        self.paths.create()
        self.bridges: list[EventBridge] = []
        self.media: MediaLibrary = library_in(self.paths)

    def __call__(self) -> MainWindow:
        bridge = EventBridge()
        self.bridges.append(bridge)
        doors = RecordedDoors().doors()
        window = new_window(doors, bridge, worn("light"), self.paths, self.media)
        self.qtbot.addWidget(window)
        window.show()
        bridge.post(ChatsListed((make_chat(1),)))
        return window

    def until_said(self, window: MainWindow, words: str) -> None:
        self.qtbot.waitUntil(lambda: words in "\n".join(window.notices.texts()), timeout=SOON_MS)


@pytest.fixture
def start(qtbot: QtBot, tmp_path: Path) -> Iterator[Start]:
    made = Start(qtbot, tmp_path)
    yield made
    made.media.close()
    for bridge in made.bridges:
        bridge.close()


def written(path: Path, kept: SavedUnsentText) -> None:
    def fail(problem: Problem) -> None:
        raise AssertionError(problem)

    file = UnsentFile(path, SavedUnsentText(), lambda: kept, fail)
    file.write()
    file.wait()


def first_chip(window: MainWindow) -> MediaChip:
    return window.composer.attachments.media_chips()[0]


def test_everything_that_is_known_of_media_is_in_the_file(tmp_path: Path) -> None:
    said = Draft("Look", media=(SEEN, HEARD))
    edit = Edit(MessageId(11), EditKind.QUESTION, said)
    kept = SavedUnsentText(
        (
            (None, PageDrafts(said, at=1.0)),
            (CHAT, PageDrafts(edits=(edit,), waiting=(Draft(media=(SEEN,)),), at=2.0)),
        ),
        (SentMessage(said, CHAT, CHAT, 3.0), SentEdit(edit, CHAT, 4.0)),
    )
    written(tmp_path / "drafts.json", kept)
    assert read_unsent_text(tmp_path / "drafts.json") == kept


def test_a_picture_is_there_after_a_restart_with_its_small_picture(start: Start) -> None:
    added = start.media.add(encoded(quarters(), "PNG"), "cat.png")
    window = start()
    window.composer.set_draft(Draft(media=(added,)))
    window.close()

    again = start()
    assert again.composer.written() == Draft(media=(added,))
    assert again.chat.outbox.held_media() == {added.digest}
    start.qtbot.waitUntil(
        lambda: isinstance(first_chip(again).preview.picture(), QPixmap), timeout=SOON_MS
    )
    assert again.notices.texts() == []


def test_a_file_that_is_gone_is_said_and_seen_and_can_be_attached_anew(
    start: Start, tmp_path: Path
) -> None:
    data = encoded(quarters(), "PNG")
    added = start.media.add(data, "cat.png")
    page = PageDrafts(Draft("Look", media=(added, HEARD)))
    written(start.paths.drafts, SavedUnsentText(((None, page),), was_closed=True))
    put(start.paths.data / MEDIA, b"fLaCpurr")
    (start.paths.data / MEDIA / added.digest).unlink()

    window = start()
    start.until_said(window, "Hearth's copy of “cat.png” no longer exists.")
    start.qtbot.waitUntil(lambda: first_chip(window).details() == "File is missing")
    assert "purr" not in "\n".join(window.notices.texts())

    (tmp_path / "again.png").write_bytes(data)
    window.composer.attach_files([str(tmp_path / "again.png")])
    start.qtbot.waitUntil(lambda: first_chip(window).details() == "48 × 32", timeout=SOON_MS)
    assert window.composer.written().media == (added, HEARD)


def test_a_picture_that_cannot_be_understood_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    written(path, SavedUnsentText(((CHAT, PageDrafts(Draft("Look", media=(SEEN, HEARD)))),)))
    stored: Any = json.loads(path.read_text("utf-8"))
    stored["pages"][0]["draft"]["media"][0]["kind"] = "smell"
    path.write_text(json.dumps(stored), "utf-8")

    told: list[Problem] = []
    kept = take_over(path, told.append)
    assert dict(kept.pages)[CHAT].draft == Draft("Look", media=(HEARD,))
    assert len(told) == 1


def test_a_file_of_an_older_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    path.write_text(
        '{"format": 1, "closed": true, "flights": [], "pages": [{"chat": 1, "at": 2.0, '
        '"draft": {"text": "Hello", "files": []}, "waiting": {"text": "", "files": []}, '
        '"edits": []}]}',
        "utf-8",
    )
    assert dict(read_unsent_text(path).pages)[CHAT].draft == Draft("Hello")


def test_what_was_on_its_way_holds_its_files_until_its_chat_has_told() -> None:
    kept = SavedUnsentText(flights=(SentMessage(Draft("Look", media=(SEEN,)), CHAT, CHAT, 1.0),))
    words = UnsentText(kept)
    assert words.media_held() == {SEEN.digest}
    words.opened(CHAT, ())
    assert words.page(CHAT).draft == Draft("Look", media=(SEEN,))
    assert words.media_held() == {SEEN.digest}
