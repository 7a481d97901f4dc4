"""How a picture lies in its window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from app.ui.media.picture_view import STEP, Zoom


def zoom(width: int, height: int, ratio: float = 1.0) -> Zoom:
    """Return how a picture lies in a window of 400 x 300."""
    shown = Zoom()
    shown.set_window(QSizeF(400, 300), ratio)
    shown.set_picture(width, height)
    return shown


def test_a_large_picture_is_fitted_into_the_window_and_stays_in_its_middle() -> None:
    assert zoom(800, 300).place() == QRectF(0, 75, 400, 150)
    assert zoom(300, 3000).place() == QRectF(185, 0, 30, 300)


def test_a_small_picture_is_not_made_larger_by_itself() -> None:
    assert zoom(48, 32).place() == QRectF(176, 134, 48, 32)
    assert zoom(48, 32).percent == 100


def test_a_hundred_percent_is_a_pixel_of_the_screen_whatever_its_scale() -> None:
    fine = zoom(4000, 3000, 2.0)
    fine.zoom_to(fine.own_scale)

    assert fine.percent == 100
    assert fine.place().width() == 2000


def test_what_is_under_the_pointer_stays_there() -> None:
    shown = zoom(4000, 3000)
    at = QPointF(100, 200)
    before = shown.picture_point(at)
    shown.step(9, at)

    assert shown.scale == pytest.approx(0.1 * STEP**9)
    assert shown.picture_point(at).x() == pytest.approx(before.x())
    assert shown.picture_point(at).y() == pytest.approx(before.y())


def test_no_edge_is_drawn_into_the_window_while_there_is_more_beyond_the_other() -> None:
    shown = zoom(800, 600)
    shown.zoom_to(1.0)
    assert shown.is_larger() == (True, True)
    shown.pan(QPointF(10_000, -10_000))

    assert shown.place() == QRectF(0, -300, 800, 600)


def test_it_is_made_neither_absurdly_large_nor_smaller_than_the_window() -> None:
    shown = zoom(800, 600)
    shown.step(100)
    assert shown.percent == 1600
    shown.step(-100)
    assert shown.place() == QRectF(0, 0, 400, 300)


def test_what_is_fitted_follows_the_window() -> None:
    shown = zoom(800, 600)
    shown.set_window(QSizeF(200, 300), 1.0)

    assert shown.place() == QRectF(0, 75, 200, 150)
