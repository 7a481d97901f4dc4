"""Moving everything, and a reset, through the whole program: it closes, does it, opens again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QFileDialog

from app.core.chats.store import ChatStore
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.models.builtin import guide_path
from app.core.system.paths import DATA_DIR_VARIABLE, FolderOrigin, Paths
from app.ui.app import run
from app.ui.upkeep import missing_folder
from app.ui.upkeep.folders_dialog import ResetDialog
from app.ui.upkeep.folders_presenter import FoldersPresenter
from tests.e2e.whole_run import OPTIONS, ask, is_ready, run_with, shown

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.whole_run import Script

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # windows offscreen
    pytest.mark.usefixtures("qapp"),
]


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.delenv(DATA_DIR_VARIABLE)
    paths = Paths.locate()
    paths.create()
    paths.settings_file.write_text("[memory]\nkeep_free_gb = 0\n", "utf-8")
    return paths


def test_a_chat_is_gone_on_with_in_the_folder_it_was_moved_to(
    system: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guide_path() is not None
    target = tmp_path / "larger disk"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(target))

    monkeypatch.setattr(FoldersPresenter, "_agrees", lambda *_: True)
    seen: list[str] = []

    def script() -> Script:
        yield is_ready
        yield ask("Where are my chats stored?")
        first = shown()
        assert first is not None
        first.actions_by_key["folders"].trigger()
        dialog = first.folders._dialog
        assert dialog is not None
        dialog.move_button.click()
        yield lambda: shown() not in (None, first) and is_ready()
        again = shown()
        assert again is not None
        yield lambda: again.status.text().startswith("Picked up")
        seen.extend(
            [*again.notices.texts(), again.transcript.messages.last_answer(), again.status.text()]
        )
        again.close()

    assert run_with(script()) == 0
    assert f"Everything was moved to {target}." in seen[0]
    assert ".local/share/hearth" in seen[1]
    assert "Picked up" in seen[2]
    assert Paths.locate().root == target
    with ChatStore.open(Paths.locate().database) as store:
        assert len(store.list_chats()) == 1
    assert not system.database.exists()


def test_a_reset_begins_as_on_the_first_day(
    system: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    model = system.data / "kept.gguf"
    model.write_bytes(b"GGUF")
    seen: list[str] = []

    def script() -> Script:
        yield is_ready
        yield ask("Hello!")
        first = shown()
        assert first is not None
        first.actions_by_key["folders"].trigger()
        page = first.folders._dialog
        assert page is not None
        page.reset_button.click()
        dialog = page.findChild(ResetDialog)
        assert dialog is not None
        dialog.chats.click()
        dialog.reset_button.click()
        yield lambda: shown() not in (None, first) and is_ready()
        again = shown()
        assert again is not None
        seen.extend(again.notices.texts())
        assert again.sidebar.chats.n_chats() == 0
        assert again.open_chat.is_empty
        again.close()

    assert run_with(script()) == 0
    assert "Hearth was reset." in seen[0]
    assert model.read_bytes() == b"GGUF"
    with ChatStore.open(system.database) as store:
        assert store.list_chats() == ()


def test_who_does_not_find_the_folder_leaves_without_a_new_one(
    system: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system.moved_to.write_text(str(tmp_path / "unplugged"), "utf-8")
    monkeypatch.setattr(missing_folder, "_ask", lambda _problem: False)
    assert run(OPTIONS) == EXIT_KNOWN_ERROR
    assert not (tmp_path / "unplugged").exists()
    assert Paths.locate().place is FolderOrigin.MOVED
