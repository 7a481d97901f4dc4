"""Small pictures come by themselves, and nothing waits for them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPixmap

from app.core.content.media import MediaFile, MediaKind, MediaUnusable
from app.core.media.refusals import MediaMissing
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.ui.media.thumbnails import NoThumbnail, Thumbnails, no_library
from tests.helpers.media_samples import GREEN, RED, encoded, png, quarters

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.core.media.library import MediaLibrary

PICTURE = encoded(quarters(480, 320), "PNG")


def shown(qtbot: QtBot, thumbnails: Thumbnails, file: MediaFile, side: float = 200) -> QPixmap:
    with qtbot.waitSignal(thumbnails.changed, timeout=30_000):
        assert thumbnails.thumbnail(file, side, 1.0) is NoThumbnail.PENDING
    found = thumbnails.thumbnail(file, side, 1.0)
    assert isinstance(found, QPixmap)
    return found


def test_a_picture_comes_when_it_was_made_by_the_child(qtbot: QtBot, library: MediaLibrary) -> None:
    file = library.add(PICTURE, "cat.png")
    thumbnails = Thumbnails(library.thumbnail)

    found = shown(qtbot, thumbnails, file)

    assert (found.width(), found.height()) == (256, 170)
    image = found.toImage()
    assert image.pixelColor(10, 10) == QColor(*RED)
    assert image.pixelColor(250, 10) == QColor(*GREEN)


def test_more_pixels_are_asked_for_where_the_screen_has_more(
    qtbot: QtBot, library: MediaLibrary
) -> None:
    file = library.add(PICTURE, "cat.png")
    thumbnails = Thumbnails(library.thumbnail)
    with qtbot.waitSignal(thumbnails.changed, timeout=30_000):
        thumbnails.thumbnail(file, 200, 2.0)

    found = thumbnails.thumbnail(file, 200, 2.0)

    assert isinstance(found, QPixmap)
    assert found.width() == 480  # no more than it has


def test_what_is_asked_for_again_and_again_is_made_once(qtbot: QtBot) -> None:
    asked = []
    may_go_on = threading.Event()

    def make(file: MediaFile, side: int) -> bytes:
        asked.append((file.name, side))
        assert may_go_on.wait(30)
        return PICTURE

    thumbnails = Thumbnails(make)
    file = MediaFile(MediaKind.IMAGE, "cat.png", "a" * 64, 10, 480, 320)
    with qtbot.waitSignal(thumbnails.changed):
        for _ in range(5):
            thumbnails.thumbnail(file, 500, 1.0)
        may_go_on.set()
    assert isinstance(thumbnails.thumbnail(file, 500, 1.0), QPixmap)

    assert asked == [("cat.png", 512)]


def test_what_was_asked_for_last_is_made_first(qtbot: QtBot) -> None:
    """It is what is on the screen; the rest was scrolled away."""
    made = []
    has_begun, may_go_on = threading.Event(), threading.Event()

    def make(file: MediaFile, _side: int) -> bytes:
        made.append(file.name)
        has_begun.set()
        assert may_go_on.wait(30)
        return PICTURE

    thumbnails = Thumbnails(make)
    files = [MediaFile(MediaKind.IMAGE, f"{n}", f"{n}" * 64, 10) for n in range(4)]
    thumbnails.thumbnail(files[0], 500, 1.0)
    assert has_begun.wait(30)
    for file in (*files[1:], files[1]):
        thumbnails.thumbnail(file, 500, 1.0)
    may_go_on.set()
    qtbot.waitUntil(lambda: len(made) == 4)

    assert made == ["0", "1", "3", "2"]


def test_an_original_that_is_gone_is_told_and_looked_for_again_when_it_was_attached_anew(
    qtbot: QtBot, library: MediaLibrary, tmp_path: Path
) -> None:
    file = library.add(PICTURE, "cat.png")
    library.original(file).unlink()
    thumbnails = Thumbnails(library.thumbnail)
    with qtbot.waitSignal(thumbnails.changed, timeout=30_000):
        thumbnails.thumbnail(file, 200, 1.0)
    assert thumbnails.thumbnail(file, 200, 1.0) is NoThumbnail.MISSING

    library.add(PICTURE, "cat.png")
    with qtbot.waitSignal(thumbnails.changed):
        thumbnails.renew(file.digest)

    assert isinstance(shown(qtbot, thumbnails, file), QPixmap)


def test_what_cannot_be_decoded_is_told(qtbot: QtBot, library: MediaLibrary) -> None:
    file = library.add(png(400, 400), "cat.png")
    library.original(file).write_bytes(png(400, 400)[:60])
    thumbnails = Thumbnails(library.thumbnail)
    with qtbot.waitSignal(thumbnails.changed, timeout=30_000):
        thumbnails.thumbnail(file, 200, 1.0)

    assert thumbnails.thumbnail(file, 200, 1.0) is NoThumbnail.UNREADABLE


def test_nothing_but_what_the_child_writes_is_given_to_qt(qtbot: QtBot) -> None:
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    for data in (svg, encoded(quarters(), "GIF"), encoded(quarters(2000, 20), "PNG")):
        thumbnails = Thumbnails(lambda _file, _side, data=data: data)  # type: ignore[misc]
        file = MediaFile(MediaKind.IMAGE, "cat.png", "a" * 64, 10)
        with qtbot.waitSignal(thumbnails.changed):
            thumbnails.thumbnail(file, 200, 1.0)
        assert thumbnails.thumbnail(file, 200, 1.0) is NoThumbnail.UNREADABLE


def test_only_so_many_bytes_are_kept(qtbot: QtBot) -> None:
    one = 4 * 120 * 80
    thumbnails = Thumbnails(
        lambda _file, _side: encoded(quarters(120, 80), "PNG"), max_bytes=2 * one
    )
    files = [MediaFile(MediaKind.IMAGE, f"{n}", f"{n}" * 64, 10) for n in range(3)]
    for file in files:
        shown(qtbot, thumbnails, file)

    assert isinstance(thumbnails.thumbnail(files[2], 200, 1.0), QPixmap)
    assert isinstance(thumbnails.thumbnail(files[1], 200, 1.0), QPixmap)
    assert thumbnails.thumbnail(files[0], 200, 1.0) is NoThumbnail.PENDING


def test_a_view_without_a_library_says_that_the_file_is_gone(qtbot: QtBot) -> None:
    file = MediaFile(MediaKind.IMAGE, "cat.png", "a" * 64, 10)
    thumbnails = Thumbnails(no_library)
    with qtbot.waitSignal(thumbnails.changed):
        thumbnails.thumbnail(file, 200, 1.0)

    assert thumbnails.thumbnail(file, 200, 1.0) is NoThumbnail.MISSING


def test_one_picture_for_all_names_of_a_file(qtbot: QtBot) -> None:
    asked = []

    def make(file: MediaFile, _side: int) -> bytes:
        asked.append(file.name)
        if file.name == "bad":
            raise MediaUnusable(phrase("No."), phrase("No."))
        if file.name == "gone":
            raise MediaMissing(name=file.name)
        return PICTURE

    thumbnails = Thumbnails(make)
    file = MediaFile(MediaKind.IMAGE, "cat.png", "a" * 64, 10)
    shown(qtbot, thumbnails, file, 500)
    renamed = replace(file, name="dog.png", alt_text="A dog")

    assert isinstance(thumbnails.thumbnail(renamed, 500, 1.0), QPixmap)
    assert asked == ["cat.png"]
