from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication

from app.core.documents.reader import DocumentReader
from app.core.system.paths import Paths
from app.ui.composer.composer import Composer, ComposerState
from app.ui.composer.draft import Draft
from app.ui.kit.theme import Theme
from app.ui.media.thumbnails import Thumbnails
from tests.unit.ui.conftest import library_in

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

SHIFT = Qt.KeyboardModifier.ShiftModifier

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def composer(qtbot: QtBot, tmp_path: Path) -> Composer:
    library = library_in(Paths.locate(tmp_path))
    made = Composer(Theme("light"), library, DocumentReader(), Thumbnails(library.thumbnail))
    qtbot.addWidget(made)
    made.resize(700, 120)
    made.show()
    qtbot.waitExposed(made)
    made.set_state(ComposerState.READY)
    return made


def test_return_sends_what_was_written(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.edit, "  Hello ")
    with qtbot.waitSignal(composer.submitted) as sent:
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent.args == [Draft("Hello")]


def test_shift_return_breaks_the_line(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.edit, "a")
    with qtbot.assertNotEmitted(composer.submitted):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClicks(composer.edit, "b")
    assert composer.text() == "a\nb"


def test_white_space_is_not_sent(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.edit, "   ")
    with qtbot.assertNotEmitted(composer.submitted):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert not composer.button.isEnabled()


def test_return_belongs_to_an_input_method_that_composes(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.edit, "x")
    QApplication.sendEvent(composer.edit, QInputMethodEvent("にほ", []))
    with qtbot.assertNotEmitted(composer.submitted):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    committed = QInputMethodEvent()
    committed.setCommitString("日本")
    QApplication.sendEvent(composer.edit, committed)
    composer.set_text(composer.text().replace("\n", ""))
    with qtbot.waitSignal(composer.submitted) as sent:
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent.args == [Draft("x日本")]


def test_the_field_grows_to_eight_lines(qtbot: QtBot, composer: Composer) -> None:
    one = composer.edit.height()
    composer.set_text("\n" * 3)
    four = composer.edit.height()
    composer.set_text("\n" * 7)
    eight = composer.edit.height()
    composer.set_text("\n" * 50)
    assert one < four < eight == composer.edit.height()


def test_a_long_line_wraps_and_grows_the_field(composer: Composer) -> None:
    one = composer.edit.height()
    composer.set_text("word " * 60)
    assert composer.edit.height() > one


def test_the_button_stops_while_an_answer_runs(qtbot: QtBot, composer: Composer) -> None:
    composer.set_state(ComposerState.ANSWERING)
    assert composer.button.accessibleName() == "Stop"
    with qtbot.waitSignal(composer.stop_requested):
        qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)


def test_a_slow_disk_is_told_in_the_empty_field(qtbot: QtBot, composer: Composer) -> None:
    usual = composer.edit.placeholderText()
    composer.set_state(ComposerState.SENDING)
    assert composer.edit.placeholderText() == usual
    qtbot.waitUntil(lambda: "being saved" in composer.edit.placeholderText())
    composer.set_state(ComposerState.READY)
    assert composer.edit.placeholderText() == usual


def test_what_the_empty_field_says_is_one_line_at_any_width(
    qtbot: QtBot, composer: Composer
) -> None:
    composer.set_state(ComposerState.ANSWERING)
    composer.resize(900, 200)
    composer.show()
    qtbot.waitUntil(lambda: composer.edit.placeholderText().endswith("is done."))
    composer.resize(300, 200)
    qtbot.waitUntil(lambda: composer.edit.placeholderText().endswith("…"))
    shown = composer.edit.fontMetrics().horizontalAdvance(composer.edit.placeholderText())
    assert shown <= composer.edit.viewport().width()
    composer.resize(900, 200)
    qtbot.waitUntil(lambda: composer.edit.placeholderText().endswith("is done."))


def test_without_a_model_it_says_why_and_offers_one(qtbot: QtBot, composer: Composer) -> None:
    composer.set_state(ComposerState.NO_MODEL)
    qtbot.keyClicks(composer.edit, "kept")
    with qtbot.assertNotEmitted(composer.submitted):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert "Open a model" in composer.reason()
    with qtbot.waitSignal(composer.open_model_requested):
        qtbot.mouseClick(composer.open_button, Qt.MouseButton.LeftButton)
    assert composer.text() == "kept"


def test_return_while_a_model_loads_sends_as_soon_as_it_is_there(
    qtbot: QtBot, composer: Composer
) -> None:
    composer.set_state(ComposerState.LOADING)
    qtbot.keyClicks(composer.edit, "Hello")
    with qtbot.assertNotEmitted(composer.submitted):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert "as soon as it is ready" in composer._reason.text()

    with qtbot.waitSignal(composer.submitted) as sent:
        composer.set_state(ComposerState.READY)

    assert sent.args == [Draft("Hello")]


def test_what_is_changed_after_return_is_not_sent_by_itself(
    qtbot: QtBot, composer: Composer
) -> None:
    composer.set_state(ComposerState.LOADING)
    qtbot.keyClicks(composer.edit, "Hello")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.keyClicks(composer.edit, "!")
    assert "You can already write" in composer._reason.text()

    with qtbot.assertNotEmitted(composer.submitted):
        composer.set_state(ComposerState.READY)


@pytest.mark.parametrize("state", [ComposerState.NO_MODEL, ComposerState.READY])
def test_return_on_an_empty_field_waits_for_nothing(
    qtbot: QtBot, composer: Composer, state: ComposerState
) -> None:
    composer.set_state(ComposerState.LOADING)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)

    with qtbot.assertNotEmitted(composer.submitted):
        composer.set_state(state)


def test_a_load_that_fails_sends_nothing(qtbot: QtBot, composer: Composer) -> None:
    composer.set_state(ComposerState.LOADING)
    qtbot.keyClicks(composer.edit, "Hello")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)

    with qtbot.assertNotEmitted(composer.submitted):
        composer.set_state(ComposerState.NO_MODEL)
        composer.set_state(ComposerState.READY)

    assert composer.text() == "Hello"
