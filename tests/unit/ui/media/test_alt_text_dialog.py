"""Saying what a picture shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.core.content.media import MediaFile, MediaKind
from app.ui.media.alt_text_dialog import AltTextDialog
from app.ui.media.media_words import facts_words, length_words, spoken_medium

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

PICTURE = MediaFile(MediaKind.IMAGE, "cat.png", "a" * 64, 2_400_000, 4000, 3000)
SOUND = MediaFile(MediaKind.SOUND, "song.mp3", "b" * 64, 2_400_000, duration_ms=61_400)


def test_what_is_written_is_sent_when_it_is_saved(qtbot: QtBot) -> None:
    dialog = AltTextDialog(PICTURE)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClicks(dialog.edit, " A cat ")
    with qtbot.waitSignal(dialog.saved) as told:
        qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)

    assert told.args == ["A cat"]


def test_words_for_pictures_and_sounds() -> None:
    assert facts_words(PICTURE, (2, 12)) == "cat.png · 4,000 × 3,000 · 2.4 MB · 2 of 12"
    assert facts_words(SOUND) == "song.mp3 · 1:01 · 2.4 MB"
    assert [length_words(ms) for ms in (1, 7_000, 3_723_000)] == ["0:01", "0:07", "1:02:03"]
    assert spoken_medium(PICTURE) == "Picture: cat.png"
    assert spoken_medium(SOUND) == "Sound: song.mp3, 1:01"
