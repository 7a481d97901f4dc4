"""Another language: chosen in one window, spoken by the next, which goes on with the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QLocale
from PySide6.QtWidgets import QApplication, QPushButton

from app.core.settings.table import LANGUAGE
from app.ui.words.translation import ENGLISH, speak
from tests.e2e.whole_run import ask, is_ready, run_with, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.whole_run import Script

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    speak(qapp, ENGLISH)
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QLocale.setDefault(QLocale(ENGLISH))


@pytest.mark.usefixtures("english_again", "paths")
def test_another_language_is_spoken_by_the_next_window_over_the_same_chat() -> None:
    seen: list[str] = []

    def script() -> Script:
        yield is_ready
        yield ask("Where are my chats stored?")
        first = shown()
        assert first is not None
        first.settings.change(LANGUAGE, "de")
        buttons = first.notices.findChildren(QPushButton)
        next(button for button in buttons if button.text() == "Restart now").click()
        yield lambda: shown() not in (None, first) and is_ready()
        again = shown()
        assert again is not None
        yield lambda: again.transcript.messages.last_answer() != ""
        seen.extend([again.actions_by_key["new_chat"].text(), again.header.title.text()])
        again.settings.change(LANGUAGE, None)  # and back
        buttons = again.notices.findChildren(QPushButton)
        next(button for button in buttons if button.text() == "Jetzt neu starten").click()
        yield lambda: shown() not in (None, again) and is_ready()
        last = shown()
        assert last is not None
        seen.append(last.actions_by_key["new_chat"].text())
        last.close()

    assert run_with(script()) == 0
    assert seen == ["Neuer Chat", "Where are my chats stored?", "New chat"]
