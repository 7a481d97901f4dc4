"""Where pictures and sounds lie in a message."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from app.core.content.media import MediaFile, MediaKind
from app.ui.transcript.render.measures import media_places

ROOM = 600.0
SOUND = MediaFile(MediaKind.SOUND, "song.mp3", "b" * 64, 10, duration_ms=61_000)


def picture(width: int = 1600, height: int = 1200) -> MediaFile:
    return MediaFile(MediaKind.IMAGE, "cat.png", "a" * 64, 10, width, height)


@pytest.mark.parametrize(
    ("width", "height", "wanted"),
    [
        (1600, 1200, (240, 180)),
        (40, 30, (48, 48)),  # not made larger, but large enough to be hit
        (100, 60, (100, 60)),
        (8000, 200, (600, 48)),
        (200, 8000, (48, 180)),
        (0, 0, (180, 180)),  # nobody knows
        ((1 << 31) - 1, 1, (600, 48)),
    ],
)
def test_one_picture_has_its_own_form(width: int, height: int, wanted: tuple[float, float]) -> None:
    places = media_places((picture(width, height),), ROOM)

    assert places.rects == (QRectF(0, 0, *wanted),)
    assert places.height == wanted[1] + 6
    assert places.width == wanted[0]


def test_many_are_smaller_and_wrap() -> None:
    places = media_places([picture()] * 12, ROOM)

    assert {(rect.width(), rect.height()) for rect in places.rects} == {(117, 88)}
    assert [rect.left() for rect in places.rects[:5]] == [0, 123, 246, 369, 0]
    assert places.rects[4].top() == 94
    assert places.width <= ROOM
    assert places.height == 3 * 94


def test_a_narrow_window_has_each_in_a_row_of_its_own() -> None:
    places = media_places([picture(), picture()], 100)

    assert [rect.left() for rect in places.rects] == [0, 0]
    assert all(rect.right() <= 100 for rect in places.rects)


def test_all_of_a_row_are_as_high_as_the_highest() -> None:
    places = media_places([picture(), picture(50, 50)], ROOM)

    assert {rect.height() for rect in places.rects} == {120}


def test_sounds_lie_below_the_pictures_and_keep_their_numbers() -> None:
    places = media_places([SOUND, picture(), SOUND], ROOM)

    assert places.rects[1].top() == 0
    assert places.rects[0] == QRectF(0, 186, 300, 28)
    assert places.rects[2] == QRectF(0, 220, 300, 28)
    assert places.height == 254


def test_nothing_takes_no_room() -> None:
    assert media_places((), ROOM).height == 0
