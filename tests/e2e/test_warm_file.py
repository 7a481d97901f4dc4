"""A chat moves with its memory from one window to another, each with an engine of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.interchange import ExportFormat
from app.core.paths import MOVING_FOLDER, Paths
from app.ui.interchange.export_dialog import ExportDialog
from app.ui.interchange.import_dialog import ImportDialog
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Program

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

SETTINGS = "[sampling]\ntemperature = 0\n\n[memory]\nkeep_free_gb = 0\n"
LONG = "Tell me of the sea, of the hills and of what lies between them."


def test_a_chat_goes_on_in_another_window_as_at_home(
    start: Any, paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = write_tiny_llama(tmp_path / "talkative.gguf", end_gain=1.1, seed=3)
    file = tmp_path / "sea.hearth"
    home: Program = start(model, settings=SETTINGS)
    home.until_ready()
    home.say(LONG)
    home.say(LONG)
    presenter = home.window.interchange
    monkeypatch.setattr(presenter._dialogs, "ask_export_file", lambda *_: str(file))
    presenter.export_open()
    export = home.window.findChild(ExportDialog)
    assert export is not None
    export.formats.setCurrentIndex(list(ExportFormat).index(ExportFormat.HEARTH))
    export.export_button.click()
    home.until(lambda: "exported to" in export.words.text())
    assert "Chats with their memory: 1" in export.words.text()
    export.close()
    expected = home.say("Go on.")
    home.quit()

    left = tmp_path / "away" / "cache" / MOVING_FOLDER / "move-left"
    left.mkdir(parents=True)
    (left / "chats.json").write_text("what a crash left")
    away_paths = Paths.locate(tmp_path / "away")
    away: Program = start(model, settings=SETTINGS, folder=away_paths)
    away.until_ready()
    away.until(lambda: not left.exists())
    away.window.interchange.import_files([str(file)])
    dialog = away.window.findChild(ImportDialog)
    assert dialog is not None
    away.until(lambda: dialog.job is None)
    dialog.import_button.click()
    away.until(lambda: "imported." in dialog.words.text())
    assert "Chats that came warm: 1" in dialog._facts.text()
    dialog.close()
    away.open_first_chat()
    away.until(lambda: "Resumed" in away.figures())
    assert away.say("Go on.") == expected
    away.quit()
