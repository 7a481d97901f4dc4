"""The menu of the model button: what it offers, in which order, and what is marked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt

from app.core.errors import Problem
from app.core.models.builtin import GUIDE_DESCRIPTION
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, ModelLoadFailed, ModelLoading, ModelUnloaded
from app.ui.composer.composer import ComposerState
from app.ui.models.model_bar import GUIDE_NOTE, ModelEntry
from tests.unit.ui.conftest import make_model

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu

    from tests.unit.ui.conftest import Desk

PROBLEM = Problem(phrase("This is no GGUF file."), phrase("a."), phrase("b."))


def loaded(path: str) -> ModelLoaded:
    """A model that calls itself as its file is called."""
    return ModelLoaded(replace(make_model(path), name=Path(path).stem))


def menu(desk: Desk) -> QMenu:
    return desk.window.model_bar.button.menu()


def entries(desk: Desk) -> list[str]:
    return [action.text() for action in menu(desk).actions()]


def entry(desk: Desk, text: str) -> QAction:
    return next(action for action in menu(desk).actions() if action.text() == text)


def marked(desk: Desk) -> list[str]:
    return [action.text() for action in menu(desk).actions() if action.isChecked()]


def loads(desk: Desk) -> list[tuple[object, ...]]:
    return [call for call in desk.calls if call[0] == "load"]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Two models that have been opened before can be opened again."""
    paths = tuple(tmp_path / name for name in ("One & only.gguf", "Two.gguf"))
    for path in paths:
        path.touch()
    return str(paths[0]), str(paths[1])


def test_the_guide_stands_first_then_the_ways_to_a_model_then_the_recent_ones(
    guide: Path, desk: Desk, files: tuple[str, str]
) -> None:
    assert entries(desk) == ["Hearth Guide", "Get a model…", "Open model file…", "Servers…"]
    for path in files:
        desk.post(loaded(path))
    assert entries(desk) == [
        *("Hearth Guide", "Get a model…", "Open model file…", "Servers…", ""),
        *("Recent models", "Two", "One && only"),
    ]
    assert menu(desk).actions()[4].isSeparator()
    assert not entry(desk, "Recent models").isEnabled()
    assert entry(desk, "Open model file…").shortcut().toString() == "Ctrl+O"


def test_the_guide_says_in_a_second_line_what_it_is(guide: Path, desk: Desk) -> None:
    action = entry(desk, "Hearth Guide")
    assert isinstance(action, ModelEntry)
    face = action.defaultWidget()
    assert action.note == GUIDE_NOTE == "Built in and tiny: only knows about Hearth."
    line = face.fontMetrics().height()
    assert face.sizeHint().height() > 2 * line
    assert face.sizeHint().width() > face.fontMetrics().horizontalAdvance("Hearth Guide") + 60


def test_only_the_loaded_model_is_marked(guide: Path, desk: Desk, files: tuple[str, str]) -> None:
    assert marked(desk) == []
    desk.post(loaded(str(guide)))
    assert marked(desk) == ["Hearth Guide"]
    desk.post(loaded(files[0]))
    assert marked(desk) == ["One && only"]
    desk.post(ModelLoading(files[1], 0.5), ModelUnloaded())
    desk.post(loaded(files[1]))
    assert marked(desk) == ["Two"]
    desk.post(ModelUnloaded())
    assert marked(desk) == []


def test_the_guide_is_no_recent_model(guide: Path, desk: Desk, tmp_path: Path) -> None:
    desk.post(loaded(str(guide)))
    desk.window.close()
    kept = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    assert kept.value("models/recent") is None
    assert "Recent models" not in entries(desk)


def test_choosing_the_guide_loads_it(guide: Path, desk: Desk) -> None:
    entry(desk, "Hearth Guide").trigger()
    assert loads(desk) == [("load", str(guide))]
    assert "Hearth Guide" in desk.window.model_bar.text()
    assert desk.window.composer.state is ComposerState.LOADING


def test_the_guide_is_in_the_menu_of_the_window_too(guide: Path, desk: Desk) -> None:
    action = desk.window.actions_by_key["use_guide"]
    assert desk.window.header.menu in {one.parent() for one in action.associatedObjects()}
    assert action.text() == "Hearth Guide"
    action.trigger()
    assert loads(desk) == [("load", str(guide))]


def test_choosing_the_loaded_model_again_changes_nothing(
    guide: Path, desk: Desk, files: tuple[str, str]
) -> None:
    for path, text in ((str(guide), "Hearth Guide"), (files[0], "One && only")):
        desk.post(loaded(path))
        entry(desk, text).trigger()
        assert marked(desk) == [text]
    assert loads(desk) == []
    assert desk.window.composer.state is ComposerState.READY


def test_a_choice_that_fails_leaves_nothing_marked_and_can_be_made_again(
    guide: Path, desk: Desk, files: tuple[str, str]
) -> None:
    desk.post(loaded(files[0]))
    entry(desk, "Hearth Guide").trigger()
    desk.post(ModelUnloaded(), ModelLoadFailed(str(guide), PROBLEM))
    assert marked(desk) == []
    entry(desk, "One && only").trigger()
    assert loads(desk)[-1] == ("load", files[0])


def test_a_load_that_gave_way_to_another_does_not_end_its_progress(guide: Path, desk: Desk) -> None:
    desk.window.models.use_guide()
    desk.window.models.open_path("/models/real.gguf")
    cancelled = ModelLoadFailed(
        str(guide), Problem(phrase("Cancelled."), NO_WORDS, NO_WORDS), cancelled=True
    )
    desk.post(cancelled)
    assert desk.window.composer.state is ComposerState.LOADING
    assert "real" in desk.window.model_bar.text()


@pytest.mark.qt_log_ignore("does not support", extend=True)  # popups on the offscreen platform
def test_the_menu_is_used_with_the_keyboard(guide: Path, desk: Desk) -> None:
    shown = menu(desk)
    shown.popup(QPoint(10, 10))
    desk.qtbot.waitExposed(shown)
    desk.qtbot.keyClick(shown, Qt.Key.Key_Down)
    assert shown.activeAction() is entry(desk, "Hearth Guide")
    desk.qtbot.keyClick(shown, Qt.Key.Key_Down)
    assert shown.activeAction() is desk.window.actions_by_key["get_model"]
    desk.qtbot.keyClick(shown, Qt.Key.Key_Up)
    desk.qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert loads(desk) == [("load", str(guide))]


@pytest.mark.qt_log_ignore("does not support", extend=True)
def test_the_menu_is_used_with_the_mouse(guide: Path, desk: Desk) -> None:
    shown = menu(desk)
    shown.popup(QPoint(10, 10))
    desk.qtbot.waitExposed(shown)
    action = entry(desk, "Hearth Guide")
    place = shown.actionGeometry(action).center()
    desk.qtbot.mouseMove(shown, place)
    desk.qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=place)
    assert loads(desk) == [("load", str(guide))]
    assert not shown.isVisible()


def test_the_tooltip_of_the_guide_says_what_it_is(guide: Path, desk: Desk) -> None:
    desk.post(loaded(str(guide)))
    assert GUIDE_DESCRIPTION.text in desk.window.model_bar.button.toolTip()


def test_the_tooltip_says_when_nothing_is_drafted(no_guide: None, desk: Desk) -> None:
    model = loaded("/models/tiny.gguf")
    desk.post(model)
    assert "several tokens at once" not in desk.window.model_bar.button.toolTip()
    desk.post(ModelLoaded(replace(model.info, drafts=False)))
    assert "several tokens at once" in desk.window.model_bar.button.toolTip()


def test_without_the_guide_the_menu_offers_the_rest(no_guide: None, desk: Desk) -> None:
    assert entries(desk) == ["Get a model…", "Open model file…", "Servers…"]
