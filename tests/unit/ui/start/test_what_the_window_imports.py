"""What is imported before the window is painted: which modules, not how long it takes."""

from __future__ import annotations

import importlib
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from app.ui.start.first_use import PAGES, ImportsAhead

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

# Until the window shows what it showed last.
_FIRST = """
import sys
before = set(sys.modules)
import app.ui.app
print(*sorted(sys.modules.keys() - before))
"""
# Until it is furnished.
_FURNISHED = """
import sys
before = set(sys.modules)
from app.core.system.paths import Paths
from app.ui.app import application, opened
app = application()
with opened(Paths.locate(sys.argv[1]), "") as hearth:
    print(*sorted(sys.modules.keys() - before))
    hearth.ended.connect(app.quit)
    hearth.window.close()
    app.exec()
"""
_FEW = 60
_OF_THE_FIRST = {
    "chats",  # the names of what is in a chat
    "content",
    "content.answer_parts",
    "content.tool_steps",
    "errors",
    "messages",
    "phrases",
    "plain_value",
    "settings",
    "system",
    "system.files",
    "system.paths",
}
_WINDOW_OF_THE_FIRST = {
    "app",
    "kit.layouts",
    "kit.message_box",
    "start.application",
    "start.engine_thread",
    "start.garbage_collector",
    "transcript.render.scroll_anchor",  # the place where it was read
    "upkeep.missing_folder",
    "window.first_picture",
    "window.main_window",
    "window.window_state",
    "words.plain_text",
    "words.translation",
}
_PACKAGES = {
    "PySide6",
    "filelock",
    "linkify_it",
    "markdown_it",
    "mdit_py_plugins",
    "mdurl",
    "msgspec",
    "platformdirs",
    "pygments",
    "shiboken6",
    "tomlkit",
    "typing_extensions",
    "xxhash",
}
# Opened by a click, or needed by what is done then.
_LATER = (
    "app.ui.measured_start",
    "app.cli",
    "app.core.chats.store",
    "app.core.engine.",
    "app.core.hardware",
    "app.core.interchange",
    "app.core.kvstore",
    "app.core.llama",
    "app.core.models.downloads",
    "app.core.models.fits",
    "app.core.models.hub",
    "app.core.prompts.blanks",
    "app.core.prompts.grammars",
    "app.core.prompts.supplied_prompts",
    "app.core.tools.mcp",
    "app.core.tools.own",
    "app.core.tools.permissions",
    "app.core.tools.servers",
    "app.core.tools.toolbox",
    "app.core.upkeep",
    "app.server",
    "app.ui.upkeep.about_dialog",
    "app.ui.chat.alternatives_dialog",
    "app.ui.chat.token_text",
    "app.ui.chat.chat_setup.chat_setup_dialog",
    "app.ui.upkeep.folders_dialog",
    "app.ui.models.get_model",
    "app.ui.hardware.hardware_dialog",
    "app.ui.interchange.export_dialog",
    "app.ui.models.library.library_dialog",
    "app.ui.upkeep.memory_dialog",
    "app.ui.model_setup.model_setup_dialog",
    "app.ui.window.palette.palette_overlay",
    "app.ui.composer.blanks_form",
    "app.ui.composer.prompts_dialog",
    "app.ui.window.quick_window",
    "app.ui.settings.settings_dialog",
    "app.ui.tools.tool_dialogs",
    "app.ui.tools.tools_dialog",
    "app.ui.tools.tools_model",
    "PySide6.QtNetwork",
    "PySide6.QtPrintSupport",
    "asyncio",
    "email",
    "http",
    "pygments.formatters",
    "urllib.request",
)


def _imported(script: str, folder: Path) -> list[str]:
    command = [sys.executable, "-c", script, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def _core_part(module: str) -> str:
    parts = module.split(".")[2:4]
    return ".".join(parts if parts[0] in {"content", "system"} else parts[:1])


def test_the_first_picture_takes_few_modules(tmp_path: Path) -> None:
    modules = _imported(_FIRST, tmp_path)
    core = {_core_part(name) for name in modules if name.startswith("app.core.")}
    assert core <= _OF_THE_FIRST
    window = {name for name in modules if name.startswith("app.ui.")}
    packages = {name.rpartition(".")[0] for name in window}
    assert {name.removeprefix("app.ui.") for name in window - packages} <= _WINDOW_OF_THE_FIRST
    assert not {"asyncio", "filelock", "sqlite3", "tomlkit"} & set(modules)
    assert len([name for name in modules if name.startswith("app.")]) < _FEW


def test_a_start_imports_what_is_shown_first_and_nothing_else(tmp_path: Path) -> None:
    modules = _imported(_FURNISHED, tmp_path)
    packages = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names)
    internals = {"__feature__", "app", "shibokensupport", "signature_bootstrap"}  # of PySide
    assert packages - internals <= _PACKAGES
    assert [name for name in modules if name.startswith(_LATER)] == []


def test_what_is_imported_ahead_is_there() -> None:
    for name in PAGES:
        importlib.import_module(name)


def test_the_pages_are_imported_ahead_until_the_window_closes(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported: list[str] = []
    has_two = threading.Event()

    def note(name: str) -> None:
        imported.append(name)
        if len(imported) == 2:
            ahead._stop.set()
            has_two.set()

    monkeypatch.setattr("app.ui.start.first_use._BEGINS_AFTER_MS", 0)
    monkeypatch.setattr("app.ui.start.first_use.importlib.import_module", note)
    parent = QObject()
    ahead = ImportsAhead(parent)
    qtbot.waitUntil(has_two.is_set)
    qtbot.waitUntil(lambda: not any(one.name == "imports" for one in threading.enumerate()))
    assert imported == list(PAGES[:2])


def test_nothing_is_imported_ahead_once_the_window_has_closed(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.start.first_use._BEGINS_AFTER_MS", 1)
    monkeypatch.setattr("app.ui.start.first_use.importlib.import_module", pytest.fail)
    parent = QObject()
    ImportsAhead(parent).end()
    qtbot.wait(20)
    assert not any(one.name == "imports" for one in threading.enumerate())
