"""Pictures and sounds of messages: seen, opened, described, copied and spoken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.core.conversations.events import AltTextChanged, MessageChanged
from app.core.media.library import MediaLibrary
from app.core.messages import Attachment
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, ModelUnloaded, Senses
from app.ui.kit.theme import Theme
from app.ui.media.alt_text_dialog import AltTextDialog
from app.ui.media.picture_dialog import PictureDialog
from app.ui.media.thumbnails import Thumbnails
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.render.canvas import with_media
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.speech.accessible import spoken_text
from app.ui.transcript.surface import MediumRequest, MediumWish
from app.ui.transcript.transcript_view import TranscriptView
from tests.helpers.media_samples import BLUE, GREEN, RED, YELLOW, encoded, quarters, sound, tone
from tests.unit.ui.conftest import (
    Desk,
    answer,
    child_of,
    click,
    make_model,
    notice_button,
    question,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.core.chats.records import Message
    from app.core.content.media import MediaFile


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MediaLibrary]:
    with MediaLibrary(tmp_path / "own" / "media", tmp_path / "own" / "cache") as library:
        yield library


@pytest.fixture
def view(direction: object, qtbot: QtBot, library: MediaLibrary) -> TranscriptView:
    """A transcript with a library behind it, read from either side."""
    thumbnails = Thumbnails(library.thumbnail)
    shown = TranscriptView(Theme("light"), thumbnails=thumbnails)
    thumbnails.setParent(shown)
    qtbot.addWidget(shown)
    shown.resize(800, 600)
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def picture(library: MediaLibrary, width: int = 480, height: int = 320) -> MediaFile:
    return library.add(encoded(quarters(width, height), "PNG"), "cat.png")


def place_of(view: TranscriptView, number: int = 0) -> QPoint:
    """Return the middle of a picture or a sound of the first message, in the viewport."""
    view.grab()
    targets = {target.click_target: target.rect for target in view.canvas.targets}
    found = next(
        rect
        for target, rect in targets.items()
        if target.slot == number and target.kind in (TargetKind.OPEN_PICTURE, TargetKind.PLAY_SOUND)
    )
    return found.center().toPoint()


def colour_at(view: TranscriptView, point: QPointF) -> QColor:
    image = view.viewport().grab().toImage()
    return image.pixelColor((point * image.devicePixelRatio()).toPoint())


def test_a_picture_is_drawn_in_its_place_and_nothing_moves_when_it_comes(
    view: TranscriptView, library: MediaLibrary, qtbot: QtBot
) -> None:
    asked = question("What is this?", media=(picture(library),))
    view.messages.reset([asked, *(answer("A long answer. " * 30) for _ in range(5))])
    view.verticalScrollBar().setValue(0)
    middle = place_of(view)
    before = [view.stack.top(row) for row in range(6)]
    corner = QPointF(middle) - QPointF(60, 40)

    qtbot.waitUntil(lambda: colour_at(view, corner) == QColor(*RED), timeout=30_000)

    assert [view.stack.top(row) for row in range(6)] == before
    around = [QPointF(60, -40), QPointF(-60, 40), QPointF(60, 40)]
    for off, wanted in zip(around, (GREEN, BLUE, YELLOW), strict=True):
        colour = colour_at(view, QPointF(middle) + off)
        seen = (colour.red(), colour.green(), colour.blue())
        assert seen == pytest.approx(wanted, abs=3)  # it was made smaller, and smoothly


def test_a_message_never_seen_is_estimated_with_its_pictures(
    view: TranscriptView, library: MediaLibrary
) -> None:
    file = picture(library)
    view.messages.reset([question("a", media=(file,) * 12), question("a")])

    with_pictures, without = (view.stack.bottom(row) - view.stack.top(row) for row in (0, 1))
    assert with_pictures - without == pytest.approx(view.stack[0].outline().media_places.height, 1)


def test_only_what_is_seen_is_asked_for(qtbot: QtBot, library: MediaLibrary) -> None:
    asked: list[str] = []

    def make(file: MediaFile, side: int) -> bytes:
        asked.append(file.name)
        return library.thumbnail(file, side)

    thumbnails = Thumbnails(make)
    view = TranscriptView(Theme("light"), thumbnails=thumbnails)
    thumbnails.setParent(view)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    qtbot.waitExposed(view)
    files = [replace(picture(library, 40 + n, 40), name=f"{n}") for n in range(60)]
    with qtbot.waitSignal(thumbnails.changed, timeout=30_000):
        view.messages.reset([question("", media=(file,)) for file in files])
        view.grab()

    assert 0 < len(set(asked)) < 12


def test_a_click_asks_for_the_picture_and_the_pointer_says_so(
    view: TranscriptView, library: MediaLibrary, qtbot: QtBot
) -> None:
    files = tuple(replace(picture(library), name=f"{n}.png", alt_text="Cats") for n in range(3))
    asked = question("What is this?", media=files)
    view.messages.reset([asked])
    point = place_of(view, 1)
    qtbot.mouseMove(view.viewport(), point)
    assert view.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
    tip = view.pointer.tooltip_at(QPointF(point))
    assert tip.startswith("1.png · 480 × 320 · ")
    assert tip.endswith("\nCats")

    with qtbot.waitSignal(view.requests.medium) as told:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    assert told.args == [MediumRequest(MediumWish.OPEN, asked, 1)]


def test_it_lies_where_the_lines_of_the_window_end(
    view: TranscriptView, library: MediaLibrary
) -> None:
    file = picture(library)
    view.messages.reset([question("", media=(file, file, file))])
    middles = [place_of(view, number).x() for number in range(3)]
    is_turned = view.isRightToLeft()

    assert middles == sorted(middles, reverse=is_turned)
    assert (middles[2] > 400) != is_turned


def labels(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def test_the_menu_offers_what_can_be_done(
    view: TranscriptView, library: MediaLibrary, qtbot: QtBot
) -> None:
    heard = library.add(sound(tone(0.2)), "song.wav")
    asked = question("What is this?", media=(picture(library), heard))
    view.messages.reset([asked])
    layout = view.stack[0]

    pointed = message_menu(view.surface, layout, 0)
    assert labels(pointed)[:4] == ["Open picture", "Copy picture", "Save a copy…", "Describe…"]
    by_keyboard = message_menu(view.surface, layout)
    assert labels(by_keyboard)[0] == "Pictures and sounds"
    inner = by_keyboard.actions()[0].menu()
    assert isinstance(inner, QMenu)
    assert labels(inner) == ["cat.png", "song.wav"]
    of_sound = inner.actions()[1].menu()
    assert isinstance(of_sound, QMenu)
    assert labels(of_sound) == ["Play sound", "Save a copy…", "Describe…"]
    with qtbot.waitSignal(view.requests.medium) as told:
        of_sound.actions()[2].trigger()

    assert told.args == [MediumRequest(MediumWish.DESCRIBE, asked, 1)]


def test_a_copied_message_has_words_and_names(
    view: TranscriptView, library: MediaLibrary, qtbot: QtBot
) -> None:
    heard = library.add(sound(tone(0.2)), "song.wav")
    described = replace(picture(library), alt_text="A cat")
    view.messages.reset([question("What is this?", media=(described, heard))])
    wanted = "Picture: A cat (cat.png)\nSound: song.wav, 0:01\n\nWhat is this?"

    view.surface.press(ClickTarget(TargetKind.COPY_MESSAGE, view.messages.message(0).id))
    assert QGuiApplication.clipboard().text() == wanted
    assert with_media(view.stack[0], "").startswith("Picture: A cat")
    assert spoken_text(view.surface, view.stack[0]) == wanted


def test_a_model_without_eyes_is_told_at_the_picture(
    view: TranscriptView, library: MediaLibrary
) -> None:
    view.messages.reset([question("What is this?", media=(picture(library),))])
    layout = view.stack[0]
    assert view.surface.paint_state(layout).media_note == ""

    height = layout.height()
    view.messages.senses.set(sees=False, hears=False)

    note = "This model cannot see pictures: it reads only their names"
    assert view.surface.paint_state(layout).media_note == note
    assert spoken_text(view.surface, layout).endswith(note)
    assert layout.height() == height
    view.grab()


def test_texts_lie_below_the_pictures(view: TranscriptView, library: MediaLibrary) -> None:
    text = Attachment("notes.txt", "words")
    view.messages.reset([question("Both", media=(picture(library),), attachments=(text,))])
    outline = view.stack[0].outline()

    place = outline.media(view.stack[0].direction)[0]
    assert outline.attachments()[0].top() == place.bottom() + 6
    assert outline.bubble.contains(place)
    view.grab()


def test_an_answer_may_have_pictures_too(view: TranscriptView, library: MediaLibrary) -> None:
    view.messages.reset([answer("Here it is", media=(picture(library),))])
    view.grab()
    layout = view.stack[0]
    place = layout.outline().media(layout.direction)[0]
    _, _, first = next(iter(layout.slot_rects()))

    assert place.bottom() <= first.top()


# -- in the window --


@pytest.fixture
def asked(desk: Desk) -> Message:
    """A message with a picture, of the chat that is open."""
    file = picture(desk.media)
    message = question("What is this?", media=(file,))
    desk.open(message, answer("A cat"))
    return message


def test_the_window_opens_a_picture(desk: Desk, asked: Message) -> None:
    view = desk.window.transcript
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view))

    dialog = child_of(desk.window, PictureDialog)
    desk.qtbot.waitUntil(lambda: dialog.view.has_picture, timeout=30_000)
    assert dialog.file == asked.media[0]


def test_what_it_shows_can_be_said_and_taken_back(desk: Desk, asked: Message) -> None:
    request = MediumRequest(MediumWish.DESCRIBE, asked, 0)
    desk.window.transcript.requests.medium.emit(request)
    dialog = child_of(desk.window, AltTextDialog)
    desk.qtbot.keyClicks(dialog.edit, "A cat")
    click(desk, dialog.save_button)
    assert desk.calls[-1] == ("describe", asked.chat_id, asked.id, 0, "A cat")

    described = replace(asked, media=(replace(asked.media[0], alt_text="A cat"),))
    changed = AltTextChanged(asked.chat_id, asked.id, 0, "")
    desk.post(MessageChanged(asked.chat_id, described), changed)
    assert desk.window.open_chat.messages.message(0).media[0].alt_text == "A cat"
    assert desk.window.notices.texts() == ["Changed the description of “cat.png”"]
    click(desk, notice_button(desk, "Undo"))
    assert desk.calls[-1] == ("describe", asked.chat_id, asked.id, 0, "")
    desk.post(AltTextChanged(asked.chat_id, asked.id, 0, "A cat"))
    assert desk.window.notices.texts() == []


def test_it_follows_which_model_is_loaded(desk: Desk, asked: Message) -> None:
    senses = desk.window.open_chat.messages.senses
    found = [(senses.sees, senses.hears)]  # the model of the desk has text alone
    desk.post(ModelLoaded(replace(make_model(), senses=Senses(sees=True))))
    found.append((senses.sees, senses.hears))
    desk.post(ModelUnloaded())
    found.append((senses.sees, senses.hears))

    assert found == [(False, False), (True, False), (True, True)]


def test_what_fails_is_told_in_the_window(desk: Desk, asked: Message) -> None:
    desk.media.original(asked.media[0]).unlink()
    desk.window.transcript.requests.medium.emit(MediumRequest(MediumWish.SAVE, asked, 0))

    desk.until(lambda: bool(desk.window.notices.texts()))
    assert "cat.png" in desk.window.notices.texts()[0]
