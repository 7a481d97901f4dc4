"""A picture in the place that it has in a message."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, QSizeF

from app.core.content.media import MediaFile, MediaKind
from app.ui.media.painting import fitted


@pytest.mark.parametrize(
    ("size", "place", "wanted"),
    [
        ((1600, 1200), QRectF(10, 10, 240, 180), QRectF(10, 10, 240, 180)),
        ((1600, 1201), QRectF(10, 10, 240, 180), QRectF(10, 10, 240, 180)),  # rounding
        ((8000, 200), QRectF(0, 0, 600, 48), QRectF(0, 16.5, 600, 15)),
        ((200, 8000), QRectF(0, 0, 48, 180), QRectF(21.75, 0, 4.5, 180)),
        ((24, 24), QRectF(0, 0, 48, 120), QRectF(12, 48, 24, 24)),
    ],
)
def test_it_is_whole_in_its_own_form_and_no_larger_than_it_is(
    size: tuple[int, int], place: QRectF, wanted: QRectF
) -> None:
    file = MediaFile(MediaKind.IMAGE, "cat.png", "a" * 64, 10, *size)

    assert fitted(QSizeF(*size), file, place) == wanted
