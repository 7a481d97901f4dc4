"""Builds llama.cpp's knowledge of chat formats as a library and prints where it lies.

llama.cpp derives from a model's chat template how the model marks its thinking and its calls of
tools, and a grammar for them. That is C++, in "common", which llama.cpp's own programs share. The
rules in `chat_formats/` make one library of it that needs no other one of llama.cpp, with a door in
C that takes and gives JSON. Hearth finds it beside the libraries of llama-cpp-python; where it is
missing, it does without what it is for, and says so.

The same file goes with the wheel for this processor and with the portable one. With --install it is
laid beside the installed llama-cpp-python, and the chat templates that llama.cpp is tested with
into the virtual environment, where the tests of Hearth find them.

Uses the standard library only. Usage: python packaging/setup/chat_formats.py [--where | --install]
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from cmake_library import CMakeLibrary
from llama_source import install_library

NAMES = {"win32": "hearth-chat.dll", "darwin": "libhearth-chat.dylib"}
LIBRARY = NAMES.get(sys.platform, "libhearth-chat.so")
PROJECT = Path(__file__).resolve().parent / "chat_formats"
_FORMATS = CMakeLibrary(
    PROJECT, "hearth-chat", LIBRARY, source="LLAMA", companion="models/templates"
)
TEMPLATES = Path(sys.prefix) / "chat_templates"  # for the tests


def kept_library() -> Path:
    """Return where the library is kept."""
    return _FORMATS.kept_at()


def main() -> int:
    """Print the path of the library, with --where only where it belongs."""
    library = kept_library()
    announcement = "Compiling llama.cpp's chat formats: about a minute, once."
    if "--where" not in sys.argv[1:] and not _FORMATS.is_provided(library, announcement):
        return 1
    if "--install" in sys.argv[1:]:
        install_library(library)
        shutil.copytree(_FORMATS.companion_at(library), TEMPLATES, dirs_exist_ok=True)
    print(library)
    return 0


if __name__ == "__main__":
    sys.exit(main())
