"""The hardware in the window over the real engine, and from the command line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from app.core.hardware.report import builds_besides
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths
    from tests.e2e.conftest import Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def tried(tmp_path: Path) -> Path:
    """An empty folder: nothing was found out about this machine."""
    folder = tmp_path / "tried"
    folder.mkdir()
    return folder


def test_the_page_shows_what_is_used_and_measures_it(start: Any, tmp_path: Path) -> None:
    program: Program = start(write_tiny_llama(tmp_path / "tiny.gguf"))
    program.until_ready()
    page = program.window.hardware.show_page()
    program.until(lambda: "Looking" not in page.words())
    assert re.search(r"^Processor · .* free$", page.devices.words(), re.MULTILINE)
    assert "Context of 4,096 tokens" in page.model.words()
    assert "There is enough free memory." in page.model.words()
    assert "Passed" in page.trials.words()
    program.qtbot.mouseClick(page.measure_button, Qt.MouseButton.LeftButton)
    program.until(lambda: "Writing an answer" in page.speed.words())
    assert page.speed.words().count("tokens/s") == 2

    # And the model is free for chats again, of which there are none more.
    page.reject()
    with program.one_answer():  # which has no end of its own for a long time
        program.send("Hello?")
        program.until(lambda: program.window.transcript.messages.last_answer() != "")
        program.qtbot.mouseClick(program.window.composer.button, Qt.MouseButton.LeftButton)
    assert program.window.transcript.messages.last_answer()
    assert program.window.sidebar.chats.n_chats() == 1


def test_the_command_says_what_is_found_and_tests_nothing(hearth: Any, paths: Paths) -> None:
    printed = hearth("hardware")
    assert printed.code == 0, printed.err
    assert "configuration: not tested yet" in printed.out
    others = builds_besides(("vulkan", "metal"))  # which may be there
    assert [build.backend for build in others if build.command not in printed.out] == []
    assert not paths.trusted_backends.exists()

    hearth("self-test")
    facts = hearth("hardware", "--json").figures
    assert facts["chosen"] == {"use_extra_bufts": True, "use_gpu": True}
    assert facts["trials"][0]["passed"]
    assert any(device["kind"] == "cpu" for device in facts["devices"])
    assert str(paths.data) not in str(facts)
