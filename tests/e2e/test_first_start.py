"""The first start and every start that finds no model of the user's: who answers, who does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from app.core.models.builtin import STARTER_QUESTIONS
from app.core.settings.settings import Settings
from app.core.settings.table import MODEL_PATH
from app.ui.composer.composer import ComposerState

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths
    from tests.e2e.conftest import Program


@pytest.fixture
def tried(tmp_path: Path) -> Path:
    """An empty folder: nothing was found out about this machine."""
    folder = tmp_path / "tried"
    folder.mkdir()
    return folder


def remembered(paths: Paths) -> str:
    return Settings.load(paths.settings_file).get(MODEL_PATH)


def recent(program: Program) -> list[str]:
    actions = program.window.model_bar.button.menu().actions()
    return [action.data() for action in actions if action.data()]


def remember(paths: Paths, model: Path | str) -> None:
    paths.create()
    paths.settings_file.write_text(f"[model]\npath = '{model}'\n[sampling]\ntemperature = 0\n")


def test_at_the_first_start_the_guide_answers_the_first_question(
    guide: Path, start: Any, paths: Paths
) -> None:
    program: Program = start()
    program.until_ready()
    assert program.window.model_bar.text() == "Hearth Guide"
    cards = program.window.welcome.starters.cards
    with program.one_answer():
        program.qtbot.mouseClick(cards[1], Qt.MouseButton.LeftButton)
    assert STARTER_QUESTIONS[1] in program.window.transcript.visible_text()
    assert program.window.transcript.messages.last_answer()
    assert remembered(paths) == ""
    assert recent(program) == []
    program.quit()

    again: Program = start()
    again.until_ready()
    assert again.window.model_bar.text() == "Hearth Guide"
    again.open_first_chat()
    again.until(lambda: STARTER_QUESTIONS[1] in again.window.transcript.visible_text())


def test_a_model_of_the_users_own_is_remembered_until_the_guide_is_chosen_again(
    guide: Path, start: Any, paths: Paths, tiny_model: Path
) -> None:
    program: Program = start()
    program.until_ready()
    program.window.models.open_path(str(tiny_model))
    program.until(lambda: program.window.model_bar.text() == "Tiny")
    assert remembered(paths) == str(tiny_model)
    program.quit()

    again: Program = start()
    again.until_ready()
    assert again.window.model_bar.text() == "Tiny"
    again.window.actions_by_key["use_guide"].trigger()
    again.until(lambda: again.window.model_bar.text() == "Hearth Guide")
    assert remembered(paths) == ""
    assert recent(again) == [str(tiny_model)]


def test_a_remembered_model_that_is_gone_is_told_and_not_replaced(
    guide: Path, start: Any, paths: Paths, tmp_path: Path
) -> None:
    remember(paths, tmp_path / "gone.gguf")
    program: Program = start()
    program.until(lambda: "gone.gguf" in program.notices())
    assert program.window.composer.state is ComposerState.NO_MODEL
    assert remembered(paths) == str(tmp_path / "gone.gguf")
    program.qtbot.mouseClick(program.window.welcome.guide_button, Qt.MouseButton.LeftButton)
    program.until_ready()
    assert program.window.model_bar.text() == "Hearth Guide"
    assert remembered(paths) == ""


def test_a_damaged_model_does_not_take_the_guide_away(
    guide: Path, start: Any, paths: Paths, tmp_path: Path
) -> None:
    (tmp_path / "no-model.gguf").write_bytes(b"This is a letter.")
    program: Program = start()
    program.until_ready()
    program.window.models.open_path(str(tmp_path / "no-model.gguf"))
    program.until(lambda: "no-model.gguf" in program.notices())
    program.until_ready()
    assert program.window.model_bar.text() == "Hearth Guide"
    assert remembered(paths) == ""


def test_a_guide_that_killed_the_program_is_not_loaded_by_itself_and_is_told_by_name(
    guide: Path, start: Any, paths: Paths
) -> None:
    paths.create()
    paths.load_marker.write_text(str(guide))
    program: Program = start()
    program.until(lambda: "during the last attempt to load" in program.notices())
    assert "Hearth Guide" in program.notices()
    assert str(guide) not in program.notices()
    assert program.window.composer.state is ComposerState.NO_MODEL


def test_an_installation_without_the_guide_asks_for_a_model(no_guide: None, start: Any) -> None:
    program: Program = start()
    assert program.window.composer.state is ComposerState.NO_MODEL
    assert "Open a model file to begin" in program.window.welcome.words()
    assert not program.window.welcome.guide_button.isVisible()
    assert program.notices() == ""
