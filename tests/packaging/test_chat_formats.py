"""llama.cpp's chat formats are a library that meets no other one of llama.cpp in the process."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from app.core.ggml.native_library import library_folder
from tests.helpers.setup_script import where

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "setup" / "chat_formats.py"
DOOR = {"hearth_chat_apply", "hearth_chat_free", "hearth_chat_parse"}
LLAMAS = ("ggml_", "llama_", "common_", "nlohmann")


def symbols(library: Path, which: str) -> set[str]:
    """Return the names that a library has for others, or wants of others."""
    command = ["nm", "--dynamic", "--demangle", "--format=posix", which, str(library)]
    listed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    return {line.rsplit(" ", 3)[0] for line in listed.splitlines()}


def test_it_is_kept_in_the_users_cache_and_not_in_the_project() -> None:
    assert Path(where(SCRIPT)).is_relative_to(Path.home())


@pytest.mark.unix("binutils")
def test_it_gives_its_door_and_wants_nothing_of_llama_cpp() -> None:
    library = library_folder() / Path(where(SCRIPT)).name
    assert library.is_file(), "make .venv/stamps/chat-formats"
    given = symbols(library, "--defined-only")
    assert {name for name in given if name.startswith("hearth")} == DOOR
    for name in given | symbols(library, "--undefined-only"):
        assert not name.startswith(LLAMAS), name
