"""Presets of sampling in the settings of a chat: chosen, saved, deleted, kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.settings.settings import Settings
from app.core.system.paths import Paths
from app.ui.chat.chat_setup.chat_setup_dialog import ChatSetupDialog
from app.ui.chat.chat_setup.presets import BadPresetName, Presets

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def presets(tmp_path: Path) -> Presets:
    paths = Paths.locate(tmp_path)
    paths.create()
    return Presets(Settings.load(paths.settings_file))


@pytest.fixture
def dialog(desk: Desk) -> ChatSetupDialog:
    desk.window.actions_by_key["chat_setup"].trigger()
    found = desk.window.findChild(ChatSetupDialog)
    assert found is not None
    return found


def pick(dialog: ChatSetupDialog, name: str) -> None:
    box = dialog.presets.box
    box.setCurrentIndex(box.findText(name))
    box.activated.emit(box.currentIndex())


def test_a_preset_fills_the_fields_and_leaves_seed_and_length_alone(
    desk: Desk, dialog: ChatSetupDialog
) -> None:
    assert dialog.presets.box.currentText() == "As the model recommends"
    dialog.boxes["seed"].setValue(7)
    dialog.boxes["min_p"].setValue(0.3)

    pick(dialog, "Precise")

    assert dict(dialog.setup().sampling) == {"temperature": 0.2, "top_p": 0.9, "seed": 7.0}
    pick(dialog, "As the model recommends")
    assert dict(dialog.setup().sampling) == {"seed": 7.0}


def test_own_values_are_no_preset_until_they_are_saved(
    desk: Desk, dialog: ChatSetupDialog, tmp_path: Path
) -> None:
    dialog.boxes["temperature"].setValue(0.35)
    assert dialog.presets.box.currentIndex() == -1
    assert not dialog.presets.delete_button.isVisible()

    dialog.presets.save_button.click()
    desk.qtbot.keyClicks(dialog.presets.name, "  My   tone ")
    desk.qtbot.keyClick(dialog.presets.name, Qt.Key.Key_Return)

    assert dialog.isVisible()  # Return has not pressed "Save" of the dialog
    assert dialog.presets.box.currentText() == "My tone"
    kept = Presets(Settings.load(Paths.locate(tmp_path).settings_file))
    assert [preset.values for preset in kept.all() if preset.is_own] == [(("temperature", 0.35),)]

    dialog.presets.delete_button.click()
    assert "fields stay" in dialog.presets.status()
    assert dialog.boxes["temperature"].value() == 0.35
    assert dialog.presets.box.findText("My tone") == -1


@pytest.mark.parametrize("name", ["", "  ", "precise", "n" * 60])
def test_a_name_that_cannot_be_is_refused(presets: Presets, name: str) -> None:
    with pytest.raises(BadPresetName):
        presets.save(name, {"temperature": 1.0})


def test_a_refused_name_is_told_beside_the_field(desk: Desk, dialog: ChatSetupDialog) -> None:
    dialog.boxes["temperature"].setValue(0.35)
    dialog.presets.save_button.click()
    desk.qtbot.keyClicks(dialog.presets.name, "Creative")
    dialog.presets.keep_button.click()
    assert "cannot be the name of a preset" in dialog.presets.status()
    assert dialog.presets.name.isVisible()


def test_presets_written_by_hand_are_read_and_nonsense_is_left_out(tmp_path: Path) -> None:
    paths = Paths.locate(tmp_path)
    paths.create()
    paths.settings_file.write_text(
        "[presets]\n"
        'good = \'{"temperature": 0.5, "colour": 3}\'\n'
        "bad = '{'\nlist = '[]'\nwords = '{\"top_p\": \"much\"}'\nnan = '{\"top_p\": NaN}'\n"
    )
    own = [one for one in Presets(Settings.load(paths.settings_file)).all() if one.is_own]
    assert [(one.name, one.values) for one in own] == [("good", (("temperature", 0.5),))]
