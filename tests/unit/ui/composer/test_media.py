"""Pictures and sounds that go along: dropped, pasted, chosen, shown, described, sent.

Longer than other files: what can be done with one medium stands in one place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QColor, QDragEnterEvent, QDropEvent, QImage, QPixmap
from PySide6.QtWidgets import QApplication, QFileDialog

from app.core.chats.records import ChatId, MessageStatus
from app.core.content.media import MediaFile, MediaKind
from app.core.conversations.events import MessageAdded, MessageChanged, SendRefused
from app.core.errors import Problem
from app.core.phrases import NO_WORDS, phrase
from app.core.settings.table import PICTURE_QUALITY
from app.core.system.paths import MEDIA
from app.ui.composer.composer import BarKey
from app.ui.composer.draft import MOST_MEDIA, Draft, TooManyMedia, joined, with_medium
from app.ui.media.alt_text_dialog import AltTextDialog
from tests.helpers import attached_media
from tests.helpers.media_samples import GREEN, encoded, quarters, sound, tone
from tests.unit.ui.conftest import answer, child_of, question

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.ui.composer.chip import MediaChip
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CHAT = ChatId(1)
SOON_MS = 60_000  # a child starts, on a machine that has more to do
LEFT, NO_KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64)


def until(desk: Desk, condition: Callable[[], bool]) -> None:
    desk.qtbot.waitUntil(condition, timeout=SOON_MS)


def file_of(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def cat(folder: Path, name: str = "cat.png", width: int = 480, height: int = 320) -> Path:
    return file_of(folder, name, encoded(quarters(width, height), "PNG"))


def purr(folder: Path, name: str = "purr.wav") -> Path:
    return file_of(folder, name, sound(tone(2.0)))


def drop(desk: Desk, mime: QMimeData) -> bool:
    action = Qt.DropAction.CopyAction
    entering = QDragEnterEvent(QPoint(300, 300), action, mime, LEFT, NO_KEYS)
    QApplication.sendEvent(desk.window, entering)
    if entering.isAccepted():
        QApplication.sendEvent(
            desk.window, QDropEvent(QPointF(300, 300), action, mime, LEFT, NO_KEYS)
        )
    return entering.isAccepted()


def drop_files(desk: Desk, *paths: Path) -> bool:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return drop(desk, mime)


def media(desk: Desk) -> tuple[MediaFile, ...]:
    return desk.window.composer.attachments.media()


def texts(desk: Desk) -> list[tuple[str, str]]:
    return [(one.name, one.text) for one in desk.window.composer.attachments.attachments()]


def attach(desk: Desk, *paths: Path) -> tuple[MediaFile, ...]:
    """Drop files, and wait until they are there."""
    n_before = len(media(desk))
    drop_files(desk, *paths)
    until(desk, lambda: len(media(desk)) == n_before + len(paths))
    return media(desk)


def chips(desk: Desk) -> list[MediaChip]:
    return desk.window.composer.attachments.media_chips()


def said(desk: Desk) -> str:
    return "\n".join(desk.window.notices.texts())


def press_return(desk: Desk) -> None:
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)


def entries(chip: MediaChip) -> dict[str, QAction]:
    """What the menu of a chip has, those of the menus in it too."""
    menu = chip.menu()
    found = {action.text(): action for action in menu.actions()}
    for action in menu.actions():
        inner = action.menu()
        if inner is not None:
            found |= {one.text(): one for one in inner.actions()}  # type: ignore[attr-defined]
    return found


def sent_media(desk: Desk, verb: str = "send") -> list[tuple[MediaFile, ...]]:
    return [call[-1]["media"] for call in desk.calls if call[0] == verb]


# -- attaching --


def test_a_picture_that_is_dropped_goes_along_with_a_small_picture(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open(answer("hello"))
    assert drop_files(desk, cat(tmp_path))
    until(desk, lambda: bool(media(desk)))
    [picture] = media(desk)
    assert (picture.kind, picture.name) == (MediaKind.IMAGE, "cat.png")
    assert (picture.width, picture.height) == (480, 320)
    assert desk.media.original(picture).read_bytes() == (tmp_path / "cat.png").read_bytes()

    [chip] = chips(desk)
    until(desk, lambda: isinstance(chip.preview.picture(), QPixmap))
    drawn = chip.preview.grab().toImage()
    assert drawn.pixelColor(8, 28 - 8).red() > 180  # RED is at the top left
    assert drawn.pixelColor(48, 48).red() > 180  # YELLOW at the bottom right
    assert drawn.pixelColor(48, 8).green() > 120  # GREEN at the top right
    assert drawn.pixelColor(0, 0).rgb() != drawn.pixelColor(8, 20).rgb()  # the corners are round
    assert "480 × 320" in chip.details()


def test_a_sound_goes_along_with_its_length(desk: Desk, tmp_path: Path) -> None:
    [one] = attach(desk, purr(tmp_path))
    assert (one.kind, one.duration_ms) == (MediaKind.SOUND, 2000)
    [chip] = chips(desk)
    assert chip.details() == "0:02"
    assert chip.preview.picture() is None
    assert chip.accessibleName() == "Attached sound: purr.wav"


def test_a_screenshot_is_pasted_as_png_under_the_time(desk: Desk) -> None:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(QColor(*GREEN))
    mime = QMimeData()
    mime.setImageData(image)
    edit = desk.window.composer.edit
    assert edit.canInsertFromMimeData(mime)
    edit.insertFromMimeData(mime)
    until(desk, lambda: bool(media(desk)))
    [picture] = media(desk)
    assert re.fullmatch(r"Screenshot \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png", picture.name)
    kept = QImage.fromData(desk.media.original(picture).read_bytes())
    assert (kept.width(), kept.height()) == (40, 30)
    assert kept.pixelColor(5, 5) == QColor(*GREEN)


def test_words_are_pasted_as_words_where_a_program_offers_a_picture_of_them_too(
    desk: Desk,
) -> None:
    mime = QMimeData()
    mime.setText("A1\tB1")
    mime.setImageData(QImage(40, 30, QImage.Format.Format_RGB32))
    desk.window.composer.edit.insertFromMimeData(mime)
    assert desk.window.composer.text() == "A1\tB1"
    assert media(desk) == ()


def test_a_picture_dragged_out_of_a_web_page_keeps_its_bytes_and_its_name(desk: Desk) -> None:
    data = encoded(quarters(), "PNG")
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/zoo/red%20panda.png?size=2")])
    mime.setData("image/png", data)
    assert drop(desk, mime)
    until(desk, lambda: bool(media(desk)))
    [picture] = media(desk)
    assert picture.name == "red panda.png"
    assert desk.media.original(picture).read_bytes() == data


def test_the_window_says_what_becomes_of_a_picture_that_is_dragged_over_it(desk: Desk) -> None:
    mime = QMimeData()
    mime.setImageData(QImage(40, 30, QImage.Format.Format_RGB32))
    entering = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, mime, LEFT, NO_KEYS)
    QApplication.sendEvent(desk.window, entering)
    assert desk.window._drop_hint.words() == "Attach the picture to your message"
    assert entering.isAccepted()


def test_chosen_files_of_all_kinds_go_along(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = file_of(tmp_path, "note.txt", b"one\ntwo")
    chosen = [str(path) for path in (cat(tmp_path), note, purr(tmp_path))]
    asked: list[Any] = []

    def choose(*arguments: Any) -> tuple[list[str], str]:
        asked.extend(arguments)
        return chosen, ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose)
    desk.qtbot.mouseClick(desk.window.composer.attach_button, LEFT)
    until(desk, lambda: len(media(desk)) == 2 and bool(texts(desk)))
    assert [one.name for one in media(desk)] == ["cat.png", "purr.wav"]
    assert texts(desk) == [("note.txt", "one\ntwo")]
    assert [kind.partition(" (")[0] for kind in asked[-1].split(";;")] == [
        "All files",
        "Pictures",
        "Sounds",
        "Documents",
        "Texts",
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("logo.svg", b"<svg xmlns='http://www.w3.org/2000/svg'></svg>"),
        ("letter.txt", b"MAC addresses and caffeine"),
        ("tags.txt", b"ID3 tags are explained here"),
        ("page.html", b"<html><body><svg width='4'></svg></body></html>"),
    ],
)
def test_a_text_stays_a_text_whatever_it_begins_with(
    desk: Desk, tmp_path: Path, name: str, data: bytes
) -> None:
    drop_files(desk, file_of(tmp_path, name, data))
    until(desk, lambda: bool(texts(desk)))
    assert texts(desk) == [(name, data.decode())]
    assert said(desk) == ""


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("cat.heic", HEIC, "“cat.heic” has the format HEIC."),
        ("cut.png", encoded(quarters(64, 64), "PNG")[:90], "“cut.png” is damaged or incomplete."),
        ("a.bin", bytes(range(256)) * 9, "“a.bin” is not a document, picture or sound that Hear"),
        ("none.png", b"", "“none.png” is empty"),
        (
            "paper.pdf",
            b"%PDF-1.7\n" + bytes(range(1, 255)) * 9,
            "“paper.pdf” is damaged",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_in_plain_words(
    desk: Desk, tmp_path: Path, name: str, data: bytes, why: str
) -> None:
    drop_files(desk, file_of(tmp_path, name, data))
    until(desk, lambda: why in said(desk))
    if name != "none.png":  # an empty file is an empty text, as ever
        assert why in said(desk)
    assert media(desk) == ()


def test_the_same_picture_goes_along_once(desk: Desk, tmp_path: Path) -> None:
    [first] = attach(desk, cat(tmp_path))
    drop_files(desk, cat(tmp_path, "the same.png"), purr(tmp_path))
    until(desk, lambda: len(media(desk)) == 2)
    assert media(desk)[0] == first


def test_a_message_has_so_many_pictures_and_no_more(desk: Desk, tmp_path: Path) -> None:
    some = tuple(attached_media.picture(f"{n}.png", bytes([n])) for n in range(MOST_MEDIA))
    attached_media.put(tmp_path / "data" / MEDIA, *(bytes([n]) for n in range(MOST_MEDIA)))
    desk.window.composer.set_draft(Draft(media=some))
    drop_files(desk, cat(tmp_path))
    until(desk, lambda: f"can have {MOST_MEDIA} pictures and sounds at most" in said(desk))
    assert media(desk) == some
    assert with_medium(some, some[3]) == some
    with pytest.raises(TooManyMedia):
        with_medium(some, attached_media.sound())


def test_drafts_that_are_joined_keep_all_they_have_and_each_picture_once() -> None:
    one, two = attached_media.picture("a.png", b"a"), attached_media.picture("b.png", b"b")
    assert joined(Draft("x", media=(one, two)), Draft(media=(two,)), Draft("y")) == Draft(
        "x\n\ny", media=(one, two)
    )


# -- a chip --


def test_a_chip_says_all_that_is_known(desk: Desk, tmp_path: Path) -> None:
    attach(desk, cat(tmp_path, "a very long name " * 8 + ".png", 1200, 900))
    [chip] = chips(desk)
    chip.show_tokens(256)
    for words in ("1,200 × 900", "kB", "256 tokens", "a very long name a very"):
        assert words in chip.toolTip()
    assert chip.accessibleDescription().startswith("1,200 × 900")
    assert chip.sizeHint().width() < 320


def test_chips_are_used_by_keyboard_alone(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open(answer("hello"))
    attach(desk, cat(tmp_path), purr(tmp_path))
    bar = desk.window.composer.attachments
    opened: list[object] = []
    monkeypatch.setattr(desk.window.media_actions, "open", lambda *one: opened.append(one))
    chips(desk)[0].setFocus()
    desk.qtbot.keyClick(chips(desk)[0], Qt.Key.Key_Return)
    assert opened == [(media(desk), 0)]
    desk.qtbot.keyClick(chips(desk)[0], Qt.Key.Key_Delete)
    assert [one.name for one in media(desk)] == ["purr.wav"]
    assert QApplication.focusWidget() is chips(desk)[0]
    desk.qtbot.keyClick(chips(desk)[0], Qt.Key.Key_Backspace)
    assert media(desk) == ()
    assert bar.isHidden()
    assert QApplication.focusWidget() is desk.window.composer.edit


def test_a_chip_takes_the_keyboard_as_soon_as_it_is_there(desk: Desk, tmp_path: Path) -> None:
    picture, sound = attach(desk, cat(tmp_path), purr(tmp_path))
    bar = desk.window.composer.attachments
    bar.set_all((), (picture,))
    bar.add_medium(sound)
    chips(desk)[1].setFocus()
    assert QApplication.focusWidget() is chips(desk)[1]


def test_a_click_on_the_cross_removes_it_and_opens_nothing(desk: Desk, tmp_path: Path) -> None:
    attach(desk, cat(tmp_path))
    opened: list[object] = []
    desk.window.composer.attachments.opened.connect(lambda _all, one: opened.append(one))
    desk.qtbot.mouseClick(chips(desk)[0].cross, LEFT)
    assert media(desk) == ()
    assert opened == []


def test_a_picture_is_described_for_those_who_cannot_see_it(desk: Desk, tmp_path: Path) -> None:
    desk.open(answer("hello"))
    attach(desk, cat(tmp_path))
    entries(chips(desk)[0])["Describe…"].trigger()
    dialog = child_of(desk.window, AltTextDialog)
    dialog.edit.setPlainText("Four fields of colour\n")
    desk.qtbot.mouseClick(dialog.save_button, LEFT)
    assert media(desk)[0].alt_text == "Four fields of colour"
    assert "Four fields of colour" in chips(desk)[0].accessibleDescription()
    assert desk.kept(CHAT).draft.media == media(desk)


def test_the_quality_of_a_large_picture_is_chosen_and_remembered_for_the_next(
    desk: Desk, tmp_path: Path
) -> None:
    attach(desk, cat(tmp_path, "large.png", 1600, 1000))
    assert media(desk)[0].max_pixels == 0
    found = entries(chips(desk)[0])
    names = ["Full", "Medium (1 megapixel)", "Small (0.25 megapixels)"]
    assert [name for name in found if name in names] == names
    assert found["Full"].isChecked()
    found["Medium (1 megapixel)"].trigger()
    assert media(desk)[0].max_pixels == 1_000_000
    assert "reduced" in chips(desk)[0].details()
    assert desk.window.settings._settings.get(PICTURE_QUALITY) == "medium"

    attach(desk, cat(tmp_path, "next.png", 1200, 1000), cat(tmp_path, "small.png", 800, 600))
    assert [one.max_pixels for one in media(desk)] == [1_000_000, 1_000_000, 0]


def test_there_is_no_quality_of_a_small_picture_and_of_a_sound(desk: Desk, tmp_path: Path) -> None:
    attach(desk, cat(tmp_path, "small.png", 400, 300), purr(tmp_path))
    for chip in chips(desk):
        assert list(entries(chip)) == ["Open", "Describe…", "Remove"]


def test_many_chips_scroll_and_leave_room_for_the_chat(desk: Desk, tmp_path: Path) -> None:
    desk.open(answer("hello"))
    some = tuple(attached_media.picture(f"{n}.png", bytes([n])) for n in range(MOST_MEDIA))
    desk.window.composer.set_draft(Draft(media=some))
    bar = desk.window.composer.attachments
    desk.until(lambda: bar.verticalScrollBar().maximum() > 0)
    assert bar.height() < 200
    chips(desk)[-1].setFocus(Qt.FocusReason.TabFocusReason)
    assert bar.verticalScrollBar().value() > 0


# -- sending --


def test_a_picture_alone_is_a_message(desk: Desk, tmp_path: Path) -> None:
    desk.open(answer("hello"))
    along = attach(desk, cat(tmp_path))
    assert desk.window.composer.button.isEnabled()
    press_return(desk)
    until(desk, lambda: bool(desk.sent))
    assert desk.sent == [(CHAT, "")]
    assert sent_media(desk) == [along]
    assert media(desk) == ()
    desk.post(MessageAdded(CHAT, question("", media=along), desk.ticket))
    assert media(desk) == ()


def test_a_refused_message_brings_its_pictures_back(desk: Desk, tmp_path: Path) -> None:
    desk.open(answer("hello"))
    along = attach(desk, cat(tmp_path))
    press_return(desk)
    until(desk, lambda: bool(desk.sent))
    full = Problem(phrase("Full."), NO_WORDS, NO_WORDS)
    desk.post(SendRefused(CHAT, "", full, (), desk.ticket, media=along))
    assert desk.window.composer.written() == Draft(media=along)


def test_pictures_wait_with_their_message(desk: Desk, tmp_path: Path) -> None:
    desk.open(question("One?"))
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=77)))
    along = attach(desk, cat(tmp_path))
    press_return(desk)
    assert "cat.png" in desk.window.composer.waiting_bar.words()
    assert media(desk) == ()
    assert desk.window.chat.outbox.held_media() == {along[0].digest}
    desk.post(MessageChanged(CHAT, answer("Uno.", number=77)))
    assert sent_media(desk) == [along]


def test_an_edit_has_the_pictures_of_its_message_which_come_and_go(
    desk: Desk, tmp_path: Path
) -> None:
    [picture] = attach(desk, cat(tmp_path))
    desk.window.composer.set_draft(Draft())
    said_before = question("Look", media=(picture,))
    desk.open(said_before, answer("Nice"))
    desk.window.transcript.requests.edit.emit(said_before.id)
    assert media(desk) == (picture,)
    desk.qtbot.mouseClick(chips(desk)[0].cross, LEFT)
    attach(desk, purr(tmp_path))
    along = media(desk)
    press_return(desk)
    until(desk, lambda: bool(sent_media(desk, "edit")))
    assert sent_media(desk, "edit") == [along]
    assert [one.name for one in along] == ["purr.wav"]


def test_nothing_goes_along_with_an_answer(desk: Desk, tmp_path: Path) -> None:
    desk.open(question("One?"), answer("Uno.", number=77))
    desk.window.transcript.requests.edit.emit(desk.window.open_chat.messages.message(1).id)
    mime = QMimeData()
    mime.setImageData(QImage(40, 30, QImage.Format.Format_RGB32))
    drop(desk, mime)
    assert "not to an answer" in said(desk)


def test_a_file_that_was_read_too_late_is_in_the_draft_it_was_meant_for(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open(answer("hello"))
    drop_files(desk, cat(tmp_path))
    desk.window.open_chat.show(ChatId(2))
    until(desk, lambda: bool(desk.kept(CHAT).draft.media))
    assert media(desk) == ()
    desk.window.open_chat.show(CHAT)
    assert [one.name for one in media(desk)] == ["cat.png"]


def test_more_than_a_message_can_have_is_not_sent_but_told(desk: Desk, tmp_path: Path) -> None:
    desk.open(question("One?"))
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=77)))
    some = tuple(attached_media.picture(f"{n}.png", bytes([n])) for n in range(MOST_MEDIA))
    attached_media.put(tmp_path / "data" / MEDIA, *(bytes([n]) for n in range(MOST_MEDIA)))
    desk.window.composer.set_draft(Draft(media=some))
    press_return(desk)
    attach(desk, cat(tmp_path))
    desk.window.composer.waiting_bar.buttons[BarKey.EDIT].click()
    press_return(desk)
    assert f"can have {MOST_MEDIA} pictures" in said(desk)
    assert len(media(desk)) == MOST_MEDIA + 1  # none is lost


# -- which files must stay --


def test_every_place_of_a_draft_holds_its_files(desk: Desk) -> None:
    outbox = desk.window.chat.outbox
    files = [attached_media.picture(f"{n}.png", bytes([n])) for n in range(5)]
    digests = [one.digest for one in files]
    said_before = question("Look", media=(files[0],))
    desk.open(said_before, answer("Nice"))
    assert outbox.held_media() == frozenset()
    desk.window.composer.set_draft(Draft("a", media=(files[1],)))
    desk.window.transcript.requests.edit.emit(said_before.id)
    assert outbox.held_media() == {digests[0], digests[1]}
    desk.window.open_chat.show(ChatId(2))
    desk.window.composer.set_draft(Draft("b", media=(files[2],)))
    assert outbox.held_media() == {digests[1], digests[2]}
    press_return(desk)  # on its way
    desk.window.composer.set_draft(Draft("c", media=(files[3],)))
    assert outbox.held_media() == {digests[1], digests[2], digests[3]}
    desk.post(MessageAdded(ChatId(2), question("b", chat=2, media=(files[2],)), desk.ticket))
    assert outbox.held_media() == {digests[1], digests[3]}
    desk.window.composer.set_draft(Draft())
    assert outbox.held_media() == {digests[1]}
