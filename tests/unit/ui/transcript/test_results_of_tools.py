"""What a tool has made is seen below its folded line: pictures, sounds, files, tables."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, Qt

from app.core.content.tool_steps import KeptFile, ToolStep
from app.core.media.library import MediaLibrary
from app.core.messages import Role, ToolCall
from app.core.plain_value import replace
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.kit.theme import Theme
from app.ui.media.thumbnails import Thumbnails
from app.ui.transcript.blocks.kinds import table
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.model.message_facts import media_note
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.surface import MediumRequest, MediumWish
from app.ui.transcript.transcript_view import TranscriptView
from tests.helpers.media_samples import encoded, quarters
from tests.unit.ui.conftest import Desk, answer, question

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.core.chats.records import Message

CALL = ToolCall("run_python", '{"code": "plot()"}', "a")
TABLE = "Found:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nNo more."


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MediaLibrary]:
    with MediaLibrary(tmp_path / "own" / "media", tmp_path / "own" / "cache") as library:
        yield library


@pytest.fixture
def view(direction: object, qtbot: QtBot, library: MediaLibrary) -> TranscriptView:
    thumbnails = Thumbnails(library.thumbnail)
    shown = TranscriptView(Theme("light"), thumbnails=thumbnails)
    thumbnails.setParent(shown)
    qtbot.addWidget(shown)
    shown.resize(800, 600)
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def result(library: MediaLibrary, text: str = "Done.") -> Message:
    picture = library.add(encoded(quarters(480, 320), "PNG"), "plot.png")
    files = (library.add_file(b"a,b", "one.csv"), library.add_file(b"c", "two\u202e.exe"))
    stats = tuple(ToolStep(CALL, 0.5, files=files).as_stats().items())
    return replace(answer(text), role=Role.TOOL, stats=stats, media=(picture,))


def targets(view: TranscriptView, kind: TargetKind) -> dict[ClickTarget, QPointF]:
    view.grab()
    found = [one for one in view.canvas.targets if one.click_target.kind is kind]
    return {one.click_target: one.rect.center() for one in found}


def test_a_picture_and_files_are_seen_without_unfolding(
    view: TranscriptView, library: MediaLibrary, qtbot: QtBot
) -> None:
    message = result(library)
    view.messages.reset([question("Draw."), message, answer("There.")])
    layout = view.stack[1]
    assert not layout.is_unfolded
    places = [
        *targets(view, TargetKind.THINKING).values(),
        *targets(view, TargetKind.OPEN_PICTURE).values(),
        *targets(view, TargetKind.SAVE_FILE).values(),
    ]
    assert len(places) == 4
    heights = [place.y() for place in places]
    assert heights == sorted(heights)
    assert heights[-1] < view.stack.bottom(1)
    assert [(one.name, one.details) for one in layout.sources] == [
        ("one.csv", "3 B"),
        ("two.exe", "1 B"),
    ]
    for kind, wish, slot in (
        (TargetKind.OPEN_PICTURE, MediumWish.OPEN, 0),
        (TargetKind.SAVE_FILE, MediumWish.SAVE_FILE, 1),
    ):
        point = targets(view, kind)[ClickTarget(kind, message.id, slot)].toPoint()
        with qtbot.waitSignal(view.requests.medium) as told:
            qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
        assert told.args == [MediumRequest(wish, message, slot)]


def test_what_is_unfolded_stands_below_the_picture(
    view: TranscriptView, library: MediaLibrary
) -> None:
    view.messages.reset([question("Draw."), result(library)])
    folded = view.stack[1].height()
    view.stack[1].toggle_thinking()
    (picture,) = targets(view, TargetKind.OPEN_PICTURE).values()
    words = [rect for _number, _slot, rect in view.stack[1].slot_rects()]
    assert view.stack[1].height() > folded
    assert all(view.stack.top(1) + rect.top() > picture.y() for rect in words)


def test_the_menu_offers_to_save_each_file(view: TranscriptView, library: MediaLibrary) -> None:
    view.messages.reset([result(library)])
    entries = [one.text() for one in message_menu(view.surface, view.stack[0]).actions()]
    assert [one for one in entries if one.startswith("Save")] == [
        "Save “one.csv” as…",
        "Save “two.exe” as…",
    ]


def test_nothing_is_said_of_what_the_model_sees_of_it(
    view: TranscriptView, library: MediaLibrary
) -> None:
    view.messages.senses.set(sees=False, hears=False)
    assert media_note(result(library), view.messages.senses) == ""


def test_tables_in_a_result_are_tables(view: TranscriptView, library: MediaLibrary) -> None:
    view.messages.reset([result(library, TABLE)])
    view.stack[0].toggle_thinking()
    kinds = [slot.kind for slot in view.stack[0].slots()]
    assert kinds.count(table.KIND) == 1
    assert len(kinds) == 3


def test_a_file_is_saved_where_the_user_says(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = result(desk.media)
    asked: list[str] = []

    def ask(_window: object, name: str) -> str:
        asked.append(name)
        return str(tmp_path / "copy.csv")

    monkeypatch.setattr(FileDialogs, "ask_copy_of", lambda _self, *how: ask(*how))
    requests = desk.window.transcript.requests
    requests.medium.emit(MediumRequest(MediumWish.SAVE_FILE, message, 0))
    desk.until((tmp_path / "copy.csv").exists)
    assert (asked, (tmp_path / "copy.csv").read_bytes()) == (["one.csv"], b"a,b")


def test_a_file_that_is_gone_is_told(desk: Desk) -> None:
    lost = KeptFile("lost.csv", "0" * 64, 3)
    stats = tuple(ToolStep(CALL, files=(lost,)).as_stats().items())
    message = replace(answer("Done."), role=Role.TOOL, stats=stats)
    desk.window.transcript.requests.medium.emit(MediumRequest(MediumWish.SAVE_FILE, message, 0))
    desk.until(lambda: bool(desk.window.notices.texts()))
    assert "lost.csv" in desk.window.notices.texts()[0]


LONG_WORDS = [
    pytest.param("https://a-rather-long-name.example.org" + "/with/a/long/path" * 5, id="latin"),
    pytest.param("\u0643\u064a\u0641 \u062d\u0627\u0644\u0643 " * 12, id="arabic"),
]


@pytest.mark.parametrize("words", LONG_WORDS)
@pytest.mark.parametrize("width", [800, 560, 440, 360])
def test_all_that_can_be_pressed_lies_in_the_line_of_a_step(
    view: TranscriptView, words: str, width: int
) -> None:
    view.resize(width, 600)
    call = ToolCall("fetch_page", json.dumps({"url": words}), "a")
    stats = tuple(ToolStep(call, 0.01, is_error=True).as_stats().items())
    step = replace(answer("42"), role=Role.TOOL, stats=stats)
    view.messages.reset([question("Look"), step])
    view.grab()

    left, column = view.canvas.column()
    places = {
        one.click_target.kind: one.rect
        for one in view.canvas.targets
        if one.click_target.message_id == step.id
    }
    assert {TargetKind.THINKING, TargetKind.CONTINUE} <= set(places)
    for rect in places.values():
        assert left - 8 <= rect.left() < rect.right() <= left + column + 8
    assert not places[TargetKind.THINKING].intersects(places[TargetKind.CONTINUE])
    assert places[TargetKind.THINKING].width() > 60  # some of the words are left
