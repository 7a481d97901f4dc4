"""What is imported before the window is painted: which modules, not how long it takes."""

from __future__ import annotations

import subprocess
import sys

_TELL = """
import sys
before = set(sys.modules)
import app.ui.app
print(*sorted(sys.modules.keys() - before))
"""
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
    "app.bench",
    "app.cli",
    "app.core.care",
    "app.core.chats.store",
    "app.core.engine.",
    "app.core.folders",
    "app.core.grammars",
    "app.core.hardware",
    "app.core.interchange",
    "app.core.kvstore",
    "app.core.llama",
    "app.core.models.downloads",
    "app.core.models.fits",
    "app.core.models.hub",
    "app.server",
    "app.ui.about.about_dialog",
    "app.ui.alternatives",
    "app.ui.chat_setup.chat_setup_dialog",
    "app.ui.folders.folders_dialog",
    "app.ui.get_model",
    "app.ui.hardware.hardware_dialog",
    "app.ui.interchange.export_dialog",
    "app.ui.library.library_dialog",
    "app.ui.memory.memory_dialog",
    "app.ui.model_setup.model_setup_dialog",
    "app.ui.palette.palette_overlay",
    "app.ui.prompts.prompts_dialog",
    "app.ui.quick_ask.quick_window",
    "app.ui.settings.settings_dialog",
    "PySide6.QtNetwork",
    "PySide6.QtPrintSupport",
    "asyncio",
    "email",
    "http",
    "pygments.formatters",
    "urllib.request",
)


def test_a_start_imports_what_is_shown_first_and_nothing_else() -> None:
    ran = subprocess.run([sys.executable, "-c", _TELL], capture_output=True, text=True, check=True)
    modules = ran.stdout.split()
    packages = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names)
    internals = {"__feature__", "app", "shibokensupport", "signature_bootstrap"}  # of PySide
    assert packages - internals <= _PACKAGES
    assert [name for name in modules if name.startswith(_LATER)] == []
