"""How a model is loaded, from the page of its settings to the engine, in the whole program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QFileDialog

from app.core.protocol import Adapter, KVType, LoadSettings, ModelLoaded
from app.ui.models.model_presenter import ModelState
from tests.helpers.adapter_files import write_adapter
from tests.helpers.gguf_factory import Shape, write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog
    from tests.e2e.conftest import Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def loads(program: Program) -> list[LoadSettings]:
    """Return a list that grows by the settings of every load."""
    found: list[LoadSettings] = []
    program.hearth.bridge.subscribe(ModelLoaded, lambda event: found.append(event.info.settings))
    return found


def settings_page(program: Program) -> ModelSetupDialog:
    presenter = program.window.model_setup
    program.window.actions_by_key["model_setup"].trigger()
    program.until(lambda: presenter._dialog is not None)
    assert presenter._dialog is not None
    return presenter._dialog


def test_settings_take_effect_at_once_and_are_there_after_a_restart(
    start: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = write_tiny_llama(
        tmp_path / "tiny.gguf", n_heads=2, end_gain=1.0
    )  # heads of 32, for 8 bits
    adapter = write_adapter(tmp_path / "style.gguf", shape=Shape(n_heads=2))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(adapter), ""))
    program: Program = start(model)
    program.until_ready()
    plain = program.say("What is the weather like?")
    found = loads(program)

    page = settings_page(program)
    page.fields.context.setValue(1024)
    page.fields.kv_type.setCurrentIndex(1)
    page.adapters.add_button.click()
    page.load_button.click()
    program.until(lambda: bool(found))
    program.until_ready()

    expected = LoadSettings(n_ctx=1024, kv_type=KVType.Q8_0, adapters=(Adapter(str(adapter)),))
    assert found == [expected]
    program.window.chat.gestures.new_chat()
    assert program.say("What is the weather like?") != plain
    program.quit()

    again: Program = start(model)
    found = loads(again)
    again.until(lambda: found == [expected])


def test_settings_that_cannot_be_are_told_and_the_loaded_model_goes_on(
    start: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = write_tiny_llama(tmp_path / "tiny.gguf", end_gain=1.0)
    foreign = write_adapter(tmp_path / "foreign.gguf", architecture="gemma2")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(foreign), ""))
    program: Program = start(model)
    program.until_ready()

    page = settings_page(program)
    page.adapters.add_button.click()
    program.until(lambda: "another kind of model" in page._fit.text())
    page.load_button.click()
    program.until(lambda: "another kind of model" in program.notices())

    program.until_ready()
    assert program.say("Hello")


def test_a_model_that_gave_its_memory_back_answers_again(start: Any, tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "tiny.gguf", end_gain=1.0)
    program: Program = start(model)
    program.until_ready()
    before = program.say("What is the weather like?")
    program.window.actions_by_key["unload_model"].trigger()
    program.until(lambda: "(unloaded)" in program.window.model_bar.button.text())
    assert program.window.models.state is ModelState.READY

    program.until_ready()
    assert program.say("And tomorrow?")

    assert "(unloaded)" not in program.window.model_bar.button.text()
    assert before in [message.text for message in program.window.open_chat.messages]


def test_a_chat_offers_the_model_that_answered_it(start: Any, tmp_path: Path) -> None:
    first = write_tiny_llama(tmp_path / "first.gguf", name="First", seed=1, end_gain=1.0)
    second = write_tiny_llama(tmp_path / "second.gguf", name="Second", seed=2)
    program: Program = start(first)
    program.until_ready()
    program.say("Hello")
    program.quit()

    again: Program = start(second)
    again.until_ready()
    again.open_first_chat()
    again.until(lambda: "First answered in this chat." in again.notices())
    again.click_notice("Switch back to First")
    again.until(lambda: again.window.model_bar.button.text() == "First")
