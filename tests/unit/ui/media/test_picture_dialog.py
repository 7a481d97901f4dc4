"""A picture in a window of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.core.plain_value import replace
from app.ui.media import picture_dialog
from app.ui.media.picture_dialog import PictureDialog
from tests.helpers.media_samples import BLUE, GREEN, RED, YELLOW, encoded, quarters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytestqt.qtbot import QtBot

    from app.core.content.media import MediaFile
    from app.core.media.library import MediaLibrary
    from app.ui.kit.theme import Theme

    Show = Callable[..., PictureDialog]


@pytest.fixture
def show(qtbot: QtBot, library: MediaLibrary, theme: Theme) -> Show:
    def opened(files: Sequence[MediaFile], number: int = 0, *, waits: bool = True) -> PictureDialog:
        dialog = PictureDialog(files, number, library, theme)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        if waits:
            qtbot.waitUntil(lambda: dialog.view.has_picture, timeout=30_000)
        return dialog

    return opened


def picture(
    library: MediaLibrary, width: int = 480, height: int = 320, name: str = "cat.png"
) -> MediaFile:
    return library.add(encoded(quarters(width, height), "PNG"), name)


def colour_at(dialog: PictureDialog, across: float, down: float) -> QColor:
    """Return the colour at a place of the picture, in parts of its sides."""
    place = dialog.view.zoom.place()
    at = QPointF(place.left() + across * place.width(), place.top() + down * place.height())
    image = dialog.view.grab().toImage()
    return image.pixelColor((at * image.devicePixelRatio()).toPoint())


def test_all_of_a_picture_is_shown_with_its_name_and_its_size(
    show: Show, library: MediaLibrary
) -> None:
    file = replace(picture(library, 2000, 1000), alt_text="Four colours")
    dialog = show([file])

    assert "cat.png" in dialog.windowTitle()
    assert dialog.facts.text().startswith("cat.png · 2,000 × 1,000 · ")
    assert dialog.alt_text.text() == "Four colours"
    assert dialog.view.accessibleName() == "cat.png"
    assert dialog.view.accessibleDescription() == "Four colours"
    assert dialog.view.zoom.is_fitted
    assert not dialog.previous_button.isVisible()
    corners = [colour_at(dialog, *at) for at in ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8))]
    assert corners == [QColor(*one) for one in (RED, GREEN, BLUE, YELLOW)]


def test_it_says_that_it_loads_and_blocks_nothing(show: Show, library: MediaLibrary) -> None:
    dialog = show([picture(library)], waits=False)

    assert dialog.view.words == "Loading…"
    assert not dialog.copy_button.isEnabled()


def test_keys_and_buttons_go_through_the_pictures(
    show: Show, library: MediaLibrary, qtbot: QtBot
) -> None:
    files = [picture(library, 40 + n, 40, f"{n}.png") for n in range(3)]
    dialog = show(files, 1)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Right)
    assert dialog.file == files[2]
    assert not dialog.next_button.isEnabled()
    assert dialog.facts.text().endswith("3 of 3")
    qtbot.keyClick(dialog.view, Qt.Key.Key_Right)  # there is no other
    qtbot.keyClick(dialog.view, Qt.Key.Key_PageUp)
    qtbot.mouseClick(dialog.previous_button, Qt.MouseButton.LeftButton)

    assert dialog.file == files[0]
    qtbot.waitUntil(lambda: dialog.view.has_picture, timeout=30_000)
    assert dialog.view.zoom.place().width() == 40 / dialog.devicePixelRatioF()


def test_zoom_with_keys_wheel_and_buttons(show: Show, library: MediaLibrary, qtbot: QtBot) -> None:
    dialog = show([picture(library, 2000, 1500)])
    view = dialog.view
    fitted = view.zoom.percent
    assert dialog.percent_button.text() == f"{fitted} %"

    qtbot.keyClick(dialog, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert dialog.percent_button.text() == "100 %"
    qtbot.keyClick(dialog, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert dialog.percent_button.text() == "125 %"
    qtbot.mouseClick(dialog.smaller_button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(dialog, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert dialog.percent_button.text() == "80 %"
    qtbot.keyClick(dialog, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert view.zoom.is_fitted
    middle = QPointF(view.rect().center())
    turned = QWheelEvent(
        middle, view.mapToGlobal(middle), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, turned)
    assert view.zoom.percent == pytest.approx(fitted * 1.25**2, abs=2)
    qtbot.mouseClick(dialog.percent_button, Qt.MouseButton.LeftButton)
    assert view.zoom.is_fitted


def test_what_is_larger_than_the_window_is_moved_with_mouse_and_arrows(
    show: Show, library: MediaLibrary, qtbot: QtBot
) -> None:
    dialog = show([picture(library, 2000, 1500), picture(library, 41, 40)])
    view = dialog.view
    view.show_own_size()
    before = view.zoom.place().topLeft()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.zoom.place().left() == before.x() - 60
    assert dialog.file.width == 2000  # and the next picture did not come

    middle = view.rect().center()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(view, middle + QPoint(60, 25))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=middle + QPoint(60, 25))
    assert view.zoom.place().topLeft() == before + QPointF(0, 25)


def test_who_looks_closely_is_shown_all_pixels(
    show: Show, library: MediaLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_dialog, "FIRST_PIXELS", 10_000)
    monkeypatch.setattr("app.ui.media.picture_loader.PictureLoader.load.__defaults__", (10_000,))
    dialog = show([picture(library, 1200, 800)], waits=False)
    qtbot.waitUntil(
        lambda: dialog.view._image is not None and dialog.view._image.width() == 1200,
        timeout=30_000,
    )

    assert dialog.view.zoom.is_fitted
    assert not dialog.view.wants_more


def test_an_original_that_is_gone_is_told(show: Show, library: MediaLibrary, qtbot: QtBot) -> None:
    file = picture(library)
    library.original(file).unlink()
    dialog = show([file], waits=False)

    qtbot.waitUntil(lambda: dialog.view.words == "The original no longer exists")
    assert not dialog.save_button.isEnabled()


def test_a_damaged_one_is_told_and_can_still_be_saved(
    show: Show, library: MediaLibrary, qtbot: QtBot
) -> None:
    file = picture(library)
    path = library.original(file)
    path.write_bytes(path.read_bytes()[:80])
    dialog = show([file], waits=False)

    qtbot.waitUntil(lambda: "damaged" in dialog.view.words, timeout=30_000)
    assert dialog.save_button.isEnabled()


def test_what_a_message_says_of_a_size_is_not_believed(show: Show, library: MediaLibrary) -> None:
    dialog = show([replace(picture(library, 400, 200), width=3, height=900)])

    place = dialog.view.zoom.place()
    assert place.width() == 2 * place.height()


def test_copy_and_save_ask_for_the_picture_that_is_shown(
    show: Show, library: MediaLibrary, qtbot: QtBot
) -> None:
    files = [picture(library, 40, 40, "a.png"), picture(library, 50, 40, "b.png")]
    dialog = show(files, 1)
    asked: list[tuple[str, MediaFile]] = []
    dialog.copy_wanted.connect(lambda file: asked.append(("copy", file)))
    dialog.save_wanted.connect(lambda file: asked.append(("save", file)))
    qtbot.keyClick(dialog, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)

    assert asked == [("copy", files[1]), ("save", files[1])]
